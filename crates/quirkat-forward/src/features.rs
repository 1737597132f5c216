use quirkat_rules::{BROADCAST_PLANES, Planes, SPATIAL_PLANES};

/// Length of the network's input: 25 numbers for each spatial plane, then one for each broadcast
/// plane. Each is 0 or 1; [`quirkat_rules::PLANE_NAMES`] says what the planes mean.
pub const FEATURES: usize = SPATIAL_PLANES * 25 + BROADCAST_PLANES;

/// Expands bit planes to floats.
///
/// # Panics
/// When `features` does not have [`FEATURES`] entries.
pub fn write_features(planes: &Planes, features: &mut [f32]) {
    assert_eq!(features.len(), FEATURES);
    let (spatial, broadcast) = features.split_at_mut(SPATIAL_PLANES * 25);
    for (points, &plane) in spatial.chunks_exact_mut(25).zip(planes) {
        for (point, feature) in points.iter_mut().enumerate() {
            *feature = (plane >> point & 1) as f32;
        }
    }
    for (feature, &plane) in broadcast.iter_mut().zip(&planes[SPATIAL_PLANES..]) {
        *feature = (plane & 1) as f32;
    }
}

/// The number of features that are 1.
pub fn count_ones(planes: &Planes) -> usize {
    write_ones(planes, &mut [0; FEATURES]).len()
}

/// The indices of the features that are 1, ascending, in the front of `ones`.
pub fn write_ones<'a>(planes: &Planes, ones: &'a mut [u16; FEATURES]) -> &'a [u16] {
    let mut count = 0;
    let mut push = |index: usize| {
        ones[count] = index as u16;
        count += 1;
    };
    for (i, &plane) in planes[..SPATIAL_PLANES].iter().enumerate() {
        let mut points = plane & 0x01ff_ffff;
        while points != 0 {
            push(i * 25 + points.trailing_zeros() as usize);
            points &= points - 1;
        }
    }
    for (i, &plane) in planes[SPATIAL_PLANES..].iter().enumerate() {
        if plane & 1 == 1 {
            push(SPATIAL_PLANES * 25 + i);
        }
    }
    &ones[..count]
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::{Game, Geometry, PLANES, Rules, write_planes};
    use std::sync::Arc;

    #[test]
    fn the_listed_ones_are_the_features_that_are_one() {
        let mut game = Game::new(Arc::new(Geometry::new(Rules::HUFFING)));
        for nth in 0..12 {
            let mut planes = [0; PLANES];
            write_planes(&game, &mut planes);
            let mut features = vec![0.0; FEATURES];
            write_features(&planes, &mut features);
            let mut ones = [0; FEATURES];
            let listed: Vec<usize> = write_ones(&planes, &mut ones)
                .iter()
                .map(|&i| usize::from(i))
                .collect();
            let set: Vec<usize> = (0..FEATURES).filter(|&i| features[i] > 0.5).collect();
            assert_eq!(listed, set);
            let legal = game.legal_actions();
            game.play(legal.nth(nth % legal.len()).unwrap()).unwrap();
        }
    }
}
