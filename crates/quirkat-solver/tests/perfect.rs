//! The perfect player wins what is won, within the draw rules, against any defence.

mod support;

use quirkat_rules::{Game, Geometry, Position, Rules};
use quirkat_solver::{Perfect, Value};
use std::sync::Arc;
use support::{placements, tables};

/// A reproducible stream, good enough to pick moves.
struct Stream(u64);

impl Stream {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        ((self.0 >> 33) % n as u64) as usize
    }
}

fn play_out(
    perfect: &Perfect,
    geometry: &Arc<Geometry>,
    start: &Position,
    mut defend: impl FnMut(&Position) -> quirkat_rules::Move,
) -> bool {
    let winner = start.turn();
    let mut game = Game::from_position(Arc::clone(geometry), *start);
    while game.outcome().is_none() {
        let position = *game.position();
        let played = if position.turn() == winner {
            let choice = perfect.choose(&position).unwrap();
            assert_eq!(choice.value, Value::Win, "{start}: {position}");
            choice.moves[0]
        } else {
            defend(&position)
        };
        game.play_move(played).unwrap();
    }
    game.outcome().unwrap().winner == Some(winner)
}

fn wins_every_game(rules: Rules, men: u8) {
    let (_folder, tables) = tables(rules, men, true);
    let perfect = Perfect::new(&rules, tables).unwrap();
    let geometry = Arc::new(Geometry::new(rules));
    let mut stream = Stream(3);
    let all = placements(u32::from(men), rules.has_kings());
    let mut games = 0;
    while games < 1000 {
        let start = all[stream.below(all.len())];
        if perfect.tables().value(&start) != Some(Value::Win) {
            continue;
        }
        let random = |position: &Position| {
            let moves = position.moves(&geometry);
            moves[stream.below(moves.len())].0
        };
        assert!(play_out(&perfect, &geometry, &start, random), "{start}");
        let stubborn = |position: &Position| perfect.choose(position).unwrap().moves[0];
        assert!(play_out(&perfect, &geometry, &start, stubborn), "{start}");
        games += 1;
    }
}

#[test]
fn it_wins_1000_won_positions_of_5_men_under_standard_against_random_and_stubborn_defence() {
    wins_every_game(Rules::STANDARD, 5);
}

#[test]
fn it_wins_1000_won_positions_of_4_men_with_kings() {
    wins_every_game(Rules::PROMOTION, 4);
}

#[test]
fn distances_fall_by_one_with_best_play() {
    let rules = Rules::BACKWARD;
    let (_folder, tables) = tables(rules, 4, true);
    let geometry = Geometry::new(rules);
    let perfect = Perfect::new(&rules, tables).unwrap();
    let tables = perfect.tables();
    let mut longest = 0;
    for position in placements(4, false) {
        let Some(distance) = tables.distance(&position) else {
            continue;
        };
        longest = longest.max(distance);
        let value = tables.value(&position).unwrap();
        let nexts = position
            .moves(&geometry)
            .into_iter()
            .filter_map(|(_, next)| {
                let converts = next.counts().0 + next.counts().1 != 4;
                let theirs = tables.value(&next)?.flipped();
                let distance = if converts { 0 } else { tables.distance(&next)? };
                (theirs == value).then_some(distance)
            });
        let expected = match value {
            Value::Win => nexts.min().map(|next| next + 1),
            _ => nexts.max().map_or(Some(0), |next| Some(next + 1)),
        };
        assert_eq!(expected, Some(distance), "{position}");
    }
    assert!(longest >= 5, "{longest}");
}
