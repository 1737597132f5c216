//! The games of the Alquerque family on the 5×5 board: rules as data, positions, moves, notation,
//! history and draws, perft, symmetries, one fixed action space for every rule set, and
//! [`VecEnv`], many games stepped in lockstep.
//!
//! The crate has no I/O, no floats, no clock and no random numbers of its own.
//!
//! # Where things stand
//! | folder | what it holds |
//! |---|---|
//! | `board` | colours, points, directions, lines, stones, and sets of points as bits |
//! | `rules` | the switches, the named rule sets, and the tables that follow from switches |
//! | `play` | positions, captures, moves, actions hop by hop, games with their draws, perft |
//! | `text` | positions and moves as strings |
//! | `observation` | what a network sees, and the symmetries |
//! | `fast` | the same by vector instructions and by number: perft, [`VecEnv`], [`Playout`] |
//!
//! Each folder knows only those above it. Nothing outside `fast` uses what is inside: without that
//! folder the rules are still complete, and tests hold each fast path to the plain one.
//!
//! # Point of view
//! A [`Position`] is held from the side to move: its own stones always move up the board. Turning
//! the board half a turn and swapping the colours therefore changes nothing but
//! [`Position::turn`], and no code can treat White and Black differently. [`Action`] ids and
//! bit planes are seen from the side to move too; [`Move`]s, [`Board`]s and strings name
//! the points of the real board.
//!
//! ```
//! use quirkat_rules::{Game, Geometry, Rules};
//! use std::sync::Arc;
//!
//! let geometry = Arc::new(Geometry::new(Rules::STANDARD));
//! let mut game = Game::new(Arc::clone(&geometry));
//! game.play_text("d2-c3").unwrap();
//! assert_eq!(game.position().to_string(), "bbbbb/bbbbb/bbwww/www1w/wwwww b");
//! ```

mod board;
mod fast;
mod observation;
mod play;
mod rules;
mod text;

// The shared random rule sets name this crate from outside.
#[cfg(test)]
extern crate self as quirkat_rules;
#[cfg(test)]
#[path = "../../../tests/support/random_rules.rs"]
mod random_rules;

pub use board::color::Color;
pub use board::direction::Direction;
pub use board::point::Point;
pub use board::points;
pub use board::stones::Board;
pub use fast::perft::{divide, perft};
pub use fast::playout::{PlayedOut, Playout};
pub use fast::vec_env::{StepBuffers, VecEnv, VecEnvError};
pub use observation::planes::{
    BAN_PLANES, BROADCAST_PLANES, ENCODING_VERSION, JUMPED_PLANES, PLANE_NAMES, PLANES, Planes,
    SPATIAL_PLANES, mirror_planes, write_planes,
};
pub use play::action::{ACTIONS_VERSION, Action, ActionMask, Hop};
pub use play::game::{Game, IllegalAction, Mark, Moment};
pub use play::legal::IllegalMove;
pub use play::moves::{MAX_HOPS, Move, MoveKind};
pub use play::outcome::{Outcome, Reason};
pub use play::perft::{PerftUnit, plain_perft};
pub use play::position::Position;
pub use play::raw::RawPosition;
pub use rules::geometry::Geometry;
pub use rules::preset::{Preset, UnknownPreset};
pub use rules::switches::{
    Capture, Chain, Directions, Huffing, LandOnStart, LastRowStep, Majority, Promotion,
    RULES_VERSION, RefusedRules, Rejump, Rules, StepBack,
};
pub use text::notation::{MoveSyntaxError, PositionError};
pub use text::setup::{Ban, PositionFault, Setup};
