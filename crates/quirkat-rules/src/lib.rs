//! The games of the Alquerque family on the 5×5 board: rules as data, positions, moves, notation,
//! history and draws, perft, symmetries, one fixed action space for every rule set, and
//! [`VecEnv`], many games stepped in lockstep.
//!
//! The crate has no I/O, no floats, no clock and no random numbers of its own.
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

mod action;
mod bits;
mod board;
mod color;
mod direction;
mod game;
mod geometry;
mod hop;
mod lanes;
mod legal;
mod men;
mod moves;
mod notation;
mod numbered;
mod outcome;
mod perft;
mod planes;
mod playout;
mod point;
mod position;
mod preset;
mod raw;
mod rules;
mod setup;
mod symmetry;
mod vec_env;
mod walk;

pub use action::{Action, ActionMask, Hop};
pub use board::Board;
pub use color::Color;
pub use direction::Direction;
pub use game::{Game, IllegalAction, Mark, Moment};
pub use geometry::Geometry;
pub use legal::IllegalMove;
pub use moves::{MAX_HOPS, Move, MoveKind};
pub use notation::{MoveSyntaxError, PositionError, PositionFault};
pub use outcome::{Outcome, Reason};
pub use perft::{PerftUnit, divide, perft};
pub use planes::{BROADCAST_PLANES, PLANE_NAMES, PLANES, Planes, SPATIAL_PLANES, write_planes};
pub use playout::{PlayedOut, Playout};
pub use point::Point;
pub use position::Position;
pub use preset::{Preset, UnknownPreset};
pub use raw::RawPosition;
pub use rules::{
    Capture, Chain, Directions, Huffing, LandOnStart, LastRowStep, Majority, Promotion,
    RefusedRules, Rejump, Rules, StepBack,
};
pub use setup::{Ban, Setup};
pub use vec_env::{StepBuffers, VecEnv, VecEnvError};

/// Version of the meaning of the rule switches. It enters [`Rules::hash`]: results measured under
/// another version are not the same game.
pub const RULES_VERSION: u32 = 1;

/// Version of the bit planes ([`Planes`]) and of what each plane says.
pub const ENCODING_VERSION: u32 = 1;

/// Version of the action table: the order of the 290 [`Action`] ids.
pub const ACTIONS_VERSION: u32 = 1;
