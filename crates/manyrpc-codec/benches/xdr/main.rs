//! XDR timed: generated-style code, code by hand, and libtirpc's own routines, a
//! round of each in turn. `cargo bench -p manyrpc-codec --bench xdr`.
//!
//! libtirpc's side is `peers/xdr-bench`; without it built, its column is empty.

#[path = "../common/timing.rs"]
mod timing;
#[path = "../common/types.rs"]
mod types;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use manyrpc_codec::meta::Field;
use manyrpc_codec::xdr::{self, Limits};
use manyrpc_codec::{Buf, Decode, Encode};
use timing::{Codec, decodes, encoded, encodes, report, reuses};
use types::{Borrowed, INTS, Owned, WANTED, the_info};

const PHOTO: usize = 1 << 20;

struct Xdr;

impl Codec for Xdr {
    fn encode<T: Encode>(out: &mut Buf, f: &Field, v: &T) {
        xdr::encode_value(out, f, v, &Limits::DEFAULT).expect("the value fits its definition");
    }
    fn decode<'a, T: Decode<'a>>(bytes: &'a [u8], f: &Field, v: &mut T) {
        xdr::decode_value(bytes, f, v, &Limits::DEFAULT).expect("bytes of our own");
    }
}

fn main() {
    let small = the_info(0);
    let large = the_info(PHOTO);
    let ints: Vec<i32> = (0..1000).collect();
    let small_bytes = encoded::<Xdr, _>(&WANTED, &small);
    let large_bytes = encoded::<Xdr, _>(&WANTED, &large);
    let ints_bytes = encoded::<Xdr, _>(&INTS, &ints);
    let (info, photo) = (small_bytes.data(), large_bytes.data());
    let mut cases = [
        encodes::<Xdr, _>("info", &WANTED, &small, info_by_hand).beside("encode info"),
        decodes::<Xdr, Owned>("info, copied", &WANTED, info).beside("decode info"),
        reuses::<Xdr, Owned>("info, into a used value", &WANTED, info),
        decodes::<Xdr, Borrowed>("info, borrowed", &WANTED, info),
        encodes::<Xdr, Vec<i32>>("1000 ints", &INTS, &ints, |b, v| ints_by_hand(b, v))
            .beside("encode ints1000"),
        decodes::<Xdr, Vec<i32>>("1000 ints", &INTS, ints_bytes.data()).beside("decode ints1000"),
        encodes::<Xdr, _>("info, 1 MiB photo", &WANTED, &large, info_by_hand)
            .beside("encode info-photo"),
        decodes::<Xdr, Owned>("info, 1 MiB photo, copied", &WANTED, photo)
            .beside("decode info-photo"),
        decodes::<Xdr, Borrowed>("info, 1 MiB photo, borrowed", &WANTED, photo),
    ];
    let mut peer = Peer::start();
    report(&mut cases, |command, count| {
        peer.as_mut().map(|peer| peer.time(command, count))
    });
    if let Some(peer) = peer {
        peer.end();
    }
}

/// What somebody writes who knows the type and the buffer, and nothing of visitors.
fn info_by_hand(out: &mut Buf, v: &Owned) {
    out.put_u32(v.id as u32);
    opaque_by_hand(out, v.first_name.as_bytes());
    opaque_by_hand(out, v.last_name.as_bytes());
    out.put_u32(v.age as u32);
    opaque_by_hand(out, v.email.as_bytes());
    opaque_by_hand(out, v.phone.as_bytes());
    out.put_u32(u32::from(v.newsletter));
    out.put_u32(v.latitude.to_bits());
    out.put_u32(v.longitude.to_bits());
    opaque_by_hand(out, &v.photo);
}

fn opaque_by_hand(out: &mut Buf, v: &[u8]) {
    let end = 4 + v.len().next_multiple_of(4);
    let space = &mut out.space(end)[..end];
    space[end - 4..].fill(0);
    space[..4].copy_from_slice(&(v.len() as u32).to_be_bytes());
    space[4..4 + v.len()].copy_from_slice(v);
    out.filled(end);
}

fn ints_by_hand(out: &mut Buf, v: &[i32]) {
    out.put_u32(v.len() as u32);
    let space = &mut out.space(v.len() * 4)[..v.len() * 4];
    for (to, from) in space.chunks_exact_mut(4).zip(v) {
        to.copy_from_slice(&from.to_be_bytes());
    }
    out.filled(v.len() * 4);
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
