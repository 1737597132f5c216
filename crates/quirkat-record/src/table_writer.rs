use super::error::TooManyTags;
use super::switches::write_switches;
use super::tag::{column, rank};
use super::{RecordedGame, RecordedResult};
use quirkat_rules::Position;
use std::collections::{HashMap, HashSet};

/// Columns in the order of `games.csv`: the rule set, tags, `opening`, `result`, `reason`, `plies`,
/// `decisions`, further tags, `moves`. A column is there when some game needs it.
pub(super) fn write_table(games: &[RecordedGame]) -> Result<String, TooManyTags> {
    let any = |has: fn(&RecordedGame) -> bool| games.iter().any(has);
    let played = any(|game| !game.moves.is_empty());
    let mut columns: Vec<Column> = Vec::new();
    let names = tag_columns(games);
    if names.len() > MOST_TAGS {
        return Err(TooManyTags {
            tags: names.len(),
            most: MOST_TAGS,
        });
    }
    let tags = |first: &str, last: &str| {
        let range = rank(first)..=rank(last);
        let own = names.iter().filter(move |name| range.contains(&rank(name)));
        own.map(|name| Column::Tag(name.clone()))
            .collect::<Vec<_>>()
    };
    columns.extend(tags("event", "black"));
    columns.push(Column::Variant);
    columns.extend(any(|game| game.rules.is_some()).then_some(Column::Rules));
    columns.extend(tags("start_set", "agent"));
    columns.extend((played || any(|game| game.start.is_some())).then_some(Column::Opening));
    columns.push(Column::Result);
    columns.extend((played || any(|game| game.reason.is_some())).then_some(Column::Reason));
    let counted = any(|game| game.tag("Plies").is_some());
    columns.extend((played || counted).then_some(Column::Plies));
    columns.extend(tags("decisions", "any other"));
    columns.extend(played.then_some(Column::Moves));
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing to memory does not fail, and every record has as many fields.
    let mut row = |fields: Vec<String>| drop(writer.write_record(fields));
    row(columns.iter().map(Column::name).collect());
    for game in games {
        let tags: HashMap<String, &str> = game
            .tags
            .iter()
            .map(|(name, value)| (column(name), value.as_str()))
            .collect();
        row(columns
            .iter()
            .map(|column| column.cell(game, &tags))
            .collect());
    }
    let bytes = writer.into_inner().unwrap_or_default();
    Ok(String::from_utf8(bytes).unwrap_or_default())
}

/// Records of servers have some twenty.
const MOST_TAGS: usize = 256;

/// The columns of all tags, known ones first, others as they come.
fn tag_columns(games: &[RecordedGame]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut seen = HashSet::new();
    for (name, _) in games.iter().flat_map(|game| &game.tags) {
        let name = column(name);
        // The number of plies has its own column.
        if name != "plies" && seen.insert(name.clone()) {
            names.push(name);
        }
    }
    names.sort_by_key(|name| rank(name));
    names
}

enum Column {
    Variant,
    Rules,
    Opening,
    Result,
    Reason,
    Plies,
    Moves,
    Tag(String),
}

impl Column {
    fn name(&self) -> String {
        let name = match self {
            Self::Variant => "variant",
            Self::Rules => "rules",
            Self::Opening => "opening",
            Self::Result => "result",
            Self::Reason => "reason",
            Self::Plies => "plies",
            Self::Moves => "moves",
            Self::Tag(name) => name,
        };
        name.to_owned()
    }

    fn cell(&self, game: &RecordedGame, tags: &HashMap<String, &str>) -> String {
        let tag = |name: &str| tags.get(name).copied().unwrap_or_default().to_owned();
        match self {
            Self::Variant => game.variant.clone().unwrap_or_default(),
            Self::Rules => game.rules.as_ref().map(write_switches).unwrap_or_default(),
            Self::Opening => match &game.start {
                Some(start) => start.clone(),
                None if game.moves.is_empty() => String::new(),
                None => Position::START.to_string(),
            },
            Self::Result => game.result.map_or("", RecordedResult::letter).to_owned(),
            Self::Reason => game.reason.clone().unwrap_or_default(),
            Self::Plies if game.moves.is_empty() => tag("plies"),
            Self::Plies => game.moves.len().to_string(),
            Self::Moves => {
                let tokens: Vec<String> = game
                    .moves
                    .iter()
                    .map(|recorded| recorded.played.token())
                    .collect();
                tokens.join(" ")
            }
            Self::Tag(name) => tag(name),
        }
    }
}
