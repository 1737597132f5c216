//! `quirkat report`: the page and its figures, and what it refuses.

use crate::support::{Outcome, Snapshot, call, reference};
use std::fs;
use std::path::{Path, PathBuf};

fn text(path: &Path) -> &str {
    path.to_str().expect("paths are UTF-8")
}

/// The reference run in a folder of its own.
fn run_in(folder: &Path, name: &str) -> PathBuf {
    let run = folder.join(name);
    reference().files.write_to(&run);
    run
}

/// Changes a file of a run.
fn edit(run: &Path, name: &str, change: impl Fn(&str) -> String) {
    let path = run.join(name);
    let before = fs::read_to_string(&path).expect("a readable file");
    let after = change(&before);
    assert_ne!(before, after, "{name} is changed");
    fs::write(path, after).expect("a writable file");
}

fn report(runs: &[&Path], out: &Path) -> Outcome {
    let mut arguments = vec!["report"];
    arguments.extend(runs.iter().map(|run| text(run)));
    arguments.extend(["--out", text(out)]);
    call(&arguments)
}

/// The page of runs, after success.
fn page(runs: &[&Path], out: &Path) -> String {
    report(runs, out).success();
    fs::read_to_string(out.join("index.html")).expect("a page")
}

/// The section with this id.
fn section<'a>(html: &'a str, id: &str) -> &'a str {
    let from = html
        .find(&format!("<section id=\"{id}\">"))
        .unwrap_or_else(|| panic!("section {id}"));
    let length = html[from..].find("</section>").expect("sections end");
    &html[from..from + length]
}

fn drawings(html: &str) -> impl Iterator<Item = &str> {
    html.split("<svg")
        .skip(1)
        .map(|rest| rest.split("</svg>").next().unwrap_or_default())
}

#[test]
fn a_finished_run_gives_a_page_that_loads_nothing_and_leaves_the_run_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let run = run_in(folder.path(), "run");
    let outcome = call(&["report", text(&run)]);
    assert_eq!(outcome.stderr, "");
    let index = run.join("report/index.html");
    assert_eq!(outcome.success().trim_end(), text(&index));
    let html = fs::read_to_string(&index).unwrap();
    for (scheme, _) in html.match_indices("://") {
        let from = html[..scheme].rfind('"').unwrap_or(0);
        assert!(
            html[from..].starts_with("\"http://www.w3.org/2000/svg\""),
            "an address: {}",
            &html[from..scheme + 20]
        );
    }
    for loaded in [
        "<script", "<link", "<img", "<iframe", "@import", "src=", "url(\"", "url(h",
    ] {
        assert!(!html.contains(loaded), "{loaded}");
    }
    let files = Snapshot::of(&run);
    let own = files.filter(|name| !name.starts_with("report/"));
    own.assert_same(&reference().files, "the run");
    let again = folder.path().join("again");
    page(&[&run], &again);
    let first = Snapshot::of(&run.join("report"));
    first.assert_same(&Snapshot::of(&again), "the same report once more");
}

#[test]
fn every_figure_is_a_well_formed_file_beside_the_page_and_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let run = run_in(folder.path(), "run");
    let out = folder.path().join("out");
    let html = page(&[&run], &out);
    let mut files = 0;
    for entry in fs::read_dir(out.join("figures")).unwrap() {
        let path = entry.unwrap().path();
        let svg = fs::read_to_string(&path).unwrap();
        let document =
            roxmltree::Document::parse(&svg).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        for node in document.descendants().filter(roxmltree::Node::is_element) {
            for attribute in node.attributes() {
                let value = attribute.value();
                assert!(
                    !value.contains("NaN") && !value.contains("inf"),
                    "{path:?}: {value}"
                );
            }
        }
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        assert!(
            html.contains(&format!("href=\"figures/{name}\"")),
            "{name} is linked"
        );
        files += 1;
    }
    let mut ids = Vec::new();
    for inline in drawings(&html) {
        let svg = format!("<svg{inline}</svg>");
        let document =
            roxmltree::Document::parse(&svg).unwrap_or_else(|error| panic!("{svg}: {error}"));
        ids.extend(
            document
                .descendants()
                .filter_map(|node| node.attribute("id").map(str::to_owned)),
        );
    }
    assert_eq!(drawings(&html).count(), files);
    let count = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), count, "no id is there twice");
    for wanted in [
        "advantage-initial-sampled-1-8-8",
        "budget-initial-sampled-1-8",
        "policies-initial-sampled-1-8-8",
        "outcomes-initial-sampled-1-8-8",
        "length-initial-sampled-1-8-8",
        "diversity-initial-sampled-1-8-8",
        "strength-budget",
        "learning-value-loss",
    ] {
        assert!(
            out.join(format!("figures/{wanted}.svg")).is_file(),
            "{wanted}"
        );
    }
}

#[test]
fn the_page_leads_with_the_answer_and_says_what_it_is_about() {
    let folder = tempfile::tempdir().unwrap();
    let run = run_in(folder.path(), "run");
    let html = page(&[&run], &folder.path().join("out"));
    let answer = section(&html, "answer");
    assert!(html.find("<section").unwrap() == html.find("<section id=\"answer\"").unwrap());
    for variant in ["bell", "standard", "huffing"] {
        assert!(
            answer.contains(&format!(
                "In <code>{variant}</code>, <strong>the first player"
            )),
            "{variant}"
        );
    }
    for part in [
        "About these agents only",
        "training seed 7",
        "8 simulations a decision",
        "the first 8 plies drawn",
        "not about the variant",
    ] {
        assert!(answer.contains(part), "{part}");
    }
    let moves = section(&html, "first-moves");
    for part in ["<code>c2-c3</code>", "win", "unknown"] {
        assert!(moves.contains(part), "{part}");
    }
    assert!(
        !html.contains("observational"),
        "people played by none of these rules"
    );
    let reproduce = section(&html, "reproduce");
    assert!(reproduce.contains("-- train again.toml") && reproduce.contains("[rules.bell]"));
    let dictionary = section(&html, "dictionary");
    for column in [
        "advantage_pp_low",
        "p_holm",
        "policy_loss",
        "trained_positions_per_second",
    ] {
        assert!(
            dictionary.contains(&format!("<code>{column}</code>")),
            "{column}"
        );
    }
    assert!(
        section(&html, "effects").contains("effects.csv"),
        "why there are no effects"
    );
}

/// The advantage of each row on the page, as the table has it.
#[test]
fn the_numbers_on_the_page_are_those_of_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let run = run_in(folder.path(), "run");
    let html = page(&[&run], &folder.path().join("out"));
    let numbers = section(&html, "advantage");
    for row in crate::support::csv_rows(reference().files.text("evaluation/advantage.csv")) {
        if row.get("move_policy") != "sampled:1:8" || row.get("simulations") != "8" {
            continue;
        }
        let points = |column: &str| {
            let value = row.number(column);
            let text = format!("{:.1}", value.abs());
            match (text.as_str(), value < 0.0) {
                ("0.0", _) => text,
                (_, true) => format!("\u{2212}{text}"),
                (_, false) => format!("+{text}"),
            }
        };
        let wanted = format!(
            "{} [{}, {}]",
            points("advantage_pp"),
            points("advantage_pp_low"),
            points("advantage_pp_high")
        );
        let line = numbers.split("<tr>").find(|line| {
            line.contains(&format!("<code>{}</code>", row.get("variant"))) && line.contains(&wanted)
        });
        assert!(line.is_some(), "{wanted} of {row:?}");
    }
}

#[test]
fn a_run_that_is_not_finished_shows_what_there_is_with_a_warning() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("half");
    let early = |name: &str| !name.starts_with("evaluation/") && !name.contains("iter-0002");
    reference().files.filter(early).write_to(&run);
    let out = folder.path().join("out");
    let outcome = report(&[&run], &out);
    assert!(outcome.stderr.contains("no evaluation yet"), "{outcome:?}");
    outcome.success();
    let html = fs::read_to_string(out.join("index.html")).unwrap();
    assert!(
        section(&html, "answer").contains("Unfinished"),
        "the warning comes first"
    );
    assert!(
        section(&html, "learning").contains("<svg"),
        "learning curves"
    );
    assert!(!html.contains("<section id=\"budget\">"));
    // Not even a row of learning.
    fs::remove_file(run.join("metrics.csv")).unwrap();
    let html = page(&[&run], &out);
    assert!(!html.contains("<svg") && section(&html, "learning").contains("No metrics.csv"));
    assert_eq!(
        fs::read_dir(out.join("figures")).unwrap().count(),
        0,
        "figures of the earlier report are gone"
    );
}

#[test]
fn runs_on_one_page_are_told_apart_and_settings_that_differ_are_not_compared() {
    let folder = tempfile::tempdir().unwrap();
    let (a, b) = (run_in(folder.path(), "a"), run_in(folder.path(), "b"));
    call(&["report", text(&a), text(&b)]).refused(&["--out"]);
    let out = folder.path().join("out");
    let html = page(&[&a, &b], &out);
    let answer = section(&html, "answer");
    assert!(
        answer.contains("bell (a)") && answer.contains("bell (b)"),
        "rows say their run"
    );
    assert_eq!(answer.matches("<svg").count(), 1, "one setting, one figure");
    assert!(section(&html, "method").contains("configurations of these runs are the same"));
    // The same games under another policy's name: another setting.
    for name in ["advantage.csv", "games.csv", "comparisons.csv"] {
        edit(&b, &format!("evaluation/{name}"), |text| {
            text.replace("sampled:1:8", "sampled:1:6")
        });
    }
    fs::remove_file(b.join("evaluation/checksums.txt")).expect("checksums");
    edit(&b, "config.toml", |text| {
        text.replace("sampled:1:8", "sampled:1:6")
    });
    let html = page(&[&a, &b], &out);
    let answer = section(&html, "answer");
    assert!(answer.contains("are not compared"), "{answer}");
    for inline in drawings(answer) {
        assert!(
            !(inline.contains("bell (a)") && inline.contains("bell (b)")),
            "no figure has both"
        );
    }
    let method = section(&html, "method");
    assert!(
        method.contains("<code>evaluation.move-policies</code>"),
        "{method}"
    );
}

#[test]
fn names_from_files_are_text_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let run = run_in(folder.path(), "run");
    let evil = "<script>alert(1)</script>&'";
    for name in [
        "evaluation/advantage.csv",
        "evaluation/games.csv",
        "evaluation/comparisons.csv",
        "metrics.csv",
    ] {
        edit(&run, name, |text| text.replace("bell", evil));
    }
    edit(&run, "manifest.json", |text| {
        text.replace(
            "\"commit\": \"",
            &format!("\"commit\": \"{}", evil.replace('\'', "")),
        )
    });
    let out = folder.path().join("out");
    let outcome = report(&[&run], &out);
    assert!(
        outcome
            .stderr
            .contains("games.csv is not what the run wrote"),
        "{outcome:?}"
    );
    let html = fs::read_to_string(out.join("index.html")).unwrap();
    assert!(!html.contains("<script") && html.contains("&lt;script&gt;alert(1)"));
    assert!(section(&html, "answer").contains("Changed since"));
    for entry in fs::read_dir(out.join("figures")).unwrap() {
        let svg = fs::read_to_string(entry.unwrap().path()).unwrap();
        let document = roxmltree::Document::parse(&svg).expect("well-formed XML");
        assert!(
            document
                .descendants()
                .all(|node| !node.has_tag_name(("http://www.w3.org/2000/svg", "script")))
        );
    }
}

#[test]
fn what_is_no_run_or_not_whole_is_refused_with_file_and_line() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let empty = folder.path().join("empty");
    fs::create_dir(&empty).unwrap();
    report(&[&empty], &out).refused(&["empty", "holds no run"]);
    report(&[&folder.path().join("gone")], &out).refused(&["gone", "no such folder"]);
    let run = run_in(folder.path(), "run");
    report(&[&run.join("config.toml")], &out).refused(&["config.toml", "it is a file"]);
    report(&[&run, &run], &out).refused(&["same folder"]);
    let table = run.join("evaluation/advantage.csv");
    let whole = fs::read(&table).unwrap();
    let lines = whole.split(|byte| *byte == b'\n').count() - 1;
    for (content, parts) in [
        (
            whole[..whole.len() - 7].to_vec(),
            &["advantage.csv", "breaks off"][..],
        ),
        (Vec::new(), &["advantage.csv", "empty"]),
        (b"\xff\xfe\0\x01\n\x02".to_vec(), &["advantage.csv", "line"]),
        (
            b"a,b\n1,2\n".to_vec(),
            &["advantage.csv", "line 1", "no column `variant`"],
        ),
        (
            String::from_utf8(whole.clone())
                .unwrap()
                .replacen(",24,", ",many,", 1)
                .into_bytes(),
            &["advantage.csv", "line 2", "many"],
        ),
    ] {
        fs::write(&table, content).unwrap();
        report(&[&run], &out).refused(parts);
    }
    fs::write(&table, &whole[..whole.len() - 7]).unwrap();
    report(&[&run], &out).refused(&[&format!("line {lines}")]);
    fs::write(&table, &whole).unwrap();
    edit(&run, "evaluation/games.csv", |text| {
        text.replacen(",w,", ",won,", 1)
    });
    report(&[&run], &out).refused(&["games.csv", "line", "won"]);
    assert!(!out.exists(), "nothing is written");
}

#[test]
fn rule_sets_that_differ_under_one_name_do_not_share_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let (a, b) = (run_in(folder.path(), "a"), run_in(folder.path(), "b"));
    let out = folder.path().join("out");
    edit(&b, "evaluation/advantage.csv", |text| {
        text.replace("1c13a4e92d31eae5", "1c13a4e92d31eae6")
    });
    report(&[&a, &b], &out).refused(&["`bell`", "1c13a4e92d31eae6"]);
    edit(&a, "manifest.json", |text| {
        text.replace("\"rules\": 1", "\"rules\": 9")
    });
    report(&[&a, &b], &out).refused(&["rule versions 9 and 1"]);
    assert!(!out.exists());
}

#[test]
fn a_folder_with_something_else_is_not_written_to() {
    let folder = tempfile::tempdir().unwrap();
    let run = run_in(folder.path(), "run");
    let mine = folder.path().join("mine");
    fs::create_dir(&mine).unwrap();
    fs::write(mine.join("index.html"), "mine").unwrap();
    report(&[&run], &mine).refused(&["mine", "holds no report"]);
    report(&[&run], &mine.join("index.html")).refused(&["is a file"]);
    assert_eq!(
        Snapshot::of(&mine).names().collect::<Vec<_>>(),
        ["index.html"]
    );
    report(&[&run], &run).refused(&["holds no report"]);
}

#[test]
fn tables_are_computed_anew_from_the_games_to_the_byte_and_a_changed_one_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let run = run_in(folder.path(), "run");
    let out = folder.path().join("out");
    assert_eq!(report(&[&run], &out).code, Some(0));
    for name in ["advantage.csv", "comparisons.csv"] {
        let anew = fs::read(out.join("tables").join(name)).unwrap();
        assert_eq!(
            anew,
            fs::read(run.join("evaluation").join(name)).unwrap(),
            "{name}"
        );
    }
    edit(&run, "evaluation/advantage.csv", |text| {
        text.replacen("0.9", "0.8", 1)
    });
    let outcome = report(&[&run], &out);
    assert_eq!(outcome.code, Some(1), "{outcome:#?}");
    assert!(
        outcome
            .stderr
            .contains("evaluation/advantage.csv is not what follows from the games")
    );
}
