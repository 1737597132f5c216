//! PDN: games as text, with tags, numbered moves and comments.

mod reader;
mod scanner;
mod writer;

pub(crate) use reader::read_pdn;
pub(crate) use writer::write_pdn;
