use crate::ReportError;
use crate::page::{Grid, Section, code};
use crate::read::{Points, setting_of};
use crate::report::Report;
use crate::words::{in_run, or_dash, p_value, with_interval};
use quirkat_rules::{Preset, Rules};
use quirkat_tables::{EVEN, Setting, Table};

/// Differences between variants at the primary setting of each run: planned ones are against the
/// preset whose switches are all at their defaults, all others are exploratory.
pub(super) fn add_comparisons(report: &Report, section: &mut Section) -> Result<(), ReportError> {
    section.heading("Differences between variants");
    let mut any = false;
    for (at, run) in report.runs().iter().enumerate() {
        let (Some(table), Some(primary)) = (&run.tables.comparisons, run.primary()) else {
            continue;
        };
        for mut grid in differences(table, &primary, &in_run(report, at))? {
            if grid.rows.iter().all(|row| row[2] == "–") {
                let without = "; no p-values with fewer than three training seeds";
                grid.caption.push_str(without);
            }
            any = true;
            section.table(grid.without_empty_columns());
        }
    }
    if !any {
        section.absent(
            "One variant was measured, or no differences were tabled: there is nothing to compare.",
        );
    }
    if report.is_several() {
        section.prose(
            "Differences are within a run. Between runs none is given: their agents were trained by different \
             configurations or builds, and no test here was planned for that.",
        );
    }
    Ok(())
}

/// The planned and the exploratory differences, as far as there are any.
fn differences(
    table: &Table,
    primary: &Setting,
    whose: &str,
) -> Result<impl Iterator<Item = Grid>, ReportError> {
    table.require(&["variant_a", "variant_b", "difference_pp", "simulations"])?;
    let reference = Preset::ALL
        .into_iter()
        .find(|preset| preset.rules() == Rules::default())
        .map_or("", Preset::name);
    let columns = ["difference", "#pp", "#p (Holm)", "speaks about"];
    let against = code(reference);
    let mut planned = Grid::new(
        format!("Planned: against {against}{whose}; {primary}"),
        &columns,
    );
    let mut exploratory = Grid::new(
        format!("Exploratory: all other pairs{whose}; {primary}"),
        &columns,
    );
    for row in table.rows() {
        let (a, b) = (row.text("variant_a"), row.text("variant_b"));
        if setting_of(&row)? != *primary || b == EVEN {
            continue;
        }
        let grid = if b == reference {
            &mut planned
        } else {
            &mut exploratory
        };
        grid.rows.push(vec![
            format!("{} − {}", code(a), code(b)),
            with_interval(Points::of(&row, "difference_pp", "low", "high")?),
            or_dash(row.number("p_holm")?, p_value),
            row.text("inference").to_owned(),
        ]);
    }
    let grids = [planned, exploratory].into_iter();
    Ok(grids.filter(|grid| !grid.rows.is_empty()))
}
