use crate::page::code;
use crate::read::Measured;
use crate::report::{Entry, Report};
use crate::words::{listed, percent, points};
use quirkat_tables::{MovePolicy, StartSet};

/// Below this share of different games a row speaks about few lines of play.
const FEW_DIFFERENT: f64 = 0.5;
/// Above this share of cut games a score leaves out too much.
const MANY_CAPPED: f64 = 0.01;
/// Below this score against the proxy's opponent an agent is weak.
const WEAK: f64 = 0.75;

/// Warnings about rows of the primary settings and of other start sets, those of a kind together.
pub(super) fn of_rows(report: &Report, warnings: &mut Vec<String>) {
    let mut settings = report.primary_settings();
    settings.extend(report.other_start_sets());
    let rows: Vec<Entry<'_>> = settings
        .iter()
        .flat_map(|setting| report.in_setting(setting))
        .collect();
    let label = |entry: &Entry<'_>| code(&report.label(&entry.measured.variant, entry.at));
    let place = |entry: &Entry<'_>| {
        if settings.len() > 1 {
            format!("{} ({})", label(entry), entry.measured.setting.start_set)
        } else {
            label(entry)
        }
    };
    let each = |what: fn(&Measured) -> Option<String>| -> Vec<String> {
        rows.iter()
            .filter_map(|entry| Some(format!("{}{}", what(entry.measured)?, place(entry))))
            .collect()
    };
    let untrained = rows.iter().filter(|entry| {
        let provenance = &entry.measured.provenance;
        provenance.primary && !provenance.trained
    });
    let mut weak: Vec<String> = Vec::new();
    for entry in &rows {
        let score = entry.measured.strength.score.filter(|score| *score < WEAK);
        let text = score.map(|score| format!("{} in {}", percent(score), label(entry)));
        weak.extend(text.filter(|text| !weak.contains(text)));
    }
    let mut say = |heading: &str, found: Vec<String>, rest: &str| {
        if !found.is_empty() {
            warnings.push(format!("**{heading}** {}. {rest}", listed(&found)));
        }
    };
    say(
        "No game ended",
        each(|row| row.advantage.points.is_none().then(|| "in ".to_owned())),
        "There is nothing to score.",
    );
    say(
        "Not trained on:",
        untrained.map(label).collect(),
        "These variants are played by agents that learnt others: what they do there may be a habit brought along.",
    );
    say(
        "Few different games:",
        each(few_different),
        "The fewer lines of play there are, the less a row says about positions off them: it is about these agents' own way \
         of playing.",
    );
    say(
        "Cut games:",
        each(capped),
        "Games cut by the length limit are in no score; the advantage is given with all of them lost and all of them won \
         by White.",
    );
    say(
        "Weak agents:",
        weak,
        &format!(
            "These scores against the proxy's opponent are below {}: stronger agents may well have another advantage.",
            percent(WEAK)
        ),
    );
}

/// The share of different games, when it is small though moves were drawn.
fn few_different(row: &Measured) -> Option<String> {
    let (unique, games) = (row.games.unique?, row.games.games);
    let few = (unique as f64) < FEW_DIFFERENT * games as f64;
    // Greedy play has each start once.
    (few && row.setting.move_policy != MovePolicy::Greedy)
        .then(|| format!("{unique} of {games} in "))
}

/// The share of cut games with the bounds that they leave, when they are many.
fn capped(measured: &Measured) -> Option<String> {
    let outcomes = measured.games.outcomes?;
    let games = outcomes.games() as f64;
    let share = outcomes.capped as f64 / games;
    if outcomes.games() == 0 || share <= MANY_CAPPED {
        return None;
    }
    let least = (outcomes.white as f64 + outcomes.draws as f64 / 2.0) / games;
    let of_games = || {
        let advantage = |score: f64| 100.0 * (score - 0.5);
        // The mover's games are pairs, which these counts do not tell.
        (measured.setting.start_set != StartSet::Tempo)
            .then(|| (advantage(least), advantage(least + share)))
    };
    let bounds = measured.advantage.capped_bounds.or_else(of_games);
    let bounds = bounds.map_or_else(String::new, |(low, high)| {
        format!(" ({} to {})", points(low), points(high))
    });
    Some(format!("{}{bounds} in ", percent(share)))
}
