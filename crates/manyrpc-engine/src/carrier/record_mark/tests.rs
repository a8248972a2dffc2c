use crate::time::Clock;
use crate::time::Instant;
use alloc::vec;
use alloc::vec::Vec;

use super::*;

fn at(ns: u64) -> Instant {
    Instant::from_nanos(ns)
}

fn fragment(last: bool, payload: &[u8]) -> Vec<u8> {
    let mark = if last { LAST } else { 0 } | payload.len() as u32;
    [&mark.to_be_bytes()[..], payload].concat()
}

/// Feeds `wire` in pieces of `step` bytes and returns the records.
fn assemble(wire: &[u8], step: usize, limits: &Limits) -> Result<Vec<Vec<u8>>, WireError> {
    let (mut a, mut buf, mut records) = (Assembler::new(limits), Buf::new(), vec![]);
    for piece in wire.chunks(step) {
        buf.put(piece);
        while let Some(r) = a.next(&mut buf, &Clock::at(at(0)))? {
            records.push(buf.data()[r].to_vec());
        }
    }
    Ok(records)
}

// RFC 5531 section 11: "A record is composed of one or more record fragments."
#[test]
fn records_are_the_same_in_any_pieces() {
    let wire = [
        fragment(true, b"one"),
        fragment(false, b"tw"),
        fragment(false, b""),
        fragment(true, b"o"),
        fragment(true, b""),
        fragment(false, b""),
        fragment(false, b"three"),
        fragment(true, b""),
        fragment(true, b"4"),
    ]
    .concat();
    for step in 1..=wire.len() {
        let records = assemble(&wire, step, &Limits::default()).unwrap();
        assert_eq!(
            records,
            [&b"one"[..], b"two", b"", b"three", b"4"],
            "step {step}"
        );
    }
}

#[test]
fn a_single_fragment_is_lent_where_it_lies() {
    let (mut a, mut buf) = (Assembler::new(&Limits::default()), Buf::new());
    buf.put(&fragment(true, b"first"));
    buf.put(&fragment(true, b"second"));
    assert_eq!(a.next(&mut buf, &Clock::at(at(0))), Ok(Some(4..9)));
    assert_eq!(&buf.data()[4..9], b"first");
    assert_eq!(a.next(&mut buf, &Clock::at(at(0))), Ok(Some(4..10)));
    assert_eq!(&buf.data()[4..10], b"second");
    assert_eq!(a.next(&mut buf, &Clock::at(at(0))), Ok(None));
    assert!(buf.is_empty() && a.arrival().deadline().is_none());
}

#[test]
fn announced_lengths_cost_nothing_and_end_at_the_limit() {
    let limits = Limits {
        message_bytes: 1000,
        ..Limits::default()
    };
    for wire in [&[0xff; 4], &[0x7f, 0xff, 0xff, 0xff], &[0x80, 0, 3, 0xe9]] {
        let (mut a, mut buf) = (Assembler::new(&limits), Buf::new());
        buf.put(wire);
        assert!(matches!(
            a.next(&mut buf, &Clock::at(at(0))),
            Err(WireError::TooLarge { .. })
        ));
        assert!(buf.capacity() <= 512);
    }
    // The sum of the fragments counts, not each one.
    let wire = [fragment(false, &[7; 600]), fragment(true, &[7; 401])].concat();
    let bytes = 1001;
    assert_eq!(
        assemble(&wire, 4096, &limits),
        Err(WireError::TooLarge { bytes })
    );
    let wire = [fragment(false, &[7; 600]), fragment(true, &[7; 400])].concat();
    assert_eq!(assemble(&wire, 7, &limits).unwrap(), [vec![7; 1000]]);
}

#[test]
fn empty_fragments_that_never_end_are_counted() {
    let limits = Limits {
        message_fragments: 8,
        ..Limits::default()
    };
    let wire = [fragment(false, b"").repeat(7), fragment(true, b"x")].concat();
    assert_eq!(assemble(&wire, 5, &limits).unwrap(), [b"x"]);
    let wire = fragment(false, b"").repeat(9);
    assert_eq!(
        assemble(&wire, 5, &limits),
        Err(WireError::TooManyFragments)
    );
}

#[test]
fn a_slow_sender_has_until_the_deadline_of_its_first_byte() {
    let (mut a, mut buf) = (Assembler::new(&Limits::default()), Buf::new());
    let wire = fragment(true, b"slow");
    buf.put(&wire[..1]);
    assert_eq!(a.next(&mut buf, &Clock::at(at(10))), Ok(None));
    let due = at(10) + Limits::default().message_timeout;
    buf.put(&wire[1..6]);
    assert_eq!(a.next(&mut buf, &Clock::at(at(20))), Ok(None));
    assert_eq!(
        (a.arrival().deadline(), a.arrival().wanted()),
        (Some(due), 2)
    );
    assert!(!a.arrival().is_late(at(20)) && a.arrival().is_late(due));
    buf.put(&wire[6..]);
    assert_eq!(a.next(&mut buf, &Clock::at(at(30))), Ok(Some(4..8)));
    assert_eq!((a.arrival().deadline(), a.arrival().wanted()), (None, 0));
}

#[test]
fn the_missing_length_is_the_senders() {
    let (mut a, mut buf) = (Assembler::new(&Limits::default()), Buf::new());
    buf.put(&(LAST | 32 << 20).to_be_bytes());
    assert_eq!(a.next(&mut buf, &Clock::at(at(0))), Ok(None));
    assert_eq!(a.arrival().wanted(), 32 << 20);
}

#[test]
fn cut_records_come_together_again() {
    let payload: Vec<u8> = (0..=255).collect();
    for most in [1, 2, 3, 100, 255, 256, 257, 0] {
        let mut buf = Buf::new();
        buf.put(b"before");
        begin(&mut buf);
        buf.put(&payload);
        finish(&mut buf, 6, most);
        let wire = &buf.data()[6..];
        let fragments = if most == 0 {
            1
        } else {
            payload.len().div_ceil(most)
        };
        assert_eq!(wire.len(), payload.len() + 4 * fragments);
        assert_eq!(
            assemble(wire, 10, &Limits::default()).unwrap(),
            [&payload[..]]
        );
    }
}
