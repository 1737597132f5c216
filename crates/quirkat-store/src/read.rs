use crate::StoreError;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// A file's content, when it has at most `limit` bytes. Endless files, such as some devices, are
/// refused after as many.
///
/// # Errors
/// When the file cannot be read, or is longer.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, StoreError> {
    let file = File::open(path).map_err(StoreError::read(path))?;
    let mut content = Vec::new();
    file.take(limit.saturating_add(1))
        .read_to_end(&mut content)
        .map_err(StoreError::read(path))?;
    if content.len() as u64 > limit {
        let path = path.to_owned();
        return Err(StoreError::TooLong { path, limit });
    }
    Ok(content)
}

/// A text file's content without a byte order mark, when it has at most `limit` bytes.
///
/// # Errors
/// When the file cannot be read, is longer, or is not UTF-8.
pub fn read_text(path: &Path, limit: u64) -> Result<String, StoreError> {
    let text = String::from_utf8(read(path, limit)?).map_err(|_| StoreError::NotText {
        path: path.to_owned(),
    })?;
    Ok(match text.strip_prefix('\u{feff}') {
        Some(text) => text.to_owned(),
        None => text,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_up_to_its_limit_and_refused_beyond() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        crate::write(&path, b"\xef\xbb\xbfabc").unwrap();
        assert_eq!(read_text(&path, 6).unwrap(), "abc");
        let error = read_text(&path, 5).unwrap_err();
        assert!(matches!(error, StoreError::TooLong { limit: 5, .. }));
        crate::write(&path, b"\xff").unwrap();
        assert!(matches!(
            read_text(&path, 9),
            Err(StoreError::NotText { .. })
        ));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn endless_files_are_refused() {
        let error = read(Path::new("/dev/zero"), 1000).unwrap_err();
        assert!(matches!(error, StoreError::TooLong { .. }));
    }
}
