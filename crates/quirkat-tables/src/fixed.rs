use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A number as a table holds it, with `N` decimals: two results that are written alike are equal, and a
/// table that is read again holds the same numbers. Zero has no sign.
///
/// A value that may be missing is an `Option<Fixed<N>>`, whose `None` is the empty field.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Fixed<const N: usize>(f64);

impl<const N: usize> Fixed<N> {
    /// A number rounded to `N` decimals.
    pub fn new(value: f64) -> Self {
        // What is printed is what is meant: rounding and the sign of zero are those of the text.
        Self(decimals::<N>(value).parse().unwrap_or(value))
    }

    /// The rounded number.
    pub const fn value(self) -> f64 {
        self.0
    }
}

impl<const N: usize> Serialize for Fixed<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&decimals::<N>(self.0))
    }
}

impl<'de, const N: usize> Deserialize<'de> for Fixed<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        f64::deserialize(deserializer).map(Self::new)
    }
}

/// A number with as many decimals as it needs: `0.95`, and `2` for 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Shortest(pub f64);

impl Serialize for Shortest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Shortest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        f64::deserialize(deserializer).map(Self)
    }
}

/// A number with `N` decimals; never "-0.000".
fn decimals<const N: usize>(value: f64) -> String {
    let text = format!("{value:.N$}");
    match text.strip_prefix('-') {
        Some(digits) if digits.chars().all(|c| c == '0' || c == '.') => digits.to_owned(),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_has_no_sign() {
        assert_eq!(decimals::<2>(-0.001), "0.00");
        assert_eq!(decimals::<2>(-0.011), "-0.01");
        assert!(Fixed::<2>::new(-0.001).value().is_sign_positive());
    }

    #[test]
    fn a_number_is_what_its_text_says() {
        let number = Fixed::<4>::new(2.0 / 3.0);
        assert!((number.value() - 0.6667).abs() < 1e-12);
        assert_eq!(number, Fixed::new(0.666_66));
        assert_ne!(number, Fixed::new(0.666_5));
    }

    #[test]
    fn fields_have_fixed_decimals_and_a_missing_value_is_empty() {
        type Row = (
            Fixed<2>,
            Option<Fixed<6>>,
            Option<Fixed<4>>,
            Shortest,
            Shortest,
        );

        let row = (
            Fixed::<2>::new(1.0),
            None::<Fixed<6>>,
            Some(Fixed::<4>::new(-0.25)),
            Shortest(0.95),
            Shortest(2.0),
        );
        let mut writer = csv::WriterBuilder::new()
            .has_headers(false)
            .from_writer(Vec::new());
        writer.serialize(row).unwrap();
        let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
        assert_eq!(text, "1.00,,-0.2500,0.95,2\n");
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .from_reader(text.as_bytes());
        let read: Row = reader.deserialize().next().unwrap().unwrap();
        assert_eq!(read, row);
    }
}
