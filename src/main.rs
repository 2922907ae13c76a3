//! The `gridcheck` program: parses its arguments, runs, and turns an error into a message and an exit code.

use std::alloc::{GlobalAlloc, Layout, System};
use std::process::ExitCode;

use gridcheck::cli;

/// The system's memory. Where it has none left, the program ends in one line of its own: the standard library lets nobody
/// else have the last word, so this is the one place that needs `unsafe`.
struct Memory;

#[global_allocator]
static MEMORY: Memory = Memory;

/// Says so if nothing was had.
fn had(block: *mut u8, bytes: usize) -> *mut u8 {
    if block.is_null() {
        cli::cannot_have(bytes);
    }
    block
}

// SAFETY: every call goes to the system's allocator with the caller's own arguments, of which the caller promises what that one
// asks for, and the answer comes back unchanged. `cannot_have` and `wait_if_ending` do not unwind: they return or the program ends.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Memory {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        cli::wait_if_ending();
        // SAFETY: see above.
        had(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        cli::wait_if_ending();
        // SAFETY: see above.
        had(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        cli::wait_if_ending();
        // SAFETY: see above.
        had(unsafe { System.realloc(block, layout, bytes) }, bytes)
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: see above.
        unsafe { System.dealloc(block, layout) }
    }
}

fn main() -> ExitCode {
    #[cfg(unix)]
    gridcheck::engine::keep_if_asked();
    cli::main()
}
