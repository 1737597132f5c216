//! What is malformed or against the rules is refused with its place.

use super::*;

#[test]
fn a_malformed_pdn_file_is_refused_with_its_line_and_game() {
    let tags = "[Variant \"bell\"]\n";
    for (text, parts) in [
        ("[Variant bell]".to_owned(), &["line 1, game 1", "`\"`"][..]),
        (
            "[Variant \"bell\n1. c2-c3 *".to_owned(),
            &["line 1", "end of the tag's value"],
        ),
        ("\n[\"bell\"]".to_owned(), &["line 2", "name"]),
        (format!("{tags}{tags}"), &["line 2", "second tag `Variant`"]),
        (format!("{tags}1. c2-c3 {{x"), &["line 2", "`}`"]),
        (format!("{tags}1. c2-c3 (b"), &["line 2", "`)`"]),
        (format!("{tags}1. c2-c3 ) *"), &["line 2", "expected a tag"]),
        (
            format!("{tags}1. c2-c9 *"),
            &["line 2, game 1", "c2-c9", "column 4"],
        ),
        (format!("{tags}1. c2-c3 $256 *"), &["$256", "$255"]),
        (
            format!("{tags}[Result \"3-0\"]"),
            &["line 2", "3-0", "1/2-1/2"],
        ),
        (format!("{tags}[Result \"1-0\"] 0-1"), &["1-0", "0-1"]),
        (
            format!("{tags}*\n[Rules \"step=al\"] *"),
            &["line 3, game 2", "step=al", "did you mean"],
        ),
        (
            "[Rules \"huffing=true\"] *".to_owned(),
            &["huffing", "capture"],
        ),
        ("[Rules \"step = all\"] *".to_owned(), &["switch=value"]),
    ] {
        let error = refused(&text, Format::Pdn);
        for part in parts {
            assert!(error.contains(part), "`{part}` in {error}");
        }
    }
    let error = parse_games(b"[Event \"x\"] *\n\xff", Format::Pdn, "f").unwrap_err();
    assert_eq!(
        error.to_string(),
        "f, line 2, game 1: not UTF-8".replace(", game 1", "")
    );
}

#[test]
fn an_error_never_repeats_more_than_a_line_of_the_file() {
    let long = "x".repeat(100_000);
    for text in [
        long.clone(),
        format!("{long}?!?"),
        format!("[Variant \"{long}\"] *"),
        format!("[{long} \"a\"] [{long} \"a\"] *"),
        format!("[Result \"{long}\"] *"),
        format!("[Rules \"{long}\"] *"),
        format!("[Rules \"{}\"] *", &long[..900]),
        format!("[Variant \"bell\"] [FEN \"{long}\"] *"),
        format!("[Variant \"bell\"] [RulesHash \"{long}\"] *"),
        format!("[Plies \"{long}\"] 1. c2-c3 *"),
        format!("1. c2-c3 ${long} *"),
        format!("1. huff {long} *"),
    ] {
        let error = refused(&text, Format::Pdn);
        assert!(
            error.len() < 500,
            "{} characters: {}",
            error.len(),
            &error[..500]
        );
    }
    for text in [
        format!("variant,result\n{long},w\n"),
        format!("variant,result\nbell,{long}\n"),
        format!("variant,moves\nbell,{long}\n"),
        format!("result,{long},{long}\n"),
        long,
    ] {
        let error = refused(&text, Format::Csv);
        assert!(
            error.len() < 500,
            "{} characters: {}",
            error.len(),
            &error[..500]
        );
    }
}

#[test]
fn a_malformed_table_is_refused_with_its_line_and_game() {
    for (text, parts) in [
        ("", &["line 1", "`result`", "`moves`"][..]),
        ("variant,plies\nbell,3\n", &["`result`"]),
        ("variant,ruleset,result\n", &["second", "ruleset"]),
        (
            "variant,result\nbell\n",
            &["line 2, game 1", "1 fields", "2"],
        ),
        (
            "variant,result\nbell,w\nbell,x\n",
            &["line 3, game 2", "`x`", "w, b, d"],
        ),
        (
            "variant,result,moves\nbell,w,c2+c3\n",
            &["line 2, game 1", "c2+c3", "column 3"],
        ),
        (
            "variant,plies,moves\nbell,2,c2-c3\n",
            &["plies 2", "1 moves"],
        ),
        (
            "variant,rules,result\nx,step,w\n",
            &["`step`", "switch=value"],
        ),
    ] {
        let error = refused(text, Format::Csv);
        for part in parts {
            assert!(error.contains(part), "`{part}` in {error}");
        }
    }
}

#[test]
fn games_that_break_their_rules_are_refused_with_game_and_move() {
    for (text, parts) in [
        (
            "[Variant \"bell\"]\n\n1. c2-c3 c4xc2 2. a1-b1 *",
            &[
                "f, line 1, game 1, move 2: illegal move `a1-b1`",
                "for example",
                "in `",
            ][..],
        ),
        (
            "[Variant \"bell\"]\n1. c2-c3 c2-c3",
            &["move 1...", "Black has no piece on c2"],
        ),
        ("1. c2-c3 *", &["game 1", "no rule set", "--rules"]),
        ("[Variant \"bel\"] *", &["`bel`", "did you mean `bell`"]),
        (
            "[Variant \"bell\"] [Rules \"step=all\"] *",
            &["`bell`", "switches"],
        ),
        (
            "[Variant \"bell\"] [RulesHash \"0123\"] *",
            &["rules hash 0123", "bell"],
        ),
        ("[Variant \"bell\"] [FEN \"bbbbb w\"] *", &["column 6"]),
        (
            "[Variant \"backward\"] [FEN \"5/5/5/1b3/w4 w\"] 1. a1xc3 0-1",
            &["recorded as 0-1", "1-0 (bare)"],
        ),
        (
            "[Variant \"backward\"] [FEN \"5/5/5/1b3/w4 w\"] [Termination \"capped\"] 1. a1xc3 *",
            &["* (capped)", "1-0 (bare)"],
        ),
        (
            "[Variant \"bell\"] [Termination \"bare\"] 1. c2-c3 1-0",
            &["1-0 (bare)", "goes on"],
        ),
        (
            "[Variant \"backward\"] [FEN \"5/5/5/1b3/w4 w\"] 1. a1xc3 c3-c4 1-0",
            &["move 1...", "the game is over"],
        ),
    ] {
        let error = refused(text, Format::Pdn);
        for part in parts {
            assert!(error.contains(part), "`{part}` in {error}");
        }
    }
}

#[test]
fn given_rule_sets_serve_their_names_and_a_single_one_also_games_without() {
    let mine = Variant::new(
        "mine",
        Rules {
            repetition_draw: 5,
            ..Rules::BELL
        },
    );
    let mut book = RuleBook::new(vec![mine.clone()]);
    let text = "variant,result\nmine,w\n,d\nbell,b\n";
    let mut games = parse_games(text.as_bytes(), Format::Csv, "f").unwrap();
    check_games(&mut games, &mut book, "f").unwrap();
    assert_eq!(games[0].rules, Some(*mine.rules()));
    assert_eq!(games[1].variant.as_deref(), Some("mine"));
    assert_eq!(games[2].rules, None);
    let pdn = written(&games, Format::Pdn);
    assert!(pdn.contains("[Rules \"rejump=other-axis "), "{pdn}");
    let again = read(&pdn, Format::Pdn);
    assert_eq!(again[0].rules, Some(*mine.rules()));
    let mut other = RuleBook::new(vec![Variant::new("mine", Rules::BACKWARD)]);
    let error = check_games(
        &mut parse_games(pdn.as_bytes(), Format::Pdn, "f").unwrap(),
        &mut other,
        "f",
    );
    assert!(error.unwrap_err().to_string().contains("`mine`"));
}
