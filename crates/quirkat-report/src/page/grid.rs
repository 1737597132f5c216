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

    /// Whether a column has numbers.
    pub(crate) fn is_numeric(&self, column: usize) -> bool {
        self.columns
            .get(column)
            .is_some_and(|(_, numeric)| *numeric)
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
