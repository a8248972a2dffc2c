//! The Huffman code of string literals (RFC 7541, 5.2 and appendix B).
//!
//! The code is canonical: it is determined by the code lengths. The tables for both directions are
//! computed from them at compile time.

use alloc::vec::Vec;

use super::Undecodable;

/// Symbols, including the end-of-string symbol.
const SYMBOLS: usize = 257;
const END_OF_STRING: u16 = 256;
const LONGEST: usize = 30;
/// Codes of up to this many bits are found by one table lookup.
const SHORT: u32 = 8;

/// Length in bits of each symbol's code (appendix B).
#[rustfmt::skip]
const LENGTHS: [u8; SYMBOLS] = [
    13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28,
    28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 28,
    6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6,
    5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10,
    13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7,
    7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6,
    15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5,
    6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28,
    20, 22, 20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23,
    24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24,
    22, 21, 20, 22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23,
    21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23,
    26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25,
    19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27, 27,
    20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23,
    26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26,
    30,
];

/// The tables derived from the lengths.
struct Code {
    /// Each symbol's code, in its low bits.
    codes: [u32; SYMBOLS],
    /// The symbols in order of code.
    sorted: [u16; SYMBOLS],
    /// For each length: the code after the last one of at most that length, aligned to 32 bits.
    ends: [u64; LONGEST + 1],
    /// For each length: its first code, and the position of its symbols in `sorted`.
    firsts: [(u32, u16); LONGEST + 1],
    /// For each first byte: symbol and length; length 0 for longer codes.
    short: [(u8, u8); 1 << SHORT],
}

static CODE: Code = code();

const fn code() -> Code {
    let mut code = Code {
        codes: [0; SYMBOLS],
        sorted: [0; SYMBOLS],
        ends: [0; LONGEST + 1],
        firsts: [(0, 0); LONGEST + 1],
        short: [(0, 0); 1 << SHORT],
    };
    let (mut next, mut at, mut length) = (0u32, 0, 1);
    while length <= LONGEST {
        next <<= 1;
        code.firsts[length] = (next, at as u16);
        let mut symbol = 0;
        while symbol < SYMBOLS {
            if LENGTHS[symbol] as usize == length {
                code.codes[symbol] = next;
                code.sorted[at] = symbol as u16;
                if length as u32 <= SHORT {
                    fill(&mut code.short, symbol as u8, next, length as u32);
                }
                next += 1;
                at += 1;
            }
            symbol += 1;
        }
        code.ends[length] = (next as u64) << (32 - length);
        length += 1;
    }
    code
}

/// Enters a short code at every byte that begins with it.
const fn fill(short: &mut [(u8, u8); 1 << SHORT], symbol: u8, code: u32, length: u32) {
    let first = code << (SHORT - length);
    let mut i = 0;
    while i < 1 << (SHORT - length) {
        short[(first + i) as usize] = (symbol, length as u8);
        i += 1;
    }
}

/// Length in bytes of `text` in this code.
pub fn encoded_len(text: &[u8]) -> usize {
    let bits = text.iter().map(|b| usize::from(LENGTHS[usize::from(*b)]));
    bits.sum::<usize>().div_ceil(8)
}

/// Appends the code of `text`.
pub fn encode(text: &[u8], out: &mut Vec<u8>) {
    let (mut bits, mut pending) = (0u64, 0u32);
    for byte in text {
        let symbol = usize::from(*byte);
        bits = bits << LENGTHS[symbol] | u64::from(CODE.codes[symbol]);
        pending += u32::from(LENGTHS[symbol]);
        while pending >= 8 {
            pending -= 8;
            out.push((bits >> pending) as u8);
        }
    }
    if pending > 0 {
        // The padding is a prefix of the end-of-string code: ones.
        let padding = 8 - pending;
        out.push((bits << padding) as u8 | ((1 << padding) - 1) as u8);
    }
}

/// Decodes `coded` and appends the text, at most 1.6 bytes for each byte of code.
pub fn decode(coded: &[u8], out: &mut Vec<u8>) -> Result<(), Undecodable> {
    // The next bits are the highest of `bits`; those beyond `have` are zero.
    let (mut bits, mut have, mut rest) = (0u64, 0u32, coded);
    loop {
        while have <= 56
            && let Some((byte, behind)) = rest.split_first()
        {
            bits |= u64::from(*byte) << (56 - have);
            have += 8;
            rest = behind;
        }
        let (symbol, length) = match CODE.short[(bits >> 56) as usize] {
            (_, 0) => long(bits),
            (symbol, length) => (u16::from(symbol), u32::from(length)),
        };
        if length > have {
            return ends_well(bits, have);
        }
        // 5.2: the end-of-string code must not occur.
        if symbol == END_OF_STRING {
            return Err(Undecodable::BadHuffman);
        }
        out.push(symbol as u8);
        bits <<= length;
        have -= length;
    }
}

/// The symbol of a long code at the front of `bits`, and its length.
fn long(bits: u64) -> (u16, u32) {
    let front = bits >> 32;
    for length in SHORT as usize + 1..=LONGEST {
        if front < CODE.ends[length] {
            let (first, at) = CODE.firsts[length];
            let symbol = (front as u32 >> (32 - length)) - first + u32::from(at);
            return (CODE.sorted[symbol as usize], length as u32);
        }
    }
    (END_OF_STRING, LONGEST as u32)
}

/// The rest must be padding: less than a byte, all ones (5.2).
fn ends_well(bits: u64, have: u32) -> Result<(), Undecodable> {
    let ones = have == 0 || bits >> (64 - have) == (1 << have) - 1;
    if have < 8 && ones {
        Ok(())
    } else {
        Err(Undecodable::BadHuffman)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    /// Appendix B itself: symbol, code in hexadecimal, bits.
    const APPENDIX_B: &str = include_str!("../../../../../../vectors/hpack/huffman.txt");

    #[test]
    fn every_code_of_appendix_b() {
        let mut symbols = 0;
        for line in APPENDIX_B.lines().filter(|line| !line.starts_with('#')) {
            let mut words = line.split_whitespace();
            let symbol: usize = words.next().unwrap().parse().unwrap();
            let code = u32::from_str_radix(words.next().unwrap(), 16).unwrap();
            let length: u8 = words.next().unwrap().parse().unwrap();
            assert_eq!(
                (CODE.codes[symbol], LENGTHS[symbol]),
                (code, length),
                "{symbol}"
            );
            assert_eq!(symbols, symbol);
            symbols += 1;
        }
        assert_eq!(symbols, SYMBOLS);
    }

    #[test]
    fn every_pair_of_bytes_comes_back() {
        let (mut coded, mut text) = (Vec::new(), Vec::new());
        for pair in 0..=u16::MAX {
            coded.clear();
            text.clear();
            encode(&pair.to_be_bytes(), &mut coded);
            assert_eq!(coded.len(), encoded_len(&pair.to_be_bytes()));
            decode(&coded, &mut text).unwrap();
            assert_eq!(text, pair.to_be_bytes());
        }
    }

    // RFC 7541, 5.2.
    #[test]
    fn padding_is_short_and_of_ones_and_the_end_never_comes() {
        let bad: [&[u8]; 6] = [
            &[0xff],
            &[0x1f, 0xff],
            &[0x1c],
            &[0x18],
            // The end-of-string code itself, and with padding.
            &[0xff, 0xff, 0xff, 0xfc],
            &[0xff, 0xff, 0xff, 0xff],
        ];
        for coded in bad {
            let refused = decode(coded, &mut Vec::new());
            assert_eq!(refused, Err(Undecodable::BadHuffman), "{coded:02x?}");
        }
        let mut text = Vec::new();
        decode(&[0x1f], &mut text).unwrap();
        assert_eq!(text, b"a");
        assert_eq!(
            Undecodable::BadHuffman.to_string(),
            Undecodable::BadHuffman.words()
        );
    }
}
