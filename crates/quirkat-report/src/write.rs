use super::Page;
use super::html::GENERATOR;
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};

const INDEX: &str = "index.html";
const FIGURES: &str = "figures";

/// Where the tables that were computed anew are, below the page's folder.
pub const TABLES: &str = "tables";

/// Refuses to write a page where something else is.
///
/// # Errors
/// A file, or a folder that is neither empty nor a report.
pub fn check_place(folder: &Path) -> Result<()> {
    let shown = folder.display();
    if !folder.exists() {
        return Ok(());
    }
    ensure!(folder.is_dir(), "{shown} is a file; --out takes a folder");
    let mut entries = std::fs::read_dir(folder).with_context(|| format!("{shown}"))?;
    let ours = is_report(folder);
    ensure!(
        ours || entries.next().is_none(),
        "{shown} is not empty and holds no report; choose another folder with --out"
    );
    Ok(())
}

fn is_report(folder: &Path) -> bool {
    let page = std::fs::read(folder.join(INDEX)).unwrap_or_default();
    let mark = GENERATOR.as_bytes();
    page.windows(mark.len()).any(|window| window == mark)
        || (!folder.join(INDEX).exists() && folder.join(FIGURES).is_dir() && only_figures(folder))
}

/// Whether a folder holds nothing but drawings: a report whose writing was interrupted.
fn only_figures(folder: &Path) -> bool {
    std::fs::read_dir(folder).is_ok_and(|mut entries| {
        entries.all(|entry| {
            entry.is_ok_and(|entry| {
                let name = entry.file_name();
                name == FIGURES || name.to_string_lossy().starts_with(".writing-")
            })
        })
    })
}

/// Writes the drawings, then the page, each whole or not at all, and removes drawings of an earlier
/// report that this one has not. The path of the page.
///
/// # Errors
/// [`check_place`]'s, and when the file system refuses.
pub fn write_page(page: &Page, folder: &Path) -> Result<PathBuf> {
    check_place(folder)?;
    let figures = page.figures();
    let drawings = folder.join(FIGURES);
    for figure in &figures {
        let path = drawings.join(format!("{}.svg", figure.name));
        quirkat_store::write(&path, figure.file().as_bytes())?;
    }
    let index = folder.join(INDEX);
    quirkat_store::write(&index, page.html().as_bytes())?;
    remove_others(&drawings, |name| {
        figures
            .iter()
            .any(|figure| name == format!("{}.svg", figure.name))
    })?;
    Ok(index)
}

fn remove_others(drawings: &Path, wanted: impl Fn(&str) -> bool) -> Result<()> {
    let Ok(entries) = std::fs::read_dir(drawings) else {
        return Ok(());
    };
    for entry in entries {
        let entry = entry.with_context(|| drawings.display().to_string())?;
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.extension().is_some_and(|extension| extension == "svg") && !wanted(&name) {
            std::fs::remove_file(&path)
                .with_context(|| format!("cannot remove {}", path.display()))?;
        }
    }
    Ok(())
}

/// Writes tables into a folder below that of the page.
///
/// # Errors
/// When the file system refuses.
pub fn write_tables(folder: &Path, tables: &[(&str, Vec<u8>)]) -> Result<()> {
    for (name, content) in tables {
        quirkat_store::write(&folder.join(name), content)?;
    }
    Ok(())
}

/// The names of those tables that are not, byte for byte, what was derived from the games again.
///
/// # Errors
/// When a table cannot be read.
pub fn derived_differences(folder: &Path, derived: &[(&str, Vec<u8>)]) -> Result<Vec<String>> {
    let mut different = Vec::new();
    for (name, content) in derived {
        let path = folder.join(name);
        let found = std::fs::read(&path).with_context(|| path.display().to_string())?;
        if found != *content {
            different.push((*name).to_owned());
        }
    }
    Ok(different)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Block, Figure, Section};

    fn page(figures: &[&str]) -> Page {
        let figure = |name: &&str| Figure {
            name: (*name).to_owned(),
            title: "T".to_owned(),
            description: "D".to_owned(),
            size: (10.0, 10.0),
            body: String::new(),
        };
        let blocks = figures
            .iter()
            .map(|name| Block::Figure(figure(name), String::new()));
        Page {
            sections: vec![Section {
                id: "s",
                title: "S".to_owned(),
                blocks: blocks.collect(),
            }],
            ..Page::default()
        }
    }

    #[test]
    fn a_report_replaces_an_earlier_one_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        write_page(&page(&["a", "b"]), &out).unwrap();
        write_page(&page(&["b"]), &out).unwrap();
        assert!(!out.join("figures/a.svg").exists() && out.join("figures/b.svg").exists());
        let mine = folder.path().join("mine");
        std::fs::create_dir(&mine).unwrap();
        std::fs::write(mine.join("index.html"), "<p>mine").unwrap();
        let error = write_page(&page(&["a"]), &mine).unwrap_err().to_string();
        assert!(error.contains("holds no report"), "{error}");
        assert_eq!(
            std::fs::read_to_string(mine.join("index.html")).unwrap(),
            "<p>mine"
        );
        assert!(!mine.join("figures").exists());
    }

    #[test]
    fn a_report_whose_writing_was_interrupted_is_written_again() {
        let folder = tempfile::tempdir().unwrap();
        write_page(&page(&["a"]), folder.path()).unwrap();
        std::fs::remove_file(folder.path().join("index.html")).unwrap();
        write_page(&page(&["a"]), folder.path()).unwrap();
    }

    #[test]
    fn tables_are_compared_byte_for_byte() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.csv"), "x\n1\n").unwrap();
        let differing = |content: &str| {
            derived_differences(folder.path(), &[("a.csv", content.as_bytes().to_vec())]).unwrap()
        };
        assert!(differing("x\n1\n").is_empty());
        assert_eq!(differing("x\n1.0\n"), ["a.csv"]);
        assert!(derived_differences(folder.path(), &[("b.csv", Vec::new())]).is_err());
    }
}
