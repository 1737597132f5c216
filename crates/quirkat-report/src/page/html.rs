use super::document::{Block, Page, Quote, Section};
use super::grid::Grid;
use super::text::{Marked, Plain};
use crate::figures::{FIGURE_CSS, Figure};
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// How the page names its maker; a page without it is not overwritten.
pub(crate) const GENERATOR: &str = "<meta name=\"generator\" content=\"quirkat report\">";

const PAGE_CSS: &str = include_str!("page.css");

/// The page as one HTML file that loads nothing. Texts become HTML through [`Plain`] and [`Marked`]
/// alone.
pub(crate) fn page_html(page: &Page) -> String {
    let title = Plain(&page.title);
    let style = PreEscaped([PAGE_CSS, FIGURE_CSS].concat());
    html! {
        (DOCTYPE) "\n"
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                (PreEscaped(GENERATOR))
                title { (title) }
                style { "\n" (style) }
            }
            "\n"
            body {
                header {
                    h1 { (title) }
                    p.subtitle { (Marked(&page.subtitle)) }
                }
                "\n"
                nav aria-label="Contents" {
                    ul {
                        @for section in &page.sections {
                            li { a href={ "#" (section.id) } { (Plain(&section.title)) } }
                        }
                    }
                }
                "\n"
                main { @for section in &page.sections { (section_html(section)) } }
            }
        }
        "\n"
    }
    .into_string()
}

fn section_html(section: &Section) -> Markup {
    html! {
        section id=(section.id) {
            "\n"
            h2 { (Plain(&section.title)) }
            "\n"
            @for block in &section.blocks { (block_html(block)) "\n" }
        }
        "\n"
    }
}

fn block_html(block: &Block) -> Markup {
    html! {
        @match block {
            Block::Heading(text) => h3 { (Marked(text)) },
            Block::Prose(text) => p { (Marked(text)) },
            Block::Absent(text) => p.absent { (Marked(text)) },
            Block::List(items) => (list(items)),
            Block::Warnings(items) => div.warnings role="note" { (list(items)) },
            Block::Quotes(quotes) => @for quote in quotes { (quote_html(quote)) },
            Block::Figure(figure, caption) => (figure_html(figure, caption, "drawing")),
            Block::Gallery(figures) => div.gallery {
                @for (figure, caption) in figures { (figure_html(figure, caption, "drawing small-figure")) }
            },
            Block::Table(grid) => (grid_html(grid)),
            Block::Verbatim(text) => pre tabindex="0" { code { (Plain(text)) } },
            Block::Links(links) => ul {
                @for (path, text) in links {
                    li { a href=(Plain(path)) { (Plain(path)) } ": " (Marked(text)) }
                }
            },
        }
    }
}

fn list(items: &[String]) -> Markup {
    html! {
        ul { @for item in items { li { (Marked(item)) } "\n" } }
    }
}

fn quote_html(quote: &Quote) -> Markup {
    html! {
        figure.quote {
            blockquote class=[quote.publishable.then_some("publishable")] { (Marked(&quote.text)) }
            figcaption { (Marked(&quote.standing)) }
        }
        "\n"
    }
}

fn figure_html(figure: &Figure, caption: &str, class: &str) -> Markup {
    html! {
        figure class=(class) {
            p.drawing-title { (Plain(&figure.title)) }
            div.scroll { "\n" (PreEscaped(figure.inline())) "\n" }
            @if !caption.is_empty() { figcaption { (Marked(caption)) } }
        }
        "\n"
    }
}

fn grid_html(grid: &Grid) -> Markup {
    let class = |at: usize| grid.is_numeric(at).then_some("number");
    html! {
        div.scroll tabindex="0" {
            table {
                @if !grid.caption.is_empty() { caption { (Marked(&grid.caption)) } }
                thead {
                    tr {
                        @for (at, (title, _)) in grid.columns.iter().enumerate() {
                            th scope="col" class=[class(at)] { (Marked(title)) }
                        }
                    }
                }
                "\n"
                tbody {
                    @for row in &grid.rows {
                        tr {
                            @for (at, cell) in row.iter().enumerate() {
                                @if at == 0 {
                                    th scope="row" class=[class(at)] { (Marked(cell)) }
                                } @else {
                                    td class=[class(at)] { (Marked(cell)) }
                                }
                            }
                        }
                        "\n"
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let html = page_html(&page);
        assert!(!html.contains("<script"), "{html}");
        assert_eq!(html.matches("&lt;script&gt;").count(), 20);
    }
}
