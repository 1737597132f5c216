use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The work was stopped by its caller; nothing of it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped")]
pub struct Stopped;

/// Whether work is to end early: because its caller says so, or because what it is a part of needs
/// it no more.
#[derive(Clone, Copy, Debug)]
pub struct Halt<'a> {
    stop: &'a AtomicBool,
    /// This work's place among its siblings, and the first place that is not needed.
    place: Option<(usize, &'a AtomicUsize)>,
}

impl<'a> Halt<'a> {
    /// Work that ends early when `stop` is raised.
    pub const fn on(stop: &'a AtomicBool) -> Self {
        Self { stop, place: None }
    }

    /// The part with this index of such work. It ends early too when `end` is at most `index`.
    pub(crate) const fn part(stop: &'a AtomicBool, index: usize, end: &'a AtomicUsize) -> Self {
        Self {
            stop,
            place: Some((index, end)),
        }
    }

    /// Whether the work is to end.
    pub fn raised(&self) -> bool {
        let needless = |(index, end): (usize, &AtomicUsize)| end.load(Ordering::Relaxed) <= index;
        self.stop.load(Ordering::Relaxed) || self.place.is_some_and(needless)
    }

    /// The caller's flag, for work that knows no more than that.
    pub const fn flag(&self) -> &'a AtomicBool {
        self.stop
    }
}
