//! The folders of the source are floors, and no file leads back to itself.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Lowest first: each may use those before it.
const FLOORS: [&str; 6] = ["board", "rules", "play", "text", "observation", "fast"];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// Each module with the modules it names outside its unit tests, by their paths from the root:
/// `play::game`. A module named by its folder alone counts for no other.
fn modules() -> BTreeMap<String, BTreeSet<String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let name = |file: &Path| {
        let path = file.strip_prefix(&root).unwrap().with_extension("");
        let parts: Vec<_> = path.iter().map(|part| part.to_str().unwrap()).collect();
        parts.join("::").replace("::mod", "")
    };
    let names: BTreeSet<String> = files.iter().map(|file| name(file)).collect();
    let used = |file: &Path| {
        let text = std::fs::read_to_string(file).unwrap();
        let text = text.split("#[cfg(test)]\nmod tests").next().unwrap();
        let own = name(file);
        let folder = own.rsplit_once("::").map_or("", |(folder, _)| folder);
        let text = text
            .replace("use super::", &format!("use crate::{folder}::"))
            .replace("$crate::", "crate::");
        let paths = text.split("crate::").skip(1);
        let modules = paths.filter_map(|path| {
            let end = path.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
            let path = &path[..end.unwrap_or(path.len())];
            let longest = names.iter().filter(|name| {
                path == **name
                    || path
                        .strip_prefix(*name)
                        .is_some_and(|rest| rest.starts_with("::"))
            });
            longest.max_by_key(|name| name.len()).cloned()
        });
        modules.filter(|module| *module != own).collect()
    };
    let modules = files
        .iter()
        .filter(|file| !file.ends_with("tests.rs") && !file.ends_with("lib.rs"));
    modules.map(|file| (name(file), used(file))).collect()
}

#[test]
fn each_folder_uses_only_those_below_it() {
    let modules = modules();
    let floor = |module: &str| {
        let folder = module.split("::").next().unwrap();
        FLOORS.iter().position(|name| *name == folder)
    };
    let mut arrows = 0;
    for (module, used) in &modules {
        for other in used {
            arrows += 1;
            assert!(
                floor(other).unwrap_or_else(|| panic!("{other} is on no floor"))
                    <= floor(module).unwrap_or_else(|| panic!("{module} is on no floor")),
                "{module} uses {other}"
            );
        }
    }
    assert!(arrows > 100, "only {arrows} uses found");
}

#[test]
fn no_module_leads_back_to_itself() {
    // Takes away modules that use none of those left until nothing changes.
    let mut left = modules();
    loop {
        let names: BTreeSet<String> = left.keys().cloned().collect();
        let before = left.len();
        left.retain(|_, used| used.iter().any(|other| names.contains(other)));
        if left.len() == before {
            break;
        }
    }
    assert!(left.is_empty(), "these use one another: {left:#?}");
}
