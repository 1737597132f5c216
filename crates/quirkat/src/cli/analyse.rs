use super::convert::{read, rule_book};
use super::ending::{Done, was_stopped};
use super::place::DeviceArguments;
use crate::analysis::{
    Analyst, ExactValues, GameAnalysis, GameObject, PositionObject, annotate, write_game,
    write_position,
};
use crate::interrupt::Interrupt;
use crate::lines::{Line, Lines};
use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::Args;
use quirkat_lab::progress::say;
use quirkat_lab::run::find_checkpoint;
use quirkat_mcts::SearchConfig;
use quirkat_play::{AgentFactory, AgentSpec, Seed};
use quirkat_record::{Format, RecordedGame, RecordedResult, check_games, write_games};
use quirkat_rules::{Game, Position};
use quirkat_tables::MovePolicy;
use quirkat_variant::Variant;
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Arguments of `analyse`.
#[derive(Debug, Args)]
#[command(
    after_help = "Agents: as in `quirkat match`. All chances are for the side to move, or for the maker of a move;
the score is win + draw / 2. Shares are the agent's policy over whole moves. With --game, a move's
loss is the score after the agent's choice less the score after the move, each searched from the
position after it; where that is below 0, it is 0 and the comment says what was better.

The same arguments give the same output.

With --json an object has version (1), ruleset, rules_hash, agent, simulations, seed; for a position
fen, turn, result, value {win, draw, loss, score}, exact, choice, line, moves [{move, fen, prior,
visits, share, value, proven, exact}]; for a game game, start, result, reason, moves [{number, side,
move, legal, best, best_score, score, loss, value, exact_before, exact_after}], white and black
{moves, choices, asked, agreed, mean_loss, exact, exact_errors}. What is not known is null.

Examples:
  quirkat analyse rollout@2000 --rules bell 'bbbbb/bbbbb/bb1ww/wwwww/wwwww w'
  quirkat analyse net=runs/quick@256 --rules standard --tables tables --json '5/b4/1w1b1/5/5 b'
  quirkat analyse net=runs/quick@256 --game mine.pdn --out annotated.pdn"
)]
pub(super) struct AnalyseArguments {
    /// Who is asked
    agent: AgentSpec,
    /// Position; `-` reads one a line from stdin and answers in JSON lines, where a bad line gives
    /// {"error":…,"line":n} in its place, and exit code 2 [default: the start position]
    #[arg(conflicts_with = "game", allow_hyphen_values = true)]
    position: Option<String>,
    /// Rule set: a name or a path to a TOML file. With --game: of games that name none, or whose
    /// name is no preset's
    #[arg(long, value_name = "R", required_unless_present = "game")]
    rules: Option<String>,
    /// Simulations per decision, of an agent that names none
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    simulations: u32,
    /// Analyse the games of a record, `-` for stdin
    #[arg(long, value_name = "FILE")]
    game: Option<PathBuf>,
    /// Format of the record: csv, pdn [default: by the file's extension]
    #[arg(long, value_name = "FORMAT", requires = "game")]
    from: Option<Format>,
    /// Write the games with comments on their moves, as PDN
    #[arg(long, value_name = "FILE", requires = "game")]
    out: Option<PathBuf>,
    /// Answer in JSON: an object, or one a line for each game
    #[arg(long)]
    json: bool,
    /// Folder of endgame tables, for exact values
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Certificate, for exact values; may be repeated
    #[arg(long, value_name = "FILE")]
    certificate: Vec<PathBuf>,
    /// Seed of searches
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    place: DeviceArguments,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(arguments: &AnalyseArguments, out: &mut dyn Write) -> Result<Done> {
    ensure!(
        arguments.simulations <= 1_000_000,
        "--simulations: allowed are 0 to 1000000"
    );
    let interrupt = Interrupt::listen()?;
    let done = match (&arguments.game, &arguments.rules) {
        (Some(path), _) => games(arguments, path, &interrupt, out),
        (None, Some(rules)) => positions(arguments, rules, &interrupt, out),
        (None, None) => bail!("--rules: name a rule set"),
    };
    match done {
        Err(error) if was_stopped(&error) => {
            say("stopped; nothing was written");
            Ok(Done::Stopped(interrupt.exit_code()))
        }
        done => done,
    }
}

impl AnalyseArguments {
    fn analyst<'a>(&self, variant: &'a Variant, interrupt: &'a Interrupt) -> Result<Analyst<'a>> {
        let factory = AgentFactory {
            variant,
            simulations: self.simulations,
            search: SearchConfig::guided(),
            move_policy: MovePolicy::Greedy,
            device: self.place.device(),
            find_checkpoint,
            external: None,
        };
        let agent = factory.of(&self.agent)?;
        let tables = self.tables.as_deref();
        let exact = ExactValues::open(variant, &agent, tables, &self.certificate)?;
        Ok(Analyst::new(variant, &agent, exact, interrupt.flag())?)
    }

    /// The agent with its budget.
    fn name(&self, analyst: &Analyst<'_>) -> String {
        let named = analyst.simulations().map_or_else(
            || self.agent.clone(),
            |count| self.agent.with_simulations(count),
        );
        named.to_string()
    }

    fn seed(&self, variant: &Variant) -> Seed {
        Seed::new(self.seed)
            .named("analyse")
            .named(&variant.rules_hash())
    }
}

fn positions(
    arguments: &AnalyseArguments,
    rules: &str,
    interrupt: &Interrupt,
    out: &mut dyn Write,
) -> Result<Done> {
    let variant = Variant::find(rules, Path::new(".")).context("--rules")?;
    let mut analyst = arguments.analyst(&variant, interrupt)?;
    let agent = arguments.name(&analyst);
    let mut analyse = |text: Option<&str>| -> Result<_> {
        let position = match text {
            Some(text) => Position::parse(text, &variant.geometry)?,
            None => Position::START,
        };
        // A position has the same answer wherever it stands in a list.
        let seed = arguments.seed(&variant).named(&position.to_string());
        let game = Game::from_position(Arc::clone(&variant.geometry), position);
        let analysis = analyst.position(&game, &seed)?;
        let simulations = analyst.simulations();
        let object = PositionObject::new(&analysis, &variant, &agent, simulations, arguments.seed);
        Ok((analysis, object))
    };
    if arguments.position.as_deref() == Some("-") {
        let mut done = Done::Yes;
        let lines = Lines::of_stdin()?;
        for number in 0usize.. {
            let Some(line) = lines.next(interrupt.flag())? else {
                break;
            };
            let read = match line {
                Line::End => break,
                Line::Text(line) if line.is_empty() => continue,
                Line::Text(line) => analyse(Some(&line)),
                Line::Unreadable(reason) => Err(anyhow!("{reason}")),
            };
            let answer = match read {
                Ok((_, object)) => serde_json::to_string(&object)?,
                Err(error) if was_stopped(&error) => return Err(error),
                Err(error) => {
                    done = Done::Incomplete;
                    json!({"error": super::ending::one_line(&error), "line": number + 1})
                        .to_string()
                }
            };
            writeln!(out, "{answer}")?;
            // Somebody may wait for it before the next question.
            out.flush()?;
        }
        return Ok(done);
    }
    let (analysis, object) = analyse(arguments.position.as_deref())?;
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string(&object)?)?;
    } else {
        write_position(&analysis, &agent, &variant.name, out)?;
    }
    Ok(Done::Yes)
}

fn games(
    arguments: &AnalyseArguments,
    path: &Path,
    interrupt: &Interrupt,
    out: &mut dyn Write,
) -> Result<Done> {
    let given: Vec<String> = arguments.rules.iter().cloned().collect();
    let mut book = rule_book(&given)?;
    let (mut games, name) = read(path, arguments.from)?;
    check_games(&mut games, &mut book, &name)?;
    ensure!(!games.is_empty(), "{name}: no games");
    let mut analyses = vec![None; games.len()];
    // One agent a rule set, in the order of the file.
    while let Some(first) = analyses.iter().position(Option::is_none) {
        let variant = book.find(&games[first])?;
        let mut analyst = arguments.analyst(&variant, interrupt)?;
        ensure!(
            analyst.has_values(),
            "agent `{}` has no idea of values: name one that searches, or --tables or --certificate",
            arguments.agent
        );
        let agent = arguments.name(&analyst);
        for i in first..games.len() {
            if games[i].variant.as_deref() != Some(&variant.name)
                || book.find(&games[i])?.rules() != variant.rules()
            {
                continue;
            }
            if !arguments.quiet && games.len() > 1 {
                say(&format!("game {} of {}", i + 1, games.len()));
            }
            let seed = arguments.seed(&variant).named("game").numbered(i as u64);
            let analysis = GameAnalysis::of(&mut analyst, &games[i], &seed)?;
            let object = GameObject::new(
                &analysis,
                &games[i],
                &variant,
                &agent,
                analyst.simulations(),
                arguments.seed,
            );
            analyses[i] = Some((analysis, object, agent.clone()));
        }
    }
    for (game, (analysis, object, agent)) in games.iter_mut().zip(analyses.into_iter().flatten()) {
        annotate(
            game,
            &analysis,
            &format!("{agent}, seed {}", arguments.seed),
        );
        if arguments.json {
            writeln!(out, "{}", serde_json::to_string(&object)?)?;
        } else {
            write_game(&analysis, &title(game, &agent), out)?;
        }
    }
    if let Some(path) = &arguments.out {
        quirkat_store::write(path, write_games(&games, Format::Pdn)?.as_bytes())?;
    }
    Ok(Done::Yes)
}

fn title(game: &RecordedGame, agent: &str) -> String {
    let variant = game.variant.as_deref().unwrap_or_default();
    let result = game.result.map_or("*", RecordedResult::name);
    let reason = game.reason.as_deref().map(|reason| format!(" ({reason})"));
    format!(
        "game {}, {variant}, {result}{}, by {agent}",
        game.place.game,
        reason.unwrap_or_default()
    )
}
