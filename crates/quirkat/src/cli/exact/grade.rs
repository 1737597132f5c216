use super::load;
use super::sample::Ground;
use crate::cli::ending::{Done, was_stopped};
use crate::cli::place::DeviceArguments;
use crate::interrupt::Interrupt;
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use quirkat_lab::grading::{GradedPosition, Grader, print_grades, published_for, read_positions};
use quirkat_lab::progress::say;
use quirkat_lab::run::find_checkpoint;
use quirkat_lab::run::last_checkpoint;
use quirkat_mcts::SearchConfig;
use quirkat_play::{Agent, AgentFactory, AgentSpec, Seed};
use quirkat_solver::ExactPlayer;
use quirkat_tables::{GradeRow, MovePolicy, write_csv};
use quirkat_variant::Variant;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Arguments of `exact grade`.
#[derive(Debug, Args)]
pub(in crate::cli) struct GradeArguments {
    /// Agent: as in `match`
    agent: AgentSpec,
    /// Rule set: a name or a path to a TOML file
    #[arg(long, value_name = "R")]
    rules: String,
    /// Folder of endgame tables, for positions whose file does not have the values of all moves
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Certificate to draw larger positions from, where the rules have no published ones
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Positions as CSV: ruleset, fen, men, value, best, and perhaps stratum and moves [default: the
    /// published ones of the rule set, or positions drawn from --tables and --certificate]
    #[arg(long, value_name = "FILE")]
    samples: Option<PathBuf>,
    /// Simulations per decision, of an agent that names none
    #[arg(
        long,
        value_name = "N,N",
        value_delimiter = ',',
        default_value = "0,8,32,128,512"
    )]
    simulations: Vec<u32>,
    /// Write the rows as CSV
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Leave out `random`, `rollout@128`, `rollout@512` and the untrained network
    #[arg(long)]
    no_baselines: bool,
    /// Seed of searches and ties
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Level of the intervals
    #[arg(long, value_name = "LEVEL", default_value_t = 0.95)]
    level: f64,
    /// Threads; 0 for as many as there are cores. Changes no result
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = crate::cli::place::parse_threads)]
    threads: usize,
    #[command(flatten)]
    place: DeviceArguments,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

/// The most simulations that `--simulations` may name, as after an agent's `@`.
const MOST: u32 = 1_000_000;

pub(super) fn run(arguments: &GradeArguments, out: &mut dyn Write) -> Result<Done> {
    ensure!(
        (0.5..=0.9999).contains(&arguments.level),
        "--level: allowed are 0.5 to 0.9999"
    );
    if let Some(count) = arguments.simulations.iter().find(|count| **count > MOST) {
        bail!("--simulations: {count} is more than {MOST}");
    }
    let variant = load::rules(&arguments.rules)?;
    let subjects = subjects(arguments, &variant)?;
    let interrupt = load::interrupt()?;
    let rows = match graded(arguments, &variant, &subjects, &interrupt) {
        Err(error) if was_stopped(&error) => {
            say("stopped; nothing was written");
            return Ok(Done::Stopped(interrupt.exit_code()));
        }
        rows => rows?,
    };
    if let Some(path) = &arguments.out {
        write_csv(path, &rows)?;
    }
    print_grades(&rows, out)?;
    Ok(Done::Yes)
}

/// Somebody to grade.
struct Subject {
    name: String,
    simulations: Option<u32>,
    agent: Agent,
}

/// The agent at each number of simulations, then what it is compared with.
fn subjects(arguments: &GradeArguments, variant: &Variant) -> Result<Vec<Subject>> {
    let factory = AgentFactory {
        variant,
        simulations: 0,
        search: SearchConfig::guided(),
        move_policy: MovePolicy::Greedy,
        device: arguments.place.device(),
        find_checkpoint,
        external: None,
    };
    let mut subjects: Vec<Subject> = Vec::new();
    let mut add = |name: Option<&str>, spec: &AgentSpec| -> Result<()> {
        for simulations in budgets(spec, &arguments.simulations) {
            let named = simulations.map_or_else(|| spec.clone(), |n| spec.with_simulations(n));
            let name = name.map_or_else(|| spec.unbudgeted().to_string(), str::to_owned);
            let there = |other: &Subject| other.name == name && other.simulations == simulations;
            if !subjects.iter().any(there) {
                let agent = factory.of(&named)?;
                subjects.push(Subject {
                    name,
                    simulations,
                    agent,
                });
            }
        }
        Ok(())
    };
    add(None, &arguments.agent)?;
    if arguments.no_baselines {
        return Ok(subjects);
    }
    match untrained(&arguments.agent, variant) {
        Some(Ok(spec)) => add(Some("untrained"), &spec)?,
        Some(Err(missing)) if !arguments.quiet => say(&missing),
        _ => {}
    }
    for text in ["random", "rollout@128", "rollout@512"] {
        add(None, &text.parse()?)?;
    }
    Ok(subjects)
}

/// The numbers of simulations that make sense for an agent.
fn budgets(spec: &AgentSpec, wanted: &[u32]) -> Vec<Option<u32>> {
    if !spec.searches() {
        return vec![None];
    }
    if let Some(written) = spec.simulations() {
        return vec![Some(written)];
    }
    let possible = |count: &&u32| **count > 0 || spec.has_policy();
    wanted
        .iter()
        .filter(possible)
        .map(|count| Some(*count))
        .collect()
}

/// The network of the same run before it learnt anything, or the reason why there is none.
fn untrained(spec: &AgentSpec, variant: &Variant) -> Option<Result<AgentSpec, String>> {
    let AgentSpec::Net { path, simulations } = spec else {
        return None;
    };
    let newest = if path.join("config.toml").is_file() {
        last_checkpoint(path, &variant.name).ok()?
    } else {
        path.clone()
    };
    let first = newest.parent().unwrap_or(Path::new("")).join("iter-0000");
    Some(if first.is_dir() {
        Ok(AgentSpec::Net {
            path: first,
            simulations: *simulations,
        })
    } else {
        Err(format!(
            "no untrained network to compare with: {} is missing",
            first.display()
        ))
    })
}

fn graded(
    arguments: &GradeArguments,
    variant: &Variant,
    subjects: &[Subject],
    interrupt: &Interrupt,
) -> Result<Vec<GradeRow>> {
    let work = || -> Result<Vec<GradeRow>> {
        let positions = positions(arguments, variant, interrupt)?;
        let grader = Grader {
            variant,
            positions: &positions,
            level: arguments.level,
            seed: Seed::new(arguments.seed)
                .named("grade")
                .named(&variant.name),
        };
        let mut rows = Vec::new();
        for subject in subjects {
            if !arguments.quiet {
                let sims = subject.simulations.map(|count| format!("@{count}"));
                say(&format!(
                    "grading {}{}",
                    subject.name,
                    sims.unwrap_or_default()
                ));
            }
            rows.extend(grader.grade(
                &subject.name,
                subject.simulations,
                &subject.agent,
                interrupt.flag(),
            )?);
        }
        Ok(rows)
    };
    load::on_threads(arguments.threads, work)?
}

/// The positions in which the choice matters, with all that is known of their moves.
fn positions(
    arguments: &GradeArguments,
    variant: &Variant,
    interrupt: &Interrupt,
) -> Result<Vec<GradedPosition>> {
    let ground = Ground::open(
        variant,
        arguments.tables.as_deref(),
        arguments.certificate.as_deref(),
    )?;
    let mut positions = match (&arguments.samples, published_for(variant)?) {
        (Some(path), _) => {
            let place = || format!("--samples: {}", path.display());
            let text = std::fs::read_to_string(path).with_context(place)?;
            read_positions(&text, variant).with_context(place)?
        }
        (None, Some(positions)) => positions,
        (None, None) if arguments.tables.is_some() || arguments.certificate.is_some() => {
            ground.draw_default(variant, interrupt.flag())?
        }
        (None, None) => bail!(
            "no positions of `{}` are published: name a file with --samples, or draw some from --tables \
             and --certificate",
            variant.name
        ),
    };
    let read = positions.len();
    positions.retain(GradedPosition::matters);
    ensure!(
        !positions.is_empty(),
        "in none of {read} positions is there a value to keep and a move that gives it away"
    );
    if positions.len() < read && !arguments.quiet {
        say(&format!(
            "{} of {read} positions are left out: lost, or every move keeps the value",
            read - positions.len()
        ));
    }
    let mut player = ExactPlayer::new(Arc::clone(&ground.source));
    for graded in &mut positions {
        graded.complete(|position| player.move_values(position))?;
    }
    Ok(positions)
}
