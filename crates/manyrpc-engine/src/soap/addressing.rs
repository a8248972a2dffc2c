//! The entries of WS-Addressing in headers.
//!
//! Reading list: Web Services Addressing 1.0, core sections 2.1 and 3.1 to 3.4, SOAP binding sections 5 and 6; its member
//! submission of August 2004, whose namespace older implementations speak.

use alloc::collections::{BTreeMap, VecDeque};
use alloc::string::String;

use manyrpc_codec::Buf;
use manyrpc_codec::soap::ADDRESSING as NAMESPACES;
use manyrpc_codec::soap::scan::Entry;

use crate::carrier::markup::put_escaped;
use crate::carrier::messages::Correlation;

/// Where replies go on the connection that the request came on.
const ANONYMOUS: [&str; 2] = [
    "http://www.w3.org/2005/08/addressing/anonymous",
    "http://schemas.xmlsoap.org/ws/2004/08/addressing/role/anonymous",
];

/// What a message that is a reply is to the one that it relates to. The submission has a qualified name for it.
const REPLY: [&str; 2] = ["http://www.w3.org/2005/08/addressing/reply", "wsa:Reply"];

/// What is related to if that is unknown (core section 3.1).
const UNSPECIFIED: &str = "http://www.w3.org/2005/08/addressing/unspecified";

/// Where replies are dropped; the submission has no such address.
const NONE: &str = "http://www.w3.org/2005/08/addressing/none";

/// The actions of results by those of their calls.
pub type Actions = BTreeMap<String, String>;

/// What a client states of its calls.
#[derive(Debug)]
pub(super) struct Addressing {
    to: String,
    id: [u8; 16],
    serial: u64,
    /// The serial numbers of the last messages, and the numbers of the calls that they are.
    sent: VecDeque<(u64, u32)>,
}

/// Calls that may wait for their replies on a connection, and whose messages are known.
const KNOWN: usize = 256;

impl Addressing {
    /// For calls to that address; `id` is different for every client.
    pub(super) fn new(to: &str, id: [u8; 16]) -> Self {
        Addressing {
            to: String::from(to),
            id,
            serial: 0,
            sent: VecDeque::new(),
        }
    }

    /// Writes the entries of the next call.
    pub(super) fn write(&mut self, buf: &mut Buf, action: &str) {
        self.serial += 1;
        let ns = NAMESPACES[0];
        entry(buf, ns, "Action", action);
        entry(buf, ns, "MessageID", &message_id(self.id, self.serial));
        begin(buf, ns, "ReplyTo");
        buf.put(b"<wsa:Address>");
        buf.put(ANONYMOUS[0].as_bytes());
        buf.put(b"</wsa:Address>");
        end(buf, "ReplyTo");
        entry(buf, ns, "To", &self.to);
    }

    /// Notes which call the last message is, if it is one with a reply.
    pub(super) fn sent(&mut self, number: Option<u32>) {
        if let Some(number) = number {
            if self.sent.len() >= KNOWN {
                self.sent.pop_front();
            }
            self.sent.push_back((self.serial, number));
        }
    }

    /// The call that a reply with these entries relates to (core section 3.2). One that says nothing is from a server
    /// without WS-Addressing, and one to no message in particular answers what could not be read.
    pub(super) fn correlation(&self, entries: &[Entry<'_>]) -> Correlation {
        let elements = entries.iter().map(|entry| &entry.element);
        let mut relations = elements.filter(|element| {
            let kind = element.attribute("", "RelationshipType");
            is_ours(&element.name.ns)
                && element.name.local == "RelatesTo"
                && kind.is_none_or(|kind| REPLY.contains(&kind.trim()))
        });
        let Some(relation) = relations.next() else {
            return Correlation::Place;
        };
        let id = relation.text.trim();
        if id == UNSPECIFIED {
            return Correlation::Place;
        }
        let mut sent = self.sent.iter().rev();
        let found = sent.find(|(serial, _)| message_id(self.id, *serial) == id);
        found.map_or(Correlation::Nobody, |(_, number)| {
            Correlation::Number(*number)
        })
    }
}

/// A UUID (RFC 9562 section 5.8) of those that an identifier and a serial number give.
fn message_id(mut id: [u8; 16], serial: u64) -> String {
    let mut text = String::from("urn:uuid:");
    for (byte, of_serial) in id[8..].iter_mut().zip(serial.to_be_bytes()) {
        *byte ^= of_serial;
    }
    id[6] = id[6] & 0x0f | 0x80;
    id[8] = id[8] & 0x3f | 0x80;
    for (at, byte) in id.iter().enumerate() {
        if matches!(at, 4 | 6 | 8 | 10) {
            text.push('-');
        }
        let digit = |half: u8| char::from(b"0123456789abcdef"[usize::from(half & 15)]);
        text.extend([digit(byte >> 4), digit(*byte)]);
    }
    text
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

/// Writes the entries of a reply; without `actions` it is a fault.
pub(super) fn write_reply(buf: &mut Buf, related: &Related, actions: Option<&Actions>) {
    let ns = NAMESPACES[related.dialect];
    begin(buf, ns, "Action");
    match actions.map(|actions| actions.get(&related.action)) {
        None => {
            buf.put(ns.as_bytes());
            buf.put(b"/fault");
        }
        Some(Some(action)) => put_escaped(buf, action),
        Some(None) => {
            // Web Services Addressing 1.0, metadata section 4.4.4: the default names.
            let action = &*related.action;
            put_escaped(buf, action.strip_suffix("Request").unwrap_or(action));
            buf.put(b"Response");
        }
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
