mod foreign_files;
mod refusals;

use super::*;
use crate::random_rules::random_rules;
use proptest::prelude::*;
use quirkat_mcts::random_move;
use quirkat_rules::{Color, Game, Geometry, Position, Preset, Rules};
use quirkat_tables::{CsvRow, EndReason, GameRow, ProxyGameRow, Side, StartSet, csv_text};
use quirkat_variant::Variant;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::StrDeserializer;
use std::sync::Arc;

fn written(games: &[RecordedGame], format: Format) -> String {
    write_games(games, format).unwrap()
}

/// A random game, from the start or from where some random plies lead, perhaps cut.
fn random_game(variant: &Variant, rng: &mut Xoshiro256PlusPlus, with_texts: bool) -> RecordedGame {
    let mut game = Game::new(Arc::clone(&variant.geometry));
    let before = [0, 0, 1, 7, 20][rng.random_range(0..5)];
    let mut start = Position::START;
    for _ in 0..before {
        let Some(drawn) = random_move(&game, rng) else {
            break;
        };
        game.play_move(drawn).unwrap();
        if game.outcome().is_none() {
            start = *game.position();
        }
    }
    let mut game = Game::from_position(Arc::clone(&variant.geometry), start);
    let limit = [3, 40, 1000][rng.random_range(0..3)];
    let mut recorded = RecordedGame {
        variant: Some(variant.name.clone()),
        start: (start != Position::START).then(|| start.to_string()),
        ..RecordedGame::default()
    };
    let is_preset = variant.name.parse::<Preset>().is_ok();
    recorded.rules = (!is_preset).then_some(*variant.rules());
    while let Some(drawn) = random_move(&game, rng).filter(|_| recorded.moves.len() < limit) {
        game.play_move(drawn).unwrap();
        let mut played = RecordedMove::from(drawn);
        if with_texts && rng.random_range(0..4) == 0 {
            played.annotations = vec![rng.random_range(0..=255)];
            played.comments = vec!["loss 0.12, best c2-c3 [%x \"y\\z\"] ; (é".to_owned()];
        }
        recorded.moves.push(played);
    }
    match game.outcome() {
        Some(outcome) => {
            recorded.result = Some(outcome.into());
            recorded.reason = Some(outcome.reason.name().to_owned());
        }
        None => recorded.reason = Some("capped".to_owned()),
    }
    if with_texts {
        let tags = [
            ("Event", "a \"b\\n\" \\"),
            ("White", "rollout@8"),
            ("My_9", "x\ny, \"z\""),
        ];
        recorded.tags = tags.map(|(a, b)| (a.to_owned(), b.to_owned())).to_vec();
        recorded.comments = vec!["before".to_owned(), "the first".to_owned()];
    }
    recorded
}

fn read(text: &str, format: Format) -> Vec<RecordedGame> {
    let mut games = parse_games(text.as_bytes(), format, "games").unwrap();
    check_games(&mut games, &mut RuleBook::default(), "games")
        .unwrap_or_else(|e| panic!("{e}: {text}"));
    for game in &mut games {
        game.place = Place::default();
    }
    games
}

fn refused(text: &str, format: Format) -> String {
    let read = || {
        let mut games = parse_games(text.as_bytes(), format, "f")?;
        check_games(&mut games, &mut RuleBook::default(), "f")
    };
    read().expect_err(text).to_string()
}

fn there_and_back(variant: &Variant, seed: u64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let games: Vec<RecordedGame> = (0..4)
        .map(|i| random_game(variant, &mut rng, i % 2 == 1))
        .filter(|game| !game.moves.is_empty())
        .collect();
    let pdn = written(&games, Format::Pdn);
    assert_eq!(read(&pdn, Format::Pdn), games);
    let csv = written(&games, Format::Csv);
    let plain = read(&csv, Format::Csv);
    for (plain, game) in plain.iter().zip(&games) {
        let mut bare = game.clone();
        bare.comments.clear();
        for played in &mut bare.moves {
            played.comments.clear();
            played.annotations.clear();
        }
        assert_eq!(*plain, bare);
    }
    let pdn = written(&plain, Format::Pdn);
    let again = written(&read(&pdn, Format::Pdn), Format::Csv);
    assert_eq!(again, csv);
    assert_eq!(written(&read(&again, Format::Csv), Format::Pdn), pdn);
}

#[test]
fn games_of_all_presets_survive_both_formats() {
    for preset in Preset::ALL {
        for seed in 0..8 {
            there_and_back(&Variant::new(preset.name(), preset.rules()), seed);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn games_of_random_rules_survive_both_formats(rules in random_rules(), seed: u64) {
        there_and_back(&Variant::new(rules.to_string(), rules), seed);
    }

    #[test]
    fn switches_in_one_line_read_back(rules in random_rules()) {
        prop_assert_eq!(switches::read_switches(&switches::write_switches(&rules)).unwrap(), rules);
    }

    #[test]
    fn no_bytes_make_the_readers_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        for format in [Format::Csv, Format::Pdn] {
            let _ = parse_games(&bytes, format, "f");
        }
    }

    #[test]
    fn no_text_of_the_formats_letters_makes_the_readers_panic(
        text in "[\\[\\]\"{}();%$!?.,\\\\ \n0-9a-exhuf*/\\-éW#]{0,200}"
    ) {
        let header = format!("variant,opening,result,moves\nbell,{text}");
        for (text, format) in [(&text, Format::Pdn), (&header, Format::Csv)] {
            if let Ok(mut games) = parse_games(text.as_bytes(), format, "f") {
                let _ = check_games(&mut games, &mut RuleBook::default(), "f");
            }
        }
    }

    #[test]
    fn a_damaged_file_is_read_or_refused_and_what_is_read_can_be_written(
        preset in prop::sample::select(Preset::ALL.to_vec()), seed: u64, cut in 0.0..1.0f64,
        edits in prop::collection::vec((0.0..1.0f64, any::<u8>()), 0..4),
    ) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let variant = Variant::new(preset.name(), preset.rules());
        let games = [random_game(&variant, &mut rng, true), random_game(&variant, &mut rng, false)];
        for format in [Format::Csv, Format::Pdn] {
            let mut bytes = written(&games, format).into_bytes();
            for (at, byte) in &edits {
                let at = (at * bytes.len() as f64) as usize;
                bytes[at] = *byte;
            }
            bytes.truncate((cut.sqrt() * bytes.len() as f64) as usize);
            let Ok(mut games) = parse_games(&bytes, format, "f") else { continue };
            if check_games(&mut games, &mut RuleBook::default(), "f").is_ok() {
                let text = written(&games, Format::Pdn);
                let again = read(&text, Format::Pdn);
                prop_assert_eq!(written(&again, Format::Pdn), text);
            }
        }
    }
}

/// Random games as rows of the project's own tables.
fn rows<T: CsvRow>(row: impl Fn(u64, &RecordedGame) -> T) -> String {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut rows = Vec::new();
    for preset in Preset::ALL {
        let variant = Variant::new(preset.name(), preset.rules());
        let games = (0..6).map(|_| random_game(&variant, &mut rng, false));
        let games = games.filter(|game| !game.moves.is_empty());
        rows.extend(games.zip(0..).map(|(game, i)| row(i, &game)));
    }
    String::from_utf8(csv_text(&rows).unwrap()).unwrap()
}

fn opening(game: &RecordedGame) -> String {
    game.start
        .clone()
        .unwrap_or_else(|| Position::START.to_string())
}

fn line(game: &RecordedGame) -> String {
    let tokens: Vec<String> = game.moves.iter().map(|m| m.played.token()).collect();
    tokens.join(" ")
}

#[test]
fn the_projects_own_tables_come_back_to_the_byte() {
    let result = |game: &RecordedGame| -> quirkat_tables::RecordedResult {
        let letter = game.result.map_or("", RecordedResult::letter);
        letter.parse().unwrap()
    };
    let reason = |game: &RecordedGame| {
        let word = game.reason.as_deref().unwrap();
        let word: StrDeserializer<'_, serde::de::value::Error> = word.into_deserializer();
        EndReason::deserialize(word).unwrap()
    };
    let games = rows(|i, game| GameRow {
        variant: game.variant.clone().unwrap(),
        start_set: StartSet::Initial,
        move_policy: "sampled:1:8".parse().unwrap(),
        seed: 7,
        checkpoint: "nets/bell/iter-0002".to_owned(),
        simulations: 32,
        game: i,
        opening: opening(game),
        result: result(game),
        reason: reason(game),
        plies: game.moves.len(),
        decisions: 3 * i as u32,
        moves: line(game),
    });
    let proxies = rows(|i, game| ProxyGameRow {
        variant: game.variant.clone().unwrap(),
        seed: 7,
        checkpoint: "nets/bell/iter-0002".to_owned(),
        simulations: 32,
        opponent: "rollout@32".to_owned(),
        game: i,
        agent: Side::White,
        opening: opening(game),
        result: result(game),
        reason: reason(game),
        plies: game.moves.len(),
        moves: line(game),
    });
    for table in [
        games,
        proxies,
        "variant,result\nbell,w\nbell,\nmine,d\n".to_owned(),
    ] {
        let pdn = written(
            &parse_games(table.as_bytes(), Format::Csv, "f").unwrap(),
            Format::Pdn,
        );
        let games = parse_games(pdn.as_bytes(), Format::Pdn, "f").unwrap();
        assert_eq!(written(&games, Format::Csv), table);
    }
}

#[test]
fn what_other_programs_write_is_read() {
    let text = "% a line for programs\n{ for the first } [Event \"x\"]\n[Result \"*\"]\n[White \"?\"]
[Variant \"standard\"] [ECO \"A\"]\n\n1.c2-c3! ; to the end } of ( the line\na3xc3 (1... b4xd2 {no) } (nested)) $14
2.b2xd4 {good}  {very good} c5xe3?? 3... * [Variant \"bell\"] 1. d2-c3 0-2 ; resigned\n";
    let games = parse_games(text.as_bytes(), Format::Pdn, "f").unwrap();
    assert_eq!(games.len(), 2);
    let first = &games[0];
    assert_eq!(
        first.place,
        Place {
            line: 2,
            game: 1,
            ply: None
        }
    );
    assert_eq!(first.comments, ["for the first"]);
    assert_eq!(first.tag("eco"), Some("A"));
    assert_eq!(first.tag("White"), None);
    assert_eq!(line(first), "c2-c3 a3xc3 b2xd4 c5xe3");
    let annotations: Vec<&[u8]> = first.moves.iter().map(|m| &m.annotations[..]).collect();
    assert_eq!(annotations, [&[1][..], &[14], &[], &[4]]);
    assert_eq!(first.moves[0].comments, ["to the end } of ( the line"]);
    assert_eq!(first.moves[2].comments, ["good", "very good"]);
    assert_eq!(games[1].result, Some(RecordedResult::Black));
    assert_eq!(games[1].moves[0].comments, ["resigned"]);
}

#[test]
fn huffs_and_a_black_start_are_numbered_by_turns() {
    let geometry = Arc::new(Geometry::new(Rules::HUFFING));
    let mut huffs = 0;
    for seed in 0..20 {
        let mut game = Game::new(Arc::clone(&geometry));
        let mut recorded = RecordedGame::default();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        while let Some(drawn) = random_move(&game, &mut rng) {
            let turn = game.turn();
            recorded.moves.push(drawn.into());
            assert_eq!(recorded.numbering().last().unwrap().1, turn);
            huffs += u32::from(drawn.token().starts_with("huff"));
            game.play_move(drawn).unwrap();
        }
    }
    assert!(huffs > 0);
    let text =
        "[Variant \"backward\"]\n[SetUp \"1\"]\n[FEN \"4b/5/5/5/w4 b\"]\n\n1... e5-d5 2. a1-b1 *\n";
    let games = read(text, Format::Pdn);
    assert_eq!(games[0].numbering(), [(1, Color::Black), (2, Color::White)]);
    assert!(written(&games, Format::Pdn).ends_with("\n\n1... e5-d5 2. a1-b1 *\n"));
}

#[test]
fn a_check_fills_in_what_the_rules_decide() {
    let text =
        "variant,opening,moves\nbackward,4b/5/5/1b3/w4 w,a1xc3\nbackward,5/5/5/1b3/w4 w,a1xc3\n";
    let games = read(text, Format::Csv);
    assert_eq!((games[0].result, games[0].reason.as_deref()), (None, None));
    assert_eq!(games[1].result, Some(RecordedResult::White));
    assert_eq!(games[1].reason.as_deref(), Some("bare"));
}
