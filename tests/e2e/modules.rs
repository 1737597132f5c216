//! The direction of the arrows between the modules of each crate, read from their `use` lines and
//! paths: no circle anywhere, and in the largest crate only the arrows that the plan has.

use crate::support::path_in_repository;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The top modules of the largest crate, lowest first, each with those that it may use.
const LAB: [(&str, &[&str]); 11] = [
    ("config", &[]),
    ("progress", &[]),
    ("grading", &[]),
    ("memory", &["config"]),
    ("run", &["config", "progress"]),
    ("doctor", &["config", "run"]),
    ("learn", &["config", "progress", "grading", "run"]),
    ("evaluation", &["config", "progress", "run"]),
    (
        "balance",
        &[
            "config",
            "progress",
            "grading",
            "run",
            "learn",
            "memory",
            "evaluation",
        ],
    ),
    ("recompute", &["config", "evaluation", "balance"]),
    (
        "train",
        &["config", "progress", "run", "learn", "memory", "evaluation"],
    ),
];

/// A module by the names on the way to it: `["balance", "tables"]`; the root has none.
type Module = Vec<String>;

/// The sources of a crate.
struct Sources {
    /// The text of each module without comments and unit tests.
    texts: BTreeMap<Module, String>,
    /// What modules hand on from others, by the name under which they do.
    handed_on: BTreeMap<(Module, String), Module>,
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

impl Sources {
    fn of(root: &Path) -> Self {
        let mut paths = Vec::new();
        files(root, &mut paths);
        let mut texts = BTreeMap::new();
        for path in &paths {
            let below = path.strip_prefix(root).expect("below").with_extension("");
            let mut module: Module = below
                .iter()
                .map(|part| part.to_string_lossy().into_owned())
                .collect();
            if matches!(module.last().map(String::as_str), Some("mod" | "lib")) {
                module.pop();
            }
            let test = |name: &String| name == "tests" || name == "main";
            if module.iter().any(test) {
                continue;
            }
            let text = std::fs::read_to_string(path).expect("a source");
            texts.insert(module, plain(&text));
        }
        let mut sources = Self {
            texts,
            handed_on: BTreeMap::new(),
        };
        // As many times as names are handed on from folder to folder.
        for _ in 0..4 {
            let mut handed_on = BTreeMap::new();
            for (module, text) in &sources.texts {
                for (is_public, path) in uses(text) {
                    if let (true, Some(name)) = (is_public, path.last()) {
                        let from = sources.resolve(module, &path);
                        handed_on.insert((module.clone(), name.clone()), from);
                    }
                }
            }
            sources.handed_on = handed_on;
        }
        sources
    }

    /// The module that a path leads to, seen from a module. Names that are no modules end the way,
    /// unless a module hands them on from another.
    fn resolve(&self, from: &Module, path: &[String]) -> Module {
        let mut at = from.clone();
        let mut rest = path;
        match path.first().map(String::as_str) {
            Some("crate") => {
                at.clear();
                rest = &path[1..];
            }
            Some("self") => rest = &path[1..],
            _ => {}
        }
        while rest.first().is_some_and(|name| name == "super") {
            at.pop();
            rest = &rest[1..];
        }
        for name in rest {
            let mut below = at.clone();
            below.push(name.clone());
            if self.texts.contains_key(&below) {
                at = below;
            } else if let Some(source) = self.handed_on.get(&(at.clone(), name.clone())) {
                at.clone_from(source);
            } else {
                break;
            }
        }
        at
    }

    /// Each module with those that it uses.
    fn arrows(&self) -> BTreeMap<Module, BTreeSet<Module>> {
        let mut arrows: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
        for (module, text) in &self.texts {
            let mut used = BTreeSet::new();
            for (is_public, path) in uses(text) {
                // What a folder hands on from below it is no use of its own.
                let inner = matches!(path[0].as_str(), "crate" | "self" | "super")
                    || self.is_child(module, &path[0]);
                let to = self.resolve(module, &path);
                if inner && !(is_public && to.starts_with(module)) {
                    used.insert(to);
                }
            }
            for path in paths(text) {
                if matches!(path[0].as_str(), "crate" | "super") || self.is_child(module, &path[0])
                {
                    used.insert(self.resolve(module, &path));
                }
            }
            used.remove(module);
            arrows.insert(module.clone(), used);
        }
        arrows
    }

    fn is_child(&self, module: &Module, name: &str) -> bool {
        let mut below = module.clone();
        below.push(name.to_owned());
        self.texts.contains_key(&below)
    }
}

/// A source without comments, unit tests and strings.
fn plain(text: &str) -> String {
    let text = match text.find("#[cfg(test)]\nmod tests {") {
        Some(end) => &text[..end],
        None => text,
    };
    let code = |line: &str| !line.trim_start().starts_with("//");
    let lines: Vec<&str> = text.lines().filter(|line| code(line)).collect();
    // Who may see an item is no use of it.
    let text = lines.join("\n").replace("pub(in crate::", "pub(in ");
    let mut plain = String::new();
    for (index, part) in text.split('"').enumerate() {
        if index % 2 == 0 {
            plain.push_str(part);
        }
    }
    plain
}

/// The paths of `use` declarations, one for each name, and whether they hand it on.
fn uses(text: &str) -> Vec<(bool, Vec<String>)> {
    let mut found = Vec::new();
    let mut start = 0;
    while let Some(at) = text[start..].find("use ") {
        let at = start + at;
        let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let before = text[line..at].trim();
        start = at + 4;
        let is_declaration = before.is_empty() || before.starts_with("pub");
        let Some(end) = text[start..].find(';').filter(|_| is_declaration) else {
            continue;
        };
        let tree: String = text[start..start + end].split_whitespace().collect();
        expand(&tree, &[], &mut |path| {
            found.push((!before.is_empty(), path));
        });
        start += end;
    }
    found
}

/// Calls for each path of a tree such as `a::{b, c::{d, e}}`, white space taken out.
fn expand(tree: &str, before: &[String], call: &mut dyn FnMut(Vec<String>)) {
    let (head, inner) = match tree.split_once('{') {
        Some((head, inner)) => (head, Some(inner.strip_suffix('}').unwrap_or(inner))),
        None => (tree, None),
    };
    let mut path = before.to_vec();
    let names = head
        .split("::")
        .filter(|name| !name.is_empty() && *name != "*");
    // `a as b` has lost its white space; no name of ours ends so.
    path.extend(names.map(ToOwned::to_owned));
    let Some(inner) = inner else {
        if !path.is_empty() {
            call(path);
        }
        return;
    };
    let (mut depth, mut from) = (0, 0);
    for (at, c) in inner.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                expand(&inner[from..at], &path, call);
                from = at + 1;
            }
            _ => {}
        }
    }
    if from < inner.len() {
        expand(&inner[from..], &path, call);
    }
}

/// Paths of two names or more outside `use` declarations.
fn paths(text: &str) -> Vec<Vec<String>> {
    let name = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    for line in text.lines() {
        let line_of_use = line.trim_start();
        if line_of_use.starts_with("use ")
            || line_of_use.starts_with("pub") && line_of_use.contains(" use ")
        {
            continue;
        }
        let words = line.split(|c: char| !(name(c) || c == ':'));
        for word in words.filter(|word| word.contains("::")) {
            let parts = word.split("::").filter(|part| !part.is_empty());
            let path: Vec<String> = parts.map(ToOwned::to_owned).collect();
            if path.len() > 1 {
                found.push(path);
            }
        }
    }
    found
}

fn shown(module: &Module) -> String {
    if module.is_empty() {
        "lib".to_owned()
    } else {
        module.join("::")
    }
}

fn crates() -> Vec<(String, Sources)> {
    let folder = path_in_repository("crates");
    let mut crates = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the crates") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        crates.push((name.into_owned(), Sources::of(&path.join("src"))));
    }
    crates
}

#[test]
fn no_module_leads_back_to_itself() {
    let mut circles = Vec::new();
    let mut count = 0;
    for (name, sources) in crates() {
        let mut left = sources.arrows();
        count += left.values().map(BTreeSet::len).sum::<usize>();
        loop {
            let before = left.len();
            let names: BTreeSet<Module> = left.keys().cloned().collect();
            left.retain(|_, used| used.iter().any(|other| names.contains(other)));
            let used: BTreeSet<Module> = left.values().flatten().cloned().collect();
            left.retain(|module, _| used.contains(module));
            if left.len() == before {
                break;
            }
        }
        for (module, used) in &left {
            let inside = used.iter().filter(|other| left.contains_key(*other));
            let inside: Vec<String> = inside.map(shown).collect();
            circles.push(format!(
                "{name}: {} uses {}",
                shown(module),
                inside.join(", ")
            ));
        }
    }
    assert!(count > 500, "only {count} arrows were found");
    assert!(circles.is_empty(), "circles:\n{}", circles.join("\n"));
}

#[test]
fn the_modules_of_the_largest_crate_use_only_those_that_they_may() {
    let (_, sources) = crates()
        .into_iter()
        .find(|(name, _)| name == "quirkat-lab")
        .expect("the crate");
    let plan: BTreeMap<&str, &[&str]> = BTreeMap::from(LAB);
    let tops: BTreeSet<&str> = sources
        .texts
        .keys()
        .filter_map(|module| Some(module.first()?.as_str()))
        .collect();
    assert_eq!(
        tops,
        plan.keys().copied().collect(),
        "the plan names every top module"
    );
    for (module, used) in sources.arrows() {
        let Some(top) = module.first() else { continue };
        for other in used.iter().filter_map(|other| other.first()) {
            assert!(
                other == top || plan[top.as_str()].contains(&other.as_str()),
                "{} uses {other}",
                shown(&module)
            );
        }
    }
}

#[test]
fn no_folder_has_more_than_twelve_siblings_at_the_top() {
    for (name, sources) in crates() {
        let tops: BTreeSet<&String> = sources.texts.keys().filter_map(|m| m.first()).collect();
        assert!(
            tops.len() <= 12,
            "{name} has {} top modules: {tops:?}",
            tops.len()
        );
    }
}
