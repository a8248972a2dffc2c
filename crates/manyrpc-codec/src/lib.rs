//! Transfer syntaxes: the encodings of values in XDR, NDR, CDR, Protocol Buffers, JSON,
//! XML-RPC and SOAP.
//!
//! A value writes itself to a [`Sink`] and is filled in from a [`Source`]. Every syntax implements
//! both, so generated types and dynamic values use the same code and yield the same bytes. This
//! crate does not depend on calls, interface models or I/O.
//!
//! ```
//! use manyrpc_codec::meta::{Field, Record};
//! use manyrpc_codec::{Buf, Encoding, Limits, plain_record};
//!
//! #[derive(Debug, Default, PartialEq)]
//! struct Point {
//!     x: i32,
//!     y: i32,
//! }
//!
//! // As a stub generator writes it:
//! static FIELDS: [Field; 2] = [Field::plain("x").number(1), Field::plain("y").number(2)];
//! static POINT: Record = Record::of("Point", &FIELDS);
//! plain_record! { Point, POINT, FIELDS { 0 x, 1 y } }
//!
//! let (place, point) = (Field::plain("point"), Point { x: 3, y: -1 });
//! for encoding in [Encoding::Xdr, Encoding::NDR, Encoding::CDR, Encoding::Protobuf, Encoding::JSON] {
//!     let mut buf = Buf::new();
//!     encoding.encode_value(&mut buf, &place, &point, &Limits::DEFAULT).unwrap();
//!     let mut back = Point::default();
//!     encoding.decode_value(buf.data(), &place, &mut back, &Limits::DEFAULT).unwrap();
//!     assert_eq!(back, point);
//! }
//! ```
//!
//! - [`meta`]: constant metadata of fields, records, unions and enumerations
//! - [`encode`], [`decode`]: the two visitors
//! - [`buf`]: the aligned byte buffer for all input and output
//! - [`encoding`]: a transfer syntax chosen at run time
//! - [`identity`]: the names of an interface
//! - [`derived`]: fields derived from others
//! - [`values`]: the Rust types that can be encoded and decoded
//! - [`byte_text`]: text that need not be UTF-8
//! - [`cow_bytes`]: bytes that are borrowed, owned or shared
//! - [`shared`]: values that several places share
//! - [`stub`]: everything that generated code uses
//! - [`limits`], [`error`]: limits on resources, and errors
//! - [`xdr`]: XDR, RFC 4506
//! - [`ndr`]: NDR, C706, chapter 14
//! - [`cdr`]: CDR, CORBA 3.0, section 15.3
//! - [`json`]: JSON, RFC 8259
//! - [`xml`]: the values of XML-RPC
//! - [`soap`]: bodies of SOAP messages, with the types of XML Schema
//! - [`protobuf`]: Protocol Buffers, proto2 and proto3
//! - [`time`]: moments and spans of time, and their text forms
#![no_std]

extern crate alloc;

pub mod buf;
pub mod byte_text;
pub mod cdr;
mod chars;
pub mod cow_bytes;
pub mod decode;
pub mod derived;
pub mod encode;
pub mod encoding;
pub mod error;
pub mod identity;
pub mod json;
pub mod limits;
mod markup;
pub mod meta;
pub mod ndr;
mod plain;
pub mod protobuf;
pub mod shared;
pub mod soap;
pub mod stub;
mod syntaxes;
mod textual;
pub mod time;
pub mod values;
mod vectors;
pub mod xdr;
pub mod xml;

pub use buf::Buf;
pub use byte_text::ByteText;
pub use cdr::Any;
pub use cow_bytes::CowBytes;
pub use decode::{Arms, BytesSlot, Collect, Decode, Maybe, SharedSlot, Slots, Source, TextSlot};
pub use derived::{Number, Relation};
pub use encode::{Bounds, Encode, Fields, Sink};
pub use encoding::Encoding;
pub use error::{Fail, Malformed, MalformedKind, Name, Unencodable, UnencodableKind};
pub use identity::InterfaceId;
pub use limits::Limits;
pub use meta::WrongLabel;
pub use shared::Shared;
pub use syntaxes::Syntaxes;
pub use textual::Way;
pub use values::{Chain, Extent, Fixed, Octet, Quad};
