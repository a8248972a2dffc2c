use alloc::vec::Vec;

use super::*;
use crate::giop::pdu::{Reply, ReplyStatus};

fn clock() -> Clock {
    Clock::at(Instant::ZERO)
}

/// A reply to request `id` whose body is `n` bytes, in pieces of at most `most` bytes.
fn reply(id: u32, n: usize, most: usize) -> Vec<u8> {
    let mut buf = Buf::new();
    pdu::put_reply(&mut buf, 2, id, ReplyStatus::NoException);
    let body: Vec<u8> = (0..n).map(|i| (i as u32 ^ id) as u8).collect();
    buf.put(&body);
    pdu::finish(&mut buf, 0, id, most);
    buf.data().to_vec()
}

/// The messages in a stream, without the heads of fragments.
fn messages(wire: &[u8], step: usize) -> Vec<Vec<u8>> {
    let (mut frames, mut buf) = (Frames::new(&Limits::default()), Buf::new());
    let mut all = Vec::new();
    for piece in wire.chunks(step) {
        buf.put(piece);
        while let Some(message) = frames.next(&mut buf, &clock()).unwrap() {
            all.push(message.bytes(&buf).to_vec());
        }
    }
    assert!(buf.is_empty() && frames.wanted() == 0 && frames.deadline().is_none());
    all
}

/// Splits a stream at the headers in it.
fn pieces(mut wire: &[u8]) -> Vec<&[u8]> {
    let mut all = Vec::new();
    while let Some(head) = wire.first_chunk() {
        let header = Header::parse(head).unwrap();
        let (piece, rest) = wire.split_at(HEADER + header.size as usize);
        all.push(piece);
        wire = rest;
    }
    all
}

#[test]
fn fragments_are_joined_whatever_their_size() {
    for most in [64, 72, 100, 1000, 65528] {
        for n in [0, 1, 39, 40, 41, 200, 3000] {
            let (whole, wire) = (reply(7, n, usize::MAX), reply(7, n, most));
            let cut = pieces(&wire);
            // CORBA 3.0 section 15.4.9: all but the last are a multiple of 8 bytes long.
            for (at, piece) in cut.iter().enumerate() {
                let header = Header::parse(piece.first_chunk().unwrap()).unwrap();
                assert!(piece.len() <= most.max(64));
                assert_eq!(header.more, at + 1 < cut.len());
                assert!(!header.more || piece.len() % 8 == 0);
            }
            for step in [1, 13, wire.len()] {
                let got = messages(&wire, step);
                assert_eq!(got.len(), 1);
                assert_eq!(got[0][HEADER..], whole[HEADER..], "{n} bytes in {most}");
            }
        }
    }
}

#[test]
fn fragments_of_several_messages_alternate() {
    let (one, two) = (reply(1, 300, 64), reply(2, 300, 64));
    let alternating: Vec<&[u8]> = pieces(&one)
        .into_iter()
        .zip(pieces(&two))
        .flat_map(|(a, b)| [a, b])
        .collect();
    let got = messages(&alternating.concat(), 5);
    let ids: Vec<u32> = got
        .iter()
        .map(|message| {
            let header = Header::parse(message.first_chunk().unwrap()).unwrap();
            Reply::parse(&header, message).unwrap().id
        })
        .collect();
    assert_eq!(ids, [1, 2]);
    assert_eq!(got[1][HEADER..], reply(2, 300, usize::MAX)[HEADER..]);
}

#[test]
fn the_rest_of_a_forgotten_message_is_dropped() {
    let wire = reply(9, 300, 64);
    let all = pieces(&wire);
    let (mut frames, mut buf) = (Frames::new(&Limits::default()), Buf::new());
    buf.put(all[0]);
    assert!(frames.next(&mut buf, &clock()).unwrap().is_none());
    frames.forget(8);
    assert!(frames.deadline().is_some());
    frames.forget(9);
    assert!(frames.deadline().is_none());
    buf.put(&all[1..].concat());
    assert!(frames.next(&mut buf, &clock()).unwrap().is_none());
    assert!(buf.is_empty() && frames.deadline().is_none());
}

// CORBA 3.0 section 15.4.4. Replies of this end to the other one's requests may have the same numbers.
#[test]
fn a_request_that_is_cancelled_need_not_be_complete() {
    let mut request = reply(9, 300, 64);
    request[7] = u32::from(MessageType::Request) as u8;
    let first = pieces(&request)[0];
    let mut cancel = Buf::new();
    pdu::put_cancel(&mut cancel, 2, 9);
    let (mut frames, mut buf) = (Frames::new(&Limits::default()), Buf::new());
    buf.put(&[first, cancel.data()].concat());
    assert!(frames.next(&mut buf, &clock()).unwrap().is_none());
    assert!(buf.is_empty() && frames.deadline().is_none());
    // Nothing is incomplete: it is for a call in flight.
    let others = reply(9, 300, 64);
    buf.put(&[pieces(&others)[0], cancel.data()].concat());
    let message = frames.next(&mut buf, &clock()).unwrap().unwrap();
    assert_eq!(message.header.kind, MessageType::CancelRequest);
    assert!(frames.deadline().is_some());
}

#[test]
fn limits_on_fragments_are_kept() {
    let limits = Limits {
        message_bytes: 1000,
        message_fragments: 3,
        calls_in_flight: 2,
        ..Limits::default()
    };
    let taken = |wire: &[u8]| {
        let (mut frames, mut buf) = (Frames::new(&limits), Buf::new());
        buf.put(wire);
        loop {
            match frames.next(&mut buf, &clock()) {
                Ok(Some(_)) => {}
                other => return other.map(drop),
            }
        }
    };
    assert_eq!(taken(&reply(1, 100, 64)), Ok(()));
    assert_eq!(taken(&reply(1, 300, 64)), Err(WireError::TooManyFragments));
    let long = taken(&reply(1, 2000, 600));
    assert!(matches!(long, Err(WireError::TooLarge { .. })), "{long:?}");
    let begun = |id| pieces(&reply(id, 100, 64))[0].to_vec();
    let many = [begun(1), begun(2), begun(3)].concat();
    assert_eq!(taken(&many), Err(WireError::TooManyFragments));
    assert_eq!(
        taken(&[begun(1), begun(1)].concat()),
        Err(WireError::TooManyFragments)
    );
}

#[test]
fn a_message_that_does_not_go_on_is_late() {
    let (mut frames, mut buf) = (Frames::new(&Limits::default()), Buf::new());
    buf.put(pieces(&reply(1, 300, 64))[0]);
    assert!(frames.next(&mut buf, &clock()).unwrap().is_none());
    let due = Instant::ZERO + Limits::default().message_timeout;
    assert_eq!(frames.deadline(), Some(due));
    assert!(frames.is_late(due));
}

#[test]
fn who_cuts_messages_gets_them_cut() {
    let (mut frames, mut buf) = (Frames::new(&Limits::default()), Buf::new());
    buf.put(&reply(1, 3000, usize::MAX));
    frames.next(&mut buf, &clock()).unwrap().unwrap();
    assert_eq!(frames.piece_bytes(), 2 << 20);
    buf.put(&reply(2, 3000, 1000));
    frames.next(&mut buf, &clock()).unwrap().unwrap();
    assert_eq!(frames.piece_bytes(), 64 << 10);
}

/// In GIOP 1.1 alignment begins anew in each fragment, so that who reads the body must know where they are.
#[test]
fn where_fragments_of_giop_1_1_begin_is_behind_them() {
    let mut buf = Buf::new();
    pdu::put_reply(&mut buf, 1, 7, ReplyStatus::NoException);
    buf.put(b"body");
    pdu::finish(&mut buf, 0, 7, usize::MAX);
    buf.data_mut()[6] |= 2;
    let first = buf.data().to_vec();
    let mut wire = first.clone();
    for (flags, data) in [(3u8, &b"and more"[..]), (1, b"the end")] {
        wire.extend([b"GIOP\x01\x01", &[flags, 7][..]].concat());
        wire.extend((data.len() as u32).to_le_bytes());
        wire.extend(data);
    }
    let (mut frames, mut buf) = (Frames::new(&Limits::default()), Buf::new());
    buf.put(&wire);
    let message = frames.next(&mut buf, &clock()).unwrap().unwrap();
    assert_eq!(message.fragments, 2);
    let starts = [15u32, 7].map(u32::to_le_bytes).concat();
    let joined = [&first[..], b"and more", b"the end", &starts].concat();
    assert_eq!(message.bytes(&buf), joined);
    assert_eq!(
        frames.next(&mut buf, &clock()).unwrap().map(|m| m.range),
        None
    );
    assert!(buf.is_empty());
}
