use anyhow::{Context, Result};
use quirkat_mcts::Wdl;
use quirkat_play::{PlayedGame, Target};
use quirkat_rules::{Action, Color, Geometry, Outcome, Position};
use quirkat_store::{StoreError, StoreFolder};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::Arc;

/// Version of the layout of games files.
pub(crate) const GAMES_VERSION: u32 = 1;

const MAGIC: &[u8; 16] = b"quirkat games 1\n";

/// The games of one task: a magic line, the BLAKE3 of the rest, then header and games in postcard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GamesFile {
    /// What these games are.
    pub header: GamesHeader,
    /// In the order of their numbers.
    pub games: Vec<StoredGame>,
}

/// What the games of a file are: everything that decides them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GamesHeader {
    /// Self-play, or the row of an evaluation.
    pub purpose: String,
    /// The rule set's name.
    pub variant: String,
    /// Its switches: [`quirkat_rules::Rules::hash`].
    pub rules_hash: u64,
    /// The run's seed.
    pub seed: u64,
    /// BLAKE3 of the weights of the network that played.
    pub weights: String,
    /// Simulations per decision.
    pub simulations: u32,
    /// Number of the first game.
    pub first: u64,
    /// How many games follow.
    pub count: u32,
}

/// A game in a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredGame {
    number: u64,
    /// The start position's string.
    start: String,
    /// Ids of all hops.
    actions: Vec<u16>,
    /// 1, 0, −1 for White, `None` when cut by the length limit.
    result: Option<i8>,
    decisions: u32,
    targets: Vec<StoredTarget>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct StoredTarget {
    at: u32,
    /// Action ids with shares in 65535ths.
    policy: Vec<(u16, u16)>,
    /// Win, draw, loss for the side to move.
    value: [f32; 3],
}

/// Why a games file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum GamesError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no such file.
    #[error("{path}: there is no such file")]
    Missing {
        /// Which file.
        path: PathBuf,
    },
    /// Truncated, damaged, or no games file.
    #[error(
        "{path}: damaged games file ({reason}); delete it and run again to have its games replayed"
    )]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        reason: &'static str,
    },
    /// Made by other rules, another seed or another network.
    #[error("{path}: holds games of another {what}; delete it and run again")]
    Foreign {
        /// Which file.
        path: PathBuf,
        /// What differs.
        what: &'static str,
    },
}

impl GamesFile {
    /// Writes the file, unless it is there: the same task gives the same games.
    ///
    /// # Errors
    /// When the store refuses.
    pub fn write(&self, folder: &StoreFolder, name: &str) -> Result<()> {
        let shown = || folder.place_of(name).display().to_string();
        let payload = postcard::to_stdvec(self).with_context(shown)?;
        let mut bytes = Vec::with_capacity(payload.len() + 48);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(blake3::hash(&payload).as_bytes());
        bytes.extend_from_slice(&payload);
        folder.put_if_absent(name, &bytes)?;
        Ok(())
    }

    /// Reads the file and checks that it is what was asked for.
    ///
    /// # Errors
    /// Missing, damaged, or of other games.
    pub fn read(
        folder: &StoreFolder,
        name: &str,
        expected: &GamesHeader,
    ) -> Result<Self, GamesError> {
        let path_of = || folder.place_of(name);
        let file = Self::whole(folder, name)?;
        let header = &file.header;
        let differs = [
            ("purpose", header.purpose != expected.purpose),
            (
                "rule set",
                header.variant != expected.variant || header.rules_hash != expected.rules_hash,
            ),
            ("seed", header.seed != expected.seed),
            ("network", header.weights != expected.weights),
            ("budget", header.simulations != expected.simulations),
            (
                "range",
                (header.first, header.count) != (expected.first, expected.count),
            ),
        ];
        match differs.iter().find(|(_, differs)| *differs) {
            Some(&(what, _)) => Err(GamesError::Foreign {
                path: path_of(),
                what,
            }),
            None => Ok(file),
        }
    }

    /// Whether the file is as it was written.
    ///
    /// # Errors
    /// Missing or damaged.
    pub fn verify(folder: &StoreFolder, name: &str) -> Result<(), GamesError> {
        Self::whole(folder, name).map(drop)
    }

    /// The file, checked by its hash.
    fn whole(folder: &StoreFolder, name: &str) -> Result<Self, GamesError> {
        let path_of = || folder.place_of(name);
        let content = folder.get(name)?;
        let bytes = content.ok_or_else(|| GamesError::Missing { path: path_of() })?;
        let damaged = |reason| GamesError::Damaged {
            path: path_of(),
            reason,
        };
        let payload = bytes
            .strip_prefix(MAGIC)
            .ok_or_else(|| damaged("not a games file of this version"))?;
        let (hash, payload) = payload
            .split_at_checked(32)
            .ok_or_else(|| damaged("truncated"))?;
        if blake3::hash(payload).as_bytes() != hash {
            return Err(damaged("its content does not have the recorded hash"));
        }
        postcard::from_bytes(payload).map_err(|_| damaged("unreadable"))
    }

    /// The games again, replayed under the rules.
    ///
    /// # Errors
    /// When a start or an action is illegal.
    pub fn played(
        &self,
        geometry: &Arc<Geometry>,
        place: impl FnOnce() -> PathBuf,
    ) -> Result<Vec<PlayedGame>, GamesError> {
        let replayed = self.games.iter().map(|game| game.played(geometry));
        let games = replayed.collect::<Option<_>>();
        games.ok_or_else(|| GamesError::Damaged {
            path: place(),
            reason: "it holds an illegal game",
        })
    }
}

impl StoredGame {
    /// What is kept of a game.
    pub fn of(played: &PlayedGame) -> Self {
        let share = |share: f32| (share * 65535.0).round() as u16;
        Self {
            number: played.number,
            start: played.start.to_string(),
            actions: played.actions.iter().map(|action| action.id()).collect(),
            result: played.outcome.map(Outcome::white_reward),
            decisions: played.decisions,
            targets: played
                .targets
                .iter()
                .map(|target| StoredTarget {
                    at: target.at,
                    policy: target
                        .policy
                        .iter()
                        .map(|&(action, s)| (action.id(), share(s)))
                        .collect(),
                    value: [target.value.win, target.value.draw, target.value.loss],
                })
                .collect(),
        }
    }

    fn played(&self, geometry: &Arc<Geometry>) -> Option<PlayedGame> {
        let start = Position::parse(&self.start, geometry).ok()?;
        let actions: Option<Vec<Action>> = self.actions.iter().map(|&id| Action::new(id)).collect();
        let mut played = PlayedGame::replay(geometry, self.number, start, &actions?)?;
        if played.outcome.map(Outcome::white_reward) != self.result {
            return None;
        }
        played.decisions = self.decisions;
        played.targets = self
            .targets
            .iter()
            .map(StoredTarget::target)
            .collect::<Option<_>>()?;
        Some(played)
    }

    /// The winner, `None` for a draw or a game that was cut.
    pub fn winner(&self) -> Option<Color> {
        match self.result {
            Some(1) => Some(Color::White),
            Some(-1) => Some(Color::Black),
            _ => None,
        }
    }
}

impl StoredTarget {
    fn target(&self) -> Option<Target> {
        let total: u32 = self.policy.iter().map(|&(_, share)| u32::from(share)).sum();
        let [win, draw, loss] = self.value;
        let share = |share: u16| share as f32 / total.max(1) as f32;
        let policy = self
            .policy
            .iter()
            .map(|&(id, parts)| Some((Action::new(id)?, share(parts))))
            .collect::<Option<_>>()?;
        Some(Target {
            at: self.at,
            policy,
            value: Wdl { win, draw, loss },
        })
    }
}
