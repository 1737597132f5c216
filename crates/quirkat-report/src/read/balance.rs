use super::checkpoint::last_iterations;
use super::counts::add;
use super::measured::Measured;
use super::row::{NEEDED, add_rules, measured};
use crate::ReportError;
use quirkat_tables::{GameCounts, Table};

/// The rows of a balance run: `curve.csv` (all settings, over seeds), with counts and single seeds from
/// `advantage.csv`, and the verdicts of `variants.csv`. Of several checkpoints the last counts.
///
/// # Errors
/// Names the columns that are missing, or the line and the column that holds something else.
pub(super) fn of_balance(
    variants: &Table,
    curve: Option<&Table>,
    advantage: Option<&Table>,
) -> Result<Vec<Measured>, ReportError> {
    variants.require(&NEEDED)?;
    let mut found: Vec<Measured> = Vec::new();
    for row in variants.rows() {
        let mut measured = over_seeds(measured(&row)?);
        measured.provenance.primary = true;
        found.push(measured);
    }
    if let Some(curve) = curve {
        add_curve(&mut found, curve)?;
    }
    if let Some(advantage) = advantage {
        add_seeds(&mut found, advantage)?;
    }
    Ok(found)
}

/// Rows over seeds may have shares only: no counts are not zero games.
fn over_seeds(mut measured: Measured) -> Measured {
    let outcomes = &mut measured.games.outcomes;
    *outcomes = outcomes.filter(|outcomes| outcomes.games() > 0);
    measured
}

/// The settings that are not primary, at the last checkpoint; rules and margin are those of the
/// variant's primary row.
fn add_curve(found: &mut Vec<Measured>, curve: &Table) -> Result<(), ReportError> {
    curve.require(&NEEDED)?;
    let primary = found.clone();
    let last = last_iterations(curve);
    for row in curve.rows() {
        let mut measured = over_seeds(measured(&row)?);
        let newest = last.get(row.text("variant")).copied().unwrap_or(0);
        if measured.provenance.iteration != newest || same_place(found, &measured).is_some() {
            continue;
        }
        let of_variant = |row: &&Measured| row.variant == measured.variant;
        if let Some(known) = primary.iter().rfind(of_variant) {
            add_rules(&mut measured, &known.rules_hash);
            measured.provenance.trained = known.provenance.trained;
            measured.advantage.margin = known.advantage.margin;
        }
        found.push(measured);
    }
    Ok(())
}

fn same_place(found: &[Measured], measured: &Measured) -> Option<usize> {
    found
        .iter()
        .position(|other| other.variant == measured.variant && other.setting == measured.setting)
}

/// Counts and single seeds of the rows that `advantage.csv` splits by seed.
fn add_seeds(found: &mut [Measured], advantage: &Table) -> Result<(), ReportError> {
    advantage.require(&NEEDED)?;
    let last = last_iterations(advantage);
    let mut sums: Vec<(GameCounts, u64)> = vec![(GameCounts::default(), 0); found.len()];
    for row in advantage.rows() {
        let single = measured(&row)?;
        let newest = last.get(&single.variant).copied().unwrap_or(0);
        let newest = single.provenance.iteration == newest;
        let Some(at) = same_place(found, &single).filter(|_| newest) else {
            continue;
        };
        let (outcomes, proxy_games) = &mut sums[at];
        let value = single.advantage.points.map(|points| points.value);
        found[at].advantage.by_seed.extend(value);
        add(outcomes, &single.games.outcomes.unwrap_or_default());
        *proxy_games = proxy_games.saturating_add(single.strength.games.unwrap_or(0));
        if found[at].rules_hash.is_empty() {
            add_rules(&mut found[at], &single.rules_hash);
        }
    }
    for (measured, (outcomes, proxy_games)) in found.iter_mut().zip(sums) {
        let counted = Some(outcomes).filter(|outcomes| outcomes.games() > 0);
        measured.games.outcomes = measured.games.outcomes.or(counted);
        let played = Some(proxy_games).filter(|games| *games > 0);
        measured.strength.games = measured.strength.games.or(played);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_stats::Verdict;
    use std::path::Path;

    fn table(text: &str) -> Table {
        Table::parse(Path::new("t.csv"), text.as_bytes()).unwrap()
    }

    const VARIANTS: &str = "variant,rules_hash,start_set,move_policy,simulations,seeds,games,advantage_pp,advantage_pp_low,advantage_pp_high,margin_pp,verdict,inference\n\
        a,h,initial,sampled:1:8,32,6,600,4.0,2.0,6.0,1.5,first player favoured,variants\n";
    const CURVE: &str = "variant,start_set,move_policy,checkpoint,simulations,seeds,games,advantage_pp,advantage_pp_low,advantage_pp_high,inference\n\
        a,initial,sampled:1:8,iter-0004,32,6,600,9.0,8,10,variants\n\
        a,initial,sampled:1:8,iter-0012,32,6,600,4.0,2,6,variants\n\
        a,initial,sampled:1:8,iter-0012,8,6,600,5.0,3,7,variants\n";
    const SEEDS: &str = "variant,rules_hash,start_set,move_policy,seed,checkpoint,simulations,games,white_wins,draws,black_wins,capped,advantage_pp\n\
        a,h,initial,sampled:1:8,1,s1/a/iter-0012,8,100,60,20,20,0,20.0\n\
        a,h,initial,sampled:1:8,2,s2/a/iter-0012,8,100,50,20,29,1,10.6\n\
        a,h,initial,sampled:1:8,1,s1/a/iter-0004,8,100,10,0,90,0,-40.0\n";

    #[test]
    fn a_balance_run_joins_its_tables_at_the_last_checkpoint() {
        let (curve, seeds) = (table(CURVE), table(SEEDS));
        let rows = of_balance(&table(VARIANTS), Some(&curve), Some(&seeds)).unwrap();
        assert_eq!(rows.len(), 2);
        assert!(rows[0].provenance.primary && !rows[1].provenance.primary);
        assert_eq!(
            rows[0].advantage.verdict,
            Some(Verdict::FirstPlayerFavoured)
        );
        assert_eq!(
            rows[1].advantage.verdict, None,
            "a row that is not primary has no verdict"
        );
        assert_eq!(rows[1].setting.simulations, 8);
        assert_eq!(rows[1].advantage.by_seed, [20.0, 10.6]);
        assert_eq!(
            rows[1].games.outcomes,
            Some(GameCounts {
                white: 110,
                draws: 40,
                black: 49,
                capped: 1,
                ..GameCounts::default()
            })
        );
        assert_eq!(rows[1].rules_hash, "h");
        assert!(rows[0].is_publishable());
    }

    #[test]
    fn an_unknown_verdict_is_refused_with_its_line() {
        let text = VARIANTS.replace("first player favoured", "good");
        let error = of_balance(&table(&text), None, None)
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("t.csv, line 2: verdict is \"good\""),
            "{error}"
        );
    }
}
