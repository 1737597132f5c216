//! Positions with what the network answers, so that another implementation can be checked.

use quirkat_net::{FEATURES, Logits, NetDevice, Network, burn_logits, write_features};
use quirkat_play::Seed;
use quirkat_rules::{Action, Game, PLANES, Planes, write_planes};
use quirkat_variant::Variant;
use rand::RngExt;
use serde::Serialize;
use std::sync::Arc;

/// A position of a game of random play, in a file of positions: one JSON object a line.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct PositionRecord {
    /// Games are numbered from 0; a game's positions follow each other, one for each hop.
    pub game: u32,
    /// The action that is played here.
    pub action: u16,
    /// As the stones stand, captures in progress included.
    pub position: String,
    /// Indices of the features that are 1.
    pub features: Vec<u16>,
    /// Ids of the legal actions, ascending.
    pub legal: Vec<u16>,
    /// `[290]`, of all actions, by burn.
    pub policy_logits: Vec<f32>,
    /// `[3]`, by burn.
    pub wdl_logits: [f32; 3],
}

/// Consecutive positions of whole games of random play; the last game may be cut short. They follow
/// from the rules and the number alone.
pub fn positions(
    variant: &Variant,
    network: &Network,
    device: NetDevice,
    count: usize,
) -> Vec<PositionRecord> {
    let visits = visits(variant, count);
    let planes: Vec<Planes> = visits.iter().map(|visit| visit.planes).collect();
    let logits = burn_logits(network, device, &planes);
    let record = |(index, visit): (usize, &Visit)| PositionRecord {
        game: visit.game,
        action: visit.action.id(),
        position: visit.position.clone(),
        features: ones(&visit.planes),
        legal: ids(&visit.legal),
        policy_logits: logits.policy[index * Action::COUNT..][..Action::COUNT].to_vec(),
        wdl_logits: wdl_of(&logits, index),
    };
    visits.iter().enumerate().map(record).collect()
}

/// A test vector of the sidecar.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Vector {
    /// The actions from the start to here.
    actions: Vec<u16>,
    /// As the stones stand.
    position: String,
    capture_in_progress: bool,
    /// Indices of the features that are 1.
    features: Vec<u16>,
    legal: Vec<u16>,
    /// In the order of `legal`.
    policy_logits: Vec<f32>,
    /// Softmax of these.
    policy: Vec<f32>,
    wdl_logits: [f32; 3],
    /// Softmax of these.
    wdl: Vec<f32>,
}

/// Test vectors of the sidecar.
const VECTORS: usize = 8;
/// Every so many positions, so that they are of all stages of several games.
const STRIDE: usize = 29;

pub(super) fn vectors(variant: &Variant, network: &Network, device: NetDevice) -> Vec<Vector> {
    let visits = visits(variant, VECTORS * STRIDE);
    let mut before: Vec<u16> = Vec::new();
    let mut game = 0;
    let mut chosen: Vec<(Vec<u16>, &Visit)> = Vec::new();
    for (index, visit) in visits.iter().enumerate() {
        if visit.game != game {
            game = visit.game;
            before.clear();
        }
        if index % STRIDE == 0 {
            chosen.push((before.clone(), visit));
        }
        before.push(visit.action.id());
    }
    let planes: Vec<Planes> = chosen.iter().map(|(_, visit)| visit.planes).collect();
    let logits = burn_logits(network, device, &planes);
    let vector = |(index, (actions, visit)): (usize, (Vec<u16>, &Visit))| {
        let all = &logits.policy[index * Action::COUNT..][..Action::COUNT];
        let policy_logits: Vec<f32> = visit.legal.iter().map(|a| all[a.index()]).collect();
        let wdl_logits = wdl_of(&logits, index);
        Vector {
            actions,
            position: visit.position.clone(),
            capture_in_progress: visit.capturing,
            features: ones(&visit.planes),
            legal: ids(&visit.legal),
            policy: softmax(&policy_logits),
            policy_logits,
            wdl_logits,
            wdl: softmax(&wdl_logits),
        }
    };
    chosen.into_iter().enumerate().map(vector).collect()
}

/// A position on the way of a random game.
struct Visit {
    game: u32,
    action: Action,
    position: String,
    capturing: bool,
    planes: Planes,
    legal: Vec<Action>,
}

fn visits(variant: &Variant, count: usize) -> Vec<Visit> {
    let mut rng = Seed::new(0).named("export").random();
    let mut visits = Vec::with_capacity(count);
    for number in 0.. {
        let mut game = Game::new(Arc::clone(&variant.geometry));
        loop {
            let legal: Vec<Action> = game.legal_actions().iter().collect();
            if visits.len() == count {
                return visits;
            }
            if legal.is_empty() {
                break;
            }
            let action = legal[rng.random_range(0..legal.len())];
            let mut planes = [0; PLANES];
            write_planes(&game, &mut planes);
            visits.push(Visit {
                game: number,
                action,
                position: game.position().to_string(),
                capturing: game.position().is_capturing(),
                planes,
                legal,
            });
            game.play_legal(action);
        }
    }
    visits
}

fn ones(planes: &Planes) -> Vec<u16> {
    let mut features = [0.0; FEATURES];
    write_features(planes, &mut features);
    (0u16..)
        .zip(features)
        .filter(|(_, x)| *x != 0.0)
        .map(|(index, _)| index)
        .collect()
}

fn ids(actions: &[Action]) -> Vec<u16> {
    actions.iter().map(|action| action.id()).collect()
}

fn wdl_of(logits: &Logits, index: usize) -> [f32; 3] {
    std::array::from_fn(|column| logits.wdl[index * 3 + column])
}

fn softmax(logits: &[f32]) -> Vec<f32> {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let powers: Vec<f32> = logits.iter().map(|x| (x - most).exp()).collect();
    let total: f32 = powers.iter().sum();
    powers.iter().map(|x| x / total).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_net::{Architecture, PerceptronSize, Trainer, TrainingConfig};
    use quirkat_rules::Preset;

    fn network() -> Network {
        let size = Architecture::Perceptron(PerceptronSize {
            width: 8,
            blocks: 1,
        });
        let device = NetDevice::default();
        Trainer::new(size, TrainingConfig::default(), device, [9; 32]).network()
    }

    #[test]
    fn records_replay_as_games_with_their_legal_actions() {
        let variant = Variant::new("huffing", Preset::Huffing.rules());
        let records = positions(&variant, &network(), NetDevice::default(), 400);
        assert_eq!(records.len(), 400);
        let mut game = Game::new(Arc::clone(&variant.geometry));
        let mut number = 0;
        for record in &records {
            if record.game != number {
                assert!(game.outcome().is_some(), "games are whole");
                number = record.game;
                game = Game::new(Arc::clone(&variant.geometry));
            }
            let legal: Vec<u16> = game.legal_actions().iter().map(Action::id).collect();
            assert_eq!(record.legal, legal);
            assert_eq!(record.position, game.position().to_string());
            game.play(Action::new(record.action).unwrap()).unwrap();
        }
        assert!(number > 1);
    }

    #[test]
    fn vectors_are_reached_by_their_actions_and_their_shares_sum_to_one() {
        for preset in Preset::ALL {
            let variant = Variant::new(preset.name(), preset.rules());
            let vectors = vectors(&variant, &network(), NetDevice::default());
            assert_eq!(vectors.len(), VECTORS);
            for vector in vectors {
                let mut game = Game::new(Arc::clone(&variant.geometry));
                for id in vector.actions {
                    game.play(Action::new(id).unwrap()).unwrap();
                }
                assert_eq!(vector.position, game.position().to_string());
                assert_eq!(vector.capture_in_progress, game.position().is_capturing());
                for shares in [vector.policy, vector.wdl] {
                    assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-5);
                }
            }
        }
    }
}
