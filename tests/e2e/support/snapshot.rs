use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// All files below a folder, by relative path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Snapshot(BTreeMap<String, Vec<u8>>);

impl Snapshot {
    pub(crate) fn of(folder: &Path) -> Self {
        fn add(folder: &Path, prefix: &str, files: &mut BTreeMap<String, Vec<u8>>) {
            for entry in fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                let name = path
                    .file_name()
                    .and_then(|name| name.to_str())
                    .expect("UTF-8");
                let name = format!("{prefix}{name}");
                if path.is_dir() {
                    add(&path, &format!("{name}/"), files);
                } else {
                    let mut content = fs::read(&path).expect("a readable file");
                    if name == "run.lock" || name.ends_with("/run.lock") {
                        // It names the process that has it.
                        content.clear();
                    }
                    files.insert(name, content);
                }
            }
        }
        let mut files = BTreeMap::new();
        add(folder, "", &mut files);
        Self(files)
    }

    /// Writes all files below a folder.
    pub(crate) fn write_to(&self, folder: &Path) {
        for (name, content) in &self.0 {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().expect("a file has a folder")).expect("a folder");
            fs::write(path, content).expect("a writable file");
        }
    }

    /// Those files that must not depend on the machine, threads or interruptions.
    pub(crate) fn results(&self) -> Self {
        self.filter(|name| !name.ends_with("timings.csv") && !name.ends_with("timings.json"))
    }

    /// The files whose names are wanted.
    pub(crate) fn filter(&self, wanted: impl Fn(&str) -> bool) -> Self {
        let files = self.0.iter().filter(|(name, _)| wanted(name));
        Self(
            files
                .map(|(name, content)| (name.clone(), content.clone()))
                .collect(),
        )
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    #[track_caller]
    pub(crate) fn bytes(&self, name: &str) -> &[u8] {
        let content = self.0.get(name);
        content.unwrap_or_else(|| panic!("no file {name}"))
    }

    #[track_caller]
    pub(crate) fn text(&self, name: &str) -> &str {
        std::str::from_utf8(self.bytes(name)).expect("UTF-8")
    }

    /// Checks that both have the same files, byte for byte; names those that differ.
    #[track_caller]
    pub(crate) fn assert_same(&self, other: &Self, what: &str) {
        let names: BTreeSet<&String> = self.0.keys().chain(other.0.keys()).collect();
        let differing: Vec<&&String> = names
            .iter()
            .filter(|name| self.0.get(**name) != other.0.get(**name))
            .collect();
        assert!(differing.is_empty(), "{what}: these differ: {differing:#?}");
    }
}
