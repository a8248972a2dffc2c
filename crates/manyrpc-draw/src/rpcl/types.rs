//! Randomly drawn types, each using earlier ones, itself and one that follows.

use crate::Draw;

use super::file::*;
use super::names::Names;

/// The largest minimum size of a drawn type's values in bytes: fixed arrays of fixed arrays grow quickly, and
/// stubs hold them inline.
const LEAST: u32 = 1200;

/// Bounds of arrays whose elements may take no bytes on the wire.
const WEIGHTLESS: u32 = 4;

/// The types of a file so far.
#[derive(Debug, Default)]
pub struct Types {
    /// The items so far.
    pub items: Vec<Item>,
    /// Names at the top level.
    pub names: Names,
    known: Vec<Known>,
    constants: Vec<(String, i64)>,
}

/// What is known of a named type.
#[derive(Clone, Debug)]
struct Known {
    name: String,
    kind: Kind,
    /// What may stand before its name where it is mentioned.
    word: Option<&'static str>,
    /// Bytes that a value takes at least.
    least: u32,
}

/// What unions may be switched on, and the rest.
#[derive(Clone, Debug)]
enum Kind {
    Enum(Vec<(String, i64)>),
    Scalar(Scalar),
    Other,
}

/// What may be mentioned while a type is being drawn: itself, and one that comes after it.
#[derive(Clone, Copy, Default)]
struct Ahead<'a> {
    own: Option<&'a str>,
    next: Option<&'a str>,
}

/// How scalars are written; of several ways the first is the language's own.
const SCALARS: [(Scalar, &[&str]); 12] = [
    (Scalar::I32, &["int", "long", "int32_t"]),
    (
        Scalar::U32,
        &[
            "unsigned int",
            "unsigned",
            "unsigned long",
            "u_int",
            "u_long",
            "uint32_t",
        ],
    ),
    (Scalar::I64, &["hyper", "int64_t", "quad_t"]),
    (Scalar::U64, &["unsigned hyper", "u_int64_t", "u_quad_t"]),
    (Scalar::Bool, &["bool"]),
    (Scalar::I16, &["short", "int16_t"]),
    (Scalar::U16, &["unsigned short", "u_short", "uint16_t"]),
    (Scalar::I8, &["char", "int8_t"]),
    (Scalar::U8, &["unsigned char", "u_char", "uint8_t"]),
    (Scalar::F32, &["float"]),
    (Scalar::F64, &["double"]),
    (Scalar::F128, &["quadruple"]),
];

impl Types {
    /// Draws constants, which may then be used as bounds and labels.
    pub fn constants(&mut self, draw: &mut Draw) {
        for _ in 0..draw.below(4) {
            let value = match draw.below(3) {
                0 => -i64::from(draw.length(300)),
                1 => draw.number() as i32 as i64,
                _ => i64::from(draw.length(300)),
            };
            let value = self.number(draw, value);
            let name = self.names.plain("K");
            self.constants.push((name.clone(), value.value));
            self.items.push(Item::Const(Const { name, value }));
        }
    }

    /// Draws one type, or two that need each other.
    pub fn draw(&mut self, draw: &mut Draw) {
        if draw.chance(15) {
            self.verbatim(draw);
        }
        match draw.below(16) {
            0..=1 => self.enumeration(draw),
            2..=5 => self.union(draw),
            6..=8 => self.typedef(draw),
            9..=10 => self.list(draw),
            11 => self.mutual(draw),
            _ => {
                let name = self.names.take(draw, "rec");
                self.structure(draw, name, None);
            }
        }
    }

    fn verbatim(&mut self, draw: &mut Draw) {
        let line = *draw.pick(&[
            "/* What follows is not of interest. */",
            "%/* This line is for the C compiler. */",
            "#ifdef RPC_NOWHERE\nstruct nowhere { there_is_no_such_type x; };\n#endif",
            "/*\n * struct commented { int out; };\n */",
        ]);
        self.items.push(Item::Verbatim(line.to_owned()));
    }

    fn put(&mut self, name: String, body: Body, kind: Kind, least: u32) {
        // rpcgen makes a `struct` of a union, and nothing that has a tag of other types.
        let word = match body {
            Body::Struct(_) => Some("struct"),
            Body::Enum(_) => Some("enum"),
            Body::Union(_) | Body::Typedef(_) => None,
        };
        self.known.push(Known {
            name: name.clone(),
            kind,
            word,
            least,
        });
        let ty = Box::new(TypeDef { name, body });
        self.items.push(Item::Type(ty));
    }

    fn enumeration(&mut self, draw: &mut Draw) {
        let name = self.names.take(draw, "kind");
        let mut members: Vec<Member> = Vec::new();
        let mut next = 0;
        for _ in 0..draw.between(1, 6) {
            let gap = [0, 0, 1, 5, 1000, i64::from(i32::MAX)];
            let value = match draw.below(4) {
                0 => -i64::from(draw.length(1000)) - 1,
                1 => next + *draw.pick(&gap),
                _ => next,
            };
            let taken = |v| members.iter().any(|m| m.value == v);
            if taken(value) || i32::try_from(value).is_err() {
                continue;
            }
            let said = value != next || draw.chance(60);
            members.push(Member {
                name: self.names.plain("M"),
                value,
                written: said.then(|| self.number(draw, value).written),
            });
            next = value + 1;
        }
        if members.is_empty() {
            members.push(Member {
                name: self.names.plain("M"),
                value: 0,
                written: None,
            });
        }
        let values = members.iter().map(|m| (m.name.clone(), m.value)).collect();
        self.put(name, Body::Enum(members), Kind::Enum(values), 4);
    }

    fn structure(&mut self, draw: &mut Draw, name: String, next: Option<&str>) {
        let own = Some(&*name);
        let ahead = Ahead { own, next };
        let mut names = Names::default();
        let (mut fields, mut least) = (Vec::new(), 0);
        let most = if draw.chance(5) { 20 } else { 6 };
        for _ in 0..draw.between(1, most) {
            let field = names.take(draw, "f");
            let (decl, bytes) = self.decl(draw, field, ahead, LEAST.saturating_sub(least));
            least += bytes;
            fields.push(decl);
        }
        self.put(name, Body::Struct(fields), Kind::Other, least);
    }

    /// A linked list: its last field, and now and then another one, is the link.
    fn list(&mut self, draw: &mut Draw) {
        let name = self.names.take(draw, "node");
        let link = match draw.chance(40) {
            true => Some(self.link(draw, &name)),
            false => None,
        };
        let mut names = Names::default();
        let (mut fields, mut least) = (Vec::new(), 4);
        for _ in 0..draw.between(1, 4) {
            let field = names.take(draw, "f");
            let (decl, bytes) =
                self.decl(draw, field, Ahead::default(), LEAST.saturating_sub(least));
            least += bytes;
            fields.push(decl);
        }
        let at = match draw.chance(85) {
            true => fields.len(),
            false => draw.below(fields.len()),
        };
        let next = names.take(draw, "next");
        let (of, shape) = match &link {
            Some(alias) => (Spec::Named(None, alias.clone()), Shape::Plain),
            None => (own(draw, &name), Shape::Optional),
        };
        let decl = Decl {
            name: next,
            of,
            shape,
        };
        fields.insert(at, decl);
        self.put(name, Body::Struct(fields), Kind::Other, least);
        if let Some(alias) = link {
            self.known.push(Known {
                name: alias,
                kind: Kind::Other,
                word: None,
                least: 4,
            });
        }
    }

    /// `typedef struct node *list;` before the node.
    fn link(&mut self, draw: &mut Draw, node: &str) -> String {
        let name = self.names.take(draw, "list");
        let decl = Decl {
            name: name.clone(),
            of: Spec::Named(Some("struct"), node.to_owned()),
            shape: Shape::Optional,
        };
        let body = Body::Typedef(decl);
        self.items.push(Item::Type(Box::new(TypeDef {
            name: name.clone(),
            body,
        })));
        name
    }

    /// Two structs that hold each other.
    fn mutual(&mut self, draw: &mut Draw) {
        let first = self.names.take(draw, "rec");
        let second = self.names.take(draw, "rec");
        self.structure(draw, first.clone(), Some(&second));
        let own = Some(&*first);
        // The first is known by now, and can be held by value.
        self.structure(draw, second.clone(), own);
    }

    fn typedef(&mut self, draw: &mut Draw) {
        let name = self.names.take(draw, "alias");
        let (decl, least) = self.decl(draw, name.clone(), Ahead::default(), LEAST);
        let kind = match (&decl.of, &decl.shape) {
            // In C a `long` has 64 bits, of which libtirpc compares more with labels than it read.
            (Spec::Scalar(_, written), Shape::Plain) if written.contains("long") => Kind::Other,
            (Spec::Scalar(scalar, _), Shape::Plain) => Kind::Scalar(*scalar),
            (Spec::Named(_, of), Shape::Plain) => self.find(of).kind.clone(),
            _ => Kind::Other,
        };
        self.put(name, Body::Typedef(decl), kind, least);
    }

    fn find(&self, name: &str) -> &Known {
        let found = self.known.iter().find(|known| known.name == name);
        found.expect("only known types are mentioned by value")
    }

    fn union(&mut self, draw: &mut Draw) {
        let name = self.names.take(draw, "choice");
        let mut names = Names::default();
        let tag_name = names.take(draw, "tag");
        let (of, values) = self.tag(draw);
        let mut labels = Labels::draw(draw, values);
        let own = Some(&*name);
        let ahead = Ahead { own, next: None };
        let mut arms = Vec::new();
        for _ in 0..draw.between(1, 5) {
            let several = if draw.chance(25) { 3 } else { 1 };
            let labels: Vec<Number> = (0..several)
                .filter_map(|_| labels.take())
                .map(|(value, by)| self.label(draw, value, by))
                .collect();
            if labels.is_empty() {
                break;
            }
            let held = self.held(draw, &mut names, ahead);
            arms.push(Arm { labels, held });
        }
        let others = labels.rest();
        // An enumeration whose members all have arms has none left for a default.
        let default =
            (!others.is_empty() && draw.chance(40)).then(|| self.held(draw, &mut names, ahead));
        let (name_of_tag, shape) = (tag_name, Shape::Plain);
        let tag = Decl {
            name: name_of_tag,
            of,
            shape,
        };
        let body = Body::Union(Union {
            tag,
            arms,
            default,
            others,
        });
        self.put(name, body, Kind::Other, 4);
    }

    fn held(&mut self, draw: &mut Draw, names: &mut Names, ahead: Ahead<'_>) -> Held {
        let some = !draw.chance(25);
        some.then(|| {
            let name = names.take(draw, "arm");
            self.decl(draw, name, ahead, LEAST).0
        })
    }

    /// What a union is switched on, and which values that has.
    fn tag(&self, draw: &mut Draw) -> (Spec, Values) {
        let named: Vec<(&Known, Values)> = self
            .known
            .iter()
            .filter_map(|known| Some((known, Values::of(&known.kind)?)))
            .collect();
        if !named.is_empty() && draw.chance(60) {
            let (known, values) = draw.pick(&named);
            return (mention(draw, known), values.clone());
        }
        let (scalar, _) = *draw.weighted(&[
            (5, (Scalar::I32, ())),
            (3, (Scalar::U32, ())),
            (4, (Scalar::Bool, ())),
            (1, (Scalar::I16, ())),
            (1, (Scalar::U8, ())),
        ]);
        (written_as(scalar, 0), Values::Of(scalar))
    }

    fn label(&self, draw: &mut Draw, value: i64, by: Option<String>) -> Number {
        let written = match by {
            Some(name) if draw.chance(90) => match &*name {
                "TRUE" | "FALSE" => Written::Literal(name),
                _ => Written::Name(name),
            },
            _ => return self.number(draw, value),
        };
        Number { written, value }
    }

    /// A number written somehow: decimal, hexadecimal, octal, or as a constant.
    fn number(&self, draw: &mut Draw, value: i64) -> Number {
        let mut known = self.constants.iter().filter(|(_, v)| *v == value);
        let written = match (known.next(), draw.below(8)) {
            (Some((name, _)), 0..=5) => Written::Name(name.clone()),
            (_, 0) if value >= 0 => Written::Literal(format!("0x{value:x}")),
            (_, 1) if value >= 0 => Written::Literal(format!("0x{value:X}")),
            (_, 2) if value > 0 => Written::Literal(format!("0{value:o}")),
            _ => Written::Literal(value.to_string()),
        };
        Number { written, value }
    }

    /// A count up to `most`, now and then that of a constant.
    fn count(&self, draw: &mut Draw, most: u32) -> Number {
        let fits = |value: &i64| (0..=i64::from(most)).contains(value);
        let constants: Vec<i64> = self
            .constants
            .iter()
            .map(|(_, v)| *v)
            .filter(fits)
            .collect();
        let value = match !constants.is_empty() && draw.chance(30) {
            true => *draw.pick(&constants),
            false => draw.length(most).into(),
        };
        self.number(draw, value)
    }

    /// A declaration that takes at most `room` bytes at least, and how many that are.
    fn decl(&self, draw: &mut Draw, name: String, ahead: Ahead<'_>, room: u32) -> (Decl, u32) {
        let (of, shape, least) = match draw.below(20) {
            0..=2 => (Spec::Text, self.up_to(draw, 4), 4),
            3 => {
                let n = self.count(draw, room.min(300));
                let least = n.value as u32;
                (Spec::Opaque, Shape::Fixed(n), least.next_multiple_of(4))
            }
            4 => (Spec::Opaque, self.up_to(draw, 4), 4),
            5..=6 if ahead.own.is_some() => self.recursive(draw, ahead),
            _ => self.of_type(draw, room),
        };
        (Decl { name, of, shape }, least)
    }

    fn up_to(&self, draw: &mut Draw, each: u32) -> Shape {
        match each {
            0 => Shape::UpTo(Some(self.count(draw, WEIGHTLESS))),
            _ if draw.chance(50) => Shape::UpTo(None),
            _ => Shape::UpTo(Some(self.count(draw, 300))),
        }
    }

    /// The type itself, or the one that follows it.
    fn recursive(&self, draw: &mut Draw, ahead: Ahead<'_>) -> (Spec, Shape, u32) {
        let of = match (ahead.next, ahead.own) {
            // What follows is not known to C but with the word.
            (Some(next), _) if draw.chance(60) => {
                let word = (!self.known.iter().any(|k| k.name == next)).then_some("struct");
                Spec::Named(word, next.to_owned())
            }
            (_, name) => {
                let name = name.expect("the caller looked");
                match draw.chance(70) {
                    true => return (own(draw, name), Shape::Optional, 4),
                    false => Spec::Named(Some("struct"), name.to_owned()),
                }
            }
        };
        let shape = match draw.chance(60) {
            true => Shape::Optional,
            false => self.up_to(draw, 4),
        };
        (of, shape, 4)
    }

    fn of_type(&self, draw: &mut Draw, room: u32) -> (Spec, Shape, u32) {
        let (of, each) = match !self.known.is_empty() && draw.chance(45) {
            true => {
                let known = draw.pick(&self.known);
                (mention(draw, known), known.least)
            }
            false => {
                let (scalar, least) = scalar(draw);
                (written(draw, scalar), least)
            }
        };
        match draw.below(10) {
            0 | 1 => (of, Shape::Optional, 4),
            2 => {
                let n = self.count(draw, room.min(300) / each.max(4));
                let least = n.value as u32 * each;
                (of, Shape::Fixed(n), least)
            }
            3 | 4 => (of, self.up_to(draw, each), 4),
            _ if each > room => (of, Shape::Optional, 4),
            _ => (of, Shape::Plain, each),
        }
    }
}

/// A scalar, and the bytes that it takes.
fn scalar(draw: &mut Draw) -> (Scalar, u32) {
    let scalar = match draw.chance(5) {
        true => Scalar::F128,
        false => draw.pick(&SCALARS[..11]).0,
    };
    let bytes = match scalar {
        Scalar::I64 | Scalar::U64 | Scalar::F64 => 8,
        Scalar::F128 => 16,
        _ => 4,
    };
    (scalar, bytes)
}

fn written(draw: &mut Draw, scalar: Scalar) -> Spec {
    let way = if draw.chance(70) { 0 } else { draw.below(8) };
    written_as(scalar, way)
}

fn written_as(scalar: Scalar, way: usize) -> Spec {
    let ways = SCALARS.iter().find(|(s, _)| *s == scalar);
    let (_, ways) = ways.expect("every scalar is there");
    Spec::Scalar(scalar, ways[way % ways.len()])
}

/// A type of the file by its name, with the word for its kind or not.
fn mention(draw: &mut Draw, known: &Known) -> Spec {
    let word = known.word.filter(|_| draw.chance(20));
    Spec::Named(word, known.name.clone())
}

/// The type that is being drawn, behind a pointer.
fn own(draw: &mut Draw, name: &str) -> Spec {
    Spec::Named(draw.chance(50).then_some("struct"), name.to_owned())
}

/// The values of a tag.
#[derive(Clone)]
enum Values {
    Of(Scalar),
    Members(Vec<(String, i64)>),
}

impl Values {
    fn of(kind: &Kind) -> Option<Self> {
        match kind {
            Kind::Enum(members) => Some(Values::Members(members.clone())),
            Kind::Scalar(Scalar::I32) => Some(Values::Of(Scalar::I32)),
            Kind::Scalar(Scalar::U32) => Some(Values::Of(Scalar::U32)),
            Kind::Scalar(Scalar::Bool) => Some(Values::Of(Scalar::Bool)),
            _ => None,
        }
    }
}

/// Labels that are still free, each with its name where it has one.
struct Labels(Vec<(i64, Option<String>)>);

impl Labels {
    fn draw(draw: &mut Draw, values: Values) -> Self {
        let mut free = match values {
            Values::Members(members) => {
                let members = members.into_iter();
                members.map(|(name, value)| (value, Some(name))).collect()
            }
            Values::Of(Scalar::Bool) => {
                vec![(0, Some("FALSE".to_owned())), (1, Some("TRUE".to_owned()))]
            }
            Values::Of(scalar) => numbers(draw, scalar),
        };
        for at in (1..free.len()).rev() {
            free.swap(at, draw.below(at + 1));
        }
        Labels(free)
    }

    fn take(&mut self) -> Option<(i64, Option<String>)> {
        self.0.pop()
    }

    fn rest(&self) -> Vec<i64> {
        self.0.iter().map(|(value, _)| *value).collect()
    }
}

/// Values of an integer, more than a union has labels.
fn numbers(draw: &mut Draw, scalar: Scalar) -> Vec<(i64, Option<String>)> {
    let (low, high): (i64, i64) = match scalar {
        Scalar::I16 => (i16::MIN.into(), i16::MAX.into()),
        Scalar::U8 => (0, u8::MAX.into()),
        Scalar::U32 => (0, u32::MAX.into()),
        _ => (i32::MIN.into(), i32::MAX.into()),
    };
    let mut found = vec![0, 1, 2, 3, 4, 5, 7, high, high - 1, low.max(-1), low + 200];
    found.extend((0..10).map(|_| low + (draw.number() % (high - low) as u64) as i64));
    found.sort_unstable();
    found.dedup();
    found.into_iter().map(|value| (value, None)).collect()
}

impl Types {
    /// The bound of a string.
    pub(super) fn bound(&self, draw: &mut Draw) -> Shape {
        self.up_to(draw, 4)
    }

    /// What a procedure takes or gives; `None` for `void`.
    pub(super) fn parameter(&self, draw: &mut Draw) -> Option<Spec> {
        match draw.below(10) {
            0 => None,
            1..=2 => Some(Spec::Text),
            3..=5 => {
                let (scalar, _) = scalar(draw);
                Some(written(draw, scalar))
            }
            _ if self.known.is_empty() => None,
            _ => {
                let known = draw.pick(&self.known);
                Some(mention(draw, known))
            }
        }
    }
}
