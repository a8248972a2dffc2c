//! NDR (C706, chapter 14), little-endian, written by hand for known types and without visitors.
//! Used by this benchmark and by the lab.

use manyrpc_codec::Buf;

use super::Info;

/// A non-null referent identifier.
const REFERENT: u32 = 1;

/// The record, then the targets of its pointers.
pub(crate) fn info(out: &mut Buf, v: &Info<'_>) {
    // A boolean is one byte, followed by three bytes of padding.
    let record = [
        v.id as u32,
        REFERENT,
        REFERENT,
        v.age as u32,
        REFERENT,
        REFERENT,
        u32::from(v.newsletter),
        v.latitude.to_bits(),
        v.longitude.to_bits(),
        v.photo.len() as u32,
        REFERENT,
    ];
    words(out, record);
    text(out, &v.first_name);
    text(out, &v.last_name);
    text(out, &v.email);
    text(out, &v.phone);
    words(out, [v.photo.len() as u32]);
    out.put(&v.photo);
}

pub(crate) fn ints(out: &mut Buf, v: &[i32]) {
    let bytes = 4 * v.len();
    words(out, [v.len() as u32, REFERENT, v.len() as u32]);
    let space = &mut out.space(bytes)[..bytes];
    for (to, from) in space.as_chunks_mut::<4>().0.iter_mut().zip(v) {
        *to = from.to_le_bytes();
    }
    out.filled(bytes);
}

/// A conformant varying string: maximum, offset and actual count, the characters with their NUL,
/// and padding.
fn text(out: &mut Buf, v: &str) {
    let count = v.len() + 1;
    let end = 12 + count.next_multiple_of(4);
    let space = &mut out.space(end)[..end];
    space[end - 4..].fill(0);
    space[..4].copy_from_slice(&(count as u32).to_le_bytes());
    space[4..8].fill(0);
    space[8..12].copy_from_slice(&(count as u32).to_le_bytes());
    space[12..12 + v.len()].copy_from_slice(v.as_bytes());
    out.filled(end);
}

fn words<const N: usize>(out: &mut Buf, v: [u32; N]) {
    out.put(v.map(u32::to_le_bytes).as_flattened());
}
