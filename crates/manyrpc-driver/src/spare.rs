//! Buffers of calls that have ended, for the next: a call that is executed as a future has its own copies of its arguments
//! and results, and a client's large results have the memory they were received in. New memory would have to be filled
//! with zeros first, and large buffers are mostly new pages.
//!
//! Small ones stay with their thread. Large ones are the process's, and are released when a connection is found idle.

use std::cell::{Cell, RefCell};
use std::sync::Mutex;

use manyrpc_engine::Buf;

use crate::lock::lock;
use crate::receive::PIECE;

/// The arguments and the results of a call.
const MOST: usize = 2;

/// How many bytes large buffers may have together.
const MOST_BYTES: usize = 16 << 20;

thread_local! {
    static SPARE: RefCell<[Buf; MOST]> = const { RefCell::new([const { Buf::new() }; MOST]) };
    static LAST_SIZE: Cell<usize> = const { Cell::new(0) };
}

static LARGE: Mutex<Large> = Mutex::new(Large {
    buffers: Vec::new(),
    bytes: 0,
});

struct Large {
    buffers: Vec<Buf>,
    /// Their capacities.
    bytes: usize,
}

impl Large {
    /// One with room for so many bytes, that does not hold on to much more memory than that.
    fn take(&mut self, size: usize) -> Option<Buf> {
        let fits = |buf: &Buf| (size..=2 * size + PIECE).contains(&buf.capacity());
        // Those given last are most likely in caches.
        let at = self.buffers.iter().rposition(fits)?;
        let buf = self.buffers.remove(at);
        self.bytes -= buf.capacity();
        Some(buf)
    }

    fn give(&mut self, buf: Buf) {
        if self.bytes + buf.capacity() <= MOST_BYTES {
            self.bytes += buf.capacity();
            self.buffers.push(buf);
        }
    }
}

/// An empty buffer, with memory for so many bytes if there is any to spare.
pub(crate) fn take_for(size: usize) -> Buf {
    if size > PIECE {
        return lock(&LARGE).take(size).unwrap_or_default();
    }
    SPARE.with_borrow_mut(|spare| {
        let with_memory = spare.iter_mut().find(|buf| buf.capacity() > 0);
        with_memory.map(std::mem::take).unwrap_or_default()
    })
}

/// Takes back a buffer, of which the content is no longer needed.
pub(crate) fn give(mut buf: Buf) {
    buf.clear();
    match buf.capacity() {
        0 => {}
        1..=PIECE => SPARE.with_borrow_mut(|spare| {
            if let Some(place) = spare.iter_mut().find(|kept| kept.capacity() == 0) {
                *place = buf;
            }
        }),
        _ => lock(&LARGE).give(buf),
    }
}

/// How large the last results on this thread were: the next are likely to be so, too.
pub(crate) fn last_size() -> usize {
    LAST_SIZE.get()
}

/// Results had so many bytes.
pub(crate) fn note_size(size: usize) {
    LAST_SIZE.set(size);
}

/// Releases the large ones.
pub(crate) fn release() {
    let mut large = lock(&LARGE);
    large.bytes = 0;
    let released = std::mem::take(&mut large.buffers);
    drop(large);
    drop(released);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(bytes: usize) -> Buf {
        let mut buf = Buf::with_capacity(bytes);
        buf.put(b"of a call");
        buf
    }

    #[test]
    fn a_thread_keeps_the_buffers_of_a_call() {
        assert_eq!(take_for(0).capacity(), 0);
        for bytes in [1000, 1000, 1000] {
            give(filled(bytes));
        }
        for _ in 0..MOST {
            let buf = take_for(PIECE);
            assert!(buf.is_empty() && (1000..PIECE).contains(&buf.capacity()));
        }
        assert_eq!(take_for(0).capacity(), 0);
    }

    #[test]
    fn large_ones_go_to_those_of_their_size_and_are_bounded() {
        let mut large = Large {
            buffers: Vec::new(),
            bytes: 0,
        };
        let sizes = [2 * PIECE, 40 * PIECE, 20 * PIECE];
        sizes
            .into_iter()
            .for_each(|bytes| large.give(filled(bytes)));
        assert_eq!(large.bytes, 62 * PIECE);
        // Not the larger one, which was given before.
        assert_eq!(large.take(20 * PIECE).unwrap().capacity(), 20 * PIECE);
        assert!(
            large.take(10 * PIECE).is_none(),
            "one is too small, one too large"
        );
        assert_eq!(large.take(2 * PIECE - 1).unwrap().capacity(), 2 * PIECE);
        large.give(filled(MOST_BYTES));
        assert_eq!((large.bytes, large.buffers.len()), (40 * PIECE, 1));
    }
}
