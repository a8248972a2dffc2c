//! Streams: an ordered, reliable sequence of bytes in each direction, like TCP.
//!
//! A lost segment is retransmitted after a doubling timeout, and those after it wait for it, so
//! loss and partitions cost time and never data. Slow start and congestion control are not
//! modelled: a sender is limited by the window and the link's rate.

use core::time::Duration;
use std::net::SocketAddr;

use manyrpc_engine::{Buf, Closed, Instant};

use super::Net;
use crate::sim::conditions::Segmentation;
use crate::sim::conn::{Conn, Read, Segment};
use crate::sim::event::Event;
use crate::sim::ids::{ConnId, Side, Transport};
use crate::sim::log::{Record, What, digest};

impl Net {
    /// Requests a connection.
    pub(in crate::sim) fn connect(&mut self, from: u32, to: SocketAddr) -> ConnId {
        let there = self.at_address(to, Transport::Stream);
        let index = self.free_conns.pop().unwrap_or_else(|| {
            self.conns.push(Conn::default());
            self.conns.len() as u32 - 1
        });
        let conn = &mut self.conns[index as usize];
        conn.ends = [from, there.unwrap_or(from)];
        let life = conn.life;
        let id = ConnId { index, life };
        self.record(What::Connect, from, there.unwrap_or(Record::NOBODY), 0, 0);
        if there.is_some() {
            self.send_handshake(id, Side::Client, 0);
        } else {
            self.tell_reset(id, Side::Client, REFUSED);
        }
        id
    }

    /// Sends a connection request or, from the server, its answer.
    pub(in crate::sim) fn send_handshake(&mut self, id: ConnId, from: Side, tries: u8) {
        let Some([here, there]) = self.ends(id, from) else {
            return;
        };
        let arrives = self.carry(here, there, 0);
        let waits = self.streams.first_reconnect * (1 << tries);
        let tries = tries + 1;
        let event = match (from, arrives) {
            (Side::Client, Some(_)) => Event::Syn { conn: id },
            (Side::Server, Some(_)) => Event::SynAck { conn: id },
            (_, None) if tries > MOST_HANDSHAKES => return self.give_up(id),
            (_, None) => Event::Handshake {
                conn: id,
                from,
                tries,
            },
        };
        let at = arrives.unwrap_or(self.now + waits);
        self.queue.push(at, event);
    }

    /// The server has a session for this connection and answers.
    pub(in crate::sim) fn accept(&mut self, id: ConnId, session: u32) {
        if let Some(conn) = self.conn(id) {
            conn.session = Some(session);
            conn.open[Side::Server as usize] = true;
            let [client, server] = conn.ends;
            self.record(What::Accept, server, client, 0, 0);
            self.send_handshake(id, Side::Server, 0);
        }
    }

    /// The client learns that it is connected.
    pub(in crate::sim) fn opened(&mut self, id: ConnId) -> bool {
        match self.conn(id) {
            Some(conn) if !conn.closed[Side::Client as usize] => {
                conn.open[Side::Client as usize] = true;
                true
            }
            _ => false,
        }
    }

    pub(in crate::sim) fn send_stream(
        &mut self,
        id: ConnId,
        from: Side,
        bytes: &[u8],
    ) -> Option<usize> {
        let window = self.streams.window_bytes;
        let conn = self.conn(id)?;
        if !conn.open[from as usize] || conn.closed[from as usize] {
            return None;
        }
        let room = window.saturating_sub(conn.pipes[from as usize].in_flight);
        let n = bytes.len().min(room);
        let mut rest = &bytes[..n];
        while !rest.is_empty() {
            let piece;
            (piece, rest) = rest.split_at(self.piece(id, from, rest.len()));
            self.send_piece(id, from, Some(piece));
        }
        (n > 0).then_some(n)
    }

    /// How much of `n` bytes goes into one segment.
    fn piece(&mut self, id: ConnId, from: Side, n: usize) -> usize {
        let Some([here, there]) = self.ends(id, from) else {
            return n;
        };
        let (link, _) = self.link_between(here, there);
        let most = link.conditions.segment_payload().min(n);
        match self.streams.segmentation {
            Segmentation::Packets => most,
            Segmentation::Bytes => 1,
            Segmentation::Random(up_to) => {
                most.min(1 + self.rng.below(up_to.max(1) as u64) as usize)
            }
        }
    }

    fn send_piece(&mut self, id: ConnId, from: Side, bytes: Option<&[u8]>) {
        let Some([here, there]) = self.ends(id, from) else {
            return;
        };
        if let Some(bytes) = bytes {
            self.record(What::Send, here, there, bytes.len(), digest(bytes));
        }
        let packet = bytes.map(|bytes| self.pool.put(here, bytes));
        let sent = self.now;
        let Some(conn) = self.conn(id) else { return };
        let pipe = &mut conn.pipes[from as usize];
        pipe.in_flight += bytes.map_or(0, <[u8]>::len);
        let seq = pipe.first.wrapping_add(pipe.segments.len() as u32);
        pipe.segments.push_back(Segment {
            packet,
            arrived: false,
            sent,
            tries: 0,
        });
        self.transmit_piece(id, from, seq);
    }

    /// Puts a segment on the link, for the first time or again.
    pub(in crate::sim) fn transmit_piece(&mut self, id: ConnId, from: Side, seq: u32) {
        let Some([here, there]) = self.ends(id, from) else {
            return;
        };
        let Some(segment) = self.segment(id, from, seq) else {
            return;
        };
        let (packet, sent, tries) = (segment.packet, segment.sent, segment.tries);
        segment.tries = tries.saturating_add(1);
        let bytes = packet.map_or(0, |p| self.pool.get(p).bytes.len());
        let conn = id;
        match self.carry(here, there, bytes) {
            Some(at) => self.queue.push(at, Event::Segment { conn, from, seq }),
            None if self.now.since(sent) >= self.streams.give_up => self.give_up(id),
            None => {
                let wait = self.streams.first_resend * (1 << tries.min(20));
                let at = self.now + wait.min(LONGEST_RESEND);
                self.queue.push(at, Event::Resend { conn, from, seq });
            }
        }
    }

    /// When a packet with this many bytes of a stream arrives; `None` if it does not.
    fn carry(&mut self, here: u32, there: u32, bytes: usize) -> Option<Instant> {
        if self.is_cut(here, there) {
            self.record(What::Cut, here, there, bytes, 0);
            return None;
        }
        let now = self.now;
        let (link, rng) = self.link_between(here, there);
        let at = link.segment(bytes, now, rng);
        if at.is_none() {
            self.record(What::Lost, here, there, bytes, 0);
        }
        at
    }

    /// A segment arrives. True if there is something to read now.
    pub(in crate::sim) fn arrived(&mut self, id: ConnId, from: Side, seq: u32) -> bool {
        let Some([here, there]) = self.ends(id, from) else {
            return false;
        };
        let Some(segment) = self.segment(id, from, seq) else {
            return false;
        };
        segment.arrived = true;
        if let Some(packet) = segment.packet {
            let bytes = self.pool.get(packet).bytes.len();
            self.record(What::Deliver, there, here, bytes, 0);
        }
        let is_first = |conn: &mut Conn| {
            conn.pipes[from as usize].first == seq && !conn.closed[from.other() as usize]
        };
        self.conn(id).is_some_and(is_first)
    }

    /// Reads what arrived in order for `side`.
    pub(in crate::sim) fn read(&mut self, id: ConnId, side: Side, into: &mut Buf) -> Read {
        let from = side.other();
        let mut bytes = 0;
        let mut end = false;
        while let Some(conn) = self.conn(id) {
            let pipe = &mut conn.pipes[from as usize];
            if !pipe.segments.front().is_some_and(|s| s.arrived) {
                break;
            }
            let Some(segment) = pipe.segments.pop_front() else {
                break;
            };
            pipe.first = pipe.first.wrapping_add(1);
            match segment.packet {
                Some(packet) => {
                    let data = &self.pool.get(packet).bytes;
                    into.put(data);
                    bytes += data.len();
                    self.pool.release(packet);
                }
                None => end = true,
            }
        }
        if bytes > 0 {
            self.acknowledge(id, from, bytes);
        }
        match (bytes, end) {
            (_, true) => Read::End,
            (0, false) => Read::Nothing,
            _ => Read::Bytes,
        }
    }

    /// Tells the sender that bytes were read. Acknowledgements take no bandwidth and are never
    /// lost.
    fn acknowledge(&mut self, conn: ConnId, to: Side, bytes: usize) {
        if let Some(after) = self.latency(conn, to) {
            let bytes = bytes as u32;
            let event = Event::Credit { conn, to, bytes };
            self.queue.push(self.now + after, event);
        }
    }

    pub(in crate::sim) fn credit(&mut self, id: ConnId, to: Side, bytes: u32) -> bool {
        let Some(conn) = self.conn(id) else {
            return false;
        };
        conn.pipes[to as usize].in_flight -= bytes as usize;
        !conn.closed[to as usize]
    }

    /// Closes a connection gracefully: the other side reads what was sent, then the end.
    pub(in crate::sim) fn close(&mut self, id: ConnId, side: Side) {
        let opened = self.conn(id).is_some_and(|c| c.open[side as usize]);
        if !self.mark_closed(id, side) {
            return;
        }
        if opened {
            self.send_piece(id, side, None);
        } else {
            self.tell_reset(id, side.other(), Closed::ByPeer);
        }
    }

    /// Ends a connection at once, as when a process dies.
    pub(in crate::sim) fn abort(&mut self, id: ConnId, side: Side) {
        if self.mark_closed(id, side) {
            self.tell_reset(id, side.other(), Closed::ByPeer);
        }
    }

    /// No server listens.
    pub(in crate::sim) fn refuse(&mut self, id: ConnId) {
        self.tell_reset(id, Side::Client, REFUSED);
    }

    /// The network does not carry this connection any more.
    fn give_up(&mut self, id: ConnId) {
        for to in [Side::Client, Side::Server] {
            let how = UNANSWERED;
            self.queue
                .push(self.now, Event::Reset { conn: id, to, how });
        }
    }

    fn tell_reset(&mut self, conn: ConnId, to: Side, how: Closed) {
        if let Some(after) = self.latency(conn, to) {
            let event = Event::Reset { conn, to, how };
            self.queue.push(self.now + after, event);
        }
    }

    /// One side is about to learn that the connection is gone. Returns what it learns.
    pub(in crate::sim) fn reset(&mut self, id: ConnId, to: Side, how: Closed) -> Option<Closed> {
        let [here, there] = self.ends(id, to)?;
        let (now, patience) = (self.now, self.streams.give_up);
        let cut = how != UNANSWERED && self.is_cut(there, here);
        let conn = self.conn(id)?;
        let dying_since = *conn.dying_since.get_or_insert(now);
        if cut && now.since(dying_since) < patience {
            let event = Event::Reset { conn: id, to, how };
            self.queue.push(now + self.streams.first_reconnect, event);
            return None;
        }
        self.mark_closed(id, to)
            .then_some(if cut { UNANSWERED } else { how })
    }

    /// One side is done with the connection; false if it already was.
    pub(in crate::sim) fn mark_closed(&mut self, id: ConnId, side: Side) -> bool {
        let Some(conn) = self.conn(id) else {
            return false;
        };
        if std::mem::replace(&mut conn.closed[side as usize], true) {
            return false;
        }
        // A server without a session has nothing to learn or to close.
        let both = conn.closed[side.other() as usize]
            || (side == Side::Client && conn.session.is_none() && conn.dying_since.is_some());
        let [here, there] = self.ends(id, side).expect("the connection is there");
        self.record(What::Close, here, there, 0, 0);
        if both {
            self.free(id);
        }
        true
    }

    fn free(&mut self, id: ConnId) {
        let conn = &mut self.conns[id.index as usize];
        let life = conn.life.wrapping_add(1);
        let old = std::mem::take(conn);
        conn.life = life;
        let packets = old.pipes.iter().flat_map(|p| &p.segments);
        for packet in packets.filter_map(|s| s.packet) {
            self.pool.release(packet);
        }
        self.free_conns.push(id.index);
    }

    /// Draws the latency to that side.
    fn latency(&mut self, id: ConnId, to: Side) -> Option<Duration> {
        let [there, here] = self.ends(id, to)?;
        let (link, rng) = self.link_between(here, there);
        Some(link.conditions.latency.sample(rng))
    }

    fn conn(&mut self, id: ConnId) -> Option<&mut Conn> {
        let conn = &mut self.conns[id.index as usize];
        (conn.life == id.life).then_some(conn)
    }

    /// The endpoint of that side, and the other one.
    pub(in crate::sim) fn ends(&mut self, id: ConnId, side: Side) -> Option<[u32; 2]> {
        let ends = self.conn(id)?.ends;
        Some([ends[side as usize], ends[side.other() as usize]])
    }

    pub(in crate::sim) fn session(&mut self, id: ConnId) -> Option<u32> {
        self.conn(id)?.session
    }

    fn segment(&mut self, id: ConnId, from: Side, seq: u32) -> Option<&mut Segment> {
        let pipe = &mut self.conn(id)?.pipes[from as usize];
        let index = seq.wrapping_sub(pipe.first) as usize;
        pipe.segments.get_mut(index)
    }
}

/// The system's error for a host without such a port: ECONNREFUSED.
const REFUSED: Closed = Closed::Unreachable(111);
/// The system's error for a peer that does not respond: ETIMEDOUT.
const UNANSWERED: Closed = Closed::Unreachable(110);
const MOST_HANDSHAKES: u8 = 7;
const LONGEST_RESEND: Duration = Duration::from_secs(120);
