//! Depth-first proof-number search for one question: does the attacker win? The attacker is
//! White; for Black's questions the board is turned and the colours swapped.
//!
//! A position that is already on the path counts as "not won" for the attacker there. What follows
//! from that may be wrong on other paths. So a disproof that rests on a repetition remembers the
//! first position of the path that it takes for not won. It counts while that position is on the
//! path or is itself disproven. The disproof may rest on more than one position, so "disproven" is
//! only a hint; "proven" never rests on a repetition. Both are turned into graphs that are checked:
//! [`closed_set`](crate::proof::closed_set) and [`win_graph`](crate::proof::win_graph).
//!
//! Source of the search (df-pn): A. Nagai, *Df-pn algorithm for searching AND/OR trees and its
//! applications*, doctoral thesis, University of Tokyo (2002). Letting a child run on until it is a
//! fraction worse than its sibling: J. Pawlewicz, L. Lew, *Improving depth-first PN-search:
//! 1 + epsilon trick*, Computers and Games (2006).

use crate::control::{Control, SolverEvent};
use crate::error::Error;
use crate::key_map::mix;
use crate::packer::Packer;
use crate::proof::proof_numbers::{INFINITE, ProofNumbers};
use crate::proof::transposition::Transposition;
use crate::tables::Tables;
use crate::value::Value;
use quirkat_rules::{Color, Geometry, Position};

/// What is known of a position without search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaf {
    /// The attacker wins or has won.
    Won,
    /// The attacker does not win.
    NotWon,
}

pub(crate) struct ProofSearch<'a> {
    pub(crate) geometry: &'a Geometry,
    pub(crate) tables: Option<&'a Tables>,
    pub(crate) packer: Packer,
    pub(crate) memory: Transposition,
    pub(crate) nodes: u64,
    limit: u64,
    path: Vec<u64>,
    on_path: Vec<u8>,
    children: Vec<Child>,
    question: String,
    stopped: bool,
    too_deep: bool,
}

#[derive(Clone, Copy)]
struct Child {
    position: Position,
    hash: u64,
    numbers: ProofNumbers,
    rests_on: usize,
}

/// What a search found: the numbers, and for a disproof the place on the path of the first position
/// that it takes for not won.
#[derive(Clone, Copy)]
struct SearchResult {
    numbers: ProofNumbers,
    rests_on: usize,
}

/// A disproof that holds on every path.
const NOTHING: usize = usize::MAX;

/// The proof number of a position whose disproof does not count here.
const DOUBTFUL: u32 = 64;

/// The longest path that is searched. A ply takes less than half a KiB of stack, so that this fits
/// the stack that [`crate::solve`] asks for. Searches of millions of positions stay below 100.
const DEEPEST: usize = 1 << 18;

/// How many conditions are followed when each rests on the next.
const CHAIN: usize = 16;

/// A search lets a child run on until it is this much (1/`SLACK`) worse than its best sibling.
const SLACK: u32 = 2;

/// What a piece less adds to the number of a position that was never searched.
const PIECE: u32 = 4;
const FILTER: u64 = (1 << 16) - 1;

impl<'a> ProofSearch<'a> {
    pub(crate) fn new(
        geometry: &'a Geometry,
        tables: Option<&'a Tables>,
        memory: u64,
        limit: u64,
    ) -> Result<Self, Error> {
        Ok(Self {
            geometry,
            tables,
            packer: Packer::new(geometry.rules())?,
            memory: Transposition::new(memory)?,
            nodes: 0,
            limit,
            path: Vec::new(),
            on_path: vec![0; FILTER as usize + 1],
            children: Vec::new(),
            question: String::new(),
            stopped: false,
            too_deep: false,
        })
    }

    pub(crate) fn set_question(&mut self, question: String) {
        self.question = question;
    }

    pub(crate) fn hash(&self, position: &Position) -> u64 {
        mix(self.packer.pack(position))
    }

    /// Whether the attacker wins, if that needs no search.
    #[inline]
    pub(crate) fn leaf(&self, position: &Position) -> Option<Leaf> {
        let (own, opp) = position.counts();
        let attacker = position.turn() == Color::White;
        let judge = |mover_wins: bool| {
            if mover_wins == attacker {
                Leaf::Won
            } else {
                Leaf::NotWon
            }
        };
        if own == 0 || opp == 0 {
            return Some(judge(own != 0));
        }
        match self.tables?.value(position)? {
            Value::Win => Some(judge(true)),
            Value::Loss => Some(judge(false)),
            Value::Draw => Some(Leaf::NotWon),
        }
    }

    /// Searches until the question is decided for a position, as far as a search can decide it.
    pub(crate) fn decide(
        &mut self,
        root: &Position,
        control: &Control<'_>,
    ) -> Result<ProofNumbers, Error> {
        let numbers = match self.leaf(root) {
            Some(leaf) => leaf.numbers(),
            None => match self.known(self.hash(root)) {
                Some(known) if known.is_proven() || known.is_disproven() => known,
                _ => {
                    let hash = self.hash(root);
                    self.expand(root, hash, INFINITE, INFINITE, control).numbers
                }
            },
        };
        if self.stopped {
            self.stopped = false;
            control.check()?;
            let why = if std::mem::take(&mut self.too_deep) {
                format!("the search went deeper than {DEEPEST} plies")
            } else {
                format!("not decided within {} positions", self.limit)
            };
            return Err(Error::Unknown {
                position: root.to_string(),
                why,
            });
        }
        Ok(numbers)
    }

    /// Keeps a position that is shown to be won by the attacker.
    pub(crate) fn learn(&mut self, key: u128) {
        self.memory.put(mix(key), ProofNumbers::PROVEN, 0, 1 << 24);
    }

    /// Makes the next [`Self::decide`] search a position afresh.
    pub(crate) fn forget(&mut self, position: &Position) {
        let numbers = first_numbers(position);
        self.memory.put(self.hash(position), numbers, 0, 1);
    }

    /// The numbers of a position when no path leads to it.
    pub(crate) fn known(&self, hash: u64) -> Option<ProofNumbers> {
        let (numbers, condition) = self.memory.get(hash)?;
        if condition == 0 || self.is_disproven(condition) {
            Some(numbers)
        } else {
            None
        }
    }

    /// Whether a position counts as disproven, conditions followed.
    fn is_disproven(&self, hash: u64) -> bool {
        let mut hash = hash;
        for _ in 0..CHAIN {
            match self.memory.get(hash) {
                Some((numbers, 0)) => return numbers.is_disproven(),
                Some((numbers, condition)) if numbers.is_disproven() => hash = condition,
                _ => return false,
            }
        }
        false
    }

    #[inline]
    fn place_on_path(&self, hash: u64) -> Option<usize> {
        if self.on_path[(hash & FILTER) as usize] == 0 {
            return None;
        }
        self.path.iter().rposition(|&before| before == hash)
    }

    fn lookup(&self, position: &Position, hash: u64) -> SearchResult {
        if let Some(place) = self.place_on_path(hash) {
            return SearchResult {
                numbers: ProofNumbers::DISPROVEN,
                rests_on: place,
            };
        }
        let Some((numbers, condition)) = self.memory.get(hash) else {
            return SearchResult {
                numbers: first_numbers(position),
                rests_on: NOTHING,
            };
        };
        if condition == 0 {
            return SearchResult {
                numbers,
                rests_on: NOTHING,
            };
        }
        if let Some(place) = self.place_on_path(condition) {
            return SearchResult {
                numbers,
                rests_on: place,
            };
        }
        let numbers = if self.is_disproven(condition) {
            numbers
        } else {
            // Disproven elsewhere: most likely here too.
            ProofNumbers {
                proof: DOUBTFUL,
                disproof: 1,
            }
        };
        SearchResult {
            numbers,
            rests_on: NOTHING,
        }
    }

    /// Searches below a position until one of its numbers reaches its threshold.
    fn expand(
        &mut self,
        position: &Position,
        hash: u64,
        most_proof: u32,
        most_disproof: u32,
        control: &Control<'_>,
    ) -> SearchResult {
        let started = self.nodes;
        self.nodes += 1;
        // A caller who stops the search waits for its end: this is asked often.
        if self.nodes.is_multiple_of(32) && control.stopped() {
            self.stopped = true;
        }
        if self.path.len() >= DEEPEST {
            self.stopped = true;
            self.too_deep = true;
        }
        if self.nodes.is_multiple_of(1024) {
            self.poll(control);
        }
        let base = self.children.len();
        self.generate(position);
        let attacker = position.turn() == Color::White;
        if self.children.len() == base {
            // No move: the side to move has lost.
            let numbers = if attacker {
                ProofNumbers::DISPROVEN
            } else {
                ProofNumbers::PROVEN
            };
            self.memory.put(hash, numbers, 0, 1);
            return SearchResult {
                numbers,
                rests_on: NOTHING,
            };
        }
        let place = self.path.len();
        self.path.push(hash);
        self.on_path[(hash & FILTER) as usize] += 1;
        let numbers = loop {
            let (numbers, best, second) = summary(&self.children[base..], attacker);
            let done = numbers.proof >= most_proof || numbers.disproof >= most_disproof;
            if done || numbers.proof == 0 || numbers.disproof == 0 || self.stopped {
                break numbers;
            }
            let Child {
                position,
                hash,
                numbers: now,
                ..
            } = self.children[base + best];
            let beyond = second.saturating_add(second / SLACK + 1).min(INFINITE);
            let (proof, disproof) = if attacker {
                let rest = numbers.disproof - now.disproof.min(numbers.disproof);
                (most_proof.min(beyond), allow(most_disproof, rest))
            } else {
                let rest = numbers.proof - now.proof.min(numbers.proof);
                (allow(most_proof, rest), most_disproof.min(beyond))
            };
            let found = self.expand(&position, hash, proof, disproof, control);
            let child = &mut self.children[base + best];
            child.numbers = found.numbers;
            child.rests_on = found.rests_on;
        };
        let rests_on = if numbers.is_disproven() {
            rests_on(&self.children[base..], attacker, place)
        } else {
            NOTHING
        };
        let condition = self.path.get(rests_on).copied().unwrap_or(0);
        self.on_path[(hash & FILTER) as usize] -= 1;
        self.path.pop();
        self.children.truncate(base);
        if !self.stopped {
            let work = self.nodes - started;
            self.memory.put(hash, numbers, condition, work);
        }
        SearchResult { numbers, rests_on }
    }

    fn generate(&mut self, position: &Position) {
        let base = self.children.len();
        let mut children = std::mem::take(&mut self.children);
        position.each_successor(self.geometry, |next| {
            let hash = self.hash(&next);
            if children[base..].iter().any(|child| child.hash == hash) {
                return;
            }
            children.push(Child {
                position: next,
                hash,
                numbers: ProofNumbers::PROVEN,
                rests_on: NOTHING,
            });
        });
        // Touched together, so that the reads of memory overlap.
        let touch = |sum, child: &Child| sum ^ self.memory.touch(child.hash);
        std::hint::black_box(children[base..].iter().fold(0, touch));
        for child in &mut children[base..] {
            let found = match self.leaf(&child.position) {
                Some(leaf) => SearchResult {
                    numbers: leaf.numbers(),
                    rests_on: NOTHING,
                },
                None => self.lookup(&child.position, child.hash),
            };
            child.numbers = found.numbers;
            child.rests_on = found.rests_on;
        }
        self.children = children;
    }

    fn poll(&mut self, control: &Control<'_>) {
        if self.nodes >= self.limit {
            self.stopped = true;
        }
        if self.nodes.is_multiple_of(1 << 20)
            && let Some(&root) = self.path.first()
        {
            let numbers = self.memory.get(root).map_or(
                ProofNumbers {
                    proof: 1,
                    disproof: 1,
                },
                |(numbers, _)| numbers,
            );
            (control.report)(SolverEvent::Searching {
                question: self.question.clone(),
                nodes: self.nodes,
                numbers: (numbers.proof, numbers.disproof),
            });
        }
    }
}

impl Leaf {
    pub(crate) const fn numbers(self) -> ProofNumbers {
        match self {
            Self::Won => ProofNumbers::PROVEN,
            Self::NotWon => ProofNumbers::DISPROVEN,
        }
    }
}

/// The numbers of a position never searched: a side with fewer pieces has more to prove.
#[inline]
fn first_numbers(position: &Position) -> ProofNumbers {
    let (own, opp) = position.counts();
    let (attacker, defender) = if position.turn() == Color::White {
        (own, opp)
    } else {
        (opp, own)
    };
    ProofNumbers {
        proof: 1 + PIECE * defender.saturating_sub(attacker),
        disproof: 1 + PIECE * attacker.saturating_sub(defender),
    }
}

/// What a disproof rests on, for a position at `place` of the path. What rests on the position
/// itself rests on nothing before it.
fn rests_on(children: &[Child], attacker: bool, place: usize) -> usize {
    let disproven = children.iter().filter(|child| child.numbers.is_disproven());
    let found = if attacker {
        disproven.map(|child| child.rests_on).min()
    } else {
        disproven.map(|child| child.rests_on).max()
    };
    found.filter(|&found| found < place).unwrap_or(NOTHING)
}

/// The threshold for a child when its siblings account for `rest` of the parent's number.
fn allow(most: u32, rest: u32) -> u32 {
    if most >= INFINITE {
        INFINITE
    } else {
        most.saturating_sub(rest)
    }
}

/// A position's numbers from its children's, the child to search next, and the number of the
/// second best.
fn summary(children: &[Child], attacker: bool) -> (ProofNumbers, usize, u32) {
    let (mut best, mut least, mut second, mut sum) = (0, u32::MAX, INFINITE, 0u32);
    for (i, child) in children.iter().enumerate() {
        let ProofNumbers { proof, disproof } = child.numbers;
        let (chosen, summed) = if attacker {
            (proof, disproof)
        } else {
            (disproof, proof)
        };
        if summed >= INFINITE {
            sum = INFINITE;
        } else {
            sum = sum
                .saturating_add(summed)
                .min(INFINITE - u32::from(sum < INFINITE));
        }
        if chosen < least {
            second = least.min(INFINITE);
            least = chosen;
            best = i;
        } else if chosen < second {
            second = chosen;
        }
    }
    // One way to win settles the question for the attacker, whatever the others.
    if least == 0 {
        sum = INFINITE;
    }
    let numbers = if attacker {
        ProofNumbers {
            proof: least,
            disproof: sum,
        }
    } else {
        ProofNumbers {
            proof: sum,
            disproof: least,
        }
    };
    (numbers, best, second)
}
