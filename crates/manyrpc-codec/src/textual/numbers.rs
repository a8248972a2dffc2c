//! Parsing numbers.

/// Parses a decimal number of JSON or XML-RPC as an integer: digits with a sign, and other forms of
/// integers such as `5.0` or `1e3`. `Err(true)` for an integer beyond 64 bits, `Err(false)` if it
/// is not an integer.
#[inline(never)]
pub(crate) fn integer(characters: &[u8]) -> Result<i128, bool> {
    let (negative, unsigned) = match characters {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        all => (false, all),
    };
    if let Some(v) = few_places(unsigned) {
        return Ok(if negative { -v } else { v });
    }
    let split = unsigned.iter().position(|b| matches!(b, b'e' | b'E'));
    let (mantissa, exponent) = unsigned.split_at(split.unwrap_or(unsigned.len()));
    let dot = mantissa.iter().position(|b| *b == b'.');
    let (whole, fraction) = mantissa.split_at(dot.unwrap_or(mantissa.len()));
    let fraction = fraction.get(1..).unwrap_or_default();
    let exponent = match exponent {
        [] => 0,
        [_, digits @ ..] => self::exponent(digits)?,
    };
    let digits = whole.iter().chain(fraction);
    if whole.is_empty() || !digits.clone().all(u8::is_ascii_digit) {
        return Err(false);
    }
    // The decimal places left; the fraction may be shorter if it ends in zeros.
    let scale = exponent - i64::try_from(fraction.len()).map_err(|_| true)?;
    let zeros = digits.clone().rev().take_while(|d| **d == b'0').count();
    let all = whole.len() + fraction.len();
    if zeros == all {
        return Ok(0);
    }
    let dropped = usize::try_from(-scale).unwrap_or_default();
    if dropped > zeros {
        return Err(false);
    }
    let mut value = 0i128;
    let more = usize::try_from(scale).unwrap_or_default();
    let kept = digits.take(all - dropped).map(|d| i128::from(d - b'0'));
    for digit in kept.chain(core::iter::repeat_n(0, more)) {
        value = value * 10 + digit;
        if value > i128::from(u64::MAX) {
            return Err(true);
        }
    }
    Ok(if negative { -value } else { value })
}

/// Digits only, no more than always fit in 64 bits.
#[inline]
fn few_places(digits: &[u8]) -> Option<i128> {
    let few = (1..=18).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit);
    let value = |digits: &[u8]| digits.iter().fold(0, |v, d| v * 10 + i64::from(d - b'0'));
    few.then(|| i128::from(value(digits)))
}

/// The exponent behind the `e`, clamped to where it no longer matters.
fn exponent(digits: &[u8]) -> Result<i64, bool> {
    let (negative, digits) = match digits {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        all => (false, all),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return Err(false);
    }
    const FAR: i64 = 1 << 40;
    let value = digits
        .iter()
        .fold(0i64, |v, d| (v * 10 + i64::from(d - b'0')).min(FAR));
    Ok(if negative { -value } else { value })
}

/// A floating-point type.
pub(crate) trait Float: core::str::FromStr + Default + Copy + 'static {
    const NAN: Self;
    const INFINITY: Self;
    const NEG_INFINITY: Self;
    /// Integers of this many bits are exact.
    const DIGITS: u32;
    /// Exact powers of ten.
    const POWERS: &'static [Self];
    fn is_finite(self) -> bool;
    /// An integer of at most [`Float::DIGITS`] bits.
    fn from_digits(v: u64) -> Self;
    fn over(self, v: Self) -> Self;
    fn negated(self) -> Self;
}

macro_rules! floats {
    ($($ty:ident [$($power:literal)*])*) => {$(
        impl Float for $ty {
            const NAN: Self = $ty::NAN;
            const INFINITY: Self = $ty::INFINITY;
            const NEG_INFINITY: Self = $ty::NEG_INFINITY;
            const DIGITS: u32 = $ty::MANTISSA_DIGITS;
            const POWERS: &'static [Self] = &[$($power),*];
            #[inline]
            fn is_finite(self) -> bool {
                $ty::is_finite(self)
            }
            #[inline]
            fn from_digits(v: u64) -> Self {
                v as $ty
            }
            #[inline]
            fn over(self, v: Self) -> Self {
                self / v
            }
            #[inline]
            fn negated(self) -> Self {
                -self
            }
        }
    )*};
}

floats! {
    f32 [1e0 1e1 1e2 1e3 1e4 1e5 1e6 1e7 1e8 1e9 1e10]
    f64 [1e0 1e1 1e2 1e3 1e4 1e5 1e6 1e7 1e8 1e9 1e10 1e11 1e12 1e13 1e14 1e15 1e16 1e17 1e18
         1e19 1e20 1e21 1e22]
}

/// The nearest number to decimal characters; infinity above the range. `None` if they are not a
/// number.
pub(crate) fn float<T: Float>(characters: &[u8]) -> Option<T> {
    match few_digits(characters) {
        Some(v) => Some(v),
        None => many_digits(characters),
    }
}

/// A number with few digits: if the digits and the power of ten are exact, one operation rounds
/// once.
#[inline]
fn few_digits<T: Float>(characters: &[u8]) -> Option<T> {
    let (negative, unsigned) = match characters {
        [b'-', rest @ ..] => (true, rest),
        all => (false, all),
    };
    let mut digits = 0u64;
    let mut dot = None;
    // Nineteen digits never overflow.
    if unsigned.is_empty() || unsigned.len() > 19 {
        return None;
    }
    for (i, byte) in unsigned.iter().enumerate() {
        match byte {
            b'0'..=b'9' => digits = digits * 10 + u64::from(byte - b'0'),
            b'.' if dot.is_none() && i > 0 => dot = Some(i),
            _ => return None,
        }
    }
    let places = match dot {
        Some(dot) => unsigned.len() - dot - 1,
        None => 0,
    };
    if digits >> T::DIGITS != 0 || (dot.is_some() && places == 0) {
        return None;
    }
    let power = *T::POWERS.get(places)?;
    let v = T::from_digits(digits).over(power);
    Some(if negative { v.negated() } else { v })
}

#[inline(never)]
fn many_digits<T: Float>(characters: &[u8]) -> Option<T> {
    // Other numbers that Rust parses contain letters, such as `inf`.
    let is_number = |b: &u8| b.is_ascii_digit() || matches!(b, b'+' | b'-' | b'.' | b'e' | b'E');
    let text = core::str::from_utf8(characters).ok()?;
    text.parse()
        .ok()
        .filter(|_| characters.iter().all(is_number))
}

/// Parses 128 bits as `0x` and 32 hexadecimal digits.
pub(crate) fn hex(characters: &[u8]) -> Option<[u8; 16]> {
    let digits: &[u8; 32] = characters.strip_prefix(b"0x")?.try_into().ok()?;
    let digit = |c: u8| char::from(c).to_digit(16);
    let mut bytes = [0; 16];
    for (byte, [high, low]) in bytes.iter_mut().zip(digits.as_chunks().0) {
        *byte = (digit(*high)? << 4 | digit(*low)?) as u8;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_in_every_writing() {
        for (text, value) in [
            ("0", 0),
            ("-0", 0),
            ("-0.000e99", 0),
            ("5.0", 5),
            ("+12", 12),
            ("-123456789012345678", -123_456_789_012_345_678),
            ("1234567890123456789", 1_234_567_890_123_456_789),
            ("1e3", 1000),
            ("1.5E1", 15),
            ("-2500e-2", -25),
            ("0e999999999999999999999", 0),
            ("18446744073709551615", i128::from(u64::MAX)),
            ("-9223372036854775808", i128::from(i64::MIN)),
            ("0000000000000000000000000000000000000000007", 7),
        ] {
            assert_eq!(integer(text.as_bytes()), Ok(value), "{text}");
        }
        for text in ["1e20", "18446744073709551616", "1e999999999999999999999"] {
            assert_eq!(integer(text.as_bytes()), Err(true), "{text}");
        }
        for text in [
            "", "-", "1.5", "1e-1", "x", "1x", ".5", "1e", "1e+", "0x10", "1 2",
        ] {
            assert_eq!(integer(text.as_bytes()), Err(false), "{text}");
        }
    }

    #[test]
    fn numbers_are_those_that_rust_reads() {
        for text in [
            "0",
            "-0",
            "0.0",
            "51.5",
            "-0.125",
            "3.4028235e38",
            "16777217",
            "0.1",
            "1e-7",
            "1e22",
            "9007199254740993",
            "123456789.123456789",
            "2.2250738585072014e-308",
            "1e400",
            "5e-324",
            "0.30000000000000004",
            "8.5e-46",
            "1.7976931348623157e308",
            "0000.5",
        ] {
            let double = float::<f64>(text.as_bytes()).map(f64::to_bits);
            assert_eq!(double, text.parse().ok().map(f64::to_bits), "{text}");
            let single = float::<f32>(text.as_bytes()).map(f32::to_bits);
            assert_eq!(single, text.parse().ok().map(f32::to_bits), "{text}");
        }
        for text in ["", "-", "inf", "NaN", "1x", "infinity", "1 ", "1e", "--1"] {
            assert_eq!(float::<f64>(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn hexadecimal_digits() {
        let one = hex(b"0x3FFf0000000000000000000000000001").unwrap();
        assert_eq!(u128::from_be_bytes(one), 0x3fff << 112 | 1);
        assert_eq!(hex(b"0x3fff000000000000000000000000000"), None);
        assert_eq!(hex(b"0x3fff000000000000000000000000000g"), None);
    }
}
