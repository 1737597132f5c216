/// No proof (or no disproof) exists.
pub(crate) const INFINITE: u32 = (1 << 29) - 1;

/// Proof and disproof number of a position: estimates of the work that is left for a proof that the
/// attacker wins, or does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ProofNumbers {
    pub(crate) proof: u32,
    pub(crate) disproof: u32,
}

impl ProofNumbers {
    pub(crate) const PROVEN: Self = Self {
        proof: 0,
        disproof: INFINITE,
    };
    pub(crate) const DISPROVEN: Self = Self {
        proof: INFINITE,
        disproof: 0,
    };

    pub(crate) const fn is_proven(self) -> bool {
        self.proof == 0
    }

    pub(crate) const fn is_disproven(self) -> bool {
        self.disproof == 0
    }
}
