//! The connectionless DCE protocol: PDUs compared with scapy and FreeDCE (`vectors/dce`),
//! ambiguities of C706 on which deployed runtimes disagree, and peers that lie about fragments.

mod support;

use std::fs;
use std::path::PathBuf;

use manyrpc_engine::dce::cl::pdu::{Fack, HEADER, Header, NONE_YET, PduType, flag};
use manyrpc_engine::dce::cl::{Client, Personality, Server};
use manyrpc_engine::limits::DceLimits;
use manyrpc_engine::{ClientEngine, Limits, Rx, ServerEngine};
use support::network::Random;
use support::{ECHO, Kind, Seen, at, call, events, output, serve, server_output};

fn unhex(digits: &str) -> Vec<u8> {
    let pairs = digits.trim().as_bytes().chunks_exact(2);
    pairs
        .map(|p| u8::from_str_radix(str::from_utf8(p).unwrap(), 16).unwrap())
        .collect()
}

fn vector(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../vectors/dce");
    folder.join(name)
}

/// A packet built by scapy, and its fields.
fn scapy(order: &str) -> Vec<(String, Vec<u8>)> {
    let text = fs::read_to_string(vector(&format!("cl-scapy-{order}.hex"))).unwrap();
    let lines: Vec<_> = text.lines().skip(1).collect();
    let pairs = lines.chunks_exact(2);
    pairs.map(|p| (p[0].to_owned(), unhex(p[1]))).collect()
}

fn number(fields: &str, name: &str) -> Option<u32> {
    let (_, rest) = fields.split_once(&format!("\"{name}\": "))?;
    rest.split([',', '}']).next()?.trim().parse().ok()
}

/// C706 section 12.5.2: every packet of scapy in either byte order is parsed correctly, and ours
/// equal scapy's to the byte.
#[test]
fn scapys_packets_are_read_and_written() {
    let (little, big) = (scapy("little"), scapy("big"));
    assert!(little.len() >= 11 && little.len() == big.len());
    for ((fields, le), (_, be)) in little.iter().zip(&big) {
        let header = Header::parse(le).unwrap();
        assert_eq!(
            Some(u32::from(header.ptype)),
            number(fields, "ptype"),
            "{fields}"
        );
        assert_eq!(Some(header.seq), number(fields, "seqnum"), "{fields}");
        for (name, value) in [
            ("opnum", u32::from(header.opnum)),
            ("flags1", u32::from(header.flags)),
            ("flags2", u32::from(header.flags2)),
            ("fragnum", u32::from(header.fragnum)),
            ("server_boot", header.boot),
            ("if_vers", header.interface_version),
        ] {
            if let Some(want) = number(fields, name) {
                assert_eq!(value, want, "{name} of {fields}");
            }
        }
        assert_eq!(header.emit(), le[..HEADER], "{fields}");
        let same = Header {
            drep: header.drep,
            ..Header::parse(be).unwrap()
        };
        assert_eq!(same, header, "{fields}");
    }
}

fn trace(name: &str, side: char) -> Vec<Vec<u8>> {
    support::capture(&vector(name), side)
}

fn fack_body(version: u8, window: u16, serial: u16, masks: &[u32]) -> Vec<u8> {
    let mut body = vec![version, 0];
    body.extend(window.to_le_bytes());
    body.extend(65535u32.to_le_bytes());
    body.extend(1464u32.to_le_bytes());
    body.extend(serial.to_le_bytes());
    body.extend((masks.len() as u16).to_le_bytes());
    body.extend(masks.iter().flat_map(|m| m.to_le_bytes()));
    body
}

/// Traps 2 and 3: both versions of the body are equal; bit b of mask m is fragment fack_num + 32 m
/// + b + 1 (C706 section 12.5.3.4). A truncated body only loses masks.
#[test]
fn facks_of_either_version_tell_the_same_fragments() {
    for version in [0, 1] {
        let body = fack_body(version, 24, 9, &[0b110, 0x8000_0000, 1]);
        let fack = Fack::parse(&body, true).unwrap();
        assert_eq!(
            (fack.window, fack.max_frag, fack.serial),
            (24, 1464, Some(9))
        );
        assert_eq!(fack.received().collect::<Vec<_>>(), [1, 2, 63, 64]);
        for n in 0..body.len() {
            let cut = Fack::parse(&body[..n], true);
            assert_eq!(cut.is_some(), n >= 12, "{n} bytes");
            assert!(cut.is_none_or(|f| f.received().count() <= 3));
        }
    }
    assert_eq!(Fack::parse(&fack_body(2, 24, 9, &[]), true), None);
}

/// Trap 3 as FreeDCE sends it: its facks list the fragments received out of order, never a missing
/// one.
#[test]
fn freedces_facks_never_name_the_next_fragment() {
    let mut with_masks = 0;
    for name in [
        "cl-lossy-in.trace",
        "cl-lossy-out.trace",
        "cl-big.trace",
        "cl-bigout.trace",
    ] {
        for bytes in [trace(name, 'c'), trace(name, 's')].concat() {
            let header = Header::parse(&bytes).unwrap();
            if header.ptype != PduType::Fack {
                continue;
            }
            let fack = Fack::parse(header.body(&bytes), header.little()).unwrap();
            assert!((1..=24).contains(&fack.window), "kilobytes (trap 1)");
            let early: Vec<_> = fack.received().collect();
            assert!(!early.contains(&0), "{name}: {early:?}");
            with_masks += usize::from(!early.is_empty());
        }
    }
    assert!(with_masks > 0);
}

/// A client with one call of several fragments, and its first output.
fn in_fragments() -> (Client, Vec<Vec<u8>>) {
    let mut client = Client::new(Limits::default(), Personality::CLASSIC, 1);
    call(&mut client, Kind::DCE_CL, ECHO, &[7; 9000], at(0));
    let sent = output(&mut client);
    assert_eq!(sent.len(), 2, "slow start");
    (client, sent)
}

fn tell(client: &mut Client, to: &[u8], ptype: PduType, fragnum: u16, body: &[u8]) -> Vec<u16> {
    let mut rx = Rx::default();
    let header = Header {
        ptype,
        fragnum,
        flags: 0,
        boot: 5,
        len: body.len() as u16,
        ..Header::parse(to).unwrap()
    };
    rx.buf.put(&header.emit());
    rx.buf.put(body);
    assert_eq!(events(client, &mut rx, at(1)), []);
    let sent = output(client);
    sent.iter()
        .map(|pdu| Header::parse(pdu).unwrap().fragnum)
        .collect()
}

/// Trap 4: a nocall with window 0 means that the call is queued: nothing is retransmitted. One with
/// another window states what to send, and one without a body that everything must be
/// retransmitted.
#[test]
fn a_nocall_may_say_that_the_call_is_queued() {
    let (mut client, sent) = in_fragments();
    let queued = fack_body(1, 0, 2, &[]);
    assert_eq!(tell(&mut client, &sent[0], PduType::Nocall, 1, &queued), []);
    let (mut client, sent) = in_fragments();
    let has_first = fack_body(1, 24, 2, &[]);
    let again = tell(&mut client, &sent[0], PduType::Nocall, 0, &has_first);
    assert!(!again.contains(&0) && again.contains(&2), "{again:?}");
    let mut client = Client::new(Limits::default(), Personality::CLASSIC, 1);
    call(&mut client, Kind::DCE_CL, ECHO, b"short", at(0));
    let sent = output(&mut client);
    let again = tell(&mut client, &sent[0], PduType::Nocall, NONE_YET, &[]);
    assert_eq!(again, [0]);
}

/// FreeDCE's servers call back as clients of their own, so they ping when they receive nothing: a
/// nocall makes them repeat the callback.
#[test]
fn a_lost_question_is_called_for() {
    let mut client = Client::new(Limits::default(), Personality::CLASSIC, 1);
    let mut rx = Rx::default();
    let ping = Header {
        ptype: PduType::Ping,
        interface: manyrpc_engine::dce::cl::callback::CONV,
        activity: [9; 16],
        seq: 3,
        ..Header::EMPTY
    };
    rx.buf.put(&ping.emit());
    rx.from = Some(([127, 0, 0, 1], 5).into());
    assert_eq!(events(&mut client, &mut rx, at(1)), []);
    let transmit = client.poll_transmit().unwrap();
    assert_eq!(transmit.to, rx.from, "to the port that asks");
    let said = Header::parse(transmit.bytes).unwrap();
    assert_eq!((said.ptype, said.fragnum), (PduType::Nocall, NONE_YET));
    assert_eq!((said.activity, said.seq), ([9; 16], 3));
}

/// Trap 4: the receiver must answer a fragment without nofack, and an empty fack is a fack. Only
/// what was lost is retransmitted.
#[test]
fn only_the_lost_fragment_goes_again() {
    let (mut client, sent) = in_fragments();
    assert_eq!(
        tell(&mut client, &sent[0], PduType::Fack, 1, &[]),
        [2, 3, 4, 5]
    );
    // 3 was lost: 2, 4 and 5 have arrived, the last as transmission 6.
    let body = fack_body(1, 24, 6, &[0b110]);
    let next = tell(&mut client, &sent[0], PduType::Fack, 2, &body);
    assert_eq!(next[0], 3, "{next:?}");
    assert_eq!(next.iter().filter(|n| **n < 6).count(), 1, "{next:?}");

    let mut server = Server::new(Limits::default(), Personality::CLASSIC, 2, 5);
    for nofack in [true, false] {
        let mut rx = Rx::default();
        let mut pdu = sent[0].clone();
        pdu[2] = pdu[2] & !flag::NO_FACK | if nofack { flag::NO_FACK } else { 0 };
        pdu[64] += u8::from(nofack);
        rx.buf.put(&pdu);
        assert_eq!(serve(&mut server, &mut rx, at(0)), 0);
        let facks = server_output(&mut server);
        let is_fack = |b: &[u8]| Header::parse(b).unwrap().ptype == PduType::Fack;
        let any = facks.iter().any(|(_, b)| is_fack(b));
        assert!(any || nofack, "asked, so answered");
        server = Server::new(Limits::default(), Personality::CLASSIC, 2, 5);
    }
}

/// Fragments with any number, flags and length, overlapping and never finished, from many
/// activities: memory stays within its limit, and an honest call is answered all the while.
#[test]
fn lies_about_fragments_cost_little_and_disturb_nobody() {
    let limits = Limits {
        reassembly_bytes: 100_000,
        dce: DceLimits {
            activities: 64,
            ..DceLimits::default()
        },
        ..Limits::default()
    };
    let mut server = Server::new(limits, Personality::DEFAULT, 2, 5);
    let mut honest = Client::new(Limits::default(), Personality::DEFAULT, 3);
    let (_, sent) = in_fragments();
    let mut random = Random(11);
    for round in 0..20_000u64 {
        let mut pdu = sent[random.below(2) as usize].clone();
        pdu[2] = random.next() as u8 | flag::FRAG;
        pdu[52..56].copy_from_slice(&(random.below(200) as u32).to_le_bytes());
        pdu[64] = random.below(3) as u8;
        let number = match random.below(3) {
            0 => random.next() as u16,
            _ => random.below(20) as u16,
        };
        pdu[76..78].copy_from_slice(&number.to_le_bytes());
        pdu[74..76].copy_from_slice(&(random.below(1500) as u16).to_le_bytes());
        let mut rx = Rx::default();
        rx.buf.put(&pdu);
        serve(&mut server, &mut rx, at(round));
        server_output(&mut server);
        let (activities, _, bytes) = server.usage();
        assert!(activities <= 64 && bytes <= 100_000, "{activities} {bytes}");
        while server.next_timeout().is_some_and(|due| due <= at(round)) {
            server.handle_timeout(at(round));
        }
        server_output(&mut server);
        if round % 100 == 0 {
            let id = call(&mut honest, Kind::DCE_CL, ECHO, b"honest", at(round));
            let mut rx = Rx::default();
            rx.buf.put(&output(&mut honest).concat());
            assert_eq!(serve(&mut server, &mut rx, at(round)), 1);
            let mut rx = Rx::default();
            rx.buf.put(&server_output(&mut server)[0].1);
            let seen = events(&mut honest, &mut rx, at(round));
            assert_eq!(seen, [Seen::Reply(id, b"honest".to_vec())]);
        }
    }
}
