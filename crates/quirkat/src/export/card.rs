//! The model card: what an exported network is, in words.

use super::source::{Grade, Measured, RunFacts, Source};
use std::fmt::Write;

/// A written file: name, bytes, BLAKE3 in hex.
pub(crate) type Checksum = (String, usize, String);

/// The card's text in Markdown. Figures are those of the run; what was not measured is said not to be.
pub fn card(source: &Source, grade: Option<&[Grade]>, files: &[Checksum]) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_card(&mut text, source, grade, files);
    text
}

fn write_card(
    out: &mut String,
    source: &Source,
    grade: Option<&[Grade]>,
    files: &[Checksum],
) -> std::fmt::Result {
    let name = &source.variant.name;
    let architecture = source.info.network;
    let sizes = architecture.sizes().into_iter();
    let sizes: Vec<String> = sizes
        .map(|size| format!("{} {}", size.name, size.value))
        .collect();
    writeln!(out, "# Quirkat network for `{name}`\n")?;
    writeln!(
        out,
        "A policy and value network for the Alquerque variant `{name}`: {} ({}), {} inputs, 290 policy logits and 3 win/draw/loss logits, all seen from the side to move. It \
         was trained by self-play, with no games of people and no exact values. The JSON file beside it says how \
         positions become numbers, how numbers become moves, and how the game goes.\n",
        architecture.words(),
        sizes.join(", "),
        quirkat_net::FEATURES,
    )?;
    writeln!(out, "## Rules\n")?;
    writeln!(
        out,
        "`{name}`, hash `{}` (rules version {}, encoding version {}, action table version {}).{}\n",
        source.variant.rules_hash(),
        quirkat_rules::RULES_VERSION,
        quirkat_rules::ENCODING_VERSION,
        quirkat_rules::ACTIONS_VERSION,
        if source.trained_for {
            ""
        } else {
            " **The network was not trained for these rules.**"
        }
    )?;
    writeln!(out, "```toml\n{}```\n", source.variant.rules().canonical())?;
    writeln!(out, "## Training\n")?;
    training(out, source)?;
    writeln!(out, "\n## Strength\n")?;
    strength(out, source.run.as_ref(), grade)?;
    writeln!(out, "\n## Use and limits\n")?;
    writeln!(
        out,
        "- For play, analysis and study of `{name}`. The raw policy is the network alone; with a tree search it plays \
         better, and the figures above name their simulations.\n\
         - For other rules the outputs mean nothing, unless the training above names them.\n\
         - Logits of illegal actions mean nothing: take the softmax over the legal ones.\n\
         - W/D/L are the network's estimate of games between agents like itself, not exact values.\n\
         - First-player advantage is a property of these agents, this start set and this move policy. Another \
         training seed gives other agents.\n"
    )?;
    writeln!(out, "## Licence\n\n{}\n", env!("CARGO_PKG_LICENSE"))?;
    writeln!(out, "## Files\n")?;
    writeln!(out, "| file | bytes | BLAKE3 |\n|---|---|---|")?;
    for (file, bytes, hash) in files {
        writeln!(out, "| `{file}` | {bytes} | `{hash}` |")?;
    }
    writeln!(
        out,
        "\nWeights in the checkpoint: BLAKE3 `{}`. Written by quirkat {}.",
        source.info.weights_blake3,
        env!("CARGO_PKG_VERSION")
    )
}

fn training(out: &mut String, source: &Source) -> std::fmt::Result {
    let info = &source.info;
    writeln!(out, "| | |\n|---|---|")?;
    writeln!(out, "| rule sets | {} |", info.variants.join(", "))?;
    writeln!(out, "| iterations | {} |", info.iteration)?;
    writeln!(out, "| optimiser steps | {} |", info.steps)?;
    let Some(run) = &source.run else {
        return writeln!(
            out,
            "| run | not known: the checkpoint lies in no run's folder |"
        );
    };
    for (what, key) in [
        ("seed", "seed"),
        (
            "self-play games an iteration and rule set",
            "games-per-iteration",
        ),
        ("simulations per decision", "simulations"),
        ("replay window, iterations", "self-play.window-iterations"),
        ("batch size", "training.batch-size"),
        ("learning rate at the start", "training.learning-rate"),
    ] {
        if let Some(value) = lookup(&run.config, key) {
            writeln!(out, "| {what} | {value} |")?;
        }
    }
    let games = run.self_play_games;
    let games = games.map_or_else(|| "not known".to_owned(), |games| games.to_string());
    writeln!(out, "| self-play games in all | {games} |")?;
    for (what, loss) in [
        ("policy loss of the last iteration, nats", run.policy_loss),
        ("value loss of the last iteration, nats", run.value_loss),
    ] {
        match loss {
            Some(loss) => writeln!(out, "| {what} | {loss:.4} |")?,
            None => writeln!(out, "| {what} | none |")?,
        }
    }
    let commit = run.commit.as_deref().unwrap_or("not known");
    writeln!(out, "| built from | {commit} |")
}

fn lookup(table: &toml::Table, key: &str) -> Option<toml::Value> {
    match key.split_once('.') {
        None => table.get(key).cloned(),
        Some((part, rest)) => lookup(table.get(part)?.as_table()?, rest),
    }
}

fn strength(out: &mut String, run: Option<&RunFacts>, grade: Option<&[Grade]>) -> std::fmt::Result {
    let measured = run.map_or(&[][..], |run| &run.measured);
    let mut proxies: Vec<String> = measured.iter().filter_map(proxy).collect();
    proxies.dedup();
    if proxies.is_empty() {
        writeln!(out, "Score against a fixed opponent: not measured.")?;
    }
    for proxy in proxies {
        writeln!(out, "{proxy}")?;
    }
    match grade {
        None => writeln!(out, "\nGrade against exact values: not measured.")?,
        Some(rows) => {
            writeln!(
                out,
                "\nHow often it keeps the exact value, on published positions:\n"
            )?;
            writeln!(
                out,
                "| simulations | positions | kept | interval |\n|---|---|---|---|"
            )?;
            for row in rows {
                let interval = match (row.share_low, row.share_high) {
                    (Some(low), Some(high)) => {
                        format!("[{:.1} %, {:.1} %]", 100.0 * low, 100.0 * high)
                    }
                    _ => "none".to_owned(),
                };
                writeln!(
                    out,
                    "| {} | {} | {:.1} % | {interval} |",
                    row.simulations,
                    row.positions,
                    100.0 * row.share
                )?;
            }
        }
    }
    if measured.is_empty() {
        return writeln!(out, "\nFirst-player advantage: not measured.");
    }
    writeln!(
        out,
        "\nFirst-player advantage with this network on both sides:\n"
    )?;
    writeln!(
        out,
        "| start set | move policy | simulations | games | advantage, points | interval |\n|---|---|---|---|---|---|"
    )?;
    for row in measured {
        let number = |value: Option<f64>| value.map_or("none".to_owned(), |v| format!("{v:+.1}"));
        writeln!(
            out,
            "| {} | {} | {} | {} | {} | [{}, {}] |",
            row.start_set,
            row.move_policy,
            row.simulations,
            row.games,
            number(row.advantage_pp),
            number(row.advantage_pp_low),
            number(row.advantage_pp_high)
        )?;
    }
    Ok(())
}

/// The row's score against the run's fixed opponent, in words.
fn proxy(row: &Measured) -> Option<String> {
    Some(format!(
        "Score in {} games against `{}`, at {} simulations: {:.1} %.",
        row.proxy_games?,
        row.proxy_opponent.as_ref()?,
        row.simulations,
        100.0 * row.proxy_score?
    ))
}
