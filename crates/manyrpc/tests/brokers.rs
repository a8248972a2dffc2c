//! Our location brokers, called over NCS and DCE's connectionless protocol; and the management
//! interface of NCS servers.

#[expect(dead_code, reason = "the other tests use the rest")]
mod support;

use std::net::{SocketAddr, UdpSocket};
use std::time::Duration;

use manyrpc::registry::epm::Mapper;
use manyrpc::registry::generated::epm::EptServer;
use manyrpc::registry::generated::llb::{
    GLB, GLB_GLB_LOOKUP, GlbGlbLookupOut, LLB_LLB_INSERT, LLB_LLB_LOOKUP, LbEntryT, Llb, LlbClient,
    LlbLlbInsertArgs, LlbLlbLookupOut, LlbServer, SocketAddrT, UuidOldT,
};
use manyrpc::registry::generated::rrpc::{RRPC_SHUTDOWN_NOT_ALLOWED, RrpcClient};
use manyrpc::registry::llb::{Broker, BrokerClient, Entry, LookupFilter, find_global};
use manyrpc::server::Running;

use manyrpc::{CallError, Client, Context, Error, Fault, Server, Uuid};
use manyrpc_codec::{Buf, Limits, ndr};
use manyrpc_model::Value;
use support::{add, client, interface, serve};

fn entry(interface: u8, port: u16) -> Entry {
    Entry {
        object: Uuid([1; 16]),
        object_type: Uuid([2; 16]),
        interface: Uuid([interface; 16]),
        local: false,
        annotation: "a calculator".to_owned(),
        address: ([127, 0, 0, 1], port).into(),
    }
}

/// A broker over NCS's own protocol, and one over DCE's, together with an endpoint mapper.
fn brokers() -> [Running; 2] {
    let beside = Server::builder().service(EptServer(Mapper::new()));
    let beside = Broker::new().services(beside);
    let beside = beside.listen("dce+udp://127.0.0.1:0");
    [
        Broker::new().start(0).unwrap(),
        beside.and_then(|s| s.start()).unwrap(),
    ]
}

/// A client over NCS, whatever the server's binding.
fn local(server: &Running) -> BrokerClient {
    let port = server.bindings()[0].port().unwrap();
    let binding = format!("ncs+udp://127.0.0.1:{port}");
    BrokerClient::open(&binding.parse().unwrap()).unwrap()
}

#[test]
fn what_is_inserted_is_found_by_each_of_three_and_deleted() {
    for server in brokers() {
        let mut broker = local(&server);
        broker.insert(&entry(7, 1)).unwrap();
        broker.insert(&entry(8, 2)).unwrap();
        let mut found = |object: u8, object_type: u8, interface: u8| {
            let wanted = LookupFilter {
                object: Uuid([object; 16]),
                object_type: Uuid([object_type; 16]),
                interface: Uuid([interface; 16]),
            };
            broker.lookup(&wanted).unwrap()
        };
        assert_eq!(found(0, 0, 7), [entry(7, 1)]);
        assert_eq!(found(1, 0, 0).len(), 2);
        assert_eq!(found(0, 2, 8), [entry(8, 2)]);
        assert_eq!(found(9, 0, 7), []);
        assert_eq!(found(0, 9, 0), []);
        assert!(broker.delete(&entry(7, 1)).unwrap());
        assert!(!broker.delete(&entry(7, 1)).unwrap());
        let rest = broker.lookup(&LookupFilter::default()).unwrap();
        assert_eq!(rest, [entry(8, 2)]);
    }
}

#[test]
fn more_than_six_come_in_parts() {
    for server in brokers() {
        let mut broker = local(&server);
        let entries: Vec<Entry> = (1..=20).map(|port| entry(7, port)).collect();
        entries.iter().for_each(|e| broker.insert(e).unwrap());
        assert_eq!(broker.lookup(&LookupFilter::default()).unwrap(), entries);
    }
}

#[test]
fn a_global_broker_is_found_and_asked() {
    let server = Broker::with_global().start(0).unwrap();
    let at = &server.bindings()[0];
    let port = at.port().unwrap();
    let address = SocketAddr::from(([127, 0, 0, 1], port));
    // Through its host's broker, and by broadcast.
    let listed = local(&server).lookup(&LookupFilter::interface(Uuid(GLB.id.uuid)));
    assert_eq!(listed.unwrap()[0].address, address);
    let patience = Duration::from_secs(20);
    assert_eq!(find_global(at, patience, 1).unwrap(), [address]);
    let mut global = BrokerClient::open_global(at).unwrap();
    let entries: Vec<Entry> = (1..=500).map(|port| entry(7, port)).collect();
    entries.iter().for_each(|e| global.insert(e).unwrap());
    assert_eq!(global.lookup(&LookupFilter::default()).unwrap(), entries);
    // The two tables are separate.
    let wanted = LookupFilter::interface(Uuid([7; 16]));
    assert_eq!(local(&server).lookup(&wanted).unwrap(), []);
    assert!(global.delete(&entries[0]).unwrap());
}

#[test]
fn a_broker_that_is_not_global_stays_silent() {
    let server = Broker::new().start(0).unwrap();
    let patience = Duration::from_millis(300);
    let found = find_global(&server.bindings()[0], patience, 1);
    assert_eq!(found.unwrap(), []);
}

fn wire_uuid(byte: u8) -> UuidOldT {
    UuidOldT {
        time_high: u32::from_be_bytes([byte; 4]),
        time_low: u16::from_be_bytes([byte; 2]),
        reserved: 0,
        family: 0x0d,
        host: [byte; 7],
    }
}

fn wire_entry() -> LbEntryT {
    let mut annotation = [0; 64];
    annotation[..2].copy_from_slice(b"hi");
    let mut data = [0; 14];
    data[..6].copy_from_slice(&[0x07, 0xd1, 127, 0, 0, 1]);
    LbEntryT {
        object: wire_uuid(1),
        obj_type: wire_uuid(2),
        obj_interface: wire_uuid(3),
        flags: 1,
        annotation,
        saddr_len: 16,
        saddr: SocketAddrT { family: 2, data },
    }
}

/// The bytes of [`wire_entry`] in the order in which the stubs of NCS 1.5.1 marshal them, from a
/// little-endian sender.
fn entry_bytes() -> Vec<u8> {
    let mut bytes = Vec::new();
    for byte in [1, 2, 3] {
        bytes.extend([byte; 6]);
        bytes.extend([0, 0, 0x0d]);
        bytes.extend([byte; 7]);
    }
    bytes.extend([1, 0, 0, 0, b'h', b'i']);
    bytes.extend([0; 62]);
    bytes.extend([16, 0, 0, 0, 2, 0, 0x07, 0xd1, 127, 0, 0, 1]);
    bytes.extend([0; 8]);
    bytes
}

#[test]
fn entries_lie_in_bytes_as_in_the_stubs_of_ncs() {
    let mut out = Buf::new();
    let entry = wire_entry();
    let args = LlbLlbInsertArgs { xentry: &entry };
    ndr::encode_params(&mut out, LLB_LLB_INSERT.input, &args, &Limits::DEFAULT).unwrap();
    assert_eq!(out.data(), entry_bytes());
}

#[test]
fn answers_lie_in_bytes_as_in_the_stubs_of_ncs() {
    // Handle, number, count of the array; entries aligned to four; status.
    let mut bytes = vec![5, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];
    bytes.extend(entry_bytes());
    bytes.extend([0; 4]);
    let mut out = LlbLlbLookupOut::default();
    let decode = |bytes: &[u8], out: &mut LlbLlbLookupOut| {
        ndr::decode_params(
            bytes,
            ndr::LABEL,
            LLB_LLB_LOOKUP.output,
            out,
            &Limits::DEFAULT,
        )
    };
    decode(&bytes, &mut out).unwrap();
    assert_eq!((out.entry_handle, out.status), (5, 0));
    assert_eq!(out.result_entries, [wire_entry()]);
    for end in 0..bytes.len() {
        let mut half = LlbLlbLookupOut::default();
        assert!(decode(&bytes[..end], &mut half).is_err(), "{end}");
    }
    // More than six, a count that differs from the number, more than there is.
    for (at, lie) in [(8, 7), (4, 2), (8, 0), (9, 0xff)] {
        let mut bytes = bytes.clone();
        bytes[at] = lie;
        assert!(decode(&bytes, &mut out).is_err(), "{at} {lie}");
    }
    // A global broker first states its capacity.
    bytes.splice(8..10, [0x90, 0x01, 1, 0]);
    bytes.drain(12..14);
    let mut global = GlbGlbLookupOut::default();
    let record = GLB_GLB_LOOKUP.output;
    ndr::decode_params(&bytes, ndr::LABEL, record, &mut global, &Limits::DEFAULT).unwrap();
    assert_eq!(global.result_entries, [wire_entry()]);
}

#[test]
fn lies_to_a_broker_are_refused_and_others_are_served() {
    let server = Broker::new().start(0).unwrap();
    let at = server.bindings()[0].to_string();
    let mut llb = LlbClient::new(Client::open(&at).unwrap());
    let mut family = wire_entry();
    family.saddr.family = 13;
    let mut length = wire_entry();
    length.saddr_len = u32::MAX;
    const BAD_ENTRY: u32 = 0x1c02_0007;
    assert_eq!(llb.llb_insert(&family), Ok(BAD_ENTRY));
    assert_eq!(llb.llb_insert(&length), Ok(BAD_ENTRY));
    assert_eq!(llb.llb_delete(&family), Ok(BAD_ENTRY));
    llb.llb_insert(&wire_entry()).unwrap();
    let any = UuidOldT::default();
    let mut lookup = |handle, most| {
        let (handle, entries, status) = llb.llb_lookup(&any, &any, &any, handle, most).unwrap();
        (handle, entries.len(), status)
    };
    const NOT_REGISTERED: u32 = 0x1c02_0003;
    assert_eq!(lookup(0, u32::MAX), (0, 1, 0));
    assert_eq!(lookup(u32::MAX, 6), (0, 0, NOT_REGISTERED));
    assert_eq!(lookup(0, 0), (0, 0, NOT_REGISTERED));
    // Invalid packets, and a truncated one.
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    let to = ("127.0.0.1", server.bindings()[0].port().unwrap());
    for bytes in [&[0x04; 80][..], &[0xff; 1024], &[], &[4, 0, 0x28]] {
        socket.send_to(bytes, to).unwrap();
    }
    assert_eq!(lookup(0, 6), (0, 1, 0));
}

/// A broker that never ends a look-up.
struct Endless;

impl Llb for Endless {
    fn llb_insert(&self, _: &Context<'_>, _: LbEntryT) -> Result<u32, Fault> {
        Ok(0x1c02_0004)
    }

    fn llb_delete(&self, _: &Context<'_>, _: LbEntryT) -> Result<u32, Fault> {
        Ok(0)
    }

    fn llb_lookup(
        &self,
        _: &Context<'_>,
        _: UuidOldT,
        _: UuidOldT,
        _: UuidOldT,
        handle: u32,
        _: u32,
    ) -> Result<(u32, Vec<LbEntryT>, u32), Fault> {
        Ok((handle + 1, vec![wire_entry()], 0))
    }
}

#[test]
fn a_broker_without_end_is_given_up() {
    let server = Server::builder()
        .service(LlbServer(Endless))
        .listen("ncs+udp://127.0.0.1:0")
        .and_then(|s| s.start())
        .unwrap();
    let mut broker = local(&server);
    let text = broker
        .lookup(&LookupFilter::default())
        .unwrap_err()
        .to_string();
    assert!(text.contains("without end"), "{text}");
    let refused = broker.insert(&entry(7, 1)).unwrap_err();
    assert!(matches!(refused, Error::Registered { .. }));
    assert!(refused.to_string().contains("no room"), "{refused}");
    let text = broker.insert(&Entry {
        address: "[::1]:1".parse().unwrap(),
        ..entry(7, 1)
    });
    let text = text.unwrap_err().to_string();
    assert!(text.contains("IP version 4"), "{text}");
}

#[test]
fn every_server_of_ncs_tells_its_interfaces_and_counts() {
    let (server, _wires) = serve("CALCULATOR_V2", "ncs+udp://127.0.0.1:0");
    add(&mut client(&server, "CALCULATOR_V2"), 1, 2).unwrap();
    let at = server.bindings()[0].to_string();
    let mut rrpc = RrpcClient::new(Client::open(&at).unwrap());
    assert_eq!(rrpc.rrpc_are_you_there(), Ok(0));
    let (specs, status) = rrpc.rrpc_inq_interfaces(9).unwrap();
    assert_eq!((specs.len(), status), (1, 0));
    let uuid = interface("CALCULATOR_V2").id().uuid;
    assert_eq!(specs[0].id.time_high.to_be_bytes(), uuid[..4]);
    assert_eq!(specs[0].id.host, uuid[9..]);
    assert_eq!(specs[0].vers, 2);
    let (stats, status) = rrpc.rrpc_inq_stats(5).unwrap();
    assert_eq!((stats.len(), status), (6, 0));
    // Calls in, packets in and out.
    assert!(stats[..3].iter().all(|n| *n >= 1), "{stats:?}");
    assert_eq!(stats[3..], [0; 3]);
    // Indexes: only the first, and none.
    assert_eq!(rrpc.rrpc_inq_stats(0).unwrap().0.len(), 1);
    assert!(rrpc.rrpc_inq_stats(u32::MAX).unwrap().0.is_empty());
    assert!(rrpc.rrpc_inq_interfaces(u32::MAX).unwrap().0.is_empty());
    let shut = rrpc.rrpc_shutdown();
    assert_eq!(shut, Ok(RRPC_SHUTDOWN_NOT_ALLOWED as u32));
    assert_eq!(rrpc.rrpc_are_you_there(), Ok(0));
}

#[test]
fn calls_to_a_broker_s_port_reach_the_server() {
    let (server, _wires) = serve("CALCULATOR_V2", "ncs+udp://127.0.0.1:0");
    let broker = Broker::new().forwarding().start(0).unwrap();
    let mut through = client(&broker, "CALCULATOR_V2");
    let unknown = add(&mut through, 1, 2).unwrap_err();
    assert!(matches!(
        unknown,
        Error::Call(CallError::Fault(Fault::NoSuchInterface))
    ));
    let interface = Uuid(interface("CALCULATOR_V2").id().uuid);
    let port = server.bindings()[0].port().unwrap();
    let at = |port: u16| Entry {
        object: Uuid::NIL,
        interface,
        address: ([127, 0, 0, 1], port).into(),
        ..entry(0, 0)
    };
    local(&broker).insert(&at(port)).unwrap();
    assert_eq!(add(&mut through, 40, 2).unwrap(), [Value::I32(42)]);
    // Faults are returned unchanged; a server that is gone is the broker's failure.
    let fault = through.call("panics", &[]).unwrap_err();
    assert!(matches!(
        fault,
        Error::Call(CallError::Fault(Fault::ServerFailure))
    ));
    let body = Value::Bytes(vec![7; 20_000]);
    let echoed = through.call("echo", std::slice::from_ref(&body)).unwrap();
    assert_eq!(echoed, [body]);
    server.stop();
    let gone = add(&mut through, 1, 2).unwrap_err();
    assert!(matches!(
        gone,
        Error::Call(CallError::Fault(Fault::ServerFailure))
    ));
    // An entry with the broker's own address is not forwarded.
    let own = broker.bindings()[0].port().unwrap();
    assert!(local(&broker).delete(&at(port)).unwrap());
    local(&broker).insert(&at(own)).unwrap();
    let own = add(&mut through, 1, 2).unwrap_err();
    assert!(matches!(
        own,
        Error::Call(CallError::Fault(Fault::NoSuchInterface))
    ));
}
