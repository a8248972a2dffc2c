//! The lexical forms of built-in types whose values are kept as text (XML Schema part 2, sections 3.2 and
//! 3.3).

use alloc::borrow::Cow;
use alloc::string::String;

use crate::error::MalformedKind;
use crate::markup::cursor::is_name;
use crate::meta::XmlForm;
use crate::time::{DAY, days, days_of_month};

/// Text with white space as its type has it (section 4.3.6).
pub(super) fn collapsed(text: Cow<'_, str>, form: XmlForm) -> Cow<'_, str> {
    let is_space = |c: char| matches!(c, ' ' | '\t' | '\n' | '\r');
    match form {
        XmlForm::Natural => text,
        XmlForm::NormalizedString => match text.contains(['\t', '\n', '\r']) {
            true => Cow::Owned(text.replace(['\t', '\n', '\r'], " ")),
            false => text,
        },
        _ => {
            let trimmed = text.trim_matches(is_space);
            let is_plain = !trimmed.contains(['\t', '\n', '\r']) && !trimmed.contains("  ");
            if is_plain && trimmed.len() == text.len() {
                return text;
            }
            let mut out = String::with_capacity(trimmed.len());
            for word in trimmed.split(is_space).filter(|word| !word.is_empty()) {
                if !out.is_empty() {
                    out.push(' ');
                }
                out.push_str(word);
            }
            Cow::Owned(out)
        }
    }
}

/// Checks text against a form.
pub(super) fn check(form: XmlForm, text: &str) -> Result<(), MalformedKind> {
    let what = match form {
        XmlForm::Natural | XmlForm::NormalizedString | XmlForm::Token => return Ok(()),
        // Any text may be written as an address (section 3.2.17).
        XmlForm::Uri | XmlForm::Hex => return Ok(()),
        XmlForm::Language if is_language(text) => return Ok(()),
        XmlForm::Language => "a language",
        XmlForm::NameToken if is_name_token(text) => return Ok(()),
        XmlForm::NameToken => "a name token",
        XmlForm::Name if is_name(text) => return Ok(()),
        XmlForm::NoColonName if is_name(text) && !text.contains(':') => return Ok(()),
        XmlForm::QName if is_qname(text) => return Ok(()),
        XmlForm::Name | XmlForm::NoColonName | XmlForm::QName => "a name",
        XmlForm::Decimal if is_decimal(text) => return Ok(()),
        XmlForm::Decimal => "a decimal number",
        XmlForm::Integer
        | XmlForm::NonNegativeInteger
        | XmlForm::PositiveInteger
        | XmlForm::NonPositiveInteger
        | XmlForm::NegativeInteger => match is_integer(form, text) {
            true => return Ok(()),
            false => "an integer of its type",
        },
        XmlForm::Duration if duration(text).is_some() => return Ok(()),
        XmlForm::Duration => "a duration",
        _ if moment(form, text).is_some() => return Ok(()),
        _ => "a date or time of its type",
    };
    Err(MalformedKind::Expected(what))
}

/// RFC 1766 as in section 3.3.3: `en-GB`.
fn is_language(text: &str) -> bool {
    let mut parts = text.split('-');
    let first = parts.next().unwrap_or_default();
    let short = |part: &str| (1..=8).contains(&part.len());
    short(first)
        && first.bytes().all(|b| b.is_ascii_alphabetic())
        && parts.all(|part| short(part) && part.bytes().all(|b| b.is_ascii_alphanumeric()))
}

fn is_name_token(text: &str) -> bool {
    // A letter in front makes every name token a name.
    !text.is_empty() && is_name(&alloc::format!("n{text}"))
}

fn is_qname(text: &str) -> bool {
    match text.split_once(':') {
        None => is_name(text),
        Some((prefix, local)) => is_name(prefix) && is_name(local) && !local.contains(':'),
    }
}

fn unsigned(text: &str) -> &str {
    text.strip_prefix(['+', '-']).unwrap_or(text)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// Section 3.2.3: digits on at least one side of the point.
fn is_decimal(text: &str) -> bool {
    let text = unsigned(text);
    match text.split_once('.') {
        None => is_digits(text),
        Some((whole, part)) => {
            let fine = |digits: &str| digits.is_empty() || is_digits(digits);
            fine(whole) && fine(part) && text.len() > 1
        }
    }
}

fn is_integer(form: XmlForm, text: &str) -> bool {
    if !is_digits(unsigned(text)) {
        return false;
    }
    let zero = unsigned(text).bytes().all(|b| b == b'0');
    let negative = text.starts_with('-') && !zero;
    match form {
        XmlForm::NonNegativeInteger => !negative,
        XmlForm::PositiveInteger => !negative && !zero,
        XmlForm::NonPositiveInteger => negative || zero,
        XmlForm::NegativeInteger => negative,
        _ => true,
    }
}

/// A duration: months, seconds and the digits of a fraction, all of them negative or none (section 3.2.6).
pub(super) struct Duration<'a> {
    pub(super) negative: bool,
    months: i64,
    seconds: i64,
    pub(super) fraction: &'a str,
}

/// The months to which durations are added to be compared (section 3.2.6.2).
pub(super) const STARTS: [(i64, i64); 4] = [(1696, 9), (1697, 2), (1903, 3), (1903, 7)];

impl Duration<'_> {
    /// The seconds of the calendar in it from the first of a month on, without the fraction.
    pub(super) fn seconds_from(&self, (year, month): (i64, i64)) -> Option<i64> {
        let sign = if self.negative { -1 } else { 1 };
        let months = (sign * self.months).checked_add(year * 12 + month - 1)?;
        let (to, to_month) = (months.div_euclid(12), months.rem_euclid(12) + 1);
        if !YEARS.contains(&to) {
            return None;
        }
        let passed = days(to, to_month, 1) - days(year, month, 1);
        passed.checked_mul(DAY)?.checked_add(sign * self.seconds)
    }
}

/// Years that can be counted in seconds.
const YEARS: core::ops::Range<i64> = -100_000_000_000..100_000_000_000;

pub(super) fn duration(text: &str) -> Option<Duration<'_>> {
    let (negative, rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let rest = rest.strip_prefix('P')?;
    let (date, time) = match rest.split_once('T') {
        None => (rest, None),
        Some((date, time)) => (date, Some(time)),
    };
    let (mut months, mut seconds, mut fraction) = (0i64, 0i64, "");
    let mut any = false;
    let mut part = |rest: &mut &'_ str, unit: char| -> Option<Option<i64>> {
        let end = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        let (digits, behind) = rest.split_at(end);
        let Some(behind) = behind.strip_prefix(unit) else {
            return Some(None);
        };
        let value = digits.parse().ok()?;
        *rest = behind;
        any = true;
        Some(Some(value))
    };
    let mut date = date;
    months = months.checked_add(part(&mut date, 'Y')?.unwrap_or(0).checked_mul(12)?)?;
    months = months.checked_add(part(&mut date, 'M')?.unwrap_or(0))?;
    seconds = seconds.checked_add(part(&mut date, 'D')?.unwrap_or(0).checked_mul(DAY)?)?;
    if !date.is_empty() {
        return None;
    }
    if let Some(mut time) = time {
        let whole = time;
        seconds = seconds.checked_add(part(&mut time, 'H')?.unwrap_or(0).checked_mul(3600)?)?;
        seconds = seconds.checked_add(part(&mut time, 'M')?.unwrap_or(0).checked_mul(60)?)?;
        if !time.is_empty() {
            let (digits, behind) = match time.split_once('.') {
                Some((digits, behind)) => (digits, Some(behind.strip_suffix('S')?)),
                None => (time.strip_suffix('S')?, None),
            };
            if !is_digits(digits) || behind.is_some_and(|f| !is_digits(f)) {
                return None;
            }
            seconds = seconds.checked_add(digits.parse().ok()?)?;
            fraction = behind.unwrap_or("");
            any = true;
        }
        if whole.is_empty() {
            return None;
        }
    }
    any.then_some(Duration {
        negative,
        months,
        seconds,
        fraction,
    })
}

/// A date or time: what is compared first, the fraction's digits, and whether it has a zone. Parts that a
/// type lacks are those of 1972-12-31 (XML Schema part 2, section 3.2.7.4, and its appendix D).
pub(super) struct Moment<'a> {
    pub(super) seconds: i64,
    pub(super) fraction: &'a str,
    pub(super) zoned: bool,
}

pub(super) fn moment(form: XmlForm, text: &str) -> Option<Moment<'_>> {
    let (mut year, mut month, mut day) = (1972, 12, 31);
    let (mut seconds, mut fraction) = (0, "");
    let mut rest = text;
    match form {
        XmlForm::DateTime => {
            (year, month, day) = date(&mut rest)?;
            take(&mut rest, "T")?;
            (seconds, fraction) = time(&mut rest)?;
        }
        XmlForm::Date => (year, month, day) = date(&mut rest)?,
        XmlForm::Time => (seconds, fraction) = time(&mut rest)?,
        XmlForm::YearMonth => {
            year = self::year(&mut rest)?;
            take(&mut rest, "-")?;
            month = two(&mut rest, 1, 12)?;
            day = 1;
        }
        XmlForm::Year => {
            year = self::year(&mut rest)?;
            (month, day) = (1, 1);
        }
        XmlForm::MonthDay => {
            take(&mut rest, "--")?;
            month = two(&mut rest, 1, 12)?;
            take(&mut rest, "-")?;
            day = two(&mut rest, 1, 31)?;
        }
        XmlForm::Day => {
            take(&mut rest, "---")?;
            day = two(&mut rest, 1, 31)?;
        }
        XmlForm::Month => {
            take(&mut rest, "--")?;
            month = two(&mut rest, 1, 12)?;
            // The first edition had two more hyphens.
            rest = rest.strip_prefix("--").unwrap_or(rest);
            day = 1;
        }
        _ => return None,
    }
    if day > days_of_month(year, month) {
        return None;
    }
    let zone = zone(rest)?;
    let total = days(year, month, day).checked_mul(DAY)?;
    let total = total.checked_add(seconds)?;
    Some(Moment {
        seconds: total.checked_sub(zone.unwrap_or(0))?,
        fraction,
        zoned: zone.is_some(),
    })
}

fn take(rest: &mut &str, what: &str) -> Option<()> {
    *rest = rest.strip_prefix(what)?;
    Some(())
}

/// Two digits in a range.
fn two(rest: &mut &str, low: i64, high: i64) -> Option<i64> {
    let (digits, behind) = rest.split_at_checked(2)?;
    let value = digits.parse().ok().filter(|_| is_digits(digits))?;
    *rest = behind;
    (low..=high).contains(&value).then_some(value)
}

/// Four digits or more; 0000 is a year in version 1.1, though not in version 1.0 (section 3.2.7.1).
fn year(rest: &mut &str) -> Option<i64> {
    let (negative, digits) = match rest.strip_prefix('-') {
        Some(behind) => (true, behind),
        None => (false, *rest),
    };
    let end = digits
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(digits.len());
    let (digits, behind) = digits.split_at(end);
    if digits.len() < 4 || (digits.len() > 4 && digits.starts_with('0')) {
        return None;
    }
    let value: i64 = digits.parse().ok().filter(|year| YEARS.contains(year))?;
    *rest = behind;
    Some(if negative { -value } else { value })
}

fn date(rest: &mut &str) -> Option<(i64, i64, i64)> {
    let year = year(rest)?;
    take(rest, "-")?;
    let month = two(rest, 1, 12)?;
    take(rest, "-")?;
    let day = two(rest, 1, 31)?;
    Some((year, month, day))
}

/// Seconds of the day, and the digits of a fraction.
fn time<'a>(rest: &mut &'a str) -> Option<(i64, &'a str)> {
    let hours = two(rest, 0, 24)?;
    take(rest, ":")?;
    let minutes = two(rest, 0, 59)?;
    take(rest, ":")?;
    let seconds = two(rest, 0, 59)?;
    let mut fraction = "";
    if let Some(behind) = rest.strip_prefix('.') {
        let end = behind
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(behind.len());
        let (digits, left) = behind.split_at(end);
        if digits.is_empty() {
            return None;
        }
        (fraction, *rest) = (digits, left);
    }
    // Midnight at the end of a day (section 3.2.7.1).
    let over = minutes > 0 || seconds > 0 || fraction.bytes().any(|b| b != b'0');
    if hours == 24 && over {
        return None;
    }
    Some((hours * 3600 + minutes * 60 + seconds, fraction))
}

/// A zone in seconds east of Greenwich (section 3.2.7.3).
fn zone(text: &str) -> Option<Option<i64>> {
    let (sign, mut rest) = match text {
        "" => return Some(None),
        "Z" => return Some(Some(0)),
        _ => match text.strip_prefix('+') {
            Some(rest) => (1, rest),
            None => (-1, text.strip_prefix('-')?),
        },
    };
    let hours = two(&mut rest, 0, 14)?;
    take(&mut rest, ":")?;
    let minutes = two(&mut rest, 0, 59)?;
    let beyond = hours == 14 && minutes > 0;
    (rest.is_empty() && !beyond).then_some(Some(sign * (hours * 60 + minutes) * 60))
}
