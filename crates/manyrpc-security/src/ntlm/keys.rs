//! Keys that NTLM derives from a password and two random numbers.
//!
//! Reading list: MS-NLMP 3.3.2 (NTLM v2 responses), 3.4.5 (session keys); the examples of 4.2.4
//! are the tests.

use hmac::{Hmac, KeyInit as _, Mac as _};
use md4::Md4;
use md5::{Digest as _, Md5};
use rc4::{Rc4, StreamCipher as _};

/// The type of all digests and keys here.
pub(super) type Key = [u8; 16];

/// MD4 of the password in UTF-16 (MS-NLMP 3.3.1, NTOWFv1): the form in which accounts are stored.
pub fn nt_hash(password: &str) -> Key {
    Md4::digest(utf16(password)).into()
}

/// `NTOWFv2` (MS-NLMP 3.3.2).
pub(super) fn response_key(nt_hash: &Key, user: &str, domain: &str) -> Key {
    let name: String = user.chars().flat_map(char::to_uppercase).collect();
    hmac_md5(nt_hash, &[&utf16(&name), &utf16(domain)])
}

/// The proof in an NTLM v2 response (MS-NLMP 3.3.2).
pub(super) struct Proof {
    /// `NTProofStr`, the first bytes of the response.
    pub(super) proof: Key,
    /// The key from which the session's keys are derived.
    pub(super) session_base: Key,
}

impl Proof {
    /// For the server's challenge and `temp`, the rest of the response.
    pub(super) fn new(response_key: &Key, server_challenge: &[u8; 8], temp: &[u8]) -> Proof {
        let proof = hmac_md5(response_key, &[server_challenge, temp]);
        Proof {
            proof,
            session_base: hmac_md5(response_key, &[&proof]),
        }
    }
}

/// The LM v2 response (MS-NLMP 3.3.2).
pub(super) fn lm_response(
    response_key: &Key,
    server_challenge: &[u8; 8],
    client_challenge: &[u8; 8],
) -> [u8; 24] {
    let mut response = [0; 24];
    let digest = hmac_md5(response_key, &[server_challenge, client_challenge]);
    response[..16].copy_from_slice(&digest);
    response[16..].copy_from_slice(client_challenge);
    response
}

/// Which of the two directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    ToServer,
    ToClient,
}

/// `SIGNKEY` with extended session security (MS-NLMP 3.4.5.2).
pub(super) fn sign_key(exported: &Key, direction: Direction) -> Key {
    derived(exported, direction, "signing")
}

/// `SEALKEY` with extended session security and 128 bits (MS-NLMP 3.4.5.3).
pub(super) fn seal_key(exported: &Key, direction: Direction) -> Key {
    derived(exported, direction, "sealing")
}

fn derived(exported: &Key, direction: Direction, purpose: &str) -> Key {
    let way = match direction {
        Direction::ToServer => "client-to-server",
        Direction::ToClient => "server-to-client",
    };
    let magic = format!("session key to {way} {purpose} key magic constant\0");
    Md5::new_with_prefix(exported)
        .chain_update(magic)
        .finalize()
        .into()
}

pub(super) fn hmac_md5(key: &Key, parts: &[&[u8]]) -> Key {
    let mut mac = Hmac::<Md5>::new_from_slice(key).expect("HMAC takes keys of any length");
    for part in parts {
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

/// An RC4 stream, which continues over the messages of a session.
pub(super) struct Stream(Rc4);

impl Stream {
    pub(super) fn new(key: &Key) -> Stream {
        Stream(Rc4::new_from_slice(key).expect("RC4 takes keys of 16 bytes"))
    }

    pub(super) fn apply(&mut self, bytes: &mut [u8]) {
        self.0.apply_keystream(bytes);
    }
}

impl std::fmt::Debug for Stream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Stream")
    }
}

/// Encrypts or decrypts a session key with another one (MS-NLMP 3.1.5.1.2).
pub(super) fn rc4k(key: &Key, mut data: Key) -> Key {
    Stream::new(key).apply(&mut data);
    data
}

/// Text in the form of messages (MS-NLMP appendix A, `UNICODE`).
pub(super) fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// Compares two secrets in constant time.
pub(super) fn same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}
