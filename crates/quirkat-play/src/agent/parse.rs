use super::error::AgentError;
use super::spec::AgentSpec;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The most simulations that may be written.
const MOST: u32 = 1_000_000;

impl FromStr for AgentSpec {
    type Err = AgentError;

    /// Takes time linear in the length of the text. Of `net=PATH@SIMS` the whole is the path where a
    /// folder of that name exists.
    fn from_str(text: &str) -> Result<Self, AgentError> {
        if let Some(rest) = text.strip_prefix("perfect=") {
            return perfect(text, rest);
        }
        if let Some(rest) = text.strip_prefix("ugi=") {
            let refused = |reason| AgentError::Command {
                agent: text.to_owned(),
                reason,
            };
            return rest.parse().map(Self::External).map_err(refused);
        }
        seeded(text)
    }
}

/// The agents that stand for themselves and play by a seed.
fn seeded(text: &str) -> Result<AgentSpec, AgentError> {
    if let Some(path) = text.strip_prefix("net=")
        && path.contains('@')
        && Path::new(path).is_dir()
    {
        return Ok(AgentSpec::Net {
            path: PathBuf::from(path),
            simulations: None,
        });
    }
    let (name, simulations) = match text.rsplit_once('@') {
        Some((name, digits)) => {
            let count = digits.parse().ok().filter(|&count: &u32| count <= MOST);
            let count = count.ok_or_else(|| AgentError::Simulations(text.to_owned()))?;
            (name, Some(count))
        }
        None => (text, None),
    };
    let spec = match name {
        "random" if simulations.is_none() => AgentSpec::Random,
        "uniform" => AgentSpec::Uniform { simulations },
        "rollout" => AgentSpec::Rollout { simulations },
        _ => match name.strip_prefix("net=") {
            Some(path) if !path.is_empty() => AgentSpec::Net {
                path: PathBuf::from(path),
                simulations,
            },
            _ => return Err(AgentError::Unknown(text.to_owned())),
        },
    };
    match spec {
        AgentSpec::Uniform {
            simulations: Some(0),
        }
        | AgentSpec::Rollout {
            simulations: Some(0),
        } => Err(AgentError::NoSimulations(text.to_owned())),
        _ => Ok(spec),
    }
}

/// A perfect player. Folders may have a `+` in their names: the folder ends at the first one that
/// the beginning of an agent follows.
fn perfect(text: &str, rest: &str) -> Result<AgentSpec, AgentError> {
    let last = rest.rfind('+');
    let begins = |&(at, _): &(usize, &str)| begins_agent(&rest[at + 1..], Some(at) == last);
    let (folder, fallback) = match rest.match_indices('+').find(begins) {
        Some((at, _)) => (&rest[..at], Some(&rest[at + 1..])),
        None => match rest.split_once('+') {
            // Whatever this was to be, its error says more than a folder that is missing.
            Some((folder, unknown)) => (folder, Some(unknown)),
            None => (rest, None),
        },
    };
    if folder.is_empty() {
        return Err(AgentError::Unknown(text.to_owned()));
    }
    let fallback = fallback.map(|fallback| {
        if fallback.starts_with("perfect=") || fallback.starts_with("ugi=") {
            return Err(AgentError::Fallback(shortened(text)));
        }
        seeded(fallback).map(Box::new)
    });
    Ok(AgentSpec::Perfect {
        folder: PathBuf::from(folder),
        fallback: fallback.transpose()?,
    })
}

/// Whether an agent begins here; names without a path must be all that is left.
fn begins_agent(text: &str, is_last: bool) -> bool {
    let named = |name: &str| {
        let rest = text.strip_prefix(name);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('@'))
    };
    ["net=", "perfect=", "ugi="]
        .iter()
        .any(|start| text.starts_with(start))
        || is_last && ["random", "uniform", "rollout"].into_iter().any(named)
}

/// Enough of a text to know it again.
fn shortened(text: &str) -> String {
    const SHOWN: usize = 80;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_read_back_as_they_print_and_others_are_refused() {
        for text in [
            "random",
            "uniform@32",
            "rollout@128",
            "net=runs/quick@0",
            "net=a@b/c@8",
            "rollout",
            "perfect=tables",
            "perfect=tables+random",
            "perfect=a+b/tables+net=runs/c+d@8",
            "perfect=a+random/tables+rollout@8",
            "ugi=engine",
            "ugi=quirkat engine --agent net=a@b/c@64",
            "ugi='my engine' --level 3@250ms",
            "ugi=engine \"a@3\"",
        ] {
            assert_eq!(text.parse::<AgentSpec>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "random@3",
            "rollout@0",
            "rollout@x",
            "net=@3",
            "stockfish",
            "net=runs/a@-1",
            "perfect=",
            "perfect=+random",
            "perfect=tables+rolout@3",
            "perfect=tables+perfect=tables",
            "perfect=tables+ugi=engine",
            "perfect=tables+net=a@x+random",
            "ugi=",
            "ugi=@3",
            "ugi='engine",
            "ugi=engine@2000000",
            "ugi=engine@0ms",
        ] {
            assert!(text.parse::<AgentSpec>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_perfect_player_has_one_fallback_however_many_are_written() {
        // Far too many for any way of reading that tries every split.
        let text = "perfect=a+".repeat(20_000);
        let error = text.parse::<AgentSpec>().unwrap_err();
        assert!(matches!(error, AgentError::Fallback(_)), "{error}");
        assert!(error.to_string().len() < 400, "{error}");
        let folder = format!("perfect={}tables+rollout@8", "a+".repeat(20_000));
        let spec: AgentSpec = folder.parse().unwrap();
        assert_eq!(spec.simulations(), Some(8));
        assert_eq!(spec.to_string(), folder);
    }

    #[test]
    fn a_folder_whose_name_ends_like_a_budget_is_that_folder() {
        let place = tempfile::tempdir().unwrap();
        let plain = place.path().join("a");
        let marked = place.path().join("a@7");
        std::fs::create_dir(&plain).unwrap();
        let text = format!("net={}", marked.display());
        let read = |text: &str| match text.parse::<AgentSpec>().unwrap() {
            AgentSpec::Net { path, simulations } => (path, simulations),
            other => panic!("{other}"),
        };
        assert_eq!(read(&text), (plain, Some(7)));
        std::fs::create_dir(&marked).unwrap();
        assert_eq!(read(&text), (marked.clone(), None));
        assert_eq!(read(&format!("{text}@32")), (marked, Some(32)));
    }
}
