/// A map from values to points of a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scale {
    spacing: Spacing,
    domain: (f64, f64),
    range: (f64, f64),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Spacing {
    Linear,
    /// log2(1 + x): a budget of 0 has a place, and each doubling about the same room.
    Budget,
}

impl Scale {
    /// Equal steps for equal differences.
    pub(crate) fn linear(domain: (f64, f64), range: (f64, f64)) -> Self {
        Self {
            spacing: Spacing::Linear,
            domain: proper(domain),
            range,
        }
    }

    /// Equal steps for equal ratios, but with a place for 0; for simulations per decision.
    pub(crate) fn budget(domain: (f64, f64), range: (f64, f64)) -> Self {
        Self {
            spacing: Spacing::Budget,
            domain: proper(domain),
            range,
        }
    }

    /// Where a value is; values outside are at the nearer end.
    pub(crate) fn at(&self, value: f64) -> f64 {
        let warp = |value: f64| match self.spacing {
            Spacing::Linear => value,
            Spacing::Budget => (1.0 + value.max(0.0)).log2(),
        };
        let (low, high) = (warp(self.domain.0), warp(self.domain.1));
        let part = ((warp(value) - low) / (high - low)).clamp(0.0, 1.0);
        self.range.0 + part * (self.range.1 - self.range.0)
    }

    /// The points at the ends.
    pub(crate) fn range(&self) -> (f64, f64) {
        self.range
    }

    /// About `count` round values inside.
    pub(crate) fn ticks(&self, count: usize) -> Vec<f64> {
        ticks(self.domain, count)
    }
}

/// A domain with finite ends that are apart.
fn proper((low, high): (f64, f64)) -> (f64, f64) {
    if !low.is_finite() || !high.is_finite() {
        (0.0, 1.0)
    } else if high - low <= f64::EPSILON * low.abs().max(1.0) {
        (low - 0.5, low + 0.5)
    } else {
        (low, high)
    }
}

/// Steps of 1, 2 or 5 times a power of ten, about `count` of them.
fn ticks((low, high): (f64, f64), count: usize) -> Vec<f64> {
    let step = nice_step((high - low) / count.max(1) as f64);
    let first = (low / step - 1e-9).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    (first..=last).map(|index| index as f64 * step).collect()
}

fn nice_step(rough: f64) -> f64 {
    let power = 10_f64.powi(rough.max(f64::MIN_POSITIVE).log10().floor() as i32);
    let nice = [1.0, 2.0, 5.0, 10.0].into_iter();
    nice.map(|factor| factor * power)
        .find(|step| *step >= rough * (1.0 - 1e-9))
        .unwrap_or(10.0 * power)
}

/// The least and the greatest of the finite values, widened to round numbers.
pub(crate) fn round_domain(values: impl IntoIterator<Item = f64>, count: usize) -> (f64, f64) {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for value in values.into_iter().filter(|value| value.is_finite()) {
        low = low.min(value);
        high = high.max(value);
    }
    let (low, high) = proper((low, high));
    let step = nice_step((high - low) / count.max(1) as f64);
    (
        (low / step + 1e-9).floor() * step,
        (high / step - 1e-9).ceil() * step,
    )
}

/// A tick as text, with as many decimals as the steps need.
pub(crate) fn tick_text(value: f64, step: f64) -> String {
    let decimals = (0..6)
        .find(|&decimals| {
            let scaled = step * 10_f64.powi(decimals);
            (scaled - scaled.round()).abs() < 1e-6
        })
        .unwrap_or(6) as usize;
    let text = format!("{:.decimals$}", value.abs());
    let zero = text.chars().all(|c| c == '0' || c == '.');
    if value < 0.0 && !zero {
        format!("\u{2212}{text}")
    } else {
        text
    }
}

/// Moves positions apart until neighbours have `gap` between them, within `range`, each as near as
/// it can be to where it was. The order of the result is that of the input.
pub(crate) fn spread(positions: &[f64], gap: f64, range: (f64, f64)) -> Vec<f64> {
    let mut order: Vec<usize> = (0..positions.len()).collect();
    order.sort_by(|&a, &b| positions[a].total_cmp(&positions[b]).then(a.cmp(&b)));
    // Runs of labels that touch, each around the mean of what it wants.
    let mut runs: Vec<(f64, Vec<usize>)> = Vec::new();
    for index in order {
        runs.push((positions[index], vec![index]));
        while let [.., (a, upper), (b, lower)] = runs.as_slice() {
            let room = gap * (upper.len() + lower.len()) as f64 / 2.0;
            if b - a >= room - 1e-9 {
                break;
            }
            let members: Vec<usize> = upper.iter().chain(lower).copied().collect();
            let wanted = members.iter().map(|&index| positions[index]).sum::<f64>();
            let half = gap * (members.len() - 1) as f64 / 2.0;
            let centre = (wanted / members.len() as f64)
                .min(range.1 - half)
                .max(range.0 + half);
            runs.truncate(runs.len() - 2);
            runs.push((centre, members));
        }
    }
    let mut result = positions.to_vec();
    for (centre, members) in runs {
        let first = centre - gap * (members.len() - 1) as f64 / 2.0;
        for (place, index) in members.into_iter().enumerate() {
            result[index] = first + gap * place as f64;
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(ticks((-7.0, 52.0), 6), [0.0, 10.0, 20.0, 30.0, 40.0, 50.0]);
        assert_eq!(ticks((0.0, 1.0), 5).len(), 6);
        assert_eq!(round_domain([3.1, 46.2], 5), (0.0, 50.0));
        assert_eq!(round_domain([-0.4, 0.3], 4), (-0.4, 0.4));
    }

    #[test]
    fn ticks_have_the_decimals_of_their_step_and_a_real_minus() {
        assert_eq!(tick_text(-5.0, 5.0), "\u{2212}5");
        assert_eq!(tick_text(0.5, 0.25), "0.50");
        assert_eq!(tick_text(-0.0, 1.0), "0");
    }

    #[test]
    fn no_domain_gives_a_point_that_is_no_number() {
        for domain in [
            (f64::NAN, 1.0),
            (3.0, 3.0),
            (f64::INFINITY, f64::NEG_INFINITY),
        ] {
            for scale in [
                Scale::linear(domain, (0.0, 10.0)),
                Scale::budget(domain, (0.0, 10.0)),
            ] {
                assert!(scale.at(3.0).is_finite() && scale.at(-1e300).is_finite());
                assert!(scale.ticks(5).iter().all(|tick| tick.is_finite()));
            }
        }
        assert_eq!(round_domain([], 5), (0.0, 1.0));
    }

    #[test]
    fn a_budget_of_zero_has_a_place() {
        let scale = Scale::budget((0.0, 511.0), (0.0, 9.0));
        assert!((scale.at(0.0)).abs() < 1e-12);
        assert!((scale.at(7.0) - 3.0).abs() < 1e-12);
        assert!((scale.at(511.0) - 9.0).abs() < 1e-12);
    }

    #[test]
    fn labels_are_moved_apart_and_stay_in_their_range() {
        let wanted = [50.0, 50.0, 51.0, 90.0, 99.0];
        let got = spread(&wanted, 14.0, (0.0, 100.0));
        let mut sorted = got.clone();
        sorted.sort_by(f64::total_cmp);
        assert!(
            sorted
                .windows(2)
                .all(|pair| pair[1] - pair[0] >= 14.0 - 1e-9),
            "{got:?}"
        );
        assert!(sorted[0] >= 0.0 && sorted[4] <= 100.0, "{got:?}");
        assert!(got[0] < got[1] && got[1] < got[2], "order is kept: {got:?}");
        assert_eq!(spread(&[10.0, 40.0], 14.0, (0.0, 100.0)), [10.0, 40.0]);
    }
}
