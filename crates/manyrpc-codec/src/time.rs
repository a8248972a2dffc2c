//! Moments and spans of time, and their text forms.
//!
//! Reading list: RFC 3339, section 5.6; "ProtoJSON Format" of Protocol Buffers, with the comments of
//! `google/protobuf/timestamp.proto` and `duration.proto`; the XML-RPC specification (`19980717T14:08:55`).
//!
//! XML-RPC's date has no time zone and no fraction of a second. Here it is in UTC; hyphens, a zone
//! and a fraction are accepted, as other libraries send them: Ruby's writes and reads zones and
//! hyphens, xmlrpc-c fractions, Apache's extension all of these.
//!
//! The calendar is the proleptic Gregorian one. There are no leap seconds: every minute has 60
//! seconds.
//!
//! ```
//! use manyrpc_codec::time::Moment;
//!
//! let moment = Moment::from_rfc3339("1998-07-17T14:08:55Z").unwrap();
//! assert_eq!(moment.seconds, 900_684_535);
//! assert_eq!(moment.to_xml_rpc().unwrap().as_str(), "19980717T14:08:55");
//! ```

#[cfg(test)]
mod tests;

/// A moment from the year 1 to the year 9999, in UTC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment {
    /// Seconds since the start of 1970, rounded down.
    pub seconds: i64,
    /// Nanoseconds of that second, below 1,000,000,000.
    pub nanos: i32,
}

/// A span of time of at most about 10,000 years.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// Whole seconds, rounded towards zero.
    pub seconds: i64,
    /// Nanoseconds beyond the seconds, with the same sign.
    pub nanos: i32,
}

/// The text of a moment or a span.
#[derive(Clone, Copy, Debug)]
pub struct Characters {
    bytes: [u8; Self::MOST],
    len: usize,
}

/// Seconds per day.
pub(crate) const DAY: i64 = 86_400;

/// Nanoseconds per second.
const SECOND: i32 = 1_000_000_000;

/// The first second of the year 1, and the last one of the year 9999.
const MOMENTS: core::ops::RangeInclusive<i64> = -62_135_596_800..=253_402_300_799;

/// 10,000 years of 365.25 days (`duration.proto`).
const LONGEST: u64 = 315_576_000_000;

/// `Err` is what was expected.
type Read<T> = Result<T, &'static str>;

/// The range of moments.
const MOMENT: &str = "a moment from the year 1 to the year 9999";

impl Moment {
    /// As in RFC 3339, in UTC, with as many digits of a second as needed: none, three, six or nine,
    /// like other writers of ProtoJSON. `Err` is what was expected.
    pub fn to_rfc3339(self) -> Read<Characters> {
        let mut out = self.seconds_of_utc("-")?;
        out.fraction(self.nanos as u32);
        out.put(b"Z");
        Ok(out)
    }

    /// As in XML-RPC. `Err` is what was expected.
    pub fn to_xml_rpc(self) -> Read<Characters> {
        let out = self.seconds_of_utc("")?;
        match self.nanos {
            0 => Ok(out),
            _ => Err("a whole second, and dates of XML-RPC have no fractions"),
        }
    }

    /// The same with the fraction of a second, if there is one, which is an extension. `Err` is
    /// what was expected.
    pub fn to_xml_rpc_with_fraction(self) -> Read<Characters> {
        let mut out = self.seconds_of_utc("")?;
        out.fraction(self.nanos as u32);
        Ok(out)
    }

    /// The moment rounded down to whole seconds. An invalid moment stays as it is.
    #[must_use]
    pub fn start_of_second(self) -> Self {
        match self.nanos {
            0..SECOND => Moment { nanos: 0, ..self },
            _ => self,
        }
    }

    fn seconds_of_utc(self, hyphen: &str) -> Read<Characters> {
        if !MOMENTS.contains(&self.seconds) || !(0..SECOND).contains(&self.nanos) {
            return Err(MOMENT);
        }
        let (year, month, day) = civil(self.seconds.div_euclid(DAY));
        let of_day = self.seconds.rem_euclid(DAY);
        let mut out = Characters::default();
        for (before, number, places) in [
            ("", year, 4),
            (hyphen, month, 2),
            (hyphen, day, 2),
            ("T", of_day / 3600, 2),
            (":", of_day / 60 % 60, 2),
            (":", of_day % 60, 2),
        ] {
            out.put(before.as_bytes());
            out.number(number as u64, places);
        }
        Ok(out)
    }

    /// Parses RFC 3339 as in ProtoJSON: with an upper-case `T` and `Z`. `Err` is what was expected.
    pub fn from_rfc3339(text: &str) -> Read<Self> {
        let mut text = Reader::new(text, "a date as 1998-07-17T14:08:55Z", true);
        let (moment, zone) = text.moment()?;
        moment.shown(zone.ok_or("`Z` or an offset from UTC behind a date")?)
    }

    /// Parses XML-RPC's date. `Err` is what was expected.
    pub fn from_xml_rpc(text: &str) -> Read<Self> {
        let text = text.trim_ascii();
        let mut text = Reader::new(text, "a date as 19980717T14:08:55", false);
        let (moment, zone) = text.moment()?;
        moment.shown(zone.unwrap_or(0))
    }

    /// The moment when clocks that are this many seconds ahead of UTC show `self`.
    fn shown(self, ahead: i64) -> Read<Self> {
        let seconds = self.seconds - ahead;
        match MOMENTS.contains(&seconds) {
            true => Ok(Moment { seconds, ..self }),
            false => Err(MOMENT),
        }
    }
}

impl Span {
    /// As in ProtoJSON: seconds, with as many decimal places as needed, and `s`. `Err` is what was
    /// expected.
    pub fn to_text(self) -> Read<Characters> {
        let Span { seconds, nanos } = self;
        let opposed = seconds.signum() * i64::from(nanos.signum()) < 0;
        if seconds.unsigned_abs() > LONGEST || nanos.unsigned_abs() >= SECOND as u32 || opposed {
            return Err("a span of at most 10,000 years whose parts have one sign");
        }
        let mut out = Characters::default();
        if seconds < 0 || nanos < 0 {
            out.put(b"-");
        }
        out.number(seconds.unsigned_abs(), 1);
        out.fraction(nanos.unsigned_abs());
        out.put(b"s");
        Ok(out)
    }

    /// Parses the form of [`Self::to_text`], with up to nine decimal places. `Err` is what was
    /// expected.
    pub fn from_text(text: &str) -> Read<Self> {
        let mut text = Reader::new(text, "a span of time as 1.5s", true);
        let negative = text.take(b'-');
        let (whole, rest) = text.rest.split_at(text.places());
        if whole.is_empty() {
            return Err(text.form);
        }
        text.rest = rest;
        let digit = |sum: u64, b: &u8| sum.saturating_mul(10).saturating_add(u64::from(b - b'0'));
        let seconds = whole.iter().fold(0, digit);
        let nanos = text.fraction()?;
        if !text.take(b's') {
            return Err(text.form);
        }
        text.end()?;
        if seconds > LONGEST {
            return Err("a span of at most 10,000 years");
        }
        let seconds = seconds as i64;
        Ok(match negative {
            true => Span {
                seconds: -seconds,
                nanos: -nanos,
            },
            false => Span { seconds, nanos },
        })
    }
}

/// The day `days` after 1970-01-01: year, month and day of the Gregorian calendar.
///
/// Years are counted from March, so that a leap day is the last day of the year, and the lengths of
/// the months repeat every five: 153 days.
fn civil(days: i64) -> (i64, i64, i64) {
    const CENTURIES: i64 = 146_097; // days of four of them
    let since = days + MARCH;
    let (era, of_era) = (since.div_euclid(CENTURIES), since.rem_euclid(CENTURIES));
    let leaps = of_era / 1460 - of_era / 36_524 + of_era / 146_096;
    let year_of_era = (of_era - leaps) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * of_year + 2) / 153; // 0 is March
    let day = of_year - (153 * month + 2) / 5 + 1;
    let late = i64::from(month >= 10);
    (era * 400 + year_of_era + late, month + 3 - 12 * late, day)
}

/// The inverse, of any year.
pub(crate) fn days(year: i64, month: i64, day: i64) -> i64 {
    let early = i64::from(month < 3);
    let (year, month) = (year - early, month - 3 + 12 * early);
    let leaps = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    365 * year + leaps + (153 * month + 2) / 5 + day - 1 - MARCH
}

/// Days from the first of March of the year 0 to the start of 1970.
const MARCH: i64 = 719_468;

pub(crate) fn days_of_month(year: i64, month: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The unread rest, and its expected form.
struct Reader<'t> {
    rest: &'t [u8],
    form: &'static str,
    /// Whether hyphens in the date and a colon in the offset are required, and letters are upper
    /// case.
    strict: bool,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str, form: &'static str, strict: bool) -> Self {
        let rest = text.as_bytes();
        Reader { rest, form, strict }
    }

    fn take(&mut self, byte: u8) -> bool {
        match self.rest.split_first() {
            Some((first, rest)) if *first == byte => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    /// The number of digits that come next.
    fn places(&self) -> usize {
        self.rest.iter().take_while(|b| b.is_ascii_digit()).count()
    }

    /// A number with this many digits.
    fn number(&mut self, places: usize) -> Read<i64> {
        match self.rest.split_at_checked(places) {
            Some((digits, rest)) if self.places() >= places => {
                self.rest = rest;
                let digit = |sum: i64, b: &u8| sum * 10 + i64::from(b - b'0');
                Ok(digits.iter().fold(0, digit))
            }
            _ => Err(self.form),
        }
    }

    /// A number of two digits after a colon.
    fn behind_colon(&mut self) -> Read<i64> {
        match self.take(b':') {
            true => self.number(2),
            false => Err(self.form),
        }
    }

    /// A date with its time of day and, if there is a zone, its offset from UTC in seconds.
    fn moment(&mut self) -> Read<(Moment, Option<i64>)> {
        let days = self.day()?;
        if !self.take(b'T') && (self.strict || !self.take(b't')) {
            return Err(self.form);
        }
        let moment = self.time_of_day(days)?;
        let zone = self.zone()?;
        self.end()?;
        Ok((moment, zone))
    }

    /// Year, month and day, as days since 1970.
    fn day(&mut self) -> Read<i64> {
        const YEARS: &str = "a year from 0001 to 9999";
        if self.rest.first() == Some(&b'-') {
            return Err(YEARS);
        }
        let year = self.number(4)?;
        let hyphen = self.take(b'-');
        let month = self.number(2)?;
        if self.take(b'-') != hyphen || (self.strict && !hyphen) {
            return Err(self.form);
        }
        let day = self.number(2)?;
        match (year, month) {
            (0, _) => Err(YEARS),
            (_, 1..=12) if (1..=days_of_month(year, month)).contains(&day) => {
                Ok(days(year, month, day))
            }
            (_, 1..=12) => Err("a day that its month has"),
            _ => Err("a month from 01 to 12"),
        }
    }

    /// Hours, minutes and seconds with their fraction.
    fn time_of_day(&mut self, days: i64) -> Read<Moment> {
        let hour = self.number(2)?;
        let (minute, second) = (self.behind_colon()?, self.behind_colon()?);
        let nanos = self.fraction()?;
        match (hour, minute, second) {
            (24.., _, _) => Err("an hour below 24"),
            (_, 60.., _) => Err("a minute below 60"),
            (_, _, 60..) => Err("a second below 60: there are no leap seconds here"),
            _ => Ok(Moment {
                seconds: days * DAY + hour * 3600 + minute * 60 + second,
                nanos,
            }),
        }
    }

    /// Nanoseconds, from up to nine decimal places.
    fn fraction(&mut self) -> Read<i32> {
        if !self.take(b'.') {
            return Ok(0);
        }
        match self.places() {
            places @ 1..=9 => {
                let missing = 9 - places as u32;
                Ok(self.number(places)? as i32 * 10_i32.pow(missing))
            }
            _ => Err("one to nine digits behind the point"),
        }
    }

    /// The offset from UTC in seconds, if there is a zone.
    fn zone(&mut self) -> Read<Option<i64>> {
        if self.take(b'Z') || (!self.strict && self.take(b'z')) {
            return Ok(Some(0));
        }
        let sign = if self.take(b'-') { -1 } else { 1 };
        if sign > 0 && !self.take(b'+') {
            return Ok(None);
        }
        let hours = self.number(2)?;
        if !self.take(b':') && self.strict {
            return Err(self.form);
        }
        match (hours, self.number(2)?) {
            (0..24, minutes @ 0..60) => Ok(Some(sign * (hours * 3600 + minutes * 60))),
            _ => Err("an offset below 24 hours"),
        }
    }

    fn end(&self) -> Read<()> {
        match self.rest {
            [] => Ok(()),
            _ => Err(self.form),
        }
    }
}

impl Characters {
    /// `-315576000000.999999999s` has 24 characters, a date with nine decimal places 30.
    const MOST: usize = 32;

    /// As text.
    pub fn as_str(&self) -> &str {
        let written = self.bytes.get(..self.len).unwrap_or_default();
        core::str::from_utf8(written).unwrap_or_default()
    }

    fn put(&mut self, characters: &[u8]) {
        let end = self.len + characters.len();
        if let Some(place) = self.bytes.get_mut(self.len..end) {
            place.copy_from_slice(characters);
            self.len = end;
        }
    }

    /// Digits, at least this many.
    fn number(&mut self, number: u64, places: usize) {
        let mut digits = [b'0'; 20];
        let (mut rest, mut first) = (number, digits.len());
        while rest > 0 {
            first -= 1;
            digits[first] = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        self.put(&digits[first.min(digits.len() - places)..]);
    }

    /// A decimal point and three, six or nine digits, unless all of them are zero.
    fn fraction(&mut self, nanos: u32) {
        let (number, places) = match nanos {
            0 => return,
            n if n % 1_000_000 == 0 => (n / 1_000_000, 3),
            n if n % 1000 == 0 => (n / 1000, 6),
            n => (n, 9),
        };
        self.put(b".");
        self.number(number.into(), places);
    }
}

impl Default for Characters {
    fn default() -> Self {
        let (bytes, len) = ([0; Self::MOST], 0);
        Characters { bytes, len }
    }
}

impl core::ops::Deref for Characters {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}
