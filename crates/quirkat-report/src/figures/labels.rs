use super::canvas::text_width;

/// The width of figures with a label to the left of each row.
pub(super) const WIDTH: f64 = 760.0;

/// The room of labels: that of the widest, within bounds.
pub(super) fn label_width<'a>(labels: impl Iterator<Item = &'a str>) -> f64 {
    labels
        .map(|label| text_width(label, 13.0))
        .fold(0.0, f64::max)
        .clamp(60.0, 190.0)
}
