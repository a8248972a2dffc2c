//! Sizing receive buffers.

use manyrpc_engine::Buf;

/// Least room for a receive from a stream, and least capacity of a buffer for one, in bytes.
pub(crate) const PIECE: usize = 64 << 10;
/// Larger than any datagram, in bytes.
pub(crate) const DATAGRAM: usize = 64 << 10;

/// Receive buffer requested for a datagram socket, in bytes; datagrams beyond it are lost. Many
/// systems grant at most half of it.
pub(crate) const WAITING: usize = 512 << 10;

/// Reserves room after the content of `buf` for the next piece of a stream.
///
/// `wanted` is the engine's hint and may come from a peer that lies, so the room stays in
/// proportion to what has really arrived. The factor may be large: memory that nothing was received
/// into consists of pages that the system has not allocated yet. Doubling instead would copy a
/// message of 1 MiB twice, onto freshly touched pages, before it is complete.
#[inline]
pub(crate) fn room(buf: &mut Buf, wanted: usize) -> &mut [u8] {
    let most = buf.len().saturating_mul(TRUST).max(PIECE);
    buf.space(wanted.clamp(MIN_ROOM, most))
}

/// For how many expected bytes one received byte vouches.
const TRUST: usize = 32;
/// With less room than this, a receive is not worth its system call.
const MIN_ROOM: usize = 4 << 10;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lie_about_the_length_costs_one_piece() {
        let mut buf = Buf::new();
        room(&mut buf, usize::MAX / 2);
        assert_eq!(buf.capacity(), PIECE);
        buf.filled(8);
        room(&mut buf, usize::MAX / 2);
        assert!(buf.capacity() <= 2 * PIECE + 64, "{}", buf.capacity());
    }

    #[test]
    fn room_for_a_message_comes_with_its_first_piece_and_stays() {
        let (mut buf, total) = (Buf::new(), 1 << 20);
        let mut receives = 0;
        while buf.len() < total {
            let missing = total - buf.len();
            let n = room(&mut buf, missing).len().min(missing);
            buf.filled(n);
            receives += 1;
        }
        assert_eq!(receives, 2);
        buf.consume(total);
        assert!(room(&mut buf, total).len() >= total, "the memory was kept");
    }

    #[test]
    fn an_empty_buffer_is_used_from_its_aligned_start() {
        let mut buf = Buf::new();
        for n in [1, 63, 4096, 65536] {
            assert_eq!(room(&mut buf, 0).as_ptr().align_offset(64), 0);
            buf.filled(n.min(buf.capacity()));
            buf.consume(buf.len());
        }
    }
}
