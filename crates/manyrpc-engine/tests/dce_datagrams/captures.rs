//! Captured conversations of FreeDCE's client and server (`vectors/dce/cl-*.trace`), replayed by
//! that client to our server and by that server to our client.
//!
//! Each line of a capture is a step. PDUs of the role under test are not sent; they determine when
//! it acts: makes a call, ends one, or lets time pass.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use manyrpc_engine::dce::cl::fault;
use manyrpc_engine::dce::cl::pdu::{Header, PduType, flag, status};
use manyrpc_engine::dce::cl::{Client, Personality, Server};
use manyrpc_engine::{
    CallError, CallHead, CallId, CallKind, ClientEngine, Clock, InterfaceId, Limits, Outcome, Rx,
    ServerEngine,
};

use crate::support::{Seen, at, events, output, server_output};

const CAPTURES: [&str; 10] = [
    "ask",
    "beyond",
    "big",
    "bigout",
    "lossy-in",
    "lossy-out",
    "nap",
    "no-response",
    "other",
    "tell",
];

/// How a call ended: the results' stub data, or a status.
type Answer = Result<Vec<u8>, u32>;

/// A capture.
struct Capture {
    lines: Vec<(char, Vec<u8>)>,
    /// The activity of the calls.
    activity: [u8; 16],
    /// By their sequence number: operation, flags of the first fragment, arguments.
    calls: BTreeMap<u32, (Header, Vec<u8>)>,
    answers: BTreeMap<u32, Answer>,
}

fn header(pdu: &[u8]) -> Header {
    Header::parse(pdu).unwrap()
}

/// The fragments of one message, reassembled.
fn message<'a>(fragments: impl Iterator<Item = &'a Vec<u8>>) -> Vec<u8> {
    let numbered = fragments.map(|pdu| {
        let header = header(pdu);
        (header.fragnum, header.body(pdu).to_vec())
    });
    let parts: BTreeMap<_, _> = numbered.collect();
    parts.into_values().collect::<Vec<_>>().concat()
}

impl Capture {
    fn read(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors/dce");
        let text = fs::read_to_string(folder.join(format!("cl-{name}.trace"))).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let lines: Vec<_> = lines
            .map(|line| (line.chars().next().unwrap(), pdu(line)))
            .collect();
        let activity = header(&lines[0].1).activity;
        let mine = |side, types: &[PduType]| {
            let mut by_seq: BTreeMap<u32, Vec<&Vec<u8>>> = BTreeMap::new();
            for (_, pdu) in lines.iter().filter(|(s, _)| *s == side) {
                let header = header(pdu);
                if header.activity == activity && types.contains(&header.ptype) {
                    by_seq.entry(header.seq).or_default().push(pdu);
                }
            }
            by_seq
        };
        let calls = mine('c', &[PduType::Request])
            .into_iter()
            .map(|(seq, pdus)| {
                let first = header(pdus[0]);
                (seq, (first, message(pdus.into_iter())))
            });
        let calls = calls.collect();
        let ends = [PduType::Response, PduType::Fault, PduType::Reject];
        let answers = mine('s', &ends).into_iter().map(|(seq, pdus)| {
            let first = header(pdus[0]);
            let answer = match first.ptype {
                PduType::Response => Ok(message(pdus.into_iter())),
                _ => Err(status(first.body(pdus[0]), first.little()).unwrap()),
            };
            (seq, answer)
        });
        let answers = answers.collect();
        Capture {
            lines,
            activity,
            calls,
            answers,
        }
    }

    /// Whether the server calls back.
    fn asks(&self) -> bool {
        let mut lines = self.lines.iter();
        lines.any(|(side, pdu)| *side == 's' && header(pdu).ptype == PduType::Request)
    }

    /// The server's boot time.
    fn boot(&self) -> u32 {
        let sent_pdus = self.lines.iter().filter(|(side, _)| *side == 's');
        let boots = sent_pdus.map(|(_, pdu)| header(pdu).boot);
        boots.max().unwrap()
    }
}

fn pdu(line: &str) -> Vec<u8> {
    let digits = line.rsplit(' ').next().unwrap().as_bytes();
    let pairs = digits.chunks_exact(2);
    pairs
        .map(|p| u8::from_str_radix(str::from_utf8(p).unwrap(), 16).unwrap())
        .collect()
}

fn last_request(sent: &[Vec<u8>]) -> Option<Header> {
    let mut headers = sent.iter().rev().map(|pdu| header(pdu));
    headers.find(|h| h.ptype == PduType::Request)
}

/// A UUID as in little-endian PDUs.
fn swapped(uuid: [u8; 16]) -> [u8; 16] {
    let mut out = uuid;
    out[..4].reverse();
    out[4..6].reverse();
    out[6..8].reverse();
    out
}

fn patched(pdu: &[u8], activity: [u8; 16], seq: u32) -> Vec<u8> {
    let mut pdu = pdu.to_vec();
    pdu[40..56].copy_from_slice(&swapped(activity));
    pdu[64..68].copy_from_slice(&seq.to_le_bytes());
    pdu
}

/// FreeDCE's client, replayed to our server.
#[derive(Default)]
struct AtServer {
    /// The call in progress, by our server's id.
    held: Option<CallId>,
    /// The calls that our server received: sequence number, operation, arguments.
    calls: Vec<(u32, u32, Vec<u8>)>,
    sent: Vec<Vec<u8>>,
}

impl AtServer {
    fn play(capture: &Capture) -> Self {
        let limits = Limits::default();
        let mut server = Server::new(limits, Personality::FREEDCE, 5, capture.boot());
        let mut played = AtServer::default();
        let mut seq = 0;
        for (side, pdu) in &capture.lines {
            let line = header(pdu);
            let ends = matches!(
                line.ptype,
                PduType::Response | PduType::Fault | PduType::Reject
            );
            match side {
                'c' if line.ptype == PduType::Response => {
                    // An answer to FreeDCE's callback: ours has another activity.
                    let asked = last_request(&played.sent).expect("our server asks too");
                    played.hear(&mut server, &patched(pdu, asked.activity, asked.seq), seq);
                }
                'c' => {
                    seq = line.seq;
                    played.hear(&mut server, pdu, seq);
                }
                _ if ends && line.activity == capture.activity => {
                    if played.held.is_none() && !capture.asks() {
                        played.answer(&mut server, line.seq);
                    }
                    played.end(&mut server, &capture.answers[&line.seq]);
                }
                _ => {}
            }
        }
        played
    }

    fn hear(&mut self, server: &mut Server, pdu: &[u8], seq: u32) {
        let mut rx = Rx::default();
        rx.buf.put(pdu);
        while let Some(call) = server.next_call(&mut rx, &Clock::at(at(1))) {
            let arguments = rx.buf.data()[call.arguments].to_vec();
            self.calls.push((seq, call.operation, arguments));
            self.held = Some(call.id);
        }
        self.note(server);
    }

    /// FreeDCE's server rejected this without a callback; its client would have answered one like
    /// this.
    fn answer(&mut self, server: &mut Server, seq: u32) {
        let asked = self.sent_pdus(PduType::Request).last();
        let Some(question) = asked.map(|pdu| header(pdu)) else {
            return;
        };
        let header = Header {
            ptype: PduType::Response,
            flags: 0,
            len: 8,
            ..question
        };
        let body = [seq.to_le_bytes(), [0; 4]].concat();
        self.hear(server, &[&header.emit()[..], &body].concat(), seq);
    }

    fn end(&mut self, server: &mut Server, answer: &Answer) {
        if let Some(id) = self.held.take() {
            server.begin_reply(id);
            let outcome = match answer {
                Ok(results) => {
                    server.body().put(results);
                    Outcome::Done
                }
                Err(status) => Outcome::Fault(fault::from_wire(*status)),
            };
            server.finish_reply(outcome, &Clock::at(at(1)));
        }
        self.note(server);
    }

    fn note(&mut self, server: &mut Server) {
        let sent = server_output(server).into_iter();
        self.sent.extend(sent.map(|(_, bytes)| bytes));
    }

    fn sent_pdus(&self, ptype: PduType) -> impl Iterator<Item = &Vec<u8>> {
        self.sent
            .iter()
            .filter(move |pdu| header(pdu).ptype == ptype)
    }
}

/// Our server receives the same calls from FreeDCE's client, and sends the same results.
#[test]
fn freedces_client_calls_our_server() {
    for name in CAPTURES {
        let capture = Capture::read(name);
        let played = AtServer::play(&capture);
        let seqs: BTreeSet<_> = played.calls.iter().map(|(seq, ..)| *seq).collect();
        assert!(seqs.iter().eq(capture.calls.keys()), "{name}: {seqs:?}");
        for (seq, operation, arguments) in &played.calls {
            let (first, body) = &capture.calls[seq];
            assert_eq!(*operation, u32::from(first.opnum), "{name}");
            assert_eq!(arguments, body, "{name}");
        }
        // If the response of an idempotent call is lost, the call is executed again.
        let again = usize::from(name == "no-response");
        assert_eq!(played.calls.len(), capture.calls.len() + again, "{name}");
        for (seq, answer) in &capture.answers {
            let mine = |ptype| played.sent_pdus(ptype).filter(|p| header(p).seq == *seq);
            match answer {
                Ok(results) => {
                    let sent = message(mine(PduType::Response));
                    // FreeDCE's client acknowledged results that were not ours.
                    let enough = sent.len().min(results.len());
                    assert!(
                        enough == results.len() || sent.len() > 4000,
                        "{name}: {enough}"
                    );
                    assert_eq!(sent[..enough], results[..enough], "{name}");
                }
                Err(sent_pdus) => {
                    let refusal = mine(PduType::Reject).next().unwrap();
                    let refused = header(refusal);
                    assert_eq!(
                        status(refused.body(refusal), true),
                        Ok(*sent_pdus),
                        "{name}"
                    );
                }
            }
        }
        for ptype in [PduType::Working, PduType::Nocall] {
            let theirs = capture
                .lines
                .iter()
                .filter(|(s, p)| *s == 's' && header(p).ptype == ptype);
            assert_eq!(
                played.sent_pdus(ptype).count(),
                theirs.count(),
                "{name}: {ptype:?}"
            );
        }
    }
}

/// FreeDCE's server, replayed to our client.
struct AtClient {
    client: Client,
    now: u64,
    /// Our id of the call in progress, by the capture's.
    seq: u32,
    ids: Vec<CallId>,
    sent: Vec<Vec<u8>>,
    seen: Vec<Seen>,
}

impl AtClient {
    fn play(capture: &Capture) -> Self {
        let client = Client::new(Limits::default(), Personality::FREEDCE, 5);
        let mut played = AtClient {
            client,
            now: 0,
            seq: u32::MAX,
            ids: Vec::new(),
            sent: Vec::new(),
            seen: Vec::new(),
        };
        for (side, pdu) in &capture.lines {
            let line = header(pdu);
            match (side, line.ptype) {
                ('c', PduType::Request) if line.seq != played.seq => {
                    played.seq = line.seq;
                    played.call(&capture.calls[&line.seq]);
                }
                ('c', PduType::Ping) => played.wait(),
                ('s', _) => played.hear(pdu, &line, capture.activity),
                _ => {}
            }
        }
        played
    }

    fn call(&mut self, (first, body): &(Header, Vec<u8>)) {
        let interface = InterfaceId::of_uuid(
            first.interface,
            first.interface_version as u16,
            (first.interface_version >> 16) as u16,
        );
        let head = CallHead {
            idempotent: first.has(flag::IDEMPOTENT),
            kind: match first.has(flag::MAYBE) {
                true => CallKind::OneWay,
                false => CallKind::Call,
            },
            ..CallHead::new(interface, first.opnum.into())
        };
        let id = self.client.begin_call(&head).unwrap();
        self.client.body().put(body);
        self.client.finish_call(at(self.now)).unwrap();
        if head.kind == CallKind::Call {
            self.ids.push(id);
        }
        self.sent.extend(output(&mut self.client));
    }

    /// Lets time pass until our client sends something.
    fn wait(&mut self) {
        let due = self.client.next_timeout().unwrap();
        self.now = due.as_nanos() / 1_000_000 + 1;
        self.client.handle_timeout(at(self.now));
        let sent_pdus = output(&mut self.client);
        assert!(!sent_pdus.is_empty());
        self.sent.extend(sent_pdus);
    }

    fn hear(&mut self, pdu: &[u8], line: &Header, theirs: [u8; 16]) {
        let call = last_request(&self.sent).expect("a call was made");
        let mut pdu = pdu.to_vec();
        if line.ptype == PduType::Request {
            // It calls back about the capture's activity.
            assert_eq!(pdu[80..96], swapped(theirs));
            pdu[80..96].copy_from_slice(&swapped(call.activity));
        } else {
            pdu = patched(&pdu, call.activity, call.seq);
        }
        let mut rx = Rx::default();
        rx.buf.put(&pdu);
        self.seen
            .extend(events(&mut self.client, &mut rx, at(self.now)));
        self.sent.extend(output(&mut self.client));
    }
}

/// Our client makes the same calls and interprets FreeDCE's answers correctly.
#[test]
fn our_client_calls_freedces_server() {
    for name in CAPTURES {
        let mut capture = Capture::read(name);
        if name == "no-response" {
            // The first one, captured at the server.
            capture.lines.remove(1);
        }
        let played = AtClient::play(&capture);
        let answers: Vec<_> = capture.answers.values().collect();
        assert_eq!(
            played.seen.len(),
            answers.len(),
            "{name}: {:?}",
            played.seen
        );
        for ((seen, answer), id) in played.seen.iter().zip(answers).zip(&played.ids) {
            let want = match answer {
                Ok(results) => Seen::Reply(*id, results.clone()),
                Err(status) => Seen::Other(manyrpc_engine::ClientEvent::Failed {
                    id: *id,
                    error: CallError::Fault(fault::from_wire(*status)),
                }),
            };
            assert_eq!(*seen, want, "{name}");
        }
        let mut sent = played.sent.iter();
        let answers = sent.any(|p| header(p).ptype == PduType::Response);
        assert_eq!(answers, capture.asks(), "{name}");
    }
}
