//! A rule set as one value for each switch.

use serde::{Deserialize, Serialize};

/// Version of the meaning of the rule switches. It enters [`Rules::hash`]: results measured under
/// another version are not the same game.
pub const RULES_VERSION: u32 = 1;

/// A rule set: one value for each switch. Named sets are constants ([`Rules::BELL`] …) and
/// [`Preset`](crate::Preset)s; any other combination that [`Rules::check`] accepts is as good.
///
/// In files: TOML with kebab-case keys, unknown keys refused; a key left out has its value in
/// `standard`.
///
/// Sources named below: *jocly* is Jocly's "Alquerque Bell" (rules text and engine options),
/// *brainking* is `BrainKing`'s "Alquerque" rules page, *codes* is a site of variants (standard,
/// backward, promotion, huffing).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Rules {
    /// Where a man may step. Forward and sideways in all sources but *codes* "backward".
    pub step: Directions,
    /// Where a man's first jump of a move may go. *brainking*: forward and sideways; all
    /// directions elsewhere.
    pub first_jump: Directions,
    /// Where a man's further jumps may go. All directions in all sources.
    pub later_jump: Directions,
    /// Whether a capture must be made when there is one. Optional in *codes* "huffing" only.
    pub capture: Capture,
    /// Whether a capture goes on while a further jump is possible. All sources say so.
    pub must_continue: Chain,
    /// Whether the capture of most pieces must be chosen. In no source; a common rule of
    /// draughts, with pieces counted once however often they are jumped.
    pub majority: Majority,
    /// Whether a piece already jumped in this move may be jumped again. *jocly*'s engine allows
    /// it along another line; its rules text and the other sources do not mention it.
    pub rejump: Rejump,
    /// Whether a capture may land on the point where it began. *brainking* forbids it.
    pub land_on_start: LandOnStart,
    /// Whether a piece may not step back to where its own previous move began. *jocly*.
    pub no_step_back: StepBack,
    /// Whether a man on its last row may step. *jocly* and *brainking* forbid it.
    pub last_row_step: LastRowStep,
    /// What a man becomes whose move ends on its last row. *codes* "promotion".
    pub promotion: Promotion,
    /// Whether a piece that failed to capture may be removed. *codes* "huffing".
    pub huffing: Huffing,
    /// A position that occurs this often is a draw; 0 for no such rule. *jocly*: 3; added to the
    /// other sources so that play ends.
    pub repetition_draw: u8,
    /// This many plies without a capture are a draw; 0 for no such rule. *codes*: fifty moves by
    /// each side = 100 plies; added to *brainking*, which names no draw rule.
    pub no_capture_draw_plies: u16,
}

/// Directions open to a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Directions {
    /// The three forward directions and the two sideways, along lines.
    ForwardSideways,
    /// All eight, along lines.
    All,
}

/// Whether captures are compulsory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Capture {
    /// When a capture is possible, only captures are legal.
    Compulsory,
    /// Steps are legal too.
    Optional,
}

/// What a man becomes whose move ends on its last row. A man passing the row in mid-capture stays
/// a man. Kings step and jump in all directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Promotion {
    /// It stays a man.
    None,
    /// A king that steps one point and jumps over a neighbour.
    Short,
    /// A king that goes any distance along free points, captures at any distance and lands on any
    /// free point behind; captured pieces stay until the move ends, blocking the way.
    Flying,
}

/// Whether a piece already jumped in this move may be jumped again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rejump {
    /// Never.
    Never,
    /// Yes, along an axis along which it was not jumped yet.
    OtherAxis,
}

/// An enum written as `true` or `false` in files.
macro_rules! switch {
    ($(#[$doc:meta])* $name:ident { $(#[$off_doc:meta])* false => $off:ident, $(#[$on_doc:meta])* true => $on:ident }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(from = "bool", into = "bool")]
        pub enum $name {
            $(#[$off_doc])*
            $off,
            $(#[$on_doc])*
            $on,
        }

        impl From<bool> for $name {
            fn from(value: bool) -> Self {
                if value { Self::$on } else { Self::$off }
            }
        }

        impl From<$name> for bool {
            #[inline]
            fn from(value: $name) -> Self {
                matches!(value, $name::$on)
            }
        }
    };
}

switch! {
    /// Whether a capture goes on while a further jump is possible (`must-continue`).
    Chain {
        /// `false`: it may stop after any jump.
        false => MayStop,
        /// `true`: it goes on.
        true => MustContinue
    }
}
switch! {
    /// Whether the capture of most pieces must be chosen (`majority`).
    Majority {
        /// `false`: any capture.
        false => Off,
        /// `true`: one that captures as many pieces as any.
        true => On
    }
}
switch! {
    /// Whether a capture may land on its own start point (`land-on-start`).
    LandOnStart {
        /// `false`: at no hop of the capture.
        false => Forbidden,
        /// `true`: like on any other free point.
        true => Allowed
    }
}
switch! {
    /// Whether a piece may step back to where its own previous move began (`no-step-back`). The
    /// ban belongs to the piece, lasts until that piece moves again, restricts steps only, and a
    /// capture leaves none.
    StepBack {
        /// `false`: it may.
        false => Allowed,
        /// `true`: it may not.
        true => Forbidden
    }
}
switch! {
    /// Whether a man on its last row may step (`last-row-step`).
    LastRowStep {
        /// `false`: it may only jump.
        false => Forbidden,
        /// `true`: it steps like any other man.
        true => Allowed
    }
}
switch! {
    /// Huffing (`huffing`): after a quiet move made while a capture was possible, the opponent
    /// may, as an action of its own that keeps the turn, remove one piece that could have captured.
    Huffing {
        /// `false`: no such action.
        false => Off,
        /// `true`: at most one a turn; the right lapses after the turn.
        true => On
    }
}

/// Why a combination of switches is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RefusedRules {
    /// Huffing punishes a capture that was not made.
    #[error(
        "huffing = true needs capture = \"optional\": under compulsory capture nothing can be huffed"
    )]
    HuffingWithCompulsoryCapture,
    /// Not defined which pieces failed to capture most.
    #[error("huffing = true cannot go with majority = true")]
    HuffingWithMajority,
    /// "Where its previous move began" is not one point away.
    #[error("no-step-back = true cannot go with promotion = \"flying\"")]
    NoStepBackWithFlyingKings,
    /// Jumped pieces block flying kings.
    #[error("rejump = \"other-axis\" cannot go with promotion = \"flying\"")]
    RejumpWithFlyingKings,
    /// A man never stays on its last row.
    #[error("last-row-step = false cannot go with promotion: the man on its last row is a king")]
    FrozenLastRowWithPromotion,
    /// Majority says which capture must be made.
    #[error("majority = true needs capture = \"compulsory\"")]
    MajorityWithOptionalCapture,
    /// Majority counts whole captures.
    #[error("majority = true needs must-continue = true")]
    MajorityWithStops,
    /// Play could go on for ever.
    #[error(
        "repetition-draw = 0 and no-capture-draw-plies = 0 together need rules under which play ends \
         (no-step-back = true, step = \"forward-sideways\", promotion = \"none\")"
    )]
    EndlessPlay,
    /// The start position itself counts as its first occurrence.
    #[error("repetition-draw = 1 would end every game at once; allowed are 0 (off) and 2 to 255")]
    RepetitionAtOnce,
}

impl Rules {
    /// Refuses the combinations that make no game.
    ///
    /// # Errors
    /// The first reason found, naming the switches by their keys in files.
    pub fn check(&self) -> Result<(), RefusedRules> {
        let flying = self.promotion == Promotion::Flying;
        let huffing = self.huffing == Huffing::On;
        let majority = self.majority == Majority::On;
        let optional = self.capture == Capture::Optional;
        let ends_by_itself = self.no_step_back == StepBack::Forbidden
            && self.step == Directions::ForwardSideways
            && self.promotion == Promotion::None;
        let no_draw_rule = self.repetition_draw == 0 && self.no_capture_draw_plies == 0;
        let refused = [
            (
                huffing && !optional,
                RefusedRules::HuffingWithCompulsoryCapture,
            ),
            (huffing && majority, RefusedRules::HuffingWithMajority),
            (
                flying && self.no_step_back == StepBack::Forbidden,
                RefusedRules::NoStepBackWithFlyingKings,
            ),
            (
                flying && self.rejump == Rejump::OtherAxis,
                RefusedRules::RejumpWithFlyingKings,
            ),
            (
                self.promotion != Promotion::None && self.last_row_step == LastRowStep::Forbidden,
                RefusedRules::FrozenLastRowWithPromotion,
            ),
            (
                majority && optional,
                RefusedRules::MajorityWithOptionalCapture,
            ),
            (
                majority && self.must_continue == Chain::MayStop,
                RefusedRules::MajorityWithStops,
            ),
            (no_draw_rule && !ends_by_itself, RefusedRules::EndlessPlay),
            (self.repetition_draw == 1, RefusedRules::RepetitionAtOnce),
        ];
        refused
            .iter()
            .find(|(hit, _)| *hit)
            .map_or(Ok(()), |&(_, reason)| Err(reason))
    }

    /// A stable 64-bit name of the switches and [`RULES_VERSION`]: FNV-1a over the TOML keys and
    /// values in the order of the fields.
    pub fn hash(&self) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325u64;
        for byte in format!("quirkat-rules {RULES_VERSION}\n{}", self.canonical()).bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        hash
    }

    /// Every switch as a line of TOML, in the order of the fields.
    pub fn canonical(&self) -> String {
        let directions = |d| match d {
            Directions::ForwardSideways => "\"forward-sideways\"",
            Directions::All => "\"all\"",
        };
        let capture = match self.capture {
            Capture::Compulsory => "\"compulsory\"",
            Capture::Optional => "\"optional\"",
        };
        let rejump = match self.rejump {
            Rejump::Never => "\"never\"",
            Rejump::OtherAxis => "\"other-axis\"",
        };
        let promotion = match self.promotion {
            Promotion::None => "\"none\"",
            Promotion::Short => "\"short\"",
            Promotion::Flying => "\"flying\"",
        };
        let lines = [
            ("step", directions(self.step).to_owned()),
            ("first-jump", directions(self.first_jump).to_owned()),
            ("later-jump", directions(self.later_jump).to_owned()),
            ("capture", capture.to_owned()),
            ("must-continue", bool::from(self.must_continue).to_string()),
            ("majority", bool::from(self.majority).to_string()),
            ("rejump", rejump.to_owned()),
            ("land-on-start", bool::from(self.land_on_start).to_string()),
            ("no-step-back", bool::from(self.no_step_back).to_string()),
            ("last-row-step", bool::from(self.last_row_step).to_string()),
            ("promotion", promotion.to_owned()),
            ("huffing", bool::from(self.huffing).to_string()),
            ("repetition-draw", self.repetition_draw.to_string()),
            (
                "no-capture-draw-plies",
                self.no_capture_draw_plies.to_string(),
            ),
        ];
        let mut text = String::new();
        for (key, value) in lines {
            text.push_str(key);
            text.push_str(" = ");
            text.push_str(&value);
            text.push('\n');
        }
        text
    }

    /// Whether a man can become a king.
    pub const fn has_kings(&self) -> bool {
        !matches!(self.promotion, Promotion::None)
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::STANDARD
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::preset::Preset;

    #[test]
    fn the_canonical_text_is_the_toml_that_reads_back_as_the_same_rules() {
        for preset in Preset::ALL {
            let rules = preset.rules();
            assert_eq!(toml::from_str::<Rules>(&rules.canonical()).unwrap(), rules);
            assert_eq!(toml::to_string(&rules).unwrap(), rules.canonical());
        }
    }

    #[test]
    fn every_refusal_has_a_rule_set_that_meets_it_and_no_preset_is_refused() {
        let with = |change: fn(&mut Rules)| {
            let mut rules = Rules::STANDARD;
            change(&mut rules);
            rules.check().unwrap_err()
        };
        assert_eq!(
            with(|r| r.huffing = Huffing::On),
            RefusedRules::HuffingWithCompulsoryCapture
        );
        assert_eq!(
            with(|r| {
                r.capture = Capture::Optional;
                r.huffing = Huffing::On;
                r.majority = Majority::On;
            }),
            RefusedRules::HuffingWithMajority
        );
        assert_eq!(
            with(|r| {
                r.promotion = Promotion::Flying;
                r.no_step_back = StepBack::Forbidden;
            }),
            RefusedRules::NoStepBackWithFlyingKings
        );
        assert_eq!(
            with(|r| {
                r.promotion = Promotion::Flying;
                r.rejump = Rejump::OtherAxis;
            }),
            RefusedRules::RejumpWithFlyingKings
        );
        assert_eq!(
            with(|r| {
                r.promotion = Promotion::Short;
                r.last_row_step = LastRowStep::Forbidden;
            }),
            RefusedRules::FrozenLastRowWithPromotion
        );
        assert_eq!(
            with(|r| {
                r.capture = Capture::Optional;
                r.majority = Majority::On;
            }),
            RefusedRules::MajorityWithOptionalCapture
        );
        assert_eq!(
            with(|r| {
                r.must_continue = Chain::MayStop;
                r.majority = Majority::On;
            }),
            RefusedRules::MajorityWithStops
        );
        assert_eq!(
            with(|r| {
                r.repetition_draw = 0;
                r.no_capture_draw_plies = 0;
            }),
            RefusedRules::EndlessPlay
        );
        assert_eq!(
            with(|r| r.repetition_draw = 1),
            RefusedRules::RepetitionAtOnce
        );
        for preset in Preset::ALL {
            preset.rules().check().unwrap();
        }
    }

    #[test]
    fn every_switch_changes_the_hash() {
        let mut hashes: Vec<u64> = Preset::ALL.iter().map(|p| p.rules().hash()).collect();
        let edits: [fn(&mut Rules); 14] = [
            |r| r.step = Directions::All,
            |r| r.first_jump = Directions::ForwardSideways,
            |r| r.later_jump = Directions::ForwardSideways,
            |r| r.capture = Capture::Optional,
            |r| r.must_continue = Chain::MayStop,
            |r| r.majority = Majority::On,
            |r| r.rejump = Rejump::OtherAxis,
            |r| r.land_on_start = LandOnStart::Forbidden,
            |r| r.no_step_back = StepBack::Forbidden,
            |r| r.last_row_step = LastRowStep::Forbidden,
            |r| r.promotion = Promotion::Short,
            |r| r.huffing = Huffing::On,
            |r| r.repetition_draw = 5,
            |r| r.no_capture_draw_plies = 60,
        ];
        for edit in edits {
            let mut rules = Rules::STANDARD;
            edit(&mut rules);
            hashes.push(rules.hash());
        }
        hashes.sort_unstable();
        hashes.dedup();
        // `backward` and `promotion` differ from `standard` in one switch each.
        assert_eq!(hashes.len(), 7 + 14 - 2);
    }
}
