//! What definitions demand of values besides their form (XML Schema part 2, section 4.3).

use core::cmp::Ordering;

use super::forms;
use super::pattern::Patterns;
use crate::error::MalformedKind;
use crate::meta::{Facets, Field, XmlForm};

/// Those of a field.
#[inline]
pub(super) fn of(f: &Field) -> Option<&Facets> {
    f.xml.as_ref()?.facets.as_deref()
}

/// Checks the length of bytes or of a list.
pub(super) fn length(f: &Field, n: usize) -> Result<(), MalformedKind> {
    of(f).map_or(Ok(()), |facets| check_length(facets, n))
}

fn check_length(facets: &Facets, n: usize) -> Result<(), MalformedKind> {
    let exact = facets.length.is_none_or(|length| n == length as usize);
    let enough = facets.min_length.is_none_or(|min| n >= min as usize);
    let most = facets.max_length.unwrap_or(u32::MAX);
    match exact && enough {
        _ if n > most as usize => Err(MalformedKind::TooLong {
            count: n as u64,
            max: u64::from(most),
        }),
        true => Ok(()),
        false => Err(MalformedKind::Expected(
            "a value of the length that its type has",
        )),
    }
}

/// Checks characters in the form of their type.
pub(super) fn check(
    facets: &Facets,
    form: XmlForm,
    text: &str,
    patterns: &mut Patterns,
) -> Result<(), MalformedKind> {
    check_as(facets, form, text, patterns, |v| equal(form, v, text))
}

/// Checks a `float` or `double`.
pub(super) fn check_float(
    facets: &Facets,
    text: &str,
    patterns: &mut Patterns,
) -> Result<(), MalformedKind> {
    let form = XmlForm::Natural;
    check_as(facets, form, text, patterns, |v| is_as_much(form, v, text))
}

/// Checks that a value is among those that its place may have, if these are listed; `is` compares it with one.
pub(super) fn check_listed(f: &Field, is: impl FnMut(&str) -> bool) -> Result<(), MalformedKind> {
    of(f).map_or(Ok(()), |facets| listed(facets, is))
}

fn listed(facets: &Facets, mut is: impl FnMut(&str) -> bool) -> Result<(), MalformedKind> {
    match facets.values.is_empty() || facets.values.iter().any(|v| is(v)) {
        true => Ok(()),
        false => Err(NOT_LISTED),
    }
}

fn check_as(
    facets: &Facets,
    form: XmlForm,
    text: &str,
    patterns: &mut Patterns,
    is: impl Fn(&str) -> bool,
) -> Result<(), MalformedKind> {
    // A qualified name is compared with its namespace, and its length is that of no text.
    let is_name = form == XmlForm::QName;
    let has_length = !is_name
        && (facets.length.is_some() || facets.min_length.is_some() || facets.max_length.is_some());
    if has_length {
        check_length(facets, text.chars().count())?;
    }
    if !is_name {
        listed(facets, is)?;
    }
    check_patterns(facets, text, patterns)?;
    if !has_few_digits(facets, text) {
        return Err(MalformedKind::Expected(
            "a number with as few digits as its type has",
        ));
    }
    let holds = |bound: &Option<_>, holds: fn(Ordering) -> bool| match bound {
        None => true,
        Some(bound) => {
            let bound: &alloc::borrow::Cow<'static, str> = bound;
            match compare(form, text, bound) {
                Order::Is(order) => holds(order),
                // Sections 3.2.4.1 and 3.2.7.4: such values are not within bounds.
                Order::Partial => false,
                Order::Unknown => true,
            }
        }
    };
    let within = holds(&facets.min, Ordering::is_ge)
        && holds(&facets.max, Ordering::is_le)
        && holds(&facets.above, Ordering::is_gt)
        && holds(&facets.below, Ordering::is_lt);
    match within {
        true => Ok(()),
        false => Err(MalformedKind::Expected(
            "a value within the bounds of its type",
        )),
    }
}

/// Checks characters against the expressions of their type.
pub(super) fn check_patterns(
    facets: &Facets,
    text: &str,
    patterns: &mut Patterns,
) -> Result<(), MalformedKind> {
    let mut all = facets.patterns.iter();
    match all.all(|pattern| patterns.matches(pattern, text)) {
        true => Ok(()),
        false => Err(MalformedKind::Expected(
            "text that matches its type's pattern",
        )),
    }
}

/// Checks a qualified name with its namespace, whose prefix means nothing (section 3.2.18).
pub(super) fn check_name(f: &Field, name: &str) -> Result<(), MalformedKind> {
    check_listed(f, |v| v == name)
}

const NOT_LISTED: MalformedKind = MalformedKind::Expected("one of the values of its type");

fn has_few_digits(facets: &Facets, text: &str) -> bool {
    let Decimal { whole, part, .. } = Decimal::of(text);
    let all = whole.len() + part.len();
    facets.digits.is_none_or(|most| all <= most as usize)
        && facets.places.is_none_or(|most| part.len() <= most as usize)
}

fn equal(form: XmlForm, a: &str, b: &str) -> bool {
    match form {
        XmlForm::Natural | XmlForm::NormalizedString | XmlForm::Token => a == b,
        _ => is_as_much(form, a, b),
    }
}

/// Whether two values of a type with an order are the same.
fn is_as_much(form: XmlForm, a: &str, b: &str) -> bool {
    a == b || compare(form, a, b) == Order::Is(Ordering::Equal)
}

/// The order of two values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Is(Ordering),
    /// They have none.
    Partial,
    /// One of them is no value, or their type has no order.
    Unknown,
}

fn compare(form: XmlForm, a: &str, b: &str) -> Order {
    match ordered(form, a, b) {
        None => Order::Unknown,
        Some(None) => Order::Partial,
        Some(Some(order)) => Order::Is(order),
    }
}

/// The same; `None` inside if two values have no order.
fn ordered(form: XmlForm, a: &str, b: &str) -> Option<Option<Ordering>> {
    match form {
        XmlForm::Decimal
        | XmlForm::Integer
        | XmlForm::NonNegativeInteger
        | XmlForm::PositiveInteger
        | XmlForm::NonPositiveInteger
        | XmlForm::NegativeInteger => Some(Some(decimals(a, b))),
        XmlForm::Duration => Some(durations(&forms::duration(a)?, &forms::duration(b)?)),
        XmlForm::DateTime
        | XmlForm::Date
        | XmlForm::Time
        | XmlForm::YearMonth
        | XmlForm::Year
        | XmlForm::MonthDay
        | XmlForm::Day
        | XmlForm::Month => {
            let (a, b) = (forms::moment(form, a)?, forms::moment(form, b)?);
            // Without a zone it is anywhere within 14 hours (section 3.2.7.4).
            let slack = if a.zoned == b.zoned { 0 } else { 14 * 3600 };
            Some(match a.seconds.checked_sub(b.seconds)? {
                n if n > slack => Some(Ordering::Greater),
                n if n < -slack => Some(Ordering::Less),
                0 if slack == 0 => Some(fractions(a.fraction, b.fraction)),
                _ => None,
            })
        }
        XmlForm::Natural => {
            let number = |text: &str| match text {
                "INF" | "+INF" => Some(f64::INFINITY),
                "-INF" => Some(f64::NEG_INFINITY),
                text => text.parse::<f64>().ok(),
            };
            Some(number(a)?.partial_cmp(&number(b)?))
        }
        _ => None,
    }
}

/// Months have 28 to 31 days, so the order is partial (section 3.2.6.2).
fn durations(a: &forms::Duration<'_>, b: &forms::Duration<'_>) -> Option<Ordering> {
    let fraction = || {
        let (a_part, b_part) = (a.fraction, b.fraction);
        let any = || fractions(a_part, "").then_with(|| fractions(b_part, ""));
        match (a.negative, b.negative) {
            (false, false) => fractions(a_part, b_part),
            (true, true) => fractions(b_part, a_part),
            (true, false) => any().reverse(),
            (false, true) => any(),
        }
    };
    let from = |start| {
        let seconds = a.seconds_from(start)?.cmp(&b.seconds_from(start)?);
        Some(seconds.then_with(fraction))
    };
    let [first, others @ ..] = forms::STARTS;
    let order = from(first)?;
    let is_same = others.into_iter().all(|start| from(start) == Some(order));
    is_same.then_some(order)
}

/// Digits behind a point.
fn fractions(a: &str, b: &str) -> Ordering {
    a.trim_end_matches('0').cmp(b.trim_end_matches('0'))
}

/// Decimal numbers of any length.
fn decimals(a: &str, b: &str) -> Ordering {
    let (a, b) = (Decimal::of(a), Decimal::of(b));
    let wholes = a.whole.len().cmp(&b.whole.len());
    let wholes = wholes.then_with(|| a.whole.cmp(b.whole));
    let size = wholes.then_with(|| a.part.cmp(b.part));
    match (a.negative, b.negative) {
        (false, false) => size,
        (true, true) => size.reverse(),
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
    }
}

/// The digits of a decimal number without needless zeros.
struct Decimal<'a> {
    negative: bool,
    whole: &'a str,
    part: &'a str,
}

impl<'a> Decimal<'a> {
    fn of(text: &'a str) -> Self {
        let digits = text.trim_start_matches(['+', '-']);
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let (whole, part) = (whole.trim_start_matches('0'), part.trim_end_matches('0'));
        let is_zero = whole.is_empty() && part.is_empty();
        Decimal {
            negative: text.starts_with('-') && !is_zero,
            whole,
            part,
        }
    }
}
