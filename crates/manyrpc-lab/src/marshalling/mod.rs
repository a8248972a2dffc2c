//! Marshalling without calls: our XDR, NDR and CDR compared with hand-written code, XDR with libtirpc's routines
//! too, our Protocol Buffers with prost, our JSON with serde_json.
//!
//! Every round times each code once, in random order on one CPU, so that ratios within rounds are robust on a busy
//! machine. libtirpc runs in its own process, `peers/xdr-bench`; its decoding copies and frees, so ours is timed
//! both copying into owned values and, as in the stubs, borrowing from the message.

#[path = "../../../manyrpc-codec/benches/common/by_hand/cdr.rs"]
mod cdr_by_hand;
#[path = "../../../manyrpc-codec/benches/common/by_hand/ndr.rs"]
mod ndr_by_hand;
#[path = "../../../manyrpc-codec/benches/common/by_hand/xdr.rs"]
mod xdr_by_hand;

#[path = "../../../manyrpc-codec/benches/common/serde_types.rs"]
mod serde_types;

mod json;
mod protobuf;

use std::borrow::Cow;
use std::hint::black_box;
use std::time::{Duration, Instant};

use manyrpc_codec::meta::{Field, Record};
use manyrpc_codec::{Buf, Decode, Fields, Limits, cdr, ndr, xdr};
use serde::Deserialize;

use manyrpc_measure::machine::placement::{Layout, Placement, allowed_cpus, pin_process};
use manyrpc_measure::machine::process::{Process, Program};
use manyrpc_measure::stats::{Paired, Random, median};

use crate::application::info;
use crate::generated::bench::{
    BENCH_V1_INT_ARRAY, BENCH_V1_REQUEST, BenchV1IntArrayReply, BenchV1RequestReply, Info,
};
use crate::record::MarshallingRow;
use crate::system::Programs;
use crate::workload::{PHOTO_BYTES, pattern};

/// The number of rounds. In each, a code runs `REPEATS` times for about `TURN`, and the fastest counts, since
/// interruptions only make a loop slower.
const ROUNDS: usize = 21;
const REPEATS: usize = 3;
const TURN: Duration = Duration::from_micros(500);

/// The timeout for libtirpc's program.
const TIMEOUT: Duration = Duration::from_secs(10);

const LIMITS: Limits = Limits::DEFAULT;

/// The transfer syntax of a contestant.
#[derive(Clone, Copy, PartialEq)]
enum Syntax {
    Xdr,
    Ndr,
    Cdr,
}

/// As engines state it: nothing of it is known when this is compiled.
fn in_cdr() -> cdr::Representation {
    *black_box(&cdr::Representation::NATIVE)
}

/// The marshalled results, as described by the generated stubs.
fn result() -> &'static Field {
    &BENCH_V1_REQUEST.output.fields[0]
}

fn integers() -> &'static Field {
    &BENCH_V1_INT_ARRAY.output.fields[0]
}

/// The name of our code, which others are compared with.
const OURS: &str = "ours";

/// The name of code for known types, without visitors.
const HAND_WRITTEN: &str = "hand-written";

/// One timed combination of value, direction and code.
struct Contestant<'a> {
    value: &'static str,
    direction: &'static str,
    code: &'static str,
    run: Run<'a>,
    turns: Vec<f64>,
    iterations: u32,
}

enum Run<'a> {
    /// One iteration, in this process.
    Here(Box<dyn FnMut() + 'a>),
    /// In libtirpc's process.
    Peer,
}

/// The answer of `xdr_bench`.
#[derive(Deserialize)]
struct PeerAnswer {
    ns_per_op: f64,
    bytes: String,
}

/// The values marshalled in XDR, in NDR and in CDR.
const IN_XDR: [&str; 3] = ["info", "info-photo", "ints1000"];
const IN_NDR: [&str; 3] = ["info (NDR)", "info-photo (NDR)", "ints1000 (NDR)"];
const IN_CDR: [&str; 3] = ["info (CDR)", "info-photo (CDR)", "ints1000 (CDR)"];

/// Measures everything; a warning states what is missing.
pub fn compare(programs: &Programs, seed: u64) -> (Vec<MarshallingRow>, Option<String>) {
    let photo = pattern(PHOTO_BYTES);
    let values = Values {
        small: info(1, &[]),
        large: info(1, &photo),
        ints: (0..1000).collect(),
    };
    let in_xdr = values.encoded(Syntax::Xdr);
    let in_ndr = values.encoded(Syntax::Ndr);
    let in_cdr = values.encoded(Syntax::Cdr);
    let (in_protobuf, in_json) = (protobuf::Values::new(), json::Values::new());
    let mut contestants = values.contestants(Syntax::Xdr, IN_XDR, &in_xdr);
    contestants.extend(values.contestants(Syntax::Ndr, IN_NDR, &in_ndr));
    contestants.extend(values.contestants(Syntax::Cdr, IN_CDR, &in_cdr));
    contestants.extend(cdr_read_by_hand(&in_cdr));
    contestants.extend(in_protobuf.contestants());
    contestants.extend(in_json.contestants());
    let peer = start_peer(programs).and_then(|mut peer| {
        for (value, message) in IN_XDR.into_iter().zip(&in_xdr) {
            same_bytes(&mut peer, value, message)?;
        }
        Ok(peer)
    });
    let (mut peer, warning) = match peer {
        Ok(peer) => (Some(peer), None),
        Err(reason) => (None, Some(format!("libtirpc's XDR routines: {reason}"))),
    };
    if peer.is_some() {
        for value in IN_XDR {
            for direction in ["encode", "decode"] {
                contestants.push(contestant(value, direction, "libtirpc", Run::Peer));
            }
        }
    }
    measure(&mut contestants, peer.as_mut(), seed);
    (rows(contestants), warning)
}

/// The marshalled values: results as the server's stub encodes them, so that both share one copy of the code. With
/// a second copy for the benchmark, the compiler would inline the records into neither.
struct Values<'v> {
    small: Info<'v>,
    large: Info<'v>,
    ints: Vec<i32>,
}

fn requested<'r>(result: &'r Info<'_>) -> BenchV1RequestReply<'r> {
    BenchV1RequestReply { result }
}

fn returned(result: &[i32]) -> BenchV1IntArrayReply<'_> {
    BenchV1IntArrayReply { result }
}

/// A hand-written encoder for one type.
type ByHand<T> = fn(&mut Buf, &T);

impl Values<'_> {
    fn encoded(&self, syntax: Syntax) -> [Buf; 3] {
        [
            encoded(syntax, BENCH_V1_REQUEST.output, &requested(&self.small)),
            encoded(syntax, BENCH_V1_REQUEST.output, &requested(&self.large)),
            encoded(syntax, BENCH_V1_INT_ARRAY.output, &returned(&self.ints)),
        ]
    }

    fn contestants<'a>(
        &'a self,
        syntax: Syntax,
        [small, large, many]: [&'static str; 3],
        messages: &'a [Buf; 3],
    ) -> Vec<Contestant<'a>> {
        let (info_by_hand, ints_by_hand): (ByHand<Info<'_>>, ByHand<[i32]>) = match syntax {
            Syntax::Xdr => (xdr_by_hand::info, xdr_by_hand::ints),
            Syntax::Ndr => (ndr_by_hand::info, ndr_by_hand::ints),
            Syntax::Cdr => (cdr_by_hand::info, cdr_by_hand::ints),
        };
        let mut contestants = Vec::new();
        for (name, value, message) in [
            (small, &self.small, messages[0].data()),
            (large, &self.large, messages[1].data()),
        ] {
            contestants.extend([
                encodes(name, OURS, move |b| {
                    encode(
                        syntax,
                        b,
                        BENCH_V1_REQUEST.output,
                        &requested(black_box(value)),
                    );
                }),
                encodes(name, HAND_WRITTEN, move |b| {
                    info_by_hand(b, black_box(value));
                }),
                decodes(name, OURS, move || owned(syntax, message)),
                decodes(name, "ours, borrowed", move || borrowed(syntax, message)),
            ]);
        }
        let message = messages[2].data();
        contestants.extend([
            encodes(many, OURS, move |b| {
                encode(
                    syntax,
                    b,
                    BENCH_V1_INT_ARRAY.output,
                    &returned(black_box(&self.ints)),
                );
            }),
            encodes(many, HAND_WRITTEN, move |b| {
                ints_by_hand(b, black_box(&self.ints));
            }),
            decodes(many, OURS, move || {
                black_box(read::<Vec<i32>>(syntax, message, integers()));
            }),
        ]);
        contestants
    }
}

/// It copies, as what it is compared with does.
fn cdr_read_by_hand([small, large, many]: &[Buf; 3]) -> Vec<Contestant<'_>> {
    let [small_name, large_name, many_name] = IN_CDR;
    let mut contestants = Vec::new();
    for (name, message) in [(small_name, small), (large_name, large)] {
        contestants.push(decodes(name, HAND_WRITTEN, || {
            black_box(cdr_info_by_hand(black_box(message.data())));
        }));
    }
    contestants.push(decodes(many_name, HAND_WRITTEN, || {
        let mut ints = Vec::new();
        let read = cdr_by_hand::read_ints(black_box(many.data()), in_cdr().order, &mut ints);
        black_box((read, ints));
    }));
    contestants
}

fn cdr_info_by_hand(bytes: &[u8]) -> Option<Info<'static>> {
    let parts = cdr_by_hand::read_info(bytes, in_cdr().order)?;
    let text = |text: &str| Cow::Owned(text.to_owned());
    Some(Info {
        id: parts.id,
        first_name: text(parts.first_name),
        last_name: text(parts.last_name),
        age: parts.age,
        email: text(parts.email),
        phone: text(parts.phone),
        newsletter: parts.newsletter,
        latitude: parts.latitude,
        longitude: parts.longitude,
        photo: Cow::Owned(parts.photo.to_owned()),
    })
}

fn contestant<'a>(
    value: &'static str,
    direction: &'static str,
    code: &'static str,
    run: Run<'a>,
) -> Contestant<'a> {
    Contestant {
        value,
        direction,
        code,
        run,
        turns: Vec::new(),
        iterations: 1,
    }
}

fn encodes<'a>(
    value: &'static str,
    code: &'static str,
    mut write: impl FnMut(&mut Buf) + 'a,
) -> Contestant<'a> {
    // So large that it starts at the same offset within its pages as similar buffers: the relative offset of
    // source and destination makes a difference of 1.4 × in a copy of 4 KB.
    let mut buf = Buf::with_capacity(2 << 20);
    let run = move || {
        buf.clear();
        write(&mut buf);
        black_box(buf.data());
    };
    contestant(value, "encode", code, Run::Here(Box::new(run)))
}

/// Foreign encoders, into allocated memory.
fn writes<'a>(
    value: &'static str,
    code: &'static str,
    mut write: impl FnMut(&mut Vec<u8>) + 'a,
) -> Contestant<'a> {
    let mut out = Vec::with_capacity(2 << 20);
    let run = move || {
        out.clear();
        write(&mut out);
        black_box(&out);
    };
    contestant(value, "encode", code, Run::Here(Box::new(run)))
}

fn decodes<'a>(value: &'static str, code: &'static str, run: impl FnMut() + 'a) -> Contestant<'a> {
    contestant(value, "decode", code, Run::Here(Box::new(run)))
}

fn encoded<T: Fields>(syntax: Syntax, m: &Record, v: &T) -> Buf {
    let mut buf = Buf::new();
    encode(syntax, &mut buf, m, v);
    buf
}

#[inline(always)]
fn encode<T: Fields>(syntax: Syntax, buf: &mut Buf, m: &Record, v: &T) {
    let outcome = match syntax {
        Syntax::Xdr => xdr::encode_params(buf, m, v, &LIMITS),
        // As in a call; a second copy of the encoder would keep the compiler from inlining either.
        Syntax::Ndr => {
            let referents = &mut ndr::Referents::default();
            ndr::encode_params_with(buf, m, v, &LIMITS, referents)
        }
        Syntax::Cdr => cdr::encode_params(buf, in_cdr(), m, v, &LIMITS),
    };
    outcome.expect("the bench's values fit their definitions");
}

#[inline(always)]
fn read<'de, T: Decode<'de> + Default>(syntax: Syntax, bytes: &'de [u8], f: &Field) -> T {
    let mut v = T::default();
    let bytes = black_box(bytes);
    let outcome = match syntax {
        Syntax::Xdr => xdr::decode_value(bytes, f, &mut v, &LIMITS),
        Syntax::Ndr => ndr::decode_value(bytes, ndr::LABEL, f, &mut v, &LIMITS),
        Syntax::Cdr => cdr::decode_value(bytes, in_cdr(), f, &mut v, &LIMITS),
    };
    outcome.expect("what we encoded decodes");
    v
}

fn borrowed(syntax: Syntax, bytes: &[u8]) {
    black_box(read::<Info<'_>>(syntax, bytes, result()));
}

fn owned(syntax: Syntax, bytes: &[u8]) {
    black_box(read::<Info<'_>>(syntax, bytes, result()).into_owned());
}

fn start_peer(programs: &Programs) -> Result<Process, String> {
    let path = programs.peers.join("xdr-bench/xdr_bench");
    if !path.is_file() {
        return Err(format!(
            "{} is not built (`make peers` builds it)",
            path.display()
        ));
    }
    let peer = Process::start(&Program {
        path,
        arguments: Vec::new(),
    })?;
    // Both on one CPU: they take turns, so that only the code differs.
    if let Ok(layout) = Layout::of(Placement::Same, &allowed_cpus()) {
        pin_process(peer.id(), &layout.client)?;
        pin_process(std::process::id(), &layout.client)?;
    }
    Ok(peer)
}

/// Comparing code that writes different bytes would be meaningless.
fn same_bytes(peer: &mut Process, value: &str, ours: &Buf) -> Result<(), String> {
    let theirs = ask(peer, "encode", value, 1)?.bytes;
    let ours: String = ours
        .data()
        .iter()
        .take(theirs.len() / 2)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    match theirs == ours && !ours.is_empty() {
        true => Ok(()),
        false => Err(format!("it encodes {value} to other bytes than we do")),
    }
}

fn ask(
    peer: &mut Process,
    direction: &str,
    value: &str,
    iterations: u32,
) -> Result<PeerAnswer, String> {
    peer.send_line(&format!("{direction} {value} {iterations}"))?;
    let line = peer.line(TIMEOUT)?;
    serde_json::from_str(&line).map_err(|e| format!("a malformed answer: {e}"))
}

fn measure(contestants: &mut [Contestant<'_>], mut peer: Option<&mut Process>, seed: u64) {
    let mut random = Random::new(seed);
    for contestant in contestants.iter_mut() {
        calibrate(contestant, peer.as_deref_mut());
    }
    let mut order: Vec<usize> = (0..contestants.len()).collect();
    for _ in 0..ROUNDS {
        random.shuffle(&mut order);
        for &i in &order {
            let contestant = &mut contestants[i];
            let ns = (0..REPEATS)
                .map_while(|_| turn(contestant, peer.as_deref_mut()))
                .min_by(f64::total_cmp);
            // Code that fails has no value for a round, and then no row.
            contestant.turns.extend(ns);
        }
    }
}

/// Doubles the number of iterations until they fill a turn.
fn calibrate(contestant: &mut Contestant<'_>, mut peer: Option<&mut Process>) {
    const MOST: u32 = 1 << 20;
    while let Some(ns) = turn(contestant, peer.as_deref_mut()) {
        if ns * f64::from(contestant.iterations) >= TURN.as_nanos() as f64
            || contestant.iterations >= MOST
        {
            break;
        }
        contestant.iterations *= 2;
    }
}

/// Nanoseconds for one value.
fn turn(contestant: &mut Contestant<'_>, peer: Option<&mut Process>) -> Option<f64> {
    let iterations = contestant.iterations;
    match &mut contestant.run {
        Run::Here(run) => {
            let start = Instant::now();
            for _ in 0..iterations {
                run();
            }
            Some(start.elapsed().as_nanos() as f64 / f64::from(iterations))
        }
        Run::Peer => ask(peer?, contestant.direction, contestant.value, iterations)
            .ok()
            .map(|answer| answer.ns_per_op),
    }
}

fn rows(contestants: Vec<Contestant<'_>>) -> Vec<MarshallingRow> {
    let mut rows = Vec::new();
    for c in &contestants {
        let ours = contestants
            .iter()
            .find(|o| o.code == OURS && o.value == c.value && o.direction == c.direction);
        let ours = ours.filter(|ours| c.code != OURS && ours.turns.len() == c.turns.len());
        let turns = ours.map_or(&[][..], |ours| &ours.turns);
        let measured =
            |turns: &[f64]| -> Vec<Option<f64>> { turns.iter().copied().map(Some).collect() };
        let paired = Paired::of(&measured(&c.turns), &measured(turns));
        if let Some(ns) = median(&mut c.turns.clone()) {
            rows.push(MarshallingRow {
                value: c.value.to_owned(),
                direction: c.direction.to_owned(),
                code: c.code.to_owned(),
                ns,
                against_ours: paired.map(|paired| paired.ratio),
                difference_ns: paired.map(|paired| paired.difference),
            });
        }
    }
    let place = |row: &MarshallingRow| {
        let known = [
            &IN_XDR[..],
            &IN_NDR,
            &IN_CDR,
            &protobuf::VALUES,
            &json::VALUES,
        ];
        let value = known
            .iter()
            .copied()
            .flatten()
            .position(|v| *v == row.value);
        (value, row.direction == "decode")
    };
    rows.sort_by_key(place);
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hand_written_code_writes_the_same_bytes() {
        let by_hand = |write: &dyn Fn(&mut Buf)| {
            let mut buf = Buf::new();
            write(&mut buf);
            buf.data().to_vec()
        };
        let photo = pattern(1001);
        let ints: Vec<i32> = (-500..500).collect();
        let codes: [(Syntax, ByHand<Info<'_>>, ByHand<[i32]>); 3] = [
            (Syntax::Xdr, xdr_by_hand::info, xdr_by_hand::ints),
            (Syntax::Ndr, ndr_by_hand::info, ndr_by_hand::ints),
            (Syntax::Cdr, cdr_by_hand::info, cdr_by_hand::ints),
        ];
        for (syntax, info_by_hand, ints_by_hand) in codes {
            for info in [info(-1, &[]), info(7, &photo)] {
                let ours = encoded(syntax, BENCH_V1_REQUEST.output, &requested(&info));
                assert_eq!(by_hand(&|b| info_by_hand(b, &info)), ours.data());
            }
            let ours = encoded(syntax, BENCH_V1_INT_ARRAY.output, &returned(&ints));
            assert_eq!(by_hand(&|b| ints_by_hand(b, &ints)), ours.data());
        }
    }

    #[test]
    fn hand_written_code_reads_the_same_values() {
        let photo = pattern(1001);
        let info = info(7, &photo);
        let bytes = encoded(Syntax::Cdr, BENCH_V1_REQUEST.output, &requested(&info));
        assert_eq!(cdr_info_by_hand(bytes.data()), Some(info));
        let ints: Vec<i32> = (-500..500).collect();
        let bytes = encoded(Syntax::Cdr, BENCH_V1_INT_ARRAY.output, &returned(&ints));
        let mut read = Vec::new();
        cdr_by_hand::read_ints(bytes.data(), in_cdr().order, &mut read).unwrap();
        assert_eq!(read, ints);
    }

    #[test]
    fn without_libtirpc_ours_and_by_hand_are_still_compared() {
        let programs = Programs {
            ours: "manyrpc".into(),
            peers: "/nonexistent".into(),
        };
        let (rows, warning) = compare(&programs, 1);
        assert!(warning.unwrap().contains("make peers"));
        assert_eq!(rows.len(), 70);
        assert!(rows.iter().all(|row| row.ns > 0.0));
        let by_hand = rows.iter().find(|row| row.code == "hand-written").unwrap();
        assert!(by_hand.against_ours.unwrap().value > 0.0);
        assert!(by_hand.difference_ns.is_some());
        assert!(
            rows.iter()
                .all(|row| row.code != OURS || row.against_ours.is_none())
        );
    }
}
