//! Derives a session from an NTLM exchange performed by another implementation.
//!
//! Reading list: MS-NLMP 2.2.1.3 (AUTHENTICATE_MESSAGE), 3.2.5.1.2 (the server's state).

use std::borrow::Cow;

use manyrpc_engine::security::{Denied, DeniedReason};

use super::check_needed;
use super::keys::{Direction, Key};
use super::message::{self, Authenticate, flag};
use super::session::Session;

/// The exchanged tokens of both sides.
#[derive(Debug, Default)]
pub(crate) struct Exchange {
    /// The last message, from either side.
    authenticate: Option<Vec<u8>>,
    /// Who has signed SPNEGO's list: a signature takes a sequence number.
    we_signed: bool,
    they_signed: bool,
}

impl Exchange {
    /// We sent a message, if any, and a signature of SPNEGO's list, if `signs`.
    pub(crate) fn ours(&mut self, (message, signs): (Option<&[u8]>, bool)) {
        self.we_signed |= signs;
        self.hear(message);
    }

    /// The same of the other side.
    pub(crate) fn theirs(&mut self, (message, signs): (Option<&[u8]>, bool)) {
        self.they_signed |= signs;
        self.hear(message);
    }

    fn hear(&mut self, message: Option<&[u8]>) {
        let message = message.filter(|message| message::is_authenticate(message));
        if let Some(message) = message {
            self.authenticate = Some(message.to_vec());
        }
    }

    /// The negotiated session, which protects PDUs from now on.
    ///
    /// # Errors
    ///
    /// It uses a weaker form of NTLM than ours, which the other implementation may permit.
    pub(crate) fn session(&self, exported: &Key, we_are_client: bool) -> Result<Session, Denied> {
        let said = self.authenticate.as_deref().ok_or_else(|| {
            Denied::new(
                DeniedReason::BadToken,
                "NTLM is through without its last message",
            )
        })?;
        let said = Authenticate::parse(said)?;
        check_needed(said.flags, "client")?;
        check_answer(&said)?;
        let sends = match we_are_client {
            true => Direction::ToServer,
            false => Direction::ToClient,
        };
        let mut session = Session::default();
        session.start(exported, sends, said.flags & flag::KEY_EXCH != 0);
        session.skip_signatures(self.we_signed, self.they_signed);
        Ok(session)
    }
}

/// Accepts only messages that gss-ntlmssp (1.2.0) survives. It writes through a null pointer if a
/// CHALLENGE_MESSAGE has no target, and reads through one if an AUTHENTICATE_MESSAGE has a version
/// 1 response without an LM response, or no session key; and it would accept version 1.
///
/// Messages that are not NTLM are accepted: it refuses these itself.
pub(crate) fn admit(message: &[u8]) -> Result<(), Denied> {
    match message::kind(message) {
        None => Ok(()),
        Some(1) => message::parse_negotiate(message).map(|_| ()),
        Some(2) => message::check_target(message),
        Some(3) => {
            let said = Authenticate::parse(message)?;
            check_needed(said.flags, "client")?;
            check_answer(&said)?;
            match said.session_key.len() == 16 && !said.user.is_empty() {
                true => Ok(()),
                false => Err(Denied::new(
                    DeniedReason::BadToken,
                    "the client's NTLM has no session key or no user; the system's needs both",
                )),
            }
        }
        Some(_) => Err(Denied::new(
            DeniedReason::BadToken,
            "a message that NTLM does not have",
        )),
    }
}

fn check_answer(said: &Authenticate<'_>) -> Result<(), Denied> {
    match message::split_response(said.nt_response) {
        Some(_) => Ok(()),
        None => Err(Denied::new(
            DeniedReason::NotOffered,
            "the client answers by NTLM version 1, which proves little; allow NTLM v2 there",
        )),
    }
}

/// A NEGOTIATE_MESSAGE with its version, zero if the client omitted it: impacket does so, and
/// gss-ntlmssp refuses that. Other messages are unchanged.
pub(crate) fn with_version(message: &[u8]) -> Cow<'_, [u8]> {
    match message.len() < message::NEGOTIATE_BYTES && message::parse_negotiate(message).is_ok() {
        true => {
            let mut whole = message.to_vec();
            whole.resize(message::NEGOTIATE_BYTES, 0);
            whole.into()
        }
        false => message.into(),
    }
}
