//! The end of the memory, where it was not asked for.
//!
//! Big tables ask before they grow ([`memory`](crate::engine::memory)). What is small does not, nor what libraries hold: where
//! the process's addresses are limited (`ulimit -v`), something of that fails in the end, and the standard library ends the program
//! with words of its own. So as long as there is such a limit it is looked at again and again how much is left, and before
//! nothing is, the program ends as anything ends that cannot be done: one line, exit code 2, no unfinished file.
//!
//! What escapes is one allocation of more than is left then, in a library: the standard library's words, and exit code 2
//! ([`signals`](super::signals)).

use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::Duration;

use super::report;
use crate::engine::EngineError;
use crate::engine::memory::Room;
use crate::unfinished;

/// What it takes to say that there is no more: many times what a program takes between two looks.
const LAST: u64 = 12 << 20;
const INTERVAL: Duration = Duration::from_millis(3);

static IS_LIMITED: LazyLock<bool> = LazyLock::new(|| Room::left_by_limits().is_some());
/// Whether the work has begun and has not failed: what keeps it from beginning, or has ended it, is said elsewhere.
static IS_ON: AtomicBool = AtomicBool::new(false);

/// The work begins, or has failed.
pub fn set_on(is_on: bool) {
    IS_ON.store(is_on, Ordering::Relaxed);
}

/// Whether there is a limit, so that [`look`] is to be called for ever.
pub fn is_limited() -> bool {
    *IS_LIMITED
}

/// Waits a moment, and ends the program if hardly any memory is left. Without a limit does nothing.
pub fn look() {
    if !is_limited() {
        return;
    }
    sleep(INTERVAL);
    let room = Room::left_by_limits().filter(|room| room.bytes < LAST);
    if let Some(room) = room.filter(|_| IS_ON.load(Ordering::Relaxed)) {
        unfinished::discard();
        report(&EngineError::NoRoom { needed: LAST, room }.to_string());
        std::process::exit(2);
    }
}
