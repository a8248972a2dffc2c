//! Credentials that clients may send.

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
