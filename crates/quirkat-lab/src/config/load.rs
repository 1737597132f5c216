use super::balance::BalanceConfig;
use super::checks::parse;
use super::train::TrainConfig;
use anyhow::{Context, Result, bail, ensure};
use quirkat_variant::{Suggest, Variant};
use std::path::Path;
use toml::{Table, Value};

/// A configuration is a page or two of text. What is longer is something else.
const LONGEST_FILE: u64 = 1 << 20;

/// No key lies deeper in tables.
const DEEPEST_KEY: usize = 8;

/// `--set key=value` pairs, applied on top of a file in order.
#[derive(Clone, Debug, Default)]
pub struct Overrides(pub Vec<String>);

/// Reads a training configuration and its rule sets.
///
/// # Errors
/// One line that names the file, the key and the allowed values.
pub fn load(path: &Path, overrides: &Overrides) -> Result<(TrainConfig, Vec<Variant>)> {
    let named = || path.display().to_string();
    let table = read(path, overrides)?;
    let config: TrainConfig = parse(&table).with_context(named)?;
    config.check().with_context(named)?;
    let variants = find_variants(&config.variants, path).with_context(named)?;
    for variant in &variants {
        config.start_of(variant).with_context(named)?;
    }
    Ok((config, variants))
}

/// Reads the configuration of a balance job and its rule sets.
///
/// # Errors
/// One line that names the file, the key and the allowed values.
pub fn load_balance(path: &Path, overrides: &Overrides) -> Result<(BalanceConfig, Vec<Variant>)> {
    let named = || path.display().to_string();
    let table = read(path, overrides)?;
    let config = BalanceConfig::parse(&table).with_context(named)?;
    config.check().with_context(named)?;
    let variants = find_variants(&config.variants, path).with_context(named)?;
    config.check_variants(&variants).with_context(named)?;
    Ok((config, variants))
}

fn read(path: &Path, overrides: &Overrides) -> Result<Table> {
    let named = || path.display().to_string();
    let text = quirkat_store::read_text(path, LONGEST_FILE)?;
    let mut table: Table = text
        .parse::<Table>()
        .map_err(Suggest::suggest)
        .with_context(named)?;
    for text in &overrides.0 {
        set(&mut table, text).with_context(|| format!("--set {text}"))?;
    }
    Ok(table)
}

/// The rule sets of a configuration at this path.
fn find_variants(names: &[String], path: &Path) -> Result<Vec<Variant>> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let find = |name: &String| Variant::find(name, folder).with_context(|| "variants");
    let variants: Vec<Variant> = names.iter().map(find).collect::<Result<_>>()?;
    for (i, variant) in variants.iter().enumerate() {
        ensure!(
            variants[..i].iter().all(|other| other.name != variant.name),
            "variants: two rule sets are called `{}`",
            variant.name
        );
        let same = |other: &&Variant| other.name.eq_ignore_ascii_case(&variant.name);
        if let Some(other) = variants[..i].iter().find(same) {
            bail!(
                "variants: `{}` and `{}` differ by case only, which some file systems do not tell apart; rename a rule file",
                other.name,
                variant.name
            );
        }
        ensure!(
            variant.name != "shared",
            "variants: the name `shared` is taken by the shared network; rename the rule file"
        );
    }
    Ok(variants)
}

fn set(table: &mut Table, text: &str) -> Result<()> {
    let Some((key, value)) = text.split_once('=') else {
        bail!("expected key=value, for example iterations=20");
    };
    let key = key.trim();
    ensure!(key.split('.').count() <= DEEPEST_KEY, "this is not a key");
    // A value that is no TOML is a plain word: --set network-scope=shared.
    let parsed = format!("v = {}", value.trim())
        .parse::<Table>()
        .ok()
        .and_then(|mut t| t.remove("v"));
    let value = parsed.unwrap_or_else(|| Value::String(value.trim().to_owned()));
    let mut parts = key.split('.').peekable();
    let mut table = table;
    loop {
        let part = parts.next().filter(|part| !part.is_empty());
        let Some(part) = part else {
            bail!("`{key}` is not a key")
        };
        if parts.peek().is_none() {
            table.insert(part.to_owned(), value);
            return Ok(());
        }
        let below = table
            .entry(part.to_owned())
            .or_insert_with(|| Value::Table(Table::new()));
        let Value::Table(below) = below else {
            bail!("`{part}` is not a table")
        };
        table = below;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loaded(text: &str, sets: &[&str]) -> Result<TrainConfig> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.toml");
        std::fs::write(&path, text).unwrap();
        let overrides = Overrides(sets.iter().map(ToString::to_string).collect());
        load(&path, &overrides).map(|(config, _)| config)
    }

    #[test]
    fn values_given_on_the_command_line_win_and_words_need_no_quotes() {
        let sets = [
            "iterations=3",
            "evaluation.simulations=[0, 8]",
            "network-scope=shared",
            "variants=[\"bell\"]",
        ];
        let config = loaded("iterations = 7\n[evaluation]\ngames = 10", &sets).unwrap();
        assert_eq!(config.iterations, 3);
        assert_eq!(config.evaluation.simulations, [0, 8]);
        assert_eq!(config.evaluation.games, 10);
        assert_eq!(config.network_scope, super::super::NetworkScope::Shared);
        assert_eq!(config.variants, ["bell"]);
    }

    #[test]
    fn the_resolved_configuration_reads_back_as_itself() {
        let config = TrainConfig::default();
        assert_eq!(
            loaded(&toml::to_string(&config).unwrap(), &[]).unwrap(),
            config
        );
    }

    #[test]
    fn bad_input_gives_one_line_that_names_file_and_key_and_helps() {
        let cases: [(&str, &[&str], &[&str]); 11] = [
            (
                "iteratons = 3",
                &[],
                &["test.toml", "iteratons", "did you mean `iterations`"],
            ),
            (
                "[evaluation]\ngame = 3",
                &[],
                &["evaluation", "did you mean `games`"],
            ),
            (
                "",
                &["evaluation.gamse=3"],
                &["gamse", "did you mean `games`"],
            ),
            ("iterations = \"x\"", &[], &["iterations", "expected u32"]),
            ("iterations = -1", &[], &["iterations"]),
            ("simulations = 0", &[], &["simulations", "allowed are 1..="]),
            ("variants = []", &[], &["variants", "empty"]),
            (
                "variants = [\"bel\"]",
                &[],
                &["variants", "did you mean `bell`"],
            ),
            (
                "network-scope = \"share\"",
                &[],
                &["network-scope", "did you mean `shared`"],
            ),
            (
                "[evaluation]\nmove-policies = [\"sampled:1:7\"]",
                &[],
                &["move-policies", "even"],
            ),
            (
                "",
                &["evaluation.proxy-opponent=rolout@3"],
                &["proxy-opponent", "rollout@SIMS"],
            ),
        ];
        for (text, sets, parts) in cases {
            let error = format!("{:#}", loaded(text, sets).unwrap_err());
            assert!(!error.contains('\n'), "{error}");
            for part in parts {
                assert!(error.contains(part), "`{part}` in: {error}");
            }
        }
    }
}
