//! Timing: the rivals take turns, one round each.
//!
//! Figures are medians over rounds; ratios are medians of each round's ratio, which are robust on a
//! busy machine.

use std::fmt::Debug;
use std::hint::black_box;
use std::time::{Duration, Instant};

use manyrpc_codec::meta::Field;
use manyrpc_codec::{Buf, Decode, Encode};

const ROUNDS: usize = 31;
const ROUND: Duration = Duration::from_micros(500);

/// Encodes a value into a buffer, and decodes it, in one syntax.
pub(crate) trait Codec {
    fn encode<T: Encode>(out: &mut Buf, f: &Field, v: &T);
    fn decode<'a, T: Decode<'a>>(bytes: &'a [u8], f: &Field, v: &mut T);
}

/// One row of the table: what is timed, and what it is compared with.
pub(crate) struct Case<'a> {
    pub(crate) name: String,
    pub(crate) ours: Box<dyn FnMut() + 'a>,
    pub(crate) by_hand: Option<Box<dyn FnMut() + 'a>>,
    /// The command for a rival in its own process.
    pub(crate) rival: Option<&'static str>,
}

impl<'a> Case<'a> {
    /// Also times code by hand that decodes into a fresh value.
    #[allow(dead_code, reason = "not every syntax is decoded by hand")]
    pub(crate) fn against<T: Default + Debug + PartialEq + 'a>(
        self,
        expected: &T,
        bytes: &'a [u8],
        by_hand: impl Fn(&'a [u8], &mut T) -> Option<()> + 'a,
    ) -> Self {
        let decoded = move |bytes| {
            let mut v = T::default();
            by_hand(bytes, &mut v).expect("bytes of our own");
            v
        };
        assert_eq!(decoded(bytes), *expected, "by hand reads the same");
        let by_hand = Box::new(move || {
            black_box(&decoded(black_box(bytes)));
        });
        Case {
            by_hand: Some(by_hand),
            ..self
        }
    }

    /// Also times a rival in another process.
    #[allow(dead_code, reason = "not every syntax has a rival")]
    pub(crate) fn beside(self, rival: &'static str) -> Self {
        let rival = Some(rival);
        Case { rival, ..self }
    }
}

pub(crate) fn encoded<C: Codec, T: Encode>(f: &Field, v: &T) -> Buf {
    let mut buf = Buf::new();
    C::encode(&mut buf, f, v);
    buf
}

#[allow(dead_code, reason = "not every syntax is timed against code by hand")]
pub(crate) fn encodes<'a, C: Codec, T: Encode>(
    name: &str,
    f: &'static Field,
    v: &'a T,
    by_hand: impl Fn(&mut Buf, &T) + 'a,
) -> Case<'a> {
    let (mut ours, mut theirs) = (roomy(), roomy());
    by_hand(&mut theirs, v);
    assert_eq!(
        theirs.data(),
        encoded::<C, T>(f, v).data(),
        "by hand writes the same"
    );
    Case {
        name: format!("encode {name}"),
        ours: Box::new(move || {
            ours.clear();
            C::encode(&mut ours, f, black_box(v));
            black_box(ours.data());
        }),
        by_hand: Some(Box::new(move || {
            theirs.clear();
            by_hand(&mut theirs, black_box(v));
            black_box(theirs.data());
        })),
        rival: None,
    }
}

/// A large buffer, so that all start at the same offset in a page: the distance between source and
/// destination within their pages makes a difference of 1.4 × in a copy of 4 KB.
#[allow(dead_code, reason = "as `encodes`")]
fn roomy() -> Buf {
    Buf::with_capacity(2 << 20)
}

/// Decodes into a fresh value, which is dropped again.
#[allow(dead_code, reason = "not every syntax is timed alone")]
pub(crate) fn decodes<'a, C: Codec, T: Decode<'a> + Default + 'a>(
    name: &str,
    f: &'static Field,
    bytes: &'a [u8],
) -> Case<'a> {
    Case {
        name: format!("decode {name}"),
        ours: Box::new(move || {
            let mut v = T::default();
            C::decode(black_box(bytes), f, &mut v);
            black_box(&v);
        }),
        by_hand: None,
        rival: None,
    }
}

pub(crate) fn reuses<'a, C: Codec, T: Decode<'a> + Default + 'a>(
    name: &str,
    f: &'static Field,
    bytes: &'a [u8],
) -> Case<'a> {
    let mut v = T::default();
    Case {
        name: format!("decode {name}"),
        ours: Box::new(move || {
            C::decode(black_box(bytes), f, &mut v);
            black_box(&v);
        }),
        by_hand: None,
        rival: None,
    }
}

/// Times all cases, or those whose name contains a word of the command line; `rival` returns
/// nanoseconds per call. With `--ours=3000` or `--by-hand=3000`, only calls the first of them, to count
/// instructions: the difference between two such runs.
pub(crate) fn report(cases: &mut [Case<'_>], mut rival: impl FnMut(&str, u32) -> Option<f64>) {
    println!(
        "{:36} {:>10} {:>10} {:>8} {:>10} {:>8}",
        "ns", "ours", "by hand", "ratio", "rival", "ratio"
    );
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let wanted: Vec<&String> = wanted.iter().filter(|a| !a.starts_with('-')).collect();
    let all = wanted.is_empty();
    let mut selected = cases
        .iter_mut()
        .filter(|case| all || wanted.iter().any(|word| case.name.contains(*word)));
    match OnlyCalls::of_command_line() {
        Some(calls) => calls.make(selected.next()),
        None => selected.for_each(|case| report_one(case, &mut rival)),
    }
}

/// For callgrind: one side of the first case is called this often, and nothing is timed.
struct OnlyCalls {
    by_hand: bool,
    count: u32,
}

impl OnlyCalls {
    fn of_command_line() -> Option<Self> {
        std::env::args().find_map(|word| {
            let (side, count) = word.split_once('=')?;
            let by_hand = match side {
                "--ours" => false,
                "--by-hand" => true,
                _ => return None,
            };
            let count = count.parse().expect("a number of calls");
            Some(OnlyCalls { by_hand, count })
        })
    }

    fn make(&self, case: Option<&mut Case<'_>>) {
        let case = case.expect("a case with this name");
        let call = match self.by_hand {
            true => case.by_hand.as_mut().expect("code by hand for this case"),
            false => &mut case.ours,
        };
        for _ in 0..self.count {
            call();
        }
    }
}

fn report_one(case: &mut Case<'_>, rival: &mut dyn FnMut(&str, u32) -> Option<f64>) {
    let count = calls_per_round(&mut case.ours);
    // A slow side is called fewer times.
    let by_hand_count = case.by_hand.as_mut().map_or(1, |f| calls_per_round(f));
    let (mut ours, mut hand, mut theirs) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        ours.push(time(&mut case.ours, count));
        if let Some(by_hand) = &mut case.by_hand {
            hand.push(time(by_hand, by_hand_count));
        }
        theirs.extend(case.rival.and_then(|name| rival(name, count.div_ceil(8))));
    }
    let ratio = |a: &[f64], b: &[f64]| median(a.iter().zip(b).map(|(a, b)| a / b).collect());
    let (to_hand, to_theirs) = (ratio(&ours, &hand), ratio(&theirs, &ours));
    println!(
        "{:36} {:>10} {:>10} {:>8} {:>10} {:>8}",
        case.name,
        shown(median(ours), ""),
        shown(median(hand), ""),
        shown(to_hand, "x"),
        shown(median(theirs), ""),
        shown(to_theirs, "x"),
    );
}

fn calls_per_round(call: &mut dyn FnMut()) -> u32 {
    let mut count = 1;
    while time(call, count) * f64::from(count) < ROUND.as_nanos() as f64 {
        count *= 2;
    }
    count
}

/// Nanoseconds per call.
fn time(call: &mut dyn FnMut(), count: u32) -> f64 {
    let start = Instant::now();
    for _ in 0..count {
        call();
    }
    start.elapsed().as_nanos() as f64 / f64::from(count)
}

fn median(mut v: Vec<f64>) -> f64 {
    v.sort_by(f64::total_cmp);
    v.get(v.len() / 2).copied().unwrap_or(f64::NAN)
}

fn shown(v: f64, unit: &str) -> String {
    match v.is_nan() {
        true => "-".into(),
        false if unit.is_empty() => format!("{v:.1}"),
        false => format!("{v:.2}{unit}"),
    }
}
