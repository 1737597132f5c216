use crate::ReportError;
use crate::figures::{Figure, ForestMark, ForestPlot, ForestRow, described};
use crate::page::{Grid, Section, code};
use crate::read::Points;
use crate::report::Report;
use crate::sections::verdict_style::verdict_style;
use crate::words::{count_or_dash, or_dash, p_value, slug, with_interval};
use quirkat_stats::Verdict;
use quirkat_tables::{Table, TableRow};

/// What each rule switch does to the advantage.
pub(in crate::sections) fn section(report: &Report) -> Result<Section, ReportError> {
    let mut section = Section::new("effects", "Effects of rules");
    for (at, run) in report.runs().iter().enumerate() {
        let Some(table) = run
            .tables
            .effects
            .as_ref()
            .filter(|table| table.rows().next().is_some())
        else {
            continue;
        };
        one_run(report, at, table, &mut section)?;
    }
    if section.blocks.is_empty() {
        section.absent(
            "Effects of single switches need variants that differ in one switch alone, over training seeds that they share: \
             no run here has an `effects.csv` with rows.",
        );
    }
    Ok(section)
}

fn one_run(
    report: &Report,
    at: usize,
    effects: &Table,
    section: &mut Section,
) -> Result<(), ReportError> {
    effects.require(&["switch", "from", "to", "effect_pp", "low", "high"])?;
    let whose = if report.is_several() {
        format!(" ({})", report.run_name(at))
    } else {
        String::new()
    };
    let mut table = Grid::new(
        "",
        &[
            "switch",
            "from",
            "to",
            "#effect, pp",
            "#seeds",
            "#contrasts",
            "#p (Holm)",
            "trained variants only",
        ],
    );
    let mut rows = Vec::new();
    for row in effects.rows() {
        let (cells, drawn) = one_effect(&row)?;
        table.rows.push(cells);
        rows.extend(drawn);
    }
    let figure = figure(report.run_name(at), &whose, rows);
    section.figure(
        figure,
        "Each switch turned while all others stay, paired within training seeds; bars are Student's t intervals over seeds, \
         filled marks have p below 0.05 after Holm. A × names an interaction: half of the change of the first effect when the \
         second switch is turned.",
    );
    section.table(table.without_empty_columns());
    Ok(())
}

fn figure(run_name: &str, whose: &str, rows: Vec<ForestRow>) -> Figure {
    let said = rows
        .iter()
        .map(|row| (row.label.as_str(), row.text.as_str()));
    ForestPlot {
        name: format!("effects-{}", slug(run_name)),
        title: format!("What a rule switch does to the first player's advantage{whose}"),
        description: described(said),
        axis: "change of the advantage, percentage points".to_owned(),
        sides: Some((
            "less for the first player".to_owned(),
            "more for the first player".to_owned(),
        )),
        zone: None,
        shown: vec![-2.0, 2.0],
        origin: Some(0.0),
        rows,
        legend: Vec::new(),
        letters: None,
    }
    .draw()
}

/// An effect as a row of the table and, when it has a value, of the figure.
fn one_effect(row: &TableRow<'_>) -> Result<(Vec<String>, Option<ForestRow>), ReportError> {
    let effect = Points::of(row, "effect_pp", "low", "high")?;
    let p_holm = row.number("p_holm")?;
    let interaction = row.text("interaction");
    let with = if interaction.is_empty() {
        String::new()
    } else {
        format!(" × {interaction}")
    };
    let name = format!("{}{with}", row.text("switch"));
    let cells = vec![
        code(&name),
        code(row.text("from")),
        code(row.text("to")),
        with_interval(effect),
        count_or_dash(row.count("seeds")?),
        count_or_dash(row.count("contrasts")?),
        or_dash(p_holm, p_value),
        row.text("trained_only").to_owned(),
    ];
    let drawn = effect.map(|effect| drawn(row, name, effect, p_holm));
    Ok((cells, drawn))
}

fn drawn(row: &TableRow<'_>, label: String, effect: Points, p_holm: Option<f64>) -> ForestRow {
    let verdict = match p_holm {
        Some(p) if p < 0.05 && effect.value > 0.0 => Verdict::FirstPlayerFavoured,
        Some(p) if p < 0.05 => Verdict::SecondPlayerFavoured,
        _ => Verdict::Undecided,
    };
    let (class, marker, hollow) = verdict_style(Some(verdict));
    let generalised = if row.text("trained_only") == "no" {
        ", all cells"
    } else {
        ""
    };
    let text = with_interval(Some(effect));
    ForestRow {
        label,
        note: format!("{} → {}{generalised}", row.text("from"), row.text("to")),
        marks: vec![ForestMark {
            value: effect.value,
            interval: effect.ends,
            dots: Vec::new(),
            marker,
            class: class.to_owned(),
            hollow,
            tip: text.clone(),
        }],
        text,
        small: p_holm.map_or_else(String::new, |p| {
            let value = p_value(p);
            let equals = if value.starts_with('<') { "" } else { "= " };
            format!("p {equals}{value}")
        }),
        ..ForestRow::default()
    }
}
