//! The entries of WS-Addressing in headers.
//!
//! Reading list: Web Services Addressing 1.0, core sections 2.1 and 3.1 to 3.4, SOAP binding sections 5 and 6; its member
//! submission of August 2004, whose namespace older implementations speak.

use alloc::string::String;

use manyrpc_codec::Buf;
use manyrpc_codec::soap::scan::Entry;

use crate::carrier::markup::put_escaped;

/// The namespaces of the recommendation and of the submission.
const NAMESPACES: [&str; 2] = [
    "http://www.w3.org/2005/08/addressing",
    "http://schemas.xmlsoap.org/ws/2004/08/addressing",
];

/// Where replies go on the connection that the request came on.
const ANONYMOUS: [&str; 2] = [
    "http://www.w3.org/2005/08/addressing/anonymous",
    "http://schemas.xmlsoap.org/ws/2004/08/addressing/role/anonymous",
];

/// Where replies are dropped; the submission has no such address.
const NONE: &str = "http://www.w3.org/2005/08/addressing/none";

/// What a client states of its calls.
#[derive(Debug)]
pub(super) struct Addressing {
    to: String,
    id: [u8; 16],
    serial: u64,
}

impl Addressing {
    /// For calls to that address; `id` is different for every client.
    pub(super) fn new(to: &str, id: [u8; 16]) -> Self {
        Addressing {
            to: String::from(to),
            id,
            serial: 0,
        }
    }

    /// Writes the entries of the next call.
    pub(super) fn write(&mut self, buf: &mut Buf, action: &str) {
        self.serial += 1;
        let ns = NAMESPACES[0];
        entry(buf, ns, "Action", action);
        begin(buf, ns, "MessageID");
        buf.put(b"urn:uuid:");
        put_uuid(buf, self.id, self.serial);
        end(buf, "MessageID");
        begin(buf, ns, "ReplyTo");
        buf.put(b"<wsa:Address>");
        buf.put(ANONYMOUS[0].as_bytes());
        buf.put(b"</wsa:Address>");
        end(buf, "ReplyTo");
        entry(buf, ns, "To", &self.to);
    }
}

/// A UUID (RFC 9562 section 5.8) of those that an identifier and a serial number give.
fn put_uuid(buf: &mut Buf, mut id: [u8; 16], serial: u64) {
    for (byte, of_serial) in id[8..].iter_mut().zip(serial.to_be_bytes()) {
        *byte ^= of_serial;
    }
    id[6] = id[6] & 0x0f | 0x80;
    id[8] = id[8] & 0x3f | 0x80;
    for (at, byte) in id.iter().enumerate() {
        if matches!(at, 4 | 6 | 8 | 10) {
            buf.put(b"-");
        }
        let digit = |half: u8| b"0123456789abcdef"[usize::from(half)];
        buf.put(&[digit(byte >> 4), digit(byte & 15)]);
    }
}

/// What the reply to a request must state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Related {
    /// Which of the namespaces.
    dialect: usize,
    /// The request's identifier and action.
    id: String,
    action: String,
    /// Nobody reads the reply.
    pub(super) is_dropped: bool,
}

impl Related {
    /// Bytes that it owns.
    pub(super) fn bytes(&self) -> usize {
        self.id.len() + self.action.len()
    }
}

/// Whether an entry is one of WS-Addressing.
pub(super) fn is_ours(ns: &str) -> bool {
    NAMESPACES.contains(&ns)
}

/// What a request's header says.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Addressed {
    /// Nothing.
    No,
    /// Its reply must relate to it.
    Yes(Related),
    /// Its reply should go elsewhere.
    Elsewhere,
}

/// Reads the entries of a request.
pub(super) fn read(entries: &[Entry<'_>]) -> Addressed {
    let dialect = |ns: &str| NAMESPACES.iter().position(|known| *known == ns);
    let mut named = entries.iter().map(|entry| &*entry.element.name.ns);
    let Some(dialect) = named.find_map(dialect) else {
        return Addressed::No;
    };
    let ns = NAMESPACES[dialect];
    let find = |name: &str| {
        let mut elements = entries.iter().map(|entry| &entry.element);
        elements.find(|element| element.name.ns == ns && element.name.local == name)
    };
    let reply_to = |name: &str| {
        let address = find(name).and_then(|element| element.child(ns, "Address"));
        address.map(|address| address.text.trim())
    };
    let addresses = ["ReplyTo", "FaultTo"].map(reply_to);
    let is_known = |address: &str| [ANONYMOUS[dialect], NONE].contains(&address);
    if !addresses.iter().flatten().all(|address| is_known(address)) {
        return Addressed::Elsewhere;
    }
    let text = |name: &str| {
        let element = find(name);
        element.map_or(String::new(), |element| element.text.trim().into())
    };
    Addressed::Yes(Related {
        dialect,
        id: text("MessageID"),
        action: text("Action"),
        // Core section 3.4: faults go where replies go, unless that is said.
        is_dropped: addresses[0] == Some(NONE) && addresses[1].is_none_or(|to| to == NONE),
    })
}

/// Writes the entries of a reply.
pub(super) fn write_reply(buf: &mut Buf, related: &Related, is_fault: bool) {
    let ns = NAMESPACES[related.dialect];
    begin(buf, ns, "Action");
    if is_fault {
        buf.put(ns.as_bytes());
        buf.put(b"/fault");
    } else {
        put_escaped(buf, &related.action);
        // Web Services Addressing 1.0, metadata section 4.4.4: the default name of a response.
        buf.put(b"Response");
    }
    end(buf, "Action");
    if !related.id.is_empty() {
        entry(buf, ns, "RelatesTo", &related.id);
    }
}

fn entry(buf: &mut Buf, ns: &str, name: &str, text: &str) {
    begin(buf, ns, name);
    put_escaped(buf, text);
    end(buf, name);
}

fn begin(buf: &mut Buf, ns: &str, name: &str) {
    buf.put(b"<wsa:");
    buf.put(name.as_bytes());
    buf.put(b" xmlns:wsa=\"");
    buf.put(ns.as_bytes());
    buf.put(b"\">");
}

fn end(buf: &mut Buf, name: &str) {
    buf.put(b"</wsa:");
    buf.put(name.as_bytes());
    buf.put(b">");
}
