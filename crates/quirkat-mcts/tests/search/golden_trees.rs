//! Golden search trees on the hash evaluator: any change of what the search does shows here.
//!
//! When a change is meant, write the files anew and read the difference:
//! `UPDATE_GOLDEN=1 cargo test --release -p quirkat-mcts golden`

use crate::support::{from_fen, searched};
use quirkat_mcts::{Decision, HashEvaluator, Proven, SearchConfig};
use quirkat_rules::{Game, Position, Preset};
use std::fmt::Write;
use std::path::PathBuf;

const BUDGET: u32 = 300;

/// A position reached from a string by hops, each as its side sees it.
struct Case {
    name: &'static str,
    fen: String,
    hops: &'static [&'static str],
}

fn case(name: &'static str, fen: &str, hops: &'static [&'static str]) -> Case {
    Case {
        name,
        fen: fen.to_owned(),
        hops,
    }
}

fn cases(preset: Preset) -> Vec<Case> {
    let mut cases = vec![
        case("start", &Position::START.to_string(), &[]),
        case("mid-capture", "b2b1/b2bb/2w2/w1w1w/www1w w", &["c3>e5"]),
        case("four men, Black to move", "5/1b1w1/5/b3w/5 b", &[]),
        case("two men", "3bb/5/5/2w2/5 w", &[]),
    ];
    match preset {
        Preset::Bell => {
            cases.push(case("bans", "bbb1b/b1bb1/4w/b3w/5 b n:c4b4+e5d5", &[]));
            let fen = "bbb1b/bbbb1/bb2w/wwww1/ww1w1 b n:d1c1+d2e2+e5d5";
            cases.push(case("bans in a capture", fen, &["e3>c5"]));
        }
        Preset::Standard => {
            let hops = &["a5>b5", "a5>b5", "b5>a5", "b5>a5"];
            cases.push(case("second occurrence", "w4/5/3w1/1b3/4b w", hops));
        }
        Preset::Promotion | Preset::PromotionFlying => {
            cases.push(case("kings", "W3b/2b2/1b3/3w1/B3w w", &[]));
        }
        Preset::Huffing => {
            let fen = "bbwbb/b1b1b/w1bww/wbw1w/w1www b h:d3+e3";
            cases.push(case("huff marks", fen, &[]));
            let fen = "bbw2/bbbw1/wb3/1bwww/ww2b b h:a1+a3+c2+c5";
            cases.push(case("after a huff", fen, &["huff e5"]));
        }
        Preset::Brainking | Preset::Backward => {}
    }
    cases
}

impl Case {
    fn game(&self, preset: Preset) -> Game {
        let mut game = from_fen(preset.rules(), &self.fen);
        for &hop in self.hops {
            let mut legal = game.legal_actions().iter();
            let action = legal.find(|action| action.to_string() == hop);
            game.play(action.unwrap_or_else(|| panic!("{}: {hop}", self.name)))
                .unwrap();
        }
        game
    }
}

fn result(proven: Option<Proven>) -> String {
    match proven {
        Some(Proven::Win(winner)) => format!("{winner} wins"),
        Some(Proven::Draw) => "draw".to_owned(),
        None => "-".to_owned(),
    }
}

/// The searches whose trees are kept, each in a folder: the plain one of self-play, and the one by
/// which agents with a network decide.
fn searches() -> [(&'static str, SearchConfig); 2] {
    [
        ("puct", SearchConfig::default()),
        ("guided", SearchConfig::guided()),
    ]
}

fn dump(preset: Preset, config: SearchConfig) -> String {
    let mut text = format!(
        "{preset}: hash evaluator, {BUDGET} simulations. Actions are seen from the side to move.\n"
    );
    let decides_by_visits = config.decision == Decision::Visits;
    for case in cases(preset) {
        let game = case.game(preset);
        let search = searched(&game, config, BUDGET, 1, &mut HashEvaluator);
        let root = search.root();
        let line = search.principal_variation();
        let line: Vec<String> = line.iter().map(ToString::to_string).collect();
        let mut write = |line: String| writeln!(text, "{}", line.trim_end()).expect("a string");
        write(String::new());
        write(format!("== {}", case.name));
        write(format!("{} {}", case.fen, case.hops.join(" ")));
        write(format!(
            "{} to move, {} simulations, proven: {}",
            root.player,
            search.simulations(),
            result(root.proven)
        ));
        let heading = "action      prior  visits     White      draw     Black  proven";
        // The share of an action is its visits' where the decision goes by visits.
        write(if decides_by_visits {
            heading.to_owned()
        } else {
            heading.replace("visits", "visits    policy")
        });
        for (edge, share) in root.edges.iter().zip(root.policy()) {
            let policy = if decides_by_visits {
                String::new()
            } else {
                format!(" {share:9.6}")
            };
            let means = edge.mean.map_or_else(
                || format!("{:>9} {:>9} {:>9}", "-", "-", "-"),
                |m| format!("{:9.6} {:9.6} {:9.6}", m.white, m.draw, m.black),
            );
            write(format!(
                "{:8} {:8.6}  {:6}{policy} {means}  {}",
                edge.action.to_string(),
                edge.prior,
                edge.visits,
                result(edge.proven)
            ));
        }
        write(format!("principal variation: {}", line.join(", ")));
    }
    text
}

#[test]
fn golden_trees_of_all_presets_are_unchanged() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut changed = Vec::new();
    for ((name, config), preset) in searches()
        .into_iter()
        .flat_map(|search| Preset::ALL.map(|preset| (search, preset)))
    {
        let file = folder.join(name).join(format!("{preset}.txt"));
        let now = dump(preset, config);
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            // The search knows no files, and so not the crate that writes them.
            #[allow(clippy::disallowed_methods, reason = "a golden file")]
            std::fs::write(&file, &now).unwrap();
        }
        let golden = std::fs::read_to_string(&file).unwrap().replace('\r', "");
        let differs = |(a, b): &(&str, &str)| a != b;
        if let Some((was, is)) = golden.lines().zip(now.lines()).find(differs) {
            changed.push(format!("{name}, {preset}\n  was {was}\n  is  {is}"));
        } else if golden != now {
            changed.push(format!("{name}, {preset}: another number of lines"));
        }
    }
    assert!(changed.is_empty(), "{}", changed.join("\n"));
}
