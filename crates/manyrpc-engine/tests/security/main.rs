//! Security of connection-oriented DCE RPC, with a mechanism for tests: every byte is known, and it
//! takes any number of legs.
//!
//! Clauses: MS-RPCE 2.2.2.11 (sec_trailer), 3.3.1.5.2 (tokens), 3.3.1.5.2.2 (header signing).

mod several;
#[path = "../support/mod.rs"]
mod support;
mod toy;

use manyrpc_engine::security::Level;
use manyrpc_engine::{CallError, ClientEvent, Fault, ServerEngine, WireError, dce};
use support::{ECHO, Kind, Seen, at, call};
use toy::{Toy, VALUE, acceptor, echo, legs, pair};

const BIND: u8 = 0x0b;
const BIND_ACK: u8 = 0x0c;
const ALTER: u8 = 0x0e;
const ALTER_RESPONSE: u8 = 0x0f;
const AUTH3: u8 = 0x10;

/// MS-RPCE 3.3.1.5.2: which PDU carries which token, by the number of legs.
#[test]
fn tokens_travel_in_the_pdus_that_negotiate() {
    for (count, expected) in [
        (2, &[BIND, BIND_ACK, 0, 2][..]),
        (3, &[BIND, BIND_ACK, AUTH3, 0, 2]),
        (4, &[BIND, BIND_ACK, ALTER, ALTER_RESPONSE, 0, 2]),
        (5, &[BIND, BIND_ACK, ALTER, ALTER_RESPONSE, AUTH3, 0, 2]),
    ] {
        for level in [
            Level::Connect,
            Level::Packet,
            Level::Integrity,
            Level::Privacy,
        ] {
            let mut pair = pair(level, legs(count), Some(acceptor(count)), level);
            let seen = echo(&mut pair, 100);
            assert!(matches!(seen[..], [Seen::Reply(..)]), "{seen:?}");
            assert_eq!(pair.kinds(), expected, "{count} legs at {level}");
        }
    }
}

#[test]
fn messages_of_every_size_pass_at_every_level() {
    for level in [
        Level::Connect,
        Level::Packet,
        Level::Integrity,
        Level::Privacy,
    ] {
        let mut pair = pair(level, legs(3), Some(acceptor(3)), Level::None);
        for bytes in [0, 1, 15, 16, 17, 1400, 4096, 5840, 70_000, 300_001] {
            let seen = echo(&mut pair, bytes);
            assert!(
                matches!(seen[..], [Seen::Reply(..)]),
                "{bytes} at {level}: {seen:?}"
            );
        }
        let plain = pair
            .sent
            .iter()
            .any(|pdu| pdu.windows(8).any(|w| w == [1, 2, 3, 4, 5, 6, 7, 8]));
        // At privacy, encryption adds one to each byte.
        let sealed = pair
            .sent
            .iter()
            .any(|pdu| pdu.windows(8).any(|w| w == [251, 1, 2, 3, 4, 5, 6, 7]));
        assert!(plain && (sealed == level.seals()), "at {level}");
    }
}

/// No byte of a protected PDU may change: the call fails, the connection ends.
#[test]
fn a_changed_pdu_ends_the_connection() {
    for kind in [0, 2] {
        // A byte of the opnum or the cancel count, of stub data, of the trailer, of the value.
        for (place, from_end) in [(22, false), (30, false), (VALUE + 6, true), (1, true)] {
            let mut pair = pair(Level::Integrity, legs(3), Some(acceptor(3)), Level::None);
            echo(&mut pair, 20);
            let id = call(
                &mut pair.client,
                Kind::DCE_CO,
                ECHO,
                b"0123456789abcdef",
                at(0),
            );
            let seen = pair.run(|pdu| {
                if pdu[2] == kind {
                    let place = if from_end { pdu.len() - place } else { place };
                    pdu[place] ^= 1;
                }
            });
            let what = format!("kind {kind}, byte {place}: {seen:?}");
            match kind {
                0 => {
                    assert!(pair.server.broken().is_some(), "{what}");
                    let failed = |event: &Seen| matches!(event, Seen::Other(ClientEvent::Failed { id: of, .. }) if *of == id);
                    assert!(seen.iter().any(failed), "{what}");
                }
                _ => {
                    let broken =
                        |event: &Seen| matches!(event, Seen::Other(ClientEvent::Broken(_)));
                    assert!(seen.iter().any(broken), "{what}");
                }
            }
        }
    }
}

/// A signature that does not verify is reported with the status of Windows and Samba.
#[test]
fn a_bad_signature_has_a_status_of_its_own() {
    let mut pair = pair(Level::Integrity, legs(3), Some(acceptor(3)), Level::None);
    echo(&mut pair, 20);
    let id = call(&mut pair.client, Kind::DCE_CO, ECHO, b"x", at(0));
    let seen = pair.run(|pdu| {
        if pdu[2] == 0 {
            pdu[24] ^= 1;
        }
    });
    assert_eq!(pair.server.broken(), Some(WireError::BadSignature));
    let error = CallError::Fault(dce::fault::from_wire(dce::fault::SEC_PKG_ERROR));
    assert_eq!(seen, [Seen::Other(ClientEvent::Failed { id, error })]);
}

/// A request without a trailer is not authenticated: it is refused, and the connection continues.
#[test]
fn a_request_without_its_trailer_is_not_carried_out() {
    for level in [Level::Packet, Level::Integrity, Level::Privacy] {
        let mut pair = pair(level, legs(3), Some(acceptor(3)), Level::None);
        echo(&mut pair, 20);
        let id = call(
            &mut pair.client,
            Kind::DCE_CO,
            ECHO,
            b"0123456789abcdef",
            at(0),
        );
        let seen = pair.run(|pdu| {
            if pdu[2] == 0 {
                pdu.truncate(pdu.len() - VALUE - 8);
                let bytes = (pdu.len() as u16).to_le_bytes();
                pdu[8..10].copy_from_slice(&bytes);
                pdu[10..12].fill(0);
            }
        });
        let error = CallError::Fault(dce::fault::from_wire(dce::fault::ACCESS_DENIED));
        assert_eq!(
            seen,
            [Seen::Other(ClientEvent::Failed { id, error })],
            "at {level}"
        );
        assert_eq!(pair.server.broken(), None, "at {level}");
    }
}

fn failure(seen: &[Seen]) -> &CallError {
    match seen {
        [Seen::Other(ClientEvent::Failed { error, .. })] => error,
        other => panic!("one failure was due: {other:?}"),
    }
}

#[test]
fn refusals_say_where_they_come_from() {
    // The server has no such mechanism: bind_nak.
    let mut none = pair(Level::Integrity, legs(3), None, Level::None);
    let seen = echo(&mut none, 0);
    assert!(
        matches!(failure(&seen), CallError::Fault(Fault::Denied(_))),
        "{seen:?}"
    );

    // It rejects the first token: bind_nak.
    let refusing = |at| Toy {
        refuses_at: Some(at),
        ..acceptor(5)
    };
    let mut first = pair(Level::Integrity, legs(5), Some(refusing(1)), Level::None);
    let seen = echo(&mut first, 0);
    assert!(
        matches!(failure(&seen), CallError::Fault(Fault::Denied(_))),
        "{seen:?}"
    );

    // Nor the second, in an alter_context: a fault.
    let mut second = pair(Level::Integrity, legs(5), Some(refusing(3)), Level::None);
    let seen = echo(&mut second, 0);
    let denied = dce::fault::from_wire(dce::fault::ACCESS_DENIED);
    assert_eq!(failure(&seen), &CallError::Fault(denied.clone()));

    // Nor the third, in an rpc_auth_3, which has no answer: the call is refused.
    let mut third = pair(Level::Integrity, legs(5), Some(refusing(5)), Level::None);
    let seen = echo(&mut third, 0);
    assert_eq!(failure(&seen), &CallError::Fault(denied));

    // The client rejects the server, with its own message.
    let doubting = Toy {
        refuses_at: Some(2),
        ..legs(3)
    };
    let mut doubts = pair(Level::Integrity, doubting, Some(acceptor(3)), Level::None);
    let seen = echo(&mut doubts, 0);
    assert_eq!(
        failure(&seen),
        &CallError::Insecure("do say the word".into())
    );
}

/// An application's minimum level is checked for each interface.
#[test]
fn calls_below_the_least_level_are_refused() {
    let denied = CallError::Fault(dce::fault::from_wire(dce::fault::ACCESS_DENIED));
    for (level, least, allowed) in [
        (Level::Connect, Level::Connect, true),
        (Level::Connect, Level::Integrity, false),
        (Level::Integrity, Level::Privacy, false),
        (Level::Privacy, Level::Integrity, true),
        (Level::None, Level::Connect, false),
    ] {
        let mut pair = pair(level, legs(3), Some(acceptor(3)), least);
        let seen = echo(&mut pair, 1);
        match allowed {
            true => assert!(matches!(seen[..], [Seen::Reply(..)]), "{level}, {least}"),
            false => assert_eq!(failure(&seen), &denied, "{level}, {least}"),
        }
    }
}

/// MS-RPCE 3.3.1.5.2.2: headers are signed if both sides support it.
#[test]
fn header_signing_needs_both() {
    for stripped in [BIND, BIND_ACK] {
        let mut pair = pair(Level::Integrity, legs(2), Some(acceptor(2)), Level::None);
        let body = b"0123456789abcdef".to_vec();
        let id = call(&mut pair.client, Kind::DCE_CO, ECHO, &body, at(0));
        let mut opnum_changed = false;
        let seen = pair.run(|pdu| {
            if pdu[2] == stripped {
                pdu[3] &= !0x04;
            } else if stripped == BIND && pdu[2] == 2 {
                // The cancel count of the response: not signed, so not noticed.
                pdu[22] ^= 1;
                opnum_changed = true;
            }
        });
        if stripped == BIND {
            // Both know it from the server's answer.
            assert!(opnum_changed);
            assert_eq!(seen, [Seen::Reply(id, body)]);
        } else {
            // Stripping the flag in transit makes the two sides sign differently.
            assert!(!matches!(seen[..], [Seen::Reply(..)]), "{seen:?}");
        }
    }
}

#[test]
fn lies_about_trailers_break_nothing() {
    for at_byte in 8..12 {
        for value in [0, 1, 7, 8, 0x7f, 0xff] {
            for kind in [BIND, BIND_ACK, AUTH3, 0, 2] {
                let mut pair = pair(Level::Privacy, legs(3), Some(acceptor(3)), Level::None);
                call(
                    &mut pair.client,
                    Kind::DCE_CO,
                    ECHO,
                    b"0123456789abcdef",
                    at(0),
                );
                pair.run(|pdu| {
                    if pdu[2] == kind {
                        pdu[at_byte] = value;
                    }
                });
            }
        }
    }
    for kind in [BIND, BIND_ACK, AUTH3, 0, 2] {
        for from_end in 1..40 {
            let mut pair = pair(Level::Privacy, legs(3), Some(acceptor(3)), Level::None);
            call(
                &mut pair.client,
                Kind::DCE_CO,
                ECHO,
                b"0123456789abcdef",
                at(0),
            );
            let mut changed = false;
            let seen = pair.run(|pdu| {
                if pdu[2] == kind && pdu.len() > from_end + 16 {
                    let place = pdu.len() - from_end;
                    pdu[place] ^= 0x81;
                    changed = true;
                }
            });
            let protected = matches!(kind, 0 | 2) && changed;
            assert!(
                !protected || !matches!(seen[..], [Seen::Reply(..)]),
                "{kind} {from_end}"
            );
        }
    }
}
