//! Conversations with the engine over pipes, without a process.

use super::{EngineOptions, Protocol, serve};
use proptest::prelude::*;
use quirkat_rules::{Color, Game};
use std::io::{BufRead, BufReader, PipeWriter, Write, pipe};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread::{JoinHandle, spawn};
use std::time::{Duration, Instant};

/// No answer takes so long, however busy the machine is.
const PATIENCE: Duration = Duration::from_mins(1);

struct Talk {
    to: Option<PipeWriter>,
    from: Receiver<String>,
    served: Option<JoinHandle<anyhow::Result<()>>>,
}

impl Talk {
    fn new(rules: &str, agent: &str, protocol: Option<Protocol>) -> Self {
        let mut options = EngineOptions::new(rules).unwrap();
        options.set("agent", agent).unwrap();
        let (input, to) = pipe().unwrap();
        let (output, mut out) = pipe().unwrap();
        let served = spawn(move || serve(BufReader::new(input), &mut out, options, protocol));
        let (tell, from) = channel();
        spawn(move || {
            for line in BufReader::new(output).lines() {
                if tell.send(line.unwrap()).is_err() {
                    return;
                }
            }
        });
        Self {
            to: Some(to),
            from,
            served: Some(served),
        }
    }

    fn send(&mut self, line: &str) {
        self.bytes(format!("{line}\n").as_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.to.as_mut().unwrap().write_all(bytes).unwrap();
    }

    #[track_caller]
    fn next(&self) -> String {
        self.from.recv_timeout(PATIENCE).expect("an answer")
    }

    /// Lines up to the first one that begins so.
    #[track_caller]
    fn until(&self, beginning: &str) -> Vec<String> {
        let mut lines = vec![self.next()];
        while !lines[lines.len() - 1].starts_with(beginning) {
            lines.push(self.next());
        }
        lines
    }

    /// Closes the input; the lines that still come, up to the end.
    fn end(mut self) -> Vec<String> {
        self.to = None;
        self.served.take().unwrap().join().unwrap().unwrap();
        self.from.iter().collect()
    }

    /// Plays a conversation: `> ` is said, `< ` must be the next answer. Times and speeds are not
    /// compared: they are written `T`.
    #[track_caller]
    fn script(&mut self, text: &str) {
        for line in text.lines().map(str::trim) {
            if let Some(said) = line.strip_prefix("> ") {
                self.send(said);
            } else if let Some(expected) = line.strip_prefix("< ") {
                assert_eq!(timeless(&self.next()), expected);
            }
        }
    }
}

/// A line with `T` for what depends on the clock.
fn timeless(line: &str) -> String {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    for at in 0..words.len() {
        let clock = ["time", "nps"];
        if at > 0 && line.starts_with("info nodes") && clock.contains(&&*words[at - 1]) {
            words[at] = "T".to_owned();
        }
        for name in clock {
            if words[at].starts_with(&format!("{name}=")) {
                words[at] = format!("{name}=T");
            }
        }
    }
    words.join(" ")
}

#[test]
fn a_conversation_in_ugi() {
    let mut talk = Talk::new("standard", "uniform@100", None);
    talk.script(&format!(
        "> position startpos
        < info string error: `position` opens no conversation: say `ugi` or `hub` first
        > ugi
        < id name Quirkat {version}
        < id author the Quirkat authors
        < option name rules type combo default standard var bell var brainking var standard var backward var promotion var huffing var promotion-flying
        < option name agent type string default uniform@100
        < option name simulations type spin default 800 min 1 max 1000000
        < option name seed type string default 1
        < option name temperature type string default 0
        < option name overhead type spin default 20 min 0 max 60000
        < ugiok
        > setoption name Hash value 64
        < info string error: unknown option `Hash`; options are rules, agent, simulations, seed, temperature, overhead
        > setoption name rules value huffing
        > isready
        < readyok
        > uginewgame
        > position startpos moves d2-c3
        > query p1turn
        < response false
        > query gameover
        < response false
        > query result
        < response none
        > position fen bbbbb/b1bbb/1b1ww/wwwww/wwwww w h:b3 moves huff:b3
        > query p1turn
        < response true
        > position fen 4b/5/5/5/w4 w h:e5 moves huff:e5
        > query result
        < response p1win
        > go nodes 10
        < info string error: the game is over: bare
        < bestmove none
        > position fen 4b/5/5/5/w4 w
        > go nodes 0
        < info nodes 0 depth 0 time T nps T
        < bestmove a1-a2
        > stop
        > position fen 4b/5/5/5/w4 x moves a1-a2
        < info string error: position `4b/5/5/5/w4 x`, column 13: expected the side to move, `w` or `b`
        > go nodes 10
        < info string error: there is no position: the last one was refused
        < bestmove none
        > position startpos moves d2-c3 e5-e4
        < info string error: move 2: illegal move `e5-e4`: a capture is compulsory here, for example `d4xd2`
        > quit",
        version = env!("CARGO_PKG_VERSION")
    ));
    assert_eq!(talk.end(), [""; 0]);
}

#[test]
fn a_conversation_in_hub() {
    let mut talk = Talk::new("bell", "uniform@100", None);
    talk.script(&format!(
        "> hub
        < id name=Quirkat version={version} author=\"the Quirkat authors\"
        < param name=variant value=bell type=enum values=\"bell brainking standard backward promotion huffing promotion-flying\"
        < param name=agent value=uniform@100 type=string
        < param name=simulations value=800 type=int min=1 max=1000000
        < param name=seed value=1 type=string
        < param name=temperature value=0 type=real min=0 max=100
        < param name=overhead value=20 type=int min=0 max=60000
        < wait
        > set-param name=variant value=checkers
        < error message=\"option `rules`: unknown rule set `checkers`; named sets are bell, brainking, standard, backward, promotion, huffing, promotion-flying, or a path to a .toml file\"
        > set-param name=variant value=standard
        > init
        < ready
        > ping
        < pong
        > new-game
        > pos pos=\"4b/5/w4/b4/4w w\"
        > level nodes=20 shape=round
        > go think
        < done move=a3xa1
        > pos pos=4b
        < error message=\"position `4b`, column 3: expected `/` and the next rank\"
        > go think
        < error message=\"there is no position: the last one was refused\"
        < done move=none
        > pos pos=\"4b
        < error message=\"a quotation mark is not closed\"
        > dance partner=none
        < error message=\"unknown command `dance`; commands are hub, set-param, init, new-game, pos, level, go, stop, ponder-hit, ping, quit\"
        > quit",
        version = env!("CARGO_PKG_VERSION")
    ));
    assert_eq!(talk.end(), [""; 0]);
}

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
        let variant = crate::variant::Variant::find("backward", Path::new(".")).unwrap();
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
fn an_endless_search_answers_what_it_may_and_refuses_the_rest_until_stopped() {
    let mut talk = Talk::new("bell", "rollout", Some(Protocol::Ugi));
    talk.send("go infinite");
    talk.until("info nodes 64 ");
    talk.send("isready");
    talk.until("readyok");
    talk.send("query p1turn");
    talk.until("response true");
    talk.send("go nodes 5");
    talk.until("info string error: a search is running: send `stop` first");
    talk.send("dance");
    talk.until("info string error: unknown command `dance`");
    talk.send("stop");
    talk.until("bestmove ");
    talk.send("go nodes 64");
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
        assert!(
            !rest.iter().any(|line| line.starts_with("bestmove")),
            "{rest:?}"
        );
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
    let variant = crate::variant::Variant::find(rules, Path::new(".")).unwrap();
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

/// Words that conversations are made of, in and out of place.
fn word() -> impl Strategy<Value = String> {
    let known: Vec<&str> = "ugi isready uginewgame position startpos fen moves go nodes 5 movetime 3 p1time \
        p2time 40 p1inc p2inc movestogo infinite query p1turn gameover result stop setoption name value rules \
        agent uniform random simulations seed temperature overhead bell huffing -1 0 99999999999999999999 \
        d2-c3 b4xd2 e1xc3 huff:c4 4b/5/5/5/w4 w n:a1a2 h:e5 hub init ping new-game pos pos= pos=startpos \
        moves=\" \" level nodes=4 move-time=0.003 time=0.1 inc=nan moves=3 think ponder analyze ponder-hit \
        set-param name=variant value=huffing = == \u{e9} perfect=x net=x@3 ugi=x"
        .split_whitespace()
        .collect();
    prop_oneof![9 => prop::sample::select(known).prop_map(str::to_owned), 1 => "[ -~]{0,12}"]
}

fn line() -> impl Strategy<Value = Vec<u8>> {
    let words = prop::collection::vec(word(), 0..8).prop_map(|words| words.join(" ").into_bytes());
    let bytes = prop::collection::vec(any::<u8>(), 0..40);
    prop_oneof![6 => words, 1 => bytes]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_said_the_engine_goes_on_and_answers(
        lines in prop::collection::vec(line(), 0..25),
        hub in any::<bool>(),
    ) {
        let protocol = if hub { Protocol::Hub } else { Protocol::Ugi };
        let mut talk = Talk::new("standard", "uniform@4", Some(protocol));
        for line in lines {
            talk.bytes(&line);
            talk.bytes(b"\n");
        }
        // A search that nobody has stopped may still go on; lines may wait behind it.
        let (ready, answer) = if hub { ("init", "ready") } else { ("isready", "readyok") };
        talk.send("stop");
        talk.send(ready);
        talk.until(answer);
        talk.send("stop");
        talk.end();
    }

    #[test]
    fn any_line_is_read_without_panic(text in "\\PC{0,200}") {
        Protocol::Ugi.read(&text);
        Protocol::Hub.read(&text);
    }
}
