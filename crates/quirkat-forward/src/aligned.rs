/// Numbers that begin at a cache line, wherever the allocator puts them: a vector load that crosses
/// two lines is slower, and how many do would otherwise be chance (measured: up to 15 % of self-play).
#[derive(Debug)]
pub struct Aligned {
    /// The numbers, after the few that fill the line before them.
    room: Vec<f32>,
    start: usize,
}

/// Bytes of a cache line, and of the widest vector.
const LINE: usize = 64;

/// The most numbers that may have to come before the first line.
const MOST_BEFORE: usize = LINE / size_of::<f32>() - 1;

impl From<&[f32]> for Aligned {
    fn from(values: &[f32]) -> Self {
        let mut room: Vec<f32> = Vec::with_capacity(MOST_BEFORE + values.len());
        // Where no offset can be told, only speed is lost.
        let start = room.as_ptr().align_offset(LINE).min(MOST_BEFORE);
        room.resize(start, 0.0);
        room.extend_from_slice(values);
        Self { room, start }
    }
}

impl AsRef<[f32]> for Aligned {
    fn as_ref(&self) -> &[f32] {
        &self.room[self.start..]
    }
}

impl Clone for Aligned {
    /// Another allocation begins elsewhere in its line.
    fn clone(&self) -> Self {
        Self::from(self.as_ref())
    }
}

impl PartialEq for Aligned {
    fn eq(&self, other: &Self) -> bool {
        self.as_ref() == other.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_begin_at_a_line_and_so_do_those_of_a_clone() {
        for length in [0, 1, 15, 16, 17, 1000] {
            let values: Vec<f32> = (0..length).map(|i| i as f32).collect();
            let aligned: Vec<Aligned> = (0..9).map(|_| Aligned::from(&values[..])).collect();
            for aligned in aligned.iter().chain(&aligned.clone()) {
                assert_eq!(aligned.as_ref(), values);
                assert!(aligned.as_ref().as_ptr().addr().is_multiple_of(LINE));
            }
        }
    }
}
