//! The file of a match: its games, as far as they are played.

use super::arguments::MatchArguments;
use anyhow::{Context, Result, bail, ensure};
use quirkat_play::{ExactShare, Forfeit, PlannedGame, PlayedGame};
use quirkat_record::{
    Format, RecordedGame, RecordedResult, RuleBook, check_games, read_games, write_games,
};
use quirkat_rules::{Color, Game, Position};
use quirkat_stats::GameResult;
use quirkat_store::check_writable;
use quirkat_variant::Variant;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The tag that says who lost because their engine failed, and how.
const FORFEIT: &str = "Forfeit";

/// The tag that says which match a game is of.
const MATCH: &str = "Match";

/// How long games may be in memory only.
const PATIENCE: Duration = Duration::from_secs(1);

/// Writing takes at most this part of the time.
const SHARE: u32 = 20;

/// Games in the order of their numbers, from the first one on, in a file that is always whole.
pub(super) struct MatchFile {
    path: PathBuf,
    format: Format,
    key: String,
    names: [String; 2],
    variant: Variant,
    games: Vec<RecordedGame>,
    written: Instant,
    cost: Duration,
}

impl MatchFile {
    /// Opens the file of this match, and with it the games that are there.
    ///
    /// # Errors
    /// A place that cannot be written to; a file that is no record or one of another match.
    pub(super) fn open(path: &Path, arguments: &MatchArguments, variant: &Variant) -> Result<Self> {
        let format = Format::of(path).with_context(|| format!("--out {}", path.display()))?;
        check_writable(path).context("--out")?;
        let key = key(arguments, variant)?;
        let mut games = Vec::new();
        if path
            .metadata()
            .is_ok_and(|there| there.is_file() && there.len() > 0)
        {
            games = read_games(path).context("--out")?;
            let name = path.display().to_string();
            let mut book = RuleBook::new(vec![variant.clone()]);
            check_games(&mut games, &mut book, &name).context("--out")?;
            for (number, game) in games.iter().enumerate() {
                let own =
                    game.tag(MATCH) == Some(&key) && game.tag("Game") == Some(&number.to_string());
                ensure!(
                    own,
                    "--out: {name}, {}: a game of another match; choose another file",
                    game.place
                );
            }
        }
        Ok(Self {
            path: path.to_owned(),
            format,
            key,
            names: [&arguments.agent, &arguments.opponent].map(ToString::to_string),
            variant: variant.clone(),
            games,
            written: Instant::now(),
            cost: Duration::ZERO,
        })
    }

    /// How many games it has.
    pub(super) fn len(&self) -> usize {
        self.games.len()
    }

    /// Its games again.
    ///
    /// # Errors
    /// When they are not the first ones of the plan.
    pub(super) fn played(&self, planned: &[PlannedGame]) -> Result<Vec<PlayedGame>> {
        let mut played = Vec::new();
        for (index, recorded) in self.games.iter().enumerate() {
            let start = recorded.start_position(&self.variant)?;
            let own = planned.get(index).is_some_and(|game| game.start == start);
            ensure!(
                own,
                "--out: {}, {}: not the start of this game; choose another file",
                self.path.display(),
                recorded.place
            );
            played.push(self.replay(index as u64, start, recorded)?);
        }
        Ok(played)
    }

    fn replay(&self, number: u64, start: Position, recorded: &RecordedGame) -> Result<PlayedGame> {
        let mut game = Game::from_position(Arc::clone(&self.variant.geometry), start);
        let mut actions = Vec::new();
        for recorded in &recorded.moves {
            actions.extend(game.position().actions_of(game.geometry(), recorded.played));
            game.play_move(recorded.played)?;
        }
        let Some(mut played) = PlayedGame::replay(&self.variant.geometry, number, start, &actions)
        else {
            bail!("{}: an illegal game", self.path.display());
        };
        let tag = |name: &str| recorded.tag(name).unwrap_or_default();
        if let Some((loser, why)) = tag(FORFEIT).split_once(": ") {
            let loser = if loser == Color::Black.to_string() {
                Color::Black
            } else {
                Color::White
            };
            played.forfeit = Some(Forfeit {
                loser,
                why: why.to_owned(),
            });
        }
        played.decisions = tag("Decisions").parse().unwrap_or(0);
        played.exact = ["ExactWhite", "ExactBlack"].map(|name| exact_share(tag(name)));
        Ok(played)
    }

    /// Adds the next games, and writes them when the last ones were written a while ago.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(super) fn add(&mut self, played: &[PlayedGame]) -> Result<()> {
        for game in played {
            let recorded = self.recorded(game);
            self.games.push(recorded);
        }
        if self.written.elapsed() >= PATIENCE.max(self.cost * SHARE) {
            self.write()?;
        }
        Ok(())
    }

    /// Writes all games.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(super) fn write(&mut self) -> Result<()> {
        let begun = Instant::now();
        let text = write_games(&self.games, self.format)?;
        quirkat_store::write(&self.path, text.as_bytes()).context("--out")?;
        (self.cost, self.written) = (begun.elapsed(), Instant::now());
        Ok(())
    }

    fn recorded(&self, game: &PlayedGame) -> RecordedGame {
        let first = usize::from(!game.number.is_multiple_of(2));
        let mut tags = vec![
            ("Event", "Quirkat match".to_owned()),
            ("White", self.names[first].clone()),
            ("Black", self.names[1 - first].clone()),
            (MATCH, self.key.clone()),
            ("Game", game.number.to_string()),
            ("RulesHash", self.variant.rules_hash()),
            ("Decisions", game.decisions.to_string()),
        ];
        for (name, share) in ["ExactWhite", "ExactBlack"].into_iter().zip(game.exact) {
            if share.choices > 0 {
                let text = format!("{}/{}/{}", share.choices, share.exact, share.safe);
                tags.push((name, text));
            }
        }
        if let Some(forfeit) = &game.forfeit {
            tags.push((FORFEIT, format!("{}: {}", forfeit.loser, forfeit.why)));
        }
        let is_preset = self.variant.name.parse::<quirkat_rules::Preset>().is_ok();
        RecordedGame {
            variant: Some(self.variant.name.clone()),
            rules: (!is_preset).then(|| *self.variant.rules()),
            start: (game.start != Position::START).then(|| game.start.to_string()),
            moves: game.moves.iter().copied().map(Into::into).collect(),
            result: game.result_for(Color::White).map(|result| match result {
                GameResult::Win => RecordedResult::White,
                GameResult::Draw => RecordedResult::Draw,
                GameResult::Loss => RecordedResult::Black,
            }),
            reason: Some(reason(game).to_owned()),
            tags: tags
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
            ..RecordedGame::default()
        }
    }
}

/// Why a game ended, in the words of records.
fn reason(game: &PlayedGame) -> &'static str {
    match (game.outcome, &game.forfeit) {
        (_, Some(_)) => "forfeit",
        (Some(outcome), None) => outcome.reason.name(),
        (None, None) => "capped",
    }
}

/// Choices, exact and safe moves, as `12/10/1`.
fn exact_share(text: &str) -> ExactShare {
    let mut numbers = text.split('/').map(|number| number.parse().unwrap_or(0));
    let mut next = || numbers.next().unwrap_or(0);
    ExactShare {
        choices: next(),
        exact: next(),
        safe: next(),
    }
}

/// What decides the games of a match, as a hash.
fn key(arguments: &MatchArguments, variant: &Variant) -> Result<String> {
    let starts = match &arguments.positions {
        Some(path) => {
            let content = quirkat_store::read(path, 256 << 20).context("--positions")?;
            blake3::hash(&content).to_hex().to_string()
        }
        None => format!(
            "{} games, {} plies",
            arguments.games, arguments.opening_plies
        ),
    };
    let text = format!(
        "{}\n{}\n{}\n{}\n{}\n{starts}\n{}\n{}",
        arguments.agent,
        arguments.opponent,
        variant.rules_hash(),
        arguments.simulations,
        arguments.move_policy,
        arguments.max_plies,
        arguments.seed
    );
    Ok(blake3::hash(text.as_bytes()).to_hex()[..16].to_owned())
}
