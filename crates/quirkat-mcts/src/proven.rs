use crate::WhiteWdl;
use quirkat_rules::{Color, Outcome};

/// A result proven by the tree: every line of play was followed to an end of the game, with the
/// draw rules applied to this game's own history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Proven {
    /// This player wins.
    Win(Color),
    /// Neither side can force more.
    Draw,
}

impl Proven {
    /// The certain W/D/L.
    pub const fn wdl(self) -> WhiteWdl {
        let (white, draw, black) = match self {
            Self::Win(Color::White) => (1.0, 0.0, 0.0),
            Self::Draw => (0.0, 1.0, 0.0),
            Self::Win(Color::Black) => (0.0, 0.0, 1.0),
        };
        WhiteWdl { white, draw, black }
    }

    /// The result of a node where `player` chooses, from what is known of its actions: a win if
    /// any wins, else the best if all are known.
    pub fn of_choice(player: Color, known: impl Iterator<Item = Option<Self>>) -> Option<Self> {
        let mut best = Some(Self::Win(!player));
        for action in known {
            match action {
                Some(Self::Win(winner)) if winner == player => return action,
                None => best = None,
                Some(Self::Draw) if best.is_some() => best = action,
                Some(_) => {}
            }
        }
        best
    }

    /// Whether `player` may choose an action with the result `action` where the node's own is
    /// `node`: one that keeps a proven result, and none proven lost while another is left.
    pub(crate) fn allows(node: Option<Self>, action: Option<Self>, player: Color) -> bool {
        match node {
            // A lost side plays on where the search looked longest.
            Some(Self::Win(winner)) if winner != player => true,
            Some(result) => action == Some(result),
            None => action != Some(Self::Win(!player)),
        }
    }
}

impl From<Outcome> for Proven {
    fn from(outcome: Outcome) -> Self {
        outcome.winner.map_or(Self::Draw, Self::Win)
    }
}

impl From<Outcome> for WhiteWdl {
    fn from(outcome: Outcome) -> Self {
        Proven::from(outcome).wdl()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    #[test]
    fn one_win_suffices_and_less_needs_every_action_known() {
        let of = |known: &[Option<Proven>]| Proven::of_choice(White, known.iter().copied());
        let (win, draw, loss) = (
            Some(Proven::Win(White)),
            Some(Proven::Draw),
            Some(Proven::Win(Black)),
        );
        assert_eq!(of(&[None, win]), win);
        assert_eq!(of(&[win, None]), win);
        assert_eq!(of(&[draw, None]), None);
        assert_eq!(of(&[None, draw]), None);
        assert_eq!(of(&[loss, draw, loss]), draw);
        assert_eq!(of(&[loss, loss]), loss);
    }
}
