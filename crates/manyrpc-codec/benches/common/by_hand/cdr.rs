//! CDR (CORBA 3.0, section 15.3), little-endian, written by hand for known types and without visitors, from a
//! multiple of 8.

use manyrpc_codec::Buf;

use super::Info;

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
