//! The user at the terminal: a progress bar on standard error during long work, and Ctrl-C.
//!
//! The bar appears after a second, only if standard error is a terminal. It shows the finished part, the speed and an estimate of
//! the remaining time. If standard error is redirected, some commands report the same in lines ([`Terminal::report_in_lines`]).
//!
//! Ctrl-C, or another [signal](super::signals) to end, stops the current run, which then ends cleanly. A second one ends the
//! program at once. So does the first one while nothing runs, because the program may be waiting for input that never comes. In
//! both cases no unfinished file and no started program is left behind.

use std::io::{self, IsTerminal, stderr};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::failure::Failure;
use super::signals::{self, EndSignal};
use super::{Output, report};
use crate::engine::Run;
use crate::engine::clock::Moment;
use crate::engine::watch::Watch;
use crate::plural::form_of;
use crate::unfinished;
use gridcheck_core::locks::locked;

/// The progress display and the signal handler; see the [module](self).
pub struct Terminal {
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
    /// `true` in another program, which shows progress and stops the work itself.
    is_embedded: bool,
    /// The reason why a command in another program had to end.
    forced_end: Mutex<Option<Failure>>,
}

struct Stage {
    name: String,
    /// The noun for what is found.
    noun: &'static str,
    run: Arc<Run>,
    start: Instant,
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
/// A count with more time left gets advice.
const MUCH_LEFT: Duration = Duration::from_secs(600);
/// Longest time between two lines of progress.
const LONGEST_SILENCE: Duration = Duration::from_secs(60);
/// Delay of the progress bar.
const PATIENCE: Duration = Duration::from_secs(1);
const REFRESH: Duration = Duration::from_millis(200);
/// Number of steps of the bar.
const BAR: u64 = 10_000;
/// Part of the work after which the remaining time is estimated.
const LEAST_TELLING_PART: f64 = 0.01;
/// Time after which the remaining time is always estimated, for work with fine units.
const LEAST_TELLING_TIME: Duration = Duration::from_secs(2);

impl Terminal {
    /// Starts to listen for signals, and to draw if standard error is a terminal.
    pub fn new() -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let listener = Arc::clone(&shared);
        signals::listen(move |ending| {
            if listener.signal.swap(ending as u8, Ordering::Relaxed) != 0 {
                leave(ending);
            }
            if listener.ends_at_once.load(Ordering::Relaxed) {
                report(&listener.known_so_far(ending.word()));
                leave(ending);
            }
            if let Some(stage) = &*listener.stage() {
                stage.run.stop();
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

    /// Returns the terminal of a command in another program: it hears no signal and draws nothing.
    pub fn embedded() -> Self {
        Terminal { shared: Arc::new(Shared { is_embedded: true, ..Shared::default() }) }
    }

    /// Returns the control that another program has.
    pub fn control(&self) -> Control {
        Control(Arc::downgrade(&self.shared))
    }

    /// Reports the progress of every stage in lines from now on, if standard error is no terminal: after some seconds, and then every minute.
    pub fn report_in_lines(&self) {
        if !self.shared.is_embedded && !stderr().is_terminal() {
            refresh(&self.shared, Stage::line, |line| report(&line));
        }
    }

    /// Starts a run that prints while it works: there is no bar if standard output is a terminal too.
    pub fn printing_run(&self, stage: &str, output: &Output) -> Arc<Run> {
        self.start(stage, !output.terminal())
    }

    /// Announces that the next stage may take long, with the reason. The user is warned if it does.
    pub fn may_take_long(&self, why: &str) {
        if self.shared.is_embedded {
            return report(&format!("note: this may take very long ({why})"));
        }
        *locked(&self.shared.pending_warning) = Some(format!("this may take very long ({why})"));
    }

    fn start(&self, stage: &str, bar_wanted: bool) -> Arc<Run> {
        self.clear();
        let run = Arc::new(Run::new());
        let (name, start) = (stage.to_owned(), Instant::now());
        let noun = locked(&self.shared.noun).unwrap_or("grid");
        *self.shared.stage() =
            Some(Stage { name, noun, run: Arc::clone(&run), start, bar_wanted, bar: None, next_line: LONG });
        // Checked after the stage is set: the later of this check and the handler stops the run.
        if self.ending().is_some() {
            run.stop();
        }
        if let Some(why) = locked(&self.shared.pending_warning).take() {
            self.note_after(LONG, &run, move |stage| match stage.outlook() {
                None => Some(why.clone()),
                Some((_, outlook)) => Some(format!("{why}: {outlook}")),
            });
        }
        if let Some(how) = locked(&self.shared.pending_hint).take().filter(|_| !self.shared.is_embedded) {
            self.note_after(FIRST_BLOCKS, &run, move |stage| Some(format!("{}; {how}", stage.first_blocks()?)));
        }
        run
    }

    /// Reports a note about the stage after this time, if its run is not finished then. If the thread cannot be started, there is no note.
    fn note_after(&self, delay: Duration, run: &Arc<Run>, note: impl Fn(&Stage) -> Option<String> + Send + 'static) {
        let (shared, run) = (Arc::clone(&self.shared), Arc::clone(run));
        let _ = thread::Builder::new().spawn(move || {
            thread::sleep(delay);
            let stage = shared.stage();
            let Some(stage) = stage.as_ref().filter(|stage| Arc::ptr_eq(&stage.run, &run)) else { return };
            let Some(note) = note(stage).map(|note| format!("note: {note}")) else { return };
            match &stage.bar {
                Some(bar) => bar.suspend(|| report(&note)),
                None => report(&note),
            }
        });
    }

    /// Returns the signal that has asked the program to end, if any.
    pub fn ending(&self) -> Option<EndSignal> {
        EndSignal::of_signal(self.shared.signal.load(Ordering::Relaxed))
    }

    pub fn finds(&self, noun: &'static str) {
        *locked(&self.shared.noun) = Some(noun);
    }

    /// Lets the first signal end the program at once. This is for commands that read endless input or work for long, and have
    /// nothing to clean up.
    pub fn end_at_once(&self) {
        self.shared.ends_at_once.store(true, Ordering::Relaxed);
    }

    /// Returns a function that returns `true` while the command runs.
    pub fn life(&self) -> impl Fn() -> bool + Send + 'static {
        let shared = Arc::downgrade(&self.shared);
        move || shared.strong_count() > 0
    }

    /// Returns the reason why a command in another program had to end, if it had to.
    pub fn forced_end(&self) -> Option<Failure> {
        locked(&self.shared.forced_end).clone()
    }

    /// Returns a function that reports in one line why the program must end, with the results so far, and ends it with an exit code. In
    /// another program only the command ends.
    pub fn ender(&self) -> impl Fn(&str, u8) + Send + 'static {
        let shared = Arc::downgrade(&self.shared);
        move |why, exit_code| {
            let Some(shared) = shared.upgrade() else { return };
            if shared.is_embedded {
                let message = shared.known_so_far(why);
                locked(&shared.forced_end).get_or_insert(Failure { message, exit_code });
                return shared.stop();
            }
            unfinished::discard_within(LAST_WAIT);
            shared.clear();
            report(&shared.known_so_far(why));
            std::process::exit(exit_code.into())
        }
    }

    /// Adds to the first news of the next stage, if it takes long: after some seconds the first blocks tell how long, and `how` says what
    /// to do.
    pub fn hint_if_long(&self, how: String) {
        *locked(&self.shared.pending_hint) = Some(how);
    }

    /// Returns a watch that stops every run at `end`, if it is given.
    pub fn until(&self, end: Option<Moment>) -> Limited<'_> {
        Limited { terminal: self, end }
    }

    /// Removes the bar, so that the next output stands alone.
    pub fn clear(&self) {
        self.shared.clear();
    }

    /// Returns in one line the results of a run that was stopped, as `word` says.
    pub fn known_so_far(&self, word: &str) -> String {
        self.shared.known_so_far(word)
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

/// Stops a command in another program, and tells its progress.
pub struct Control(Weak<Shared>);

impl Control {
    /// Stops the command, unless it has ended. What it does next ends at once.
    pub fn stop(&self) {
        if let Some(shared) = self.0.upgrade() {
            shared.stop();
        }
    }

    /// Returns the finished part, the whole, and the text beside the bar; `None` while the work has no measure.
    pub fn progress(&self) -> Option<(u64, u64, String)> {
        let shared = self.0.upgrade()?;
        let stage = shared.stage();
        let stage = stage.as_ref()?;
        let (fraction, outlook) = stage.outlook()?;
        Some((position(fraction), BAR, format!("{}: {}  {outlook}", stage.name, percent(fraction))))
    }
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
        if !self.shared.is_embedded {
            *locked(&self.shared.pending_warning) = Some("the witness is at work".to_owned());
        }
    }
}

/// A watch with a time limit; see [`Terminal::until`].
pub struct Limited<'a> {
    terminal: &'a Terminal,
    end: Option<Moment>,
}

impl Watch for Limited<'_> {
    fn run(&self, stage: &str) -> Arc<Run> {
        let run = self.terminal.run(stage);
        if let Some(end) = self.end {
            run.stop_at(end);
        }
        run
    }

    fn learned(&self, fact: String) {
        self.terminal.learned(fact);
    }

    fn begins(&self, work: &str) {
        self.terminal.begins(work);
    }
}

impl Shared {
    fn clear(&self) {
        let bar = self.stage().as_mut().and_then(|stage| stage.bar.take());
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
    }

    /// Stops the run, and each further one.
    fn stop(&self) {
        self.signal.store(EndSignal::Interrupt as u8, Ordering::Relaxed);
        if let Some(stage) = &*self.stage() {
            stage.run.stop();
        }
    }

    fn known_so_far(&self, word: &str) -> String {
        let stage = self.stage();
        let Some(stage) = &*stage else { return word.to_owned() };
        let (done, tasks, found) = stage.run.progress();
        // Some work does not search anything.
        let found = if found == 0 { String::new() } else { format!(", {} found", stage.found(found)) };
        let done = match stage.run.fraction() {
            None => ", before the first part of the work".to_owned(),
            Some(fraction) if tasks == 0 => format!(": {} done{found}", percent(fraction)),
            Some(_) => {
                let parts = form_of("part", tasks);
                format!(": {} of {} {parts} done{found}", HumanCount(done), HumanCount(tasks))
            }
        };
        let stopped = format!("{word} in {}{done}", stage.name);
        let facts = locked(&self.facts);
        std::iter::once(&stopped).chain(&*facts).map(String::as_str).collect::<Vec<_>>().join("; ")
    }

    fn stage(&self) -> MutexGuard<'_, Option<Stage>> {
        locked(&self.stage)
    }
}

impl Stage {
    /// Returns what the first blocks say about a stage that takes long: the expected time that is left.
    fn first_blocks(&self) -> Option<String> {
        let (done, tasks, _) = self.run.progress();
        if tasks == 0 || self.run.fraction().is_some_and(|fraction| fraction >= 1.0) {
            return None;
        }
        let elapsed = self.start.elapsed();
        let blocks = format!(
            "{} of {} {} in {}",
            HumanCount(done),
            HumanCount(tasks),
            form_of("block", tasks),
            HumanDuration(elapsed)
        );
        if done == 0 {
            return Some(blocks);
        }
        let left = elapsed.mul_f64((tasks - done) as f64 / done as f64);
        (left > MUCH_LEFT).then(|| format!("{blocks}, so about {} left", HumanDuration(left)))
    }

    /// Returns the finished part and the estimate for the rest; `None` while the work has no measure.
    fn outlook(&self) -> Option<(f64, String)> {
        let (fraction, elapsed) = (self.run.fraction()?, self.start.elapsed());
        let (done, _, found) = self.run.progress();
        let is_telling = if self.run.is_fine() {
            elapsed >= LEAST_TELLING_TIME || fraction >= LEAST_TELLING_PART
        } else {
            done > 1 && fraction >= LEAST_TELLING_PART
        };
        Some((fraction, outlook(fraction, is_telling, (found, &self.found(found)), elapsed)))
    }

    /// Returns the number of things found, with their noun.
    fn found(&self, number: u128) -> String {
        format!("{} {}", in_threes(number), form_of(self.noun, number))
    }

    /// Returns a line of progress, if it is time for the next one. The intervals double up to a minute.
    fn line(&mut self) -> Option<String> {
        let elapsed = self.start.elapsed();
        let (fraction, outlook) =
            self.outlook().filter(|&(fraction, _)| fraction < 1.0 && elapsed >= self.next_line)?;
        self.next_line = elapsed + elapsed.min(LONGEST_SILENCE);
        Some(format!("note: {}: {}, {outlook}", self.name, percent(fraction)))
    }

    /// Returns the bar, its position and its message; `None` while there is nothing to show.
    fn drawing(&mut self) -> Option<(ProgressBar, u64, String)> {
        let (fraction, outlook) = self.outlook()?;
        if !self.bar_wanted || self.start.elapsed() < PATIENCE || fraction >= 1.0 {
            return None;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let template = "{prefix} [{bar:24}] {msg}";
            // The template is constant and valid; otherwise the default style is used.
            let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
            ProgressBar::with_draw_target(Some(BAR), ProgressDrawTarget::stderr())
                .with_style(style.progress_chars("=> "))
                .with_prefix(self.name.clone())
        });
        let message = format!("{}  {outlook}", percent(fraction));
        Some((bar.clone(), position(fraction), message))
    }
}

fn position(fraction: f64) -> u64 {
    (fraction * BAR as f64) as u64
}

/// Formats a percentage with as many digits as are useful.
fn percent(fraction: f64) -> String {
    let percent = 100.0 * fraction;
    if percent == 0.0 || percent >= 1.0 { format!("{}%", percent.floor()) } else { format!("{percent:.2}%") }
}

/// Formats a number with its digits in groups of three.
fn in_threes(number: u128) -> String {
    let digits = number.to_string();
    let (head, tail) = digits.split_at((digits.len() + 2) % 3 + 1);
    let threes = tail.as_bytes().chunks(3).map(|three| three.iter().copied().map(char::from).collect::<String>());
    std::iter::once(head.to_owned()).chain(threes).collect::<Vec<_>>().join(",")
}

/// Returns what is found, the speed and the remaining time, once enough work is finished to estimate.
fn outlook(fraction: f64, is_telling: bool, (found, named): (u128, &str), elapsed: Duration) -> String {
    let is_known = is_telling && fraction > 0.0;
    if !is_known && found == 0 {
        "no estimate yet".to_owned()
    } else if !is_known {
        format!("{named}, no estimate yet")
    } else {
        let seconds = elapsed.as_secs_f64();
        let rate = in_threes((found as f64 / seconds) as u128);
        let left = seconds * (1.0 - fraction) / fraction;
        // Longer times need no distinction, and `Duration` must not overflow.
        let left = HumanDuration(Duration::from_secs_f64(left.min(1e10)));
        // Some work does not search grids.
        if found == 0 {
            format!("about {left:#} left")
        } else {
            format!("{named}, {rate} a second, about {left:#} left")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ago(seconds: u64) -> Instant {
        Instant::now().checked_sub(Duration::from_secs(seconds)).expect("the clock has run that long")
    }

    fn stage(run: Run, start: Instant) -> Stage {
        let (name, run) = ("work".to_owned(), Arc::new(run));
        Stage { name, noun: "grid", run, start, bar_wanted: true, bar: None, next_line: LONG }
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
        stage.start = ago(6);
        let line = stage.line().expect("five seconds have passed");
        assert!(line.starts_with("note: work: 50%, about ") && line.ends_with(" left"), "{line}");
        stage.start = ago(11);
        assert_eq!(stage.line(), None);
        for (seconds, next) in [(13, 26), (100, 160)] {
            stage.start = ago(seconds);
            assert!(stage.line().is_some() && stage.next_line.as_secs() == next, "{seconds}");
        }
        stage.run.worked(50);
        stage.start = ago(1000);
        assert_eq!(stage.line(), None, "the work is done");
    }

    #[test]
    fn more_grids_than_64_bits_hold_are_counted_exactly() {
        let stage = stage(Run::new(), Instant::now());
        let told = [0, 1, 12, 999, 1000, 1_234_567, 98_765_432_109_876_543_210_987].map(|found| stage.found(found));
        assert_eq!(
            told,
            [
                "0 grids",
                "1 grid",
                "12 grids",
                "999 grids",
                "1,000 grids",
                "1,234,567 grids",
                "98,765,432,109,876,543,210,987 grids"
            ]
        );
    }
}
