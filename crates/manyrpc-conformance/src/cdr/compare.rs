//! One definition: what we and omniORB make of the same values and bytes.

use std::fmt;

use manyrpc_codec::cdr::{self, ByteOrder, CharSet, Representation};
use manyrpc_codec::meta::Field;
use manyrpc_codec::{Buf, Limits, Malformed, MalformedKind, Unencodable, UnencodableKind};
use manyrpc_draw::Draw;
use manyrpc_dynamic::{Dyn, DynMut, Sampler, Shape};
use manyrpc_model::Value;

use super::anys::{self, carried};
use super::describe::describe;
use super::foreign::{Foreign, Taken};
use super::show::show;
use super::values;
use crate::codecs::{Dynamic, hex};
use crate::foreign::beginning;

const LIMITS: Limits = Limits::DEFAULT;

/// Values of each type.
const VALUES: u64 = 4;

/// Changes to the bytes of each value.
const CORRUPTIONS: u64 = 6;

/// The longest value that is cut off everywhere, in bytes.
const CUT: usize = 250;

/// Bytes of a value that the foreign program is shown.
const MOST: usize = 1 << 16;

/// What is shown of a value that omniORB's streams read and write, and its `DynAny` does not read (`peers/corba.md`).
const CANNOT_SHOW: &str = "!";

/// How much was compared.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    values: u64,
    /// Types that omniORB has not.
    without: u64,
    /// Values that the representation cannot carry.
    beyond: u64,
    /// Values of which an assertion of omniORB's own fails.
    asserted: u64,
    cuts: u64,
    corruptions: u64,
    /// Of those, taken by one alone, for a [`Reason`], or with an any or a valuetype, so that only we were asked.
    excused: u64,
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts {
            values,
            without,
            beyond,
            asserted,
            cuts,
            corruptions,
            excused,
        } = self;
        write!(
            f,
            "{values} values ({beyond} not in their code set, {asserted} where omniORB fails), {cuts} cut off, {corruptions} damaged \
             ({excused} of them taken by one alone, or asked of one); {without} types are not omniORB's"
        )
    }
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.values += other.values;
        self.without += other.without;
        self.beyond += other.beyond;
        self.asserted += other.asserted;
        self.cuts += other.cuts;
        self.corruptions += other.corruptions;
        self.excused += other.excused;
    }
}

/// Why only one of us takes bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    /// CORBA 3.0, section 15.3.1.5: a boolean is 0 or 1. omniORB takes any number for true.
    Bool,
    /// Our definitions may have values without a member, and members that are no enumeration in IDL.
    Member,
    /// A label without an arm selects nothing in IDL; other definitions refuse it.
    Arm,
    /// A bound of the type: omniORB does not check it where it copies by TypeCode, and that of a string not
    /// before it has made UTF-8 of it.
    Bound,
    /// Wide text that is not UTF-16, or has an odd number of octets: omniORB copies it.
    Wide,
    /// A field that follows from another, and does not.
    Derived,
    /// Nested too deeply, or too many elements without bytes, for our limits.
    Limit,
    /// A string that is not in its code set, which our dynamic values hold as bytes.
    CodeSet,
    /// A profile of IIOP, which omniORB reads and we carry as octets.
    Profile,
    /// A string of length 0, which some ORBs send (JacORB where it is told to).
    Empty,
}

/// A definition that is compared.
pub(super) struct Comparison {
    dynamic: Dynamic,
    draw: Draw,
}

/// One type of it.
struct Side<'c> {
    dynamic: &'c Dynamic,
    field: Field,
    shape: Shape,
    described: String,
    /// Whether values of it can be shown, and so compared.
    shows: bool,
}

impl Comparison {
    pub(super) fn new(dynamic: Dynamic, seed: u64) -> Self {
        Comparison {
            dynamic,
            draw: Draw::new(seed),
        }
    }

    /// Compares everything.
    ///
    /// # Errors
    /// What differs.
    pub(super) fn run(&mut self, foreign: &mut Foreign, counts: &mut Counts) -> Result<(), String> {
        let Comparison { dynamic, draw } = self;
        for name in dynamic.types() {
            let (field, shape) = values::place(dynamic, name);
            let Some(described) = describe(&dynamic.lowered, &field, &shape) else {
                counts.without += 1;
                continue;
            };
            let side = Side {
                shows: !derives(dynamic),
                dynamic,
                field,
                shape,
                described,
            };
            for seed in 0..VALUES {
                let here = representation(draw);
                side.value(foreign, here, seed, draw, counts)
                    .map_err(|why| format!("type {name}, {}, {here:?}: {why}", side.described))?;
            }
        }
        Ok(())
    }
}

/// Whether some field of a definition follows from another: values do not have it.
fn derives(dynamic: &Dynamic) -> bool {
    let mut records = dynamic.module.types.iter().filter_map(|ty| match &ty.body {
        manyrpc_model::TypeBody::Record(record) => Some(record),
        _ => None,
    });
    records.any(|record| record.fields.iter().any(|field| field.derived.is_some()))
}

/// How a value is sent: most often as GIOP 1.2 does.
fn representation(draw: &mut Draw) -> Representation {
    let chars = match draw.chance(30) {
        true => CharSet::Latin1,
        false => CharSet::Utf8,
    };
    Representation {
        chars,
        ..Representation::NATIVE.at(draw.below(8))
    }
}

impl Side<'_> {
    fn value(
        &self,
        foreign: &mut Foreign,
        here: Representation,
        seed: u64,
        draw: &mut Draw,
        counts: &mut Counts,
    ) -> Result<(), String> {
        let mut value = self.dynamic.sample_of(&self.field, &self.shape, seed);
        carried(&mut value);
        let place = (&self.field, &self.shape);
        anys::fill(&self.dynamic.lowered, place, &mut value, draw);
        values::share(&self.dynamic.lowered, place, &mut value, draw);
        let bytes = match self.encode(here, &value) {
            Err(why) if is_beyond(&why) => {
                counts.beyond += 1;
                return Ok(());
            }
            other => other.map_err(|why| format!("{value:?} cannot be encoded: {why}"))?,
        };
        if bytes.len() > MOST {
            return Ok(());
        }
        let told = |why: String| format!("{}: {why}", beginning(&hex(&bytes), 4000));
        match self.same(foreign, here, &value, &bytes) {
            // `OMNIORB_ASSERT(0)`, of one value in twenty thousand, with types within each other in an any.
            Err(why) if self.takes_any() && why.ends_with("fatalException 0") => {
                counts.asserted += 1;
                return Ok(());
            }
            other => other.map_err(told)?,
        }
        counts.values += 1;
        if bytes.len() <= CUT {
            self.cuts(here, &bytes).map_err(told)?;
            counts.cuts += bytes.len() as u64;
        }
        for _ in 0..CORRUPTIONS {
            let bytes = corrupt(&bytes, draw);
            let told = |why: String| format!("{}: {why}", beginning(&hex(&bytes), 4000));
            let excused = self.corrupted(foreign, here, &bytes).map_err(told)?;
            counts.corruptions += 1;
            counts.excused += u64::from(excused);
        }
        Ok(())
    }

    /// That omniORB reads the value that we wrote, and we what it writes.
    fn same(
        &self,
        foreign: &mut Foreign,
        here: Representation,
        value: &Value,
        bytes: &[u8],
    ) -> Result<(), String> {
        let taken = foreign.take(&self.described, here, bytes)?;
        let mut taken = taken.map_err(|why| format!("omniORB refuses what we encode: {why}"))?;
        if self.takes_any() && taken.value == CANNOT_SHOW {
            // What it wrote again must still be the same value.
            taken.value = show(&self.dynamic.lowered, &self.field, &self.shape, value);
        }
        if taken.bytes != bytes.len() {
            return Err(format!(
                "omniORB takes {} of {} bytes",
                taken.bytes,
                bytes.len()
            ));
        }
        self.shown_alike(value, &taken)?;
        for (order, theirs) in [ByteOrder::Little, ByteOrder::Big]
            .into_iter()
            .zip(&taken.again)
        {
            let there = Representation { order, ..here };
            let ours = self.decode(there, theirs);
            // Where it swaps bytes, omniORB 4.2.5 writes the last octet of such a character wrongly. In an any
            // that is malformed.
            let is_spoilt = order == ByteOrder::Big && has_four_octets(&taken.value);
            if is_spoilt && self.takes_any() {
                continue;
            }
            let ours =
                ours.map_err(|why| format!("refused ({order:?}): {}, {why}", hex(theirs)))?;
            if is_spoilt {
                continue;
            }
            self.shown_alike(&ours, &taken)?;
            // A type code has many forms.
            if self.takes_any() {
                continue;
            }
            let again = self.encode(here, &ours).map_err(|why| why.to_string())?;
            if again != bytes {
                return Err(format!(
                    "{order:?}: {} is {} to us",
                    hex(theirs),
                    hex(&again)
                ));
            }
        }
        Ok(())
    }

    fn takes_any(&self) -> bool {
        self.described.contains('Y')
    }

    fn takes_value(&self) -> bool {
        self.described.contains('V')
    }

    fn shown_alike(&self, ours: &Value, theirs: &Taken) -> Result<(), String> {
        let shown = show(&self.dynamic.lowered, &self.field, &self.shape, ours);
        match !self.shows || shown == theirs.value {
            true => Ok(()),
            false => Err(format!("{shown} to us, {} to omniORB", theirs.value)),
        }
    }

    /// That no beginning of the bytes is a value.
    fn cuts(&self, here: Representation, bytes: &[u8]) -> Result<(), String> {
        let mut ends = 0..bytes.len();
        match ends.find(|end| self.decode(here, &bytes[..*end]).is_ok()) {
            None => Ok(()),
            Some(end) => Err(format!("its first {end} bytes are a value, too")),
        }
    }

    /// What both make of bytes that nobody encoded; true where only one takes them, for a reason.
    fn corrupted(
        &self,
        foreign: &mut Foreign,
        here: Representation,
        bytes: &[u8],
    ) -> Result<bool, String> {
        if self.takes_any() || self.takes_value() {
            return self.stays(here, bytes).map(|()| true);
        }
        let theirs = foreign.take(&self.described, here, bytes)?;
        let theirs = theirs.and_then(|taken| match taken.bytes == bytes.len() {
            true => Ok(taken),
            false => Err("there are more bytes".to_owned()),
        });
        match (self.decode(here, bytes), theirs) {
            (Err(_), Err(_)) => Ok(false),
            (Ok(ours), Ok(taken)) => self.shown_alike(&ours, &taken).map(|()| false),
            (Err(why), Ok(_)) if reason(&why).is_some() => Ok(true),
            (Ok(_), Err(why)) if self.their_reason(&why).is_some() => Ok(true),
            (Err(why), Ok(taken)) => Err(format!("refused ({why}), {} to omniORB", taken.value)),
            (Ok(ours), Err(why)) => {
                let shown = show(&self.dynamic.lowered, &self.field, &self.shape, &ours);
                Err(format!("{shown} to us, refused by omniORB ({why})"))
            }
        }
    }

    /// That a value which we take stays as it is. Of damaged type codes omniORB ends by a signal, or by an
    /// exception that nobody can catch, and where a value holds itself by a stack without an end, so it is not
    /// asked.
    fn stays(&self, here: Representation, bytes: &[u8]) -> Result<(), String> {
        let Ok(ours) = self.decode(here, bytes) else {
            return Ok(());
        };
        let written = match self.encode(here, &ours) {
            // Bytes that are not in the code set are taken as they are.
            Err(why) if is_beyond(&why) => return Ok(()),
            other => other.map_err(|why| format!("taken, but cannot be written: {why}"))?,
        };
        let again = self.decode(here, &written).map_err(|why| why.to_string())?;
        let shown = |value| show(&self.dynamic.lowered, &self.field, &self.shape, value);
        match (shown(&ours), shown(&again)) {
            (first, second) if first == second => Ok(()),
            (first, second) => Err(format!("{first}, but when it was written {second}")),
        }
    }

    /// Why omniORB may refuse what we take.
    fn their_reason(&self, why: &str) -> Option<Reason> {
        let reasons = [
            ("StringNotEndWithNull", Reason::Empty),
            ("InvalidDynAny", Reason::Member),
            ("DATA_CONVERSION", Reason::CodeSet),
            ("InvalidValue", Reason::Bound),
        ];
        let has_references = self.described.contains('O');
        let found = reasons.into_iter().find(|(word, _)| why.contains(word));
        let found = found.map(|(_, reason)| reason);
        let of_profile = why.contains("MARSHAL") || why.contains("InvalidInitialSize");
        found.or((has_references && of_profile).then_some(Reason::Profile))
    }

    fn encode(&self, here: Representation, value: &Value) -> Result<Vec<u8>, Unencodable> {
        let mut buf = Buf::new();
        let value = Dyn {
            lowered: &self.dynamic.lowered,
            shape: &self.shape,
            value,
        };
        cdr::encode_value(&mut buf, here, &self.field, &value, &LIMITS)?;
        Ok(buf.data().to_vec())
    }

    fn decode(&self, here: Representation, bytes: &[u8]) -> Result<Value, Malformed> {
        let mut value = Value::Void;
        let mut slot = DynMut {
            lowered: &self.dynamic.lowered,
            shape: &self.shape,
            value: &mut value,
        };
        cdr::decode_value(bytes, here, &self.field, &mut slot, &LIMITS)?;
        Ok(value)
    }
}

impl Dynamic {
    fn sample_of(&self, field: &Field, shape: &Shape, seed: u64) -> Value {
        Sampler::new(seed).value(&self.lowered, field, shape)
    }
}

/// Whether a value is not in the code set, or another value stands where it is shared.
fn is_beyond(why: &Unencodable) -> bool {
    matches!(why.kind, UnencodableKind::Character(_))
}

/// Whether a string in the value has a character that takes four octets in UTF-8.
fn has_four_octets(shown: &str) -> bool {
    let mut texts = shown.split('t').skip(1);
    texts.any(|text| {
        let pairs = text.as_bytes().chunks(2);
        let mut octets = pairs.take_while(|pair| pair.iter().all(u8::is_ascii_hexdigit));
        octets.any(|octet| octet == b"f0")
    })
}

/// Why we may refuse what omniORB takes.
fn reason(why: &Malformed) -> Option<Reason> {
    Some(match why.kind {
        MalformedKind::NotBool(_) => Reason::Bool,
        MalformedKind::NotMember(_) => Reason::Member,
        MalformedKind::NoArm(_) => Reason::Arm,
        MalformedKind::TooLong { .. } => Reason::Bound,
        MalformedKind::Expected("whole characters" | "one wide character") => Reason::Wide,
        MalformedKind::NotUtf8 => Reason::Wide,
        MalformedKind::Disagrees { .. } => Reason::Derived,
        MalformedKind::TooDeep => Reason::Limit,
        _ => return None,
    })
}

/// Something else in place of a byte or a word.
fn corrupt(bytes: &[u8], draw: &mut Draw) -> Vec<u8> {
    const WORDS: [u32; 7] = [0, 1, 2, 5, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];
    let mut bytes = bytes.to_vec();
    if bytes.is_empty() {
        return vec![0; draw.below(3)];
    }
    let at = draw.below(bytes.len());
    match draw.below(5) {
        0 => bytes[at] = draw.number() as u8,
        1 => bytes[at] = bytes[at].wrapping_add(1),
        2 => drop(bytes.drain(at..(at + 4).min(bytes.len()))),
        3 => drop(bytes.splice(at..at, draw.pick(&WORDS).to_le_bytes())),
        _ => {
            let word = at & !3;
            let end = (word + 4).min(bytes.len());
            let new = draw.pick(&WORDS).to_le_bytes();
            bytes[word..end].copy_from_slice(&new[..end - word]);
        }
    }
    bytes
}
