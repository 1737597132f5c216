//! The command line: data on stdout, progress and logs on stderr; exit codes 0 done, 1 ran and the
//! answer is no, 2 could not run, 130 and 143 stopped by a signal after saving.

mod analyse;
mod balance;
mod bench;
mod completions;
mod contest;
mod convert;
mod doctor;
mod ending;
mod engine;
mod exact;
mod export;
mod inspect;
mod jsonl;
mod place;
mod report;
mod rules;
mod train;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use ending::{Done, is_broken_pipe, one_line};
use quirkat_lab::progress::say;
use std::io::{self, Write};
use std::process::ExitCode;

/// Train self-play agents for variants of Alquerque and measure the first player's advantage.
#[derive(Debug, Parser)]
#[command(name = "quirkat", version, arg_required_else_help = true, after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "Examples:
  quirkat train configs/quick.toml                    train the named rule sets and compare them
  quirkat balance configs/balance.toml --plan         what a measurement over training seeds will cost and can show
  quirkat match net=runs/quick@64 rollout@256 --rules bell --games 200
  quirkat engine --rules bell --agent net=runs/quick  play for other programs (UGI, Hub)
  quirkat rules show bell                             the switches of a rule set
  quirkat rules perft --rules standard 10             count positions
  quirkat exact tables --rules standard --men 6 --out tables
                                                      endgame tables of exact values
  quirkat run inspect runs/quick                      what a run has done
  quirkat report runs/quick                           the same as a page with figures

Exit codes: 0 done; 1 ran, and the answer is no; 2 could not run; 130, 143 stopped by a signal after saving.";

#[derive(Debug, Subcommand)]
enum Command {
    /// Train agents by self-play, evaluate them, and write the CSVs; the same command resumes
    Train(train::TrainArguments),
    /// Measure the first player's advantage over training replicates, with verdicts
    Balance(Box<balance::BalanceArguments>),
    /// Play a match between two agents: paired openings, colours swapped
    Match(contest::MatchArguments),
    /// Play for other programs, which drive it by lines: UGI and the Hub protocol
    Engine(engine::EngineArguments),
    /// Show runs as one page: advantages, curves, warnings, how to repeat them
    Report(report::ReportArguments),
    /// Measure the speed of this build on this machine
    Bench(bench::BenchArguments),
    /// Show what an agent thinks of a position, or of every move of a game
    Analyse(Box<analyse::AnalyseArguments>),
    /// Convert records of games between CSV and PDN, checking them by the rules
    Convert(convert::ConvertArguments),
    /// Write a network as ONNX or safetensors, with all that a player needs beside it
    Export(export::ExportArguments),
    /// Rule sets, legal moves, perft, replays
    #[command(subcommand, after_help = "Example: quirkat rules show bell")]
    Rules(rules::RulesCommand),
    /// Exact values: endgame tables, proofs that can be checked, grades of agents
    #[command(
        subcommand,
        after_help = "Example: quirkat exact solve --rules bell --memory 2GiB --certificate bell.cert"
    )]
    Exact(exact::ExactCommand),
    /// Print the completion script of a shell
    Completions(completions::CompletionsArguments),
    /// Print the manual page, or write a page of each command
    Man(completions::ManArguments),
    /// Look into runs
    #[command(subcommand, after_help = "Example: quirkat run inspect runs/quick")]
    Run(RunCommand),
}

#[derive(Debug, Subcommand)]
enum RunCommand {
    /// Show what a run has done and where its files are
    #[command(after_help = "Example: quirkat run inspect runs/quick")]
    Inspect(inspect::InspectArguments),
    /// Look over the files of a run or of endgame tables: is everything whole?
    Doctor(doctor::DoctorArguments),
}

/// Runs the command of this process's arguments.
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return refuse(&error),
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    let result = dispatch(arguments.command, &mut out).and_then(|done| {
        out.flush()?;
        Ok(done)
    });
    match result {
        Ok(Done::Yes) => ExitCode::SUCCESS,
        Ok(Done::No) => ExitCode::from(1),
        Ok(Done::Incomplete) => ExitCode::from(2),
        Ok(Done::Stopped(code)) => ExitCode::from(code),
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = out.flush();
            say(&format!("error: {}", one_line(&error)));
            ExitCode::from(2)
        }
    }
}

/// Help and version as they are; an error in one line, with its tip but without the usage.
fn refuse(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let printed = error.print().and_then(|()| io::stdout().flush());
        return match printed {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => ExitCode::from(2),
            _ => ExitCode::from(error.exit_code() as u8),
        };
    }
    let text = error.to_string();
    let told = text.lines().map(str::trim);
    let told = told.take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"));
    let mut message = String::new();
    for line in told.filter(|line| !line.is_empty()) {
        match message.chars().last() {
            None => {}
            Some(':') => message.push(' '),
            Some(_) => message.push_str("; "),
        }
        message.push_str(line);
    }
    say(&message);
    ExitCode::from(2)
}

fn dispatch(command: Command, out: &mut dyn Write) -> anyhow::Result<Done> {
    match command {
        Command::Train(arguments) => train::run(&arguments, out),
        Command::Balance(arguments) => balance::run(&arguments, out),
        Command::Match(arguments) => contest::run(&arguments, out),
        Command::Engine(arguments) => engine::run(&arguments, out),
        Command::Report(arguments) => report::run(&arguments, out),
        Command::Bench(arguments) => bench::run(&arguments, out),
        Command::Analyse(arguments) => analyse::run(&arguments, out),
        Command::Completions(arguments) => completions::run(&arguments, Arguments::command(), out),
        Command::Man(arguments) => completions::man(&arguments, Arguments::command(), out),
        Command::Convert(arguments) => convert::run(&arguments, out),
        Command::Export(arguments) => export::run(&arguments, out),
        Command::Rules(command) => rules::run(&command, out),
        Command::Exact(command) => exact::run(command, out),
        Command::Run(RunCommand::Inspect(arguments)) => inspect::run(&arguments, out),
        Command::Run(RunCommand::Doctor(arguments)) => doctor::run(&arguments, out),
    }
}
