use super::row_warnings::of_rows;
use crate::ReportError;
use crate::page::code;
use crate::read::{Measured, Run, RunKind, SEEDS_FOR_PUBLICATION, SEEDS_FOR_VARIANTS};
use crate::report::Report;
use crate::words::{counted, in_run, listed};
use quirkat_tables::{Inference, Table};

/// What must be known to read the results rightly, the gravest first.
///
/// # Errors
/// A field of `placebo.csv` that is no number.
pub(super) fn warnings(report: &Report) -> Result<Vec<String>, ReportError> {
    let mut warnings = Vec::new();
    for (at, run) in report.runs().iter().enumerate() {
        let who = in_run(report, at);
        warnings.extend(unfinished(run, &who));
        warnings.extend(changed(run, &who));
        if let Some(table) = &run.tables.placebo {
            warnings.extend(placebo(table, &who)?);
        }
        warnings.extend(few_seeds(run, &who));
        warnings.extend(seeds_to_come(run, &who));
        warnings.extend(uncommitted(run, &who));
    }
    of_rows(report, &mut warnings);
    Ok(warnings)
}

fn unfinished(run: &Run, who: &str) -> Option<String> {
    (!run.is_finished()).then(|| {
        format!(
            "**Unfinished{who}.** There is no evaluation yet: nothing here says anything about the first player's \
             advantage. The command that began the run goes on with it."
        )
    })
}

fn changed(run: &Run, who: &str) -> Option<String> {
    let names: Vec<String> = run.changed.iter().map(|name| code(name)).collect();
    (!names.is_empty()).then(|| {
        format!(
            "**Changed since{who}.** {}: not what the run wrote (see `checksums.txt`).",
            listed(&names)
        )
    })
}

fn placebo(table: &Table, who: &str) -> Result<Option<String>, ReportError> {
    let mut wrong = 0_u64;
    for row in table.rows() {
        let apart = row.count("different")?.unwrap_or(0) > 0;
        wrong += u64::from(apart || row.number("sum_pp")?.unwrap_or(0.0) != 0.0);
    }
    Ok((wrong > 0).then(|| {
        format!(
            "**The negative control failed{who}.** With the colours swapped the advantage must turn round \
             exactly; it does not in {}. No result of this run can be trusted.",
            counted(wrong, "row")
        )
    }))
}

fn few_seeds(run: &Run, who: &str) -> Option<String> {
    let most = |wanted: fn(&Measured) -> bool| {
        let primary = run.measured.iter().filter(|row| row.provenance.primary);
        let seeds = primary
            .filter(|row| wanted(row))
            .map(|row| row.provenance.seeds);
        seeds.max()
    };
    if let Some(seeds) = most(|row| row.advantage.inference == Inference::Agents) {
        let replicates = match run.kind {
            RunKind::Training => " `quirkat balance` trains replicates.",
            RunKind::Balance => "",
        };
        return Some(format!(
            "**About these agents only{who}.** {}; {SEEDS_FOR_VARIANTS} are the least for a statement about a \
             variant: another seed gives other agents, and its advantages can lie far outside these intervals.{replicates}",
            counted(seeds, "training seed"),
        ));
    }
    let seeds = most(|row| row.provenance.seeds < SEEDS_FOR_PUBLICATION)?;
    Some(format!(
        "**Not for publication{who}.** {}; a published claim needs {SEEDS_FOR_PUBLICATION}, better 8.",
        counted(seeds, "training seed")
    ))
}

fn seeds_to_come(run: &Run, who: &str) -> Option<String> {
    if run.kind != RunKind::Balance {
        return None;
    }
    let wanted = run.config.get("replicates")?.as_integer()?;
    let measured = run.measured.iter().map(|row| row.provenance.seeds).max()?;
    i64::try_from(measured).is_ok_and(|measured| measured < wanted).then(|| {
        format!(
            "**Not all training seeds{who}.** {measured} of {wanted} are measured so far; the numbers will change."
        )
    })
}

fn uncommitted(run: &Run, who: &str) -> Option<String> {
    (run.manifest["uncommitted-changes"] == "yes").then(|| {
        format!(
            "**Built from uncommitted changes{who}.** Commit {} does not have all of the code behind these numbers.",
            code(run.manifest_text("commit"))
        )
    })
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
