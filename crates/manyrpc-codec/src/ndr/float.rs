//! Converts floating-point numbers of other machines to IEEE on receipt.
//!
//! Reading list: C706, section 14.2.6 (figures 14-5 to 14-10). The label's second byte selects the
//! format. Numbers above the range become infinite, those below it the nearest representable
//! number, and the VAX's reserved operands (sign set, exponent 0) become NaN.

/// A format of floating-point numbers (C706, table 14-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Float {
    Ieee,
    Vax,
    Cray,
    Ibm,
}

impl Float {
    /// The format of the label's second byte.
    pub(super) fn of(byte: u8) -> Option<Self> {
        Some(match byte {
            0 => Float::Ieee,
            1 => Float::Vax,
            2 => Float::Cray,
            3 => Float::Ibm,
            _ => return None,
        })
    }

    /// Converts a single-precision number.
    pub(super) fn single(self, bytes: [u8; 4], big: bool) -> f32 {
        let bits = if big {
            u32::from_be_bytes(bytes)
        } else {
            u32::from_le_bytes(bytes)
        };
        match self {
            Float::Ieee => f32::from_bits(bits),
            // Section 14.2.6.3: identical to IEEE, big-endian. If the label says little-endian,
            // deployed receivers follow the label.
            Float::Cray => f32::from_bits(bits),
            Float::Vax => vax_f(words(u64::from(bits), big, 2) as u32),
            Float::Ibm => ibm(
                bits >> 31 != 0,
                bits >> 24 & 0x7f,
                u64::from(bits & 0xff_ffff) << 32,
            ) as f32,
        }
    }

    /// Converts a double-precision number.
    pub(super) fn double(self, bytes: [u8; 8], big: bool) -> f64 {
        let bits = if big {
            u64::from_be_bytes(bytes)
        } else {
            u64::from_le_bytes(bytes)
        };
        match self {
            Float::Ieee => f64::from_bits(bits),
            Float::Cray => cray(bits),
            Float::Vax => vax_g(words(bits, big, 4)),
            Float::Ibm => ibm(
                bits >> 63 != 0,
                (bits >> 56 & 0x7f) as u32,
                bits & 0x00ff_ffff_ffff_ffff,
            ),
        }
    }
}

/// A VAX stores a number in 16-bit words, most significant word first (figures 14-7 and 14-8),
/// whatever the byte order within each. Read as one little-endian integer the words are reversed.
fn words(bits: u64, big: bool, count: u32) -> u64 {
    if big {
        return bits;
    }
    (0..count).fold(0, |whole, i| whole << 16 | bits >> (16 * i) & 0xffff)
}

/// Section 14.2.6.2: 8 bits of exponent, excess 128, and 23 bits of fraction behind a hidden bit,
/// from 0.5 up.
fn vax_f(bits: u32) -> f32 {
    let fraction = f64::from(bits & 0x7f_ffff | 0x80_0000);
    // Exact, so that rounding happens once.
    vax(
        bits >> 31 != 0,
        bits >> 23 & 0xff,
        fraction * power(-24),
        -128,
    ) as f32
}

/// Section 14.2.6.2: 11 bits of exponent, excess 1024, and 52 bits of fraction.
fn vax_g(bits: u64) -> f64 {
    let fraction = (bits & 0x000f_ffff_ffff_ffff | 0x0010_0000_0000_0000) as f64;
    let exponent = (bits >> 52 & 0x7ff) as u32;
    vax(bits >> 63 != 0, exponent, fraction * power(-53), -1024)
}

fn vax(negative: bool, exponent: u32, fraction: f64, excess: i32) -> f64 {
    match (exponent, negative) {
        (0, false) => 0.0,
        (0, true) => f64::NAN,
        (e, _) => signed(negative, scaled(fraction, e as i32 + excess)),
    }
}

/// Section 14.2.6.3: 15 bits of exponent, excess 16,384, and 48 bits of fraction without a hidden
/// bit.
fn cray(bits: u64) -> f64 {
    let fraction = (bits & 0xffff_ffff_ffff) as f64 * power(-48);
    let exponent = (bits >> 48 & 0x7fff) as i32 - 16384;
    signed(bits >> 63 != 0, scaled(fraction, exponent))
}

/// Section 14.2.6.4: 7 bits of exponent to base 16, excess 64, and 56 bits of fraction (or 24, the
/// rest being zero).
fn ibm(negative: bool, exponent: u32, fraction: u64) -> f64 {
    signed(
        negative,
        scaled(fraction as f64 * power(-56), (exponent as i32 - 64) * 4),
    )
}

fn signed(negative: bool, v: f64) -> f64 {
    if negative { -v } else { v }
}

/// `v * 2^exponent` for 0 or `2^-56 <= v <= 1`, rounded once.
fn scaled(v: f64, exponent: i32) -> f64 {
    match exponent {
        // The first product is exact.
        ..=-1000 => v * power(-900) * power((exponent + 900).max(-1074)),
        -999..=1023 => v * power(exponent),
        1024.. => v * power(1000) * power((exponent - 1000).min(1023)),
    }
}

/// 2 to the power of -1074 to 1023.
fn power(exponent: i32) -> f64 {
    match exponent {
        -1022.. => f64::from_bits(((exponent + 1023) as u64) << 52),
        _ => f64::from_bits(1 << (exponent + 1074)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn double(format: Float, bits: u64) -> f64 {
        let (big, little) = (bits.to_be_bytes(), bits.to_le_bytes());
        let v = format.double(big, true);
        if format != Float::Vax {
            assert_eq!(format.double(little, false).to_bits(), v.to_bits());
        }
        v
    }

    fn single(format: Float, bits: u32) -> f32 {
        format.single(bits.to_be_bytes(), true)
    }

    /// VAX Architecture Reference Manual, F_floating: 1.0 is 4080 hexadecimal in its first word.
    #[test]
    fn vax_single() {
        // As stored in memory (figure 14-7), and with the bytes of each word swapped.
        for (little, big, v) in [
            ([0x80, 0x40, 0, 0], [0x40, 0x80, 0, 0], 1.0),
            ([0x80, 0xc0, 0, 0], [0xc0, 0x80, 0, 0], -1.0),
            ([0x60, 0x41, 0, 0], [0x41, 0x60, 0, 0], 3.5),
            (
                [0x49, 0x41, 0xd0, 0x0f],
                [0x41, 0x49, 0x0f, 0xd0],
                f32::from_bits(0x4049_0fd0),
            ),
            ([0x00, 0x00, 0x12, 0x34], [0x00, 0x00, 0x34, 0x12], 0.0),
        ] {
            assert_eq!(Float::Vax.single(little, false), v);
            assert_eq!(Float::Vax.single(big, true), v);
        }
        assert!(single(Float::Vax, 0x8000_0000).is_nan(), "reserved operand");
        // Largest, smallest: 2^127 (1 - 2^-24), 2^-128.
        assert_eq!(single(Float::Vax, 0x7fff_ffff), f32::MAX / 2.0);
        assert_eq!(single(Float::Vax, 0x0080_0000), f32::from_bits(0x0020_0000));
        // Below the normal range of IEEE the result is rounded to even.
        assert_eq!(single(Float::Vax, 0x0080_0002), f32::from_bits(0x0020_0000));
        assert_eq!(single(Float::Vax, 0x0080_0006), f32::from_bits(0x0020_0002));
    }

    /// The table of Baker's libvaxdata (USGS, open-file report 2005-1424), with longwords as
    /// printed there.
    #[test]
    #[expect(clippy::approx_constant, reason = "the table says so")]
    fn vax_as_published() {
        for (long, v) in [
            (0x0000_4080_u32, 1.0_f32),
            (0x0000_c080, -1.0),
            (0x0000_4160, 3.5),
            (0x0000_c160, -3.5),
            (0x0fd0_4149, 3.14159),
            (0x0fd0_c149, -3.14159),
            (0xbdc2_7df0, 1e37),
            (0xbdc2_fdf0, -1e37),
            (0x1cea_0308, 1e-37),
            (0x1cea_8308, -1e-37),
            (0x0653_409e, 1.234568),
            (0x0653_c09e, -1.234568),
        ] {
            assert_eq!(
                Float::Vax.single(long.to_le_bytes(), false),
                v,
                "{long:08x}"
            );
        }
    }

    /// VAX Architecture Reference Manual, G_floating: 1.0 is 4010 hexadecimal in its first word.
    #[test]
    fn vax_double() {
        let little = [0x10, 0x40, 0, 0, 0, 0, 0, 0];
        assert_eq!(Float::Vax.double(little, false), 1.0);
        // 0.1 = 0.8 * 2^-3, most significant word first.
        let tenth = [0xd9, 0x3f, 0x99, 0x99, 0x99, 0x99, 0x9a, 0x99];
        assert_eq!(Float::Vax.double(tenth, false), 0.1);
        assert_eq!(double(Float::Vax, 0x3fd9_9999_9999_999a), 0.1);
        assert_eq!(double(Float::Vax, 0xc010_0000_0000_0000), -1.0);
        assert_eq!(double(Float::Vax, 0), 0.0);
        assert!(double(Float::Vax, 0x8000_0000_0000_0000).is_nan());
        assert_eq!(double(Float::Vax, 0x7fff_ffff_ffff_ffff), f64::MAX / 2.0);
        assert_eq!(
            double(Float::Vax, 0x0010_0000_0000_0000),
            f64::MIN_POSITIVE / 4.0
        );
    }

    /// Cray X-MP CAL reference: 1.0 is exponent 040001 (octal), fraction 0.5.
    #[test]
    fn cray_both() {
        assert_eq!(double(Float::Cray, 0x4001_8000_0000_0000), 1.0);
        assert_eq!(double(Float::Cray, 0xc001_8000_0000_0000), -1.0);
        assert_eq!(double(Float::Cray, 0x4002_c000_0000_0000), 3.0);
        let tenth = 0xcccc_cccc_cccd_u64 as f64 / 2f64.powi(51);
        assert_eq!(double(Float::Cray, 0x3ffd_cccc_cccc_cccd), tenth);
        assert_eq!(double(Float::Cray, 0), 0.0);
        // Outside our range, in both directions.
        assert_eq!(double(Float::Cray, 0x5fff_8000_0000_0000), f64::INFINITY);
        assert_eq!(
            double(Float::Cray, 0xdfff_8000_0000_0000),
            f64::NEG_INFINITY
        );
        assert_eq!(double(Float::Cray, 0x2001_8000_0000_0000), 0.0);
        assert_eq!(double(Float::Cray, 0x4400_8000_0000_0000), 2f64.powi(1023));
        assert_eq!(
            double(Float::Cray, 0x3bcf_8000_0000_0000),
            f64::from_bits(1)
        );
        // Single precision is the same as in IEEE.
        assert_eq!(single(Float::Cray, 1.5f32.to_bits()), 1.5);
    }

    /// IBM System/370 Principles of Operation: 1.0 is 41 100000, -118.625 is C2 76A000.
    #[test]
    fn ibm_both() {
        assert_eq!(single(Float::Ibm, 0x4110_0000), 1.0);
        assert_eq!(single(Float::Ibm, 0xc276_a000), -118.625);
        assert_eq!(single(Float::Ibm, 0), 0.0);
        assert_eq!(single(Float::Ibm, 0x7fff_ffff), f32::INFINITY);
        assert_eq!(single(Float::Ibm, 0x0010_0000), 0.0);
        assert_eq!(double(Float::Ibm, 0x4110_0000_0000_0000), 1.0);
        assert_eq!(double(Float::Ibm, 0xc276_a000_0000_0000), -118.625);
        assert_eq!(double(Float::Ibm, 0x4019_9999_9999_999a), 0.1);
        // 16^63 (1 - 16^-14), rounded up; 16^-65.
        assert_eq!(double(Float::Ibm, 0x7fff_ffff_ffff_ffff), 2f64.powi(252));
        assert_eq!(double(Float::Ibm, 0x0010_0000_0000_0000), 2f64.powi(-260));
        // The largest and smallest single-precision numbers, as doubles.
        let largest = double(Float::Ibm, 0x7fff_ffff_0000_0000);
        assert_eq!(alloc::format!("{largest:.7e}"), "7.2370051e75");
        let smallest = double(Float::Ibm, 0x0010_0000_0000_0000);
        assert_eq!(alloc::format!("{smallest:.6e}"), "5.397605e-79");
        // A fraction need not be normalised.
        assert_eq!(double(Float::Ibm, 0x4601_0000_0000_0000), 65536.0);
    }

    #[test]
    fn ieee_in_both_orders() {
        assert_eq!(
            double(Float::Ieee, 0x4009_21fb_5444_2d18),
            core::f64::consts::PI
        );
        assert_eq!(Float::Ieee.single([0, 0, 0xc0, 0xbf], false), -1.5);
        assert_eq!(Float::of(4), None);
    }
}
