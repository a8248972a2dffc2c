//! Outgoing header lists and their compression (RFC 9113, 4.3; RFC 7541).

use alloc::vec::Vec;

use crate::carrier::http2::fields::{Field, Fields};
use crate::carrier::http2::hpack::Encoder;
use crate::in_use::{Idle, InUse};

/// Identifies fields that are sent repeatedly and kept encoded by the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prepared(pub(in crate::carrier::http2) u32);

/// The fields of a header list: prepared ones, then others.
#[derive(Clone, Copy, Debug)]
pub struct Heading<'a> {
    /// The result of [`Connection::prepare`](super::Connection::prepare).
    pub prepared: Option<Prepared>,
    /// The fields after those.
    pub fields: &'a [Field<'a>],
}

impl From<Prepared> for Heading<'_> {
    fn from(prepared: Prepared) -> Self {
        Heading {
            prepared: Some(prepared),
            fields: &[],
        }
    }
}

impl<'a> From<&'a [Field<'a>]> for Heading<'a> {
    fn from(fields: &'a [Field<'a>]) -> Self {
        Heading {
            prepared: None,
            fields,
        }
    }
}

impl<'a, const N: usize> From<&'a [Field<'a>; N]> for Heading<'a> {
    fn from(fields: &'a [Field<'a>; N]) -> Self {
        Heading::from(&fields[..])
    }
}

/// Prepared fields, and their encoding for one state of the encoder.
#[derive(Debug)]
struct Template {
    fields: Fields,
    is_head: bool,
    block: Vec<u8>,
    state: Option<u64>,
}

/// Encodes header lists as header blocks.
#[derive(Debug)]
pub(super) struct HeaderEncoder {
    encoder: Encoder,
    kept: InUse<Kept>,
}

/// What is kept encoded.
#[derive(Debug, Default)]
struct Kept {
    prepared: Vec<Template>,
    /// The last encoded block.
    block: Vec<u8>,
}

impl Idle for Kept {
    const IDLE: &'static Self = &Kept {
        prepared: Vec::new(),
        block: Vec::new(),
    };
}

impl HeaderEncoder {
    /// With a dynamic table of at most `table_bytes`.
    pub(super) fn new(table_bytes: usize) -> Self {
        HeaderEncoder {
            encoder: Encoder::new(table_bytes),
            kept: InUse::default(),
        }
    }

    /// The peer's dynamic table has at most this many bytes.
    pub(super) fn set_limit(&mut self, bytes: usize) {
        self.encoder.set_limit(bytes);
    }

    /// Keeps fields that will be sent often.
    pub(super) fn prepare(&mut self, fields: Fields) -> Prepared {
        let is_head = fields.get(b":method") == Some(b"HEAD");
        self.kept.prepared.push(Template {
            fields,
            is_head,
            block: Vec::new(),
            state: None,
        });
        Prepared(self.kept.prepared.len() as u32 - 1)
    }

    #[inline]
    fn template(&self, heading: Heading<'_>) -> Option<&Template> {
        let Prepared(at) = heading.prepared?;
        self.kept.prepared.get(at as usize)
    }

    /// The fields of a heading, in order.
    pub(super) fn fields<'a>(&'a self, heading: Heading<'a>) -> impl Iterator<Item = Field<'a>> {
        let prepared = self.template(heading).into_iter();
        let prepared = prepared.flat_map(|template| template.fields.iter());
        prepared.chain(heading.fields.iter().copied())
    }

    /// The size of the list in bytes, as HTTP/2 counts it (6.5.2).
    #[inline]
    pub(super) fn size(&self, heading: Heading<'_>) -> usize {
        let prepared = self.template(heading);
        let mut bytes = prepared.map_or(0, |template| template.fields.size());
        for field in heading.fields {
            bytes += field.size();
        }
        bytes
    }

    /// Whether it is a HEAD request.
    pub(super) fn is_head(&self, heading: Heading<'_>) -> bool {
        let mut fields = heading.fields.iter();
        self.template(heading).is_some_and(|t| t.is_head)
            || fields.any(|f| f.name == b":method" && f.value == b"HEAD")
    }

    /// Encodes a list; returns its block.
    #[inline]
    pub(super) fn encode(&mut self, heading: Heading<'_>) -> &[u8] {
        let Kept {
            prepared: all,
            block: out,
        } = &mut *self.kept;
        out.clear();
        self.encoder.begin(out);
        let prepared = heading.prepared.map(|p| p.0 as usize);
        if let Some(template) = prepared.and_then(|at| all.get_mut(at)) {
            let state = self.encoder.state();
            if state.is_some() && template.state == state {
                out.extend_from_slice(&template.block);
            } else {
                let start = out.len();
                let fields = template.fields.iter();
                fields.for_each(|field| self.encoder.field(field, out));
                // An encoding that left the table unchanged can be reused.
                if state.is_some() && self.encoder.state() == state {
                    template.block.clear();
                    template.block.extend_from_slice(&out[start..]);
                    template.state = state;
                }
            }
        }
        self.extend(heading.fields)
    }

    /// Adds fields to the last encoded list; returns the whole block. Encoding continues where the
    /// block ended, so the tables match the peer's.
    #[inline]
    pub(super) fn extend(&mut self, fields: &[Field<'_>]) -> &[u8] {
        let block = &mut self.kept.block;
        for field in fields {
            self.encoder.field(*field, block);
        }
        block
    }

    /// The length of the last encoded block.
    pub(super) fn block_len(&self) -> usize {
        self.kept.block.len()
    }

    /// Releases memory. What was prepared is encoded again.
    pub(super) fn shrink(&mut self) {
        self.encoder.shrink();
        if self.kept.prepared.is_empty() {
            return self.kept.release();
        }
        self.kept.block = Vec::new();
        self.kept.prepared.shrink_to_fit();
        for template in &mut self.kept.prepared {
            template.fields.shrink();
            (template.block, template.state) = (Vec::new(), None);
        }
    }

    /// Drops what was prepared.
    pub(super) fn forget_prepared(&mut self) {
        if let Some(kept) = self.kept.used() {
            kept.prepared = Vec::new();
        }
    }
}
