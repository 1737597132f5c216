use super::arguments::MatchArguments;
use super::games::play;
use super::summary::{questions, report};
use crate::cli::ending::{Done, was_stopped};
use crate::interrupt::Interrupt;
use anyhow::{Result, ensure};
use quirkat_lab::progress::say;
use quirkat_lab::run::find_checkpoint;
use quirkat_mcts::SearchConfig;
use quirkat_play::{AgentFactory, ExternalTerms};
use quirkat_stats::Decision;
use quirkat_variant::Variant;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

pub(in crate::cli) fn run(arguments: &MatchArguments, out: &mut dyn Write) -> Result<Done> {
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
    let factory = AgentFactory {
        variant: &variant,
        simulations: arguments.simulations,
        search: SearchConfig::guided(),
        move_policy: arguments.move_policy,
        device: arguments.place.device(),
        find_checkpoint,
        external: Some(ExternalTerms {
            rules: &arguments.rules,
            patience: Duration::from_secs(u64::from(arguments.engine_timeout)),
            restarts: arguments.restart,
        }),
    };
    let agents = [
        factory.of(&arguments.agent)?,
        factory.of(&arguments.opponent)?,
    ];
    let interrupt = Interrupt::listen()?;
    let played = match play(arguments, &variant, &agents, &interrupt) {
        Err(error) if was_stopped(&error) => {
            say(match &arguments.out {
                Some(_) => "stopped; the same command goes on",
                None => "stopped; with --out FILE a match keeps its games and goes on",
            });
            return Ok(Done::Stopped(interrupt.exit_code()));
        }
        played => played?,
    };
    report(arguments, &variant, &played.games, out)?;
    questions(arguments, &agents, out)?;
    let Some(test) = played.test else {
        return Ok(Done::Yes);
    };
    Ok(match test.report(played.games.len(), out)? {
        Decision::AcceptH1 => Done::Yes,
        Decision::AcceptH0 | Decision::Continue => Done::No,
    })
}
