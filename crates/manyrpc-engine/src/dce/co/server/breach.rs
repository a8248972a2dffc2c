//! Reporting protocol violations to a client before its connection ends.
//!
//! Reading list: C706 appendix E (reject status codes); MS-RPCE sections 3.3.3.5.4 (limits),
//! 3.3.3.5.7 (protocol errors). The status and the call of each fault are those of Windows and
//! Samba (Samba's suite `raw_protocol`).

use super::Server;
use crate::dce::co::bind::{BindNak, NakReason};
use crate::dce::co::pdu::{self, Header, PduType};
use crate::dce::fault;
use crate::fault::WireError;

/// A protocol violation by a bound client.
#[derive(Debug)]
pub(super) struct Breach {
    /// The call that the fault is for; by default, that of the PDU.
    call_id: Option<u32>,
    context: u16,
    status: u32,
    /// Whether the call may have begun; if not, the fault states that.
    of_call: bool,
    why: WireError,
}

impl Breach {
    /// Before any call began.
    pub(super) fn new(status: u32, why: WireError) -> Self {
        Breach {
            call_id: None,
            context: 0,
            status,
            of_call: false,
            why,
        }
    }

    /// In a request for this presentation context.
    pub(super) fn of_request(self, context: u16) -> Self {
        Breach {
            of_call: true,
            ..self.in_context(context)
        }
    }

    /// For this presentation context.
    pub(super) fn in_context(self, context: u16) -> Self {
        Breach { context, ..self }
    }

    /// For another call than that of the PDU.
    pub(super) fn of_call(self, call_id: u32) -> Self {
        Breach {
            call_id: Some(call_id),
            ..self
        }
    }

    /// With another status.
    pub(super) fn with_status(self, status: u32) -> Self {
        Breach { status, ..self }
    }
}

impl From<WireError> for Breach {
    fn from(why: WireError) -> Self {
        let status = match why {
            WireError::BadField {
                field: "rpc_vers" | "rpc_vers_minor",
                ..
            } => fault::RPC_VERSION_MISMATCH,
            WireError::BadSignature => fault::SEC_PKG_ERROR,
            WireError::TooLarge { .. } => fault::ACCESS_DENIED,
            _ => fault::PROTOCOL_ERROR,
        };
        Breach::new(status, why)
    }
}

impl Server {
    /// Reports the violation and ends the connection.
    #[cold]
    pub(super) fn violated(&mut self, call_id: u32, breach: Breach) {
        if self.writing.is_none() {
            let call_id = breach.call_id.unwrap_or(call_id);
            let (context, status) = (breach.context, breach.status);
            self.put_fault(call_id, context, 0, status, !breach.of_call);
        }
        self.give_up(breach.why);
    }

    /// Refuses an association: sends a bind_nak and ends the connection.
    #[cold]
    pub(super) fn refuse_bind(&mut self, header: &Header, reason: NakReason, why: WireError) {
        if self.writing.is_none() {
            let mut nak = Header::new(PduType::BindNak, header.call_id);
            nak.minor = header.minor.min(pdu::MINOR);
            BindNak::emit(&nak, reason, &mut self.out.buf);
            self.out.commit();
        }
        self.give_up(why);
    }

    pub(super) fn give_up(&mut self, e: WireError) {
        if self.broken.is_none() {
            self.broken = Some(e);
        }
    }
}
