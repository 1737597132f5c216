use super::options::EngineOptions;
use super::pace::Pace;
use super::report::Report;
use super::thinker::{Thinker, Thought};
use crate::lines::Line;
use quirkat_lab::run::find_checkpoint;
use quirkat_mcts::SearchConfig;
use quirkat_play::{AgentFactory, Random};
use quirkat_rules::Game;
use quirkat_tables::MovePolicy;
use std::io;
use std::sync::Arc;

/// What the search thread is asked to do.
#[derive(Debug)]
pub(super) enum Order {
    /// Make the agent ready.
    Load(Box<EngineOptions>),
    /// Choose a move.
    Think {
        game: Box<Game>,
        pace: Arc<Pace>,
        move_policy: MovePolicy,
        rng: Random,
    },
}

/// What happens to an engine.
#[derive(Debug)]
pub(super) enum Event {
    /// A line came.
    Line(Line),
    /// The input cannot be read.
    Unreadable(io::Error),
    /// The agent is ready, or why not.
    Loaded(Result<(), String>),
    /// News of a search.
    Info(Report),
    /// The end of a search, or why there is no move.
    Thought(Result<Option<Thought>, String>),
    /// The search thread is no more.
    Gone,
}

/// Does the work of the search thread.
#[derive(Default)]
pub(super) struct Worker {
    thinker: Option<Thinker>,
}

impl Worker {
    /// Carries out an order; the last event that it tells is the answer.
    pub(super) fn carry_out(&mut self, order: Order, tell: &mut dyn FnMut(Event)) {
        match order {
            Order::Load(options) => {
                self.thinker = None;
                let factory = AgentFactory {
                    variant: &options.variant,
                    simulations: options.simulations,
                    search: SearchConfig::guided(),
                    // Each order to think names its own.
                    move_policy: MovePolicy::Greedy,
                    device: options.device,
                    find_checkpoint,
                    external: None,
                };
                let thinker = factory
                    .of(&options.agent)
                    .map_err(|error| error.to_string())
                    .and_then(|agent| Thinker::new(&agent).map_err(|error| error.to_string()));
                tell(Event::Loaded(thinker.map(|thinker| {
                    self.thinker = Some(thinker);
                })));
            }
            Order::Think {
                game,
                pace,
                move_policy,
                mut rng,
            } => {
                let mut info = |report| tell(Event::Info(report));
                let thought = match &mut self.thinker {
                    Some(thinker) => thinker
                        .think(&game, &pace, move_policy, &mut rng, &mut info)
                        .map_err(|error| error.to_string()),
                    None => Ok(None),
                };
                tell(Event::Thought(thought));
            }
        }
    }
}
