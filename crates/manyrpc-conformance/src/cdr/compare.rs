//! One definition: what we and omniORB make of the same values and bytes.

use manyrpc_codec::cdr::{self, ByteOrder, CharSet, Representation};
use manyrpc_codec::meta::Field;
use manyrpc_codec::{Buf, Limits, Malformed, MalformedKind, Unencodable, UnencodableKind};
use manyrpc_draw::Draw;
use manyrpc_dynamic::lower::ValueKind;
use manyrpc_dynamic::{Dyn, DynMut, Sampler, Shape};
use manyrpc_model::Value;

use super::anys::{self, carried};
use super::counts::Counts;
use super::describe::{declarations, describe};
use super::families::Family;
use super::foreign::{Foreign, Foreigns, Taken};
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

/// Valuetypes in a message that omniORB certainly remembers: at about the 87th value or identifier its table of them grows, and the
/// one at which it does is written again where it is referred to (`peers/corba.md`).
const REMEMBERED: usize = 60;

/// What is shown of a value that omniORB's streams read and write, and its `DynAny` does not read (`peers/corba.md`).
const CANNOT_SHOW: &str = "!";

/// Why only one of us takes bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
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
    less: Option<Less>,
    draw: Draw,
}

/// The definition of a receiver that lacks some valuetypes.
struct Less {
    dynamic: Dynamic,
    /// Their names.
    unknown: Vec<String>,
    /// Whether an ORB of Java has all that the definition has.
    is_everywhere: bool,
}

/// A value that can be sent.
struct Sent {
    value: Value,
    /// Its bytes, if omniORB took them.
    bytes: Option<Vec<u8>>,
}

/// One type of it.
struct Side<'c> {
    dynamic: &'c Dynamic,
    field: Field,
    shape: Shape,
    described: String,
    /// Whether values of it can be shown, and so compared.
    shows: bool,
    /// Whether they may have an any in them.
    takes_any: bool,
}

impl Comparison {
    pub(super) fn new(dynamic: Dynamic, seed: u64) -> Self {
        Comparison {
            dynamic,
            less: None,
            draw: Draw::new(seed),
        }
    }

    pub(super) fn of_family(family: Family, seed: u64) -> Self {
        let less = Less {
            dynamic: family.known,
            unknown: family.unknown,
            is_everywhere: family.is_everywhere,
        };
        Comparison {
            less: Some(less),
            ..Comparison::new(family.whole, seed)
        }
    }

    /// Compares everything.
    ///
    /// # Errors
    /// What differs.
    pub(super) fn run(
        &mut self,
        foreign: &mut Foreigns,
        counts: &mut Counts,
    ) -> Result<(), String> {
        let Comparison {
            dynamic,
            less,
            draw,
        } = self;
        let Some(declared) = declarations(&dynamic.lowered) else {
            counts.without += 1;
            return Ok(());
        };
        let is_everywhere = less.as_ref().is_some_and(|less| less.is_everywhere);
        let Foreigns { omniorb, java } = foreign;
        for declaration in &declared {
            omniorb.tell(declaration)?;
            if is_everywhere {
                java.tell(declaration)?;
            }
        }
        for name in dynamic.types() {
            let Some(place) = values::place(dynamic, name) else {
                continue;
            };
            let Some(side) = Side::new(dynamic, place) else {
                counts.without += 1;
                continue;
            };
            let less = less.as_ref().filter(|less| !less.lacks(name));
            for seed in 0..VALUES {
                let here = representation(draw);
                let told = |why| format!("type {name}, {}, {here:?}: {why}", side.described);
                let taken = side.value(omniorb, here, seed, draw, counts);
                let Some(Sent { value, bytes }) = taken.map_err(told)? else {
                    continue;
                };
                if let Some((less, bytes)) = less.zip(bytes.as_ref()) {
                    counts.truncated += 1;
                    let fails = less.read(omniorb, name, here, bytes).map_err(told)?;
                    counts.asserted += u64::from(fails);
                }
                if is_everywhere {
                    counts.java += 1;
                    let same = side.same_in_java(java, &value);
                    same.map_err(|why| told(format!("GlassFish: {why}")))?;
                }
            }
        }
        Ok(())
    }
}

impl Less {
    fn lacks(&self, name: &str) -> bool {
        !self.dynamic.module.types.iter().any(|ty| ty.name == name)
    }

    /// That both make the same of a value without some types that it may have; whether omniORB fails at it.
    fn read(
        &self,
        foreign: &mut Foreign,
        name: &str,
        here: Representation,
        bytes: &[u8],
    ) -> Result<bool, String> {
        let place = values::place(&self.dynamic, name);
        let Some(side) = place.and_then(|place| Side::new(&self.dynamic, place)) else {
            return Err(format!("{name} has no place without some types"));
        };
        for name in &self.unknown {
            foreign.tell(&format!("forget {name}"))?;
        }
        let theirs = foreign.take(&side.described, here, bytes);
        for name in &self.unknown {
            foreign.tell(&format!("know {name}"))?;
        }
        let told = |why: String| format!("without {:?}: {}", self.unknown, about(bytes, &why));
        side.truncated(here, bytes, theirs?.map(remembered))
            .map_err(told)
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

impl<'c> Side<'c> {
    /// A place of a definition, if omniORB can have it.
    fn new(dynamic: &'c Dynamic, (field, shape): (Field, Shape)) -> Option<Self> {
        let described = describe(&dynamic.lowered, &field, &shape)?;
        let has_any = |text: &str| text.contains('Y');
        let in_values =
            || declarations(&dynamic.lowered).is_some_and(|all| all.iter().any(|one| has_any(one)));
        Some(Side {
            shows: !derives(dynamic),
            takes_any: has_any(&described) || described.contains('v') && in_values(),
            dynamic,
            field,
            shape,
            described,
        })
    }

    /// A value and what becomes of its bytes, if it can be sent.
    fn value(
        &self,
        foreign: &mut Foreign,
        here: Representation,
        seed: u64,
        draw: &mut Draw,
        counts: &mut Counts,
    ) -> Result<Option<Sent>, String> {
        let mut value = self.dynamic.sample_of(&self.field, &self.shape, seed);
        carried(&mut value);
        let place = (&self.field, &self.shape);
        anys::fill(&self.dynamic.lowered, place, &mut value, draw);
        values::share(&self.dynamic.lowered, place, &mut value, draw);
        let bytes = match self.encode(here, &value) {
            Err(why) if is_beyond(&why) => {
                counts.beyond += 1;
                return Ok(None);
            }
            other => other.map_err(|why| format!("{value:?} cannot be encoded: {why}"))?,
        };
        if bytes.len() > MOST {
            return Ok(None);
        }
        let told = |why: String| about(&bytes, &why);
        match self.same(foreign, here, &value, &bytes) {
            Err(why) if self.fails_there(&why) => {
                counts.asserted += 1;
                return Ok(Some(Sent { value, bytes: None }));
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
            let told = |why: String| about(&bytes, &why);
            let excused = self.corrupted(foreign, here, &bytes).map_err(told)?;
            counts.corruptions += 1;
            counts.excused += u64::from(excused);
        }
        let bytes = Some(bytes);
        Ok(Some(Sent { value, bytes }))
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
        let taken = taken.map_err(|why| format!("omniORB refuses what we encode: {why}"))?;
        let mut taken = remembered(taken);
        if self.takes_any && taken.value == CANNOT_SHOW {
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
        if let Some(little) = &taken.again[0] {
            let has_form = self.takes_value() && !self.takes_any && !has_list_again(little);
            if has_form && !is_alike(bytes, little, here.origin.into()) {
                return Err(format!("omniORB writes {}", hex(little)));
            }
        }
        for (order, theirs) in taken.in_orders() {
            let there = Representation { order, ..here };
            let ours = self.decode(there, theirs);
            let is_spoilt = is_spoilt(order, &taken);
            // In an any that is malformed.
            if is_spoilt && self.takes_any {
                continue;
            }
            let ours =
                ours.map_err(|why| format!("refused ({order:?}): {}, {why}", hex(theirs)))?;
            if is_spoilt {
                continue;
            }
            self.shown_alike(&ours, &taken)?;
            // A type code has many forms.
            if self.takes_any {
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

    /// Whether a refusal is a failure of omniORB's own: `OMNIORB_ASSERT(0)`, of one value in twenty thousand, with types within
    /// each other in an any; and that it does not end to write the first value inside of another, if the header of that one ends
    /// with an identifier and a gap (`peers/corba.md`).
    fn fails_there(&self, why: &str) -> bool {
        self.takes_any && why.ends_with("fatalException 0")
            || why.ends_with("no end") && self.has_gaps_behind_identifiers()
    }

    fn has_gaps_behind_identifiers(&self) -> bool {
        let mut types = self.dynamic.lowered.types.iter();
        types.any(|ty| {
            matches!(ty.value, Some(ValueKind::State(_))) && (ty.repository_id.len() + 1) % 4 != 0
        })
    }

    /// That an ORB of Java reads a value that we wrote, and we what it writes.
    fn same_in_java(&self, foreign: &mut Foreign, value: &Value) -> Result<(), String> {
        let here = Representation {
            chars: CharSet::Latin1,
            ..Representation::NATIVE
        };
        let bytes = match self.encode(here, value) {
            Err(why) if is_beyond(&why) => return Ok(()),
            other => other.map_err(|why| format!("{value:?} cannot be encoded: {why}"))?,
        };
        let taken = foreign.take(&self.described, here, &bytes)?;
        let same = taken
            .map_err(|why| format!("it refuses what we encode: {why}"))
            .and_then(|taken| self.is_same(here, value, &bytes, &taken));
        same.map_err(|why| about(&bytes, &why))
    }

    /// That they took the value of these bytes, and wrote it.
    fn is_same(
        &self,
        here: Representation,
        value: &Value,
        bytes: &[u8],
        taken: &Taken,
    ) -> Result<(), String> {
        self.shown_alike(value, taken)?;
        if taken.bytes != bytes.len() {
            return Err(format!("{} of {} bytes taken", taken.bytes, bytes.len()));
        }
        for (order, again) in taken.in_orders() {
            if is_spoilt(order, taken) {
                continue;
            }
            let ours = self.decode(Representation { order, ..here }, again);
            let ours = ours.map_err(|why| format!("refused ({order:?}): {}, {why}", hex(again)))?;
            self.shown_alike(&ours, taken)?;
        }
        Ok(())
    }

    /// That both make the same of a value of which each may lack types: none, too. Whether omniORB fails at it.
    fn truncated(
        &self,
        here: Representation,
        bytes: &[u8],
        theirs: Result<Taken, String>,
    ) -> Result<bool, String> {
        match (self.decode(here, bytes), theirs) {
            (Err(_), Err(_)) => Ok(false),
            (Ok(_), Err(why)) if self.fails_there(&why) => Ok(true),
            (Err(why), Ok(taken)) => Err(format!("refused ({why}), {} to omniORB", taken.value)),
            (Ok(ours), Err(why)) => {
                let shown = show(&self.dynamic.lowered, &self.field, &self.shape, &ours);
                Err(format!("{shown} to us, refused by omniORB ({why})"))
            }
            (Ok(ours), Ok(taken)) => self.is_same(here, &ours, bytes, &taken).map(|()| false),
        }
    }

    fn takes_value(&self) -> bool {
        self.described.contains('v')
    }

    fn shown_alike(&self, ours: &Value, theirs: &Taken) -> Result<(), String> {
        let shown = show(&self.dynamic.lowered, &self.field, &self.shape, ours);
        match !self.shows || shown == theirs.value {
            true => Ok(()),
            false => Err(differing(&shown, &theirs.value)),
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
        if self.takes_any || self.takes_value() {
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

/// A reason, and the bytes that it is about.
fn about(bytes: &[u8], why: &str) -> String {
    format!("{why}: {}", beginning(&hex(bytes), 4000))
}

/// Where two values as they are told differ.
fn differing(ours: &str, theirs: &str) -> String {
    let same = ours.bytes().zip(theirs.bytes()).take_while(|(a, b)| a == b);
    let at = same.count().saturating_sub(100);
    let from = |told: &str| beginning(told.get(at..).unwrap_or(told), 300).into_owned();
    let (ours, theirs) = (from(ours), from(theirs));
    format!("from character {at} on {ours} to us, {theirs} to the other")
}

/// Whether a value is not in the code set, or another value stands where it is shared.
fn is_beyond(why: &Unencodable) -> bool {
    matches!(why.kind, UnencodableKind::Character(_))
}

/// Whether bytes of omniORB are ours but for the lengths of chunks, in which it has the gap before the tag of a value.
fn is_alike(ours: &[u8], theirs: &[u8], origin: usize) -> bool {
    let head = origin.wrapping_neg() & 3;
    if ours.len() != theirs.len() || ours.len() < head {
        return ours == theirs;
    }
    let length = |word: &[u8]| word.try_into().map(u32::from_le_bytes).unwrap_or(0);
    let is_word_alike =
        |(a, b): (&[u8], &[u8])| a == b || length(a).checked_next_multiple_of(4) == Some(length(b));
    let mut words = ours[head..].chunks(4).zip(theirs[head..].chunks(4));
    ours[..head] == theirs[..head] && words.all(is_word_alike)
}

/// Without what omniORB wrote, if it may have forgotten a value.
fn remembered(mut taken: Taken) -> Taken {
    if taken.value.matches("vIDL:").count() > REMEMBERED {
        taken.again = [None, None];
    }
    taken
}

/// Whether a list of identifiers is an indirection as a whole, as omniORB writes it, and we do not.
fn has_list_again(little: &[u8]) -> bool {
    const LIST: [u8; 8] = [0x0e, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff];
    little.windows(LIST.len()).any(|bytes| bytes == LIST)
}

/// Where it swaps bytes, omniORB 4.2.5 writes the last octet of such a character wrongly.
fn is_spoilt(order: ByteOrder, taken: &Taken) -> bool {
    order == ByteOrder::Big && has_four_octets(&taken.value)
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
