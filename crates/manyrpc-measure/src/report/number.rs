//! Formatting of figures for people.

use crate::stats::Interval;

/// Microseconds from nanoseconds: three significant digits, never an exponent.
pub fn micros(ns: f64) -> String {
    let us = ns / 1000.0;
    match us {
        _ if us < 10.0 => format!("{us:.2}"),
        _ if us < 1000.0 => format!("{us:.1}"),
        _ => format!("{us:.0}"),
    }
}

/// A rate: `950`, `81.2k`, `1.25M`.
pub fn rate(per_second: f64) -> String {
    match per_second {
        r if r < 1000.0 => format!("{r:.0}"),
        r if r < 1e6 => format!("{:.1}k", r / 1e3),
        r => format!("{:.2}M", r / 1e6),
    }
}

/// Bytes per call, without decimals if whole.
pub fn bytes(count: f64) -> String {
    match count.fract() {
        0.0 => format!("{count:.0}"),
        _ => format!("{count:.1}"),
    }
}

/// A ratio: three decimals below 10, one above.
pub fn ratio(ratio: f64) -> String {
    match ratio {
        r if r < 10.0 => format!("{r:.3}"),
        r => format!("{r:.1}"),
    }
}

/// A difference in nanoseconds with its sign and half its interval: `+180 ±30`.
pub fn difference(ns: &Interval) -> String {
    let digits = usize::from(ns.value.abs() < 10.0);
    let half = (ns.high - ns.low) / 2.0;
    match half > 0.0 {
        true => format!("{:+.digits$} ±{half:.digits$}", ns.value),
        false if ns.value == 0.0 => "0".to_owned(),
        false => format!("{:+.digits$}", ns.value),
    }
}

/// Seconds: three significant digits.
pub fn seconds(s: f64) -> String {
    match s {
        s if s < 1.0 => format!("{s:.4}"),
        s if s < 10.0 => format!("{s:.3}"),
        s => format!("{s:.2}"),
    }
}

/// A multiple, with `×`.
pub fn times(ratio: f64) -> String {
    match ratio {
        r if r < 10.0 => format!("{r:.2}"),
        r => format!("{r:.1}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_short() {
        assert_eq!(micros(1234.0), "1.23");
        assert_eq!(micros(15_678.0), "15.7");
        assert_eq!(micros(1_234_567.0), "1235");
        assert_eq!(rate(949.6), "950");
        assert_eq!(rate(81_240.0), "81.2k");
        assert_eq!(rate(1_254_000.0), "1.25M");
        assert_eq!(bytes(92.0), "92");
        assert_eq!(bytes(92.4), "92.4");
        assert_eq!(ratio(1.0481), "1.048");
        assert_eq!(ratio(12.34), "12.3");
        let around = |value: f64, half: f64| Interval {
            value,
            low: value - half,
            high: value + half,
        };
        assert_eq!(difference(&around(180.4, 29.7)), "+180 ±30");
        assert_eq!(difference(&around(-2.5, 0.25)), "-2.5 ±0.2");
        assert_eq!(difference(&around(12.0, 0.0)), "+12");
        assert_eq!(difference(&around(0.0, 0.0)), "0");
        assert_eq!(
            [seconds(0.12345), seconds(1.2345), seconds(12.345)],
            ["0.1235", "1.234", "12.35"]
        );
        assert_eq!([times(1.274), times(12.74)], ["1.27", "12.7"]);
    }
}
