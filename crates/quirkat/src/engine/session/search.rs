//! The searches of a conversation: begun, limited, stopped and answered.

use super::{NO_POSITION, Next, Running, Session, State};
use crate::engine::command::Answer;
use crate::engine::pace::{Limits, Pace};
use crate::engine::thinker::Thought;
use crate::engine::worker::{Event, Order};
use quirkat_play::Seed;
use quirkat_rules::Color;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;

impl Session {
    pub(super) fn go(
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
        let endless = ponder || limits.infinite;
        if !endless {
            self.limit(&pace, &limits, player);
        }
        // Whoever asks for another move, or for nothing more, would wait for ever; and after `quit`
        // nobody waits for the clock.
        let stopped = stopped
            || endless && (self.closing || self.waiting.wants_move())
            || self.quitting && pace.deadline().is_some();
        pace.stop.store(stopped, Ordering::Relaxed);
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

    pub(super) fn ponder_hit(&mut self) {
        if let State::Loading(Next::Go { ponder, .. }) = &mut self.state {
            *ponder = false;
        }
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

    pub(super) fn stop(&mut self, out: &mut dyn Write) -> io::Result<()> {
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

    /// Stops the search at hand if nothing else ends it.
    pub(super) fn stop_endless(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match &self.state {
            State::Searching(running) if running.endless => self.stop(out),
            _ => Ok(()),
        }
    }

    pub(super) fn raise_stop(&self) {
        if let State::Searching(running) = &self.state {
            running.pace.stop.store(true, Ordering::Relaxed);
        }
    }

    pub(super) fn thought(
        &mut self,
        thought: Option<Thought>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
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

    pub(super) fn load(&mut self, next: Next) {
        self.order(Order::Load(Box::new(self.options.clone())));
        self.state = State::Loading(next);
    }

    pub(super) fn loaded(
        &mut self,
        result: Result<(), String>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
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
    pub(super) fn no_move(&self, reason: &str, out: &mut dyn Write) -> io::Result<()> {
        self.say(&Answer::Error(reason), out)?;
        self.say(&Answer::Best(None, None), out)
    }
}
