//! Keeps the threads of a job for the next one: to start them takes longer than to answer a short question.
//!
//! Threads belong to one job at a time. Those of the last finished job wait for the next one. A process that was forked from this one has no
//! copy of them, so it starts others.

use std::mem::forget;
use std::process;
use std::sync::{Arc, Mutex};

use rayon::ThreadPool;

use super::failure::Failure;
use super::job::threads;
use super::memory::MemoryWatch;

/// The stack of a thread that answers a request: as much as a main thread has.
const STACK_BYTES: usize = 8 << 20;

/// The threads of a job.
pub(super) struct Workers {
    /// The threads that answer.
    pub(super) pool: ThreadPool,
    /// The thread that watches the memory.
    pub(super) memory: MemoryWatch,
    /// The number of threads that was asked for.
    count: Option<u16>,
    /// The process that started them.
    process: u32,
}

static IDLE: Mutex<Option<Arc<Workers>>> = Mutex::new(None);

impl Workers {
    /// Returns this many threads that no other job uses, or one per processor.
    ///
    /// # Errors
    /// The system starts no more threads.
    pub(super) fn take(count: Option<u16>) -> Result<Arc<Self>, Failure> {
        // A process that was forked while another thread held the lock must not wait for that thread.
        let idle = IDLE.try_lock().ok().and_then(|mut idle| idle.take()).and_then(Self::of_this_process);
        match idle.filter(|idle| idle.count == count) {
            Some(idle) => Ok(idle),
            None => Self::start(count),
        }
    }

    fn start(count: Option<u16>) -> Result<Arc<Self>, Failure> {
        let pool = threads(count, |builder| builder.stack_size(STACK_BYTES).build())?;
        Ok(Arc::new(Workers { pool, memory: MemoryWatch::start()?, count, process: process::id() }))
    }

    /// Keeps the threads for the next job.
    pub(super) fn put_back(self: Arc<Self>) {
        if let Ok(mut idle) = IDLE.try_lock() {
            drop(idle.replace(self).and_then(Self::of_this_process));
        }
    }

    /// Returns the threads if this process has them. What stands for those of another process is never touched, because their locks may be
    /// held.
    fn of_this_process(self: Arc<Self>) -> Option<Arc<Self>> {
        if self.process == process::id() {
            return Some(self);
        }
        forget(self);
        None
    }
}
