use super::{Protocol, Talk, timeless};
use quirkat_rules::Game;
use quirkat_variant::Variant;
use std::path::Path;
use std::time::{Duration, Instant};

#[test]
fn a_search_reports_nodes_score_and_line_and_a_seed_repeats_it() {
    let search = |seed: u64| {
        let mut talk = Talk::new("backward", "rollout", Some(Protocol::Ugi));
        talk.send(&format!("setoption name seed value {seed}"));
        talk.send("position startpos moves d2-c3");
        talk.send("go nodes 300");
        let lines: Vec<String> = talk.until("bestmove").iter().map(|l| timeless(l)).collect();
        talk.end();
        lines
    };
    let lines = search(1);
    for (line, nodes) in lines.iter().zip([64, 128, 256, 300]) {
        assert!(
            line.starts_with(&format!("info nodes {nodes} depth ")),
            "{line}"
        );
        let words: Vec<&str> = line.split(' ').collect();
        let after = |word: &str| words.iter().position(|w| *w == word).unwrap() + 1;
        let number = |at: usize| words[at].parse::<i32>().unwrap();
        let wdl = [0, 1, 2].map(|i| number(after("wdl") + i));
        assert_eq!(wdl.iter().sum::<i32>(), 1000, "{line}");
        assert!(
            (10 * number(after("cp")) - (wdl[0] - wdl[2])).abs() <= 7,
            "{line}"
        );
        let line_of_moves = &words[after("pv")..];
        assert_eq!(line_of_moves.len() as i32, number(after("depth")));
        let variant = Variant::find("backward", Path::new(".")).unwrap();
        let mut game = Game::new(variant.geometry);
        game.play_text("d2-c3").unwrap();
        for text in line_of_moves {
            game.play_text(text).unwrap();
        }
    }
    assert_eq!(lines.len(), 5, "{lines:?}");
    assert_eq!(lines, search(1));
    assert_ne!(lines, search(2));
}

#[test]
fn a_proven_result_is_said_and_ends_the_search() {
    // White captures the last man whatever happens.
    let mut talk = Talk::new("standard", "uniform", Some(Protocol::Ugi));
    talk.send("position fen 5/5/2b2/1w3/w4 w");
    talk.send("go nodes 100000");
    let lines = talk.until("bestmove");
    // One legal move: nothing to search.
    assert_eq!(lines, ["bestmove b2xd4"]);
    talk.send("setoption name rules value bell");
    talk.send("position fen 5/5/5/1b3/w3w b");
    talk.send("go infinite");
    let found = talk.until("info string proven loss");
    let score = "score cp -10000 wdl 0 0 1000 pv ";
    assert!(found[found.len() - 2].contains(score), "{found:?}");
    // UGI waits for `stop` even so.
    talk.send("isready");
    assert_eq!(talk.next(), "readyok");
    talk.send("stop");
    assert!(talk.next().starts_with("bestmove "));
    talk.end();
}

#[test]
fn an_endless_search_answers_what_it_may_and_keeps_the_rest_until_it_is_ended() {
    let mut talk = Talk::new("bell", "rollout", Some(Protocol::Ugi));
    talk.send("go infinite");
    talk.until("info nodes 64 ");
    talk.send("isready");
    talk.until("readyok");
    talk.send("query p1turn");
    talk.until("response true");
    talk.send("dance");
    talk.until("info string error: unknown command `dance`");
    talk.send("position startpos moves d2-c3");
    talk.send("query p1turn");
    talk.send("stop");
    talk.until("bestmove ");
    // In their order: the position came first.
    assert_eq!(talk.next(), "response false");
    talk.send("go infinite");
    talk.until("info nodes 64 ");
    // Whoever asks for another move no longer waits for this one to be stopped.
    talk.send("go nodes 64");
    talk.until("bestmove ");
    assert_eq!(talk.until("bestmove ").len(), 2);
    talk.end();
}

#[test]
fn lines_behind_a_search_that_ends_are_answered_in_their_order() {
    let mut talk = Talk::new("bell", "rollout", Some(Protocol::Ugi));
    talk.send(
        "go nodes 3000\nposition startpos moves d2-c3\nquery p1turn\ngo nodes 64\nquery result",
    );
    let first = talk.until("bestmove ");
    assert!(
        first.len() > 5 && !first.iter().any(|l| l.starts_with("response")),
        "{first:?}"
    );
    assert_eq!(talk.next(), "response false");
    let second = talk.until("bestmove ");
    assert!(
        second.len() == 2 && second[1].ends_with("xd2"),
        "{second:?}"
    );
    assert_eq!(talk.next(), "response none");
    talk.end();
}

#[test]
fn the_end_of_the_input_and_quit_end_endless_searches() {
    for last in ["quit\n", ""] {
        let mut talk = Talk::new("bell", "rollout", Some(Protocol::Ugi));
        talk.send("go infinite");
        talk.until("info nodes 64 ");
        talk.bytes(last.as_bytes());
        let rest = talk.end();
        assert!(rest.last().unwrap().starts_with("bestmove "), "{rest:?}");
    }
    let mut talk = Talk::new("bell", "rollout", Some(Protocol::Ugi));
    talk.send("isready\ngo nodes 500");
    let rest = talk.end();
    assert!(rest.last().unwrap().starts_with("bestmove "), "{rest:?}");
    let mut talk = Talk::new("bell", "rollout", Some(Protocol::Ugi));
    talk.send("isready\ngo infinite");
    talk.end();
}

#[test]
fn times_are_kept() {
    let mut talk = Talk::new("promotion", "rollout", Some(Protocol::Ugi));
    talk.send("setoption name overhead value 0");
    talk.send("isready");
    talk.until("readyok");
    for (go, at_least) in [
        ("go movetime 80", 80),
        ("go p1time 3000 p2time 10 p1inc 20 p2inc 0", 120),
        ("go p1time 200 movestogo 2", 100),
        ("go p1time 0", 1),
    ] {
        let asked = Instant::now();
        talk.send(go);
        let lines = talk.until("bestmove ");
        let took = asked.elapsed();
        // Too early would be wrong anywhere; how late depends on what else the machine does.
        assert!(took >= Duration::from_millis(at_least), "{go}: {took:?}");
        assert!(took < Duration::from_secs(20), "{go}: {took:?}");
        assert!(lines.len() > 1);
    }
    talk.end();
}

#[test]
fn pondering_takes_its_limits_from_the_hit_on() {
    let mut talk = Talk::new("promotion", "rollout", Some(Protocol::Hub));
    talk.send("init");
    talk.until("ready");
    talk.send("pos pos=startpos");
    talk.send("level nodes=100");
    talk.send("go ponder");
    talk.until("info depth");
    // Far beyond its level.
    while !talk.next().contains(" nodes=2048 ") {}
    talk.send("ping");
    talk.until("pong");
    talk.send("ponder-hit");
    assert!(talk.until("done").last().unwrap().contains(" ponder="));
    talk.send("go ponder");
    talk.until("info depth");
    talk.send("stop");
    talk.until("done move=");
    talk.end();
}

#[test]
fn a_capture_of_several_decisions_is_one_move() {
    let mut talk = Talk::new("standard", "uniform", Some(Protocol::Ugi));
    // Both ways around: a1xc3 and then xa5, xe5 or xe1.
    talk.send("position fen 5/1b1b1/5/1b1b1/w4 w");
    for go in ["go nodes 32", "go movetime 60", "go nodes 0"] {
        talk.send(go);
        let lines = talk.until("bestmove ");
        let played = lines.last().unwrap();
        assert!(played.starts_with("bestmove a1xc3x"), "{played}");
        let searched = go != "go nodes 0";
        assert!(lines[0].contains(" pv a1xc3x") == searched, "{lines:?}");
    }
    talk.end();
}
