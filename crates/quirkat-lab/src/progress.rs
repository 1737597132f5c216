//! Progress on stderr: a bar on a terminal, plain lines otherwise.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use quirkat_play::Counters;
use quirkat_tables::TimingsRow;
use std::io::{IsTerminal, Write};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Shows how far a run is: games done of those planned, rates, and a line for each iteration.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    /// What tasks count into.
    pub counters: Counters,
    planned: u64,
    started: Instant,
    quiet: bool,
}

impl Progress {
    /// For `planned` games in all. Quiet shows nothing.
    pub fn new(planned: u64, quiet: bool) -> Self {
        let shown = std::io::stderr().is_terminal() && !quiet;
        let target = if shown {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(planned), target);
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games  {msg}")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(style);
        Self {
            bar,
            counters: Counters::default(),
            planned,
            started: Instant::now(),
            quiet,
        }
    }

    /// Brings the bar up to date; called now and then from one thread.
    pub fn tick(&self) {
        if !self.bar.is_hidden() {
            self.bar
                .set_position(self.counters.games.load(Ordering::Relaxed));
            self.bar.set_message(self.rates());
        }
    }

    /// Games that were done before this process began are no longer to do.
    pub fn skip(&mut self, games: u64) {
        self.planned = self.planned.saturating_sub(games);
        self.bar.set_length(self.planned);
    }

    fn rates(&self) -> String {
        let seconds = self.started.elapsed().as_secs_f64().max(1e-3);
        let count = |counter: &std::sync::atomic::AtomicU64| counter.load(Ordering::Relaxed) as f64;
        let games = count(&self.counters.games);
        let left = if games > 0.0 {
            let rest = (self.planned as f64 - games).max(0.0) / games * seconds;
            duration(Duration::from_secs_f64(rest))
        } else {
            "?".to_owned()
        };
        format!(
            "{} positions/s  {} evaluations/s  ETA {left}",
            thousands(count(&self.counters.positions) / seconds),
            thousands(count(&self.counters.evaluations) / seconds)
        )
    }

    /// A line of its own, above the bar.
    pub fn line(&self, text: &str) {
        if self.quiet {
            return;
        }
        if self.bar.is_hidden() {
            say(text);
        } else {
            self.bar.println(screen_line(text));
        }
    }

    /// What an iteration played and learnt, and how long that took.
    pub fn iteration(&self, learnt: &str, timings: &TimingsRow) {
        self.line(&format!(
            "{learnt}  play {:.1} s  learn {:.1} s  | {}",
            timings.self_play_seconds,
            timings.training_seconds,
            self.rates(),
        ));
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// A line on stderr. That nobody reads it stops no work.
pub fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{}", screen_line(text));
}

/// Characters of a message that are shown, at its beginning and at its end.
const SHOWN: (usize, usize) = (900, 300);

/// A text as one line that does nothing to a terminal: without control characters, and with its middle
/// left out where it is long.
pub fn screen_line(text: &str) -> String {
    let (first, last) = SHOWN;
    let count = text.chars().count();
    let mut line = String::new();
    for (at, c) in text.chars().enumerate() {
        let left_out = count > first + last && (first..count - last).contains(&at);
        match c {
            _ if left_out && at == first => line.push_str(" … "),
            _ if left_out => {}
            c if c.is_control() => line.push(' '),
            c => line.push(c),
        }
    }
    line
}

fn thousands(rate: f64) -> String {
    if rate >= 10_000.0 {
        format!("{:.0} k", rate / 1000.0)
    } else {
        format!("{rate:.0}")
    }
}

/// `1 h 02 min`, `3 min 20 s`, `12 s`.
pub fn duration(duration: Duration) -> String {
    let seconds = duration.as_secs();
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        _ => format!("{} h {:02} min", seconds / 3600, seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_bounded_line_without_escapes() {
        assert_eq!(screen_line("a\n\u{1b}[31mb"), "a  [31mb");
        let long = "x".repeat(1 << 20) + "end";
        let line = screen_line(&long);
        assert!(line.chars().count() < 1300 && line.ends_with("end"));
        assert_eq!(screen_line("plain"), "plain");
    }
}
