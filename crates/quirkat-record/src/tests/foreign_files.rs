//! Files of other programs: their line ends, separators and tags.

use super::*;

/// Two games with everything that lines decide: an escape line, comments, tags.
const PDN: &str = "% by hand\n[Variant \"standard\"]\n[Result \"1-0\"]\n\n1. c2-c3 ; a comment\n1... c4xc2 1-0\n\n\
                   [Variant \"standard\"]\n\n1. d2-c3 {over\ntwo lines} b4xd2 *\n";

const CSV: &str = "variant,result,moves\nstandard,w,c2-c3\nstandard,,d2-c3 b4xd2\n";

/// The text with its line ends replaced in turn by these.
fn with_ends(text: &str, ends: &[&str]) -> String {
    let mut ends = ends.iter().cycle();
    let lines = text.split_inclusive('\n');
    lines
        .map(|line| line.replace('\n', ends.next().unwrap()))
        .collect()
}

#[test]
fn all_line_ends_give_the_same_games_and_line_numbers() {
    for (text, format) in [(PDN, Format::Pdn), (CSV, Format::Csv)] {
        let plain = parse_games(text.as_bytes(), format, "g").unwrap();
        assert_eq!(plain.len(), 2);
        for ends in [&["\r"][..], &["\r\n"], &["\r", "\n", "\r\n"]] {
            let other = with_ends(text, ends);
            let games = parse_games(other.as_bytes(), format, "g").unwrap();
            assert_eq!(games, plain, "{other:?}");
        }
    }
    let broken = with_ends(&PDN.replace("b4xd2", "b4xz9"), &["\r"]);
    let error = parse_games(broken.as_bytes(), Format::Pdn, "g").unwrap_err();
    assert!(
        error.to_string().starts_with("g, line 11, game 2"),
        "{error}"
    );
}

#[test]
fn a_file_without_a_game_is_refused() {
    for (text, format) in [
        ("", Format::Pdn),
        ("% nothing\n{ only a comment }\n", Format::Pdn),
        ("variant,result\n", Format::Csv),
    ] {
        let error = parse_games(text.as_bytes(), format, "g").unwrap_err();
        assert!(error.to_string().contains("no games"), "{error}");
    }
}

#[test]
fn another_separator_is_named() {
    for (text, name) in [("variant;result\n", "`;`"), ("variant\tresult\n", "tabs")] {
        let error = parse_games(text.as_bytes(), Format::Csv, "g").unwrap_err();
        let error = error.to_string();
        assert!(error.contains(name) && error.contains("comma"), "{error}");
    }
}

#[test]
fn a_table_has_room_for_a_bounded_number_of_tags() {
    let game = |number: usize| RecordedGame {
        tags: vec![(format!("Own{number}"), "x".to_owned())],
        ..RecordedGame::default()
    };
    let games: Vec<RecordedGame> = (0..257).map(game).collect();
    assert!(write_games(&games[..256], Format::Csv).is_ok());
    let error = write_games(&games, Format::Csv).unwrap_err();
    assert!(error.to_string().contains("257"), "{error}");
    assert!(write_games(&games, Format::Pdn).is_ok());
}

#[test]
fn fields_are_found_by_the_name_of_their_column() {
    let text = "variant,result,start_set,rules_hash,moves\nstandard,d,tempo,ab,d2-c3\n";
    let games = parse_games(text.as_bytes(), Format::Csv, "g").unwrap();
    for (column, value) in [
        ("variant", Some("standard")),
        ("result", Some("d")),
        ("start_set", Some("tempo")),
        ("RulesHash", Some("ab")),
        ("plies", Some("1")),
        ("opening", None),
        ("seed", None),
    ] {
        assert_eq!(games[0].field(column).as_deref(), value, "{column}");
    }
}
