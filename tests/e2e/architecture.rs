//! The direction of the arrows between the crates, as cargo sees them.

use crate::support::path_in_repository;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// Each of our crates with the names of what it depends on, with or without its own tests.
///
/// Read from cargo itself: a crate that parses this would switch on features of `serde_json` that
/// have all of burn compiled once more for the tests.
fn dependencies(with_tests: bool) -> BTreeMap<String, BTreeSet<String>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args([
            "metadata",
            "--no-deps",
            "--format-version",
            "1",
            "--offline",
            "--manifest-path",
        ])
        .arg(path_in_repository("Cargo.toml"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{output:?}");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo metadata is JSON");
    let list = |value: &Value| value.as_array().expect("a list").clone();
    let name = |value: &Value| value["name"].as_str().expect("a name").to_owned();
    let packages = list(&metadata["packages"]).into_iter().map(|package| {
        let needs = list(&package["dependencies"]).into_iter();
        let needs = needs.filter(|needed| with_tests || needed["kind"] != "dev");
        (name(&package), needs.map(|needed| name(&needed)).collect())
    });
    packages.collect()
}

/// The crates from the ground up, each with those that it may know.
const FLOORS: [(&str, &[&str]); 14] = [
    ("quirkat-rules", &[]),
    ("quirkat-stats", &[]),
    ("quirkat-store", &[]),
    ("quirkat-variant", &["quirkat-rules", "quirkat-store"]),
    (
        "quirkat-tables",
        &["quirkat-rules", "quirkat-stats", "quirkat-store"],
    ),
    ("quirkat-mcts", &["quirkat-rules"]),
    ("quirkat-forward", &["quirkat-rules", "quirkat-mcts"]),
    (
        "quirkat-net",
        &[
            "quirkat-rules",
            "quirkat-mcts",
            "quirkat-forward",
            "quirkat-store",
        ],
    ),
    ("quirkat-solver", &["quirkat-rules", "quirkat-store"]),
    (
        "quirkat-record",
        &[
            "quirkat-rules",
            "quirkat-store",
            "quirkat-variant",
            "quirkat-tables",
        ],
    ),
    (
        "quirkat-report",
        &[
            "quirkat-rules",
            "quirkat-stats",
            "quirkat-store",
            "quirkat-variant",
            "quirkat-tables",
        ],
    ),
    (
        "quirkat-play",
        &[
            "quirkat-rules",
            "quirkat-stats",
            "quirkat-variant",
            "quirkat-tables",
            "quirkat-mcts",
            "quirkat-net",
            "quirkat-solver",
        ],
    ),
    (
        "quirkat-lab",
        &[
            "quirkat-rules",
            "quirkat-stats",
            "quirkat-store",
            "quirkat-variant",
            "quirkat-tables",
            "quirkat-mcts",
            "quirkat-net",
            "quirkat-solver",
            "quirkat-record",
            "quirkat-play",
        ],
    ),
    (
        "quirkat",
        &[
            "quirkat-rules",
            "quirkat-stats",
            "quirkat-store",
            "quirkat-variant",
            "quirkat-tables",
            "quirkat-mcts",
            "quirkat-net",
            "quirkat-solver",
            "quirkat-record",
            "quirkat-report",
            "quirkat-play",
            "quirkat-lab",
        ],
    ),
];

#[test]
fn crates_know_only_those_below_them() {
    let found = dependencies(false);
    let ours = |name: &&String| found.contains_key(*name);
    let floors: BTreeMap<&str, &[&str]> = BTreeMap::from(FLOORS);
    assert_eq!(
        found.keys().map(String::as_str).collect::<Vec<_>>(),
        floors.keys().copied().collect::<Vec<_>>(),
        "the plan names every crate"
    );
    for (name, allowed) in &floors {
        for needed in found[*name].iter().filter(ours) {
            assert!(
                allowed.contains(&needed.as_str()),
                "{name} depends on {needed}"
            );
        }
    }
}

#[test]
fn only_the_network_crate_knows_burn() {
    let found = dependencies(true);
    let knows: Vec<&String> = found
        .iter()
        .filter(|(_, needs)| {
            needs
                .iter()
                .any(|name| name == "burn" || name.starts_with("burn-"))
        })
        .map(|(name, _)| name)
        .collect();
    assert_eq!(knows, ["quirkat-net"]);
}

#[test]
fn rules_and_search_know_no_files_clocks_or_command_lines() {
    let found = dependencies(false);
    let outer = [
        "clap",
        "indicatif",
        "tempfile",
        "csv",
        "signal-hook",
        "serde_json",
    ];
    for name in ["quirkat-rules", "quirkat-mcts", "quirkat-forward"] {
        for needed in &found[name] {
            assert!(
                !outer.contains(&needed.as_str()),
                "{name} depends on {needed}"
            );
        }
    }
    let random: Vec<&String> = found["quirkat-rules"]
        .iter()
        .filter(|name| name.starts_with("rand"))
        .collect();
    assert!(
        random.is_empty(),
        "the rules have no randomness of their own: {random:?}"
    );
}
