//! The encoding of drawn PDUs.
//!
//! Reading list: C706 sections 12.6.3 and 12.6.4; MS-RPCE section 2.2.2.11 (sec_trailer). Independent of the
//! engine's encoder, which cannot produce most invalid PDUs.

use super::pdus::{Body, HEADER, Pdu, Syntax, TRAILER, Trailer, Value};
use super::sessions::Sessions;

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
