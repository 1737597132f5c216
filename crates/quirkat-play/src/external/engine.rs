use super::process::{ExternalError, Process};
use super::restarts::Restarts;
use crate::stop::Halt;
use quirkat_rules::{Move, MoveSyntaxError, Position};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// An external engine as it is written: a command with its arguments, quoted as in a shell, and
/// perhaps `@NODES` or `@TIMEms`. What follows the last `@` belongs to the command where it is
/// neither.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalSpec {
    /// The command as written.
    pub command: String,
    /// Its words, never none.
    pub words: Vec<String>,
    /// The budget, where written.
    pub budget: Option<ExternalBudget>,
}

/// What an external engine may spend on a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExternalBudget {
    /// Nodes, in the sense of the engine.
    Nodes(u32),
    /// Time.
    Time(Duration),
}

/// An external engine with all that is needed to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalAgent {
    /// As written.
    pub spec: ExternalSpec,
    /// What it may spend on a move.
    pub budget: ExternalBudget,
    /// The rule set as an engine is told: a name or a path.
    pub rules: String,
    /// How long it may keep an answer waiting, beyond the budget's time.
    pub patience: Duration,
    /// How often it may fail: each time it loses the game and is started again.
    pub restarts: Restarts,
}

impl FromStr for ExternalSpec {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (command, budget) = match text.rsplit_once('@') {
            Some((command, end)) => match budget(end)? {
                Some(budget) => (command, Some(budget)),
                None => (text, None),
            },
            None => (text, None),
        };
        let words = shlex::split(command).ok_or("a quotation mark of the command is not closed")?;
        if words.first().is_none_or(String::is_empty) {
            return Err(
                "the command is missing; expected is ugi=COMMAND, ugi=COMMAND@NODES or ugi=COMMAND@TIMEms",
            );
        }
        Ok(Self {
            command: command.to_owned(),
            words,
            budget,
        })
    }
}

/// What follows an `@`; `None` where that is no budget: then it belongs to the command, as in `npx tool@2.1`.
fn budget(text: &str) -> Result<Option<ExternalBudget>, &'static str> {
    let (digits, is_time) = match text.strip_suffix("ms") {
        Some(digits) => (digits, true),
        None => (text, false),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let is_time = number.len() < text.len() && number.parse::<f64>().is_ok();
        return if is_time {
            Err("a time after `@` is written in milliseconds, for example @1000ms")
        } else {
            Ok(None)
        };
    }
    let count: u32 = digits.parse().unwrap_or(u32::MAX);
    if is_time {
        if !(1..=86_400_000).contains(&count) {
            return Err("the time after `@` must be from 1 to 86400000 ms");
        }
        return Ok(Some(ExternalBudget::Time(Duration::from_millis(
            u64::from(count),
        ))));
    }
    if count > 1_000_000 {
        return Err("the nodes after `@` must be a number from 0 to 1000000");
    }
    Ok(Some(ExternalBudget::Nodes(count)))
}

impl fmt::Display for ExternalSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.command)?;
        match self.budget {
            None => Ok(()),
            Some(ExternalBudget::Nodes(count)) => write!(f, "@{count}"),
            Some(ExternalBudget::Time(time)) => write!(f, "@{}ms", time.as_millis()),
        }
    }
}

impl ExternalAgent {
    /// The line that asks it for a move.
    pub fn go_line(&self) -> String {
        match self.budget {
            ExternalBudget::Nodes(count) => format!("go nodes {count}"),
            ExternalBudget::Time(time) => format!("go movetime {}", time.as_millis()),
        }
    }
}

/// An external engine at play. Dropped, it is told to quit, and killed when it does not.
#[derive(Debug)]
pub(crate) struct ExternalEngine {
    process: Process,
    go: String,
    patience: Duration,
    game: Option<u64>,
}

impl ExternalEngine {
    /// Starts the program and makes it ready for the rules.
    ///
    /// # Errors
    /// When it cannot be started, ends, or gives no answer in time; when stopped.
    pub(crate) fn start(agent: &ExternalAgent, halt: &Halt<'_>) -> Result<Self, ExternalError> {
        let mut process = Process::start(&agent.spec.command, &agent.spec.words)?;
        process.send("ugi")?;
        let mut knows_rules = false;
        process.receive("`ugi`", agent.patience, halt, |line| {
            let mut words = line.split_whitespace();
            knows_rules |= words.by_ref().take(3).eq(["option", "name", "rules"]);
            line.starts_with("ugiok").then_some(())
        })?;
        if knows_rules {
            process.send(&format!("setoption name rules value {}", agent.rules))?;
        }
        let time = match agent.budget {
            ExternalBudget::Nodes(_) => Duration::ZERO,
            ExternalBudget::Time(time) => time,
        };
        let mut engine = Self {
            process,
            go: agent.go_line(),
            patience: agent.patience.saturating_add(time),
            game: None,
        };
        engine.make_ready(halt)?;
        Ok(engine)
    }

    fn make_ready(&mut self, halt: &Halt<'_>) -> Result<(), ExternalError> {
        self.process.send("isready")?;
        let is_it = |line: &str| (line == "readyok").then_some(());
        self.process
            .receive("`isready`", self.patience, halt, is_it)
    }

    /// Its move in a game with a number, after `moves` from `start` on; legality is checked by
    /// whoever knows the position.
    ///
    /// # Errors
    /// When it ends, gives no answer in time, or answers with what is no move of the notation;
    /// when stopped.
    pub(crate) fn choose(
        &mut self,
        game: u64,
        start: &Position,
        moves: &[Move],
        position: &Position,
        halt: &Halt<'_>,
    ) -> Result<Move, ExternalError> {
        if self.game != Some(game) {
            self.game = Some(game);
            self.process.send("uginewgame")?;
            self.make_ready(halt)?;
        }
        let mut line = format!("position fen {start}");
        if !moves.is_empty() {
            line.push_str(" moves");
        }
        for played in moves {
            line.push(' ');
            line.push_str(&played.token());
        }
        self.process.send(&line)?;
        // What it still says of an earlier question comes before this answer, and is no answer to the next.
        self.make_ready(halt)?;
        self.process.send(&self.go)?;
        let question = format!("`{}` at `{position}`", self.go);
        let answer = |line: &str| {
            let answer = line.strip_prefix("bestmove")?;
            Some(answer.split_whitespace().next().unwrap_or("").parse())
        };
        let found = self
            .process
            .receive(&question, self.patience, halt, answer)?;
        found.map_err(|error: MoveSyntaxError| self.illegal(position, &error))
    }

    /// The error that says what is wrong with a move that it chose.
    pub(crate) fn illegal(&self, position: &Position, error: &dyn fmt::Display) -> ExternalError {
        self.process.failed(format!(
            "played what cannot be played at `{position}`: {error}"
        ))
    }
}
