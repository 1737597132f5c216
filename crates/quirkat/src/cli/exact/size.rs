use std::str::FromStr;

/// A number of bytes, written `512MiB`, `4GiB`, or in plain digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size(pub(super) u64);

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let units = [("KiB", 10), ("MiB", 20), ("GiB", 30), ("TiB", 40)];
        let (digits, shift) = units
            .iter()
            .find_map(|&(unit, shift)| Some((text.strip_suffix(unit)?.trim_end(), shift)))
            .unwrap_or((text, 0));
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        digits
            .parse::<u64>()
            .ok()
            .filter(|_| plain)
            .and_then(|count| count.checked_mul(1 << shift))
            .map(Self)
            .ok_or_else(|| {
                format!("`{text}` is no size; sizes are written 512MiB, 4GiB, or in plain bytes")
            })
    }
}

/// A size for readers.
pub(super) fn shown(bytes: u64) -> String {
    if bytes >= 1 << 30 {
        format!("{:.1} GiB", bytes as f64 / f64::from(1 << 30))
    } else {
        format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_binary_units_or_none() {
        for (text, bytes) in [
            ("512MiB", 512 << 20),
            ("4GiB", 4 << 30),
            ("4 GiB", 4 << 30),
            ("1024", 1024),
        ] {
            assert_eq!(text.parse(), Ok(Size(bytes)), "{text}");
        }
        for text in ["", "GiB", "4GB", "-1", "+1", "1.5GiB", "99999999999TiB"] {
            assert!(text.parse::<Size>().is_err(), "{text}");
        }
    }
}
