use super::size::{Size, shown};
use super::{load, report::Report};
use crate::cli::ending::Done;
use anyhow::{Context, Result, ensure};
use clap::Args;
use quirkat_lab::progress::say;
use quirkat_solver::{Control, SolveOptions, on_large_stack, solve};
use quirkat_store::check_writable;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// Arguments of `exact solve`.
#[derive(Debug, Args)]
pub(in crate::cli) struct SolveArguments {
    /// Rule set: a name or a path to a TOML file
    #[arg(long, value_name = "R")]
    rules: String,
    /// Position [default: the start position]
    #[arg(long, value_name = "P")]
    position: Option<String>,
    /// Folder of endgame tables
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Memory of the search, such as 512MiB; the proof itself takes more
    #[arg(long, value_name = "SIZE", default_value = "1GiB")]
    memory: Size,
    /// Positions to expand at most [default: no limit]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Decide the position after every first move, too
    #[arg(long)]
    first_moves: bool,
    /// Write the proof
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Keep the memory of a search that ends without an answer, and take it up again
    #[arg(long, value_name = "FILE")]
    saved_search: Option<PathBuf>,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(arguments: &SolveArguments, out: &mut dyn Write) -> Result<Done> {
    ensure!(
        arguments.memory.0 >= 1 << 20,
        "--memory: at least 1MiB is needed"
    );
    let variant = load::rules(&arguments.rules)?;
    let position = load::position(&variant, arguments.position.as_deref())?;
    let tables = load::tables(arguments.tables.as_deref(), variant.rules())?;
    let options = SolveOptions {
        position,
        memory: arguments.memory.0,
        first_moves: arguments.first_moves,
        nodes: arguments.nodes.unwrap_or(u64::MAX),
        saved_search: arguments.saved_search.clone(),
    };
    if let Some(path) = &arguments.certificate {
        check_writable(path).context("--certificate")?;
    }
    let interrupt = load::interrupt()?;
    let report = Report::new(arguments.quiet);
    let show = |progress| report.show(&progress);
    let control = Control {
        stop: interrupt.flag(),
        report: &show,
    };
    let started = Instant::now();
    let solution =
        on_large_stack(|| solve(&variant.geometry, tables.as_ref(), &options, &control))?;
    report.finish();
    let solution = solution?;
    let seconds = started.elapsed().as_secs_f64();
    writeln!(out, "value: {}", solution.value)?;
    for (played, bounds) in &solution.moves {
        writeln!(out, "{played}: {bounds}")?;
    }
    out.flush()?;
    load::note_limit(variant.rules());
    say(&format!(
        "{} positions expanded, {} entries corrected, {seconds:.1} s, {} for the search",
        solution.nodes,
        solution.repairs,
        shown(solution.memory),
    ));
    for open in &solution.undecided {
        say(&format!("open: {open}"));
    }
    if let Some(path) = &arguments.certificate {
        let hash = solution.certificate.write(path).context("--certificate")?;
        say(&format!(
            "{}: {} positions prove {} claims, blake3 {}",
            path.display(),
            solution.certificate.positions(),
            solution.certificate.claims.len(),
            load::hex(&hash),
        ));
    }
    if interrupt.flag().load(std::sync::atomic::Ordering::Relaxed) {
        say(match &arguments.saved_search {
            Some(_) => "stopped; the search is saved: the same command goes on",
            None => "stopped; with --saved-search FILE a search can be taken up again",
        });
        return Ok(Done::Stopped(interrupt.exit_code()));
    }
    let open = solution.value.value().is_none()
        || solution
            .moves
            .iter()
            .any(|(_, bounds)| bounds.value().is_none());
    Ok(if open { Done::No } else { Done::Yes })
}
