//! Universally unique identifiers.
//!
//! Reading list: C706 appendix A (format, string representation).

use std::fmt;

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

    /// Parses the usual notation.
    pub(crate) fn parse_groups(text: &str) -> Option<Self> {
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
pub(crate) fn hex(text: &str, bytes: &mut [u8]) -> Option<()> {
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
