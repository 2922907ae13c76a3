//! The end of the memory, where it was not asked for.
//!
//! Big tables ask before they grow ([`memory`]). What is small does not, nor what libraries hold: where the process's
//! addresses are limited (`ulimit -v`) something of that fails in the end, and the standard library would end the program in
//! words of its own. The program's allocator says so here first, and the program ends as anything ends that cannot be done:
//! one line, exit code 2, no unfinished file.
//!
//! The same happens where the program would exceed what a person [allows](memory::allow).
//!
//! Invariant: whoever has failed may hold any lock but the allocator's own, so no lock is waited for here without end. The line
//! takes no memory. What it takes to remove unfinished files was set aside at the start ([`set_aside`]), and once it is given
//! back nobody else asks for it ([`provide`]).

use std::cell::Cell;
use std::io::{Cursor, IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::Duration;

use crate::engine::EngineError;
use crate::engine::memory::{self, AvailableMemory};
use crate::unfinished;

/// More than it takes to list an unfinished folder.
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

/// Sets aside what it takes to remove unfinished files.
pub fn set_aside() {
    if let Ok(mut reserve) = SET_ASIDE.try_lock() {
        *reserve = Some(Vec::with_capacity(RESERVE));
    }
}

/// Allocates with `allocate`, which takes so many bytes more than were taken before. A null pointer is what is returned where there
/// is no memory and whoever asks [can do without](memory::attempt); else the program ends.
#[inline]
pub fn provide(bytes: usize, allocate: impl FnOnce() -> *mut u8) -> *mut u8 {
    // While one thread is ending the program, others wait here for the end, but for one that it waits for itself. What is left is
    // for its words.
    if IS_ENDING.load(Ordering::Relaxed) && !ENDS_IT.get() && !unfinished::is_beginning() {
        wait_for_the_end();
    }
    if memory::charge(bytes) {
        let block = allocate();
        if !block.is_null() {
            return block;
        }
        memory::give_back(bytes);
    }
    cannot_have(bytes);
    std::ptr::null_mut()
}

#[cold]
fn wait_for_the_end() -> ! {
    loop {
        sleep(PATIENCE);
    }
}

/// Ends the program, unless whoever asks for so many bytes [can do without](memory::attempt).
#[cold]
fn cannot_have(bytes: usize) {
    if memory::is_attempt() {
        return;
    }
    if IS_ENDING.swap(true, Ordering::SeqCst) {
        if ENDS_IT.get() {
            // What was set aside was not enough.
            say(b"gridcheck: not enough memory\n");
            exit_at_once();
        }
        wait_for_the_end();
    }
    ENDS_IT.set(true);
    // Looked at before anything changes, and written where it takes no memory.
    let room = AvailableMemory::at_the_end();
    // Of what is left there may be no piece as large as that.
    let needed = room.bytes.max(bytes as u64);
    let erase = if std::io::stderr().is_terminal() { "\r\x1b[K" } else { "" };
    let mut line = Cursor::new([0; 256]);
    // The line is shorter.
    let _ = writeln!(line, "{erase}gridcheck: {}", EngineError::OutOfMemory { needed, room });
    memory::allow_all();
    sleep(MOMENT);
    drop(SET_ASIDE.try_lock().map(|mut reserve| reserve.take()));
    unfinished::discard_within(PATIENCE);
    say(&line.get_ref()[..line.position() as usize]);
    exit_at_once();
}

/// Past the lock of standard error, which another thread that waits here may hold.
fn say(line: &[u8]) {
    // When standard error is gone too there is nobody left to tell.
    #[cfg(unix)]
    let _ = rustix::io::write(rustix::stdio::stderr(), line);
    #[cfg(not(unix))]
    let _ = std::io::Write::write_all(&mut std::io::stderr(), line);
}

/// Without what is done at an orderly end, which may want locks or memory.
fn exit_at_once() -> ! {
    #[cfg(unix)]
    signal_hook::low_level::exit(2);
    #[cfg(not(unix))]
    std::process::exit(2);
}
