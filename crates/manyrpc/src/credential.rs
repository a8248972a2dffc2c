//! Unverified credentials of callers.

use manyrpc_engine::WireError;
use manyrpc_engine::onc::auth;

/// A machine, user and groups, unverified (AUTH_SYS, RFC 5531 appendix A).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuthSys {
    /// The caller's machine, up to 255 bytes.
    pub machine: String,
    /// The user.
    pub uid: u32,
    /// The group.
    pub gid: u32,
    /// Further groups, up to 16.
    pub gids: Vec<u32>,
}

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
