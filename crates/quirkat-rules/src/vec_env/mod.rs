use crate::{Action, ActionMask, Game, Geometry, Outcome, Planes, Position, write_planes};
use std::sync::Arc;

/// Many games of one rule set stepped in lockstep, with buffers that the caller owns.
///
/// A finished game's mask is empty and stepping it does nothing, whatever the action; with
/// auto-reset it starts again within the same step, so that its mask is the start position's while
/// its reward and outcome are those of the game that ended. Stepping does not allocate while a game
/// has fewer than 512 plies since its last capture.
///
/// ```
/// use quirkat_rules::{ActionMask, Geometry, Rules, StepBuffers, VecEnv};
/// use std::sync::Arc;
///
/// let mut env = VecEnv::new(Arc::new(Geometry::new(Rules::BELL)), 2, false);
/// let mut masks = [ActionMask::EMPTY; 2];
/// env.write_masks(&mut masks).unwrap();
/// let actions = masks.map(|mask| mask.nth(0).unwrap());
/// let (mut rewards, mut outcomes) = ([0; 2], [None; 2]);
/// env.step(
///     &actions,
///     StepBuffers { masks: &mut masks, rewards: &mut rewards, outcomes: &mut outcomes },
/// )
/// .unwrap();
/// assert_eq!(rewards, [0, 0]);
/// ```
#[derive(Clone, Debug)]
pub struct VecEnv {
    games: Vec<Game>,
    masks: Vec<ActionMask>,
    start: Position,
    auto_reset: bool,
}

/// Where [`VecEnv::step`] writes, one entry a game.
#[derive(Debug)]
pub struct StepBuffers<'a> {
    /// Legal actions after the step, seen from the side to move.
    pub masks: &'a mut [ActionMask],
    /// +1 when this step won the game for White, −1 for Black, else 0.
    pub rewards: &'a mut [i8],
    /// How the game ended, when this step ended it.
    pub outcomes: &'a mut [Option<Outcome>],
}

/// What a call of the environment can get wrong. Nothing is stepped then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VecEnvError {
    /// A buffer has the wrong length.
    #[error("a buffer holds {given} entries for {games} games")]
    Length {
        /// The buffer's length.
        given: usize,
        /// The number of games.
        games: usize,
    },
    /// An action is not legal in its game.
    #[error("game {game}: illegal action {action}")]
    Illegal {
        /// Which game.
        game: usize,
        /// The action given for it.
        action: Action,
    },
}

const HISTORY: usize = 512;

impl VecEnv {
    /// `count` games from the start position.
    pub fn new(geometry: Arc<Geometry>, count: usize, auto_reset: bool) -> Self {
        Self::from_position(geometry, count, auto_reset, Position::START)
    }

    /// `count` games from one position, to which resets return.
    pub fn from_position(
        geometry: Arc<Geometry>,
        count: usize,
        auto_reset: bool,
        start: Position,
    ) -> Self {
        let mut game = Game::from_position(geometry, start);
        game.reserve(HISTORY);
        let masks = vec![game.legal_actions(); count];
        let games = std::iter::repeat_with(|| {
            let mut game = game.clone();
            game.reserve(HISTORY);
            game
        });
        Self {
            games: games.take(count).collect(),
            masks,
            start,
            auto_reset,
        }
    }

    /// The number of games.
    pub const fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there are no games.
    pub const fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The games, for reading.
    pub fn games(&self) -> &[Game] {
        &self.games
    }

    /// Starts one game again.
    ///
    /// # Panics
    /// When there is no such game.
    pub fn reset(&mut self, game: usize) {
        self.games[game].restart(self.start);
        self.masks[game] = self.games[game].legal_actions();
    }

    /// Starts all games again.
    pub fn reset_all(&mut self) {
        (0..self.len()).for_each(|game| self.reset(game));
    }

    /// Writes the legal actions of every game.
    ///
    /// # Errors
    /// [`VecEnvError::Length`].
    pub fn write_masks(&self, masks: &mut [ActionMask]) -> Result<(), VecEnvError> {
        self.check_length(masks.len())?;
        masks.copy_from_slice(&self.masks);
        Ok(())
    }

    /// Writes the bit planes of every game.
    ///
    /// # Errors
    /// [`VecEnvError::Length`].
    pub fn write_planes(&self, planes: &mut [Planes]) -> Result<(), VecEnvError> {
        self.check_length(planes.len())?;
        for (game, planes) in self.games.iter().zip(planes) {
            write_planes(game, planes);
        }
        Ok(())
    }

    /// Plays one action in every game that goes on.
    ///
    /// # Errors
    /// Nothing is stepped when a buffer has the wrong length or an action is illegal.
    #[allow(
        clippy::needless_pass_by_value,
        reason = "the buffers are borrowed for this call"
    )]
    pub fn step(&mut self, actions: &[Action], out: StepBuffers<'_>) -> Result<(), VecEnvError> {
        for length in [
            actions.len(),
            out.masks.len(),
            out.rewards.len(),
            out.outcomes.len(),
        ] {
            self.check_length(length)?;
        }
        for (game, (mask, &action)) in self.masks.iter().zip(actions).enumerate() {
            if !mask.contains(action) && !mask.is_empty() {
                return Err(VecEnvError::Illegal { game, action });
            }
        }
        for (slot, &action) in actions.iter().enumerate() {
            out.rewards[slot] = 0;
            out.outcomes[slot] = None;
            if self.masks[slot].is_empty() {
                out.masks[slot] = ActionMask::EMPTY;
                continue;
            }
            let game = &mut self.games[slot];
            game.play_legal(action);
            game.forget();
            if let Some(outcome) = game.outcome() {
                out.rewards[slot] = outcome.white_reward();
                out.outcomes[slot] = Some(outcome);
                if self.auto_reset {
                    game.restart(self.start);
                }
            }
            self.masks[slot] = game.legal_actions();
            out.masks[slot] = self.masks[slot];
        }
        Ok(())
    }

    fn check_length(&self, given: usize) -> Result<(), VecEnvError> {
        let games = self.len();
        if given == games {
            Ok(())
        } else {
            Err(VecEnvError::Length { given, games })
        }
    }
}
