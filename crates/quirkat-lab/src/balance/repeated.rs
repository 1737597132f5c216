use quirkat_tables::GameRow;
use std::collections::{BTreeMap, HashSet};

/// What keeps games from elsewhere from being a sample.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Repeated {
    /// By variant: games, and how many of them are different. Only where that is less than half of them.
    variants: BTreeMap<String, (u64, u64)>,
    /// Whether there are games without moves, of which nobody can say whether they differ.
    untold: bool,
}

/// Start and moves of a game.
type Line<'a> = (&'a str, &'a str);

impl Repeated {
    /// Of games that this program did not play.
    pub(crate) fn of(games: &[GameRow]) -> Self {
        let mut lines: BTreeMap<&str, (u64, HashSet<Line<'_>>)> = BTreeMap::new();
        let mut untold = false;
        for game in games {
            if game.moves.is_empty() {
                untold = true;
                continue;
            }
            let (count, different) = lines.entry(&game.variant).or_default();
            *count += 1;
            different.insert((&game.opening, &game.moves));
        }
        let few = lines.into_iter().filter_map(|(variant, (games, lines))| {
            let different = lines.len() as u64;
            (different * 2 < games).then(|| (variant.to_owned(), (games, different)))
        });
        Self {
            variants: few.collect(),
            untold,
        }
    }

    /// Whether games of a variant repeat each other so much that nothing may be concluded.
    pub(crate) fn forbids(&self, variant: &str) -> bool {
        self.variants.contains_key(variant)
    }

    /// What is to be said of it, a sentence a line.
    pub(crate) fn notes(&self) -> Vec<String> {
        let told = |(variant, (games, different)): (&String, &(u64, u64))| {
            let is = if *different == 1 { "is" } else { "are" };
            format!(
                "{variant}: {different} of {games} games {is} different; repeated games are no sample, so there is no interval \
                 and no verdict."
            )
        };
        let mut notes: Vec<String> = self.variants.iter().map(told).collect();
        if self.untold {
            notes.push(
                "Games without moves cannot be checked or told apart; that they are different games is their collector's word."
                    .to_owned(),
            );
        }
        notes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn less_than_half_different_games_forbid_a_conclusion() {
        let game = |moves: &str| GameRow {
            variant: "x".to_owned(),
            moves: moves.to_owned(),
            ..GameRow::default()
        };
        let games = |moves: &[&str]| -> Vec<GameRow> { moves.iter().map(|m| game(m)).collect() };
        let one = Repeated::of(&games(&["a", "a", "a"]));
        assert!(one.forbids("x") && !one.forbids("y"));
        assert!(one.notes()[0].contains("1 of 3 games is different"));
        assert!(!Repeated::of(&games(&["a", "a", "b"])).forbids("x"));
        let untold = Repeated::of(&games(&["", "", ""]));
        assert!(!untold.forbids("x") && untold.notes().len() == 1);
    }
}
