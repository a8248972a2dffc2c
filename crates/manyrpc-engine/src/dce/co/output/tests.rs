use alloc::vec::Vec;

use super::*;
use crate::dce::co::pdu::{Header, PduType, RESPONSE_HEAD, ResponseHead};

/// A message's stub data; each byte differs from its neighbours.
fn stub(n: usize) -> Vec<u8> {
    (0..n).map(|i| (i * 7 + i / 251) as u8).collect()
}

fn write(out: &mut Output, call_id: u32, n: usize) {
    let head = ResponseHead {
        alloc_hint: 0,
        context: 3,
        cancels: 0,
    };
    let header = Header::new(PduType::Response, call_id);
    out.buf.put_array(header.emit());
    out.buf.put_array(head.emit());
    out.buf.put(&stub(n));
}

/// The output, taken in pieces of at most `step` bytes, and their number.
fn drain(out: &mut Output, step: usize) -> (Vec<u8>, usize) {
    let (mut all, mut sends) = (Vec::new(), 0);
    while !out.due().is_empty() {
        let n = out.due().len().min(step);
        all.extend_from_slice(&out.due()[..n]);
        out.sent(n);
        sends += 1;
    }
    assert_eq!((out.queued(), out.buf.len()), (0, 0));
    (all, sends)
}

/// Checks fragments and returns their stub data, with what follows it.
fn fragments(mut bytes: &[u8], most: usize) -> Vec<(u32, Vec<u8>)> {
    let mut messages: Vec<(u32, Vec<u8>)> = Vec::new();
    let mut open = false;
    while let Some(head) = bytes.first_chunk() {
        let header = Header::parse(head).unwrap();
        let (fragment, rest) = bytes.split_at(usize::from(header.frag_length));
        assert!(fragment.len() <= most);
        let hint = ResponseHead::parse(&header, fragment).unwrap();
        assert_eq!(hint.context, 3);
        assert_eq!(header.has(flag::FIRST), !open);
        if !open {
            messages.push((header.call_id, Vec::new()));
        }
        let stub = &fragment[RESPONSE_HEAD..];
        let (call_id, message) = messages.last_mut().unwrap();
        assert_eq!(*call_id, header.call_id);
        open = !header.has(flag::LAST);
        // MS-RPCE section 2.2.2.6: the bytes in this fragment and after it.
        assert!(open || hint.alloc_hint as usize <= stub.len());
        // C706 section 12.6.4.9: stub data is aligned to eight bytes, so all but the last keep to it.
        assert!(!open || stub.len() % STEP == 0);
        message.extend_from_slice(stub);
        bytes = rest;
    }
    assert!(bytes.is_empty() && !open);
    messages
}

/// C706 section 12.6.2.
#[test]
fn messages_of_any_size_go_in_fragments_of_the_size_agreed_on() {
    for most in [1432, 5840, 20_001, 65_528] {
        for step in [1000, 70_000, usize::MAX] {
            let mut out = Output::default();
            let sizes = [
                0,
                1,
                most - 24,
                most - 23,
                most,
                3 * most,
                200_000,
                5,
                777_777,
                65_540,
            ];
            for (i, n) in sizes.into_iter().enumerate() {
                write(&mut out, i as u32, n);
                out.complete(RESPONSE_HEAD, most);
            }
            let (bytes, _) = drain(&mut out, step);
            let messages = fragments(&bytes, most);
            assert_eq!(messages.len(), sizes.len());
            for (i, n) in sizes.into_iter().enumerate() {
                assert!(messages[i] == (i as u32, stub(n)), "{n} bytes in {most}");
            }
        }
    }
}

#[test]
fn little_is_moved_rather_than_sent_alone_and_much_is_not_moved() {
    let mut out = Output::default();
    for (n, sends) in [(65_536 + 4, 1), (60_000, 1), (1 << 20, 17)] {
        write(&mut out, 1, n);
        out.complete(RESPONSE_HEAD, 65_528);
        assert_eq!(drain(&mut out, usize::MAX).1, sends, "{n} bytes");
    }
    // What is written while a large message is being sent follows it.
    write(&mut out, 1, 200_000);
    out.complete(RESPONSE_HEAD, 65_528);
    out.sent(65_520);
    write(&mut out, 2, 10);
    out.sent(4);
    out.complete(RESPONSE_HEAD, 65_528);
    write(&mut out, 3, 10);
    out.sent(4);
    out.rollback();
    let (rest, _) = drain(&mut out, usize::MAX);
    let first = stub(65_504);
    let all = [&first[..], &fragments_after(&rest)].concat();
    assert!(all == [stub(200_000), stub(10)].concat());
}

/// The stub data of further fragments of a message.
fn fragments_after(mut bytes: &[u8]) -> Vec<u8> {
    let mut all = Vec::new();
    while let Some(head) = bytes.first_chunk() {
        let n = usize::from(Header::parse(head).unwrap().frag_length);
        all.extend_from_slice(&bytes[RESPONSE_HEAD..n]);
        bytes = &bytes[n..];
    }
    all
}

/// MS-RPCE section 2.2.2.11: the trailer is aligned by padding, in every fragment.
#[test]
fn protected_fragments_have_room_for_a_trailer() {
    for n in [0, 1, 16, 1000, 1376, 1377, 5000, 100_000] {
        let mut out = Output::default();
        let (mut count, mut plain) = (0, Vec::new());
        write(&mut out, 9, n);
        let done: Result<(), ()> =
            out.complete_protected(RESPONSE_HEAD, 1432, 16, 20, |fragment, head, pad| {
                let header = Header::parse(fragment.first_chunk().unwrap()).unwrap();
                assert_eq!(usize::from(header.frag_length), fragment.len());
                assert_eq!((header.auth_length, head), (20, RESPONSE_HEAD));
                let (body, behind) = fragment[head..].split_at(fragment.len() - head - 28);
                assert_eq!((body.len() % 16, behind), (0, &[0; 28][..]));
                plain.extend_from_slice(&body[..body.len() - pad]);
                count += 1;
                Ok(())
            });
        assert_eq!(done, Ok(()));
        assert!(plain == stub(n));
        assert_eq!(count, n.next_multiple_of(16).div_ceil(1376).max(1));
        let (bytes, sends) = drain(&mut out, usize::MAX);
        assert_eq!(
            (bytes.len(), sends),
            (plain.len().next_multiple_of(16) + 52 * count, 1)
        );
    }
}
