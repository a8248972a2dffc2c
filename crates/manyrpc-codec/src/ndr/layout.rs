//! How arrays, texts and unions lie on the wire, as far as their definition says.

use crate::meta::{Array, Discriminant, Field, Length, Ndr, Pointer, Union};

/// The maximum number of an array's dimensions.
pub const DIMENSIONS: usize = 8;

/// The most bytes of a message, whatever the limits.
pub(super) const LARGEST: usize = i32::MAX as usize;

impl Field {
    /// Whether its maximum count is sent.
    #[inline]
    pub(super) fn conforms(&self) -> bool {
        match self.ndr.array {
            Array::Conformant | Array::ConformantVarying | Array::Counted => true,
            Array::Natural => matches!(self.length, Length::UpTo(_)),
            // NCS sends no counts ahead of the construct that contains an array.
            Array::Varying | Array::Pipe | Array::Short | Array::ShortConformant => false,
        }
    }

    /// Whether the offset and count of the part sent are sent.
    #[inline]
    pub(super) fn varies(&self) -> bool {
        matches!(
            self.ndr.array,
            Array::Varying | Array::ConformantVarying | Array::Short | Array::ShortConformant
        )
    }

    /// Whether it is an array of pointers, which are in place or absent, with their targets behind
    /// everything in place (section 14.3.12.2).
    #[inline(always)]
    pub(super) fn holds_pointers(&self) -> bool {
        self.ndr.defers && self.element().ndr.pointer != Pointer::Inline
    }

    /// The number of maximum counts before an array: those of all dimensions (section 14.3.3.7),
    /// and that of strings in them. Nothing is hoisted behind a reference pointer, but the number
    /// is the same.
    #[inline]
    pub(super) fn maxima(&self) -> u8 {
        match (self.ndr.hoists, &self.elem) {
            (0, Some(element)) => 1 + element.ndr.hoists,
            (0, None) => 1,
            (hoisted, _) => hoisted,
        }
    }

    /// Whether its counts are as in NCS.
    #[inline]
    pub(super) fn is_short(&self) -> bool {
        matches!(self.ndr.array, Array::Short | Array::ShortConformant)
    }
}

impl Ndr {
    /// The defaults for text: conformant, varying and terminated.
    #[inline]
    pub(super) fn of_text(self) -> (bool, bool, bool) {
        match self.array {
            Array::Natural => (true, true, true),
            Array::Conformant | Array::Counted => (true, false, self.terminated),
            Array::ConformantVarying => (true, true, self.terminated),
            Array::Varying | Array::Pipe | Array::Short | Array::ShortConformant => {
                (false, true, self.terminated)
            }
        }
    }
}

/// Whether a discriminant of this many bits can have that value (section 14.3.8).
#[inline]
pub(super) fn is_label(m: &Union, label: i64, bits: u32) -> bool {
    match &m.discriminant {
        Discriminant::I32 => label << (64 - bits) >> (64 - bits) == label,
        Discriminant::Enum(_) if bits == 16 => (-0x8000..=0xffff).contains(&label),
        Discriminant::Enum(_) => i32::try_from(label).is_ok(),
        Discriminant::U32 => label >= 0 && (bits > 62 || label >> bits == 0),
        Discriminant::Bool => label == 0 || label == 1,
    }
}

/// The width of a union's discriminant in bytes.
#[inline]
pub(super) fn tag_width(m: &Union) -> u8 {
    match (m.ndr.tag, &m.discriminant) {
        (0, Discriminant::I32 | Discriminant::U32) => 4,
        (0, Discriminant::Bool) => 1,
        (0, Discriminant::Enum(_)) => 2,
        (stated, _) => stated,
    }
}
