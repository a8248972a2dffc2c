//! The calls that every system is measured with, and the values they carry.
//!
//! They are operations of `interfaces/bench.x`; every peer understands their names.

use std::fmt;
use std::str::FromStr;

/// Bytes of the photo in an `info-photo` reply.
pub const PHOTO_BYTES: usize = 1 << 20;

/// The two strings of `concat`: 15 and 18 characters, as in the Netwise study.
pub const CONCAT: (&str, &str) = ("fifteen letters", "eighteen more here");

/// One kind of call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Workload {
    /// No argument, no result.
    Nothing,
    /// Two integers in, their sum out.
    Add,
    /// An echo of this many opaque bytes.
    Echo(usize),
    /// An echo of this many integers.
    Ints(usize),
    /// This many integers in, their sum out.
    Sum(usize),
    /// An echo of this many opaque bytes, with an integer in addition.
    Transfer(usize),
    /// Two strings in, both joined out.
    Concat,
    /// A short request in, a record of ten fields out, its photo empty.
    Info,
    /// The same with a photo of [`PHOTO_BYTES`].
    InfoPhoto,
}

/// The workloads of `manyrpc compare`, in the order of its tables.
pub const COMPARED: [Workload; 13] = [
    Workload::Nothing,
    Workload::Add,
    Workload::Echo(0),
    Workload::Echo(12),
    Workload::Echo(512),
    Workload::Echo(8192),
    Workload::Echo(16000),
    Workload::Echo(65536),
    Workload::Ints(100),
    Workload::Ints(1000),
    Workload::Concat,
    Workload::Info,
    Workload::InfoPhoto,
];

/// The workloads that `--quick` keeps if it cannot keep all.
pub const FEW: [Workload; 3] = [Workload::Nothing, Workload::Echo(8192), Workload::InfoPhoto];

impl Workload {
    /// One line for people.
    pub fn title(self) -> String {
        match self {
            Workload::Nothing => "nothing in, nothing out".to_owned(),
            Workload::Add => "add two integers".to_owned(),
            Workload::Echo(n) => format!("echo of {n} bytes"),
            Workload::Ints(n) => format!("{n} integers in and out"),
            Workload::Sum(n) => format!("{n} integers in, their sum out"),
            Workload::Transfer(n) => format!("{n} bytes in and out, and an integer"),
            Workload::Concat => "join strings of 15 and 18 characters".to_owned(),
            Workload::Info => "fetch a record of ten fields".to_owned(),
            Workload::InfoPhoto => "fetch the record with a 1 MiB photo".to_owned(),
        }
    }

    /// Bytes of the arguments in XDR: the request size of the raw floor.
    pub const fn request_bytes(self) -> usize {
        match self {
            Workload::Nothing => 0,
            Workload::Add | Workload::Info | Workload::InfoPhoto => 8,
            Workload::Echo(n) | Workload::Transfer(n) => opaque(n),
            Workload::Ints(n) | Workload::Sum(n) => 4 + 4 * n,
            Workload::Concat => opaque(CONCAT.0.len()) + opaque(CONCAT.1.len()),
        }
    }

    /// Bytes of the results in XDR: the reply size of the raw floor.
    pub const fn reply_bytes(self) -> usize {
        match self {
            Workload::Nothing => 0,
            Workload::Add | Workload::Sum(_) => 4,
            Workload::Transfer(n) => 4 + opaque(n),
            Workload::Echo(_) | Workload::Ints(_) => self.request_bytes(),
            Workload::Concat => opaque(CONCAT.0.len() + CONCAT.1.len()),
            Workload::Info => INFO_BYTES,
            Workload::InfoPhoto => INFO_BYTES + PHOTO_BYTES,
        }
    }

    /// How often a round measures it. A megabyte's time alternates between two levels, depending on the placement
    /// of the kernel's pages, for bare C sockets as well, and each level persists for a while, so more
    /// measurements are needed to distinguish systems.
    pub const fn turns(self) -> usize {
        match self {
            Workload::InfoPhoto => 4,
            _ => 1,
        }
    }

    /// Whether it fetches a record.
    pub const fn is_record(self) -> bool {
        matches!(self, Workload::Info | Workload::InfoPhoto)
    }

    /// The size that round-trip time is plotted against: opaque bytes each way; echoes only.
    pub const fn echo_bytes(self) -> Option<usize> {
        match self {
            Workload::Echo(n) => Some(n),
            _ => None,
        }
    }
}

/// Six integers, a boolean and a length of 4 bytes each, then the strings.
const INFO_BYTES: usize = 6 * 4 + opaque(3) + opaque(8) + opaque(15) + opaque(16);

/// Variable-length opaque data, RFC 4506 section 4.10: length, bytes, padding to four.
const fn opaque(bytes: usize) -> usize {
    4 + bytes.next_multiple_of(4)
}

impl fmt::Display for Workload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Workload::Nothing => f.write_str("nothing"),
            Workload::Add => f.write_str("add"),
            Workload::Echo(n) => write!(f, "echo:{n}"),
            Workload::Ints(n) => write!(f, "ints:{n}"),
            Workload::Sum(n) => write!(f, "sum:{n}"),
            Workload::Transfer(n) => write!(f, "transfer:{n}"),
            Workload::Concat => f.write_str("concat"),
            Workload::Info => f.write_str("info"),
            Workload::InfoPhoto => f.write_str("info-photo"),
        }
    }
}

impl FromStr for Workload {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let size = |n: &str| {
            n.parse::<usize>()
                .ok()
                .filter(|&n| n <= 1_000_000)
                .ok_or_else(|| format!("`{n}` is not a size from 0 to 1000000"))
        };
        match name.split_once(':') {
            Some(("echo", n)) => size(n).map(Workload::Echo),
            Some(("ints", n)) => size(n).map(Workload::Ints),
            Some(("sum", n)) => size(n).map(Workload::Sum),
            Some(("transfer", n)) => size(n).map(Workload::Transfer),
            _ => match name {
                "nothing" => Ok(Workload::Nothing),
                "add" => Ok(Workload::Add),
                "concat" => Ok(Workload::Concat),
                "info" => Ok(Workload::Info),
                "info-photo" => Ok(Workload::InfoPhoto),
                _ => Err(format!(
                    "`{name}` is no workload: nothing, add, echo:N, ints:N, sum:N, transfer:N, \
                     concat, info, info-photo"
                )),
            },
        }
    }
}

/// Opaque bytes of known content: byte i is i × 31 + 7.
pub fn pattern(bytes: usize) -> Vec<u8> {
    (0..bytes)
        .map(|i| (i.wrapping_mul(31).wrapping_add(7) & 0xff) as u8)
        .collect()
}

/// Integers of known content, with every bit used.
pub fn integers(count: usize) -> Vec<i32> {
    (0..count)
        .map(|i| (i as u32).wrapping_mul(2_654_435_761) as i32)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        let others = [Workload::Sum(100), Workload::Transfer(4000)];
        for workload in COMPARED.into_iter().chain(others) {
            assert_eq!(workload.to_string().parse(), Ok(workload));
        }
        for wrong in ["", "echo", "echo:x", "ints:-1", "echo:99999999", "info:3"] {
            assert!(wrong.parse::<Workload>().is_err(), "{wrong}");
        }
    }

    // By hand from RFC 4506: an empty opaque is its length alone, strings are padded to four.
    #[test]
    fn sizes_are_those_of_xdr() {
        assert_eq!(Workload::Echo(0).request_bytes(), 4);
        assert_eq!(Workload::Echo(13).request_bytes(), 20);
        assert_eq!(Workload::Sum(100).request_bytes(), 404);
        assert_eq!(Workload::Transfer(13).reply_bytes(), 24);
        assert_eq!(Workload::Concat.request_bytes(), 20 + 24);
        assert_eq!(Workload::Concat.reply_bytes(), 4 + 36);
        assert_eq!(Workload::Info.reply_bytes(), 84);
    }
}
