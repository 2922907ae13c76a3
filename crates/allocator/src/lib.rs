//! Allocates for the program: counts the bytes in use, keeps the [allowed](gridcheck_run::memory::allow) memory, and ends the program in
//! good order when memory [runs out](shortage).

use std::alloc::{GlobalAlloc, Layout, System};

use gridcheck_run::memory::release;

pub mod shortage;

use shortage::{provide, provide_growth};

/// The system's allocator, with a count of the bytes in use. When memory runs out, the program ends with a one-line message.
///
/// The standard library offers no stable hook for that (`set_alloc_error_hook` is unstable), so this is the one place that needs
/// `unsafe`. Without it, a program under `ulimit -v` prints "memory allocation of 1048576 bytes failed" and aborts: the exit code
/// is 134 instead of 75, and unfinished files stay. `--memory` is enforced here too, also for what libraries allocate.
pub struct Allocator;

/// Returns the size that a block really takes: the allocator's own header included, in steps of 16 bytes.
fn whole(bytes: usize) -> usize {
    (bytes.saturating_add(23) & !15).max(32)
}

// SAFETY: every call goes to the system's allocator with the caller's arguments unchanged. The caller guarantees what that
// allocator requires. The result is returned unchanged, or null. `provide` and `release` do not unwind: they return or end the
// program.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: see above.
        provide(whole(layout.size()), || unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: see above.
        provide(whole(layout.size()), || unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        let (before, after) = (whole(layout.size()), whole(bytes));
        // SAFETY: see above.
        let reallocate = || unsafe { System.realloc(block, layout, bytes) };
        if after > before {
            return provide_growth(before, after, reallocate);
        }
        let block = provide(0, reallocate);
        if !block.is_null() {
            release(before - after);
        }
        block
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        release(whole(layout.size()));
        // SAFETY: see above.
        unsafe { System.dealloc(block, layout) }
    }
}
