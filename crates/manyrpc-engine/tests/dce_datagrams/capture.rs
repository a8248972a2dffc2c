//! Writing datagrams as a capture file for tshark, and reading its output.
//!
//! Reading list: the pcap file format (draft-ietf-opsawg-pcap), RFC 791, RFC 768.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::exchange::Sent;

/// Bytes of IPv4's and UDP's headers.
const HEADERS: usize = 28;
const CLIENT: [u8; 4] = [10, 0, 0, 1];
const SERVER: [u8; 4] = [10, 0, 0, 2];
const SERVER_PORT: u16 = 40_000;

/// The checksum of RFC 1071, of an even number of bytes.
fn checksum(bytes: &[u8]) -> u16 {
    let words = bytes.as_chunks().0.iter().map(|w| u16::from_be_bytes(*w));
    let sum: u32 = words.map(u32::from).sum();
    !((sum & 0xffff) + (sum >> 16)) as u16
}

/// An IP packet with the datagram; `port` is the client's. The optional UDP checksum is omitted.
fn packet(sent: &Sent, port: u16) -> Vec<u8> {
    let n = sent.bytes.len();
    let (from, to) = match sent.to_server {
        true => ((CLIENT, port), (SERVER, SERVER_PORT)),
        false => ((SERVER, SERVER_PORT), (CLIENT, port)),
    };
    let mut ip = vec![0x45, 0];
    ip.extend(((HEADERS + n) as u16).to_be_bytes());
    ip.extend([0, 0, 0x40, 0, 64, 17, 0, 0]);
    ip.extend(from.0);
    ip.extend(to.0);
    let sum = checksum(&ip).to_be_bytes();
    ip[10..12].copy_from_slice(&sum);
    for field in [from.1, to.1, (8 + n) as u16, 0] {
        ip.extend(field.to_be_bytes());
    }
    ip.extend(&sent.bytes);
    ip
}

/// A capture file of raw IP packets.
pub(crate) fn write(file: &Path, sent: &[(&Sent, u16)]) {
    const RAW_IP: u32 = 101;
    let mut out = Vec::new();
    for word in [0xa1b2_c3d4, 4 << 16 | 2, 0, 0, 262_144, RAW_IP] {
        out.extend(u32::to_le_bytes(word));
    }
    // The version's two halves are fields of their own.
    out[4..8].copy_from_slice(&[2, 0, 4, 0]);
    for (datagram, port) in sent {
        let packet = packet(datagram, *port);
        let micros = datagram.at.as_nanos() / 1000;
        let n = packet.len() as u32;
        for word in [
            (micros / 1_000_000) as u32,
            (micros % 1_000_000) as u32,
            n,
            n,
        ] {
            out.extend(word.to_le_bytes());
        }
        out.extend(packet);
    }
    fs::write(file, out).unwrap();
}

/// The fields that tshark is asked for, in the order of [`dissect`]'s columns.
pub(crate) const FIELDS: [&str; 32] = [
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

/// tshark's view of each packet of a capture, by the names in [`FIELDS`].
pub(crate) struct Dissected(Vec<String>);

impl Dissected {
    pub(crate) fn field(&self, name: &str) -> &str {
        let column = FIELDS.iter().position(|f| *f == name).expect(name);
        &self.0[column]
    }
}

pub(crate) fn dissect(file: &Path) -> Vec<Dissected> {
    let mut tshark = Command::new("tshark");
    // WireGuard's heuristics match some PDUs of DCE RPC.
    tshark.args(["-n", "--disable-protocol", "wg", "-T", "fields"]);
    tshark.args(["-E", "separator=/t", "-r"]).arg(file);
    for field in FIELDS {
        tshark.args(["-e", field]);
    }
    let output = tshark
        .output()
        .expect("tshark, which scripts/setup.sh brings");
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let columns = |line: &str| line.split('\t').map(str::to_owned).collect();
    text.lines().map(|line| Dissected(columns(line))).collect()
}
