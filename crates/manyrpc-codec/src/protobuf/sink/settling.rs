//! Work left to the end: lengths that need more room, and large parts that their growth would move.
//! Those are left out at first, and copied once, to their final place.

use alloc::boxed::Box;
use alloc::vec::{self, Vec};

use super::wire::write_varint;
use super::{Books, Encoder};
use crate::protobuf::format::varint_len;

/// How many times larger a part must be than everything written before it: walking takes longer per
/// byte than moving.
const OUTWEIGHS: usize = 8;

/// A place in the output.
pub(super) struct Mark {
    at: usize,
    kind: Kind,
}

enum Kind {
    /// A message begins there whose length has one byte of room and needs more.
    Gap(u64),
    /// This many bytes were left out there.
    Hole(usize),
}

/// Work left to the end.
#[derive(Default)]
pub(super) struct Settling<'b> {
    marks: Vec<Mark>,
    /// The number of bytes left out.
    left_out: usize,
    /// Set during a walk that only copies those.
    filling: Option<Filling<'b>>,
}

/// A walk that copies what an earlier one left out.
struct Filling<'b> {
    message: &'b mut [u8],
    holes: vec::IntoIter<Mark>,
    /// Whether the value is unchanged.
    same: bool,
}

impl<'b> Settling<'b> {
    /// The state of a walk that copies the parts left out by an earlier one into the message.
    pub(super) fn filling(message: &'b mut [u8], holes: Vec<Mark>) -> Box<Self> {
        let filling = Some(Filling {
            message,
            holes: holes.into_iter(),
            same: true,
        });
        Box::new(Settling {
            filling,
            ..Settling::default()
        })
    }

    /// Whether everything left out has been copied.
    pub(super) fn is_done(&self) -> bool {
        let mut filling = self.filling.iter();
        filling.all(|filling| filling.same && filling.holes.len() == 0)
    }
}

impl Filling<'_> {
    fn copy(&mut self, part: &[u8]) {
        let space = self.holes.next().and_then(|hole| match hole.kind {
            Kind::Hole(n) if n == part.len() => self.message.get_mut(hole.at..hole.at + n),
            _ => None,
        });
        match space {
            Some(space) => space.copy_from_slice(part),
            None => self.same = false,
        }
    }
}

impl<'b> Books<'b> {
    fn settling(&mut self) -> &mut Settling<'b> {
        self.settling.get_or_insert_default()
    }

    /// Records that a message begins there whose length has one byte of room and needs more.
    pub(super) fn note_gap(&mut self, body: usize, length: u64) {
        let kind = Kind::Gap(length);
        self.settling().marks.push(Mark { at: body, kind });
    }

    /// Opens all gaps, last to first, so that each byte is moved once. Returns the parts left out,
    /// in order, at their final places.
    #[cold]
    #[inline(never)]
    pub(super) fn settle(&mut self, space: &mut [u8], at: usize) -> Vec<Mark> {
        let settling = self.settling.take().filter(|_| self.failure.is_none());
        let mut marks = settling.map_or_else(Vec::new, |settling| settling.marks);
        if at + self.missing > space.len() {
            return Vec::new();
        }
        marks.sort_unstable_by_key(|mark| mark.at);
        let mut from = at;
        let mut to = from + self.missing;
        for mark in marks.iter_mut().rev() {
            let skipped = match mark.kind {
                Kind::Gap(_) => 0,
                Kind::Hole(n) => n,
            };
            let tail = mark.at + skipped;
            to -= from - tail;
            space.copy_within(tail..from, to);
            match mark.kind {
                Kind::Gap(length) => {
                    to -= varint_len(length);
                    write_varint(&mut space[to..], 0, length);
                    // The reserved byte becomes part of the length.
                    from = mark.at - 1;
                }
                Kind::Hole(n) => {
                    from = mark.at;
                    to -= n;
                    mark.at = to;
                }
            }
        }
        marks.retain(|mark| matches!(mark.kind, Kind::Hole(_)));
        marks
    }
}

impl Encoder<'_, '_> {
    /// Leaves these bytes out at first if they are in a message that will probably need more room
    /// for its length, and little else has to be walked again. Returns whether it did.
    pub(super) fn leaves_out(&mut self, part: &[u8]) -> bool {
        let (at, n) = (self.at, part.len());
        let books = &mut *self.books;
        let is_nested = books.depth != books.shallow || books.missing > 0;
        let left_out = books.settling.as_ref().map_or(0, |s| s.left_out);
        if !is_nested || n / OUTWEIGHS < at - left_out {
            return false;
        }
        let settling = books.settling();
        settling.left_out += n;
        match &mut settling.filling {
            Some(filling) => filling.copy(part),
            None => settling.marks.push(Mark {
                at,
                kind: Kind::Hole(n),
            }),
        }
        self.at += n;
        true
    }
}
