//! `match`: agents, paired openings, refusals.

use crate::support::{PRESETS, call, reference};
use std::fs;

/// The numbers of the line `won W  drawn D  lost L`.
fn counts(output: &str) -> [u32; 3] {
    let line = output
        .lines()
        .find(|line| line.starts_with("won "))
        .expect("a line of counts");
    let words: Vec<&str> = line.split_whitespace().collect();
    [1, 3, 5].map(|at| words[at].parse().unwrap())
}

/// The number after a word on the line that begins with it.
fn percent(output: &str, word: &str) -> f64 {
    let line = output
        .lines()
        .find_map(|line| line.strip_prefix(word))
        .expect(word);
    line.split_whitespace().next().unwrap().parse().unwrap()
}

fn play(agent: &str, opponent: &str, more: &[&str]) -> String {
    call(&[&["match", agent, opponent, "--quiet"], more].concat()).success()
}

#[test]
fn a_match_shows_counts_score_and_interval_that_agree() {
    for rules in PRESETS {
        let output = play("random", "random", &["--games", "60", "--rules", rules]);
        let heading = format!(
            "random against random, {rules}, 60 games from 30 openings with colours swapped"
        );
        assert_eq!(output.lines().next(), Some(&*heading));
        let [won, drawn, lost] = counts(&output);
        assert_eq!(won + drawn + lost, 60, "{output}");
        let score = 100.0 * (f64::from(won) + f64::from(drawn) / 2.0) / 60.0;
        assert!(
            (percent(&output, "score ") - score).abs() < 0.051,
            "{output}"
        );
        let (low, high) = output
            .split_once('[')
            .unwrap()
            .1
            .split_once(']')
            .unwrap()
            .0
            .split_once(", ")
            .unwrap();
        let ends: [f64; 2] = [low, high].map(|end| end.parse().unwrap());
        assert!(ends[0] < score && score < ends[1], "{output}");
        // Equals play: far from one-sided, whatever the seed.
        assert!((15.0..=85.0).contains(&score), "{output}");
    }
}

#[test]
fn a_match_is_the_same_with_any_threads_and_differs_by_seed() {
    let arguments = ["--games", "80", "--rules", "bell"];
    let outputs = ["1", "2", "3"].map(|threads| {
        play(
            "rollout@4",
            "random",
            &[&arguments[..], &["--threads", threads]].concat(),
        )
    });
    assert!(
        outputs.iter().all(|output| *output == outputs[0]),
        "{outputs:#?}"
    );
    let seeds = ["1", "2", "3"].map(|seed| {
        play(
            "random",
            "random",
            &[&arguments[..], &["--seed", seed]].concat(),
        )
    });
    assert!(seeds.iter().any(|output| *output != seeds[0]), "{seeds:#?}");
}

#[test]
fn search_beats_random_play_from_either_place() {
    let arguments = ["--games", "40", "--rules", "standard"];
    for agent in ["rollout@16", "uniform@32"] {
        let first = play(agent, "random", &arguments);
        let second = play("random", agent, &arguments);
        assert!(percent(&first, "score ") > 60.0, "{first}");
        assert!(percent(&second, "score ") < 40.0, "{second}");
    }
}

#[test]
fn networks_play_from_a_run_or_a_checkpoint_with_or_without_search() {
    let folder = tempfile::tempdir().unwrap();
    reference().files.write_to(folder.path());
    let run = folder.path().display();
    let arguments = ["--games", "8", "--rules", "bell"];
    let of_run = play(&format!("net={run}@0"), "random", &arguments);
    let of_checkpoint = play(
        &format!("net={run}/nets/bell/iter-0002@0"),
        "random",
        &arguments,
    );
    let rest = |output: &str| output.split_once('\n').unwrap().1.to_owned();
    assert_eq!(
        rest(&of_run),
        rest(&of_checkpoint),
        "a run stands for its last checkpoint"
    );
    let with = |simulations: &str| {
        let [written, told] = [format!("net={run}@{simulations}"), format!("net={run}")];
        let written = play(&written, "rollout@4", &arguments);
        let told = play(
            &told,
            "rollout@4",
            &[&arguments[..], &["--simulations", simulations]].concat(),
        );
        assert_eq!(rest(&written), rest(&told));
    };
    with("4");
    let network = format!("net={run}/nets/bell/iter-0000@4");
    assert_eq!(
        counts(&play(&network, "random", &arguments))
            .iter()
            .sum::<u32>(),
        8
    );
    let path = format!("net={run}/nets/bell/iter-0001@4");
    assert_eq!(
        counts(&play(&path, &network, &arguments))
            .iter()
            .sum::<u32>(),
        8
    );
    // A run has networks for its own variants only.
    let stranger = [
        "match",
        &format!("net={run}@0"),
        "random",
        "--rules",
        "backward",
    ];
    call(&stranger).refused(&["net=", "backward"]);
}

#[test]
fn games_cut_by_the_length_limit_count_for_nobody() {
    let cut = play(
        "random",
        "random",
        &["--games", "20", "--rules", "huffing", "--max-plies", "20"],
    );
    let [won, drawn, lost] = counts(&cut);
    assert!(
        won + drawn + lost < 20 && cut.contains("cut by --max-plies"),
        "{cut}"
    );
    let all = play(
        "random",
        "random",
        &["--games", "4", "--rules", "huffing", "--max-plies", "1"],
    );
    assert!(all.contains("no pair of games ended"), "{all}");
}

#[test]
fn odd_games_and_other_values_that_make_no_match_are_refused() {
    let base = ["match", "random", "random", "--rules", "bell"];
    for (more, parts) in [
        (["--games", "3"], &["--games", "3", "even"][..]),
        (["--games", "0"], &["--games", "even"]),
        (["--opening-plies", "3"], &["--opening-plies", "odd"]),
        (["--max-plies", "0"], &["--max-plies"]),
        (["--level", "1.5"], &["--level"]),
        (["--opening-plies", "0"], &["openings", "of 50 distinct"]),
    ] {
        call(&[&base[..], &more].concat()).refused(parts);
    }
    call(&[
        "match",
        "rollout",
        "random",
        "--rules",
        "bell",
        "--simulations",
        "0",
    ])
    .refused(&["rollout", "simulation"]);
    call(&["match", "net=nowhere@3", "random", "--rules", "bell"])
        .refused(&["net=nowhere@3", "No such file"]);
}

#[test]
fn an_unknown_agent_is_refused_with_the_ways_to_write_one() {
    for agent in [
        "stockfish",
        "random@3",
        "rollout@x",
        "rollout@0",
        "net=@3",
        "",
    ] {
        let outcome = call(&["match", agent, "random", "--rules", "bell"]);
        assert_eq!(outcome.code, Some(2), "{outcome:#?}");
        assert_eq!(outcome.stdout, "");
        let line = outcome.stderr.lines().next().unwrap();
        assert!(
            line.starts_with("error: ") && line.contains(&format!("`{agent}`")),
            "{outcome:#?}"
        );
    }
    let outcome = call(&["match", "stockfish", "random", "--rules", "bell"]);
    for way in ["random", "uniform@SIMS", "rollout@SIMS", "net=PATH@SIMS"] {
        assert!(outcome.stderr.contains(way), "{way} in {outcome:#?}");
    }
}

#[test]
fn a_match_can_begin_at_given_positions_each_with_the_sides_exchanged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.csv");
    let file = path.to_str().unwrap();
    let run = |text: &str| {
        std::fs::write(&path, text).unwrap();
        call(&[
            "match",
            "rollout@32",
            "random",
            "--rules",
            "bell",
            "--positions",
            file,
        ])
    };
    // White takes the last man at once, whoever has White.
    let outcome = run("men,fen\n3,5/5/5/1b3/w3w w\n");
    assert_eq!(outcome.code, Some(0), "{outcome:#?}");
    assert!(
        outcome.stdout.contains("2 games from 1 positions"),
        "{outcome:#?}"
    );
    assert!(
        outcome.stdout.contains("won 1  drawn 0  lost 1"),
        "{outcome:#?}"
    );
    run("men\n3\n").refused(&["line 1", "`fen`"]);
    run("fen\n").refused(&["no positions"]);
    run("fen\n5/5/5/1b3/w3w w\nnonsense\n").refused(&["line 3", "nonsense"]);
    run("fen\n5/5/5/5/w4 b\n").refused(&["line 2"]);
}

/// A match with a sequential test: its exit code and what it prints.
fn test_of(agent: &str, opponent: &str, more: &[&str]) -> (Option<i32>, String) {
    let base = ["match", agent, opponent, "--rules", "bell", "--quiet"];
    let outcome = call(&[&base, more].concat());
    assert_eq!(outcome.stderr, "", "{outcome:#?}");
    (outcome.code, outcome.stdout)
}

/// The line of a sequential test.
fn sprt_line(output: &str) -> &str {
    let line = output.lines().find(|line| line.starts_with("SPRT "));
    line.expect("a line of the test")
}

#[test]
fn a_sequential_test_of_unequal_agents_is_decided_early_whichever_comes_first() {
    let more = ["--games", "2000", "--sprt", "0,50"];
    let (code, output) = test_of("rollout@32", "random", &more);
    assert_eq!(code, Some(0), "{output}");
    let line = sprt_line(&output);
    assert!(
        line.contains("H1 accepted: Elo 50 rather than 0"),
        "{output}"
    );
    assert!(line.contains("bounds -2.94 and 2.94"), "{output}");
    let (code, swapped) = test_of("random", "rollout@32", &more);
    assert_eq!(code, Some(1), "{swapped}");
    assert!(sprt_line(&swapped).contains("H0 accepted: Elo 0 rather than 50"));
    for output in [&output, &swapped] {
        let played: u32 = counts(output).iter().sum();
        assert!(played < 400 && played.is_multiple_of(32), "{output}");
        assert!(
            output.contains(&format!(", {played} games from")),
            "{output}"
        );
        assert!(output.contains("its score is biased"), "{output}");
    }
}

#[test]
fn a_sequential_test_of_equals_with_a_tight_bound_plays_to_the_limit() {
    let more = ["--games", "96", "--sprt", "-1,1"];
    let (code, output) = test_of("random", "random", &more);
    assert_eq!(code, Some(1), "{output}");
    assert_eq!(counts(&output).iter().sum::<u32>(), 96);
    assert!(
        sprt_line(&output).contains("undecided between Elo -1 and 1, after 96 games"),
        "{output}"
    );
    assert!(!output.contains("biased"), "{output}");
}

#[test]
fn a_sequential_test_ends_at_the_same_game_with_any_threads_and_reads_error_rates() {
    let base = ["--games", "1000", "--sprt", "0,60,0.01,0.1"];
    let runs = ["1", "2", "5"].map(|threads| {
        test_of(
            "rollout@8",
            "random",
            &[&base[..], &["--threads", threads]].concat(),
        )
    });
    assert!(runs.iter().all(|run| *run == runs[0]), "{runs:#?}");
    assert!(runs[0].1.contains("bounds -2.29 and 4.50"), "{}", runs[0].1);
}

#[test]
fn tests_out_of_order_and_other_texts_are_refused() {
    let base = ["match", "random", "random", "--rules", "bell", "--sprt"];
    for (text, part) in [
        ("10,0", "elo0"),
        ("0", "ELO0,ELO1"),
        ("0,ten", "ELO0,ELO1"),
        ("0,5,0.05,0.9", "beta"),
    ] {
        call(&[&base[..], &[text]].concat()).refused(&["--sprt", part]);
    }
}

#[test]
fn a_perfect_player_with_many_fallbacks_is_refused_at_once() {
    let agent = "perfect=a+".repeat(24);
    call(&["match", &agent, "random", "--rules", "bell"]).refused(&["perfect=a+", "after `+`"]);
}

#[test]
fn a_match_keeps_its_games_and_goes_on_with_them() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole.pdn");
    let base = [
        "match",
        "uniform@8",
        "random",
        "--rules",
        "bell",
        "--games",
        "80",
        "--quiet",
    ];
    let run = |more: &[&str]| call(&[&base[..], more].concat());
    let expected = run(&["--out", whole.to_str().unwrap()]).success();
    assert_eq!(run(&[]).success(), expected, "with and without a file");
    let games = fs::read_to_string(&whole).unwrap();
    assert_eq!(games.matches("[Event ").count(), 80);
    // As a process that was killed leaves it: whole games, but not all.
    let cut = games.match_indices("[Event ").nth(32).unwrap().0;
    fs::write(&whole, &games[..cut]).unwrap();
    assert_eq!(run(&["--out", whole.to_str().unwrap()]).success(), expected);
    assert_eq!(fs::read_to_string(&whole).unwrap(), games);
    let table = folder.path().join("games.csv");
    assert_eq!(run(&["--out", table.to_str().unwrap()]).success(), expected);
    call(&["convert", table.to_str().unwrap(), "--to", "pdn"]).success();
    // Another match does not write into it, nor does one write over what is no match.
    run(&["--seed", "2", "--out", whole.to_str().unwrap()]).refused(&["--out", "another match"]);
    fs::write(&table, "variant,result\nbell,w\n").unwrap();
    run(&["--out", table.to_str().unwrap()]).refused(&["--out", "another match"]);
    run(&["--out", "nowhere.txt"]).refused(&["--out", "format"]);
}
