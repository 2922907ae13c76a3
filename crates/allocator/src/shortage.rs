//! Ends the program in good order when memory runs out unexpectedly.
//!
//! Big tables ask for memory before they grow ([`memory`]). Small allocations do not, nor do those of libraries. If the address
//! space is limited (`ulimit -v`), one of these fails eventually, and the standard library would abort with its own message.
//! Instead, the program's allocator ends the program like any other failure: one line, an exit code, no unfinished file.
//!
//! The program ends in this way too if it would exceed the [allowed](memory::allow) memory.
//!
//! A lack of memory or disk space has its own [exit code](EXIT_CODE), because a scheduler can retry with more of it.
//!
//! Invariant: the failing thread may hold any lock except the allocator's own, so this module waits for no lock without a time
//! limit. Formatting the line allocates nothing. [`set_aside`] reserves the memory that removing unfinished files needs. Once it
//! is released, no other thread can allocate it ([`provide`]).

use std::cell::Cell;
use std::io::{self, Cursor, IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::Duration;

use gridcheck_files::unfinished;
use gridcheck_run::EngineError;
use gridcheck_run::memory::{self, AvailableMemory};

/// The exit code of a lack of memory or disk space: `EX_TEMPFAIL` of `sysexits.h`, a failure that may not happen again.
pub const EXIT_CODE: u8 = 75;

/// The errors of the system that report a full disk, a used up quota, or a limit on the size of files.
#[cfg(unix)]
const NO_SPACE: [rustix::io::Errno; 3] = [rustix::io::Errno::NOSPC, rustix::io::Errno::DQUOT, rustix::io::Errno::FBIG];
/// The errors of Windows that report a full disk.
#[cfg(not(unix))]
const NO_SPACE: [i32; 2] = [39, 112];

/// Returns `true` if an error message reports a lack of memory or disk space. The error may be wrapped in many types, but each wrapper
/// keeps its message.
pub fn is_reported(message: &str) -> bool {
    #[cfg(unix)]
    let error = io::Error::from;
    #[cfg(not(unix))]
    let error = io::Error::from_raw_os_error;
    message.contains(memory::SHORTAGE) || NO_SPACE.into_iter().any(|code| message.contains(&error(code).to_string()))
}

/// Size of the reserve: more than listing an unfinished folder takes.
const RESERVE: usize = 1 << 20;
/// Time to wait for a thread that adds a file to the list of unfinished ones; it needs much less.
const PATIENCE: Duration = Duration::from_secs(1);
/// Time to wait for allocations in progress when the end begins; they need much less.
const MOMENT: Duration = Duration::from_millis(10);

static SET_ASIDE: Mutex<Option<Vec<u8>>> = Mutex::new(None);
static IS_ENDING: AtomicBool = AtomicBool::new(false);
thread_local! {
    static ENDS_IT: Cell<bool> = const { Cell::new(false) };
}

/// Reserves the memory that removing unfinished files needs.
pub fn set_aside() {
    if let Ok(mut reserve) = SET_ASIDE.try_lock() {
        *reserve = Some(Vec::with_capacity(RESERVE));
    }
}

/// Allocates with `allocate`, which takes `bytes` more than before. Without enough memory it returns a null pointer if the caller
/// [can do without](memory::attempt); otherwise it ends the program.
#[inline]
pub fn provide(bytes: usize, allocate: impl FnOnce() -> *mut u8) -> *mut u8 {
    // While one thread ends the program, all others wait here, except one on which the ending thread waits. The remaining memory
    // is reserved for the ending thread.
    if IS_ENDING.load(Ordering::Relaxed) && !ENDS_IT.get() && !unfinished::is_beginning() {
        wait_for_the_end();
    }
    if memory::charge(bytes) {
        let block = allocate();
        if !block.is_null() {
            return block;
        }
        memory::release(bytes);
    }
    cannot_have(bytes);
    std::ptr::null_mut()
}

/// Size in bytes from which an allocator maps each block separately. Such a block grows without a copy. The value is the largest
/// threshold of glibc, `DEFAULT_MMAP_THRESHOLD_MAX`.
const MAPPED: usize = 32 << 20;

/// Grows a block from `before` to `after` bytes with `reallocate`; see [`provide`]. While a small block moves, its old and its new place
/// are both in use, so both are charged.
#[inline]
pub fn provide_growth(before: usize, after: usize, reallocate: impl FnOnce() -> *mut u8) -> *mut u8 {
    let charged = charge_of_growth(before, after);
    let block = provide(charged, reallocate);
    if !block.is_null() {
        memory::release(charged + before - after);
    }
    block
}

/// Returns the number of bytes that a block takes in addition while it grows.
#[inline]
fn charge_of_growth(before: usize, after: usize) -> usize {
    if before < MAPPED { after } else { after - before }
}

#[cold]
fn wait_for_the_end() -> ! {
    loop {
        sleep(PATIENCE);
    }
}

/// Ends the program, unless the caller that asks for `bytes` [can do without](memory::attempt).
#[cold]
fn cannot_have(bytes: usize) {
    if memory::is_attempt() {
        return;
    }
    if IS_ENDING.swap(true, Ordering::SeqCst) {
        if ENDS_IT.get() {
            // The reserve was too small.
            say(b"gridcheck: not enough memory\n");
            exit_at_once();
        }
        wait_for_the_end();
    }
    ENDS_IT.set(true);
    // Measure before anything changes, and format into a fixed buffer.
    let room = AvailableMemory::at_the_end();
    // The remaining memory may be fragmented, so no block of that size is left.
    let needed = room.bytes.max(bytes as u64);
    let erase = if std::io::stderr().is_terminal() { "\r\x1b[K" } else { "" };
    let mut line = Cursor::new([0; 256]);
    // The buffer is longer than the line.
    let _ = writeln!(line, "{erase}gridcheck: {}", EngineError::OutOfMemory { needed, room });
    memory::allow_all();
    sleep(MOMENT);
    drop(SET_ASIDE.try_lock().map(|mut reserve| reserve.take()));
    unfinished::discard_within(PATIENCE);
    say(&line.get_ref()[..line.position() as usize]);
    exit_at_once();
}

/// Writes directly to the descriptor, because another waiting thread may hold the lock of standard error.
fn say(line: &[u8]) {
    // If standard error is gone too, the line has no reader.
    #[cfg(unix)]
    let _ = rustix::io::write(rustix::stdio::stderr(), line);
    #[cfg(not(unix))]
    let _ = std::io::Write::write_all(&mut std::io::stderr(), line);
}

/// Exits without the exit handlers, which may need locks or memory.
fn exit_at_once() -> ! {
    #[cfg(unix)]
    signal_hook::low_level::exit(EXIT_CODE.into());
    #[cfg(not(unix))]
    std::process::exit(EXIT_CODE.into());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_that_moves_takes_both_places() {
        for (before, after, charged) in [
            (32, 64, 64),
            (24 << 20, 48 << 20, 48 << 20),
            (MAPPED - 16, MAPPED, MAPPED),
            (MAPPED, 2 * MAPPED, MAPPED),
            (512 << 20, 768 << 20, 256 << 20),
        ] {
            assert_eq!(charge_of_growth(before, after), charged, "{before} {after}");
        }
    }
}
