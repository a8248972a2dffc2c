//! Limits on what encoding and decoding may use, whatever the syntax.

/// What encoding and decoding may use at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Levels of nesting: records, unions, arrays, lists and optional values each count as one.
    pub depth: u32,
    /// Array elements in one message that take no bytes at all (`opaque[0]`):
    /// those that do are bounded by the bytes there are.
    pub elements: u32,
    /// Bytes of one message's parameters.
    pub bytes: usize,
    /// Bytes of memory that values may take beyond a multiple of their message, in syntaxes where a
    /// few bytes stand for much: see [`protobuf::MEMORY`](crate::protobuf::MEMORY).
    pub memory: usize,
}

impl Limits {
    /// 128 levels, 4096 elements without bytes, 64 MiB of bytes and as much memory beyond them.
    pub const DEFAULT: Limits = Limits {
        depth: 128,
        elements: 4096,
        bytes: 64 << 20,
        memory: 64 << 20,
    };

    /// The same for messages whose size was checked when they arrived, or is when they go: it has one cap
    /// only, so that raising or lowering that is enough, and errors name it.
    pub const OF_SHAPE: Limits = Limits {
        bytes: usize::MAX,
        ..Limits::DEFAULT
    };
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}
