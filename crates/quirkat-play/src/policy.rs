use quirkat_mcts::{Root, SearchConfig};
use quirkat_rules::Action;
use quirkat_tables::MovePolicy;
use rand::Rng;

/// The constants of the searches whose results a move policy turns into actions: `sampled` is defined
/// by visits, so its searches are [plain](SearchConfig::plain).
pub const fn search_for(policy: MovePolicy, config: SearchConfig) -> SearchConfig {
    match policy {
        MovePolicy::Greedy | MovePolicy::Given => config,
        MovePolicy::Sampled { .. } => config.plain(),
    }
}

/// The action that a policy plays after `ply` plies. `None` without a search.
pub fn choose_action(
    policy: MovePolicy,
    root: &Root,
    ply: u32,
    rng: &mut impl Rng,
) -> Option<Action> {
    match policy {
        MovePolicy::Sampled { temperature, plies } if plies.is_none_or(|plies| ply < plies) => {
            root.sample(temperature, rng)
        }
        _ => root.best(rng),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_greedy_play_decides_otherwise_than_by_visits() {
        let guided = SearchConfig::guided();
        assert_eq!(search_for(MovePolicy::Greedy, guided), guided);
        for text in ["sampled:1:8", "sampled:0.5:all", "sampled:1:0"] {
            let policy: MovePolicy = text.parse().unwrap();
            assert_eq!(search_for(policy, guided), SearchConfig::default());
        }
    }
}
