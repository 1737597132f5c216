//! The whole way from raw games to verdicts on games whose truth is known.
//!
//! The numbers of repetitions are small here; `tests/slow/balance.sh` sets `QUIRKAT_REPETITIONS`.

use super::design::Design;
use super::raw::RawData;
use super::repeated::Repeated;
use super::tables::BalanceTables;
use quirkat_play::{Random, Seed};
use quirkat_stats::{Method, Verdict};
use quirkat_tables::{
    ComparisonRow, Fixed, GameRow, Inference, RecordedResult, RulesRow, Setting, YesNo,
};
use rand::RngExt;

/// A job whose truth is known.
#[derive(Clone, Copy)]
struct World {
    /// True advantages of the variants in percentage points; the first is `standard`.
    truth: &'static [f64],
    seeds: u64,
    games: u64,
    /// Spread of the seeds' true advantages.
    seed_sd: f64,
    /// Part of a seed's deviation that all variants share, as one network for all gives.
    shared: bool,
}

fn name(place: usize) -> String {
    if place == 0 {
        "standard".to_owned()
    } else {
        format!("other-{place}")
    }
}

fn normal(random: &mut Random) -> f64 {
    let (u, v): (f64, f64) = (random.random(), random.random());
    (-2.0 * (1.0 - u).ln()).sqrt() * (std::f64::consts::TAU * v).cos()
}

/// Half of the games drawn; the others won by White with the probability that gives the score.
fn result(advantage: f64, random: &mut Random) -> RecordedResult {
    let drawn: f64 = random.random();
    if drawn < 0.5 {
        return RecordedResult::Draw;
    }
    let win = 0.5 + 2.0 * advantage / 100.0;
    assert!((0.0..=1.0).contains(&win), "a probability");
    let drawn: f64 = random.random();
    if drawn < win {
        RecordedResult::White
    } else {
        RecordedResult::Black
    }
}

impl World {
    fn design(&self) -> Design {
        let rules = |place: usize| RulesRow {
            variant: name(place),
            rules_version: 1,
            trained: YesNo(true),
            switches: format!("step={place}"),
            ..RulesRow::default()
        };
        Design {
            repeated: Repeated::default(),
            level: 0.95,
            margin: 2.0,
            primary: Setting {
                simulations: 8,
                ..Setting::default()
            },
            shared: self.shared,
            last: "iter-0001".to_owned(),
            proxy_opponent: "rollout@8".to_owned(),
            complete: true,
            // It decides nothing.
            bootstrap: 10,
            seed: 1,
            rules: (0..self.truth.len()).map(rules).collect(),
        }
    }

    fn raw(&self, random: &mut Random) -> RawData {
        let common: Vec<f64> = (0..self.seeds).map(|_| normal(random)).collect();
        let mut games = Vec::new();
        for (place, truth) in self.truth.iter().enumerate() {
            for seed in 0..self.seeds {
                let own = normal(random);
                let deviation = if self.shared {
                    (common[seed as usize] + own) / 2f64.sqrt()
                } else {
                    own
                };
                let advantage = truth + self.seed_sd * deviation;
                for game in 0..self.games {
                    games.push(GameRow {
                        variant: name(place),
                        seed,
                        checkpoint: "x/iter-0001".to_owned(),
                        simulations: 8,
                        game,
                        result: result(advantage, random),
                        ..GameRow::default()
                    });
                }
            }
        }
        RawData {
            games,
            ..RawData::default()
        }
    }

    /// The tables of repeated jobs.
    fn repeat(&self, repetitions: u64, mut see: impl FnMut(&BalanceTables)) {
        let design = self.design();
        for repetition in 0..repetitions {
            let mut random = Seed::new(repetition).named("synthetic").random();
            let tables = BalanceTables::of(&self.raw(&mut random), &design).unwrap();
            see(&tables);
        }
    }
}

fn repetitions(few: u64) -> u64 {
    std::env::var("QUIRKAT_REPETITIONS").map_or(few, |text| text.parse().unwrap())
}

/// What a share of `count` may be off by chance: about four standard errors.
fn slack(share: f64, count: u64) -> f64 {
    4.0 * (share * (1.0 - share) / count as f64).sqrt()
}

fn number(points: Option<Fixed<4>>) -> f64 {
    points.unwrap().value()
}

#[test]
fn intervals_of_variants_cover_as_stated() {
    let world = World {
        truth: &[0.0, 5.0],
        seeds: 4,
        games: 60,
        seed_sd: 4.0,
        shared: false,
    };
    let count = repetitions(200);
    let (mut covered, mut of_difference) = (0, 0);
    world.repeat(count, |tables| {
        for (row, truth) in tables.variants.iter().zip(world.truth) {
            // Once in a while all seeds agree exactly; then the interval is that of their games.
            assert!(
                row.method == Some(Method::StudentT.into()) || row.inference == Inference::Agents
            );
            let inside =
                number(row.advantage_pp_low) <= *truth && *truth <= number(row.advantage_pp_high);
            covered += u64::from(inside);
        }
        let row = tables
            .comparisons
            .iter()
            .find(|row| row.variant_b == "standard");
        let row = row.unwrap();
        assert!(row.method == Method::WelchT.into() || row.inference == Inference::Agents);
        of_difference += u64::from(row.low.value() <= 5.0 && 5.0 <= row.high.value());
    });
    let coverage = covered as f64 / (2 * count) as f64;
    let difference = of_difference as f64 / count as f64;
    println!(
        "coverage of variants {coverage:.4}, of their difference {difference:.4} in {count} jobs"
    );
    assert!(
        (coverage - 0.95).abs() <= slack(0.95, 2 * count).max(0.01),
        "{coverage}"
    );
    assert!(
        (difference - 0.95).abs() <= slack(0.95, count).max(0.01),
        "{difference}"
    );
}

#[test]
fn paired_differences_and_effects_cover_as_stated_when_a_network_is_shared() {
    let world = World {
        truth: &[1.0, 4.0],
        seeds: 4,
        games: 60,
        seed_sd: 4.0,
        shared: true,
    };
    let count = repetitions(200);
    let (mut covered, mut of_effect) = (0, 0);
    world.repeat(count, |tables| {
        let row = tables
            .comparisons
            .iter()
            .find(|row| row.variant_b == "standard");
        let row = row.unwrap();
        assert!(row.method == Method::PairedT.into() || row.inference == Inference::Agents);
        covered += u64::from(row.low.value() <= 3.0 && 3.0 <= row.high.value());
        // An effect without any spread has no interval, and covers nothing.
        let row = &tables.effects[0];
        let covers = |low: f64, high: f64| low <= 3.0 && 3.0 <= high;
        let ends = row.low.zip(row.high);
        of_effect += u64::from(ends.is_some_and(|(low, high)| covers(low.value(), high.value())));
    });
    let coverage = covered as f64 / count as f64;
    let effect = of_effect as f64 / count as f64;
    println!(
        "coverage of a paired difference {coverage:.4}, of an effect {effect:.4} in {count} jobs"
    );
    assert!(
        (coverage - 0.95).abs() <= slack(0.95, count).max(0.01),
        "{coverage}"
    );
    assert!(
        (effect - 0.95).abs() <= slack(0.95, count).max(0.01),
        "{effect}"
    );
}

#[test]
fn that_variants_differ_is_claimed_falsely_in_at_most_five_percent_of_jobs() {
    for shared in [false, true] {
        let world = World {
            truth: &[0.0; 4],
            seeds: 5,
            games: 40,
            seed_sd: 3.0,
            shared,
        };
        let count = repetitions(200);
        let (mut planned, mut exploratory, mut raw, mut favoured) = (0, 0, 0, 0);
        world.repeat(count, |tables| {
            let claims = |family: bool, p: fn(&ComparisonRow) -> Option<Fixed<8>>| {
                tables
                    .comparisons
                    .iter()
                    .filter(|row| (row.variant_b == "50%" || row.variant_b == "standard") == family)
                    .any(|row| p(row).is_some_and(|p| p.value() < 0.05))
            };
            planned += u64::from(claims(true, |row| row.p_holm));
            exploratory += u64::from(claims(false, |row| row.p_holm));
            raw += u64::from(claims(true, |row| row.p));
            favoured += u64::from(
                tables
                    .variants
                    .iter()
                    .any(|row| row.verdict.to_string().contains("favoured")),
            );
        });
        let share = |claims: u64| claims as f64 / count as f64;
        println!(
            "false claims, shared {shared}: planned {:.4}, exploratory {:.4}, favoured {:.4}; without Holm {:.4}; {count} jobs",
            share(planned),
            share(exploratory),
            share(favoured),
            share(raw)
        );
        for claims in [planned, exploratory, favoured] {
            assert!(
                share(claims) <= 0.05 + slack(0.05, count),
                "{}",
                share(claims)
            );
        }
        assert!(share(raw) > 0.1, "without Holm it would be {}", share(raw));
    }
}

#[test]
fn balance_is_claimed_falsely_in_at_most_five_percent_of_jobs_at_the_margin() {
    let world = World {
        truth: &[2.0],
        seeds: 6,
        games: 300,
        seed_sd: 0.5,
        shared: false,
    };
    let count = repetitions(200);
    let mut balanced = 0;
    world.repeat(count, |tables| {
        balanced += u64::from(matches!(
            tables.variants[0].verdict.0,
            Verdict::Balanced { .. }
        ));
    });
    let share = balanced as f64 / count as f64;
    println!("false claims of balance at the margin {share:.4} in {count} jobs");
    assert!(share <= 0.05 + slack(0.05, count), "{share}");
    // Far inside the margin it is claimed as a rule.
    let even = World {
        truth: &[0.0],
        games: 2000,
        ..world
    };
    let mut balanced = 0;
    even.repeat(20, |tables| {
        balanced += u64::from(tables.variants[0].verdict.0 == Verdict::Balanced { margin: 2.0 });
    });
    assert!(balanced >= 15, "{balanced} of 20");
}

#[test]
fn agents_that_never_differ_get_the_interval_of_their_games() {
    let world = World {
        truth: &[0.0],
        seeds: 4,
        games: 400,
        seed_sd: 0.0,
        shared: false,
    };
    let mut raw = world.raw(&mut Seed::new(1).random());
    for game in &mut raw.games {
        game.result = RecordedResult::Draw;
    }
    let tables = BalanceTables::of(&raw, &world.design()).unwrap();
    let row = &tables.variants[0];
    assert_eq!(
        (row.method, row.inference),
        (Some(Method::TrinomialScore.into()), Inference::Agents)
    );
    assert_eq!(row.verdict.to_string(), "balanced within 2 pp");
    assert_eq!((row.p, row.p_holm), (None, None));
}

#[test]
fn two_seeds_speak_about_their_agents_only() {
    let world = World {
        truth: &[0.0, 8.0],
        seeds: 2,
        games: 100,
        seed_sd: 3.0,
        shared: false,
    };
    world.repeat(3, |tables| {
        assert!(
            tables
                .variants
                .iter()
                .all(|row| row.inference == Inference::Agents && row.p.is_none())
        );
        assert!(
            tables
                .comparisons
                .iter()
                .all(|row| row.inference == Inference::Agents && row.p.is_none())
        );
        assert!(tables.effects.iter().all(|row| row.p.is_none()));
    });
}

/// Games whose draws are long, as they come: a run that stops when enough games have *finished*
/// keeps the short ones.
fn finished_first(world: &World, random: &mut Random) -> (Vec<GameRow>, Vec<GameRow>) {
    let all = world.raw(random).games;
    let mut by_end: Vec<(u64, GameRow)> = all
        .iter()
        .map(|game| {
            // All are begun at once; a decisive game takes about 40 plies, a drawn one about 90.
            let base = if game.result == RecordedResult::Draw {
                80
            } else {
                30
            };
            (base + random.random_range(0..20u64), game.clone())
        })
        .collect();
    by_end.sort_by_key(|(end, game)| (*end, game.game));
    let first = by_end.into_iter().take(all.len() / 2);
    (all, first.map(|(_, game)| game).collect())
}

#[test]
fn stopping_when_enough_games_have_finished_is_refused() {
    let world = World {
        truth: &[10.0],
        seeds: 1,
        games: 400,
        seed_sd: 0.0,
        shared: false,
    };
    let mut random = Seed::new(5).named("finished").random();
    let (all, mut first) = finished_first(&world, &mut random);
    let score = |games: &[GameRow]| {
        let points = games.iter().map(|game| match game.result {
            RecordedResult::White => 1.0,
            RecordedResult::Draw => 0.5,
            _ => 0.0,
        });
        100.0 * (points.sum::<f64>() / games.len() as f64 - 0.5)
    };
    // The fault would double the advantage: half of all games are drawn, none of those kept.
    assert!((score(&all) - 10.0).abs() < 4.0, "{}", score(&all));
    assert!(score(&first) > 15.0, "{}", score(&first));
    first.sort_by_key(|game| game.game);
    let refused = |games: &[GameRow]| {
        let raw = RawData {
            games: games.to_vec(),
            ..RawData::default()
        };
        BalanceTables::of(&raw, &world.design()).map(|_| ())
    };
    let error = refused(&first).unwrap_err().to_string();
    assert!(
        error.contains("is missing") && error.contains("standard"),
        "{error}"
    );
    assert!(refused(&all).is_ok());
    // So are games that stand in the order in which they ended.
    let mut shuffled = all.clone();
    shuffled.swap(3, 9);
    assert!(refused(&shuffled).is_err());
}

#[test]
fn a_seed_that_was_stopped_earlier_than_the_others_is_refused() {
    let world = World {
        truth: &[0.0],
        seeds: 3,
        games: 20,
        seed_sd: 2.0,
        shared: false,
    };
    let mut raw = world.raw(&mut Seed::new(1).random());
    raw.games.truncate(50);
    let error = BalanceTables::of(&raw, &world.design())
        .unwrap_err()
        .to_string();
    for part in ["seed 0 has 20 games", "seed 2 has 10", "not complete"] {
        assert!(error.contains(part), "{error}");
    }
    // A variant that lacks a seed.
    let mut raw = World {
        truth: &[0.0; 2],
        ..world
    }
    .raw(&mut Seed::new(1).random());
    raw.games.truncate(100);
    let design = World {
        truth: &[0.0; 2],
        ..world
    }
    .design();
    let error = BalanceTables::of(&raw, &design).unwrap_err().to_string();
    assert!(
        error.contains("{0, 1, 2}") && error.contains("{0, 1}"),
        "{error}"
    );
    let error = BalanceTables::of(&RawData::default(), &world.design()).unwrap_err();
    assert!(error.to_string().contains("no games"), "{error}");
}

#[test]
fn stopping_on_precision_keeps_the_coverage() {
    let world = World {
        truth: &[3.0],
        seeds: 6,
        games: 200,
        seed_sd: 2.0,
        shared: false,
    };
    // At the first look, a quarter of the games, about half of all jobs are precise enough.
    let (look, target) = (50, 4.7);
    let design = world.design();
    let count = repetitions(200);
    let (mut covered, mut stopped) = (0, 0);
    for repetition in 0..count {
        let mut random = Seed::new(repetition).named("stopping").random();
        let all = world.raw(&mut random);
        let mut early = all.clone();
        early.games.retain(|game| game.game < look);
        let at_look = BalanceTables::of(&early, &design).unwrap();
        let ends = |tables: &BalanceTables| {
            let row = &tables.variants[0];
            (number(row.advantage_pp_low), number(row.advantage_pp_high))
        };
        let (mut low, mut high) = ends(&at_look);
        if (high - low) / 2.0 <= target {
            stopped += 1;
        } else {
            (low, high) = ends(&BalanceTables::of(&all, &design).unwrap());
        }
        covered += u64::from(low <= 3.0 && 3.0 <= high);
    }
    let coverage = covered as f64 / count as f64;
    println!("coverage {coverage:.4}, {stopped} of {count} jobs stopped at the first look");
    assert!(stopped > count / 5 && stopped < 4 * count / 5, "{stopped}");
    assert!(coverage > 0.94 - slack(0.95, count), "{coverage}");
}
