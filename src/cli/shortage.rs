//! The end of the memory, where it was not asked for.
//!
//! Big tables ask before they grow ([`memory`]). What is small does not, nor what libraries hold: where the process's
//! addresses are limited (`ulimit -v`) something of that fails in the end, and the standard library would end the program in
//! words of its own. The program's allocator says so here first, and the program ends as anything ends that cannot be done:
//! one line, exit code 2, no unfinished file.
//!
//! Invariant: whoever has failed may hold any lock but the allocator's own, so no lock is waited for here without end. What
//! it takes to say the line was set aside at the start ([`set_aside`]), and once it is given back nobody else asks for it
//! ([`wait_if_ending`]).

use std::cell::Cell;
use std::io::IsTerminal;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::Duration;

use crate::engine::EngineError;
use crate::engine::memory::{self, Room};
use crate::unfinished;

/// More than it takes to look how much is left and to say the line.
const RESERVE: usize = 1 << 20;
/// Who adds a file to the list of unfinished ones is done with it much sooner.
const PATIENCE: Duration = Duration::from_secs(1);
/// Who is being given memory while the end begins has it much sooner.
const MOMENT: Duration = Duration::from_millis(10);

static SET_ASIDE: Mutex<Option<Vec<u8>>> = Mutex::new(None);
static IS_ENDING: AtomicBool = AtomicBool::new(false);
thread_local! {
    static ENDS_IT: Cell<bool> = const { Cell::new(false) };
}

/// Sets aside what it takes to say that there is no more.
pub fn set_aside() {
    if let Ok(mut reserve) = SET_ASIDE.try_lock() {
        *reserve = Some(Vec::with_capacity(RESERVE));
    }
}

/// To be asked before memory is: while one thread is ending the program, others wait here for the end, but for one that it waits for
/// itself. What is left is for its words.
#[inline]
pub fn wait_if_ending() {
    if IS_ENDING.load(Ordering::Relaxed) && !ENDS_IT.get() && !unfinished::is_beginning() {
        wait_for_the_end();
    }
}

#[cold]
fn wait_for_the_end() -> ! {
    loop {
        sleep(PATIENCE);
    }
}

/// So many bytes cannot be had: ends the program, unless whoever asks [can do without](memory::attempt).
pub fn cannot_have(bytes: usize) {
    if memory::is_attempt() {
        return;
    }
    if IS_ENDING.swap(true, Ordering::SeqCst) {
        if ENDS_IT.get() {
            // What was set aside was not enough.
            say("gridcheck: not enough memory\n");
            exit_at_once();
        }
        wait_for_the_end();
    }
    ENDS_IT.set(true);
    sleep(MOMENT);
    drop(SET_ASIDE.try_lock().map(|mut reserve| reserve.take()));
    unfinished::discard_within(PATIENCE);
    let room = Room::now();
    // Of what is left there may be no piece as large as that.
    let needed = room.bytes.max(bytes as u64);
    let erase = if std::io::stderr().is_terminal() { "\r\x1b[K" } else { "" };
    say(&format!("{erase}gridcheck: {}\n", EngineError::NoRoom { needed, room }));
    exit_at_once();
}

/// Past the lock of standard error, which another thread that waits here may hold.
fn say(line: &str) {
    // When standard error is gone too there is nobody left to tell.
    #[cfg(unix)]
    let _ = rustix::io::write(rustix::stdio::stderr(), line.as_bytes());
    #[cfg(not(unix))]
    let _ = std::io::Write::write_all(&mut std::io::stderr(), line.as_bytes());
}

/// Without what is done at an orderly end, which may want locks or memory.
fn exit_at_once() -> ! {
    #[cfg(unix)]
    signal_hook::low_level::exit(2);
    #[cfg(not(unix))]
    std::process::exit(2);
}
