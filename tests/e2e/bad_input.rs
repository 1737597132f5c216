//! Bad input: one clear line on stderr, exit code 2, nothing on stdout, nothing lost.

use crate::support::{PRESETS, Snapshot, call, path_in_repository, reference, train};
use std::fs::File;

/// Trains a configuration with this text.
fn train_text(text: &str, more: &[&str]) -> crate::support::Outcome {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("mine.toml");
    std::fs::write(&config, text).unwrap();
    let out = folder.path().join("run");
    let arguments = [
        "train",
        config.to_str().unwrap(),
        "--out",
        out.to_str().unwrap(),
    ];
    let outcome = call(&[&arguments[..], more].concat());
    assert!(!out.exists(), "no folder is made for {text}");
    outcome
}

#[test]
fn an_unknown_key_is_refused_with_the_nearest_valid_one() {
    train_text("iteratons = 3", &[]).refused(&[
        "mine.toml",
        "iteratons",
        "did you mean `iterations`",
    ]);
    train_text("[evaluation]\ngame = 3", &[]).refused(&[
        "evaluation",
        "game",
        "did you mean `games`",
    ]);
    train_text("[self-play]\ntemprature = 1.0", &[])
        .refused(&["self-play", "did you mean `temperature`"]);
    let set = ["--set", "training.batchsize=3"];
    train_text("seed = 1", &set).refused(&["training", "batchsize", "did you mean `batch-size`"]);
    train_text("", &["--set", "seed"]).refused(&["--set seed", "key=value"]);
}

#[test]
fn a_value_out_of_range_or_of_another_kind_is_refused_with_its_key() {
    for (text, parts) in [
        ("iterations = \"many\"", &["iterations", "many"][..]),
        ("simulations = 0", &["simulations", "0", "1..="]),
        (
            "network-scope = \"share\"",
            &["network-scope", "did you mean `shared`"],
        ),
        ("variants = []", &["variants", "empty"]),
        (
            "[evaluation]\nmove-policies = [\"sampled:1:7\"]",
            &["move-policies", "even"],
        ),
        (
            "[evaluation]\nproxy-opponent = \"rolout@3\"",
            &["proxy-opponent", "rolout@3"],
        ),
        ("seed = 1\nseed = 2", &["mine.toml", "line 2"]),
        ("seed = ", &["mine.toml", "line 1"]),
    ] {
        train_text(text, &[]).refused(parts);
    }
    call(&["train", "no-such.toml"]).refused(&["no-such.toml", "No such file"]);
}

#[test]
fn an_unknown_rule_set_is_refused_with_the_nearest_and_all_names() {
    let all: Vec<&str> = [&["standrad", "did you mean `standard`"], &PRESETS[..]].concat();
    call(&["rules", "show", "standrad"]).refused(&all);
    call(&["rules", "moves", "--rules", "standrad"]).refused(&all);
    call(&["rules", "perft", "--rules", "standrad", "3"]).refused(&all);
    call(&["match", "random", "random", "--rules", "standrad"]).refused(&all);
    train_text("variants = [\"standrad\"]", &[]).refused(&all);
    call(&["rules", "show", "configs/variants/none.toml"])
        .refused(&["configs/variants/none.toml", "No such file"]);
}

/// Shows a rule file with this text.
fn show_text(text: &str) -> crate::support::Outcome {
    let folder = tempfile::tempdir().unwrap();
    let rules = folder.path().join("mine.toml");
    std::fs::write(&rules, text).unwrap();
    call(&["rules", "show", rules.to_str().unwrap()])
}

#[test]
fn refused_combinations_in_a_variant_file_say_which_switches_and_why() {
    let flying = "promotion = \"flying\"\n";
    let optional = "capture = \"optional\"\n";
    for (text, parts) in [
        ("huffing = true".to_owned(), &["huffing", "capture"][..]),
        (
            format!("{optional}huffing = true\nmajority = true"),
            &["majority"],
        ),
        (
            format!("{flying}no-step-back = true"),
            &["no-step-back", "flying"],
        ),
        (
            format!("{flying}rejump = \"other-axis\""),
            &["other-axis", "flying"],
        ),
        (
            format!("{flying}last-row-step = false"),
            &["last-row-step", "promotion"],
        ),
        (
            format!("{optional}majority = true"),
            &["majority", "capture"],
        ),
        (
            "must-continue = false\nmajority = true".to_owned(),
            &["majority", "must-continue"],
        ),
        (
            "repetition-draw = 0\nno-capture-draw-plies = 0".to_owned(),
            &["repetition-draw", "no-capture-draw-plies"],
        ),
        (
            "stepp = \"all\"".to_owned(),
            &["stepp", "did you mean `step`"],
        ),
        ("step = \"al\"".to_owned(), &["al", "did you mean `all`"]),
    ] {
        let outcome = show_text(&text);
        outcome.refused(&["mine.toml"]);
        outcome.refused(parts);
    }
    // Play ends by itself under these.
    show_text("no-step-back = true\nrepetition-draw = 0\nno-capture-draw-plies = 0").success();
}

#[test]
fn a_file_with_the_name_of_a_preset_must_hold_its_rules() {
    let folder = tempfile::tempdir().unwrap();
    let rules = folder.path().join("bell.toml");
    std::fs::write(&rules, "step = \"all\"").unwrap();
    call(&["rules", "show", rules.to_str().unwrap()]).refused(&["bell.toml", "differ"]);
}

#[test]
fn a_malformed_position_is_refused_with_the_column_and_the_reason() {
    let moves = |position: &str| call(&["rules", "moves", "--rules", "bell", position]);
    moves("bbbbb/bbbbx/bb1ww/wwwww/wwwww w").refused(&["column 11", "expected"]);
    moves("bbbbb/bbbbb/bb1ww/wwwww/wwwww").refused(&["column 30", "side to move"]);
    moves("bbbbb/bbbbb/bb2ww/wwwww/wwwww w").refused(&["column 17"]);
    moves("").refused(&["column 1"]);
    moves("bbbbb/bbbbb/bb1ww/wwwww/wwwww w h:a1").refused(&["column", "h:"]);
    let perft = [
        "rules",
        "perft",
        "--rules",
        "bell",
        "--position",
        "bbbbb w",
        "3",
    ];
    call(&perft).refused(&["column 6"]);
}

#[test]
fn a_folder_with_other_content_is_refused_and_left_alone() {
    for name in ["letter.txt", "config.toml", "manifest.json"] {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(name), "dear = \"friend\"\n").unwrap();
        let before = Snapshot::of(folder.path());
        train(folder.path(), &[]).refused(&["not empty and holds no run", "--out"]);
        before.assert_same(&Snapshot::of(folder.path()), name);
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "dear friend").unwrap();
    train(&file, &[]).refused(&["is a file"]);
    assert_eq!(std::fs::read(&file).unwrap(), b"dear friend");
}

#[test]
fn the_folder_of_another_run_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    reference().files.write_to(folder.path());
    let quick = path_in_repository("configs/quick.toml");
    let outcome = call(&["train", &quick, "--out", folder.path().to_str().unwrap()]);
    outcome.refused(&[
        "another configuration",
        "seed (there 7, now 1)",
        "network.width (there 32, now 128)",
        "variants",
    ]);
    reference()
        .files
        .assert_same(&Snapshot::of(folder.path()), "after a refusal");
}

#[test]
fn a_folder_written_by_another_version_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    reference().files.write_to(folder.path());
    let path = folder.path().join("manifest.json");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(
        &path,
        text.replace("\"games-file\": 1", "\"games-file\": 99"),
    )
    .unwrap();
    let before = Snapshot::of(folder.path());
    train(folder.path(), &[]).refused(&["versions", "99"]);
    before.assert_same(&Snapshot::of(folder.path()), "after a refusal");
}

#[test]
fn a_second_process_in_the_same_folder_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    reference().files.write_to(folder.path());
    let lock = File::options()
        .write(true)
        .open(folder.path().join("run.lock"))
        .unwrap();
    lock.lock().unwrap();
    train(folder.path(), &[]).refused(&["in use by another process"]);
    lock.unlock().unwrap();
    train(folder.path(), &[]).success();
    reference()
        .files
        .assert_same(&Snapshot::of(folder.path()), "after the other process");
}

#[test]
fn usage_errors_have_exit_code_2() {
    for arguments in [
        &[][..],
        &["trian"],
        &["rules", "moves"],
        &["rules", "replay"],
        &["rules", "perft", "--rules", "bell", "-1"],
    ] {
        let outcome = call(arguments);
        assert_eq!(outcome.code, Some(2), "{arguments:?}: {outcome:#?}");
        assert_eq!(outcome.stdout, "", "{arguments:?}");
    }
}
