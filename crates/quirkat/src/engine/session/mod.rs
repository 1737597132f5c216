mod search;

use crate::engine::board::{Found, ask, set_up};
use crate::engine::command::{Answer, Command, Question};
use crate::engine::options::EngineOptions;
use crate::engine::pace::{Limits, Pace};
use crate::engine::protocol::Protocol;
use crate::engine::thinker::Thought;
use crate::engine::waiting::{Lost, Queue, Waiting, Wants};
use crate::engine::words::quoted;
use crate::engine::worker::{Event, Order};
use crate::lines::Line;
use quirkat_rules::{Color, Game};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Instant;

/// An error told is no longer than this.
const LONGEST_ERROR: usize = 400;

/// A conversation: takes lines and news of the search, answers, and gives orders to the search.
pub(in crate::engine) struct Session {
    protocol: Option<Protocol>,
    options: EngineOptions,
    orders: Sender<Order>,
    /// `None` after a position that was refused.
    game: Option<Game>,
    level: Limits,
    /// Games so far: each has its own random stream.
    games: u64,
    /// Whether the options no longer are those that the search thread has loaded.
    stale: bool,
    state: State,
    waiting: Queue,
    /// Nothing more will be asked: the input has ended, or `quit` was said.
    closing: bool,
    /// `quit` was said: nobody waits for the clock.
    quitting: bool,
}

enum State {
    Idle,
    Loading(Next),
    Searching(Running),
    Ended,
}

/// What to do when the agent is loaded.
enum Next {
    Ready,
    Go {
        limits: Limits,
        ponder: bool,
        stopped: bool,
    },
}

struct Running {
    pace: Arc<Pace>,
    limits: Limits,
    player: Color,
    /// It does not end by itself.
    endless: bool,
    /// The result, of a search that must not end before `stop`.
    held: Option<Thought>,
}

impl Session {
    pub(in crate::engine) fn new(
        options: EngineOptions,
        protocol: Option<Protocol>,
        orders: Sender<Order>,
    ) -> Self {
        Self {
            protocol,
            game: Some(Game::new(Arc::clone(&options.variant.geometry))),
            options,
            orders,
            level: Limits::default(),
            games: 0,
            stale: true,
            state: State::Idle,
            waiting: Queue::default(),
            closing: false,
            quitting: false,
        }
    }

    /// Whether there is nothing more to answer.
    pub(in crate::engine) const fn ended(&self) -> bool {
        matches!(self.state, State::Ended)
    }

    /// When to call [`Self::time_is_up`].
    pub(in crate::engine) fn due(&self) -> Option<Instant> {
        match &self.state {
            State::Searching(running) if !running.pace.stopped() => running.pace.deadline(),
            _ => None,
        }
    }

    /// Ends a search that does not look at the clock.
    pub(in crate::engine) fn time_is_up(&self) {
        if self.due().is_some_and(|due| due <= Instant::now()) {
            self.raise_stop();
        }
    }

    /// Takes a line of input.
    pub(in crate::engine) fn line(&mut self, line: Line, out: &mut dyn Write) -> io::Result<()> {
        let text = match line {
            _ if self.quitting => return Ok(()),
            Line::Text(text) => text,
            Line::Unreadable(reason) => return self.say(&Answer::Error(&reason), out),
            Line::End => return self.close(out),
        };
        if self.protocol.is_none() {
            let Some(word) = text.split_whitespace().next() else {
                return Ok(());
            };
            self.protocol = word.parse().ok();
            if word == "quit" {
                self.end();
                return Ok(());
            }
            if self.protocol.is_none() {
                let reason = format!(
                    "{} opens no conversation: say `ugi` or `hub` first",
                    quoted(word)
                );
                return self.say(&Answer::Error(&reason), out);
            }
        }
        let command = self.language().read(&text);
        self.command(command, text, out)
    }

    /// Nothing more will be asked.
    fn close(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.closing = true;
        self.stop_endless(out)?;
        if matches!(self.state, State::Idle) {
            self.end();
        }
        Ok(())
    }

    /// Takes news of the search thread.
    pub(in crate::engine) fn event(&mut self, event: Event, out: &mut dyn Write) -> io::Result<()> {
        match event {
            Event::Info(report) => self.say(&Answer::Info(&report), out)?,
            Event::Thought(Ok(thought)) => self.thought(thought, out)?,
            Event::Thought(Err(reason)) => {
                self.say(&Answer::Error(&reason), out)?;
                self.thought(None, out)?;
            }
            Event::Loaded(result) => self.loaded(result, out)?,
            Event::Line(_) | Event::Unreadable(_) | Event::Gone => {}
        }
        while let State::Idle = self.state {
            if let Some(line) = self.waiting.pop() {
                self.waited(&line, out)?;
            } else if let Some(lost) = self.waiting.take_lost() {
                self.lost(lost, out)?;
            } else if self.closing {
                self.end();
            } else {
                break;
            }
        }
        Ok(())
    }

    /// Obeys a line that had to wait. What overtook it has its effect now.
    fn waited(&mut self, line: &Waiting, out: &mut dyn Write) -> io::Result<()> {
        let mut command = self.language().read(&line.text);
        if let Command::Go {
            limits,
            ponder,
            complaint,
        } = &mut command
        {
            *ponder &= !line.hit;
            if let Some(complaint) = complaint {
                self.say(&Answer::Error(complaint), out)?;
            }
            let limits = limits.take().unwrap_or_else(|| self.level.clone());
            return self.go(limits, *ponder, line.stopped, out);
        }
        self.obey(command, out)
    }

    /// Tells of lines that found no room, and gives every one of them the answer that it asks for.
    fn lost(&mut self, lost: Lost, out: &mut dyn Write) -> io::Result<()> {
        let reason = format!(
            "too many lines waited for the end of a search: the last {} were dropped; the position must be said \
             again",
            lost.lines
        );
        self.say(&Answer::Error(&reason), out)?;
        for _ in 0..lost.responses {
            self.say(&Answer::Words(&[]), out)?;
        }
        for _ in 0..lost.moves {
            self.say(&Answer::Best(None, None), out)?;
        }
        // A position may be among them: no move is to be chosen in the one before.
        self.game = None;
        Ok(())
    }

    /// At once, or later.
    fn command(&mut self, command: Command, text: String, out: &mut dyn Write) -> io::Result<()> {
        let endless = match &self.state {
            State::Ended => return Ok(()),
            State::Idle => return self.obey(command, out),
            State::Loading(_) => false,
            State::Searching(running) => running.endless,
        };
        let searching = matches!(self.state, State::Searching(_));
        match command {
            Command::Nothing => Ok(()),
            Command::Quit => self.quit(out),
            Command::Stop => {
                self.waiting.stop();
                self.stop(out)
            }
            Command::PonderHit => {
                self.waiting.ponder_hit();
                self.ponder_hit();
                Ok(())
            }
            Command::Ping => self.say(&Answer::Pong, out),
            Command::Ready if searching => self.say(&Answer::Ready, out),
            Command::Query(question) if endless && self.waiting.is_empty() => {
                self.query(&question, out)
            }
            Command::Bad {
                reason,
                wants_response: false,
            } => self.say(&Answer::Error(&reason), out),
            Command::Go { .. } => {
                self.waiting.push(text, Wants::Move);
                // Its sender cannot be waiting for the search that only `stop` ends.
                self.stop_endless(out)
            }
            Command::Query(_) | Command::Bad { .. } => {
                self.waiting.push(text, Wants::Response);
                Ok(())
            }
            _ => {
                self.waiting.push(text, Wants::Nothing);
                Ok(())
            }
        }
    }

    /// What was asked before is answered first; a search by the clock ends now.
    fn quit(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.quitting = true;
        if self.due().is_some() {
            self.raise_stop();
        }
        self.close(out)
    }

    /// Does what is asked while nothing else is going on.
    fn obey(&mut self, command: Command, out: &mut dyn Write) -> io::Result<()> {
        match command {
            Command::Hello => self.say(&Answer::Hello(&self.options), out),
            Command::Ready if self.stale => {
                self.load(Next::Ready);
                Ok(())
            }
            Command::Ready => self.say(&Answer::Ready, out),
            Command::Ping => self.say(&Answer::Pong, out),
            Command::Set { name, value } => self.set(&name, &value, out),
            Command::NewGame => {
                self.games += 1;
                self.game = Some(Game::new(Arc::clone(&self.options.variant.geometry)));
                Ok(())
            }
            Command::Position { start, moves } => self.position(start.as_deref(), &moves, out),
            Command::Level(limits) => {
                self.level = limits;
                Ok(())
            }
            Command::Go {
                limits,
                ponder,
                complaint,
            } => {
                if let Some(complaint) = complaint {
                    self.say(&Answer::Error(&complaint), out)?;
                }
                let limits = limits.unwrap_or_else(|| self.level.clone());
                self.go(limits, ponder, false, out)
            }
            Command::Query(question) => self.query(&question, out),
            Command::Quit => self.quit(out),
            Command::Stop | Command::PonderHit | Command::Nothing => Ok(()),
            Command::Bad {
                reason,
                wants_response,
            } => {
                self.say(&Answer::Error(&reason), out)?;
                if wants_response {
                    self.say(&Answer::Words(&[]), out)?;
                }
                Ok(())
            }
        }
    }

    fn set(&mut self, name: &str, value: &str, out: &mut dyn Write) -> io::Result<()> {
        let rules = *self.options.variant.rules();
        let agent = self.options.agent.clone();
        match self.options.set(name, value) {
            Ok(()) => {
                let others = *self.options.variant.rules() != rules;
                self.stale |= others || self.options.agent != agent;
                if others {
                    self.game = Some(Game::new(Arc::clone(&self.options.variant.geometry)));
                }
                Ok(())
            }
            Err(error) => self.say(&Answer::Error(&error.to_string()), out),
        }
    }

    fn position(
        &mut self,
        start: Option<&str>,
        moves: &[String],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match set_up(&self.options.variant.geometry, start, moves) {
            Ok(game) => {
                self.game = Some(game);
                Ok(())
            }
            Err(reason) => {
                self.game = None;
                self.say(&Answer::Error(&reason), out)
            }
        }
    }

    fn query(&self, question: &Question, out: &mut dyn Write) -> io::Result<()> {
        let Some(game) = &self.game else {
            self.say(&Answer::Error(NO_POSITION), out)?;
            return self.say(&Answer::Words(&[]), out);
        };
        match ask(game, question) {
            Found::Truth(truth) => self.say(&Answer::Truth(truth), out),
            Found::Result(outcome) => self.say(&Answer::Result(outcome), out),
            Found::Words(words) => self.say(&Answer::Words(&words), out),
        }
    }

    fn end(&mut self) {
        self.raise_stop();
        self.state = State::Ended;
    }

    fn order(&self, order: Order) {
        // A search thread that is no more says so itself.
        let _ = self.orders.send(order);
    }

    /// UGI, until the first line has decided.
    fn language(&self) -> Protocol {
        self.protocol.unwrap_or(Protocol::Ugi)
    }

    fn say(&self, answer: &Answer<'_>, out: &mut dyn Write) -> io::Result<()> {
        let language = self.language();
        match answer {
            Answer::Error(reason) => {
                let mut reason = reason.replace(char::is_control, " ");
                if let Some((end, _)) = reason.char_indices().nth(LONGEST_ERROR) {
                    reason.truncate(end);
                    reason.push('…');
                }
                language.write(&Answer::Error(&reason), out)
            }
            answer => language.write(answer, out),
        }
    }
}

const NO_POSITION: &str = "there is no position: the last one was refused";
