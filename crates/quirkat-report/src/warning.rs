use super::measured::{Inference, Measured};
use super::report::{Entry, Report};
use super::words::{code, counted, listed, percent, points};
use super::{Kind, ReportError, SEEDS_FOR_PUBLICATION, SEEDS_FOR_VARIANTS};

/// Below this share of different games a row speaks about few lines of play.
const FEW_DIFFERENT: f64 = 0.5;
/// Above this share of cut games a score leaves out too much.
const MANY_CAPPED: f64 = 0.01;
/// Below this score against the proxy's opponent an agent is weak.
const WEAK: f64 = 0.75;

/// What must be known to read the results rightly, the gravest first.
///
/// # Errors
/// A field of `placebo.csv` that is no number.
pub(crate) fn warnings(report: &Report) -> Result<Vec<String>, ReportError> {
    let mut warnings = Vec::new();
    for (at, run) in report.runs().iter().enumerate() {
        let who = if report.is_several() {
            format!(" in {}", code(report.run_name(at)))
        } else {
            String::new()
        };
        if !run.is_finished() {
            warnings.push(format!(
                "**Unfinished{who}.** There is no evaluation yet: nothing here says anything about the first player's \
                 advantage. The command that began the run goes on with it."
            ));
        }
        if !run.changed.is_empty() {
            let names: Vec<String> = run.changed.iter().map(|name| code(name)).collect();
            warnings.push(format!(
                "**Changed since{who}.** {}: not what the run wrote (see `checksums.txt`).",
                listed(&names)
            ));
        }
        if let Some(table) = &run.tables.placebo {
            let mut wrong = 0_u64;
            for row in table.rows() {
                let apart = row.count("different")?.unwrap_or(0) > 0;
                wrong += u64::from(apart || row.number("sum_pp")?.unwrap_or(0.0) != 0.0);
            }
            if wrong > 0 {
                warnings.push(format!(
                    "**The negative control failed{who}.** With the colours swapped the advantage must turn round \
                     exactly; it does not in {}. No result of this run can be trusted.",
                    counted(wrong, "row")
                ));
            }
        }
        let primary = || run.measured.iter().filter(|measured| measured.primary);
        let seeds = |wanted: fn(&Measured) -> bool| {
            primary()
                .filter(|measured| wanted(measured))
                .map(|measured| measured.seeds)
                .max()
        };
        if let Some(seeds) = seeds(|measured| measured.inference == Inference::Agents) {
            warnings.push(format!(
                "**About these agents only{who}.** {}; {SEEDS_FOR_VARIANTS} are the least for a statement about a \
                 variant: another seed gives other agents, and its advantages can lie far outside these intervals.{}",
                counted(seeds, "training seed"),
                if run.kind == Kind::Training { " `quirkat balance` trains replicates." } else { "" }
            ));
        } else if let Some(seeds) = seeds(|measured| measured.seeds < SEEDS_FOR_PUBLICATION) {
            warnings.push(format!(
                "**Not for publication{who}.** {}; a published claim needs {SEEDS_FOR_PUBLICATION}, better 8.",
                counted(seeds, "training seed")
            ));
        }
        let wanted = run
            .config
            .get("replicates")
            .and_then(toml::Value::as_integer);
        let measured = run.measured.iter().map(|measured| measured.seeds).max();
        if let (Some(wanted), Some(measured), Kind::Balance) = (wanted, measured, run.kind)
            && i64::try_from(measured).is_ok_and(|measured| measured < wanted)
        {
            warnings.push(format!(
                "**Not all training seeds{who}.** {measured} of {wanted} are measured so far; the numbers will change."
            ));
        }
        if run.manifest["uncommitted-changes"] == "yes" {
            warnings.push(format!(
                "**Built from uncommitted changes{who}.** Commit {} does not have all of the code behind these numbers.",
                code(run.manifest_text("commit"))
            ));
        }
    }
    of_rows(report, &mut warnings);
    Ok(warnings)
}

/// Warnings about rows, those of a kind together.
fn of_rows(report: &Report, warnings: &mut Vec<String>) {
    let mut settings = report.primary_settings();
    settings.extend(report.other_start_sets());
    let rows: Vec<Entry<'_>> = settings
        .iter()
        .flat_map(|setting| report.in_setting(setting))
        .collect();
    let several = settings.len() > 1;
    let mut say = |heading: &str, rest: &str, found: Vec<String>| {
        if !found.is_empty() {
            warnings.push(format!("**{heading}** {}. {rest}", listed(&found)));
        }
    };
    let place = |entry: &Entry<'_>| {
        let label = code(&report.label(&entry.measured.variant, entry.at));
        if several {
            format!("{label} ({})", entry.measured.setting.start_set)
        } else {
            label
        }
    };
    let each = |of: &dyn Fn(&Entry<'_>) -> Option<String>| -> Vec<String> {
        rows.iter()
            .filter_map(|entry| Some(format!("{}{}", of(entry)?, place(entry))))
            .collect()
    };
    say(
        "No game ended",
        "There is nothing to score.",
        each(&|entry| entry.measured.advantage.is_none().then(|| "in ".to_owned())),
    );
    let untrained = |entry: &Entry<'_>| entry.measured.primary && !entry.measured.trained;
    say(
        "Not trained on:",
        "These variants are played by agents that learnt others: what they do there may be a habit brought along.",
        rows.iter()
            .filter(|entry| untrained(entry))
            .map(|entry| code(&report.label(&entry.measured.variant, entry.at)))
            .collect(),
    );
    say(
        "Few different games:",
        "The fewer lines of play there are, the less a row says about positions off them: it is about these agents' own way \
         of playing.",
        each(&|entry| {
            let unique = entry.measured.unique_games?;
            let few = (unique as f64) < FEW_DIFFERENT * entry.measured.games as f64;
            (few && !entry.measured.setting.is_greedy())
                .then(|| format!("{unique} of {} in ", entry.measured.games))
        }),
    );
    say(
        "Cut games:",
        "Games cut by the length limit are in no score; the advantage is given with all of them lost and all of them won \
         by White.",
        each(&|entry| capped(entry.measured)),
    );
    let mut weak: Vec<String> = Vec::new();
    for entry in &rows {
        let Some(score) = entry.measured.proxy_score.filter(|score| *score < WEAK) else {
            continue;
        };
        let label = code(&report.label(&entry.measured.variant, entry.at));
        let text = format!("{} in {label}", percent(score));
        if !weak.contains(&text) {
            weak.push(text);
        }
    }
    say(
        "Weak agents:",
        &format!(
            "These scores against the proxy's opponent are below {}: stronger agents may well have another advantage.",
            percent(WEAK)
        ),
        weak,
    );
}

/// The share of cut games with the bounds that they leave, when they are many.
fn capped(measured: &Measured) -> Option<String> {
    let outcomes = measured.outcomes?;
    let games = outcomes.games() as f64;
    let share = outcomes.capped as f64 / games;
    if outcomes.games() == 0 || share <= MANY_CAPPED {
        return None;
    }
    let least = (outcomes.white as f64 + outcomes.draws as f64 / 2.0) / games;
    let of_games = || {
        let advantage = |score: f64| 100.0 * (score - 0.5);
        // The mover's games are pairs, which these counts do not tell.
        (measured.setting.start_set != "tempo")
            .then(|| (advantage(least), advantage(least + share)))
    };
    let bounds = measured.capped_bounds.or_else(of_games);
    let bounds = bounds.map_or_else(String::new, |(low, high)| {
        format!(" ({} to {})", points(low), points(high))
    });
    Some(format!("{}{bounds} in ", percent(share)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    /// The warnings about runs with these files.
    fn warned(runs: &[&[(&str, &str)]]) -> String {
        let folder = tempfile::tempdir().unwrap();
        let mut folders: Vec<PathBuf> = Vec::new();
        for (index, files) in runs.iter().enumerate() {
            let run = folder.path().join(format!("run-{index}"));
            for (name, content) in [("config.toml", "seed = 1\n")].iter().chain(*files) {
                let path = run.join(name);
                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                std::fs::write(path, content).unwrap();
            }
            folders.push(run);
        }
        warnings(&Report::read(&folders).unwrap())
            .unwrap()
            .join("\n")
    }

    const COLUMNS: &str = "variant,start_set,move_policy,simulations,games,white_wins,draws,black_wins,capped,unique_games,\
        advantage_pp,advantage_pp_low,advantage_pp_high,proxy_score";

    fn advantage(rows: &str) -> String {
        format!("{COLUMNS}\n{rows}\n")
    }

    fn of_rows(rows: &str) -> String {
        warned(&[&[("evaluation/advantage.csv", &advantage(rows))]])
    }

    const SOUND: &str = "a,initial,sampled:1:8,8,100,50,20,29,1,90,10.6,1,20,0.9";

    #[test]
    fn a_sound_row_of_one_seed_has_one_warning() {
        let found = of_rows(SOUND);
        assert!(
            found.contains("About these agents only") && found.contains("1 training seed"),
            "{found}"
        );
        assert_eq!(found.lines().count(), 1, "{found}");
    }

    #[test]
    fn few_different_games_are_told_but_for_greedy_play() {
        let found = of_rows(&SOUND.replace(",90,", ",49,"));
        assert!(
            found.contains("Few different games:** 49 of 100 in `a`"),
            "{found}"
        );
        let found = of_rows(
            &SOUND
                .replace(",90,", ",1,")
                .replace("sampled:1:8", "greedy"),
        );
        assert!(!found.contains("different"), "{found}");
    }

    #[test]
    fn cut_games_above_one_percent_are_told_with_their_bounds() {
        let found = of_rows(&SOUND.replace(",50,20,29,1,", ",50,20,20,10,"));
        assert!(
            found.contains("Cut games:** 10.0\u{a0}% (+10.0 to +20.0) in `a`"),
            "{found}"
        );
        let found = of_rows(
            &SOUND
                .replace(",50,20,29,1,", ",0,0,0,100,")
                .replace("10.6,1,20", ",,"),
        );
        assert!(
            found.contains("No game ended") && found.contains("100.0\u{a0}%"),
            "{found}"
        );
    }

    #[test]
    fn weak_agents_are_told_once() {
        let weak = SOUND.replace(",0.9", ",0.7499");
        let found = of_rows(&format!("{weak}\n{}", weak.replace("initial", "tempo")));
        assert_eq!(found.matches("75.0\u{a0}% in `a`").count(), 1, "{found}");
        assert!(found.contains("Weak agents"), "{found}");
    }

    const VARIANTS: &str = "variant,start_set,move_policy,simulations,seeds,games,advantage_pp,verdict,inference\n\
        a,initial,sampled:1:8,8,SEEDS,100,1.0,undecided,INFERENCE\n";

    #[test]
    fn few_seeds_speak_about_agents_and_five_are_not_for_publication() {
        let of = |seeds: &str, inference: &str| {
            let table = VARIANTS
                .replace("SEEDS", seeds)
                .replace("INFERENCE", inference);
            warned(&[&[("evaluation/variants.csv", &table)]])
        };
        assert!(of("2", "agents").contains("2 training seeds; 3 are the least"));
        assert!(of("3", "variants").contains("Not for publication.** 3 training seeds"));
        assert!(of("5", "variants").contains("Not for publication"));
        assert_eq!(of("6", "variants"), "");
    }

    #[test]
    fn seeds_that_are_still_to_come_and_variants_nobody_trained_on_are_told() {
        let table = VARIANTS.replace("inference\n", "inference,trained\n");
        let table = table
            .replace("SEEDS", "6")
            .replace("INFERENCE\n", "variants,no\n");
        let found = warned(&[&[
            ("evaluation/variants.csv", &table),
            ("config.toml", "seed = 1\nreplicates = 8\n"),
        ]]);
        assert!(found.contains("6 of 8 are measured so far"), "{found}");
        assert!(found.contains("Not trained on:** `a`."), "{found}");
    }

    #[test]
    fn unfinished_changed_and_uncommitted_runs_are_told_by_their_names() {
        let sound = advantage(SOUND);
        let found = warned(&[
            &[("metrics.csv", "network,variant,iteration\na,a,1\n")],
            &[
                ("evaluation/advantage.csv", &sound),
                ("evaluation/checksums.txt", "0000  advantage.csv\n"),
                (
                    "manifest.json",
                    "{\"uncommitted-changes\": \"yes\", \"commit\": \"abc\"}",
                ),
            ],
        ]);
        for part in [
            "Unfinished in `run-0`",
            "Changed since in `run-1`.** `advantage.csv`",
            "Built from uncommitted changes in `run-1`.** Commit `abc`",
        ] {
            assert!(found.contains(part), "{part} in {found}");
        }
    }

    #[test]
    fn a_placebo_that_is_not_zero_is_told() {
        let of = |row: &str| {
            let table = format!("variant,sum_pp,different\n{row}\n");
            warned(&[&[
                ("evaluation/placebo.csv", &table),
                ("evaluation/advantage.csv", &advantage(SOUND)),
            ]])
        };
        assert!(!of("a,0.0000,0").contains("negative control"));
        assert!(of("a,0.0100,0").contains("negative control failed"));
        assert!(of("a,0.0000,3").contains("it does not in 1 row"));
    }
}
