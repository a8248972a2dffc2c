use crate::time::Clock;
use alloc::vec;
use alloc::vec::Vec;

use super::*;
use crate::dce::co::pdu::PduType;

fn at(ms: u64) -> Instant {
    Instant::from_nanos(ms * 1_000_000)
}

/// A fragment of a request; the fields of its head do not matter here.
fn fragment(call_id: u32, flags: u8, stub: &[u8]) -> Vec<u8> {
    let mut header = Header::new(PduType::Request, call_id);
    header.flags = flags;
    header.frag_length = (24 + stub.len()) as u16;
    [&header.emit()[..], &[0; 8], stub].concat()
}

fn control(call_id: u32) -> Vec<u8> {
    let mut header = Header::new(PduType::Cancel, call_id);
    header.frag_length = HEADER as u16;
    header.emit().to_vec()
}

/// The messages in `wire` when it is received in pieces of `step`, with their calls.
fn messages(wire: &[u8], step: usize, limits: &Limits) -> Result<Vec<(u32, Vec<u8>)>, WireError> {
    let (mut frames, mut buf, mut got) = (Frames::new(limits), Buf::new(), Vec::new());
    for piece in wire.chunks(step) {
        buf.put(piece);
        while let Some(pdu) = frames
            .next(&mut buf, &Clock::at(at(0)))
            .map_err(|lost| lost.why())?
        {
            let call_id = pdu.header.call_id;
            if pdu.header.kind != PduType::Request {
                continue;
            }
            let stub = pdu.start + 24..pdu.end;
            match frames.join(&mut buf, &pdu, call_id, stub, 0, at(0))? {
                Joined::Whole(whole) => {
                    assert_eq!(whole.head, call_id);
                    got.push((call_id, buf.data()[whole.body].to_vec()));
                }
                Joined::Partial => {}
                Joined::Unknown => got.push((u32::MAX, Vec::new())),
            }
        }
    }
    assert!(buf.is_empty() && frames.wanted() == 0 && frames.deadline().is_none());
    Ok(got)
}

/// C706 section 12.6.2: fragments are in order, but those of several calls may alternate.
#[test]
fn fragments_in_any_mixture_and_any_pieces() {
    const FIRST: u8 = flag::FIRST;
    const LAST: u8 = flag::LAST;
    let parts = [
        fragment(1, flag::WHOLE, b"whole"),
        fragment(2, FIRST, b"two."),
        control(9),
        fragment(2, 0, b"more"),
        fragment(3, flag::WHOLE, b"between"),
        fragment(2, 0, b""),
        fragment(4, FIRST, b"four"),
        fragment(2, 0, b"and "),
        control(2),
        fragment(5, FIRST, b"five"),
        fragment(4, 0, b"fours"),
        fragment(2, LAST, b"end"),
        fragment(5, 0, b"fives"),
        fragment(6, flag::WHOLE, b""),
        fragment(5, LAST, b"."),
        fragment(4, LAST, b"."),
        fragment(7, flag::WHOLE, b"last"),
    ];
    let want: [(u32, &[u8]); 7] = [
        (1, b"whole"),
        (3, b"between"),
        (2, b"two.moreand end"),
        (6, b""),
        (5, b"fivefives."),
        (4, b"fourfours."),
        (7, b"last"),
    ];
    let want = want.map(|(id, body)| (id, body.to_vec()));
    let wire = parts.concat();
    for step in [1, 2, 5, 16, 24, 31, 100, wire.len()] {
        assert_eq!(messages(&wire, step, &Limits::default()), Ok(want.to_vec()));
    }
}

#[test]
fn a_fragment_without_a_first_one_is_unknown() {
    let wire = [fragment(1, flag::LAST, b"?"), fragment(2, 0, b"?")].concat();
    let unknown = (u32::MAX, vec![]);
    let want = vec![unknown.clone(), unknown];
    assert_eq!(messages(&wire, 7, &Limits::default()), Ok(want));
}

#[test]
fn what_is_forgotten_is_unknown_afterwards() {
    let (mut frames, mut buf) = (Frames::new(&Limits::default()), Buf::new());
    for (call_id, flags) in [(1, flag::FIRST), (2, flag::FIRST), (3, flag::FIRST)] {
        buf.put(&fragment(call_id, flags, b"abcd"));
        let pdu = frames.next(&mut buf, &Clock::at(at(0))).unwrap().unwrap();
        let stub = pdu.start + 24..pdu.end;
        frames.join(&mut buf, &pdu, (), stub, 0, at(0)).unwrap();
    }
    assert_eq!(
        [4, 1, 1, 3].map(|id| frames.forget(id)),
        [false, true, false, true]
    );
    for (call_id, known) in [(1, false), (3, false), (2, true)] {
        buf.put(&fragment(call_id, flag::LAST, b"."));
        let pdu = frames.next(&mut buf, &Clock::at(at(0))).unwrap().unwrap();
        let stub = pdu.start + 24..pdu.end;
        let joined = frames.join(&mut buf, &pdu, (), stub, 0, at(0)).unwrap();
        assert_eq!(matches!(joined, Joined::Whole(_)), known);
        assert_eq!(matches!(joined, Joined::Unknown), !known);
    }
    assert!(frames.next(&mut buf, &Clock::at(at(0))).unwrap().is_none() && buf.is_empty());
}

#[test]
fn the_limits_hold_for_all_messages_together() {
    let limits = Limits {
        message_bytes: 100,
        message_fragments: 3,
        calls_in_flight: 2,
        ..Limits::default()
    };
    let refusal = |parts: &[Vec<u8>]| messages(&parts.concat(), 9, &limits).unwrap_err();
    let (first, stub) = (flag::FIRST, &[1; 60][..]);
    let too_large = WireError::TooLarge { bytes: 120 };
    assert_eq!(
        refusal(&[fragment(1, first, stub), fragment(1, 0, stub)]),
        too_large
    );
    assert_eq!(
        refusal(&[fragment(1, first, stub), fragment(2, first, stub)]),
        too_large
    );
    let whole = fragment(1, flag::WHOLE, &[0; 101]);
    assert_eq!(refusal(&[whole]), WireError::TooLarge { bytes: 101 });
    let one = |id, flags| fragment(id, flags, b"x");
    let four = [one(1, first), one(1, 0), one(1, 0), one(1, 0)];
    assert_eq!(refusal(&four), WireError::TooManyFragments);
    let three = [one(1, first), one(2, first), one(3, first)];
    assert_eq!(refusal(&three), WireError::TooManyFragments);
    assert_eq!(refusal(&[one(1, first), one(1, first)]), bad("call_id", 1));
}

#[test]
fn lengths_that_lie_are_refused_before_anything_follows() {
    let limits = Limits {
        fragment_bytes: 2000,
        ..Limits::default()
    };
    for (length, auth, field) in [(15, 0, "frag_length"), (2001, 0, "frag_length")] {
        let mut header = Header::new(PduType::Request, 1);
        (header.frag_length, header.auth_length) = (length, auth);
        let (mut frames, mut buf) = (Frames::<()>::new(&limits), Buf::new());
        buf.put(&header.emit());
        let refused = frames.next(&mut buf, &Clock::at(at(0))).unwrap_err().why();
        assert!(
            matches!(refused, WireError::BadField { field: f, .. } if f == field),
            "{refused:?}"
        );
    }
    // C706 section 14.1: 2 is no byte order.
    let mut buf = Buf::new();
    buf.put(b"GET / HTTP/1.1\r\n\r\n");
    let refused = Frames::<()>::new(&limits)
        .next(&mut buf, &Clock::at(at(0)))
        .unwrap_err();
    assert_eq!(refused, Lost::Framing(bad("packed_drep", 0x2f)));
    // PDUs with tokens precede any negotiated size.
    let mut header = Header::new(PduType::Bind, 1);
    header.frag_length = 65535;
    let (mut frames, mut buf) = (Frames::<()>::new(&limits), Buf::new());
    buf.put(&header.emit());
    assert_eq!(
        frames
            .next(&mut buf, &Clock::at(at(0)))
            .map(|pdu| pdu.is_some()),
        Ok(false)
    );
}

#[test]
fn a_message_must_be_complete_in_time_also_when_others_come() {
    let limits = Limits::default();
    let patience = limits.message_timeout;
    let (mut frames, mut buf) = (Frames::new(&limits), Buf::new());
    let mut feed = |frames: &mut Frames<()>, bytes: &[u8], ms| {
        buf.put(bytes);
        while let Some(pdu) = frames
            .next(&mut buf, &Clock::at(at(ms)))
            .map_err(|lost| lost.why())?
        {
            let stub = pdu.start + 24..pdu.end;
            frames.join(&mut buf, &pdu, (), stub, 5000, at(ms))?;
        }
        Ok::<_, WireError>(())
    };
    feed(&mut frames, &fragment(1, flag::WHOLE, b"x")[..10], 0).unwrap();
    assert_eq!(
        (frames.deadline(), frames.wanted()),
        (Some(at(0) + patience), 6)
    );
    feed(&mut frames, &fragment(1, flag::WHOLE, b"x")[10..], 10).unwrap();
    assert_eq!((frames.deadline(), frames.wanted()), (None, 0));
    feed(&mut frames, &fragment(2, flag::FIRST, b"abcd"), 20).unwrap();
    // The size that its sender announces.
    assert_eq!(
        (frames.deadline(), frames.wanted()),
        (Some(at(20) + patience), 4996)
    );
    feed(&mut frames, &fragment(3, flag::FIRST, b"abcd"), 30).unwrap();
    feed(&mut frames, &fragment(3, flag::LAST, b"abcd"), 40).unwrap();
    assert_eq!(frames.deadline(), Some(at(20) + patience));
    let late = 20 + patience.as_millis() as u64;
    assert!(!frames.is_late(at(late - 1)) && frames.is_late(at(late)));
    assert_eq!(feed(&mut frames, &[], late), Err(WireError::TooSlow));
}

/// Cancels and whole calls between two fragments must not accumulate behind the first.
#[test]
fn what_comes_between_fragments_does_not_stay() {
    let (mut frames, mut buf) = (Frames::new(&Limits::default()), Buf::new());
    let mut most = 0;
    buf.put(&fragment(1, flag::FIRST, &[7; 1000]));
    for n in 0..100_000 {
        match n % 2 {
            0 => buf.put(&control(1)),
            _ => buf.put(&fragment(2, flag::WHOLE, &[n as u8; 50])),
        }
        while let Some(pdu) = frames.next(&mut buf, &Clock::at(at(0))).unwrap() {
            if pdu.header.kind == PduType::Request {
                let stub = pdu.start + 24..pdu.end;
                let joined = frames.join(&mut buf, &pdu, (), stub, 0, at(0)).unwrap();
                if let Joined::Whole(whole) = joined {
                    assert_eq!(buf.data()[whole.body], [n as u8; 50]);
                }
            }
        }
        most = most.max(buf.capacity());
    }
    assert!(most < 4 * GAP, "{most} bytes");
    buf.put(&fragment(1, flag::LAST, &[8; 10]));
    let pdu = frames.next(&mut buf, &Clock::at(at(0))).unwrap().unwrap();
    let stub = pdu.start + 24..pdu.end;
    let Joined::Whole(whole) = frames.join(&mut buf, &pdu, (), stub, 0, at(0)).unwrap() else {
        panic!("it was the last");
    };
    assert_eq!(
        buf.data()[whole.body],
        [vec![7; 1000], vec![8; 10]].concat()
    );
}
