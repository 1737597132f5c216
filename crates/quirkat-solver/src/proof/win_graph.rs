//! Graphs that prove "the attacker wins": one chosen move where the attacker moves, all moves where
//! the defender does. Every move leads to a smaller measure, so each line ends, and it ends in a
//! win.

use crate::certificate::WinStep;
use crate::control::{Control, SolverEvent};
use crate::error::Error;
use crate::key_map::{KeyMap, mix};
use crate::proof::proof_numbers::ProofNumbers;
use crate::proof::search::{Leaf, ProofSearch};
use quirkat_rules::Position;
use std::collections::VecDeque;

/// How often a proof is searched again when it could not be followed to its end.
const ATTEMPTS: usize = 64;

/// Positions that the attacker is known to win, with the move to play and a measure.
#[derive(Default)]
pub(crate) struct WinGraph {
    nodes: KeyMap<WinStep>,
}

#[derive(Default)]
struct Draft {
    numbers: KeyMap<u32>,
    nodes: Vec<Node>,
    decided: VecDeque<u32>,
}

struct Node {
    key: u128,
    /// Positions that lead here, with the number of the move.
    parents: Vec<(u32, u8)>,
    /// For the defender: moves not known to be won. For the attacker: moves looked at.
    count: u32,
    step: Option<WinStep>,
    /// The largest measure among the children seen.
    largest: u16,
}

impl WinGraph {
    /// Makes the graph hold a position that the search has proven.
    pub(crate) fn include(
        &mut self,
        search: &mut ProofSearch<'_>,
        root: &Position,
        question: &str,
        control: &Control<'_>,
    ) -> Result<(), Error> {
        let key = search.packer.pack(root);
        if search.leaf(root) == Some(Leaf::Won) || self.nodes.contains_key(&key) {
            return Ok(());
        }
        for _ in 0..ATTEMPTS {
            let draft = self.draft(search, key, question, control)?;
            let done = draft.nodes[0].step.is_some();
            for node in draft.nodes {
                if let Some(step) = node.step {
                    self.nodes.entry(node.key).or_insert(step);
                    search.learn(node.key);
                } else if let Some(position) = search.packer.unpack(node.key) {
                    search.forget(&position);
                }
            }
            if done {
                return Ok(());
            }
            // Entries that were overwritten and proven again may rest on each other in circles. So
            // all that is not shown is forgotten, and proven again from what is shown.
            search.decide(root, control)?;
        }
        Err(Error::Unknown {
            position: root.to_string(),
            why: "the memory of the search was too small to write its proof down".to_owned(),
        })
    }

    /// Follows the proof from a position as far as the search remembers it.
    fn draft(
        &self,
        search: &mut ProofSearch<'_>,
        root: u128,
        question: &str,
        control: &Control<'_>,
    ) -> Result<Draft, Error> {
        let mut draft = Draft::default();
        draft.number(root);
        let mut at = 0;
        // One winning move of each position first. Where that ends in circles, all of them.
        loop {
            while at < draft.nodes.len() {
                self.look(search, &mut draft, at as u32, control)?;
                at += 1;
                if at.is_multiple_of(1024) {
                    control.check()?;
                }
                if at.is_multiple_of(1 << 18) {
                    (control.report)(SolverEvent::Extracting {
                        question: question.to_owned(),
                        positions: at as u64,
                        repairs: 0,
                    });
                }
            }
            draft.settle();
            if draft.nodes[0].step.is_some() || !draft.widen(search, control)? {
                return Ok(draft);
            }
        }
    }

    fn look(
        &self,
        search: &mut ProofSearch<'_>,
        draft: &mut Draft,
        at: u32,
        control: &Control<'_>,
    ) -> Result<(), Error> {
        let children = children(search, draft.nodes[at as usize].key)?;
        if draft.nodes[at as usize].key & 1 == 1 {
            return self.look_at_attacker(search, draft, at, &children, control);
        }
        let mut missing = 0;
        for child in &children {
            if let Some(measure) = self.measure(search, child) {
                draft.see(at, measure);
                continue;
            }
            if !known_won(search, child) {
                search.decide(child, control)?;
            }
            let number = draft.number(search.packer.pack(child));
            let node = &mut draft.nodes[number as usize];
            if let Some(step) = node.step {
                draft.see(at, step.measure);
            } else {
                node.parents.push((at, 0));
                missing += 1;
            }
        }
        draft.nodes[at as usize].count = missing;
        if missing == 0 {
            draft.decide(at, 0);
        }
        Ok(())
    }

    fn look_at_attacker(
        &self,
        search: &mut ProofSearch<'_>,
        draft: &mut Draft,
        at: u32,
        children: &[Position],
        control: &Control<'_>,
    ) -> Result<(), Error> {
        let done =
            |(choice, child): (usize, &Position)| Some((self.measure(search, child)?, choice));
        if let Some((measure, choice)) = children.iter().enumerate().filter_map(done).min() {
            draft.see(at, measure);
            draft.decide(at, choice as u8);
            return Ok(());
        }
        let won = |search: &ProofSearch<'_>| {
            let won = |(_, child): &(usize, &Position)| known_won(search, child);
            let effort = |(choice, child): (usize, &Position)| {
                let key = search.packer.pack(child);
                let new = !draft.numbers.contains_key(&key);
                (new, search.memory.work(mix(key)), choice)
            };
            let candidates = children.iter().enumerate().filter(won);
            candidates.map(effort).min()
        };
        let mut chosen = won(search);
        if chosen.is_none() {
            // The entry that proved this position was overwritten: prove it again.
            let position = search.packer.unpack(draft.nodes[at as usize].key);
            if let Some(position) = position {
                search.forget(&position);
                search.decide(&position, control)?;
            }
            chosen = won(search);
        }
        if let Some((_, _, choice)) = chosen {
            draft.lead(search, at, choice, &children[choice]);
            draft.nodes[at as usize].count = choice as u32 + 1;
        }
        Ok(())
    }

    fn measure(&self, search: &ProofSearch<'_>, position: &Position) -> Option<u16> {
        match search.leaf(position) {
            Some(Leaf::Won) => Some(0),
            Some(Leaf::NotWon) => None,
            None => self
                .nodes
                .get(&search.packer.pack(position))
                .map(|step| step.measure),
        }
    }

    /// The attacker's step at a position that the graph holds.
    pub(crate) fn step(&self, key: u128) -> Option<WinStep> {
        self.nodes.get(&key).copied()
    }

    /// The part of the graph that these positions need.
    pub(crate) fn needed(
        &self,
        search: &ProofSearch<'_>,
        roots: &[Position],
    ) -> Result<Vec<(u128, WinStep)>, Error> {
        let mut taken: KeyMap<WinStep> = KeyMap::default();
        let mut open = Vec::new();
        let mut take = |position: &Position, open: &mut Vec<u128>| {
            if search.leaf(position).is_some() {
                return;
            }
            let key = search.packer.pack(position);
            if let Some(step) = self.step(key)
                && taken.insert(key, step).is_none()
            {
                open.push(key);
            }
        };
        for root in roots {
            take(root, &mut open);
        }
        while let Some(key) = open.pop() {
            let children = children(search, key)?;
            let step = self.step(key);
            match step {
                Some(step) if key & 1 == 1 => {
                    if let Some(child) = children.get(usize::from(step.choice)) {
                        take(child, &mut open);
                    }
                }
                _ => children.iter().for_each(|child| take(child, &mut open)),
            }
        }
        let mut steps: Vec<(u128, WinStep)> = taken.into_iter().collect();
        steps.sort_unstable_by_key(|(key, _)| *key);
        Ok(steps)
    }
}

impl Draft {
    fn number(&mut self, key: u128) -> u32 {
        let fresh = self.nodes.len() as u32;
        let number = *self.numbers.entry(key).or_insert(fresh);
        if number == fresh {
            self.nodes.push(Node {
                key,
                parents: Vec::new(),
                count: 0,
                step: None,
                largest: 0,
            });
        }
        number
    }

    /// Adds every other winning move of the attacker where nothing is decided yet.
    fn widen(&mut self, search: &ProofSearch<'_>, control: &Control<'_>) -> Result<bool, Error> {
        let mut more = false;
        for at in 0..self.nodes.len() {
            if at % 1024 == 0 {
                control.check()?;
            }
            let Node {
                key, count, step, ..
            } = self.nodes[at];
            if key & 1 == 0 || step.is_some() || count == u32::MAX {
                continue;
            }
            self.nodes[at].count = u32::MAX;
            for (choice, child) in children(search, key)?.iter().enumerate() {
                if choice as u32 + 1 != count && known_won(search, child) {
                    self.lead(search, at as u32, choice, child);
                    more = true;
                }
            }
        }
        Ok(more)
    }

    /// The attacker's move `choice` leads to a position of the draft.
    fn lead(&mut self, search: &ProofSearch<'_>, at: u32, choice: usize, child: &Position) {
        let number = self.number(search.packer.pack(child));
        match self.nodes[number as usize].step {
            Some(step) if self.nodes[at as usize].step.is_none() => {
                self.see(at, step.measure);
                self.decide(at, choice as u8);
            }
            _ => self.nodes[number as usize].parents.push((at, choice as u8)),
        }
    }

    fn see(&mut self, at: u32, measure: u16) {
        let node = &mut self.nodes[at as usize];
        node.largest = node.largest.max(measure);
    }

    fn decide(&mut self, at: u32, choice: u8) {
        let node = &mut self.nodes[at as usize];
        let measure = node.largest.saturating_add(1);
        node.step = Some(WinStep { choice, measure });
        self.decided.push_back(at);
    }

    /// Spreads what is decided to the positions that wait for it.
    fn settle(&mut self) {
        while let Some(at) = self.decided.pop_front() {
            let measure = self.nodes[at as usize].step.map_or(0, |step| step.measure);
            for (parent, choice) in std::mem::take(&mut self.nodes[at as usize].parents) {
                let node = &mut self.nodes[parent as usize];
                if node.step.is_some() {
                    continue;
                }
                if node.key & 1 == 1 {
                    node.largest = measure;
                    self.decide(parent, choice);
                } else {
                    node.largest = node.largest.max(measure);
                    node.count -= 1;
                    if node.count == 0 {
                        self.decide(parent, 0);
                    }
                }
            }
        }
    }
}

fn children(search: &ProofSearch<'_>, key: u128) -> Result<Vec<Position>, Error> {
    let Some(position) = search.packer.unpack(key) else {
        return Err(Error::Request("a packed position went bad".to_owned()));
    };
    let mut children = Vec::with_capacity(16);
    position.each_successor(search.geometry, |next| children.push(next));
    Ok(children)
}

fn known_won(search: &ProofSearch<'_>, position: &Position) -> bool {
    let numbers = search.known(search.hash(position));
    numbers.is_some_and(ProofNumbers::is_proven)
}
