//! Lines sent at once, without waiting for answers: every `go` has one `bestmove`, every `query` one
//! `response`.

use super::{Protocol, Talk};
use proptest::prelude::*;

/// What is said at once and the words that the answers begin with, in their order.
fn answers(protocol: Protocol, said: &str) -> Vec<String> {
    let mut talk = Talk::new("bell", "uniform@8", Some(protocol));
    talk.send(said);
    let wanted = ["bestmove", "done", "response", "readyok", "ready", "pong"];
    talk.end()
        .iter()
        .filter_map(|line| line.split(' ').next())
        .filter(|word| wanted.contains(word))
        .map(str::to_owned)
        .collect()
}

#[test]
fn a_stop_is_for_every_search_asked_for_before_it() {
    for (said, expected) in [
        ("go infinite\nstop\nquery p1turn", "bestmove response"),
        (
            "isready\ngo infinite\nstop\nisready",
            "readyok readyok bestmove",
        ),
        (
            "isready\ngo infinite\nstop\ngo infinite\nstop\nquit",
            "readyok bestmove bestmove",
        ),
        (
            "go nodes 2000\ngo infinite\nstop\ngo nodes 10",
            "bestmove bestmove bestmove",
        ),
        (
            "go infinite\ngo infinite\ngo infinite",
            "bestmove bestmove bestmove",
        ),
        (
            "go infinite\nquery fen\nposition x\nquery fen\nquit",
            "bestmove response response",
        ),
        (
            "go movetime 3600000\ngo movetime 3600000\nquit\ngo nodes 1",
            "bestmove bestmove",
        ),
        ("go p1time 1\nstop", "bestmove"),
    ] {
        let mut expected: Vec<&str> = expected.split(' ').collect();
        let mut found = answers(Protocol::Ugi, said);
        // `isready` is answered at once.
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{said}");
    }
    for (said, expected) in [
        ("init\ngo analyze\nstop", "ready done"),
        (
            "level infinite\ngo think\nstop\ngo think\nstop",
            "done done",
        ),
        (
            "level move-time=3600\ngo ponder\nponder-hit\nstop\ngo ponder\ngo think=\"\nquit",
            "done done done",
        ),
        (
            "level nodes=4\ngo ponder\nponder-hit\ngo think",
            "done done",
        ),
    ] {
        assert_eq!(answers(Protocol::Hub, said).join(" "), expected, "{said}");
    }
}

#[test]
fn a_go_that_is_not_understood_is_answered_by_a_legal_move() {
    for go in [
        "go depth 2",
        "go depth 0",
        "go nodes x",
        "go mate 3",
        "go infinit",
        "go depth",
    ] {
        let mut talk = Talk::new("bell", "uniform@8", Some(Protocol::Ugi));
        talk.send("position startpos moves c2-c3");
        talk.send(go);
        let last = talk.until("bestmove ").pop().unwrap();
        talk.send(&format!("query islegal {}", &last["bestmove ".len()..]));
        assert_eq!(talk.next(), "response true", "{go}: {last}");
        talk.end();
    }
    let mut talk = Talk::new("bell", "uniform@8", Some(Protocol::Hub));
    for level in ["level depth=3", "level depth=x"] {
        talk.send(level);
        talk.send("go think");
        let last = talk.until("done ").pop().unwrap();
        assert!(!last.contains("none"), "{last}");
    }
    talk.end();
}

#[test]
fn a_flood_during_a_search_is_bounded_and_each_go_of_it_is_answered() {
    let mut talk = Talk::new("bell", "uniform@2", Some(Protocol::Ugi));
    talk.send("isready");
    talk.until("readyok");
    talk.send("go infinite");
    talk.until("info nodes 64 ");
    // Far more than finds room, in long lines and short ones; a `go` ends the endless search only
    // behind them.
    let long = format!("position fen {}\n", "w".repeat(1_000_000));
    for _ in 0..12 {
        talk.bytes(long.as_bytes());
    }
    let flood = "go nodes 1\nquery p1turn\n".repeat(1000);
    talk.bytes(flood.as_bytes());
    talk.send("position startpos");
    talk.send("quit");
    let answers = talk.end();
    let count = |word: &str| answers.iter().filter(|line| line.starts_with(word)).count();
    assert_eq!((count("bestmove "), count("response ")), (1001, 1000));
    assert!(
        answers
            .iter()
            .any(|line| line.contains("were dropped; the position must be said again")),
        "it is told"
    );
}

/// A line and how many moves and responses it asks for.
fn line(hub: bool) -> impl Strategy<Value = &'static str> {
    let lines: &[&str] = if hub {
        &[
            "go think",
            "go ponder",
            "go analyze",
            "go think=\"",
            "stop",
            "ponder-hit",
            "ping",
            "init",
            "new-game",
            "pos pos=startpos",
            "pos pos=4b",
            "pos pos=\"4b/5/5/5/w4 w\" moves=a1-a2",
            "level nodes=3",
            "level infinite",
            "level move-time=0.002",
            "level move-time=9999",
            "set-param name=agent value=random",
            "set-param name=agent value=net=nowhere",
            "dance",
        ]
    } else {
        &[
            "go",
            "go nodes 3",
            "go infinite",
            "go movetime 2",
            "go movetime 9999999",
            "go depth 1",
            "go x",
            "stop",
            "isready",
            "uginewgame",
            "position startpos",
            "position fen 4b",
            "position fen 4b/5/5/5/w4 w",
            "query fen",
            "query moves",
            "query x",
            "query",
            "setoption name agent value random",
            "setoption name agent value net=nowhere",
            "setoption name rules value huffing",
            "dance",
        ]
    };
    prop::sample::select(lines)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn each_go_has_one_answer_and_each_query_one_response(
        (hub, lines) in any::<bool>().prop_flat_map(|hub| {
            (Just(hub), prop::collection::vec(line(hub), 0..30))
        }),
    ) {
        let protocol = if hub { Protocol::Hub } else { Protocol::Ugi };
        let mut talk = Talk::new("standard", "uniform@4", Some(protocol));
        talk.send(&lines.join("\n"));
        talk.send("quit");
        let answers = talk.end();
        let said = |word: &str| lines.iter().filter(|line| line.split(' ').next() == Some(word)).count();
        let count = |word: &str| answers.iter().filter(|line| line.split(' ').next() == Some(word)).count();
        prop_assert_eq!(count(if hub { "done" } else { "bestmove" }), said("go"), "{:?}", &answers);
        prop_assert_eq!(count("response"), said("query"), "{:?}", &answers);
        prop_assert_eq!(count("readyok") + count("ready"), said("isready") + said("init"));
        prop_assert_eq!(count("pong"), said("ping"));
    }
}
