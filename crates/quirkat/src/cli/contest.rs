use super::ending::{Done, was_stopped};
use super::place::DeviceArguments;
use crate::interrupt::Interrupt;
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use quirkat_lab::progress::{Progress, say};
use quirkat_lab::run::find_checkpoint;
use quirkat_mcts::SearchConfig;
use quirkat_play::{
    Agent, AgentFactory, AgentSpec, Block, ExternalAgent, ExternalBudget, PlannedGame, PlayError,
    Played, Seed, find_openings, play_block,
};
use quirkat_rules::{Color, Position};
use quirkat_stats::{GameResult, Pentanomial, elo_from_score, pairs_score};
use quirkat_tables::MovePolicy;
use quirkat_variant::Variant;
use rayon::prelude::*;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Arguments of `match`.
#[derive(Debug, Args)]
#[command(
    after_help = "Agents: random, uniform@SIMS, rollout@SIMS, net=PATH@SIMS, where PATH is a run's folder or a
checkpoint's, and SIMS the simulations per decision with more than one legal action (0: raw policy);
perfect=TABLES, where TABLES is a folder of endgame tables and certificates (*.cert), and
perfect=TABLES+AGENT, where AGENT moves in positions that these leave open;
ugi=COMMAND@NODES and ugi=COMMAND@TIMEms, a program with its arguments that speaks the Universal Game
Interface (`quirkat engine` is one). Its option `rules`, where it has one, is set to --rules.

Example: quirkat match ugi='other-engine --quiet@1000' rollout@64 --rules bell
Example: quirkat match net=runs/quick@32 rollout@32 --rules bell --games 400
Example: quirkat match net=runs/quick@128 perfect=tables --rules standard --positions mine.csv"
)]
pub(super) struct MatchArguments {
    /// First agent, whose score is shown
    agent: AgentSpec,
    /// Its opponent
    opponent: AgentSpec,
    /// Rule set: a name or a path to a TOML file
    #[arg(long, value_name = "R")]
    rules: String,
    /// Games, an even number: pairs from one opening with colours swapped
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u32,
    /// Simulations per decision of agents that name none
    #[arg(long, value_name = "N", default_value_t = 32)]
    simulations: u32,
    /// Move policy: greedy, sampled:T:K, sampled:T:all
    #[arg(long, value_name = "POLICY", default_value = "greedy")]
    move_policy: MovePolicy,
    /// Plies of random play behind each opening, an even number
    #[arg(long, value_name = "N", default_value_t = 12)]
    opening_plies: u32,
    /// Play from these positions instead, each twice with the sides exchanged: a CSV with a column fen
    #[arg(long, value_name = "FILE", conflicts_with_all = ["games", "opening_plies"])]
    positions: Option<PathBuf>,
    /// Longer games are cut and count for nobody
    #[arg(long, value_name = "N", default_value_t = 400)]
    max_plies: u32,
    /// Seed of openings and games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Level of the interval
    #[arg(long, value_name = "LEVEL", default_value_t = 0.95)]
    level: f64,
    /// Threads; 0 for as many as there are cores. Changes no result, outside engines excepted
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    /// Seconds that an outside engine may keep an answer waiting, beyond its time for a move
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    engine_timeout: u32,
    #[command(flatten)]
    place: DeviceArguments,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

/// Games that one thread plays in lockstep, or one process of an outside engine in a row, at most.
const GAMES_PER_BLOCK: usize = 32;

pub(super) fn run(arguments: &MatchArguments, out: &mut dyn Write) -> Result<Done> {
    ensure!(
        arguments.games > 0 && arguments.games.is_multiple_of(2),
        "--games: {} is not a positive even number; games come in pairs with colours swapped",
        arguments.games
    );
    ensure!(
        arguments.opening_plies.is_multiple_of(2),
        "--opening-plies: {} is odd",
        arguments.opening_plies
    );
    ensure!(
        arguments.max_plies > 0,
        "--max-plies: allowed are numbers from 1"
    );
    ensure!(
        arguments.engine_timeout > 0,
        "--engine-timeout: allowed are numbers from 1"
    );
    ensure!(
        (0.5..=0.9999).contains(&arguments.level),
        "--level: allowed are 0.5 to 0.9999"
    );
    let variant = Variant::find(&arguments.rules, Path::new("."))?;
    let search = SearchConfig::guided();
    let minds = AgentFactory {
        variant: &variant,
        simulations: arguments.simulations,
        search,
        device: arguments.place.device(),
        find_checkpoint,
    };
    let mind = |spec: &AgentSpec| match spec {
        AgentSpec::External(spec) => Ok(Agent::External(ExternalAgent {
            budget: spec
                .budget
                .unwrap_or(ExternalBudget::Nodes(arguments.simulations)),
            spec: spec.clone(),
            rules: arguments.rules.clone(),
            patience: Duration::from_secs(u64::from(arguments.engine_timeout)),
        })),
        spec => minds.of(spec),
    };
    let minds = [mind(&arguments.agent)?, mind(&arguments.opponent)?];
    let interrupt = Interrupt::listen()?;
    let games = match play(arguments, &variant, &minds, &interrupt) {
        Err(error) if was_stopped(&error) => {
            say("stopped; a match keeps nothing");
            return Ok(Done::Stopped(interrupt.exit_code()));
        }
        games => games?,
    };
    report(arguments, &variant, &games, out)?;
    Ok(Done::Yes)
}

fn play(
    arguments: &MatchArguments,
    variant: &Variant,
    minds: &[Agent],
    interrupt: &Interrupt,
) -> Result<Vec<(PlannedGame, Played)>> {
    let seed = Seed::new(arguments.seed)
        .named("match")
        .named(&variant.name);
    let starts = starts(arguments, variant, &seed, interrupt)?;
    let jobs: Vec<PlannedGame> = (0..2 * starts.len() as u64)
        .map(|number| PlannedGame {
            number,
            start: starts[number as usize / 2],
            seats: if number % 2 == 0 { [0, 1] } else { [1, 0] },
        })
        .collect();
    let progress = Progress::new(jobs.len() as u64, arguments.quiet);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(arguments.threads)
        .build()?;
    // An outside engine plays one game after the other.
    let outside = arguments.has_outside();
    let in_play = if outside { 1 } else { GAMES_PER_BLOCK };
    let block_size = if outside {
        let share = jobs.len().div_ceil(pool.current_num_threads());
        share.min(GAMES_PER_BLOCK)
    } else {
        GAMES_PER_BLOCK
    };
    let blocks: Vec<Result<Vec<Played>, PlayError>> = pool.install(|| {
        jobs.par_chunks(block_size)
            .map(|jobs| {
                let block = Block {
                    geometry: &variant.geometry,
                    minds,
                    jobs,
                    move_policy: arguments.move_policy,
                    max_plies: arguments.max_plies,
                    in_play,
                    keep_targets: false,
                    seed: &seed,
                };
                let games = play_block(&block, &progress.counters, interrupt.flag());
                if games.is_err() {
                    // The other blocks have nothing more to play for.
                    interrupt.flag().store(true, Ordering::Relaxed);
                }
                progress.tick();
                games
            })
            .collect()
    });
    progress.finish();
    let stopped = |error: &&PlayError| matches!(error, PlayError::Stopped(_));
    let errors = || blocks.iter().filter_map(|block| block.as_ref().err());
    if let Some(error) = errors().find(|error| !stopped(error)).or(errors().next()) {
        return Err(error.clone().into());
    }
    Ok(jobs
        .into_iter()
        .zip(blocks.into_iter().flatten().flatten())
        .collect())
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

impl MatchArguments {
    fn has_outside(&self) -> bool {
        [&self.agent, &self.opponent]
            .into_iter()
            .any(|agent| matches!(agent, AgentSpec::External(_)))
    }
}

/// The agent's result in a game, `None` when it was cut.
fn result_of(job: &PlannedGame, game: &Played) -> Option<GameResult> {
    let agent = if job.seats[0] == 0 {
        Color::White
    } else {
        Color::Black
    };
    game.result_for(agent)
}

fn report(
    arguments: &MatchArguments,
    variant: &Variant,
    games: &[(PlannedGame, Played)],
    out: &mut dyn Write,
) -> Result<()> {
    let results: Vec<Option<GameResult>> = games
        .iter()
        .map(|(job, game)| result_of(job, game))
        .collect();
    let count = |wanted| {
        results
            .iter()
            .filter(|result| **result == Some(wanted))
            .count()
    };
    let cut = results.iter().filter(|result| result.is_none()).count();
    writeln!(
        out,
        "{} against {}, {}, {} games from {} {} with colours swapped",
        arguments.agent,
        arguments.opponent,
        variant.name,
        games.len(),
        games.len() / 2,
        if arguments.positions.is_some() {
            "positions"
        } else {
            "openings"
        }
    )?;
    if arguments.has_outside() {
        writeln!(
            out,
            "outside engines take no seed from us: another run may give other results"
        )?;
    }
    writeln!(
        out,
        "won {}  drawn {}  lost {}{}",
        count(GameResult::Win),
        count(GameResult::Draw),
        count(GameResult::Loss),
        if cut > 0 {
            format!("  cut by --max-plies {cut} (their pairs count for nobody)")
        } else {
            String::new()
        }
    )?;
    let pairs = results
        .chunks_exact(2)
        .filter_map(|pair| Some((pair[0]?, pair[1]?)));
    let pairs = Pentanomial::from_results(pairs)?;
    let Some(score) = pairs.score() else {
        writeln!(out, "score -: no pair of games ended")?;
        return Ok(());
    };
    let interval = pairs_score(&pairs, arguments.level)?;
    writeln!(
        out,
        "score {:.1} %  [{:.1}, {:.1}] at {} % ({})",
        100.0 * score,
        100.0 * interval.low,
        100.0 * interval.high,
        100.0 * arguments.level,
        interval.method
    )?;
    if let Some(elo) = elo_from_score(score)? {
        writeln!(out, "Elo difference {elo:+.0}")?;
    }
    exact_shares(arguments, games, out)?;
    let white = games
        .iter()
        .filter_map(|(_, game)| Some(game.outcome?.white_reward()));
    let (sum, ended) = white.fold((0i64, 0u64), |(sum, ended), reward| {
        (sum + i64::from(reward), ended + 1)
    });
    writeln!(
        out,
        "White's score {:.1} %",
        50.0 + 50.0 * sum as f64 / ended.max(1) as f64
    )?;
    Ok(())
}

/// How much of a perfect player's play was exact, over the moves with a choice.
fn exact_shares(
    arguments: &MatchArguments,
    games: &[(PlannedGame, Played)],
    out: &mut dyn Write,
) -> Result<()> {
    for (seat, agent) in [&arguments.agent, &arguments.opponent]
        .into_iter()
        .enumerate()
    {
        if !matches!(agent, AgentSpec::Perfect { .. }) {
            continue;
        }
        let shares = games.iter().flat_map(|(job, game)| {
            (0..2)
                .filter(|&c| job.seats[c] == seat)
                .map(|c| game.exact[c])
        });
        let (choices, exact, safe) = shares.fold((0, 0, 0), |sum, share| {
            (
                sum.0 + u64::from(share.choices),
                sum.1 + u64::from(share.exact),
                sum.2 + u64::from(share.safe),
            )
        });
        writeln!(
            out,
            "exact moves of {agent}: {exact} of {choices} with a choice ({:.1} %){}",
            100.0 * exact as f64 / choices.max(1) as f64,
            if safe > 0 {
                format!(", {safe} more proven to keep at least the draw")
            } else {
                String::new()
            }
        )?;
    }
    Ok(())
}
