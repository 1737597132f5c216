use super::ExactValues;
use super::position::{MoveAnalysis, PositionAnalysis};
use crate::play::{AgentEvaluator, Mind, Stopped};
use crate::seed::Seed;
use crate::variant::Variant;
use quirkat_mcts::{Evaluations, Evaluator, Proven, Root, Search, SearchConfig, Wdl, WhiteWdl};
use quirkat_rules::{Action, Game, Hop, Move, MoveKind};
use quirkat_solver::ExactPlayer;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// An agent that is asked for its thoughts.
pub struct Analyst<'a> {
    variant: &'a Variant,
    simulations: Option<u32>,
    evaluator: Option<AgentEvaluator>,
    search: Search,
    evaluations: Evaluations,
    perfect: Option<ExactPlayer>,
    random: bool,
    exact: ExactValues,
    stop: &'a AtomicBool,
}

/// What one search says.
struct Thought {
    root: Root,
    line: Vec<Action>,
    /// The evaluator's own word about the root.
    own: Wdl,
}

/// A way into a move: hops, and what they say of it.
#[derive(Clone, Copy, Default)]
struct Way {
    prior: Option<f64>,
    share: Option<f64>,
    visits: Option<u32>,
    mean: Option<WhiteWdl>,
    proven: Option<Proven>,
    /// Whether the agent goes this way.
    chosen: bool,
}

/// A walk over the legal moves of a position.
struct Walk<'s> {
    seed: &'s Seed,
    ways: Vec<(Vec<Action>, Way)>,
    line: Vec<Action>,
    value: Option<WhiteWdl>,
}

impl<'a> Analyst<'a> {
    /// An analyst for one rule set.
    pub fn new(
        variant: &'a Variant,
        mind: &Mind,
        exact: ExactValues,
        stop: &'a AtomicBool,
    ) -> Self {
        let (config, simulations) = match mind.inexact() {
            Some(Mind::Search {
                config,
                simulations,
                ..
            }) => (*config, Some(*simulations)),
            _ => (SearchConfig::default(), None),
        };
        let perfect = match mind {
            Mind::Perfect { source, .. } => Some(ExactPlayer::new(Arc::clone(source))),
            _ => None,
        };
        Self {
            variant,
            simulations,
            evaluator: mind.evaluator(1),
            search: Search::new(config),
            evaluations: Evaluations::default(),
            perfect,
            random: matches!(mind.inexact(), Some(Mind::Random)),
            exact,
            stop,
        }
    }

    /// Simulations per decision, `None` for agents that do not search.
    pub const fn simulations(&self) -> Option<u32> {
        self.simulations
    }

    /// Whether it can say anything of values.
    pub fn has_values(&self) -> bool {
        self.evaluator.is_some() || !self.exact.is_empty()
    }

    /// The rule set.
    pub const fn variant(&self) -> &Variant {
        self.variant
    }

    /// Thinks about a game's present position, which is no capture in progress.
    ///
    /// # Errors
    /// When it is stopped.
    pub fn position(&mut self, game: &Game, seed: &Seed) -> Result<PositionAnalysis, Stopped> {
        let position = *game.position();
        let mut analysis = PositionAnalysis {
            position,
            outcome: game.outcome(),
            value: None,
            exact: None,
            choice: None,
            line: Vec::new(),
            moves: Vec::new(),
        };
        if let Some(outcome) = game.outcome() {
            analysis.value = Some(WhiteWdl::from(outcome).for_mover(position.turn()));
            return Ok(analysis);
        }
        let mut walk = Walk {
            seed,
            ways: Vec::new(),
            line: Vec::new(),
            value: None,
        };
        let start = Way {
            prior: self.evaluator.is_some().then_some(1.0),
            share: self.evaluator.is_some().then_some(1.0),
            chosen: true,
            ..Way::default()
        };
        self.walk(&mut game.clone(), &mut Vec::new(), start, &mut walk)?;
        if walk.value.is_none() {
            // One legal move, or an agent that does not search.
            if let Some((value, line)) = self.settled(game.clone(), seed)? {
                walk.value = Some(value);
                walk.line = line;
            }
        }
        analysis.value = walk.value.map(|value| value.for_mover(position.turn()));
        let single = walk.ways.len() == 1;
        for (hops, mut way) in walk.ways {
            if single {
                way.mean = way.mean.or(walk.value);
            }
            let Some((played, next)) = Self::whole(game, &hops) else {
                continue;
            };
            if way.chosen && self.evaluator.is_some() {
                analysis.choice = Some(played);
            }
            analysis.moves.push(MoveAnalysis {
                played,
                next: *next.position(),
                prior: way.prior,
                visits: way.visits,
                share: way.share,
                value: way.mean.map(|mean| mean.for_mover(position.turn())),
                proven: way.proven,
                exact: None,
            });
        }
        if let Some(choice) = analysis.choice {
            analysis.line = Self::moves_of_line(game, choice, &walk.line);
        }
        self.unsearched(&mut analysis);
        let exact = self.exact.of(self.variant, &position);
        analysis.complete(exact);
        Ok(analysis)
    }

    /// The chances in a game's present position: certain at its end, after forced hops those of the
    /// next decision. `None` for agents without values.
    ///
    /// # Errors
    /// When it is stopped.
    pub fn value(&mut self, game: Game, seed: &Seed) -> Result<Option<WhiteWdl>, Stopped> {
        let settled = self.settled(game, seed)?;
        Ok(settled.map(|(value, _)| value))
    }

    /// The same with the line from here.
    fn settled(
        &mut self,
        mut game: Game,
        seed: &Seed,
    ) -> Result<Option<(WhiteWdl, Vec<Action>)>, Stopped> {
        if self.evaluator.is_none() {
            return Ok(None);
        }
        let mut line = Vec::new();
        while game.outcome().is_none() {
            let legal = game.legal_actions();
            match legal.nth(0) {
                Some(only) if legal.len() == 1 => {
                    game.play_legal(only);
                    line.push(only);
                }
                _ => {
                    let thought = self.think(&game, seed)?;
                    return Ok(thought.map(|thought| {
                        line.extend(&thought.line);
                        (thought.value(&game), line)
                    }));
                }
            }
        }
        let value = game.outcome().map(WhiteWdl::from);
        Ok(value.map(|value| (value, line)))
    }

    /// The policies that come from no search: that of a perfect player, and that of `random`.
    fn unsearched(&mut self, analysis: &mut PositionAnalysis) {
        let answer = self
            .perfect
            .as_mut()
            .and_then(|player| player.choose(&analysis.position));
        let count = analysis.moves.len();
        if let Some(answer) = answer {
            let best = &answer.moves;
            for of_move in &mut analysis.moves {
                let among = best.contains(&of_move.played);
                of_move.share = Some(f64::from(u8::from(among)) / best.len() as f64);
            }
            let first = best.iter().min_by_key(ToString::to_string).copied();
            if first != analysis.choice {
                analysis.choice = first;
                analysis.line = first.into_iter().collect();
            }
        } else if self.random {
            for of_move in &mut analysis.moves {
                of_move.share = Some(1.0 / count as f64);
            }
        }
    }

    /// Follows every legal hop to the ends of moves, with a search wherever there is a choice.
    fn walk(
        &mut self,
        game: &mut Game,
        hops: &mut Vec<Action>,
        way: Way,
        walk: &mut Walk<'_>,
    ) -> Result<(), Stopped> {
        let legal: Vec<Action> = game.legal_actions().iter().collect();
        let mut seed = walk.seed.clone();
        for hop in hops.iter() {
            seed = seed.numbered(u64::from(hop.id()));
        }
        let thought = if legal.len() > 1 {
            self.think(game, &seed)?
        } else {
            None
        };
        let shares = thought.as_ref().map(|thought| thought.root.policy());
        let best = shares.as_ref().map(|shares| first_of_largest(shares));
        if let (Some(thought), true) = (&thought, way.chosen) {
            walk.line = hops.clone();
            walk.line.extend(&thought.line);
            // The first decision's value is that of the position.
            walk.value = walk.value.or_else(|| Some(thought.value(game)));
        }
        for (i, &action) in legal.iter().enumerate() {
            let mut next = way;
            if let (Some(thought), Some(shares)) = (&thought, &shares) {
                let edge = &thought.root.edges[i];
                next.prior = way.prior.map(|prior| prior * f64::from(edge.prior));
                next.share = way.share.map(|share| share * f64::from(shares[i]));
                next.visits = Some(edge.visits);
                next.proven = edge.proven;
                next.mean = edge.proven.map(Proven::wdl).or(edge.mean);
                next.chosen = way.chosen && best == Some(i);
            } else if legal.len() > 1 {
                next.chosen = false;
            }
            let mark = game.mark();
            game.play_legal(action);
            hops.push(action);
            if game.position().is_capturing() {
                self.walk(game, hops, next, walk)?;
            } else {
                walk.ways.push((hops.clone(), next));
            }
            hops.pop();
            game.rewind(&mark);
        }
        Ok(())
    }

    /// A search of a position with a choice; `None` for agents that do not search.
    fn think(&mut self, game: &Game, seed: &Seed) -> Result<Option<Thought>, Stopped> {
        let (Some(evaluator), Some(simulations)) = (&mut self.evaluator, self.simulations) else {
            return Ok(None);
        };
        let search = &mut self.search;
        search.start(game, simulations, seed.word());
        let mut own = None;
        while search.next_leaf() {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Stopped);
            }
            evaluator.evaluate(&[search.leaf()], &mut self.evaluations);
            let (priors, wdl) = self.evaluations.get(0);
            own = own.or(Some(wdl));
            search.apply(priors, wdl);
        }
        Ok(own.map(|own| Thought {
            root: search.root(),
            line: search.principal_variation(),
            own,
        }))
    }

    /// The move that hops make, with the game after it.
    fn whole(game: &Game, hops: &[Action]) -> Option<(Move, Game)> {
        let turn = game.turn();
        let before = game.position().counts();
        let mut after = game.clone();
        let mut path = Vec::new();
        let mut kind = MoveKind::Step;
        for &hop in hops {
            match hop.hop() {
                Hop::Go(from, to) => {
                    if path.is_empty() {
                        path.push(from.seen_by(turn));
                    }
                    path.push(to.seen_by(turn));
                }
                Hop::Huff(point) => {
                    kind = MoveKind::Huff;
                    path.push(point.seen_by(turn));
                }
                Hop::Stop => {}
            }
            after.play(hop).ok()?;
        }
        let men = |(own, opponent): (u32, u32)| own + opponent;
        if kind == MoveKind::Step && men(after.position().counts()) < men(before) {
            kind = MoveKind::Capture;
        }
        Some((Move::new(kind, &path)?, after))
    }

    /// The line in whole moves, beginning with the choice; a capture that the line leaves
    /// unfinished is left out.
    fn moves_of_line(game: &Game, choice: Move, line: &[Action]) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut game = game.clone();
        let mut hops = Vec::new();
        let mut at = game.clone();
        for &action in line {
            if at.play(action).is_err() {
                break;
            }
            hops.push(action);
            if at.position().is_capturing() {
                continue;
            }
            let Some((played, next)) = Self::whole(&game, &hops) else {
                break;
            };
            moves.push(played);
            hops.clear();
            game = next;
        }
        if moves.first() != Some(&choice) {
            return vec![choice];
        }
        moves
    }
}

impl Thought {
    /// The value for White: the search's, and without simulations the evaluator's own.
    fn value(&self, game: &Game) -> WhiteWdl {
        let value = self.root.value().unwrap_or(self.own);
        value.for_white(game.turn())
    }
}

fn first_of_largest(shares: &[f32]) -> usize {
    let largest = shares.iter().copied().fold(0.0, f32::max);
    shares
        .iter()
        .position(|&share| share >= largest)
        .unwrap_or(0)
}

impl std::fmt::Debug for Analyst<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Analyst")
            .field("variant", &self.variant.name)
            .field("simulations", &self.simulations)
            .field("exact", &self.exact)
            .finish_non_exhaustive()
    }
}
