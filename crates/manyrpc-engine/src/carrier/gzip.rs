//! gzip (RFC 1952) with DEFLATE (RFC 1951), a whole message at a time.

use alloc::boxed::Box;
use alloc::vec::Vec;

use manyrpc_codec::Buf;
use miniz_oxide::DataFormat;
use miniz_oxide::deflate::CompressionLevel;
use miniz_oxide::deflate::core::{CompressorOxide, TDEFLFlush, TDEFLStatus, compress};
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};

/// Why a message cannot be decompressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bad {
    /// It is not gzip, or is damaged.
    Malformed,
    /// The result exceeds the limit.
    TooLarge,
}

/// Compresses and decompresses messages, in memory allocated with the first one.
#[derive(Default)]
pub(crate) struct Gzip {
    inflater: Option<Box<DecompressorOxide>>,
    deflater: Option<Box<CompressorOxide>>,
    /// The last compressed message.
    deflated: Vec<u8>,
}

impl core::fmt::Debug for Gzip {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Gzip").finish_non_exhaustive()
    }
}

impl Gzip {
    pub(crate) const UNUSED: Gzip = Gzip {
        inflater: None,
        deflater: None,
        deflated: Vec::new(),
    };

    /// Decompresses `packed` and appends at most `most` bytes. Memory grows with the output so far,
    /// whatever size the sender states.
    ///
    /// # Errors
    /// `out` has the output so far.
    pub(crate) fn inflate(
        &mut self,
        mut packed: &[u8],
        most: usize,
        out: &mut Buf,
    ) -> Result<(), Bad> {
        let inflater = self.inflater.get_or_insert_default();
        let start = out.len();
        // 2.2: members follow each other.
        loop {
            packed = &packed[header(packed).ok_or(Bad::Malformed)?..];
            let from = out.len();
            inflater.init();
            let most = most - (from - start);
            packed = &packed[inflate_member(inflater, packed, most, out)?..];
            let (trailer, rest) = packed
                .split_first_chunk::<TRAILER>()
                .ok_or(Bad::Malformed)?;
            if *trailer != trailer_of(&out.data()[from..]) {
                return Err(Bad::Malformed);
            }
            if rest.is_empty() {
                return Ok(());
            }
            packed = rest;
        }
    }

    /// The compressed `message`, if it is shorter.
    pub(crate) fn deflate(&mut self, message: &[u8]) -> Option<&[u8]> {
        let room = message.len().checked_sub(HEADER.len() + TRAILER)?;
        let deflater = self.deflater.get_or_insert_with(|| {
            let level = CompressionLevel::DefaultLevel;
            Box::new(CompressorOxide::with_format_and_level(
                DataFormat::Raw,
                level,
            ))
        });
        deflater.reset();
        let out = &mut self.deflated;
        out.clear();
        out.extend_from_slice(&HEADER);
        out.resize(HEADER.len() + room, 0);
        let space = &mut out[HEADER.len()..];
        let (status, _, n) = compress(deflater, message, space, TDEFLFlush::Finish);
        if status != TDEFLStatus::Done {
            return None;
        }
        out.truncate(HEADER.len() + n);
        out.extend_from_slice(&trailer_of(message));
        Some(out)
    }

    /// Releases memory that the next message may not need.
    pub(crate) fn shrink(&mut self) {
        *self = Gzip::default();
    }
}

/// Decompresses the blocks of one member; returns their length in `packed`.
fn inflate_member(
    inflater: &mut DecompressorOxide,
    packed: &[u8],
    most: usize,
    out: &mut Buf,
) -> Result<usize, Bad> {
    let flags = inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let (start, mut read, mut written) = (out.len(), 0, 0);
    // One more byte of room shows whether there is more than `most`.
    let mut room = (packed.len() * 4).max(MIN_ROOM).min(most + 1);
    loop {
        let more = start + room - out.len();
        out.space(more)[..more].fill(0);
        out.filled(more);
        let space = &mut out.data_mut()[start..];
        let (status, took, gave) = decompress(inflater, &packed[read..], space, written, flags);
        read += took;
        written += gave;
        match status {
            _ if written > most => return Err(Bad::TooLarge),
            TINFLStatus::Done => {
                out.truncate(start + written);
                return Ok(read);
            }
            TINFLStatus::HasMoreOutput if room <= most => room = (room * 2).min(most + 1),
            TINFLStatus::HasMoreOutput => return Err(Bad::TooLarge),
            _ => return Err(Bad::Malformed),
        }
    }
}

/// The length of a member's header (RFC 1952, section 2.3); `None` if it is malformed.
fn header(packed: &[u8]) -> Option<usize> {
    let [0x1f, 0x8b, 8, flags, ..] = *packed else {
        return None;
    };
    // 2.3.1.2: reserved bits may announce unknown fields.
    if flags & RESERVED != 0 {
        return None;
    }
    let mut at = HEADER.len();
    if flags & EXTRA != 0 {
        let length = packed.get(at..at + 2)?;
        at += 2 + usize::from(u16::from_le_bytes([length[0], length[1]]));
    }
    for text in [NAME, COMMENT] {
        if flags & text != 0 {
            at += packed.get(at..)?.iter().position(|b| *b == 0)? + 1;
        }
    }
    if flags & HEADER_CRC != 0 {
        let written = packed.get(at..at + 2)?;
        let crc = crc32fast::hash(&packed[..at]).to_le_bytes();
        if *written != crc[..2] {
            return None;
        }
        at += 2;
    }
    (at <= packed.len()).then_some(at)
}

/// The trailer after the blocks: checksum and length of the decompressed data.
fn trailer_of(message: &[u8]) -> [u8; TRAILER] {
    let crc = crc32fast::hash(message).to_le_bytes();
    let length = (message.len() as u32).to_le_bytes();
    let mut trailer = [0; TRAILER];
    trailer[..4].copy_from_slice(&crc);
    trailer[4..].copy_from_slice(&length);
    trailer
}

/// Without name and time, from an unknown system.
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
const TRAILER: usize = 8;
/// The smallest room reserved.
const MIN_ROOM: usize = 256;
// Flags of a header (section 2.3.1).
const HEADER_CRC: u8 = 0x02;
const EXTRA: u8 = 0x04;
const NAME: u8 = 0x08;
const COMMENT: u8 = 0x10;
const RESERVED: u8 = 0xe0;

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    fn inflated(packed: &[u8], most: usize) -> Result<Vec<u8>, Bad> {
        let mut out = Buf::new();
        out.put(b"before");
        let done = Gzip::default().inflate(packed, most, &mut out);
        assert!(out.capacity() < 4 * (most + 1) + 4096, "{}", out.capacity());
        done.map(|()| out.data()[6..].to_vec())
    }

    /// `printf hello | gzip -n`.
    const HELLO: [u8; 25] = [
        0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0xcb, 0x48, 0xcd, 0xc9, 0xc9,
        0x07, 0x00, 0x86, 0xa6, 0x10, 0x36, 0x05, 0x00, 0x00, 0x00,
    ];

    #[test]
    fn what_the_program_gzip_writes_is_read() {
        assert_eq!(inflated(&HELLO, 5), Ok(b"hello".to_vec()));
        assert_eq!(inflated(&HELLO, 4), Err(Bad::TooLarge));
        let twice = [HELLO, HELLO].concat();
        assert_eq!(inflated(&twice, 10), Ok(b"hellohello".to_vec()));
        assert_eq!(inflated(&twice, 9), Err(Bad::TooLarge));
    }

    #[test]
    fn fields_of_the_header_are_passed_over() {
        let mut named = HELLO.to_vec();
        named[3] = EXTRA | NAME | COMMENT | HEADER_CRC;
        let mut fields = vec![2, 0, b'x', b'y'];
        fields.extend_from_slice(b"name\0comment\0");
        named.splice(10..10, fields);
        let end = named.len() - 15;
        let crc = crc32fast::hash(&named[..end]).to_le_bytes();
        named.splice(end..end, crc[..2].iter().copied());
        assert_eq!(inflated(&named, 5), Ok(b"hello".to_vec()));
        named[end] ^= 1;
        assert_eq!(inflated(&named, 5), Err(Bad::Malformed));
    }

    #[test]
    fn what_is_cut_or_changed_is_malformed() {
        for end in 0..HELLO.len() {
            assert_eq!(inflated(&HELLO[..end], 100), Err(Bad::Malformed), "{end}");
        }
        // Time, system and the bits after the last block have no effect.
        for at in (0..4).chain(10..16).chain(17..HELLO.len()) {
            let mut wrong = HELLO;
            wrong[at] ^= 0x80;
            assert!(inflated(&wrong, 100).is_err(), "{at}");
        }
        let mut more = HELLO.to_vec();
        more.push(0);
        assert_eq!(inflated(&more, 100), Err(Bad::Malformed));
    }

    #[test]
    fn messages_come_back_and_what_does_not_shrink_is_left() {
        let mut gzip = Gzip::default();
        let mut state = 1_u32;
        let noise: Vec<u8> = core::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        })
        .take(5000)
        .collect();
        assert_eq!(gzip.deflate(&noise), None);
        assert_eq!(gzip.deflate(b"short"), None);
        for n in [100, 5000, 300_000] {
            let message: Vec<u8> = (0..n).map(|i| (i / 50) as u8).collect();
            let packed = gzip.deflate(&message).unwrap().to_vec();
            assert!(packed.len() < n);
            assert_eq!(inflated(&packed, n), Ok(message));
            assert_eq!(inflated(&packed, n - 1), Err(Bad::TooLarge));
        }
    }

    /// Changes, removes or duplicates a few bytes of valid data, repeatedly.
    #[test]
    fn whatever_comes_takes_no_more_than_is_taken() {
        let message = b"some words that come again, and others: abcdefghijklm ".repeat(11);
        let packed = Gzip::default().deflate(&message).unwrap().to_vec();
        let mut state = 7_u32;
        let mut random = |below: usize| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as usize % below
        };
        for _ in 0..20_000 {
            let mut wrong = packed.clone();
            for _ in 0..1 + random(3) {
                let at = random(wrong.len());
                match random(4) {
                    0 => wrong[at] = random(256) as u8,
                    1 => wrong[at] ^= 1 << random(8),
                    2 => drop(wrong.remove(at)),
                    _ => wrong.insert(at, wrong[at]),
                }
            }
            // The checksum rejects everything else.
            if let Ok(read) = inflated(&wrong, 1000) {
                assert_eq!(read, message);
            }
        }
    }

    #[test]
    fn a_bomb_takes_no_more_memory_than_is_taken() {
        let zeros = vec![0; 64 << 20];
        let packed = Gzip::default().deflate(&zeros).unwrap().to_vec();
        assert!(packed.len() < 100_000);
        // `inflated` checks the memory used.
        for most in [0, 1, 1000, 1 << 20] {
            assert_eq!(inflated(&packed, most), Err(Bad::TooLarge));
        }
    }
}
