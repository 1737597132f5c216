use quirkat_mcts::{Proven, Wdl};
use quirkat_rules::{Color, Move};
use std::time::Duration;

/// What a search says while it goes on and at its end.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Report {
    /// Simulations made for this move, all decisions together.
    pub(super) nodes: u64,
    /// Since the search was asked for.
    pub(super) time: Duration,
    /// Chances of the side to move; nothing known without simulations.
    pub(super) wdl: Option<Wdl>,
    /// The result, where proven.
    pub(super) proven: Option<Proven>,
    /// The side to move.
    pub(super) player: Color,
    /// The expected moves.
    pub(super) line: Vec<Move>,
}

impl Report {
    /// Win, draw and loss in permille, sum 1000.
    pub(super) fn permille(&self) -> Option<[u32; 3]> {
        let wdl = self.wdl?;
        let win = (1000.0 * wdl.win).round().clamp(0.0, 1000.0) as u32;
        let loss = ((1000.0 * wdl.loss).round().max(0.0) as u32).min(1000 - win);
        Some([win, 1000 - win - loss, loss])
    }

    /// Win minus loss for the side to move, −1 to 1.
    pub(super) fn value(&self) -> Option<f32> {
        self.wdl.map(Wdl::value)
    }

    /// The proven result for the side to move: `win`, `draw`, `loss`.
    pub(super) fn proven_word(&self) -> Option<&'static str> {
        self.proven.map(|proven| match proven {
            Proven::Draw => "draw",
            Proven::Win(winner) if winner == self.player => "win",
            Proven::Win(_) => "loss",
        })
    }

    /// Simulations a second.
    pub(super) fn nodes_per_second(&self) -> u64 {
        let micros = self.time.as_micros().max(1);
        u64::try_from(u128::from(self.nodes) * 1_000_000 / micros).unwrap_or(u64::MAX)
    }

    /// The expected moves as tokens.
    pub(super) fn line_text(&self) -> String {
        let tokens: Vec<String> = self.line.iter().map(|played| played.token()).collect();
        tokens.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_in_permille_sum_to_a_thousand() {
        for (win, draw, loss) in [
            (1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0),
            (0.9995, 0.0, 0.0005),
            (0.0, 1.0, 0.0),
            (0.4996, 0.0008, 0.4996),
            (0.1234, 0.3333, 0.5433),
        ] {
            let report = Report {
                nodes: 7,
                time: Duration::from_millis(2),
                wdl: Some(Wdl { win, draw, loss }),
                proven: None,
                player: Color::White,
                line: Vec::new(),
            };
            let permille = report.permille().unwrap();
            assert_eq!(permille.iter().sum::<u32>(), 1000, "{permille:?}");
            assert!((f64::from(permille[0]) / 1000.0 - f64::from(win)).abs() < 0.001);
            assert!((f64::from(permille[2]) / 1000.0 - f64::from(loss)).abs() < 0.0011);
            assert_eq!(report.nodes_per_second(), 3500);
        }
    }
}
