use anyhow::Result;
use quirkat_tables::{Fixed, GradeRow};
use std::io::Write;

/// The rows as text: a line for each agent and number of simulations, a column for each stratum
/// with the share of moves that keep the value, its interval, and the mean value error.
///
/// # Errors
/// When writing fails.
pub fn print_grades(rows: &[GradeRow], out: &mut dyn Write) -> Result<()> {
    let mut strata: Vec<(&str, usize)> = Vec::new();
    for row in rows {
        if strata.iter().all(|(stratum, _)| *stratum != row.stratum) {
            strata.push((&row.stratum, row.positions));
        }
    }
    let width = rows
        .iter()
        .map(|row| row.agent.len())
        .max()
        .unwrap_or(0)
        .max(5);
    write!(out, "{:<width$} {:>5}", "agent", "sims")?;
    for (stratum, positions) in &strata {
        let title = match *stratum {
            "all" => format!("all, {positions} positions"),
            stratum => format!("{stratum} men, {positions} positions"),
        };
        write!(out, "  {title:<30}")?;
    }
    writeln!(out)?;
    let mut at = 0;
    while at < rows.len() {
        let first = &rows[at];
        let same =
            |row: &&GradeRow| row.agent == first.agent && row.simulations == first.simulations;
        let of_agent: Vec<&GradeRow> = rows[at..].iter().take_while(same).collect();
        let simulations = first.simulations.map(|count| count.to_string());
        let simulations = simulations.unwrap_or_default();
        write!(out, "{:<width$} {simulations:>5}", first.agent)?;
        for row in &of_agent {
            write!(out, "  {:<30}", cell(row))?;
        }
        writeln!(out)?;
        at += of_agent.len();
    }
    writeln!(
        out,
        "Share of moves that keep the value [interval], mean value error (win 1, draw 0.5, loss 0)."
    )?;
    Ok(())
}

fn cell(row: &GradeRow) -> String {
    let percent = |share: Fixed<6>| format!("{:.1}", 100.0 * share.value());
    let interval = match (row.share_low, row.share_high) {
        (Some(low), Some(high)) => format!(" [{}, {}]", percent(low), percent(high)),
        _ => String::new(),
    };
    let error = row.mean_value_error;
    let error = error.map_or_else(String::new, |error| format!(" {:.4}", error.value()));
    format!("{:>5} %{interval}{error}", percent(row.share))
}
