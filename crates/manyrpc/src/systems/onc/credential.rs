//! Unverified credentials of callers.

use manyrpc_engine::WireError;
use manyrpc_engine::onc::auth;

use crate::context::Context;
use crate::credential::AuthSys;

impl AuthSys {
    /// Parses a credential's body.
    ///
    /// # Errors
    /// It does not have that form.
    pub fn parse(body: &[u8]) -> Result<Self, WireError> {
        let parsed = auth::AuthSys::parse(body)?;
        Ok(AuthSys {
            machine: String::from_utf8_lossy(parsed.machine_name).into_owned(),
            uid: parsed.uid,
            gid: parsed.gid,
            gids: parsed.gids().to_vec(),
        })
    }

    pub(crate) fn on_wire(&self) -> auth::AuthSys<'_> {
        // The stamp is arbitrary and never checked.
        auth::AuthSys::new(0, self.machine.as_bytes(), self.uid, self.gid, &self.gids)
    }
}

/// AUTH_SYS among the kinds of credentials (RFC 5531, section 8.2).
const FLAVOR: u32 = 1;

impl Context<'_> {
    /// The caller's machine, user and groups, if it sent them as AUTH_SYS (flavor 1).
    pub fn auth_sys(&self) -> Option<AuthSys> {
        (self.credential_flavor == FLAVOR).then(|| AuthSys::parse(self.credential).ok())?
    }
}
