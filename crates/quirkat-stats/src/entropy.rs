//! How varied the openings of a set of games are.

/// The openings after one ply count.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlyEntropy {
    /// Plies from the start.
    pub ply: usize,
    /// Distinct sequences of that many plies, shorter whole games among them.
    pub distinct: u64,
    /// Games that lasted that many plies or more.
    pub reaching: u64,
    /// Shannon entropy of the sequences, in bits.
    pub bits: f64,
}

/// Shannon entropy of the distribution that `counts` describe, in bits: 0 when all fall on one outcome or there are
/// none.
///
/// Source: C. E. Shannon, *A mathematical theory of communication*, Bell System Technical Journal 27 (1948). This is
/// the plug-in estimate: with few games it is too low, and it cannot exceed log2 of their number.
pub fn shannon_bits(counts: impl IntoIterator<Item = u64>) -> f64 {
    let counts: Vec<f64> = counts.into_iter().filter(|&count| count > 0).map(|count| count as f64).collect();
    let total: f64 = counts.iter().sum();
    // Adding 0 turns the negative zero of a single outcome into zero.
    0.0 - counts.iter().map(|count| count / total * (count / total).log2()).sum::<f64>() + 0.0
}

/// Entropy of the opening tree at each ply from 1 to `plies`: of the sequences of the first k plies over all games. A
/// game shorter than k counts with its whole length as its own sequence.
///
/// Source: N. Tomasev, U. Paquet, D. Hassabis, V. Kramnik, *Assessing game balance with AlphaZero* (2020), section 3.2,
/// for the use of opening entropy as a measure of diversity. It is a diagnostic: it never changes a sample size.
///
/// The order of the games does not matter. Without games every row is 0.
pub fn opening_entropy<T: Ord>(games: &[impl AsRef<[T]>], plies: usize) -> Vec<PlyEntropy> {
    let mut sorted: Vec<&[T]> = games.iter().map(AsRef::as_ref).collect();
    sorted.sort_unstable();
    (1..=plies)
        .map(|ply| {
            // In sorted order equal beginnings are neighbours.
            let counts: Vec<u64> =
                sorted.chunk_by(|a, b| start(a, ply) == start(b, ply)).map(|run| run.len() as u64).collect();
            PlyEntropy {
                ply,
                distinct: counts.len() as u64,
                reaching: sorted.iter().filter(|game| game.len() >= ply).count() as u64,
                bits: shannon_bits(counts),
            }
        })
        .collect()
}

fn start<T>(game: &[T], ply: usize) -> &[T] {
    &game[..ply.min(game.len())]
}
