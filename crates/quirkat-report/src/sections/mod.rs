//! The parts of the page, each from the tables that it needs, and the page.

mod about;
mod agents;
mod factors;
mod games;
mod page;
mod result;
mod verdict_style;

pub use page::page;
