//! Keeps the memory limit: a thread measures the memory of the process, the more often the less is left, and asks for the end of the work at the limit.
//!
//! The limit is that of `--memory`, or what the machine or the container has. The program ends with one line and a separate exit code.
//! Files of sums stay whole, and no unfinished file stays.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvError, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use sysinfo::{MemoryRefreshKind, Pid, ProcessRefreshKind, ProcessesToUpdate, System};

use gridcheck_core::locks::locked;
use gridcheck_engine::memory;
use gridcheck_engine::memory::Bytes;

/// Shortest and longest time between two measurements. One takes about 0.1 ms.
const PAUSES: [Duration; 2] = [Duration::from_millis(4), Duration::from_millis(64)];
/// The number of bytes that a process is taken to fill in a nanosecond at most.
const FASTEST: u64 = 16;
/// Number of bytes that the machine or the container must have left while this process has more.
const RESERVE: u64 = 64 << 20;

static PEAK: AtomicU64 = AtomicU64::new(0);

/// Returns the most bytes that the process was measured to have.
pub fn peak() -> u64 {
    PEAK.load(Ordering::Relaxed)
}

/// Starts to watch the memory, for this limit if it is given. `end` receives the sentence that there is too little, and `goes_on` says
/// whether the watch is still needed.
///
/// # Errors
/// The thread cannot be started.
pub fn watch(
    limit: Option<u64>,
    end: impl Fn(&str) + Send + 'static,
    goes_on: impl Fn() -> bool + Send + 'static,
) -> io::Result<()> {
    MemoryWatch::start()?.begin(limit, end, goes_on);
    Ok(())
}

/// A thread that watches the memory for one piece of work after the other. It ends with the last one after the watch is dropped.
pub(super) struct MemoryWatch {
    gauge: Arc<Mutex<Gauge>>,
    next: Sender<Watched>,
}

/// A piece of work whose memory is watched.
struct Watched {
    allowed: u64,
    end: Box<dyn Fn(&str) + Send>,
    goes_on: Box<dyn Fn() -> bool + Send>,
}

/// The memory of the process, and what the machine or the container had left.
#[derive(Clone, Copy)]
struct Measured {
    taken: u64,
    left: u64,
    at: Instant,
}

impl MemoryWatch {
    /// Starts the thread.
    ///
    /// # Errors
    /// The thread cannot be started.
    pub(super) fn start() -> io::Result<Self> {
        let gauge = Arc::new(Mutex::new(Gauge::new()));
        let (next, work) = channel();
        let measuring = Arc::clone(&gauge);
        let started = thread::Builder::new().name("memory".to_owned()).spawn(move || watch_each(&work, &measuring));
        started.map_err(|error| io::Error::new(error.kind(), format!("a thread cannot be started: {error}")))?;
        Ok(MemoryWatch { gauge, next })
    }

    /// Watches the memory of the next piece of work, as [`watch`] does. The previous one has ended.
    pub(super) fn begin(
        &self,
        limit: Option<u64>,
        end: impl Fn(&str) + Send + 'static,
        goes_on: impl Fn() -> bool + Send + 'static,
    ) {
        let watched = Watched { allowed: limit.unwrap_or(u64::MAX), end: Box::new(end), goes_on: Box::new(goes_on) };
        // It comes before any work, so that a short command does not race with it.
        let Measured { taken, left, .. } = locked(&self.gauge).measured(watched.allowed);
        memory::set_limit(watched.allowed.min(left.saturating_add(taken)));
        watched.check(taken, left);
        // The thread lives as long as this watch.
        let _ = self.next.send(watched);
    }
}

/// Watches the memory of one piece of work after the other.
fn watch_each(work: &Receiver<Watched>, gauge: &Mutex<Gauge>) {
    let mut has_next = true;
    let mut watched = None::<Watched>;
    loop {
        let Some(current) = &watched else {
            match work.recv() {
                Ok(next) => watched = Some(next),
                Err(RecvError) => return,
            }
            continue;
        };
        let pause = locked(gauge).measured(current.allowed).pause(current.allowed);
        if has_next {
            match work.recv_timeout(pause) {
                Ok(next) => {
                    watched = Some(next);
                    continue;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => has_next = false,
            }
        } else {
            thread::sleep(pause);
        }
        if (current.goes_on)() {
            let Measured { taken, left, .. } = locked(gauge).measured(current.allowed);
            current.check(taken, left);
        } else {
            watched = None;
        }
    }
}

impl Watched {
    /// Ends the work if there is too little memory.
    fn check(&self, taken: u64, left: u64) {
        if taken > self.allowed {
            (self.end)(&format!("not enough memory (the limit is {})", Bytes(self.allowed)));
        }
        // A small process is not what takes the memory.
        if taken > RESERVE && left < RESERVE {
            (self.end)(&format!("not enough memory (the machine or container has less than {} left)", Bytes(RESERVE)));
        }
    }
}

impl Measured {
    /// Returns the time in which the process cannot take what it is allowed to have.
    fn pause(&self, allowed: u64) -> Duration {
        let room = allowed.saturating_sub(self.taken).min(self.left.saturating_sub(RESERVE));
        Duration::from_nanos(room / FASTEST).clamp(PAUSES[0], PAUSES[1])
    }
}

struct Gauge {
    system: System,
    process: Option<Pid>,
    last: Option<Measured>,
}

impl Gauge {
    fn new() -> Self {
        Gauge { system: System::new(), process: sysinfo::get_current_pid().ok(), last: None }
    }

    /// Measures the memory, unless the last measurement still holds for this limit.
    fn measured(&mut self, allowed: u64) -> Measured {
        if let Some(last) = self.last.filter(|last| last.at.elapsed() < last.pause(allowed)) {
            return last;
        }
        let measured = Measured { taken: self.taken(), left: self.left(), at: Instant::now() };
        PEAK.fetch_max(measured.taken, Ordering::Relaxed);
        self.last = Some(measured);
        measured
    }

    /// Returns the resident memory of the process, or 0 if the system does not report it.
    fn taken(&mut self) -> u64 {
        let Some(process) = self.process else { return 0 };
        let what = ProcessRefreshKind::nothing().with_memory();
        self.system.refresh_processes_specifics(ProcessesToUpdate::Some(&[process]), false, what);
        self.system.process(process).map_or(0, sysinfo::Process::memory)
    }

    /// Returns the memory that the machine or the container has left; the maximum if the system does not report it. Files that the system
    /// caches and can drop do not count as taken.
    fn left(&mut self) -> u64 {
        self.system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
        if self.system.total_memory() == 0 {
            return u64::MAX;
        }
        let of_container = self.system.cgroup_limits().map(|group| group.total_memory.saturating_sub(group.rss));
        self.system.available_memory().min(of_container.unwrap_or(u64::MAX))
    }
}
