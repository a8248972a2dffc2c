//! Bodies of SOAP messages: XML with the types of XML Schema.
//!
//! Reading list: SOAP 1.1 (W3C Note, 2000), sections 4 and 5; SOAP 1.2 (W3C Recommendation, 2007), part 1
//! section 5 and part 2 section 3; XML Schema (W3C Recommendation, 2004), part 1 section 2.6, part 2;
//! Namespaces in XML 1.0; XOP and MTOM (W3C Recommendations, 2005); SOAP Messages with Attachments (W3C
//! Note, 2000).
//!
//! ```
//! use manyrpc_codec::meta::Field;
//! use manyrpc_codec::{Buf, Encoding, Limits};
//!
//! let (field, limits) = (Field::plain("number"), Limits::DEFAULT);
//! let mut buf = Buf::new();
//! Encoding::SOAP.encode_value(&mut buf, &field, &7i32, &limits).unwrap();
//! assert_eq!(buf.data(), b"<number>7</number>");
//!
//! let mut back = 0i32;
//! Encoding::SOAP.decode_value(b"<number> +07 </number>", &field, &mut back, &limits).unwrap();
//! assert_eq!(back, 7);
//! ```
//!
//! | a value of | is in XML, unless its definition says otherwise |
//! | --- | --- |
//! | a record | an element with an element for each field, in order; read in any order |
//! | an array, a list | its elements, one after the other; in an array or in an optional value the inner one is in an element of its own with elements `item` |
//! | an array of SOAP's encoding | an element with its items; those of all rows, where it has several dimensions |
//! | an optional, a shared value | its element, or nothing; as the element of an array `xsi:nil` |
//! | an enumeration | the member's name |
//! | a union | an element with the arm's element; before it the discriminant, unless it follows from the arm |
//! | bytes | `base64Binary`; with MTOM from 512 bytes on an attachment |
//! | integers, floating point, booleans | the types of XML Schema of the same width |
//! | 128-bit floating point | `hexBinary` |
//! | nothing | an empty element |
//!
//! Derived fields are not written, and may be there when read. Definitions in WSDL say what is an
//! attribute, and in which namespace elements are ([`Xml`](crate::meta::Xml)). Prefixes that are used here
//! without a declaration, `soap`, `xsi`, `xsd` and `enc`, belong to the start of the message, which an
//! engine writes.
//!
//! Reading checks the whole document. Unknown elements and attributes are ignored, with what prefixes mean
//! inside of them; elements in another namespace than they should be in are accepted where no other element
//! is meant. Text, bytes and arrays whose element is nil are empty, if they are not optional. Document type
//! declarations are refused, and so are other prefixes without a namespace.

mod arrays;
mod attached;
mod facets;
mod forms;
mod members;
mod mime;
mod names;
mod parts;
mod pattern;
mod position;
mod references;
mod scalars;
pub mod scan;
mod scopes;
mod sink;
mod source;
mod tags;
#[cfg(test)]
mod tests;

pub use crate::limits::Limits;
pub use crate::markup::charset::to_utf8;
pub use crate::markup::text::put_text;
pub use mime::is_package;
pub use sink::Encoder;
pub use source::Decoder;

use crate::buf::Buf;
use crate::decode::{Decode, Slots, Source};
use crate::encode::{Encode, Fields, Sink};
use crate::error::{Fail, Malformed, Unencodable};
use crate::meta::{Field, Record};

/// What varies between messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// The version of SOAP.
    pub version: Version,
    /// Which part of a message is encoded.
    pub part: Part,
    /// Whether elements state their types and may refer to others (SOAP 1.1, section 5); operations that
    /// are defined so are encoded in any case.
    pub encoded: bool,
    /// Whether the start of the message has opened the header.
    pub header_open: bool,
    /// Read: whether entries of the header that must be understood are refused, unless they are fields.
    pub strict: bool,
    /// That bytes are attachments, with what makes the package's boundary unique ([`boundary`]). Read in
    /// any case.
    pub mtom: Option<[u8; 16]>,
}

impl Options {
    /// A message of SOAP 1.1, without attachments.
    pub const DEFAULT: Self = Options {
        version: Version::V11,
        part: Part::Message,
        encoded: false,
        header_open: false,
        strict: false,
        mtom: None,
    };

    /// The same for the element in the detail of a fault.
    #[must_use]
    pub const fn detail(self) -> Self {
        Options {
            part: Part::Detail,
            header_open: false,
            strict: false,
            mtom: None,
            ..self
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// A version of SOAP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Version {
    /// 1.1.
    V11,
    /// 1.2.
    V12,
}

impl Version {
    /// The namespace of its envelopes.
    pub const fn namespace(self) -> &'static str {
        match self {
            Version::V11 => names::ENVELOPE_11,
            Version::V12 => names::ENVELOPE_12,
        }
    }

    /// The namespace of its encoding.
    pub const fn encoding(self) -> &'static str {
        match self {
            Version::V11 => names::ENCODING_11,
            Version::V12 => names::ENCODING_12,
        }
    }
}

/// The namespaces of WS-Addressing, whose entries in headers are an engine's: those of the recommendation (Web
/// Services Addressing 1.0) and of its member submission of August 2004.
pub const ADDRESSING: [&str; 2] = [
    "http://www.w3.org/2005/08/addressing",
    "http://schemas.xmlsoap.org/ws/2004/08/addressing",
];

/// Whether entries of a header for this role are for who receives the message at last (SOAP 1.1, section 4.2.2;
/// SOAP 1.2 part 1, section 2.2).
fn is_receiver(role: &str) -> bool {
    const RECEIVER: [&str; 4] = [
        "",
        "http://schemas.xmlsoap.org/soap/actor/next",
        "http://www.w3.org/2003/05/soap-envelope/role/next",
        "http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver",
    ];
    RECEIVER.contains(&role)
}

/// A part of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// Written: everything from the entries of the header on that are parameters, or from the body on, to
    /// the end. Read: the whole message, or the whole package.
    Message,
    /// The element in the detail of a fault. Read: from the whole message.
    Detail,
}

/// The length of a boundary in bytes.
pub const BOUNDARY: usize = 40;

/// The boundary of a package: `manyrpc-` and 32 hexadecimal digits.
pub fn boundary(unique: &[u8; 16]) -> [u8; BOUNDARY] {
    let mut boundary = [b'-'; BOUNDARY];
    boundary[..7].copy_from_slice(b"manyrpc");
    let digit = |d: u8| b"0123456789abcdef"[usize::from(d & 15)];
    for (pair, byte) in boundary[8..].chunks_exact_mut(2).zip(unique) {
        pair.copy_from_slice(&[digit(byte >> 4), digit(*byte)]);
    }
    boundary
}

/// Appends the parameters of a call, or its results: see [`Part`]. On failure the buffer is unchanged.
///
/// # Errors
/// The first part of the value that its definition or the limits do not permit.
pub fn encode_params<T: Fields + ?Sized>(
    buf: &mut Buf,
    m: &Record,
    v: &T,
    limits: &Limits,
    options: Options,
) -> Result<(), Unencodable> {
    let mut sink = Encoder::new(buf, limits, options);
    sink.params(m, v);
    sink.finish()
}

/// Appends one element, or those of an array. On failure the buffer is unchanged.
///
/// # Errors
/// As [`encode_params`].
pub fn encode_value<T: Encode + ?Sized>(
    buf: &mut Buf,
    f: &Field,
    v: &T,
    limits: &Limits,
    options: Options,
) -> Result<(), Unencodable> {
    let mut sink = Encoder::new(buf, limits, options).alone();
    sink.field(f, v);
    sink.finish()
}

/// Decodes the parameters of a call, or its results, from a whole message.
///
/// # Errors
/// What is wrong with the message, and where; the value is then partly filled in.
pub fn decode_params<'de, T: Slots<'de> + ?Sized>(
    bytes: &'de [u8],
    m: &Record,
    v: &mut T,
    limits: &Limits,
    options: Options,
) -> Result<(), Malformed> {
    let mut source = Decoder::new(bytes, limits, options);
    match source.params(m, v) {
        Ok(()) => Ok(()),
        Err(Fail) => Err(source.failure()),
    }
}

/// Decodes one element, or those of an array: all of `bytes`. With [`Part::Detail`] it is read from a
/// whole message.
///
/// # Errors
/// As [`decode_params`].
pub fn decode_value<'de, T: Decode<'de> + ?Sized>(
    bytes: &'de [u8],
    f: &Field,
    v: &mut T,
    limits: &Limits,
    options: Options,
) -> Result<(), Malformed> {
    let mut source = Decoder::new(bytes, limits, options);
    match source.value(f, v) {
        Ok(()) => Ok(()),
        Err(Fail) => Err(source.failure()),
    }
}
