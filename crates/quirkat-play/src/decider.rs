use crate::agent::{Agent, AgentEvaluator};
use crate::error::PlayError;
use crate::external::ExternalEngine;
use crate::played::GameInPlay;
use crate::policy::{choose_action, search_for};
use crate::seed::Random;
use crate::stop::{Halt, Stopped};
use quirkat_mcts::{Evaluations, Evaluator, Leaf, Root, Search, SearchConfig, Wdl, random_move};
use quirkat_rules::{Action, Color, Game, Move, Position};
use quirkat_solver::{Bounds, ExactMoves, ExactPlayer};
use quirkat_tables::MovePolicy;
use rand::{Rng, RngExt};
use std::sync::Arc;

/// An agent at work on one thread: the one place that knows how each kind of agent decides.
///
/// It decides in any number of games at a time. Each brings its own [`Search`], so that the leaves
/// of many searches are evaluated as one batch ([`Self::evaluate`]); a search alone is run by
/// [`Self::run`] or, with looks at a clock in between, by [`Self::run_in_steps`].
pub struct Decider {
    first: WholeMoves,
    otherwise: Otherwise,
    evaluator: Option<AgentEvaluator>,
    evaluations: Evaluations,
}

/// Who is asked first, and chooses moves whole.
enum WholeMoves {
    Nobody,
    Exact(Box<ExactPlayer>),
    External(ExternalEngine),
}

/// Who chooses actions where nobody chose a whole move.
enum Otherwise {
    Nobody,
    Random,
    Search {
        simulations: u32,
        config: SearchConfig,
        move_policy: MovePolicy,
    },
}

/// How a decision begins.
#[derive(Clone, Debug, PartialEq)]
pub enum Begun {
    /// With a move chosen whole.
    Move(WholeMove),
    /// With an action at once: the only one, or one that was drawn.
    Action(Action),
    /// With a search that wants evaluations. Once it is run, [`Decider::choose`] reads its root.
    Search,
}

/// A move that an agent chose whole.
#[derive(Clone, Debug, PartialEq)]
pub struct WholeMove {
    /// The move.
    pub played: Move,
    /// Its actions.
    pub actions: Vec<Action>,
    /// What is proven of its value for the side that moves; open where an external engine chose it.
    pub bounds: Bounds,
}

impl Decider {
    /// Sets an agent to work, with evaluations in batches of at most `width` leaves.
    ///
    /// # Errors
    /// An external engine that cannot be started; a stop before it was ready.
    pub fn new(agent: &Agent, width: usize, halt: &Halt<'_>) -> Result<Self, PlayError> {
        let (first, otherwise) = match agent {
            Agent::Perfect { source, fallback } => {
                let player = ExactPlayer::new(Arc::clone(source));
                (WholeMoves::Exact(Box::new(player)), fallback.as_deref())
            }
            Agent::External(engine) => {
                let engine = ExternalEngine::start(engine, halt)?;
                (WholeMoves::External(engine), None)
            }
            Agent::Random | Agent::Search(_) => (WholeMoves::Nobody, Some(agent)),
        };
        let mut evaluator = None;
        let otherwise = match otherwise {
            Some(Agent::Random) => Otherwise::Random,
            Some(Agent::Search(search)) => {
                evaluator = Some(search.evaluator.evaluator(width));
                Otherwise::Search {
                    simulations: search.simulations,
                    config: search.config,
                    move_policy: search.move_policy,
                }
            }
            Some(Agent::Perfect { .. } | Agent::External(_)) | None => Otherwise::Nobody,
        };
        Ok(Self {
            first,
            otherwise,
            evaluator,
            evaluations: Evaluations::default(),
        })
    }

    /// Simulations per decision, `None` where it does not search.
    pub const fn simulations(&self) -> Option<u32> {
        match self.otherwise {
            Otherwise::Search { simulations, .. } => Some(simulations),
            Otherwise::Nobody | Otherwise::Random => None,
        }
    }

    /// Whether it draws moves uniformly, wherever nobody chooses them whole.
    pub const fn draws(&self) -> bool {
        matches!(self.otherwise, Otherwise::Random)
    }

    /// Changes how searches become moves, from the next decision on.
    pub const fn set_move_policy(&mut self, policy: MovePolicy) {
        if let Otherwise::Search { move_policy, .. } = &mut self.otherwise {
            *move_policy = policy;
        }
    }

    /// Begins a decision at the beginning of a move, or inside a capture that it may finish as it
    /// likes. The perfect player or external engine is asked first. `budget` stands in for the
    /// agent's own number of simulations; `search` is the game's own. A choice without a search is
    /// noted in the game's record.
    ///
    /// # Errors
    /// A position that a perfect player without a fallback does not know; an external engine that
    /// fails or is stopped; a game that is over. A perfect player that is stopped leaves the move to
    /// its fallback.
    pub fn begin_move(
        &mut self,
        game: &mut GameInPlay,
        search: &mut Search,
        budget: Option<u32>,
        rng: &mut Random,
        halt: &Halt<'_>,
    ) -> Result<Begun, PlayError> {
        let chosen = match &mut self.first {
            WholeMoves::Nobody => None,
            WholeMoves::Exact(player) => exact_move(player, game, rng, halt),
            WholeMoves::External(engine) => Some(external_move(engine, game, halt)?),
        };
        match chosen {
            Some(chosen) => Ok(Begun::Move(chosen)),
            None => self.begin_action(game, search, budget, rng),
        }
    }

    /// The same for one action, without a perfect player or external engine.
    ///
    /// # Errors
    /// As for [`Self::begin_move`].
    pub fn begin_action(
        &mut self,
        game: &mut GameInPlay,
        search: &mut Search,
        budget: Option<u32>,
        rng: &mut Random,
    ) -> Result<Begun, PlayError> {
        let position = *game.game.position();
        let legal = game.game.legal_actions();
        let Some(first) = legal.nth(0) else {
            return Err(PlayError::NoMove(position));
        };
        if legal.len() == 1 {
            return Ok(Begun::Action(first));
        }
        match self.otherwise {
            Otherwise::Nobody => Err(PlayError::Undefined(position)),
            Otherwise::Random => {
                let drawn = random_move(&game.game, rng);
                let action = drawn.and_then(|drawn| {
                    let actions = position.actions_of(game.game.geometry(), drawn);
                    actions.first().copied()
                });
                game.played.decisions += 1;
                action.map(Begun::Action).ok_or(PlayError::NoMove(position))
            }
            Otherwise::Search { .. } => {
                self.begin_search(&game.game, search, budget, rng.next_u64());
                Ok(Begun::Search)
            }
        }
    }

    /// Begins a search of the game's present position with a seed of its own, whatever a perfect
    /// player may know. `false` where the agent does not search.
    pub fn begin_search(
        &self,
        game: &Game,
        search: &mut Search,
        budget: Option<u32>,
        seed: u64,
    ) -> bool {
        let Otherwise::Search {
            simulations,
            config,
            move_policy,
        } = self.otherwise
        else {
            return false;
        };
        search.configure(search_for(move_policy, config));
        search.start(game, budget.unwrap_or(simulations), seed);
        true
    }

    /// Evaluates the waiting leaves of searches as one batch and hands the results to them.
    ///
    /// # Panics
    /// When [`Search::next_leaf`] did not return `true` for one of them.
    pub fn evaluate(&mut self, waiting: &mut [&mut Search]) {
        let Some(evaluator) = &mut self.evaluator else {
            return;
        };
        let leaves: Vec<Leaf<'_>> = waiting.iter().map(|search| search.leaf()).collect();
        evaluator.evaluate(&leaves, &mut self.evaluations);
        for (i, search) in waiting.iter_mut().enumerate() {
            let (priors, wdl) = self.evaluations.get(i);
            search.apply(priors, wdl);
        }
    }

    /// Evaluations that came from a cache.
    pub fn cache_hits(&self) -> u64 {
        self.evaluator
            .as_ref()
            .map_or(0, AgentEvaluator::cache_hits)
    }

    /// Runs a search to its end, one leaf at a time. Returns what the evaluator itself says of the
    /// root, for its side to move; `None` when nothing needed an evaluation.
    ///
    /// # Errors
    /// When it is stopped.
    pub fn run(&mut self, search: &mut Search, halt: &Halt<'_>) -> Result<Option<Wdl>, Stopped> {
        let mut of_root = None;
        while search.next_leaf() {
            if halt.raised() {
                return Err(Stopped);
            }
            let wdl = self.evaluate_one(search);
            of_root = of_root.or(wdl);
        }
        Ok(of_root)
    }

    /// Runs a search whose end is decided on the way: first until the root is evaluated, then each
    /// time up to the number of simulations that `up_to` names, until it names none or the search is
    /// done.
    pub fn run_in_steps(
        &mut self,
        search: &mut Search,
        up_to: &mut dyn FnMut(&Search) -> Option<u32>,
    ) {
        let (mut pause, mut evaluated) = (0, false);
        search.pause_at(pause);
        loop {
            if search.next_leaf() {
                self.evaluate_one(search);
                evaluated = true;
                continue;
            }
            if !evaluated || search.simulations() < pause {
                return;
            }
            let Some(next) = up_to(search) else { return };
            pause = next;
            search.pause_at(pause);
        }
    }

    fn evaluate_one(&mut self, search: &mut Search) -> Option<Wdl> {
        self.evaluate(&mut [search]);
        self.evaluator.is_some().then(|| self.evaluations.get(0).1)
    }

    /// The action that a searched root becomes, after `ply` plies of the game. `None` where nothing
    /// was searched.
    pub fn choose(&self, root: &Root, ply: u32, rng: &mut Random) -> Option<Action> {
        match self.otherwise {
            Otherwise::Search { move_policy, .. } => choose_action(move_policy, root, ply, rng),
            Otherwise::Nobody | Otherwise::Random => None,
        }
    }

    /// The best moves of a perfect player and what they are worth, where it knows them.
    pub fn exact_moves(&mut self, position: &Position) -> Option<ExactMoves> {
        match &mut self.first {
            WholeMoves::Exact(player) => player.choose(position),
            WholeMoves::Nobody | WholeMoves::External(_) => None,
        }
    }
}

/// The perfect player's move, drawn from the best; `None` where it knows none.
fn exact_move(
    player: &mut ExactPlayer,
    game: &mut GameInPlay,
    rng: &mut Random,
    halt: &Halt<'_>,
) -> Option<WholeMove> {
    let position = *game.game.position();
    let answer = player.choose_until(&position, halt.flag());
    let share = &mut game.played.exact[usize::from(position.turn() == Color::Black)];
    let choice = !position.is_capturing() && position.count_moves(game.game.geometry()) > 1;
    share.choices += u32::from(choice);
    let ExactMoves { bounds, moves, .. } = answer?;
    let exact = bounds.value().is_some();
    share.exact += u32::from(choice && exact);
    share.safe += u32::from(choice && !exact);
    let drawn = match moves.len() {
        1 => 0,
        n => rng.random_range(0..n),
    };
    Some(WholeMove {
        played: moves[drawn],
        actions: position.actions_of(game.game.geometry(), moves[drawn]),
        bounds,
    })
}

/// An external engine's move, once it has been found legal.
fn external_move(
    engine: &mut ExternalEngine,
    game: &mut GameInPlay,
    halt: &Halt<'_>,
) -> Result<WholeMove, PlayError> {
    let position = *game.game.position();
    let geometry = game.game.geometry();
    let played = &mut game.played;
    let chosen = engine.choose(played.number, &played.start, &played.moves, &position, halt)?;
    position
        .after_move(geometry, chosen)
        .map_err(|error| engine.illegal(&position, &error))?;
    played.decisions += u32::from(position.count_moves(geometry) > 1);
    Ok(WholeMove {
        played: chosen,
        actions: position.actions_of(geometry, chosen),
        bounds: Bounds::OPEN,
    })
}

impl std::fmt::Debug for Decider {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Decider")
            .field("simulations", &self.simulations())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::{EvaluatorKind, SearchAgent};
    use crate::seed::Seed;
    use quirkat_rules::{Geometry, Preset};
    use quirkat_solver::ExactSource;
    use std::sync::atomic::AtomicBool;

    static GO_ON: AtomicBool = AtomicBool::new(false);

    fn rollout(move_policy: MovePolicy) -> Agent {
        Agent::Search(SearchAgent {
            simulations: 40,
            config: SearchConfig::guided(),
            move_policy,
            evaluator: EvaluatorKind::Rollout,
        })
    }

    fn decider(agent: &Agent) -> Decider {
        Decider::new(agent, 1, &Halt::on(&GO_ON)).unwrap()
    }

    fn game(preset: Preset) -> Game {
        Game::new(Arc::new(Geometry::new(preset.rules())))
    }

    /// What a search of a start position says after it has been run in some way.
    fn searched(
        policy: MovePolicy,
        run: impl FnOnce(&mut Decider, &mut Search),
    ) -> (Root, Vec<Action>) {
        let mut decider = decider(&rollout(policy));
        let mut search = Search::new(SearchConfig::default());
        assert!(decider.begin_search(&game(Preset::Bell), &mut search, None, 7));
        run(&mut decider, &mut search);
        assert_eq!(search.simulations(), 40);
        (search.root(), search.principal_variation())
    }

    #[test]
    fn alone_in_steps_and_in_batches_a_search_is_the_same() {
        let alone = searched(MovePolicy::Greedy, |decider, search| {
            let of_root = decider.run(search, &Halt::on(&GO_ON)).unwrap();
            assert!(of_root.is_some());
        });
        let in_steps = searched(MovePolicy::Greedy, |decider, search| {
            decider.run_in_steps(search, &mut |search| Some(search.simulations() + 3));
        });
        assert_eq!(in_steps, alone);
        let in_batches = searched(MovePolicy::Greedy, |decider, search| {
            let mut other = Search::new(SearchConfig::default());
            decider.begin_search(&game(Preset::Bell), &mut other, None, 8);
            while search.next_leaf() {
                let mut waiting = vec![&mut *search];
                if other.next_leaf() {
                    waiting.insert(0, &mut other);
                }
                decider.evaluate(&mut waiting);
            }
        });
        assert_eq!(in_batches, alone);
    }

    #[test]
    fn the_move_policy_of_an_agent_chooses_its_search() {
        let run = |decider: &mut Decider, search: &mut Search| {
            decider.run(search, &Halt::on(&GO_ON)).unwrap();
        };
        let greedy = searched(MovePolicy::Greedy, run);
        let sampled = searched(MovePolicy::DEFAULT, run);
        assert_ne!(greedy, sampled);
        let changed = searched(MovePolicy::DEFAULT, |decider, search| {
            decider.set_move_policy(MovePolicy::Greedy);
            decider.begin_search(&game(Preset::Bell), search, None, 7);
            run(decider, search);
        });
        assert_eq!(changed, greedy);
        let agent = rollout(MovePolicy::DEFAULT).with_move_policy(MovePolicy::Greedy);
        assert!(matches!(agent, Agent::Search(search) if search.search_config() == search.config));
    }

    #[test]
    fn a_perfect_player_leaves_what_it_does_not_know_to_its_fallback_or_says_so() {
        let rules = Preset::Standard.rules();
        let perfect = |fallback| Agent::Perfect {
            source: Arc::new(ExactSource::new(&rules, None, Vec::new())),
            fallback,
        };
        let begin = |agent: &Agent| {
            let mut ahead = GameInPlay::new(game(Preset::Standard), 0);
            let mut search = Search::new(SearchConfig::default());
            let (halt, mut rng) = (Halt::on(&GO_ON), Seed::new(1).random());
            let begun = decider(agent).begin_move(&mut ahead, &mut search, None, &mut rng, &halt);
            (begun, ahead.played.exact[0].choices)
        };
        let (begun, choices) = begin(&perfect(None));
        assert_eq!(begun, Err(PlayError::Undefined(Position::START)));
        assert_eq!(choices, 1);
        let (begun, _) = begin(&perfect(Some(Box::new(Agent::Random))));
        assert!(matches!(begun, Ok(Begun::Action(_))), "{begun:?}");
        let (begun, _) = begin(&perfect(Some(Box::new(rollout(MovePolicy::Greedy)))));
        assert_eq!(begun, Ok(Begun::Search));
    }
}
