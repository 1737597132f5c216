//! Grading agents by exact values: positions with the value of their moves, how they are drawn,
//! and how often an agent keeps the value.

mod draw;
mod grade;
mod position;
mod published;
mod table;

pub use draw::{Draw, draw_positions};
pub use grade::Grader;
pub use position::{GradedPosition, STRATA, read_positions, stratum_of, write_positions};
pub use published::published_for;
pub use table::print_grades;
