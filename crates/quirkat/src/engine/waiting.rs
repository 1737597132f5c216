use std::collections::VecDeque;

/// Bytes of lines that may wait for the end of a search: any conversation has room.
const ROOM: usize = 4 << 20;

/// What a line takes beside its text.
const EACH: usize = size_of::<Waiting>();

/// Lines that wait for the end of a search, in their order. They are kept as they came, so that
/// their bytes are what they cost.
#[derive(Debug, Default)]
pub(super) struct Queue {
    lines: VecDeque<Waiting>,
    bytes: usize,
    /// How many of them ask for a move.
    moves: usize,
    lost: Lost,
}

/// A line that waits.
#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) text: String,
    pub(super) wants: Wants,
    /// `stop` came after it.
    pub(super) stopped: bool,
    /// `ponder-hit` came after it.
    pub(super) hit: bool,
}

/// What whoever sent a line waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wants {
    Nothing,
    Move,
    Response,
}

/// Lines that found no room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Lost {
    pub(super) lines: u64,
    pub(super) moves: u64,
    pub(super) responses: u64,
}

impl Queue {
    /// Puts a line behind the others. Once one has found no room, nor do those behind it until all
    /// are answered: none may overtake another.
    pub(super) fn push(&mut self, text: String, wants: Wants) {
        let cost = EACH + text.capacity();
        if self.lost.lines > 0 || self.bytes + cost > ROOM {
            self.lost.lines += 1;
            self.lost.moves += u64::from(wants == Wants::Move);
            self.lost.responses += u64::from(wants == Wants::Response);
            return;
        }
        self.bytes += cost;
        self.moves += usize::from(wants == Wants::Move);
        self.lines.push_back(Waiting {
            text,
            wants,
            stopped: false,
            hit: false,
        });
    }

    /// The next line.
    pub(super) fn pop(&mut self) -> Option<Waiting> {
        let line = self.lines.pop_front()?;
        self.bytes -= EACH + line.text.capacity();
        self.moves -= usize::from(line.wants == Wants::Move);
        Some(line)
    }

    /// What found no room, told once.
    pub(super) fn take_lost(&mut self) -> Option<Lost> {
        let lost = std::mem::take(&mut self.lost);
        (lost.lines > 0).then_some(lost)
    }

    /// Whether nothing waits.
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.lost.lines == 0
    }

    /// Whether somebody waits for a move.
    pub(super) const fn wants_move(&self) -> bool {
        self.moves > 0 || self.lost.moves > 0
    }

    /// `stop` is for all that were asked before.
    pub(super) fn stop(&mut self) {
        for line in &mut self.lines {
            line.stopped = true;
        }
    }

    /// `ponder-hit` is, too.
    pub(super) fn ponder_hit(&mut self) {
        for line in &mut self.lines {
            line.hit = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_order_and_those_without_room_are_counted() {
        let mut queue = Queue::default();
        let long = "x".repeat(1 << 20);
        for wants in [Wants::Move, Wants::Nothing, Wants::Response] {
            queue.push(long.clone(), wants);
        }
        // This one finds no room, so neither does a short one behind it.
        queue.push(long, Wants::Move);
        queue.push("go".to_owned(), Wants::Move);
        queue.push("query".to_owned(), Wants::Response);
        queue.stop();
        let order: Vec<Wants> = std::iter::from_fn(|| queue.pop())
            .map(|line| {
                assert!(line.stopped && !line.hit);
                line.wants
            })
            .collect();
        assert_eq!(order, [Wants::Move, Wants::Nothing, Wants::Response]);
        assert!(queue.wants_move() && !queue.is_empty());
        let lost = Lost {
            lines: 3,
            moves: 2,
            responses: 1,
        };
        assert_eq!(queue.take_lost(), Some(lost));
        assert_eq!(queue.take_lost(), None);
        assert!(queue.is_empty() && !queue.wants_move());
        queue.push("go".to_owned(), Wants::Move);
        assert_eq!(queue.pop().unwrap().text, "go");
        assert_eq!(queue.bytes, 0);
    }
}
