//! How one message represents its values, as its protocol has stated or negotiated.

/// How one message represents its values: what GIOP's header, version and code sets determine.
///
/// ```
/// use manyrpc_codec::cdr::{ByteOrder, Representation};
///
/// // A body that begins 20 bytes behind the start of a big-endian message of GIOP 1.0.
/// let old = Representation { origin: 20 % 8, ..Representation::of(ByteOrder::Big, 0) };
/// assert_eq!(old.wide, None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Representation {
    /// The sender's byte order. Encoding ignores it: what we send is little-endian.
    pub order: ByteOrder,
    /// Where the value begins, modulo 8, counted from what alignment counts from: the start of the
    /// message, or of the encapsulation.
    pub origin: u8,
    /// The minor version of GIOP 1: wide characters differ.
    pub minor: u8,
    /// The code set that text is transmitted in.
    pub chars: CharSet,
    /// The code set that wide text is transmitted in; `None` if none was negotiated, and there can
    /// be no wide text.
    pub wide: Option<WideSet>,
    /// How many fragments of GIOP 1.1 the message has, in each of which alignment begins anew (CORBA 3.0, section 15.4.9). Then
    /// their starts follow the bytes, in order: for each how many of the bytes are left from there, as four bytes,
    /// little-endian.
    pub fragments: u16,
}

/// A byte order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ByteOrder {
    /// Most significant byte first: flag 0.
    Big,
    /// Least significant byte first: flag 1.
    Little,
}

/// A transmission code set of text (CORBA 3.0, section 13.10.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CharSet {
    /// ISO 8859-1, which peers use that have not negotiated: registered as 0x0001_0001.
    Latin1,
    /// UTF-8: registered as 0x0501_0001.
    Utf8,
}

/// A transmission code set of wide text (CORBA 3.0, section 13.10.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WideSet {
    /// UTF-16: registered as 0x0001_0109.
    Utf16,
}

impl Representation {
    /// As written here: little-endian, GIOP 1.2, UTF-8 and UTF-16, from a multiple of 8.
    pub const NATIVE: Self = Representation {
        order: ByteOrder::Little,
        origin: 0,
        minor: 2,
        chars: CharSet::Utf8,
        wide: Some(WideSet::Utf16),
        fragments: 0,
    };

    /// Of a message whose sender has negotiated no code sets, in GIOP 1.`minor`, from a multiple of
    /// 8.
    pub const fn of(order: ByteOrder, minor: u8) -> Self {
        Representation {
            order,
            origin: 0,
            minor,
            chars: CharSet::Latin1,
            wide: None,
            fragments: 0,
        }
    }

    /// The same for a value that begins this many bytes behind the origin of alignment.
    #[must_use]
    pub const fn at(mut self, offset: usize) -> Self {
        self.origin = (offset % 8) as u8;
        self
    }

    /// The same for what follows a string of this many bytes, for which this is the place.
    #[must_use]
    pub const fn behind_text(self, bytes: usize) -> Self {
        let start = (self.origin as usize).next_multiple_of(4);
        self.at(start + 4 + bytes + 1)
    }
}
