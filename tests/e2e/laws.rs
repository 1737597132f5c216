//! Laws of the house that no compiler holds.

use crate::support::path_in_repository;
use std::path::{Path, PathBuf};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The code of all crates outside their tests, by file.
fn code() -> Vec<(PathBuf, Vec<String>)> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(path_in_repository("crates")).expect("the crates") {
        sources(&entry.expect("an entry").path().join("src"), &mut files);
    }
    let is_test = |path: &PathBuf| {
        path.iter()
            .any(|part| part == "tests" || part == "tests.rs")
    };
    files.retain(|path| !is_test(path));
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a source");
        let end = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
        let lines = text[..end]
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        let lines = lines.map(ToOwned::to_owned).collect();
        (path, lines)
    };
    files.into_iter().map(read).collect()
}

#[test]
fn no_variant_is_named_in_code_but_in_the_table_of_presets() {
    // `promotion` and `huffing` are switches too, and may be named as such.
    let names = [
        "bell",
        "brainking",
        "standard",
        "backward",
        "promotion-flying",
    ];
    let constants = [
        "Bell",
        "Brainking",
        "Standard",
        "Backward",
        "Promotion",
        "Huffing",
        "PromotionFlying",
    ];
    let mut seen = 0;
    for (path, lines) in code() {
        if path.starts_with(path_in_repository("crates/quirkat-rules")) {
            seen += 1;
            continue;
        }
        // Helper modules of tests in files of their own.
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name == "synthetic.rs" || name.contains("tests") {
            continue;
        }
        for line in lines {
            let named = names
                .iter()
                .any(|name| line.contains(&format!("\"{name}\"")));
            let constant = constants.iter().any(|name| {
                let upper = name.to_uppercase();
                let after = |place: &str, name: &str| {
                    line.split(place).skip(1).any(|rest| {
                        rest.strip_prefix(name)
                            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
                    })
                };
                after("Preset::", name) || after("Rules::", &upper)
            });
            assert!(!named && !constant, "{}: {line}", path.display());
        }
    }
    assert!(seen > 10, "the table of presets was not found");
}

#[test]
fn no_product_data_is_read_from_the_rooms_of_tests_and_experiments() {
    for (path, lines) in code() {
        for line in lines.iter().filter(|line| line.contains("include_")) {
            assert!(
                !line.contains("tests/") && !line.contains("experiments/"),
                "{}: {line}",
                path.display()
            );
        }
    }
}
