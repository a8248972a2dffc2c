//! XDR timed: generated-style code, code by hand, and libtirpc's own routines, a
//! round of each in turn. `cargo bench -p manyrpc-codec --bench xdr`.
//!
//! libtirpc's side is `peers/xdr-bench`; without it built, its column is empty.
//! Figures are medians over rounds; ratios are medians of each round's own ratio,
//! which is what survives a busy machine.

mod types;

use std::hint::black_box;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use manyrpc_codec::xdr::{self, Limits};
use manyrpc_codec::{Buf, Decode, Encode};
use types::{Borrowed, INTS, Owned, WANTED, info_by_hand, ints_by_hand, the_info};

const ROUNDS: usize = 31;
const ROUND: Duration = Duration::from_micros(500);
const LIMITS: Limits = Limits::DEFAULT;
const PHOTO: usize = 1 << 20;

/// One row: what is timed, and against what.
struct Case<'a> {
    name: &'static str,
    ours: Box<dyn FnMut() + 'a>,
    by_hand: Option<Box<dyn FnMut() + 'a>>,
    libtirpc: Option<&'static str>,
}

fn main() {
    let small = the_info(0);
    let large = the_info(PHOTO);
    let ints: Vec<i32> = (0..1000).collect();
    let (small_bytes, large_bytes) = (encoded(&WANTED, &small), encoded(&WANTED, &large));
    let ints_bytes = encoded(&INTS, &ints);
    let mut by_hand = Buf::new();
    info_by_hand(&mut by_hand, &small);
    assert_eq!(
        by_hand.data(),
        small_bytes.data(),
        "by hand writes the same"
    );

    let mut cases = vec![
        encodes("info", &WANTED, &small, info_by_hand, Some("encode info")),
        decodes::<Owned>("info, copied", small_bytes.data(), Some("decode info")),
        reuses::<Owned>("info, into a used value", small_bytes.data()),
        decodes::<Borrowed>("info, borrowed", small_bytes.data(), None),
        encodes(
            "1000 ints",
            &INTS,
            &ints,
            |b, v| ints_by_hand(b, v),
            Some("encode ints1000"),
        ),
        decodes::<Vec<i32>>("1000 ints", ints_bytes.data(), Some("decode ints1000")),
        encodes(
            "info, 1 MiB photo",
            &WANTED,
            &large,
            info_by_hand,
            Some("encode info-photo"),
        ),
        decodes::<Owned>(
            "info, 1 MiB photo, copied",
            large_bytes.data(),
            Some("decode info-photo"),
        ),
        decodes::<Borrowed>("info, 1 MiB photo, borrowed", large_bytes.data(), None),
    ];
    let mut peer = Peer::start();
    println!(
        "{:36} {:>10} {:>10} {:>8} {:>10} {:>8}",
        "ns", "ours", "by hand", "ratio", "libtirpc", "ratio"
    );
    for case in &mut cases {
        report(case, peer.as_mut());
    }
    if let Some(peer) = peer {
        peer.end();
    }
}

fn encoded<T: Encode>(f: &manyrpc_codec::meta::Field, v: &T) -> Buf {
    let mut buf = Buf::new();
    xdr::encode_value(&mut buf, f, v, &LIMITS).expect("the value fits its definition");
    buf
}

fn encodes<'a, T: Encode>(
    name: &'static str,
    f: &'static manyrpc_codec::meta::Field,
    v: &'a T,
    by_hand: impl Fn(&mut Buf, &T) + 'a,
    libtirpc: Option<&'static str>,
) -> Case<'a> {
    let (mut ours, mut theirs) = (Buf::new(), Buf::new());
    Case {
        name,
        ours: Box::new(move || {
            ours.clear();
            let _ = black_box(xdr::encode_value(&mut ours, f, black_box(v), &LIMITS));
            black_box(ours.data());
        }),
        by_hand: Some(Box::new(move || {
            theirs.clear();
            by_hand(&mut theirs, black_box(v));
            black_box(theirs.data());
        })),
        libtirpc,
    }
}

/// Into a fresh value, which is dropped again.
fn decodes<'a, T: Decode<'a> + Default + 'a>(
    name: &'static str,
    bytes: &'a [u8],
    libtirpc: Option<&'static str>,
) -> Case<'a> {
    Case {
        name,
        ours: Box::new(move || {
            let mut v = T::default();
            let _ = black_box(xdr::decode_value(black_box(bytes), &INTS, &mut v, &LIMITS));
            black_box(&v);
        }),
        by_hand: None,
        libtirpc,
    }
}

fn reuses<'a, T: Decode<'a> + Default + 'a>(name: &'static str, bytes: &'a [u8]) -> Case<'a> {
    let mut v = T::default();
    Case {
        name,
        ours: Box::new(move || {
            let _ = black_box(xdr::decode_value(black_box(bytes), &INTS, &mut v, &LIMITS));
            black_box(&v);
        }),
        by_hand: None,
        libtirpc: None,
    }
}

fn report(case: &mut Case<'_>, mut peer: Option<&mut Peer>) {
    let count = calls_per_round(&mut case.ours);
    let (mut ours, mut hand, mut theirs) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        ours.push(time(&mut case.ours, count));
        if let Some(by_hand) = &mut case.by_hand {
            hand.push(time(by_hand, count));
        }
        if let (Some(peer), Some(command)) = (peer.as_deref_mut(), case.libtirpc) {
            theirs.push(peer.time(command, count.div_ceil(8)));
        }
    }
    let ratio = |a: &[f64], b: &[f64]| median(a.iter().zip(b).map(|(a, b)| a / b).collect());
    let (to_hand, to_theirs) = (ratio(&ours, &hand), ratio(&theirs, &ours));
    println!(
        "{:36} {:>10} {:>10} {:>8} {:>10} {:>8}",
        format!(
            "{}{}",
            if case.by_hand.is_some() {
                "encode "
            } else {
                "decode "
            },
            case.name
        ),
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

/// libtirpc's routines in their own process.
struct Peer {
    process: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Peer {
    fn start() -> Option<Peer> {
        let built =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../peers/build/xdr-bench/xdr_bench");
        let mut process = Command::new(built)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .ok()?;
        let (to, from) = (
            process.stdin.take()?,
            BufReader::new(process.stdout.take()?),
        );
        Some(Peer { process, to, from })
    }

    /// Nanoseconds per call.
    fn time(&mut self, command: &str, count: u32) -> f64 {
        writeln!(self.to, "{command} {count}").expect("the peer reads its commands");
        let mut line = String::new();
        self.from.read_line(&mut line).expect("the peer answers");
        let number = line.split_once("\"ns_per_op\":").map(|(_, rest)| rest);
        let number = number.and_then(|rest| rest.split([',', '}']).next()?.parse().ok());
        number.unwrap_or_else(|| panic!("the peer answered {line}"))
    }

    fn end(mut self) {
        drop(self.to);
        let _ = self.process.wait();
    }
}
