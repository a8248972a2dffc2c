//! The calendar, in UTC.

use std::time::{SystemTime, UNIX_EPOCH};

/// Now, as RFC 3339 writes it: `2026-11-21T09:30:00Z`.
pub fn utc_now() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    utc(since.map_or(0, |d| d.as_secs()))
}

/// Seconds since 1970, as RFC 3339 writes them.
pub fn utc(seconds: u64) -> String {
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = civil(days);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// Year, month and day of a day since 1970, counted in eras of 400 years that begin on 1 March,
/// so that the leap day is the last of its year.
const fn civil(days: u64) -> (u64, u64, u64) {
    let shifted = days + 719_468;
    let (era, day) = (shifted / 146_097, shifted % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * month + 2) / 5 + 1;
    let january = month >= 10;
    let month = if january { month - 9 } else { month + 3 };
    (era * 400 + year + january as u64, month, of_month)
}

#[cfg(test)]
mod tests {
    use super::*;

    // As `date -u -d @N` prints them.
    #[test]
    fn known_moments() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_767_225_599, "2025-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(utc(seconds), text);
        }
    }
}
