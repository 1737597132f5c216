//! `exact`: tables, proofs, single positions, and grades.

mod grade;
mod load;
mod probe;
mod report;
mod sample;
mod size;
mod solve;
mod tables;
mod verify;

use crate::cli::ending::Done;
use anyhow::Result;
use clap::Subcommand;
use std::io::Write;

/// Commands of `exact`.
#[derive(Debug, Subcommand)]
pub(super) enum ExactCommand {
    /// Build endgame tables: the exact value of every position with few men; the same command resumes
    #[command(
        after_help = "Each level is written whole or not at all, so that a killed run goes on where it was. The
limit of plies without a capture is not part of a value; endless play is a draw.

Example: quirkat exact tables --rules standard --men 6 --out tables --distance"
    )]
    Tables(tables::TablesArguments),
    /// Decide a position by proof search
    #[command(
        after_help = "The first line is `value: win`, `draw` or `loss` for White, or a bound such as `value: at least draw`;
with --first-moves a line `MOVE: VALUE`, again for White, follows for each move. Exit code 1 when
something that was asked stays open.

Example: quirkat exact solve --rules standard --tables tables --first-moves --certificate standard.cert"
    )]
    Solve(solve::SolveArguments),
    /// Show the value of a position and the moves that keep it
    #[command(after_help = "Examples:
  quirkat exact probe --rules standard --tables tables '3b1/4b/2w2/5/5 b'
  echo '{\"ruleset\":\"bell\",\"fen\":\"w2b1/5/5/5/w4 b\"}' | quirkat exact probe --jsonl")]
    Probe(probe::ProbeArguments),
    /// Check a certificate with the rules alone, and with tables where it ends in them
    #[command(
        after_help = "Exit code 0: every claim is proven; 1: it is not; 2: the file is damaged or tables are missing.

Example: quirkat exact verify standard.cert --tables tables"
    )]
    Verify(verify::VerifyArguments),
    /// Check every entry of tables against its successors
    #[command(after_help = "Exit code 0: all follow; 1: one does not.

Example: quirkat exact verify-tables --rules standard --tables tables")]
    VerifyTables(verify::VerifyTablesArguments),
    /// Measure how often an agent keeps the value of a position
    #[command(
        after_help = "On fixed positions, won or drawn for the side to move, in which at least one legal move gives value
away. The value error is the mean loss of game-theoretic value (win 1, draw 0.5, loss 0).

Example: quirkat exact grade net=runs/quick --rules bell --out grade.csv"
    )]
    Grade(grade::GradeArguments),
    /// Draw positions to grade agents on
    #[command(
        after_help = "Positions with at most 8 men come from random games; larger ones from a certificate, kept where every
legal move could be decided. The same arguments give the same file.

Example: quirkat exact sample --rules standard --tables tables --certificate standard.cert --out standard.csv"
    )]
    Sample(sample::SampleArguments),
}

pub(super) fn run(command: ExactCommand, out: &mut dyn Write) -> Result<Done> {
    match command {
        ExactCommand::Tables(arguments) => tables::run(&arguments),
        ExactCommand::Solve(arguments) => solve::run(&arguments, out),
        ExactCommand::Probe(arguments) => probe::run(&arguments, out),
        ExactCommand::Verify(arguments) => verify::run(&arguments, out),
        ExactCommand::VerifyTables(arguments) => verify::run_tables(&arguments, out),
        ExactCommand::Grade(arguments) => grade::run(&arguments, out),
        ExactCommand::Sample(arguments) => sample::run(&arguments, out),
    }
}
