use super::canvas::Marker;

/// The colour and dashes of a series.
pub(crate) fn series_class(style: usize) -> String {
    let colour = style % 7;
    match style / 7 {
        0 => format!("c{colour}"),
        round => format!("c{colour} d{}", (round - 1) % 3 + 1),
    }
}

/// The marker of a series.
pub(crate) fn series_marker(style: usize) -> Marker {
    Marker::SERIES[style % Marker::SERIES.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_series_than_colours_differ_by_their_dashes() {
        let classes: Vec<String> = (0..28).map(series_class).collect();
        for (index, class) in classes.iter().enumerate() {
            assert!(!classes[..index].contains(class), "{class}");
        }
    }
}
