//! Answers a request beside its caller, in a program that has other work: Python waits for it, and looks after signals meanwhile.
//!
//! A job takes no signal, writes nothing to the standard streams and never ends the process. No other job uses its threads, so that a
//! job whose reader pauses delays no other one.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::time::Duration;

use rayon::{ThreadPoolBuildError, ThreadPoolBuilder};

use gridcheck_core::locks::locked;
use gridcheck_engine::Run;
use gridcheck_engine::watch::Watch;

use super::failure::Failure;
use super::host::Host;
use super::memory::{self, MemoryWatch};
use super::progress::{Stage, known_so_far};
use super::request::Resources;
use super::workers::Workers;

/// A request that is being answered.
pub struct Job<T> {
    background: Arc<Background>,
    outcome: Mutex<Receiver<Result<T, Failure>>>,
}

/// The reason why a job has no answer, as its caller reports it.
#[derive(Debug)]
pub struct JobFailure {
    /// The failure.
    pub failure: Failure,
    /// The known results of a job that was stopped.
    pub stopped: Option<String>,
}

impl JobFailure {
    /// Returns the text, in which `name` writes the names of options.
    pub fn written(&self, name: impl Fn(&str) -> String) -> String {
        self.stopped.clone().unwrap_or_else(|| self.failure.written(name))
    }

    /// Returns the exit code of a program for this failure.
    pub fn exit_code(&self) -> u8 {
        self.failure.exit_code()
    }
}

impl<T: Send + 'static> Job<T> {
    /// Starts a job. If its threads cannot be started, that is its outcome.
    pub fn start(resources: Resources, work: impl FnOnce(&dyn Host) -> Result<T, Failure> + Send + 'static) -> Self {
        let background = Arc::new(Background::default());
        let (sender, outcome) = channel();
        // Without a receiver, the caller has given up.
        let finish = move |answer| drop(sender.send(answer));
        match Workers::take(resources.threads) {
            Err(failure) => finish(Err(failure)),
            Ok(workers) => {
                let (host, used) = (Arc::clone(&background), Arc::clone(&workers));
                workers.pool.spawn(move || {
                    let answer = catch_unwind(AssertUnwindSafe(|| {
                        host.watch_memory(&used.memory, resources.memory);
                        work(&*host)
                    }));
                    // After a panic the sender is dropped, which tells the caller. These threads are not used again.
                    if let Ok(answer) = answer {
                        used.put_back();
                        finish(answer);
                    }
                });
            }
        }
        Job { background, outcome: Mutex::new(outcome) }
    }

    /// Waits at most this long for the outcome. Returns `None` if there is none yet.
    pub fn wait(&self, most: Duration) -> Option<Result<T, JobFailure>> {
        let outcome = match locked(&self.outcome).recv_timeout(most) {
            Ok(outcome) => outcome,
            Err(RecvTimeoutError::Timeout) => return None,
            Err(RecvTimeoutError::Disconnected) => {
                Err(Failure::unusable("an internal error ended the command: please report it"))
            }
        };
        Some(outcome.map_err(|failure| self.background.explained(failure)))
    }

    /// Stops the job. It then ends soon, with a failure that states what is known so far.
    pub fn stop(&self) {
        self.background.stop();
    }

    /// Stops the job, as [`stop`](Self::stop) does. The text of the failure begins with `why`.
    pub fn stop_because(&self, why: String) {
        locked(&self.background.why_stopped).get_or_insert(why);
        self.background.stop();
    }

    /// Returns the finished part, the whole, and a text about both; `None` while the work has no measure.
    pub fn progress(&self) -> Option<(u64, u64, String)> {
        self.background.stage().as_ref()?.progress()
    }

    /// Returns the lines since the last call: notes, which begin with `note: `, and results beside the reports.
    pub fn notes(&self) -> Vec<String> {
        std::mem::take(&mut locked(&self.background.notes))
    }
}

/// Starts this many threads, or one per processor.
///
/// # Errors
/// The system starts no more threads.
pub fn threads<T>(
    count: Option<u16>,
    start: impl FnOnce(ThreadPoolBuilder) -> Result<T, ThreadPoolBuildError>,
) -> Result<T, Failure> {
    start(ThreadPoolBuilder::new().num_threads(count.unwrap_or(0).into())).map_err(|error| {
        // The library's own message is the same for all its errors, so the source is reported.
        let why = std::error::Error::source(&error).map_or_else(|| error.to_string(), ToString::to_string);
        crate::usage!("threads cannot be started: " (why) "; " [jobs] " asks for fewer")
    })
}

/// The host of a job.
#[derive(Default)]
struct Background {
    is_stopped: AtomicBool,
    stage: Mutex<Option<Stage>>,
    /// Results of earlier stages.
    facts: Mutex<Vec<String>>,
    notes: Mutex<Vec<String>>,
    /// The noun for what the stages find, if it is not a grid.
    noun: Mutex<Option<&'static str>>,
    /// The reason why the job had to end, if the memory did not suffice.
    no_memory: Mutex<Option<String>>,
    /// The reason for a stop, if the caller named one.
    why_stopped: Mutex<Option<String>>,
}

impl Background {
    fn stage(&self) -> MutexGuard<'_, Option<Stage>> {
        locked(&self.stage)
    }

    fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
        if let Some(stage) = &*self.stage() {
            stage.run.stop();
        }
    }

    fn known_so_far(&self, word: &str) -> String {
        known_so_far(word, self.stage().as_ref(), &locked(&self.facts))
    }

    /// Ends the job at the limit of memory.
    fn watch_memory(self: &Arc<Self>, watch: &MemoryWatch, limit: Option<u64>) {
        let (ending, living): (Weak<Self>, Weak<Self>) = (Arc::downgrade(self), Arc::downgrade(self));
        let end = move |why: &str| {
            if let Some(background) = ending.upgrade() {
                let known = background.known_so_far(why);
                locked(&background.no_memory).get_or_insert(known);
                background.stop();
            }
        };
        watch.begin(limit, end, move || living.strong_count() > 0);
    }

    /// Adds to a stop why it came, and what was known.
    fn explained(&self, failure: Failure) -> JobFailure {
        match (failure, locked(&self.no_memory).take()) {
            (Failure::Stopped, Some(why)) => JobFailure { failure: Failure::NoMemory(why), stopped: None },
            (Failure::Stopped, None) => {
                let why = locked(&self.why_stopped).take();
                let stopped = self.known_so_far(why.as_deref().unwrap_or("interrupted"));
                JobFailure { failure: Failure::Stopped, stopped: Some(stopped) }
            }
            (failure, _) => JobFailure { failure, stopped: None },
        }
    }
}

impl Watch for Background {
    fn run(&self, stage: &str) -> Arc<Run> {
        let stage = Stage::begin(stage, locked(&self.noun).unwrap_or("grid"));
        let run = Arc::clone(&stage.run);
        *self.stage() = Some(stage);
        // Looked at after the stage is set: the later of this look and the stop ends the run.
        if self.is_stopped.load(Ordering::Relaxed) {
            run.stop();
        }
        run
    }

    fn learned(&self, fact: String) {
        locked(&self.facts).push(fact);
    }

    fn begins(&self, work: &str) {
        self.note(format!("{work}; that can take minutes, an estimate follows"));
    }
}

impl Host for Background {
    fn note(&self, note: String) {
        locked(&self.notes).push(format!("note: {note}"));
    }

    fn inform(&self, sentence: String) {
        locked(&self.notes).push(sentence);
    }

    fn known_so_far(&self, why: &str) -> String {
        Background::known_so_far(self, why)
    }

    fn finds(&self, noun: &'static str) {
        *locked(&self.noun) = Some(noun);
    }

    fn peak_memory(&self) -> u64 {
        memory::peak()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ask;
    use crate::count::Count;
    use crate::count::report::CountReport;

    const SOON: Duration = Duration::from_secs(60);

    fn start(request: &str) -> Job<CountReport> {
        let request: Count = serde_json::from_str(request).expect("a request");
        Job::start(Resources { threads: Some(1), memory: None }, move |host| request.ask(host))
    }

    #[test]
    fn answers_a_request() {
        let job = start(r#"{"size": 5}"#);
        let report = job.wait(SOON).expect("an outcome").expect("a count");
        let report = serde_json::to_value(&report).expect("JSON");
        assert_eq!((&report["count"], &report["size"]), (&"17".into(), &5.into()));
    }

    #[test]
    fn fails_with_the_names_of_the_caller() {
        let job = start(r#"{"size": 5, "missing_in": "sums"}"#);
        let failure = job.wait(SOON).expect("an outcome").err().expect("a failure");
        assert_eq!(failure.written(str::to_owned), "missing_in needs pieces");
        assert_eq!(failure.exit_code(), 2);
    }

    #[test]
    fn a_stop_ends_it_with_what_is_known() {
        let job = start(r#"{"size": 21}"#);
        assert!(job.wait(Duration::from_millis(300)).is_none());
        job.stop();
        let failure = job.wait(SOON).expect("an outcome").err().expect("a stop");
        assert!(failure.written(str::to_owned).starts_with("interrupted in "), "{failure:?}");
        assert_eq!(failure.exit_code(), 130);
    }

    #[test]
    fn a_stop_tells_the_results_of_earlier_stages() {
        let job = Job::start(Resources { threads: Some(1), memory: None }, |host| {
            host.learned("3 grids of symmetry rot180".to_owned());
            let run = host.run("counting the others");
            while run.check().is_ok() {
                std::thread::yield_now();
            }
            Err::<(), _>(Failure::Stopped)
        });
        job.stop();
        let failure = job.wait(SOON).expect("an outcome").expect_err("a stop");
        assert!(failure.written(str::to_owned).contains("3 grids of symmetry rot180"), "{failure:?}");
    }

    /// The work tells what it finds and notes. The caller sees that while the job goes on, each line once, and in the text of a stop.
    #[test]
    fn a_job_shows_what_its_work_tells() {
        let (told, all_is_told) = channel();
        let job = Job::start(Resources { threads: Some(1), memory: None }, move |host| {
            host.note("one slot is full".to_owned());
            host.inform("3 fills so far".to_owned());
            host.begins("counting");
            host.finds("fill");
            let run = host.run("filling");
            run.set_tasks(2);
            run.task_done(3);
            told.send(host.peak_memory()).expect("a listener");
            while run.check().is_ok() {
                std::thread::yield_now();
            }
            Err::<(), _>(Failure::Stopped)
        });
        assert!(all_is_told.recv().expect("the peak of the memory") > 1_000_000);
        let progress = "filling: 50%  3 fills, no estimate yet".to_owned();
        assert_eq!(job.progress(), Some((5_000, 10_000, progress)));
        let begins = "note: counting; that can take minutes, an estimate follows";
        assert_eq!(job.notes(), ["note: one slot is full", "3 fills so far", begins]);
        assert_eq!(job.notes(), [""; 0]);
        job.stop();
        let failure = job.wait(SOON).expect("an outcome").expect_err("a stop");
        assert_eq!(failure.written(str::to_owned), "interrupted in filling: 1 of 2 parts done, 3 fills found");
    }

    #[test]
    fn a_stop_can_have_a_reason() {
        let job = start(r#"{"size": 21}"#);
        assert!(job.wait(Duration::from_millis(300)).is_none());
        job.stop_because("the time of 0.3 s was over".to_owned());
        let failure = job.wait(SOON).expect("an outcome").err().expect("a stop");
        assert!(failure.written(str::to_owned).starts_with("the time of 0.3 s was over in "), "{failure:?}");
    }

    #[test]
    fn a_panic_is_an_error_and_later_jobs_have_answers() {
        let job = Job::start(Resources { threads: Some(3), memory: None }, |_| -> Result<(), Failure> {
            panic!("on purpose")
        });
        let failure = job.wait(SOON).expect("an outcome").expect_err("no answer");
        assert_eq!(
            (failure.written(str::to_owned), failure.exit_code()),
            ("an internal error ended the command: please report it".to_owned(), 2)
        );
        for _ in 0..3 {
            let job = Job::start(Resources { threads: Some(3), memory: None }, |_| Ok(rayon::current_num_threads()));
            assert_eq!(job.wait(SOON).expect("an outcome").expect("a number"), 3);
        }
    }

    #[test]
    fn jobs_at_the_same_time_share_no_thread() {
        let ids = |_: &dyn Host| Ok(rayon::broadcast(|_| std::thread::current().id()));
        let resources = Resources { threads: Some(2), memory: None };
        // Each waits for the other one.
        let barrier = Arc::new(std::sync::Barrier::new(2));
        let jobs = [(); 2].map(|()| {
            let barrier = Arc::clone(&barrier);
            Job::start(resources, move |host| {
                barrier.wait();
                ids(host)
            })
        });
        let [one, other] = jobs.map(|job| job.wait(SOON).expect("an outcome").expect("threads"));
        assert!(one.iter().all(|id| !other.contains(id)), "{one:?} {other:?}");
    }

    #[test]
    fn ends_at_the_limit_of_memory() {
        let request: Count = serde_json::from_str(r#"{"size": 15, "engine": "pinwheel"}"#).expect("a request");
        let job = Job::start(Resources { threads: Some(1), memory: Some(1000) }, move |host| request.ask(host));
        let failure = job.wait(SOON).expect("an outcome").err().expect("too little");
        assert!(matches!(failure.failure, Failure::NoMemory(_)) && failure.exit_code() == 75, "{failure:?}");
    }
}
