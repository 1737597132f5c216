use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use quirkat_lab::progress::say;
use quirkat_solver::SolverEvent;
use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Between lines about a search that goes on.
const EVERY: Duration = Duration::from_secs(5);

/// What the solver reports, on stderr: a bar on a terminal, plain lines otherwise.
pub(super) struct Report {
    bar: ProgressBar,
    quiet: bool,
    last: Mutex<Option<Instant>>,
}

impl Report {
    /// Quiet shows nothing.
    pub(super) fn new(quiet: bool) -> Self {
        let target = if std::io::stderr().is_terminal() && !quiet {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        Self {
            bar: ProgressBar::with_draw_target(None, target),
            quiet,
            last: Mutex::new(None),
        }
    }

    /// Shows that something happened.
    pub(super) fn show(&self, event: &SolverEvent) {
        match event {
            SolverEvent::LevelFound { level } => self.step(&format!("{level} is there"), false),
            SolverEvent::LevelDone {
                level,
                positions,
                wins,
                losses,
                done,
                of,
            } => {
                if self.bar.length() != Some(*of as u64) {
                    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} levels  {msg}");
                    self.bar.set_length(*of as u64);
                    self.bar
                        .set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
                }
                self.bar.set_position(*done as u64);
                let draws = positions - wins - losses;
                self.step(
                    &format!(
                        "{done:>4}/{of} {level:<12} {positions:>12} positions: {wins} won, {draws} drawn, {losses} lost"
                    ),
                    false,
                );
            }
            SolverEvent::LevelVerified { level, positions } => {
                self.step(&format!("{level:<12} {positions:>12} positions agree"), false);
            }
            SolverEvent::Searching {
                question,
                nodes,
                numbers: (proof, disproof),
            } => self.step(
                &format!("{question} {nodes} positions expanded, proof number {proof}, disproof number {disproof}"),
                true,
            ),
            SolverEvent::Extracting {
                question,
                positions,
                repairs,
            } => self.step(
                &format!("{question} {positions} positions in the proof, {repairs} corrected"),
                true,
            ),
            _ => {}
        }
    }

    /// A line, or a message beside the bar. `often`: not more than one line in a while.
    fn step(&self, text: &str, often: bool) {
        if self.quiet {
            return;
        }
        if !self.bar.is_hidden() {
            self.bar.set_message(text.to_owned());
            self.bar.tick();
            return;
        }
        if let (true, Ok(mut last)) = (often, self.last.lock()) {
            if last.is_some_and(|last| last.elapsed() < EVERY) {
                return;
            }
            *last = Some(Instant::now());
        }
        say(text);
    }

    /// Removes the bar.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
