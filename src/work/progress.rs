//! Progress on standard error: a bar or spinner on a terminal, plain lines elsewhere.

use crate::session::{Session, tell};
use crate::text::{escaped, one_line};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::thread;
use std::time::Duration;

/// The number of steps of a bar that shows a fraction.
const PARTS: u64 = 1000;
const BETWEEN_TICKS: Duration = Duration::from_millis(200);

/// A bar or spinner that shows the progress of work.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    is_plain: bool,
    is_quiet: bool,
}

impl Progress {
    /// A display that shows nothing yet. If the session is quiet, it never shows anything.
    pub fn new(session: &Session) -> Self {
        let is_terminal = std::io::stderr().is_terminal();
        let target = if is_terminal && !session.quiet {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(None, target);
        if !bar.is_hidden() {
            keep_ticking(&bar);
        }
        Self { bar, is_plain: !is_terminal, is_quiet: session.quiet }
    }

    /// A display of work of unknown length, which begins.
    pub fn begun(session: &Session, what: String) -> Self {
        let progress = Self::new(session);
        progress.begin(what);
        progress
    }

    /// Begins work of unknown length.
    pub fn begin(&self, mut what: String) {
        what = one_line(&what);
        self.set_style("{spinner} {msg} ({elapsed})");
        if self.is_plain && !self.is_quiet {
            tell(&what);
        }
        self.bar.reset_elapsed();
        self.bar.set_message(what);
    }

    /// Whether standard error is a terminal.
    pub fn is_terminal(&self) -> bool {
        !self.is_plain
    }

    /// Reports a finished step.
    pub fn report(&self, what: &str) {
        if self.is_plain && !self.is_quiet {
            tell(what);
        } else {
            self.bar.println(escaped(what));
        }
    }

    /// Begins to read a file of a known length.
    pub fn measure(&self, what: &'static str, bytes: u64) {
        self.set_style("{spinner} {msg} {bytes}/{total_bytes} {bar:30} {bytes_per_sec}, {eta} left");
        if self.is_plain && !self.is_quiet {
            tell(&format!("{what}: {bytes} bytes"));
        }
        self.bar.set_length(bytes);
        self.bar.set_message(what);
    }

    /// Shows how many bytes have been read.
    pub fn advance(&self, bytes: u64) {
        self.bar.set_position(bytes);
    }

    /// Begins work of which the finished fraction is known.
    pub fn estimate(&self, mut what: String) {
        what = one_line(&what);
        self.set_style("{spinner} {percent:>3} % {bar:30} {msg} ({elapsed})");
        if self.is_plain && !self.is_quiet {
            tell(&what);
        }
        self.bar.reset();
        self.bar.set_length(PARTS);
        self.bar.set_message(what);
    }

    /// Shows the finished fraction, from 0 to 1, and the stage. This has no effect if there is no terminal.
    pub fn arrive(&self, done: f64, stage: &str) {
        self.bar.set_position((done * PARTS as f64) as u64);
        self.bar.set_message(stage.to_owned());
    }

    /// Writes a line if there is no terminal.
    pub fn line(&self, what: &str) {
        if self.is_plain && !self.is_quiet {
            tell(what);
        }
    }

    fn set_style(&self, template: &str) {
        // The templates are constants. An error in one would show the default style.
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.bar.set_style(style);
        }
    }
}

/// Redraws a bar from time to time until it is dropped. The method of the library for this ends the process where the
/// system has no thread to give; here the bar is then drawn only when something happens.
fn keep_ticking(bar: &ProgressBar) {
    let bar = bar.downgrade();
    let tick = move || {
        while let Some(bar) = bar.upgrade() {
            bar.tick();
            drop(bar);
            thread::sleep(BETWEEN_TICKS);
        }
    };
    // Without a thread the bar only moves less often.
    drop(thread::Builder::new().name("progress".to_owned()).spawn(tick));
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
