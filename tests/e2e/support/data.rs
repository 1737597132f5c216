use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The top folder.
pub(super) fn repository() -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    path.canonicalize().expect("the top folder exists")
}

/// A path in the top folder, as text.
pub(crate) fn path_in_repository(name: &str) -> String {
    let path = repository().join(name);
    path.to_str().expect("paths are UTF-8").to_owned()
}

/// The content of a file in the top folder.
pub(crate) fn text_in_repository(name: &str) -> String {
    let path = path_in_repository(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The lines of a file of golden data.
pub(crate) fn json_lines(name: &str) -> Vec<serde_json::Value> {
    let text = text_in_repository(&format!("tests/data/rules/{name}"));
    let line = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{name}: {error}"));
    text.lines().map(line).collect()
}

/// A row of a CSV by column name.
#[derive(Clone, Debug)]
pub(crate) struct Row(HashMap<String, String>);

impl Row {
    #[track_caller]
    pub(crate) fn get(&self, column: &str) -> &str {
        let value = self.0.get(column);
        value.unwrap_or_else(|| panic!("no column `{column}`"))
    }

    #[track_caller]
    pub(crate) fn number(&self, column: &str) -> f64 {
        let text = self.get(column);
        let number = text.parse();
        number.unwrap_or_else(|_| panic!("`{text}` in column `{column}` is no number"))
    }

    /// Several fields joined, as a key.
    #[track_caller]
    pub(crate) fn key(&self, columns: &[&str]) -> String {
        let fields: Vec<&str> = columns.iter().map(|column| self.get(column)).collect();
        fields.join("|")
    }
}

/// The rows of a CSV.
pub(crate) fn csv_rows(text: &str) -> Vec<Row> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().expect("a header").clone();
    let owned = |text: &str| text.to_owned();
    reader
        .records()
        .map(|record| {
            let record = record.expect("rows are as long as the header");
            Row(header
                .iter()
                .map(owned)
                .zip(record.iter().map(owned))
                .collect())
        })
        .collect()
}
