//! Captured conversations of foreign clients and servers (`vectors/dce`), replayed to our server:
//! it must read the same calls and send the same results.

mod support;

use std::path::PathBuf;
use std::sync::Arc;

use manyrpc_engine::dce::co::Server;
use manyrpc_engine::dce::co::bind::BindAck;
use manyrpc_engine::dce::co::pdu::{FAULT_HEAD, HEADER, Header, PduType, REQUEST_HEAD, flag};
use manyrpc_engine::dce::{Host, fault};
use manyrpc_engine::{Clock, InterfaceKey, Limits, Outcome, Rx, ServerEngine};
use support::{at, server_output};

/// The PDUs of one side, in order.
fn capture(name: &str, side: char) -> Vec<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../vectors/dce");
    support::capture(&folder.join(name).with_extension("trace"), side)
}

fn header(pdu: &[u8]) -> Header {
    Header::parse(pdu.first_chunk().unwrap()).unwrap()
}

/// A process with the interfaces of the captures, and not the one that `co-other` asks for.
struct Process;

impl Host for Process {
    fn serves(&self, uuid: &[u8; 16], _major: u16, _minor: u16) -> bool {
        *uuid != *b"\x7a\x1f\x0c\x52\x3c\x1e\x4e\x0a\x9d\x55\x6d\x61\x6e\x79\x00\x04"
    }

    fn join_group(&self, _wanted: u32) -> Option<u32> {
        Some(7)
    }

    fn leave_group(&self, _id: u32) -> bool {
        true
    }
}

/// How a call ended: the results' stub data, or a fault's status.
type Answer = Result<Vec<u8>, u32>;

/// The messages in PDUs, reassembled: call id and content.
fn answers(pdus: &[Vec<u8>]) -> Vec<(u32, Answer)> {
    let mut all: Vec<(u32, Answer)> = Vec::new();
    for pdu in pdus {
        let header = header(pdu);
        assert_eq!(usize::from(header.frag_length), pdu.len());
        match header.kind {
            PduType::Response if header.has(flag::FIRST) => {
                all.push((header.call_id, Ok(pdu[REQUEST_HEAD..].to_vec())));
            }
            PduType::Response => {
                let last = all.last_mut().unwrap();
                last.1.as_mut().unwrap().extend(&pdu[REQUEST_HEAD..]);
            }
            PduType::Fault => {
                let status = pdu[FAULT_HEAD - 8..].first_chunk().unwrap();
                all.push((header.call_id, Err(u32::from_le_bytes(*status))));
            }
            _ => {}
        }
    }
    all
}

/// The requests in PDUs, reassembled: operation and stub data.
fn requests(pdus: &[Vec<u8>]) -> Vec<(u32, Vec<u8>)> {
    let mut all: Vec<(u32, Vec<u8>)> = Vec::new();
    for pdu in pdus.iter().filter(|p| header(p).kind == PduType::Request) {
        if header(pdu).has(flag::FIRST) {
            let operation = u16::from_le_bytes(*pdu[22..].first_chunk().unwrap());
            all.push((operation.into(), Vec::new()));
        }
        all.last_mut().unwrap().1.extend(&pdu[REQUEST_HEAD..]);
    }
    all
}

/// Gives the client's PDUs to our server, `step` bytes at a time, and every call the answer that
/// it had. What the server took for calls, and what it sent.
/// What was called, with its arguments, and the PDUs that were answered.
type Replayed = (Vec<(u32, Vec<u8>)>, Vec<Vec<u8>>);

fn replay(name: &str, step: usize) -> Replayed {
    let mut server = Server::new(Limits::default(), Arc::new(Process));
    let mut rx = Rx::default();
    let mut answers = answers(&capture(name, 's')).into_iter();
    let (mut calls, mut sent) = (Vec::new(), Vec::new());
    for piece in capture(name, 'c').concat().chunks(step) {
        rx.buf.put(piece);
        while let Some(call) = server.next_call(&mut rx, &Clock::at(at(0))) {
            assert!(matches!(call.interface, InterfaceKey::Uuid { .. }));
            calls.push((call.operation, rx.buf.data()[call.arguments].to_vec()));
            server.begin_reply(call.id);
            let outcome = match answers.next().expect("as many calls as answers").1 {
                Ok(results) => {
                    server.body().put(&results);
                    Outcome::Done
                }
                Err(status) => Outcome::Fault(fault::from_wire(status)),
            };
            server.finish_reply(outcome, &Clock::at(at(0)));
        }
        sent.extend(server_output(&mut server).into_iter().map(|(_, b)| b));
    }
    assert_eq!(server.broken(), None, "{name}");
    (calls, pdus(&sent.concat()))
}

fn pdus(mut stream: &[u8]) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    while stream.len() >= HEADER {
        let (pdu, rest) = stream.split_at(header(stream).frag_length.into());
        all.push(pdu.to_vec());
        stream = rest;
    }
    assert!(stream.is_empty());
    all
}

#[test]
fn calls_of_foreign_clients_are_taken_and_answered() {
    for name in [
        "co-beyond",
        "co-big",
        "co-cancel",
        "co-other",
        "co-samba-epm-lookup",
    ] {
        for step in [1, 1000, usize::MAX] {
            let (calls, sent) = replay(name, step);
            assert_eq!(calls, requests(&capture(name, 'c')), "{name}");
            assert_eq!(answers(&sent), answers(&capture(name, 's')), "{name}");
        }
    }
}

#[test]
fn contexts_are_accepted_and_refused_as_foreign_servers_do() {
    for name in ["co-beyond", "co-other", "co-samba-epm-lookup"] {
        let results = |pdus: &[Vec<u8>]| -> Vec<_> {
            let acks = pdus.iter().filter(|pdu| {
                matches!(
                    header(pdu).kind,
                    PduType::BindAck | PduType::AlterContextResponse
                )
            });
            acks.map(|pdu| {
                let header = header(pdu);
                let ack = BindAck::parse(&header, pdu).unwrap();
                let results: Vec<_> = ack.verdicts().map(|v| v.result).collect();
                (header.kind, header.call_id, results)
            })
            .collect()
        };
        let (_, sent) = replay(name, usize::MAX);
        let ours = results(&sent);
        assert!(!ours.is_empty());
        assert_eq!(ours, results(&capture(name, 's')), "{name}");
    }
}
