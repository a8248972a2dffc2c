//! Decimal numbers, which are text elsewhere: `-12.50`.
//!
//! Reading list: CORBA 3.0, section 15.3.2.8. Two digits share an octet; the last half has the
//! sign. An even number of digits is preceded by a zero.

use alloc::string::String;

use super::encoder::Encoder;
use super::source::Decoder;
use crate::error::{Fail, MalformedKind, UnencodableKind};
use crate::meta::Field;

/// The most octets, for 31 digits and the sign.
const MOST: usize = 16;

const PLUS: u8 = 0xc;
const MINUS: u8 = 0xd;

impl Encoder<'_> {
    #[cold]
    #[inline(never)]
    pub(super) fn put_fixed(&mut self, f: &Field, digits: u8, scale: u8, v: &str) {
        match pack(v, digits.into(), scale.into()) {
            Some((octets, n)) => self.put_octets(f, &octets[..n]),
            None => self.w.fail(
                f,
                UnencodableKind::Not("a decimal number that fits its type"),
            ),
        }
    }
}

impl<'de> Decoder<'de> {
    #[cold]
    #[inline(never)]
    pub(super) fn fixed(&mut self, digits: u8, scale: u8) -> Result<String, Fail> {
        let octets = self.packed(digits.into())?;
        Ok(unpack(octets, scale.into()))
    }

    /// The octets of a number with that many digits.
    #[cold]
    #[inline(never)]
    pub(super) fn packed(&mut self, digits: usize) -> Result<&'de [u8], Fail> {
        let n = digits / 2 + 1;
        let octets = self.take(n)?;
        match is_packed(octets, digits) {
            true => Ok(octets),
            false => Err(self.fail_back(n, MalformedKind::Expected("a packed decimal number"))),
        }
    }
}

/// The octets of a number and how many there are. Zeros beyond the type's digits are ignored.
fn pack(text: &str, digits: usize, scale: usize) -> Option<([u8; MOST], usize)> {
    let (sign, unsigned) = match text.strip_prefix('-') {
        Some(rest) => (MINUS, rest),
        None => (PLUS, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if !(is_number(whole) && is_number(fraction)) || whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let whole = whole.trim_start_matches('0');
    let fraction = fraction.trim_end_matches('0');
    if whole.len() > digits.checked_sub(scale)? || fraction.len() > scale || digits >= 2 * MOST {
        return None;
    }
    let is_zero = whole.is_empty() && fraction.is_empty();
    let n = digits / 2 + 1;
    let mut octets = [0; MOST];
    let mut half = |place: usize, value: u8| octets[place / 2] |= value << (4 * (1 - place % 2));
    // Places of halves: the sign is last, the decimal point before the last `scale` digits.
    let point = 2 * n - 1 - scale;
    let from = point - whole.len();
    for (at, digit) in whole.bytes().enumerate() {
        half(from + at, digit - b'0');
    }
    for (at, digit) in fraction.bytes().enumerate() {
        half(point + at, digit - b'0');
    }
    half(2 * n - 1, if is_zero { PLUS } else { sign });
    Some((octets, n))
}

fn halves(octets: &[u8]) -> impl Iterator<Item = u8> {
    octets.iter().flat_map(|octet| [octet >> 4, octet & 15])
}

/// Whether the last half is a sign, each of the others a digit, and a spare first one zero.
fn is_packed(octets: &[u8], digits: usize) -> bool {
    let last = 2 * octets.len() - 1;
    let is_spare = |place: usize| digits.is_multiple_of(2) && place == 0;
    let mut halves = halves(octets).enumerate();
    halves.all(|(place, half)| match place == last {
        true => matches!(half, PLUS | MINUS),
        false => half <= if is_spare(place) { 0 } else { 9 },
    })
}

/// The number as text with all digits of its fraction.
fn unpack(octets: &[u8], scale: usize) -> String {
    let last = 2 * octets.len() - 1;
    let mut text = String::new();
    let mut is_zero = true;
    for (place, half) in halves(octets).enumerate() {
        if place == last {
            if half == MINUS && !is_zero {
                text.insert(0, '-');
            }
            break;
        }
        is_zero &= half == 0;
        if place + scale == last {
            if text.is_empty() {
                text.push('0');
            }
            text.push('.');
        }
        // Zeros in front of the number are left out.
        if half != 0 || !text.is_empty() {
            text.push(char::from(b'0' + half));
        }
    }
    if text.is_empty() {
        text.push('0');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(text: &str, digits: usize, scale: usize) -> Option<alloc::vec::Vec<u8>> {
        pack(text, digits, scale).map(|(octets, n)| octets[..n].to_vec())
    }

    /// The layout drawn in section 15.3.2.8.
    #[test]
    fn two_digits_share_an_octet() {
        let is = |text: &str, digits, scale, octets: &[u8]| {
            assert_eq!(packed(text, digits, scale).as_deref(), Some(octets));
            assert!(is_packed(octets, digits));
            assert_eq!(unpack(octets, scale), text);
        };
        is("123.45", 5, 2, &[0x12, 0x34, 0x5c]);
        is("-12.34", 4, 2, &[0x01, 0x23, 0x4d]);
        is("0.05", 4, 2, &[0x00, 0x00, 0x5c]);
        is("-0.50", 2, 2, &[0x05, 0x0d]);
        is("7", 1, 0, &[0x7c]);
        is("0", 1, 0, &[0x0c]);
        is("1000", 4, 0, &[0x01, 0x00, 0x0c]);
        let nines = "9".repeat(31);
        let mut octets = [0x99; 16];
        octets[15] = 0x9c;
        is(&nines, 31, 0, &octets);
    }

    #[test]
    fn other_forms_of_a_number_are_the_same_number() {
        assert_eq!(packed("+007.50", 4, 2), packed("7.5", 4, 2));
        assert_eq!(packed("-0", 4, 2), packed("0.00", 4, 2));
        assert_eq!(packed(".5", 2, 1), packed("0.5", 2, 1));
        assert!(is_packed(&[0x00, 0x0d], 2));
        assert_eq!(unpack(&[0x00, 0x0d], 1), "0.0");
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        for (text, digits, scale) in [
            ("100", 4, 2),
            ("1.234", 5, 2),
            ("", 4, 2),
            (".", 4, 2),
            ("1e3", 9, 2),
            ("--1", 4, 2),
            ("1", 3, 4),
            ("1", 32, 0),
        ] {
            assert_eq!(packed(text, digits, scale), None, "{text}");
        }
        for octets in [[0xac], [0x1b], [0x10]] {
            assert!(!is_packed(&octets, 1));
        }
        assert!(!is_packed(&[0x11, 0x1c], 2));
    }
}
