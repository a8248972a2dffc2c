//! `grpc-timeout`: at most eight digits and a unit (`PROTOCOL-HTTP2.md`, "Requests").

use core::time::Duration;

/// The longest text written.
pub(super) const TEXT: usize = 9;

const MOST: u64 = 99_999_999;

/// Parses a timeout; `None` if it is malformed.
pub(super) fn parse(text: &[u8]) -> Option<Duration> {
    let (unit, digits) = text.split_last()?;
    if digits.is_empty() || digits.len() > 8 || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let n = digits.iter().fold(0, |n, d| n * 10 + u64::from(d - b'0'));
    Some(match unit {
        b'H' => Duration::from_secs(n * 3600),
        b'M' => Duration::from_secs(n * 60),
        b'S' => Duration::from_secs(n),
        b'm' => Duration::from_millis(n),
        b'u' => Duration::from_micros(n),
        b'n' => Duration::from_nanos(n),
        _ => return None,
    })
}

/// Writes a time in the finest unit that has room for it, rounded up; longer times saturate.
pub(super) fn write(timeout: Duration, text: &mut [u8; TEXT]) -> &[u8] {
    let nanos = timeout.as_nanos();
    let units: [(u128, u8); 6] = [
        (1, b'n'),
        (1_000, b'u'),
        (1_000_000, b'm'),
        (1_000_000_000, b'S'),
        (60_000_000_000, b'M'),
        (3_600_000_000_000, b'H'),
    ];
    let fitting = units
        .into_iter()
        .map(|(size, unit)| (nanos.div_ceil(size), unit))
        .find(|(n, _)| *n <= u128::from(MOST));
    let (n, unit) = fitting.unwrap_or((u128::from(MOST), b'H'));
    let mut n = n as u64;
    let mut at = TEXT - 1;
    text[at] = unit;
    loop {
        at -= 1;
        text[at] = b'0' + (n % 10) as u8;
        n /= 10;
        if n == 0 {
            return &text[at..];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_come_back_never_shorter() {
        for nanos in [0, 1, 99_999_999, 100_000_001, 25_000_000_000, u64::MAX] {
            let timeout = Duration::from_nanos(nanos);
            let mut text = [0; TEXT];
            let text = write(timeout, &mut text);
            let back = parse(text).unwrap();
            assert!(back >= timeout && back <= timeout + timeout / 1000 + Duration::from_nanos(1));
        }
        let mut text = [0; TEXT];
        assert_eq!(write(Duration::from_secs(1), &mut text), b"1000000u");
        assert_eq!(write(Duration::MAX, &mut text), b"99999999H");
    }

    #[test]
    fn what_is_no_timeout_is_refused() {
        for text in ["", "S", "123456789S", "1s", "-1S", "1.5S", "1"] {
            assert_eq!(parse(text.as_bytes()), None, "{text}");
        }
        assert_eq!(parse(b"2M"), Some(Duration::from_secs(120)));
        assert_eq!(parse(b"1H"), Some(Duration::from_secs(3600)));
        assert_eq!(parse(b"7m"), Some(Duration::from_millis(7)));
    }
}
