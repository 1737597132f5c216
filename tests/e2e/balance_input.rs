//! `balance`: damaged tables, bad configurations, games from elsewhere.

use crate::balance::{balance, published, reference, rows};
use crate::support::{Snapshot, call, path_in_repository};

#[test]
fn a_truncated_table_is_refused_with_its_line_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let all = published(&reference().files);
    all.write_to(folder.path());
    let path = folder.path().join("evaluation/games.csv");
    let whole = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    let run = folder.path().to_str().unwrap();
    let recompute = || call(&["balance", "--recompute", run]);
    // In the middle of line 101.
    let cut = lines[..101].join("\n");
    for (text, parts) in [
        (
            cut[..cut.len() - 7].to_owned(),
            &["games.csv", "line 101", "breaks off"][..],
        ),
        (
            format!("{}\n", lines[..101].join("\n")),
            &["games.csv", "checksums.txt"],
        ),
        (
            whole.replacen(",w,", ",win,", 1),
            &["games.csv", "line ", "`win`"],
        ),
        (format!("{}\n", lines[0]), &["games.csv", "checksums.txt"]),
    ] {
        std::fs::write(&path, text).unwrap();
        let before = Snapshot::of(folder.path());
        recompute().refused(parts);
        before.assert_same(&Snapshot::of(folder.path()), "after a refusal");
    }
    // Without checksums, by what is missing.
    let sums = folder.path().join("evaluation/checksums.txt");
    std::fs::remove_file(&sums).unwrap();
    for (text, parts) in [
        (lines[..101].join("\n"), &["not complete"][..]),
        (
            lines[..97].join("\n"),
            &["no games of bell-text", "missing"],
        ),
        (lines[0].to_owned(), &["no games"]),
    ] {
        std::fs::write(&path, text + "\n").unwrap();
        recompute().refused(parts);
    }
    std::fs::write(&path, &whole).unwrap();
    // Rules of two versions.
    let rules = folder.path().join("evaluation/rules.csv");
    let text = std::fs::read_to_string(&rules).unwrap();
    let hash = text.lines().nth(2).unwrap().split(',').nth(1).unwrap();
    std::fs::write(
        &rules,
        text.replace(&format!("{hash},1,"), &format!("{hash},2,")),
    )
    .unwrap();
    recompute().refused(&["rules.csv", "line 3", "version 2"]);
    std::fs::remove_file(&rules).unwrap();
    recompute().refused(&["rules.csv", "nothing has been measured"]);
    call(&[
        "balance",
        "--recompute",
        folder.path().join("none").to_str().unwrap(),
    ])
    .refused(&["config.toml", "no such file"]);
}

#[test]
fn bad_configurations_are_refused_in_one_line_and_make_no_folder() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    for (set, parts) in [
        ("replicats=3", &["did you mean `replicates`"][..]),
        ("replicates=0", &["replicates", "1..="]),
        ("measure.game=3", &["measure", "did you mean `games`"]),
        ("train.seed=3", &["train.seed"]),
        ("trained-on=[\"bell\"]", &["trained-on", "bell"]),
        ("train.network-scope=per-variant", &["trained-on", "shared"]),
        ("variants=[\"standrad\"]", &["trained-on"]),
        ("measure.opening-plies=0", &["only", "openings"]),
        (
            "variants=[\"standard\",\"backward\",\"variants/standard.toml\"]",
            &["two rule sets are called"],
        ),
    ] {
        balance(&run, &["--set", set]).refused(parts);
        assert!(!run.exists(), "{set}");
    }
    balance(&run, &["--pilot=9"]).refused(&["--pilot", "2 to replicates (3)"]);
    assert_eq!(call(&["balance"]).code, Some(2));
    let quick = path_in_repository("configs/quick.toml");
    call(&["balance", &quick]).refused(&["quick.toml", "`evaluation`"]);
}

#[test]
fn games_from_elsewhere_are_analysed_by_the_same_statistics() {
    let folder = tempfile::tempdir().unwrap();
    reference().files.write_to(folder.path());
    let games = folder.path().join("evaluation/games.csv");
    let games = games.to_str().unwrap();
    call(&["balance", "--games", games]).refused(&["`bell-text`", "--rules"]);
    let own = path_in_repository("configs/variants/bell-text.toml");
    call(&["balance", "--games", games, "--rules", &own]).refused(&[
        "games.csv",
        "rows differ in `start_set`",
        "--where",
    ]);
    let only = [
        "--where",
        "start_set=initial",
        "--where",
        "move_policy=sampled:1:8",
        "--where",
        "simulations=4",
        "--where",
        "checkpoint=shared/iter-0002",
    ];
    let said =
        call(&[&["balance", "--games", games, "--rules", &own], &only[..]].concat()).success();
    // The same advantages and intervals, because they are the same games; pairing by a shared network
    // is not known of them, and touches no interval of a variant.
    for row in rows(&reference().files, "variants") {
        let shown = format!("{:+.1}", row.number("advantage_pp"));
        let line = said
            .lines()
            .find(|line| line.starts_with(row.get("variant")))
            .unwrap();
        assert!(line.contains(&shown), "{shown} in {line}");
    }
    call(&["balance", "--games", "none.csv"]).refused(&["none.csv", "No such file"]);
    call(&["balance", "--games", games, "--where", "colour=w"])
        .refused(&["--where colour", "no such column"]);
}
