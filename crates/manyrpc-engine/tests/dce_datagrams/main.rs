//! The connectionless DCE protocol and NCS: our datagrams checked by scapy and tshark, and our
//! engines with scapy as the peer.
//!
//! Both are Debian's (`scripts/setup.sh test`); the tests fail without them. Known failures are
//! listed in `known_failures.txt`, which only shrinks.

mod capture;
mod captures;
mod exchange;
mod hostile;
mod live;
mod scapy;
#[path = "../support/mod.rs"]
mod support;

use std::collections::BTreeMap;
use std::fs;

use capture::dissect;
use exchange::{Exchange, SCENES, Sent};
use manyrpc_engine::dce::cl::Personality;
use manyrpc_engine::dce::cl::pdu::{self, Fack, Header, PduType, cancel_ack, cancel_id, status};
use support::pcap::Dissected;

const KNOWN: &str = include_str!("known_failures.txt");

/// Compares the failures with the known ones.
fn judge(test: &str, failures: &BTreeMap<String, String>) {
    let known = KNOWN.lines().filter(|l| !l.starts_with('#'));
    let known = known.filter_map(|l| l.split(" -- ").next()?.strip_prefix(test));
    let known: Vec<_> = known.map(str::trim).collect();
    for case in &known {
        assert!(
            failures.contains_key(*case),
            "{test} {case} passes: remove it from the known failures"
        );
    }
    let new = failures
        .iter()
        .filter(|(case, _)| !known.contains(&case.as_str()));
    let new: Vec<_> = new.collect();
    assert!(new.is_empty(), "{test}: {new:#?}");
}

/// The sequence of PDUs, as [`Scene::says`](exchange::Scene).
fn says(exchange: &Exchange) -> String {
    let says = exchange.sent.iter().map(|sent| {
        let who = if sent.to_server { 'c' } else { 's' };
        format!("{who}{}", u32::from(sent.header().ptype))
    });
    says.collect::<Vec<_>>().join(" ")
}

/// Every scene with every runtime.
fn all() -> Vec<(String, Exchange)> {
    let mut all = Vec::new();
    for personality in Personality::ALL {
        for scene in SCENES {
            let exchange = scene.play(&personality, 10 * all.len() as u64);
            all.push((format!("{}: {}", personality.name, scene.name), exchange));
        }
    }
    all
}

/// The scenes are as described, and omit no PDU.
#[test]
fn the_scenes_have_every_pdu_and_body() {
    let mut kinds = std::collections::BTreeSet::new();
    for personality in Personality::ALL {
        for scene in SCENES {
            let exchange = scene.play(&personality, 1);
            let said = says(&exchange);
            let name = format!("{}: {}", personality.name, scene.name);
            assert!(scene.says.is_none_or(|s| s == said), "{name}: {said}");
            for sent in &exchange.sent {
                let header = sent.header();
                let body = header.body(&sent.bytes);
                let masks = header.ptype == PduType::Fack && body.len() > 16;
                let kind = u32::from(header.ptype);
                kinds.insert((kind, body.is_empty(), masks, header.has(pdu::flag::FRAG)));
            }
        }
    }
    for kind in 0..=10 {
        assert!(kinds.iter().any(|k| k.0 == kind), "{kind}");
    }
    let nocall = u32::from(PduType::Nocall);
    let (fack, cancel) = (u32::from(PduType::Fack), u32::from(PduType::Cancel));
    for special in [
        (fack, false, true, false),
        (fack, false, false, false),
        (fack, true, false, false),
        (nocall, true, false, false),
        (nocall, false, false, false),
        (cancel, true, false, false),
        (cancel, false, false, false),
        (cancel + 2, true, false, false),
        (cancel + 2, false, false, false),
        (0, false, false, true),
        (2, false, false, true),
    ] {
        assert!(kinds.contains(&special), "{special:?} of {kinds:?}");
    }
}

/// tshark dissects each of our datagrams correctly, without a complaint, and finds the intended
/// value in each field (C706 section 12.5).
#[test]
fn tshark_finds_what_we_meant() {
    let all = all();
    let sent: Vec<_> = (1u16..)
        .zip(&all)
        .flat_map(|(n, (name, e))| e.sent.iter().map(move |s| (name, s, 10_000 + n)))
        .collect();
    let file = std::env::temp_dir().join(format!("manyrpc-{}.pcap", std::process::id()));
    let packets: Vec<_> = sent.iter().map(|(_, s, port)| (*s, *port)).collect();
    capture::write(&file, &packets);
    let dissected = dissect(&file);
    fs::remove_file(&file).unwrap();
    assert_eq!(dissected.len(), sent.len());
    let mut failures = BTreeMap::new();
    for ((name, sent, _), found) in sent.iter().zip(&dissected) {
        let wrong = differences(sent, found);
        if !wrong.is_empty() {
            failures
                .entry((*name).clone())
                .or_insert(format!("{:?}: {wrong:?}", sent.header()));
        }
    }
    judge("tshark", &failures);
}

/// Where tshark's view differs from ours.
fn differences(sent: &Sent, found: &Dissected) -> Vec<String> {
    let header = sent.header();
    let mut meant = meant_by(&header);
    meant.extend(body_meant_by(&header, header.body(&sent.bytes)));
    let differ = meant
        .into_iter()
        .filter(|(name, want)| found.field(name) != want);
    let mut wrong: Vec<_> = differ
        .map(|(name, want)| format!("{name} is {:?}, not {want:?}", found.field(name)))
        .collect();
    let boot = found.field("dcerpc.dg_server_boot");
    if !is_time(boot, header.boot) {
        wrong.push(format!("server boot is {boot:?}, not {}", header.boot));
    }
    if !found.field("frame.protocols").contains(":dcerpc") {
        wrong.push(format!("dissected as {}", found.field("frame.protocols")));
    }
    wrong
}

/// Whether tshark's text is that time, in seconds since 1970: the time of day, and the first day or
/// a later one.
fn is_time(text: &str, seconds: u32) -> bool {
    let (minutes, second) = (seconds / 60 % (24 * 60), seconds % 60);
    let day = format!("{:02}:{:02}:{second:02}.", minutes / 60, minutes % 60);
    text.contains(&day) && text.starts_with("Jan  1, 1970") == (seconds < 24 * 3600)
}

fn uuid(bytes: [u8; 16]) -> String {
    let mut text = String::new();
    for (i, byte) in bytes.iter().enumerate() {
        if [4, 6, 8, 10].contains(&i) {
            text.push('-');
        }
        text += &format!("{byte:02x}");
    }
    text
}

/// The header's fields in tshark's notation.
fn meant_by(header: &Header) -> Vec<(&'static str, String)> {
    let [serial_high, serial_low] = header.serial.to_be_bytes();
    vec![
        ("_ws.malformed", String::new()),
        ("_ws.expert.message", String::new()),
        ("dcerpc.ver", "4".to_owned()),
        ("dcerpc.pkt_type", u32::from(header.ptype).to_string()),
        ("dcerpc.dg_flags1", format!("0x{:02x}", header.flags)),
        ("dcerpc.dg_flags2", format!("0x{:02x}", header.flags2)),
        ("dcerpc.drep", "100000".to_owned()),
        ("dcerpc.dg_serial_hi", format!("0x{serial_high:02x}")),
        ("dcerpc.dg_serial_lo", format!("0x{serial_low:02x}")),
        ("dcerpc.obj_id", uuid(header.object)),
        ("dcerpc.dg_if_id", uuid(header.interface)),
        ("dcerpc.dg_act_id", uuid(header.activity)),
        ("dcerpc.dg_if_ver", header.interface_version.to_string()),
        ("dcerpc.dg_seqnum", header.seq.to_string()),
        ("dcerpc.opnum", header.opnum.to_string()),
        ("dcerpc.dg_ihint", format!("0x{:04x}", header.ihint)),
        ("dcerpc.dg_ahint", format!("0x{:04x}", header.ahint)),
        ("dcerpc.dg_frag_len", header.len.to_string()),
        ("dcerpc.dg_frag_num", header.fragnum.to_string()),
        ("dcerpc.dg_auth_proto", "0".to_owned()),
    ]
}

/// The body's fields in tshark's notation.
fn body_meant_by(header: &Header, body: &[u8]) -> Vec<(&'static str, String)> {
    let mut meant = Vec::new();
    match header.ptype {
        PduType::Fack | PduType::Nocall if !body.is_empty() => {
            let fack = Fack::parse(body, true).unwrap();
            let masks = body[pdu::FACK_BODY..].as_chunks().0.iter();
            let masks = masks.map(|m| format!("0x{:08x}", u32::from_le_bytes(*m)));
            meant.extend([
                ("dcerpc.fack_vers", body[0].to_string()),
                ("dcerpc.fack_window_size", fack.window.to_string()),
                ("dcerpc.fack_max_tsdu", fack.max_tsdu.to_string()),
                ("dcerpc.fack_max_frag_size", fack.max_frag.to_string()),
                ("dcerpc.fack_serial_num", fack.serial.unwrap().to_string()),
                ("dcerpc.fack_selack", masks.collect::<Vec<_>>().join(",")),
            ]);
        }
        PduType::Cancel if !body.is_empty() => {
            let id = cancel_id(body, true).unwrap();
            meant.push(("dcerpc.dg_cancel_id", id.to_string()));
        }
        PduType::CancelAck if !body.is_empty() => {
            let (id, accepting) = cancel_ack(body, true).unwrap();
            meant.push(("dcerpc.dg_cancel_id", id.to_string()));
            let accepting = u8::from(accepting).to_string();
            meant.push(("dcerpc.server_accepting_cancels", accepting));
        }
        PduType::Fault | PduType::Reject => {
            let status = status(body, true).unwrap();
            meant.push(("dcerpc.dg_status", format!("0x{status:08x}")));
        }
        _ => {}
    }
    meant
}

/// scapy parses each of our datagrams, and emits the same bytes again.
#[test]
fn scapy_reads_what_we_say_and_writes_it_again() {
    let all = all();
    let sent = all
        .iter()
        .flat_map(|(name, e)| e.sent.iter().map(move |s| (name, s)));
    let sent: Vec<_> = sent.collect();
    let datagrams: Vec<&[u8]> = sent.iter().map(|(_, s)| &s.bytes[..]).collect();
    let said = scapy::check(&datagrams);
    let mut failures = BTreeMap::new();
    for ((name, _), said) in sent.iter().zip(said) {
        if !said.starts_with("ok ") {
            failures.entry((*name).clone()).or_insert(said);
        }
    }
    judge("scapy reads", &failures);
}

/// Calls made by scapy, one PDU at a time and in either byte order, get the right answers.
#[test]
fn scapy_calls_us() {
    judge("scapy calls", &in_both_orders(live::scapy_calls));
}

/// A scapy server understands our calls, and we its answers; it calls back from another port, loses
/// fragments and sends its own out of order.
#[test]
fn we_call_scapy() {
    judge("we call scapy", &in_both_orders(live::we_call_scapy));
}

fn in_both_orders(test: fn(&str) -> BTreeMap<String, String>) -> BTreeMap<String, String> {
    std::thread::scope(|scope| {
        let little = scope.spawn(move || test("little"));
        let mut failures = test("big");
        failures.extend(little.join().unwrap());
        failures
    })
}
