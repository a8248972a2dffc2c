//! Broadcasts by way of registries: every registry in reach forwards the call to a program of its
//! host, wherever that listens.
//!
//! Reading list: RFC 1833 section 3.2 (PMAPPROC_CALLIT in version 2 of the protocol, which every
//! registry supports), RFC 5531 section 8.4.2.

use std::net::SocketAddr;

use manyrpc_codec::Buf;
use manyrpc_engine::{CallHead, InterfaceId, Misuse};

/// The registry's procedure that forwards a call.
pub(crate) const HEAD: CallHead<'_> = CallHead::new(InterfaceId::of_program(100_000, 2), 5);

/// Writes the arguments of the registry's procedure (`struct call_args`): program, version and
/// procedure, and the output of `write` as opaque bytes.
pub(crate) fn wrap(
    body: &mut Buf,
    head: &CallHead<'_>,
    write: impl FnOnce(&mut Buf) -> Result<(), Misuse>,
) -> Result<(), Misuse> {
    let InterfaceId {
        program, version, ..
    } = head.interface;
    for word in [program, version, head.operation] {
        body.put_u32(word);
    }
    let length_at = body.len();
    body.put_u32(0);
    write(body)?;
    // Marshalled arguments consist of whole words, so no padding is needed.
    let length = body.len() - length_at - 4;
    body.patch_u32(length_at, length as u32);
    Ok(())
}

/// Reads the results (`struct call_result`): the program's address on the host that answered, and
/// its own marshalled results. `None` if they are malformed.
pub(crate) fn unwrap(from: SocketAddr, body: &[u8]) -> Option<(SocketAddr, &[u8])> {
    let (port, rest) = body.split_first_chunk()?;
    let (length, rest) = rest.split_first_chunk()?;
    let port = u16::try_from(u32::from_be_bytes(*port)).ok()?;
    let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
    let results = rest.get(..length)?;
    Some((SocketAddr::new(from.ip(), port), results))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_wrapped_as_the_protocol_says() {
        let mut body = Buf::new();
        let head = CallHead::new(InterfaceId::of_program(7, 2), 9);
        let done = wrap(&mut body, &head, |inner| {
            inner.put_u32(0xabcd);
            Ok(())
        });
        assert_eq!(done, Ok(()));
        let words = [7u32, 2, 9, 4, 0xabcd].map(u32::to_be_bytes);
        assert_eq!(body.data(), words.concat());
    }

    #[test]
    fn short_and_boundless_answers_are_none() {
        let from: SocketAddr = "192.0.2.1:111".parse().unwrap();
        let words = |w: &[u32]| w.iter().flat_map(|w| w.to_be_bytes()).collect::<Vec<u8>>();
        let good = words(&[4000, 4, 5]);
        let at: SocketAddr = "192.0.2.1:4000".parse().unwrap();
        assert_eq!(unwrap(from, &good), Some((at, &good[8..])));
        for bad in [
            &[][..],
            &[4000],
            &[4000, 8, 5],
            &[70_000, 0],
            &[1, u32::MAX],
        ] {
            assert_eq!(unwrap(from, &words(bad)), None, "{bad:?}");
        }
    }
}
