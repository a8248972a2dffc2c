//! Modules of the shape that DCE's language has words for.

use manyrpc_model::{
    Annotations, Arm, Const, Derived, Direction, Enum, EnumMember, Failures, Field, Identity,
    Interface, Length, Module, Operation, Param, Record, Relation, Semantics, Status, StatusPlace,
    Type, TypeBody, TypeDef, Union, Version,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::texts::doc;

/// What a type or member is generated from before names are known.
#[derive(Clone, Debug)]
struct Seed {
    kind: u8,
    pick: Index,
    class: Class,
    size: u32,
    doc: String,
}

/// Classes of pointers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Ref,
    Unique,
    Full,
}

/// What a generated type is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Anything.
    Value,
    /// Anything but a result.
    Array,
    /// No parameter by value, no result.
    Reference,
    /// What a parameter or the end of a record may be.
    Open,
    /// A union whose discriminant stands beside it.
    Outside,
    /// Parameters only.
    Parameter,
}

/// Names of types, as far as they are defined.
type Names = Vec<(String, Kind)>;

fn seed() -> impl Strategy<Value = Seed> {
    let class = prop::sample::select(vec![Class::Ref, Class::Unique, Class::Full]);
    let parts = (any::<u8>(), any::<Index>(), class, any::<u32>(), doc());
    parts.prop_map(|(kind, pick, class, size, doc)| Seed {
        kind,
        pick,
        class,
        size,
        doc,
    })
}

fn marked(ty: Type, mark: Option<&str>, key: &str) -> Type {
    mark.into_iter().fold(ty, |ty, value| ty.marked(key, value))
}

fn pointer(class: Class, target: Type) -> Type {
    let reference = || Annotations::from([("dce.pointer".to_owned(), "ref".to_owned())]);
    match class {
        Class::Unique => target.optional(),
        Class::Full => Type::Shared(Box::new(target)),
        Class::Ref if target.mark("dce.pointer").is_some() => {
            Type::Marked(Box::new(target), reference())
        }
        Class::Ref => target.marked("dce.pointer", "ref"),
    }
}

fn of_kind(names: &Names, kinds: &[Kind]) -> Vec<Type> {
    let fit = names.iter().filter(|(_, kind)| kinds.contains(kind));
    fit.map(|(name, _)| Type::Named(name.clone())).collect()
}

/// A type that a declaration has without pointers and arrays.
fn simple(seed: &Seed, names: &Names, kinds: &[Kind]) -> Type {
    let scalars = [
        Type::Bool,
        Type::I8,
        Type::U8,
        Type::U8.marked("dce.chars", "narrow"),
        Type::I16,
        Type::U16,
        Type::I32,
        Type::U32,
        Type::I64,
        Type::U64,
        Type::F32,
        Type::F64,
    ];
    let named = of_kind(names, kinds);
    match seed.kind.is_multiple_of(2) && !named.is_empty() {
        true => seed.pick.get(&named).clone(),
        false => seed.pick.get(&scalars).clone(),
    }
}

/// An array; characters and bytes are kept as bytes.
fn array(seed: &Seed, names: &Names, length: Length, kind: Option<&str>) -> Type {
    let ty = match (seed.kind / 4 % 4, simple(seed, names, &FINITE)) {
        (0, _) => Type::Bytes(length),
        (1, _) => Type::Bytes(length).marked("dce.chars", "narrow"),
        (_, element) if element.mark("dce.chars").is_some() => Type::Bytes(length),
        (_, element) => Type::array(element, length),
    };
    marked(ty, kind, "dce.array")
}

fn string(seed: &Seed, max: Option<u32>) -> Type {
    let ty = match seed.size % 3 {
        0 => Type::Text { max },
        1 => Type::Text { max }.marked("dce.chars", "wide"),
        _ => Type::Bytes(Length::UpTo(max)).marked("dce.string", "true"),
    };
    marked(ty, max.map(|_| "varying"), "dce.array")
}

/// What fields may be by value.
const FINITE: [Kind; 3] = [Kind::Value, Kind::Array, Kind::Reference];

/// A type that needs nothing beside it. `first` is the class of a pointer that begins it, `within`
/// that of those behind.
fn lone(seed: &Seed, names: &Names, all: &Names, first: Class, within: Class) -> Type {
    // A reference pointer is as good as the thing itself, so that has to have an end.
    let reach = |class| if class == Class::Ref { names } else { all };
    let both = if within == Class::Ref {
        Class::Ref
    } else {
        first
    };
    let fixed = Length::Fixed(seed.size);
    match seed.kind / 2 % 9 {
        0 => pointer(first, simple(seed, reach(first), &FINITE)),
        1 => {
            let inner = simple(
                seed,
                if both == Class::Ref && first == Class::Ref {
                    names
                } else {
                    reach(within)
                },
                &FINITE,
            );
            pointer(first, pointer(within, inner))
        }
        2 => array(seed, names, fixed, None),
        3 => string(seed, Some(seed.size / 2)),
        4 => pointer(first, string(seed, None)),
        5 => Type::array(pointer(within, simple(seed, reach(within), &FINITE)), fixed),
        6 => pointer(first, array(seed, names, fixed, None)),
        7 => Type::array(
            array(seed, names, fixed, None),
            Length::Fixed(seed.size / 3),
        ),
        _ => simple(seed, names, &FINITE),
    }
}

fn relation(seed: &Seed) -> Relation {
    let times = 1 + seed.size % 3;
    let over = 1 + seed.size / 4 % 3;
    let plus = seed.size as i32 >> (seed.kind % 32);
    Relation { times, over, plus }
}

fn operators(Relation { times, over, plus }: Relation) -> String {
    let mut text = String::new();
    if times != 1 {
        text += &format!(" * {times}");
    }
    if over != 1 {
        text += &format!(" / {over}");
    }
    match plus {
        0 => text,
        1.. => format!("{text} + {plus}"),
        _ => format!("{text} - {}", plus.unsigned_abs()),
    }
}

fn count(name: &str, of: &str, relation: Relation) -> Field {
    let of = of.to_owned();
    Field {
        derived: Some(Derived::Count { of, relation }),
        ..Field::new(name, Type::I32)
    }
}

fn noted(field: Field, notes: &[(&str, String)]) -> Field {
    let annotations = notes
        .iter()
        .map(|(key, value)| ((*key).to_owned(), value.clone()));
    Field {
        annotations: annotations.collect(),
        ..field
    }
}

/// One field or two or three that speak of one another. `pointer_to`: what leads to an array of
/// unknown length, which may be nothing.
fn group(
    at: usize,
    seed: &Seed,
    names: &Names,
    all: &Names,
    (first, within): (Class, Class),
    pointer_to: &dyn Fn(Type) -> Type,
) -> Vec<Field> {
    let (n, a) = (format!("n{at}"), format!("a{at}"));
    let open = |kind| pointer_to(array(seed, names, Length::UpTo(None), kind));
    let relation = relation(seed);
    let outside = of_kind(names, &[Kind::Outside]);
    let fields = match seed.kind % 11 {
        0 => vec![count(&n, &a, relation), Field::new(&a, open(None))],
        1 => {
            let part = Length::UpTo(Some(seed.size));
            let array = array(seed, names, part, Some("varying"));
            vec![count(&n, &a, relation), Field::new(&a, array)]
        }
        2 => {
            let max = Field::new(format!("m{at}"), Type::U16);
            let size = format!("m{at}{}", operators(relation));
            let array = Field::new(&a, open(Some("conformant-varying")));
            vec![
                max,
                count(&n, &a, relation),
                noted(array, &[("dce.size_is", size)]),
            ]
        }
        3 => {
            let array = Field::new(&a, open(Some("conformant-varying")));
            vec![count(&n, &a, relation), array]
        }
        4 => vec![noted(
            Field::new(&a, open(None)),
            &[("dce.room", seed.size.to_string())],
        )],
        5 if !outside.is_empty() => {
            let label = Derived::Label { of: a.clone() };
            let tag = Field {
                derived: Some(label),
                ..Field::new(&n, Type::I16)
            };
            vec![tag, Field::new(&a, seed.pick.get(&outside).clone())]
        }
        6 => {
            let offset = Field::new(&n, Type::I32);
            let part = Length::UpTo(Some(seed.size));
            let array = array(seed, names, part, Some("varying"));
            let notes = [
                ("dce.first_is", n.clone()),
                ("dce.length_is", "3".to_owned()),
            ];
            vec![offset, noted(Field::new(&a, array), &notes)]
        }
        _ => vec![Field::new(&a, lone(seed, names, all, first, within))],
    };
    let documented = fields.into_iter().map(|f| f.documented(&seed.doc));
    documented.collect()
}

fn record(seeds: &[Seed], names: &Names, all: &Names, within: Class) -> (Record, Kind) {
    let mut fields = Vec::new();
    for (at, seed) in seeds.iter().enumerate() {
        let to = |ty| pointer(seed.class, ty);
        fields.extend(group(at, seed, names, all, (seed.class, within), &to));
    }
    let last = &seeds[seeds.len() - 1];
    let kind = match last.size % 4 {
        0 => {
            let array = array(last, names, Length::UpTo(None), None);
            fields.push(count("n", "last", Relation::SAME));
            fields.push(Field::new("last", array));
            Kind::Open
        }
        _ => Kind::Value,
    };
    (Record { fields }, kind)
}

fn enumeration(name: &str, seeds: &[Seed], wide: bool) -> Enum {
    let member = |(at, seed): (usize, &Seed)| EnumMember {
        name: format!("{name}_m{at}"),
        value: match wide {
            true => seed.size as i32,
            false => i32::from(seed.size as u16) - i32::from(seed.kind) * 128,
        },
        doc: seed.doc.clone(),
    };
    Enum {
        members: seeds.iter().enumerate().map(member).collect(),
    }
}

/// Labels with the names of arms that hold nothing.
fn labels(seeds: &[Seed], over: Option<&TypeDef>, outside: bool) -> (Type, Vec<(i64, String)>) {
    let numbered = |value: i64| match value {
        0.. => (value, format!("case_{value}")),
        _ => (value, format!("case_minus_{}", -value)),
    };
    match over.map(|d| (&d.name, &d.body)) {
        _ if outside => {
            let labels = seeds.iter().map(|s| numbered((s.size as i16).into()));
            (Type::I16, labels.collect())
        }
        Some((name, TypeBody::Enum(body))) => {
            let labels = body
                .members
                .iter()
                .map(|m| (m.value.into(), m.name.clone()));
            (Type::Named(name.clone()), labels.collect())
        }
        _ if seeds[0].size.is_multiple_of(3) => {
            (Type::Bool, vec![(1, "TRUE".into()), (0, "FALSE".into())])
        }
        _ => {
            let labels = seeds.iter().map(|s| numbered((s.size as u8).into()));
            (Type::U8.marked("dce.chars", "narrow"), labels.collect())
        }
    }
}

fn union(
    seeds: &[Seed],
    types: &[TypeDef],
    names: &Names,
    all: &Names,
    within: Class,
) -> (Union, bool) {
    let outside = seeds[0].size.is_multiple_of(2);
    let over = types
        .iter()
        .rev()
        .find(|t| matches!(t.body, TypeBody::Enum(_)));
    let (discriminant_type, labels) = labels(seeds, over, outside);
    let mut unused: Vec<(i64, String)> = Vec::new();
    for (value, name) in labels {
        if !unused.iter().any(|(v, _)| *v == value) {
            unused.push((value, name));
        }
    }
    let field = |name: String, seed: &Seed| {
        Field::new(name, lone(seed, names, all, seed.class, within)).documented(&seed.doc)
    };
    let mut arms = Vec::new();
    for (at, seed) in seeds.iter().enumerate().take(unused.len()) {
        let taken = (1 + seed.size as usize % 2).min(unused.len());
        let taken: Vec<_> = unused.drain(..taken).collect();
        let Some((_, first)) = taken.first() else {
            break;
        };
        arms.push(Arm {
            labels: taken.iter().map(|(v, _)| *v).collect(),
            field: match seed.kind % 5 {
                0 => Field::new(first, Type::Void).documented(&seed.doc),
                _ => field(format!("a{at}"), seed),
            },
        });
    }
    let last = &seeds[seeds.len() - 1];
    let default = match last.size % 3 {
        0 => None,
        1 => Some(Field::new("default", Type::Void).documented(&last.doc)),
        _ => Some(field("other".into(), last)),
    };
    let discriminant = if outside { "switch" } else { "tag" }.to_owned();
    let union = Union {
        discriminant,
        discriminant_type,
        arms,
        default,
    };
    (union, outside)
}

/// The record that a context handle is on the wire.
fn context() -> Record {
    let of = |name: &str, ty| Field::new(name, ty);
    let fields = vec![
        of("attributes", Type::U32),
        of("time_low", Type::U32),
        of("time_mid", Type::U16),
        of("time_hi", Type::U16),
        of("rest", Type::Bytes(Length::Fixed(8))),
    ];
    Record { fields }
}

fn alias(seeds: &[Seed], names: &Names, within: Class) -> (Type, Kind) {
    let seed = &seeds[seeds.len() - 1];
    match seed.size % 4 {
        0 => {
            let element = simple(seed, names, &[Kind::Value]);
            let ty = match element.mark("dce.chars") {
                Some(_) => Type::Bytes(Length::UpTo(None)).marked("dce.chars", "narrow"),
                None => Type::array(element, Length::UpTo(None)),
            };
            (ty.marked("dce.array", "pipe"), Kind::Parameter)
        }
        1 => (array(seed, names, Length::UpTo(None), None), Kind::Open),
        _ => {
            let ty = lone(seed, names, names, seed.class, within);
            let kind = match ty.plain() {
                _ if ty.mark("dce.pointer").is_some() => Kind::Reference,
                // What it is a name for may be a reference or an array.
                Type::Named(name) => names
                    .iter()
                    .find(|(n, _)| n == name)
                    .map_or(Kind::Value, |n| n.1),
                Type::Array { .. } | Type::Bytes(_) | Type::Text { .. } => Kind::Array,
                _ => Kind::Value,
            };
            (ty, kind)
        }
    }
}

fn types(seeds: &[Vec<Seed>]) -> (Vec<TypeDef>, Names) {
    let is_record = |seeds: &[Seed]| matches!(seeds[0].kind % 6, 1 | 2);
    let records = seeds.iter().enumerate().filter(|(_, s)| is_record(s));
    // Any record may be pointed to before it is complete; a mere name only stands behind its definition.
    let ahead: Names = records
        .map(|(at, _)| (format!("t{at}"), Kind::Value))
        .collect();
    let mut types: Vec<TypeDef> = Vec::new();
    let mut names = Names::new();
    for (at, seeds) in seeds.iter().enumerate() {
        let name = format!("t{at}");
        let within = seeds[0].class;
        let all: Names = names.iter().chain(&ahead).cloned().collect();
        let mut annotations = Annotations::new();
        let mut note = |key: &str, value: String| drop(annotations.insert(key.into(), value));
        let (body, kind) = match seeds[0].kind % 6 {
            1 | 2 => {
                let (record, kind) = record(seeds, &names, &all, within);
                (TypeBody::Record(record), kind)
            }
            3 => {
                let wide = seeds[0].size.is_multiple_of(2);
                if wide {
                    note("dce.enum", "32".into());
                }
                (TypeBody::Enum(enumeration(&name, seeds, wide)), Kind::Value)
            }
            4 => {
                let (union, outside) = union(seeds, &types, &names, &all, within);
                if outside {
                    note("dce.union", "switch_is".into());
                }
                let kind = if outside { Kind::Outside } else { Kind::Value };
                (TypeBody::Union(union), kind)
            }
            5 => {
                note("dce.context_handle", format!("{name}_rundown"));
                (TypeBody::Record(context()), Kind::Parameter)
            }
            _ => {
                let (ty, kind) = alias(seeds, &names, within);
                (TypeBody::Alias(ty), kind)
            }
        };
        types.push(TypeDef {
            name: name.clone(),
            doc: seeds[0].doc.clone(),
            body,
            annotations,
        });
        names.push((name, kind));
    }
    (types, names)
}

fn params(seeds: &[Seed], names: &Names, within: Class, maybe: bool) -> Vec<Param> {
    let mut params = Vec::new();
    for (at, seed) in seeds.iter().enumerate() {
        let direction = match seed.size / 8 % 3 {
            1 if !maybe => Direction::Out,
            2 if !maybe => Direction::InOut,
            _ => Direction::In,
        };
        // The pointer that a parameter is in C is not seen; behind it all are of one class.
        let first = match (direction, seed.class) {
            (Direction::Out, _) | (_, Class::Ref) => within,
            (_, class) => class,
        };
        let plain = |ty| ty;
        let fields = group(at, seed, names, names, (first, within), &plain);
        let by_value = |f: &Field| matches!(f.ty.plain(), Type::Named(n) if names.contains(&(n.clone(), Kind::Reference)));
        let whole = of_kind(names, &[Kind::Open, Kind::Parameter]);
        if !whole.is_empty() && seed.size % 8 == 7 {
            let ty = seed.pick.get(&whole).clone();
            params.push(Param::new(format!("a{at}"), direction, ty));
        } else if !(direction == Direction::In && fields.iter().any(by_value)) {
            params.extend(fields.into_iter().map(|field| Param {
                derived: field.derived,
                annotations: field.annotations,
                ..Param::new(field.name, direction, field.ty)
            }));
        }
        if seed.size % 8 == 6 && !maybe {
            // There is room for as much as the request says.
            let room = Param::new(format!("room{at}"), Direction::In, Type::U32);
            let array = array(seed, names, Length::UpTo(None), None);
            let size = format!("request.room{at}{}", operators(relation(seed)));
            params.push(room);
            params.push(Param {
                annotations: [("dce.size_is".to_owned(), size)].into(),
                ..Param::new(format!("reply{at}"), Direction::Out, array)
            });
        }
    }
    params
}

/// Statuses in the result and parameters that can hold one, and in added ones.
fn statuses(seed: &Seed, params: &[Param], result: &Type) -> Vec<Status> {
    let back = params.iter().filter(|p| {
        p.direction != Direction::In && p.derived.is_none() && *p.ty.plain() == Type::U32
    });
    let back = back.map(|p| StatusPlace::Param(p.name.clone()));
    let mut places = vec![StatusPlace::Result; usize::from(*result.plain() == Type::U32)];
    places.extend(back);
    places.extend(["st", "st2"].map(|name| StatusPlace::Added(name.to_owned())));
    let first = seed.pick.index(places.len());
    let second = seed.size as usize % places.len();
    let status = |at: usize, of| Status {
        place: places[at].clone(),
        of,
    };
    match seed.kind % 5 {
        0 if first == second => vec![status(first, Failures::All)],
        0 if first < second => vec![
            status(first, Failures::Server),
            status(second, Failures::Communication),
        ],
        0 | 1 => vec![status(first, Failures::Communication)],
        2 => vec![status(second, Failures::Server)],
        _ => Vec::new(),
    }
}

fn operation(name: String, number: u32, seeds: &[Seed], names: &Names, within: Class) -> Operation {
    let seed = &seeds[0];
    let maybe = matches!(seed.kind % 8, 0 | 1);
    let params = params(&seeds[1..], names, within, maybe);
    let piped = |p: &Param| matches!(p.ty.plain(), Type::Named(n) if names.contains(&(n.clone(), Kind::Parameter)));
    let result = match seed.size % 4 {
        _ if maybe => Type::Void,
        0 => Type::Void,
        1 => Type::Text { max: None }.optional(),
        2 if seed.class != Class::Ref => pointer(seed.class, simple(seed, names, &[Kind::Value])),
        _ => simple(seed, names, &[]),
    };
    let mut annotations = Annotations::new();
    if seed.size.is_multiple_of(3) {
        annotations.insert("dce.handle".into(), "h".into());
    }
    let semantics = match seed.kind % 8 {
        _ if params.iter().any(piped) => Semantics::AtMostOnce,
        0 => Semantics::Maybe,
        1 => {
            annotations.insert("dce.maybe".into(), "true".into());
            Semantics::Broadcast
        }
        2 => Semantics::Idempotent,
        3 => Semantics::Broadcast,
        _ => Semantics::AtMostOnce,
    };
    Operation {
        name,
        doc: seed.doc.clone(),
        number,
        statuses: statuses(seed, &params, &result),
        params,
        result,
        raises: Vec::new(),
        semantics,
        streams: manyrpc_model::Streams::NONE,
        annotations,
    }
}

fn interface(at: usize, seeds: &[Vec<Seed>], uuid: [u8; 16], names: &Names) -> Interface {
    let first = &seeds[0][0];
    let within = first.class;
    let operations = seeds.iter().enumerate().map(|(number, seeds)| {
        operation(
            format!("op{at}_{number}"),
            number as u32,
            seeds,
            names,
            within,
        )
    });
    let mut annotations = Annotations::new();
    let kept = [
        ("dce.endpoint", "ncacn_ip_tcp:[135], ncacn_np:[\\pipe\\x]"),
        ("dce.implicit_handle", "handle_t h"),
        ("dce.code", "true"),
    ];
    for (at, (key, value)) in kept.into_iter().enumerate() {
        if first.kind >> at & 1 == 1 {
            annotations.insert(key.into(), value.into());
        }
    }
    Interface {
        name: format!("i{at}"),
        doc: first.doc.clone(),
        identity: Identity {
            uuid: Some(uuid),
            version: Version {
                major: first.size & 0xffff,
                minor: first.size >> 16,
            },
            ..Identity::default()
        },
        bases: Vec::new(),
        attributes: Vec::new(),
        operations: operations.collect(),
        annotations,
    }
}

prop_compose! {
    pub(crate) fn module()(
        consts in vec((any::<i64>(), any::<bool>(), doc()), 0..4),
        type_seeds in vec(vec(seed(), 1..5), 0..9),
        interfaces in vec((vec(vec(seed(), 1..5), 1..4), any::<[u8; 16]>()), 0..3),
        texts in vec("[ -!#-\\[\\]-~]{0,8}", 0..2),
    ) -> Module {
        let value = |v: i64, unsigned| if unsigned { i128::from(v as u64) } else { v.into() };
        let (types, names) = types(&type_seeds);
        let texts = texts.iter().enumerate();
        let interfaces = interfaces.iter().enumerate();
        Module {
            name: "any".into(),
            consts: consts.into_iter().enumerate().map(|(at, (v, unsigned, doc))| {
                Const { name: format!("C{at}"), value: value(v, unsigned), doc }
            }).collect(),
            interfaces: interfaces.map(|(at, (seeds, uuid))| interface(at, seeds, *uuid, &names)).collect(),
            types,
            annotations: texts.map(|(at, t)| (format!("dce.const.S{at}"), format!("\"{t}\""))).collect(),
        }
    }
}
