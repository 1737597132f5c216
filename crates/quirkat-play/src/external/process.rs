use crate::stop::Halt;
use crate::threads::start_thread;
use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Why an external engine plays no more.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExternalError {
    /// What it did or failed to do.
    #[error("engine `{engine}` {what}")]
    Failed {
        /// Its command.
        engine: String,
        /// What happened, with its last words.
        what: String,
    },
    /// It was not waited for any longer.
    #[error("stopped")]
    Stopped,
}

/// A line of an engine is cut here.
const LONGEST_LINE: u64 = 1 << 20;

/// Lines that an engine may be ahead of us before it has to wait.
const LINES_AHEAD: usize = 1024;

/// How often a wait looks whether it is to stop.
const GLANCE: Duration = Duration::from_millis(20);

/// How long an engine may take to quit.
const FAREWELL: Duration = Duration::from_millis(500);

/// What is shown of an engine's words.
const SHOWN: usize = 200;

/// A wait that takes longer between two looks was our own sleep.
const LONGEST_GLANCE: Duration = Duration::from_secs(1);

/// Lines of an engine's complaints that are kept: the first ones say most.
const MOST_WORDS: usize = 3;

/// What an engine complained of.
#[derive(Debug, Default)]
struct Words(Vec<String>);

impl Words {
    fn add(&mut self, line: &str) {
        if !line.is_empty() && self.0.len() < MOST_WORDS {
            self.0.push(shown(line));
        }
    }

    fn clear(&mut self) {
        self.0.clear();
    }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shown(&self.0.join(" / ")))
    }
}

/// A program that we talk to by lines.
#[derive(Debug)]
pub(super) struct Process {
    command: String,
    child: Child,
    /// Lines to it, written by a thread of their own, which a program that does not read blocks.
    out: Option<std::sync::mpsc::Sender<String>>,
    lines: Receiver<String>,
    /// Its complaints since its last answer, on stderr or by `info string`.
    complaint: Arc<Mutex<Words>>,
    /// It has answered since it was last sent something.
    answered: bool,
}

impl Process {
    pub(super) fn start(command: &str, words: &[String]) -> Result<Self, ExternalError> {
        let cannot = |error: &dyn std::error::Error| ExternalError::Failed {
            engine: command.to_owned(),
            what: format!("cannot be started: {error}"),
        };
        let mut program = Command::new(&words[0]);
        program
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // A group of its own, so that what it starts ends with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut program, 0);
        let mut child = program.spawn().map_err(|error| cannot(&error))?;
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (out, to_write) = channel();
        let (tell, lines) = sync_channel(LINES_AHEAD);
        // Whole before its threads start: dropped, it ends the program.
        let process = Self {
            command: command.to_owned(),
            child,
            out: Some(out),
            lines,
            complaint: Arc::default(),
            answered: false,
        };
        let start = |name: &str, work: Box<dyn FnOnce() + Send>| {
            start_thread(name, work).map_err(|error| cannot(&error))
        };
        if let Some(stdin) = stdin {
            start(
                "engine-input",
                Box::new(move || write_lines(stdin, &to_write)),
            )?;
        }
        if let Some(stdout) = stdout {
            let read = move || each_line(stdout, |line| tell.send(line).is_ok());
            start("engine-output", Box::new(read))?;
        }
        if let Some(stderr) = stderr {
            let complaint = Arc::clone(&process.complaint);
            let note = move |line: String| {
                complaint
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .add(&line);
                true
            };
            start("engine-errors", Box::new(move || each_line(stderr, note)))?;
        }
        Ok(process)
    }

    pub(super) fn send(&mut self, line: &str) -> Result<(), ExternalError> {
        if std::mem::take(&mut self.answered) {
            self.words().clear();
        }
        let sent = self
            .out
            .as_ref()
            .is_some_and(|out| out.send(line.to_owned()).is_ok());
        if sent {
            return Ok(());
        }
        Err(self.ended(&format!("`{}`", shown(line))))
    }

    /// The first line in which `wanted` finds what it looks for: the answer to `question`.
    pub(super) fn receive<T>(
        &mut self,
        question: &str,
        patience: Duration,
        halt: &Halt<'_>,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, ExternalError> {
        let mut waited = Duration::ZERO;
        let mut glance = Instant::now();
        loop {
            let next = self.lines.recv_timeout(GLANCE);
            // Where we slept ourselves (a stopped process, a closed lid), the engine kept nobody waiting.
            waited += glance.elapsed().min(LONGEST_GLANCE);
            glance = Instant::now();
            match next {
                Ok(line) => {
                    if let Some(found) = wanted(&line) {
                        self.answered = true;
                        return Ok(found);
                    }
                    if line.starts_with("info string error") {
                        self.words().add(&line);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let error = self.ended(question);
                    // A signal to the whole group ends the program before us.
                    let stopped = halt.raised();
                    return Err(if stopped {
                        ExternalError::Stopped
                    } else {
                        error
                    });
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if halt.raised() {
                return Err(ExternalError::Stopped);
            }
            if waited >= patience {
                return Err(self.failed(format!(
                    "did not answer {question} within {} s",
                    patience.as_secs_f64()
                )));
            }
        }
    }

    fn ended(&mut self, question: &str) -> ExternalError {
        let until = Instant::now() + FAREWELL;
        let status = self.wait_until(until);
        let how = status.map_or_else(String::new, |status| format!(" ({status})"));
        // Its last words may still be on the way.
        thread::sleep(GLANCE);
        self.failed(format!("ended{how} instead of answering {question}"))
    }

    /// The error that says what it did, with its complaints.
    pub(super) fn failed(&self, what: String) -> ExternalError {
        let words = self.words().to_string();
        let what = if words.is_empty() {
            what
        } else {
            format!("{what}; its last words: {words}")
        };
        ExternalError::Failed {
            engine: shown(&self.command),
            what,
        }
    }

    fn words(&self) -> MutexGuard<'_, Words> {
        self.complaint
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_until(&mut self, until: Instant) -> Option<std::process::ExitStatus> {
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(1)),
                _ => return None,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.send("quit");
        // The end of its input says the same.
        self.out = None;
        if self.wait_until(Instant::now() + FAREWELL).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id() as i32) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
    }
}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if writeln!(stdin, "{line}")
            .and_then(|()| stdin.flush())
            .is_err()
        {
            return;
        }
    }
}

/// Hands over line by line until the end, or nobody listens.
fn each_line(input: impl Read, mut hand_over: impl FnMut(String) -> bool) {
    let mut input = BufReader::new(input);
    loop {
        let mut bytes = Vec::new();
        match input
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut bytes)
        {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        if !hand_over(String::from_utf8_lossy(&bytes).trim().to_owned()) {
            return;
        }
    }
}

/// The beginning of a text, in one line.
fn shown(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown.replace(char::is_control, " ")
}
