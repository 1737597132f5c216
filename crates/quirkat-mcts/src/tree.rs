use crate::{FirstPlay, Proven, Wdl, WhiteWdl};
use quirkat_rules::{Action, Color};
use std::ops::Range;

/// Nodes and edges in two flat arrays; a node's edges lie side by side by ascending action id.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<Node>,
    pub(crate) edges: Vec<Edge>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    first: u32,
    count: u16,
    pub(crate) player: Color,
    pub(crate) proven: Option<Proven>,
    /// Its own evaluation and every simulation through it.
    pub(crate) visits: u32,
    /// Sum of White's value over `visits`.
    pub(crate) white: f32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) action: Action,
    pub(crate) proven: Option<Proven>,
    pub(crate) prior: f32,
    pub(crate) visits: u32,
    /// Sum of White's value.
    pub(crate) white: f32,
    /// Sum of the probability of a draw.
    pub(crate) draws: f32,
    pub(crate) child: u32,
}

pub(crate) const NO_NODE: u32 = u32::MAX;

impl Tree {
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
    }

    /// Adds a node with its evaluation (or none, where the action is forced).
    pub(crate) fn push(
        &mut self,
        player: Color,
        actions: &[Action],
        priors: &[f32],
        value: Option<Wdl>,
    ) -> u32 {
        let first = self.edges.len() as u32;
        self.edges
            .extend(actions.iter().zip(priors).map(|(&action, &prior)| Edge {
                action,
                proven: None,
                prior,
                visits: 0,
                white: 0.0,
                draws: 0.0,
                child: NO_NODE,
            }));
        self.nodes.push(Node {
            first,
            count: actions.len() as u16,
            player,
            proven: None,
            visits: u32::from(value.is_some()),
            white: value.map_or(0.0, |wdl| wdl.for_white(player).value()),
        });
        (self.nodes.len() - 1) as u32
    }

    pub(crate) fn edges_of(&self, node: u32) -> Range<usize> {
        let node = &self.nodes[node as usize];
        node.first as usize..node.first as usize + usize::from(node.count)
    }

    /// Select: the edge with the largest value + exploration term for the node's player. Edges
    /// proven lost are left out unless all are; the first of equals wins.
    #[inline]
    pub(crate) fn select(&self, node: u32, exploration: f32, first_play: FirstPlay) -> usize {
        let Node {
            player,
            visits,
            white,
            ..
        } = self.nodes[node as usize];
        let sign = if player == Color::White { 1.0 } else { -1.0 };
        let edges = &self.edges[self.edges_of(node)];
        let untried = match first_play {
            FirstPlay::Value(value) => value,
            FirstPlay::Reduction(reduction) => {
                let tried: f32 = edges
                    .iter()
                    .filter(|edge| edge.visits > 0)
                    .map(|edge| edge.prior)
                    .sum();
                let mean = if visits > 0 {
                    sign * white / visits as f32
                } else {
                    0.0
                };
                mean - reduction * tried.sqrt()
            }
        };
        let weight = exploration * (visits.max(1) as f32).sqrt();
        let lost = Some(Proven::Win(!player));
        let mut best = (0, f32::NEG_INFINITY);
        for (i, edge) in edges.iter().enumerate() {
            let value = if edge.proven == lost {
                // Below every other edge, so that a loss is tried only when nothing is left.
                -1e6
            } else if edge.visits > 0 {
                sign * edge.white / edge.visits as f32
            } else {
                untried
            };
            let score = value + weight * edge.prior / (1 + edge.visits) as f32;
            if score > best.1 {
                best = (i, score);
            }
        }
        self.edges_of(node).start + best.0
    }

    /// Backup: adds a result to every edge and node of a path.
    #[inline]
    pub(crate) fn backup(&mut self, path: &[(u32, usize)], result: WhiteWdl) {
        let value = result.value();
        for &(node, edge) in path {
            let edge = &mut self.edges[edge];
            edge.visits += 1;
            edge.white += value;
            edge.draws += result.draw;
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            node.white += value;
        }
    }

    /// Notes that the last edge of a path has a proven result, and what follows above it.
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
