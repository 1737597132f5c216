//! Names of tags in PDN files and of columns in CSVs: `RulesHash` is `rules_hash`.

/// Columns of the project's own tables and tags of PDN, in their order. Others follow.
const ORDER: [&str; 15] = [
    "event",
    "site",
    "date",
    "round",
    "white",
    "black",
    "start_set",
    "move_policy",
    "seed",
    "checkpoint",
    "simulations",
    "opponent",
    "game",
    "agent",
    "decisions",
];

/// Columns that are fields of a game; a tag with such a name gets another column.
const FIELDS: [&str; 10] = [
    "variant",
    "ruleset",
    "rules",
    "opening",
    "fen",
    "set_up",
    "result",
    "reason",
    "termination",
    "moves",
];

/// The column of a tag: `RulesHash` is `rules_hash`.
pub(super) fn column(tag: &str) -> String {
    let mut name = snake(tag);
    if FIELDS.contains(&name.as_str()) {
        name.push_str("_tag");
    }
    name
}

pub(super) fn snake(tag: &str) -> String {
    let mut name = String::new();
    let mut last = '_';
    for c in tag.chars() {
        let c = if c.is_ascii_alphanumeric() { c } else { '_' };
        let boundary = c.is_ascii_uppercase() && !last.is_ascii_uppercase();
        if (boundary || c == '_') && !name.is_empty() && !name.ends_with('_') {
            name.push('_');
        }
        if c != '_' {
            name.push(c.to_ascii_lowercase());
        }
        last = c;
    }
    name.trim_end_matches('_').to_owned()
}

/// The tag of a column, so that [`snake`] gives the column back.
pub(super) fn tag(column: &str) -> String {
    let mut name = String::new();
    let mut single = false;
    for word in snake(column).split('_').filter(|word| !word.is_empty()) {
        let mut letters = word.chars();
        let Some(first) = letters.next() else {
            continue;
        };
        if !name.is_empty() && (single || first.is_ascii_digit()) {
            name.push('_');
        }
        name.push(first.to_ascii_uppercase());
        name.extend(letters);
        single = word.len() == 1 && first.is_ascii_lowercase();
    }
    name
}

/// The place of a column in the order of tables.
pub(super) fn rank(column: &str) -> usize {
    let found = ORDER.iter().position(|known| *known == column);
    found.unwrap_or(ORDER.len())
}

/// Whether this is how PGN says that a tag of its roster is not known.
pub(super) fn is_unknown(column: &str, value: &str) -> bool {
    value.is_empty() || (rank(column) <= rank("black") && value.chars().all(|c| "?.".contains(c)))
}

/// Whether text can stand as a tag's name.
pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn tags_and_columns_have_each_other_as_partner() {
        for (tag_name, column_name) in [
            ("Event", "event"),
            ("RulesHash", "rules_hash"),
            ("WhiteElo", "white_elo"),
            ("X_Y", "x_y"),
            ("A_1", "a_1"),
            ("A1B", "a1_b"),
        ] {
            assert_eq!(snake(tag_name), column_name);
            assert_eq!(tag(column_name), tag_name);
        }
        assert_eq!(snake("ECO"), "eco");
        assert_eq!(snake("white player "), "white_player");
        assert_eq!(column("Opening"), "opening_tag");
    }

    proptest! {
        #[test]
        fn a_column_survives_being_a_tag(text in "\\PC{0,12}") {
            let column = snake(&text);
            prop_assert_eq!(snake(&tag(&column)), column.clone());
            prop_assert!(column.is_empty() || is_name(&tag(&column)));
        }
    }
}
