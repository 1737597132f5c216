use super::load;
use crate::certificates::read_strategy;
use crate::cli::ending::{Done, was_stopped};
use anyhow::Result;
use clap::Args;
use quirkat_lab::grading::{Draw, GradedPosition, draw_positions, write_positions};
use quirkat_lab::progress::say;
use quirkat_play::Seed;
use quirkat_solver::{Control, ExactSource, Strategy};
use quirkat_variant::Variant;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Arguments of `exact sample`.
#[derive(Debug, Args)]
pub(in crate::cli) struct SampleArguments {
    /// Rule set: a name or a path to a TOML file
    #[arg(long, value_name = "R")]
    rules: String,
    /// Folder of endgame tables
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Certificate whose positions are taken where they have more than 8 men
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Positions in each of the strata 3-5, 6-8 and 9-24 men
    #[arg(long, value_name = "N", default_value_t = 300)]
    per_stratum: usize,
    /// Positions that the proof search may expand for one position and its moves
    #[arg(long, value_name = "N", default_value_t = NODES)]
    nodes: u64,
    /// Seed of the random games
    #[arg(long, value_name = "N", default_value_t = SEED)]
    seed: u64,
    /// Threads; 0 for as many as there are cores. Changes no result
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = crate::cli::place::parse_threads)]
    threads: usize,
    /// Where to write them [default: stdout]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// What `exact grade` draws with when it must draw.
const NODES: u64 = 100_000;
const SEED: u64 = 1;

pub(super) fn run(arguments: &SampleArguments, out: &mut dyn Write) -> Result<Done> {
    let variant = load::rules(&arguments.rules)?;
    let ground = Ground::open(
        &variant,
        arguments.tables.as_deref(),
        arguments.certificate.as_deref(),
    )?;
    let interrupt = load::interrupt()?;
    let drawn = load::on_threads(arguments.threads, || {
        ground.draw(
            &variant,
            arguments.per_stratum,
            arguments.nodes,
            arguments.seed,
            interrupt.flag(),
        )
    })?;
    let drawn = match drawn {
        Err(error) if was_stopped(&error) => {
            say("stopped; nothing was written");
            return Ok(Done::Stopped(interrupt.exit_code()));
        }
        drawn => drawn?,
    };
    let text = write_positions(&variant.name, &drawn)?;
    match &arguments.out {
        Some(path) => quirkat_store::write(path, &text)?,
        None => out.write_all(&text)?,
    }
    Ok(Done::Yes)
}

/// What exact values come from.
pub(super) struct Ground {
    pub(super) source: Arc<ExactSource>,
    certificate: Option<Strategy>,
}

impl Ground {
    /// Opens the tables, and the certificate after a check.
    pub(super) fn open(
        variant: &Variant,
        tables: Option<&Path>,
        certificate: Option<&Path>,
    ) -> Result<Self> {
        let tables = load::tables(tables, variant.rules())?;
        let read = |path| read_strategy(path, variant, tables.as_ref());
        let certificate = certificate.map(read).transpose()?;
        Ok(Self {
            source: Arc::new(ExactSource::new(variant.rules(), tables, Vec::new())),
            certificate,
        })
    }

    /// Draws the positions that `exact grade` uses when it is given no others.
    pub(super) fn draw_default(
        &self,
        variant: &Variant,
        stop: &AtomicBool,
    ) -> Result<Vec<GradedPosition>> {
        self.draw(variant, 300, NODES, SEED, stop)
    }

    fn draw(
        &self,
        variant: &Variant,
        per_stratum: usize,
        nodes: u64,
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<Vec<GradedPosition>> {
        let draw = Draw {
            variant,
            source: &self.source,
            certificate: self.certificate.as_ref(),
            per_stratum,
            nodes,
            seed: Seed::new(seed).named("grade"),
        };
        let control = Control {
            stop,
            report: &|_| {},
        };
        draw_positions(&draw, &control)
    }
}
