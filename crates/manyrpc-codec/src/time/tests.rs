//! Dates against a calendar that counts day by day, and known answers.

use super::*;

/// As `date -u -d @N +%FT%TZ` of GNU coreutils prints them.
const DATES: &[(i64, &str)] = &[
    (-62_135_596_800, "0001-01-01T00:00:00Z"),
    (-62_135_596_799, "0001-01-01T00:00:01Z"),
    (-58_979_923_200, "0101-01-01T00:00:00Z"),
    (-2_208_988_800, "1900-01-01T00:00:00Z"),
    (-2_203_891_201, "1900-02-28T23:59:59Z"),
    (-2_203_891_200, "1900-03-01T00:00:00Z"),
    (-1, "1969-12-31T23:59:59Z"),
    (0, "1970-01-01T00:00:00Z"),
    (900_684_535, "1998-07-17T14:08:55Z"),
    (951_782_399, "2000-02-28T23:59:59Z"),
    (951_782_400, "2000-02-29T00:00:00Z"),
    (951_868_800, "2000-03-01T00:00:00Z"),
    (1_709_164_800, "2024-02-29T00:00:00Z"),
    (2_147_483_648, "2038-01-19T03:14:08Z"),
    (4_107_542_399, "2100-02-28T23:59:59Z"),
    (4_107_542_400, "2100-03-01T00:00:00Z"),
    (253_402_300_799, "9999-12-31T23:59:59Z"),
];

fn moment(seconds: i64, nanos: i32) -> Moment {
    Moment { seconds, nanos }
}

#[test]
fn dates_are_those_of_the_calendar() {
    for (seconds, text) in DATES {
        let at = moment(*seconds, 0);
        assert_eq!(at.to_rfc3339().unwrap().as_str(), *text);
        assert_eq!(Moment::from_rfc3339(text), Ok(at), "{text}");
        let short = at.to_xml_rpc().unwrap();
        assert_eq!(Moment::from_xml_rpc(&short), Ok(at), "{text}");
        assert_eq!(Moment::from_xml_rpc(text), Ok(at), "{text}");
    }
}

/// Day by day from the year 1 to the year 9999, using only the lengths of the months.
#[test]
fn every_day_follows_the_one_before() {
    let (mut year, mut month, mut day) = (1, 1, 1);
    let first = *MOMENTS.start() / DAY;
    for at in first..=*MOMENTS.end() / DAY {
        assert_eq!(civil(at), (year, month, day));
        assert_eq!(days(year, month, day), at);
        let leap = (year % 4 == 0) != (year % 100 == 0) || year % 400 == 0;
        let length = match month {
            2 if leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        assert_eq!(days_of_month(year, month), length);
        day += 1;
        if day > length {
            (month, day) = (month + 1, 1);
        }
        if month > 12 {
            (year, month) = (year + 1, 1);
        }
    }
    assert_eq!((year, month, day), (10_000, 1, 1));
}

/// `google/protobuf/timestamp.proto`: 0, 3, 6 or 9 digits are written, any number is read.
#[test]
fn fractions_have_as_many_digits_as_they_need() {
    for (nanos, digits) in [
        (0, ""),
        (1, ".000000001"),
        (1_000, ".000001"),
        (10_000_000, ".010"),
        (500_000_000, ".500"),
        (123_456_000, ".123456"),
        (999_999_999, ".999999999"),
    ] {
        let at = moment(-1, nanos);
        let expected = alloc::format!("1969-12-31T23:59:59{digits}Z");
        assert_eq!(at.to_rfc3339().unwrap().as_str(), expected);
        assert_eq!(Moment::from_rfc3339(&expected), Ok(at));
        let short = alloc::format!("19691231T23:59:59{digits}");
        assert_eq!(Moment::from_xml_rpc(&short), Ok(at));
        assert_eq!(at.to_xml_rpc_with_fraction().unwrap().as_str(), short);
        let refused = Err("a whole second, and dates of XML-RPC have no fractions");
        let exact = at.to_xml_rpc().map(|_| ());
        assert_eq!(exact, if nanos == 0 { Ok(()) } else { refused });
        let dropped = at.start_of_second().to_xml_rpc().unwrap();
        assert_eq!(dropped.as_str(), "19691231T23:59:59");
    }
    let half = Ok(moment(0, 500_000_000));
    for text in ["1970-01-01T00:00:00.5Z", "1970-01-01T00:00:00.50Z"] {
        assert_eq!(Moment::from_rfc3339(text), half);
    }
    // The official suite of Protocol Buffers requires these to be refused:
    // TimestampJsonInputLowercaseT and ...Z.
    for text in ["1970-01-01t00:00:00Z", "1970-01-01T00:00:00z"] {
        assert!(Moment::from_rfc3339(text).is_err(), "{text}");
    }
}

#[test]
fn zones_are_offsets_from_utc() {
    for text in [
        "1998-07-17T14:08:55Z",
        "1998-07-17T14:08:55+00:00",
        "1998-07-17T14:08:55-00:00",
        "1998-07-17T16:08:55+02:00",
        "1998-07-17T08:38:55-05:30",
        "1998-07-18T14:07:55+23:59",
    ] {
        assert_eq!(Moment::from_rfc3339(text), Ok(moment(900_684_535, 0)));
        let short = text.replacen('-', "", 2);
        assert_eq!(Moment::from_xml_rpc(&short), Ok(moment(900_684_535, 0)));
    }
    for text in [
        " 19980717T14:08:55\n",
        "19980717T16:08:55+0200",
        "1998-07-17T14:08:55",
        "19980717T14:08:55.000",
    ] {
        assert_eq!(Moment::from_xml_rpc(text), Ok(moment(900_684_535, 0)));
    }
}

#[test]
fn what_is_no_date_is_said() {
    const FORM: &str = "a date as 1998-07-17T14:08:55Z";
    const YEARS: &str = "a year from 0001 to 9999";
    const LEAP: &str = "a second below 60: there are no leap seconds here";
    for (text, why) in [
        ("", FORM),
        ("yesterday", FORM),
        ("1998-07-17", FORM),
        ("1998-07-17 14:08:55Z", FORM),
        ("1998-07-17T14:08Z", FORM),
        ("1998-07-17T140855Z", FORM),
        ("1998-7-17T14:08:55Z", FORM),
        ("19980717T14:08:55Z", FORM),
        ("1998-0717T14:08:55Z", FORM),
        ("199807-17T14:08:55Z", FORM),
        ("1998-07-17T14:08:55Zx", FORM),
        ("1998-07-17T14:08:55+0200", FORM),
        ("1998-07-17T14:08:55+2:00", FORM),
        ("\u{661}998-07-17T14:08:55Z", FORM),
        ("+1998-07-17T14:08:55Z", FORM),
        ("-001-07-17T14:08:55Z", YEARS),
        ("0000-01-01T00:00:00Z", YEARS),
        ("10000-01-01T00:00:00Z", FORM),
        ("1998-00-17T14:08:55Z", "a month from 01 to 12"),
        ("1998-13-17T14:08:55Z", "a month from 01 to 12"),
        ("1998-07-00T14:08:55Z", "a day that its month has"),
        ("1998-02-29T14:08:55Z", "a day that its month has"),
        ("1900-02-29T00:00:00Z", "a day that its month has"),
        ("2024-02-30T00:00:00Z", "a day that its month has"),
        ("1998-06-31T14:08:55Z", "a day that its month has"),
        ("1998-07-17T24:00:00Z", "an hour below 24"),
        ("1998-07-17T14:60:00Z", "a minute below 60"),
        ("2016-12-31T23:59:60Z", LEAP),
        (
            "1998-07-17T14:08:55.Z",
            "one to nine digits behind the point",
        ),
        (
            "1998-07-17T14:08:55.0123456789Z",
            "one to nine digits behind the point",
        ),
        (
            "1998-07-17T14:08:55",
            "`Z` or an offset from UTC behind a date",
        ),
        ("1998-07-17T14:08:55+24:00", "an offset below 24 hours"),
        ("1998-07-17T14:08:55-02:60", "an offset below 24 hours"),
        ("0001-01-01T00:00:00+00:01", MOMENT),
        ("9999-12-31T23:59:59-00:01", MOMENT),
    ] {
        assert_eq!(Moment::from_rfc3339(text), Err(why), "{text}");
    }
    for text in [
        "",
        "980717T14:08:55",
        "19980717",
        "19980717T14:08",
        "1998-0717T14:08:55",
    ] {
        let why = "a date as 19980717T14:08:55";
        assert_eq!(Moment::from_xml_rpc(text), Err(why), "{text}");
    }
    assert_eq!(Moment::from_xml_rpc("20161231T23:59:60"), Err(LEAP));
    assert_eq!(Moment::from_xml_rpc("-19980717T14:08:55"), Err(YEARS));
}

#[test]
fn numbers_that_are_no_moment_are_refused() {
    for (seconds, nanos) in [
        (-62_135_596_801, 0),
        (253_402_300_800, 0),
        (i64::MIN, 0),
        (i64::MAX, 0),
        (0, -1),
        (0, 1_000_000_000),
    ] {
        let at = moment(seconds, nanos);
        assert_eq!(at.to_rfc3339().map(|_| ()), Err(MOMENT), "{at:?}");
        assert_eq!(at.to_xml_rpc().map(|_| ()), Err(MOMENT), "{at:?}");
        let start = at.start_of_second();
        assert_eq!(start.to_xml_rpc().map(|_| ()), Err(MOMENT), "{at:?}");
    }
}

/// `google/protobuf/duration.proto`, with its examples.
#[test]
fn spans() {
    for (seconds, nanos, text) in [
        (0, 0, "0s"),
        (3, 0, "3s"),
        (3, 1, "3.000000001s"),
        (3, 1_000, "3.000001s"),
        (1, 500_000_000, "1.500s"),
        (0, -500_000_000, "-0.500s"),
        (-1, -1_000_000, "-1.001s"),
        (315_576_000_000, 999_999_999, "315576000000.999999999s"),
        (-315_576_000_000, -999_999_999, "-315576000000.999999999s"),
    ] {
        let span = Span { seconds, nanos };
        assert_eq!(span.to_text().unwrap().as_str(), text);
        assert_eq!(Span::from_text(text), Ok(span), "{text}");
    }
    for (text, seconds, nanos) in [("1.5s", 1, 500_000_000), ("-0s", 0, 0), ("007s", 7, 0)] {
        assert_eq!(Span::from_text(text), Ok(Span { seconds, nanos }), "{text}");
    }
    const FORM: &str = "a span of time as 1.5s";
    const LONG: &str = "a span of at most 10,000 years";
    const DIGITS: &str = "one to nine digits behind the point";
    for (text, why) in [
        ("", FORM),
        ("s", FORM),
        ("1", FORM),
        ("1.5", FORM),
        (".5s", FORM),
        ("--1s", FORM),
        ("+1s", FORM),
        ("1 s", FORM),
        ("1ss", FORM),
        ("1.s", DIGITS),
        ("1.0000000000s", DIGITS),
        ("315576000001s", LONG),
        ("-99999999999999999999999999s", LONG),
    ] {
        assert_eq!(Span::from_text(text), Err(why), "{text}");
    }
    for (seconds, nanos) in [
        (315_576_000_001, 0),
        (i64::MIN, 0),
        (1, -1),
        (-1, 1),
        (0, 1_000_000_000),
        (0, i32::MIN),
    ] {
        assert!(Span { seconds, nanos }.to_text().is_err());
    }
}
