//! Writing Protocol Buffers.

mod arrays;
mod messages;
mod settling;
mod values;
mod wire;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::Limits;
use crate::buf::Buf;
use crate::error::{Unencodable, UnencodableKind};
use crate::meta::{Field, Length, Presence};
use settling::{Mark, Settling};

pub(super) use wire::zigzag;

/// Bytes of one message that may be shifted immediately to make room for lengths.
const SHIFTED: usize = 4096;

/// How often a value is written until there is room for it. The first attempt finds the size it
/// needs, so a third is only for values that change in the meantime.
const ATTEMPTS: usize = 3;

/// Appends what `value` writes. On failure the buffer is unchanged.
#[inline(always)]
pub(super) fn encode(
    buf: &mut Buf,
    limits: &Limits,
    value: impl Fn(&mut Encoder<'_, '_>),
) -> Result<(), Unencodable> {
    attempt(buf, limits, &value, ATTEMPTS)
}

/// The same with a bounded number of attempts: a value that does not fit is counted to its end and
/// written again.
#[inline(never)]
fn attempt(
    buf: &mut Buf,
    limits: &Limits,
    value: &impl Fn(&mut Encoder<'_, '_>),
    attempts: usize,
) -> Result<(), Unencodable> {
    let space = buf.space(0);
    let room = space.len();
    let mut books = Books::new(limits);
    let at = lent(space, 0, &mut books, value);
    let holes = match books.settling {
        None => Vec::new(),
        Some(_) => books.settle(space, at),
    };
    let size = books.finish(at, limits)?;
    if size <= room {
        if !holes.is_empty() {
            fill(buf, limits, value, size, holes)?;
        }
        buf.filled(size);
        return Ok(());
    }
    if attempts <= 1 {
        return Err(too_large());
    }
    make_room(buf, size);
    attempt(buf, limits, value, attempts - 1)
}

/// Walks the value again to copy the large parts that were left out.
#[cold]
#[inline(never)]
fn fill(
    buf: &mut Buf,
    limits: &Limits,
    value: &impl Fn(&mut Encoder<'_, '_>),
    size: usize,
    holes: Vec<Mark>,
) -> Result<(), Unencodable> {
    let mut books = Books::new(limits);
    books.settling = Some(Settling::filling(buf.space(size), holes));
    lent(&mut [], 0, &mut books, value);
    let whole = books.settling.is_some_and(|settling| settling.is_done());
    match books.failure {
        Some(failure) => Err(failure),
        None if whole => Ok(()),
        None => Err(too_large()),
    }
}

#[cold]
#[inline(never)]
fn make_room(buf: &mut Buf, size: usize) {
    let _ = buf.space(size);
}

#[cold]
fn too_large() -> Unencodable {
    Unencodable {
        kind: UnencodableKind::TooLarge,
        field: String::from("message"),
    }
}

/// Encodes values. Keeps the first failure.
///
/// The position is a field here rather than in a buffer, and functions that are not inlined take
/// and return it separately (`lend`): so it stays in a register, which is half of the time of a
/// small message. Bytes without room are only counted.
pub(super) struct Encoder<'s, 'b> {
    space: &'s mut [u8],
    /// The position of the next byte.
    at: usize,
    books: &'s mut Books<'b>,
}

/// The state of a value besides its bytes.
struct Books<'b> {
    depth: u32,
    /// Bytes that may still be shifted immediately.
    shifts: usize,
    /// The bytes that lengths need beyond their reserved byte.
    missing: usize,
    /// The depth if no message had a length prefix.
    shallow: u32,
    /// What is settled at the end, if anything. Boxed, so that the state stays small without it.
    settling: Option<Box<Settling<'b>>>,
    failure: Option<Unencodable>,
}

impl Books<'_> {
    #[inline]
    fn new(limits: &Limits) -> Self {
        Books {
            depth: limits.depth,
            shifts: SHIFTED,
            missing: 0,
            shallow: limits.depth,
            settling: None,
            failure: None,
        }
    }

    /// Ends a value of this many bytes and returns its total length. If that exceeds the room, the
    /// output is unusable.
    #[inline]
    fn finish(self, at: usize, limits: &Limits) -> Result<usize, Unencodable> {
        let size = at + self.missing;
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        if size > limits.bytes {
            return Err(too_large());
        }
        Ok(size)
    }

    #[cold]
    #[inline(never)]
    fn fail(&mut self, f: &Field, kind: UnencodableKind) {
        if self.failure.is_none() {
            let field = String::from(&*f.name);
            self.failure = Some(Unencodable { kind, field });
        }
    }
}

impl<'b> Encoder<'_, 'b> {
    /// Lets code that is not inlined write.
    #[inline(always)]
    fn lend(&mut self, write: impl FnOnce(&mut Encoder<'_, 'b>)) {
        self.at = lent(self.space, self.at, self.books, write);
    }

    #[inline]
    fn fail(&mut self, f: &Field, kind: UnencodableKind) {
        self.books.fail(f, kind);
    }

    /// Whether this many elements are permitted; records the failure if not.
    #[inline]
    fn fits(&mut self, f: &Field, n: usize) -> bool {
        let (permitted, max) = match f.length {
            Length::Fixed(len) => (n == len as usize, len),
            Length::UpTo(max) => (n <= max as usize, max),
        };
        if !permitted {
            let (count, max) = (n as u64, u64::from(max));
            self.fail(f, UnencodableKind::Length { count, max });
        }
        permitted
    }

    /// Whether a default value is omitted. A field without a number is always written.
    #[inline]
    fn omits(f: &Field) -> bool {
        f.pb.presence == Presence::Implicit && f.pb.number != 0
    }
}

/// Writes from this position on; returns the new position.
#[inline(never)]
fn lent<'b>(
    space: &mut [u8],
    at: usize,
    books: &mut Books<'b>,
    write: impl FnOnce(&mut Encoder<'_, 'b>),
) -> usize {
    let mut sink = Encoder { space, at, books };
    write(&mut sink);
    sink.at
}
