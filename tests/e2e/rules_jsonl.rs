//! `rules moves --jsonl` and `rules replay --jsonl` on golden data and on bad lines.

use crate::support::{PRESETS, START, call_with_input, json_lines};
use serde_json::{Value, json};

/// Input and the expected output, byte for byte, of `rules moves --jsonl` for a position row.
fn moves_lines(row: &Value) -> (String, String) {
    let question = json!({"ruleset": row["ruleset"], "fen": row["fen"]}).to_string();
    let answer = format!(
        r#"{{"fen":{},"ruleset":{},"moves":{},"next":{},"result":{}}}"#,
        row["fen"], row["ruleset"], row["moves"], row["next"], row["result"]
    );
    (question, answer)
}

/// The same of `rules replay --jsonl` for a game row.
fn replay_lines(row: &Value) -> (String, String) {
    let question = json!({"ruleset": row["ruleset"], "history": row["history"]}).to_string();
    let answer = format!(
        r#"{{"final_fen":{},"result":{},"reason":{}}}"#,
        row["final_fen"], row["result"], row["reason"]
    );
    (question, answer)
}

#[track_caller]
fn check(command: &str, lines: &[(String, String)]) {
    let questions: Vec<&str> = lines.iter().map(|(question, _)| &**question).collect();
    let input = questions.join("\n");
    let output = call_with_input(&["rules", command, "--jsonl"], &input).success();
    assert_eq!(
        output.lines().count(),
        lines.len(),
        "one answer for each line"
    );
    for ((question, expected), answer) in lines.iter().zip(output.lines()) {
        assert_eq!(answer, expected, "{question}");
    }
}

#[test]
fn moves_answers_all_golden_positions_in_order_field_by_field() {
    let rows = PRESETS.map(|preset| json_lines(&format!("vectors/{preset}.jsonl")));
    let lines: Vec<(String, String)> = rows.iter().flatten().map(moves_lines).collect();
    assert_eq!(lines.len(), 1461);
    check("moves", &lines);
    // Rule sets may change from line to line.
    let mut mixed = Vec::new();
    for row in 0..20 {
        mixed.extend(rows.iter().map(|rows| moves_lines(&rows[row])));
    }
    check("moves", &mixed);
}

#[test]
fn replay_answers_all_golden_games_in_order_field_by_field() {
    let mut lines = Vec::new();
    for name in PRESETS.into_iter().chain(["no-capture"]) {
        let rows = json_lines(&format!("vectors/games_{name}.jsonl"));
        lines.extend(rows.iter().map(replay_lines));
    }
    assert_eq!(lines.len(), 246);
    check("replay", &lines);
}

#[test]
fn histories_of_golden_positions_replay_to_them() {
    let mut lines = Vec::new();
    let mut expected = Vec::new();
    for preset in PRESETS {
        for row in json_lines(&format!("vectors/{preset}.jsonl")) {
            if row["history"].is_array() {
                lines.push(replay_lines(&row).0);
                expected.push(row["fen"].as_str().unwrap().to_owned());
            }
        }
    }
    assert!(lines.len() > 500);
    let output = call_with_input(&["rules", "replay", "--jsonl"], &lines.join("\n")).success();
    let reached: Vec<String> = output
        .lines()
        .map(|line| {
            let answer: Value = serde_json::from_str(line).unwrap();
            answer["final_fen"].as_str().unwrap().to_owned()
        })
        .collect();
    assert_eq!(reached, expected);
}

#[test]
fn a_game_without_moves_is_the_start_and_a_huff_is_read_in_both_spellings() {
    let game = json_lines("vectors/games_huffing.jsonl")[0].clone();
    let (question, answer) = replay_lines(&game);
    assert!(question.contains("huff "));
    let start = format!(r#"{{"final_fen":"{START}","result":null,"reason":null}}"#);
    let empty = r#"{"ruleset":"bell","history":[]}"#.to_owned();
    check(
        "replay",
        &[
            (empty, start),
            (question.replace("huff ", "huff:"), answer.clone()),
            (question, answer),
        ],
    );
}

/// Bad lines among good ones: each with what the error must say.
#[track_caller]
fn check_bad_lines(command: &str, good: &(String, String), bad: &[(&str, &[&str])]) {
    let mut input = Vec::new();
    for (line, _) in bad {
        input.extend([&*good.0, line]);
    }
    input.push(&good.0);
    let outcome = call_with_input(&["rules", command, "--jsonl"], &input.join("\n"));
    assert_eq!(outcome.code, Some(2), "{outcome:#?}");
    let answers: Vec<&str> = outcome.stdout.lines().collect();
    assert_eq!(answers.len(), 2 * bad.len() + 1);
    for (at, answer) in answers.iter().enumerate() {
        if at % 2 == 0 {
            assert_eq!(*answer, good.1, "good lines are answered all the same");
            continue;
        }
        let (line, parts) = bad[at / 2];
        let answer: Value = serde_json::from_str(answer).unwrap();
        let fields: Vec<&String> = answer.as_object().unwrap().keys().collect();
        assert_eq!(fields, ["error", "line"], "{line}");
        assert_eq!(answer["line"], at + 1, "{line}");
        let error = answer["error"].as_str().unwrap();
        for part in parts {
            assert!(
                error.contains(part),
                "`{part}` in the error of {line}: {error}"
            );
        }
    }
}

#[test]
fn a_bad_line_of_moves_gets_an_error_in_its_place_and_exit_code_2() {
    let good = moves_lines(&json_lines("vectors/bell.jsonl")[0]);
    let fen = |fen: &str| json!({"ruleset": "bell", "fen": fen}).to_string();
    let short = fen("bbbbb/bbbbb/bb1w/wwwww/wwwww w");
    let letter = fen("bbbbb/bbbbx/bb1ww/wwwww/wwwww w");
    let mover = fen("bbbbb/bbbbb/bb1ww/wwwww/wwwww x");
    let king = fen("bbbbB/bbbbb/bb1ww/wwwww/wwwww w");
    let crowd = fen("bbbbb/bbbbb/bbbww/wwwww/wwwww w");
    let ban = fen("bbbbb/bbbbb/bb1ww/wwwww/wwwww w n:c3c2");
    let huff = fen("bbbbb/bbbbb/bb1ww/wwwww/wwwww w h:a1");
    let name = json!({"ruleset": "standrad", "fen": START}).to_string();
    check_bad_lines(
        "moves",
        &good,
        &[
            ("nonsense", &["JSON"]),
            ("{}", &["ruleset"]),
            (r#"{"ruleset":"bell"}"#, &["fen"]),
            (r#"{"ruleset":"bell","fen":7}"#, &["string"]),
            (&name, &["standrad", "did you mean `standard`"]),
            (&short, &["column 17"]),
            (&letter, &["column 11"]),
            (&mover, &["column 31"]),
            (&king, &["column 1", "king"]),
            (&crowd, &["12"]),
            (&ban, &["column", "c3"]),
            (&huff, &["column", "h:"]),
        ],
    );
}

#[test]
fn a_bad_line_of_replay_gets_an_error_in_its_place_and_exit_code_2() {
    let good = replay_lines(&json_lines("vectors/games_bell.jsonl")[0]);
    check_bad_lines(
        "replay",
        &good,
        &[
            (r#"["bell"]"#, &["JSON"]),
            (
                r#"{"ruleset":"bell","history":["d2-c3","d2-c3"]}"#,
                &["ply 2", "d2-c3", "Black"],
            ),
            (
                r#"{"ruleset":"bell","history":["zz"]}"#,
                &["ply 1", "zz", "column 1"],
            ),
            (
                r#"{"ruleset":"bell","history":["d2-c3","b4-b3"]}"#,
                &["ply 2", "b4-b3"],
            ),
            (
                r#"{"ruleset":"bell","history":["d2-c3","d4xd2","huff c4"]}"#,
                &["ply 3", "huff c4"],
            ),
            (
                r#"{"ruleset":"bel","history":[]}"#,
                &["bel", "did you mean `bell`"],
            ),
        ],
    );
}
