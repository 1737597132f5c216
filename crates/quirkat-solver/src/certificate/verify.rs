//! Checks certificates. Nothing of the search is used: only the rules, the tables as leaves, and
//! the format of the keys.

use crate::certificate::content::{Certificate, Claim};
use crate::control::Control;
use crate::error::Error;
use crate::key_map::KeyMap;
use crate::packer::Packer;
use crate::tables::Tables;
use crate::value::Value;
use quirkat_rules::{Color, Geometry, Position};
use rayon::prelude::*;

/// What a certificate was found to prove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The statements.
    pub claims: Vec<Claim>,
    /// Positions checked.
    pub positions: u64,
}

/// Checks every position of a certificate: that the prover's move is legal and stays inside, that
/// all the opponent's moves do, that leaves are what they should be, and that wins come nearer
/// with every ply. The tables must be the very ones that the certificate names; that their values
/// are right is for [`crate::verify_tables`] to show.
///
/// # Errors
/// [`Error::Disproved`] with the first thing found wrong, [`Error::Request`] when tables are
/// missing or others.
pub fn verify(
    certificate: &Certificate,
    tables: Option<&Tables>,
    control: &Control<'_>,
) -> Result<Verified, Error> {
    let packer = Packer::new(&certificate.rules)?;
    let geometry = Geometry::new(certificate.rules);
    let leaves = match (certificate.tables, tables) {
        (None, _) => None,
        (Some((men, digest)), Some(tables)) => {
            tables.check_rules(&geometry)?;
            if tables.men() < men || tables.digest(men) != digest {
                return Err(Error::Request(format!(
                    "the certificate rests on other tables than these ({men} men needed)"
                )));
            }
            Some((tables, u32::from(men)))
        }
        (Some((men, _)), None) => {
            return Err(Error::Request(format!(
                "the certificate rests on {men}-man tables: name their folder"
            )));
        }
    };
    let check = ProofCheck {
        geometry: &geometry,
        packer,
        leaves,
        measures: unique(
            certificate
                .wins
                .iter()
                .map(|(key, step)| (*key, step.measure)),
        )?,
        holds: unique(certificate.holds.iter().map(|hold| (hold.key, hold.choice)))?,
    };
    certificate.wins.par_iter().try_for_each(|(key, step)| {
        control.check()?;
        check.win(*key, step.choice, step.measure)
    })?;
    certificate.holds.par_iter().try_for_each(|hold| {
        control.check()?;
        check.hold(hold.key, hold.choice)
    })?;
    for claim in &certificate.claims {
        check.claim(claim)?;
    }
    Ok(Verified {
        claims: certificate.claims.clone(),
        positions: certificate.positions(),
    })
}

fn unique<T>(entries: impl ExactSizeIterator<Item = (u128, T)>) -> Result<KeyMap<T>, Error> {
    let len = entries.len();
    let map: KeyMap<T> = entries.collect();
    if map.len() == len {
        Ok(map)
    } else {
        Err(Error::Disproved("a position is listed twice".to_owned()))
    }
}

struct ProofCheck<'a> {
    geometry: &'a Geometry,
    packer: Packer,
    leaves: Option<(&'a Tables, u32)>,
    measures: KeyMap<u16>,
    holds: KeyMap<u8>,
}

/// What ends a line of a proof.
enum Leaf {
    /// White, the attacker, wins here.
    Won,
    /// White does not win.
    NotWon,
}

impl ProofCheck<'_> {
    /// What the rules and the tables say of a position.
    fn leaf(&self, position: &Position) -> Option<Leaf> {
        let value = match position.outcome(self.geometry) {
            Some(outcome) if outcome.winner == Some(position.turn()) => Value::Win,
            Some(_) => Value::Loss,
            None => {
                let (tables, men) = self.leaves?;
                let (own, opp) = position.counts();
                if own + opp > men {
                    return None;
                }
                tables.value(position)?
            }
        };
        let white = match position.turn() {
            Color::White => value,
            Color::Black => value.flipped(),
        };
        Some(if white == Value::Win {
            Leaf::Won
        } else {
            Leaf::NotWon
        })
    }

    fn open(&self, key: u128) -> Result<(Position, Vec<Position>), Error> {
        let position = self
            .packer
            .unpack(key)
            .ok_or_else(|| Error::Disproved(format!("{key:x} is no position")))?;
        let moves = position.moves(self.geometry);
        Ok((position, moves.into_iter().map(|(_, next)| next).collect()))
    }

    /// The moves to follow: one for the side that proves, all for its opponent.
    fn followed(
        position: &Position,
        children: Vec<Position>,
        prover: Color,
        choice: u8,
    ) -> Result<Vec<Position>, Error> {
        if position.turn() != prover {
            return Ok(children);
        }
        match children.get(usize::from(choice)) {
            Some(&child) => Ok(vec![child]),
            None => Err(Error::Disproved(format!(
                "`{position}` has no move number {choice}"
            ))),
        }
    }

    fn win(&self, key: u128, choice: u8, measure: u16) -> Result<(), Error> {
        let (position, children) = self.open(key)?;
        if let Some(Leaf::NotWon) = self.leaf(&position) {
            return Err(Error::Disproved(format!("`{position}` is not won")));
        }
        for child in Self::followed(&position, children, Color::White, choice)? {
            let nearer = match self.leaf(&child) {
                Some(Leaf::Won) => true,
                Some(Leaf::NotWon) => false,
                None => {
                    let next = self.measures.get(&self.packer.pack(&child));
                    next.is_some_and(|next| *next < measure)
                }
            };
            if !nearer {
                return Err(Error::Disproved(format!(
                    "`{position}` is not shown to be won: `{child}`"
                )));
            }
        }
        Ok(())
    }

    fn hold(&self, key: u128, choice: u8) -> Result<(), Error> {
        let (position, children) = self.open(key)?;
        if let Some(Leaf::Won) = self.leaf(&position) {
            return Err(Error::Disproved(format!("`{position}` is won")));
        }
        for child in Self::followed(&position, children, Color::Black, choice)? {
            let inside = match self.leaf(&child) {
                Some(Leaf::Won) => false,
                Some(Leaf::NotWon) => true,
                None => self.holds.contains_key(&self.packer.pack(&child)),
            };
            if !inside {
                return Err(Error::Disproved(format!(
                    "`{position}` is not shown to be held: `{child}`"
                )));
            }
        }
        Ok(())
    }

    fn claim(&self, claim: &Claim) -> Result<(), Error> {
        let position = Position::parse(&claim.position, self.geometry)
            .map_err(|error| Error::Disproved(error.to_string()))?;
        let seen = match claim.attacker {
            Color::White => position,
            Color::Black => position.color_swapped(),
        };
        let key = self.packer.pack(&seen);
        let shown = match self.leaf(&seen) {
            Some(Leaf::Won) => claim.wins,
            Some(Leaf::NotWon) => !claim.wins,
            None if claim.wins => self.measures.contains_key(&key),
            None => self.holds.contains_key(&key),
        };
        if shown {
            Ok(())
        } else {
            Err(Error::Disproved(format!(
                "nothing is shown for `{position}`"
            )))
        }
    }
}
