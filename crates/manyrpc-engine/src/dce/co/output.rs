//! Output of a connection: messages, split into fragments.
//!
//! Reading list: C706 sections 12.6.2 (fragmentation), 12.6.3.7 and MS-RPCE section 2.2.2.6
//! (`alloc_hint`: the stub data left, in every fragment).
//!
//! All messages are in one buffer, the one being written last, each after the head of its first
//! fragment. The heads of further fragments are added in one of two ways. If little has to be
//! moved, the stub data is spread out to make room, and everything is sent at once. Otherwise
//! nothing is moved: fragments are sent one by one, and each further head is written over the last
//! bytes of the fragment sent before it.

use alloc::collections::VecDeque;

use manyrpc_codec::Buf;

use super::pdu::{HEADER, OBJECT_HEAD, TRAILER, flag};

/// Up to this many bytes are moved rather than sent separately.
const SPREAD: usize = 32 << 10;
/// Smaller fragments are spread out rather than sent one by one.
const LARGE_FRAGMENT: usize = 16 << 10;
/// The stub data of every fragment but the last is a multiple of this.
const STEP: usize = 8;

/// The heads of a message's fragments.
#[derive(Clone, Copy, Debug)]
struct Heads {
    template: [u8; OBJECT_HEAD],
    len: usize,
}

impl Heads {
    fn new(message: &[u8], len: usize) -> Self {
        let mut template = [0; OBJECT_HEAD];
        template[..len].copy_from_slice(&message[..len]);
        template[3] &= !flag::WHOLE;
        Heads { template, len }
    }

    /// Writes the head of a fragment of `bytes` in all, with `left` bytes of stub data in it and
    /// after it.
    fn write(&self, to: &mut [u8], which: u8, bytes: usize, left: usize) {
        to[..self.len].copy_from_slice(&self.template[..self.len]);
        to[3] |= which;
        set_sizes(to, bytes, left);
    }
}

/// `frag_length` and `alloc_hint`.
#[inline]
fn set_sizes(head: &mut [u8], bytes: usize, left: usize) {
    head[8..10].copy_from_slice(&(bytes as u16).to_le_bytes());
    head[HEADER..HEADER + 4].copy_from_slice(&(left as u32).to_le_bytes());
}

/// A message whose fragments are sent one by one.
#[derive(Debug)]
struct Large {
    heads: Heads,
    /// Where the current fragment ends, counted from the first byte ever written to the buffer.
    fragment_end: u64,
    end: u64,
    /// Stub bytes of a full fragment.
    room: usize,
}

/// Complete messages, followed by the one being written.
#[derive(Debug, Default)]
pub(super) struct Output {
    /// All of it. Writers append.
    pub(super) buf: Buf,
    complete: usize,
    /// Sent bytes at the front, kept to be overwritten by heads.
    gone: usize,
    /// Bytes dropped from the front so far.
    dropped: u64,
    large: VecDeque<Large>,
}

impl Output {
    /// Releases memory that unsent output does not need.
    pub(super) fn shrink(&mut self) {
        self.buf.shrink(0);
        self.large.shrink_to_fit();
    }

    /// The message being written.
    #[inline]
    pub(super) fn unfinished(&mut self) -> &mut [u8] {
        &mut self.buf.data_mut()[self.complete..]
    }

    /// Completes the PDU being written, as it is.
    #[inline]
    pub(super) fn commit(&mut self) {
        self.complete = self.buf.len();
    }

    /// A PDU of `n` bytes was appended: it is complete, and sent before the message being written.
    #[cold]
    pub(super) fn commit_before(&mut self, n: usize) {
        self.unfinished().rotate_right(n);
        self.complete += n;
    }

    /// Completes the message being written, a head of `head` bytes and stub data. It is sent in
    /// fragments of at most `most` bytes.
    #[inline]
    pub(super) fn complete(&mut self, head: usize, most: usize) {
        let message = self.unfinished();
        let stub = message.len() - head;
        if message.len() <= most {
            set_sizes(message, head + stub, stub);
            self.commit();
        } else {
            self.cut(head, stub, most);
        }
    }

    #[cold]
    fn cut(&mut self, head: usize, stub: usize, most: usize) {
        let room = (most - head) / STEP * STEP;
        if most < LARGE_FRAGMENT || stub - room <= SPREAD {
            self.spread(head, stub, room, 0);
        } else {
            let start = self.complete;
            let heads = Heads::new(self.unfinished(), head);
            heads.write(self.unfinished(), flag::FIRST, head + room, stub);
            let from = self.dropped + start as u64;
            self.large.push_back(Large {
                heads,
                fragment_end: from + (head + room) as u64,
                end: from + (head + stub) as u64,
                room,
            });
        }
        self.commit();
    }

    /// Makes room for the heads of further fragments, and for `behind` bytes after each, from the
    /// back. Returns the number of fragments.
    fn spread(&mut self, head: usize, stub: usize, room: usize, behind: usize) -> usize {
        let fragments = stub.div_ceil(room).max(1);
        let heads = Heads::new(self.unfinished(), head);
        let grown = (fragments - 1) * head + fragments * behind;
        self.buf.space(grown);
        self.buf.filled(grown);
        let message = self.unfinished();
        for i in (0..fragments).rev() {
            let left = stub - i * room;
            let n = left.min(room);
            let (from, to) = (head + i * room, i * (head + room + behind));
            message.copy_within(from..from + n, to + head);
            let first = if i == 0 { flag::FIRST } else { 0 };
            let last = if i + 1 == fragments { flag::LAST } else { 0 };
            heads.write(&mut message[to..], first | last, head + n + behind, left);
            message[to + head + n..][..behind].fill(0);
        }
        fragments
    }

    /// As [`complete`](Self::complete), with each fragment's stub data padded to a multiple of
    /// `align` bytes and followed by space for a sec_trailer and `value` bytes of authentication.
    /// `protect` is called for each fragment in order, with the offset of its stub data and the
    /// length of its padding.
    pub(super) fn complete_protected<E>(
        &mut self,
        head: usize,
        most: usize,
        align: usize,
        value: usize,
        mut protect: impl FnMut(&mut [u8], usize, usize) -> Result<(), E>,
    ) -> Result<(), E> {
        let stub = self.unfinished().len() - head;
        let behind = TRAILER + value;
        let room = ((most - head - behind) / align * align).max(align);
        let pad = stub.wrapping_neg() % align;
        self.buf.put(&[0; 64][..pad]);
        let fragments = self.spread(head, stub + pad, room, behind);
        let mut rest = self.unfinished();
        for i in 0..fragments {
            let n = rest.len().min(head + room + behind);
            let (fragment, others) = rest.split_at_mut(n);
            let pad = if i + 1 == fragments { pad } else { 0 };
            // The remaining stub data does not include padding.
            let left = (stub - i * room) as u32;
            fragment[HEADER..HEADER + 4].copy_from_slice(&left.to_le_bytes());
            fragment[10..12].copy_from_slice(&(value as u16).to_le_bytes());
            protect(fragment, head, pad)?;
            rest = others;
        }
        self.commit();
        Ok(())
    }

    /// Drops the message being written.
    #[inline]
    pub(super) fn rollback(&mut self) {
        self.buf.truncate(self.complete);
    }

    /// Drops everything.
    pub(super) fn clear(&mut self) {
        *self = Output {
            buf: core::mem::take(&mut self.buf),
            ..Output::default()
        };
        self.buf.clear();
    }

    /// Bytes waiting to be sent.
    #[inline]
    pub(super) fn queued(&self) -> usize {
        self.complete - self.gone
    }

    /// What can be sent now.
    #[inline]
    pub(super) fn due(&self) -> &[u8] {
        let end = match self.large.front() {
            Some(large) => (large.fragment_end - self.dropped) as usize,
            None => self.complete,
        };
        &self.buf.data()[self.gone..end]
    }

    /// `n` of those bytes were sent.
    #[inline]
    pub(super) fn sent(&mut self, n: usize) {
        if self.large.is_empty() {
            let n = n.min(self.complete);
            self.drop_front(n);
        } else {
            self.sent_large(n);
        }
    }

    #[inline]
    fn drop_front(&mut self, n: usize) {
        self.complete -= n;
        self.dropped += n as u64;
        self.buf.consume(n);
    }

    #[cold]
    fn sent_large(&mut self, n: usize) {
        let Some(large) = self.large.front_mut() else {
            return;
        };
        let mut end = (large.fragment_end - self.dropped) as usize;
        self.gone = (self.gone + n).min(end);
        let left = (large.end - large.fragment_end) as usize;
        if self.gone == end && left > 0 {
            // The next fragment's head overwrites bytes already sent.
            self.gone -= large.heads.len;
            let bytes = large.heads.len + left.min(large.room);
            let last = if left <= large.room { flag::LAST } else { 0 };
            let head = &mut self.buf.data_mut()[self.gone..];
            large.heads.write(head, last, bytes, left);
            large.fragment_end += left.min(large.room) as u64;
            end = self.gone + bytes;
        }
        let kept = if self.gone == end && left == 0 {
            self.large.pop_front();
            0
        } else {
            self.gone.saturating_sub(end.saturating_sub(OBJECT_HEAD))
        };
        let n = self.gone - kept;
        self.gone = kept;
        self.drop_front(n);
    }
}

#[cfg(test)]
mod tests;
