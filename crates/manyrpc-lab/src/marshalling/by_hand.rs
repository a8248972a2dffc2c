//! What somebody writes who knows the type and the buffer, and nothing of visitors.

use manyrpc_codec::Buf;

use super::Info;

/// XDR (RFC 4506).
pub(crate) mod xdr {
    use super::{Buf, Info};

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
        for (to, from) in space.chunks_exact_mut(4).zip(v) {
            to.copy_from_slice(&from.to_be_bytes());
        }
        out.filled(bytes);
    }

    fn opaque(out: &mut Buf, v: &[u8]) {
        let end = 4 + v.len().next_multiple_of(4);
        let space = &mut out.space(end)[..end];
        // The padding first, so that the length may overwrite it where there are no bytes.
        space[end - 4..].fill(0);
        space[..4].copy_from_slice(&(v.len() as u32).to_be_bytes());
        space[4..4 + v.len()].copy_from_slice(v);
        out.filled(end);
    }
}

/// NDR (C706, chapter 14), little-endian: pointers in place, then what they point to.
pub(crate) mod ndr {
    use super::{Buf, Info};

    /// What stands for a pointer that is not null.
    const REFERENT: u32 = 1;

    pub(crate) fn info(out: &mut Buf, v: &Info<'_>) {
        word(out, v.id as u32);
        word(out, REFERENT);
        word(out, REFERENT);
        word(out, v.age as u32);
        word(out, REFERENT);
        word(out, REFERENT);
        // One byte, and three of padding.
        word(out, u32::from(v.newsletter));
        word(out, v.latitude.to_bits());
        word(out, v.longitude.to_bits());
        word(out, v.photo.len() as u32);
        word(out, REFERENT);
        text(out, &v.first_name);
        text(out, &v.last_name);
        text(out, &v.email);
        text(out, &v.phone);
        word(out, v.photo.len() as u32);
        out.put(&v.photo);
    }

    pub(crate) fn ints(out: &mut Buf, v: &[i32]) {
        let bytes = 4 * v.len();
        word(out, v.len() as u32);
        word(out, REFERENT);
        word(out, v.len() as u32);
        let space = &mut out.space(bytes)[..bytes];
        for (to, from) in space.chunks_exact_mut(4).zip(v) {
            to.copy_from_slice(&from.to_le_bytes());
        }
        out.filled(bytes);
    }

    /// A conformant varying string: maximum, offset and actual count, the characters with the
    /// zero at their end, padding for what follows.
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

    fn word(out: &mut Buf, v: u32) {
        out.put_array(v.to_le_bytes());
    }
}
