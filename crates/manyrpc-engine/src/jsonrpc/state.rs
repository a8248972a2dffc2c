//! What the protocol keeps between messages, and of a request until its reply.

use alloc::vec::Vec;

use manyrpc_codec::json::Options;

use super::version::Version;

/// JSON-RPC.
#[derive(Debug, Default)]
pub struct JsonRpc {
    /// The version to send.
    pub(super) version: Version,
    /// How values are encoded.
    pub(super) options: Options,
    /// Memory for the ids of later calls.
    spare: Vec<Vec<u8>>,
}

/// What a reply needs of its request.
#[derive(Debug)]
pub struct Tag {
    pub(super) version: Version,
    /// Its `id` as received; empty for a notification, which has no reply.
    pub(super) echo: Vec<u8>,
}

/// Most ids whose memory is kept, and the most bytes of each.
const SPARES: usize = 64;
const SPARE_BYTES: usize = 64;

impl JsonRpc {
    /// The tag for replying to a request of that version and `id`.
    pub(super) fn tag(&mut self, version: Version, id: &[u8]) -> Tag {
        let mut echo = self.spare.pop().unwrap_or_default();
        echo.extend_from_slice(id);
        Tag { version, echo }
    }

    /// The memory of a tag serves another.
    #[inline]
    pub(super) fn take_back(&mut self, tag: Tag) {
        let mut echo = tag.echo;
        if self.spare.len() < SPARES && echo.capacity() <= SPARE_BYTES {
            echo.clear();
            self.spare.push(echo);
        }
    }
}
