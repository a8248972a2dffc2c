//! A distribution of times, as JSON.

use base64_simd::STANDARD;
use hdrhistogram::Histogram;
use hdrhistogram::serialization::{Deserializer, Serializer, V2DeflateSerializer};
use serde::{Deserialize, Serialize, de, ser};

/// Nanoseconds in an HdrHistogram with three significant digits and an unlimited range. Adding two is exact. Its
/// JSON form is readable by other HdrHistogram tools: V2 with deflate, in base64.
#[derive(Clone, Debug, PartialEq)]
pub struct Times(Histogram<u64>);

/// Significant decimal digits that are kept.
const DIGITS: u8 = 3;

impl Default for Times {
    fn default() -> Self {
        let mut histogram = Histogram::new(DIGITS).expect("three digits are allowed");
        histogram.auto(true);
        Times(histogram)
    }
}

impl Times {
    /// Records one time.
    pub fn record(&mut self, ns: u64) {
        self.0.record(ns).expect("the histogram grows to any value");
    }

    /// Adds another distribution.
    pub fn add(&mut self, other: &Times) {
        self.0
            .add(&other.0)
            .expect("the histogram grows to any value");
    }

    /// The histogram.
    pub fn histogram(&self) -> &Histogram<u64> {
        &self.0
    }

    /// The number of recorded times.
    pub fn count(&self) -> u64 {
        self.0.len()
    }

    /// The quantile `q` in nanoseconds; `None` if empty.
    pub fn at(&self, q: f64) -> Option<u64> {
        (self.count() > 0).then(|| self.0.value_at_quantile(q))
    }
}

impl Serialize for Times {
    fn serialize<S: ser::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut bytes = Vec::new();
        V2DeflateSerializer::new()
            .serialize(&self.0, &mut bytes)
            .map_err(|e| ser::Error::custom(format!("{e:?}")))?;
        to.serialize_str(&STANDARD.encode_to_string(&bytes))
    }
}

impl<'de> Deserialize<'de> for Times {
    fn deserialize<D: de::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let bytes = STANDARD
            .decode_to_vec(text)
            .map_err(|e| de::Error::custom(format!("{e}")))?;
        let mut histogram: Histogram<u64> = Deserializer::new()
            .deserialize(&mut &bytes[..])
            .map_err(|e| de::Error::custom(format!("{e:?}")))?;
        histogram.auto(true);
        Ok(Times(histogram))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adding_is_as_if_one_had_seen_all() {
        let (mut a, mut b, mut all) = (Times::default(), Times::default(), Times::default());
        for i in 1..2000u64 {
            let ns = i * i * i;
            if i % 3 == 0 { &mut a } else { &mut b }.record(ns);
            all.record(ns);
        }
        a.add(&b);
        assert_eq!(a.count(), 1999);
        for q in [0.0, 0.1, 0.5, 0.9, 0.999, 1.0] {
            assert_eq!(a.at(q), all.at(q), "{q}");
        }
        assert_eq!(Times::default().at(0.5), None);
    }

    #[test]
    fn it_survives_its_way_through_json() {
        let mut times = Times::default();
        for ns in [1, 17, 17, 123_456, 5_000_000_000] {
            times.record(ns);
        }
        let text = serde_json::to_string(&times).unwrap();
        let mut back: Times = serde_json::from_str(&text).unwrap();
        assert_eq!(back.histogram(), times.histogram());
        // It still grows.
        back.record(1 << 50);
        assert_eq!(back.count(), 6);
        for wrong in ["7", "\"\"", "\"****\"", "\"AAAA\""] {
            assert!(serde_json::from_str::<Times>(wrong).is_err(), "{wrong}");
        }
    }

    // Three digits: no error above one in a thousand.
    #[test]
    fn three_digits_are_kept() {
        for ns in [999u64, 12_345, 987_654_321] {
            let mut times = Times::default();
            times.record(ns);
            let off = times.at(0.5).unwrap().abs_diff(ns) as f64 / ns as f64;
            assert!(off <= 0.001, "{ns}: {off}");
        }
    }
}
