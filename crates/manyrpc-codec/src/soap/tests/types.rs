//! The simple types of XML Schema: the lexical forms that part 2 gives as examples.

use super::*;

fn formed(form: XmlForm) -> Field {
    Field {
        xml: Some(Link::Shared(alloc::sync::Arc::new(Xml {
            form,
            ..Xml::ELEMENT
        }))),
        ..Field::plain("v")
    }
}

fn is_read(form: XmlForm, text: &str) -> bool {
    let element = format!("<v>{text}</v>");
    let read = value::<String>(&element, &formed(form));
    match &read {
        Ok(value) => assert_eq!(value, text.trim(), "the form is kept"),
        Err(kind) => assert!(matches!(kind, MalformedKind::Expected(_)), "{kind:?}"),
    }
    read.is_ok()
}

#[test]
fn numbers_and_truth_values() {
    let f = Field::plain("v");
    // Sections 3.2.2, 3.2.4 and 3.3.13.
    for (text, truth) in [
        ("true", true),
        ("1", true),
        (" false ", false),
        ("0", false),
    ] {
        assert_eq!(value(&format!("<v>{text}</v>"), &f), Ok(truth));
    }
    for (text, double) in [
        ("-1E4", -1e4),
        ("1267.43233E12", 1267.43233E12),
        ("12.78e-2", 0.1278),
        ("12", 12.0),
        ("-0", -0.0),
        ("INF", f64::INFINITY),
        ("-INF", f64::NEG_INFINITY),
        (" .5 ", 0.5),
        ("1.", 1.0),
        ("+5", 5.0),
        ("+.5e1", 5.0),
    ] {
        let read = value::<f64>(&format!("<v>{text}</v>"), &f).map(f64::to_bits);
        assert_eq!(read, Ok(double.to_bits()), "{text}");
    }
    assert!(value::<f32>("<v>NaN</v>", &f).unwrap().is_nan());
    for text in [
        "", "True", "inf", "nan", "1e", "0x10", "1 2", "--1", "+-5", "++5", "-+5", "+", "+NaN",
    ] {
        assert!(
            value::<f64>(&format!("<v>{text}</v>"), &f).is_err(),
            "{text}"
        );
        assert!(
            value::<bool>(&format!("<v>{text}</v>"), &f).is_err(),
            "{text}"
        );
    }
    for (text, number) in [
        ("-1", -1i64),
        ("0", 0),
        ("12678967543233", 12_678_967_543_233),
        ("+100000", 100_000),
    ] {
        assert_eq!(value(&format!("<v>{text}</v>"), &f), Ok(number));
    }
    assert_eq!(value("<v>18446744073709551615</v>", &f), Ok(u64::MAX));
    assert_eq!(
        value::<u64>("<v>18446744073709551616</v>", &f),
        Err(MalformedKind::Overflow)
    );
    assert_eq!(
        value::<i8>("<v>128</v>", &f),
        Err(MalformedKind::OutOfRange(128))
    );
    assert_eq!(
        value::<u8>("<v>-1</v>", &f),
        Err(MalformedKind::OutOfRange(-1))
    );
    assert_eq!(
        value::<i32>("<v>1.0</v>", &f),
        Err(MalformedKind::Expected("an integer"))
    );
    assert_eq!(written_value(&f, &f64::NEG_INFINITY), "<v>-INF</v>");
    assert_eq!(written_value(&f, &f32::NAN), "<v>NaN</v>");
    assert_eq!(written_value(&f, &true), "<v>true</v>");
}

#[test]
fn forms_of_text() {
    use XmlForm::*;
    // Sections 3.2.3, 3.2.6 to 3.2.14, 3.3.2 to 3.3.25.
    for (form, yes, no) in [
        (
            Decimal,
            &["-1.23", "12678967.543233", "+100000.00", "210", ".5", "1."][..],
            &["", ".", "1e5", "INF", "1,5"][..],
        ),
        (
            Integer,
            &[
                "-1",
                "0",
                "12678967543233",
                "+100000",
                "123456789012345678901234567890",
            ],
            &["1.0", "", "+"],
        ),
        (
            NonNegativeInteger,
            &["1", "0", "-0", "12678967543233"],
            &["-1"],
        ),
        (PositiveInteger, &["1", "+100000"], &["0", "-1"]),
        (NonPositiveInteger, &["-1", "0", "-126789675432339"], &["1"]),
        (NegativeInteger, &["-1", "-100000"], &["0", "1", "-0"]),
        (
            Duration,
            &[
                "P1Y2M3DT10H30M",
                "-P120D",
                "P1347Y",
                "P1347M",
                "P1Y2MT2H",
                "P0Y1347M",
                "P0Y1347M0D",
                "-P1347M",
                "PT1.5S",
            ],
            &[
                "P-1347M", "P1Y2MT", "P", "-P", "1Y", "P1S", "PT1.S", "PT.5S", "P1M1Y",
            ],
        ),
        (
            DateTime,
            &[
                "2002-10-10T12:00:00-05:00",
                "2002-10-10T17:00:00Z",
                "1999-05-31T13:20:00.000-05:00",
                "-0044-03-15T00:00:00",
                "12004-01-01T24:00:00",
            ],
            &[
                "2002-10-10",
                "02-10-10T12:00:00",
                "2002-02-30T00:00:00",
                "2002-10-10T25:00:00",
                "2002-10-10T24:00:01",
                "2002-10-10T12:00:00+15:00",
                "2002-10-10T12:00:00.",
                "2002-10-10T12:00",
            ],
        ),
        (
            Date,
            &["2002-10-10", "2002-10-10+13:00", "2004-02-29Z"],
            &["2003-02-29", "2002-13-01", "2002-10-10T"],
        ),
        (
            Time,
            &["13:20:00-05:00", "24:00:00", "00:00:00.123"],
            &["13:20", "1:20:00", "13:60:00"],
        ),
        (YearMonth, &["1999-05", "1999-05Z"], &["1999", "1999-13"]),
        (Year, &["1999", "-0001", "10000"], &["99", "01999"]),
        (MonthDay, &["--05-31", "--02-29"], &["--02-30", "05-31"]),
        (Day, &["---31", "---01Z"], &["---32", "31"]),
        (Month, &["--05", "--12--"], &["--13", "05"]),
        (
            Language,
            &["en", "en-GB", "i-klingon"],
            &["english-language-x123456789", "en_GB", ""],
        ),
        (Name, &["a", ":b", "a:b-c.1"], &["1a", "-a", ""]),
        (NoColonName, &["a", "_b"], &["a:b", "1"]),
        (NameToken, &["1a", "-"], &["a b", ""]),
    ] {
        for text in yes {
            assert!(is_read(form, text), "{form:?} {text}");
            assert!(is_read(form, &format!("\n {text} ")), "{form:?} {text}");
        }
        for text in no {
            assert!(!is_read(form, text), "{form:?} {text}");
        }
    }
    // Section 4.3.6.
    assert_eq!(
        value("<v> a \n b </v>", &formed(Token)),
        Ok(String::from("a b"))
    );
    assert_eq!(
        value("<v> a \n b </v>", &formed(NormalizedString)),
        Ok(String::from(" a   b "))
    );
    assert_eq!(
        value("<v> a \n b </v>", &formed(Natural)),
        Ok(String::from(" a \n b "))
    );
    let name = value::<String>("<v xmlns:p='urn:p'>p:name</v>", &formed(QName));
    assert_eq!(name, Ok(String::from("{urn:p}name")));
    assert_eq!(
        written_value(&formed(QName), "{urn:p}name"),
        "<v xmlns:n=\"urn:p\">n:name</v>"
    );
    assert!(value::<String>("<v>p:name</v>", &formed(QName)).is_err());
}

/// Section 3.2.18: names are the same whose namespaces and local names are.
#[test]
fn qualified_names_are_compared_without_their_prefixes() {
    use XmlForm::QName;
    static LISTED: [Cow<'static, str>; 2] = [Cow::Borrowed("{urn:p}red"), Cow::Borrowed("blue")];
    let facets = Facets {
        length: Some(3),
        values: Cow::Borrowed(&LISTED),
        ..Facets::default()
    };
    let field = Field {
        xml: Some(Link::Shared(alloc::sync::Arc::new(Xml {
            form: QName,
            facets: Some(Link::Shared(alloc::sync::Arc::new(facets))),
            ..Xml::ELEMENT
        }))),
        ..Field::plain("v")
    };
    let read = |text: &str| value::<String>(text, &field);
    assert_eq!(
        read("<v xmlns:q='urn:p'>q:red</v>"),
        Ok("{urn:p}red".into())
    );
    assert_eq!(read("<v>blue</v>"), Ok("blue".into()));
    assert!(read("<v>red</v>").is_err());
    assert!(read("<v xmlns:q='urn:p'>q:blue</v>").is_err());
    assert!(read("<v xmlns:p='urn:other'>p:red</v>").is_err());
}

#[test]
fn bytes_in_digits() {
    // Sections 3.2.15 and 3.2.16.
    let hex = formed(XmlForm::Hex);
    assert_eq!(value("<v>0FB7</v>", &hex), Ok([0x0f_u8, 0xb7].to_vec()));
    assert_eq!(value("<v> 0fb7\n</v>", &hex), Ok([0x0f_u8, 0xb7].to_vec()));
    assert_eq!(written_value(&hex, &[0x0f_u8, 0xb7][..]), "<v>0FB7</v>");
    for text in ["0FB", "0G", "0F B7"] {
        assert!(
            value::<Vec<u8>>(&format!("<v>{text}</v>"), &hex).is_err(),
            "{text}"
        );
    }
    let base64 = Field::plain("v");
    assert_eq!(value("<v> Zm9v\nYg== </v>", &base64), Ok(b"foob".to_vec()));
    assert_eq!(value("<v/>", &base64), Ok(Vec::<u8>::new()));
}

/// XML Schema part 2, section 4.3.4: patterns are of what is written, also where the value is no text.
#[test]
fn patterns_of_lists_and_bytes() {
    let with = |form, list, pattern: &'static str| {
        Some(Link::Shared(alloc::sync::Arc::new(Xml {
            form,
            list,
            facets: Some(Link::Shared(alloc::sync::Arc::new(Facets {
                patterns: [Cow::Borrowed(pattern)].to_vec().into(),
                ..Facets::default()
            }))),
            ..Xml::ELEMENT
        })))
    };
    let color = Field {
        xml: with(XmlForm::Hex, false, "[0-9A-F]{4}"),
        ..Field::plain("v")
    };
    let read = |text: &str| value::<Vec<u8>>(&format!("<v>{text}</v>"), &color).ok();
    assert_eq!(read(" 0FB7 "), Some([0x0f, 0xb7].to_vec()));
    assert_eq!((read("0FB700"), read("0fb7")), (None, None));
    static ITEM: Field = Field::plain("item");
    let pair = Field {
        xml: with(XmlForm::Natural, true, "[0-9]+ [0-9]+"),
        ..Field::of("v", crate::meta::Length::UpTo(u32::MAX), &ITEM)
    };
    let read = |text: &str| value::<Vec<i32>>(&format!("<v>{text}</v>"), &pair).ok();
    assert_eq!(read("1 \n 22"), Some([1, 22].to_vec()));
    assert_eq!((read("1"), read("1 2 3"), read("1 -2")), (None, None, None));
}

/// XML Schema part 2, sections 3.2.2 and 4.3.4: a truth value is a word or a digit, where a pattern allows either.
#[test]
fn patterns_of_truth_values() {
    let with = |pattern: &'static str| Field {
        xml: Some(Link::Shared(alloc::sync::Arc::new(Xml {
            facets: Some(Link::Shared(alloc::sync::Arc::new(Facets {
                patterns: [Cow::Borrowed(pattern)].to_vec().into(),
                ..Facets::default()
            }))),
            ..Xml::ELEMENT
        }))),
        ..Field::plain("v")
    };
    for (pattern, allowed, yes, no) in [
        ("true|false", &["true", "false"][..], "true", "false"),
        ("[01]", &["1", "0"], "1", "0"),
        ("true|0", &["true", "0"], "true", "0"),
        (".*", &["true", "false", "1", "0"], "true", "false"),
    ] {
        let f = with(pattern);
        for text in ["true", "false", "1", "0"] {
            let read = value::<bool>(&format!("<v> {text} </v>"), &f);
            let v = matches!(text, "true" | "1");
            let expected = allowed.contains(&text).then_some(v);
            assert_eq!(read.ok(), expected, "{pattern} {text}");
        }
        assert_eq!(written_value(&f, &true), format!("<v>{yes}</v>"));
        assert_eq!(written_value(&f, &false), format!("<v>{no}</v>"));
    }
}

#[test]
fn facets_are_checked() {
    let with = |form, facets: Facets| Field {
        xml: Some(Link::Shared(alloc::sync::Arc::new(Xml {
            form,
            facets: Some(Link::Shared(alloc::sync::Arc::new(facets))),
            ..Xml::ELEMENT
        }))),
        ..Field::plain("v")
    };
    let fits = |f: &Field, text: &str| value::<String>(&format!("<v>{text}</v>"), f).is_ok();
    // Sections 4.3.1 to 4.3.12.
    let code = with(
        XmlForm::Natural,
        Facets {
            patterns: [Cow::Borrowed("[A-Z]{3}-[0-9]{2}")].to_vec().into(),
            ..Facets::default()
        },
    );
    assert!(fits(&code, "ABC-12") && !fits(&code, "ABC-1") && !fits(&code, " ABC-12"));
    let short = with(
        XmlForm::Natural,
        Facets {
            min_length: Some(1),
            max_length: Some(2),
            ..Facets::default()
        },
    );
    assert!(fits(&short, "\u{e9}\u{e9}") && !fits(&short, "") && !fits(&short, "abc"));
    let price = with(
        XmlForm::Decimal,
        Facets {
            digits: Some(5),
            places: Some(2),
            max: Some("99.5".into()),
            above: Some("-10".into()),
            ..Facets::default()
        },
    );
    for (text, yes) in [
        ("12.34", true),
        ("0012.3400", true),
        ("12.345", false),
        ("99.50", true),
        ("99.51", false),
        ("-10.0", false),
        ("-9.99", true),
        ("100", false),
    ] {
        assert_eq!(fits(&price, text), yes, "{text}");
    }
    let day = with(
        XmlForm::DateTime,
        Facets {
            min: Some("2000-01-01T00:00:00Z".into()),
            below: Some("2001-01-01T00:00:00Z".into()),
            ..Facets::default()
        },
    );
    for (text, yes) in [
        ("2000-01-01T00:00:00Z", true),
        ("1999-12-31T23:59:59.9Z", false),
        ("2000-12-31T23:00:00-02:00", false),
        ("2000-01-01T01:00:00+01:00", true),
        // Section 3.2.7.4: a moment without a zone is anywhere within 14 hours of it.
        ("2000-01-01T00:00:00", false),
        ("2000-01-01T14:00:01", true),
    ] {
        assert_eq!(fits(&day, text), yes, "{text}");
    }
    // Section 3.2.4.1: NaN is within no bounds.
    let least = with(
        XmlForm::Natural,
        Facets {
            min: Some("1".into()),
            ..Facets::default()
        },
    );
    assert_eq!(value("<v>INF</v>", &least), Ok(f64::INFINITY));
    assert!(value::<f64>("<v>NaN</v>", &least).is_err());
    // Section 3.2.6.2: P1M is neither more nor less than P30D, and so not at most that.
    let month = with(
        XmlForm::Duration,
        Facets {
            max: Some("P30D".into()),
            ..Facets::default()
        },
    );
    assert!(
        fits(&month, "P29D")
            && !fits(&month, "P1M")
            && !fits(&month, "P31D")
            && !fits(&month, "P2M")
    );
    // Section 3.2.6.2, its table, and the same below zero.
    for (bound, less, unordered, more) in [
        ("P1Y", "P364D", "P365D", "P367D"),
        ("P1M", "P27D", "P30D", "P32D"),
        ("P5M", "P149D", "P152D", "P154D"),
        ("-P1M", "-P32D", "-P30D", "-P27D"),
        ("-P5M", "-P154D", "-P150D", "-P149D"),
        ("-P1Y1D", "-P13M", "-P366D", "-P12M"),
    ] {
        let bounded = |facets| with(XmlForm::Duration, facets);
        let least = bounded(Facets {
            min: Some(bound.into()),
            ..Facets::default()
        });
        let most = bounded(Facets {
            max: Some(bound.into()),
            ..Facets::default()
        });
        for (text, expected) in [
            (less, (false, true)),
            (unordered, (false, false)),
            (bound, (true, true)),
            (more, (true, false)),
        ] {
            let found = (fits(&least, text), fits(&most, text));
            assert_eq!(found, expected, "{text} with {bound}");
        }
    }
    let parts = with(
        XmlForm::Duration,
        Facets {
            above: Some("-PT1.5S".into()),
            below: Some("PT0.25S".into()),
            ..Facets::default()
        },
    );
    for (text, yes) in [
        ("-PT1.6S", false),
        ("-PT1.5S", false),
        ("-PT1.50S", false),
        ("-PT1.45S", true),
        ("-PT0.25S", true),
        ("-PT0.5S", true),
        ("PT0S", true),
        ("PT0.2S", true),
        ("PT0.25S", false),
        ("PT0.3S", false),
        ("-P1M", false),
        ("P9999999999Y", false),
        ("-P9999999999Y", false),
    ] {
        assert_eq!(fits(&parts, text), yes, "{text}");
    }
    let grade = with(
        XmlForm::Natural,
        Facets {
            min: Some("1".into()),
            max: Some("5".into()),
            ..Facets::default()
        },
    );
    assert_eq!(value("<v>5</v>", &grade), Ok(5u8));
    assert!(value::<u8>("<v>6</v>", &grade).is_err() && value::<u8>("<v>0</v>", &grade).is_err());
    let one = with(
        XmlForm::Natural,
        Facets {
            values: [Cow::Borrowed("light blue")].to_vec().into(),
            ..Facets::default()
        },
    );
    assert!(fits(&one, "light blue") && !fits(&one, "blue"));
}
