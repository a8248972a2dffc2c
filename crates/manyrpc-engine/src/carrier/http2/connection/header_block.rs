//! Header blocks: reassembled from HEADERS and CONTINUATION, and decoded (RFC 9113, 4.3 and 6.10).

use alloc::vec::Vec;
use core::ops::Range;

use crate::carrier::http2::config::Config;
use crate::carrier::http2::fault::{Scope, calm, connection, protocol};
use crate::carrier::http2::frame::{self, ErrorCode, Header, LAST_STREAM, unpadded};
use crate::carrier::http2::received::{List, Received};
use crate::carrier::http2::settings::most;
use crate::in_use::{Idle, InUse};

/// The peer's header blocks.
#[derive(Debug)]
pub(super) struct HeaderBlocks {
    incomplete: InUse<Incomplete>,
    received: Received,
    caps: Caps,
}

/// A block in several frames.
#[derive(Debug, Default)]
struct Incomplete {
    /// The block that is incomplete.
    under_way: Option<Fragments>,
    /// Its fragments so far.
    fragments: Vec<u8>,
}

impl Idle for Incomplete {
    const IDLE: &'static Self = &Incomplete {
        under_way: None,
        fragments: Vec::new(),
    };
}

/// Limits: our dynamic table in bytes, a block in bytes and in frames, and its list in bytes.
#[derive(Debug)]
struct Caps {
    table_bytes: u32,
    block_bytes: u32,
    frames: u32,
    list_bytes: u32,
}

#[derive(Clone, Copy, Debug)]
struct Fragments {
    stream: u32,
    end_stream: bool,
    frames: u32,
}

/// A complete header block.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) stream: u32,
    pub(super) end_stream: bool,
    /// Where it lies in its frame's payload; `None` if it arrived in several frames.
    range: Option<Range<usize>>,
}

impl HeaderBlocks {
    pub(super) fn new(config: &Config) -> Self {
        HeaderBlocks {
            incomplete: InUse::default(),
            received: Received::default(),
            caps: Caps {
                table_bytes: config.header_table_bytes.into(),
                block_bytes: most(config.header_block_bytes),
                frames: most(config.header_frames),
                list_bytes: most(config.header_list_bytes),
            },
        }
    }

    /// Handles HEADERS; returns the block when it is complete (6.2).
    #[inline]
    pub(super) fn headers(
        &mut self,
        header: Header,
        payload: &[u8],
    ) -> Result<Option<Block>, Scope> {
        of_stream(header)?;
        let range = unpadded(header, payload);
        let mut range = range.ok_or(protocol("padding that is longer than its frame"))?;
        if header.has(frame::PRIORITY) {
            range.start += priority(header.stream, &payload[range.clone()])?;
        }
        let (stream, end_stream) = (header.stream, header.has(frame::END_STREAM));
        if header.has(frame::END_HEADERS) {
            let range = Some(range);
            return Ok(Some(Block {
                stream,
                end_stream,
                range,
            }));
        }
        let incomplete = &mut *self.incomplete;
        incomplete.fragments.clear();
        incomplete.fragments.extend_from_slice(&payload[range]);
        incomplete.under_way = Some(Fragments {
            stream,
            end_stream,
            frames: 1,
        });
        Ok(None)
    }

    /// Handles CONTINUATION, likewise (6.10).
    pub(super) fn continuation(
        &mut self,
        header: Header,
        payload: &[u8],
    ) -> Result<Option<Block>, Scope> {
        let Incomplete {
            under_way,
            fragments,
        } = &mut *self.incomplete;
        let block = under_way.as_mut();
        let block = block.ok_or(protocol("CONTINUATION of no header block"))?;
        block.frames += 1;
        let too_long = fragments.len() + payload.len() > self.caps.block_bytes as usize;
        if too_long || block.frames > self.caps.frames {
            return Err(calm("a header block that does not end"));
        }
        fragments.extend_from_slice(payload);
        if !header.has(frame::END_HEADERS) {
            return Ok(None);
        }
        Ok(under_way.take().map(|block| Block {
            stream: block.stream,
            end_stream: block.end_stream,
            range: None,
        }))
    }

    /// Decodes a block; `payload` is that of its last frame. This must be done even if its stream
    /// is gone (4.3).
    #[inline]
    pub(super) fn decode(&mut self, block: &Block, payload: &[u8]) -> Result<(), Scope> {
        let bytes = match &block.range {
            Some(range) => &payload[range.clone()],
            None => &self.incomplete.fragments,
        };
        let decoded = self.received.decode(bytes, self.list_bytes());
        decoded.map_err(|e| connection(ErrorCode::CompressionError, e.words()))
    }

    /// The largest list accepted, in bytes.
    pub(super) fn list_bytes(&self) -> usize {
        self.caps.list_bytes as usize
    }

    /// The last decoded list.
    #[inline]
    pub(super) fn list(&self) -> &List {
        self.received.list()
    }

    /// The peer has acknowledged our settings, which include the dynamic table's size.
    pub(super) fn settings_acknowledged(&mut self) {
        self.received.set_limit(self.caps.table_bytes as usize);
    }

    /// Releases memory, the last list with it, unless a block is incomplete.
    pub(super) fn shrink(&mut self) {
        if self.incomplete.under_way.is_none() {
            self.received.shrink();
            self.incomplete.release();
        }
    }
}

/// The length in bytes of the priority in HEADERS, which is ignored (6.2).
#[cold]
fn priority(id: u32, fragment: &[u8]) -> Result<usize, Scope> {
    let Some([d0, d1, d2, d3, _]) = fragment.first_chunk::<5>() else {
        let what = "HEADERS is too short for its priority";
        return Err(connection(ErrorCode::FrameSizeError, what));
    };
    // 5.3.1 of RFC 7540, which h2spec still tests. A connection error, since the block is not
    // decoded.
    if u32::from_be_bytes([*d0, *d1, *d2, *d3]) & LAST_STREAM == id {
        return Err(protocol("a stream depends on itself"));
    }
    Ok(5)
}

/// A frame of a kind that belongs to a stream.
pub(super) fn of_stream(header: Header) -> Result<(), Scope> {
    if header.stream != 0 {
        return Ok(());
    }
    Err(protocol(
        "the connection's frame of a kind that is a stream's",
    ))
}
