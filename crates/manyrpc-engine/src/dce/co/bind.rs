//! The PDUs that establish and change an association.
//!
//! Reading list: C706 sections 12.6.3.1 (declarations), 12.6.4.1 to 12.6.4.5 (alter_context, bind,
//! their responses); MS-RPCE sections 2.2.2.4 (`negotiate_ack`), 2.2.2.5 (reasons), 2.2.2.9
//! (bind_nak), 2.2.2.14 and 3.3.1.5.3 (bind-time feature negotiation).
//!
//! ```
//! use manyrpc_engine::Buf;
//! use manyrpc_engine::dce::co::bind::{Bind, Proposal, Syntax};
//! use manyrpc_engine::dce::co::pdu::{Header, PduType};
//!
//! let interface = Syntax::new([7; 16], 1);
//! let proposals = [Proposal { id: 0, interface, transfer: Syntax::NDR }];
//! let mut out = Buf::new();
//! Bind::emit(&Header::new(PduType::Bind, 1), (5840, 5840), 0, &proposals, &mut out);
//! let header = Header::parse(out.data().first_chunk().unwrap())?;
//! let bind = Bind::parse(&header, out.data())?;
//! assert!(bind.elements().all(|element| element.interface == interface));
//! # Ok::<(), manyrpc_engine::WireError>(())
//! ```

use manyrpc_codec::Buf;

use super::pdu::{HEADER, Header, bad};
use crate::dce::fields::Fields;
use crate::dce::uuid;
use crate::fault::WireError;
use crate::open_enum::open_enum;

/// An interface or a transfer syntax, with its version (C706 section 12.6.3.1, `p_syntax_id_t`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Syntax {
    /// In printed order.
    pub uuid: [u8; 16],
    /// The lower half of `if_version`.
    pub major: u16,
    /// Its upper half.
    pub minor: u16,
}

impl Syntax {
    /// No syntax, for a refusal.
    pub const NIL: Syntax = Syntax::new(uuid::NIL, 0);
    /// NDR 2.0 (C706 appendix I).
    pub const NDR: Syntax = Syntax::new(uuid::parse("8a885d04-1ceb-11c9-9fe8-08002b104860"), 2);

    /// A syntax of version `major`.0.
    pub const fn new(uuid: [u8; 16], major: u16) -> Self {
        Syntax {
            uuid,
            major,
            minor: 0,
        }
    }

    /// The features that a bind offers instead of a transfer syntax (MS-RPCE section 3.3.1.5.3), if
    /// it does.
    pub fn features(&self) -> Option<u8> {
        let offered = self.uuid[..8] == FEATURES_PREFIX && (self.major, self.minor) == (1, 0);
        offered.then_some(self.uuid[8])
    }

    /// The transfer syntax that offers these features.
    pub const fn of_features(features: u8) -> Self {
        let mut uuid = [0; 16];
        let mut i = 0;
        while i < FEATURES_PREFIX.len() {
            uuid[i] = FEATURES_PREFIX[i];
            i += 1;
        }
        uuid[8] = features;
        Syntax::new(uuid, 1)
    }

    fn parse(fields: &mut Fields<'_>) -> Result<Self, WireError> {
        let uuid = fields.uuid()?;
        let version = fields.u32()?;
        Ok(Syntax {
            uuid,
            major: version as u16,
            minor: (version >> 16) as u16,
        })
    }

    fn emit(&self, out: &mut Buf) {
        out.put_array(uuid::swapped(self.uuid));
        out.put_array(self.major.to_le_bytes());
        out.put_array(self.minor.to_le_bytes());
    }
}

const FEATURES_PREFIX: [u8; 8] = [0x6c, 0xb7, 0x1c, 0x2c, 0x98, 0x12, 0x45, 0x40];
/// The feature of several security contexts per connection (MS-RPCE section 2.2.2.14).
pub const MULTIPLE_SECURITY_CONTEXTS: u8 = 0x01;
/// The feature of keeping the connection open when a call is orphaned (MS-RPCE section 2.2.2.14).
pub const KEEP_ON_ORPHAN: u8 = 0x02;

open_enum! {
    /// The result of a proposed context (`p_cont_def_result_t`).
    pub enum ContextResult {
        /// Accepted.
        Acceptance = 0x0,
        /// Refused by the service's user.
        UserRejection = 0x1,
        /// Refused by the service's provider.
        ProviderRejection = 0x2,
        /// Not a context: the reason holds the features common to both sides (MS-RPCE section
        /// 2.2.2.4).
        NegotiateAck = 0x3,
    }
}

open_enum! {
    /// Why a context was refused (`p_provider_reason_t`).
    pub enum ContextReason {
        /// No reason, or none needed.
        NotSpecified = 0x0,
        /// The interface is not served.
        AbstractSyntax = 0x1,
        /// The interface is served, but in none of the proposed transfer syntaxes.
        TransferSyntaxes = 0x2,
        /// Too many contexts.
        LocalLimit = 0x3,
    }
}

open_enum! {
    /// Why an association was refused (`p_reject_reason_t`).
    pub enum NakReason {
        /// No reason.
        NotSpecified = 0x0,
        /// Try again later.
        TemporaryCongestion = 0x1,
        /// A limit was exceeded.
        LocalLimit = 0x2,
        /// The version is not supported; the PDU lists those that are.
        ProtocolVersion = 0x4,
        /// Unknown security mechanism (MS-RPCE section 2.2.2.5).
        AuthType = 0x8,
        /// Security failed.
        Checksum = 0x9,
    }
}

/// A client's proposal: bind, and alter_context (C706 sections 12.6.4.1 and 12.6.4.3).
#[derive(Clone, Debug)]
pub struct Bind<'a> {
    /// The largest fragment that the client wants to send; 0 for no preference.
    pub max_transmit: u16,
    /// The largest fragment that it can receive.
    pub max_receive: u16,
    /// The association group to join; 0 for a new one.
    pub group: u32,
    count: u8,
    elements: Fields<'a>,
}

impl<'a> Bind<'a> {
    /// Length in bytes up to the list of contexts.
    pub const HEAD: usize = HEADER + 8;

    /// Parses a whole PDU.
    pub fn parse(header: &Header, pdu: &'a [u8]) -> Result<Self, WireError> {
        let mut fields = Fields::new(pdu, HEADER, header.little);
        let (max_transmit, max_receive) = (fields.u16()?, fields.u16()?);
        let group = fields.u32()?;
        let count = fields.u8()?;
        fields.take(3)?;
        let bind = Bind {
            max_transmit,
            max_receive,
            group,
            count,
            elements: fields.clone(),
        };
        for _ in 0..count {
            Element::parse(&mut fields)?;
        }
        Ok(bind)
    }

    /// Checks that it proposes a context, and a transfer syntax for each.
    ///
    /// # Errors
    /// What is missing.
    pub fn check(&self) -> Result<(), WireError> {
        if self.count == 0 {
            return Err(bad("n_context_elem", 0));
        }
        match self.elements().all(|element| element.count > 0) {
            true => Ok(()),
            false => Err(bad("n_transfer_syn", 0)),
        }
    }

    /// Its contexts, in order.
    pub fn elements(&self) -> impl Iterator<Item = Element<'a>> + use<'a> {
        let mut fields = self.elements.clone();
        (0..self.count).map_while(move |_| Element::parse(&mut fields).ok())
    }

    /// Appends a PDU of ours, including its length.
    pub fn emit(header: &Header, sizes: (u16, u16), group: u32, list: &[Proposal], out: &mut Buf) {
        let start = out.len();
        out.put_array(header.emit());
        out.put_array(sizes.0.to_le_bytes());
        out.put_array(sizes.1.to_le_bytes());
        out.put_array(group.to_le_bytes());
        out.put_array([list.len() as u8, 0, 0, 0]);
        for proposal in list {
            out.put_array(proposal.id.to_le_bytes());
            out.put_array([1, 0]);
            proposal.interface.emit(out);
            proposal.transfer.emit(out);
        }
        set_length(out, start);
    }
}

/// Fills in the length of the PDU from `start` to the end of `out`.
pub(super) fn set_length(out: &mut Buf, start: usize) {
    let n = (out.len() - start) as u16;
    out.data_mut()[start + 8..start + 10].copy_from_slice(&n.to_le_bytes());
}

/// A context proposed by us, with one transfer syntax.
#[derive(Clone, Copy, Debug)]
pub struct Proposal {
    /// Its id, chosen by us.
    pub id: u16,
    /// The interface.
    pub interface: Syntax,
    /// The transfer syntax.
    pub transfer: Syntax,
}

/// A context proposed by a peer.
#[derive(Clone, Debug)]
pub struct Element<'a> {
    /// Its id.
    pub id: u16,
    /// The interface.
    pub interface: Syntax,
    count: u8,
    transfers: Fields<'a>,
}

impl<'a> Element<'a> {
    fn parse(fields: &mut Fields<'a>) -> Result<Self, WireError> {
        let id = fields.u16()?;
        let count = fields.u8()?;
        fields.u8()?;
        let interface = Syntax::parse(fields)?;
        let transfers = fields.clone();
        fields.take(usize::from(count) * 20)?;
        Ok(Element {
            id,
            interface,
            count,
            transfers,
        })
    }

    /// Its transfer syntaxes, in order of preference.
    pub fn transfers(&self) -> impl Iterator<Item = Syntax> + use<'a> {
        let mut fields = self.transfers.clone();
        (0..self.count).map_while(move |_| Syntax::parse(&mut fields).ok())
    }
}

/// The result of one proposed context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether it was accepted.
    pub result: ContextResult,
    /// The reason for a refusal; after [`ContextResult::NegotiateAck`], the features.
    pub reason: u16,
    /// Its transfer syntax.
    pub transfer: Syntax,
}

impl Verdict {
    /// Accepted, with NDR.
    pub const ACCEPTED: Verdict = Verdict {
        result: ContextResult::Acceptance,
        reason: 0,
        transfer: Syntax::NDR,
    };

    /// Refused.
    pub fn refused(reason: ContextReason) -> Self {
        Verdict {
            result: ContextResult::ProviderRejection,
            reason: u32::from(reason) as u16,
            transfer: Syntax::NIL,
        }
    }

    /// These features are common to both sides.
    pub const fn features(known: u8) -> Self {
        Verdict {
            result: ContextResult::NegotiateAck,
            reason: known as u16,
            transfer: Syntax::NIL,
        }
    }
}

/// A server's response: bind_ack, and alter_context_resp (C706 sections 12.6.4.2 and 12.6.4.4).
#[derive(Clone, Debug)]
pub struct BindAck<'a> {
    /// The largest fragment that the server will send.
    pub max_transmit: u16,
    /// The largest fragment that it can receive.
    pub max_receive: u16,
    /// The association group.
    pub group: u32,
    /// Where further connections should go; ignored (MS-RPCE section 3.3.1.5.5).
    pub port: &'a [u8],
    count: u8,
    results: Fields<'a>,
}

impl<'a> BindAck<'a> {
    /// Parses a whole PDU.
    pub fn parse(header: &Header, pdu: &'a [u8]) -> Result<Self, WireError> {
        let mut fields = Fields::new(pdu, HEADER, header.little);
        let (max_transmit, max_receive) = (fields.u16()?, fields.u16()?);
        let group = fields.u32()?;
        let length = fields.u16()?;
        let port = fields.take(usize::from(length))?;
        fields.align_4()?;
        let count = fields.u8()?;
        fields.take(3)?;
        if fields.left() < usize::from(count) * VERDICT {
            return Err(WireError::Truncated);
        }
        Ok(BindAck {
            max_transmit,
            max_receive,
            group,
            port,
            count,
            results: fields,
        })
    }

    /// The results of the contexts, in the order they were proposed.
    pub fn verdicts(&self) -> impl Iterator<Item = Verdict> + use<'a> {
        let mut fields = self.results.clone();
        (0..self.count).map_while(move |_| {
            Some(Verdict {
                result: ContextResult::from(u32::from(fields.u16().ok()?)),
                reason: fields.u16().ok()?,
                transfer: Syntax::parse(&mut fields).ok()?,
            })
        })
    }

    /// Appends a PDU of ours, including its length.
    pub fn emit(
        header: &Header,
        sizes: (u16, u16),
        group: u32,
        port: &str,
        verdicts: &[Verdict],
        out: &mut Buf,
    ) {
        let start = out.len();
        out.put_array(header.emit());
        out.put_array(sizes.0.to_le_bytes());
        out.put_array(sizes.1.to_le_bytes());
        out.put_array(group.to_le_bytes());
        // C706 section 12.6.3.1: the length includes the terminating NUL; 0 if empty.
        let length = if port.is_empty() { 0 } else { port.len() + 1 };
        out.put_array((length as u16).to_le_bytes());
        out.put(port.as_bytes());
        let end = start + Self::PORT + length;
        out.put(&[0; 4][..(length - port.len()) + (end.wrapping_neg().wrapping_add(start) & 3)]);
        out.put_array([verdicts.len() as u8, 0, 0, 0]);
        for verdict in verdicts {
            out.put_array((u32::from(verdict.result) as u16).to_le_bytes());
            out.put_array(verdict.reason.to_le_bytes());
            verdict.transfer.emit(out);
        }
        set_length(out, start);
    }

    /// Offset of the port.
    const PORT: usize = HEADER + 10;
}

/// Length in bytes of a verdict.
const VERDICT: usize = 24;

/// A refused association (C706 section 12.6.4.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BindNak {
    /// The reason.
    pub reason: NakReason,
    /// The lowest and the highest major version of the server, if given.
    pub versions: Option<(u8, u8)>,
}

impl BindNak {
    /// Parses a whole PDU. Deployed servers omit the list of versions.
    pub fn parse(header: &Header, pdu: &[u8]) -> Result<Self, WireError> {
        let mut fields = Fields::new(pdu, HEADER, header.little);
        let reason = NakReason::from(u32::from(fields.u16()?));
        let mut versions = None;
        for _ in 0..fields.u8().unwrap_or(0) {
            let (Ok(major), Ok(_)) = (fields.u8(), fields.u8()) else {
                break;
            };
            let (low, high) = versions.unwrap_or((major, major));
            versions = Some((major.min(low), major.max(high)));
        }
        Ok(BindNak { reason, versions })
    }

    /// Appends a PDU of ours. It lists only version 5.0, as deployed servers do: everybody supports
    /// it.
    pub fn emit(header: &Header, reason: NakReason, out: &mut Buf) {
        let start = out.len();
        out.put_array(header.emit());
        out.put_array((u32::from(reason) as u16).to_le_bytes());
        // One version, and padding (MS-RPCE section 2.2.2.9: a signature may follow).
        out.put_array([1, 5, 0, 0, 0, 0]);
        set_length(out, start);
    }
}
