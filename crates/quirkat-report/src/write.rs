use crate::ReportError;
use crate::figures::{FIGURE_MARK, Figure};
use crate::page::{GENERATOR, Page, page_html};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

const INDEX: &str = "index.html";
const FIGURES: &str = "figures";

/// Where the tables that were computed anew are, below the page's folder.
pub const TABLES: &str = "tables";

/// Refuses to write a page where something else is.
///
/// # Errors
/// A file, or a folder that is neither empty nor a report.
pub fn check_place(folder: &Path) -> Result<(), ReportError> {
    if !folder.exists() {
        return Ok(());
    }
    let refused = |why| ReportError::Place {
        path: folder.to_owned(),
        why,
    };
    if !folder.is_dir() {
        return Err(refused("is a file; --out takes a folder"));
    }
    if entries(folder)?.is_empty() || is_report(folder) {
        return Ok(());
    }
    Err(refused(
        "is not empty and holds no report; choose another folder with --out",
    ))
}

fn is_report(folder: &Path) -> bool {
    let index = folder.join(INDEX);
    if index.exists() {
        return has_mark(&index, GENERATOR);
    }
    // A report whose writing was interrupted has drawings of ours and nothing else.
    let only = |folder: &Path, ours: &dyn Fn(&Path) -> bool| {
        entries(folder).is_ok_and(|paths| paths.iter().all(|path| is_temporary(path) || ours(path)))
    };
    let figures = folder.join(FIGURES);
    figures.is_dir()
        && only(folder, &|path| path == figures)
        && only(&figures, &|path| has_mark(path, FIGURE_MARK))
}

/// Whether a file is one that its writer would have renamed.
fn is_temporary(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().starts_with(".writing-")
}

/// Whether a file says that it is ours.
fn has_mark(path: &Path, mark: &str) -> bool {
    let content = std::fs::read(path).unwrap_or_default();
    let mut windows = content.windows(mark.len());
    windows.any(|window| window == mark.as_bytes())
}

/// What is in a folder.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, ReportError> {
    let unreadable = |source| ReportError::Unreadable {
        path: folder.to_owned(),
        source,
    };
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        paths.push(entry.map_err(unreadable)?.path());
    }
    Ok(paths)
}

/// Writes the drawings, then the page, each whole or not at all, and removes drawings of an earlier
/// report that this one has not. The path of the page.
///
/// # Errors
/// [`check_place`]'s; a drawing's file that somebody else made, before anything is written; and when the
/// file system refuses.
pub fn write_page(page: &Page, folder: &Path) -> Result<PathBuf, ReportError> {
    check_place(folder)?;
    let drawings = folder.join(FIGURES);
    let place = |figure: &Figure| drawings.join(format!("{}.svg", figure.name));
    let figures = page.figures();
    for path in figures.iter().map(|figure| place(figure)) {
        if path.exists() && !has_mark(&path, FIGURE_MARK) {
            return Err(ReportError::Place {
                path,
                why: "is not of an earlier report and would be replaced; move it, or choose another folder with --out",
            });
        }
    }
    for figure in &figures {
        quirkat_store::write(&place(figure), figure.file().as_bytes())?;
    }
    let index = folder.join(INDEX);
    quirkat_store::write(&index, page_html(page).as_bytes())?;
    let wanted: Vec<PathBuf> = figures.iter().map(|figure| place(figure)).collect();
    remove_others(&drawings, &wanted)?;
    Ok(index)
}

/// Removes the drawings of an earlier report that are not wanted any more.
fn remove_others(drawings: &Path, wanted: &[PathBuf]) -> Result<(), ReportError> {
    if !drawings.is_dir() {
        return Ok(());
    }
    for path in entries(drawings)? {
        let is_drawing = path.extension() == Some(OsStr::new("svg"));
        if is_drawing && !wanted.contains(&path) && has_mark(&path, FIGURE_MARK) {
            std::fs::remove_file(&path).map_err(|source| ReportError::Kept { path, source })?;
        }
    }
    Ok(())
}

/// Writes tables into a folder below that of the page.
///
/// # Errors
/// When the file system refuses.
pub fn write_tables(folder: &Path, tables: &[(&str, Vec<u8>)]) -> Result<(), ReportError> {
    for (name, content) in tables {
        quirkat_store::write(&folder.join(name), content)?;
    }
    Ok(())
}

/// The names of those tables that are not, byte for byte, what was derived from the games again.
///
/// # Errors
/// When a table cannot be read.
pub fn derived_differences(
    folder: &Path,
    derived: &[(&str, Vec<u8>)],
) -> Result<Vec<String>, ReportError> {
    let mut different = Vec::new();
    for (name, content) in derived {
        let path = folder.join(name);
        let found = std::fs::read(&path);
        if found.map_err(|source| ReportError::Unreadable { path, source })? != *content {
            different.push((*name).to_owned());
        }
    }
    Ok(different)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::{Block, Section};

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
    fn drawings_that_somebody_else_made_are_neither_removed_nor_replaced() {
        let folder = tempfile::tempdir().unwrap();
        write_page(&page(&["a", "b"]), folder.path()).unwrap();
        let file = |name: &str| folder.path().join("figures").join(name);
        std::fs::write(file("mine.svg"), "<svg/>").unwrap();
        write_page(&page(&["b"]), folder.path()).unwrap();
        assert!(!file("a.svg").exists() && file("b.svg").exists());
        assert_eq!(std::fs::read_to_string(file("mine.svg")).unwrap(), "<svg/>");
        let before = std::fs::read(folder.path().join("index.html")).unwrap();
        let error = write_page(&page(&["c", "mine"]), folder.path()).unwrap_err();
        assert!(error.to_string().contains("mine.svg is not of"), "{error}");
        assert_eq!(std::fs::read_to_string(file("mine.svg")).unwrap(), "<svg/>");
        assert!(!file("c.svg").exists(), "nothing is written");
        let after = std::fs::read(folder.path().join("index.html")).unwrap();
        assert_eq!(after, before);
    }

    #[test]
    fn a_folder_of_drawings_that_somebody_else_made_is_no_report() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("figures")).unwrap();
        std::fs::write(folder.path().join("figures/mine.svg"), "<svg/>").unwrap();
        let error = check_place(folder.path()).unwrap_err().to_string();
        assert!(error.contains("holds no report"), "{error}");
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
