use super::{ReportError, Setting};
use quirkat_stats::{Interval, Method, Verdict};
use quirkat_tables::{Table, TableRow};
use std::collections::BTreeMap;

/// Half the width of the band that counts as balance where a run does not say, in percentage
/// points.
pub(crate) const DEFAULT_MARGIN: f64 = 2.0;

/// A value with the ends of its interval, in percentage points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Points {
    /// The estimate.
    pub value: f64,
    /// The lower end, `None` when there is no interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

impl Points {
    /// From three columns of a row, `None` when the value is empty.
    pub(crate) fn of(
        row: &TableRow<'_>,
        value: &str,
        low: &str,
        high: &str,
    ) -> Result<Option<Self>, ReportError> {
        let (low, high) = (row.number(low)?, row.number(high)?);
        Ok(row.number(value)?.map(|value| Self { value, low, high }))
    }
}

/// Counts of results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcomes {
    /// Won by White.
    pub white: u64,
    /// Drawn.
    pub draws: u64,
    /// Won by Black.
    pub black: u64,
    /// Cut by the length limit.
    pub capped: u64,
}

impl Outcomes {
    fn of(row: &TableRow<'_>) -> Result<Self, ReportError> {
        let count =
            |column: &str| -> Result<u64, ReportError> { Ok(row.count(column)?.unwrap_or(0)) };
        Ok(Self {
            white: count("white_wins")?,
            draws: count("draws")?,
            black: count("black_wins")?,
            capped: count("capped")?,
        })
    }

    fn add(&mut self, other: &Self) {
        self.white = self.white.saturating_add(other.white);
        self.draws = self.draws.saturating_add(other.draws);
        self.black = self.black.saturating_add(other.black);
        self.capped = self.capped.saturating_add(other.capped);
    }

    /// All of them.
    pub fn games(&self) -> u64 {
        [self.draws, self.black, self.capped]
            .into_iter()
            .fold(self.white, u64::saturating_add)
    }
}

/// What a statement is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inference {
    /// These trained agents only.
    Agents,
    /// The variant, as agents of other training seeds would play it.
    Variants,
}

/// What was measured of a variant in one setting.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The variant's name, as written in the table.
    pub variant: String,
    /// The name of its switches.
    pub rules_hash: String,
    /// What is held fixed.
    pub setting: Setting,
    /// Training seeds, one for a training run.
    pub seeds: u64,
    /// Games of all seeds.
    pub games: u64,
    /// Different games among them, summed over seeds.
    pub unique_games: Option<u64>,
    /// How they ended, `None` when the table has shares only.
    pub outcomes: Option<Outcomes>,
    /// White's score less 50 %, in percentage points; the mover's for `tempo`.
    pub advantage: Option<Points>,
    /// The advantage of each training seed.
    pub by_seed: Vec<f64>,
    /// Level of the interval, 0 to 1.
    pub level: Option<f64>,
    /// How the interval was computed.
    pub method: String,
    /// What the interval speaks about.
    pub inference: Inference,
    /// The verdict, where one was reached.
    pub verdict: Option<Verdict>,
    /// Half the width of the band that counts as balance.
    pub margin: f64,
    /// p-value against no advantage, after Holm.
    pub p_holm: Option<f64>,
    /// Mean game length, in plies.
    pub mean_plies: Option<f64>,
    /// Searches with a choice, a ply.
    pub decisions_per_ply: Option<f64>,
    /// Who the strength proxy is measured against.
    pub proxy_opponent: String,
    /// The agent's score against it, 0 to 1.
    pub proxy_score: Option<f64>,
    /// Games of the proxy.
    pub proxy_games: Option<u64>,
    /// Share of value-preserving moves, 0 to 1.
    pub grade: Option<f64>,
    /// White's proven result from the start: `win`, `draw`, `loss`; `None` where it is open or games
    /// do not begin at the start.
    pub exact: Option<String>,
    /// Whether the agents were trained on this variant, and do not only play it.
    pub trained: bool,
    /// The advantage if Black, and if White, had won all games that were cut; `None` when unknown.
    pub capped_bounds: Option<(f64, f64)>,
    /// Iterations of training behind it.
    pub iteration: u64,
    /// Whether the run reports on it in the first place.
    pub primary: bool,
}

impl Measured {
    /// Whether it says something about the variant and may stand in print.
    pub fn is_publishable(&self) -> bool {
        self.inference == Inference::Variants && self.seeds >= super::SEEDS_FOR_PUBLICATION
    }
}

/// The number after `iter-`, 0 when there is none.
pub(crate) fn iteration(checkpoint: &str) -> u64 {
    let digits = checkpoint.rsplit("iter-").next().unwrap_or_default();
    digits.parse().unwrap_or(0)
}

const NEEDED: [&str; 5] = [
    "variant",
    "start_set",
    "move_policy",
    "simulations",
    "advantage_pp",
];

/// The rows of a training run, whose `advantage.csv` has one seed.
pub(crate) fn of_training(advantage: &Table) -> Result<Vec<Measured>, ReportError> {
    advantage.require(&NEEDED)?;
    advantage.rows().map(|row| of_agents(&row)).collect()
}

fn of_agents(row: &TableRow<'_>) -> Result<Measured, ReportError> {
    let outcomes = Outcomes::of(row)?;
    let points = Points::of(row, "advantage_pp", "advantage_pp_low", "advantage_pp_high")?;
    let verdict = points.and_then(|points| verdict_of_interval(&points, DEFAULT_MARGIN));
    Ok(Measured {
        variant: row.text("variant").to_owned(),
        rules_hash: row.text("rules_hash").to_owned(),
        setting: Setting::of(row)?,
        seeds: 1,
        games: row.count("games")?.unwrap_or_else(|| outcomes.games()),
        unique_games: row.count("unique_games")?,
        outcomes: Some(outcomes),
        advantage: points,
        by_seed: Vec::new(),
        level: row.number("level")?,
        method: row.text("method").to_owned(),
        inference: Inference::Agents,
        verdict,
        margin: DEFAULT_MARGIN,
        p_holm: None,
        mean_plies: row.number("mean_plies")?,
        decisions_per_ply: row.number("decisions_per_ply")?,
        proxy_opponent: row.text("proxy_opponent").to_owned(),
        proxy_score: row.number("proxy_score")?,
        proxy_games: row.count("proxy_games")?,
        grade: row.number("grade")?,
        exact: Some(row.text("exact_start").to_owned()).filter(|value| !value.is_empty()),
        trained: row.text("trained") != "no",
        capped_bounds: row
            .number("capped_to_black_pp")?
            .zip(row.number("capped_to_white_pp")?),
        iteration: iteration(row.text("checkpoint")),
        primary: false,
    })
}

/// The verdict from an interval alone. The same interval serves for equivalence, which asks for
/// more than two one-sided tests at its level would.
fn verdict_of_interval(points: &Points, margin: f64) -> Option<Verdict> {
    let interval = Interval {
        low: points.low?,
        high: points.high?,
        level: 0.95,
        method: Method::TrinomialScore,
    };
    Verdict::from_intervals(&interval, &interval, margin).ok()
}

/// The rows of a balance run: `curve.csv` (all cells, over seeds), with counts and single seeds from
/// `advantage.csv`, and the verdicts of `variants.csv`. Of several checkpoints the last counts.
pub(crate) fn of_balance(
    variants: &Table,
    curve: Option<&Table>,
    advantage: Option<&Table>,
) -> Result<Vec<Measured>, ReportError> {
    variants.require(&NEEDED)?;
    let mut known = BTreeMap::new();
    let mut found: Vec<Measured> = Vec::new();
    for row in variants.rows() {
        let mut measured = of_seeds(&row)?;
        measured.primary = true;
        let facts = (
            measured.rules_hash.clone(),
            measured.trained,
            measured.margin,
        );
        known.insert(measured.variant.clone(), facts);
        found.push(measured);
    }
    if let Some(curve) = curve {
        curve.require(&NEEDED)?;
        let last = last_iterations(curve);
        for row in curve.rows() {
            let mut measured = of_seeds(&row)?;
            let newest = last.get(row.text("variant")).copied().unwrap_or(0);
            if measured.iteration != newest || same_place(&found, &measured).is_some() {
                continue;
            }
            if let Some((hash, trained, margin)) = known.get(&measured.variant) {
                measured.rules_hash.clone_from(hash);
                measured.trained = *trained;
                measured.margin = *margin;
            }
            found.push(measured);
        }
    }
    if let Some(advantage) = advantage {
        add_seeds(&mut found, advantage)?;
    }
    Ok(found)
}

/// The greatest iteration of each variant.
pub(crate) fn last_iterations(table: &Table) -> BTreeMap<String, u64> {
    let mut last = BTreeMap::new();
    for row in table.rows() {
        let newest = last.entry(row.text("variant").to_owned()).or_insert(0);
        *newest = (*newest).max(iteration(row.text("checkpoint")));
    }
    last
}

fn same_place(found: &[Measured], measured: &Measured) -> Option<usize> {
    found
        .iter()
        .position(|other| other.variant == measured.variant && other.setting == measured.setting)
}

fn of_seeds(row: &TableRow<'_>) -> Result<Measured, ReportError> {
    let mut measured = of_agents(row)?;
    let outcomes = Outcomes::of(row)?;
    measured.outcomes = (outcomes.games() > 0).then_some(outcomes);
    measured.seeds = row.count("seeds")?.unwrap_or(1);
    measured.inference = match row.text("inference") {
        "variants" => Inference::Variants,
        _ => Inference::Agents,
    };
    measured.margin = row.number("margin_pp")?.unwrap_or(DEFAULT_MARGIN);
    measured.p_holm = row.number("p_holm")?;
    measured.verdict = match row.text("verdict") {
        "" => None,
        "first player favoured" => Some(Verdict::FirstPlayerFavoured),
        "second player favoured" => Some(Verdict::SecondPlayerFavoured),
        "undecided" => Some(Verdict::Undecided),
        text if text.starts_with("balanced") => Some(Verdict::Balanced {
            margin: measured.margin,
        }),
        _ => {
            return Err(row.wrong(
                "verdict",
                "`first player favoured`, `second player favoured`, `balanced within M pp` or `undecided`",
            ).into());
        }
    };
    Ok(measured)
}

/// Counts and single seeds of the rows that `advantage.csv` splits by seed.
fn add_seeds(found: &mut [Measured], advantage: &Table) -> Result<(), ReportError> {
    advantage.require(&NEEDED)?;
    let last = last_iterations(advantage);
    let mut sums: Vec<(Outcomes, u64)> = vec![(Outcomes::default(), 0); found.len()];
    for row in advantage.rows() {
        let single = of_agents(&row)?;
        let newest = last.get(&single.variant).copied().unwrap_or(0);
        let Some(at) = same_place(found, &single).filter(|_| single.iteration == newest) else {
            continue;
        };
        found[at]
            .by_seed
            .extend(single.advantage.map(|points| points.value));
        if let Some(outcomes) = &single.outcomes {
            sums[at].0.add(outcomes);
        }
        sums[at].1 = sums[at].1.saturating_add(single.proxy_games.unwrap_or(0));
        if found[at].rules_hash.is_empty() {
            found[at].rules_hash = single.rules_hash;
        }
    }
    for (measured, (outcomes, proxy_games)) in found.iter_mut().zip(sums) {
        if measured.outcomes.is_none() && outcomes.games() > 0 {
            measured.outcomes = Some(outcomes);
        }
        if measured.proxy_games.is_none() && proxy_games > 0 {
            measured.proxy_games = Some(proxy_games);
        }
    }
    Ok(())
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
            "variant,start_set,move_policy,simulations,games,white_wins,draws,black_wins,capped,advantage_pp,advantage_pp_low,advantage_pp_high,checkpoint\n\
             a,initial,greedy,8,4,2,1,1,0,12.5,-20,45,a/iter-0012\n\
             b,initial,greedy,8,4,0,4,0,0,0.0,-1.0,1.0,b/iter-0012\n\
             c,initial,greedy,8,0,0,0,0,0,,,,c/iter-0012\n",
        ))
        .unwrap();
        assert_eq!(rows[0].verdict, Some(Verdict::Undecided));
        assert_eq!(rows[1].verdict, Some(Verdict::Balanced { margin: 2.0 }));
        assert_eq!((rows[2].verdict, rows[2].advantage), (None, None));
        assert_eq!(rows[0].iteration, 12);
        assert!(
            rows.iter()
                .all(|row| row.inference == Inference::Agents && row.seeds == 1)
        );
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
        assert!(rows[0].primary && !rows[1].primary);
        assert_eq!(rows[0].verdict, Some(Verdict::FirstPlayerFavoured));
        assert_eq!(
            rows[1].verdict, None,
            "a row that is not primary has no verdict"
        );
        assert_eq!(rows[1].setting.simulations, 8);
        assert_eq!(rows[1].by_seed, [20.0, 10.6]);
        assert_eq!(
            rows[1].outcomes,
            Some(Outcomes {
                white: 110,
                draws: 40,
                black: 49,
                capped: 1
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
