//! A row of `advantage.csv`, `variants.csv` or `curve.csv`: they share most of their columns.

use super::checkpoint::iteration;
use super::counts::counts_of;
use super::measured::{
    Advantage, DEFAULT_MARGIN, ExactValue, GameTotals, Measured, Provenance, Strength,
};
use super::points::Points;
use super::setting::setting_of;
use crate::ReportError;
use quirkat_rules::Position;
use quirkat_stats::Verdict;
use quirkat_tables::{Inference, TableRow};
use quirkat_variant::exact_start;

/// Columns without which a row says nothing.
pub(super) const NEEDED: [&str; 5] = [
    "variant",
    "start_set",
    "move_policy",
    "simulations",
    "advantage_pp",
];

/// What a row says; the verdict is `None` when the table has no column for it.
///
/// # Errors
/// Names the line and the column that holds something else.
pub(super) fn measured(row: &TableRow<'_>) -> Result<Measured, ReportError> {
    let rules_hash = row.text("rules_hash");
    let exact = match row.text("exact_start") {
        "" => exact_value(rules_hash),
        value => ExactValue::named(value),
    };
    Ok(Measured {
        variant: row.text("variant").to_owned(),
        rules_hash: rules_hash.to_owned(),
        setting: setting_of(row)?,
        games: games(row)?,
        advantage: advantage(row)?,
        strength: Strength {
            opponent: row.text("proxy_opponent").to_owned(),
            score: row.number("proxy_score")?,
            games: row.count("proxy_games")?,
            grade: row.number("grade")?,
        },
        provenance: Provenance {
            seeds: row.count("seeds")?.unwrap_or(1),
            iteration: iteration(row.text("checkpoint")),
            trained: row.text("trained") != "no",
            primary: false,
            exact,
        },
    })
}

/// Says of a row that names no rules by which it was played.
pub(super) fn add_rules(measured: &mut Measured, rules_hash: &str) {
    rules_hash.clone_into(&mut measured.rules_hash);
    let exact = &mut measured.provenance.exact;
    *exact = exact.or_else(|| exact_value(rules_hash));
}

/// What is proven of the game's own start under these rules.
fn exact_value(rules_hash: &str) -> Option<ExactValue> {
    ExactValue::named(exact_start(rules_hash, &Position::START.to_string()))
}

fn games(row: &TableRow<'_>) -> Result<GameTotals, ReportError> {
    let outcomes = counts_of(row)?;
    Ok(GameTotals {
        games: row.count("games")?.unwrap_or_else(|| outcomes.games()),
        unique: row.count("unique_games")?,
        outcomes: Some(outcomes),
        mean_plies: row.number("mean_plies")?,
        decisions_per_ply: row.number("decisions_per_ply")?,
    })
}

fn advantage(row: &TableRow<'_>) -> Result<Advantage, ReportError> {
    let margin = row.number("margin_pp")?.unwrap_or(DEFAULT_MARGIN);
    let (least, most) = ("capped_to_black_pp", "capped_to_white_pp");
    Ok(Advantage {
        points: Points::of(row, "advantage_pp", "advantage_pp_low", "advantage_pp_high")?,
        by_seed: Vec::new(),
        level: row.number("level")?,
        method: row.text("method").to_owned(),
        inference: match row.text("inference") {
            "variants" => Inference::Variants,
            _ => Inference::Agents,
        },
        verdict: verdict(row, margin)?,
        margin,
        p_holm: row.number("p_holm")?,
        capped_bounds: row.number(least)?.zip(row.number(most)?),
    })
}

fn verdict(row: &TableRow<'_>, margin: f64) -> Result<Option<Verdict>, ReportError> {
    Ok(Some(match row.text("verdict") {
        "" => return Ok(None),
        "first player favoured" => Verdict::FirstPlayerFavoured,
        "second player favoured" => Verdict::SecondPlayerFavoured,
        "undecided" => Verdict::Undecided,
        text if text.starts_with("balanced") => Verdict::Balanced { margin },
        _ => {
            return Err(row
                .wrong(
                    "verdict",
                    "`first player favoured`, `second player favoured`, `balanced within M pp` or `undecided`",
                )
                .into());
        }
    }))
}
