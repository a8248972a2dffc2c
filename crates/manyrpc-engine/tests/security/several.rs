//! Several security contexts on one connection, the second one written by hand; and protected
//! faults.
//!
//! Clauses: MS-RPCE 2.2.2.11 (`auth_context_id`), 3.3.1.5.4 (several security contexts).

use manyrpc_codec::Buf;
use manyrpc_engine::dce::co::bind::{Bind, Proposal, Syntax};
use manyrpc_engine::dce::co::pdu::{
    FAULT_HEAD, Header, PduType, RequestHead, TRAILER, Trailer, flag,
};
use manyrpc_engine::security::{AuthType, Initiator, Level, Pdu, Protection};
use manyrpc_engine::{CallError, ClientEvent, Clock, Outcome, ServerEngine, dce};

use crate::support::{ECHO, Kind, Seen, at, call, server_output};
use crate::toy::{Pair, Toy, VALUE, acceptor, echo, legs, pair, pair_of};

const LEVEL: Level = Level::Integrity;

/// One more user of a connection.
struct Second {
    toy: Toy,
    context: u32,
    level: Level,
}

impl Second {
    fn new(context: u32) -> Self {
        let mut toy = legs(2);
        // As negotiated in the bind.
        toy.sign_headers(true);
        Second {
            toy,
            context,
            level: LEVEL,
        }
    }

    fn trailer(&self, pad: usize) -> [u8; TRAILER] {
        let trailer = Trailer {
            auth_type: AuthType::NTLM.0,
            level: self.level.to_wire(),
            pad: pad as u8,
            context: self.context,
        };
        trailer.emit()
    }

    /// An alter_context with the first token.
    fn alter(&mut self) -> Vec<u8> {
        let mut out = Buf::default();
        let proposal = Proposal {
            id: 0,
            interface: ECHO_INTERFACE,
            transfer: Syntax::NDR,
        };
        let header = Header::new(PduType::AlterContext, 77);
        Bind::emit(&header, (5840, 5840), 1, &[proposal], &mut out);
        let mut token = Vec::new();
        self.toy.step(&[], &mut token).expect("a toy begins");
        out.put_array(self.trailer(0));
        out.put(&token);
        with_sizes(out.data().to_vec(), token.len())
    }

    /// A fragment of a request.
    fn request(&mut self, call_id: u32, flags: u8, body: &[u8; 16]) -> Vec<u8> {
        let mut header = Header::new(PduType::Request, call_id);
        header.flags = flags;
        let head = RequestHead {
            alloc_hint: 16,
            context: 0,
            opnum: ECHO as u16,
            object: None,
        };
        let mut out = [&header.emit()[..], &head.emit(), body, &self.trailer(0)].concat();
        out.extend([0; VALUE]);
        self.protect(with_sizes(out, VALUE), 24)
    }

    /// Fills in the auth_value at the end of a fragment.
    fn protect(&mut self, mut fragment: Vec<u8>, head: usize) -> Vec<u8> {
        let at = fragment.len() - VALUE;
        let (signed, value) = fragment.split_at_mut(at);
        self.toy
            .protect(self.level, parts(signed, head), value)
            .expect("a toy signs");
        fragment
    }

    fn checks(&mut self, mut fragment: Vec<u8>, head: usize) -> bool {
        let at = fragment.len() - VALUE;
        let (signed, value) = fragment.split_at_mut(at);
        self.toy
            .unprotect(self.level, parts(signed, head), value)
            .is_ok()
    }
}

const ECHO_INTERFACE: Syntax = Syntax {
    uuid: dce::uuid::parse("5ca1ab1e-0000-4000-8000-000000002026"),
    major: 1,
    minor: 0,
};

fn parts(signed: &mut [u8], head: usize) -> Pdu<'_> {
    let (front, trailer) = signed.split_at_mut(signed.len() - TRAILER);
    let (header, body) = front.split_at_mut(head);
    Pdu {
        header,
        body,
        trailer,
    }
}

fn with_sizes(mut pdu: Vec<u8>, auth: usize) -> Vec<u8> {
    let bytes = (pdu.len() as u16).to_le_bytes();
    pdu[8..10].copy_from_slice(&bytes);
    pdu[10..12].copy_from_slice(&(auth as u16).to_le_bytes());
    pdu
}

/// A connection of ann's, on which bob and others may also authenticate.
fn shared(users: &[&'static str]) -> Pair {
    let toys = users.iter().map(|user| Toy {
        user,
        ..acceptor(2)
    });
    let toys = [acceptor(2)].into_iter().chain(toys).collect();
    let mut pair = pair_of(LEVEL, legs(2), toys, LEVEL);
    assert!(matches!(echo(&mut pair, 20)[..], [Seen::Reply(..)]));
    pair
}

/// Passes bytes to the server and executes the calls; returns the callers and the replies.
fn say(pair: &mut Pair, bytes: &[u8]) -> (Vec<String>, Vec<u8>) {
    pair.to_server.buf.put(bytes);
    let mut callers = Vec::new();
    while let Some(call) = pair
        .server
        .next_call(&mut pair.to_server, &Clock::at(at(0)))
    {
        callers.push(call.principal.as_deref().unwrap_or("nobody").to_owned());
        let arguments = pair.to_server.buf.data()[call.arguments.clone()].to_vec();
        pair.server.begin_reply(call.id);
        pair.server.body().put(&arguments);
        pair.server.finish_reply(Outcome::Done, &Clock::at(at(0)));
    }
    let replies = server_output(&mut pair.server);
    (
        callers,
        replies.into_iter().flat_map(|(_, bytes)| bytes).collect(),
    )
}

/// Begins another user's security context.
fn join(pair: &mut Pair, second: &mut Second) {
    let (_, answer) = say(pair, &second.alter());
    assert_eq!(answer[2], 0x0f, "{answer:02x?}");
    let token = &answer[answer.len() - 2..];
    second
        .toy
        .step(token, &mut Vec::new())
        .expect("a toy agrees");
}

/// MS-RPCE 3.3.1.5.4: each request belongs to its context, and so does its response.
#[test]
fn a_connection_serves_several_users() {
    let mut pair = shared(&["bob", "carol"]);
    let (mut bob, mut carol) = (Second::new(5), Second::new(0xffff_fff0));
    join(&mut pair, &mut bob);
    join(&mut pair, &mut carol);
    for (round, body) in [(0, b"first of them all"), (1, b"second of them al")] {
        let body = body.first_chunk().expect("16 bytes");
        for (id, second, name) in [(100, &mut bob, "bob"), (200, &mut carol, "carol")] {
            let request = second.request(id + round, flag::WHOLE, body);
            let (callers, reply) = say(&mut pair, &request);
            assert_eq!(callers, [name]);
            assert_eq!(reply[24..40], body[..]);
            assert!(
                second.checks(reply, 24),
                "{name}'s reply, signed by his own key"
            );
        }
        assert!(
            matches!(echo(&mut pair, 20)[..], [Seen::Reply(..)]),
            "ann goes on"
        );
    }
}

#[test]
fn a_request_is_of_one_user_throughout() {
    let mut pair = shared(&["bob", "carol"]);
    let (mut bob, mut carol) = (Second::new(5), Second::new(6));
    join(&mut pair, &mut bob);
    join(&mut pair, &mut carol);
    let body = b"half of somebody";
    let (callers, _) = say(&mut pair, &bob.request(9, flag::FIRST, body));
    assert!(callers.is_empty() && pair.server.broken().is_none());
    let (callers, _) = say(&mut pair, &carol.request(9, flag::LAST, body));
    assert!(callers.is_empty() && pair.server.broken().is_some());
}

/// An unauthenticated or unknown user cannot call. Deployed servers end the connection then.
#[test]
fn contexts_that_do_not_stand_carry_no_calls() {
    let bob = Toy {
        user: "bob",
        ..acceptor(4)
    };
    let mut pair = pair_of(LEVEL, legs(2), vec![acceptor(2), bob], LEVEL);
    echo(&mut pair, 20);
    let mut bob = Second::new(5);
    // The server needs another token from bob.
    say(&mut pair, &bob.alter());
    let (callers, answer) = say(&mut pair, &bob.request(9, flag::WHOLE, b"let me in please"));
    assert!(callers.is_empty());
    assert_eq!(
        (answer[2], &answer[24..28]),
        (3, &dce::fault::PROTOCOL_ERROR.to_le_bytes()[..])
    );
    assert!(pair.server.broken().is_some());
    // An unknown context.
    let mut pair = shared(&["bob"]);
    let mut stranger = Second::new(7);
    let (callers, answer) = say(
        &mut pair,
        &stranger.request(9, flag::WHOLE, b"let me in please"),
    );
    assert!(callers.is_empty() && pair.server.broken().is_some());
    assert_eq!(answer[24..28], dce::fault::ACCESS_DENIED.to_le_bytes());

    // There is no third mechanism, and no context is begun twice.
    for context in [6, 5] {
        let mut pair = shared(&["bob"]);
        join(&mut pair, &mut Second::new(5));
        let (_, answer) = say(&mut pair, &Second::new(context).alter());
        assert_eq!(answer[2], 3);
        assert_eq!(answer[24..28], dce::fault::ACCESS_DENIED.to_le_bytes());
        assert!(pair.server.broken().is_some());
    }
}

/// MS-RPCE 3.3.1.5.2.2: privacy requires a mechanism that was asked for encryption.
#[test]
fn privacy_must_be_asked_for() {
    for (only_signs, level, expected) in [
        (true, Level::Privacy, Some(dce::fault::SEC_PKG_ERROR)),
        (true, Level::Integrity, None),
        (false, Level::Privacy, None),
    ] {
        let bob = Toy {
            only_signs,
            ..acceptor(2)
        };
        assert_eq!(
            status_for(bob, level, |_| {}),
            expected,
            "{only_signs}, {level}"
        );
    }
}

/// Malformed tokens, and failed authentication (Samba's server: the former).
#[test]
fn refused_tokens_have_a_status() {
    let refuses = Toy {
        refuses_at: Some(1),
        ..acceptor(2)
    };
    let denied = Some(dce::fault::ACCESS_DENIED);
    assert_eq!(status_for(refuses, LEVEL, |_| {}), denied);
    let other = |alter: &mut Vec<u8>| *alter.last_mut().expect("a token") ^= 1;
    let bad = Some(dce::fault::SEC_PKG_ERROR);
    assert_eq!(status_for(acceptor(2), LEVEL, other), bad);
}

/// The status with which bob is refused when he joins at a level, if he is.
fn status_for(bob: Toy, level: Level, change: impl Fn(&mut Vec<u8>)) -> Option<u32> {
    let mut pair = pair_of(LEVEL, legs(2), vec![acceptor(2), bob], LEVEL);
    echo(&mut pair, 20);
    let mut second = Second::new(5);
    second.level = level;
    let mut alter = second.alter();
    change(&mut alter);
    let (_, answer) = say(&mut pair, &alter);
    assert_eq!(pair.server.broken().is_some(), answer[2] == 3);
    let status = || u32::from_le_bytes([answer[24], answer[25], answer[26], answer[27]]);
    (answer[2] == 3).then(status)
}

/// A connection bound anonymously, on which bob begins to authenticate.
fn bound_anonymously(bob: &mut Second) -> Pair {
    let mut pair = pair_of(LEVEL, legs(2), vec![acceptor(4)], Level::None);
    let mut out = Buf::default();
    let proposal = Proposal {
        id: 0,
        interface: ECHO_INTERFACE,
        transfer: Syntax::NDR,
    };
    let header = Header::new(PduType::Bind, 1);
    Bind::emit(&header, (5840, 5840), 0, &[proposal], &mut out);
    let (_, answer) = say(&mut pair, out.data());
    assert_eq!(answer[2], 0x0c);
    let (_, answer) = say(&mut pair, &bob.alter());
    assert_eq!(answer[2], 0x0f);
    pair
}

/// As in Samba's server.
#[test]
fn a_half_authenticated_client_is_anonymous() {
    let mut bob = Second::new(5);
    bob.level = Level::Connect;
    let mut pair = bound_anonymously(&mut bob);
    let whole = bob.request(9, flag::WHOLE, b"without trailers");
    let (callers, reply) = say(&mut pair, &with_sizes(whole[..40].to_vec(), 0));
    assert_eq!((&callers[..], reply[2]), (&["nobody".to_owned()][..], 2));
}

/// As in Samba's server: the context can still be established.
#[test]
fn an_auth3_of_something_else_is_passed_over() {
    let mut bob = Second::new(5);
    let mut pair = bound_anonymously(&mut bob);
    bob.level = Level::Packet;
    let mut auth3 = [&Header::new(PduType::Auth3, 3).emit()[..], &[0; 4]].concat();
    auth3.extend(bob.trailer(0));
    auth3.extend(b"t2");
    let (_, answer) = say(&mut pair, &with_sizes(auth3, 2));
    assert!(answer.is_empty() && pair.server.broken().is_none());
}

/// [`security_contexts`](manyrpc_engine::limits::DceLimits::security_contexts).
#[test]
fn contexts_are_not_boundless() {
    let most = manyrpc_engine::Limits::default().dce.security_contexts;
    let mut pair = shared(&vec!["bob"; most]);
    for context in 2..most as u32 + 1 {
        join(&mut pair, &mut Second::new(context));
    }
    let (_, answer) = say(&mut pair, &Second::new(9999).alter());
    assert_eq!(answer[2], 3);
    // MS-RPCE section 3.3.1.5.4.
    assert_eq!(answer[24..28], dce::fault::PROTOCOL_ERROR.to_le_bytes());
    assert!(pair.server.broken().is_some());
}

/// At level connect requests have no trailer: they belong to the last user who began at that level,
/// until a request names a context (Samba's tests `lsa_multi_auth_connect`, verified against
/// Windows).
#[test]
fn requests_without_trailers_are_of_the_context_at_level_connect() {
    let mut pair = pair_of(
        LEVEL,
        legs(2),
        vec![
            acceptor(2),
            Toy {
                user: "bob",
                ..acceptor(2)
            },
        ],
        Level::Connect,
    );
    echo(&mut pair, 20);
    let mut bob = Second::new(5);
    bob.level = Level::Connect;
    join(&mut pair, &mut bob);
    let whole = bob.request(9, flag::WHOLE, b"without trailers");
    let mut bare = whole[..40].to_vec();
    bare = with_sizes(bare, 0);
    let (callers, reply) = say(&mut pair, &bare);
    assert_eq!(callers, ["bob"]);
    assert_eq!((reply.len(), &reply[24..]), (40, &b"without trailers"[..]));
    assert!(matches!(echo(&mut pair, 20)[..], [Seen::Reply(..)]));
    let (callers, answer) = say(&mut pair, &bare);
    assert!(callers.is_empty() && pair.server.broken().is_none());
    assert_eq!(answer[24..28], dce::fault::ACCESS_DENIED.to_le_bytes());
}

/// A fault with a trailer is verified, and counts like any PDU.
#[test]
fn protected_faults_are_checked() {
    for forged in [false, true] {
        let mut pair = pair(LEVEL, legs(2), Some(acceptor(2)), Level::None);
        echo(&mut pair, 20);
        // What the server's mechanism would sign next, after one reply.
        let mut server = Second::new(1);
        server.protect(vec![0; 60], 24);
        let id = call(
            &mut pair.client,
            Kind::DCE_CO,
            99,
            b"no such operation",
            at(0),
        );
        let seen = pair.run(|pdu| {
            if pdu[2] == 3 {
                pdu.truncate(FAULT_HEAD);
                pdu.extend(server.trailer(0));
                pdu.extend([0; VALUE]);
                let whole = server.protect(with_sizes(pdu.clone(), VALUE), FAULT_HEAD);
                *pdu = whole;
                if forged {
                    pdu[24] ^= 1;
                }
            }
        });
        if forged {
            let broken = |event: &Seen| matches!(event, Seen::Other(ClientEvent::Broken(_)));
            assert!(seen.iter().any(broken), "{seen:?}");
            continue;
        }
        let error = CallError::Fault(dce::fault::from_wire(dce::fault::OP_RANGE_ERROR));
        assert_eq!(seen, [Seen::Other(ClientEvent::Failed { id, error })]);
    }
}
