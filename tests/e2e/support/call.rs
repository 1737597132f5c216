use super::data::repository;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::Duration;

/// How a call of the binary ended.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// The exit code, `None` after a signal.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl From<Output> for Outcome {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).expect("stdout is UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("stderr is UTF-8"),
        }
    }
}

impl Outcome {
    /// Its standard output, after success.
    #[track_caller]
    pub(crate) fn success(self) -> String {
        assert_eq!(self.code, Some(0), "{self:#?}");
        self.stdout
    }

    /// Checks that it was refused with exit code 2 and one line that has all these parts.
    #[track_caller]
    pub(crate) fn refused(&self, parts: &[&str]) {
        assert_eq!(self.code, Some(2), "{self:#?}");
        assert_eq!(self.stdout, "", "nothing is answered: {self:#?}");
        assert_eq!(self.stderr.lines().count(), 1, "one line: {self:#?}");
        self.says(parts);
    }

    /// Checks that its last line on stderr is an error that has all these parts.
    #[track_caller]
    pub(crate) fn says(&self, parts: &[&str]) {
        let line = self.stderr.lines().last().unwrap_or_default();
        assert!(line.starts_with("error: "), "{self:#?}");
        for part in parts {
            assert!(line.contains(part), "`{part}` in: {line}");
        }
    }
}

/// Among the arguments of a call: its tasks are begun in reverse order. This is no argument of the
/// command but a variable in its environment.
pub(crate) const REVERSED: &str = "(tasks reversed)";

/// The binary with these arguments, in the top folder, without input.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quirkat"));
    if arguments.contains(&REVERSED) {
        command.env("QUIRKAT_TEST_TASK_ORDER", "reverse");
    }
    command
        .args(arguments.iter().filter(|argument| **argument != REVERSED))
        .current_dir(repository())
        .stdin(Stdio::null());
    command
}

/// Calls the binary and waits for its end.
pub(crate) fn call(arguments: &[&str]) -> Outcome {
    command(arguments).output().expect("the binary runs").into()
}

/// The same with input.
pub(crate) fn call_with_input(arguments: &[&str], input: &str) -> Outcome {
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut stdin = child.stdin.take().expect("stdin is a pipe");
    std::thread::scope(|scope| {
        scope.spawn(move || {
            stdin
                .write_all(input.as_bytes())
                .expect("it reads its input");
        });
        child.wait_with_output().expect("it ends").into()
    })
}

/// A call in progress; killed when dropped.
#[derive(Debug)]
pub(crate) struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Running {
    pub(crate) fn start(mut command: Command) -> Self {
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        Self(command.spawn().expect("the binary runs"))
    }

    /// Waits until there are so many files in a folder, temporary ones included, or the process has
    /// ended. Whether it is still running.
    pub(crate) fn wait_for_files(&mut self, folder: &Path, count: usize) -> bool {
        while self.0.try_wait().expect("a child").is_none() {
            if files_below(folder) >= count {
                return true;
            }
            std::thread::sleep(Duration::from_micros(300));
        }
        false
    }

    /// SIGKILL.
    pub(crate) fn kill(&mut self) -> ExitStatus {
        self.0.kill().expect("a child can be killed");
        self.0.wait().expect("a child")
    }

    /// Sends a signal by name.
    pub(crate) fn signal(&self, name: &str) {
        let text = format!("kill -{name} {}", self.0.id());
        // It may have ended in the meantime, which its exit code will say.
        let _ = Command::new("sh").args(["-c", &text]).status();
    }

    /// Its exit code and what it said on stderr.
    pub(crate) fn end(mut self) -> (Option<i32>, String) {
        let mut text = String::new();
        let mut stderr = self.0.stderr.take().expect("stderr is a pipe");
        stderr.read_to_string(&mut text).expect("stderr is UTF-8");
        (self.0.wait().expect("a child").code(), text)
    }
}

/// Files come and go while this counts, so everything that fails is passed over.
fn files_below(folder: &Path) -> usize {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return 0;
    };
    entries
        .flatten()
        .map(|entry| match entry.file_type() {
            Ok(kind) if kind.is_dir() => files_below(&entry.path()),
            _ => 1,
        })
        .sum()
}
