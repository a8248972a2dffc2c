//! Offers to be called over the connection.
//!
//! Reading list: CORBA 3.0 sections 15.8 (bidirectional GIOP), 15.9 (its service context).

use alloc::string::String;
use alloc::vec::Vec;

use manyrpc_codec::Buf;

use super::Client;
use crate::giop::{pdu, wire};
use crate::peer::End;

impl Client {
    /// The other end calls over the same connection, too (section 15.8): numbers are even where it was opened, odd where it
    /// was accepted.
    pub(in crate::giop) fn share_connection(&mut self, end: End) {
        self.calls.alternate(end == End::Accepted);
        match end {
            End::Opened => self.offer = Some(Vec::new()),
            End::Accepted => self.may_call = false,
        }
    }

    /// The addresses that references to objects of this end have, if it has opened the connection: host and port. They need
    /// not be reachable. Before the first call.
    pub fn set_listen_points(&mut self, points: Vec<(String, u16)>) {
        if let Some(offer) = &mut self.offer {
            *offer = points;
        }
    }

    /// Whether the other end has offered to be called.
    pub(in crate::giop) fn set_offered(&mut self, offered: bool) {
        self.may_call |= offered;
    }

    /// Appends the service context that offers to be called, until the server has answered; returns whether there is one.
    pub(super) fn put_offer(&self, buf: &mut Buf, start: usize) -> bool {
        let Some(points) = self.offer.as_ref().filter(|_| !self.knows_code_sets) else {
            return false;
        };
        wire::put_u32(buf, start, pdu::context::BI_DIR_IIOP);
        wire::put_octets(buf, start, &listen_points(points));
        true
    }
}

/// The data of the service context that lists where the objects of an end are (section 15.9).
fn listen_points(points: &[(String, u16)]) -> Vec<u8> {
    let mut buf = Buf::new();
    buf.put(&[1]);
    wire::put_u32(&mut buf, 0, points.len() as u32);
    for (host, port) in points {
        wire::put_string(&mut buf, 0, host);
        wire::align(&mut buf, 0, 2);
        buf.put_array(port.to_le_bytes());
    }
    buf.data().to_vec()
}
