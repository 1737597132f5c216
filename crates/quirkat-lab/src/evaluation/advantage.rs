use super::group::Group;
use anyhow::Result;
use quirkat_stats::{GameResult, Interval, Wdl, elo_from_score};
use quirkat_tables::{AdvantageRow, Fixed, GameRow, ProxyGameRow, Shortest};

/// The strength proxy of an agent at a budget.
#[derive(Clone, Debug)]
pub(crate) struct Proxy {
    pub(crate) opponent: String,
    pub(crate) games: u64,
    pub(crate) score: Option<f64>,
}

impl Proxy {
    /// The proxy that goes with a row, from the games against its opponent.
    pub(crate) fn of(key: &GameRow, proxy_games: &[ProxyGameRow], opponent: &str) -> Result<Self> {
        let (mut games, mut counts) = (0, [0u64; 3]);
        for game in proxy_games {
            let same = (&game.variant, game.seed, &game.checkpoint, game.simulations)
                == (&key.variant, key.seed, &key.checkpoint, key.simulations);
            if !same {
                continue;
            }
            games += 1;
            match game.agent_result() {
                Some(GameResult::Win) => counts[0] += 1,
                Some(GameResult::Draw) => counts[1] += 1,
                Some(GameResult::Loss) => counts[2] += 1,
                None => {}
            }
        }
        let [wins, draws, losses] = counts;
        Ok(Self {
            opponent: opponent.to_owned(),
            games,
            score: Wdl::new(wins, draws, losses)?.score(),
        })
    }
}

/// The row of a group of games.
pub(crate) fn advantage_row(
    group: &Group<'_>,
    rules_hash: &str,
    level: f64,
    proxy: &Proxy,
) -> Result<AdvantageRow> {
    let (key, counts) = (group.key(), &group.counts);
    let scored = group.results.interval(level)?;
    let value = scored.map(|(value, _)| value);
    let end = |pick: fn(&Interval) -> f64| scored.as_ref().map(|(_, interval)| pick(interval));
    let points = |value: Option<f64>| value.map(|value| Fixed::new(100.0 * (value - 0.5)));
    let elo = value.map(elo_from_score).transpose()?.flatten();
    Ok(AdvantageRow {
        variant: key.variant.clone(),
        rules_hash: rules_hash.to_owned(),
        start_set: key.start_set,
        move_policy: key.move_policy,
        seed: key.seed,
        checkpoint: key.checkpoint.clone(),
        simulations: key.simulations,
        games: counts.games(),
        white_wins: counts.white,
        draws: counts.draws,
        black_wins: counts.black,
        capped: counts.capped,
        white_score: value.map(Fixed::new),
        white_score_low: end(|interval| interval.low).map(Fixed::new),
        white_score_high: end(|interval| interval.high).map(Fixed::new),
        level: Shortest(level),
        method: scored.map(|(_, interval)| interval.method.into()),
        advantage_pp: points(value),
        advantage_pp_low: points(end(|interval| interval.low)),
        advantage_pp_high: points(end(|interval| interval.high)),
        advantage_elo: elo.map(Fixed::new),
        mean_plies: counts.mean_plies().map(Fixed::new),
        decisions_per_ply: counts.decisions_per_ply().map(Fixed::new),
        unique_games: counts.unique,
        proxy_opponent: proxy.opponent.clone(),
        proxy_games: proxy.games,
        proxy_score: proxy.score.map(Fixed::new),
    })
}
