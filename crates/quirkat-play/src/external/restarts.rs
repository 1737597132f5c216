use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// How often an external engine may still fail and be started again, in all the games of a match.
#[derive(Clone, Debug, Default)]
pub struct Restarts(Arc<AtomicU32>);

impl Restarts {
    /// So many.
    pub fn new(count: u32) -> Self {
        Self(Arc::new(AtomicU32::new(count)))
    }

    /// Takes one; `false` when none is left.
    pub(crate) fn take(&self) -> bool {
        let one_less = |left: u32| left.checked_sub(1);
        self.0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less)
            .is_ok()
    }
}

/// What is left of them is no part of what an agent is.
impl PartialEq for Restarts {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Restarts {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_clones_share_what_is_left() {
        let restarts = Restarts::new(2);
        let other = restarts.clone();
        assert!(restarts.take() && other.take());
        assert!(!restarts.take() && !other.take());
    }
}
