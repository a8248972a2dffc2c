//! A receive buffer for each thread, lent to the connections whose tasks run there: ten thousand idle connections must
//! not keep ten thousand buffers.

use std::cell::RefCell;

use manyrpc_engine::Buf;

use crate::receive::PIECE;

thread_local! {
    static SCRATCH: RefCell<Buf> = const { RefCell::new(Buf::new()) };
}

/// A larger buffer stays with its connection, which will receive such messages again.
const MOST_LENT: usize = 2 * PIECE;

/// Takes the thread's buffer if the connection has none.
#[inline]
pub(super) fn borrow(buf: &mut Buf) {
    if buf.capacity() == 0 {
        SCRATCH.with(|scratch| std::mem::swap(buf, &mut scratch.borrow_mut()));
    }
}

/// Returns an empty buffer to the thread. One that holds part of a message stays.
#[inline]
pub(super) fn settle(buf: &mut Buf) {
    if buf.is_empty() && (1..=MOST_LENT).contains(&buf.capacity()) {
        let buf = std::mem::take(buf);
        SCRATCH.with(|scratch| {
            let mut scratch = scratch.borrow_mut();
            if buf.capacity() > scratch.capacity() {
                *scratch = buf;
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_buffer_without_content_is_the_threads() {
        let (mut one, mut other) = (Buf::new(), Buf::new());
        one.space(PIECE);
        settle(&mut one);
        assert_eq!(one.capacity(), 0);
        borrow(&mut other);
        assert_eq!(other.capacity(), PIECE);
        // There is no second one, until a receive makes it.
        borrow(&mut one);
        assert_eq!(one.capacity(), 0);
        other.put(b"part of a message");
        settle(&mut other);
        assert_eq!(other.data(), b"part of a message");
        other.consume(17);
        other.space(4 * PIECE);
        settle(&mut other);
        assert!(other.capacity() >= 4 * PIECE, "large ones stay");
    }
}
