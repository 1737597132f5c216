use super::xml::escape;

/// The style of figures, in light, dark and print.
pub(crate) const FIGURE_CSS: &str = include_str!("figure.css");

/// A comment in every drawing that is written as a file. A file without it is somebody else's.
pub(crate) const FIGURE_MARK: &str = "<!-- drawn by quirkat report -->";

/// A drawing with its words: inlined in the page and written as a file of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Its file is `<name>.svg`: letters, digits and hyphens.
    pub name: String,
    /// One line.
    pub title: String,
    /// What it shows, for those who cannot see it.
    pub description: String,
    /// Width and height in units of the drawing, about pixels.
    pub size: (f64, f64),
    /// Its shapes.
    pub body: String,
}

impl Figure {
    /// For the page, whose style sheet it uses.
    pub fn inline(&self) -> String {
        self.svg("", "")
    }

    /// A whole file: its style, and paper behind it.
    pub fn file(&self) -> String {
        let style = format!("<style>\n{FIGURE_CSS}</style>\n");
        let paper = format!(
            "<rect class=\"paper\" width=\"{:.0}\" height=\"{:.0}\"/>\n",
            self.size.0, self.size.1
        );
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{FIGURE_MARK}\n{}\n",
            self.svg(&style, &paper)
        )
    }

    fn svg(&self, style: &str, paper: &str) -> String {
        let (width, height) = self.size;
        let name = escape(&self.name);
        let pattern = format!(
            "<defs><pattern id=\"{name}-hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" \
             patternTransform=\"rotate(45)\"><rect class=\"hatch-ground\" width=\"6\" height=\"6\"/>\
             <rect class=\"hatch\" width=\"2.4\" height=\"6\"/></pattern></defs>\n"
        );
        let uses_pattern = self.body.contains("-hatch)");
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"figure\" viewBox=\"0 0 {width:.0} {height:.0}\" \
             width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\" aria-labelledby=\"{name}-title {name}-desc\">\n\
             <title id=\"{name}-title\">{}</title>\n<desc id=\"{name}-desc\">{}</desc>\n{style}{}{paper}{}</svg>",
            escape(&self.title),
            escape(&self.description),
            if uses_pattern { &pattern } else { "" },
            self.body,
        )
    }
}

#[cfg(test)]
pub(crate) fn check(figure: &Figure) {
    for text in [figure.inline(), figure.file()] {
        let document = roxmltree::Document::parse(&text).expect("well-formed XML");
        assert_eq!(document.root_element().tag_name().name(), "svg");
        for node in document.descendants() {
            for attribute in node.attributes() {
                let value = attribute.value();
                assert!(
                    !value.contains("NaN") && !value.contains("inf"),
                    "{} = {value}",
                    attribute.name()
                );
                if matches!(
                    attribute.name(),
                    "x" | "y" | "x1" | "x2" | "y1" | "y2" | "cx" | "cy" | "width" | "height"
                ) {
                    let number: f64 = value.parse().expect("a number");
                    assert!(
                        (-1.0..=2000.0).contains(&number) || node.tag_name().name() == "pattern",
                        "{} = {value} in {}",
                        attribute.name(),
                        figure.name
                    );
                }
            }
        }
        for wanted in ["title", "desc"] {
            assert!(
                document.root_element().children().any(|node| node
                    .has_tag_name(("http://www.w3.org/2000/svg", wanted))
                    && node.text().is_some_and(|text| !text.is_empty())),
                "{wanted} of {}",
                figure.name
            );
        }
    }
}
