//! What all walks of the encoder write to.

use alloc::collections::BTreeMap;
use alloc::string::String;

use super::{DIMENSIONS, Limits, Walk, chars, sink::Encoder};
use crate::buf::Buf;
use crate::error::{Unencodable, UnencodableKind};
use crate::meta::{Array, Chars, Discriminant, Enum, Field, Length, Union};

/// What stands for a pointer that nothing else shares. Receivers look only at whether it is 0.
pub(super) const REFERENT: u32 = 1;

/// The identifier of the first shared referent (C706, section 14.3.11.1).
const FIRST_SHARED: u32 = 1;

/// Appends to a buffer. The first failure sticks; [`Writer::finish`] reports it.
///
/// Fixed-width scalars are written inline, what is longer out of line.
pub(super) struct Writer<'b> {
    out: &'b mut Buf,
    start: usize,
    pub(super) depth: u32,
    bytes: usize,
    /// Said about the next array.
    pub(super) extent: Option<Extent>,
    /// Lengths of the array being written, by dimension, and the dimension that comes next.
    lengths: [usize; DIMENSIONS],
    pub(super) level: usize,
    shared: Option<BTreeMap<usize, Referent>>,
    failure: Option<Unencodable>,
}

/// Which part of an array is sent.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    pub(super) capacity: Option<u32>,
    pub(super) first: u32,
}

/// What a full pointer points to.
struct Referent {
    id: u32,
    written: bool,
}

impl<'b> Writer<'b> {
    #[inline]
    pub(super) fn new(out: &'b mut Buf, limits: &Limits) -> Self {
        Writer {
            start: out.len(),
            out,
            depth: limits.depth,
            bytes: limits.bytes,
            extent: None,
            lengths: [0; DIMENSIONS],
            level: 0,
            shared: None,
            failure: None,
        }
    }

    #[inline]
    pub(super) fn walk<const P: Walk>(&mut self) -> Encoder<'_, 'b, P> {
        Encoder { w: self }
    }

    /// Ends the value. On failure the buffer is as it was before.
    #[inline]
    pub(super) fn finish(self) -> Result<(), Unencodable> {
        if self.failure.is_none() && self.out.len() - self.start <= self.bytes {
            return Ok(());
        }
        self.failed()
    }

    #[cold]
    #[inline(never)]
    fn failed(self) -> Result<(), Unencodable> {
        self.out.truncate(self.start);
        Err(self.failure.unwrap_or_else(|| Unencodable {
            kind: UnencodableKind::TooLarge,
            field: String::from("message"),
        }))
    }

    #[cold]
    #[inline(never)]
    pub(super) fn fail(&mut self, f: &Field, kind: UnencodableKind) {
        if self.failure.is_none() {
            let field = String::from(&*f.name);
            self.failure = Some(Unencodable { kind, field });
        }
    }

    #[cold]
    #[inline(never)]
    fn fail_length(&mut self, f: &Field, n: usize, max: u32) {
        let (count, max) = (n as u64, u64::from(max));
        self.fail(f, UnencodableKind::Length { count, max });
    }

    /// A primitive at a multiple of its size (section 14.2.2).
    #[inline]
    pub(super) fn put<const N: usize>(&mut self, f: &Field, bytes: [u8; N]) {
        if !self.out.put_aligned_if_room(self.start, bytes) {
            self.put_after_growth(f, &bytes);
        }
    }

    #[inline]
    pub(super) fn put_u32(&mut self, f: &Field, v: u32) {
        self.put(f, v.to_le_bytes());
    }

    #[cold]
    #[inline(never)]
    fn put_after_growth(&mut self, f: &Field, bytes: &[u8]) {
        self.append(f, bytes.len(), bytes.len(), |space| {
            space.copy_from_slice(bytes);
        });
    }

    /// Makes room for `n` bytes more, of which up to 8 may not be used, unless that is beyond the limit.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, f: &Field, n: usize) -> bool {
        if n > self
            .bytes
            .saturating_sub(self.out.len() - self.start)
            .saturating_add(8)
        {
            self.fail(f, UnencodableKind::TooLarge);
            return false;
        }
        self.out.space(n);
        true
    }

    /// `n` bytes at a multiple of `align`, which is 1, 2, 4 or 8; gaps are zeros.
    #[inline]
    pub(super) fn append(
        &mut self,
        f: &Field,
        align: usize,
        n: usize,
        write: impl FnOnce(&mut [u8]),
    ) {
        if !self.out.has_room(n.saturating_add(8)) && !self.grow(f, n.saturating_add(8)) {
            return;
        }
        self.out.append_aligned_if_room(self.start, align, n, write);
    }

    #[inline]
    pub(super) fn align(&mut self, f: &Field, align: u8) {
        let align = usize::from(align);
        if self.start.wrapping_sub(self.out.len()) & (align.wrapping_sub(1)) != 0 {
            self.append(f, align, 0, |_| {});
        }
    }

    /// One level down, unless that is too deep.
    #[inline]
    pub(super) fn nested(&mut self, f: &Field, inside: impl FnOnce(&mut Self)) {
        if self.depth == 0 {
            return self.fail(f, UnencodableKind::TooDeep);
        }
        self.depth -= 1;
        inside(self);
        self.depth += 1;
    }

    /// Whether an array may have so many elements; if not, that is the failure.
    #[inline]
    pub(super) fn permitted(&mut self, f: &Field, n: usize) -> bool {
        let (permitted, max) = match f.length {
            Length::Fixed(len) => (n == len as usize, len),
            Length::UpTo(max) => (n <= max as usize, max),
        };
        if !permitted {
            self.fail_length(f, n, max);
        }
        permitted
    }

    /// The maximum count (section 14.3.3.2), which counts empty elements.
    #[inline]
    pub(super) fn put_max(&mut self, f: &Field, n: usize) {
        self.put_max_of(f, n, f.varies());
    }

    /// The same of an array or text, part of whose capacity may be sent if it `varies`.
    #[inline]
    pub(super) fn put_max_of(&mut self, f: &Field, n: usize, varies: bool) {
        self.note_length(n);
        let max = match self.extent {
            None => n as u32,
            Some(extent) => self.capacity(f, n, extent, varies),
        };
        self.put_u32(f, max);
    }

    #[cold]
    #[inline(never)]
    fn capacity(&mut self, f: &Field, n: usize, extent: Extent, varies: bool) -> u32 {
        let least = (n as u32).saturating_add(extent.first);
        let capacity = extent.capacity.unwrap_or(least);
        let whole = capacity as usize == n && extent.first == 0;
        if capacity < least || !(whole || varies) {
            self.fail_length(f, n, capacity);
        }
        capacity
    }

    /// The offset of what is sent and how much that is (section 14.3.3.3).
    #[inline]
    pub(super) fn put_part(&mut self, f: &Field, n: usize) {
        self.note_length(n);
        if f.is_short() {
            return self.put_short_part(f, n);
        }
        let first = self.extent.map_or(0, |extent| extent.first);
        self.put_u32(f, first);
        self.put_u32(f, n as u32);
    }

    /// The counts of NCS.
    #[cold]
    #[inline(never)]
    fn put_short_part(&mut self, f: &Field, n: usize) {
        let whole = Extent {
            capacity: None,
            first: 0,
        };
        let Extent { capacity, first } = self.extent.unwrap_or(whole);
        let capacity = capacity.unwrap_or(n as u32);
        let most = capacity.min(u16::MAX.into());
        if first != 0 || n > most as usize {
            return self.fail_length(f, n, most);
        }
        if f.ndr.array == Array::ShortConformant {
            self.put(f, (most as u16).to_le_bytes());
        }
        self.put(f, (n as u16).to_le_bytes());
    }

    #[inline]
    fn note_length(&mut self, n: usize) {
        if let Some(length) = self.lengths.get_mut(self.level) {
            *length = n;
        }
    }

    /// Whether an inner dimension has the length that was sent for it; if not, that is the failure.
    #[inline]
    pub(super) fn is_as_noted(&mut self, f: &Field, n: usize) -> bool {
        let noted = self.lengths.get(self.level).copied().unwrap_or(0);
        if noted != n {
            self.fail_length(f, n, noted as u32);
        }
        noted == n
    }

    /// The characters of a text, terminated if it is to be.
    #[inline]
    pub(super) fn put_chars(&mut self, f: &Field, v: &str, n: usize) {
        match f.ndr.chars {
            Chars::Natural | Chars::Narrow => self.append(f, 1, n, |space| {
                let (text, nul) = space.split_at_mut(v.len());
                text.copy_from_slice(v.as_bytes());
                nul.fill(0);
            }),
            Chars::Wide => self.append(f, 2, n * 2, |space| {
                space.fill(0);
                for (to, unit) in space
                    .as_chunks_mut::<2>()
                    .0
                    .iter_mut()
                    .zip(v.encode_utf16())
                {
                    *to = unit.to_le_bytes();
                }
            }),
        }
    }

    /// How many characters go out, the terminator among them; none if the text cannot.
    #[inline]
    pub(super) fn char_count(&mut self, f: &Field, v: &str, terminated: bool) -> Option<usize> {
        let n = match f.ndr.chars {
            Chars::Natural | Chars::Narrow => v.len(),
            Chars::Wide => chars::units(v),
        };
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        if n > max as usize {
            self.fail_length(f, n, max);
            return None;
        }
        if terminated && chars::has_nul(v.as_bytes()) {
            self.fail(f, UnencodableKind::Nul);
            return None;
        }
        Some(n + usize::from(terminated))
    }

    /// Text as most of it is: conformant, varying, terminated, of narrow characters.
    #[inline(never)]
    pub(super) fn put_string(&mut self, f: &Field, v: &str) {
        let Some(n) = self.char_count(f, v, true) else {
            return;
        };
        self.append(f, 4, 12 + n, |space| {
            let (counts, text) = space.split_at_mut(12);
            counts[..4].copy_from_slice(&(n as u32).to_le_bytes());
            counts[4..8].fill(0);
            counts[8..].copy_from_slice(&(n as u32).to_le_bytes());
            text[..v.len()].copy_from_slice(v.as_bytes());
            text[v.len()] = 0;
        });
    }

    /// Scalars at once.
    #[inline(always)]
    pub(super) fn put_scalars<T: Copy, const N: usize>(
        &mut self,
        f: &Field,
        v: &[T],
        bytes: fn(T) -> [u8; N],
    ) {
        if v.is_empty() {
            return;
        }
        self.append(f, N, v.len() * N, |space| {
            for (to, from) in space.as_chunks_mut::<N>().0.iter_mut().zip(v) {
                *to = bytes(*from);
            }
        });
    }

    /// Section 14.2.5.1: 16 bits; 32 where the definition says so.
    #[inline]
    pub(super) fn put_member(&mut self, f: &Field, m: &Enum, v: i32) {
        if !m.contains(v) {
            return self.fail(f, UnencodableKind::NotMember(v));
        }
        match f.ndr.bits {
            32 => self.put(f, v.to_le_bytes()),
            // Definitions go up to 65,535 too.
            _ if (-0x8000..=0xffff).contains(&v) => self.put(f, (v as u16).to_le_bytes()),
            _ => self.fail(f, UnencodableKind::NotMember(v)),
        }
    }

    /// Section 14.3.8: the discriminant; false if it has no such value.
    #[inline]
    pub(super) fn put_label(&mut self, f: &Field, m: &Union, label: i64) -> bool {
        let width = tag_width(m);
        let bits = u32::from(width) * 8;
        let fits = match &m.discriminant {
            Discriminant::I32 => label << (64 - bits) >> (64 - bits) == label,
            Discriminant::Enum(_) if bits == 16 => (-0x8000..=0xffff).contains(&label),
            Discriminant::Enum(_) => i32::try_from(label).is_ok(),
            Discriminant::U32 => label >= 0 && (bits > 62 || label >> bits == 0),
            Discriminant::Bool => label == 0 || label == 1,
        };
        if !fits {
            self.fail(f, UnencodableKind::NoArm(label));
            return false;
        }
        match width {
            1 => self.put(f, (label as i8).to_le_bytes()),
            2 => self.put(f, (label as i16).to_le_bytes()),
            4 => self.put(f, (label as i32).to_le_bytes()),
            _ => self.put(f, label.to_le_bytes()),
        }
        true
    }

    /// The identifier of what a full pointer points to.
    pub(super) fn referent(&mut self, identity: usize) -> u32 {
        if identity == 0 {
            return 0;
        }
        let shared = self.shared.get_or_insert_default();
        let next = FIRST_SHARED + shared.len() as u32;
        let referent = shared.entry(identity);
        referent
            .or_insert(Referent {
                id: next,
                written: false,
            })
            .id
    }

    /// Whether it is yet to be written; from now on it is not. Of several pointers that one takes
    /// it along whose referent comes first, which need not be the one that came first: so do
    /// FreeDCE and Windows.
    pub(super) fn takes_along(&mut self, identity: usize) -> bool {
        let shared = self.shared.get_or_insert_default();
        match shared.get_mut(&identity) {
            Some(referent) => !core::mem::replace(&mut referent.written, true),
            None => false,
        }
    }
}

/// How many bytes a union's discriminant has.
#[inline]
pub(super) fn tag_width(m: &Union) -> u8 {
    match (m.ndr.tag, &m.discriminant) {
        (0, Discriminant::I32 | Discriminant::U32) => 4,
        (0, Discriminant::Bool) => 1,
        (0, Discriminant::Enum(_)) => 2,
        (stated, _) => stated,
    }
}
