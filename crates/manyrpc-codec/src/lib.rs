//! Transfer syntaxes: how a value lies in bytes.
//!
//! A value describes itself once to a [`Sink`]; a [`Source`] fills it back in.
//! Every syntax implements both, so generated types and dynamic values drive
//! the same code and give the same bytes. Nothing here knows of calls, of
//! interface models or of I/O.
//!
//! - [`meta`]: constant facts about fields, records, unions and enumerations
//! - [`encode`], [`decode`]: the two visitors
//! - [`buf`]: the aligned byte buffer that everything is written to and read from
//! - [`encoding`]: a transfer syntax chosen at run time
//! - [`identity`]: what names an interface
//! - [`derived`]: fields that follow from others
//! - [`values`]: the Rust types that describe themselves
//! - [`byte_text`]: text that need not be UTF-8
//! - [`stub`]: all that generated code names
//! - [`xdr`]: RFC 4506
//! - [`ndr`]: C706, chapter 14
//! - [`json`]: RFC 8259
//! - [`xml`]: the values of XML-RPC
//! - [`time`]: moments and spans of time, as characters say them
//! - [`protobuf`]: Protocol Buffers, proto2 and proto3
#![no_std]

extern crate alloc;

pub mod buf;
pub mod byte_text;
pub mod decode;
pub mod derived;
pub mod encode;
pub mod encoding;
pub mod error;
pub mod identity;
pub mod json;
pub mod limits;
pub mod meta;
pub mod ndr;
mod plain;
pub mod protobuf;
pub mod shared;
pub mod stub;
mod textual;
pub mod time;
pub mod values;
pub mod xdr;
pub mod xml;

pub use buf::Buf;
pub use byte_text::ByteText;
pub use decode::{Arms, BytesSlot, Collect, Decode, Maybe, SharedSlot, Slots, Source, TextSlot};
pub use derived::{Number, Relation};
pub use encode::{Bounds, Encode, Fields, Sink};
pub use encoding::Encoding;
pub use error::{Fail, Malformed, MalformedKind, Name, Unencodable, UnencodableKind};
pub use identity::InterfaceId;
pub use limits::Limits;
pub use meta::WrongLabel;
pub use shared::Shared;
pub use textual::Way;
pub use values::{Chain, Extent, Fixed, Octet, Quad};
