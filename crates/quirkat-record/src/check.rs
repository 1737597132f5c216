use super::error::{check_length, clipped};
use super::{Place, RecordError, RecordFault, RecordedGame, RecordedResult, RuleBook};
use quirkat_rules::{Game, Position, Preset};
use quirkat_variant::Variant;
use std::sync::Arc;

/// Checks games against their rules, move by move, and completes them: the rule set's name and, if
/// it is no preset, its switches; the start position in its one spelling; result and reason where
/// the rules ended the game.
///
/// # Errors
/// The first game that is not as its rules say, with file, line, game and move.
pub fn check_games(
    games: &mut [RecordedGame],
    book: &mut RuleBook,
    file: &str,
) -> Result<(), RecordError> {
    for game in games {
        let variant = book
            .find(game)
            .map_err(|fault| fault.at(file, game.place))?;
        game.complete(&variant)
            .map_err(|(place, fault)| fault.at(file, place))?;
    }
    Ok(())
}

impl RecordedGame {
    /// The start position.
    ///
    /// # Errors
    /// Malformed text.
    pub fn start_position(&self, variant: &Variant) -> Result<Position, RecordFault> {
        match &self.start {
            None => Ok(Position::START),
            Some(text) => {
                // A board with a ban and a mark for each of 24 pieces is shorter.
                check_length(text, "position", 300)?;
                Ok(Position::parse(text, &variant.geometry)?)
            }
        }
    }

    fn complete(&mut self, variant: &Variant) -> Result<(), (Place, RecordFault)> {
        let here = self.place;
        let fail = |fault| (here, fault);
        if let Some(given) = self.tag("RulesHash") {
            let own = variant.rules_hash();
            if given != own {
                return Err(fail(RecordFault::RulesHash {
                    name: variant.name.clone(),
                    given: clipped(given),
                    own,
                }));
            }
        }
        let start = self.start_position(variant).map_err(fail)?;
        let text = start.to_string();
        self.start = (start != Position::START).then_some(text);
        self.variant = Some(variant.name.clone());
        let is_preset = variant.name.parse::<Preset>().is_ok();
        self.rules = (!is_preset).then_some(*variant.rules());
        let mut game = Game::from_position(Arc::clone(&variant.geometry), start);
        for (recorded, ply) in self.moves.iter().zip(self.numbering()) {
            game.play_move(recorded.played).map_err(|source| {
                let position = game.position().to_string();
                let place = Place {
                    ply: Some(ply),
                    ..here
                };
                (place, RecordFault::Illegal { source, position })
            })?;
        }
        if self.moves.is_empty() {
            // Only the result is known.
            return Ok(());
        }
        self.end(&game).map_err(fail)
    }

    /// Compares the end with the rules' and completes it.
    fn end(&mut self, game: &Game) -> Result<(), RecordFault> {
        let given = || {
            let result = self.result.map_or("*", RecordedResult::name);
            match &self.reason {
                Some(reason) => format!("{result} ({})", clipped(reason)),
                None => result.to_owned(),
            }
        };
        let reason = self.reason.as_deref();
        if let Some(outcome) = game.outcome() {
            let ruled = RecordedResult::from(outcome);
            let name = outcome.reason.name();
            // Other programs have words of their own for how a game ended.
            let contradicted = reason
                .is_some_and(|reason| RULED.contains(&reason) && reason != name)
                || reason == Some("capped");
            if self.result.is_some_and(|result| result != ruled) || contradicted {
                return Err(RecordFault::End {
                    given: given(),
                    ruled: format!("{} ({name})", ruled.name()),
                });
            }
            self.result = Some(ruled);
            self.reason = Some(self.reason.take().unwrap_or_else(|| name.to_owned()));
            return Ok(());
        }
        if reason.is_some_and(|reason| RULED.contains(&reason)) {
            return Err(RecordFault::End {
                given: given(),
                ruled: "the game goes on".to_owned(),
            });
        }
        Ok(())
    }
}

/// Reasons that the rules give.
const RULED: [&str; 4] = ["bare", "blocked", "repetition", "no-capture"];
