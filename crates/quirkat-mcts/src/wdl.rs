use quirkat_rules::Color;

/// Probabilities of win, draw and loss for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wdl {
    /// The side to move wins.
    pub win: f32,
    /// Draw.
    pub draw: f32,
    /// The side to move loses.
    pub loss: f32,
}

/// The same for White, whoever is to move. The two convert only by naming the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WhiteWdl {
    /// White wins.
    pub white: f32,
    /// Draw.
    pub draw: f32,
    /// Black wins.
    pub black: f32,
}

impl Wdl {
    /// Nothing known: a third each.
    pub const UNKNOWN: Self = Self {
        win: 1.0 / 3.0,
        draw: 1.0 / 3.0,
        loss: 1.0 / 3.0,
    };

    /// Win minus loss, −1 to 1.
    #[inline]
    pub fn value(self) -> f32 {
        self.win - self.loss
    }

    /// For White, when `mover` is the side to move.
    #[inline]
    pub const fn for_white(self, mover: Color) -> WhiteWdl {
        match mover {
            Color::White => WhiteWdl {
                white: self.win,
                draw: self.draw,
                black: self.loss,
            },
            Color::Black => WhiteWdl {
                white: self.loss,
                draw: self.draw,
                black: self.win,
            },
        }
    }
}

impl WhiteWdl {
    /// White's chances minus Black's, −1 to 1.
    #[inline]
    pub fn value(self) -> f32 {
        self.white - self.black
    }

    /// For the side to move, when that is `mover`.
    #[inline]
    pub const fn for_mover(self, mover: Color) -> Wdl {
        match mover {
            Color::White => Wdl {
                win: self.white,
                draw: self.draw,
                loss: self.black,
            },
            Color::Black => Wdl {
                win: self.black,
                draw: self.draw,
                loss: self.white,
            },
        }
    }
}
