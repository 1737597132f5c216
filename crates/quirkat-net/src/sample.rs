use quirkat_mcts::Wdl;
use quirkat_rules::{Action, PLANES, Planes};

/// One training position, from the point of view of its side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// What the network saw.
    pub planes: Planes,
    /// The legal actions with their share of the search's visits (sum 1).
    pub policy: Vec<(Action, f32)>,
    /// Target of the value head.
    pub wdl: Wdl,
}

impl Sample {
    /// The same position with files mirrored, which is as true.
    pub fn mirrored(&self) -> Self {
        Self {
            planes: mirror_planes(&self.planes),
            policy: self
                .policy
                .iter()
                .map(|&(action, share)| (action.mirrored(), share))
                .collect(),
            wdl: self.wdl,
        }
    }
}

/// Planes by direction or axis change places as well as having their files mirrored.
fn mirror_planes(planes: &Planes) -> Planes {
    const AXES: usize = 6;
    const BANS: usize = 10;
    let mirror = |plane: u32| {
        (0..5).fold(0, |rows, rank| {
            let row = plane >> (5 * rank) & 31;
            rows | (row.reverse_bits() >> 27) << (5 * rank)
        })
    };
    let mut mirrored = [0; PLANES];
    for (i, plane) in mirrored.iter_mut().enumerate() {
        let source = match i {
            // The two diagonals are the second and the fourth axis.
            _ if i == AXES + 1 => AXES + 3,
            _ if i == AXES + 3 => AXES + 1,
            // Directions run clockwise from straight forward.
            BANS..18 => BANS + (8 - (i - BANS)) % 8,
            _ => i,
        };
        *plane = mirror(planes[source]);
    }
    mirrored
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::{Game, Geometry, Position, Rules, write_planes};
    use std::sync::Arc;

    #[test]
    fn mirrored_planes_are_the_planes_of_the_mirrored_position() {
        let rules = Rules {
            promotion: quirkat_rules::Promotion::Short,
            last_row_step: true.into(),
            ..Rules::BELL
        };
        let rules = Rules {
            no_capture_draw_plies: 100,
            ..rules
        };
        let geometry = Arc::new(Geometry::new(rules));
        let texts = [
            "2b2/1b1b1/5/1bb2/w3w w",
            "b4/5/1W3/3w1/5 b n:b3a3+d2c3",
            "b4/4w/5/5/5 w n:a5b5",
        ];
        for text in texts {
            let position = Position::parse(text, &geometry).unwrap();
            let mut game = Game::from_position(Arc::clone(&geometry), position);
            for _ in 0..2 {
                let twin = Game::from_position(Arc::clone(&geometry), game.position().mirrored());
                let (mut planes, mut twins) = ([0; PLANES], [0; PLANES]);
                write_planes(&game, &mut planes);
                write_planes(&twin, &mut twins);
                assert_eq!(mirror_planes(&planes), twins, "{text}");
                let Some(action) = game.legal_actions().nth(0) else {
                    break;
                };
                game.play(action).unwrap();
                if !game.position().is_capturing() {
                    break;
                }
            }
        }
    }
}
