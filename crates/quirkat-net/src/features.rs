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
