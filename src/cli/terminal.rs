//! The user at the terminal: a progress bar on standard error during long work, and Ctrl-C.
//!
//! The bar appears after a second, only if standard error is a terminal. It shows the finished part, the speed and an estimate of
//! the remaining time. If standard error is redirected, some commands report the same in lines ([`Terminal::report_in_lines`]).
//!
//! Ctrl-C, or another [signal](super::signals) to end, stops the current run, which then ends cleanly. A second one ends the
//! program at once. So does the first one while nothing runs, because the program may be waiting for input that never comes. In
//! both cases no unfinished file and no started program is left behind.

use std::io::{self, IsTerminal, Read, Write, stderr, stdout};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::output::SharedOutput;
use super::signals::{self, EndSignal};
use super::{report, run_number};
use crate::ask::failure::Failure;
use crate::ask::host::{Advice, Host};
use crate::ask::memory;
use crate::ask::progress::{self, BAR, known_so_far, percent, position};
use crate::engine::Run;
use crate::engine::watch::Watch;
use crate::sums::RunNumber;
use crate::unfinished;
use gridcheck_core::locks::locked;

/// The progress display and the signal handler; see the [module](self).
pub(super) struct Terminal {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    /// The first signal to end; 0 before any signal.
    signal: AtomicU8,
    /// Set by [`Terminal::end_at_once`].
    ends_at_once: AtomicBool,
    stage: Mutex<Option<Stage>>,
    /// Results of earlier stages.
    facts: Mutex<Vec<String>>,
    /// The reason why the next stage may take long.
    pending_warning: Mutex<Option<String>>,
    /// The advice for the next stage if the first blocks show that it takes long.
    pending_hint: Mutex<Option<String>>,
    /// The noun for what the stages find, if it is not a grid.
    noun: Mutex<Option<&'static str>>,
    /// Standard output, for what is written while the work goes on.
    stream: SharedOutput,
}

struct Stage {
    work: progress::Stage,
    /// `true` if a bar may be drawn. It is `false` where the bar would appear between printed grids.
    bar_wanted: bool,
    bar: Option<ProgressBar>,
    /// The time of the next line of progress, if standard error is redirected.
    next_line: Duration,
}

/// Delay of the warning that a stage takes long. Much of the work is finished by then, and the rest can be estimated.
const LONG: Duration = Duration::from_secs(5);
/// Time after which the first blocks of a count tell how long it takes.
const FIRST_BLOCKS: Duration = Duration::from_secs(10);
/// Longest time between two lines of progress.
const MAX_SILENCE: Duration = Duration::from_secs(60);
/// Delay of the progress bar.
const PATIENCE: Duration = Duration::from_secs(1);
const REFRESH: Duration = Duration::from_millis(200);
impl Terminal {
    /// Starts to listen for signals, and to draw if standard error is a terminal.
    pub(super) fn new() -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let listener = Arc::clone(&shared);
        signals::listen(move |ending| {
            if listener.signal.swap(ending as u8, Ordering::Relaxed) != 0 {
                leave(ending);
            }
            if listener.ends_at_once.load(Ordering::Relaxed) {
                listener.clear();
                report(&listener.known_so_far(ending.word()));
                leave(ending);
            }
            if let Some(stage) = &*listener.stage() {
                stage.work.run.stop();
            } else {
                report(ending.word());
                leave(ending);
            }
        })?;
        if stderr().is_terminal() {
            refresh(&shared, Stage::drawing, |(bar, done, message)| {
                bar.set_message(message);
                bar.set_position(done);
            });
        }
        Ok(Terminal { shared })
    }

    /// Reports the progress of every stage in lines from now on, if standard error is not a terminal: after some seconds, and then every minute.
    pub(super) fn report_in_lines(&self) {
        if !stderr().is_terminal() {
            refresh(&self.shared, Stage::line, |line| report(&line));
        }
    }

    fn start(&self, stage: &str, bar_wanted: bool) -> Arc<Run> {
        self.clear();
        let work = progress::Stage::begin(stage, locked(&self.shared.noun).unwrap_or("grid"));
        let run = Arc::clone(&work.run);
        *self.shared.stage() = Some(Stage { work, bar_wanted, bar: None, next_line: LONG });
        // Checked after the stage is set: the later of this check and the handler stops the run.
        if self.ending().is_some() {
            run.stop();
        }
        if let Some(why) = locked(&self.shared.pending_warning).take() {
            self.note_after(LONG, &run, move |stage| match stage.work.outlook() {
                None => Some(why.clone()),
                Some((_, outlook)) => Some(format!("{why}: {outlook}")),
            });
        }
        if let Some(how) = locked(&self.shared.pending_hint).take() {
            self.note_after(FIRST_BLOCKS, &run, move |stage| Some(format!("{}; {how}", stage.work.first_blocks()?)));
        }
        run
    }

    /// Reports a note about the stage after this time, if its run is not finished then. If the thread cannot be started, there is no note.
    fn note_after(&self, delay: Duration, run: &Arc<Run>, note: impl Fn(&Stage) -> Option<String> + Send + 'static) {
        let (shared, run) = (Arc::clone(&self.shared), Arc::clone(run));
        let _ = thread::Builder::new().spawn(move || {
            thread::sleep(delay);
            let stage = shared.stage();
            let Some(stage) = stage.as_ref().filter(|stage| Arc::ptr_eq(&stage.work.run, &run)) else { return };
            let Some(note) = note(stage).map(|note| format!("note: {note}")) else { return };
            match &stage.bar {
                Some(bar) => bar.suspend(|| report(&note)),
                None => report(&note),
            }
        });
    }

    /// Returns the signal that has asked the program to end, if any.
    pub(super) fn ending(&self) -> Option<EndSignal> {
        EndSignal::of_signal(self.shared.signal.load(Ordering::Relaxed))
    }

    /// Lets the first signal end the program at once. This is for commands that read endless input or work for long, and have
    /// nothing to clean up.
    pub(super) fn end_at_once(&self) {
        self.shared.ends_at_once.store(true, Ordering::Relaxed);
    }

    /// Returns a function that returns `true` while the command runs.
    pub(super) fn life(&self) -> impl Fn() -> bool + Send + 'static {
        let shared = Arc::downgrade(&self.shared);
        move || shared.strong_count() > 0
    }

    /// Returns a function that reports in one line why the program must end, with the results so far, and ends it with an exit code.
    pub(super) fn exit_handle(&self) -> impl Fn(&str, u8) + Send + 'static {
        let shared = Arc::downgrade(&self.shared);
        move |why, exit_code| {
            let Some(shared) = shared.upgrade() else { return };
            unfinished::discard_within(LAST_WAIT);
            shared.clear();
            report(&shared.known_so_far(why));
            std::process::exit(exit_code.into())
        }
    }

    /// Returns `true` if the reader of [standard output](Host::standard_output) has gone.
    pub(super) fn stream_is_closed(&self) -> bool {
        self.shared.stream.is_closed()
    }

    /// Removes the bar, so that the next output stands alone.
    pub(super) fn clear(&self) {
        self.shared.clear();
    }
}

/// Shows the news of the stage at short intervals. If the thread cannot be started, nothing is shown.
fn refresh<T: 'static>(shared: &Arc<Shared>, news: fn(&mut Stage) -> Option<T>, show: impl Fn(T) + Send + 'static) {
    let shared = Arc::clone(shared);
    let _ = thread::Builder::new().spawn(move || {
        loop {
            thread::sleep(REFRESH);
            // Shown without the lock: a blocked terminal must not delay Ctrl-C.
            let news = shared.stage().as_mut().and_then(news);
            news.into_iter().for_each(&show);
        }
    });
}

/// Time to wait for a thread that adds a file to the list of unfinished ones; it needs much less.
const LAST_WAIT: Duration = Duration::from_secs(1);

fn leave(ending: EndSignal) -> ! {
    unfinished::discard();
    std::process::exit(ending.exit_code().into())
}

impl Watch for Terminal {
    fn run(&self, stage: &str) -> Arc<Run> {
        self.start(stage, true)
    }

    fn learned(&self, fact: String) {
        locked(&self.shared.facts).push(fact);
    }

    fn begins(&self, work: &str) {
        self.clear();
        report(&format!("note: {work}; that can take minutes, an estimate follows"));
        *locked(&self.shared.pending_warning) = Some("the witness is at work".to_owned());
    }
}

impl Host for Terminal {
    fn note(&self, note: String) {
        self.clear();
        report(&format!("note: {note}"));
    }

    fn inform(&self, sentence: String) {
        self.clear();
        report(&sentence);
    }

    fn finds(&self, noun: &'static str) {
        *locked(&self.shared.noun) = Some(noun);
    }

    fn run_with_items(&self, stage: &str) -> Arc<Run> {
        // The bar would appear between the items.
        self.start(stage, !stdout().is_terminal())
    }

    fn may_take_long(&self, why: &str) {
        *locked(&self.shared.pending_warning) = Some(format!("this may take very long ({why})"));
    }

    fn advise_if_long(&self, advice: Advice) {
        let how = match advice {
            Advice::DivideFurther => "more pieces are shorter ones",
            Advice::Divide => "--pieces N --piece K --sums K.sums counts one of N pieces, on any machine",
        };
        *locked(&self.shared.pending_hint) = Some(how.to_owned());
    }

    fn run_number(&self) -> Result<RunNumber, Failure> {
        run_number::drawn()
    }

    fn known_so_far(&self, why: &str) -> String {
        self.shared.known_so_far(why)
    }

    fn work_is_long(&self) {
        self.report_in_lines();
    }

    fn standard_input(&self) -> Result<Box<dyn Read + Send>, Failure> {
        Ok(Box::new(io::stdin()))
    }

    fn standard_output(&self) -> Result<Box<dyn Write + Send>, Failure> {
        Ok(Box::new(self.shared.stream.clone()))
    }

    fn peak_memory(&self) -> u64 {
        memory::peak()
    }
}

impl Shared {
    fn clear(&self) {
        let bar = self.stage().as_mut().and_then(|stage| stage.bar.take());
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
    }

    fn known_so_far(&self, word: &str) -> String {
        let stage = self.stage();
        known_so_far(word, stage.as_ref().map(|stage| &stage.work), &locked(&self.facts))
    }

    fn stage(&self) -> MutexGuard<'_, Option<Stage>> {
        locked(&self.stage)
    }
}

impl Stage {
    /// Returns a line of progress, if it is time for the next one. The intervals double up to a minute.
    fn line(&mut self) -> Option<String> {
        let elapsed = self.work.start.elapsed();
        let (fraction, outlook) =
            self.work.outlook().filter(|&(fraction, _)| fraction < 1.0 && elapsed >= self.next_line)?;
        self.next_line = elapsed + elapsed.min(MAX_SILENCE);
        Some(format!("note: {}: {}, {outlook}", self.work.name, percent(fraction)))
    }

    /// Returns the bar, its position and its message; `None` while there is nothing to show.
    fn drawing(&mut self) -> Option<(ProgressBar, u64, String)> {
        let (fraction, outlook) = self.work.outlook()?;
        if !self.bar_wanted || self.work.start.elapsed() < PATIENCE || fraction >= 1.0 {
            return None;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let template = "{prefix} [{bar:24}] {msg}";
            // The template is constant and valid; otherwise the default style is used.
            let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
            ProgressBar::with_draw_target(Some(BAR), ProgressDrawTarget::stderr())
                .with_style(style.progress_chars("=> "))
                .with_prefix(self.work.name.clone())
        });
        let message = format!("{}  {outlook}", percent(fraction));
        Some((bar.clone(), position(fraction), message))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    fn ago(seconds: u64) -> Instant {
        Instant::now().checked_sub(Duration::from_secs(seconds)).expect("the clock has run that long")
    }

    fn stage(run: Run, start: Instant) -> Stage {
        let work = progress::Stage { name: "work".to_owned(), noun: "grid", run: Arc::new(run), start };
        Stage { work, bar_wanted: true, bar: None, next_line: LONG }
    }

    #[test]
    fn estimates_remaining_time_only_after_enough_work() {
        let after_ten_seconds = |run: Run| {
            let mut stage = stage(run, ago(10));
            let (_, position, message) = stage.drawing().expect("something is known");
            (position, message.split(" left").next().map(str::to_owned).unwrap_or_default())
        };
        let by_tasks = |done, tasks, found| {
            let run = Run::new();
            run.set_tasks(tasks);
            run.tasks_done(done, found);
            after_ten_seconds(run)
        };
        assert_eq!(by_tasks(0, 1000, 0), (0, "0%  no estimate yet".to_owned()));
        assert_eq!(by_tasks(1, 3, 7000), (3333, "33%  7,000 grids, no estimate yet".to_owned()));
        assert_eq!(by_tasks(9, 1000, 50), (90, "0.90%  50 grids, no estimate yet".to_owned()));
        assert_eq!(by_tasks(10, 40, 52), (2500, "25%  52 grids, 5 a second, about 30s".to_owned()));
        assert_eq!(by_tasks(10, 40, 0), (2500, "25%  about 30s".to_owned()));
        let by_work = |done| {
            let run = Run::new();
            run.set_tasks(7);
            run.set_work(1_000_000);
            run.worked(done);
            after_ten_seconds(run)
        };
        // On a busy machine it takes a little more than ten seconds.
        let (position, message) = by_work(100);
        assert!(
            position == 1 && message.starts_with("0.01%  about 2") && message.ends_with('h'),
            "even this soon: {message}"
        );
        assert_eq!(by_work(500_000), (5000, "50%  about 10s".to_owned()));
    }

    #[test]
    fn lines_of_progress_become_rarer() {
        let run = Run::new();
        run.set_work(100);
        run.worked(50);
        let mut stage = stage(run, ago(4));
        assert_eq!(stage.line(), None);
        stage.work.start = ago(6);
        let line = stage.line().expect("five seconds have passed");
        assert!(line.starts_with("note: work: 50%, about ") && line.ends_with(" left"), "{line}");
        stage.work.start = ago(11);
        assert_eq!(stage.line(), None);
        for (seconds, next) in [(13, 26), (100, 160)] {
            stage.work.start = ago(seconds);
            assert!(stage.line().is_some() && stage.next_line.as_secs() == next, "{seconds}");
        }
        stage.work.run.worked(50);
        stage.work.start = ago(1000);
        assert_eq!(stage.line(), None, "the work is done");
    }
}
