//! Lines of the Hub protocol, version 2.

use super::command::{Answer, Command};
use super::options::EngineOptions;
use super::options::Kind;
use super::pace::{Clock, Limits};
use super::report::Report;
use super::words::{Argument, hub_line, hub_value, number, quoted, seconds};
use std::io::{self, Write};

/// `score` of a proven win.
const PROVEN_WIN: f32 = 100.0;

pub(super) fn read(line: &str) -> Command {
    let (command, arguments) = match hub_line(line) {
        Ok(parts) => parts,
        // Whoever sent it waits for a move.
        Err(reason) if line.split_whitespace().next() == Some("go") => {
            return Command::Go {
                limits: None,
                ponder: false,
                complaint: Some(format!("go: {reason}")),
            };
        }
        Err(reason) => return Command::bad(reason),
    };
    let find = |name: &str| {
        let found = arguments.iter().find(|argument| argument.name == name);
        found.and_then(|argument| argument.value.clone())
    };
    match command.as_str() {
        "" => Command::Nothing,
        "hub" => Command::Hello,
        "init" => Command::Ready,
        "ping" => Command::Ping,
        "new-game" => Command::NewGame,
        "stop" => Command::Stop,
        "ponder-hit" => Command::PonderHit,
        "quit" => Command::Quit,
        "set-param" => match (find("name"), find("value")) {
            (Some(name), Some(value)) => Command::Set { name, value },
            _ => Command::bad("set-param: expected `name=NAME value=VALUE`"),
        },
        "pos" => match find("pos") {
            None => {
                Command::bad("pos: expected `pos=\"POSITION\"`, then perhaps `moves=\"MOVE…\"`")
            }
            Some(start) => {
                let moves = find("moves").unwrap_or_default();
                Command::Position {
                    start: (start != "startpos").then_some(start),
                    moves: moves.split_whitespace().map(str::to_owned).collect(),
                }
            }
        },
        "level" => level(&arguments).map_or_else(
            |reason| Command::bad(format!("level: {reason}")),
            Command::Level,
        ),
        "go" => Command::Go {
            limits: None,
            ponder: arguments.iter().any(|argument| argument.name == "ponder"),
            complaint: None,
        },
        _ => Command::bad(format!(
            "unknown command {}; commands are hub, set-param, init, new-game, pos, level, go, stop, ponder-hit, ping, quit",
            quoted(&command)
        )),
    }
}

/// Arguments that are not understood are passed over, as the protocol asks.
fn level(arguments: &[Argument]) -> Result<Limits, String> {
    let mut limits = Limits::default();
    let mut clock = Clock::default();
    let mut timed = false;
    for Argument { name, value } in arguments {
        let value = value.as_deref();
        match name.as_str() {
            "infinite" => limits.infinite = true,
            "nodes" => limits.nodes = Some(number(name, value)?),
            "move-time" => limits.move_time = Some(seconds(name, value)?),
            "time" => {
                clock.left = seconds(name, value)?;
                timed = true;
            }
            "inc" => clock.increment = seconds(name, value)?,
            "moves" => clock.moves_to_go = Some(number(name, value)?),
            "depth" => limits.depth(number(name, value)?),
            _ => {}
        }
    }
    // The clock of the side to move, whoever that is.
    limits.clocks = [timed.then_some(clock); 2];
    Ok(limits)
}

pub(super) fn write(answer: &Answer<'_>, out: &mut dyn Write) -> io::Result<()> {
    match answer {
        Answer::Hello(options) => hello(options, out),
        Answer::Ready => writeln!(out, "ready"),
        Answer::Pong => writeln!(out, "pong"),
        // The protocol has no questions.
        Answer::Truth(_) | Answer::Result(_) | Answer::Words(_) => Ok(()),
        Answer::Info(report) => info(report, out),
        Answer::Best(played, answer) => {
            match played {
                Some(played) => write!(out, "done move={}", played.token())?,
                None => write!(out, "done move=none")?,
            }
            if let Some(answer) = answer {
                write!(out, " ponder={}", answer.token())?;
            }
            writeln!(out)
        }
        Answer::Error(reason) => {
            writeln!(out, "error message=\"{}\"", reason.replace('"', "'"))
        }
    }
}

fn hello(options: &EngineOptions, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "id name=Quirkat version={} author=\"the Quirkat authors\"",
        env!("CARGO_PKG_VERSION")
    )?;
    for option in options.declared() {
        let name = if option.name == "rules" {
            "variant"
        } else {
            option.name
        };
        write!(
            out,
            "param name={name} value={} type=",
            hub_value(&option.value)
        )?;
        match &option.kind {
            Kind::Text => writeln!(out, "string")?,
            Kind::Names(names) => writeln!(out, "enum values=\"{}\"", names.join(" "))?,
            Kind::Whole(least, most) => writeln!(out, "int min={least} max={most}")?,
            Kind::Real(least, most) => writeln!(out, "real min={least} max={most}")?,
        }
    }
    writeln!(out, "wait")
}

fn info(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    write!(
        out,
        "info depth={} nodes={}",
        report.line.len(),
        report.nodes
    )?;
    write!(
        out,
        " time={:.3} nps={:.6}",
        report.time.as_secs_f64(),
        report.nodes_per_second() as f64 / 1e6
    )?;
    if let (Some(value), Some([win, draw, loss])) = (report.value(), report.permille()) {
        let score = match report.proven_word() {
            Some("win") => PROVEN_WIN,
            Some("loss") => -PROVEN_WIN,
            // Without a minus sign before zero.
            _ => (1000.0 * value).round() / 1000.0 + 0.0,
        };
        write!(out, " score={score:.3} wdl=\"{win} {draw} {loss}\"")?;
    }
    if let Some(word) = report.proven_word() {
        write!(out, " proven={word}")?;
    }
    if !report.line.is_empty() {
        write!(out, " pv=\"{}\"", report.line_text())?;
    }
    writeln!(out)
}
