use quirkat_tables::Table;
use std::collections::BTreeMap;

/// The number after `iter-`, 0 when there is none.
pub(crate) fn iteration(checkpoint: &str) -> u64 {
    let digits = checkpoint.rsplit("iter-").next().unwrap_or_default();
    digits.parse().unwrap_or(0)
}

/// The greatest iteration of each variant.
pub(crate) fn last_iterations(table: &Table) -> BTreeMap<String, u64> {
    let mut last = BTreeMap::new();
    for row in table.rows() {
        let newest = last.entry(row.text("variant").to_owned()).or_insert(0);
        *newest = (*newest).max(iteration(row.text("checkpoint")));
    }
    last
}
