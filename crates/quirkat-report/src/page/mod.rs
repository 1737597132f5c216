//! The page as parts, and as HTML.

mod document;
mod grid;
mod html;
mod text;

pub use document::{Block, Page, Quote, Section};
pub use grid::Grid;
pub(crate) use html::{GENERATOR, page_html};
pub(crate) use text::code;
