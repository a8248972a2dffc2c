//! SOAP against its specifications' examples and corner cases.

mod defaults;
mod encoded;
mod hostile;
mod messages;
mod order;
mod packages;
mod types;
mod wildcards;

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::decode::{Decode, Slots};
use crate::encode::{Encode, Fields};
use crate::error::{Malformed, MalformedKind};
use crate::limits::Limits;
use crate::meta::{Facets, Field, Link, Record, Xml, XmlForm, XmlName, XmlRecord, XmlRole};
use crate::soap::{self, Options, Version};
use crate::{Buf, plain_record};

const LIMITS: Limits = Limits::DEFAULT;

/// A document of SOAP 1.1 with this content in the body.
fn message(body: &str) -> String {
    format!(
        "<SOAP-ENV:Envelope xmlns:SOAP-ENV=\"http://schemas.xmlsoap.org/soap/envelope/\" \
         xmlns:SOAP-ENC=\"http://schemas.xmlsoap.org/soap/encoding/\" \
         xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
         xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\">\n<SOAP-ENV:Body>{body}</SOAP-ENV:Body>\n\
         </SOAP-ENV:Envelope>"
    )
}

fn read<T: Default + for<'de> Slots<'de>>(text: &str, m: &Record) -> Result<T, MalformedKind> {
    let mut value = T::default();
    let read = soap::decode_params(text.as_bytes(), m, &mut value, &LIMITS, Options::DEFAULT);
    read.map(|()| value).map_err(|e: Malformed| e.kind)
}

/// What is written between the start of a message and its end.
fn written<T: Fields>(m: &Record, value: &T) -> String {
    let mut buf = Buf::new();
    soap::encode_params(&mut buf, m, value, &LIMITS, Options::DEFAULT).unwrap();
    let text = String::from_utf8(buf.data().to_vec()).unwrap();
    let inside = text.strip_prefix("<soap:Body>").unwrap();
    inside
        .strip_suffix("</soap:Body></soap:Envelope>")
        .unwrap()
        .into()
}

fn written_value<T: Encode + ?Sized>(f: &Field, value: &T) -> String {
    let mut buf = Buf::new();
    soap::encode_value(&mut buf, f, value, &LIMITS, Options::DEFAULT).unwrap();
    String::from_utf8(buf.data().to_vec()).unwrap()
}

fn value<T: Default + for<'de> Decode<'de>>(text: &str, f: &Field) -> Result<T, MalformedKind> {
    let mut value = T::default();
    let read = soap::decode_value(text.as_bytes(), f, &mut value, &LIMITS, Options::DEFAULT);
    read.map(|()| value).map_err(|e| e.kind)
}
