use super::*;
use crate::balance::Verdicts;
use quirkat_stats::Verdict;
use quirkat_tables::{Inference, VerdictField};

const BLACK_TO_MOVE: &str = "bbbbb/bbbbb/bb1ww/wwwww/wwwww b";

fn tables(text: &str, only: &[(String, String)]) -> Result<(BalanceTables, Design)> {
    let games = ExternalGames {
        path: Path::new("mine.csv"),
        rules: RuleBook::default(),
        only,
        level: 0.95,
        margin: 2.0,
    };
    games.count(text.as_bytes(), Format::Csv)
}

fn printed(text: &str) -> String {
    let (tables, design) = tables(text, &[]).unwrap();
    Verdicts::new(&tables, &design, &[]).to_string()
}

fn board() -> Geometry {
    Geometry::new(Preset::ALL[0].rules())
}

#[test]
fn two_columns_are_enough_and_people_need_no_seed() {
    // White 4781, draws 182, Black 3463: people on BrainKing.
    let mut text = String::from("\u{feff}variant,result\n");
    for (result, count) in [("1-0", 4781), ("1/2-1/2", 182), ("b", 3463)] {
        text.push_str(&format!("people,{result}\n").repeat(count));
    }
    let (tables, _) = tables(&text, &[]).unwrap();
    let row = &tables.variants[0];
    assert_eq!((row.games, row.seeds), (8426, 1));
    assert_eq!(row.inference, Inference::Agents);
    assert_eq!(
        (row.start_set, row.move_policy),
        (StartSet::Given, MovePolicy::Given)
    );
    assert!((row.advantage_pp.unwrap().value() - 7.82).abs() < 0.01);
    assert_eq!(row.verdict, VerdictField(Verdict::FirstPlayerFavoured));
    assert!(printed(&text).contains("cannot be checked or told apart"));
}

#[test]
fn who_moves_first_in_the_start_is_the_first_player() {
    let mut text = String::from("variant,opening,result\n");
    for (result, count) in [("b", 60), ("w", 20)] {
        text.push_str(&format!("standard,{BLACK_TO_MOVE},{result}\n").repeat(count));
    }
    let (tables, _) = tables(&text, &[]).unwrap();
    let row = &tables.variants[0];
    assert_eq!((row.white_wins, row.black_wins), (20, 60));
    assert!((row.advantage_pp.unwrap().value() - 25.0).abs() < 1e-9);
    assert_eq!(row.verdict, VerdictField(Verdict::FirstPlayerFavoured));
    assert_eq!(row.exact_start, "unknown", "another position's value");
}

#[test]
fn one_game_many_times_is_no_sample() {
    let game = "standard,w,c2-c3 c4xc2\n";
    let text = printed(&("variant,result,moves\n".to_owned() + &game.repeat(400)));
    assert!(text.contains("1 of 400 games is different"), "{text}");
    assert!(
        !text.contains("To quote") && !text.contains("favoured"),
        "{text}"
    );
}

#[test]
fn games_without_a_result_have_nothing_to_quote() {
    let text = printed("variant,result,moves\nstandard,*,d2-c3\nstandard,*,c2-c3\n");
    assert!(!text.contains("To quote"), "{text}");
}

#[test]
fn games_of_a_pdn_file_count_like_those_of_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.pdn");
    let game = |result: &str, first: &str| {
        format!("[Variant \"standard\"]\n[Result \"{result}\"]\n\n1. {first} {result}\n\n")
    };
    let games = ["b2-c3", "c2-c3", "d2-c3"].map(|first| game("1-0", first));
    let text = games.concat() + &game("0-1", "c2-c3") + &game("*", "c2-c3");
    std::fs::write(&path, text).unwrap();
    let external = ExternalGames {
        path: &path,
        rules: RuleBook::default(),
        only: &[],
        level: 0.95,
        margin: 2.0,
    };
    let row = &external.tables().unwrap().0.variants[0];
    assert_eq!((row.white_wins, row.black_wins, row.capped), (3, 1, 1));
}

#[test]
fn rows_that_measure_different_things_are_refused_unless_one_is_chosen() {
    let text = "variant,move_policy,result\nx,greedy,w\nx,sampled:1:8,b\n";
    let error = format!("{:#}", tables(text, &[]).unwrap_err());
    for part in [
        "`move_policy`",
        "greedy, sampled:1:8",
        "--where move_policy=greedy",
    ] {
        assert!(error.contains(part), "{error}");
    }
    let only = [("move_policy".to_owned(), "greedy".to_owned())];
    assert_eq!(tables(text, &only).unwrap().0.variants[0].games, 1);
}

#[test]
fn games_are_numbered_and_paired_by_their_names_not_by_their_place() {
    let start = Position::parse("bbbbb/bb1bb/bb1ww/wwwww/wwwww w", &board()).unwrap();
    let other = twin(&start);
    let row = |game: u64, start: &Position, result: &str| {
        format!("standard,tempo,{game},{start},{result}\n")
    };
    let head = "variant,start_set,game,opening,result\n";
    let (a, b) = (row(0, &start, "w"), row(1, &other, "w"));
    let score = |text: String| tables(&text, &[]).unwrap().0.advantage[0].white_score;
    assert_eq!(
        score(format!("{head}{a}{b}")),
        score(format!("{head}{b}{a}"))
    );
    for (text, part) in [
        (format!("{head}{a}{a}"), "twice"),
        (format!("{head}{a}"), "no pair"),
        (format!("{head}{a}{}", row(1, &start, "w")), "no pair"),
        (format!("{head}{a}{}", row(2, &other, "w")), "no pair"),
    ] {
        let error = format!("{:#}", tables(&text, &[]).unwrap_err());
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn bad_rows_are_refused_by_line_and_column() {
    for (text, parts) in [
        ("", &["mine.csv", "result"][..]),
        ("variant\nx\n", &["`result`"]),
        ("variant,result\n", &["no games"]),
        ("variant,result\nx,w\nx,y\n", &["line 3", "`y`"]),
        ("variant,result,result\nx,w,b\n", &["second", "result"]),
        ("variant;result\nx;w\n", &["separated by `;`"]),
        (
            "variant,result\nx,w\nx\n",
            &["line 3", "1 fields, but the header has 2"],
        ),
        (
            "variant,result,seed\nx,w,one\n",
            &["line 2", "seed", "`one`"],
        ),
        ("variant,result\n,w\n", &["line 2", "variant"]),
        (
            "variant,result,start_set\nx,w,middle\n",
            &["line 2", "`middle`", "initial, openings, tempo"],
        ),
        (
            "variant,result,rules_hash\nx,w,1\nx,w,2\n",
            &["line 3", "rules 2", "under 1"],
        ),
        (
            "variant,result,rules_hash\nstandard,w,0123456789abcdef\n",
            &["line 2", "0123456789abcdef", "`standard`"],
        ),
        (
            "variant,result,plies,moves\nstandard,w,2,d2-c3\n",
            &["line 2", "plies 2", "1 moves"],
        ),
        (
            "variant,result,moves\nstandard,w,d2-d3\n",
            &["line 2", "illegal"],
        ),
        (
            "variant,result,moves\nmine,w,d2-c3\n",
            &["line 2", "`mine`", "--rules"],
        ),
    ] {
        let error = format!("{:#}", tables(text, &[]).unwrap_err());
        for part in parts {
            assert!(error.contains(part), "`{part}` in {error}");
        }
    }
}
