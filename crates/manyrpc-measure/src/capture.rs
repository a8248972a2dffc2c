//! Packet captures as written by `tcpdump -w` or `dumpcap -P`: datagrams and packets with the kernel's timestamps,
//! and the round trips between them.
//!
//! Ethernet and IPv4. A fragmented datagram counts as one, with its number of packets; packets of other kinds are
//! skipped.

use std::collections::HashMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddrV4};
use std::path::Path;
use std::time::Duration;

use etherparse::{
    EtherType, Ethernet2HeaderSlice, IpNumber, Ipv4HeaderSlice, TcpHeaderSlice, UdpHeaderSlice,
};
use pcap_parser::{LegacyPcapSlice, PcapBlockOwned};

/// One datagram on the wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Datagram {
    /// When its first packet was seen, since 1970.
    pub time: Duration,
    /// When its last packet was seen.
    pub last: Duration,
    /// The sender.
    pub from: SocketAddrV4,
    /// The receiver.
    pub to: SocketAddrV4,
    /// Bytes of user data, according to its header.
    pub length: usize,
    /// The number of IP packets.
    pub packets: usize,
    /// The beginning of its user data: what was captured of the first packet.
    pub start: Vec<u8>,
}

/// A packet with user data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packet {
    /// When it was seen, since 1970.
    pub time: Duration,
    /// The sender.
    pub from: SocketAddrV4,
    /// The receiver.
    pub to: SocketAddrV4,
    /// Bytes of user data.
    pub bytes: usize,
}

/// All datagrams of a capture, in the order of their first packets.
///
/// # Errors
/// The file cannot be read or is not a capture. A file that ends inside a packet is read up to there.
pub fn read(file: &Path) -> io::Result<Vec<Datagram>> {
    let mut found = Vec::new();
    let mut by_packet = HashMap::new();
    each_frame(&std::fs::read(file)?, |time, frame| {
        take_datagram(&mut found, &mut by_packet, time, frame);
    })?;
    Ok(found)
}

/// All packets of a capture that carry user data over UDP or TCP, in order, each fragment included. Pure
/// acknowledgements are left out.
///
/// # Errors
/// Those of [`read`].
pub fn packets(file: &Path) -> io::Result<Vec<Packet>> {
    packets_of(&std::fs::read(file)?)
}

fn packets_of(bytes: &[u8]) -> io::Result<Vec<Packet>> {
    let (mut found, mut ports) = (Vec::new(), HashMap::new());
    each_frame(bytes, |time, frame| {
        found.extend(packet(&mut ports, time, frame).filter(|packet| packet.bytes > 0));
    })?;
    Ok(found)
}

/// How long each call of a sequential client took: from its first packet to the server to the last packet back
/// before the next call. The contents of the packets are not examined.
pub fn round_trips(packets: &[Packet], server: SocketAddrV4) -> Vec<Duration> {
    let of_server = packets
        .iter()
        .filter(|packet| packet.from == server || packet.to == server);
    let (mut trips, mut started, mut answered) = (Vec::new(), None, None);
    for packet in of_server {
        if packet.from == server {
            answered = Some(packet.time);
        } else if let Some(over) = answered.take() {
            trips.extend(started.replace(packet.time).map(|start| over - start));
        } else {
            started.get_or_insert(packet.time);
        }
    }
    trips.extend(started.zip(answered).map(|(start, over)| over - start));
    trips
}

fn each_frame(bytes: &[u8], mut act: impl FnMut(Duration, &[u8])) -> io::Result<()> {
    let no_capture = |e: &dyn std::fmt::Debug| io::Error::other(format!("no capture: {e:?}"));
    let blocks = LegacyPcapSlice::from_slice(bytes).map_err(|e| no_capture(&e))?;
    let fraction = match blocks.header.is_nanosecond_precision() {
        true => 1,
        false => 1000,
    };
    for block in blocks.map_while(Result::ok) {
        if let PcapBlockOwned::Legacy(block) = block {
            let seconds = Duration::from_secs(block.ts_sec.into());
            let time = seconds + Duration::from_nanos(u64::from(block.ts_usec) * fraction);
            act(time, block.data);
        }
    }
    Ok(())
}

/// What the fragments of one datagram share (RFC 791, section 3.2).
type Fragmented = (Ipv4Addr, Ipv4Addr, u16);

/// A frame's IPv4 packet: its header, and the captured part of its data.
fn ipv4(frame: &[u8]) -> Option<(Ipv4HeaderSlice<'_>, &[u8])> {
    let ethernet = Ethernet2HeaderSlice::from_slice(frame).ok()?;
    if ethernet.ether_type() != EtherType::IPV4 {
        return None;
    }
    let packet = frame.get(ethernet.slice().len()..)?;
    let ip = Ipv4HeaderSlice::from_slice(packet).ok()?;
    let data = packet.get(ip.slice().len()..)?;
    Some((ip, data))
}

fn take_datagram(
    found: &mut Vec<Datagram>,
    by_packet: &mut HashMap<Fragmented, usize>,
    time: Duration,
    frame: &[u8],
) -> Option<()> {
    let (ip, payload) = ipv4(frame)?;
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

/// The addresses of a datagram's fragments; only the first has the ports.
type Ends = (SocketAddrV4, SocketAddrV4);

fn packet(
    fragmented: &mut HashMap<Fragmented, Ends>,
    time: Duration,
    frame: &[u8],
) -> Option<Packet> {
    let (ip, data) = ipv4(frame)?;
    let (source, destination) = (ip.source_addr(), ip.destination_addr());
    let key = (source, destination, ip.identification());
    let length = usize::from(ip.total_len()).saturating_sub(ip.slice().len());
    let (ports, header) = match ip.protocol() {
        IpNumber::UDP if ip.fragments_offset().value() > 0 => {
            let &(from, to) = fragmented.get(&key)?;
            return Some(Packet {
                time,
                from,
                to,
                bytes: length,
            });
        }
        IpNumber::UDP => {
            let udp = UdpHeaderSlice::from_slice(data).ok()?;
            (
                [udp.source_port(), udp.destination_port()],
                udp.slice().len(),
            )
        }
        IpNumber::TCP => {
            let tcp = TcpHeaderSlice::from_slice(data).ok()?;
            (
                [tcp.source_port(), tcp.destination_port()],
                tcp.slice().len(),
            )
        }
        _ => return None,
    };
    let from = SocketAddrV4::new(source, ports[0]);
    let to = SocketAddrV4::new(destination, ports[1]);
    if ip.more_fragments() {
        fragmented.insert(key, (from, to));
    }
    Some(Packet {
        time,
        from,
        to,
        bytes: length.saturating_sub(header),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLIENT: SocketAddrV4 = SocketAddrV4::new(Ipv4Addr::new(10, 0, 0, 1), 4000);
    const SERVER: SocketAddrV4 = SocketAddrV4::new(Ipv4Addr::new(10, 0, 0, 2), 111);

    fn at(ms: u64, from: SocketAddrV4, to: SocketAddrV4) -> Packet {
        Packet {
            time: Duration::from_millis(ms),
            from,
            to,
            bytes: 1,
        }
    }

    #[test]
    fn calls_end_with_their_last_packet_back() {
        let other = SocketAddrV4::new(*SERVER.ip(), 9);
        let packets = [
            at(1, CLIENT, SERVER),
            at(2, CLIENT, SERVER),
            at(3, other, CLIENT),
            at(5, SERVER, CLIENT),
            at(9, SERVER, CLIENT),
            at(10, CLIENT, SERVER),
            at(12, SERVER, CLIENT),
            // This one gets no reply.
            at(20, CLIENT, SERVER),
        ];
        let ms: Vec<u128> = round_trips(&packets, SERVER)
            .iter()
            .map(Duration::as_millis)
            .collect();
        assert_eq!(ms, [8, 2]);
        assert_eq!(round_trips(&packets[7..], SERVER), []);
    }
}
