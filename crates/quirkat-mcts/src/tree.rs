use crate::{FirstPlay, Proven, Wdl, WhiteWdl};
use quirkat_rules::{Action, Color, Game, Moment};
use std::ops::Range;

/// Nodes and edges in flat arrays; a node's edges lie side by side by ascending action id.
///
/// What select reads of an edge lies apart, by fours in [`Quad`]s, so that it is worked out for
/// four edges at once. A node's edges begin with a quad of their own; the rest of its last quad is
/// never chosen.
///
/// Every node is a decision or an end of play: forced actions on the way to it are [`Step`]s.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<Node>,
    /// The ways from each node's parent to it, in one piece for each node.
    steps: Vec<Step>,
    quads: Vec<Quad>,
    /// Four for each quad.
    edges: Vec<Edge>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// Index of its first edge, a multiple of [`LANES`].
    first: u32,
    count: u16,
    /// Number of steps from its parent: one, and one more for each forced action.
    step_count: u16,
    first_step: u32,
    pub(crate) player: Color,
    pub(crate) proven: Option<Proven>,
    /// Whether the play before it is without meaning for the play from it on.
    pub(crate) fresh: bool,
    /// Its own evaluation and every simulation through it.
    visits: u32,
    /// Sum of White's value over `visits`.
    white: f32,
    /// Square root of the prior mass of the edges tried.
    tried: f32,
    // Worked out at backup, where nothing waits for it.
    /// Mean value for the node's player.
    mean: f32,
    /// Square root of `visits`.
    root_visits: f32,
}

/// An action on the way to a node, and the play after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) action: Action,
    pub(crate) moment: Moment,
}

/// Four edges as select sees them: one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Quad {
    prior: [f32; LANES],
    /// Mean value for the node's player, or [`LOST`]; without a meaning when there are no visits.
    value: [f32; LANES],
    visits: [u32; LANES],
    child: [u32; LANES],
}

/// What else there is of an edge.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) action: Action,
    pub(crate) proven: Option<Proven>,
    /// Sum of White's value.
    pub(crate) white: f32,
    /// Sum of the probability of a draw.
    pub(crate) draws: f32,
}

impl Node {
    /// Counts a visit with White's value.
    #[inline]
    fn add(&mut self, white: f32) {
        self.visits += 1;
        self.white += white;
        self.mean = sign(self.player) * self.white / self.visits as f32;
        self.root_visits = (self.visits as f32).sqrt();
    }
}

impl Edge {
    const NEW: Self = Self {
        action: Action::STOP,
        proven: None,
        white: 0.0,
        draws: 0.0,
    };
}

const LANES: usize = 4;

pub(crate) const NO_NODE: u32 = u32::MAX;

/// The value of an edge proven lost: below every other, so that a loss is tried only when nothing
/// is left.
const LOST: f32 = -1e6;

impl Quad {
    /// As if tried, and worse than lost.
    const VOID: Self = Self {
        prior: [0.0; LANES],
        value: [f32::NEG_INFINITY; LANES],
        visits: [1; LANES],
        child: [NO_NODE; LANES],
    };

    /// Value and exploration term of each edge; `untried` is the value of those without visits.
    #[inline]
    fn scores(&self, untried: f32, weight: f32) -> [f32; LANES] {
        // One array after the other, without branches, so that each line is one instruction.
        let tried = self.visits.map(|visits| visits > 0);
        // Signed numbers convert faster.
        let spread = self.visits.map(|visits| (1 + visits as i32) as f32);
        let mut scores = self.prior.map(|prior| weight * prior);
        for lane in 0..LANES {
            scores[lane] /= spread[lane];
        }
        for lane in 0..LANES {
            scores[lane] += if tried[lane] {
                self.value[lane]
            } else {
                untried
            };
        }
        scores
    }
}

impl Tree {
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.steps.clear();
        self.quads.clear();
        self.edges.clear();
    }

    /// Notes an action on the way to the node to be pushed next, and the play after it.
    #[inline]
    pub(crate) fn step(&mut self, action: Action, game: &Game) {
        let moment = game.moment();
        self.steps.push(Step { action, moment });
    }

    /// Adds a decision of `player`, to which the last `step_count` steps lead, with its
    /// evaluation; returns its index.
    pub(crate) fn push(
        &mut self,
        player: Color,
        step_count: usize,
        actions: &[Action],
        priors: &[f32],
        value: Wdl,
    ) -> u32 {
        let first = self.edges.len() as u32;
        for (actions, priors) in actions.chunks(LANES).zip(priors.chunks(LANES)) {
            let mut quad = Quad::VOID;
            let mut edges = [Edge::NEW; LANES];
            for (lane, (&action, &prior)) in actions.iter().zip(priors).enumerate() {
                quad.prior[lane] = prior;
                quad.visits[lane] = 0;
                edges[lane].action = action;
            }
            self.quads.push(quad);
            self.edges.extend_from_slice(&edges);
        }
        let mut node = Node {
            first,
            count: actions.len() as u16,
            step_count: step_count as u16,
            first_step: (self.steps.len() - step_count) as u32,
            player,
            proven: None,
            fresh: step_count > 0 && self.steps.last().is_some_and(|step| step.moment.is_fresh()),
            visits: 0,
            white: 0.0,
            tried: 0.0,
            mean: 0.0,
            root_visits: 0.0,
        };
        node.add(value.for_white(player).value());
        self.nodes.push(node);
        (self.nodes.len() - 1) as u32
    }

    /// Adds an end of play, to which the last `step_count` steps lead; returns its index.
    pub(crate) fn push_end(&mut self, player: Color, step_count: usize, proven: Proven) -> u32 {
        let value = proven.wdl().for_mover(player);
        let node = self.push(player, step_count, &[], &[], value);
        self.nodes[node as usize].proven = Some(proven);
        node
    }

    /// The edges of a node, by ascending action id.
    pub(crate) fn edges_of(&self, node: u32) -> Range<usize> {
        let node = &self.nodes[node as usize];
        node.first as usize..node.first as usize + usize::from(node.count)
    }

    pub(crate) fn edge(&self, edge: usize) -> &Edge {
        &self.edges[edge]
    }

    pub(crate) fn prior(&self, edge: usize) -> f32 {
        self.quads[edge / LANES].prior[edge % LANES]
    }

    /// Simulations through an edge.
    pub(crate) fn visits(&self, edge: usize) -> u32 {
        self.quads[edge / LANES].visits[edge % LANES]
    }

    /// The mean value of an edge for its node's player, once it has visits.
    pub(crate) fn mean(&self, node: u32, edge: usize) -> Option<f32> {
        let visits = self.visits(edge);
        let sign = sign(self.nodes[node as usize].player);
        (visits > 0).then(|| sign * self.edges[edge].white / visits as f32)
    }

    /// The node below an edge, or [`NO_NODE`].
    #[inline]
    pub(crate) fn child(&self, edge: usize) -> u32 {
        self.quads[edge / LANES].child[edge % LANES]
    }

    pub(crate) fn set_child(&mut self, edge: usize, node: u32) {
        self.quads[edge / LANES].child[edge % LANES] = node;
    }

    /// The way from a node's parent to it; nothing for the root.
    #[inline]
    pub(crate) fn steps_to(&self, node: u32) -> &[Step] {
        let node = &self.nodes[node as usize];
        let first = node.first_step as usize;
        &self.steps[first..first + usize::from(node.step_count)]
    }

    /// Select: the edge with the largest value + exploration term for the node's player. Edges
    /// proven lost are left out unless all are; the first of equals wins.
    #[inline]
    pub(crate) fn select(&self, node: u32, exploration: f32, first_play: FirstPlay) -> usize {
        let node = &self.nodes[node as usize];
        let first = node.first as usize;
        let untried = match first_play {
            FirstPlay::Value(value) => value,
            FirstPlay::Reduction(reduction) => node.mean - reduction * node.tried,
        };
        let weight = exploration * node.root_visits;
        let quads = first / LANES..(first + usize::from(node.count)).div_ceil(LANES);
        // The best of each lane, then of the lanes.
        let mut best = [f32::NEG_INFINITY; LANES];
        let mut place = [0; LANES];
        for (i, quad) in (0..).zip(&self.quads[quads]) {
            let scores = quad.scores(untried, weight);
            // Masks instead of conditions, so that no branch comes of it.
            let better: [u32; LANES] =
                std::array::from_fn(|lane| u32::from(scores[lane] > best[lane]).wrapping_neg());
            best = std::array::from_fn(|lane| {
                if scores[lane] > best[lane] {
                    scores[lane]
                } else {
                    best[lane]
                }
            });
            for lane in 0..LANES {
                place[lane] = (i & better[lane]) | (place[lane] & !better[lane]);
            }
        }
        let most = best.iter().fold(
            f32::NEG_INFINITY,
            |most, &score| {
                if score > most { score } else { most }
            },
        );
        let places = (0..LANES).map(|lane| {
            let place = LANES as u32 * place[lane] + lane as u32;
            if best[lane] >= most { place } else { u32::MAX }
        });
        first + places.min().unwrap_or(0) as usize
    }

    /// Backup: adds a result to every edge and node of a path.
    #[inline]
    pub(crate) fn backup(&mut self, path: &[(u32, usize)], result: WhiteWdl) {
        let value = result.value();
        for &(node, edge) in path {
            let Tree {
                nodes,
                quads,
                edges,
                ..
            } = self;
            let node = &mut nodes[node as usize];
            node.add(value);
            let (quad, lane) = (&mut quads[edge / LANES], edge % LANES);
            let edge = &mut edges[edge];
            edge.white += value;
            edge.draws += result.draw;
            quad.visits[lane] += 1;
            let visits = quad.visits[lane];
            quad.value[lane] = if edge.proven == Some(Proven::Win(!node.player)) {
                LOST
            } else {
                sign(node.player) * edge.white / visits as f32
            };
            if visits == 1 {
                let count = usize::from(node.count).div_ceil(LANES);
                let first = node.first as usize / LANES;
                node.tried = tried(&self.quads[first..first + count]).sqrt();
            }
        }
    }

    /// Notes that the last edge of a path has a proven result, and what follows above it. The
    /// simulation that proved it is still to be backed up.
    pub(crate) fn prove(&mut self, path: &[(u32, usize)], mut proven: Proven) {
        for &(node, edge) in path.iter().rev() {
            self.edges[edge].proven = Some(proven);
            let player = self.nodes[node as usize].player;
            let known = self.edges[self.edges_of(node)]
                .iter()
                .map(|edge| edge.proven);
            let Some(result) = Proven::of_choice(player, known) else {
                return;
            };
            self.nodes[node as usize].proven = Some(result);
            proven = result;
        }
    }
}

/// Turns White's value into the player's, and back.
#[inline]
fn sign(player: Color) -> f32 {
    if player == Color::White { 1.0 } else { -1.0 }
}

/// The prior mass of the edges tried, summed in their order.
fn tried(quads: &[Quad]) -> f32 {
    let tried = quads.iter().flat_map(|quad| {
        let lanes = quad.prior.iter().zip(&quad.visits);
        lanes.map(|(&prior, &visits)| if visits > 0 { prior } else { 0.0 })
    });
    tried.sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// The formula as it stands in textbooks, edge by edge.
    fn selected_plainly(tree: &Tree, exploration: f32, reduction: f32) -> usize {
        let node = &tree.nodes[0];
        let sign = sign(node.player);
        let edges = || tree.edges_of(0);
        let tried = edges().filter(|&edge| tree.visits(edge) > 0);
        let tried: f32 = tried.map(|edge| tree.prior(edge)).sum();
        let untried = sign * node.white / node.visits as f32 - reduction * tried.sqrt();
        let mut best = (edges().start, f32::NEG_INFINITY);
        for edge in edges() {
            let visits = tree.visits(edge);
            let value = match visits {
                _ if tree.edge(edge).proven == Some(Proven::Win(!node.player)) => LOST,
                0 => untried,
                n => sign * tree.edge(edge).white / n as f32,
            };
            let weight = exploration * (node.visits as f32).sqrt();
            let score = value + weight * tree.prior(edge) / (1 + visits) as f32;
            if score > best.1 {
                best = (edge, score);
            }
        }
        best.0
    }

    #[test]
    fn four_edges_at_once_give_the_choice_of_one_after_the_other() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let (mut ties, mut losses) = (0, 0);
        for round in 0..400 {
            let player = [Color::White, Color::Black][round % 2];
            let count = rng.random_range(1..14);
            let actions = vec![Action::STOP; count];
            // Few different priors and results, so that many scores are equal.
            let priors: Vec<f32> = (0..count)
                .map(|_| rng.random_range(0..3u8).into())
                .collect();
            let mut tree = Tree::default();
            tree.push(player, 0, &actions, &priors, Wdl::UNKNOWN);
            for _ in 0..60 {
                let chosen = tree.select(0, 1.5, FirstPlay::Reduction(0.25));
                assert_eq!(chosen, selected_plainly(&tree, 1.5, 0.25));
                let result = match rng.random_range(0..3) {
                    0 => Proven::Win(Color::White),
                    1 => Proven::Win(Color::Black),
                    _ => Proven::Draw,
                };
                // A loss may be proven, but not of the last edge left.
                let loss = result == Proven::Win(!player);
                let left = |edge: &usize| tree.edge(*edge).proven.is_none();
                let left = tree.edges_of(0).filter(left).count();
                if loss && left > 1 && rng.random_range(0..4) == 0 {
                    tree.prove(&[(0, chosen)], result);
                    losses += 1;
                }
                tree.backup(&[(0, chosen)], result.wdl());
                let first = tree.edges_of(0).start;
                let alike = |edge| {
                    tree.visits(edge) == tree.visits(first)
                        && tree.prior(edge).to_bits() == tree.prior(first).to_bits()
                };
                ties += usize::from(tree.edges_of(0).skip(1).any(alike));
            }
        }
        assert!(ties > 1000 && losses > 100, "{ties} {losses}");
    }
}
