//! Credentials and verifiers.
//!
//! Reading list: RFC 5531 sections 8.2 and 10.1, appendix A (AUTH_SYS, AUTH_SHORT).
//!
//! ```
//! use manyrpc_engine::Buf;
//! use manyrpc_engine::onc::auth::AuthSys;
//!
//! let mut body = Buf::new();
//! AuthSys::new(0, b"host", 1000, 100, &[4, 27]).emit(&mut body);
//! let parsed = AuthSys::parse(body.data())?;
//! assert_eq!((parsed.uid, parsed.gids()), (1000, &[4, 27][..]));
//! # Ok::<(), manyrpc_engine::WireError>(())
//! ```

use alloc::vec::Vec;

use manyrpc_codec::Buf;

use super::pdu::{Flavor, OpaqueAuth, Words};
use crate::fault::WireError;

/// Longest machine name, in bytes (appendix A).
pub const MAX_MACHINE_NAME: usize = 0xff;
/// Most supplementary groups (appendix A).
pub const MAX_GIDS: usize = 0x10;

/// The body of an AUTH_SYS credential (RFC 5531 appendix A, `authsys_parms`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuthSys<'a> {
    /// Arbitrary; implementations use the time.
    pub stamp: u32,
    /// The caller's machine, at most [`MAX_MACHINE_NAME`] bytes.
    pub machine_name: &'a [u8],
    /// The effective user id.
    pub uid: u32,
    /// The effective group id.
    pub gid: u32,
    gids: [u32; MAX_GIDS],
    gid_count: usize,
}

impl<'a> AuthSys<'a> {
    /// A credential to send. Names are truncated to [`MAX_MACHINE_NAME`] bytes, groups to
    /// [`MAX_GIDS`].
    pub fn new(stamp: u32, machine_name: &'a [u8], uid: u32, gid: u32, further: &[u32]) -> Self {
        let gid_count = further.len().min(MAX_GIDS);
        let mut gids = [0; MAX_GIDS];
        gids[..gid_count].copy_from_slice(&further[..gid_count]);
        AuthSys {
            stamp,
            machine_name: &machine_name[..machine_name.len().min(MAX_MACHINE_NAME)],
            uid,
            gid,
            gids,
            gid_count,
        }
    }

    /// The caller's supplementary groups, at most [`MAX_GIDS`].
    pub fn gids(&self) -> &[u32] {
        &self.gids[..self.gid_count]
    }

    /// Parses the whole body of a credential.
    pub fn parse(body: &'a [u8]) -> Result<Self, WireError> {
        let mut words = Words::new(body);
        let stamp = words.word()?;
        let machine_name = {
            let n = bounded(words.word()?, MAX_MACHINE_NAME, "machinename")?;
            words.opaque(n)?
        };
        let (uid, gid) = (words.word()?, words.word()?);
        let gid_count = bounded(words.word()?, MAX_GIDS, "gids")?;
        let mut gids = [0; MAX_GIDS];
        for to in &mut gids[..gid_count] {
            *to = words.word()?;
        }
        match words.left() {
            0 => Ok(AuthSys {
                stamp,
                machine_name,
                uid,
                gid,
                gids,
                gid_count,
            }),
            n => Err(WireError::BadField {
                field: "authsys_parms",
                value: n as u32,
            }),
        }
    }

    /// Length of the body in bytes.
    pub fn len(&self) -> usize {
        20 + self.machine_name.len().next_multiple_of(4) + 4 * self.gid_count
    }

    /// Always false: a body has fixed fields.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Appends the body.
    pub fn emit(&self, out: &mut Buf) {
        out.put_u32(self.stamp);
        out.put_u32(self.machine_name.len() as u32);
        out.put(self.machine_name);
        out.put(&[0; 3][..self.machine_name.len().wrapping_neg() % 4]);
        out.put_u32(self.uid);
        out.put_u32(self.gid);
        out.put_u32(self.gid_count as u32);
        for gid in self.gids() {
            out.put_u32(*gid);
        }
    }
}

/// Reads a count and checks its bound.
fn bounded(n: u32, most: usize, field: &'static str) -> Result<usize, WireError> {
    if n as usize > most {
        return Err(WireError::BadField { field, value: n });
    }
    Ok(n as usize)
}

/// A client's credential and verifier for every call, encoded for the wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credentials {
    wire: Vec<u8>,
}

impl Default for Credentials {
    fn default() -> Self {
        Self::none()
    }
}

impl Credentials {
    /// AUTH_NONE.
    pub fn none() -> Self {
        Self::of(OpaqueAuth::NONE)
    }

    /// AUTH_SYS.
    pub fn sys(who: &AuthSys<'_>) -> Self {
        let mut body = Buf::new();
        who.emit(&mut body);
        Self::of(OpaqueAuth {
            flavor: Flavor::Sys,
            body: body.data(),
        })
    }

    /// Any credential, with an AUTH_NONE verifier. The body is truncated to
    /// [`MAX_AUTH_BYTES`](super::pdu::MAX_AUTH_BYTES).
    pub fn of(credential: OpaqueAuth<'_>) -> Self {
        let most = credential.body.len().min(super::pdu::MAX_AUTH_BYTES);
        let mut out = Buf::new();
        OpaqueAuth {
            body: &credential.body[..most],
            ..credential
        }
        .emit(&mut out);
        OpaqueAuth::NONE.emit(&mut out);
        Credentials {
            wire: out.data().to_vec(),
        }
    }

    /// Credential and verifier, as encoded on the wire.
    pub(super) fn wire(&self) -> &[u8] {
        &self.wire
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    fn bytes(who: &AuthSys<'_>) -> Vec<u8> {
        let mut out = Buf::new();
        who.emit(&mut out);
        assert_eq!(out.len(), who.len());
        out.data().to_vec()
    }

    #[test]
    fn what_is_emitted_is_parsed() {
        for groups in [&[][..], &[7], &[1; MAX_GIDS]] {
            for name in [&b""[..], b"a", b"host", &[b'x'; MAX_MACHINE_NAME]] {
                let who = AuthSys::new(9, name, 1000, 100, groups);
                assert_eq!(AuthSys::parse(&bytes(&who)), Ok(who));
            }
        }
    }

    // RFC 5531 appendix A: machinename<255>, gids<16>.
    #[test]
    fn bounds_are_kept_both_ways() {
        let who = AuthSys::new(0, &[b'x'; 300], 0, 0, &[1; 20]);
        assert_eq!(
            (who.machine_name.len(), who.gids().len()),
            (MAX_MACHINE_NAME, MAX_GIDS)
        );
        let long_name = [vec![0, 0, 0, 0, 0, 0, 1, 0], vec![0; 300]].concat();
        let (field, value) = ("machinename", 256);
        assert_eq!(
            AuthSys::parse(&long_name),
            Err(WireError::BadField { field, value })
        );
        let many = [vec![0; 16], vec![0, 0, 0, 17], vec![0; 68]].concat();
        let (field, value) = ("gids", 17);
        assert_eq!(
            AuthSys::parse(&many),
            Err(WireError::BadField { field, value })
        );
        let whole = bytes(&AuthSys::new(1, b"abc", 2, 3, &[4, 5]));
        for n in 0..whole.len() {
            assert_eq!(
                AuthSys::parse(&whole[..n]),
                Err(WireError::Truncated),
                "{n} bytes"
            );
        }
        assert!(AuthSys::parse(&[whole, vec![0; 4]].concat()).is_err());
    }
}
