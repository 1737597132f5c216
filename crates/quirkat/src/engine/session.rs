use super::command::{Answer, Command, Question};
use super::lines::Line;
use super::options::EngineOptions;
use super::pace::{Limits, Pace};
use super::protocol::Protocol;
use super::thinker::Thought;
use super::words::quoted;
use super::worker::{Event, Order};
use quirkat_play::Seed;
use quirkat_rules::{Color, Game, Move, Position};
use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Sender;
use std::time::Instant;

/// Lines that may wait for the end of a search.
const MOST_WAITING: usize = 10_000;

/// An error told is no longer than this.
const LONGEST_ERROR: usize = 400;

/// A conversation: takes lines and news of the search, answers, and gives orders to the search.
pub(super) struct Session {
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
    waiting: VecDeque<Command>,
    /// The input has ended.
    closing: bool,
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
    pub(super) fn new(
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
            waiting: VecDeque::new(),
            closing: false,
        }
    }

    /// Whether there is nothing more to answer.
    pub(super) const fn ended(&self) -> bool {
        matches!(self.state, State::Ended)
    }

    /// When to call [`Self::time_is_up`].
    pub(super) fn due(&self) -> Option<Instant> {
        match &self.state {
            State::Searching(running) if !running.pace.stopped() => running.pace.deadline(),
            _ => None,
        }
    }

    /// Ends a search that does not look at the clock.
    pub(super) fn time_is_up(&self) {
        if self.due().is_some_and(|due| due <= Instant::now()) {
            self.raise_stop();
        }
    }

    /// Takes a line of input.
    pub(super) fn line(&mut self, line: Line, out: &mut dyn Write) -> io::Result<()> {
        let text = match line {
            Line::Text(text) => text,
            Line::Unreadable(reason) => return self.say(&Answer::Error(&reason), out),
            Line::End => {
                self.closing = true;
                let endless = matches!(&self.state, State::Searching(running) if running.endless);
                if endless || matches!(self.state, State::Idle) {
                    self.end();
                }
                return Ok(());
            }
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
        self.command(command, out)
    }

    /// Takes news of the search thread.
    pub(super) fn event(&mut self, event: Event, out: &mut dyn Write) -> io::Result<()> {
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
            match self.waiting.pop_front() {
                Some(command) => self.obey(command, out)?,
                None if self.closing => self.end(),
                None => break,
            }
        }
        if self.closing && matches!(&self.state, State::Searching(running) if running.endless) {
            self.end();
        }
        Ok(())
    }

    /// At once, later, or not at all.
    fn command(&mut self, command: Command, out: &mut dyn Write) -> io::Result<()> {
        let endless = match &self.state {
            State::Ended => return Ok(()),
            State::Idle => return self.obey(command, out),
            State::Loading(_) => false,
            State::Searching(running) => running.endless,
        };
        let searching = matches!(self.state, State::Searching(_));
        match command {
            Command::Nothing => Ok(()),
            Command::Quit if endless || self.waiting.len() == MOST_WAITING => {
                self.end();
                Ok(())
            }
            Command::Quit => {
                // What was asked before is answered first; a search by the clock ends now.
                if self.due().is_some() {
                    self.raise_stop();
                }
                self.closing = true;
                self.waiting.push_back(Command::Quit);
                Ok(())
            }
            Command::Stop => self.stop(out),
            Command::PonderHit => {
                self.ponder_hit();
                Ok(())
            }
            Command::Ping => self.say(&Answer::Pong, out),
            Command::Ready if searching => self.say(&Answer::Ready, out),
            Command::Query(question) if endless && self.waiting.is_empty() => {
                self.query(question, out)
            }
            Command::Bad {
                reason,
                wants_move: false,
            } => self.say(&Answer::Error(&reason), out),
            _ if endless => self.say(
                &Answer::Error("a search is running: send `stop` first"),
                out,
            ),
            _ if self.waiting.len() == MOST_WAITING => self.say(
                &Answer::Error(
                    "too many lines wait for the end of the search: this one is dropped",
                ),
                out,
            ),
            command => {
                self.waiting.push_back(command);
                Ok(())
            }
        }
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
            Command::Go { limits, ponder } => {
                let limits = limits.unwrap_or_else(|| self.level.clone());
                self.go(limits, ponder, false, out)
            }
            Command::Query(question) => self.query(question, out),
            Command::Quit => {
                self.end();
                Ok(())
            }
            Command::Stop | Command::PonderHit | Command::Nothing => Ok(()),
            Command::Bad { reason, wants_move } => {
                self.say(&Answer::Error(&reason), out)?;
                if wants_move {
                    self.say(&Answer::Best(None, None), out)?;
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
        match self.set_up(start, moves) {
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

    fn set_up(&self, start: Option<&str>, moves: &[String]) -> Result<Game, String> {
        let geometry = &self.options.variant.geometry;
        let position = match start {
            None => Position::START,
            Some(text) => Position::parse(text, geometry).map_err(|error| error.to_string())?,
        };
        let mut game = Game::from_position(Arc::clone(geometry), position);
        for (i, text) in moves.iter().enumerate() {
            let played: Move = text.parse().map_err(|error| format!("{error}"))?;
            game.play_move(played)
                .map_err(|error| format!("move {}: {error}", i + 1))?;
        }
        Ok(game)
    }

    fn query(&self, question: Question, out: &mut dyn Write) -> io::Result<()> {
        let Some(game) = &self.game else {
            return self.say(&Answer::Error(NO_POSITION), out);
        };
        let answer = match question {
            Question::FirstPlayersTurn => Answer::Truth(game.turn() == Color::White),
            Question::GameOver => Answer::Truth(game.outcome().is_some()),
            Question::Result => Answer::Result(game.outcome()),
        };
        self.say(&answer, out)
    }

    fn go(
        &mut self,
        limits: Limits,
        ponder: bool,
        stopped: bool,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let Some(game) = &self.game else {
            return self.no_move(NO_POSITION, out);
        };
        if let Some(outcome) = game.outcome() {
            let reason = format!("the game is over: {}", outcome.reason);
            return self.no_move(&reason, out);
        }
        if self.stale {
            self.load(Next::Go {
                limits,
                ponder,
                stopped,
            });
            return Ok(());
        }
        let player = game.turn();
        let pace = Arc::new(Pace::unlimited());
        pace.stop.store(stopped, Ordering::Relaxed);
        let endless = ponder || limits.infinite;
        if !endless {
            self.limit(&pace, &limits, player);
        }
        let seed = Seed::new(self.options.seed).named("engine");
        let order = Order::Think {
            game: Box::new(game.clone()),
            pace: Arc::clone(&pace),
            move_policy: self.options.move_policy(),
            rng: seed
                .numbered(self.games)
                .numbered(u64::from(game.ply()))
                .random(),
        };
        self.order(order);
        self.state = State::Searching(Running {
            pace,
            limits,
            player,
            endless: endless && !stopped,
            held: None,
        });
        Ok(())
    }

    /// Sets the limits of a search, from now on.
    fn limit(&self, pace: &Pace, limits: &Limits, player: Color) {
        let time = limits.time(player, self.options.overhead);
        let unlimited = time.is_none() && limits.nodes.is_none();
        let nodes = if unlimited {
            Some(self.options.default_nodes())
        } else {
            limits.nodes
        };
        pace.limit(nodes, time);
    }

    fn ponder_hit(&mut self) {
        if let State::Searching(running) = &self.state
            && running.endless
            && !running.limits.infinite
        {
            self.limit(&running.pace, &running.limits, running.player);
        }
        if let State::Searching(running) = &mut self.state {
            running.endless = running.limits.infinite;
        }
    }

    fn stop(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.raise_stop();
        match &mut self.state {
            State::Searching(running) => {
                running.endless = false;
                if let Some(thought) = running.held.take() {
                    return self.event(Event::Thought(Ok(Some(thought))), out);
                }
            }
            State::Loading(Next::Go { stopped, .. }) => *stopped = true,
            _ => {}
        }
        Ok(())
    }

    fn raise_stop(&self) {
        if let State::Searching(running) = &self.state {
            running.pace.stop.store(true, Ordering::Relaxed);
        }
    }

    fn thought(&mut self, thought: Option<Thought>, out: &mut dyn Write) -> io::Result<()> {
        let early = self.language().may_end_early();
        if let State::Searching(running) = &mut self.state
            && running.endless
            && !early
            && thought.is_some()
        {
            running.held = thought;
            return Ok(());
        }
        self.state = State::Idle;
        let (played, answer) = match thought {
            Some(Thought { played, answer }) => (Some(played), answer),
            None => (None, None),
        };
        self.say(&Answer::Best(played, answer), out)
    }

    fn load(&mut self, next: Next) {
        self.order(Order::Load(Box::new(self.options.clone())));
        self.state = State::Loading(next);
    }

    fn loaded(&mut self, result: Result<(), String>, out: &mut dyn Write) -> io::Result<()> {
        self.stale = result.is_err();
        let State::Loading(next) = std::mem::replace(&mut self.state, State::Idle) else {
            return Ok(());
        };
        match (next, result) {
            (Next::Ready, Ok(())) => self.say(&Answer::Ready, out),
            (Next::Ready, Err(reason)) => {
                self.say(&Answer::Error(&reason), out)?;
                self.say(&Answer::Ready, out)
            }
            (
                Next::Go {
                    limits,
                    ponder,
                    stopped,
                },
                Ok(()),
            ) => self.go(limits, ponder, stopped, out),
            (Next::Go { .. }, Err(reason)) => self.no_move(&reason, out),
        }
    }

    /// Somebody waits for a move, and there is none.
    fn no_move(&self, reason: &str, out: &mut dyn Write) -> io::Result<()> {
        self.say(&Answer::Error(reason), out)?;
        self.say(&Answer::Best(None, None), out)
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
