use super::{Protocol, Talk};
use quirkat_rules::{Color, Game};
use quirkat_variant::Variant;
use std::path::Path;
use std::sync::Arc;

/// All presets, and every file of `configs/variants`.
fn rule_sets() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/variants");
    let files = std::fs::read_dir(folder).unwrap();
    let files = files.map(|file| file.unwrap().path().to_str().unwrap().to_owned());
    let presets = quirkat_rules::Preset::ALL.map(|preset| preset.name().to_owned());
    let mut all: Vec<String> = files.chain(presets).collect();
    all.sort();
    assert!(all.len() >= 15, "{all:?}");
    all
}

/// Plays a game by `ask` for a move after the moves so far, to its end by its own rules.
fn play(talk: &mut Talk, rules: &str, mut ask: impl FnMut(&mut Talk, &str) -> String) -> Game {
    let variant = Variant::find(rules, Path::new(".")).unwrap();
    let mut game = Game::new(Arc::clone(&variant.geometry));
    let mut moves = String::new();
    while game.outcome().is_none() {
        let answer = ask(talk, moves.trim());
        game.play_text(&answer)
            .unwrap_or_else(|error| panic!("{rules}: {error}"));
        moves.push(' ');
        moves.push_str(&answer);
    }
    talk.send(&format!("position startpos moves{moves}"));
    game
}

#[test]
fn every_rule_set_is_played_to_its_end_by_legal_moves_in_ugi() {
    for rules in rule_sets() {
        for agent in ["uniform@8", "random"] {
            let mut talk = Talk::new("bell", agent, Some(Protocol::Ugi));
            talk.send(&format!("setoption name rules value {rules}"));
            talk.send("setoption name temperature value 1");
            let game = play(&mut talk, &rules, |talk, moves| {
                talk.send(&format!("position startpos moves {moves}"));
                talk.send("query gameover");
                assert_eq!(talk.next(), "response false");
                talk.send("go");
                let answer = talk.until("bestmove").pop().unwrap();
                answer["bestmove ".len()..].to_owned()
            });
            talk.send("query gameover");
            assert_eq!(talk.next(), "response true", "{rules}");
            talk.send("query result");
            let expected = match game.outcome().unwrap().winner {
                Some(Color::White) => "response p1win",
                Some(Color::Black) => "response p2win",
                None => "response draw",
            };
            assert_eq!(talk.next(), expected, "{rules}");
            talk.end();
        }
    }
}

#[test]
fn every_rule_set_is_played_to_its_end_by_legal_moves_in_hub() {
    for rules in rule_sets() {
        let mut talk = Talk::new("bell", "uniform@8", Some(Protocol::Hub));
        talk.send(&format!("set-param name=variant value=\"{rules}\""));
        talk.send("set-param name=temperature value=1");
        talk.send("level nodes=6");
        play(&mut talk, &rules, |talk, moves| {
            talk.send(&format!(
                "pos pos=\"{}\" moves=\"{moves}\"",
                quirkat_rules::Position::START
            ));
            talk.send("go think");
            let answer = talk.until("done").pop().unwrap();
            let played = answer.strip_prefix("done move=").unwrap();
            played.split(' ').next().unwrap().to_owned()
        });
        talk.end();
    }
}
