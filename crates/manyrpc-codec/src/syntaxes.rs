//! The transfer syntaxes that a record is compiled for.

/// A set of transfer syntaxes. Generated records are for all of them, unless it is known that some
/// are never used: code that encodes and decodes in the others is then not compiled.
///
/// ```
/// use manyrpc_codec::Syntaxes;
///
/// let binary = Syntaxes::XDR.and(Syntaxes::NDR);
/// assert!(binary.has(Syntaxes::XDR) && !binary.has(Syntaxes::JSON));
/// assert!(Syntaxes::ALL.has(binary) && !Syntaxes::XDR.has(binary));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Syntaxes(u8);

impl Syntaxes {
    /// None.
    pub const NONE: Self = Syntaxes(0);
    /// Sun RPC's.
    pub const XDR: Self = Syntaxes(1);
    /// That of DCE RPC and NCS.
    pub const NDR: Self = Syntaxes(2);
    /// JSON-RPC's.
    pub const JSON: Self = Syntaxes(4);
    /// XML-RPC's.
    pub const XML: Self = Syntaxes(8);
    /// gRPC's.
    pub const PROTOBUF: Self = Syntaxes(16);
    /// CORBA's.
    pub const CDR: Self = Syntaxes(32);
    /// SOAP's.
    pub const SOAP: Self = Syntaxes(64);
    /// All of them.
    pub const ALL: Self = Syntaxes(127);

    /// Both sets together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Syntaxes(self.0 | other.0)
    }

    /// Whether all of `others` are in this set.
    #[must_use]
    pub const fn has(self, others: Self) -> bool {
        self.0 & others.0 == others.0
    }

    /// Their constants' names, in the order above.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let all = [
            (Self::XDR, "XDR"),
            (Self::NDR, "NDR"),
            (Self::JSON, "JSON"),
            (Self::XML, "XML"),
            (Self::PROTOBUF, "PROTOBUF"),
            (Self::CDR, "CDR"),
            (Self::SOAP, "SOAP"),
        ];
        let ours = all.into_iter().filter(move |(one, _)| self.has(*one));
        ours.map(|(_, name)| name)
    }
}
