//! Sets of positions that prove "the attacker does not win". Where the defender moves, one chosen
//! move stays in the set. Where the attacker moves, all moves do. No move leads out of the set to a
//! position that is won for the attacker. So the defender can stay inside for ever.
//!
//! The disproofs of the search say where to look. Where one rests on a repetition of some other
//! path, the position is searched again, and what was built on it is repaired.

use crate::certificate::Hold;
use crate::control::{Control, SolverEvent};
use crate::error::Error;
use crate::key_map::{KeyMap, mix};
use crate::proof::proof_numbers::ProofNumbers;
use crate::proof::search::{Leaf, ProofSearch};
use quirkat_rules::{Color, Position};

/// No number.
const NONE: u32 = u32::MAX;

#[derive(Default)]
pub(crate) struct ClosedSet {
    numbers: KeyMap<u32>,
    nodes: Vec<Node>,
    /// Which positions rest on which: `(parent, next)` in lists that begin at [`Node::parents`].
    links: Vec<(u32, u32)>,
    /// Positions to look at.
    open: Vec<u32>,
    repairs: u64,
}

struct Node {
    key: u128,
    parents: u32,
    /// The defender's move, as its number among the legal moves.
    choice: u8,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Waits to be looked at.
    Open,
    /// All it needs is in the set.
    Closed,
    /// The attacker wins here, against what the search said.
    Won,
}

impl ClosedSet {
    /// Makes the set hold a position. `false` when the attacker turns out to win there.
    pub(crate) fn include(
        &mut self,
        search: &mut ProofSearch<'_>,
        root: &Position,
        question: &str,
        control: &Control<'_>,
    ) -> Result<bool, Error> {
        if let Some(leaf) = search.leaf(root) {
            return Ok(leaf == Leaf::NotWon);
        }
        let root = self.number(search, root);
        let mut steps = 0u64;
        while let Some(at) = self.open.pop() {
            if self.nodes[at as usize].state != State::Open {
                continue;
            }
            if let Err(error) = self.look(search, at, control) {
                // Left for the caller who goes on.
                self.open.push(at);
                return Err(error);
            }
            if self.nodes[root as usize].state == State::Won {
                return Ok(false);
            }
            steps += 1;
            if steps.is_multiple_of(64) {
                control.check()?;
            }
            if steps.is_multiple_of(1 << 18) {
                (control.report)(SolverEvent::Extracting {
                    question: question.to_owned(),
                    positions: self.nodes.len() as u64,
                    repairs: self.repairs,
                });
            }
        }
        Ok(self.nodes[root as usize].state == State::Closed)
    }

    /// The number of a position, entered and opened if it is new.
    fn number(&mut self, search: &mut ProofSearch<'_>, position: &Position) -> u32 {
        let key = search.packer.pack(position);
        let fresh = self.nodes.len() as u32;
        let number = *self.numbers.entry(key).or_insert(fresh);
        if number == fresh {
            self.nodes.push(Node {
                key,
                parents: NONE,
                choice: 0,
                state: State::Open,
            });
            self.open.push(number);
        }
        number
    }

    fn state_of(&self, key: u128) -> Option<State> {
        let number = *self.numbers.get(&key)?;
        Some(self.nodes[number as usize].state)
    }

    fn link(&mut self, child: u32, parent: u32) {
        self.links
            .push((parent, self.nodes[child as usize].parents));
        self.nodes[child as usize].parents = (self.links.len() - 1) as u32;
    }

    fn look(
        &mut self,
        search: &mut ProofSearch<'_>,
        at: u32,
        control: &Control<'_>,
    ) -> Result<(), Error> {
        let Some(position) = search.packer.unpack(self.nodes[at as usize].key) else {
            return Err(Error::Request("a packed position went bad".to_owned()));
        };
        let mut children = Vec::with_capacity(16);
        position.each_successor(search.geometry, |next| children.push(next));
        if position.turn() == Color::White {
            self.look_at_attacker(search, at, &children);
            Ok(())
        } else {
            self.look_at_defender(search, at, &children, control)
        }
    }

    /// All moves of the attacker stay in the set, or he wins.
    fn look_at_attacker(&mut self, search: &mut ProofSearch<'_>, at: u32, children: &[Position]) {
        let won = children.iter().any(|child| match search.leaf(child) {
            Some(leaf) => leaf == Leaf::Won,
            None => self.state_of(search.packer.pack(child)) == Some(State::Won),
        });
        if won {
            self.give_up(search, at);
            return;
        }
        self.nodes[at as usize].state = State::Closed;
        for child in children {
            if search.leaf(child).is_none() {
                let number = self.number(search, child);
                self.link(number, at);
            }
        }
    }

    /// One move of the defender stays in the set, or the attacker wins.
    fn look_at_defender(
        &mut self,
        search: &mut ProofSearch<'_>,
        at: u32,
        children: &[Position],
        control: &Control<'_>,
    ) -> Result<(), Error> {
        let mut candidates = Vec::with_capacity(children.len());
        for (choice, child) in children.iter().enumerate() {
            match search.leaf(child) {
                Some(Leaf::Won) => {}
                Some(Leaf::NotWon) => {
                    self.settle(at, choice, None);
                    return Ok(());
                }
                None => {
                    let key = search.packer.pack(child);
                    let state = self.state_of(key);
                    if state == Some(State::Won) {
                        continue;
                    }
                    let hash = search.hash(child);
                    let numbers = search.known(hash);
                    let known = numbers.is_some_and(ProofNumbers::is_disproven);
                    let proven = numbers.is_some_and(ProofNumbers::is_proven);
                    if proven {
                        continue;
                    }
                    // Those already here first, then those disproven with least work.
                    let effort = match (state, known) {
                        (Some(State::Closed), _) => 0,
                        (Some(_), _) => 1,
                        (None, true) => 2 + search.memory.work(hash),
                        (None, false) => {
                            100 + u64::from(numbers.map_or(1, |numbers| numbers.disproof))
                        }
                    };
                    candidates.push((effort, choice));
                }
            }
        }
        candidates.sort_unstable();
        for (effort, choice) in candidates {
            let child = &children[choice];
            if effort >= 100 {
                self.repairs += 1;
                if search.decide(child, control)?.is_proven() {
                    continue;
                }
            }
            let number = self.number(search, child);
            self.settle(at, choice, Some(number));
            return Ok(());
        }
        self.give_up(search, at);
        Ok(())
    }

    fn settle(&mut self, at: u32, choice: usize, child: Option<u32>) {
        let node = &mut self.nodes[at as usize];
        node.state = State::Closed;
        node.choice = choice as u8;
        if let Some(child) = child {
            self.link(child, at);
        }
    }

    /// The attacker wins here: every position that rests on this one is looked at again.
    fn give_up(&mut self, search: &mut ProofSearch<'_>, at: u32) {
        let mut lost = vec![at];
        while let Some(at) = lost.pop() {
            let node = &mut self.nodes[at as usize];
            if node.state == State::Won {
                continue;
            }
            node.state = State::Won;
            self.repairs += 1;
            let key = node.key;
            search.learn(key);
            let mut link = std::mem::replace(&mut node.parents, NONE);
            while link != NONE {
                let (parent, next) = self.links[link as usize];
                link = next;
                let parent_node = &mut self.nodes[parent as usize];
                if parent_node.state == State::Won {
                    continue;
                }
                if parent_node.key & 1 == 1 {
                    lost.push(parent);
                } else if parent_node.state == State::Closed {
                    parent_node.state = State::Open;
                    self.open.push(parent);
                }
            }
        }
    }

    /// The part of the set that these positions need, as small as one pass can make it.
    pub(crate) fn needed(&self, search: &ProofSearch<'_>, roots: &[Position]) -> Vec<Hold> {
        let mut taken: KeyMap<u8> = KeyMap::default();
        let mut open: std::collections::VecDeque<u128> = roots
            .iter()
            .filter(|root| search.leaf(root).is_none())
            .map(|root| search.packer.pack(root))
            .collect();
        taken.extend(open.iter().map(|&key| (key, 0)));
        let mut children = Vec::new();
        while let Some(key) = open.pop_front() {
            let Some(position) = search.packer.unpack(key) else {
                continue;
            };
            children.clear();
            position.each_successor(search.geometry, |next| children.push(next));
            let mut take = |key: u128, open: &mut std::collections::VecDeque<u128>| {
                if let std::collections::hash_map::Entry::Vacant(slot) = taken.entry(key) {
                    slot.insert(0);
                    open.push_back(key);
                }
            };
            if key & 1 == 1 {
                for child in &children {
                    if search.leaf(child).is_none() {
                        take(search.packer.pack(child), &mut open);
                    }
                }
                continue;
            }
            let mut best = (u64::MAX, 0, None);
            for (choice, child) in children.iter().enumerate() {
                let (effort, inside) = match search.leaf(child) {
                    Some(Leaf::NotWon) => (0, None),
                    Some(Leaf::Won) => continue,
                    None => {
                        let key = search.packer.pack(child);
                        if self.state_of(key) != Some(State::Closed) {
                            continue;
                        }
                        if taken.contains_key(&key) {
                            (1, Some(key))
                        } else {
                            (2 + search.memory.work(mix(key)), Some(key))
                        }
                    }
                };
                if effort < best.0 {
                    best = (effort, choice, inside);
                }
            }
            taken.insert(key, best.1 as u8);
            if let Some(inside) = best.2
                && let std::collections::hash_map::Entry::Vacant(slot) = taken.entry(inside)
            {
                slot.insert(0);
                open.push_back(inside);
            }
        }
        let mut holds: Vec<Hold> = taken
            .into_iter()
            .map(|(key, choice)| Hold { key, choice })
            .collect();
        holds.sort_unstable_by_key(|hold| hold.key);
        holds
    }

    /// Positions entered so far, and corrections made.
    pub(crate) fn size(&self) -> (u64, u64) {
        (self.nodes.len() as u64, self.repairs)
    }
}
