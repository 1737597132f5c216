//! `export`: the sidecar, safetensors, the model card, and what is refused. ONNX itself is compared with
//! burn in `tests/export`, which needs Python.

use crate::support::{call, call_with_input, reference};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// A copy of the reference run in a folder, with the name of its agent.
fn run() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    reference().files.write_to(&folder.path().join("run"));
    let agent = format!("net={}/run", folder.path().display());
    (folder, agent)
}

fn sidecar(agent: &str, more: &[&str]) -> Value {
    let arguments = [&["export", agent, "--format", "json"], more].concat();
    serde_json::from_str(&call(&arguments).success()).unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn the_sidecar_says_what_a_player_needs() {
    let (_folder, agent) = run();
    for rules in ["bell", "standard", "huffing"] {
        let sidecar = sidecar(&agent, &["--rules", rules]);
        let shown = call(&["rules", "show", rules]).success();
        let hash = sidecar["rules"]["hash"].as_str().unwrap();
        assert!(shown.contains(hash), "{hash} in {shown}");
        let switches = sidecar["rules"]["switches"].as_object().unwrap();
        assert_eq!(switches.len(), 14);
        for (key, value) in switches {
            assert!(shown.contains(&format!("{key} = {value}\n")), "{key}");
            assert!(sidecar["rules"]["meaning"][key].as_str().is_some(), "{key}");
        }
        for (key, value) in [
            ("format", json!("quirkat-network")),
            ("format-version", json!(2)),
            ("rules-version", json!(1)),
            ("encoding-version", json!(1)),
            ("actions-version", json!(1)),
            ("licence", json!("MIT OR Apache-2.0")),
        ] {
            assert_eq!(sidecar[key], value, "{key}");
        }
        assert_eq!(sidecar["features"]["count"], 507);
        assert_eq!(sidecar["actions"]["table"].as_array().unwrap().len(), 290);
        assert_eq!(sidecar["training"]["seed"], 7);
        assert_eq!(sidecar["training"]["iteration"], 2);
        assert_eq!(sidecar["training"]["self-play-games"], 48);
        assert_eq!(sidecar["training"]["config"]["network"]["width"], 32);
        assert_eq!(sidecar["training"]["grade"], Value::Null, "not asked for");
        let metrics = crate::support::csv_rows(reference().files.text("metrics.csv"));
        let row = metrics
            .iter()
            .find(|row| row.get("network") == rules && row.get("iteration") == "2");
        assert_eq!(
            sidecar["network"]["weights-blake3"],
            row.unwrap().get("weights_blake3")
        );
    }
}

/// The test vectors' actions are moves that the rules allow, and their numbers are not all alike.
#[test]
fn test_vectors_are_positions_of_legal_play() {
    let (_folder, agent) = run();
    let sidecar = sidecar(&agent, &["--rules", "bell"]);
    let vectors = sidecar["test-vectors"].as_array().unwrap();
    assert!(vectors.len() >= 5);
    let start = &vectors[0];
    assert_eq!(start["actions"], json!([]));
    assert_eq!(start["position"], crate::support::START);
    let moves = call(&["rules", "moves", "--rules", "bell"]).success();
    let legal = start["legal"].as_array().unwrap();
    assert_eq!(legal.len(), moves.lines().count());
    // The start's legal actions are its moves, in the words of the action and point tables.
    let point = |index: &Value| {
        let named = &sidecar["geometry"]["points"][index.as_u64().unwrap() as usize];
        named["name"].as_str().unwrap().to_owned()
    };
    for id in legal {
        let action = &sidecar["actions"]["table"][id.as_u64().unwrap() as usize];
        let step = format!("{}-{}\t", point(&action["from"]), point(&action["to"]));
        assert!(moves.contains(&step), "{step} in {moves}");
    }
    for vector in vectors {
        let line = format!(
            "{}\n",
            json!({ "ruleset": "bell", "fen": vector["position"] })
        );
        if vector["capture-in-progress"] == false {
            let answer = call_with_input(&["rules", "moves", "--jsonl"], &line).success();
            assert!(!answer.contains("error"), "{answer}");
        }
        let count = vector["legal"].as_array().unwrap().len();
        assert_eq!(vector["policy"].as_array().unwrap().len(), count);
    }
}

#[test]
fn safetensors_come_with_sidecar_and_card_whose_checksums_hold_and_are_the_same_each_time() {
    let (folder, agent) = run();
    let export = |name: &str| -> PathBuf {
        let file = folder.path().join(name);
        let path = file.to_str().unwrap();
        let output = call(&[
            "export",
            &agent,
            "--rules",
            "huffing",
            "--format",
            "safetensors",
            "--out",
            path,
        ]);
        assert_eq!(output.success(), "");
        file
    };
    let file = export("a/net.safetensors");
    let other = export("b/net.safetensors");
    let parent = |file: &Path| file.parent().unwrap().to_owned();
    let written = [
        "net.safetensors",
        "net.safetensors.json",
        "net.safetensors.md",
    ];
    assert_eq!(names(&parent(&file)), written);
    for name in written {
        let read = |file: &Path| std::fs::read(parent(file).join(name)).unwrap();
        assert_eq!(read(&file), read(&other), "{name}");
    }
    let card = std::fs::read_to_string(parent(&file).join(written[2])).unwrap();
    for name in &written[..2] {
        let bytes = std::fs::read(parent(&file).join(name)).unwrap();
        let row = format!(
            "| `{name}` | {} | `{}` |",
            bytes.len(),
            blake3::hash(&bytes).to_hex()
        );
        assert!(card.contains(&row), "{row} in {card}");
    }
    let advantage = crate::support::csv_rows(reference().files.text("evaluation/advantage.csv"));
    let own = advantage
        .iter()
        .find(|row| row.get("variant") == "huffing" && row.get("simulations") == "8");
    let score = 100.0 * own.unwrap().number("proxy_score");
    assert!(
        card.contains(&format!(
            "against `rollout@8`, at 8 simulations: {score:.1} %"
        )),
        "{card}"
    );
    assert!(card.contains("Grade against exact values: not measured."));
    assert!(card.contains("MIT OR Apache-2.0"));

    let bytes = std::fs::read(&file).unwrap();
    let length = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
    let header: Value = serde_json::from_slice(&bytes[8..8 + length]).unwrap();
    assert_eq!(header["input.weight"]["shape"], json!([32, 507]));
    assert_eq!(header["blocks.0.weight"]["shape"], json!([32, 32]));
    assert_eq!(header["policy.bias"]["shape"], json!([290]));
    assert_eq!(header["wdl.weight"]["shape"], json!([3, 32]));
}

#[test]
fn a_checkpoint_outside_a_run_says_that_nothing_was_measured() {
    let (folder, _) = run();
    let lone = folder.path().join("lone");
    let files = folder.path().join("run/nets/bell/iter-0002");
    std::fs::rename(files, &lone).unwrap();
    let agent = format!("net={}", lone.display());
    let file = folder.path().join("bell.safetensors");
    let path = file.to_str().unwrap();
    call(&["export", &agent, "--format", "safetensors", "--out", path]).success();
    let card = std::fs::read_to_string(format!("{path}.md")).unwrap();
    for part in [
        "Score against a fixed opponent: not measured.",
        "First-player advantage: not measured.",
        "the checkpoint lies in no run's folder",
    ] {
        assert!(card.contains(part), "{part} in {card}");
    }
    let sidecar = sidecar(&agent, &[]);
    assert_eq!(sidecar["rules"]["name"], "bell", "the only one it learnt");
    assert_eq!(sidecar["training"]["measured"], Value::Null);
    let other = self::sidecar(&agent, &["--rules", "standard"]);
    assert_eq!(other["rules"]["trained-for"], false);
}

#[test]
fn a_checkpoint_of_a_run_knows_its_run() {
    let (_folder, agent) = run();
    let agent = format!("{agent}/nets/standard/iter-0001");
    let sidecar = sidecar(&agent, &[]);
    assert_eq!(sidecar["rules"]["name"], "standard");
    assert_eq!(sidecar["training"]["seed"], 7);
    assert_eq!(sidecar["training"]["self-play-games"], 24);
    assert_eq!(
        sidecar["training"]["measured"],
        Value::Null,
        "another checkpoint was measured"
    );
}

#[test]
fn a_grade_is_measured_when_asked_for() {
    let (_folder, agent) = run();
    let sidecar = sidecar(&agent, &["--rules", "bell", "--grade"]);
    let rows = sidecar["training"]["grade"].as_array().unwrap();
    assert_eq!(rows.len(), 2);
    for row in rows {
        let number = |key: &str| row[key].as_f64().unwrap();
        assert!(number("share-low") < number("share") && number("share") < number("share-high"));
        assert!(number("positions") >= 300.0);
    }
    let huffing = [
        "export", &agent, "--format", "json", "--rules", "huffing", "--grade",
    ];
    call(&huffing).refused(&["--grade", "huffing", "published"]);
}

#[test]
fn positions_are_written_as_json_lines() {
    let (folder, agent) = run();
    let file = folder.path().join("positions");
    let path = file.to_str().unwrap();
    sidecar(
        &agent,
        &["--rules", "bell", "--positions", path, "--count", "30"],
    );
    let text = std::fs::read_to_string(file).unwrap();
    assert_eq!(text.lines().count(), 30);
    for line in text.lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        assert_eq!(record["policy-logits"].as_array().unwrap().len(), 290);
        let legal = record["legal"].as_array().unwrap();
        assert!(legal.contains(&record["action"]));
    }
}

#[test]
fn what_cannot_be_exported_is_refused_in_one_line() {
    let (folder, agent) = run();
    let export =
        |agent: &str, more: &[&str]| call(&[&["export", agent, "--format", "json"], more].concat());
    export("rollout@32", &[]).refused(&["rollout@32", "only net=PATH"]);
    export("random", &[]).refused(&["random", "only net=PATH"]);
    export(&format!("{agent}@8"), &[]).refused(&["@8", "leave out the simulations"]);
    export(&agent, &[]).refused(&["--rules", "bell, ", "standard", "huffing"]);
    let place = folder.path().to_str().unwrap();
    let bell = ["--rules", "bell", "--out", place];
    call(&[&["export", &agent, "--format", "safetensors"], &bell[..]].concat())
        .refused(&["--out", "is a folder"]);
    assert_eq!(names(folder.path()), ["run"], "nothing in the folder");
    assert!(
        !Path::new(&format!("{place}.json")).exists(),
        "nor beside it"
    );
    export(
        &agent,
        &["--rules", "bell", "--positions", "p", "--count", "0"],
    )
    .refused(&["--count", "1 to 1000000"]);
    export(&agent, &["--rules", "promotion"]).refused(&["no network for `promotion`"]);
    export(&agent, &["--rules", "bel"]).refused(&["--rules", "did you mean `bell`"]);
    export("net=nowhere", &[]).refused(&["net=nowhere", "checkpoint.json"]);
    let config = folder.path().join("run/config.toml");
    for content in [&b"\xff\xfe"[..], b"seed = ", b""] {
        std::fs::write(&config, content).unwrap();
        let outcome = export(&agent, &[]);
        assert_eq!(outcome.code, Some(2), "{outcome:#?}");
        assert_eq!(outcome.stderr.lines().count(), 1, "{outcome:#?}");
    }
    let own = "[rules.bell]\nstep = \"all\"\n";
    std::fs::write(&config, own).unwrap();
    export(&agent, &["--rules", "configs/variants/bell.toml"])
        .refused(&["configs/variants/bell.toml", "other switches than `bell`"]);
    std::fs::write(&config, "[rules.bell]\nstep = \"sideways\"\n").unwrap();
    export(&agent, &[]).refused(&["config.toml", "rules.bell", "sideways"]);
}

#[test]
fn onnx_comes_with_sidecar_and_card_and_is_the_same_each_time() {
    let (folder, agent) = run();
    let export = |name: &str| {
        let file = folder.path().join(name);
        let path = file.to_str().unwrap().to_owned();
        call(&[
            "export", &agent, "--rules", "bell", "--format", "onnx", "--out", &path,
        ])
        .success();
        std::fs::read(file).unwrap()
    };
    let bytes = export("a/bell.onnx");
    assert_eq!(bytes, export("b/bell.onnx"));
    let part = |text: &[u8]| bytes.windows(text.len()).any(|window| window == text);
    assert!(part(b"policy_logits") && part(b"rules-hash"));
    let written = ["bell.onnx", "bell.onnx.json", "bell.onnx.md"];
    assert_eq!(names(&folder.path().join("a")), written);
}

/// A run of the residual network, trained, resumed, evaluated and exported by the same commands.
#[test]
fn a_residual_network_is_trained_and_exported_like_any_other() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("residual.toml");
    let text = "variants = [\"bell\"]\niterations = 1\ngames-per-iteration = 4\nsimulations = 4\n\
                [network]\narchitecture = \"residual\"\nchannels = 4\nblocks = 1\n\
                [training]\nbatch-size = 16\n[strength]\nevery = 0\n\
                [evaluation]\nsimulations = [4]\ngames = 4\nproxy-games = 0\n";
    std::fs::write(&config, text).unwrap();
    let out = folder.path().join("run");
    let path = |path: &Path| path.to_str().unwrap().to_owned();
    let train = |device: &str, out: &Path| {
        let arguments = [
            "train",
            &path(&config),
            "--out",
            &path(out),
            "--device",
            device,
            "-q",
        ];
        call(&arguments)
    };
    train("cpu", &out).success();
    let flex = folder.path().join("flex");
    train("flex", &flex).success();
    let weights = "nets/bell/iter-0001/weights.bpk";
    assert_eq!(
        std::fs::read(out.join(weights)).unwrap(),
        std::fs::read(flex.join(weights)).unwrap(),
        "the same passes under two names"
    );
    train("flex", &out).refused(&["numerics"]);
    let agent = format!("net={}", path(&out));
    let sidecar = sidecar(&agent, &[]);
    let network = &sidecar["network"];
    assert_eq!(network["architecture"], "residual");
    assert_eq!(network["sizes"], json!({ "channels": 4, "blocks": 1 }));
    let tensors = network["tensors"].as_array().unwrap();
    assert_eq!(tensors[0]["name"], "planes.weight");
    assert_eq!(tensors[0]["shape"], json!([4, 19, 3, 3]));
    let inspected = call(&["run", "inspect", &path(&out)]).success();
    assert!(
        inspected.contains("residual, channels 4, blocks 1"),
        "{inspected}"
    );

    std::fs::write(&config, text.replace("channels", "width")).unwrap();
    train("cpu", &folder.path().join("other")).refused(&[
        "residual.toml",
        "network",
        "`width`",
        "`channels`",
        "residual",
    ]);
    std::fs::write(&config, text.replace("channels = 4", "channels = 0")).unwrap();
    train("cpu", &folder.path().join("other")).refused(&["network.channels", "0", "1..=1024"]);
}
