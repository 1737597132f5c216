use crate::figures::Marker;
use quirkat_stats::Verdict;

/// How a verdict looks: its colour, its marker, whether it is hollow.
pub(super) fn verdict_style(verdict: Option<Verdict>) -> (&'static str, Marker, bool) {
    match verdict {
        Some(Verdict::FirstPlayerFavoured) => ("first", Marker::Right, false),
        Some(Verdict::SecondPlayerFavoured) => ("second", Marker::Left, false),
        Some(Verdict::Balanced { .. }) => ("balanced", Marker::Diamond, false),
        Some(Verdict::Undecided) | None => ("open", Marker::Circle, true),
    }
}
