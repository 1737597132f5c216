//! Uniformly random play over the moves of the notation.

use quirkat_mcts::random_move;
use quirkat_rules::{
    Color, Game, Geometry, Move, MoveKind, PlayedOut, Playout, Position, Preset, Reason, Rules,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

const GAMES: u64 = 20_000;
const WORKERS: u64 = 2;

/// One game: the result, and the captures and huffs where they were counted.
struct Played {
    end: PlayedOut,
    captures: u32,
    huffs: u32,
}

/// Sums over games, with the squares of the means for their standard errors.
#[derive(Clone, Copy, Default)]
struct Tally {
    games: f64,
    white: f64,
    black: f64,
    draw: f64,
    repetition: f64,
    blocked: f64,
    plies: [f64; 2],
    captures: [f64; 2],
    huffs: [f64; 2],
}

impl Tally {
    fn count(&mut self, played: &Played) {
        let PlayedOut { outcome, ply } = played.end;
        let won_by = |winner| f64::from(outcome.winner == winner);
        self.games += 1.0;
        self.white += won_by(Some(Color::White));
        self.black += won_by(Some(Color::Black));
        self.draw += won_by(None);
        self.repetition += f64::from(outcome.reason == Reason::Repetition);
        self.blocked += f64::from(outcome.reason == Reason::Blocked);
        let means = [
            (&mut self.plies, ply),
            (&mut self.captures, played.captures),
            (&mut self.huffs, played.huffs),
        ];
        for (sums, value) in means {
            sums[0] += f64::from(value);
            sums[1] += f64::from(value).powi(2);
        }
    }

    fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.white += other.white;
        self.black += other.black;
        self.draw += other.draw;
        self.repetition += other.repetition;
        self.blocked += other.blocked;
        for i in 0..2 {
            self.plies[i] += other.plies[i];
            self.captures[i] += other.captures[i];
            self.huffs[i] += other.huffs[i];
        }
    }
}

type Player = fn(&mut Game, &mut Xoshiro256PlusPlus) -> Played;

/// Games numbered before they start, each with its own random stream.
fn tally(rules: Rules, play: Player) -> Tally {
    let geometry = Arc::new(Geometry::new(rules));
    let work = |worker: u64| {
        let mut game = Game::new(Arc::clone(&geometry));
        let mut tally = Tally::default();
        for number in (worker..GAMES).step_by(WORKERS as usize) {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(number);
            game.restart(Position::START);
            let played = play(&mut game, &mut rng);
            tally.count(&played);
        }
        tally
    };
    std::thread::scope(|scope| {
        let work = &work;
        let workers: Vec<_> = (0..WORKERS).map(|i| scope.spawn(move || work(i))).collect();
        let mut total = Tally::default();
        for worker in workers {
            total.add(&worker.join().expect("no panic"));
        }
        total
    })
}

/// The published table: 40,000 games of another program for each set.
fn published() -> HashMap<String, HashMap<String, f64>> {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/rules/random_play.csv");
    let mut reader = csv::Reader::from_path(path).unwrap();
    let header = reader.headers().unwrap().clone();
    let rows = reader.records().map(|row| {
        let row = row.unwrap();
        let numbers = header.iter().zip(&row).skip(1);
        let numbers =
            numbers.filter_map(|(name, text)| Some((name.to_owned(), text.parse().ok()?)));
        (row[0].to_owned(), numbers.collect())
    });
    rows.collect()
}

/// The difference of a percentage beyond the rounding of the table, in two-sample standard errors.
fn z_of_share(count: f64, games: f64, percent: f64, other_games: f64) -> f64 {
    let (here, there) = (count / games, percent / 100.0);
    let pooled = (count + there * other_games) / (games + other_games);
    let error = (pooled * (1.0 - pooled) * (1.0 / games + 1.0 / other_games)).sqrt();
    let beyond = ((here - there).abs() - 0.000_05).max(0.0);
    if beyond == 0.0 { 0.0 } else { beyond / error }
}

/// The same for a mean, whose spread is taken to be equal in both samples.
fn z_of_mean(sums: [f64; 2], games: f64, mean: f64, other_games: f64) -> f64 {
    let here = sums[0] / games;
    let variance = sums[1] / games - here * here;
    let error = (variance * (1.0 / games + 1.0 / other_games)).sqrt();
    let beyond = ((here - mean).abs() - 0.005).max(0.0);
    if beyond == 0.0 { 0.0 } else { beyond / error }
}

/// Columns that are shares of the games, or means of what every player tells.
fn check(preset: Preset, row: &HashMap<String, f64>, tally: &Tally) {
    let share = |count, column| {
        (
            column,
            z_of_share(count, tally.games, row[column], row["games"]),
        )
    };
    let deviations = [
        share(tally.white, "white%"),
        share(tally.black, "black%"),
        share(tally.draw, "draw%"),
        share(tally.repetition, "draw_repetition%"),
        share(tally.blocked, "end_blocked%"),
        mean(tally.plies, tally, row, "mean_plies"),
    ];
    for (column, z) in deviations {
        assert!(z < 4.0, "{preset}: {column} is {z:.1} standard errors off");
    }
}

fn mean<'a>(
    sums: [f64; 2],
    tally: &Tally,
    row: &HashMap<String, f64>,
    column: &'a str,
) -> (&'a str, f64) {
    (
        column,
        z_of_mean(sums, tally.games, row[column], row["games"]),
    )
}

#[test]
fn random_playouts_agree_with_the_published_table() {
    let table = published();
    for preset in Preset::ALL {
        let tally = tally(preset.rules(), |game, rng| Played {
            end: Playout::default().play(game, |count| rng.random_range(0..count)),
            captures: 0,
            huffs: 0,
        });
        check(preset, &table[preset.name()], &tally);
    }
}

/// Plays hop by hop, drawing a move anew at each hop and playing the first hop of it.
fn hop_by_hop(game: &mut Game, rng: &mut Xoshiro256PlusPlus) -> Played {
    let (mut captures, mut huffs) = (0, 0);
    while let Some(drawn) = random_move(game, rng) {
        if !game.position().is_capturing() {
            captures += u32::from(drawn.kind() == MoveKind::Capture);
            huffs += u32::from(drawn.kind() == MoveKind::Huff);
        }
        let actions = game.position().actions_of(game.geometry(), drawn);
        game.play(actions[0]).unwrap();
    }
    Played {
        end: PlayedOut {
            outcome: game.outcome().expect("no move is left"),
            ply: game.ply(),
        },
        captures,
        huffs,
    }
}

#[test]
fn random_moves_played_hop_by_hop_agree_with_the_published_table() {
    let table = published();
    for preset in Preset::ALL {
        let (row, tally) = (&table[preset.name()], tally(preset.rules(), hop_by_hop));
        check(preset, row, &tally);
        let deviations = [
            mean(tally.captures, &tally, row, "captures/game"),
            mean(tally.huffs, &tally, row, "huffs/game"),
        ];
        for (column, z) in deviations {
            assert!(z < 4.0, "{preset}: {column} is {z:.1} standard errors off");
        }
    }
}

/// The move that hops drawn one by one make up, as the ids of its actions.
fn drawn_move(start: &Game, rng: &mut Xoshiro256PlusPlus) -> Vec<u16> {
    let mut game = start.clone();
    let mut path = Vec::new();
    loop {
        let drawn = random_move(&game, rng).expect("the game goes on");
        let action = game.position().actions_of(game.geometry(), drawn)[0];
        path.push(action.id());
        game.play(action).unwrap();
        if !game.position().is_capturing() {
            return path;
        }
    }
}

/// Chi-square against equal chances, as a multiple of its standard deviation from its mean.
fn unevenness(counts: impl ExactSizeIterator<Item = u32>, draws: u32) -> f64 {
    let cells = counts.len() as f64;
    let expected = f64::from(draws) / cells;
    let square = |count| (f64::from(count) - expected).powi(2) / expected;
    let chi_square: f64 = counts.map(square).sum();
    (chi_square - (cells - 1.0)) / (2.0 * (cells - 1.0)).sqrt()
}

fn rules_with_long_captures() -> [Rules; 4] {
    [
        Rules::BELL,
        Rules {
            must_continue: quirkat_rules::Chain::MayStop,
            ..Rules::HUFFING
        },
        Rules {
            majority: quirkat_rules::Majority::On,
            ..Rules::STANDARD
        },
        Rules::PROMOTION_FLYING,
    ]
}

/// Positions of random games with many captures of several hops.
fn rich_positions(rules: Rules) -> Vec<Game> {
    let geometry = Arc::new(Geometry::new(rules));
    let mut found: Vec<(usize, Game)> = Vec::new();
    for seed in 0..200 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut game = Game::new(Arc::clone(&geometry));
        let mut best: Option<(usize, Game)> = None;
        while let Some(drawn) = random_move(&game, &mut rng) {
            let moves = game.position().moves(&geometry);
            let long = moves.iter().filter(|(m, _)| m.points().len() > 2).count();
            let fits = moves.len() <= 60;
            if fits && best.as_ref().is_none_or(|&(most, _)| long > most) {
                best = Some((long, game.clone()));
            }
            game.play_move(drawn).unwrap();
        }
        found.extend(best);
    }
    found.sort_by_key(|&(long, _)| std::cmp::Reverse(long));
    found.into_iter().take(4).map(|(_, game)| game).collect()
}

#[test]
fn moves_drawn_anew_at_each_hop_are_uniform_over_the_moves_of_the_notation() {
    for rules in rules_with_long_captures() {
        for game in rich_positions(rules) {
            let geometry = game.geometry();
            let moves = game.position().moves(geometry);
            let ids = |m: Move| -> Vec<u16> {
                let actions = game.position().actions_of(geometry, m);
                actions.iter().map(|action| action.id()).collect()
            };
            let mut counts: HashMap<Vec<u16>, u32> =
                moves.iter().map(|&(m, _)| (ids(m), 0)).collect();
            assert_eq!(counts.len(), moves.len());
            let draws = 200 * moves.len() as u32;
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
            for _ in 0..draws {
                let path = drawn_move(&game, &mut rng);
                *counts.get_mut(&path).expect("a legal move") += 1;
            }
            let unevenness = unevenness(counts.into_values(), draws);
            assert!(unevenness < 5.0, "{}: {unevenness}", game.position());
        }
    }
}

/// A playout inside a capture completes it by one of the ways that there are, all equally likely.
#[test]
fn the_ways_to_complete_a_capture_are_counted_as_they_are_listed() {
    let random = |seed: u64, rules: Rules| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut game = Game::new(Arc::new(Geometry::new(rules)));
        let mut inside = Vec::new();
        loop {
            if game.position().is_capturing() {
                inside.push(*game.position());
            }
            let legal = game.legal_actions();
            if legal.is_empty() {
                return inside;
            }
            game.play_legal(legal.nth(rng.random_range(0..legal.len())).unwrap());
        }
    };
    let mut checked = 0;
    let presets = Preset::ALL.map(Preset::rules);
    for rules in presets.into_iter().chain(rules_with_long_captures()) {
        let geometry = Geometry::new(rules);
        for position in (0..300).flat_map(|seed| random(seed, rules)) {
            let mut successors = 0;
            position.each_successor(&geometry, |_| successors += 1);
            assert_eq!(position.moves(&geometry).len() as u64, successors);
            assert_eq!(
                position.count_moves(&geometry),
                successors,
                "{rules}: {position}"
            );
            checked += 1;
        }
    }
    assert!(checked > 3000, "{checked}");
}
