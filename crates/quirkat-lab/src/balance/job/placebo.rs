//! The negative control: a game from the colour-swapped start with Black first is the mirror image
//! of the game itself, so that the advantages of both sum to exactly 0.

use super::balance_job::seed_name;
use super::measured_setting::MeasuredSetting;
use super::work::Work;
use anyhow::Result;
use quirkat_play::PlayedGame;
use quirkat_rules::{Color, Outcome};
use quirkat_tables::{Fixed, PlaceboRow, Setting};

/// What a row is about.
struct About<'a> {
    variant: &'a str,
    setting: Setting,
    seed: u64,
}

impl Work<'_> {
    /// Every setting of the last checkpoints again from the colour-swapped starts.
    pub(super) fn placebo(&self) -> Result<Vec<PlaceboRow>> {
        let config = self.job.config;
        let swapped = config.evaluation(Color::Black);
        let looks = config.looks();
        let mut rows = Vec::new();
        let last: Vec<&MeasuredSetting> = self
            .measured
            .iter()
            .filter(|measured| measured.iteration == config.train.iterations)
            .collect();
        for (variant, _) in self.job.variants.iter().enumerate() {
            for (place, measured) in last.iter().enumerate() {
                for replicate in self.replicates {
                    let mut agent = self.agent(replicate, variant, measured.iteration)?;
                    let cuts = if place == 0 {
                        &looks[..looks.len() - 1]
                    } else {
                        &[]
                    };
                    let key = (place, variant, replicate.number);
                    let count = self.collected().games.get(&key).map_or(0, Vec::len) as u64;
                    let white = self.runner(self.evaluation, &replicate.config).setting(
                        &agent,
                        &measured.setting,
                        cuts,
                        Some(count),
                    )?;
                    agent.folder = self.top.evaluation().folder(&format!(
                        "games-black-first/{}/{}",
                        seed_name(replicate.config.seed),
                        agent.variant.name
                    ));
                    let black = self.runner(&swapped, &replicate.config).setting(
                        &agent,
                        &measured.setting,
                        cuts,
                        Some(count),
                    )?;
                    let about = About {
                        variant: &agent.variant.name,
                        setting: measured.setting,
                        seed: replicate.config.seed,
                    };
                    rows.push(compared(&about, &white, &black));
                }
            }
        }
        Ok(rows)
    }
}

/// What a set of games and its mirror image say. Counted in whole half points, so that a
/// sum of 0 is exactly 0.
fn compared(about: &About<'_>, white: &[PlayedGame], black: &[PlayedGame]) -> PlaceboRow {
    let points = |games: &[PlayedGame]| -> (i64, i64) {
        let ended = games.iter().filter_map(|game| game.outcome);
        ended.fold((0, 0), |(sum, count), outcome| {
            (sum + i64::from(outcome.white_reward()), count + 1)
        })
    };
    let (white_sum, white_ended) = points(white);
    let (black_sum, black_ended) = points(black);
    let advantage = |sum: i64, ended: i64| 50.0 * sum as f64 / ended.max(1) as f64;
    let different = white.len().abs_diff(black.len())
        + white
            .iter()
            .zip(black)
            .filter(|(game, image)| !is_image(game, image))
            .count();
    PlaceboRow {
        variant: about.variant.to_owned(),
        start_set: about.setting.start_set,
        move_policy: about.setting.move_policy,
        simulations: about.setting.simulations,
        seed: about.seed,
        games: white.len() as u64,
        white_first_pp: Fixed::new(advantage(white_sum, white_ended)),
        black_first_pp: Fixed::new(advantage(black_sum, black_ended)),
        // As many ended on both sides, or the difference shows in `different`.
        sum_pp: advantage(white_sum + black_sum, white_ended.max(black_ended)),
        different: different as u64,
    }
}

/// Whether the control holds.
pub fn holds(rows: &[PlaceboRow]) -> bool {
    rows.iter()
        .all(|row| row.different == 0 && row.sum_pp == 0.0)
}

/// Actions are seen from the side to move, so those of an image are the same.
fn is_image(game: &PlayedGame, image: &PlayedGame) -> bool {
    let reward = |game: &PlayedGame| game.outcome.map(Outcome::white_reward);
    game.start.color_swapped() == image.start
        && game.start.turn() == Color::White
        && image.start.turn() == Color::Black
        && game.actions == image.actions
        && reward(game).map(|reward| -reward) == reward(image)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::{Action, Position, Reason};
    use quirkat_tables::{MovePolicy, StartSet};

    const ABOUT: About<'_> = About {
        variant: "standard",
        setting: Setting {
            start_set: StartSet::Initial,
            move_policy: MovePolicy::Greedy,
            simulations: 8,
        },
        seed: 1,
    };

    fn game(start: Position, winner: Option<Color>, action: u16) -> PlayedGame {
        PlayedGame {
            number: 0,
            start,
            actions: Action::new(action).into_iter().collect(),
            moves: Vec::new(),
            outcome: Some(Outcome {
                winner,
                reason: Reason::Blocked,
            }),
            forfeit: None,
            decisions: 0,
            exact: Default::default(),
            targets: Vec::new(),
        }
    }

    #[test]
    fn mirrored_games_sum_to_zero_and_anything_else_is_told() {
        let start = Position::START;
        let image = start.color_swapped();
        let white = [
            game(start, Some(Color::White), 3),
            game(start, None, 4),
            game(start, Some(Color::White), 5),
        ];
        let mirrored = [
            game(image, Some(Color::Black), 3),
            game(image, None, 4),
            game(image, Some(Color::Black), 5),
        ];
        let row = compared(&ABOUT, &white, &mirrored);
        assert_eq!((row.sum_pp, row.different, row.games), (0.0, 0, 3));
        assert_eq!(
            (row.white_first_pp, row.black_first_pp),
            (Fixed::new(33.3333), Fixed::new(-33.3333))
        );
        assert!(holds(&[row]));

        let mut biased = mirrored.clone();
        biased[2] = game(image, Some(Color::White), 5);
        let row = compared(&ABOUT, &white, &biased);
        assert!(
            !holds(std::slice::from_ref(&row)) && row.different == 1,
            "{row:?}"
        );
        let mut other = mirrored.clone();
        other[1] = game(image, None, 7);
        assert!(!holds(&[compared(&ABOUT, &white, &other)]));
        assert!(!holds(&[compared(&ABOUT, &white, &mirrored[..2])]));
    }
}
