use crate::bounds::Bounds;
use crate::certificate::{Certificate, Claim};
use crate::control::Control;
use crate::error::Error;
use crate::proof::closed_set::ClosedSet;
use crate::proof::saved_search::SavedSearch;
use crate::proof::search::{Leaf, ProofSearch};
use crate::proof::win_graph::WinGraph;
use crate::scope::check_limit;
use crate::tables::Tables;
use crate::value::Value;
use quirkat_rules::{Color, Geometry, Move, Position};
use std::path::PathBuf;

/// What to decide and how much to spend on it.
#[derive(Clone, Debug)]
pub struct SolveOptions {
    /// The position, with either side to move.
    pub position: Position,
    /// Bytes for the transposition table. The proofs themselves take more.
    pub memory: u64,
    /// Whether to decide every first move too.
    pub first_moves: bool,
    /// Positions to expand at most, for all questions together.
    pub nodes: u64,
    /// A file for the transposition table. It is written when the search ends without an answer,
    /// read by the next search, and removed once everything is decided.
    pub saved_search: Option<PathBuf>,
}

/// What was found, with everything that proves it.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The value for White.
    pub value: Bounds,
    /// For each first move, sorted by its text: the value for White after it.
    pub moves: Vec<(Move, Bounds)>,
    /// The questions that were not decided, each with the reason.
    pub undecided: Vec<String>,
    /// The proof of all of this.
    pub certificate: Certificate,
    /// Positions expanded by the search.
    pub nodes: u64,
    /// Bytes of the transposition table.
    pub memory: u64,
    /// Entries of the search that were corrected.
    pub repairs: u64,
}

/// Decides a position by two questions, "does White win?" and "does Black win?", each answered
/// with a graph that proves the answer. When the search reaches its limits or the caller interrupts
/// it, the bounds proven by then are returned.
///
/// The search can go deep: call it on a thread with a stack of 256 MiB or more
/// ([`crate::on_large_stack`] does).
///
/// # Errors
/// Rules that the search cannot treat exactly, or tables of other rules.
pub fn solve(
    geometry: &Geometry,
    tables: Option<&Tables>,
    options: &SolveOptions,
    control: &Control<'_>,
) -> Result<Solution, Error> {
    check_limit(geometry.rules())?;
    if let Some(tables) = tables {
        tables.check_rules(geometry)?;
    }
    if options.position.is_capturing() {
        return Err(Error::Request(
            "a capture is in progress: solve the position after it".to_owned(),
        ));
    }
    let mut solver = Solver {
        search: ProofSearch::new(geometry, tables, options.memory, options.nodes)?,
        wins: WinGraph::default(),
        holds: ClosedSet::default(),
        claims: Vec::new(),
        undecided: Vec::new(),
        control,
    };
    let saved_search = options
        .saved_search
        .as_ref()
        .map(|path| SavedSearch::new(path, geometry.rules(), tables));
    if let Some(saved_search) = &saved_search {
        saved_search.load(&mut solver.search.memory)?;
    }
    let value = solver.bounds(&options.position, "the position")?;
    let mut moves = Vec::new();
    if options.first_moves && options.position.outcome(geometry).is_none() {
        let mut first = options.position.moves(geometry);
        first.sort_by_cached_key(|(played, _)| played.to_string());
        for (played, next) in first {
            moves.push((played, solver.bounds(&next, &played.to_string())?));
        }
    }
    if let Some(saved_search) = &saved_search {
        let open = |bounds: &Bounds| bounds.value().is_none();
        if open(&value) || moves.iter().any(|(_, bounds)| open(bounds)) {
            saved_search.save(&solver.search.memory)?;
        } else {
            saved_search.remove()?;
        }
    }
    let certificate = solver.certificate(geometry, tables)?;
    Ok(Solution {
        value,
        moves,
        undecided: solver.undecided,
        certificate,
        nodes: solver.search.nodes,
        memory: solver.search.memory.bytes(),
        repairs: solver.holds.size().1,
    })
}

struct Solver<'a> {
    search: ProofSearch<'a>,
    wins: WinGraph,
    holds: ClosedSet,
    claims: Vec<Claim>,
    undecided: Vec<String>,
    control: &'a Control<'a>,
}

impl Solver<'_> {
    /// What can be proven of the value for White.
    fn bounds(&mut self, position: &Position, name: &str) -> Result<Bounds, Error> {
        let white = self.ask(position, Color::White, name)?;
        if white == Some(true) {
            return Ok(Bounds {
                least: Value::Win,
                most: Value::Win,
            });
        }
        let black = self.ask(position, Color::Black, name)?;
        Ok(Bounds {
            least: match black {
                Some(false) => Value::Draw,
                _ => Value::Loss,
            },
            most: match (white, black) {
                (_, Some(true)) => Value::Loss,
                (Some(false), _) => Value::Draw,
                _ => Value::Win,
            },
        })
    }

    /// Whether a player wins, with proof; `None` when it could not be decided.
    fn ask(
        &mut self,
        position: &Position,
        attacker: Color,
        name: &str,
    ) -> Result<Option<bool>, Error> {
        let question = format!("does {attacker} win after {name}?");
        self.search.set_question(question.clone());
        let seen = for_attacker(position, attacker);
        let wins = match self.prove(&seen, &question) {
            Ok(wins) => wins,
            Err(error @ (Error::Interrupted | Error::Unknown { .. })) => {
                self.undecided.push(format!("{question} {error}"));
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        self.claims.push(Claim {
            position: position.to_string(),
            attacker,
            wins,
        });
        Ok(Some(wins))
    }

    fn prove(&mut self, seen: &Position, question: &str) -> Result<bool, Error> {
        if let Some(leaf) = self.search.leaf(seen) {
            return Ok(leaf == Leaf::Won);
        }
        let numbers = self.search.decide(seen, self.control)?;
        let holds = &mut self.holds;
        if !numbers.is_proven() && holds.include(&mut self.search, seen, question, self.control)? {
            return Ok(false);
        }
        self.wins
            .include(&mut self.search, seen, question, self.control)?;
        Ok(true)
    }

    fn certificate(
        &self,
        geometry: &Geometry,
        tables: Option<&Tables>,
    ) -> Result<Certificate, Error> {
        let roots = |wins: bool| -> Result<Vec<Position>, Error> {
            let claims = self.claims.iter().filter(|claim| claim.wins == wins);
            claims
                .map(|claim| {
                    let position = Position::parse(&claim.position, geometry)
                        .map_err(|error| Error::Request(error.to_string()))?;
                    Ok(for_attacker(&position, claim.attacker))
                })
                .collect()
        };
        Ok(Certificate {
            rules: *geometry.rules(),
            tables: tables.map(|tables| (tables.men(), tables.digest(tables.men()))),
            claims: self.claims.clone(),
            wins: self.wins.needed(&self.search, &roots(true)?)?,
            holds: self.holds.needed(&self.search, &roots(false)?),
        })
    }
}

/// The position as the search sees it: the attacker is White.
fn for_attacker(position: &Position, attacker: Color) -> Position {
    match attacker {
        Color::White => *position,
        Color::Black => position.color_swapped(),
    }
}
