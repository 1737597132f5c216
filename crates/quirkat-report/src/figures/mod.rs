//! Drawings as SVG: deterministic, without scripts or fonts of their own, colours that
//! colour-blind readers can tell apart and markers that do without colour.

mod canvas;
mod figure;
mod forest;
mod histograms;
mod labels;
mod lines;
mod outcome_bars;
mod scale;
mod series;
mod xml;

pub(crate) use canvas::Marker;
pub use figure::Figure;
pub(crate) use figure::{FIGURE_CSS, FIGURE_MARK};
pub(crate) use forest::{ForestMark, ForestPlot, ForestRow, described};
pub(crate) use histograms::lengths;
pub(crate) use lines::{Axis, AxisKind, Curve, LineChart, Point};
pub(crate) use outcome_bars::outcome_bars;
pub(crate) use series::{series_class, series_marker};
pub(crate) use xml::printable;
