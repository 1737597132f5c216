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

/// Shannon entropy of the distribution that `counts` describe, in bits: 0 when all fall on one
/// outcome or there are none.
///
/// Source: C. E. Shannon, *A mathematical theory of communication*, Bell System Technical Journal
/// 27 (1948). This is the plug-in estimate: with few games it is too low, and it cannot exceed log2
/// of their number.
pub fn shannon_bits(counts: impl IntoIterator<Item = u64>) -> f64 {
    let counts: Vec<f64> = counts
        .into_iter()
        .filter(|&count| count > 0)
        .map(|count| count as f64)
        .collect();
    let total: f64 = counts.iter().sum();
    // Subtracting from 0, because negating would make a single outcome's entropy negative zero.
    0.0 - counts
        .iter()
        .map(|count| count / total * (count / total).log2())
        .sum::<f64>()
}

/// Entropy of the opening tree at each ply from 1 to `plies`: of the sequences of the first k plies
/// over all games. A game shorter than k counts with its whole length as its own sequence.
///
/// Source: N. Tomasev, U. Paquet, D. Hassabis, V. Kramnik, *Assessing game balance with
/// `AlphaZero`* (2020), for the use of opening entropy as a measure of diversity. It is a
/// diagnostic: it never changes a sample size.
///
/// The order of the games does not matter. Without games every row is 0.
pub fn opening_entropy<T: Ord>(games: &[impl AsRef<[T]>], plies: usize) -> Vec<PlyEntropy> {
    let mut sorted: Vec<&[T]> = games.iter().map(AsRef::as_ref).collect();
    sorted.sort_unstable();
    (1..=plies)
        .map(|ply| {
            // In sorted order equal beginnings are neighbours.
            let counts: Vec<u64> = sorted
                .chunk_by(|a, b| start(a, ply) == start(b, ply))
                .map(|run| run.len() as u64)
                .collect();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_shares_have_log2_bits() {
        assert!((shannon_bits([3; 8]) - 3.0).abs() < 1e-12);
        assert_eq!(shannon_bits([5]).to_bits(), 0.0_f64.to_bits());
        assert_eq!(shannon_bits([]).to_bits(), 0.0_f64.to_bits());
    }

    #[test]
    fn the_tree_is_counted_ply_by_ply() {
        let games = [vec!["a", "b"], vec!["a", "c"], vec!["d", "b"], vec!["d"]];
        let rows = opening_entropy(&games, 3);
        assert_eq!(
            rows[0],
            PlyEntropy {
                ply: 1,
                distinct: 2,
                reaching: 4,
                bits: 1.0
            }
        );
        assert_eq!(
            rows[1],
            PlyEntropy {
                ply: 2,
                distinct: 4,
                reaching: 3,
                bits: 2.0
            }
        );
        assert_eq!(
            rows[2],
            PlyEntropy {
                ply: 3,
                distinct: 4,
                reaching: 0,
                bits: 2.0
            }
        );
    }

    #[test]
    fn the_order_of_the_games_does_not_matter() {
        let games = [[1, 2, 3], [1, 2, 4], [2, 2, 2], [1, 2, 3], [3, 1, 1]];
        let mut turned = games;
        turned.reverse();
        assert_eq!(opening_entropy(&games, 3), opening_entropy(&turned, 3));
    }

    #[test]
    fn no_games_have_no_entropy() {
        let none: [Vec<u8>; 0] = [];
        assert_eq!(
            opening_entropy(&none, 1),
            [PlyEntropy {
                ply: 1,
                distinct: 0,
                reaching: 0,
                bits: 0.0
            }]
        );
    }
}
