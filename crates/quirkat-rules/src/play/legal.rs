use crate::board::color::Color;
use crate::board::point::Point;
use crate::play::action::Action;
use crate::play::moves::{Move, MoveKind};
use crate::play::position::Position;
use crate::rules::geometry::Geometry;

/// Why a move is not legal in a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("illegal move `{played}`: {why}")]
pub struct IllegalMove {
    /// The move as given.
    pub played: Move,
    why: Why,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum Why {
    #[error("the game is over")]
    GameOver,
    #[error("there is no piece to huff on {0}")]
    NothingToHuff(Point),
    #[error("{color} has no piece on {point}")]
    NoPiece { color: Color, point: Point },
    #[error("a capture is compulsory here, for example `{0}`")]
    CaptureFirst(Move),
    #[error("the capture must go on, for example `{0}`")]
    GoOn(Move),
    #[error("{color} to move has {list}")]
    NotAmong { color: Color, list: String },
}

impl Position {
    /// The position after a move of the notation. Inside a capture in progress the move's path
    /// starts where the piece stands.
    ///
    /// # Errors
    /// When the move is not legal, with the likeliest reason.
    pub fn after_move(&self, geometry: &Geometry, played: Move) -> Result<Self, IllegalMove> {
        let moves = self.moves(geometry);
        match moves.iter().find(|(legal, _)| *legal == played) {
            Some(&(_, next)) => Ok(next),
            None => Err(IllegalMove {
                played,
                why: self.why_not(&moves, played),
            }),
        }
    }

    /// The actions that make up a legal move.
    pub fn actions_of(&self, geometry: &Geometry, legal: Move) -> Vec<Action> {
        let points: Vec<u8> = legal
            .points()
            .map(|point| point.seen_by(self.turn).index())
            .collect();
        if legal.kind() == MoveKind::Huff {
            return vec![Action::huff(Point::at(points[0]))];
        }
        let mut position = *self;
        let mut actions = Vec::with_capacity(points.len());
        for pair in points.windows(2) {
            let action = Action::pair(pair[0], pair[1]);
            position = position.after_action(geometry, action);
            actions.push(action);
        }
        if position.is_capturing() {
            actions.push(Action::STOP);
        }
        actions
    }

    fn why_not(&self, moves: &[(Move, Self)], played: Move) -> Why {
        let Some(&(first, _)) = moves.first() else {
            return Why::GameOver;
        };
        if played.kind() == MoveKind::Huff {
            return Why::NothingToHuff(played.from());
        }
        let from = played.from();
        if self.own & from.seen_by(self.turn).bit() == 0 {
            return Why::NoPiece {
                color: self.turn,
                point: from,
            };
        }
        let captures = moves
            .iter()
            .map(|&(legal, _)| legal)
            .filter(|m| m.kind() == MoveKind::Capture);
        if played.kind() == MoveKind::Step
            && moves
                .iter()
                .all(|(legal, _)| legal.kind() != MoveKind::Step)
            && first.kind() == MoveKind::Capture
        {
            return Why::CaptureFirst(first);
        }
        let begun: Vec<Point> = played.points().collect();
        let mut longer = captures.filter(|m| {
            m.points().len() > begun.len() && m.points().zip(&begun).all(|(a, b)| a == *b)
        });
        if let Some(longer) = longer.next()
            && played.kind() == MoveKind::Capture
        {
            return Why::GoOn(longer);
        }
        let mut texts: Vec<String> = moves.iter().map(|(legal, _)| legal.to_string()).collect();
        texts.sort_unstable();
        let more = texts.len().saturating_sub(12);
        texts.truncate(12);
        let mut list = texts.join(" ");
        if more > 0 {
            list = format!("{list} and {more} more");
        }
        Why::NotAmong {
            color: self.turn,
            list,
        }
    }
}
