//! The perfect player against defenders, over tables with and without distances and over
//! certificates, within the draw rules of the games.

mod support;

use quirkat_mcts::{Rollout, Search, SearchConfig, random_move, run};
use quirkat_rules::{Color, Game, Geometry, Position, RawPosition, Rules};
use quirkat_solver::{
    ExactPlayer, ExactSource, SolveOptions, Tables, Value, on_large_stack, solve,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use support::{placements, quietly, tables};

type Random = Xoshiro256PlusPlus;

/// Who plays against the perfect player.
#[derive(Clone, Copy, Debug)]
enum Defender {
    Random,
    /// Search with random playouts and 32 simulations.
    Rollout,
}

impl Defender {
    fn play(self, game: &mut Game, rng: &mut Random) {
        match self {
            Self::Random => {
                let drawn = random_move(game, rng).unwrap();
                game.play_move(drawn).unwrap();
            }
            Self::Rollout => {
                let turn = game.turn();
                while game.outcome().is_none() && game.turn() == turn {
                    let mut actions = game.legal_actions().iter();
                    let action = if let (Some(only), None) = (actions.next(), actions.next()) {
                        only
                    } else {
                        let mut search = Search::new(SearchConfig::default());
                        search.start(game, 32, rng.random());
                        run(&mut search, &mut Rollout::default());
                        search.root().best(rng).unwrap()
                    };
                    game.play(action).unwrap();
                }
            }
        }
    }
}

/// Plays on from a won position; whether the side to move there wins by the game's own rules.
fn wins(
    player: &mut ExactPlayer,
    geometry: &Arc<Geometry>,
    start: &Position,
    defender: Defender,
    rng: &mut Random,
) -> bool {
    let mut game = Game::from_position(Arc::clone(geometry), *start);
    while game.outcome().is_none() {
        if game.turn() != start.turn() {
            defender.play(&mut game, rng);
            continue;
        }
        let answer = player.choose(game.position());
        let answer = answer.unwrap_or_else(|| panic!("{start}: nothing for {}", game.position()));
        assert_eq!(answer.bounds.value(), Some(Value::Win), "{start}");
        let drawn = rng.random_range(0..answer.moves.len());
        game.play_move(answer.moves[drawn]).unwrap();
    }
    game.outcome().unwrap().winner == Some(start.turn())
}

/// Won positions of the most men in the tables, drawn at random from all placements.
fn won(tables: &Tables, kings: bool, count: usize, rng: &mut Random) -> Vec<Position> {
    let mut found = Vec::new();
    while found.len() < count {
        let mut raw = RawPosition::default();
        for _ in 0..tables.men() {
            let free: Vec<u32> = (0..25)
                .filter(|at| (raw.own | raw.opp) >> at & 1 == 0)
                .collect();
            let point = 1 << free[rng.random_range(0..free.len())];
            if rng.random() {
                raw.own |= point;
            } else {
                raw.opp |= point;
            }
            if kings && rng.random() {
                raw.kings |= point;
            }
        }
        let Some(position) = Position::from_raw(&raw, Color::White) else {
            continue;
        };
        let both = raw.own != 0 && raw.opp != 0;
        if both && tables.value(&position) == Some(Value::Win) {
            found.push(position);
        }
    }
    found
}

/// From `count` won positions of the most men against each defender: the starts that were not won.
fn failures(rules: Rules, men: u8, distances: bool, count: usize) -> Vec<String> {
    let (_folder, tables) = tables(rules, men, distances);
    let geometry = Arc::new(Geometry::new(rules));
    let mut rng = Random::seed_from_u64(11);
    let starts = won(&tables, rules.has_kings(), count, &mut rng);
    let source = Arc::new(ExactSource::new(&rules, Some(tables), Vec::new()));
    let mut player = ExactPlayer::new(source);
    let mut failed = Vec::new();
    for start in &starts {
        for defender in [Defender::Random, Defender::Rollout] {
            if !wins(&mut player, &geometry, start, defender, &mut rng) {
                failed.push(format!("{start} against {defender:?}"));
            }
        }
    }
    failed
}

#[test]
fn it_wins_1000_won_positions_of_5_men_by_distances() {
    assert_eq!(
        failures(Rules::STANDARD, 5, true, 1000),
        Vec::<String>::new()
    );
}

#[test]
fn it_wins_won_positions_without_distances_by_searching_for_the_next_conversion() {
    for (rules, men, count) in [
        (Rules::STANDARD, 5, 50),
        (Rules::BACKWARD, 4, 20),
        (Rules::PROMOTION, 3, 20),
        (Rules::HUFFING, 3, 20),
    ] {
        assert_eq!(failures(rules, men, false, count), Vec::<String>::new());
    }
}

#[test]
fn in_a_hurry_it_keeps_the_win_without_looking_for_progress() {
    let (_folder, known) = tables(Rules::BACKWARD, 4, false);
    let geometry = Geometry::new(Rules::BACKWARD);
    let starts = won(&known, false, 30, &mut Random::seed_from_u64(3));
    let source = Arc::new(ExactSource::new(&Rules::BACKWARD, Some(known), Vec::new()));
    let mut player = ExactPlayer::new(Arc::clone(&source));
    for start in starts {
        let answer = player.choose_until(&start, &AtomicBool::new(true)).unwrap();
        assert_eq!(answer.bounds.value(), Some(Value::Win), "{start}");
        for played in answer.moves {
            let next = start.after_move(&geometry, played).unwrap();
            let over = next.outcome(&geometry).map(|outcome| outcome.winner);
            let value = source.tables().unwrap().value(&next);
            assert!(
                over == Some(Some(start.turn())) || value == Some(Value::Loss),
                "{start}: {played}"
            );
        }
    }
}

#[test]
fn it_wins_by_a_proof_that_ends_in_tables_and_by_looking_ahead() {
    let mut rng = Random::seed_from_u64(5);
    for (rules, men) in [(Rules::STANDARD, Some(3)), (Rules::BELL, None)] {
        let geometry = Arc::new(Geometry::new(rules));
        let known = men.map(|men| tables(rules, men, true));
        let folder = tempfile::tempdir().unwrap();
        let all = placements(6, false);
        let mut games = 0;
        while games < 10 {
            let start = all[rng.random_range(0..all.len())];
            if start.outcome(&geometry).is_some() {
                continue;
            }
            let options = SolveOptions {
                position: start,
                memory: 1 << 20,
                first_moves: false,
                nodes: 100_000,
                saved_search: None,
            };
            let tables = known.as_ref().map(|(_, tables)| tables);
            let solution =
                on_large_stack(|| quietly(|control| solve(&geometry, tables, &options, control)))
                    .unwrap()
                    .unwrap();
            if solution.value.value() != Some(Value::Win) {
                continue;
            }
            let path = folder.path().join("one.cert");
            solution.certificate.write(&path).unwrap();
            // As from a folder, whose tables are those of the proof.
            if let Some((tables, _)) = &known {
                copy_folder(tables.path(), folder.path());
            }
            let source = quietly(|control| ExactSource::open(folder.path(), &rules, control));
            let mut player = ExactPlayer::new(Arc::new(source.unwrap()));
            for defender in [Defender::Random, Defender::Rollout] {
                assert!(
                    wins(&mut player, &geometry, &start, defender, &mut rng),
                    "{start}"
                );
            }
            games += 1;
        }
    }
}

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy_folder(&path, &target);
        } else {
            quirkat_store::write(&target, &std::fs::read(&path).unwrap()).unwrap();
        }
    }
}

#[test]
fn it_keeps_draws_for_ever_and_knows_where_it_is_not_defined() {
    let rules = Rules::STANDARD;
    let (_folder, tables) = tables(rules, 4, true);
    let geometry = Arc::new(Geometry::new(rules));
    let mut rng = Random::seed_from_u64(7);
    let all = placements(4, false);
    let drawn: Vec<Position> = all
        .iter()
        .filter(|position| tables.value(position) == Some(Value::Draw))
        .step_by(211)
        .copied()
        .collect();
    let source = Arc::new(ExactSource::new(&rules, Some(tables), Vec::new()));
    let mut player = ExactPlayer::new(source);
    assert!(drawn.len() > 100);
    for start in drawn {
        let mut game = Game::from_position(Arc::clone(&geometry), start);
        while game.outcome().is_none() {
            if game.turn() == start.turn() {
                let answer = player.choose(game.position()).unwrap();
                assert!(answer.bounds.least >= Value::Draw, "{start}");
                game.play_move(answer.moves[0]).unwrap();
            } else {
                Defender::Random.play(&mut game, &mut rng);
            }
        }
        assert_ne!(
            game.outcome().unwrap().winner,
            Some(!start.turn()),
            "{start}"
        );
    }
    assert_eq!(player.choose(&Position::START), None);
}

#[test]
#[ignore = "builds 7-man tables: minutes; run by tests/slow/perfect.sh"]
fn it_wins_1000_won_positions_of_7_men_with_and_without_distances() {
    for distances in [true, false] {
        let failed = failures(Rules::STANDARD, 7, distances, 1000);
        assert!(failed.is_empty(), "{failed:#?}");
    }
}
