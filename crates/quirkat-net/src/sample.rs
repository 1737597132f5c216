use quirkat_mcts::Wdl;
use quirkat_rules::{Action, Planes, mirror_planes};

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

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::{Game, Geometry, PLANES, Position, Rules, write_planes};
    use std::sync::Arc;

    #[test]
    fn the_mirror_image_of_a_sample_is_the_sample_of_the_mirrored_game() {
        let geometry = Arc::new(Geometry::new(Rules::BELL));
        let sample = |position: Position| {
            let game = Game::from_position(Arc::clone(&geometry), position);
            let mut planes = [0; PLANES];
            write_planes(&game, &mut planes);
            let legal = game.legal_actions();
            let policy: Vec<(Action, f32)> = legal.iter().map(|action| (action, 0.25)).collect();
            (planes, policy)
        };
        let position = Position::parse("b4/4w/5/5/5 w n:a5b5", &geometry).unwrap();
        let (planes, policy) = sample(position);
        let wdl = Wdl::default();
        let mut mirrored = Sample {
            planes,
            policy,
            wdl,
        }
        .mirrored();
        mirrored.policy.sort_by_key(|(action, _)| *action);
        let (planes, policy) = sample(position.mirrored());
        assert_eq!(
            mirrored,
            Sample {
                planes,
                policy,
                wdl
            }
        );
    }
}
