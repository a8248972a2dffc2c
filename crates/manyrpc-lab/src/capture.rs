//! Captures: the datagrams in what `tcpdump -w` or `dumpcap -P` wrote, with the system's own times.
//!
//! Ethernet, IPv4 and UDP. A datagram that the network layer fragmented counts as one, and says
//! how many packets it took; packets of other kinds are passed over.

use std::collections::HashMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddrV4};
use std::path::Path;
use std::time::Duration;

use etherparse::{EtherType, Ethernet2HeaderSlice, IpNumber, Ipv4HeaderSlice, UdpHeaderSlice};
use pcap_parser::{LegacyPcapSlice, PcapBlockOwned};

/// One datagram on the wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Datagram {
    /// When its first packet was seen, since 1970.
    pub time: Duration,
    /// When its last packet was seen.
    pub last: Duration,
    /// Who sent it.
    pub from: SocketAddrV4,
    /// Who is to receive it.
    pub to: SocketAddrV4,
    /// Bytes of user data, as its header says.
    pub length: usize,
    /// How many IP packets it came in.
    pub packets: usize,
    /// Its user data, as far as the first packet has it and it was captured.
    pub start: Vec<u8>,
}

/// All datagrams of a capture, in the order of their first packets.
///
/// # Errors
/// The file cannot be read or is no capture. One that ends inside a packet is read up to there.
pub fn read(file: &Path) -> io::Result<Vec<Datagram>> {
    datagrams(&std::fs::read(file)?)
}

fn datagrams(bytes: &[u8]) -> io::Result<Vec<Datagram>> {
    let no_capture = |e: &dyn std::fmt::Debug| io::Error::other(format!("no capture: {e:?}"));
    let blocks = LegacyPcapSlice::from_slice(bytes).map_err(|e| no_capture(&e))?;
    let fraction = match blocks.header.is_nanosecond_precision() {
        true => 1,
        false => 1000,
    };
    let mut found = Vec::new();
    let mut by_packet = HashMap::new();
    for block in blocks.map_while(Result::ok) {
        if let PcapBlockOwned::Legacy(block) = block {
            let seconds = Duration::from_secs(block.ts_sec.into());
            let time = seconds + Duration::from_nanos(u64::from(block.ts_usec) * fraction);
            take_packet(&mut found, &mut by_packet, time, block.data);
        }
    }
    Ok(found)
}

/// What fragments of one datagram have in common (RFC 791, section 3.2).
type Fragmented = (Ipv4Addr, Ipv4Addr, u16);

fn take_packet(
    found: &mut Vec<Datagram>,
    by_packet: &mut HashMap<Fragmented, usize>,
    time: Duration,
    frame: &[u8],
) -> Option<()> {
    let ethernet = Ethernet2HeaderSlice::from_slice(frame).ok()?;
    if ethernet.ether_type() != EtherType::IPV4 {
        return None;
    }
    let packet = frame.get(ethernet.slice().len()..)?;
    let ip = Ipv4HeaderSlice::from_slice(packet).ok()?;
    if ip.protocol() != IpNumber::UDP {
        return None;
    }
    let (source, destination) = (ip.source_addr(), ip.destination_addr());
    let key = (source, destination, ip.identification());
    if ip.fragments_offset().value() > 0 {
        let datagram = found.get_mut(*by_packet.get(&key)?)?;
        datagram.last = time;
        datagram.packets += 1;
        return Some(());
    }
    let payload = packet.get(ip.slice().len()..)?;
    let udp = UdpHeaderSlice::from_slice(payload).ok()?;
    by_packet.insert(key, found.len());
    found.push(Datagram {
        time,
        last: time,
        from: SocketAddrV4::new(source, udp.source_port()),
        to: SocketAddrV4::new(destination, udp.destination_port()),
        length: usize::from(udp.length()).saturating_sub(udp.slice().len()),
        packets: 1,
        start: payload.get(udp.slice().len()..)?.to_vec(),
    });
    Some(())
}
