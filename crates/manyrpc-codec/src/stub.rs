//! Everything that generated records and their metadata use.

pub use alloc::borrow::Cow;

pub use crate::byte_text::ByteText;
pub use crate::cdr::{Any, Typed, Valuetype};
pub use crate::cow_bytes::CowBytes;
pub use crate::decode::{
    Arms, BytesSlot, Collect, Decode, Maybe, SharedSlot, Slots, Source, TextSlot,
};
pub use crate::derived::{
    Count, Label, Number, Relation, agree, between, capacity, number_of, room_for_count, units,
};
pub use crate::encode::{Encode, Fields, Sink};
pub use crate::error::{Fail, WrongLabel};
pub use crate::json::any::{Message, Messages, Table, read_message, write_message};
pub use crate::meta::name_member;
pub use crate::meta::{
    self, Arm, Array, Cdr, Chars, Coding, Discriminant, Enum, Facets, Field, Length, Link, Ndr,
    NdrShape, Notation, OneofArm, Others, Pb, Pointer, Presence, Record, SoapArray, Standalone,
    Union, Xml, XmlForm, XmlName, XmlRecord, XmlRole, XmlUnion,
};
pub use crate::shared::Shared;
pub use crate::syntaxes::Syntaxes;
pub use crate::values::{Bounds, Chain, Extent, Fixed, Octet, Quad};
pub use crate::{ndr_place, ndr_shape, plain_fields, plain_record, plain_slots, xml_place};
