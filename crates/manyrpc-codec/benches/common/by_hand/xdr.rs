//! XDR (RFC 4506) written by hand for known types and without visitors. Used by this benchmark and
//! by the lab.

use manyrpc_codec::Buf;

use super::Info;

pub(crate) fn info(out: &mut Buf, v: &Info<'_>) {
    out.put_u32(v.id as u32);
    opaque(out, v.first_name.as_bytes());
    opaque(out, v.last_name.as_bytes());
    out.put_u32(v.age as u32);
    opaque(out, v.email.as_bytes());
    opaque(out, v.phone.as_bytes());
    out.put_u32(u32::from(v.newsletter));
    out.put_u32(v.latitude.to_bits());
    out.put_u32(v.longitude.to_bits());
    opaque(out, &v.photo);
}

pub(crate) fn ints(out: &mut Buf, v: &[i32]) {
    let bytes = 4 * v.len();
    out.put_u32(v.len() as u32);
    let space = &mut out.space(bytes)[..bytes];
    for (to, from) in space.as_chunks_mut::<4>().0.iter_mut().zip(v) {
        *to = from.to_be_bytes();
    }
    out.filled(bytes);
}

fn opaque(out: &mut Buf, v: &[u8]) {
    let end = 4 + v.len().next_multiple_of(4);
    let space = &mut out.space(end)[..end];
    // The padding first, so that the length can overwrite it if there are no bytes.
    space[end - 4..].fill(0);
    space[..4].copy_from_slice(&(v.len() as u32).to_be_bytes());
    space[4..4 + v.len()].copy_from_slice(v);
    out.filled(end);
}
