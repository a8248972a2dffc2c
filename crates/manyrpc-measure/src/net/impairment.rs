//! Network impairments, as data and in text form: `loss=5%,delay=2ms±1ms`.
//!
//! | term | effect | applies to |
//! | --- | --- | --- |
//! | `loss=5%` | this share of datagrams is lost | UDP |
//! | `dup=1%` | this share arrives twice, each copy with its own delay | UDP |
//! | `reorder=2%` | this share is delayed by `hold` more and overtaken | UDP |
//! | `hold=5ms` | the additional delay of reordered datagrams | UDP |
//! | `corrupt=0.1%` | one to three bits are flipped in this share; UDP's checksum does not detect it, since the
//! relay sends a new datagram | UDP |
//! | `delay=2ms±1ms` | the delay of each packet, uniformly distributed; `+-` is accepted for `±` | both |
//! | `rate=10Mbit` | bits per second, headers of IP and of UDP or TCP included | both |
//! | `queue=64` | packets that may wait at that rate; beyond that datagrams are dropped, and streams wait | both |
//! | `cut=64kB` | a connection is reset after this many bytes in both directions, on average | TCP |
//! | `cut=2s` | a connection is reset after this time, on average | TCP |
//!
//! `none` is an unimpaired network. Shares are stored in parts per million, so that text and data convert exactly;
//! a connection's cut is uniformly distributed between zero and twice the mean.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// One direction of a network.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Impairment {
    /// Datagrams that are lost.
    pub loss: Share,
    /// Datagrams that arrive twice.
    pub duplication: Share,
    /// Datagrams that are delayed by [`hold`](Self::hold) more.
    pub reordering: Share,
    /// Their additional delay.
    pub hold: Duration,
    /// Datagrams with flipped bits.
    pub corruption: Share,
    /// The mean delay of everything.
    pub delay: Duration,
    /// The largest deviation from the mean delay, either way.
    pub jitter: Duration,
    /// Bits per second; `None` is unlimited.
    pub rate_bits: Option<u64>,
    /// Packets that may wait if there is a rate, the one being sent included.
    pub queue_packets: usize,
    /// Mean number of bytes after which a connection is cut.
    pub cut_bytes: Option<u64>,
    /// Mean time after which a connection is cut.
    pub cut_after: Option<Duration>,
}

impl Default for Impairment {
    /// No impairment.
    fn default() -> Self {
        Impairment {
            loss: Share::NONE,
            duplication: Share::NONE,
            reordering: Share::NONE,
            hold: HOLD,
            corruption: Share::NONE,
            delay: Duration::ZERO,
            jitter: Duration::ZERO,
            rate_bits: None,
            queue_packets: QUEUE_PACKETS,
            cut_bytes: None,
            cut_after: None,
        }
    }
}

/// Longer than a call takes on one machine, shorter than any reply timeout.
const HOLD: Duration = Duration::from_millis(5);
const QUEUE_PACKETS: usize = 64;

impl Impairment {
    /// Whether it has impairments that TCP would not notice, or would repair unseen.
    pub fn of_datagrams_only(&self) -> bool {
        [
            self.loss,
            self.duplication,
            self.reordering,
            self.corruption,
        ]
        .map(|s| s.ppm)
            != [0; 4]
    }

    /// Whether it cuts connections, which datagrams do not have.
    pub fn of_streams_only(&self) -> bool {
        self.cut_bytes.is_some() || self.cut_after.is_some()
    }
}

/// A share in parts per million.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Share {
    /// Parts per million, at most 1,000,000.
    pub ppm: u32,
}

impl Share {
    /// Zero.
    pub const NONE: Share = Share { ppm: 0 };

    /// A share in percent.
    pub const fn percent(percent: u32) -> Self {
        Share {
            ppm: percent * 10_000,
        }
    }

    /// The share as a probability from 0 to 1.
    pub fn probability(self) -> f64 {
        f64::from(self.ppm) / 1e6
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}%", f64::from(self.ppm) / 1e4)
    }
}

impl FromStr for Share {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = text.strip_suffix('%').unwrap_or(text);
        let scale = if number == text { 1e6 } else { 1e4 };
        let ppm = number.parse::<f64>().ok().map(|n| (n * scale).round());
        let share = ppm.filter(|ppm| (0.0..=1e6).contains(ppm));
        let share = share.ok_or_else(|| format!("`{text}` is not a share: 5% or 0.05"))?;
        Ok(Share { ppm: share as u32 })
    }
}

/// Both directions of a network: the same, or `OUT/BACK`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Impairments {
    /// From clients to the server.
    pub out: Impairment,
    /// From the server to clients.
    pub back: Impairment,
}

impl From<Impairment> for Impairments {
    fn from(both: Impairment) -> Self {
        Impairments {
            out: both.clone(),
            back: both,
        }
    }
}

impl FromStr for Impairments {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('/') {
            None => Ok(text.parse::<Impairment>()?.into()),
            Some((out, back)) => Ok(Impairments {
                out: out.parse()?,
                back: back.parse()?,
            }),
        }
    }
}

impl TryFrom<String> for Impairments {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Impairments> for String {
    fn from(impairments: Impairments) -> String {
        impairments.to_string()
    }
}

impl fmt::Display for Impairments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.out == self.back {
            true => self.out.fmt(f),
            false => write!(f, "{}/{}", self.out, self.back),
        }
    }
}

const NOTHING: &str = "none";
const WORDS: &str = "loss=5%, dup=1%, reorder=2%, hold=5ms, corrupt=0.1%, delay=2ms±1ms, \
     rate=10Mbit, queue=64, cut=64kB, cut=2s";

impl FromStr for Impairment {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut all = Impairment::default();
        let text = text.trim();
        if text == NOTHING {
            return Ok(all);
        }
        for word in text.split(',') {
            let word = word.trim();
            let pair = word.split_once('=');
            let (name, value) =
                pair.ok_or_else(|| format!("`{word}` is not an impairment; there are {WORDS}"))?;
            all.set(name.trim(), value.trim())?;
        }
        Ok(all)
    }
}

impl Impairment {
    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "loss" => self.loss = value.parse()?,
            "dup" => self.duplication = value.parse()?,
            "reorder" => self.reordering = value.parse()?,
            "hold" => self.hold = duration(value)?,
            "corrupt" => self.corruption = value.parse()?,
            "delay" => (self.delay, self.jitter) = spread(value)?,
            "rate" => self.rate_bits = Some(rate(value)?),
            "queue" => self.queue_packets = queue(value)?,
            "cut" if value.ends_with('B') => self.cut_bytes = Some(bytes(value)?),
            "cut" => self.cut_after = Some(duration(value)?),
            _ => {
                return Err(format!(
                    "no impairment is called `{name}`; there are {WORDS}"
                ));
            }
        }
        Ok(())
    }
}

impl fmt::Display for Impairment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = Impairment::default();
        let mut words = Vec::new();
        for (name, share) in [
            ("loss", self.loss),
            ("dup", self.duplication),
            ("reorder", self.reordering),
            ("corrupt", self.corruption),
        ] {
            if share != Share::NONE {
                words.push(format!("{name}={share}"));
            }
        }
        if self.hold != usual.hold {
            words.push(format!("hold={:?}", self.hold));
        }
        if self.jitter != Duration::ZERO {
            words.push(format!("delay={:?}±{:?}", self.delay, self.jitter));
        } else if self.delay != Duration::ZERO {
            words.push(format!("delay={:?}", self.delay));
        }
        if let Some(bits) = self.rate_bits {
            words.push(format!("rate={}bit", scaled(bits)));
        }
        if self.queue_packets != usual.queue_packets {
            words.push(format!("queue={}", self.queue_packets));
        }
        if let Some(bytes) = self.cut_bytes {
            words.push(format!("cut={}B", scaled(bytes)));
        }
        if let Some(time) = self.cut_after {
            words.push(format!("cut={time:?}"));
        }
        match words.is_empty() {
            true => f.write_str(NOTHING),
            false => f.write_str(&words.join(",")),
        }
    }
}

/// Units of a thousand, the largest first.
const SCALES: [(&str, u64); 4] = [("G", 1_000_000_000), ("M", 1_000_000), ("k", 1000), ("", 1)];
const TIMES: [(&str, u64); 5] = [
    ("ns", 1),
    ("us", 1000),
    ("µs", 1000),
    ("ms", 1_000_000),
    ("s", 1_000_000_000),
];

/// A number in the largest unit that leaves it whole.
fn scaled(number: u64) -> String {
    let (unit, scale) = SCALES
        .into_iter()
        .find(|(_, scale)| number != 0 && number.is_multiple_of(*scale))
        .unwrap_or(("", 1));
    format!("{}{unit}", number / scale)
}

/// A decimal number in units of `scale`, from 0 to 2⁵³.
fn whole(number: &str, scale: u64) -> Option<u64> {
    let value = number.parse::<f64>().ok()? * scale as f64;
    (0.0..=9e15).contains(&value).then(|| value.round() as u64)
}

fn duration(text: &str) -> Result<Duration, String> {
    TIMES
        .into_iter()
        .find_map(|(unit, scale)| whole(text.strip_suffix(unit)?, scale))
        .map(Duration::from_nanos)
        .ok_or_else(|| format!("`{text}` is not a time: 150us, 2ms, 1.5s"))
}

/// A time and its largest deviation.
fn spread(text: &str) -> Result<(Duration, Duration), String> {
    let parts = text.split_once('±').or_else(|| text.split_once("+-"));
    let (mean, varies) = match parts {
        None => (duration(text)?, Duration::ZERO),
        Some((mean, varies)) => (duration(mean)?, duration(varies)?),
    };
    match varies <= mean {
        true => Ok((mean, varies)),
        false => Err(format!(
            "`{text}` would let packets arrive before they are sent"
        )),
    }
}

fn rate(text: &str) -> Result<u64, String> {
    let number = text
        .strip_suffix("bit")
        .or_else(|| text.strip_suffix("bit/s"));
    number
        .and_then(unscaled)
        .filter(|bits| *bits > 0)
        .ok_or_else(|| format!("`{text}` is not a rate: 9600bit, 10Mbit or 1Gbit (per second)"))
}

fn bytes(text: &str) -> Result<u64, String> {
    text.strip_suffix('B')
        .and_then(unscaled)
        .ok_or_else(|| format!("`{text}` is not a number of bytes: 500B, 64kB, 1MB"))
}

fn unscaled(text: &str) -> Option<u64> {
    SCALES
        .into_iter()
        .find_map(|(unit, scale)| whole(text.strip_suffix(unit)?, scale))
}

fn queue(text: &str) -> Result<usize, String> {
    let packets = text
        .parse()
        .ok()
        .filter(|n| (1..=MAX_QUEUE_PACKETS).contains(n));
    packets.ok_or_else(|| format!("`{text}`: a queue has from 1 to {MAX_QUEUE_PACKETS} packets"))
}

/// Queued packets, of up to 64 KiB, are kept in memory.
const MAX_QUEUE_PACKETS: usize = 10_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_mean_what_they_say() {
        let text = "loss=5%,dup=1%,reorder=2%,corrupt=0.1%,delay=2ms±1ms,rate=10Mbit,queue=32";
        let all: Impairment = text.parse().unwrap();
        assert_eq!(
            all,
            Impairment {
                loss: Share { ppm: 50_000 },
                duplication: Share::percent(1),
                reordering: Share::percent(2),
                corruption: Share { ppm: 1000 },
                delay: Duration::from_millis(2),
                jitter: Duration::from_millis(1),
                rate_bits: Some(10_000_000),
                queue_packets: 32,
                ..Impairment::default()
            }
        );
        assert_eq!(all.to_string(), text);
    }

    #[test]
    fn what_is_printed_is_read_again() {
        for text in [
            "none",
            "loss=0.0001%",
            "loss=100%,hold=1.5ms",
            "delay=150µs",
            "rate=9600bit,queue=1",
            "rate=2500kbit",
            "cut=64kB",
            "cut=1B,cut=2s",
            "delay=1.5s±250ns",
        ] {
            let read: Impairment = text.parse().unwrap();
            assert_eq!(read.to_string(), text);
            assert_eq!(read.to_string().parse(), Ok(read));
        }
        for (other, same) in [
            ("delay=2ms+-1ms", "delay=2ms±1ms"),
            ("delay=10us, loss=0.07", "loss=7%,delay=10µs"),
            ("rate=1.5Mbit/s", "rate=1500kbit"),
            ("loss=0%", "none"),
        ] {
            assert_eq!(other.parse::<Impairment>().unwrap().to_string(), same);
        }
    }

    #[test]
    fn each_direction_may_have_its_own() {
        let both: Impairments = "loss=5%/none".parse().unwrap();
        assert_eq!(both.out.loss, Share::percent(5));
        assert_eq!(both.back, Impairment::default());
        assert_eq!(both.to_string(), "loss=5%/none");
        let same: Impairments = "loss=5%".parse().unwrap();
        assert_eq!(
            (same.out == same.back, same.to_string()),
            (true, "loss=5%".to_owned())
        );
    }

    #[test]
    fn what_makes_no_sense_is_refused_with_a_way_out() {
        for (wrong, hint) in [
            ("", "there are loss=5%"),
            ("loss", "there are loss=5%"),
            ("los=5%", "no impairment is called `los`"),
            ("loss=101%", "5% or 0.05"),
            ("loss=-1%", "5% or 0.05"),
            ("loss=NaN", "5% or 0.05"),
            ("delay=2", "150us"),
            ("delay=-2ms", "150us"),
            ("delay=1ms±2ms", "before they are sent"),
            ("rate=0bit", "10Mbit"),
            ("rate=10M", "10Mbit"),
            ("queue=0", "from 1"),
            ("queue=99999999", "from 1"),
            ("cut=xB", "64kB"),
            ("loss=1%/dup=1%/none", "5% or 0.05"),
        ] {
            let refused = wrong.parse::<Impairments>().unwrap_err();
            assert!(refused.contains(hint), "{wrong}: {refused}");
        }
    }
}
