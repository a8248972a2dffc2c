//! Universally unique identifiers.
//!
//! Reading list: C706 appendix A (format, string representation); FreeDCE's `dce_1_0` string
//! routines for the older notation of NCS.

use std::fmt;
use std::str::FromStr;

use manyrpc_engine::ObjectKey;

/// A universally unique identifier: 16 bytes in printed order.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Uuid(pub [u8; 16]);

/// The groups of digits in the usual notation, in bytes (C706, section A.3).
const GROUPS: [usize; 5] = [4, 2, 2, 2, 6];

impl Uuid {
    /// The nil identifier: no object, no type.
    pub const NIL: Uuid = Uuid([0; 16]);

    /// Whether it is nil.
    pub fn is_nil(&self) -> bool {
        *self == Self::NIL
    }

    /// The UUID in an object's key; nil if there is none.
    pub fn of_object(key: Option<&ObjectKey>) -> Self {
        Uuid(key.and_then(ObjectKey::uuid).unwrap_or_default())
    }

    /// The identifier that NCS prints as `333b33c30000.0d.00.00.87.84.00.00.00`: the time, the
    /// address family, and seven bytes of the host. The two reserved bytes between them are zero
    /// and not printed.
    fn parse_ncs(text: &str) -> Option<Self> {
        let (time, rest) = text.split_once('.')?;
        let mut bytes = [0; 16];
        hex(time, &mut bytes[..6])?;
        let mut parts = rest.split('.');
        for byte in &mut bytes[8..] {
            hex(parts.next()?, std::slice::from_mut(byte))?;
        }
        parts.next().is_none().then_some(Uuid(bytes))
    }

    /// In NCS's notation, if it is an identifier of NCS: its reserved bytes are zero, and the byte
    /// for the address family is smaller than in all identifiers of DCE (C706, table A-3).
    pub fn ncs_string(&self) -> Option<String> {
        let [time @ .., _, _, _, _, _, _, _, _, _, _] = &self.0;
        if self.0[6..8] != [0, 0] || self.0[8] >= 0x80 || self.is_nil() {
            return None;
        }
        let time: String = time.iter().map(|byte| format!("{byte:02x}")).collect();
        let rest: String = self.0[8..].iter().map(|b| format!(".{b:02x}")).collect();
        Some(time + &rest)
    }

    fn parse_dce(text: &str) -> Option<Self> {
        let mut bytes = [0; 16];
        let mut parts = text.split('-');
        let mut rest = &mut bytes[..];
        for length in GROUPS {
            let (group, behind) = rest.split_at_mut(length);
            hex(parts.next()?, group)?;
            rest = behind;
        }
        parts.next().is_none().then_some(Uuid(bytes))
    }
}

/// Exactly two digits for each byte.
fn hex(text: &str, bytes: &mut [u8]) -> Option<()> {
    let digits = text.as_bytes();
    if digits.len() != 2 * bytes.len() {
        return None;
    }
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        let digit = |d: u8| char::from(d).to_digit(16);
        *byte = (digit(pair[0])? << 4 | digit(pair[1])?) as u8;
    }
    Some(())
}

impl From<Uuid> for ObjectKey {
    fn from(uuid: Uuid) -> Self {
        uuid.0.into()
    }
}

/// A text that is not a UUID.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UuidError;

impl fmt::Display for UuidError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a UUID has 32 hexadecimal digits in groups of 8-4-4-4-12")
    }
}

impl std::error::Error for UuidError {}

impl FromStr for Uuid {
    type Err = UuidError;

    /// Parses the usual notation or that of NCS, ignoring case.
    fn from_str(text: &str) -> Result<Self, UuidError> {
        Self::parse_dce(text)
            .or_else(|| Self::parse_ncs(text))
            .ok_or(UuidError)
    }
}

impl fmt::Display for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = &self.0[..];
        for (i, length) in GROUPS.into_iter().enumerate() {
            if i > 0 {
                f.write_str("-")?;
            }
            let (group, behind) = rest.split_at(length);
            group.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
            rest = behind;
        }
        Ok(())
    }
}

impl fmt::Debug for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // The example of C706, section A.3, and its case rule.
    #[test]
    fn the_specification_s_example_is_read_and_printed() {
        let text = "2fac1234-31f8-11b4-a222-08002b34c003";
        let uuid: Uuid = text.parse().unwrap();
        assert_eq!(uuid.0[..4], [0x2f, 0xac, 0x12, 0x34]);
        assert_eq!(uuid.to_string(), text);
        assert_eq!(text.to_uppercase().parse(), Ok(uuid));
    }

    // The location broker's identifier, in both notations (NCS: `glb.idl`, DCE: the same bytes).
    #[test]
    fn both_notations_are_the_same_identifier() {
        let old: Uuid = "333b33c30000.0d.00.00.87.84.00.00.00".parse().unwrap();
        assert_eq!(old.to_string(), "333b33c3-0000-0000-0d00-008784000000");
        let written = old.ncs_string();
        assert_eq!(
            written.as_deref(),
            Some("333b33c30000.0d.00.00.87.84.00.00.00")
        );
        let dce: Uuid = "2fac1234-31f8-11b4-a222-08002b34c003".parse().unwrap();
        assert_eq!((dce.ncs_string(), Uuid::NIL.ncs_string()), (None, None));
    }

    #[test]
    fn what_is_no_uuid_is_refused() {
        for text in [
            "",
            "2fac1234",
            "2fac1234-31f8-11b4-a222-08002b34c00",
            "2fac1234-31f8-11b4-a222-08002b34c0033",
            "2fac1234-31f8-11b4-a222-08002b34c00g",
            "2fac1234-31f8-11b4-a222-08002b34c003-00",
            "+fac1234-31f8-11b4-a222-08002b34c003",
            "333b33c30000.0d.00.00.87.84.00.00",
            "333b33c30000.0d.00.00.87.84.00.00.00.00",
        ] {
            assert_eq!(text.parse::<Uuid>(), Err(UuidError), "{text}");
        }
    }
}
