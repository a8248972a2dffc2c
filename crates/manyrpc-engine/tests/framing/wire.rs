//! Frames written by hand (RFC 9113, section 4 and 6), in any equivalent encoding: padded or not,
//! in one frame or many, with the end of the stream on the last of them or on one of its own,
//! header blocks in pieces.

use manyrpc_draw::Draw;

pub(crate) const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

pub(crate) const DATA: u8 = 0;
const HEADERS: u8 = 1;
const PRIORITY: u8 = 2;
const RST_STREAM: u8 = 3;
pub(crate) const SETTINGS: u8 = 4;
const PING: u8 = 6;
const WINDOW_UPDATE: u8 = 8;
const CONTINUATION: u8 = 9;

const END_STREAM: u8 = 0x1;
const END_HEADERS: u8 = 0x4;
pub(crate) const PADDED: u8 = 0x8;
const WITH_PRIORITY: u8 = 0x20;

/// Reasons of a reset (RFC 9113, section 7).
pub(crate) const NO_ERROR: u32 = 0;
pub(crate) const INTERNAL_ERROR: u32 = 2;
pub(crate) const REFUSED_STREAM: u32 = 7;
pub(crate) const CANCEL: u32 = 8;
pub(crate) const ENHANCE_YOUR_CALM: u32 = 11;
pub(crate) const INADEQUATE_SECURITY: u32 = 12;

/// Fields of a header list.
pub(crate) type List = Vec<(String, Vec<u8>)>;

/// A sender's output on a stream, step by step: frames that must stay together.
pub(crate) type Steps = Vec<Vec<u8>>;

pub(crate) fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = (payload.len() as u32).to_be_bytes();
    let mut bytes = length[1..].to_vec();
    bytes.extend([kind, flags]);
    bytes.extend(stream.to_be_bytes());
    bytes.extend_from_slice(payload);
    bytes
}

/// A message with its prefix.
pub(crate) fn message(body: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0];
    bytes.extend((body.len() as u32).to_be_bytes());
    bytes.extend_from_slice(body);
    bytes
}

/// The messages in content, and whether it ends after one.
pub(crate) fn messages(mut content: &[u8]) -> (Vec<Vec<u8>>, bool) {
    let mut all = Vec::new();
    while let Some((prefix, rest)) = content.split_first_chunk::<5>() {
        let n = u32::from_be_bytes([prefix[1], prefix[2], prefix[3], prefix[4]]) as usize;
        let Some((body, rest)) = rest.split_at_checked(n) else {
            break;
        };
        all.push(body.to_vec());
        content = rest;
    }
    (all, content.is_empty())
}

pub(crate) fn reset(stream: u32, code: u32) -> Vec<u8> {
    frame(RST_STREAM, 0, stream, &code.to_be_bytes())
}

pub(crate) fn settings(entries: &[(u16, u32)]) -> Vec<u8> {
    let mut payload = Vec::new();
    for (id, value) in entries {
        payload.extend(id.to_be_bytes());
        payload.extend(value.to_be_bytes());
    }
    frame(SETTINGS, 0, 0, &payload)
}

/// The limit of our side on the fields of one message, in bytes as HTTP/2 counts them.
pub(crate) const METADATA: usize = 10_000;

/// Usually none, or up to a few times the limit, in one field or many.
pub(crate) fn metadata(draw: &mut Draw) -> List {
    let size = *draw.weighted(&[(80, 0), (5, 9_000), (5, 11_000), (5, 40_000), (5, 200_000)]);
    let each = *draw.pick(&[100, 5_000, 200_000]);
    let field = |i| (format!("x-{i}"), vec![b'v'; each]);
    (0..size / each).map(field).collect()
}

/// A payload with padding, or without.
fn padded(draw: &mut Draw, payload: &[u8]) -> (u8, Vec<u8>) {
    if draw.chance(70) {
        return (0, payload.to_vec());
    }
    let padding = *draw.pick(&[0, 1, 7, 255]);
    let mut bytes = vec![padding];
    bytes.extend_from_slice(payload);
    bytes.resize(bytes.len() + usize::from(padding), 0);
    (PADDED, bytes)
}

/// Content, split anywhere; with `end` it ends its stream.
pub(crate) fn content(draw: &mut Draw, stream: u32, mut bytes: &[u8], end: bool) -> Steps {
    let mut steps = Vec::new();
    let mut put = |draw: &mut Draw, piece: &[u8], end: bool| {
        let (flags, payload) = padded(draw, piece);
        let flags = flags | if end { END_STREAM } else { 0 };
        steps.push(frame(DATA, flags, stream, &payload));
    };
    // The end is on the last frame with anything in it, or on an empty one.
    let apart = end && (bytes.is_empty() || draw.chance(40));
    while !bytes.is_empty() {
        if draw.chance(10) {
            put(draw, &[], false);
        }
        let n = match draw.below(3) {
            0 => bytes.len(),
            1 => draw.between(1, bytes.len()),
            _ => draw.between(1, bytes.len().min(8)),
        };
        let (piece, rest) = bytes.split_at(n);
        put(draw, piece, end && !apart && rest.is_empty());
        bytes = rest;
    }
    if apart {
        put(draw, &[], true);
    }
    steps
}

/// A header list, its block split anywhere.
pub(crate) fn headers(draw: &mut Draw, stream: u32, list: &List, end: bool) -> Vec<u8> {
    let block = block(draw, list);
    let mut cuts: Vec<usize> = match draw.chance(60) {
        true => Vec::new(),
        false => (0..draw.between(1, 4))
            .map(|_| draw.below(block.len() + 1))
            .collect(),
    };
    // 4.2: no frame, with its padding, is longer than the minimum that everybody accepts.
    cuts.extend((0..block.len()).step_by(16_000).chain([block.len()]));
    cuts.sort_unstable();
    let mut bytes = Vec::new();
    let last = cuts.len() - 2;
    for (i, ends) in cuts.windows(2).enumerate() {
        let fragment = &block[ends[0]..ends[1]];
        let done = if i == last { END_HEADERS } else { 0 };
        if i > 0 {
            bytes.extend(frame(CONTINUATION, done, stream, fragment));
            continue;
        }
        let mut payload = Vec::new();
        let mut flags = done | if end { END_STREAM } else { 0 };
        if draw.chance(20) {
            flags |= WITH_PRIORITY;
            payload.extend([0, 0, 0, 0, 15]);
        }
        payload.extend_from_slice(fragment);
        let (padding, payload) = padded(draw, &payload);
        bytes.extend(frame(HEADERS, flags | padding, stream, &payload));
    }
    bytes
}

/// A header block (RFC 7541, section 6.2), every field a literal of some kind.
fn block(draw: &mut Draw, list: &List) -> Vec<u8> {
    let mut block = Vec::new();
    if draw.chance(10) {
        // 6.3: evicts a field from the table. Nothing here refers to the table.
        block.push(0x20);
        block.push(0x20 | 30);
    }
    for (name, value) in list {
        block.push(*draw.pick(&[0x00, 0x10, 0x40]));
        string(&mut block, name.as_bytes());
        string(&mut block, value);
    }
    block
}

/// 5.2, without Huffman coding.
fn string(block: &mut Vec<u8>, text: &[u8]) {
    match text.len() {
        n @ 0..127 => block.push(n as u8),
        n => {
            block.push(127);
            let mut rest = n - 127;
            while rest >= 128 {
                block.push(rest as u8 | 0x80);
                rest >>= 7;
            }
            block.push(rest as u8);
        }
    }
    block.extend_from_slice(text);
}

/// Frames that may come between any two others and do not affect the calls.
pub(crate) fn noise(draw: &mut Draw, stream: u32) -> Vec<u8> {
    match draw.below(5) {
        0 => frame(PING, 0, 0, &draw.number().to_be_bytes()),
        1 => frame(WINDOW_UPDATE, 0, 0, &1_u32.to_be_bytes()),
        2 => frame(PRIORITY, 0, stream, &[0, 0, 0, 0, 7]),
        3 => {
            let setting = *draw.pick(&[(1, 100), (1, 4096), (4, 70_000), (5, 20_000), (99, 1)]);
            settings(&[setting])
        }
        _ => frame(0xfe, 0xff, stream, b"of no known kind"),
    }
}

/// The steps of all streams in a random order, with noise between them.
pub(crate) fn interleaved(draw: &mut Draw, mut streams: Vec<(u32, Steps)>) -> Vec<u8> {
    let mut bytes = Vec::new();
    streams.iter_mut().for_each(|(_, steps)| steps.reverse());
    streams.retain(|(_, steps)| !steps.is_empty());
    while !streams.is_empty() {
        let at = draw.below(streams.len());
        let (id, steps) = &mut streams[at];
        bytes.extend(steps.pop().unwrap_or_default());
        if draw.chance(15) {
            bytes.extend(noise(draw, *id));
        }
        if steps.is_empty() {
            streams.swap_remove(at);
        }
    }
    bytes
}

/// The steps of streams that must begin in order, otherwise interleaved at random.
pub(crate) fn in_turn<'s>(draw: &mut Draw, streams: impl Iterator<Item = &'s Steps>) -> Vec<u8> {
    let mut all: Vec<(u32, Steps)> = Vec::new();
    let mut bytes = Vec::new();
    for (i, steps) in streams.enumerate() {
        let id = 2 * i as u32 + 1;
        let (first, rest) = steps.split_first().expect("a stream has a head");
        bytes.extend_from_slice(first);
        all.push((id, rest.to_vec()));
        // Some steps of streams that have begun, before the next one begins.
        for _ in 0..draw.below(4) {
            let at = draw.below(all.len());
            let (id, steps) = &mut all[at];
            if !steps.is_empty() {
                bytes.extend(steps.remove(0));
            }
            if draw.chance(15) {
                bytes.extend(noise(draw, *id));
            }
        }
    }
    bytes.extend(interleaved(draw, all));
    bytes
}
