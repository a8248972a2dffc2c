//! Integers as decimal digits, two at a time.

/// The two digits of each number below 100.
static PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[b'0'; 2]; 100];
    let mut n = 0;
    while n < 100 {
        pairs[n] = [b'0' + n as u8 / 10, b'0' + n as u8 % 10];
        n += 1;
    }
    pairs
};

/// The most characters of a 32-bit integer.
pub(crate) const LONGEST_32: usize = 11;

/// The most characters of a 64-bit integer.
pub(crate) const LONGEST_64: usize = 20;

/// Writes a signed integer at the start of the space; returns its length.
#[inline]
pub(crate) fn signed(space: &mut [u8], v: i64) -> usize {
    if v >= 0 {
        return unsigned(space, v as u64);
    }
    match space.split_first_mut() {
        Some((sign, space)) => {
            *sign = b'-';
            1 + unsigned(space, v.unsigned_abs())
        }
        None => 0,
    }
}

/// Writes an unsigned integer at the start of the space; returns its length. Nothing is written if
/// it does not fit.
#[inline]
pub(crate) fn unsigned(space: &mut [u8], v: u64) -> usize {
    match u32::try_from(v) {
        Ok(v) => unsigned_32(space, v),
        Err(_) => unsigned_64(space, v),
    }
}

#[inline]
fn unsigned_32(space: &mut [u8], mut v: u32) -> usize {
    let length = v.checked_ilog10().unwrap_or_default() as usize + 1;
    let Some(space) = space.get_mut(..length) else {
        return 0;
    };
    let mut end = length;
    while v >= 100 {
        let pair = PAIRS[(v % 100) as usize];
        v /= 100;
        end -= 2;
        space[end..end + 2].copy_from_slice(&pair);
    }
    let pair = PAIRS[v as usize];
    match end {
        2 => space[..2].copy_from_slice(&pair),
        _ => space[0] = pair[1],
    }
    length
}

/// The upper digits, then nine more.
#[inline(never)]
fn unsigned_64(space: &mut [u8], v: u64) -> usize {
    const BILLION: u64 = 1_000_000_000;
    let upper = unsigned(space, v / BILLION);
    let Some(space) = space.get_mut(upper..upper + 9) else {
        return 0;
    };
    let mut rest = (v % BILLION) as u32;
    for pair in space.rchunks_mut(2) {
        let digits = PAIRS[(rest % 100) as usize];
        rest /= 100;
        pair.copy_from_slice(&digits[2 - pair.len()..]);
    }
    upper + 9
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn every_length_is_written_as_it_is_said() {
        let written = |v: i64| {
            let mut space = [b'x'; 24];
            let n = signed(&mut space, v);
            assert_eq!(core::str::from_utf8(&space[..n]), Ok(&*v.to_string()));
            assert_eq!(space[n], b'x');
        };
        let mut power = 1i64;
        loop {
            for v in [power - 1, power, power + 1, power.wrapping_mul(7) / 3] {
                written(v);
                written(v.wrapping_neg());
            }
            match power.checked_mul(10) {
                Some(next) => power = next,
                None => break,
            }
        }
        [i64::MAX, i64::MIN, 4_294_967_295, 4_294_967_296]
            .into_iter()
            .for_each(written);
        let mut space = [0; LONGEST_64];
        assert_eq!(unsigned(&mut space, u64::MAX), LONGEST_64);
        assert_eq!(&space, b"18446744073709551615");
        assert_eq!(signed(&mut space, i64::from(i32::MIN)), LONGEST_32);
        assert_eq!(unsigned(&mut space[..3], 1000), 0, "it does not fit");
    }
}
