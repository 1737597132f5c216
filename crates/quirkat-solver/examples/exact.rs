//! A thin driver: `exact tables RULES MEN DIR [distance]`, `exact verify-tables RULES MEN DIR`,
//! `exact solve RULES DIR[:MEN] MEMORY_MIB CERTIFICATE [first]` (from the position in the
//! environment variable `POSITION`, or the start; `-` for no tables), `exact verify DIR[:MEN]
//! CERTIFICATE`, `exact probe RULES DIR[:MEN] POSITION`. RULES is a preset or a TOML file.

use quirkat_rules::{Geometry, Position, Rules};
use quirkat_solver::{
    BuildOptions, Certificate, Control, Error, Prober, Progress, SolveOptions, Tables,
    build_tables, on_large_stack, solve, verify, verify_tables,
};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

static STOP: AtomicBool = AtomicBool::new(false);

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let started = Instant::now();
    let report =
        |progress: Progress| eprintln!("{:8.1} s {progress:?}", started.elapsed().as_secs_f32());
    let control = Control {
        stop: &STOP,
        report: &report,
    };
    if let Err(error) = run(&words, &control) {
        eprintln!("error: {error}");
        std::process::exit(1);
    }
    eprintln!("{:.2} s in all", started.elapsed().as_secs_f32());
}

fn run(words: &[&str], control: &Control<'_>) -> Result<(), Error> {
    match *words {
        ["tables", rules, men, folder, ref rest @ ..] => {
            let options = BuildOptions {
                rules: named(rules)?,
                men: men.parse().unwrap_or(8),
                folder: PathBuf::from(folder),
                distances: rest.contains(&"distance"),
            };
            build_tables(&options, control).map(|_| ())
        }
        ["verify-tables", rules, men, folder] => {
            let rules = named(rules)?;
            let tables = Tables::open(&PathBuf::from(folder), &rules, men.parse().ok())?;
            let checked = verify_tables(&tables, &rules, control)?;
            println!("{checked} positions agree with their successors");
            Ok(())
        }
        ["solve", rules, folder, memory, certificate, ref rest @ ..] => {
            let rules = named(rules)?;
            let tables = opened(folder, &rules)?;
            let geometry = Geometry::new(rules);
            let options = SolveOptions {
                position: match std::env::var("POSITION") {
                    Ok(text) => Position::parse(&text, &geometry)
                        .map_err(|error| Error::Request(error.to_string()))?,
                    Err(_) => Position::START,
                },
                memory: memory.parse::<u64>().unwrap_or(1024) << 20,
                first_moves: rest.contains(&"first"),
                nodes: u64::MAX,
                checkpoint: None,
            };
            let started = Instant::now();
            let solution =
                on_large_stack(|| solve(&geometry, tables.as_ref(), &options, control))??;
            println!("value: {}", solution.value);
            for (played, bounds) in &solution.moves {
                println!("{played}: {bounds}");
            }
            for question in &solution.undecided {
                println!("open: {question}");
            }
            let hash = solution.certificate.write(&PathBuf::from(certificate))?;
            eprintln!(
                "{} nodes, {} repairs, {} positions in the certificate, {:.1} s, blake3 {}",
                solution.nodes,
                solution.repairs,
                solution.certificate.positions(),
                started.elapsed().as_secs_f32(),
                hex(&hash)
            );
            Ok(())
        }
        ["probe", rules, folder, position] => {
            let rules = named(rules)?;
            let mut prober = Prober::new(&rules, opened(folder, &rules)?, 1 << 26)?;
            let position = Position::parse(position, prober.geometry())
                .map_err(|error| Error::Request(error.to_string()))?;
            let probe = prober.probe(&position)?;
            println!("{}", probe.value);
            for played in probe.best {
                println!("{played}");
            }
            Ok(())
        }
        ["verify", folder, certificate] => {
            let certificate = Certificate::read(&PathBuf::from(certificate))?;
            let tables = match certificate.tables {
                None => None,
                Some(_) => opened(folder, &certificate.rules)?,
            };
            let started = Instant::now();
            let verified = verify(&certificate, tables.as_ref(), control)?;
            for claim in verified.claims {
                let verb = if claim.wins { "wins" } else { "does not win" };
                println!("{} {verb} from `{}`", claim.attacker, claim.position);
            }
            println!(
                "{} positions checked in {:.1} s",
                verified.positions,
                started.elapsed().as_secs_f32()
            );
            Ok(())
        }
        _ => Err(Error::Request(
            "see the first line of the source".to_owned(),
        )),
    }
}

/// `-` for none; `DIR:MEN` opens fewer than there are.
fn opened(folder: &str, rules: &Rules) -> Result<Option<Tables>, Error> {
    if folder == "-" {
        return Ok(None);
    }
    let (folder, men) = match folder.split_once(':') {
        Some((folder, men)) => (folder, men.parse().ok()),
        None => (folder, None),
    };
    Tables::open(&PathBuf::from(folder), rules, men).map(Some)
}

fn named(name: &str) -> Result<Rules, Error> {
    if let Ok(text) = std::fs::read_to_string(name) {
        return toml::from_str(&text).map_err(|error| Error::Request(error.to_string()));
    }
    name.parse()
        .map_err(|error| Error::Request(format!("{error}")))
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
