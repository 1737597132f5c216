//! `rules show`, `rules moves` and `rules perft` as people use them.

use crate::support::{
    PRESETS, START, call, call_with_input, csv_rows, json_lines, path_in_repository,
    text_in_repository,
};
use serde_json::Value;
use std::collections::BTreeMap;

#[test]
fn moves_prints_a_move_a_tab_and_the_position_after_it() {
    for preset in PRESETS {
        for row in json_lines(&format!("vectors/{preset}.jsonl"))
            .iter()
            .step_by(40)
        {
            let fen = row["fen"].as_str().unwrap();
            let output = call(&["rules", "moves", "--rules", preset, fen]).success();
            let strings = |field: &str| -> Vec<String> {
                let items = row[field].as_array().unwrap().iter();
                items
                    .map(|item| item.as_str().unwrap().to_owned())
                    .collect()
            };
            let expected: Vec<String> = strings("moves")
                .iter()
                .zip(strings("next"))
                .map(|(played, next)| format!("{played}\t{next}"))
                .collect();
            let lines: Vec<&str> = output.lines().collect();
            assert_eq!(lines, expected, "{preset} {fen}");
        }
    }
    let implied = call(&["rules", "moves", "--rules", "bell"]).success();
    let named = call(&["rules", "moves", "--rules", "bell", START]).success();
    assert_eq!(implied, named, "the start position is the default");
}

#[test]
fn perft_equals_rows_of_the_table_in_both_units_and_from_other_positions() {
    // The largest counts of each kind that take no time.
    let mut chosen: BTreeMap<String, (u64, Vec<String>)> = BTreeMap::new();
    for row in csv_rows(&text_in_repository("tests/data/rules/perft.csv")) {
        let kind = format!(
            "{}, {}",
            row.key(&["ruleset", "unit"]),
            row.get("position") == "start"
        );
        let nodes: u64 = row.get("nodes").parse().unwrap();
        let best = chosen.get(&kind).map_or(0, |(nodes, _)| *nodes);
        if nodes <= 100_000 && nodes > best {
            let fields =
                ["ruleset", "unit", "depth", "fen"].map(|column| row.get(column).to_owned());
            chosen.insert(kind, (nodes, fields.to_vec()));
        }
    }
    // Each set, huffing in both units, from the start and from elsewhere.
    assert_eq!(chosen.len(), 16, "{chosen:#?}");
    for (nodes, fields) in chosen.values() {
        let [rules, unit, depth, fen] = &fields[..] else {
            unreachable!()
        };
        let plain = [
            "rules",
            "perft",
            "--rules",
            rules,
            "--unit",
            unit,
            "--position",
            fen,
            depth,
        ];
        assert_eq!(call(&plain).success(), format!("{nodes}\n"), "{fields:?}");
        let divided = call(&[&plain[..], &["--divide"]].concat()).success();
        let (parts, total) = divided.trim_end().rsplit_once('\n').unwrap();
        assert_eq!(
            total,
            nodes.to_string(),
            "{fields:?}: the last line is the count alone"
        );
        let counts = parts.lines().map(|line| line.split_once('\t').unwrap().1);
        let sum: u64 = counts.map(|count| count.parse::<u64>().unwrap()).sum();
        assert_eq!(sum, *nodes, "{fields:?}: the parts add up");
    }
}

#[test]
fn perft_counts_actions_from_the_start_unless_told_otherwise() {
    let divided = call(&["rules", "perft", "--rules", "huffing", "3", "--divide"]).success();
    let (parts, total) = divided.trim_end().rsplit_once('\n').unwrap();
    assert_eq!(total, "36");
    let moves = call(&["rules", "moves", "--rules", "huffing"]).success();
    let first = |text: &str| -> Vec<String> {
        text.lines()
            .map(|line| line.split_once('\t').unwrap().0.to_owned())
            .collect()
    };
    assert_eq!(first(parts), first(&moves));
}

/// The switches that `rules show` prints.
fn switches(rules: &str) -> toml::Table {
    let text = call(&["rules", "show", rules]).success();
    text.parse()
        .unwrap_or_else(|error| panic!("{rules}: {error}"))
}

/// The switches as the golden data has them.
fn golden_switches(set: &Value) -> toml::Table {
    let is = |key: &str| set[key].as_bool().unwrap();
    let directions = |key: &str| set[key].as_str().unwrap().replace('+', "-");
    let word = |text: &str| toml::Value::String(text.to_owned());
    let capture = if is("compulsory") {
        "compulsory"
    } else {
        "optional"
    };
    let promotion = match (is("promotion"), is("flying_king")) {
        (false, _) => "none",
        (true, false) => "short",
        (true, true) => "flying",
    };
    let number = |key: &str| toml::Value::Integer(set[key].as_i64().unwrap());
    [
        ("step", word(&directions("step_dirs"))),
        ("first-jump", word(&directions("first_jump_dirs"))),
        ("later-jump", word(&directions("later_jump_dirs"))),
        ("capture", word(capture)),
        ("must-continue", is("must_continue").into()),
        ("majority", false.into()),
        (
            "rejump",
            word(&set["rejump"].as_str().unwrap().replace('_', "-")),
        ),
        ("land-on-start", is("land_on_start").into()),
        ("no-step-back", is("no_return_step").into()),
        ("last-row-step", (!is("last_row_no_step")).into()),
        ("promotion", word(promotion)),
        ("huffing", is("huffing").into()),
        ("repetition-draw", number("repetition_draw")),
        ("no-capture-draw-plies", number("nocapture_draw_plies")),
    ]
    .map(|(key, value)| (key.to_owned(), value))
    .into_iter()
    .collect()
}

#[test]
fn show_prints_every_switch_of_the_named_sets_as_the_golden_data_has_them() {
    let golden = text_in_repository("tests/data/rules/rulesets.json");
    let golden: Value = serde_json::from_str(&golden).unwrap();
    for preset in PRESETS {
        assert_eq!(
            switches(preset),
            golden_switches(&golden[preset]),
            "{preset}"
        );
    }
    let listed = call(&["rules", "show"]).success();
    assert_eq!(listed.lines().collect::<Vec<_>>(), PRESETS);
}

#[test]
fn variant_files_hold_the_named_sets() {
    for preset in PRESETS {
        let file = format!("configs/variants/{preset}.toml");
        let of_file = call(&["rules", "show", &file]).success();
        assert_eq!(
            of_file,
            call(&["rules", "show", preset]).success(),
            "{file}"
        );
        let written: toml::Table = text_in_repository(&file).parse().unwrap();
        assert_eq!(written, switches(preset), "{file} says every switch");
    }
    let mut text = switches("configs/variants/bell-text.toml");
    assert_eq!(
        text.insert("rejump".to_owned(), "other-axis".into()),
        Some("never".into())
    );
    assert_eq!(text, switches("bell"));
    for entry in std::fs::read_dir(path_in_repository("configs/variants")).unwrap() {
        let path = entry.unwrap().path();
        if path
            .extension()
            .is_some_and(|extension| extension == "toml")
        {
            call(&["rules", "show", path.to_str().unwrap()]).success();
        }
    }
}

#[test]
fn a_variant_file_is_accepted_wherever_a_rule_set_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    std::fs::copy(path_in_repository("configs/variants/huffing.toml"), &path).unwrap();
    let file = path.to_str().unwrap();
    for command in [&["rules", "moves"][..], &["rules", "perft", "4"]] {
        let of_file = call(&[command, &["--rules", file]].concat()).success();
        let of_name = call(&[command, &["--rules", "huffing"]].concat()).success();
        assert_eq!(of_file, of_name, "{command:?}");
    }
    for (command, field, value) in [
        ("moves", "fen", format!("{START:?}")),
        ("replay", "history", "[\"d2-c3\"]".to_owned()),
    ] {
        let answer = |rules: &str| {
            let line = format!(r#"{{"ruleset":"{rules}","{field}":{value}}}"#);
            call_with_input(&["rules", command, "--jsonl"], &line).success()
        };
        assert_eq!(
            answer(file).replace(file, "huffing"),
            answer("huffing"),
            "{command}"
        );
    }
    let shown = call(&["rules", "show", file]).success();
    assert!(shown.starts_with("# mine, rules hash "), "{shown}");
    let games = [
        "match", "random", "random", "--games", "4", "--quiet", "--rules", file,
    ];
    assert!(call(&games).success().contains(", mine, 4 games"));

    // In a configuration, seen from its folder.
    let config = folder.path().join("config.toml");
    let tiny = "variants = [\"mine.toml\"]\niterations = 0\n[network]\nwidth = 8\nblocks = 0\n\
        [evaluation]\ngames = 2\nsimulations = [0]\nproxy-games = 0\n";
    std::fs::write(&config, tiny).unwrap();
    let out = folder.path().join("run");
    let run = [
        "train",
        config.to_str().unwrap(),
        "--out",
        out.to_str().unwrap(),
        "-q",
    ];
    assert!(call(&run).success().contains("\nmine "));
    let resolved = std::fs::read_to_string(out.join("config.toml")).unwrap();
    let resolved: toml::Table = resolved.parse().unwrap();
    assert_eq!(
        resolved["rules"]["mine"].as_table(),
        Some(&switches("huffing"))
    );
}
