//! Datagrams as a capture file, and tshark's view of them.

use std::path::Path;

use crate::exchange::Sent;
use crate::support::pcap::{self, Dissected, Ends};

const SERVER_PORT: u16 = 40_000;

/// A capture file of datagrams, each with its client's port.
pub(crate) fn write(file: &Path, sent: &[(&Sent, u16)]) {
    let packets = sent.iter().map(|&(sent, client)| {
        let ends = Ends {
            client,
            server: SERVER_PORT,
            to_server: sent.to_server,
        };
        (sent.at, ends.datagram(&sent.bytes))
    });
    pcap::write(file, packets);
}

/// The fields that tshark is asked for, of each datagram.
const FIELDS: [&str; 32] = [
    "frame.protocols",
    "_ws.malformed",
    "_ws.expert.message",
    "dcerpc.ver",
    "dcerpc.pkt_type",
    "dcerpc.dg_flags1",
    "dcerpc.dg_flags2",
    "dcerpc.drep",
    "dcerpc.dg_serial_hi",
    "dcerpc.dg_serial_lo",
    "dcerpc.obj_id",
    "dcerpc.dg_if_id",
    "dcerpc.dg_act_id",
    "dcerpc.dg_server_boot",
    "dcerpc.dg_if_ver",
    "dcerpc.dg_seqnum",
    "dcerpc.opnum",
    "dcerpc.dg_ihint",
    "dcerpc.dg_ahint",
    "dcerpc.dg_frag_len",
    "dcerpc.dg_frag_num",
    "dcerpc.dg_auth_proto",
    "dcerpc.fack_vers",
    "dcerpc.fack_window_size",
    "dcerpc.fack_max_tsdu",
    "dcerpc.fack_max_frag_size",
    "dcerpc.fack_serial_num",
    "dcerpc.fack_selack",
    "dcerpc.dg_cancel_id",
    "dcerpc.server_accepting_cancels",
    "dcerpc.dg_status",
    "dcerpc.stub_data",
];

/// tshark's view of each packet of a capture.
pub(crate) fn dissect(file: &Path) -> Vec<Dissected> {
    // WireGuard's heuristics match some PDUs of DCE RPC.
    pcap::dissect(file, &FIELDS, &["--disable-protocol", "wg"])
}
