use super::sequential::TestSpec;
use crate::cli::place::DeviceArguments;
use clap::Args;
use quirkat_play::AgentSpec;
use quirkat_tables::MovePolicy;
use std::path::PathBuf;

/// Arguments of `match`.
#[derive(Debug, Args)]
#[command(
    after_help = "Agents: random, uniform@SIMS, rollout@SIMS, net=PATH@SIMS, where PATH is a run's folder or a
checkpoint's, and SIMS the simulations per decision with more than one legal action (0: raw policy);
perfect=TABLES, where TABLES is a folder of endgame tables and certificates (*.cert), and
perfect=TABLES+AGENT, where AGENT moves in positions that these leave open;
ugi=COMMAND@NODES and ugi=COMMAND@TIMEms, a program with its arguments that speaks the Universal Game
Interface (`quirkat engine` is one). Its option `rules`, where it has one, is set to --rules.

With --sprt the match is a test of the first agent's Elo difference, ELO0 (H0) against ELO1 (H1), on pairs of games
(Wald's sequential test on pentanomial counts, logistic Elo). It ends as soon as the test is decided, at the
latest after --games. ALPHA and BETA are the probabilities of accepting H1 where ELO0 is true and H0 where ELO1
is (0.05 each). Exit code 0: H1 accepted; 1: H0 accepted, or not decided. The same seed gives the same end.

Example: quirkat match net=runs/quick@128 rollout@256 --rules bell --games 1000 --out games.pdn
Example: quirkat match ugi='other-engine --quiet@1000' rollout@64 --rules bell
Example: quirkat match net=runs/quick@32 rollout@32 --rules bell --games 400
Example: quirkat match net=runs/quick@128 perfect=tables --rules standard --positions mine.csv
Example: quirkat match net=runs/new@64 net=runs/quick@64 --rules bell --games 2000 --sprt 0,20"
)]
pub(in crate::cli) struct MatchArguments {
    /// First agent, whose score is shown
    pub(super) agent: AgentSpec,
    /// Its opponent
    pub(super) opponent: AgentSpec,
    /// Rule set: a name or a path to a TOML file
    #[arg(long, value_name = "R")]
    pub(super) rules: String,
    /// Games, an even number: pairs from one opening with colours swapped
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = parse_games)]
    pub(super) games: u32,
    /// Simulations per decision of agents that name none
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    pub(super) simulations: u32,
    /// Move policy: greedy, sampled:T:K, sampled:T:all
    #[arg(long, value_name = "POLICY", default_value = "greedy")]
    pub(super) move_policy: MovePolicy,
    /// Plies of random play behind each opening, an even number
    #[arg(long, value_name = "N", default_value_t = 12)]
    pub(super) opening_plies: u32,
    /// Play from these positions instead, each twice with the sides exchanged: a CSV with a column fen
    #[arg(long, value_name = "FILE", conflicts_with_all = ["games", "opening_plies"])]
    pub(super) positions: Option<PathBuf>,
    /// Longer games are cut and count for nobody
    #[arg(long, value_name = "N", default_value_t = 400)]
    pub(super) max_plies: u32,
    /// Seed of openings and games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// Stop as soon as a sequential test of the Elo difference is decided
    #[arg(
        long,
        value_name = "ELO0,ELO1[,ALPHA,BETA]",
        allow_hyphen_values = true
    )]
    pub(super) sprt: Option<TestSpec>,
    /// Keep the games in this file, .pdn or .csv, as they are played; the same command goes on with it
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Level of the interval
    #[arg(long, value_name = "LEVEL", default_value_t = 0.95)]
    pub(super) level: f64,
    /// Threads; 0 for as many as there are cores. Changes no result, external engines excepted
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = crate::cli::place::parse_threads)]
    pub(super) threads: usize,
    /// Seconds that an external engine may keep an answer waiting, beyond its time for a move
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub(super) engine_timeout: u32,
    /// How often an external engine may crash, keep an answer waiting too long or play an illegal move: each
    /// time it loses the game and is started again. Once more ends the match
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) restart: u32,
    #[command(flatten)]
    pub(super) place: DeviceArguments,
    /// Show no progress
    #[arg(long, short)]
    pub(super) quiet: bool,
}

impl MatchArguments {
    /// Whether a program of others plays, whose moves follow from no seed of ours.
    pub(super) fn has_external(&self) -> bool {
        [&self.agent, &self.opponent]
            .into_iter()
            .any(AgentSpec::is_external)
    }
}

/// Reads a number of games.
fn parse_games(text: &str) -> Result<u32, String> {
    match text.parse::<u32>() {
        Ok(count) if (2..=1_000_000).contains(&count) && count.is_multiple_of(2) => Ok(count),
        _ => Err(
            "games come in pairs with colours swapped: allowed are even numbers from 2 to 1000000"
                .to_owned(),
        ),
    }
}
