//! Drawn PDUs.
//!
//! Reading list: C706 section 12.6.3; MS-RPCE section 2.2.2.11 (sec_trailer).

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

impl Body {
    /// The same with another id for each context that is proposed.
    pub(super) fn rename(&mut self, to: u16) {
        if let Body::Bind { elements, .. } = self {
            elements.iter_mut().for_each(|element| element.id = to);
        }
    }

    /// Whether it asks for a group that there is to be already.
    pub(super) fn names_a_group(&self) -> bool {
        matches!(self, Body::Bind { group: 1.., .. })
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
}
