//! Every configuration key with its meaning, default and allowed values, told by the types themselves.

use super::balance::BalanceConfig;
use super::train::TrainConfig;
use quirkat_net::Architecture;
use schemars::schema_for;
use serde_json::Value;
use std::fmt::Write;

/// A key of a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The key with the tables that it stands in: `self-play.temperature`.
    pub name: String,
    /// What it means, in a sentence or two.
    pub about: String,
    /// What it is where a file does not name it, as TOML.
    pub default: String,
    /// What it may be: a type, or the words that are allowed.
    pub values: String,
}

/// The keys of training configurations, in their order.
pub fn train_keys() -> Vec<Key> {
    keys_of(
        &schema_for!(TrainConfig).to_value(),
        &toml::Value::try_from(TrainConfig::default()),
    )
}

/// The keys of balance jobs, in their order. `[train]` takes those of training configurations that are
/// not about the whole job.
pub fn balance_keys() -> Vec<Key> {
    let mut keys = keys_of(
        &schema_for!(BalanceConfig).to_value(),
        &toml::Value::try_from(BalanceConfig::default()),
    );
    keys.retain(|key| !key.name.starts_with("train."));
    keys
}

/// The keys as one page: `docs/configuration.md`.
pub fn configuration_page() -> String {
    let mut page = String::from(
        "# Configuration keys\n\n\
         This page is made from the types that read configurations. A test holds it.\n\n\
         A configuration is a TOML file. A key that a file leaves out has its default; an unknown key is refused. `--set KEY=VALUE`\n\
         overrides a key on the command line, with the names of this page. A run writes all keys with their values to its\n\
         `config.toml`.\n\n\
         ## `quirkat train`\n\n",
    );
    page.push_str(&table(&train_keys()));
    page.push_str(
        "\n## `quirkat balance`\n\n\
         `[train]` takes the keys of `quirkat train` but `seed`, `variants`, `start` and `[evaluation]`.\n\n",
    );
    page.push_str(&table(&balance_keys()));
    page
}

fn table(keys: &[Key]) -> String {
    let mut table = String::from("| key | meaning | default | values |\n|---|---|---|---|\n");
    for key in keys {
        let cell = |text: &str| text.replace('|', "\\|");
        // Writing to a string cannot fail.
        let _ = writeln!(
            table,
            "| `{}` | {} | {} | {} |",
            key.name,
            cell(&key.about),
            if key.default.is_empty() {
                String::new()
            } else {
                format!("`{}`", key.default)
            },
            cell(&key.values)
        );
    }
    table
}

fn keys_of(schema: &Value, defaults: &Result<toml::Value, toml::ser::Error>) -> Vec<Key> {
    let mut keys = Vec::new();
    // Configurations are plain tables, which TOML can always write.
    if let Ok(defaults) = defaults {
        walk(schema, schema, "", defaults, &mut keys);
    }
    keys
}

/// Adds the keys of a table and of those below it. Plain keys come before tables, as TOML wants it.
fn walk(root: &Value, table: &Value, prefix: &str, defaults: &toml::Value, keys: &mut Vec<Key>) {
    let table = resolved(root, table);
    let Some(properties) = table["properties"].as_object() else {
        return;
    };
    let mut below: Vec<(String, &Value)> = Vec::new();
    for (name, property) in properties {
        let full = format!("{prefix}{name}");
        if name == "network" {
            below.push((full, property));
            continue;
        }
        let target = resolved(root, property);
        if target["properties"].is_object() {
            below.push((full, property));
            continue;
        }
        keys.push(Key {
            about: about(property, target),
            default: default_of(defaults, name),
            values: values(root, target),
            name: full,
        });
    }
    for (name, property) in below {
        let last = name.rsplit('.').next().unwrap_or_default().to_owned();
        if last == "network" {
            keys.extend(network_keys(&name));
            continue;
        }
        let empty = toml::Value::Table(toml::Table::new());
        let inner = defaults.get(&last).unwrap_or(&empty);
        walk(root, property, &format!("{name}."), inner, keys);
    }
}

/// The keys of `[network]`: each architecture has sizes of its own.
fn network_keys(prefix: &str) -> Vec<Key> {
    let names: Vec<String> = Architecture::NAMES
        .iter()
        .map(|name| format!("`{name}`"))
        .collect();
    let mut keys = vec![Key {
        name: format!("{prefix}.architecture"),
        about: "The network's architecture.".to_owned(),
        default: format!("\"{}\"", Architecture::default().name()),
        values: names.join(", "),
    }];
    for architecture in Architecture::all() {
        for size in architecture.sizes() {
            keys.push(Key {
                name: format!("{prefix}.{}", size.name),
                about: format!("Of `{}`, {}.", architecture.name(), architecture.words()),
                default: size.value.to_string(),
                values: format!("{} to {}", size.allowed.start(), size.allowed.end()),
            });
        }
    }
    keys
}

/// What a reference leads to.
fn resolved<'v>(root: &'v Value, value: &'v Value) -> &'v Value {
    match value["$ref"].as_str() {
        Some(path) => root.pointer(path.trim_start_matches('#')).unwrap_or(value),
        None => value,
    }
}

/// The words of the key, or else of its type, in one line without links of the documentation.
fn about(property: &Value, target: &Value) -> String {
    let text = property["description"]
        .as_str()
        .or_else(|| target["description"].as_str())
        .unwrap_or_default();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    // `[text](target)` and `[target]` are links inside the documentation of the code.
    let mut plain = String::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find("](") {
        plain.push_str(&rest[..=at].replacen('[', "", 1).replace(']', ""));
        rest = rest[at..].split_once(')').map_or("", |(_, rest)| rest);
    }
    plain.push_str(rest);
    plain.replace("[`", "`").replace("`]", "`")
}

fn default_of(defaults: &toml::Value, name: &str) -> String {
    defaults
        .get(name)
        .map_or_else(String::new, |value| match value {
            // Single precision prints as it was written.
            toml::Value::Float(number) => {
                let short = (*number as f32).to_string();
                if short.contains('.') {
                    short
                } else {
                    format!("{short}.0")
                }
            }
            value => value.to_string(),
        })
}

/// The type in words, or the words that are allowed.
fn values(root: &Value, target: &Value) -> String {
    let words = |list: &Value| -> Vec<String> {
        let all = list.as_array().map_or(&[][..], Vec::as_slice);
        all.iter()
            .filter_map(|one| one["const"].as_str().or_else(|| one.as_str()))
            .map(|word| format!("`{word}`"))
            .collect()
    };
    for list in [&target["oneOf"], &target["enum"]] {
        let words = words(list);
        if !words.is_empty() {
            return words.join(", ");
        }
    }
    match target["type"].as_str() {
        Some("integer") => "whole number".to_owned(),
        Some("number") => "number".to_owned(),
        Some("boolean") => "`true`, `false`".to_owned(),
        Some("string") => "text".to_owned(),
        Some("array") => {
            let of = values(root, resolved(root, &target["items"]));
            format!("list: {of}")
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_a_meaning_and_values() {
        for key in train_keys().into_iter().chain(balance_keys()) {
            assert!(!key.about.is_empty() && !key.values.is_empty(), "{key:?}");
        }
    }

    #[test]
    fn the_keys_are_those_that_a_default_configuration_writes() {
        fn flat(prefix: &str, table: &toml::Table, found: &mut Vec<String>) {
            for (name, value) in table {
                match value {
                    toml::Value::Table(below) => flat(&format!("{prefix}{name}."), below, found),
                    _ => found.push(format!("{prefix}{name}")),
                }
            }
        }
        let mut written = Vec::new();
        let table = toml::Table::try_from(TrainConfig::default()).unwrap();
        flat("", &table, &mut written);
        let keys: Vec<String> = train_keys().into_iter().map(|key| key.name).collect();
        for name in written {
            assert!(keys.contains(&name), "{name} is not in {keys:?}");
        }
        assert!(keys.len() > 40);
    }

    #[test]
    fn the_page_is_the_committed_one() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/configuration.md");
        let now = configuration_page();
        if std::env::var_os("UPDATE_DOCS").is_some() {
            quirkat_store::write(path.as_ref(), now.as_bytes()).unwrap();
        }
        let committed = std::fs::read_to_string(path).unwrap();
        assert_eq!(
            committed.replace('\r', ""),
            now,
            "UPDATE_DOCS=1 writes it anew"
        );
    }
}
