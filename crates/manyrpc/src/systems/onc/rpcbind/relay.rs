//! Broadcasts by way of registries: every registry in reach forwards the call to a program of its
//! host, wherever that listens.
//!
//! Reading list: RFC 1833 section 3.2 (PMAPPROC_CALLIT in version 2 of the protocol, which every
//! registry supports), RFC 5531 section 8.4.2.

use std::net::SocketAddr;

use manyrpc_codec::Buf;
use manyrpc_engine::{CallHead, InterfaceId};

use crate::systems::Relay;

/// `PMAPPROC_CALLIT`.
#[derive(Debug)]
pub(super) struct CallIt;

impl Relay for CallIt {
    fn head(&self) -> CallHead<'static> {
        CallHead::new(InterfaceId::of_program(100_000, 2), 5)
    }

    /// `struct call_args`: which program, version and procedure, and the arguments as opaque bytes.
    fn open(&self, body: &mut Buf, head: &CallHead<'_>) -> usize {
        let InterfaceId {
            program, version, ..
        } = head.interface;
        for word in [program, version, head.operation, 0] {
            body.put_u32(word);
        }
        body.len()
    }

    fn close(&self, body: &mut Buf, opened: usize) {
        // Marshalled arguments are whole words, so there is no padding to add.
        let length = body.len() - opened;
        body.patch_u32(opened - 4, length as u32);
    }

    /// `struct call_result`.
    fn results<'b>(&self, from: SocketAddr, body: &'b [u8]) -> Option<(SocketAddr, &'b [u8])> {
        let (port, rest) = body.split_first_chunk()?;
        let (length, rest) = rest.split_first_chunk()?;
        let port = u16::try_from(u32::from_be_bytes(*port)).ok()?;
        let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
        let results = rest.get(..length)?;
        Some((SocketAddr::new(from.ip(), port), results))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_wrapped_as_the_protocol_says() {
        let mut body = Buf::new();
        let head = CallHead::new(InterfaceId::of_program(7, 2), 9);
        let opened = CallIt.open(&mut body, &head);
        body.put_u32(0xabcd);
        CallIt.close(&mut body, opened);
        let words = [7u32, 2, 9, 4, 0xabcd].map(u32::to_be_bytes);
        assert_eq!(body.data(), words.concat());
    }

    #[test]
    fn short_and_boundless_answers_are_none() {
        let from: SocketAddr = "192.0.2.1:111".parse().unwrap();
        let words = |w: &[u32]| w.iter().flat_map(|w| w.to_be_bytes()).collect::<Vec<u8>>();
        let good = words(&[4000, 4, 5]);
        let at: SocketAddr = "192.0.2.1:4000".parse().unwrap();
        assert_eq!(CallIt.results(from, &good), Some((at, &good[8..])));
        for bad in [
            &[][..],
            &[4000],
            &[4000, 8, 5],
            &[70_000, 0],
            &[1, u32::MAX],
        ] {
            assert_eq!(CallIt.results(from, &words(bad)), None, "{bad:?}");
        }
    }
}
