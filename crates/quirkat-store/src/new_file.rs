use crate::StoreError;
use crate::fault::{self, Instead, Operation};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// How names begin that belong to files not yet written to their end.
const WRITING: &str = ".writing-";

/// How many links to links are followed before they are taken for a circle, as Linux does.
const MOST_LINKS: usize = 40;

/// Writes a file whole or not at all, and makes its folders as needed.
///
/// # Errors
/// When the file system refuses; a file that was there before is then untouched.
pub fn write(path: &Path, content: &[u8]) -> Result<(), StoreError> {
    let mut file = NewFile::create(path)?;
    file.write_all(content)
        .map_err(StoreError::write(file.path()))?;
    file.commit()
}

/// Refuses a place that cannot be written to, before the work whose result goes there. Nothing changes;
/// devices and pipes are not tried.
///
/// # Errors
/// As for [`write`](fn@write).
pub fn check_writable(path: &Path) -> Result<(), StoreError> {
    let special = fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir());
    if special {
        return Ok(());
    }
    NewFile::create(path).map(drop)
}

/// A file that appears under its name when it is [committed](NewFile::commit), and not at all when
/// it is dropped before. Devices and pipes have nothing to rename: they get each byte at once.
#[derive(Debug)]
pub struct NewFile {
    path: PathBuf,
    out: BufWriter<Out>,
}

#[derive(Debug)]
enum Out {
    Temporary(NamedTempFile),
    AsItIs(File),
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let half = matches!(fault::before(Operation::Write)?, Instead::Half);
        let bytes = if half {
            &bytes[..bytes.len() / 2]
        } else {
            bytes
        };
        let written = match self {
            Self::Temporary(file) => file.write(bytes),
            Self::AsItIs(file) => file.write(bytes),
        };
        if half {
            fault::end();
        }
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Temporary(file) => file.flush(),
            Self::AsItIs(file) => file.flush(),
        }
    }
}

impl NewFile {
    /// Begins a file. A link is followed, so that what it points to is replaced and not the link.
    ///
    /// # Errors
    /// When its folder cannot be made or written to, or the name is a folder's.
    pub fn create(path: &Path) -> Result<Self, StoreError> {
        let path = behind_links(path)?;
        let open = || match fs::metadata(&path) {
            Ok(there) if there.is_dir() => Err(io::Error::from(io::ErrorKind::IsADirectory)),
            Ok(there) if !there.is_file() => {
                OpenOptions::new().write(true).open(&path).map(Out::AsItIs)
            }
            _ => {
                let folder = folder_of(&path);
                create_folder(folder)?;
                temporary_in(folder).map(Out::Temporary)
            }
        };
        let out = open().map_err(StoreError::write(&path))?;
        Ok(Self {
            path,
            out: BufWriter::new(out),
        })
    }

    /// Where it will appear, links followed.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Makes it appear, in place of what had its name.
    ///
    /// # Errors
    /// When the file system refuses; what was there before is then untouched.
    pub fn commit(self) -> Result<(), StoreError> {
        self.finish(|file, path| file.persist(path).map(drop).map_err(|error| error.error))
    }

    /// Makes it appear unless its name is taken, and says whether it did.
    ///
    /// # Errors
    /// When the file system refuses.
    pub fn commit_if_absent(self) -> Result<bool, StoreError> {
        let mut appeared = true;
        self.finish(|file, path| match file.persist_noclobber(path) {
            Ok(_) => Ok(()),
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {
                appeared = false;
                Ok(())
            }
            Err(error) => Err(error.error),
        })?;
        Ok(appeared)
    }

    fn finish(
        self,
        persist: impl FnOnce(NamedTempFile, &Path) -> io::Result<()>,
    ) -> Result<(), StoreError> {
        let Self { path, out } = self;
        let finish = || match out.into_inner().map_err(io::IntoInnerError::into_error)? {
            Out::Temporary(file) => {
                fault::before(Operation::Sync)?;
                file.as_file().sync_all()?;
                fault::before(Operation::Rename)?;
                persist(file, &path)?;
                sync_folder(folder_of(&path))
            }
            // Pipes and most devices cannot be synchronised; there is nothing to lose either.
            Out::AsItIs(mut file) => file.flush(),
        };
        finish().map_err(StoreError::write(&path))
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// What a killed process was writing, in a folder and all below it. Links are not followed.
///
/// # Errors
/// When the file system refuses.
pub fn unfinished(folder: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let mut found = Vec::new();
    let entries = fs::read_dir(folder).map_err(StoreError::read(folder))?;
    for entry in entries {
        let entry = entry.map_err(StoreError::read(folder))?;
        let path = entry.path();
        let kind = entry.file_type().map_err(StoreError::read(&path))?;
        if entry.file_name().to_string_lossy().starts_with(WRITING) {
            found.push(path);
        } else if kind.is_dir() {
            found.extend(unfinished(&path)?);
        }
    }
    Ok(found)
}

/// Removes what a killed process was writing, in a folder and all below it. Links are not followed.
///
/// # Errors
/// When the file system refuses.
pub fn remove_unfinished(folder: &Path) -> Result<(), StoreError> {
    for path in unfinished(folder)? {
        let removed = if path.is_dir() {
            fs::remove_dir_all(&path)
        } else {
            fs::remove_file(&path)
        };
        removed.map_err(StoreError::write(&path))?;
    }
    Ok(())
}

/// The place that a path means once its links are followed, there or not.
fn behind_links(path: &Path) -> Result<PathBuf, StoreError> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let is_link = fs::symlink_metadata(&path).is_ok_and(|there| there.is_symlink());
        if !is_link {
            return Ok(path);
        }
        let target = fs::read_link(&path).map_err(StoreError::read(&path))?;
        path = folder_of(&path).join(target);
    }
    let circle = io::Error::other("too many levels of symbolic links");
    Err(StoreError::write(&path)(circle))
}

pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Makes a folder and those above it, each one flushed to the disk.
fn create_folder(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    let above = folder_of(folder);
    if above != folder {
        create_folder(above)?;
    }
    fault::before(Operation::Create)?;
    match fs::create_dir(folder) {
        Ok(()) => sync_folder(above),
        // Another process was faster.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => Ok(()),
        Err(error) => Err(error),
    }
}

fn temporary_in(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(WRITING);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The umask takes from this what the user does not want.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    fault::before(Operation::Create)?;
    builder.tempfile_in(folder)
}

/// A rename is durable when its folder is. Some file systems cannot synchronise folders: there the
/// file itself has to do.
fn sync_folder(folder: &Path) -> io::Result<()> {
    fault::before(Operation::Sync)?;
    #[cfg(unix)]
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        Err(error)
            if !matches!(
                error.kind(),
                io::ErrorKind::InvalidInput
                    | io::ErrorKind::Unsupported
                    | io::ErrorKind::PermissionDenied
            ) =>
        {
            return Err(error);
        }
        _ => {}
    }
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_that_is_not_committed_leaves_nothing_behind() {
        let folder = folder();
        let path = folder.path().join("a");
        write(&path, b"old").unwrap();
        let mut file = NewFile::create(&path).unwrap();
        file.write_all(b"new").unwrap();
        drop(file);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(names(folder.path()), ["a"]);
    }

    #[test]
    fn folders_are_made_and_a_folder_is_never_replaced() {
        let folder = folder();
        write(&folder.path().join("a/b/c"), b"x").unwrap();
        let error = write(&folder.path().join("a/b"), b"x").unwrap_err();
        assert!(error.to_string().starts_with("cannot write "), "{error}");
        assert_eq!(names(&folder.path().join("a/b")), ["c"]);
    }

    #[test]
    fn only_the_first_of_two_writers_appears_if_absent() {
        let folder = folder();
        let path = folder.path().join("a");
        for (content, first) in [(b"1", true), (b"2", false)] {
            let mut file = NewFile::create(&path).unwrap();
            file.write_all(content).unwrap();
            assert_eq!(file.commit_if_absent().unwrap(), first);
        }
        assert_eq!(fs::read(&path).unwrap(), b"1");
        assert_eq!(names(folder.path()), ["a"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_circles_of_links_are_refused() {
        use std::os::unix::fs::symlink;
        let folder = folder();
        let at = |name: &str| folder.path().join(name);
        symlink("real", at("link")).unwrap();
        write(&at("link"), b"x").unwrap();
        assert!(fs::symlink_metadata(at("link")).unwrap().is_symlink());
        assert_eq!(fs::read(at("real")).unwrap(), b"x");
        symlink("round", at("round")).unwrap();
        assert!(write(&at("round"), b"x").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_written_as_they_are() {
        use std::os::unix::fs::FileTypeExt;
        write(Path::new("/dev/null"), b"x").unwrap();
        let kind = fs::metadata("/dev/null").unwrap().file_type();
        assert!(kind.is_char_device());
    }

    #[cfg(unix)]
    #[test]
    fn the_umask_decides_who_may_read() {
        use std::os::unix::fs::PermissionsExt;
        let folder = folder();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let (plain, ours) = (folder.path().join("plain"), folder.path().join("ours"));
        fs::write(&plain, b"x").unwrap();
        write(&ours, b"x").unwrap();
        assert_eq!(mode(&ours), mode(&plain));
    }

    #[test]
    fn what_a_killed_process_was_writing_is_removed_and_nothing_else() {
        let folder = folder();
        let at = |name: &str| folder.path().join(name);
        write(&at("below/kept"), b"x").unwrap();
        fs::write(at("below/.writing-abc"), b"x").unwrap();
        write(&at("below/.writing-folder/x"), b"x").unwrap();
        remove_unfinished(folder.path()).unwrap();
        assert_eq!(names(&at("below")), ["kept"]);
    }
}
