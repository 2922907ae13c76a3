//! The person at the terminal: a progress bar on standard error while something takes long, and Ctrl-C.
//!
//! The bar appears after a second, only where standard error is a terminal, and tells what is done, how fast, and when it
//! may end. Ctrl-C stops the run that is on, which then ends cleanly; a second one ends the program at once, and so does the
//! first while nothing runs yet: the program may then be waiting for input that never comes, with nothing to clean up.

use std::io::{IsTerminal, stderr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::output::Output;
use super::plural::form_of;
use super::report;
use crate::engine::Run;
use crate::engine::locks::locked;
use crate::engine::watch::Watch;

/// See the [module](self).
pub struct Terminal {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    interrupted: AtomicBool,
    stage: Mutex<Option<Stage>>,
    /// What earlier stages have established.
    facts: Mutex<Vec<String>>,
    /// Why the next stage may take long.
    foreboding: Mutex<Option<String>>,
}

struct Stage {
    name: String,
    run: Arc<Run>,
    start: Instant,
    /// Whether a bar may be drawn: not where it would end up between the grids that are printed.
    bar_wanted: bool,
    bar: Option<ProgressBar>,
}

/// What is said when there is no more to say.
const INTERRUPTED: &str = "interrupted";
/// What may take long is not called so before this: much of it is done by then, and the rest can be judged by how it went.
const LONG: Duration = Duration::from_secs(5);
/// Nothing shorter than this is worth a bar.
const PATIENCE: Duration = Duration::from_secs(1);
const REFRESH: Duration = Duration::from_millis(200);

impl Terminal {
    /// Starts to listen for Ctrl-C, and to draw if a person is looking.
    pub fn new() -> Self {
        let shared = Arc::new(Shared::default());
        let listener = Arc::clone(&shared);
        // If no handler can be set, Ctrl-C ends the program the ordinary way.
        let _ = ctrlc::set_handler(move || {
            if listener.interrupted.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
            if let Some(stage) = &*listener.stage() {
                stage.run.stop();
            } else {
                report(INTERRUPTED);
                std::process::exit(130);
            }
        });
        if stderr().is_terminal() {
            let drawer = Arc::clone(&shared);
            thread::spawn(move || {
                loop {
                    thread::sleep(REFRESH);
                    // Drawn without the lock: a terminal that takes no more must not keep Ctrl-C waiting.
                    let drawing = drawer.stage().as_mut().and_then(Stage::drawing);
                    if let Some((bar, done, message)) = drawing {
                        bar.set_message(message);
                        bar.set_position(done);
                    }
                }
            });
        }
        Terminal { shared }
    }

    /// A run that prints while it is on: without a bar where standard output is a terminal too.
    pub fn printing_run(&self, stage: &str, output: &Output) -> Arc<Run> {
        self.start(stage, !output.terminal())
    }

    /// The stage that comes next may take long, says the text: who waits is told so if it does.
    pub fn may_take_long(&self, why: String) {
        *locked(&self.shared.foreboding) = Some(why);
    }

    fn start(&self, stage: &str, bar_wanted: bool) -> Arc<Run> {
        self.clear();
        let run = Arc::new(Run::new());
        let (name, start) = (stage.to_owned(), Instant::now());
        *self.shared.stage() = Some(Stage { name, run: Arc::clone(&run), start, bar_wanted, bar: None });
        // Looked at after the stage is set: whichever of this and the handler comes second stops the run.
        if self.interrupted() {
            run.stop();
        }
        if let Some(why) = locked(&self.shared.foreboding).take() {
            let (shared, run) = (Arc::clone(&self.shared), Arc::clone(&run));
            thread::spawn(move || {
                thread::sleep(LONG);
                shared.say_long(&run, &why);
            });
        }
        run
    }

    /// Whether Ctrl-C has been pressed.
    pub fn interrupted(&self) -> bool {
        self.shared.interrupted.load(Ordering::Relaxed)
    }

    /// Takes the bar away, so that what is printed next stands alone.
    pub fn clear(&self) {
        let bar = self.shared.stage().as_mut().and_then(|stage| stage.bar.take());
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
    }

    /// What a run that was interrupted had found, in one line.
    pub fn known_so_far(&self) -> String {
        let stage = self.shared.stage();
        let Some(stage) = &*stage else { return INTERRUPTED.to_owned() };
        let (done, pieces, found) = stage.run.progress();
        let interrupted = if pieces == 0 {
            format!("{INTERRUPTED} in {}, before the first piece of the work", stage.name)
        } else {
            format!(
                "{INTERRUPTED} in {}: {} of {} {} done, {} {} in them",
                stage.name,
                HumanCount(done),
                HumanCount(pieces),
                form_of("piece", pieces),
                HumanCount(found),
                form_of("grid", found)
            )
        };
        let facts = locked(&self.shared.facts);
        std::iter::once(&interrupted).chain(&*facts).map(String::as_str).collect::<Vec<_>>().join("; ")
    }
}

impl Watch for Terminal {
    fn run(&self, stage: &str) -> Arc<Run> {
        self.start(stage, true)
    }

    fn learned(&self, fact: String) {
        locked(&self.shared.facts).push(fact);
    }
}

impl Shared {
    fn stage(&self) -> MutexGuard<'_, Option<Stage>> {
        locked(&self.stage)
    }

    /// Says that the stage takes long, if the run is still on.
    fn say_long(&self, run: &Arc<Run>, why: &str) {
        let stage = self.stage();
        let Some(stage) = stage.as_ref().filter(|stage| Arc::ptr_eq(&stage.run, run)) else { return };
        let (done, pieces, found) = run.progress();
        let note = match pieces {
            0 => format!("note: this may take very long ({why})"),
            _ => format!(
                "note: this may take very long ({why}): {}",
                outlook(done, pieces, found, stage.start.elapsed())
            ),
        };
        match &stage.bar {
            Some(bar) => bar.suspend(|| report(&note)),
            None => report(&note),
        }
    }
}

impl Stage {
    /// The bar, how many pieces are done, and what it is to say; `None` while there is nothing to show.
    fn drawing(&mut self) -> Option<(ProgressBar, u64, String)> {
        let (done, pieces, found) = self.run.progress();
        let elapsed = self.start.elapsed();
        if !self.bar_wanted || elapsed < PATIENCE || pieces == 0 || done >= pieces {
            return None;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let template = "{prefix} [{bar:24}] {percent}%  {msg}";
            // The template is fixed and right; the default style is a fair second best.
            let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
            ProgressBar::with_draw_target(Some(pieces), ProgressDrawTarget::stderr())
                .with_style(style.progress_chars("=> "))
                .with_prefix(self.name.clone())
        });
        Some((bar.clone(), done, outlook(done, pieces, found, elapsed)))
    }
}

/// What has been found, how fast, and how long the rest may take, once enough is done to tell.
fn outlook(done: u64, pieces: u64, found: u64, elapsed: Duration) -> String {
    let grids = format!("{} {}", HumanCount(found), form_of("grid", found));
    if done == 0 {
        "no estimate yet".to_owned()
    } else if done < 2 || u128::from(done) * 100 < u128::from(pieces) {
        format!("{grids}, no estimate yet")
    } else {
        let seconds = elapsed.as_secs_f64();
        let rate = HumanCount((found as f64 / seconds) as u64);
        let left = seconds * (pieces - done) as f64 / done as f64;
        let left = HumanDuration(Duration::from_secs(left as u64));
        // Some work is not about finding grids.
        if found == 0 {
            format!("about {left:#} left")
        } else {
            format!("{grids}, {rate} a second, about {left:#} left")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_needs_something_to_go_by() {
        let after_ten_seconds = |done, pieces, found| outlook(done, pieces, found, Duration::from_secs(10));
        assert_eq!(after_ten_seconds(0, 1000, 0), "no estimate yet");
        assert_eq!(after_ten_seconds(1, 3, 7000), "7,000 grids, no estimate yet");
        assert_eq!(after_ten_seconds(9, 1000, 50), "50 grids, no estimate yet");
        assert_eq!(after_ten_seconds(10, 40, 50), "50 grids, 5 a second, about 30s left");
        assert_eq!(after_ten_seconds(10, 40, 0), "about 30s left");
    }
}
