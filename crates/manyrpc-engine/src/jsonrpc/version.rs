//! The versions of the protocol.

/// A version of the protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Version {
    /// 1.0, whose messages carry no version.
    V1,
    /// 2.0: `"jsonrpc":"2.0"`.
    #[default]
    V2,
}
