//! What each number of the network's input means.

use quirkat_net::FEATURES;
use quirkat_rules::{BROADCAST_PLANES, Game, PLANE_NAMES, PLANES, SPATIAL_PLANES, write_planes};
use serde::Serialize;

/// The layout of the input.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Layout {
    name: &'static str,
    count: usize,
    dtype: &'static str,
    values: &'static str,
    view: &'static str,
    order: &'static str,
    planes: Vec<Plane>,
    notes: Vec<&'static str>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
struct Plane {
    /// As in [`PLANE_NAMES`].
    name: &'static str,
    kind: Kind,
    /// Index of its first feature.
    first: usize,
    /// How many features it has.
    length: usize,
    /// What a rule switch is under these rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<u8>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    /// One feature a point.
    Points,
    /// One feature that depends on the game's history.
    History,
    /// One feature that is the same in all positions under these rules.
    Rule,
}

/// The layout with the values that the switches have in a game of these rules.
pub(super) fn layout(game: &Game) -> Layout {
    let mut planes = [0; PLANES];
    write_planes(game, &mut planes);
    let plane = |index: usize| {
        let name = PLANE_NAMES[index];
        let broadcast = index.checked_sub(SPATIAL_PLANES);
        let kind = match broadcast {
            None => Kind::Points,
            Some(_) if name.starts_with("rule: ") => Kind::Rule,
            Some(_) => Kind::History,
        };
        Plane {
            name,
            value: matches!(kind, Kind::Rule).then_some((planes[index] & 1) as u8),
            kind,
            first: broadcast.map_or(index * 25, |at| SPATIAL_PLANES * 25 + at),
            length: if broadcast.is_none() { 25 } else { 1 },
        }
    };
    debug_assert_eq!(FEATURES, SPATIAL_PLANES * 25 + BROADCAST_PLANES);
    Layout {
        name: "features",
        count: FEATURES,
        dtype: "float32",
        values: "0 or 1; no normalisation",
        view: "the side to move, as `geometry.view` says; its colour is not among the features",
        order: "feature `first + p` of a plane of kind `points` is 1 when point p is in the plane's set; planes of \
                the other kinds are one feature each",
        planes: (0..PLANES).map(plane).collect(),
        notes: NOTES.to_vec(),
    }
}

const NOTES: [&str; 7] = [
    "While a capture is in progress the moving piece stands where its last jump landed, and the jumped pieces \
     are still among the opponent's pieces.",
    "The pieces that may not be jumped again: with rejump = never every jumped piece stands in all four axes, \
     with other-axis only in those along which it was jumped. All four are empty outside a capture.",
    "The pieces that may not step in a direction are those of either side, with the direction as the side to \
     move sees it. They are empty unless no-step-back = true. A step from a to b leaves the ban from b to a, \
     if under the switches `step`, `last-row-step` and `promotion` a piece of this kind could step from b to a \
     on an empty board; it lasts until the piece moves again.",
    "The opponent's pieces that may be huffed are empty unless huffing = true.",
    "Occurrences count earlier ends of plies at which the same position stood: stones, kings, side to move, \
     bans, huff marks. Inside a capture, and with repetition-draw = 0, the count is 0.",
    "Plies without a capture are counted since the last capture or huff, at the last end of a ply: they do not \
     change inside a capture.",
    "With L = no-capture-draw-plies > 0 and q plies without a capture, r = max(L - q, 0) plies are left: at most \
     half means 2r <= L, a quarter 4r <= L, a tenth 10r <= L. With L = 0 these are 0.",
];

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::{Geometry, Rules};
    use std::sync::Arc;

    #[test]
    fn planes_cover_all_features_once_and_switches_have_their_values() {
        let layout = layout(&Game::new(Arc::new(Geometry::new(Rules::HUFFING))));
        let mut next = 0;
        for plane in &layout.planes {
            assert_eq!(plane.first, next, "{}", plane.name);
            next += plane.length;
        }
        assert_eq!(next, FEATURES);
        let value = |name: &str| {
            let plane = layout.planes.iter().find(|plane| plane.name == name);
            plane.unwrap().value
        };
        assert_eq!(value("rule: huffing = true"), Some(1));
        assert_eq!(value("rule: majority = true"), Some(0));
        assert_eq!(value("own men"), None);
        assert_eq!(value("the position occurred once before"), None);
        let rules = layout.planes.iter().filter(|plane| plane.value.is_some());
        assert_eq!(rules.count(), 22);
    }
}
