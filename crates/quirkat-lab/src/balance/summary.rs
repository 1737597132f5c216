//! The verdicts as a table for people.

use super::design::Design;
use super::tables::BalanceTables;
use crate::evaluation::{shown, shown_points};
use quirkat_tables::{EffectRow, Fixed, Inference, MovePolicy, PlaceboRow, StartSet, VariantRow};
use std::fmt;

/// Verdicts, effects and the negative control, and a sentence that may be quoted.
#[derive(Clone, Copy, Debug)]
pub struct Verdicts<'a> {
    tables: &'a BalanceTables,
    design: &'a Design,
    placebo: &'a [PlaceboRow],
}

impl<'a> Verdicts<'a> {
    /// Of these tables.
    pub fn new(tables: &'a BalanceTables, design: &'a Design, placebo: &'a [PlaceboRow]) -> Self {
        Self {
            tables,
            design,
            placebo,
        }
    }

    /// Whether the games say nothing of who played them.
    fn is_given(&self) -> bool {
        let primary = &self.design.primary;
        !self.design.complete
            && primary.start_set == StartSet::Given
            && primary.move_policy == MovePolicy::Given
            && primary.simulations == 0
    }

    /// Sorted by advantage.
    fn rows(&self) -> Vec<&VariantRow> {
        let mut rows: Vec<&VariantRow> = self.tables.variants.iter().collect();
        let points = |row: &VariantRow| row.advantage_pp.map_or(f64::NEG_INFINITY, Fixed::value);
        rows.sort_by(|a, b| points(b).total_cmp(&points(a)));
        rows
    }
}

impl fmt::Display for Verdicts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let primary = &self.design.primary;
        let rows = self.rows();
        if rows.is_empty() {
            writeln!(f, "No game of the primary setting has been played yet.")?;
            return Ok(());
        }
        if self.is_given() {
            writeln!(f, "First-player advantage in the given games")?;
        } else {
            writeln!(
                f,
                "First-player advantage at {} simulations, start set `{}`, move policy `{}`",
                primary.simulations, primary.start_set, primary.move_policy
            )?;
        }
        let width = rows.iter().map(|row| row.variant.len()).max().unwrap_or(0);
        let width = width.max(17) + 1;
        writeln!(
            f,
            "{:<width$}{:>10}  {:<18}{:>6}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>9}  {:<15}verdict",
            "variant",
            "advantage",
            "interval",
            "seeds",
            "sd",
            "games",
            "White",
            "draw",
            "Black",
            "plies",
            "proxy",
            "exact"
        )?;
        for row in &rows {
            write_row(f, row, width, self.design.repeated.forbids(&row.variant))?;
        }
        writeln!(f)?;
        self.notes(f, &rows)?;
        self.effects(f)?;
        self.control(f)?;
        match self.sentence(&rows) {
            Some(sentence) => writeln!(f, "{sentence}"),
            None => Ok(()),
        }
    }
}

/// `only_counts`: nothing may be concluded.
fn write_row(
    f: &mut fmt::Formatter<'_>,
    row: &VariantRow,
    width: usize,
    only_counts: bool,
) -> fmt::Result {
    let share = |count: u64| format!("{:.1} %", 100.0 * count as f64 / row.games.max(1) as f64);
    let name = if row.trained.0 {
        row.variant.clone()
    } else {
        format!("{} *", row.variant)
    };
    writeln!(
        f,
        "{:<width$}{:>10}  {:<18}{:>6}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>9}  {:<15}{}",
        name,
        shown_points(row.advantage_pp),
        if only_counts {
            "-".to_owned()
        } else {
            format!(
                "[{}, {}]",
                shown_points(row.advantage_pp_low),
                shown_points(row.advantage_pp_high)
            )
        },
        row.seeds,
        shown(row.seed_sd_pp, 1.0, ""),
        row.games,
        share(row.white_wins),
        share(row.draws),
        share(row.black_wins),
        shown(row.mean_plies, 1.0, ""),
        shown(row.proxy_score, 100.0, " %"),
        row.exact_start,
        if only_counts {
            "-".to_owned()
        } else {
            row.verdict.to_string()
        },
    )
}

impl Verdicts<'_> {
    fn notes(&self, f: &mut fmt::Formatter<'_>, rows: &[&VariantRow]) -> fmt::Result {
        let percent = 100.0 * self.design.level;
        writeln!(
            f,
            "Advantage: the first player's score less 50 %, in percentage points; the first player moves first in the position \
             where a game starts. Intervals: {percent} %; sd: spread of the training seeds' advantages."
        )?;
        for note in self.design.repeated.notes() {
            writeln!(f, "{note}")?;
        }
        let over_seeds = rows
            .iter()
            .filter(|row| row.inference == Inference::Variants)
            .count();
        if self.is_given() {
            writeln!(
                f,
                "Intervals and verdicts speak about the players of these games, not about the rules."
            )?;
        } else if over_seeds < rows.len() {
            let about = if over_seeds == 0 {
                "All intervals and verdicts".to_owned()
            } else {
                let names: Vec<&str> = rows
                    .iter()
                    .filter(|row| row.inference != Inference::Variants)
                    .map(|row| &*row.variant)
                    .collect();
                format!("Intervals and verdicts of {}", names.join(", "))
            };
            writeln!(
                f,
                "{about} speak about these agents only, not about the rules: that needs three training seeds that differ."
            )?;
        }
        if over_seeds > 0 {
            writeln!(
                f,
                "Verdicts hold for all variants together (Holm, {:.0} %); `balanced` is shown by two one-sided tests, never by \
                 a missing difference.",
                100.0 * (1.0 - self.design.level)
            )?;
        }
        if rows.iter().any(|row| !row.trained.0) {
            writeln!(f, "*: not among the rules that the network learnt.")?;
        }
        if let Some(row) = rows.iter().find(|row| row.proxy_score.is_some()) {
            writeln!(
                f,
                "Proxy: the agents' mean score against {}.",
                row.proxy_opponent
            )?;
        }
        if rows
            .iter()
            .any(|row| row.exact_start != quirkat_variant::UNKNOWN)
        {
            writeln!(
                f,
                "Exact: White's result with best play. A drawn value does not mean balance between fallible players."
            )?;
        }
        let capped: u64 = rows.iter().map(|row| row.capped).sum();
        if capped > 0 {
            writeln!(
                f,
                "{capped} games were cut by the length limit; they are in no score (bounds: capped_to_white_pp, \
                 capped_to_black_pp)."
            )?;
        }
        Ok(())
    }

    fn effects(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<&EffectRow> = self
            .tables
            .effects
            .iter()
            .filter(|row| row.trained_only.0)
            .collect();
        if rows.is_empty() {
            return Ok(());
        }
        writeln!(
            f,
            "\nWhat each rule switch does to the advantage, within training seeds"
        )?;
        writeln!(
            f,
            "{:<24}{:<34}{:>8}  {:<18}{:>10}",
            "switch", "change", "effect", "interval", "p (Holm)"
        )?;
        for row in rows {
            let change = if row.interaction.is_empty() {
                format!("{} to {}", row.from, row.to)
            } else {
                format!("with {}", row.interaction)
            };
            writeln!(
                f,
                "{:<24}{:<34}{:>8}  {:<18}{:>10}",
                row.switch,
                change,
                shown_points(Some(row.effect_pp)),
                format!("[{}, {}]", shown_points(row.low), shown_points(row.high)),
                row.p_holm
                    .map_or_else(|| "-".to_owned(), |p| format!("{:.4}", p.value())),
            )?;
        }
        writeln!(f)
    }

    fn control(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.placebo.is_empty() {
            return Ok(());
        }
        let games: u64 = self.placebo.iter().map(|row| row.games).sum();
        let different: u64 = self.placebo.iter().map(|row| row.different).sum();
        let sums: f64 = self.placebo.iter().map(|row| row.sum_pp.abs()).sum();
        writeln!(
            f,
            "Placebo: {games} games and their mirror images with Black first; summed advantage {sums:?}, {different} games differ."
        )
    }

    /// What may be quoted, with what it rests on; `None` when there is nothing.
    fn sentence(&self, rows: &[&VariantRow]) -> Option<String> {
        let repeated = &self.design.repeated;
        let rows: Vec<&VariantRow> = rows
            .iter()
            .copied()
            .filter(|row| row.advantage_pp.is_some() && !repeated.forbids(&row.variant))
            .collect();
        let primary = &self.design.primary;
        let percent = 100.0 * self.design.level;
        let seeds = rows.iter().map(|row| row.seeds).min().unwrap_or(0);
        let told = |row: &VariantRow| {
            format!(
                "{} points in `{}` ({percent} % interval {} to {}, {})",
                shown_points(row.advantage_pp),
                row.variant,
                shown_points(row.advantage_pp_low),
                shown_points(row.advantage_pp_high),
                row.verdict
            )
        };
        let of: Vec<String> = match &rows[..] {
            [only] => vec![told(only)],
            [first, .., last] => vec![told(first), told(last)],
            [] => return None,
        };
        let between = if rows.len() > 2 {
            format!(", the extremes of {} rule sets", rows.len())
        } else {
            String::new()
        };
        if self.is_given() {
            let games: u64 = rows.iter().map(|row| row.games).sum();
            return Some(format!(
                "To quote: in {games} given games, the first player's advantage is {}{between}.",
                of.join(" and ")
            ));
        }
        let agents = if seeds == 1 {
            "one training seed".to_owned()
        } else {
            format!("{seeds} training seeds")
        };
        Some(format!(
            "To quote: over {agents} a rule set, at {} simulations a decision, start set `{}` and move policy `{}`, the first \
             player's advantage is {}{between}.",
            primary.simulations,
            primary.start_set,
            primary.move_policy,
            of.join(" and ")
        ))
    }
}
