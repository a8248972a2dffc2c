//! Messages sent by libtirpc, byte for byte, and messages assembled by hand from RFC 5531.

mod support;

use std::fs;
use std::path::PathBuf;

use manyrpc_codec::Buf;
use manyrpc_engine::onc::auth::AuthSys;
use manyrpc_engine::onc::pdu::*;
use manyrpc_engine::onc::{Client, Credentials, Server, fault};
use manyrpc_engine::{
    CallHead, ClientEngine, Clock, Fault, InterfaceId, Limits, Outcome, Rx, ServerEngine,
};
use support::{at, output, server_output};

const BENCH: u32 = 0x2026_1121;

fn unhex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text.bytes().filter(u8::is_ascii_hexdigit).collect();
    let pairs = digits.chunks_exact(2);
    pairs
        .map(|p| u8::from_str_radix(str::from_utf8(p).unwrap(), 16).unwrap())
        .collect()
}

/// The bytes of a file, and the content of its `message` line.
fn vector(name: &str) -> (Vec<u8>, String) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../vectors/onc");
    let text = fs::read_to_string(folder.join(name).with_extension("hex")).unwrap();
    let (comments, data): (Vec<&str>, Vec<&str>) = text.lines().partition(|l| l.starts_with('#'));
    assert!(comments[0].starts_with("# source: "));
    let message = comments[1].strip_prefix("# message: ").unwrap();
    (unhex(&data.concat()), message.to_owned())
}

/// A client's message for a call without arguments, with another xid.
fn our_call(client: &mut Client, xid: &[u8], mark: usize) -> Vec<u8> {
    let head = CallHead::new(InterfaceId::of_program(BENCH, 1), 0);
    client.begin_call(&head).unwrap();
    client.finish_call(at(0)).unwrap();
    let mut bytes = output(client).concat();
    bytes[mark..mark + 4].copy_from_slice(xid);
    bytes
}

#[test]
fn our_calls_are_libtirpcs_calls() {
    for (name, mark) in [("udp-call-auth-none", 0), ("tcp-call-auth-none", 4)] {
        let (theirs, _) = vector(name);
        let limits = Limits::default();
        let mut client = if mark == 0 {
            Client::datagram(limits, 1)
        } else {
            Client::stream(limits, 1)
        };
        assert_eq!(
            our_call(&mut client, &theirs[mark..mark + 4], mark),
            theirs,
            "{name}"
        );
    }
    for (name, mark) in [("udp-call-auth-sys", 0), ("tcp-call-auth-sys", 4)] {
        let (theirs, _) = vector(name);
        let message = Message::new_checked(&theirs[mark..]).unwrap();
        let (header, arguments) = CallHeader::parse(message).unwrap();
        assert_eq!(arguments, 0);
        let who = AuthSys::parse(header.credential.body).unwrap();
        assert_eq!(
            (who.machine_name, who.uid, who.gid),
            (&b"client.example"[..], 1000, 100)
        );
        assert_eq!(who.gids(), [4, 24, 27]);
        let limits = Limits::default();
        let mut client = if mark == 0 {
            Client::datagram(limits, 1)
        } else {
            Client::stream(limits, 1)
        };
        client.set_credentials(Credentials::sys(&who));
        assert_eq!(
            our_call(&mut client, &theirs[mark..mark + 4], mark),
            theirs,
            "{name}"
        );
    }
}

#[test]
fn our_replies_are_libtirpcs_replies() {
    let (call, _) = vector("tcp-call-auth-none");
    let (reply, _) = vector("tcp-reply-success");
    assert_eq!(
        serve(Server::stream(Limits::default()), &call, Outcome::Done),
        [reply]
    );
    let (call, _) = vector("udp-call-auth-none");
    let (reply, _) = vector("udp-reply-success");
    assert_eq!(
        serve(Server::datagram(Limits::default()), &call, Outcome::Done),
        [reply]
    );
    let versions = Fault::NoSuchVersion { low: 1, high: 1 };
    for (name, outcome) in [
        (
            "udp-reply-prog-unavail",
            Outcome::Fault(Fault::NoSuchInterface),
        ),
        ("udp-reply-prog-mismatch", Outcome::Fault(versions)),
        (
            "udp-reply-proc-unavail",
            Outcome::Fault(Fault::NoSuchOperation),
        ),
        (
            "udp-reply-garbage-args",
            Outcome::Fault(Fault::BadArguments),
        ),
        // The engine itself answers these.
        ("udp-reply-auth-unknown-flavor", Outcome::Done),
        ("udp-reply-auth-sys-bad", Outcome::Done),
        ("udp-reply-auth-short-unknown", Outcome::Done),
    ] {
        let (theirs, message) = vector(name);
        let call = unhex(message.strip_prefix("reply to ").unwrap());
        let ours = serve(Server::datagram(Limits::default()), &call, outcome.clone());
        assert_eq!(ours, [&theirs[..]], "{name}");
        let message = Message::new_checked(&theirs).unwrap();
        let (header, results) = ReplyHeader::parse(message).unwrap();
        assert_eq!(results, 0);
        if let Outcome::Fault(said) = outcome {
            assert_eq!(fault::from_wire(&header.body), Some(said), "{name}");
        }
        let mut again = Buf::new();
        header.emit(&mut again);
        assert_eq!(again.data(), theirs);
        assert_eq!(again.len(), header.len());
    }
}

fn serve(mut server: Server, call: &[u8], outcome: Outcome) -> Vec<Vec<u8>> {
    let mut rx = Rx::default();
    rx.buf.put(call);
    while let Some(call) = server.next_call(&mut rx, &Clock::at(at(0))) {
        server.begin_reply(call.id);
        server.finish_reply(outcome.clone(), &Clock::at(at(0)));
    }
    server_output(&mut server)
        .into_iter()
        .map(|(_, bytes)| bytes)
        .collect()
}

// RFC 5531 section 9: "The RPC message protocol", every possible reply.
#[test]
fn replies_lie_as_the_rfc_says() {
    let accepted = |status| ReplyBody::Accepted {
        verifier: OpaqueAuth::NONE,
        status,
    };
    let plain = |status| accepted(Accepted::Plain(status));
    let short = OpaqueAuth {
        flavor: Flavor::Short,
        body: &[0xaa, 0xbb, 0xcc],
    };
    let success = Accepted::Plain(AcceptStatus::Success);
    let with_short = ReplyBody::Accepted {
        verifier: short,
        status: success,
    };
    for (body, wire) in [
        (
            plain(AcceptStatus::Success),
            "00000000 00000000 00000000 00000000",
        ),
        (
            plain(AcceptStatus::ProgramUnavailable),
            "00000000 00000000 00000000 00000001",
        ),
        (
            accepted(Accepted::ProgramMismatch { low: 2, high: 4 }),
            "00000000 00000000 00000000 00000002 00000002 00000004",
        ),
        (
            plain(AcceptStatus::ProcedureUnavailable),
            "00000000 00000000 00000000 00000003",
        ),
        (
            plain(AcceptStatus::GarbageArguments),
            "00000000 00000000 00000000 00000004",
        ),
        (
            plain(AcceptStatus::SystemError),
            "00000000 00000000 00000000 00000005",
        ),
        (
            plain(AcceptStatus::Unknown(77)),
            "00000000 00000000 00000000 0000004d",
        ),
        (with_short, "00000000 00000002 00000003 aabbcc00 00000000"),
        (
            ReplyBody::Denied(Denied::RpcMismatch { low: 2, high: 2 }),
            "00000001 00000000 00000002 00000002",
        ),
        (
            ReplyBody::Denied(Denied::AuthError(AuthStatus::TooWeak)),
            "00000001 00000001 00000005",
        ),
    ] {
        let header = ReplyHeader {
            xid: 0x0102_0304,
            body,
        };
        let wire = unhex(&format!("01020304 00000001 {wire}"));
        let mut ours = Buf::new();
        header.emit(&mut ours);
        assert_eq!(ours.data(), wire);
        assert_eq!(header.len(), wire.len());
        let message = Message::new_checked(&wire).unwrap();
        assert_eq!(ReplyHeader::parse(message), Ok((header, 0)));
        for n in 8..wire.len() {
            let cut = Message::new_checked(&wire[..n]).unwrap();
            assert!(ReplyHeader::parse(cut).is_err(), "{n} bytes of {wire:?}");
        }
        if let Some(said) = fault::from_wire(&body) {
            assert_eq!(fault::to_wire(&said, OpaqueAuth::NONE), body);
        }
    }
}

// RFC 5531 section 9, `auth_stat`: every value has a name and keeps its number.
#[test]
fn every_auth_status_is_known() {
    for value in 0..=14 {
        let status = AuthStatus::from(value);
        assert!(!matches!(status, AuthStatus::Unknown(_)), "{value}");
        assert_eq!(u32::from(status), value);
        // A denial without a reason of this protocol is sent as the general one.
        let told = if value == 0 { 5 } else { value };
        let body = fault::to_wire(&Fault::Denied(value), OpaqueAuth::NONE);
        assert_eq!(fault::from_wire(&body), Some(Fault::Denied(told)));
    }
    assert_eq!(AuthStatus::from(15), AuthStatus::Unknown(15));
}
