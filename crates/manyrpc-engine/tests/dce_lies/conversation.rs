//! An honest conversation, and its two sides.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;

use manyrpc_engine::contract::Closing;
use manyrpc_engine::dce::Host;
use manyrpc_engine::dce::co::pdu::{Header, PduType, flag};
use manyrpc_engine::dce::co::{Client, Server};
use manyrpc_engine::limits::DceLimits;
use manyrpc_engine::{
    CallHead, CallId, CallKind, ClientEngine, ClientEvent, Clock, Fault, Instant, InterfaceId,
    Limits, ObjectKey, Outcome, Rx, ServerEngine,
};

pub(crate) type Pdu = Vec<u8>;

pub(crate) fn at(ms: u64) -> Instant {
    Instant::from_nanos(ms * 1_000_000)
}

/// Small limits, so that they are reached.
pub(crate) fn limits() -> Limits {
    Limits {
        message_bytes: 256 << 10,
        message_fragments: 512,
        fragment_bytes: 1432,
        dce: DceLimits {
            presentation_contexts: 16,
            ..DceLimits::default()
        },
        calls_in_flight: 32,
        queued_bytes: 256 << 10,
        call_timeout: Duration::from_secs(2),
        ..Limits::default()
    }
}

/// The state shared by all connections: association groups, counted.
#[derive(Clone, Default)]
pub(crate) struct Process(Arc<AtomicU32>);

impl Process {
    /// Associations that have not ended.
    pub(crate) fn groups(&self) -> u32 {
        self.0.load(Relaxed)
    }
}

impl Host for Process {
    fn serves(&self, uuid: &[u8; 16], major: u16, _: u16) -> bool {
        uuid[0] == 7 && major == 1
    }

    fn join_group(&self, wanted: u32) -> Option<u32> {
        let known = wanted <= 1;
        self.0.fetch_add(u32::from(known), Relaxed);
        known.then_some(1)
    }

    fn leave_group(&self, _: u32) -> bool {
        self.0.fetch_sub(1, Relaxed);
        true
    }
}

pub(crate) fn client() -> Client {
    Client::new(limits(), 1)
}

pub(crate) fn server(process: &Process) -> Server {
    Server::new(limits(), Arc::new(process.clone()))
}

const FAILS: u32 = 9;

fn head(interface: u8, operation: u32) -> CallHead<'static> {
    let mut uuid = [7; 16];
    uuid[15] = interface;
    let (major, minor) = (1, 0);
    CallHead::new(InterfaceId::of_uuid(uuid, major, minor), operation)
}

/// Begins the conversation's calls: one for an object, one in three fragments, one that fails, one
/// for an unknown interface, one without a reply, and one that is abandoned. Returns those that
/// end, in order.
pub(crate) fn calls_of(client: &mut Client) -> Vec<CallId> {
    let key = ObjectKey::from([3; 16]);
    let object = CallHead {
        object: Some(&key),
        ..head(1, 1)
    };
    let maybe = CallHead {
        kind: CallKind::OneWay,
        ..head(1, 2)
    };
    let mut elsewhere = head(1, 1);
    elsewhere.interface = InterfaceId::of_uuid([8; 16], 1, 0);
    let mut ids = Vec::new();
    for (head, bytes) in [
        (head(1, 1), 40),
        (object, 10),
        (head(2, 1), 3600),
        (maybe, 4),
        (head(1, FAILS), 8),
        (elsewhere, 8),
    ] {
        let id = client.begin_call(&head).expect("few calls");
        client.body().put(&vec![0x5a; bytes]);
        client.finish_call(at(0)).expect("small calls");
        if head.kind == CallKind::Call {
            ids.push(id);
        }
    }
    ids
}

/// Lets a server execute what it received: it echoes.
pub(crate) fn take(server: &mut Server, rx: &mut Rx, said: &mut Vec<u8>) {
    loop {
        let call = server.next_call(rx, &Clock::at(at(0)));
        while let Some(due) = server.poll_transmit() {
            said.extend_from_slice(due.bytes);
            let n = due.bytes.len();
            server.sent(n);
        }
        let Some(call) = call else {
            return;
        };
        server.begin_reply(call.id);
        server.body().put(&rx.buf.data()[call.arguments.clone()]);
        let outcome = match call.operation {
            FAILS => Outcome::Fault(Fault::ServerFailure),
            _ => Outcome::Done,
        };
        server.finish_reply(outcome, &Clock::at(at(0)));
    }
}

/// Handles a client's input; returns the calls that ended.
pub(crate) fn hear(client: &mut Client, rx: &mut Rx, ended: &mut Vec<CallId>) {
    while let Some(event) = client.next_event(rx, &Clock::at(at(0))) {
        match event {
            ClientEvent::Reply { id, body, .. } => {
                assert!(body.end <= rx.buf.len());
                ended.push(id);
            }
            ClientEvent::Failed { id, error } => {
                assert!(!error.to_string().is_empty());
                ended.push(id);
            }
            ClientEvent::Ended { .. } => unreachable!("no call here has several messages"),
            ClientEvent::Broken(e) => assert!(!e.to_string().is_empty()),
        }
    }
    while let Some(due) = client.poll_transmit() {
        let n = due.bytes.len();
        client.sent(n);
    }
}

fn split(bytes: &[u8]) -> Vec<Pdu> {
    let (mut all, mut rest) = (Vec::new(), bytes);
    while let Some(head) = rest.first_chunk() {
        let n = Header::parse(head)
            .expect("ours are well-formed")
            .frag_length;
        let (pdu, others) = rest.split_at(n.into());
        all.push(pdu.to_vec());
        rest = others;
    }
    all
}

/// The output of both sides.
pub(crate) struct Conversation {
    pub(crate) from_client: Vec<Pdu>,
    pub(crate) from_server: Vec<Pdu>,
}

impl Conversation {
    pub(crate) fn new() -> Self {
        let (mut client, mut server) = (client(), server(&Process::default()));
        let mut calls = calls_of(&mut client);
        let (mut to_server, mut to_client) = (Rx::default(), Rx::default());
        let (mut from_client, mut from_server) = (Vec::new(), Vec::new());
        let mut ended = Vec::new();
        while ended.len() < calls.len() {
            let mut said = Vec::new();
            while let Some(due) = client.poll_transmit() {
                said.extend_from_slice(due.bytes);
                let n = due.bytes.len();
                client.sent(n);
            }
            to_server.buf.put(&said);
            from_client.extend(said);
            let mut said = Vec::new();
            take(&mut server, &mut to_server, &mut said);
            to_client.buf.put(&said);
            from_server.extend(said);
            while let Some(event) = client.next_event(&mut to_client, &Clock::at(at(0))) {
                match event {
                    ClientEvent::Reply { id, .. } | ClientEvent::Failed { id, .. } => {
                        ended.push(id);
                    }
                    ClientEvent::Ended { .. } => unreachable!("no call here has several messages"),
                    ClientEvent::Broken(e) => panic!("{e}"),
                }
            }
        }
        // One that is abandoned after it was sent.
        calls.extend(calls_of(&mut client));
        for id in &calls[5..] {
            client.cancel(*id);
        }
        while let Some(due) = client.poll_transmit() {
            from_client.extend_from_slice(due.bytes);
            let n = due.bytes.len();
            client.sent(n);
        }
        assert!(server.shut_down());
        take(&mut server, &mut to_server, &mut from_server);
        let conversation = Conversation {
            from_client: split(&from_client),
            from_server: split(&from_server),
        };
        for kind in [
            PduType::Bind,
            PduType::AlterContext,
            PduType::Request,
            PduType::Cancel,
            PduType::Orphaned,
        ] {
            conversation.of(kind);
        }
        let said = |kind: PduType| {
            let kind = u32::from(kind) as u8;
            conversation.from_server.iter().any(|pdu| pdu[2] == kind)
        };
        assert!(said(PduType::BindAck) && said(PduType::AlterContextResponse));
        assert!(said(PduType::Response) && said(PduType::Fault) && said(PduType::Shutdown));
        conversation
    }

    /// Where the client's first PDU of a kind is.
    pub(crate) fn of(&self, kind: PduType) -> usize {
        let kind = u32::from(kind) as u8;
        let found = self.from_client.iter().position(|pdu| pdu[2] == kind);
        found.expect("all kinds occur")
    }

    /// Where the fragments of the client's first call in several are.
    pub(crate) fn fragments(&self) -> Vec<usize> {
        let all = self.from_client.iter();
        let mut parts = all
            .enumerate()
            .filter(|(_, pdu)| pdu[2] == 0 && pdu[3] & flag::WHOLE != flag::WHOLE)
            .peekable();
        let call_id = parts.peek().expect("there is such a call").1[12..16].to_vec();
        parts
            .filter(|(_, pdu)| pdu[12..16] == call_id)
            .map(|(at, _)| at)
            .collect()
    }
}

/// Bytes of a PDU that are not a call's own.
pub(crate) fn head_bytes(pdu: &Pdu) -> usize {
    match PduType::from(u32::from(pdu[2])) {
        PduType::Request => 42,
        PduType::Response => 26,
        _ => pdu.len(),
    }
    .min(pdu.len())
}

/// Another client's connection to the same process, in the middle of a call.
pub(crate) struct Bystander {
    client: Client,
    server: Server,
    to_server: Rx,
    to_client: Rx,
}

pub(crate) fn bystander(process: &Process) -> Bystander {
    let mut other = Bystander {
        client: client(),
        server: server(process),
        to_server: Rx::default(),
        to_client: Rx::default(),
    };
    other.echo();
    other
}

impl Bystander {
    fn echo(&mut self) {
        let id = self.client.begin_call(&head(1, 1)).expect("one call");
        self.client.body().put(b"undisturbed");
        self.client.finish_call(at(0)).expect("a small call");
        loop {
            while let Some(due) = self.client.poll_transmit() {
                self.to_server.buf.put(due.bytes);
                let n = due.bytes.len();
                self.client.sent(n);
            }
            let mut said = Vec::new();
            take(&mut self.server, &mut self.to_server, &mut said);
            self.to_client.buf.put(&said);
            match self
                .client
                .next_event(&mut self.to_client, &Clock::at(at(0)))
            {
                Some(ClientEvent::Reply { id: of, body, .. }) => {
                    assert_eq!(of, id);
                    assert_eq!(self.to_client.buf.data()[body], *b"undisturbed");
                    return;
                }
                Some(other) => panic!("{other:?}"),
                None => {}
            }
        }
    }

    pub(crate) fn is_undisturbed(&mut self, process: &Process) {
        self.echo();
        assert_eq!(process.groups(), 1, "its association stands, alone");
    }
}
