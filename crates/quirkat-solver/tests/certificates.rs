//! Certificates and tables survive what happens to files and processes, or are refused.

mod support;

use quirkat_rules::{Game, Geometry, Position, Rules};
use quirkat_solver::{
    BuildOptions, Certificate, Control, Error, Prober, SolveOptions, Strategy, Tables, Value,
    build_tables, on_large_stack, solve, verify, verify_tables,
};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use support::{quietly, tables};

fn solved(rules: Rules, text: &str, tables: Option<&Tables>) -> Certificate {
    let geometry = Geometry::new(rules);
    let options = SolveOptions {
        position: Position::parse(text, &geometry).unwrap(),
        memory: 1 << 24,
        first_moves: true,
        nodes: 10_000_000,
        saved_search: None,
    };
    let solution =
        quietly(|control| on_large_stack(|| solve(&geometry, tables, &options, control)))
            .unwrap()
            .unwrap();
    assert!(solution.value.value().is_some());
    assert!(
        solution
            .moves
            .iter()
            .all(|(_, bounds)| bounds.value().is_some())
    );
    solution.certificate
}

#[test]
fn a_certificate_reads_back_verifies_and_any_changed_byte_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.cert");
    let certificate = solved(Rules::STANDARD, "3b1/5/2b2/1w3/2w2 w", None);
    let hash = certificate.write(&path).unwrap();
    let read = Certificate::read(&path).unwrap();
    assert_eq!(read, certificate);
    quietly(|control| verify(&read, None, control)).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    assert_eq!(bytes[bytes.len() - 32..], hash);
    for at in (0..bytes.len()).step_by(bytes.len() / 400 + 1) {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        quirkat_store::write(&path, &changed).unwrap();
        assert!(Certificate::read(&path).is_err(), "byte {at}");
    }
    for len in (0..bytes.len()).step_by(bytes.len() / 50 + 1) {
        quirkat_store::write(&path, &bytes[..len]).unwrap();
        assert!(Certificate::read(&path).is_err(), "{len} bytes");
    }
}

#[test]
fn a_changed_file_with_a_matching_checksum_is_refused_or_still_proves_the_claims() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.cert");
    solved(Rules::BELL, "3b1/2b2/5/1w3/2w2 w", None)
        .write(&path)
        .unwrap();
    let bytes = std::fs::read(&path).unwrap();
    let body = bytes.len() - 32;
    let mut refused = 0;
    let mut tried = 0;
    for at in (0..body).step_by(body / 300 + 1) {
        let mut changed = bytes.clone();
        changed[at] ^= 4;
        let hash = *blake3::hash(&changed[..body]).as_bytes();
        changed[body..].copy_from_slice(&hash);
        quirkat_store::write(&path, &changed).unwrap();
        tried += 1;
        let verified = Certificate::read(&path)
            .and_then(|certificate| quietly(|control| verify(&certificate, None, control)));
        refused += usize::from(verified.is_err());
    }
    // A changed measure or an unneeded bit may leave a proof that still holds.
    assert!(refused * 10 > tried * 6, "{refused} of {tried}");
}

#[test]
fn a_certificate_over_tables_needs_these_very_tables() {
    let (_folder, three) = tables(Rules::STANDARD, 3, false);
    let (_other, four) = tables(Rules::BACKWARD, 3, false);
    let certificate = solved(Rules::STANDARD, "2bb1/5/2b2/1w3/w4 w", Some(&three));
    quietly(|control| verify(&certificate, Some(&three), control)).unwrap();
    let without = quietly(|control| verify(&certificate, None, control)).unwrap_err();
    assert!(without.to_string().contains("3-man tables"), "{without}");
    assert!(quietly(|control| verify(&certificate, Some(&four), control)).is_err());
}

#[test]
fn an_interrupted_build_goes_on_and_gives_the_same_files() {
    let options = |folder: &std::path::Path| BuildOptions {
        rules: Rules::BRAINKING,
        men: 4,
        folder: folder.to_owned(),
        distances: false,
    };
    let (folder, whole) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let complete = quietly(|control| build_tables(&options(whole.path()), control)).unwrap();
    let (stop, levels) = (AtomicBool::new(false), AtomicUsize::new(0));
    let report = |_| {
        stop.store(
            levels.fetch_add(1, Ordering::Relaxed) >= 2,
            Ordering::Relaxed,
        );
    };
    let control = Control {
        stop: &stop,
        report: &report,
    };
    let interrupted = build_tables(&options(folder.path()), &control);
    assert!(matches!(interrupted, Err(Error::Interrupted)));
    assert!(Tables::open(folder.path(), &Rules::BRAINKING, Some(4)).is_err());
    // What a kill in mid-write leaves behind.
    let inside = folder.path().join(complete.key().folder());
    quirkat_store::write(&inside.join("2v2.wdl.part"), b"half").unwrap();
    let resumed = quietly(|control| build_tables(&options(folder.path()), control)).unwrap();
    assert_eq!(resumed.digest(4), complete.digest(4));
    let opened = Tables::open(folder.path(), &Rules::BRAINKING, None).unwrap();
    assert_eq!((opened.men(), opened.digest(4)), (4, complete.digest(4)));
}

#[test]
fn two_builders_of_one_folder_both_end_well() {
    let folder = tempfile::tempdir().unwrap();
    let options = BuildOptions {
        rules: Rules::PROMOTION,
        men: 3,
        folder: folder.path().to_owned(),
        distances: true,
    };
    let build = || quietly(|control| build_tables(&options, control)).unwrap();
    let (one, other) = std::thread::scope(|scope| {
        let other = scope.spawn(build);
        (build(), other.join().unwrap())
    });
    assert_eq!(one.digest(3), other.digest(3));
    let opened = Tables::open(folder.path(), &Rules::PROMOTION, Some(3)).unwrap();
    assert_eq!(opened.digest(3), one.digest(3));
    // Nothing unfinished is left.
    for entry in std::fs::read_dir(folder.path().join(one.key().folder())).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let known = [".wdl", ".dtc", ".toml"]
            .iter()
            .any(|end| name.ends_with(end));
        assert!(known, "{name}");
    }
}

#[test]
fn files_beside_a_certificate_or_a_saved_search_are_not_touched() {
    let folder = tempfile::tempdir().unwrap();
    let beside = folder.path().join("proof.part");
    quirkat_store::write(&beside, b"mine").unwrap();
    let certificate = solved(Rules::STANDARD, "3b1/5/2b2/1w3/2w2 w", None);
    certificate
        .write(&folder.path().join("proof.cert"))
        .unwrap();
    let geometry = Geometry::new(Rules::STANDARD);
    let options = SolveOptions {
        position: Position::START,
        memory: 1 << 22,
        first_moves: false,
        nodes: 2_000,
        saved_search: Some(folder.path().join("proof.state")),
    };
    quietly(|control| on_large_stack(|| solve(&geometry, None, &options, control)))
        .unwrap()
        .unwrap();
    assert!(folder.path().join("proof.state").exists());
    assert_eq!(std::fs::read(&beside).unwrap(), b"mine");
}

/// Replaces the values of a level and gives the file the checksum that fits.
fn forge(folder: &Path, level: &str, edit: impl Fn(&mut u8)) {
    let path = folder.join(level);
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[128..].iter_mut().for_each(edit);
    bytes[64..96].fill(0);
    let hash = *blake3::hash(&bytes).as_bytes();
    bytes[64..96].copy_from_slice(&hash);
    quirkat_store::write(&path, &bytes).unwrap();
}

#[test]
fn a_forged_level_that_lacks_values_is_refuted_and_nothing_is_built_on_it() {
    for rules in [Rules::STANDARD, Rules::HUFFING] {
        let (folder, complete) = tables(rules, 3, false);
        let inside = folder.path().join(complete.key().folder());
        forge(&inside, "1v1.wdl", |byte| *byte = 0xff);
        let forged = Tables::open(folder.path(), &rules, None).unwrap();
        let checked = quietly(|control| verify_tables(&forged, &rules, control));
        assert!(matches!(checked, Err(Error::Disproved(_))), "{checked:?}");
        std::fs::remove_file(inside.join("2v1.wdl")).unwrap();
        let options = BuildOptions {
            rules,
            men: 3,
            folder: folder.path().to_owned(),
            distances: false,
        };
        let error = quietly(|control| build_tables(&options, control)).err();
        let error = error.unwrap().to_string();
        assert!(error.contains("rests on lacks a value"), "{error}");
        assert!(!inside.join("2v1.wdl").exists());
    }
}

#[test]
fn a_successor_without_a_value_refutes_the_level_above_it() {
    let rules = Rules::STANDARD;
    let (folder, complete) = tables(rules, 3, false);
    // 1v2 comes first, and its quiet moves lead to 2v1.
    let inside = folder.path().join(complete.key().folder());
    forge(&inside, "2v1.wdl", |byte| *byte = 0xff);
    let forged = Tables::open(folder.path(), &rules, None).unwrap();
    let checked = quietly(|control| verify_tables(&forged, &rules, control));
    assert!(matches!(checked, Err(Error::Disproved(_))), "{checked:?}");
}

#[test]
fn a_probe_of_a_table_that_contradicts_itself_is_an_error() {
    let rules = Rules::STANDARD;
    let (folder, complete) = tables(rules, 3, false);
    // White takes the last piece.
    let text = "5/5/2b2/2w2/4w w";
    let position = Position::parse(text, &Geometry::new(rules)).unwrap();
    assert_eq!(complete.value(&position), Some(Value::Win));
    let inside = folder.path().join(complete.key().folder());
    drop(complete);
    forge(&inside, "2v1.wdl", |byte| *byte = 0);
    let forged = Tables::open(folder.path(), &rules, None).unwrap();
    let mut prober = Prober::new(&rules, Some(forged), 1000).unwrap();
    let probe = prober.probe(&position);
    assert!(matches!(probe, Err(Error::Disproved(_))), "{probe:?}");
}

#[test]
fn a_damaged_level_is_refused_when_tables_are_opened_and_when_a_build_goes_on() {
    let (folder, complete) = tables(Rules::STANDARD, 3, false);
    let path = folder.path().join(complete.key().folder()).join("2v1.wdl");
    let mut bytes = std::fs::read(&path).unwrap();
    let at = bytes.len() - 5;
    bytes[at] ^= 3;
    quirkat_store::write(&path, &bytes).unwrap();
    let error = Tables::open(folder.path(), &Rules::STANDARD, None)
        .err()
        .unwrap();
    assert!(
        error.to_string().contains("2v1.wdl: the checksum is wrong"),
        "{error}"
    );
}

#[test]
fn a_search_that_is_stopped_or_runs_out_of_nodes_gives_bounds_that_hold() {
    let geometry = Geometry::new(Rules::STANDARD);
    let options = SolveOptions {
        position: Position::START,
        memory: 1 << 22,
        first_moves: false,
        nodes: 20_000,
        saved_search: None,
    };
    let solution = quietly(|control| on_large_stack(|| solve(&geometry, None, &options, control)))
        .unwrap()
        .unwrap();
    assert_eq!(solution.value.to_string(), "unknown");
    quietly(|control| verify(&solution.certificate, None, control)).unwrap();
    let control = Control {
        stop: &AtomicBool::new(true),
        report: &|_| {},
    };
    let solution = on_large_stack(|| solve(&geometry, None, &options, &control))
        .unwrap()
        .unwrap();
    assert_eq!(solution.value.value(), None);
}

#[test]
fn a_search_goes_on_from_where_it_was_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("search.state");
    let (_folder, tables) = tables(Rules::STANDARD, 4, false);
    let geometry = Geometry::new(Rules::STANDARD);
    let text = "1bbbb/bb3/2bw1/1w1ww/1w1w1 w";
    let mut options = SolveOptions {
        position: Position::parse(text, &geometry).unwrap(),
        memory: 1 << 24,
        first_moves: false,
        nodes: u64::MAX,
        saved_search: None,
    };
    let run = |options: &SolveOptions| {
        quietly(|control| on_large_stack(|| solve(&geometry, Some(&tables), options, control)))
            .unwrap()
    };
    let whole = run(&options).unwrap();
    options.saved_search = Some(path.clone());
    options.nodes = whole.nodes / 3;
    let cut = run(&options).unwrap();
    assert_eq!(cut.value.value(), None);
    assert!(path.exists());
    let bytes = std::fs::read(&path).unwrap();
    let mut changed = bytes.clone();
    changed[bytes.len() / 2] ^= 1;
    quirkat_store::write(&path, &changed).unwrap();
    assert!(run(&options).is_err());
    quirkat_store::write(&path, &bytes).unwrap();
    options.nodes = u64::MAX;
    let resumed = run(&options).unwrap();
    assert_eq!(resumed.value, whole.value);
    assert!(resumed.nodes < whole.nodes);
    assert!(!path.exists());
}

#[test]
fn following_a_certificate_wins_what_it_says_is_won() {
    let rules = Rules::BELL;
    let geometry = std::sync::Arc::new(Geometry::new(rules));
    let text = "1b3/2b2/5/1w3/2w2 b";
    let certificate = solved(rules, text, None);
    let strategy = Strategy::new(&certificate).unwrap();
    let mut won = 0;
    for start in strategy.positions() {
        let bounds = strategy.bounds(&start);
        if bounds.least != Value::Win {
            continue;
        }
        let mut game = Game::from_position(std::sync::Arc::clone(&geometry), start);
        while game.outcome().is_none() {
            let played = if game.turn() == start.turn() {
                let (least, played) = strategy.choose(game.position()).unwrap();
                assert_eq!(least, Value::Win);
                played
            } else {
                game.position().moves(&geometry)[0].0
            };
            game.play_move(played).unwrap();
        }
        assert_eq!(
            game.outcome().unwrap().winner,
            Some(start.turn()),
            "{start}"
        );
        won += 1;
    }
    assert!(won > 10, "{won}");
}
