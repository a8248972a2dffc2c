//! Metadata of calls and of their results: fields of HTTP, and entries of headers.
//!
//! Reading list: RFC 9110 sections 5 and 7 (fields); SOAP 1.1 section 4.2; SOAP 1.2 part 1 section 5.2.
//!
//! A pair is a field of HTTP with that name, except those named [`HEADER`], whose values are elements that stand in the
//! message's header and declare the namespaces that they need.

use alloc::sync::Arc;
use alloc::vec::Vec;

use manyrpc_codec::Buf;

use crate::carrier::messages::HttpHead;
use crate::name::Metadata;

/// The name of pairs that are entries in the header of a message.
pub const HEADER: &str = "soap-header";

/// Fields that say how the message travels: they are no metadata, and none may replace them.
const RESERVED: [&str; 16] = [
    HEADER,
    "accept",
    "accept-encoding",
    "connection",
    "content-encoding",
    "content-length",
    "content-type",
    "expect",
    "host",
    "keep-alive",
    "soapaction",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "user-agent",
];

/// Writes the pairs that are fields, each behind a line break. False if there are others.
pub(super) fn write_fields(fields: &mut Vec<u8>, metadata: &Metadata) -> bool {
    let mut are_all = true;
    for (name, value) in metadata.iter() {
        let is_token = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b);
        let is_field = !name.is_empty() && name.bytes().all(is_token);
        let is_value = value.iter().all(|b| *b == b'\t' || !b.is_ascii_control());
        let is_sent = is_field && is_value && !RESERVED.contains(&name);
        are_all &= is_sent;
        if is_sent {
            fields.extend_from_slice(b"\r\n");
            fields.extend_from_slice(name.as_bytes());
            fields.extend_from_slice(b": ");
            fields.extend_from_slice(value);
        }
    }
    are_all
}

/// Whether any pair is an entry in a header.
pub(super) fn has_entries(metadata: &Metadata) -> bool {
    metadata.get(HEADER).is_some()
}

/// Writes the pairs that are such entries.
pub(super) fn write_entries(buf: &mut Buf, metadata: &Metadata) {
    let entries = metadata.iter().filter(|(name, _)| *name == HEADER);
    entries.for_each(|(_, value)| buf.put(value));
}

/// The fields of messages as metadata, those of the last one being kept: most requests of a connection have the same ones.
#[derive(Debug, Default)]
pub(super) struct Fields {
    last: Vec<u8>,
    metadata: Option<Arc<Metadata>>,
}

impl Fields {
    /// The metadata of a message; `entries` are those of its header.
    pub(super) fn of(
        &mut self,
        head: HttpHead<'_>,
        entries: &mut dyn Iterator<Item = &[u8]>,
    ) -> Option<Arc<Metadata>> {
        match head {
            HttpHead::Text(text) if text == self.last => {}
            HttpHead::Text(text) => {
                self.last.clear();
                self.last.extend_from_slice(text);
                self.metadata = read(head);
            }
            _ => self.metadata = read(head),
        }
        let mut entries = entries.peekable();
        if entries.peek().is_none() {
            return self.metadata.clone();
        }
        let mut all = self.metadata.as_deref().cloned().unwrap_or_default();
        entries.for_each(|entry| all.push(HEADER, entry));
        Some(Arc::new(all))
    }
}

fn read(head: HttpHead<'_>) -> Option<Arc<Metadata>> {
    let mut metadata = Metadata::new();
    head.each(|name, value| {
        if !RESERVED
            .iter()
            .any(|known| name.eq_ignore_ascii_case(known.as_bytes()))
            && let Ok(name) = core::str::from_utf8(name)
        {
            metadata.push(name, value);
        }
    });
    (!metadata.is_empty()).then(|| Arc::new(metadata))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_pairs_both_ways() {
        let mut metadata = Metadata::new();
        for (name, value) in [
            ("authorization", "Basic YTpi"),
            (HEADER, "<a/>"),
            ("content-length", "7"),
            ("bad name", "x"),
            ("worse", "a\r\nb: c"),
        ] {
            metadata.push(name, value);
        }
        let mut fields = b"POST / HTTP/1.1\r\nHost: h\r\nSOAPAction: \"\"".to_vec();
        write_fields(&mut fields, &metadata);
        fields.extend_from_slice(b"\r\n\r\n");
        let expected =
            b"POST / HTTP/1.1\r\nHost: h\r\nSOAPAction: \"\"\r\nauthorization: Basic YTpi\r\n\r\n";
        assert_eq!(fields, expected);
        let mut known = Fields::default();
        for _ in 0..2 {
            let head = HttpHead::Text(&fields);
            let read = known.of(head, &mut core::iter::empty()).unwrap();
            let pairs: Vec<_> = read.iter().collect();
            assert_eq!(pairs, [("authorization", &b"Basic YTpi"[..])]);
            let with = known.of(head, &mut [&b"<h/>"[..]].into_iter()).unwrap();
            assert_eq!(with.get(HEADER), Some(&b"<h/>"[..]));
        }
    }
}
