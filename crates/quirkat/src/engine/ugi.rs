//! Lines of the Universal Game Interface.

use super::command::{Answer, Command, Question};
use super::options::EngineOptions;
use super::options::Kind;
use super::pace::{Clock, Limits};
use super::report::Report;
use super::words::{milliseconds, number, quoted};
use quirkat_rules::{Color, Outcome};
use std::io::{self, Write};

/// `cp` of a proven win.
const PROVEN_WIN: i32 = 10_000;

pub(super) fn read(line: &str) -> Command {
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some((&command, rest)) = words.split_first() else {
        return Command::Nothing;
    };
    let understood = match command {
        "ugi" => Ok(Command::Hello),
        "isready" => Ok(Command::Ready),
        "setoption" => set_option(rest),
        "uginewgame" => Ok(Command::NewGame),
        "position" => position(rest),
        "go" => return go(rest),
        "stop" => Ok(Command::Stop),
        "query" => {
            return query(rest).map_or_else(
                |reason| Command::Bad {
                    reason,
                    wants_response: true,
                },
                Command::Query,
            );
        }
        "quit" => Ok(Command::Quit),
        _ => Err(format!(
            "unknown command {}; commands are ugi, isready, setoption, uginewgame, position, go, stop, query, quit",
            quoted(command)
        )),
    };
    understood.unwrap_or_else(Command::bad)
}

/// `name N… value V…`: both may have spaces.
fn set_option(words: &[&str]) -> Result<Command, String> {
    let syntax = "setoption: expected `name NAME value VALUE`";
    let Some(("name", named)) = words.split_first().map(|(first, rest)| (*first, rest)) else {
        return Err(syntax.to_owned());
    };
    let split = named.iter().position(|word| *word == "value");
    let (name, value) = match split {
        Some(at) => (&named[..at], &named[at + 1..]),
        None => (named, &[][..]),
    };
    if name.is_empty() {
        return Err(syntax.to_owned());
    }
    Ok(Command::Set {
        name: name.join(" "),
        value: value.join(" "),
    })
}

/// `startpos` or `fen F…`, then `moves M…`.
fn position(words: &[&str]) -> Result<Command, String> {
    let at = words.iter().position(|word| *word == "moves");
    let (start, moves) = match at {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (words, &[][..]),
    };
    let start = match start {
        ["startpos"] => None,
        ["fen", fen @ ..] if !fen.is_empty() => Some(fen.join(" ")),
        _ => {
            return Err(
                "position: expected `startpos` or `fen POSITION`, then perhaps `moves MOVE…`"
                    .to_owned(),
            );
        }
    };
    Ok(Command::Position {
        start,
        moves: moves.iter().map(|&text| text.to_owned()).collect(),
    })
}

/// A move is wanted whatever the words: what is not understood is passed over and told.
fn go(words: &[&str]) -> Command {
    let mut limits = Limits::default();
    let mut clocks = [Clock::default(); 2];
    let mut timed = [false; 2];
    let mut complaint = None;
    let mut words = words.iter().copied();
    while let Some(word) = words.next() {
        let read = limit(word, &mut words, &mut limits, &mut clocks, &mut timed);
        if let Err(reason) = read {
            complaint.get_or_insert(format!("go: {reason}"));
        }
    }
    for player in 0..2 {
        limits.clocks[player] = timed[player].then_some(clocks[player]);
    }
    Command::Go {
        limits: Some(limits),
        ponder: false,
        complaint,
    }
}

/// One limit, whose value may be the next word.
fn limit<'a>(
    word: &str,
    words: &mut impl Iterator<Item = &'a str>,
    limits: &mut Limits,
    clocks: &mut [Clock; 2],
    timed: &mut [bool; 2],
) -> Result<(), String> {
    match word {
        "infinite" => limits.infinite = true,
        "nodes" => {
            let nodes: u32 = number(word, words.next())?;
            limits.nodes = Some(limits.nodes.map_or(nodes, |others| others.min(nodes)));
        }
        "depth" => limits.depth(number(word, words.next())?),
        "movetime" => limits.move_time = Some(milliseconds(word, words.next())?),
        "p1time" | "p2time" => {
            let player = usize::from(word == "p2time");
            clocks[player].left = milliseconds(word, words.next())?;
            timed[player] = true;
        }
        "p1inc" | "p2inc" => {
            clocks[usize::from(word == "p2inc")].increment = milliseconds(word, words.next())?;
        }
        "movestogo" => {
            let moves = number(word, words.next())?;
            for clock in clocks {
                clock.moves_to_go = Some(moves);
            }
        }
        _ => {
            return Err(format!(
                "unknown word {}; allowed are nodes, depth, movetime, p1time, p2time, p1inc, p2inc, movestogo, infinite",
                quoted(word)
            ));
        }
    }
    Ok(())
}

fn query(words: &[&str]) -> Result<Question, String> {
    Ok(match words {
        ["p1turn"] => Question::FirstPlayersTurn,
        ["p2turn"] => Question::SecondPlayersTurn,
        ["gameover"] => Question::GameOver,
        ["result"] => Question::Result,
        ["fen"] => Question::Position,
        ["islegal", text] => Question::IsLegal((*text).to_owned()),
        ["moves"] => Question::Moves,
        ["countmoves"] => Question::MoveCount,
        _ => {
            return Err(
                "query: expected `p1turn`, `p2turn`, `gameover`, `result`, `fen`, `islegal MOVE`, `moves` or \
                 `countmoves`"
                    .to_owned(),
            );
        }
    })
}

pub(super) fn write(answer: &Answer<'_>, out: &mut dyn Write) -> io::Result<()> {
    match answer {
        Answer::Hello(options) => hello(options, out),
        Answer::Ready | Answer::Pong => writeln!(out, "readyok"),
        Answer::Truth(truth) => writeln!(out, "response {truth}"),
        Answer::Result(outcome) => writeln!(out, "response {}", result(*outcome)),
        Answer::Words([]) => writeln!(out, "response none"),
        Answer::Words(words) => writeln!(out, "response {}", words.join(" ")),
        Answer::Info(report) => info(report, out),
        Answer::Best(played, _) => match played {
            Some(played) => writeln!(out, "bestmove {}", played.token()),
            None => writeln!(out, "bestmove none"),
        },
        Answer::Error(reason) => writeln!(out, "info string error: {reason}"),
    }
}

fn hello(options: &EngineOptions, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "id name Quirkat {}", env!("CARGO_PKG_VERSION"))?;
    writeln!(out, "id author the Quirkat authors")?;
    for option in options.declared() {
        write!(out, "option name {} type ", option.name)?;
        match &option.kind {
            // UCI knows no real numbers.
            Kind::Text | Kind::Real(..) => writeln!(out, "string default {}", option.value)?,
            Kind::Whole(least, most) => {
                writeln!(out, "spin default {} min {least} max {most}", option.value)?;
            }
            Kind::Names(names) => {
                write!(out, "combo default {}", option.value)?;
                for name in names {
                    write!(out, " var {name}")?;
                }
                writeln!(out)?;
            }
        }
    }
    writeln!(out, "ugiok")
}

const fn result(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        None => "none",
        Some(Outcome { winner: None, .. }) => "draw",
        Some(Outcome {
            winner: Some(Color::White),
            ..
        }) => "p1win",
        Some(_) => "p2win",
    }
}

fn info(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    write!(
        out,
        "info nodes {} depth {} time {} nps {}",
        report.nodes,
        report.line.len(),
        report.time.as_millis(),
        report.nodes_per_second()
    )?;
    if let (Some(value), Some([win, draw, loss])) = (report.value(), report.permille()) {
        let cp = match report.proven_word() {
            Some("win") => PROVEN_WIN,
            Some("loss") => -PROVEN_WIN,
            _ => (100.0 * value).round() as i32,
        };
        write!(out, " score cp {cp} wdl {win} {draw} {loss}")?;
    }
    if !report.line.is_empty() {
        write!(out, " pv {}", report.line_text())?;
    }
    writeln!(out)?;
    match report.proven_word() {
        Some(word) => writeln!(out, "info string proven {word}"),
        None => Ok(()),
    }
}
