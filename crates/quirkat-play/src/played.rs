use quirkat_mcts::{Root, Wdl};
use quirkat_rules::{Action, Color, Game, Geometry, Hop, Move, MoveKind, Outcome, Point, Position};
use quirkat_stats::GameResult;
use std::sync::Arc;

/// A game that was played to its end or to the length limit.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedGame {
    /// Its number among the games planned.
    pub number: u64,
    /// Where it began.
    pub start: Position,
    /// Every hop, seen from the side to move.
    pub actions: Vec<Action>,
    /// The moves of the notation.
    pub moves: Vec<Move>,
    /// How it ended, `None` when it was cut by the length limit or forfeited.
    pub outcome: Option<Outcome>,
    /// Who lost it because their engine failed, and how.
    pub forfeit: Option<Forfeit>,
    /// Searches with more than one legal action.
    pub decisions: u32,
    /// How far White and Black, in this order, played exactly.
    pub exact: [ExactShare; 2],
    /// Search results to learn from, when asked for.
    pub targets: Vec<Target>,
}

/// The end of a game whose engine crashed, gave no answer in time or an illegal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// Whose engine it was.
    pub loser: Color,
    /// What it did.
    pub why: String,
}

/// The moves of a perfect player in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExactShare {
    /// Moves with another legal move beside them.
    pub choices: u32,
    /// Those whose exact value was known.
    pub exact: u32,
    /// Those that a certificate proves safe while the exact value is open.
    pub safe: u32,
}

/// What a search said at one decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// Index into [`PlayedGame::actions`] of the action decided on.
    pub at: u32,
    /// Legal actions and their shares.
    pub policy: Vec<(Action, f32)>,
    /// The root's value for its side to move.
    pub value: Wdl,
}

impl Target {
    /// Of a root, for the action with this index in its game.
    pub fn of(root: &Root, at: usize) -> Self {
        let shares = root.policy();
        Self {
            at: at as u32,
            policy: root
                .edges
                .iter()
                .map(|edge| edge.action)
                .zip(shares)
                .collect(),
            value: root.value().unwrap_or(Wdl::UNKNOWN),
        }
    }
}

/// A game in play with what is recorded of it.
#[derive(Clone, Debug)]
pub struct GameInPlay {
    /// As it stands.
    pub game: Game,
    /// What was recorded so far.
    pub played: PlayedGame,
    /// Points of the move in progress.
    path: Vec<Point>,
    men: u32,
}

impl GameInPlay {
    /// A game that begins.
    pub fn new(game: Game, number: u64) -> Self {
        let played = PlayedGame {
            number,
            start: *game.position(),
            actions: Vec::new(),
            moves: Vec::new(),
            outcome: game.outcome(),
            forfeit: None,
            decisions: 0,
            exact: [ExactShare::default(); 2],
            targets: Vec::new(),
        };
        let men = men(&game);
        Self {
            game,
            played,
            path: Vec::new(),
            men,
        }
    }

    /// Plays a legal action and, at the end of a ply, notes the move.
    pub fn play(&mut self, action: Action) {
        let turn: Color = self.game.turn();
        self.played.actions.push(action);
        self.game.play_legal(action);
        match action.hop() {
            Hop::Go(from, to) => {
                if self.path.is_empty() {
                    self.path.push(from.seen_by(turn));
                }
                self.path.push(to.seen_by(turn));
            }
            Hop::Huff(point) => self.path.push(point.seen_by(turn)),
            Hop::Stop => {}
        }
        if self.game.position().is_capturing() {
            return;
        }
        let kind = match action.hop() {
            Hop::Huff(_) => MoveKind::Huff,
            _ if men(&self.game) < self.men => MoveKind::Capture,
            _ => MoveKind::Step,
        };
        self.played.moves.extend(Move::new(kind, &self.path));
        self.path.clear();
        self.men = men(&self.game);
        self.played.outcome = self.game.outcome();
    }
}

fn men(game: &Game) -> u32 {
    let (own, opponent) = game.position().counts();
    own + opponent
}

impl PlayedGame {
    /// The game again from its hops. `None` when one of them is illegal.
    pub fn replay(
        geometry: &Arc<Geometry>,
        number: u64,
        start: Position,
        actions: &[Action],
    ) -> Option<Self> {
        let mut game = GameInPlay::new(Game::from_position(Arc::clone(geometry), start), number);
        for &action in actions {
            if !game.game.legal_actions().contains(action) {
                return None;
            }
            game.play(action);
        }
        Some(game.played)
    }

    /// The result for a player, by the rules or because an engine failed; `None` when the game was cut.
    pub fn result_for(&self, player: Color) -> Option<GameResult> {
        let winner = match &self.forfeit {
            Some(forfeit) => Some(!forfeit.loser),
            None => self.outcome?.winner,
        };
        Some(match winner {
            None => GameResult::Draw,
            Some(winner) if winner == player => GameResult::Win,
            Some(_) => GameResult::Loss,
        })
    }

    /// `w`, `b`, `d`, or empty when the game was cut.
    pub fn result(&self) -> String {
        self.outcome
            .map(|outcome| outcome.letter().to_string())
            .unwrap_or_default()
    }

    /// The reason of the end, or `capped`.
    pub fn reason(&self) -> &'static str {
        self.outcome
            .map_or("capped", |outcome| outcome.reason.name())
    }

    /// The moves in notation, separated by spaces, a huff as one token.
    pub fn line(&self) -> String {
        self.moves
            .iter()
            .map(|played| played.token())
            .collect::<Vec<_>>()
            .join(" ")
    }
}
