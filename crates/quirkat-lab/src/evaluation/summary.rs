use quirkat_stats::{Tally, trinomial_score};
use quirkat_tables::{AdvantageRow, Fixed, StartSet};
use quirkat_variant::People;
use std::fmt;

/// The rows of `advantage.csv` as a table for people, sorted by advantage.
#[derive(Clone, Debug)]
pub struct Summary {
    rows: Vec<AdvantageRow>,
    level: f64,
}

impl Summary {
    pub(crate) fn new(mut rows: Vec<AdvantageRow>, level: f64) -> Self {
        // Settings in the order of their words.
        let key = |row: &AdvantageRow| {
            (
                row.start_set.name(),
                row.move_policy.to_string(),
                row.simulations,
            )
        };
        let points = |row: &AdvantageRow| row.advantage_pp.map_or(f64::NEG_INFINITY, Fixed::value);
        rows.sort_by(|a, b| key(a).cmp(&key(b)).then(points(b).total_cmp(&points(a))));
        Self { rows, level }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut heading = String::new();
        for row in &self.rows {
            let now = format!(
                "First-player advantage at {} simulations, start set `{}`, move policy `{}`",
                row.simulations, row.start_set, row.move_policy
            );
            if now != heading {
                if !heading.is_empty() {
                    writeln!(f)?;
                }
                writeln!(f, "{now}")?;
                writeln!(
                    f,
                    "{:<18}{:>10}  {:<18}{:>8}{:>8}{:>8}{:>8}{:>8}{:>10}",
                    "variant",
                    "advantage",
                    "interval",
                    "games",
                    "White",
                    "draw",
                    "Black",
                    "plies",
                    "proxy"
                )?;
                heading = now;
            }
            write_row(f, row, self.level)?;
        }
        let percent = 100.0 * self.level;
        writeln!(f)?;
        writeln!(
            f,
            "Advantage: the first player's score less 50 %, in percentage points. Intervals: {percent} %, over repeated games \
             of these trained agents; another training seed would give other agents."
        )?;
        if let Some(row) = self.rows.iter().find(|row| row.proxy_games > 0) {
            writeln!(
                f,
                "Proxy: the agent's score in {} games against {}.",
                row.proxy_games, row.proxy_opponent
            )?;
        }
        let capped: u64 = self.rows.iter().map(|row| row.capped).sum();
        if capped > 0 {
            writeln!(
                f,
                "{capped} games were cut by the length limit; they are in no score."
            )?;
        }
        Ok(())
    }
}

fn write_row(f: &mut fmt::Formatter<'_>, row: &AdvantageRow, level: f64) -> fmt::Result {
    let share = |count: u64| {
        let games = row.games.max(1) as f64;
        format!("{:.1} %", 100.0 * count as f64 / games)
    };
    let interval = format!(
        "[{}, {}]",
        shown_points(row.advantage_pp_low),
        shown_points(row.advantage_pp_high)
    );
    writeln!(
        f,
        "{:<18}{:>10}  {:<18}{:>8}{:>8}{:>8}{:>8}{:>8}{:>10}",
        row.variant,
        shown_points(row.advantage_pp),
        interval,
        row.games,
        share(row.white_wins),
        share(row.draws),
        share(row.black_wins),
        shown(row.mean_plies, 1.0, ""),
        shown(row.proxy_score, 100.0, " %"),
    )?;
    let people = People::of_named(&row.variant, &row.rules_hash);
    match people.filter(|_| row.start_set == StartSet::Initial) {
        Some(people) => write_people(f, people, level),
        None => Ok(()),
    }
}

/// Percentage points with their sign, or a dash where there is no value.
pub(crate) fn shown_points(points: Option<Fixed<4>>) -> String {
    points.map_or_else(
        || "-".to_owned(),
        |points| format!("{:+.1}", points.value()),
    )
}

/// A scaled value with its unit, or a dash where there is none.
pub(crate) fn shown<const N: usize>(value: Option<Fixed<N>>, scale: f64, unit: &str) -> String {
    let text = |value: Fixed<N>| format!("{:.1}{unit}", value.value() * scale);
    value.map_or_else(|| "-".to_owned(), text)
}

fn write_people(f: &mut fmt::Formatter<'_>, people: &People, level: f64) -> fmt::Result {
    let (wins, draws, losses) = (people.white_wins, people.draws, people.black_wins);
    // Counts of a published table and a level checked on loading: neither can be refused.
    let counts = Tally::new(wins, draws, losses).map_err(|_| fmt::Error)?;
    let interval = trinomial_score(&counts, level).map_err(|_| fmt::Error)?;
    let games = counts.ended();
    let score = counts.score().ok_or(fmt::Error)?;
    let part = |count: u64| format!("{:.1} %", 100.0 * count as f64 / games as f64);
    let points = |score: f64| format!("{:+.1}", 100.0 * (score - 0.5));
    writeln!(
        f,
        "{:<18}{:>10}  {:<18}{games:>8}{:>8}{:>8}{:>8}  (on {}: {})",
        "  people",
        points(score),
        format!("[{}, {}]", points(interval.low), points(interval.high)),
        part(wins),
        part(draws),
        part(losses),
        people.place,
        people.caveat,
    )
}
