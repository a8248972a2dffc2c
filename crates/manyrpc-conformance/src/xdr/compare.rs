//! One definition: what we and libtirpc make of the same values and bytes.

use manyrpc_codec::meta::Field;
use manyrpc_codec::{Buf, Limits, Malformed, MalformedKind, xdr};
use manyrpc_draw::rpcl::{self, File};
use manyrpc_draw::{Definition, Draw, Language};
use manyrpc_dynamic::{Dyn, DynFields, DynMut, DynSlots, Lowered, Members, Sampler, Shape};
use manyrpc_model::Value;

use super::driver;
use super::foreign::{Foreign, Taken};
use super::show::{show, show_all};
use crate::codecs::{Dynamic, Syntax, hex};
use crate::foreign::beginning;
use manyrpc_conformance_stubs::{Recode, Stubs};

const LIMITS: Limits = Limits::DEFAULT;

/// The same without a bound that matters on elements that take no bytes, which libtirpc counts to the end: an
/// array of 64,776 of them is four bytes. Ours is a limit against memory that a sender does not pay for,
/// so what it refuses must be what libtirpc reads once the limit is out of the way.
const MANY_ELEMENTS: Limits = Limits {
    elements: 1 << 20,
    ..LIMITS
};

/// What a definition is compared by.
pub(super) struct Comparison<'c> {
    pub(super) file: &'c File,
    pub(super) definition: &'c Definition,
    /// Where its types and numbers begin in the foreign program.
    pub(super) first_type: usize,
    pub(super) first_number: usize,
    pub(super) stubs: Option<&'c Stubs>,
    /// Values of each kind.
    pub(super) values: u64,
}

/// How much was compared.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    /// Values that one side made and the other read.
    pub(super) values: u64,
    /// Beginnings of their bytes.
    pub(super) cuts: u64,
    /// Bytes with something changed.
    pub(super) corruptions: u64,
    /// Of those, taken by libtirpc alone: for a [`Reason`], or since our limit on elements without bytes
    /// stands in the way.
    pub(super) excused: u64,
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.values += other.values;
        self.cuts += other.cuts;
        self.corruptions += other.corruptions;
        self.excused += other.excused;
    }
}

/// The longest value that is cut off everywhere, in bytes: each cut is decoded from the start, and long
/// values are alike in their middle.
const CUT: usize = 250;

/// Why libtirpc takes what we refuse, each after RFC 4506.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    /// Section 4.4: a truth value, or whether there is a value, is 0 or 1. `xdr_bool` takes any
    /// number for true, and code in line keeps it.
    Bool,
    /// Section 4.3: an enumeration has no other values than its members. `xdr_enum` takes all.
    Member,
    /// Not in the RFC, which has no narrow integers: `xdr_char` and `xdr_short` drop what does
    /// not fit.
    Range,
}

impl Reason {
    fn of(malformed: &Malformed) -> Option<Self> {
        match malformed.kind {
            MalformedKind::NotBool(_) => Some(Reason::Bool),
            MalformedKind::NotMember(_) => Some(Reason::Member),
            MalformedKind::OutOfRange(_) => Some(Reason::Range),
            _ => None,
        }
    }
}

/// A type of the definition, or the arguments of a procedure.
struct Of<'c> {
    foreign: usize,
    ours: Ours<'c>,
    /// Its stub, and whether that holds strings as bytes.
    stub: Option<(Recode, bool)>,
}

/// What values are of, on our side.
enum Ours<'c> {
    Type(Field, Shape),
    Arguments(&'c Members),
}

impl Comparison<'_> {
    /// Compares everything.
    ///
    /// # Errors
    /// What differs; the definition goes before.
    pub(super) fn run(&self, foreign: &mut Foreign, counts: &mut Counts) -> Result<(), String> {
        let dynamic = Dynamic::read(self.definition)?;
        self.numbers(foreign, &dynamic)?;
        let mut packing = dynamic.lowered.clone();
        if !packing.pack() {
            return Err("its values cannot be packed".to_owned());
        }
        let both = (&dynamic, &packing);
        let mut foreign_type = self.first_type..;
        for ty in self.file.types() {
            let stub = self.stubs.and_then(|stubs| {
                let of = stubs.types.iter().find(|(name, _)| *name == ty.name)?;
                Some((of.1, stubs.octets))
            });
            let (field, shape) = dynamic.place(&ty.name);
            let of = Of {
                foreign: foreign_type.next().unwrap_or_default(),
                ours: Ours::Type(field, shape),
                stub,
            };
            self.values(foreign, both, of, counts)
                .map_err(|why| format!("type {}: {why}", ty.name))?;
        }
        for (version, procedure, _) in self.file.arguments() {
            let operation = dynamic.lowered.operation(version, procedure);
            let operation = operation.ok_or(format!("there is no {version}.{procedure}"))?;
            let of = Of {
                foreign: foreign_type.next().unwrap_or_default(),
                ours: Ours::Arguments(&operation.input),
                stub: None,
            };
            self.values(foreign, both, of, counts)
                .map_err(|why| format!("arguments of {procedure}: {why}"))?;
        }
        Ok(())
    }

    fn values(
        &self,
        foreign: &mut Foreign,
        (dynamic, packing): (&Dynamic, &Lowered),
        of: Of<'_>,
        counts: &mut Counts,
    ) -> Result<(), String> {
        let side = Side {
            dynamic,
            packing,
            of,
        };
        (0..self.values).try_for_each(|seed| side.values(foreign, seed, counts))
    }

    /// Constants, members, and the numbers of programs, versions and procedures.
    fn numbers(&self, foreign: &mut Foreign, dynamic: &Dynamic) -> Result<(), String> {
        let module = &dynamic.module;
        let mut ours: Vec<(String, i64)> = Vec::new();
        for (name, _) in self.file.numbers() {
            let constant = module.consts.iter().find(|c| c.name == name);
            let constant = constant.map(|c| i64::try_from(c.value).unwrap_or_default());
            let member = || module.types.iter().find_map(|ty| member(ty, name));
            let value = constant.or_else(member);
            ours.push((name.to_owned(), value.ok_or(format!("there is no {name}"))?));
        }
        for name in driver::program_names(self.file) {
            let value = program_number(module, name);
            ours.push((name.to_owned(), value.ok_or(format!("there is no {name}"))?));
        }
        for (at, (name, value)) in ours.into_iter().enumerate() {
            let theirs = foreign.number(self.first_number + at)?;
            if theirs != value {
                return Err(format!("{name} is {value} to us and {theirs} to C"));
            }
        }
        Ok(())
    }
}

fn member(ty: &manyrpc_model::TypeDef, name: &str) -> Option<i64> {
    match &ty.body {
        manyrpc_model::TypeBody::Enum(e) => {
            let member = e.members.iter().find(|m| m.name == name)?;
            Some(member.value.into())
        }
        _ => None,
    }
}

fn program_number(module: &manyrpc_model::Module, name: &str) -> Option<i64> {
    module.interfaces.iter().find_map(|interface| {
        let program = interface.annotations.get("rpcl.program");
        if program.is_some_and(|p| p == name) {
            return interface.identity.number.map(i64::from);
        }
        if interface.name == name {
            return Some(interface.identity.version.major.into());
        }
        let operation = interface.operations.iter().find(|o| o.name == name)?;
        Some(operation.number.into())
    })
}

/// Bytes of a value of ours that the foreign program is shown: it has room for eight times as many, and what they
/// become.
const MOST: usize = 1 << 20;

/// Our side of one type.
struct Side<'c> {
    dynamic: &'c Dynamic,
    /// The same with values packed.
    packing: &'c Lowered,
    of: Of<'c>,
}

impl Side<'_> {
    fn values(&self, foreign: &mut Foreign, seed: u64, counts: &mut Counts) -> Result<(), String> {
        let room = [100, 600, 5000][(seed % 3) as usize];
        // Made by them.
        if let Some((bytes, value)) = foreign.make(self.of.foreign, seed, room)? {
            self.agree(&bytes, &value)
                .map_err(|why| told(&bytes, &why))?;
            self.others(&bytes).map_err(|why| told(&bytes, &why))?;
            self.damage(foreign, seed, &bytes, counts)?;
            counts.values += 1;
        }
        // Made by us.
        let value = self.sample(seed);
        let bytes = self.encode(&value);
        let bytes = bytes.map_err(|why| format!("cannot encode {value:?}: {why}"))?;
        // A type that holds itself in many places can be more than the foreign program has room for.
        if bytes.len() > MOST {
            return Ok(());
        }
        let shown = self.show(&value);
        let taken = foreign.take(self.of.foreign, &bytes)?;
        let taken = taken.ok_or_else(|| told(&bytes, "libtirpc refuses what we encode"))?;
        if !ends_early(&shown) {
            if taken.value != shown {
                let why = format!("libtirpc reads {} where we wrote {shown}", taken.value);
                return Err(told(&bytes, &why));
            }
            if taken.again != hex(&bytes) {
                return Err(told(
                    &bytes,
                    &format!("libtirpc writes it as {}", taken.again),
                ));
            }
        }
        counts.values += 1;
        Ok(())
    }

    /// That we read a value from bytes, and write the same bytes.
    fn agree(&self, bytes: &[u8], value: &str) -> Result<(), String> {
        let ours = self.decode(bytes).map_err(|e| format!("refused: {e}"))?;
        let shown = self.show(&ours);
        if shown != value {
            return Err(format!("read as {shown} where libtirpc has {value}"));
        }
        let again = self.encode(&ours)?;
        match again == bytes {
            true => Ok(()),
            false => Err(format!("written as {}", hex(&again))),
        }
    }

    /// That what else there is of ours makes the same of bytes as dynamic values do.
    fn others(&self, bytes: &[u8]) -> Result<(), String> {
        self.packed(bytes)?;
        self.stub(bytes)
    }

    fn packed(&self, bytes: &[u8]) -> Result<(), String> {
        let (plain, packed) = (self.decode(bytes), self.decode_by(self.packing, bytes));
        let (plain, packed) = match (plain, packed) {
            (Ok(plain), Ok(packed)) => (plain, packed),
            (plain, packed) if plain.as_ref().err() == packed.as_ref().err() => return Ok(()),
            (plain, packed) => return Err(format!("{plain:?}, packed {packed:?}")),
        };
        let shown = (self.show(&plain), self.show(&packed));
        let again = (self.encode(&plain)?, self.encode(&packed)?);
        match shown.0 == shown.1 && again.0 == again.1 {
            true => Ok(()),
            false => Err(format!("{plain:?}, packed {packed:?}")),
        }
    }

    fn stub(&self, bytes: &[u8]) -> Result<(), String> {
        let Some((recode, octets)) = self.of.stub else {
            return Ok(());
        };
        let Ours::Type(field, _) = &self.of.ours else {
            return Ok(());
        };
        let by_stub = match recode(Syntax::Xdr, field, bytes) {
            // Dynamic values have both.
            Err(why) if !octets && why.contains("not UTF-8") => return Ok(()),
            made => made.ok(),
        };
        let dynamically = self.decode(bytes).ok();
        let dynamically = dynamically.and_then(|value| self.encode(&value).ok());
        let by = |bytes: Option<Vec<u8>>| bytes.map_or("nothing".to_owned(), |b| hex(&b));
        match by_stub == dynamically {
            true => Ok(()),
            false => Err(format!(
                "the stub makes {} of it, dynamic values {}",
                by(by_stub),
                by(dynamically)
            )),
        }
    }

    /// That no beginning of the bytes is a value to one of us alone.
    fn cuts(&self, foreign: &mut Foreign, bytes: &[u8]) -> Result<(), String> {
        let is_whole = |at: &usize| self.decode(&bytes[..*at]).is_ok();
        let ours: Vec<usize> = (0..bytes.len()).filter(is_whole).collect();
        let theirs = foreign.cuts(self.of.foreign, bytes)?;
        match ours == theirs {
            true => Ok(()),
            false => {
                let why = format!("cut at {ours:?} it is whole to us, at {theirs:?} to libtirpc");
                Err(told(bytes, &why))
            }
        }
    }

    /// Every beginning of the bytes, and some corruptions of them.
    fn damage(
        &self,
        foreign: &mut Foreign,
        seed: u64,
        bytes: &[u8],
        counts: &mut Counts,
    ) -> Result<(), String> {
        if bytes.len() <= CUT {
            self.cuts(foreign, bytes)?;
            counts.cuts += bytes.len() as u64;
        }
        let mut draw = Draw::nth(seed, bytes.len() as u64);
        for _ in 0..8 {
            let corrupted = corrupt(bytes, &mut draw);
            let excused = self.corrupted(foreign, &corrupted);
            let excused = excused.map_err(|why| told(&corrupted, &why))?;
            counts.excused += u64::from(excused);
            counts.corruptions += 1;
        }
        Ok(())
    }

    /// What both make of bytes that nobody encoded; true where only libtirpc takes them, for a reason.
    fn corrupted(&self, foreign: &mut Foreign, bytes: &[u8]) -> Result<bool, String> {
        let theirs = foreign.take(self.of.foreign, bytes)?;
        // Bytes behind a value are none of it.
        let theirs = theirs.filter(|taken| taken.bytes == bytes.len());
        self.others(bytes)?;
        match (self.decode(bytes), theirs) {
            (Err(_), None) => Ok(false),
            (Ok(ours), Some(taken)) => self.same(&ours, &taken).map(|()| false),
            (Err(why), Some(taken)) => self.excused(bytes, &why, &taken).map(|()| true),
            (Ok(ours), None) => Err(format!("{} to us, refused by libtirpc", self.show(&ours))),
        }
    }

    /// That libtirpc reads the value that we do.
    fn same(&self, ours: &Value, taken: &Taken) -> Result<(), String> {
        let shown = self.show(ours);
        match ends_early(&shown) || taken.value == shown {
            true => Ok(()),
            false => Err(format!("{shown} to us, {} to libtirpc", taken.value)),
        }
    }

    /// That we may refuse, as `why` says, what libtirpc takes.
    fn excused(&self, bytes: &[u8], why: &Malformed, taken: &Taken) -> Result<(), String> {
        match self.decode_within(&MANY_ELEMENTS, &self.dynamic.lowered, bytes) {
            Ok(ours) => self.same(&ours, taken),
            Err(other) if Reason::of(&other).is_some() => Ok(()),
            // More than we compare. It is the limit that refuses, since a higher one refuses otherwise; and of
            // what libtirpc finds in fewer bytes some take none.
            Err(other) if other != *why && outnumbers(&other, bytes) => Ok(()),
            Err(_) => Err(format!("refused ({why}), {} to libtirpc", taken.value)),
        }
    }

    fn sample(&self, seed: u64) -> Value {
        let (mut sampler, lowered) = (Sampler::new(seed), &self.dynamic.lowered);
        match &self.of.ours {
            Ours::Type(field, shape) => sampler.value(lowered, field, shape),
            Ours::Arguments(members) => Value::Record(sampler.params(lowered, members)),
        }
    }

    fn encode(&self, value: &Value) -> Result<Vec<u8>, String> {
        let (mut buf, lowered) = (Buf::new(), &self.dynamic.lowered);
        let encoded = match (&self.of.ours, value) {
            (Ours::Type(field, shape), value) => {
                let value = Dyn {
                    lowered,
                    shape,
                    value,
                };
                xdr::encode_value(&mut buf, field, &value, &LIMITS)
            }
            (Ours::Arguments(members), Value::Record(values)) => {
                let fields = DynFields::new(lowered, members, values);
                xdr::encode_params(&mut buf, &members.meta, &fields, &LIMITS)
            }
            (Ours::Arguments(_), other) => return Err(format!("{other:?} are no arguments")),
        };
        encoded.map_err(|e| e.to_string())?;
        Ok(buf.data().to_vec())
    }

    fn decode(&self, bytes: &[u8]) -> Result<Value, Malformed> {
        self.decode_by(&self.dynamic.lowered, bytes)
    }

    fn decode_by(&self, lowered: &Lowered, bytes: &[u8]) -> Result<Value, Malformed> {
        self.decode_within(&LIMITS, lowered, bytes)
    }

    fn decode_within(
        &self,
        limits: &Limits,
        lowered: &Lowered,
        bytes: &[u8],
    ) -> Result<Value, Malformed> {
        match &self.of.ours {
            Ours::Type(field, shape) => {
                let mut value = Value::Void;
                let mut slot = DynMut {
                    lowered,
                    shape,
                    value: &mut value,
                };
                xdr::decode_value(bytes, field, &mut slot, limits)?;
                Ok(value)
            }
            Ours::Arguments(members) => {
                let mut values = Vec::new();
                let mut slots = DynSlots::new(lowered, members, &mut values);
                xdr::decode_params(bytes, &members.meta, &mut slots, limits)?;
                Ok(Value::Record(values))
            }
        }
    }

    fn show(&self, value: &Value) -> String {
        let lowered = &self.dynamic.lowered;
        match (&self.of.ours, value) {
            (Ours::Type(_, shape), value) => show(lowered, shape, value),
            (Ours::Arguments(members), Value::Record(values)) => show_all(lowered, members, values),
            (Ours::Arguments(_), other) => format!("{other:?}"),
        }
    }
}

/// Whether a text in the value has a zero in it: to C it ends there.
fn ends_early(shown: &str) -> bool {
    let mut texts = shown.split('t').skip(1);
    texts.any(|text| {
        let pairs = text.as_bytes().chunks(2);
        let mut digits = pairs.take_while(|pair| pair[0].is_ascii_hexdigit());
        digits.any(|pair| pair == b"00")
    })
}

/// Characters of a difference that are shown of the bytes, and of what is made of them: millions of elements would
/// fill a disk.
const TOLD: usize = 4000;

fn told(bytes: &[u8], why: &str) -> String {
    format!("{}: {}", beginning(&hex(bytes), TOLD), beginning(why, TOLD))
}

/// Whether bytes are refused for a count of more elements than there are bytes.
fn outnumbers(refusal: &Malformed, bytes: &[u8]) -> bool {
    matches!(refusal.kind, MalformedKind::TooLong { count, .. } if count > bytes.len() as u64)
}

/// Something else in place of a word, a byte, or several.
fn corrupt(bytes: &[u8], draw: &mut Draw) -> Vec<u8> {
    const WORDS: [u32; 10] = [
        0,
        1,
        2,
        3,
        5,
        0x7fff_ffff,
        0x8000_0000,
        0xffff_ffff,
        256,
        0x0100_0000,
    ];
    let mut bytes = bytes.to_vec();
    if bytes.is_empty() {
        return vec![0; 4 * draw.below(3)];
    }
    let word = 4 * draw.below(bytes.len().div_ceil(4));
    match draw.below(6) {
        0 => bytes[word] = draw.number() as u8,
        1 => {
            let at = draw.below(bytes.len());
            bytes[at] = draw.number() as u8;
        }
        2 => drop(bytes.drain(word..(word + 4).min(bytes.len()))),
        3 => drop(bytes.splice(word..word, draw.pick(&WORDS).to_be_bytes())),
        4 if word + 4 <= bytes.len() => {
            let old = u32::from_be_bytes([
                bytes[word],
                bytes[word + 1],
                bytes[word + 2],
                bytes[word + 3],
            ]);
            let new = if draw.chance(50) {
                old.wrapping_add(1)
            } else {
                old.wrapping_sub(1)
            };
            bytes[word..word + 4].copy_from_slice(&new.to_be_bytes());
        }
        _ if word + 4 <= bytes.len() => {
            bytes[word..word + 4].copy_from_slice(&draw.pick(&WORDS).to_be_bytes());
        }
        _ => bytes.truncate(word),
    }
    bytes
}

/// The definition of a file, as our front end is given it.
pub(super) fn definition(index: u64, file: &File) -> Definition {
    let text = rpcl::text::write(file, "");
    Definition::new(Language::Rpcl, format!("d{index}"), text)
}
