//! omniORB, and an ORB of Java, as programs that answer requests.

use std::process::Command;

use manyrpc_codec::cdr::{ByteOrder, CharSet, Representation};

use crate::foreign::{Lines, bytes, digits};
use crate::suite::root;

/// Programs that speak for ORBs.
pub(super) struct Foreigns {
    pub(super) omniorb: Foreign,
    /// GlassFish's ORB, which is asked about valuetypes only, in ISO 8859-1, and writes them in big endian.
    pub(super) java: Foreign,
}

impl Foreigns {
    /// Starts them.
    ///
    /// # Errors
    /// One is not built.
    pub(super) fn start() -> Result<Self, String> {
        Ok(Foreigns {
            omniorb: Foreign::start("omniorb-codec/omniorb_codec")?,
            java: Foreign::start("jacorb-values/glassfish_drawn")?,
        })
    }
}

/// A program that speaks for an ORB.
pub(super) struct Foreign(Lines);

/// What an ORB made of bytes.
pub(super) struct Taken {
    /// How many of them it took.
    pub(super) bytes: usize,
    /// The value marshalled again, little-endian and big-endian; not where it cannot.
    pub(super) again: [Option<Vec<u8>>; 2],
    /// The value.
    pub(super) value: String,
}

impl Taken {
    /// What it wrote, with the byte order.
    pub(super) fn in_orders(&self) -> impl Iterator<Item = (ByteOrder, &[u8])> {
        let orders = [ByteOrder::Little, ByteOrder::Big].into_iter();
        let written = orders.zip(&self.again);
        written.filter_map(|(order, again)| Some((order, again.as_deref()?)))
    }
}

impl Foreign {
    fn start(program: &str) -> Result<Self, String> {
        let program = root().join("peers/build").join(program);
        Lines::start(&mut Command::new(program)).map(Foreign)
    }

    /// Tells it something about a valuetype (`peers/omniorb-codec`).
    ///
    /// # Errors
    /// What it does not understand, or it has ended.
    pub(super) fn tell(&mut self, declaration: &str) -> Result<(), String> {
        match self.0.ask(declaration)? {
            "ok" => Ok(()),
            answer => Err(format!("{declaration}: {answer}")),
        }
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
        let mut again = || match word() {
            "-" => Ok(None),
            digits => bytes(digits).map(Some),
        };
        let again = [again()?, again()?];
        Ok(Ok(Taken {
            bytes: taken,
            again,
            value: word().to_owned(),
        }))
    }
}
