//! The shorthand credentials that a server has issued.
//!
//! Reading list: RFC 5531 appendix A (AUTH_SHORT). The server may forget one at any time; its
//! client then gets AUTH_REJECTEDCRED and sends the full credential.

use alloc::vec::Vec;

use super::auth::AuthSys;
use super::pdu::{AuthStatus, Flavor, OpaqueAuth};

/// A shorthand.
pub(super) type Token = [u8; 8];

/// How a server treats a credential.
pub(super) enum Known {
    /// As it is.
    Plain,
    /// Issue this shorthand for it.
    HandOut(Token),
    /// It is a shorthand for the AUTH_SYS credential with this body.
    StandsFor(Vec<u8>),
}

/// Whether a credential is of a known flavor and well formed.
#[inline]
pub(super) fn judge(
    credential: &OpaqueAuth<'_>,
    shorthands: &mut Option<Shorthands>,
) -> Result<Known, AuthStatus> {
    match credential.flavor {
        Flavor::None => Ok(Known::Plain),
        _ => judge_body(credential, shorthands),
    }
}

#[inline(never)]
fn judge_body(
    credential: &OpaqueAuth<'_>,
    shorthands: &mut Option<Shorthands>,
) -> Result<Known, AuthStatus> {
    match (credential.flavor, shorthands) {
        (Flavor::Sys, shorthands) => {
            // RFC 5531 section 9: AUTH_BADCRED, "bad credential (seal broken)"
            AuthSys::parse(credential.body).map_err(|_| AuthStatus::BadCredential)?;
            let token = shorthands.as_mut().and_then(|s| s.token(credential.body));
            Ok(token.map_or(Known::Plain, Known::HandOut))
        }
        // RFC 5531 appendix A: a forgotten shorthand is AUTH_REJECTEDCRED.
        (Flavor::Short, Some(shorthands)) => {
            let body = shorthands.body(credential.body).map(<[u8]>::to_vec);
            body.map(Known::StandsFor)
                .ok_or(AuthStatus::RejectedCredential)
        }
        _ => Err(AuthStatus::RejectedCredential),
    }
}

/// The bodies of AUTH_SYS credentials, and the shorthand of each.
#[derive(Debug)]
pub(super) struct Shorthands {
    most: usize,
    known: Vec<(Token, Vec<u8>)>,
    oldest: usize,
    state: u64,
}

impl Shorthands {
    pub(super) fn new(most: usize, seed: u64) -> Self {
        Shorthands {
            most,
            known: Vec::new(),
            oldest: 0,
            state: seed,
        }
    }

    /// Issues a shorthand for the AUTH_SYS credential with this body.
    pub(super) fn token(&mut self, body: &[u8]) -> Option<Token> {
        if let Some((token, _)) = self.known.iter().find(|(_, known)| known == body) {
            return Some(*token);
        }
        if self.most == 0 {
            return None;
        }
        // Any unique value would do: AUTH_SYS proves nothing either.
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ self.state >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let token = (mixed ^ mixed >> 32).to_be_bytes();
        if self.known.len() < self.most {
            self.known.push((token, body.to_vec()));
        } else {
            let known = &mut self.known[self.oldest];
            known.0 = token;
            known.1.clear();
            known.1.extend_from_slice(body);
            self.oldest = (self.oldest + 1) % self.most;
        }
        Some(token)
    }

    /// The body of the AUTH_SYS credential that `token` stands for.
    pub(super) fn body(&self, token: &[u8]) -> Option<&[u8]> {
        let found = self.known.iter().find(|(known, _)| known == token)?;
        Some(&found.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_is_forgotten_when_there_are_too_many() {
        let mut s = Shorthands::new(3, 1);
        let tokens: Vec<_> = (0..5u8).map(|i| s.token(&[i]).unwrap()).collect();
        let known: Vec<_> = tokens.iter().map(|t| s.body(t).is_some()).collect();
        assert_eq!(known, [false, false, true, true, true]);
        assert_eq!(s.body(&tokens[4]), Some(&[4u8][..]));
        assert_eq!(s.token(&[4]), Some(tokens[4]));
        assert_eq!(s.body(b"nonsense"), None);
        assert_eq!(Shorthands::new(0, 1).token(&[1]), None);
    }
}
