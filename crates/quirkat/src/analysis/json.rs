//! Analyses as JSON objects. Fields are only ever added; `version` rises when one changes its
//! meaning. Numbers are rounded to six decimals; what is not known is `null`.

use super::table::proven_name;
use super::{GameAnalysis, PositionAnalysis, SideSummary, score};
use quirkat_mcts::Wdl;
use quirkat_record::{RecordedGame, RecordedResult};
use quirkat_rules::{Color, Position};
use quirkat_solver::Bounds;
use quirkat_variant::Variant;
use serde::Serialize;

const VERSION: u32 = 1;

/// Who was asked, and about which rules.
#[derive(Clone, Debug, Serialize)]
struct Asked {
    version: u32,
    ruleset: String,
    rules_hash: String,
    agent: String,
    simulations: Option<u32>,
    seed: u64,
}

impl Asked {
    fn new(variant: &Variant, agent: &str, simulations: Option<u32>, seed: u64) -> Self {
        Self {
            version: VERSION,
            ruleset: variant.name.clone(),
            rules_hash: variant.rules_hash(),
            agent: agent.to_owned(),
            simulations,
            seed,
        }
    }
}

/// The analysis of a position.
#[derive(Clone, Debug, Serialize)]
pub struct PositionObject {
    #[serde(flatten)]
    asked: Asked,
    fen: String,
    turn: char,
    /// `w`, `b`, `d` when the game is over.
    result: Option<char>,
    value: Option<Chances>,
    exact: Option<String>,
    choice: Option<String>,
    line: Vec<String>,
    moves: Vec<MoveObject>,
}

#[derive(Clone, Debug, Serialize)]
struct MoveObject {
    r#move: String,
    fen: String,
    prior: Option<f64>,
    visits: Option<u32>,
    share: Option<f64>,
    value: Option<Chances>,
    proven: Option<&'static str>,
    exact: Option<String>,
}

/// W/D/L and the expected score, for the side to move or the maker of the move.
#[derive(Clone, Copy, Debug, Serialize)]
struct Chances {
    win: f64,
    draw: f64,
    loss: f64,
    score: f64,
}

impl From<Wdl> for Chances {
    fn from(value: Wdl) -> Self {
        Self {
            win: rounded(value.win.into()),
            draw: rounded(value.draw.into()),
            loss: rounded(value.loss.into()),
            score: rounded(score(value)),
        }
    }
}

impl PositionObject {
    /// From an analysis and who made it.
    pub fn new(
        analysis: &PositionAnalysis,
        variant: &Variant,
        agent: &str,
        simulations: Option<u32>,
        seed: u64,
    ) -> Self {
        let turn = analysis.position.turn();
        let moves = analysis.moves.iter().map(|of_move| MoveObject {
            r#move: of_move.played.token(),
            fen: of_move.next.to_string(),
            prior: of_move.prior.map(rounded),
            visits: of_move.visits,
            share: of_move.share.map(rounded),
            value: of_move.value.map(Chances::from),
            proven: of_move.proven.map(|proven| proven_name(proven, turn)),
            exact: exact(of_move.exact),
        });
        Self {
            asked: Asked::new(variant, agent, simulations, seed),
            fen: analysis.position.to_string(),
            turn: turn.letter(),
            result: analysis.outcome.map(quirkat_rules::Outcome::letter),
            value: analysis.value.map(Chances::from),
            exact: exact(analysis.exact),
            choice: analysis.choice.map(quirkat_rules::Move::token),
            line: analysis.line.iter().map(|played| played.token()).collect(),
            moves: moves.collect(),
        }
    }
}

/// The analysis of a game.
#[derive(Clone, Debug, Serialize)]
pub struct GameObject {
    #[serde(flatten)]
    asked: Asked,
    game: usize,
    start: String,
    result: Option<&'static str>,
    reason: Option<String>,
    moves: Vec<PlyObject>,
    white: SideObject,
    black: SideObject,
}

#[derive(Clone, Debug, Serialize)]
struct PlyObject {
    number: usize,
    side: char,
    r#move: String,
    legal: usize,
    best: Option<String>,
    /// The expected score after `best`, after the move, and the difference, at least 0.
    best_score: Option<f64>,
    score: Option<f64>,
    loss: Option<f64>,
    value: Option<Chances>,
    exact_before: Option<&'static str>,
    exact_after: Option<&'static str>,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct SideObject {
    moves: usize,
    choices: usize,
    asked: usize,
    agreed: usize,
    mean_loss: Option<f64>,
    exact: usize,
    exact_errors: usize,
}

impl From<SideSummary> for SideObject {
    fn from(summary: SideSummary) -> Self {
        Self {
            moves: summary.moves,
            choices: summary.choices,
            asked: summary.asked,
            agreed: summary.agreed,
            mean_loss: summary.mean_loss.map(rounded),
            exact: summary.exact,
            exact_errors: summary.exact_errors,
        }
    }
}

impl GameObject {
    /// From an analysis and who made it.
    pub fn new(
        analysis: &GameAnalysis,
        recorded: &RecordedGame,
        variant: &Variant,
        agent: &str,
        simulations: Option<u32>,
        seed: u64,
    ) -> Self {
        let moves = analysis.plies.iter().map(|ply| PlyObject {
            number: ply.number,
            side: ply.side.letter(),
            r#move: ply.played.token(),
            legal: ply.legal,
            best: ply.best.map(quirkat_rules::Move::token),
            best_score: ply.scores.map(|(best, _)| rounded(best)),
            score: ply.scores.map(|(_, played)| rounded(played)),
            loss: ply.loss().map(rounded),
            value: ply.value.map(Chances::from),
            exact_before: ply.exact.map(|(before, _)| before.name()),
            exact_after: ply.exact.map(|(_, after)| after.name()),
        });
        let start = recorded.start.clone();
        Self {
            asked: Asked::new(variant, agent, simulations, seed),
            game: recorded.place.game,
            start: start.unwrap_or_else(|| Position::START.to_string()),
            result: recorded.result.map(RecordedResult::letter),
            reason: recorded.reason.clone(),
            moves: moves.collect(),
            white: analysis.summary(Color::White).into(),
            black: analysis.summary(Color::Black).into(),
        }
    }
}

fn exact(bounds: Option<Bounds>) -> Option<String> {
    bounds.map(|bounds| bounds.to_string())
}

fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}
