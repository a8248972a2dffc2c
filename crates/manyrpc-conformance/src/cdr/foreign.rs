//! omniORB, as a program that answers requests.

use std::process::Command;

use manyrpc_codec::cdr::{ByteOrder, CharSet, Representation};

use crate::foreign::{Lines, bytes, digits};
use crate::suite::root;

/// A program that speaks for omniORB.
pub(super) struct Foreign(Lines);

/// What omniORB made of bytes.
pub(super) struct Taken {
    /// How many of them it took.
    pub(super) bytes: usize,
    /// The value marshalled again, little-endian and big-endian.
    pub(super) again: [Vec<u8>; 2],
    /// The value.
    pub(super) value: String,
}

impl Foreign {
    /// Starts it.
    ///
    /// # Errors
    /// It is not built.
    pub(super) fn start() -> Result<Self, String> {
        let program = root().join("peers/build/omniorb-codec/omniorb_codec");
        Lines::start(&mut Command::new(program)).map(Foreign)
    }

    /// What it makes of bytes, or why it refuses them.
    ///
    /// # Errors
    /// It has ended.
    pub(super) fn take(
        &mut self,
        ty: &str,
        here: Representation,
        value: &[u8],
    ) -> Result<Result<Taken, String>, String> {
        let Representation { minor, origin, .. } = here;
        let order = match here.order {
            ByteOrder::Little => "little",
            ByteOrder::Big => "big",
        };
        let chars = match here.chars {
            CharSet::Utf8 => "utf8",
            CharSet::Latin1 => "latin1",
        };
        let value = digits(value);
        let question = format!("take {ty} {minor} {order} {origin} {chars} {value}");
        let answer = self.0.ask(&question)?;
        let mut words = answer.splitn(5, ' ');
        let mut word = || words.next().unwrap_or_default();
        if word() != "ok" {
            return Ok(Err(answer.to_owned()));
        }
        let taken = word().parse().map_err(|_| format!("it says {answer}"))?;
        let again = [bytes(word())?, bytes(word())?];
        Ok(Ok(Taken {
            bytes: taken,
            again,
            value: word().to_owned(),
        }))
    }
}
