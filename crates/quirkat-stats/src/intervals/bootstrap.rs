//! Bootstrap intervals, as a check on the t intervals and never as the decision: with few seeds
//! they are too narrow.

use rand::{Rng, RngExt as _};
use rand_distr::{Binomial, Distribution as _};

use crate::counts::tally::Tally;
use crate::error::{Error, Result, open_unit, sample};
use crate::intervals::interval::{Interval, Method};

/// Hierarchical (seed-clustered) percentile bootstrap of the mean over seeds of each seed's mean:
/// seeds are drawn with replacement, then the games of each drawn seed. `seeds` holds the game or
/// pair values of each seed.
///
/// Source: A. C. Davison, D. V. Hinkley, *Bootstrap methods and their application* (1997), section
/// 3.8, strategy with replacement at both levels; percentiles by linear interpolation. With 3 seeds
/// its nominal 95 % is near 84 %, with 5 near 91 %, when seeds differ.
///
/// # Errors
/// [`Error::TooFew`] without seeds, without values in a seed or without replicates;
/// [`Error::OutOfRange`] for a value that is not finite or a level outside (0, 1).
pub fn hierarchical_bootstrap(
    seeds: &[impl AsRef<[f64]>],
    replicates: usize,
    level: f64,
    rng: &mut impl Rng,
) -> Result<Interval> {
    check("seeds", seeds.len(), replicates, level)?;
    for seed in seeds {
        sample("values of a seed", seed.as_ref(), 1)?;
    }
    let draws = (0..replicates).map(|_| {
        let total: f64 = (0..seeds.len())
            .map(|_| {
                let games = seeds[rng.random_range(0..seeds.len())].as_ref();
                let sum: f64 = (0..games.len())
                    .map(|_| games[rng.random_range(0..games.len())])
                    .sum();
                sum / games.len() as f64
            })
            .sum();
        total / seeds.len() as f64
    });
    Ok(percentiles(
        draws.collect(),
        level,
        Method::HierarchicalBootstrap,
    ))
}

/// [`hierarchical_bootstrap`] of White's score from each seed's counts, from 0 to 1. The games of a
/// seed are drawn through their counts, so the time does not grow with the games.
///
/// # Errors
/// [`Error::TooFew`] without seeds, without games in a seed or without replicates;
/// [`Error::OutOfRange`] for a level outside (0, 1).
pub fn hierarchical_bootstrap_counts(
    seeds: &[Tally],
    replicates: usize,
    level: f64,
    rng: &mut impl Rng,
) -> Result<Interval> {
    check("seeds", seeds.len(), replicates, level)?;
    if seeds.iter().any(|seed| seed.ended() == 0) {
        return Err(Error::TooFew {
            what: "games of a seed",
            needed: 1,
            got: 0,
        });
    }
    let draws = (0..replicates).map(|_| {
        let total: f64 = (0..seeds.len())
            .map(|_| {
                let seed = seeds[rng.random_range(0..seeds.len())];
                let games = seed.ended();
                let wins = binomial(games, seed.wins() as f64 / games as f64, rng);
                let rest = (games - seed.wins()).max(1) as f64;
                let draws = binomial(games - wins, seed.draws() as f64 / rest, rng);
                (wins as f64 + draws as f64 / 2.0) / games as f64
            })
            .sum();
        total / seeds.len() as f64
    });
    Ok(percentiles(
        draws.collect(),
        level,
        Method::HierarchicalBootstrap,
    ))
}

fn check(what: &'static str, units: usize, replicates: usize, level: f64) -> Result<()> {
    open_unit("level", level)?;
    for (what, got) in [(what, units), ("replicates", replicates)] {
        if got == 0 {
            return Err(Error::TooFew {
                what,
                needed: 1,
                got: 0,
            });
        }
    }
    Ok(())
}

fn binomial(trials: u64, p: f64, rng: &mut impl Rng) -> u64 {
    // The probability is a share of counts, clamped to 0..=1, which the constructor accepts.
    Binomial::new(trials, p.min(1.0)).map_or(0, |binomial| binomial.sample(rng))
}

/// The central `level` of `draws`, which are not empty, by linear interpolation between order
/// statistics.
fn percentiles(mut draws: Vec<f64>, level: f64, method: Method) -> Interval {
    draws.sort_by(f64::total_cmp);
    let at = |share: f64| {
        let place = share * (draws.len() - 1) as f64;
        let below = place.floor() as usize;
        let above = (below + 1).min(draws.len() - 1);
        draws[below] + (place - place.floor()) * (draws[above] - draws[below])
    };
    let tail = (1.0 - level) / 2.0;
    Interval {
        low: at(tail),
        high: at(1.0 - tail),
        level,
        method,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng as _;

    fn rng() -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(7)
    }

    #[test]
    fn the_same_stream_gives_the_same_bits() {
        let seeds = [
            vec![1.0, 0.0, 0.5, 1.0],
            vec![0.0, 0.0, 1.0],
            vec![1.0, 1.0, 0.5],
        ];
        let draw = || hierarchical_bootstrap(&seeds, 500, 0.95, &mut rng()).unwrap();
        assert_eq!(draw(), draw());
    }

    #[test]
    fn counts_and_values_agree() {
        let counts = [
            Tally::new(60, 10, 30).unwrap(),
            Tally::new(45, 20, 35).unwrap(),
            Tally::new(70, 0, 30).unwrap(),
        ];
        let values: Vec<Vec<f64>> = counts
            .iter()
            .map(|seed| {
                let mut games = vec![1.0; seed.wins() as usize];
                games.resize((seed.wins() + seed.draws()) as usize, 0.5);
                games.resize(seed.ended() as usize, 0.0);
                games
            })
            .collect();
        let by_counts = hierarchical_bootstrap_counts(&counts, 8000, 0.95, &mut rng()).unwrap();
        let by_values = hierarchical_bootstrap(&values, 8000, 0.95, &mut rng()).unwrap();
        assert!(
            (by_counts.low - by_values.low).abs() < 0.01,
            "{by_counts:?} {by_values:?}"
        );
        assert!(
            (by_counts.high - by_values.high).abs() < 0.01,
            "{by_counts:?} {by_values:?}"
        );
    }

    #[test]
    fn percentiles_interpolate_like_numpy() {
        // np.quantile([1, 2, 3, 4, 5], [0.1, 0.9]) = [1.4, 4.6]
        let got = percentiles(
            vec![5.0, 3.0, 1.0, 4.0, 2.0],
            0.8,
            Method::HierarchicalBootstrap,
        );
        assert!(
            (got.low - 1.4).abs() < 1e-12 && (got.high - 4.6).abs() < 1e-12,
            "{got:?}"
        );
    }

    #[test]
    fn nothing_to_draw_from_is_refused() {
        let none: [Vec<f64>; 0] = [];
        assert!(hierarchical_bootstrap(&none, 10, 0.95, &mut rng()).is_err());
        assert!(hierarchical_bootstrap(&[vec![]], 10, 0.95, &mut rng()).is_err());
        assert!(hierarchical_bootstrap_counts(&[Tally::default()], 10, 0.95, &mut rng()).is_err());
        assert!(hierarchical_bootstrap(&[[1.0]], 0, 0.95, &mut rng()).is_err());
    }
}
