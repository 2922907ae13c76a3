//! The person at the terminal: a progress bar on standard error while something takes long, and Ctrl-C.
//!
//! The bar appears after a second, only where standard error is a terminal, and tells what is done, how fast, and when it
//! may end. Ctrl-C stops the run that is on, which then ends cleanly; a second one ends the program at once, and so does the
//! first while nothing runs yet: the program may then be waiting for input that never comes, with nothing to clean up.

use std::io::{IsTerminal, stderr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::report;
use crate::compare::watch::Watch;
use crate::engine::Run;

/// See the [module](self).
pub struct Terminal {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    interrupted: AtomicBool,
    stage: Mutex<Option<Stage>>,
}

struct Stage {
    name: String,
    run: Arc<Run>,
    start: Instant,
    bar: Option<ProgressBar>,
}

/// What is said when there is no more to say.
const INTERRUPTED: &str = "interrupted";
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
                    if let Some(stage) = &mut *drawer.stage() {
                        stage.draw();
                    }
                }
            });
        }
        Terminal { shared }
    }

    /// Whether Ctrl-C has been pressed.
    pub fn interrupted(&self) -> bool {
        self.shared.interrupted.load(Ordering::Relaxed)
    }

    /// Takes the bar away, so that what is printed next stands alone.
    pub fn clear(&self) {
        if let Some(bar) = self.shared.stage().as_mut().and_then(|stage| stage.bar.take()) {
            bar.finish_and_clear();
        }
    }

    /// What a run that was interrupted had found, in one line.
    pub fn known_so_far(&self) -> String {
        let stage = self.shared.stage();
        let Some(stage) = &*stage else { return INTERRUPTED.to_owned() };
        let (done, pieces, found) = stage.run.progress();
        if pieces == 0 {
            return format!("{INTERRUPTED} in {}, before the first piece of the work", stage.name);
        }
        format!(
            "{INTERRUPTED} in {}: {} of {} pieces done, {} grids in them",
            stage.name,
            HumanCount(done),
            HumanCount(pieces),
            HumanCount(found)
        )
    }
}

impl Watch for Terminal {
    fn run(&self, stage: &str) -> Arc<Run> {
        self.clear();
        let run = Arc::new(Run::new());
        let next = Stage { name: stage.to_owned(), run: Arc::clone(&run), start: Instant::now(), bar: None };
        *self.shared.stage() = Some(next);
        // Looked at after the stage is set: whichever of this and the handler comes second stops the run.
        if self.interrupted() {
            run.stop();
        }
        run
    }
}

impl Shared {
    fn stage(&self) -> MutexGuard<'_, Option<Stage>> {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Stage {
    fn draw(&mut self) {
        let (done, pieces, found) = self.run.progress();
        if self.start.elapsed() < PATIENCE || pieces == 0 || done >= pieces {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::with_draw_target(Some(pieces), ProgressDrawTarget::stderr());
            let template = "{prefix} [{bar:24}] {percent}%  {msg}  about {eta} left";
            // The template is fixed and right; the default style is a fair second best.
            let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
            bar.set_style(style.progress_chars("=> "));
            bar.set_prefix(self.name.clone());
            bar
        });
        let rate = found as f64 / self.start.elapsed().as_secs_f64();
        bar.set_message(format!("{} grids, {} a second", HumanCount(found), HumanCount(rate as u64)));
        bar.set_position(done);
    }
}
