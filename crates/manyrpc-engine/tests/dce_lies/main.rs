//! Everything that a peer may falsify on a DCE connection, one lie at a time.
//!
//! Reading list: C706 sections 12.6.2 (fragments), 12.6.3 (common fields), 12.6.4 (PDUs); MS-RPCE
//! section 3.1.1.5 (what a receiver checks).
//!
//! Two engines converse honestly once, and their PDUs are recorded. They are replayed with one lie
//! and otherwise unchanged. Whatever the lie: nothing panics, the liar gets an error of the
//! protocol or a regular answer, every call ends once, memory stays in proportion to the input, and
//! a call on another connection to the same process is not disturbed.

mod conversation;
mod memory;

use conversation::{
    Conversation, Pdu, Process, at, bystander, calls_of, client, head_bytes, hear, limits, server,
    take,
};
use manyrpc_engine::contract::Associations;
use manyrpc_engine::dce::co::pdu::{Header, PduType, fault_status, flag};
use manyrpc_engine::dce::fault;
use manyrpc_engine::{ClientEngine, Clock, Closed, Rx, ServerEngine, WireError};

/// The possible outputs of a server, and whether the last one reports a protocol violation.
fn reports_violation(output: &[u8]) -> bool {
    let mut rest = output;
    let mut complaint = false;
    while let Some(bytes) = rest.first_chunk() {
        let header = Header::parse(bytes).expect("ours are well-formed");
        let (pdu, others) = rest.split_at(header.frag_length.into());
        complaint = match header.kind {
            PduType::BindNak => true,
            PduType::Fault => {
                let status = fault_status(&header, pdu).expect("a fault has a status");
                assert!(fault::meaning(status).is_some(), "{status:#x}");
                true
            }
            PduType::BindAck
            | PduType::AlterContextResponse
            | PduType::Response
            | PduType::Shutdown => false,
            other => panic!("a server said {other:?}"),
        };
        rest = others;
    }
    assert!(rest.is_empty());
    complaint
}

/// After those errors the next PDU cannot be found, so no answer is possible.
fn framing_is_lost(e: WireError) -> bool {
    matches!(
        e,
        WireError::BadField {
            field: "frag_length" | "auth_length" | "packed_drep",
            ..
        } | WireError::TooSlow
    )
}

/// Sends `pdus` to a new server of that process, until it has handled them or given up.
fn say_to_server(process: &Process, pdus: &[Pdu], what: &str) -> Option<WireError> {
    let before = process.groups();
    let mut server = server(process);
    let mut rx = Rx::default();
    let (mut output, mut bound) = (Vec::new(), false);
    let fed: usize = pdus.iter().map(Vec::len).sum();
    let memory = memory::Watch::new();
    for pdu in pdus {
        rx.buf.put(pdu);
        take(&mut server, &mut rx, &mut output);
        bound |= !output.is_empty();
        if server.broken().is_some() {
            break;
        }
    }
    let most = memory.most();
    assert!(most <= 64 * fed + 32_768, "{what}: {most} bytes");
    // It does not wait for what never arrives.
    while server.broken().is_none()
        && let Some(due) = server.next_timeout()
    {
        server.handle_timeout(due);
    }
    if let Some(e) = server.broken() {
        assert!(!e.to_string().is_empty());
        let silent = framing_is_lost(e) || !bound;
        assert!(
            silent || reports_violation(&output),
            "{what}: {e} and no word of it"
        );
        assert_eq!(server.next_timeout(), None, "{what}");
    } else {
        reports_violation(&output);
    }
    server.handle_closed();
    assert_eq!(process.groups(), before, "{what}");
    server.broken()
}

/// Sends `pdus` to a new client that makes the conversation's calls.
fn say_to_client(pdus: &[Pdu], what: &str) {
    let mut client = client();
    let calls = calls_of(&mut client);
    let mut rx = Rx::default();
    let mut ended = Vec::new();
    let fed: usize = pdus.iter().map(Vec::len).sum();
    let memory = memory::Watch::new();
    for pdu in pdus {
        rx.buf.put(pdu);
        hear(&mut client, &mut rx, &mut ended);
    }
    let most = memory.most();
    assert!(most <= 64 * fed + 65_536, "{what}: {most} bytes");
    while let Some(due) = client.next_timeout() {
        client.handle_timeout(due);
        hear(&mut client, &mut rx, &mut ended);
    }
    client.handle_closed(Closed::ByPeer);
    hear(&mut client, &mut rx, &mut ended);
    ended.sort_unstable();
    assert_eq!(ended, calls, "{what}: every call ends once");
    assert_eq!(client.calls_in_flight(), 0, "{what}");
}

/// Every lie about one byte, or about an aligned field of two or four, of the PDU's head.
fn lies(pdu: &Pdu, mut each: impl FnMut(Pdu, String)) {
    let heads = head_bytes(pdu);
    for place in 0..heads {
        for byte in [0, 1, 2, 0x7f, 0x80, 0xff, pdu[place] ^ 1, pdu[place] ^ 4] {
            let mut lie = pdu.clone();
            lie[place] = byte;
            each(lie, format!("byte {place} is {byte:#x}"));
        }
    }
    for (width, value) in [
        (2, 0),
        (2, 1),
        (2, 0xffff),
        (4, 0),
        (4, 0x7fff_ffff),
        (4, u32::MAX),
    ] {
        for place in (0..heads.saturating_sub(width - 1)).step_by(width) {
            let mut lie = pdu.clone();
            lie[place..place + width].copy_from_slice(&value.to_le_bytes()[..width]);
            each(
                lie,
                format!("bytes {place} to {} are {value:#x}", place + width),
            );
        }
    }
    // Truncated, with a matching length and with another.
    for n in 0..pdu.len().min(heads + 2) {
        each(pdu[..n].to_vec(), format!("{n} bytes of it"));
        if n >= 16 {
            let mut cut = pdu[..n].to_vec();
            cut[8..10].copy_from_slice(&(n as u16).to_le_bytes());
            each(cut, format!("{n} bytes, as it says"));
        }
    }
}

#[test]
fn a_client_lies_about_every_field_of_every_pdu() {
    let conversation = Conversation::new();
    let process = Process::default();
    let mut other = bystander(&process);
    let (mut refused, mut all) = (0, 0);
    for (i, pdu) in conversation.from_client.iter().enumerate() {
        let kind = PduType::from(u32::from(pdu[2]));
        lies(pdu, |lie, what| {
            let mut pdus = conversation.from_client.clone();
            pdus[i] = lie;
            let what = format!("PDU {i}, {kind:?}: {what}");
            refused += usize::from(say_to_server(&process, &pdus, &what).is_some());
            all += 1;
        });
        other.is_undisturbed(&process);
    }
    assert_eq!(process.groups(), 1, "the bystander's");
    assert!(refused > all / 4 && refused < all, "{refused} of {all}");
}

#[test]
fn a_server_lies_about_every_field_of_every_pdu() {
    let conversation = Conversation::new();
    for (i, pdu) in conversation.from_server.iter().enumerate() {
        let kind = PduType::from(u32::from(pdu[2]));
        lies(pdu, |lie, what| {
            let mut pdus = conversation.from_server.clone();
            pdus[i] = lie;
            say_to_client(&pdus, &format!("PDU {i}, {kind:?}: {what}"));
        });
    }
}

#[test]
fn either_side_goes_away_at_any_byte() {
    let conversation = Conversation::new();
    let process = Process::default();
    let mut other = bystander(&process);
    for (side, all) in [
        ("client", conversation.from_client.concat()),
        ("server", conversation.from_server.concat()),
    ] {
        // Payload in steps: its bytes are indistinguishable.
        for n in (0..all.len()).filter(|n| n % 7 == 0 || n % 1432 < 120) {
            let pdus = [all[..n].to_vec()];
            match side {
                "client" => drop(say_to_server(&process, &pdus, &format!("{n} bytes"))),
                _ => say_to_client(&pdus, &format!("{n} bytes")),
            }
        }
    }
    other.is_undisturbed(&process);
}

/// C706 section 12.6.2: fragments have no numbers, and arrive in order. In any other order they are
/// a message without a beginning, or one that begins twice.
#[test]
fn fragments_in_any_other_order_are_refused() {
    let conversation = Conversation::new();
    let process = Process::default();
    let mut other = bystander(&process);
    let fragments = conversation.fragments();
    assert_eq!(fragments.len(), 3);
    let before = &conversation.from_client[..fragments[0]];
    let pdu = |i: usize| conversation.from_client[fragments[i]].clone();
    for order in [
        &[0, 2, 1][..],
        &[1, 0, 2],
        &[1, 2, 0],
        &[2, 0, 1],
        &[2, 1, 0],
        &[0, 0, 1, 2],
        &[0, 1, 0, 2],
        &[0, 1, 2, 2],
        &[0, 1, 2, 1],
        &[2],
        &[1],
    ] {
        let output = order.iter().map(|i| pdu(*i));
        let pdus: Vec<Pdu> = before.iter().cloned().chain(output).collect();
        let e = say_to_server(&process, &pdus, &format!("{order:?}"));
        assert!(e.is_some(), "{order:?}");
    }
    // Never finished: until the timeout.
    let pdus: Vec<Pdu> = before.iter().cloned().chain([pdu(0), pdu(1)]).collect();
    let e = say_to_server(&process, &pdus, "no last fragment");
    assert_eq!(e, Some(WireError::TooSlow));
    other.is_undisturbed(&process);
}

/// Memory stays within [`manyrpc_engine::Limits`], for any number of fragments and calls.
#[test]
fn what_is_never_finished_has_limits() {
    let conversation = Conversation::new();
    let process = Process::default();
    let mut other = bystander(&process);
    let fragments = conversation.fragments();
    let (first, middle) = (fragments[0], fragments[1]);
    let before = conversation.from_client[..first].concat();
    for one_call in [true, false] {
        let mut server = server(&process);
        let mut rx = Rx::default();
        rx.buf.put(&before);
        take(&mut server, &mut rx, &mut Vec::new());
        let memory = memory::Watch::new();
        for n in 0..100_000u32 {
            let fragment = if one_call && n > 0 { middle } else { first };
            let mut pdu = conversation.from_client[fragment].clone();
            let id = if one_call { 7 } else { 1000 + n };
            pdu[12..16].copy_from_slice(&id.to_le_bytes());
            // A false announcement of further data.
            pdu[16..20].copy_from_slice(&u32::MAX.to_le_bytes());
            rx.buf.put(&pdu);
            take(&mut server, &mut rx, &mut Vec::new());
            if server.broken().is_some() {
                break;
            }
        }
        assert!(
            matches!(
                server.broken(),
                Some(WireError::TooLarge { .. } | WireError::TooManyFragments)
            ),
            "{:?}",
            server.broken()
        );
        // The messages, and once more while a buffer grows.
        let most = memory.most();
        assert!(most <= 4 * limits().message_bytes, "{most} bytes");
    }
    other.is_undisturbed(&process);
}

#[test]
fn contexts_and_calls_without_number_have_limits() {
    let conversation = Conversation::new();
    let process = Process::default();
    let mut other = bystander(&process);
    let alter = conversation.of(PduType::AlterContext);
    let mut server = server(&process);
    let mut rx = Rx::default();
    rx.buf.put(&conversation.from_client[0]);
    take(&mut server, &mut rx, &mut Vec::new());
    let memory = memory::Watch::new();
    // Each is another interface; the first ids are taken.
    for id in 8..=u16::MAX {
        let mut pdu = conversation.from_client[alter].clone();
        pdu[28..30].copy_from_slice(&id.to_le_bytes());
        rx.buf.put(&pdu);
        take(&mut server, &mut rx, &mut Vec::new());
    }
    assert_eq!(server.broken(), None, "each is answered");
    assert!(memory.most() < 64 << 10, "{} bytes", memory.most());
    // Calls that are never answered: no more are accepted than may be in flight.
    let request = conversation.of(PduType::Request);
    let mut taken = 0;
    for id in 0..10_000u32 {
        let mut pdu = conversation.from_client[request].clone();
        assert_eq!(pdu[3] & flag::WHOLE, flag::WHOLE);
        pdu[12..16].copy_from_slice(&(50_000 + id).to_le_bytes());
        rx.buf.put(&pdu);
        taken += usize::from(server.next_call(&mut rx, &Clock::at(at(0))).is_some());
    }
    assert_eq!(taken, limits().calls_in_flight);
    drop(server);
    other.is_undisturbed(&process);
}

/// The kinds of PDU that only the other side may send, and those of the other protocol.
#[test]
fn pdus_of_the_other_role_are_rejected() {
    let conversation = Conversation::new();
    let process = Process::default();
    for kind in 0..=u8::MAX {
        let (mut to_server, mut to_client) = (
            conversation.from_client.clone(),
            conversation.from_server.clone(),
        );
        for pdus in [&mut to_server, &mut to_client] {
            let last = pdus.len() - 1;
            pdus[last] = pdus[0].clone();
            pdus[last][2] = kind;
        }
        say_to_client(&to_client, &format!("PDU type {kind}"));
        let e = say_to_server(&process, &to_server, &format!("PDU type {kind}"));
        assert!(
            e.is_some() || matches!(kind, 0 | 0x0e | 0x12 | 0x13),
            "{kind}"
        );
    }
}
