//! Golden data: move lists, whole games and perft counts that two independent programs agreed on.

use quirkat_rules::{Game, Geometry, PerftUnit, Position, Preset, Rules, perft};
use rayon::prelude::*;
use serde_json::Value;
use std::path::PathBuf;
use std::sync::Arc;

/// Rows with more nodes are left to the end-to-end perft command: this budget takes seconds.
const PERFT_BUDGET: u64 = 20_000_000;

fn data(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/data/rules")
        .join(name)
}

fn rows(name: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(data(name)).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn strings(value: &Value) -> Vec<&str> {
    value
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item.as_str().unwrap())
        .collect()
}

#[test]
fn moves_and_results_equal_the_vectors() {
    let mut checked = 0;
    for preset in Preset::ALL {
        let geometry = Geometry::new(preset.rules());
        for row in rows(&format!("vectors/{preset}.jsonl")) {
            let fen = row["fen"].as_str().unwrap();
            let position = Position::parse(fen, &geometry).unwrap();
            assert_eq!(position.to_string(), fen);
            let mut moves: Vec<(String, String)> = position
                .moves(&geometry)
                .iter()
                .map(|(m, next)| (m.to_string(), next.to_string()))
                .collect();
            moves.sort();
            let (texts, nexts): (Vec<&str>, Vec<&str>) =
                moves.iter().map(|(m, n)| (&**m, &**n)).unzip();
            assert_eq!(texts, strings(&row["moves"]), "{preset} {fen}");
            assert_eq!(nexts, strings(&row["next"]), "{preset} {fen}");
            let winner = position
                .outcome(&geometry)
                .map(|outcome| outcome.letter().to_string());
            assert_eq!(winner.as_deref(), row["result"].as_str(), "{preset} {fen}");
            checked += 1;
        }
    }
    assert_eq!(checked, 1461);
}

#[test]
fn whole_games_end_as_recorded() {
    let mut checked = 0;
    let names = Preset::ALL.map(Preset::name);
    for name in names.into_iter().chain(["no-capture"]) {
        for row in rows(&format!("vectors/games_{name}.jsonl")) {
            let rules: Rules = row["ruleset"].as_str().unwrap().parse().unwrap();
            let mut game = Game::new(Arc::new(Geometry::new(rules)));
            for text in strings(&row["history"]) {
                game.play_text(text).unwrap();
            }
            assert_eq!(
                game.position().to_string(),
                row["final_fen"].as_str().unwrap()
            );
            let outcome = game
                .outcome()
                .map(|o| (o.letter().to_string(), o.reason.name()));
            let (letter, reason) = outcome.unzip();
            assert_eq!(letter.as_deref(), row["result"].as_str());
            assert_eq!(reason, row["reason"].as_str());
            checked += 1;
        }
    }
    assert_eq!(checked, 246);
}

#[test]
fn perft_equals_the_table() {
    let mut reader = csv::Reader::from_path(data("perft.csv")).unwrap();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 601);
    let wrong: Vec<String> = rows
        .par_iter()
        .filter_map(|row| {
            let geometry = Geometry::new(row[0].parse().unwrap());
            let unit: PerftUnit = row[2].parse().unwrap();
            let (depth, nodes): (u32, u64) = (row[3].parse().unwrap(), row[4].parse().unwrap());
            let position = Position::parse(&row[5], &geometry).unwrap();
            if nodes > PERFT_BUDGET {
                return None;
            }
            let counted = perft(&geometry, &position, unit, depth);
            (counted != nodes).then(|| format!("{row:?}: counted {counted}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
