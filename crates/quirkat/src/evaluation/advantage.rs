use super::rows::{CsvRow, decimals, optional};
use crate::config::Estimand;
use crate::play::Played;
use crate::run::Tally;
use anyhow::Result;
use quirkat_stats::{
    GameResult, Interval, Pentanomial, Wdl, elo_from_score, pairs_score, trinomial_score,
};
use serde::Serialize;

/// A row of `advantage.csv`: variant × estimand × sampling × training seed × simulations. Scores
/// and percentage points are text with fixed decimals; a value that does not exist is empty.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(
    missing_docs,
    reason = "the columns are documented in one table of the README"
)]
pub struct AdvantageRow {
    pub variant: String,
    pub rules_hash: String,
    pub estimand: String,
    pub sampling: String,
    pub seed: u64,
    pub checkpoint: String,
    pub simulations: u32,
    pub games: u64,
    pub white_wins: u64,
    pub draws: u64,
    pub black_wins: u64,
    pub capped: u64,
    pub white_score: String,
    pub white_score_low: String,
    pub white_score_high: String,
    pub level: String,
    pub method: String,
    pub advantage_pp: String,
    pub advantage_pp_low: String,
    pub advantage_pp_high: String,
    pub advantage_elo: String,
    pub mean_plies: String,
    pub decisions_per_ply: String,
    pub unique_games: u64,
    pub proxy_opponent: String,
    pub proxy_games: u64,
    pub proxy_score: String,
}

impl CsvRow for AdvantageRow {
    const COLUMNS: &'static [&'static str] = &[
        "variant",
        "rules_hash",
        "estimand",
        "sampling",
        "seed",
        "checkpoint",
        "simulations",
        "games",
        "white_wins",
        "draws",
        "black_wins",
        "capped",
        "white_score",
        "white_score_low",
        "white_score_high",
        "level",
        "method",
        "advantage_pp",
        "advantage_pp_low",
        "advantage_pp_high",
        "advantage_elo",
        "mean_plies",
        "decisions_per_ply",
        "unique_games",
        "proxy_opponent",
        "proxy_games",
        "proxy_score",
    ];
}

/// The score of a row and its interval, `None` when no game (or pair) ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Score {
    pub(crate) value: f64,
    pub(crate) interval: Interval,
}

impl Score {
    /// White's score; for `tempo` the mover's, over whole pairs.
    pub(crate) fn of(games: &[Played], estimand: Estimand, level: f64) -> Result<Option<Self>> {
        match estimand {
            Estimand::Tempo => of_pairs(games, level),
            Estimand::Initial | Estimand::Openings => of_games(games, level),
        }
    }
}

fn of_games(games: &[Played], level: f64) -> Result<Option<Score>> {
    let tally = Tally::of(games);
    let counts = Wdl::new(tally.white, tally.draws, tally.black)?;
    let Some(value) = counts.score() else {
        return Ok(None);
    };
    Ok(Some(Score {
        value,
        interval: trinomial_score(&counts, level)?,
    }))
}

/// A pair with a game that was cut has no result.
fn of_pairs(games: &[Played], level: f64) -> Result<Option<Score>> {
    let pairs = games
        .chunks_exact(2)
        .filter_map(|pair| Some((mover_result(&pair[0])?, mover_result(&pair[1])?)));
    let pairs = Pentanomial::from_results(pairs)?;
    let Some(value) = pairs.score() else {
        return Ok(None);
    };
    Ok(Some(Score {
        value,
        interval: pairs_score(&pairs, level)?,
    }))
}

fn mover_result(game: &Played) -> Option<GameResult> {
    let mover = game.start.turn();
    game.result_for(mover)
}

/// What tells a row from the others.
#[derive(Clone, Debug)]
pub(crate) struct RowKey {
    pub(crate) variant: String,
    pub(crate) rules_hash: String,
    pub(crate) estimand: Estimand,
    pub(crate) sampling: String,
    pub(crate) seed: u64,
    pub(crate) checkpoint: String,
    pub(crate) simulations: u32,
}

/// The strength proxy of a row.
#[derive(Clone, Debug)]
pub(crate) struct Proxy {
    pub(crate) opponent: String,
    pub(crate) games: u64,
    pub(crate) score: Option<f64>,
}

impl AdvantageRow {
    pub(crate) fn new(
        key: &RowKey,
        games: &[Played],
        score: Option<&Score>,
        level: f64,
        proxy: &Proxy,
    ) -> Result<Self> {
        let tally = Tally::of(games);
        let end = |pick: fn(&Interval) -> f64| score.map(|score| pick(&score.interval));
        let points = |value: Option<f64>| optional::<4>(value.map(|value| 100.0 * (value - 0.5)));
        let value = score.map(|score| score.value);
        let elo = value.map(elo_from_score).transpose()?.flatten();
        let ratio = |part: u64, whole: u64| (whole > 0).then(|| part as f64 / whole as f64);
        Ok(Self {
            variant: key.variant.clone(),
            rules_hash: key.rules_hash.clone(),
            estimand: key.estimand.name().to_owned(),
            sampling: key.sampling.clone(),
            seed: key.seed,
            checkpoint: key.checkpoint.clone(),
            simulations: key.simulations,
            games: tally.games(),
            white_wins: tally.white,
            draws: tally.draws,
            black_wins: tally.black,
            capped: tally.capped,
            white_score: optional::<6>(value),
            white_score_low: optional::<6>(end(|interval| interval.low)),
            white_score_high: optional::<6>(end(|interval| interval.high)),
            level: level.to_string(),
            method: score
                .map(|score| score.interval.method.to_string())
                .unwrap_or_default(),
            advantage_pp: points(value),
            advantage_pp_low: points(end(|interval| interval.low)),
            advantage_pp_high: points(end(|interval| interval.high)),
            advantage_elo: optional::<2>(elo),
            mean_plies: optional::<4>(ratio(tally.plies, tally.games())),
            decisions_per_ply: optional::<4>(ratio(tally.decisions, tally.plies)),
            unique_games: tally.unique,
            proxy_opponent: proxy.opponent.clone(),
            proxy_games: proxy.games,
            proxy_score: proxy.score.map(decimals::<6>).unwrap_or_default(),
        })
    }
}
