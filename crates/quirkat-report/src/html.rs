use super::figures::{FIGURE_CSS, Figure};
use std::fmt::Write;

/// How the page names its maker; a page without it is not overwritten.
pub(crate) const GENERATOR: &str = "<meta name=\"generator\" content=\"quirkat report\">";

const PAGE_CSS: &str = include_str!("page.css");

/// A text with everything that HTML and XML read as markup written out. Characters that XML has
/// not are replaced.
pub(crate) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\n' | '\t' => safe.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}

/// The same with `code` between backticks and *strong* words between asterisks doubled.
pub(crate) fn marked_up(text: &str) -> String {
    let code = paired(&escape(text), "`", "code");
    paired(&code, "**", "strong")
}

fn paired(text: &str, mark: &str, element: &str) -> String {
    let parts: Vec<&str> = text.split(mark).collect();
    let mut result = String::new();
    for (index, part) in parts.iter().enumerate() {
        // A mark without its partner is a character like others.
        if index > 0 {
            if index + 1 == parts.len() && index % 2 == 1 {
                result.push_str(mark);
            } else {
                let slash = if index % 2 == 1 { "" } else { "/" };
                let _ = write!(result, "<{slash}{element}>");
            }
        }
        result.push_str(part);
    }
    result
}

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

/// A table.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    /// What it is.
    pub caption: String,
    /// Headings; whether a column has numbers.
    pub columns: Vec<(String, bool)>,
    /// Cells.
    pub rows: Vec<Vec<String>>,
}

impl Grid {
    /// A table with these headings; those that begin with `#` are of columns with numbers.
    pub(crate) fn new(caption: impl Into<String>, columns: &[&str]) -> Self {
        let column = |title: &&str| match title.strip_prefix('#') {
            Some(title) => (title.to_owned(), true),
            None => ((*title).to_owned(), false),
        };
        Self {
            caption: caption.into(),
            columns: columns.iter().map(column).collect(),
            rows: Vec::new(),
        }
    }

    /// Without columns, but for the first, that have no value in any row.
    pub(crate) fn without_empty_columns(mut self) -> Self {
        let empty = |at: usize| {
            let cell = |row: &Vec<String>| {
                row.get(at)
                    .is_none_or(|cell| cell.is_empty() || cell == "–")
            };
            self.rows.iter().all(cell)
        };
        let kept: Vec<bool> = (0..self.columns.len())
            .map(|at| at == 0 || !empty(at))
            .collect();
        let mut places = kept.iter();
        self.columns.retain(|_| *places.next().unwrap_or(&true));
        for row in &mut self.rows {
            let mut places = kept.iter();
            row.retain(|_| *places.next().unwrap_or(&true));
        }
        self
    }
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

    /// The page as one HTML file that loads nothing.
    pub fn html(&self) -> String {
        let title = escape(&self.title);
        let mut html = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n{GENERATOR}\n<title>{title}</title>\n\
             <style>\n{PAGE_CSS}{FIGURE_CSS}</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>\n<p class=\"subtitle\">{}</p>\n</header>\n",
            marked_up(&self.subtitle)
        );
        html.push_str("<nav aria-label=\"Contents\">\n<ul>\n");
        for section in &self.sections {
            let _ = writeln!(
                html,
                "<li><a href=\"#{}\">{}</a></li>",
                section.id,
                escape(&section.title)
            );
        }
        html.push_str("</ul>\n</nav>\n<main>\n");
        for section in &self.sections {
            let _ = writeln!(
                html,
                "<section id=\"{}\">\n<h2>{}</h2>",
                section.id,
                escape(&section.title)
            );
            for block in &section.blocks {
                write_block(&mut html, block);
            }
            html.push_str("</section>\n");
        }
        html.push_str("</main>\n</body>\n</html>\n");
        html
    }
}

fn write_block(html: &mut String, block: &Block) {
    let _ = match block {
        Block::Heading(text) => writeln!(html, "<h3>{}</h3>", marked_up(text)),
        Block::Prose(text) => writeln!(html, "<p>{}</p>", marked_up(text)),
        Block::Absent(text) => writeln!(html, "<p class=\"absent\">{}</p>", marked_up(text)),
        Block::List(items) => writeln!(html, "<ul>\n{}</ul>", list_items(items)),
        Block::Warnings(items) => {
            writeln!(
                html,
                "<div class=\"warnings\" role=\"note\">\n<ul>\n{}</ul>\n</div>",
                list_items(items)
            )
        }
        Block::Quotes(quotes) => {
            for quote in quotes {
                let class = if quote.publishable {
                    " class=\"publishable\""
                } else {
                    ""
                };
                let _ = writeln!(
                    html,
                    "<figure class=\"quote\">\n<blockquote{class}>{}</blockquote>\n<figcaption>{}</figcaption>\n</figure>",
                    marked_up(&quote.text),
                    marked_up(&quote.standing)
                );
            }
            Ok(())
        }
        Block::Figure(figure, caption) => writeln!(html, "{}", figure_html(figure, caption, "")),
        Block::Gallery(figures) => {
            html.push_str("<div class=\"gallery\">\n");
            for (figure, caption) in figures {
                let _ = writeln!(html, "{}", figure_html(figure, caption, " small-figure"));
            }
            writeln!(html, "</div>")
        }
        Block::Table(table) => {
            write_table(html, table);
            Ok(())
        }
        Block::Verbatim(text) => writeln!(
            html,
            "<pre tabindex=\"0\"><code>{}</code></pre>",
            escape(text)
        ),
        Block::Links(links) => {
            html.push_str("<ul>\n");
            for (path, text) in links {
                let path = escape(path);
                let _ = writeln!(
                    html,
                    "<li><a href=\"{path}\">{path}</a>: {}</li>",
                    marked_up(text)
                );
            }
            writeln!(html, "</ul>")
        }
    };
}

fn list_items(items: &[String]) -> String {
    let item = |text: &String| format!("<li>{}</li>\n", marked_up(text));
    items.iter().map(item).collect()
}

fn figure_html(figure: &Figure, caption: &str, class: &str) -> String {
    let caption = if caption.is_empty() {
        String::new()
    } else {
        format!("<figcaption>{}</figcaption>\n", marked_up(caption))
    };
    format!(
        "<figure class=\"drawing{class}\">\n<p class=\"drawing-title\">{}</p>\n<div class=\"scroll\">\n{}\n</div>\n{caption}</figure>",
        escape(&figure.title),
        figure.inline()
    )
}

fn write_table(html: &mut String, table: &Grid) {
    html.push_str("<div class=\"scroll\" tabindex=\"0\">\n<table>\n");
    if !table.caption.is_empty() {
        let _ = writeln!(html, "<caption>{}</caption>", marked_up(&table.caption));
    }
    html.push_str("<thead><tr>");
    for (title, numeric) in &table.columns {
        let class = if *numeric { " class=\"number\"" } else { "" };
        let _ = write!(html, "<th scope=\"col\"{class}>{}</th>", marked_up(title));
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        html.push_str("<tr>");
        for (index, cell) in row.iter().enumerate() {
            let numeric = table
                .columns
                .get(index)
                .is_some_and(|(_, numeric)| *numeric);
            let class = if numeric { " class=\"number\"" } else { "" };
            let cell = marked_up(cell);
            let _ = if index == 0 {
                write!(html, "<th scope=\"row\"{class}>{cell}</th>")
            } else {
                write!(html, "<td{class}>{cell}</td>")
            };
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody>\n</table>\n</div>\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_from_a_file_is_markup() {
        assert_eq!(
            escape("<a href='x'>&\u{1}"),
            "&lt;a href=&#39;x&#39;&gt;&amp;\u{fffd}"
        );
        assert_eq!(
            marked_up("`<b>` and **x**"),
            "<code>&lt;b&gt;</code> and <strong>x</strong>"
        );
        assert_eq!(marked_up("one ` mark"), "one ` mark");
        assert_eq!(marked_up("a `b` c ` d"), "a <code>b</code> c ` d");
    }

    #[test]
    fn columns_without_a_value_are_left_out() {
        let mut table = Grid::new("", &["name", "#a", "b", "#c"]);
        for cells in [["x", "–", "", "–"], ["y", "–", "", "1"]] {
            table
                .rows
                .push(cells.iter().map(ToString::to_string).collect());
        }
        let table = table.without_empty_columns();
        assert_eq!(
            table.columns,
            [("name".to_owned(), false), ("c".to_owned(), true)]
        );
        assert_eq!(table.rows, [["x", "–"], ["y", "1"]]);
    }

    #[test]
    fn every_block_escapes_its_texts() {
        let evil = "</p><script>alert(1)</script>".to_owned();
        let mut table = Grid::new(&*evil, &[&evil, "#n"]);
        table.rows.push(vec![evil.clone(), evil.clone()]);
        let quote = Quote {
            text: evil.clone(),
            standing: evil.clone(),
            publishable: true,
        };
        let mut section = Section::new("s", &*evil);
        section.blocks = vec![
            Block::Heading(evil.clone()),
            Block::Prose(evil.clone()),
            Block::Absent(evil.clone()),
            Block::List(vec![evil.clone()]),
            Block::Warnings(vec![evil.clone()]),
            Block::Quotes(vec![quote]),
            Block::Table(table),
            Block::Verbatim(evil.clone()),
            Block::Links(vec![(evil.clone(), evil.clone())]),
        ];
        let page = Page {
            title: evil.clone(),
            subtitle: evil.clone(),
            sections: vec![section],
        };
        let html = page.html();
        assert!(!html.contains("<script"), "{html}");
        assert_eq!(html.matches("&lt;script&gt;").count(), 20);
    }
}
