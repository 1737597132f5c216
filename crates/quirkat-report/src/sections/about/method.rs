use crate::page::{Block, Grid, Section, code};
use crate::read::{Run, RunKind};
use crate::report::Report;
use crate::words::{listed, move_policy, or_dash, start_set};
use quirkat_tables::StartSet;
use std::collections::{BTreeMap, BTreeSet};

/// The question, how it is asked, and of what.
pub(in crate::sections) fn section(report: &Report) -> Section {
    let mut section = Section::new("method", "Question and method");
    section.prose(
        "How large is the advantage of moving first? It is no property of the rules alone: two players who never err score \
         the proven value of the start, and players who err score something else. What is measured is a property of three \
         things together, and rows that differ in any of them are never compared:",
    );
    let items = report.runs().first().map(|run| triple(report, run));
    section.blocks.push(Block::List(items.unwrap_or_default()));
    section.prose(
        "An agent is a network that learnt by playing itself, and a Monte Carlo tree search that it guides. In measured games \
         there is no noise, no resignation and no playout cap; each decision has the full budget and a fresh tree; ties are \
         broken at random. Games cut by the length limit are an outcome of their own and in no score.",
    );
    let has = |kind: RunKind| report.runs().iter().any(|run| run.kind == kind);
    if has(RunKind::Training) {
        section.prose(
            "In a training run there is one training seed. Its intervals are score intervals over games (over pairs for \
             `tempo`): they say what these agents would score in more games, and nothing about agents of another seed.",
        );
    }
    if has(RunKind::Balance) {
        section.prose(
            "In a balance run the training seed is the unit: with three seeds or more an interval is Student's t over the \
             means of the seeds, however many games there are. Verdicts rest on p-values after Holm over all variants, and \
             `balanced` on two one-sided tests against the margin: no significance is never called balance.",
        );
    }
    runs(report, &mut section);
    section
}

/// Start sets, agents and move policies of all rows.
fn triple(report: &Report, run: &Run) -> Vec<String> {
    let mut start_sets: Vec<String> = Vec::new();
    let mut policies: Vec<String> = Vec::new();
    for setting in report.settings() {
        let about = start_set(run, setting.start_set);
        let note = match setting.start_set {
            StartSet::Tempo => {
                ": the mover's mean score over the pair less 50 %, in which material and placement cancel"
            }
            StartSet::Initial | StartSet::Openings | StartSet::Given => "",
        };
        let named = |name: &str, about: &str| format!("{} ({about})", code(name));
        let start_set = named(setting.start_set.name(), &format!("{about}{note}"));
        let policy = named(
            &setting.move_policy.to_string(),
            &move_policy(setting.move_policy),
        );
        start_sets.extend(Some(start_set).filter(|item| !start_sets.contains(item)));
        policies.extend(Some(policy).filter(|item| !policies.contains(item)));
    }
    let mut items = Vec::new();
    if !start_sets.is_empty() {
        items.push(format!("the **start set**: {}", listed(&start_sets)));
    }
    items.push(format!("the **agents**: {}", agents(report)));
    if !policies.is_empty() {
        items.push(format!("the **move policy**: {}", listed(&policies)));
    }
    items
}

fn agents(report: &Report) -> String {
    let budgets: BTreeSet<u32> = report
        .settings()
        .iter()
        .map(|setting| setting.simulations)
        .collect();
    let budgets: Vec<String> = budgets.iter().map(ToString::to_string).collect();
    let budgets = if budgets.is_empty() {
        String::new()
    } else {
        format!(
            ", at {} simulations a decision (0: the raw policy)",
            listed(&budgets)
        )
    };
    format!("copies of the last checkpoint of a training seed play each other{budgets}")
}

/// The runs and, of several, in what their configurations differ.
fn runs(report: &Report, section: &mut Section) {
    let mut table = Grid::new(
        "The runs on this page",
        &[
            "run",
            "made by",
            "seeds",
            "variants",
            "#iterations",
            "built from",
            "numerics",
        ],
    );
    for (at, run) in report.runs().iter().enumerate() {
        let made = match run.kind {
            RunKind::Training => "`quirkat train`",
            RunKind::Balance => "`quirkat balance`",
        };
        let iterations = or_dash(run.setting("iterations"), ToString::to_string);
        let commit: String = run.manifest_text("commit").chars().take(12).collect();
        table.rows.push(vec![
            code(report.run_name(at)),
            made.to_owned(),
            run.seeds(),
            listed(&variants(run)),
            iterations,
            code(&commit),
            run.manifest_text("numerics").to_owned(),
        ]);
    }
    section.table(table);
    if report.is_several() {
        differences(report, section);
    }
}

fn variants(run: &Run) -> Vec<String> {
    let named = run.setting("variants").and_then(toml::Value::as_array);
    let names = named.into_iter().flatten().filter_map(toml::Value::as_str);
    names.map(str::to_owned).collect()
}

fn differences(report: &Report, section: &mut Section) {
    let flat: Vec<BTreeMap<String, String>> = report
        .runs()
        .iter()
        .map(|run| flatten(&run.config))
        .collect();
    let keys: BTreeSet<&String> = flat.iter().flat_map(BTreeMap::keys).collect();
    let mut table = Grid::new("In what the configurations differ", &["key"]);
    for at in 0..report.runs().len() {
        table.columns.push((code(report.run_name(at)), false));
    }
    for key in keys {
        let values: Vec<Option<&String>> = flat.iter().map(|keys| keys.get(key)).collect();
        if values.windows(2).any(|pair| pair[0] != pair[1]) {
            let mut row = vec![code(key)];
            row.extend(values.into_iter().map(|value| or_dash(value, Clone::clone)));
            table.rows.push(row);
        }
    }
    if table.rows.is_empty() {
        section.prose("The configurations of these runs are the same.");
    } else {
        section.table(table);
    }
}

/// `a.b.c` to value, as text.
fn flatten(table: &toml::Table) -> BTreeMap<String, String> {
    let mut flat = BTreeMap::new();
    for (key, value) in table {
        if let Some(table) = value.as_table() {
            for (below, value) in flatten(table) {
                flat.insert(format!("{key}.{below}"), value);
            }
        } else {
            flat.insert(key.clone(), value.to_string());
        }
    }
    flat
}
