//! What the solver has proven of start positions: experiment 0001, whose certificates can be
//! verified by `quirkat exact verify`.

use std::path::Path;

/// The published table of the experiment.
const STARTS: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../experiments/0001-exact-values/results/starts.csv"
));

/// The proven value of a start for White, and of each first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactStart {
    /// `win`, `draw`, `loss`, a bound such as `at most draw`, or `unknown`.
    pub value: String,
    /// Each first move with White's value after it.
    pub moves: Vec<(String, String)>,
}

/// What is proven of the start of these rules; `None` when nobody asked.
pub(super) fn start(rules_hash: &str) -> Option<ExactStart> {
    let table = super::Table::parse(Path::new("starts.csv"), STARTS.as_bytes()).ok()?;
    let row = table
        .rows()
        .find(|row| row.text("rules_hash") == rules_hash)?;
    let is_move = |name: &&str| {
        let (from, to) = name.split_once('-').unwrap_or_default();
        from.len() == 2 && to.len() == 2
    };
    Some(ExactStart {
        value: row.text("value").to_owned(),
        moves: table
            .columns()
            .filter(is_move)
            .map(|name| (name.to_owned(), row.text(name).to_owned()))
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::Preset;

    #[test]
    fn the_named_rule_sets_have_their_published_values() {
        let value = |preset: Preset| {
            start(&format!("{:016x}", preset.rules().hash())).map(|exact| exact.value)
        };
        assert_eq!(value(Preset::Bell).as_deref(), Some("win"));
        assert_eq!(value(Preset::Standard).as_deref(), Some("draw"));
        assert_eq!(value(Preset::Huffing).as_deref(), Some("unknown"));
        let bell = start(&format!("{:016x}", Preset::Bell.rules().hash())).unwrap();
        let moves: Vec<&str> = bell.moves.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(moves, ["b2-c3", "c2-c3", "d2-c3", "d3-c3"]);
        assert_eq!(bell.moves[1].1, "win");
        assert_eq!(start("0123456789abcdef"), None);
    }
}
