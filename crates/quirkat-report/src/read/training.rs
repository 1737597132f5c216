use super::measured::{Advantage, DEFAULT_MARGIN, Measured};
use super::row::{NEEDED, measured};
use crate::ReportError;
use quirkat_stats::{Interval, Method, Verdict};
use quirkat_tables::{Inference, Table};

/// The rows of a training run, whose `advantage.csv` has one seed.
///
/// # Errors
/// Names the columns that are missing, or the line and the column that holds something else.
pub(super) fn of_training(advantage: &Table) -> Result<Vec<Measured>, ReportError> {
    advantage.require(&NEEDED)?;
    let of_row = |row| {
        let mut measured = measured(&row)?;
        let advantage = &mut measured.advantage;
        advantage.inference = Inference::Agents;
        advantage.margin = DEFAULT_MARGIN;
        advantage.verdict = verdict_of_interval(advantage);
        measured.provenance.seeds = 1;
        Ok(measured)
    };
    advantage.rows().map(of_row).collect()
}

/// The verdict from an interval alone; `None` where a row has none, or does not say at which level and
/// by which method. The same interval serves for equivalence, which asks for more than two one-sided
/// tests at its level would.
fn verdict_of_interval(advantage: &Advantage) -> Option<Verdict> {
    let (low, high) = advantage.points?.ends?;
    let interval = Interval {
        low,
        high,
        level: advantage.level?,
        method: method_named(&advantage.method)?,
    };
    Verdict::from_intervals(&interval, &interval, advantage.margin).ok()
}

/// The method of intervals over games with this name in tables.
fn method_named(name: &str) -> Option<Method> {
    [Method::TrinomialScore, Method::PairsScore]
        .into_iter()
        .find(|method| method.token() == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn table(text: &str) -> Table {
        Table::parse(Path::new("t.csv"), text.as_bytes()).unwrap()
    }

    #[test]
    fn a_training_run_speaks_about_its_agents() {
        let rows = of_training(&table(
            "variant,start_set,move_policy,simulations,games,white_wins,draws,black_wins,capped,advantage_pp,advantage_pp_low,advantage_pp_high,level,method,checkpoint\n\
             a,initial,greedy,8,4,2,1,1,0,12.5,-20,45,0.95,trinomial-score,a/iter-0012\n\
             b,initial,greedy,8,4,0,4,0,0,0.0,-1.0,1.0,0.9,pairs-score,b/iter-0012\n\
             c,initial,greedy,8,0,0,0,0,0,,,,0.95,,c/iter-0012\n\
             d,initial,greedy,8,4,4,0,0,0,50.0,40.0,50.0,,trinomial-score,d/iter-0012\n",
        ))
        .unwrap();
        let verdict = |at: usize| rows[at].advantage.verdict;
        assert_eq!(verdict(0), Some(Verdict::Undecided));
        assert_eq!(verdict(1), Some(Verdict::Balanced { margin: 2.0 }));
        assert_eq!((verdict(2), rows[2].advantage.points), (None, None));
        assert_eq!(verdict(3), None, "an interval of no level has no verdict");
        assert_eq!(rows[0].provenance.iteration, 12);
        assert!(rows.iter().all(|row| {
            row.advantage.inference == Inference::Agents && row.provenance.seeds == 1
        }));
    }
}
