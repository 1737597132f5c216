use super::grid::Grid;
use crate::figures::Figure;

/// A report as parts, before it is text.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// Its title.
    pub title: String,
    /// What stands under it.
    pub subtitle: String,
    /// In order.
    pub sections: Vec<Section>,
}

/// A part of a page with a heading.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// What links to it name: letters and hyphens.
    pub id: &'static str,
    /// Its heading.
    pub title: String,
    /// In order.
    pub blocks: Vec<Block>,
}

/// What a section is made of. All texts are plain, with `code` between backticks and strong words
/// between double asterisks; nothing else in them is markup.
#[derive(Clone, Debug)]
pub enum Block {
    /// A smaller heading.
    Heading(String),
    /// A paragraph.
    Prose(String),
    /// Why something is not there.
    Absent(String),
    /// Items.
    List(Vec<String>),
    /// What must be known to read the rest rightly.
    Warnings(Vec<String>),
    /// Sentences that may be quoted.
    Quotes(Vec<Quote>),
    /// A drawing with its caption.
    Figure(Figure, String),
    /// Smaller drawings side by side.
    Gallery(Vec<(Figure, String)>),
    /// Rows and columns.
    Table(Grid),
    /// Text as it is, such as a command.
    Verbatim(String),
    /// Files beside the page: path, what it is.
    Links(Vec<(String, String)>),
}

/// A sentence with what it is good for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote {
    /// The sentence.
    pub text: String,
    /// Whether and how it may be used.
    pub standing: String,
    /// Whether it may stand in print.
    pub publishable: bool,
}

impl Section {
    /// A section without content.
    pub(crate) fn new(id: &'static str, title: impl Into<String>) -> Self {
        Self {
            id,
            title: title.into(),
            blocks: Vec::new(),
        }
    }

    pub(crate) fn prose(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Prose(text.into()));
    }

    pub(crate) fn absent(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Absent(text.into()));
    }

    pub(crate) fn heading(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Heading(text.into()));
    }

    pub(crate) fn figure(&mut self, figure: Figure, caption: impl Into<String>) {
        self.blocks.push(Block::Figure(figure, caption.into()));
    }

    pub(crate) fn table(&mut self, table: Grid) {
        self.blocks.push(Block::Table(table));
    }
}

impl Page {
    /// Its figures, in order.
    pub fn figures(&self) -> Vec<&Figure> {
        let mut figures = Vec::new();
        for block in self.sections.iter().flat_map(|section| &section.blocks) {
            match block {
                Block::Figure(figure, _) => figures.push(figure),
                Block::Gallery(all) => figures.extend(all.iter().map(|(figure, _)| figure)),
                _ => {}
            }
        }
        figures
    }
}
