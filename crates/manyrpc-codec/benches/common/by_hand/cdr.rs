//! CDR (CORBA 3.0, section 15.3), written in little-endian and read in both orders by hand, for known types
//! and without visitors, from a multiple of 8. Used by this benchmark and by the lab.

use std::ffi::CStr;

use manyrpc_codec::Buf;
use manyrpc_codec::cdr::ByteOrder;

use super::Info;

/// The bound of the sequence in its definition.
const MOST_INTS: u32 = 1_000_000;

/// The limit on messages.
const MOST_BYTES: usize = 64 << 20;

pub(crate) fn info(out: &mut Buf, v: &Info<'_>) {
    let start = out.len();
    word(out, v.id as u32);
    text(out, start, &v.first_name);
    text(out, start, &v.last_name);
    align(out, start);
    word(out, v.age as u32);
    text(out, start, &v.email);
    text(out, start, &v.phone);
    // A boolean is one byte, behind the text as it ends.
    out.put_array([u8::from(v.newsletter)]);
    align(out, start);
    let words = [
        v.latitude.to_bits(),
        v.longitude.to_bits(),
        v.photo.len() as u32,
    ];
    out.put(words.map(u32::to_le_bytes).as_flattened());
    out.put(&v.photo);
}

pub(crate) fn ints(out: &mut Buf, v: &[i32]) {
    let bytes = 4 * v.len();
    word(out, v.len() as u32);
    let space = &mut out.space(bytes)[..bytes];
    for (to, from) in space.as_chunks_mut::<4>().0.iter_mut().zip(v) {
        *to = from.to_le_bytes();
    }
    out.filled(bytes);
}

/// `None` if the bytes are not just that, or too many.
pub(crate) fn read_ints(bytes: &[u8], order: ByteOrder, v: &mut Vec<i32>) -> Option<()> {
    let (count, elements) = bytes.split_first_chunk::<4>()?;
    let count = match order {
        ByteOrder::Big => u32::from_be_bytes(*count),
        ByteOrder::Little => u32::from_le_bytes(*count),
    };
    let all = count as usize * 4 == elements.len();
    if !all || count > MOST_INTS || bytes.len() > MOST_BYTES {
        return None;
    }
    v.clear();
    let chunks = elements.as_chunks::<4>().0.iter();
    match (order, bytemuck::try_cast_slice(elements)) {
        (ByteOrder::Little, Ok(ints)) if cfg!(target_endian = "little") => {
            v.extend_from_slice(ints);
        }
        (ByteOrder::Little, _) => v.extend(chunks.map(|word| i32::from_le_bytes(*word))),
        (ByteOrder::Big, _) => v.extend(chunks.map(|word| i32::from_be_bytes(*word))),
    }
    Some(())
}

/// A string: a gap, its length with the terminator, the characters, the terminator.
fn text(out: &mut Buf, start: usize, v: &str) {
    let gap = (start.wrapping_sub(out.len())) & 3;
    let end = gap + 4 + v.len() + 1;
    let space = &mut out.space(end)[..end];
    space[..gap].fill(0);
    space[gap..gap + 4].copy_from_slice(&(v.len() as u32 + 1).to_le_bytes());
    space[gap + 4..end - 1].copy_from_slice(v.as_bytes());
    space[end - 1] = 0;
    out.filled(end);
}

fn align(out: &mut Buf, start: usize) {
    let gap = (start.wrapping_sub(out.len())) & 3;
    out.space(gap)[..gap].fill(0);
    out.filled(gap);
}

fn word(out: &mut Buf, v: u32) {
    out.put_array(v.to_le_bytes());
}

/// What `read_info` finds, for whatever type the caller keeps it in.
pub(crate) struct Parts<'a> {
    pub(crate) id: i32,
    pub(crate) first_name: &'a str,
    pub(crate) last_name: &'a str,
    pub(crate) age: i32,
    pub(crate) email: &'a str,
    pub(crate) phone: &'a str,
    pub(crate) newsletter: bool,
    pub(crate) latitude: f32,
    pub(crate) longitude: f32,
    pub(crate) photo: &'a [u8],
}

/// `None` if the bytes are not just that.
#[inline]
pub(crate) fn read_info(bytes: &[u8], order: ByteOrder) -> Option<Parts<'_>> {
    let mut r = Reader {
        rest: bytes,
        total: bytes.len(),
        order,
    };
    let parts = Parts {
        id: r.word()? as i32,
        first_name: r.text()?,
        last_name: r.text()?,
        age: r.word()? as i32,
        email: r.text()?,
        phone: r.text()?,
        newsletter: match r.take(1)? {
            [0] => false,
            [1] => true,
            _ => return None,
        },
        latitude: f32::from_bits(r.word()?),
        longitude: f32::from_bits(r.word()?),
        photo: {
            let length = r.word()? as usize;
            r.take(length)?
        },
    };
    (r.rest.is_empty() && bytes.len() <= MOST_BYTES).then_some(parts)
}

struct Reader<'a> {
    rest: &'a [u8],
    total: usize,
    order: ByteOrder,
}

impl<'a> Reader<'a> {
    #[inline]
    fn take(&mut self, n: usize) -> Option<&'a [u8]> {
        let (bytes, rest) = self.rest.split_at_checked(n)?;
        self.rest = rest;
        Some(bytes)
    }

    #[inline]
    fn word(&mut self) -> Option<u32> {
        let gap = self.rest.len().wrapping_sub(self.total) & 3;
        let (word, rest) = self.rest.get(gap..)?.split_first_chunk::<4>()?;
        self.rest = rest;
        Some(match self.order {
            ByteOrder::Big => u32::from_be_bytes(*word),
            ByteOrder::Little => u32::from_le_bytes(*word),
        })
    }

    /// It ends at the first NUL, and may lack one if it is empty.
    fn text(&mut self) -> Option<&'a str> {
        let n = self.word()? as usize;
        let bytes = self.take(n)?;
        match bytes.last() {
            None => Some(""),
            Some(0) => CStr::from_bytes_until_nul(bytes).ok()?.to_str().ok(),
            Some(_) => None,
        }
    }
}
