//! Messages in content: a compression flag of one byte, a length of four bytes, the message
//! (`PROTOCOL-HTTP2.md`, "Length-Prefixed-Message").

use alloc::vec::Vec;
use core::ops::Range;

use manyrpc_codec::Buf;

use crate::carrier::gzip::{Bad, Gzip};
use crate::carrier::http2::{Carrier, StreamId};
use crate::contract::Rx;

/// Length in bytes of the prefix.
pub(super) const PREFIX: usize = 5;

/// The compression of messages whose flag is set (`grpc-encoding`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Compression {
    /// None.
    #[default]
    Identity,
    /// RFC 1952.
    Gzip,
}

impl Compression {
    /// The compression of this name in header fields.
    pub(super) fn named(name: &[u8]) -> Option<Self> {
        match name {
            b"identity" => Some(Compression::Identity),
            b"gzip" => Some(Compression::Gzip),
            _ => None,
        }
    }
}

/// Why a message is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unfit {
    /// It is compressed, which was not negotiated.
    Compressed,
    /// Its compressed data is damaged.
    Damaged,
    /// It exceeds the limit.
    TooLarge(usize),
    /// It exceeds the limit when decompressed.
    Inflated,
}

/// The result of parsing content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// A message, entirely in this part of the content.
    Lent(Range<usize>),
    /// The same, compressed.
    Packed(Range<usize>),
    /// A message is complete in [`Messages::whole`].
    Whole,
    /// The content is used up, and the message incomplete.
    Wanting,
}

/// The messages of one side of a call, parsed from content.
#[derive(Debug, Default)]
pub(super) struct Messages {
    /// The beginning of an incomplete message, with its prefix.
    partial: Buf,
    /// Their compression.
    pub(super) encoding: Compression,
}

impl Messages {
    /// Parses the next message from `data`. Returns how much was used.
    #[inline]
    pub(super) fn take(&mut self, data: &[u8], most: usize) -> Result<(Taken, usize), Unfit> {
        if !self.partial.is_empty() {
            return self.take_piece(data, most);
        }
        let Some(prefix) = data.first_chunk() else {
            self.partial.put(data);
            return Ok((Taken::Wanting, data.len()));
        };
        let n = length(*prefix, most, self.encoding)?;
        if data.len() - PREFIX < n {
            self.partial.put(data);
            return Ok((Taken::Wanting, data.len()));
        }
        let range = PREFIX..PREFIX + n;
        let taken = match prefix[0] {
            0 => Taken::Lent(range),
            _ => Taken::Packed(range),
        };
        Ok((taken, PREFIX + n))
    }

    #[cold]
    fn take_piece(&mut self, data: &[u8], most: usize) -> Result<(Taken, usize), Unfit> {
        let mut taken = 0;
        loop {
            let have = self.partial.len();
            let end = match self.partial.data().first_chunk() {
                Some(prefix) => PREFIX + length(*prefix, most, self.encoding)?,
                None => PREFIX,
            };
            let n = (end - have).min(data.len() - taken);
            self.partial.put(&data[taken..taken + n]);
            taken += n;
            if have + n < end {
                return Ok((Taken::Wanting, taken));
            }
            // The prefix gives the length, which may be zero.
            if have >= PREFIX {
                return Ok((Taken::Whole, taken));
            }
        }
    }

    /// Keeps a lent message until its call is complete.
    pub(super) fn keep(&mut self, message: &[u8]) {
        let n = message.len() as u32;
        self.partial.put_array([0]);
        self.partial.put_array(n.to_be_bytes());
        self.partial.put(message);
    }

    /// Keeps a message that lies there, with its prefix. A large one takes the receive buffer with it.
    fn keep_received(&mut self, buf: &mut Buf, range: Range<usize>) {
        if !buf.is_worth_detaching(range.len()) {
            return self.partial.put(&buf.data()[range]);
        }
        let left = core::mem::take(&mut self.partial);
        self.partial = buf.detach(range, left);
    }

    /// Keeps the decompressed form of a compressed message.
    #[cold]
    fn unpack(&mut self, gzip: &mut Gzip, packed: &[u8], most: usize) -> Result<(), Unfit> {
        self.partial.clear();
        self.partial.put_array([0; PREFIX]);
        let done = gzip.inflate(packed, most, &mut self.partial);
        patch(self.partial.data_mut());
        done.map_err(|bad| match bad {
            Bad::Malformed => Unfit::Damaged,
            Bad::TooLarge => Unfit::Inflated,
        })
    }

    /// Decompresses the reassembled message, if it is compressed.
    #[inline]
    fn unpack_whole(&mut self, gzip: &mut Gzip, most: usize) -> Result<(), Unfit> {
        if self.partial.data()[0] == 0 {
            return Ok(());
        }
        let packed = core::mem::take(&mut self.partial);
        self.unpack(gzip, &packed.data()[PREFIX..], most)
    }

    /// The complete message, without its prefix. Clear it after use.
    pub(super) fn whole(&mut self) -> &mut Buf {
        self.partial.consume(PREFIX);
        &mut self.partial
    }

    /// Bytes kept.
    pub(super) fn len(&self) -> usize {
        self.partial.len()
    }

    /// Whether no part of a message was received.
    pub(super) fn is_empty(&self) -> bool {
        self.partial.is_empty()
    }
}

/// Memory of a few completed messages.
#[derive(Debug, Default)]
pub(super) struct Spare(Vec<Buf>);

impl Spare {
    pub(super) const NOTHING: Spare = Spare(Vec::new());

    /// For a new call.
    pub(super) fn take(&mut self) -> Messages {
        Messages {
            partial: self.0.pop().unwrap_or_default(),
            encoding: Compression::Identity,
        }
    }

    /// From a completed call.
    pub(super) fn give(&mut self, messages: Messages) {
        let mut partial = messages.partial;
        if self.0.len() < SPARE && partial.capacity() > 0 {
            partial.clear();
            self.0.push(partial);
        }
    }
}

/// Most buffers kept.
const SPARE: usize = 4;

#[inline]
fn length(prefix: [u8; PREFIX], most: usize, encoding: Compression) -> Result<usize, Unfit> {
    let [compressed, length @ ..] = prefix;
    let n = u32::from_be_bytes(length) as usize;
    if n > most {
        return Err(Unfit::TooLarge(n));
    }
    if compressed != 0 && encoding == Compression::Identity {
        return Err(Unfit::Compressed);
    }
    Ok(n)
}

/// Writes a message's prefix into the space reserved for it.
#[inline]
pub(super) fn patch(content: &mut [u8]) {
    let n = (content.len() - PREFIX) as u32;
    content[0] = 0;
    content[1..PREFIX].copy_from_slice(&n.to_be_bytes());
}

/// Completes the written message, and compresses it if that makes it shorter.
#[inline]
pub(super) fn seal(connection: &mut impl Carrier, encoding: Compression, gzip: &mut Gzip) {
    match encoding {
        Compression::Identity => patch(connection.body_bytes()),
        Compression::Gzip => seal_packed(connection, gzip),
    }
}

#[cold]
fn seal_packed(connection: &mut impl Carrier, gzip: &mut Gzip) {
    let content = connection.body_bytes();
    let Some(packed) = gzip.deflate(&content[PREFIX..]) else {
        return patch(content);
    };
    let end = PREFIX + packed.len();
    content[PREFIX..end].copy_from_slice(packed);
    patch(&mut content[..end]);
    content[0] = 1;
    connection.shorten_data(end);
}

/// Received content that was not parsed yet.
#[derive(Debug, Default)]
pub(super) struct Content {
    place: Option<(StreamId, Place)>,
    /// Compresses and decompresses the messages of all calls.
    pub(super) gzip: Gzip,
}

#[derive(Debug)]
enum Place {
    /// In the receive buffer.
    Received(Range<usize>),
    /// In a buffer of its own, because something else replaced the receive buffer's content.
    Apart(Buf),
}

impl Place {
    /// The content, and where it starts.
    fn content<'a>(&'a self, rx: &'a Rx) -> (&'a [u8], usize) {
        match self {
            Place::Received(range) => (&rx.buf.data()[range.clone()], range.start),
            Place::Apart(buf) => (buf.data(), 0),
        }
    }
}

/// The result of parsing content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// A message, in the receive buffer until the next event.
    Message(Range<usize>),
    /// A message, kept by its [`Messages`].
    Kept,
}

impl Content {
    pub(super) const NOTHING: Content = Content {
        place: None,
        gzip: Gzip::UNUSED,
    };

    /// Content of a stream arrived, in that part of the receive buffer.
    pub(super) fn came(&mut self, stream: StreamId, range: Range<usize>) {
        self.place = Some((stream, Place::Received(range)));
    }

    /// The stream whose content was not parsed yet.
    pub(super) fn stream(&self) -> Option<StreamId> {
        self.place.as_ref().map(|(stream, _)| *stream)
    }

    /// Drops the rest.
    pub(super) fn drop_rest(&mut self) {
        self.place = None;
    }

    /// The next message; with `keep` it stays with `messages`.
    pub(super) fn next(
        &mut self,
        connection: &mut impl Carrier,
        rx: &mut Rx,
        messages: &mut Messages,
        most: usize,
        keep: bool,
    ) -> Result<Option<Found>, Unfit> {
        let Some((stream, place)) = self.place.take() else {
            return Ok(None);
        };
        let (data, start) = place.content(rx);
        let all = data.len();
        // Empty content marks the end of a stream, which may follow a kept message.
        if data.is_empty() {
            return Ok(None);
        }
        let (taken, n) = messages.take(data, most)?;
        let message = match taken {
            Taken::Wanting => return Ok(None),
            Taken::Lent(range) => match place {
                Place::Received(_) if keep => {
                    let with_prefix = start + range.start - PREFIX..start + range.end;
                    messages.keep_received(&mut rx.buf, with_prefix);
                    None
                }
                Place::Received(_) => Some(start + range.start..start + range.end),
                Place::Apart(_) => {
                    messages.keep(&data[range]);
                    None
                }
            },
            Taken::Packed(range) => {
                messages.unpack(&mut self.gzip, &data[range], most)?;
                None
            }
            Taken::Whole => {
                messages.unpack_whole(&mut self.gzip, most)?;
                None
            }
        };
        let rest = all > n;
        let lends = !keep && message.is_none();
        self.place = match place {
            _ if !rest => None,
            // Replacing the receive buffer's content would lose the rest.
            Place::Received(_) if lends => {
                let mut apart = Buf::new();
                apart.put(&place.content(rx).0[n..]);
                Some((stream, Place::Apart(apart)))
            }
            Place::Received(range) => Some((stream, Place::Received(start + n..range.end))),
            Place::Apart(mut buf) => {
                buf.consume(n);
                Some((stream, Place::Apart(buf)))
            }
        };
        Ok(Some(match message {
            Some(range) => Found::Message(range),
            None if keep => Found::Kept,
            None => Found::Message(connection.lend(rx, messages.whole())),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wire(messages: &[&[u8]]) -> Vec<u8> {
        let mut all = Vec::new();
        for message in messages {
            all.push(0);
            all.extend((message.len() as u32).to_be_bytes());
            all.extend_from_slice(message);
        }
        all
    }

    fn read(pieces: &[&[u8]]) -> Vec<Vec<u8>> {
        let mut messages = Messages::default();
        let mut all = Vec::new();
        for piece in pieces {
            let mut rest = *piece;
            while !rest.is_empty() {
                let (taken, n) = messages.take(rest, 100).unwrap();
                match taken {
                    Taken::Lent(range) => all.push(rest[range].to_vec()),
                    Taken::Whole => {
                        let whole = messages.whole();
                        all.push(whole.data().to_vec());
                        whole.clear();
                    }
                    Taken::Wanting => assert_eq!(n, rest.len()),
                    Taken::Packed(range) => panic!("{range:?}"),
                }
                rest = &rest[n..];
            }
        }
        assert!(messages.is_empty());
        all
    }

    #[test]
    fn a_byte_at_a_time_is_the_same_as_all_at_once() {
        let expected: [&[u8]; 5] = [b"one", b"", b"", b"three", b"4"];
        let bytes = wire(&expected);
        assert_eq!(read(&[&bytes]), expected);
        let single: Vec<&[u8]> = bytes.chunks(1).collect();
        assert_eq!(read(&single), expected);
        for at in 0..bytes.len() {
            let (a, b) = bytes.split_at(at);
            assert_eq!(read(&[a, b]), expected, "{at}");
        }
    }

    #[test]
    fn what_is_too_large_or_compressed_is_refused_at_its_prefix() {
        let mut messages = Messages::default();
        let large = [0, 0, 0, 0, 101];
        assert_eq!(messages.take(&large, 100), Err(Unfit::TooLarge(101)));
        assert_eq!(messages.take(&large[..4], 100), Ok((Taken::Wanting, 4)));
        assert_eq!(messages.take(&large[4..], 100), Err(Unfit::TooLarge(101)));
        let mut messages = Messages::default();
        assert_eq!(messages.take(&[1, 0, 0, 0, 1], 100), Err(Unfit::Compressed));
    }
}
