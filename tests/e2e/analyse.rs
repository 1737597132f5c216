//! `analyse`: an agent's thoughts about positions and games.

use crate::support::{START, call, call_with_input};
use serde_json::{Value, json};
use std::sync::OnceLock;

fn object(arguments: &[&str]) -> Value {
    let output = call(&[&["analyse"], arguments, &["--json"]].concat()).success();
    assert_eq!(output.lines().count(), 1, "{output}");
    serde_json::from_str(&output).unwrap()
}

/// Columns of numbers over the moves.
fn sum(analysis: &Value, key: &str) -> f64 {
    let moves = analysis["moves"].as_array().unwrap();
    moves.iter().map(|row| row[key].as_f64().unwrap()).sum()
}

/// 4-man tables of `standard`.
fn tables() -> &'static str {
    static TABLES: OnceLock<(tempfile::TempDir, String)> = OnceLock::new();
    let (_, path) = TABLES.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_str().unwrap().to_owned();
        let build = [
            "exact", "tables", "--rules", "standard", "--men", "4", "--quiet", "--out",
        ];
        call(&[&build[..], &[&path]].concat()).success();
        (folder, path)
    });
    path
}

#[test]
fn a_position_has_shares_and_chances_of_every_legal_move() {
    let analysis = object(&["rollout@60", "--rules", "bell"]);
    assert_eq!(analysis["fen"], START);
    assert_eq!(analysis["agent"], "rollout@60");
    assert_eq!(analysis["result"], Value::Null);
    let legal = call(&["rules", "moves", "--rules", "bell"]).success();
    let moves = analysis["moves"].as_array().unwrap();
    assert_eq!(moves.len(), legal.lines().count());
    for row in moves {
        let line = format!(
            "{}\t{}",
            row["move"].as_str().unwrap(),
            row["fen"].as_str().unwrap()
        );
        assert!(legal.lines().any(|legal| legal == line), "{line}");
        let chances = ["win", "draw", "loss"].map(|key| row["value"][key].as_f64().unwrap());
        assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-5, "{row}");
        let score = chances[0] + chances[1] / 2.0;
        assert!((score - row["value"]["score"].as_f64().unwrap()).abs() < 1e-5);
    }
    assert!((sum(&analysis, "share") - 1.0).abs() < 1e-4);
    assert!((sum(&analysis, "prior") - 1.0).abs() < 1e-4);
    assert!((sum(&analysis, "visits") - 60.0).abs() < 1e-9);
    assert_eq!(analysis["line"][0], analysis["choice"]);
    assert_eq!(analysis["moves"][0]["move"], analysis["choice"]);
}

#[test]
fn captures_of_several_hops_are_analysed_as_whole_moves() {
    // Three captures share their first hop.
    let position = "5/1b1b1/5/1b1b1/w4 w";
    let analysis = object(&["rollout@64", "--rules", "standard", position]);
    let legal = call(&["rules", "moves", "--rules", "standard", position]).success();
    let moves = analysis["moves"].as_array().unwrap();
    assert_eq!(moves.len(), legal.lines().count());
    assert!(
        moves.len() > 1 && legal.lines().all(|line| line.starts_with("a1xc3x")),
        "{legal}"
    );
    assert!((sum(&analysis, "share") - 1.0).abs() < 1e-4);
    assert!((sum(&analysis, "prior") - 1.0).abs() < 1e-4);
    let line: Vec<&str> = analysis["line"]
        .as_array()
        .unwrap()
        .iter()
        .map(|m| m.as_str().unwrap())
        .collect();
    let history = call(&["rules", "moves", "--rules", "standard", position]).success();
    assert!(
        history
            .lines()
            .any(|legal| legal.starts_with(&format!("{}\t", line[0]))),
        "{line:?}"
    );
}

#[test]
fn tables_give_the_exact_value_of_each_move() {
    let position = "5/b4/1w1b1/5/5 b";
    let analysis = object(&[
        "uniform@8",
        "--rules",
        "standard",
        "--tables",
        tables(),
        position,
    ]);
    let probe = call(&[
        "exact",
        "probe",
        "--rules",
        "standard",
        "--tables",
        tables(),
        position,
    ])
    .success();
    let value = analysis["exact"].as_str().unwrap();
    assert!(probe.contains(&format!("value: {value}\n")), "{probe}");
    let moves = analysis["moves"].as_array().unwrap();
    let keeping = moves.iter().filter(|row| row["exact"] == value);
    let mut best: Vec<&str> = keeping.map(|row| row["move"].as_str().unwrap()).collect();
    best.sort_unstable();
    assert!(
        probe.contains(&format!("best: {}\n", best.join(" "))),
        "{probe} {best:?}"
    );
    assert!(moves.iter().all(|row| row["exact"].is_string()));
    let table = call(&[
        "analyse",
        "random",
        "--rules",
        "standard",
        "--tables",
        tables(),
        position,
    ])
    .success();
    assert!(table.contains(&format!("exact  {value}\n")), "{table}");
    let open = object(&["uniform@8", "--rules", "standard", "--tables", tables()]);
    assert_eq!(open["exact"], "unknown");
}

#[test]
fn a_certificate_gives_exact_values_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.cert");
    let certificate = path.to_str().unwrap();
    let position = "5/b4/1w1b1/5/5 b";
    call(&[
        "exact",
        "solve",
        "--rules",
        "standard",
        "--position",
        position,
        "--certificate",
        certificate,
        "--quiet",
    ])
    .success();
    let analysis = object(&[
        "uniform@8",
        "--rules",
        "standard",
        "--certificate",
        certificate,
        position,
    ]);
    let by_tables = object(&[
        "uniform@8",
        "--rules",
        "standard",
        "--tables",
        tables(),
        position,
    ]);
    assert_eq!(analysis["exact"], by_tables["exact"]);
    call(&[
        "analyse",
        "random",
        "--rules",
        "bell",
        "--certificate",
        certificate,
    ])
    .refused(&["--certificate", "other rules", "bell"]);
}

#[test]
fn positions_from_stdin_have_the_same_answers_as_alone_in_the_same_order() {
    let arguments = ["analyse", "rollout@20", "--rules", "huffing", "-"];
    let other = "5/b4/1w1b1/5/5 b";
    let outcome = call_with_input(&arguments, &format!("{other}\n\nnonsense\n{START}\n"));
    assert_eq!(outcome.code, Some(2));
    let lines: Vec<Value> = outcome
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(
        lines[0],
        object(&["rollout@20", "--rules", "huffing", other])
    );
    assert_eq!(lines[1]["line"], 3);
    assert!(
        lines[1]["error"].as_str().unwrap().contains("column 1"),
        "{}",
        lines[1]
    );
    assert_eq!(lines[2], object(&["rollout@20", "--rules", "huffing"]));
    let seeded = object(&["rollout@20", "--rules", "huffing", "--seed", "2"]);
    assert_ne!(lines[2]["moves"], seeded["moves"]);
}

#[test]
fn a_finished_position_and_agents_without_search_are_answered() {
    let over = object(&["rollout@4", "--rules", "bell", "5/5/5/1w3/5 b"]);
    assert_eq!((&over["result"], &over["moves"]), (&json!("w"), &json!([])));
    assert_eq!(over["value"]["loss"], 1.0);
    let text = call(&["analyse", "rollout@4", "--rules", "bell", "5/5/5/1w3/5 b"]).success();
    assert!(text.contains("White won (bare)"), "{text}");
    let random = object(&["random", "--rules", "bell"]);
    assert_eq!(
        (&random["value"], &random["choice"]),
        (&Value::Null, &Value::Null)
    );
    assert!((sum(&random, "share") - 1.0).abs() < 1e-4);
}

#[test]
fn a_game_is_annotated_with_losses_that_never_are_negative() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    // Black gives a won position away, then White a drawn one.
    let pdn =
        "[Variant \"standard\"]\n[FEN \"5/b4/1w1b1/5/5 b\"]\n\n1... a4-b4 { mine } 2. b3-c3 *\n";
    let given = path("game.pdn");
    std::fs::write(&given, pdn).unwrap();
    let legal = call(&["rules", "moves", "--rules", "standard", "5/1b3/1w1b1/5/5 w"]).success();
    let reply = legal.lines().next().unwrap().split('\t').next().unwrap();
    std::fs::write(&given, pdn.replace("b3-c3", reply)).unwrap();
    let annotated = path("annotated.pdn");
    let arguments = [
        "analyse",
        "rollout@50",
        "--game",
        &given,
        "--tables",
        tables(),
        "--out",
        &annotated,
    ];
    let summary = call(&arguments).success();
    assert!(summary.starts_with("game 1, standard, "), "{summary}");
    assert!(
        summary.contains("White") && summary.contains("Black"),
        "{summary}"
    );
    let text = std::fs::read_to_string(&annotated).unwrap();
    assert!(
        text.contains("[Annotator \"rollout@50, seed 1\"]"),
        "{text}"
    );
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("1... a4-b4 { mine } { loss 0."), "{text}");
    let object = object(&arguments[1..6]);
    let moves = object["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 2);
    for row in moves {
        assert!(row["loss"].as_f64().unwrap() >= 0.0);
        let (best, played) = (
            row["best_score"].as_f64().unwrap(),
            row["score"].as_f64().unwrap(),
        );
        assert!(
            (row["loss"].as_f64().unwrap() - (best - played).max(0.0)).abs() < 1e-5,
            "{row}"
        );
        assert!(
            row["exact_before"].is_string() && row["exact_after"].is_string(),
            "{row}"
        );
    }
    assert_eq!(
        (&moves[0]["exact_before"], &moves[0]["side"]),
        (&json!("win"), &json!("b"))
    );
    // Once more over its own output: the same, with the comments of before replaced.
    let twice = path("twice.pdn");
    call(&[
        "analyse",
        "rollout@50",
        "--game",
        &annotated,
        "--tables",
        tables(),
        "--out",
        &twice,
    ])
    .success();
    assert_eq!(std::fs::read_to_string(&twice).unwrap(), text);
}

#[test]
fn wrong_requests_are_refused() {
    call(&["analyse", "rollout@9", "--rules", "bell", "x"]).refused(&["column 1"]);
    call(&["analyse", "rollout@0", "--rules", "bell"]).refused(&["rollout@0", "simulation"]);
    call(&[
        "analyse",
        "rollout",
        "--rules",
        "bell",
        "--simulations",
        "0",
    ])
    .refused(&["simulation"]);
    call(&["analyse", "rollout@9", "--rules", "standrad"]).refused(&["did you mean `standard`"]);
    call(&["analyse", "rollout@9", "--game", "none.pdn"]).refused(&["none.pdn", "No such file"]);
    call(&[
        "analyse",
        "rollout@9",
        "--rules",
        "standard",
        "--tables",
        "none",
    ])
    .refused(&["--tables", "no folder"]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.csv");
    std::fs::write(&path, "variant,moves\nbell,c2-c3\n").unwrap();
    let path = path.to_str().unwrap();
    call(&["analyse", "random", "--game", path]).refused(&["random", "values"]);
    std::fs::write(path, "variant,moves\nbell,c2-c9\n").unwrap();
    call(&["analyse", "rollout@9", "--game", path])
        .refused(&["games.csv, line 2, game 1", "c2-c9"]);
    std::fs::write(path, "variant,moves\n").unwrap();
    call(&["analyse", "rollout@9", "--game", path]).refused(&["games.csv", "no games"]);
}
