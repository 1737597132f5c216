//! Proven results are those of brute force, and the decision keeps them.

use crate::support::{from_fen, rng, sampled_rules, searched};
use quirkat_mcts::{
    Decision, Evaluations, Evaluator, FirstPlay, HashEvaluator, Leaf, Proven, RootRule,
    SearchConfig, Wdl,
};
use quirkat_rules::{Color, Game, Rules};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

/// The result of best play by trying everything, with the draw rules applied along the path;
/// `None` when that takes too long.
fn minimax(game: &mut Game, nodes: &mut u32) -> Option<Proven> {
    if let Some(outcome) = game.outcome() {
        return Some(outcome.winner.map_or(Proven::Draw, Proven::Win));
    }
    *nodes = nodes.checked_sub(1)?;
    let (mover, mark) = (game.turn(), game.mark());
    let mut best = Proven::Win(!mover);
    for action in game.legal_actions().iter() {
        game.play_legal(action);
        let result = minimax(game, nodes);
        game.rewind(&mark);
        match result? {
            Proven::Win(winner) if winner == mover => return result,
            Proven::Draw => best = Proven::Draw,
            Proven::Win(_) => {}
        }
    }
    Some(best)
}

fn solved(game: &Game) -> Option<Proven> {
    minimax(&mut game.clone(), &mut 20_000)
}

/// Two to four men or kings anywhere, after up to three random hops (a history, bans, marks,
/// captures in progress).
fn random_endgame(rules: Rules, rng: &mut impl Rng) -> Game {
    let mut points: Vec<usize> = (0..25).collect();
    points.shuffle(rng);
    let letters: &[[char; 2]] = if rules.has_kings() {
        &[['w', 'b'], ['W', 'B']]
    } else {
        &[['w', 'b']]
    };
    let mut stones = ['1'; 25];
    for (i, &point) in points[..rng.random_range(2..5)].iter().enumerate() {
        stones[point] = letters[rng.random_range(0..letters.len())][i % 2];
    }
    let ranks: Vec<String> = stones
        .chunks(5)
        .map(|rank| rank.iter().collect::<String>())
        .map(|rank| {
            let runs = ["11111", "1111", "111", "11"]
                .into_iter()
                .zip(["5", "4", "3", "2"]);
            runs.fold(rank, |rank, (run, digit)| rank.replace(run, digit))
        })
        .collect();
    let turn = if rng.random() { 'w' } else { 'b' };
    let mut game = from_fen(rules, &format!("{} {turn}", ranks.join("/")));
    for _ in 0..rng.random_range(0..4) {
        let legal = game.legal_actions();
        if !legal.is_empty() {
            game.play_legal(legal.nth(rng.random_range(0..legal.len())).unwrap());
        }
    }
    game
}

/// Explores widely: a search that likes what it knows to be drawn proves little.
const BROAD: SearchConfig = SearchConfig {
    exploration: 20.0,
    first_play: FirstPlay::Value(100.0),
    noise: None,
    root: RootRule::Puct,
    decision: Decision::Visits,
};

#[test]
fn proven_results_equal_brute_force_and_the_decision_keeps_them() {
    let mut rng = rng(3);
    let mut counts = [0; 3];
    let (mut decisions, mut proven, mut early) = (0, 0, 0);
    for (i, rules) in sampled_rules(2000).into_iter().enumerate() {
        // Short limits keep brute force possible; all draw rules occur.
        let rules = Rules {
            repetition_draw: [0, 2, 3][i % 3],
            no_capture_draw_plies: 2 + (i % 7) as u16,
            ..rules
        };
        let game = random_endgame(rules, &mut rng);
        let Some(truth) = solved(&game) else { continue };
        if game.legal_actions().len() < 2 {
            continue;
        }
        decisions += 1;
        let budget = 2000;
        let search = searched(&game, BROAD, budget, 1, &mut HashEvaluator);
        let root = search.root();
        let lost = Proven::Win(!root.player);
        let policy = root.policy();
        for (edge, &share) in root.edges.iter().zip(&policy) {
            let mut after = game.clone();
            after.play(edge.action).unwrap();
            if let Some(result) = edge.proven {
                assert_eq!(
                    solved(&after),
                    Some(result),
                    "{} {}",
                    game.position(),
                    edge.action
                );
            }
            if edge.proven == Some(lost) && root.proven != Some(lost) {
                assert!(share == 0.0, "a lost action has a share");
            }
            if root.proven.is_some() && share > 0.0 {
                assert_eq!(
                    solved(&after),
                    root.proven,
                    "the decision gives something away"
                );
            }
        }
        let best = root.best(&mut rng).unwrap();
        let sampled = root.sample(1.0, &mut rng).unwrap();
        for (edge, &share) in root.edges.iter().zip(&policy) {
            assert!(share > 0.0 || (edge.action != best && edge.action != sampled));
        }
        let Some(result) = root.proven else { continue };
        assert_eq!(result, truth, "{}", game.position());
        assert_eq!(root.value(), Some(result.wdl().for_mover(root.player)));
        proven += 1;
        early += u32::from(search.simulations() < budget);
        counts[match result {
            Proven::Draw => 0,
            Proven::Win(winner) if winner == root.player => 1,
            Proven::Win(_) => 2,
        }] += 1;
        // No simulation comes after the proof, however large the budget.
        let again = searched(&game, BROAD, 2 * budget, 1, &mut HashEvaluator);
        assert_eq!(
            (again.simulations(), again.root()),
            (search.simulations(), root)
        );
    }
    assert!(
        decisions > 400 && proven * 2 > decisions,
        "{proven} of {decisions}"
    );
    assert!(early == proven, "{early} of {proven} stopped early");
    assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
}

#[test]
fn a_win_in_one_stops_the_search_at_once_and_is_the_decision() {
    // a1xc3 leaves Black bare; the two steps don't.
    let rules = Rules {
        capture: quirkat_rules::Capture::Optional,
        ..Rules::STANDARD
    };
    let game = from_fen(rules, "5/5/5/1b3/w4 w");
    let search = searched(&game, SearchConfig::default(), 1000, 1, &mut HashEvaluator);
    let root = search.root();
    assert_eq!(root.proven, Some(Proven::Win(Color::White)));
    assert!(search.simulations() < 10);
    for seed in 0..20 {
        let best = root.best(&mut rng(seed)).unwrap();
        assert_eq!(best.to_string(), "a1>c3");
        assert_eq!(root.sample(3.0, &mut rng(seed)), Some(best));
    }
    assert_eq!(
        search.principal_variation(),
        [root.best(&mut rng(0)).unwrap()]
    );
}

/// Priors that an underflow could give: all on the first action.
struct FirstOnly;

impl Evaluator for FirstOnly {
    fn evaluate(&mut self, leaves: &[Leaf<'_>], out: &mut Evaluations) {
        out.clear();
        for leaf in leaves {
            out.push(Wdl::UNKNOWN, leaf.actions.len(), |priors| priors[0] = 1.0);
        }
    }
}

#[test]
fn an_action_proven_lost_has_no_share_even_when_the_others_have_no_visits_and_no_prior() {
    // Black jumps whatever steps to a3; the only simulation finds out.
    let game = from_fen(Rules::STANDARD, LOST_FIRST);
    let search = searched(&game, SearchConfig::default(), 1, 1, &mut FirstOnly);
    let root = search.root();
    let lost = Some(Proven::Win(!root.player));
    assert_eq!(root.edges[0].proven, lost);
    assert!(root.edges[1..].iter().all(|edge| edge.proven.is_none()));
    let policy = root.policy();
    assert!(policy[0] == 0.0, "{policy:?}");
    assert!((policy.iter().sum::<f32>() - 1.0).abs() < 1e-6);
}

/// a3-a4 lets Black jump White's last man: a5xa3.
const LOST_FIRST: &str = "b4/5/w4/5/5 w";
