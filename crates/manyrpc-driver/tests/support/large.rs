//! An allocator that counts the large blocks that each thread takes.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// Counts the allocations of at least [`LARGE`] bytes by each thread. Buffers that are received into are zeroed; other
/// memory is for a copy.
struct Counting;

/// Large allocations of a thread.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Large {
    pub(crate) copies: usize,
    pub(crate) buffers: usize,
}

/// At least this many bytes.
const LARGE: usize = 500_000;

thread_local! {
    static LARGE_ONES: Cell<Large> = const { Cell::new(Large { copies: 0, buffers: 0 }) };
}

fn note(bytes: usize, add: fn(&mut Large)) {
    if bytes >= LARGE {
        // A thread that ends allocates nothing that counts.
        let _ = LARGE_ONES.try_with(|large| {
            let mut counted = large.get();
            add(&mut counted);
            large.set(counted);
        });
    }
}

#[expect(unsafe_code, reason = "the trait is unsafe")]
// SAFETY: every call is forwarded to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(layout.size(), |large| large.copies += 1);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        note(layout.size(), |large| large.buffers += 1);
        // SAFETY: the caller keeps the contract of `alloc_zeroed`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        note(size, |large| large.copies += 1);
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// What this thread has taken since it last forgot that.
pub(crate) fn counted() -> Large {
    LARGE_ONES.get()
}

/// Counts from nothing.
pub(crate) fn forget() {
    LARGE_ONES.set(Large::default());
}
