//! tshark's dissector of GIOP finds in every kind of message that our engines send what we meant, in each version.
//!
//! tshark is Debian's (`scripts/setup.sh test`); the test fails without it.

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;

use manyrpc_engine::contract::Location;
use manyrpc_engine::giop::code_sets::Offered;
use manyrpc_engine::giop::ior::{Iiop, Ior, Ssl};
use manyrpc_engine::giop::pdu::{HEADER, Header, LocateStatus, MessageType, ReplyStatus};
use manyrpc_engine::giop::{
    Client, CodeSets, Completion, Host, Object, Server, Standard, SyncScope, SystemException,
    Version,
};
use manyrpc_engine::{
    CallHead, CallId, CallKind, ClientEngine, Clock, Exception, Fault, Instant, InterfaceId,
    Limits, ObjectKey, Outcome, Path, Rx, ServerEngine,
};
use support::pcap::{self, Dissected, Ends};
use support::server_output;

const VERSIONS: [Version; 3] = [Version::V1_0, Version::V1_1, Version::V1_2];

const KEY: &[u8] = b"the cart";
const MOVED: &[u8] = b"moved";
const MOVED_FOR_GOOD: &[u8] = b"moved for good";

/// A process with one object, which knows where two others have gone.
#[derive(Debug)]
struct Process;

impl Host for Process {
    fn find(&self, key: &[u8]) -> Object {
        match key {
            KEY => Object::Application,
            MOVED | MOVED_FOR_GOOD => Object::Moved,
            _ => Object::Unknown,
        }
    }

    fn location(&self, key: &[u8]) -> Option<(Ior, bool)> {
        let profile = Iiop {
            components: vec![Offered::ours().component(), Ssl::new(2810).component()],
            ..Iiop::new("elsewhere", 2809, KEY)
        };
        let there = Ior {
            type_id: "IDL:shop/Cart:1.0".to_owned(),
            profiles: vec![profile.tagged()],
        };
        Some((there, key == MOVED_FOR_GOOD))
    }

    fn repository_id(&self, _: &[u8]) -> Option<String> {
        Some("IDL:shop/Cart:1.0".to_owned())
    }

    fn is_a(&self, _: &[u8], _: &str) -> bool {
        false
    }
}

/// A message, and what we meant by it: fields and values in tshark's notation.
struct Sent {
    to_server: bool,
    bytes: Vec<u8>,
    meant: Vec<(&'static str, String)>,
}

fn header(message: &[u8]) -> Header {
    Header::parse(message.first_chunk().unwrap()).unwrap()
}

/// The messages in what an engine has sent.
fn messages(mut bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    while !bytes.is_empty() {
        let n = HEADER + header(bytes).size as usize;
        all.push(bytes[..n].to_vec());
        bytes = &bytes[n..];
    }
    all
}

/// A client and a server of one connection.
struct Connection {
    version: Version,
    client: Client,
    server: Server,
    to_client: Rx,
    to_server: Rx,
    sent: Vec<Sent>,
}

fn clock() -> Clock {
    Clock::at(Instant::ZERO)
}

impl Connection {
    fn new(version: Version) -> Self {
        let mut limits = Limits::default();
        limits.giop.piece_bytes = 512;
        let mut client = Client::new(limits.clone(), version, 1);
        client.set_code_sets(CodeSets::UNICODE);
        Connection {
            version,
            client,
            server: Server::new(limits, Arc::new(Process)),
            to_client: Rx::default(),
            to_server: Rx::default(),
            sent: Vec::new(),
        }
    }

    /// Notes messages of which the first is of that kind, and the others are its fragments.
    fn note(&mut self, to_server: bool, bytes: &[u8], meant: &[(&'static str, String)]) {
        let minor = self.version.minor();
        let all = messages(bytes);
        assert!(!all.is_empty(), "{meant:?} was not sent");
        for (n, bytes) in all.into_iter().enumerate() {
            let header = header(&bytes);
            assert_eq!(header.minor, minor);
            let mut of_this = vec![
                ("giop.major_version", "1".to_owned()),
                ("giop.minor_version", minor.to_string()),
                ("giop.type", u32::from(header.kind).to_string()),
                ("giop.len", (bytes.len() - HEADER).to_string()),
            ];
            match n {
                0 => of_this.extend_from_slice(meant),
                _ => assert_eq!(header.kind, MessageType::Fragment),
            }
            self.sent.push(Sent {
                to_server,
                bytes,
                meant: of_this,
            });
        }
    }

    /// The client sends a call, and the server takes it; with the arguments' size.
    fn call(&mut self, key: &[u8], operation: &str, kind: CallKind, bytes: usize) -> CallId {
        let object = ObjectKey::new(key);
        let path = Path {
            interface: "shop.Cart",
            operation,
        };
        let head = CallHead {
            object: Some(&object),
            kind,
            ..CallHead::named(path)
        };
        let id = self.client.begin_call(&head).unwrap();
        let arguments: Vec<u8> = (0..bytes).map(|n| n as u8).collect();
        self.client.body().put(&arguments);
        self.client.finish_call(Instant::ZERO).unwrap();
        let meant = [
            field("giop.request_id", id.0 as u32),
            field("giop.request_op", operation),
            self.key_len(key),
        ];
        self.client_sends(&meant);
        id
    }

    /// The client asks where an object is.
    fn locate(&mut self, key: &[u8]) -> CallId {
        let object = ObjectKey::new(key);
        let head = CallHead {
            object: Some(&object),
            ..CallHead::new(InterfaceId::ONLY, 0)
        };
        let id = self.client.locate(&head, Instant::ZERO).unwrap();
        let meant = [field("giop.request_id", id.0 as u32), self.key_len(key)];
        self.client_sends(&meant);
        id
    }

    fn key_len(&self, key: &[u8]) -> (&'static str, String) {
        match self.version {
            Version::V1_2 => field("giop.target_address.key_addr_len", key.len()),
            _ => field("giop.objektkey_len", key.len()),
        }
    }

    /// What the client has to send reaches the server.
    fn client_sends(&mut self, meant: &[(&'static str, String)]) {
        let mut bytes = Vec::new();
        while let Some(transmit) = self.client.poll_transmit() {
            bytes.extend(transmit.bytes);
            let n = transmit.bytes.len();
            self.client.sent(n);
        }
        self.to_server.buf.put(&bytes);
        self.note(true, &bytes, meant);
    }

    /// What the server has to send reaches the client.
    fn server_sends(&mut self, meant: &[(&'static str, String)]) {
        let pieces = server_output(&mut self.server).into_iter();
        let bytes: Vec<u8> = pieces.flat_map(|(_, bytes)| bytes).collect();
        self.to_client.buf.put(&bytes);
        self.note(false, &bytes, meant);
        while self
            .client
            .next_event(&mut self.to_client, &clock())
            .is_some()
        {}
    }

    /// The server ends the call that arrives next.
    fn answer(&mut self, write: &[u8], outcome: Outcome) {
        let call = self.server.next_call(&mut self.to_server, &clock());
        let call = call.expect("a call has arrived");
        self.server.begin_reply(call.id);
        self.server.body().put(write);
        self.server.finish_reply(outcome, &clock());
    }

    /// The server answers by itself.
    fn answers_itself(&mut self) {
        let call = self.server.next_call(&mut self.to_server, &clock());
        assert!(call.is_none(), "{call:?}");
    }

    /// A message of another client reaches the server.
    fn another(&mut self, kind: MessageType, body: &[u8]) {
        let mut bytes = b"GIOP\x01\0\x01\0".to_vec();
        bytes[5] = self.version.minor();
        bytes[7] = u32::from(kind) as u8;
        bytes.extend((body.len() as u32).to_le_bytes());
        bytes.extend(body);
        self.to_server.buf.put(&bytes);
        self.answers_itself();
    }
}

fn reply(id: CallId, status: ReplyStatus) -> Vec<(&'static str, String)> {
    vec![
        ("giop.request_id", (id.0 as u32).to_string()),
        ("giop.replystatus", u32::from(status).to_string()),
    ]
}

/// The name of a field, and its value.
fn field(name: &'static str, value: impl ToString) -> (&'static str, String) {
    (name, value.to_string())
}

/// Every message that our engines send in a version.
fn conversation(version: Version) -> Vec<Sent> {
    let mut both = Connection::new(version);
    // Results, large ones, too: in fragments where those are sent.
    for bytes in [0, 8, 3000] {
        let id = both.call(KEY, "add", CallKind::Call, bytes);
        both.answer(&vec![7; bytes], Outcome::Done);
        both.server_sends(&reply(id, ReplyStatus::NoException));
    }
    both.call(KEY, "note", CallKind::OneWay, 12);
    both.answer(&[], Outcome::Done);
    // Exceptions.
    let id = both.call(KEY, "_get_total", CallKind::Call, 0);
    let here = manyrpc_codec::cdr::Representation::NATIVE;
    let raised = Exception::cdr("shop.Closed", [1, 0, 0, 0], here);
    both.answer(&[], Outcome::Fault(Fault::raised(1, raised)));
    let mut meant = reply(id, ReplyStatus::UserException);
    meant.push(field("giop.exceptionid", "IDL:shop/Closed:1.0"));
    both.server_sends(&meant);
    let standard = SystemException::new(Standard::ImpLimit, 0x4f4d_0001, Completion::Maybe);
    let nowhere = SystemException::new(Standard::ObjectNotExist, 0, Completion::No);
    for (exception, key) in [(standard, KEY), (nowhere, b"nobody")] {
        let id = both.call(key, "add", CallKind::Call, 4);
        both.answer(&[], Outcome::Fault(exception.fault()));
        let mut meant = reply(id, ReplyStatus::SystemException);
        let name = exception.standard.name();
        let completed = exception.completed as u32;
        meant.extend([
            field("giop.exceptionid", format!("IDL:omg.org/CORBA/{name}:1.0")),
            field("giop.minor_code_value", exception.minor),
            field("giop.completion_status", completed),
        ]);
        both.server_sends(&meant);
    }
    forwards(&mut both);
    // What every object is asked.
    let id = both.call(KEY, "_repository_id", CallKind::Call, 0);
    both.answers_itself();
    both.server_sends(&reply(id, ReplyStatus::NoException));
    // A call that nobody waits for any more, which servers are told of in 1.2 only.
    let id = both.call(KEY, "add", CallKind::Call, 4);
    both.client.cancel(id);
    if version == Version::V1_2 {
        both.client_sends(&[field("giop.request_id", id.0 as u32)]);
    }
    both.answer(&[], Outcome::Done);
    both.server_sends(&reply(id, ReplyStatus::NoException));
    locates(&mut both);
    // By profile, which a server of ours wants named otherwise.
    if version == Version::V1_2 {
        let mut body = [77, 3].map(u32::to_le_bytes).concat();
        body.extend([1, 0, 0, 0]);
        for word in [0u32, 0, 4] {
            body.extend(word.to_le_bytes());
        }
        body.extend(b"add\0");
        body.extend(0u32.to_le_bytes());
        both.another(MessageType::Request, &body);
        let id = CallId(77);
        both.server_sends(&reply(id, ReplyStatus::NeedsAddressingMode));
    }
    endings(version, &mut both);
    both.sent.extend(receipts(version));
    both.sent
}

/// Answers that an object is elsewhere, which version 1.2 alone may say for good.
fn forwards(both: &mut Connection) {
    let for_good = match both.version {
        Version::V1_2 => ReplyStatus::LocationForwardPerm,
        _ => ReplyStatus::LocationForward,
    };
    for (key, status) in [
        (MOVED, ReplyStatus::LocationForward),
        (MOVED_FOR_GOOD, for_good),
    ] {
        let id = both.call(key, "add", CallKind::Call, 4);
        both.answers_itself();
        let mut meant = reply(id, status);
        meant.extend(elsewhere());
        both.server_sends(&meant);
    }
}

/// Questions where objects are, and their answers.
fn locates(both: &mut Connection) {
    let for_good = match both.version {
        Version::V1_2 => LocateStatus::ObjectForwardPerm,
        _ => LocateStatus::ObjectForward,
    };
    for (key, status) in [
        (KEY, LocateStatus::ObjectHere),
        (b"nobody", LocateStatus::UnknownObject),
        (MOVED, LocateStatus::ObjectForward),
        (MOVED_FOR_GOOD, for_good),
    ] {
        let id = both.locate(key);
        both.answers_itself();
        let mut meant = vec![
            field("giop.request_id", id.0 as u32),
            field("giop.locale_status", u32::from(status)),
        ];
        match (key, both.version) {
            // tshark seeks the reference at a multiple of 8, as in a Reply. omniORB writes it behind the status, where
            // JacORB reads it, too (the lab's tests have both).
            (MOVED | MOVED_FOR_GOOD, Version::V1_2) => meant.extend([
                field("_ws.malformed", "[Malformed Packet: GIOP],_ws.malformed"),
                field(
                    "_ws.expert.message",
                    "Malformed Packet (Exception occurred)",
                ),
            ]),
            (MOVED | MOVED_FOR_GOOD, _) => meant.extend(elsewhere()),
            _ => {}
        }
        both.server_sends(&meant);
    }
}

/// What the reference of an object that has moved says.
fn elsewhere() -> [(&'static str, String); 3] {
    [
        field("giop.typeid", "IDL:shop/Cart:1.0"),
        field("giop.iiop.host", "elsewhere"),
        field("giop.iiop.port", 2809),
    ]
}

/// Calls without results that ask for a receipt, or for their end.
fn receipts(version: Version) -> Vec<Sent> {
    let mut sent = Vec::new();
    for scope in [SyncScope::Server, SyncScope::Target] {
        let mut both = Connection::new(version);
        both.client.set_sync_scope(scope);
        let id = both.call(KEY, "note", CallKind::OneWay, 12);
        both.answer(&[], Outcome::Silent);
        both.server_sends(&reply(id, ReplyStatus::NoException));
        assert_eq!(both.client.calls_in_flight(), 0);
        sent.extend(both.sent);
    }
    sent
}

/// Messages after which a connection is at its end.
fn endings(version: Version, both: &mut Connection) {
    let closing = both.server.closing().expect("it can be told to end");
    assert!(closing.shut_down());
    both.server_sends(&[]);
    let mut other = Connection::new(version);
    other.another(MessageType::Reply, &[0; 12]);
    other.server_sends(&[]);
    both.sent.extend(other.sent);
}

const FIELDS: [&str; 19] = [
    "frame.protocols",
    "_ws.malformed",
    "_ws.expert.message",
    "giop.major_version",
    "giop.minor_version",
    "giop.type",
    "giop.len",
    "giop.request_id",
    "giop.request_op",
    "giop.objektkey_len",
    "giop.target_address.key_addr_len",
    "giop.replystatus",
    "giop.exceptionid",
    "giop.minor_code_value",
    "giop.completion_status",
    "giop.locale_status",
    "giop.typeid",
    "giop.iiop.host",
    "giop.iiop.port",
];

/// Where tshark's view differs from what we meant.
fn differences(sent: &Sent, found: &Dissected) -> Vec<String> {
    let unharmed = ["_ws.malformed", "_ws.expert.message"].map(|name| field(name, ""));
    let said = |(name, _): &&(&str, String)| sent.meant.iter().all(|(meant, _)| meant != name);
    let all = sent.meant.iter().chain(unharmed.iter().filter(said));
    let differ = all.filter(|(name, meant)| found.field(name) != meant);
    let mut wrong: Vec<_> = differ
        .map(|(name, meant)| format!("{name} is {:?}, not {meant:?}", found.field(name)))
        .collect();
    if !found.field("frame.protocols").contains(":giop") {
        wrong.push(format!("dissected as {}", found.field("frame.protocols")));
    }
    wrong
}

#[test]
fn tshark_finds_what_we_meant() {
    const PORT: u16 = 2809;
    let mut failures = Vec::new();
    for version in VERSIONS {
        let sent = conversation(version);
        let kinds: BTreeSet<u32> = sent.iter().map(|s| header(&s.bytes).kind.into()).collect();
        // We cancel calls (2) and cut messages (7) in GIOP 1.2 only.
        let all = (0..=7).filter(|kind| version == Version::V1_2 || ![2, 7].contains(kind));
        assert!(kinds.iter().copied().eq(all), "{kinds:?}");
        let file = format!("manyrpc-giop-{}-{version:?}.pcap", std::process::id());
        let file = std::env::temp_dir().join(file);
        let mut done = [0u32; 2];
        let packets = sent.iter().map(|message| {
            let ends = Ends {
                client: 10_000,
                server: PORT,
                to_server: message.to_server,
            };
            let own = usize::from(message.to_server);
            let packet = ends.segment(done[own], done[1 - own], &message.bytes);
            done[own] += message.bytes.len() as u32;
            (Instant::ZERO, packet)
        });
        pcap::write(&file, packets);
        let decode = format!("tcp.port=={PORT},giop");
        let dissected = pcap::dissect(&file, &FIELDS, &["-d", &decode]);
        fs::remove_file(&file).unwrap();
        assert_eq!(dissected.len(), sent.len());
        for (sent, found) in sent.iter().zip(&dissected) {
            let wrong = differences(sent, found);
            if !wrong.is_empty() {
                failures.push(format!("{version:?} {:?}: {wrong:?}", sent.meant));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
