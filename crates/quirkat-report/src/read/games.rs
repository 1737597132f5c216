use super::checkpoint::{iteration, last_iterations};
use super::setting::setting_of;
use crate::ReportError;
use quirkat_stats::{PlyEntropy, opening_entropy};
use quirkat_tables::{RecordedResult, Setting, Table, TableRow};
use std::collections::{BTreeMap, HashSet};

/// How many plies of the openings are looked at.
pub(crate) const OPENING_PLIES: usize = 16;

/// The games of a variant in one setting, all training seeds together, of the last checkpoint.
#[derive(Clone, Debug, Default)]
pub struct GameSet {
    /// Length of each, in plies, ascending; cut games among them.
    pub plies: Vec<u64>,
    /// Different games (start and moves).
    pub unique: u64,
    /// Different starts.
    pub starts: u64,
    /// Entropy of the first so many plies, by ply; of the games' moves alone.
    pub entropy: Vec<PlyEntropy>,
    /// How often each first move was played, by move.
    pub first_moves: BTreeMap<String, FirstMove>,
}

/// What became of the games that began with a move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FirstMove {
    /// Games.
    pub games: u64,
    /// White's points of those that ended.
    pub points: f64,
    /// Games that ended.
    pub ended: u64,
}

impl GameSet {
    /// The length below which a share of the games is: linear between neighbours.
    pub fn quantile(&self, share: f64) -> Option<f64> {
        let last = self.plies.len().checked_sub(1)?;
        let place = share.clamp(0.0, 1.0) * last as f64;
        let (low, high) = (place.floor() as usize, place.ceil() as usize);
        let part = place - low as f64;
        Some(self.plies[low] as f64 * (1.0 - part) + self.plies[high] as f64 * part)
    }

    /// Entropy in bits after a number of plies.
    pub fn bits_after(&self, plies: usize) -> Option<f64> {
        self.entropy
            .iter()
            .find(|entropy| entropy.ply == plies)
            .map(|entropy| entropy.bits)
    }
}

/// All games of a run by variant and setting.
#[derive(Clone, Debug, Default)]
pub struct Games(Vec<(String, Setting, GameSet)>);

impl Games {
    /// Reads `games.csv`.
    ///
    /// # Errors
    /// Names the line of a row that is no game.
    pub(crate) fn read(table: &Table) -> Result<Self, ReportError> {
        table.require(&[
            "variant",
            "start_set",
            "move_policy",
            "simulations",
            "result",
            "plies",
        ])?;
        let last = last_iterations(table);
        let mut groups: Vec<(&str, Setting, Vec<Game<'_>>)> = Vec::new();
        for row in table.rows() {
            let variant = row.text("variant");
            if last.get(variant) != Some(&iteration(row.text("checkpoint"))) {
                continue;
            }
            let (game, setting) = (Game::of(&row)?, setting_of(&row)?);
            // From the back: games of one group stand together.
            let group = groups
                .iter_mut()
                .rfind(|(name, other, _)| *name == variant && *other == setting);
            match group {
                Some((.., games)) => games.push(game),
                None => groups.push((variant, setting, vec![game])),
            }
        }
        let sets = groups
            .into_iter()
            .map(|(variant, setting, games)| (variant.to_owned(), setting, summed(&games)));
        Ok(Self(sets.collect()))
    }

    /// Those of a variant in a setting.
    pub fn of(&self, variant: &str, setting: &Setting) -> Option<&GameSet> {
        self.0
            .iter()
            .find(|(name, other, _)| name == variant && other == setting)
            .map(|(.., set)| set)
    }
}

struct Game<'a> {
    opening: &'a str,
    moves: &'a str,
    plies: u64,
    points: Option<f64>,
}

impl<'a> Game<'a> {
    fn of(row: &TableRow<'a>) -> Result<Self, ReportError> {
        let points = match row.text("result").parse() {
            Ok(RecordedResult::White) => Some(1.0),
            Ok(RecordedResult::Draw) => Some(0.5),
            Ok(RecordedResult::Black) => Some(0.0),
            Ok(RecordedResult::Cut) => None,
            Err(_) => return Err(row.wrong("result", "`w`, `d`, `b` or nothing").into()),
        };
        let plies = row.count("plies")?;
        Ok(Self {
            opening: row.text("opening"),
            moves: row.text("moves"),
            plies: plies.ok_or_else(|| row.wrong("plies", "a whole number"))?,
            points,
        })
    }
}

fn summed(games: &[Game<'_>]) -> GameSet {
    let mut set = GameSet::default();
    let mut seen = HashSet::new();
    let mut starts = HashSet::new();
    let mut openings: Vec<Vec<&str>> = Vec::with_capacity(games.len());
    for game in games {
        set.plies.push(game.plies);
        set.unique += u64::from(seen.insert((game.opening, game.moves)));
        starts.insert(game.opening);
        let opening: Vec<&str> = game.moves.split(' ').take(OPENING_PLIES).collect();
        if let Some(first) = opening.first().filter(|first| !first.is_empty()) {
            let entry = set.first_moves.entry((*first).to_owned()).or_default();
            entry.games += 1;
            entry.points += game.points.unwrap_or(0.0);
            entry.ended += u64::from(game.points.is_some());
        }
        openings.push(opening);
    }
    set.plies.sort_unstable();
    set.starts = starts.len() as u64;
    set.entropy = opening_entropy(&openings, OPENING_PLIES);
    set
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_tables::{MovePolicy, StartSet};
    use std::path::Path;

    const GAMES: &str = "variant,start_set,move_policy,seed,checkpoint,simulations,game,opening,result,reason,plies,decisions,moves\n\
        a,initial,greedy,1,a/iter-0002,8,0,s w,w,bare,3,2,b2-c3 x y\n\
        a,initial,greedy,1,a/iter-0002,8,1,s w,d,repetition,5,2,b2-c3 x z p q\n\
        a,initial,greedy,1,a/iter-0002,8,2,s w,,capped,9,2,c2-c3 x z p q r s t u\n\
        a,initial,greedy,1,a/iter-0002,8,3,s w,w,bare,3,2,b2-c3 x y\n\
        a,initial,greedy,1,a/iter-0001,8,0,s w,b,bare,100,2,d2-c3\n";

    fn read(text: &str) -> Result<Games, ReportError> {
        Games::read(&Table::parse(Path::new("games.csv"), text.as_bytes()).unwrap())
    }

    #[test]
    fn games_are_counted_at_the_last_checkpoint() {
        let games = read(GAMES).unwrap();
        let setting = Setting {
            start_set: StartSet::Initial,
            move_policy: MovePolicy::Greedy,
            simulations: 8,
        };
        let set = games.of("a", &setting).unwrap();
        assert_eq!(set.plies, [3, 3, 5, 9]);
        assert_eq!((set.unique, set.starts), (3, 1));
        assert_eq!(set.quantile(0.5), Some(4.0));
        assert_eq!(
            (set.quantile(0.0), set.quantile(1.0)),
            (Some(3.0), Some(9.0))
        );
        let first = set.first_moves["b2-c3"];
        assert_eq!((first.games, first.ended), (3, 3));
        assert!((first.points - 2.5).abs() < 1e-12);
        assert_eq!(set.first_moves["c2-c3"].ended, 0);
        assert!((set.bits_after(1).unwrap() - 0.811_278).abs() < 1e-6);
        assert!(games.of("b", &setting).is_none());
    }

    #[test]
    fn a_result_that_is_none_is_refused_with_its_line() {
        let error = read(&GAMES.replace(",d,", ",draw,"))
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("games.csv, line 3: result is \"draw\""),
            "{error}"
        );
    }
}
