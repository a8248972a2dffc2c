//! Drawn PDUs and their encoding.
//!
//! Reading list: C706 sections 12.6.3 and 12.6.4; MS-RPCE section 2.2.2.11 (sec_trailer). Independent of the
//! engine's encoder, which cannot produce most invalid PDUs.

use super::sessions::Sessions;

/// A PDU of a client.
#[derive(Clone, Debug)]
pub(super) struct Pdu {
    /// `rpc_vers` and `rpc_vers_minor`.
    pub(super) version: (u8, u8),
    /// `PTYPE`.
    pub(super) kind: u8,
    /// `pfc_flags`.
    pub(super) flags: u8,
    /// Whether its integers are big-endian.
    pub(super) big: bool,
    pub(super) call_id: u32,
    pub(super) body: Body,
    pub(super) trailer: Option<Trailer>,
}

/// What stands behind the common fields.
#[derive(Clone, Debug)]
pub(super) enum Body {
    /// Of bind and alter_context.
    Bind {
        /// Largest fragments sent and received.
        sizes: (u16, u16),
        group: u32,
        elements: Vec<Element>,
    },
    /// Of a request.
    Request {
        alloc_hint: u32,
        context: u16,
        opnum: u16,
        object: bool,
        stub: Vec<u8>,
    },
    /// Of any other.
    Bytes(Vec<u8>),
}

/// A context that is proposed.
#[derive(Clone, Debug)]
pub(super) struct Element {
    pub(super) id: u16,
    pub(super) interface: Syntax,
    pub(super) transfers: Vec<Syntax>,
}

/// A UUID in printed order, and a version with its minor half above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Syntax(pub(super) [u8; 16], pub(super) u32);

/// A sec_trailer and its value.
#[derive(Clone, Debug)]
pub(super) struct Trailer {
    pub(super) auth_type: u8,
    pub(super) level: u8,
    pub(super) context: u32,
    pub(super) value: Value,
    /// Bytes of padding beyond what there should be.
    pub(super) odd: u8,
    /// `auth_pad_length` where it is not that of the padding.
    pub(super) pad_says: Option<u8>,
}

/// An `auth_value`.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Bytes(Vec<u8>),
    /// What the mechanism has to say; no trailer where that is nothing.
    Token,
    /// A signature of the security context that the trailer names, changed or not.
    Signature {
        broken: bool,
    },
}

/// PTYPE.
pub(super) mod kind {
    pub(in super::super) const REQUEST: u8 = 0;
    pub(in super::super) const RESPONSE: u8 = 2;
    pub(in super::super) const FAULT: u8 = 3;
    pub(in super::super) const BIND: u8 = 11;
    pub(in super::super) const BIND_ACK: u8 = 12;
    pub(in super::super) const BIND_NAK: u8 = 13;
    pub(in super::super) const ALTER: u8 = 14;
    pub(in super::super) const ALTER_RESPONSE: u8 = 15;
    pub(in super::super) const AUTH3: u8 = 16;
    pub(in super::super) const CANCEL: u8 = 18;
    pub(in super::super) const ORPHANED: u8 = 19;
}

/// Bytes of the common fields.
pub(super) const HEADER: usize = 16;
/// Bytes of a sec_trailer.
pub(super) const TRAILER: usize = 8;

impl Pdu {
    /// Its bytes to a peer with which these security contexts were begun.
    pub(super) fn emit(&self, sessions: &mut Sessions) -> Vec<u8> {
        let mut out = Writer {
            bytes: Vec::new(),
            big: self.big,
        };
        let order = if self.big { 0x00 } else { 0x10 };
        out.bytes
            .extend([self.version.0, self.version.1, self.kind, self.flags]);
        out.bytes.extend([order, 0, 0, 0, 0, 0, 0, 0]);
        out.u32(self.call_id);
        let head = self.body.emit(&mut out);
        let value = self
            .trailer
            .as_ref()
            .and_then(|trailer| Some((trailer, sessions.value(trailer)?)));
        let Some((trailer, value)) = value else {
            out.u16_at(8, out.bytes.len());
            return out.bytes;
        };
        let at = trailer.emit(&mut out, head);
        out.bytes.extend(&value);
        out.u16_at(8, out.bytes.len());
        out.u16_at(10, value.len());
        if let Value::Signature { broken } = trailer.value {
            let (signed, value) = out.bytes.split_at_mut(at + TRAILER);
            sessions.protect(trailer, signed, head, at, value);
            value[0] ^= u8::from(broken);
        }
        out.bytes
    }
}

impl Body {
    /// The same with another id for each context that is proposed.
    pub(super) fn rename(&mut self, to: u16) {
        if let Body::Bind { elements, .. } = self {
            elements.iter_mut().for_each(|element| element.id = to);
        }
    }

    /// The same in another group.
    pub(super) fn join(&mut self, wanted: u32) {
        if let Body::Bind { group, .. } = self {
            *group = wanted;
        }
    }

    /// The same with its first context alone.
    pub(super) fn leave_one(&mut self) {
        if let Body::Bind { elements, .. } = self {
            elements.truncate(1);
        }
    }

    /// Gives where the stub data starts, or the whole body.
    fn emit(&self, out: &mut Writer) -> usize {
        match self {
            Body::Bytes(bytes) => out.bytes.extend(bytes),
            Body::Bind {
                sizes,
                group,
                elements,
            } => {
                out.u16(sizes.0);
                out.u16(sizes.1);
                out.u32(*group);
                out.bytes.extend([elements.len() as u8, 0, 0, 0]);
                for element in elements {
                    out.u16(element.id);
                    out.bytes.extend([element.transfers.len() as u8, 0]);
                    out.syntax(element.interface);
                    for transfer in &element.transfers {
                        out.syntax(*transfer);
                    }
                }
            }
            Body::Request {
                alloc_hint,
                context,
                opnum,
                object,
                stub,
            } => {
                out.u32(*alloc_hint);
                out.u16(*context);
                out.u16(*opnum);
                if *object {
                    out.bytes.extend([0x5a; 16]);
                }
                let head = out.bytes.len();
                out.bytes.extend(stub);
                return head;
            }
        }
        HEADER
    }
}

impl Trailer {
    /// Behind its padding; gives where it starts. Of requests the body is a multiple of sixteen bytes.
    fn emit(&self, out: &mut Writer, head: usize) -> usize {
        let (from, align) = match head {
            HEADER => (0, 4),
            head => (head, 16),
        };
        let pad = (out.bytes.len() - from).wrapping_neg() & (align - 1);
        let pad = pad + usize::from(self.odd);
        out.bytes.extend(vec![0; pad]);
        let at = out.bytes.len();
        let says = self.pad_says.unwrap_or(pad as u8);
        out.bytes.extend([self.auth_type, self.level, says, 0]);
        out.u32(self.context);
        at
    }
}

/// Writes integers in one byte order.
struct Writer {
    bytes: Vec<u8>,
    big: bool,
}

impl Writer {
    fn u16(&mut self, n: u16) {
        let at = self.bytes.len();
        self.bytes.extend([0; 2]);
        self.u16_at(at, n.into());
    }

    fn u16_at(&mut self, at: usize, n: usize) {
        let n = n as u16;
        let bytes = if self.big {
            n.to_be_bytes()
        } else {
            n.to_le_bytes()
        };
        self.bytes[at..at + 2].copy_from_slice(&bytes);
    }

    fn u32(&mut self, n: u32) {
        self.bytes.extend(if self.big {
            n.to_be_bytes()
        } else {
            n.to_le_bytes()
        });
    }

    fn syntax(&mut self, Syntax(uuid, version): Syntax) {
        let mut uuid = uuid;
        if !self.big {
            uuid[..4].reverse();
            uuid[4..6].reverse();
            uuid[6..8].reverse();
        }
        self.bytes.extend(uuid);
        self.u32(version);
    }
}
