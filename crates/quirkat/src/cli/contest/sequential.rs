use super::result::result_of;
use anyhow::Result;
use quirkat_play::PlayedGame;
use quirkat_stats::{Decision, EloScale, Pentanomial, Sprt};
use std::io::Write;
use std::str::FromStr;

/// Probability of accepting the wrong hypothesis, where none is written.
const ERROR: f64 = 0.05;

/// A test as `--sprt ELO0,ELO1[,ALPHA,BETA]` writes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct TestSpec {
    elo: [f64; 2],
    alpha: f64,
    beta: f64,
    test: Sprt,
}

impl FromStr for TestSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Option<Vec<f64>> = text
            .split(',')
            .map(|number| number.trim().parse().ok())
            .collect();
        let (elo, [alpha, beta]) = match numbers.as_deref() {
            Some(&[elo0, elo1]) => ([elo0, elo1], [ERROR; 2]),
            Some(&[elo0, elo1, alpha, beta]) => ([elo0, elo1], [alpha, beta]),
            _ => {
                return Err("expected is ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA, as in 0,10".to_owned());
            }
        };
        let test = Sprt::new(elo[0], elo[1], alpha, beta, EloScale::Logistic);
        Ok(Self {
            elo,
            alpha,
            beta,
            test: test.map_err(|error| error.to_string())?,
        })
    }
}

/// A test under way.
#[derive(Clone, Debug)]
pub(super) struct Progression {
    spec: TestSpec,
    counts: [u64; 5],
    state: Result<State, quirkat_stats::Error>,
}

#[derive(Clone, Copy, Debug)]
struct State {
    llr: f64,
    decision: Decision,
}

impl Progression {
    /// A test without games.
    pub(super) const fn new(spec: TestSpec) -> Self {
        Self {
            spec,
            counts: [0; 5],
            state: Ok(State {
                llr: 0.0,
                decision: Decision::Continue,
            }),
        }
    }

    /// Takes the next pairs of games; whether there are enough. A pair with a cut game counts for
    /// nobody.
    pub(super) fn add(&mut self, games: &[PlayedGame]) -> bool {
        for pair in games.chunks_exact(2) {
            if let (Some(first), Some(second)) = (result_of(&pair[0]), result_of(&pair[1])) {
                self.counts[usize::from(first.half_points() + second.half_points())] += 1;
            }
        }
        self.state = self.evaluate();
        self.state
            .as_ref()
            .map_or(true, |state| state.decision != Decision::Continue)
    }

    fn evaluate(&self) -> Result<State, quirkat_stats::Error> {
        let pairs = Pentanomial::new(self.counts)?;
        Ok(State {
            llr: self.spec.test.llr(&pairs)?,
            decision: self.spec.test.decide(&pairs)?,
        })
    }

    /// Prints how the test stands and returns its decision.
    pub(super) fn report(&self, games: usize, out: &mut dyn Write) -> Result<Decision> {
        let State { llr, decision } = self.state.clone()?;
        let TestSpec {
            elo: [elo0, elo1],
            alpha,
            beta,
            test,
        } = self.spec;
        let (lower, upper) = test.bounds();
        let said = match decision {
            Decision::AcceptH1 => format!("H1 accepted: Elo {elo1} rather than {elo0}"),
            Decision::AcceptH0 => format!("H0 accepted: Elo {elo0} rather than {elo1}"),
            Decision::Continue => format!("undecided between Elo {elo0} and {elo1}"),
        };
        writeln!(
            out,
            "SPRT {said}, after {games} games; LLR {llr:.2}, bounds {lower:.2} and {upper:.2} (alpha {alpha}, \
             beta {beta})"
        )?;
        if decision != Decision::Continue {
            writeln!(
                out,
                "the test ended the match, so its score is biased away from even: take it from other games"
            )?;
        }
        Ok(decision)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_read_with_or_without_error_rates_and_others_are_refused() {
        let read = |text: &str| text.parse::<TestSpec>();
        let spec = read("-5,10").unwrap();
        assert_eq!(
            (spec.elo, spec.alpha, spec.beta),
            ([-5.0, 10.0], 0.05, 0.05)
        );
        let spec = read("0, 3.5, 0.01, 0.1").unwrap();
        assert_eq!((spec.elo, spec.alpha, spec.beta), ([0.0, 3.5], 0.01, 0.1));
        for text in [
            "",
            "5",
            "10,0",
            "0,5,0.05",
            "0,5,0.05,0.7",
            "0,x",
            "0,5,,",
            "nan,5",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
