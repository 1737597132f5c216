//! The named rule sets.

use crate::rules::switches::{
    Capture, Chain, Directions, Huffing, LandOnStart, LastRowStep, Majority, Promotion, Rejump,
    Rules, StepBack,
};
use std::fmt;
use std::str::FromStr;

/// A named rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Preset {
    /// Jocly's "Alquerque Bell" as its engine plays it.
    Bell,
    /// `BrainKing`'s "Alquerque".
    Brainking,
    /// The variants site's standard game.
    Standard,
    /// Its game with backward steps.
    Backward,
    /// Its game with promotion, the king being short.
    Promotion,
    /// Its game with huffing in place of compulsory capture.
    Huffing,
    /// Promotion with flying kings.
    PromotionFlying,
}

/// A name that is none of the presets'.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown rule set `{0}`; named sets are {names}", names = Preset::names())]
pub struct UnknownPreset(pub String);

impl Preset {
    /// The one whose switches are the defaults of rule files.
    pub const DEFAULT: Self = Self::Standard;

    /// All seven, in the order of the documentation.
    pub const ALL: [Self; 7] = [
        Self::Bell,
        Self::Brainking,
        Self::Standard,
        Self::Backward,
        Self::Promotion,
        Self::Huffing,
        Self::PromotionFlying,
    ];

    /// The name used everywhere: `bell`, `brainking`, …
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bell => "bell",
            Self::Brainking => "brainking",
            Self::Standard => "standard",
            Self::Backward => "backward",
            Self::Promotion => "promotion",
            Self::Huffing => "huffing",
            Self::PromotionFlying => "promotion-flying",
        }
    }

    /// The switches.
    pub const fn rules(self) -> Rules {
        match self {
            Self::Bell => Rules::BELL,
            Self::Brainking => Rules::BRAINKING,
            Self::Standard => Rules::STANDARD,
            Self::Backward => Rules::BACKWARD,
            Self::Promotion => Rules::PROMOTION,
            Self::Huffing => Rules::HUFFING,
            Self::PromotionFlying => Rules::PROMOTION_FLYING,
        }
    }

    /// All names, separated by commas.
    pub fn names() -> String {
        Self::ALL.map(Self::name).join(", ")
    }
}

impl FromStr for Preset {
    type Err = UnknownPreset;

    fn from_str(text: &str) -> Result<Self, UnknownPreset> {
        let found = Self::ALL.into_iter().find(|preset| preset.name() == text);
        found.ok_or_else(|| UnknownPreset(text.to_owned()))
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The preset's name where there is one, else `custom-` and the first eight digits of the hash.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Preset::ALL.iter().find(|preset| preset.rules() == *self) {
            Some(preset) => f.write_str(preset.name()),
            None => write!(f, "custom-{:08x}", self.hash() >> 32),
        }
    }
}

impl FromStr for Rules {
    type Err = UnknownPreset;

    /// The rules of the preset of this name.
    fn from_str(text: &str) -> Result<Self, UnknownPreset> {
        text.parse::<Preset>().map(Preset::rules)
    }
}

impl Rules {
    /// See [`Preset::Standard`].
    pub const STANDARD: Self = Self {
        step: Directions::ForwardSideways,
        first_jump: Directions::All,
        later_jump: Directions::All,
        capture: Capture::Compulsory,
        must_continue: Chain::MustContinue,
        majority: Majority::Off,
        rejump: Rejump::Never,
        land_on_start: LandOnStart::Allowed,
        no_step_back: StepBack::Allowed,
        last_row_step: LastRowStep::Allowed,
        promotion: Promotion::None,
        huffing: Huffing::Off,
        repetition_draw: 3,
        no_capture_draw_plies: 100,
    };

    /// See [`Preset::Bell`]. Repetition cannot occur: bans make every row one-way.
    pub const BELL: Self = Self {
        rejump: Rejump::OtherAxis,
        no_step_back: StepBack::Forbidden,
        last_row_step: LastRowStep::Forbidden,
        no_capture_draw_plies: 0,
        ..Self::STANDARD
    };

    /// See [`Preset::Brainking`].
    pub const BRAINKING: Self = Self {
        first_jump: Directions::ForwardSideways,
        land_on_start: LandOnStart::Forbidden,
        last_row_step: LastRowStep::Forbidden,
        ..Self::STANDARD
    };

    /// See [`Preset::Backward`].
    pub const BACKWARD: Self = Self {
        step: Directions::All,
        ..Self::STANDARD
    };

    /// See [`Preset::Promotion`].
    pub const PROMOTION: Self = Self {
        promotion: Promotion::Short,
        ..Self::STANDARD
    };

    /// See [`Preset::Huffing`].
    pub const HUFFING: Self = Self {
        capture: Capture::Optional,
        huffing: Huffing::On,
        ..Self::STANDARD
    };

    /// See [`Preset::PromotionFlying`].
    pub const PROMOTION_FLYING: Self = Self {
        promotion: Promotion::Flying,
        ..Self::STANDARD
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_distinct_and_known_by_their_names() {
        for preset in Preset::ALL {
            assert_eq!(preset.name().parse(), Ok(preset));
            assert_eq!(preset.rules().to_string(), preset.name());
            assert_eq!(
                Preset::ALL
                    .iter()
                    .filter(|p| p.rules() == preset.rules())
                    .count(),
                1
            );
        }
        assert!(
            "chess"
                .parse::<Preset>()
                .unwrap_err()
                .to_string()
                .contains("promotion-flying")
        );
    }
}
