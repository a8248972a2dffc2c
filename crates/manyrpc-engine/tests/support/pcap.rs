//! Writing packets as a capture file for tshark, and reading its output.
//!
//! Reading list: the pcap file format (draft-ietf-opsawg-pcap), RFC 791, RFC 768, RFC 9293.

use std::fs;
use std::path::Path;
use std::process::Command;

use manyrpc_engine::Instant;

pub const CLIENT: [u8; 4] = [10, 0, 0, 1];
pub const SERVER: [u8; 4] = [10, 0, 0, 2];

const UDP: u8 = 17;
const TCP: u8 = 6;

/// The checksum of RFC 1071, of an even number of bytes.
fn checksum(bytes: &[u8]) -> u16 {
    let words = bytes.as_chunks().0.iter().map(|w| u16::from_be_bytes(*w));
    let sum: u32 = words.map(u32::from).sum();
    !((sum & 0xffff) + (sum >> 16)) as u16
}

/// The addresses and ports of a packet from the client to the server, or back.
pub struct Ends {
    pub client: u16,
    pub server: u16,
    pub to_server: bool,
}

impl Ends {
    fn ports(&self) -> [u8; 4] {
        let (from, to) = match self.to_server {
            true => (self.client, self.server),
            false => (self.server, self.client),
        };
        let ([a, b], [c, d]) = (from.to_be_bytes(), to.to_be_bytes());
        [a, b, c, d]
    }

    /// An IP packet with that payload.
    fn packet(&self, protocol: u8, payload: &[u8]) -> Vec<u8> {
        let (from, to) = match self.to_server {
            true => (CLIENT, SERVER),
            false => (SERVER, CLIENT),
        };
        let mut ip = vec![0x45, 0];
        ip.extend(((20 + payload.len()) as u16).to_be_bytes());
        ip.extend([0, 0, 0x40, 0, 64, protocol, 0, 0]);
        ip.extend(from);
        ip.extend(to);
        let sum = checksum(&ip).to_be_bytes();
        ip[10..12].copy_from_slice(&sum);
        ip.extend(payload);
        ip
    }

    /// A packet with a datagram. The optional checksum is omitted.
    pub fn datagram(&self, bytes: &[u8]) -> Vec<u8> {
        let mut udp = self.ports().to_vec();
        udp.extend(((8 + bytes.len()) as u16).to_be_bytes());
        udp.extend([0, 0]);
        udp.extend(bytes);
        self.packet(UDP, &udp)
    }

    /// A packet with a piece of a stream, behind `sent` bytes of this end and `received` ones of the other. Without a
    /// checksum, which tshark does not look at unless told to.
    pub fn segment(&self, sent: u32, received: u32, bytes: &[u8]) -> Vec<u8> {
        const ACK_PUSH: u8 = 0x18;
        let mut tcp = self.ports().to_vec();
        tcp.extend((1 + sent).to_be_bytes());
        tcp.extend((1 + received).to_be_bytes());
        tcp.extend([0x50, ACK_PUSH, 0xff, 0xff, 0, 0, 0, 0]);
        tcp.extend(bytes);
        self.packet(TCP, &tcp)
    }
}

/// A capture file of raw IP packets.
pub fn write(file: &Path, packets: impl IntoIterator<Item = (Instant, Vec<u8>)>) {
    const RAW_IP: u32 = 101;
    let mut out = Vec::new();
    for word in [0xa1b2_c3d4, 4 << 16 | 2, 0, 0, 262_144, RAW_IP] {
        out.extend(u32::to_le_bytes(word));
    }
    // The version's two halves are fields of their own.
    out[4..8].copy_from_slice(&[2, 0, 4, 0]);
    for (at, packet) in packets {
        let micros = at.as_nanos() / 1000;
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

/// tshark's view of each packet of a capture, by the names of fields.
pub struct Dissected {
    fields: &'static [&'static str],
    columns: Vec<String>,
}

impl Dissected {
    pub fn field(&self, name: &str) -> &str {
        let column = self.fields.iter().position(|f| *f == name).expect(name);
        &self.columns[column]
    }
}

/// What tshark says of each packet. `options` are its own.
pub fn dissect(file: &Path, fields: &'static [&'static str], options: &[&str]) -> Vec<Dissected> {
    let mut tshark = Command::new("tshark");
    tshark.arg("-n").args(options).args(["-T", "fields"]);
    tshark.args(["-E", "separator=/t", "-r"]).arg(file);
    for field in fields {
        tshark.args(["-e", field]);
    }
    let output = tshark
        .output()
        .expect("tshark, which scripts/setup.sh brings");
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let of_line = |line: &str| Dissected {
        fields,
        columns: line.split('\t').map(str::to_owned).collect(),
    };
    text.lines().map(of_line).collect()
}
