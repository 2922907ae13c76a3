//! Keeps the memory limit: a thread measures the memory of the process, the more often the less is left, and asks for the end of the work at the limit.
//!
//! The limit is that of `--memory`, or what the machine or the container has. The program ends with one line and a separate exit code.
//! Files of sums stay whole, and no unfinished file stays.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use sysinfo::{MemoryRefreshKind, Pid, ProcessRefreshKind, ProcessesToUpdate, System};

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
    let allowed = limit.unwrap_or(u64::MAX);
    let mut gauge = Gauge::new();
    memory::set_limit(allowed.min(gauge.left().saturating_add(gauge.taken())));
    // Measures, and returns the time until the next measurement.
    let mut measure = move || {
        let (taken, left) = (gauge.taken(), gauge.left());
        PEAK.fetch_max(taken, Ordering::Relaxed);
        if taken > allowed {
            end(&format!("not enough memory (the limit is {})", Bytes(allowed)));
        }
        // A small process is not what takes the memory.
        if taken > RESERVE && left < RESERVE {
            end(&format!("not enough memory (the machine or container has less than {} left)", Bytes(RESERVE)));
        }
        let room = allowed.saturating_sub(taken).min(left.saturating_sub(RESERVE));
        Duration::from_nanos(room / FASTEST).clamp(PAUSES[0], PAUSES[1])
    };
    // The first measurement comes before any work, so that a short command does not race with it.
    let mut pause = measure();
    let watching = thread::Builder::new().name("memory".to_owned()).spawn(move || {
        loop {
            thread::sleep(pause);
            if !goes_on() {
                break;
            }
            pause = measure();
        }
    });
    watching.map(drop).map_err(|error| io::Error::new(error.kind(), format!("a thread cannot be started: {error}")))
}

struct Gauge {
    system: System,
    process: Option<Pid>,
}

impl Gauge {
    fn new() -> Self {
        Gauge { system: System::new(), process: sysinfo::get_current_pid().ok() }
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
