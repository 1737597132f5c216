//! The evaluation CSVs against each other: everything counted again from the games.

use crate::support::{Row, START, Snapshot, call_with_input, csv_rows, reference, train};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

const KEY: [&str; 6] = [
    "variant",
    "start_set",
    "move_policy",
    "seed",
    "checkpoint",
    "simulations",
];

#[track_caller]
fn assert_near(found: &Row, column: &str, expected: Option<f64>, tolerance: f64) {
    let text = found.get(column);
    match expected {
        None => assert_eq!(text, "", "{column} of {found:?}"),
        Some(expected) => {
            let near = (found.number(column) - expected).abs() <= tolerance;
            assert!(near, "{column}: {expected} expected in {found:?}");
        }
    }
}

/// White's points in a game, `None` when it was cut.
fn points(game: &Row) -> Option<f64> {
    match (game.get("result"), game.get("reason")) {
        ("", "capped") => None,
        ("w", "bare" | "blocked") => Some(1.0),
        ("b", "bare" | "blocked") => Some(0.0),
        ("d", "repetition" | "no-capture") => Some(0.5),
        other => panic!("{other:?} of {game:?}"),
    }
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The score of a row: White's over the games that ended; for `tempo` the mover's over whole pairs.
fn score(games: &[&Row]) -> Option<f64> {
    if games[0].get("start_set") != "tempo" {
        return mean(
            &games
                .iter()
                .filter_map(|game| points(game))
                .collect::<Vec<_>>(),
        );
    }
    let mover = |game: &Row| {
        let black = game.get("opening").split(' ').nth(1) == Some("b");
        points(game).map(|points| if black { 1.0 - points } else { points })
    };
    let pairs = games
        .chunks(2)
        .filter_map(|pair| Some(f64::midpoint(mover(pair[0])?, mover(pair[1])?)));
    mean(&pairs.collect::<Vec<_>>())
}

fn check_advantage(row: &Row, games: &[&Row], proxy: &[&Row]) {
    let count = |result: &str| {
        games
            .iter()
            .filter(|game| game.get("result") == result)
            .count() as f64
    };
    for (column, result) in [
        ("white_wins", "w"),
        ("draws", "d"),
        ("black_wins", "b"),
        ("capped", ""),
    ] {
        assert_near(row, column, Some(count(result)), 0.0);
    }
    assert_near(row, "games", Some(games.len() as f64), 0.0);
    let score = score(games);
    assert_near(row, "white_score", score, 6e-7);
    assert_near(
        row,
        "advantage_pp",
        score.map(|score| 100.0 * (score - 0.5)),
        6e-5,
    );
    let inner = score.filter(|score| *score > 0.0 && *score < 1.0);
    assert_near(
        row,
        "advantage_elo",
        inner.map(|score| -400.0 * (1.0 / score - 1.0).log10()),
        6e-3,
    );
    if let Some(score) = score {
        assert!(
            row.number("white_score_low") <= score && score <= row.number("white_score_high"),
            "{row:?}"
        );
        assert!(!row.get("method").is_empty());
    }
    for end in ["", "_low", "_high"] {
        let score = row.get(&format!("white_score{end}")).parse::<f64>().ok();
        assert_near(
            row,
            &format!("advantage_pp{end}"),
            score.map(|score| 100.0 * (score - 0.5)),
            1e-3,
        );
    }
    let sum = |column: &str| games.iter().map(|game| game.number(column)).sum::<f64>();
    assert_near(
        row,
        "mean_plies",
        Some(sum("plies") / games.len() as f64),
        6e-5,
    );
    assert_near(
        row,
        "decisions_per_ply",
        Some(sum("decisions") / sum("plies")),
        6e-5,
    );
    let unique: BTreeSet<String> = games
        .iter()
        .map(|game| game.key(&["opening", "moves"]))
        .collect();
    assert_near(row, "unique_games", Some(unique.len() as f64), 0.0);

    assert_near(row, "proxy_games", Some(proxy.len() as f64), 0.0);
    let of_agent = proxy.iter().filter_map(|game| {
        points(game).map(|points| {
            if game.get("agent") == "w" {
                points
            } else {
                1.0 - points
            }
        })
    });
    assert_near(
        row,
        "proxy_score",
        mean(&of_agent.collect::<Vec<_>>()),
        6e-7,
    );
    assert!(
        proxy
            .iter()
            .all(|game| game.get("opponent") == row.get("proxy_opponent"))
    );
}

/// Checks every row of `advantage.csv` and returns how many there are.
fn check_all(files: &Snapshot) -> usize {
    let games = csv_rows(files.text("evaluation/games.csv"));
    let proxy = csv_rows(files.text("evaluation/proxy_games.csv"));
    let advantage = csv_rows(files.text("evaluation/advantage.csv"));
    let mut used = 0;
    for row in &advantage {
        let same = |columns: &[&str], games: &'_ Row| row.key(columns) == games.key(columns);
        let mine: Vec<&Row> = games.iter().filter(|game| same(&KEY, game)).collect();
        let shared = ["variant", "seed", "checkpoint", "simulations"];
        let against: Vec<&Row> = proxy.iter().filter(|game| same(&shared, game)).collect();
        for (number, game) in mine.iter().enumerate() {
            assert_near(game, "game", Some(number as f64), 0.0);
            assert_near(
                game,
                "plies",
                Some(game.get("moves").split_whitespace().count() as f64),
                0.0,
            );
        }
        check_advantage(row, &mine, &against);
        used += mine.len();
    }
    assert_eq!(used, games.len(), "every game is in one row");
    advantage.len()
}

#[test]
fn every_row_of_advantage_csv_follows_from_the_games() {
    assert_eq!(check_all(&reference().files), 36);
}

#[test]
fn games_cut_by_the_length_limit_are_in_no_score() {
    let folder = tempfile::tempdir().unwrap();
    train(folder.path(), &["--set", "max-plies=30", "-q"]).success();
    let files = Snapshot::of(folder.path());
    check_all(&files);
    let rows = csv_rows(files.text("evaluation/advantage.csv"));
    assert!(
        rows.iter().any(|row| row.number("capped") > 0.0),
        "some games are that long"
    );
    assert!(
        rows.iter()
            .any(|row| row.number("capped") < row.number("games")),
        "some are shorter"
    );
    let games = csv_rows(files.text("evaluation/games.csv"));
    let cut = games.iter().filter(|game| game.get("reason") == "capped");
    assert!(
        cut.clone()
            .all(|game| game.get("plies") == "30" && game.get("result").is_empty())
    );
    assert!(files.text("evaluation/advantage.csv").lines().count() == 37);
}

#[test]
fn comparisons_are_differences_of_scores_of_one_cell() {
    let files = &reference().files;
    let cell = ["start_set", "move_policy", "simulations"];
    let mut scores: BTreeMap<String, f64> = BTreeMap::new();
    for row in csv_rows(files.text("evaluation/advantage.csv")) {
        scores.insert(
            format!("{}|{}", row.get("variant"), row.key(&cell)),
            row.number("advantage_pp"),
        );
    }
    let comparisons = csv_rows(files.text("evaluation/comparisons.csv"));
    let mut pairs: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in &comparisons {
        let points = |side: &str| match row.get(side) {
            "50%" => 0.0,
            variant => scores[&format!("{variant}|{}", row.key(&cell))],
        };
        assert_near(
            row,
            "difference_pp",
            Some(points("variant_a") - points("variant_b")),
            2e-4,
        );
        assert!(row.number("low") <= row.number("difference_pp"), "{row:?}");
        assert!(row.number("difference_pp") <= row.number("high"), "{row:?}");
        // One training seed speaks about its agents only.
        assert_eq!(row.key(&["inference", "p", "p_holm"]), "agents||");
        pairs
            .entry(row.key(&cell))
            .or_default()
            .insert(row.key(&["variant_a", "variant_b"]));
    }
    assert_eq!(pairs.len(), 12);
    let expected = [
        "bell|50%",
        "bell|huffing",
        "bell|standard",
        "huffing|50%",
        "huffing|standard",
        "standard|50%",
    ];
    for found in pairs.values() {
        assert!(found.iter().eq(expected), "{found:?}");
    }
}

#[test]
fn games_from_the_start_replay_to_the_same_result_and_reason() {
    let games = csv_rows(reference().files.text("evaluation/games.csv"));
    let games: Vec<&Row> = games
        .iter()
        .filter(|game| game.get("start_set") == "initial")
        .collect();
    let lines: Vec<String> = games
        .iter()
        .map(|game| {
            assert_eq!(game.get("opening"), START);
            let history: Vec<&str> = game.get("moves").split(' ').collect();
            json!({"ruleset": game.get("variant"), "history": history}).to_string()
        })
        .collect();
    let output = call_with_input(&["rules", "replay", "--jsonl"], &lines.join("\n")).success();
    assert_eq!(output.lines().count(), games.len());
    for (game, answer) in games.iter().zip(output.lines()) {
        let answer: Value = serde_json::from_str(answer).unwrap();
        assert_eq!(answer["result"], game.get("result"), "{game:?}");
        assert_eq!(answer["reason"], game.get("reason"), "{game:?}");
    }
}

/// A game on its way through `rules moves`.
struct Walk {
    variant: String,
    position: String,
    moves: std::vec::IntoIter<String>,
    result: String,
    reason: String,
}

#[test]
fn games_from_other_positions_are_legal_move_by_move_and_end_as_they_say() {
    let files = &reference().files;
    let mut rows = csv_rows(files.text("evaluation/games.csv"));
    rows.retain(|game| game.get("start_set") != "initial");
    rows.extend(csv_rows(files.text("evaluation/proxy_games.csv")));
    let mut walks: Vec<Walk> = rows
        .iter()
        .map(|game| Walk {
            variant: game.get("variant").to_owned(),
            position: game.get("opening").to_owned(),
            moves: game
                .get("moves")
                .split(' ')
                .map(|text| text.replace(':', " "))
                .collect::<Vec<_>>()
                .into_iter(),
            result: game.get("result").to_owned(),
            reason: game.get("reason").to_owned(),
        })
        .collect();
    assert!(walks.len() > 400);
    while !walks.is_empty() {
        let question =
            |walk: &Walk| json!({"ruleset": walk.variant, "fen": walk.position}).to_string();
        let lines: Vec<String> = walks.iter().map(question).collect();
        let output = call_with_input(&["rules", "moves", "--jsonl"], &lines.join("\n")).success();
        let answers: Vec<Value> = output
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let mut answers = answers.iter();
        walks.retain_mut(|walk| {
            let answer = answers.next().expect("an answer for each line");
            let over = answer["result"].as_str();
            let Some(played) = walk.moves.next() else {
                let decided = walk.reason == "bare" || walk.reason == "blocked";
                assert_eq!(over, decided.then_some(&*walk.result), "{}", walk.position);
                return false;
            };
            assert_eq!(over, None, "{} is not over", walk.position);
            let moves = answer["moves"].as_array().unwrap();
            let at = moves.iter().position(|legal| *legal == *played);
            let at = at.unwrap_or_else(|| panic!("{played} is illegal in {}", walk.position));
            answer["next"][at]
                .as_str()
                .unwrap()
                .clone_into(&mut walk.position);
            true
        });
    }
}
