//! Drawings as SVG: deterministic, without scripts or fonts of their own, colours that
//! colour-blind readers can tell apart and markers that do without colour.

mod bars;
mod canvas;
mod figure;
mod forest;
mod lines;
mod scale;

pub(crate) use bars::{lengths, outcome_bars};
pub(crate) use canvas::Marker;
pub(crate) use figure::FIGURE_CSS;
pub use figure::Figure;
pub(crate) use forest::{Forest, ForestRow, Mark, described};
pub(crate) use lines::{Axis, AxisKind, Lines, Point, Series, series_class, series_marker};
