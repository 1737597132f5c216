use super::arguments::MatchArguments;
use super::match_file::MatchFile;
use super::sequential::Progression;
use crate::interrupt::Interrupt;
use anyhow::{Context, Result, bail, ensure};
use quirkat_lab::progress::{Progress, say};
use quirkat_play::{
    Agent, GameBlock, PlannedGame, PlayedGame, Seed, find_openings, on_threads, play_until,
    thread_count,
};
use quirkat_rules::Position;
use quirkat_variant::Variant;

/// Games that one thread plays in lockstep, or one process of an external engine in a row, at most.
/// An even number: a block has whole pairs.
const GAMES_PER_BLOCK: usize = 32;

/// What was played of a match.
pub(super) struct Games {
    pub(super) games: Vec<PlayedGame>,
    /// The sequential test, where one was asked for.
    pub(super) test: Option<Progression>,
}

/// Plays the match, or as much of it as the sequential test asks for.
pub(super) fn play(
    arguments: &MatchArguments,
    variant: &Variant,
    agents: &[Agent],
    interrupt: &Interrupt,
) -> Result<Games> {
    let seed = Seed::new(arguments.seed)
        .named("match")
        .named(&variant.name);
    let planned = PlannedGame::pairs(starts(arguments, variant, &seed, interrupt)?);
    let mut file = match &arguments.out {
        Some(path) => Some(MatchFile::open(path, arguments, variant)?),
        None => None,
    };
    let mut games = match &file {
        Some(file) => file.played(&planned)?,
        None => Vec::new(),
    };
    let left = &planned[games.len()..];
    let progress = Progress::new(left.len() as u64, arguments.quiet);
    let external = arguments.has_external();
    let plan = GameBlock {
        geometry: &variant.geometry,
        agents,
        games: left,
        max_plies: arguments.max_plies,
        // An external engine plays one game after the other.
        in_play: if external { 1 } else { GAMES_PER_BLOCK },
        keep_targets: false,
        seed: &seed,
    };
    let mut test = arguments.sprt.map(Progression::new);
    let mut enough = |games: &[PlayedGame]| test.as_mut().is_some_and(|test| test.add(games));
    // The test looks at whole blocks, those of an earlier process too.
    let decided = games.chunks(GAMES_PER_BLOCK).any(&mut enough);
    let mut unwritten = Ok(());
    let played = on_threads(arguments.threads, || {
        let per_block = match (external, &file) {
            // A pair that is played is kept.
            (true, Some(_)) => 2,
            (true, None) => {
                let share = left.len().div_ceil(thread_count());
                share.next_multiple_of(2).min(GAMES_PER_BLOCK)
            }
            (false, _) => GAMES_PER_BLOCK,
        };
        let (counters, stop) = (&progress.counters, interrupt.flag());
        if decided {
            return Ok(Vec::new());
        }
        play_until(&plan, per_block, counters, stop, |played| {
            progress.tick();
            games.extend_from_slice(played);
            if let Some(file) = &mut file {
                unwritten = file.add(played);
            }
            enough(played) || unwritten.is_err()
        })
    });
    progress.finish();
    unwritten?;
    if let Some(file) = &mut file {
        file.write()?;
        if !matches!(played, Ok(Ok(_))) {
            say(&format!(
                "{} of {} games are played and kept",
                file.len(),
                planned.len()
            ));
        }
    }
    played.context("--threads")??;
    Ok(Games { games, test })
}

/// Openings, or the positions of a file; one for each pair of games.
fn starts(
    arguments: &MatchArguments,
    variant: &Variant,
    seed: &Seed,
    interrupt: &Interrupt,
) -> Result<Vec<Position>> {
    let Some(path) = &arguments.positions else {
        let openings = find_openings(
            variant,
            arguments.games as usize / 2,
            arguments.opening_plies,
            &seed.named("openings"),
            interrupt.flag(),
        )?;
        return Ok(openings.iter().map(|opening| opening.position).collect());
    };
    let place = || format!("--positions: {}", path.display());
    let mut reader = csv::Reader::from_path(path).with_context(place)?;
    let header = reader.headers().with_context(place)?;
    let Some(column) = header.iter().position(|name| name.trim() == "fen") else {
        bail!("{}: line 1: there is no column `fen`", place());
    };
    let mut starts = Vec::new();
    for record in reader.records() {
        let record = record.with_context(place)?;
        let line = record.position().map_or(0, csv::Position::line);
        let text = record.get(column).unwrap_or_default();
        let position = Position::parse(text, &variant.geometry)
            .with_context(|| format!("{}: line {line}: `{text}`", place()))?;
        if let Some(outcome) = position.outcome(&variant.geometry) {
            bail!(
                "{}: line {line}: the game is over: {}",
                place(),
                outcome.reason.name()
            );
        }
        starts.push(position);
    }
    ensure!(!starts.is_empty(), "{}: no positions", place());
    Ok(starts)
}
