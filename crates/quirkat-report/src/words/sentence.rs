use super::numbers::{counted, percent, points};
use super::setting::{budget, move_policy, start_set, verdict_text};
use crate::page::{Quote, code};
use crate::read::{Measured, Run, RunKind, SEEDS_FOR_PUBLICATION, SEEDS_FOR_VARIANTS};
use crate::report::{Entry, Report};
use quirkat_stats::Verdict;
use quirkat_tables::{Inference, StartSet};

/// The sentence about a row, complete: value, interval, start set, agents, move policy, budget,
/// seeds, and the run where there are several. `None` when no game ended.
pub(crate) fn quote(report: &Report, entry: &Entry<'_>) -> Option<Quote> {
    let measured = entry.measured;
    let from = if report.is_several() {
        format!(" Run {}.", code(report.run_name(entry.at)))
    } else {
        String::new()
    };
    Some(Quote {
        text: sentence(entry.run, measured)?,
        standing: standing(entry.run, measured) + &from,
        publishable: measured.is_publishable()
            && measured.provenance.primary
            && entry.run.changed.is_empty(),
    })
}

fn sentence(run: &Run, measured: &Measured) -> Option<String> {
    let (advantage, setting) = (&measured.advantage, &measured.setting);
    let points_of = advantage.points?;
    let (what, scorer) = if setting.start_set == StartSet::Tempo {
        ("having the move is worth", "the mover")
    } else {
        ("the first player's advantage is", "White")
    };
    let interval = match points_of.ends {
        None => "no interval".to_owned(),
        Some((low, high)) => format!(
            "{:.0}\u{a0}% interval {} to {}",
            100.0 * measured.level(),
            points(low),
            points(high)
        ),
    };
    let verdict = advantage.verdict.map_or_else(String::new, |verdict| {
        let among = if advantage.inference == Inference::Agents && verdict != Verdict::Undecided {
            " among these agents"
        } else {
            ""
        };
        format!(": {}{among}", verdict_text(verdict, setting))
    });
    let search = match setting.simulations {
        0 => "without search".to_owned(),
        simulations => format!("at {}", budget(simulations)),
    };
    let scope = match advantage.inference {
        Inference::Agents => " This is about these agents, not about the variant.",
        Inference::Variants => "",
    };
    Some(format!(
        "In {}, **{what} {} percentage points** ({interval}; {scorer} scores {}){verdict}. \
         Measured in {} {}, played {} {search}, {}.{scope}",
        code(&measured.variant),
        points(points_of.value),
        percent(0.5 + points_of.value / 100.0),
        counted(measured.games.games, "game"),
        start_set(run, setting.start_set),
        agents(run, measured),
        move_policy(setting.move_policy),
    ))
}

/// Who plays.
fn agents(run: &Run, measured: &Measured) -> String {
    let provenance = &measured.provenance;
    if run.kind == RunKind::Training {
        format!(
            "between copies of one trained agent (training seed {}, {})",
            run.seeds(),
            counted(provenance.iteration, "iteration")
        )
    } else if provenance.seeds == 1 {
        "between copies of one trained agent".to_owned()
    } else {
        let learnt = if provenance.trained {
            ""
        } else {
            ", trained on other variants"
        };
        format!(
            "by the agents of {} training seeds{learnt}, each against itself",
            provenance.seeds
        )
    }
}

/// Whether the sentence may be quoted.
fn standing(run: &Run, measured: &Measured) -> String {
    match measured.advantage.inference {
        _ if !run.changed.is_empty() => {
            "Not to be quoted: tables were changed since the run wrote them.".to_owned()
        }
        Inference::Agents => format!(
            "Not to be quoted about the variant: fewer than {SEEDS_FOR_VARIANTS} training seeds."
        ),
        Inference::Variants if !measured.is_publishable() => format!(
            "Not for publication: {}, {SEEDS_FOR_PUBLICATION} are needed.",
            counted(measured.provenance.seeds, "training seed")
        ),
        Inference::Variants if !measured.provenance.primary => {
            "Secondary: no test was planned for it. To be quoted with that, and with the sentence above.".to_owned()
        }
        Inference::Variants => {
            "May be quoted, with the configuration and the tables of this run.".to_owned()
        }
    }
}
