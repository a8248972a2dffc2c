//! Records on a stream: reassembly in place, with input in any pieces, equals a straightforward
//! implementation of RFC 5531 section 11.

use manyrpc_engine::Clock;
use manyrpc_engine::carrier::record_mark::{Assembler, LAST, LENGTH};
use manyrpc_engine::{Buf, Instant, Limits, WireError};

use crate::Target;

/// Arbitrary bytes as fragments; the first byte selects the size of the pieces.
pub const TARGET: Target = Target {
    name: "record_mark",
    run,
    seeds,
    allocation_per_byte: 16,
};

fn limits() -> Limits {
    Limits {
        message_bytes: 300,
        message_fragments: 5,
        ..Limits::default()
    }
}

fn run(input: &[u8]) {
    let Some((step, bytes)) = input.split_first() else {
        return;
    };
    let (want, end) = straightforward(bytes, &limits());
    let (mut assembler, mut buf) = (Assembler::new(&limits()), Buf::new());
    let (mut records, mut refused) = (Vec::new(), None);
    'pieces: for piece in bytes.chunks(usize::from(*step).max(1)) {
        buf.put(piece);
        loop {
            match assembler.next(&mut buf, &Clock::at(Instant::ZERO)) {
                Ok(Some(range)) => records.push(buf.data()[range].to_vec()),
                Ok(None) => break,
                Err(e) => {
                    refused = Some(e);
                    break 'pieces;
                }
            }
        }
        let under_way = !buf.is_empty();
        assert_eq!(
            assembler.arrival().wanted() > 0,
            under_way,
            "a hint while a record is under way"
        );
        assert_eq!(assembler.arrival().deadline().is_some(), under_way);
    }
    assert_eq!((records, refused), (want, end));
}

/// The records in `bytes`, copied together, and why reading stopped.
fn straightforward(mut bytes: &[u8], limits: &Limits) -> (Vec<Vec<u8>>, Option<WireError>) {
    let (mut records, mut record, mut fragments) = (Vec::new(), Vec::new(), 0);
    while let Some((head, rest)) = bytes.split_first_chunk() {
        let head = u32::from_be_bytes(*head);
        let n = (head & LENGTH) as usize;
        if record.len() + n > limits.message_bytes {
            let bytes = (record.len() + n) as u64;
            return (records, Some(WireError::TooLarge { bytes }));
        }
        if fragments == limits.message_fragments {
            return (records, Some(WireError::TooManyFragments));
        }
        let Some((payload, rest)) = rest.split_at_checked(n) else {
            break;
        };
        record.extend_from_slice(payload);
        fragments += 1;
        if head & LAST != 0 {
            records.push(std::mem::take(&mut record));
            fragments = 0;
        }
        bytes = rest;
    }
    (records, None)
}

fn seeds() -> Vec<Vec<u8>> {
    let whole = [&[9, 0x80, 0, 0, 3][..], b"abc"].concat();
    let cut = [
        &[3, 0, 0, 0, 2][..],
        b"ab",
        &[0, 0, 0, 0, 0x80, 0, 0, 1],
        b"c",
    ]
    .concat();
    let two = [&cut[..], &whole[1..]].concat();
    let many = [&[1][..], &[0; 16], &[0x80, 0, 0, 0]].concat();
    vec![whole, cut, two, many, vec![200, 0xff, 0xff, 0xff, 0xff]]
}
