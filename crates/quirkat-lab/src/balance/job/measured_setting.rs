use crate::config::BalanceConfig;
use quirkat_tables::Setting;

/// A setting and the iteration whose agents play it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MeasuredSetting {
    pub(crate) iteration: u32,
    pub(crate) setting: Setting,
}

impl MeasuredSetting {
    /// The primary setting first, then the others of the last iteration, then earlier iterations.
    pub(crate) fn all(config: &BalanceConfig) -> Vec<Self> {
        let last = config.train.iterations;
        let settings = config.settings().into_iter().map(|setting| Self {
            iteration: last,
            setting,
        });
        let earlier = config.measure.checkpoints.iter().map(|&iteration| Self {
            iteration,
            setting: config.primary(),
        });
        settings.chain(earlier).collect()
    }

    /// The iterations of all these.
    pub(crate) fn iterations(config: &BalanceConfig) -> Vec<u32> {
        let last = config.train.iterations;
        let earlier = config.measure.checkpoints.iter().copied();
        std::iter::once(last).chain(earlier).collect()
    }

    /// Iterations and budgets at which strength is measured: every agent that plays a setting.
    pub(crate) fn budgets(config: &BalanceConfig) -> Vec<(u32, u32)> {
        let mut budgets = Vec::new();
        for measured in Self::all(config) {
            let budget = (measured.iteration, measured.setting.simulations);
            if !budgets.contains(&budget) {
                budgets.push(budget);
            }
        }
        budgets
    }
}
