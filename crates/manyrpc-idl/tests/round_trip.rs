//! Any module of RPCL's shape → `.x` → the same module; what RPCL cannot say, by name.

use manyrpc_idl::rpcl::{self, Reason};
use manyrpc_idl::{Options, load_text};
use manyrpc_model::{
    Annotations, Arm, Const, Derived, Direction, Enum, EnumMember, Field, Identity, Interface,
    Length, Module, Operation, Param, Record, Semantics, Type, TypeBody, TypeDef, Union, Version,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

mod texts;

use texts::{changed, doc};

/// What a type or member is generated from before names are known.
#[derive(Clone, Debug)]
struct Seed {
    kind: u8,
    pick: Index,
    size: u32,
    doc: String,
}

fn seed() -> impl Strategy<Value = Seed> {
    (any::<u8>(), any::<Index>(), any::<u32>(), doc()).prop_map(|(kind, pick, size, doc)| Seed {
        kind,
        pick,
        size,
        doc,
    })
}

/// A type that is written as one word or two; `names` are those defined.
fn simple(seed: &Seed, names: &[String]) -> Type {
    const SCALARS: [Type; 12] = [
        Type::Bool,
        Type::I8,
        Type::U8,
        Type::I16,
        Type::U16,
        Type::I32,
        Type::U32,
        Type::I64,
        Type::U64,
        Type::F32,
        Type::F64,
        Type::F128,
    ];
    match names.len() {
        n if n > 0 && seed.kind.is_multiple_of(2) => Type::Named(seed.pick.get(names).clone()),
        _ => seed.pick.get(&SCALARS).clone(),
    }
}

/// A type that a field can have. By value only names from `finite` are used, so that no type contains itself.
fn declared(seed: &Seed, finite: &[String], all: &[String]) -> Type {
    let up_to = (!seed.size.is_multiple_of(3)).then_some(seed.size);
    let element = |names| Box::new(simple(seed, names));
    match seed.kind / 2 % 8 {
        0 => Type::Text { max: up_to },
        1 => Type::Bytes(Length::Fixed(seed.size)),
        2 => Type::Bytes(Length::UpTo(up_to)),
        3 => Type::Array {
            element: element(finite),
            length: Length::Fixed(seed.size),
        },
        4 => Type::Array {
            element: element(all),
            length: Length::UpTo(up_to),
        },
        5 => Type::Optional(element(all)),
        _ => simple(seed, finite),
    }
}

fn fields(seeds: &[Seed], finite: &[String], all: &[String]) -> Vec<Field> {
    let field = |(at, seed): (usize, &Seed)| {
        Field::new(format!("f{at}"), declared(seed, finite, all)).documented(&seed.doc)
    };
    seeds.iter().enumerate().map(field).collect()
}

fn members(name: &str, seeds: &[Seed]) -> Vec<EnumMember> {
    let member = |(at, seed): (usize, &Seed)| EnumMember {
        name: format!("{name}_m{at}"),
        value: seed.size as i32,
        doc: seed.doc.clone(),
    };
    seeds.iter().enumerate().map(member).collect()
}

/// A union over numbers, truth or the enumeration `over`.
fn union(seeds: &[Seed], over: Option<&TypeDef>, finite: &[String], all: &[String]) -> Union {
    let enumeration = over.and_then(|d| match &d.body {
        TypeBody::Enum(body) => Some((Type::Named(d.name.clone()), &body.members)),
        _ => None,
    });
    let by_bool = seeds[0].kind.is_multiple_of(3);
    let mut arms = Vec::new();
    let (ty, labels): (Type, Vec<(i64, String)>) = match enumeration {
        Some((ty, members)) => (
            ty,
            members
                .iter()
                .map(|m| (m.value.into(), m.name.clone()))
                .collect(),
        ),
        None if by_bool => (Type::Bool, vec![(1, "TRUE".into()), (0, "FALSE".into())]),
        None => {
            let label = |s: &Seed| i64::from(s.size as i32);
            let name = |v: i64| match v {
                0.. => format!("case_{v}"),
                _ => format!("case_minus_{}", -v),
            };
            (
                Type::I32,
                seeds.iter().map(|s| (label(s), name(label(s)))).collect(),
            )
        }
    };
    let mut unused: Vec<(i64, String)> = Vec::new();
    for (value, name) in labels {
        if !unused.iter().any(|(v, _)| *v == value) {
            unused.push((value, name));
        }
    }
    for (at, seed) in seeds.iter().enumerate().take(unused.len()) {
        let taken: Vec<_> = unused
            .drain(..(1 + seed.size as usize % 2).min(unused.len()))
            .collect();
        let Some((_, first)) = taken.first() else {
            break;
        };
        let field = match seed.kind % 5 {
            0 => Field::new(first, Type::Void).documented(&seed.doc),
            _ => Field {
                name: format!("a{at}"),
                ..fields(std::slice::from_ref(seed), finite, all)[0].clone()
            },
        };
        arms.push(Arm {
            labels: taken.iter().map(|(v, _)| *v).collect(),
            field,
        });
    }
    let last = &seeds[seeds.len() - 1];
    let default = match last.size % 3 {
        0 => None,
        1 => Some(Field::new("default", Type::Void).documented(&last.doc)),
        _ => Some(Field::new("other", declared(last, finite, all))),
    };
    Union {
        discriminant: "tag".into(),
        discriminant_type: ty,
        arms,
        default,
    }
}

fn types(seeds: &[Vec<Seed>]) -> Vec<TypeDef> {
    let is_alias = |seeds: &[Seed]| seeds[0].kind.is_multiple_of(4);
    let all: Vec<String> = (0..seeds.len()).map(|at| format!("t{at}")).collect();
    // Any record may hold an optional any other; a mere name only what comes before.
    let mut types: Vec<TypeDef> = Vec::new();
    for (at, seeds) in seeds.iter().enumerate() {
        let (name, doc) = (all[at].clone(), seeds[0].doc.clone());
        let finite = &all[..at];
        let body = match seeds[0].kind % 4 {
            _ if is_alias(seeds) => {
                TypeBody::Alias(declared(&seeds[seeds.len() - 1], finite, finite))
            }
            1 => TypeBody::Record(Record {
                fields: fields(seeds, finite, &all),
            }),
            2 => TypeBody::Enum(Enum {
                members: members(&name, seeds),
            }),
            _ => {
                let over = types
                    .iter()
                    .rev()
                    .find(|t| matches!(t.body, TypeBody::Enum(_)));
                TypeBody::Union(union(seeds, over, finite, &all))
            }
        };
        types.push(TypeDef {
            name,
            doc,
            body,
            annotations: Annotations::new(),
        });
    }
    types
}

fn operation(number: u32, seeds: &[Seed], names: &[String], records: &[String]) -> Operation {
    let param = |(at, seed): (usize, &Seed)| {
        let ty = match seed.kind / 2 % 4 {
            0 => Type::Text {
                max: (seed.size % 2 > 0).then_some(seed.size),
            },
            1 => Type::Optional(Box::new(simple(seed, names))),
            _ => simple(seed, names),
        };
        Param::new(format!("p{at}"), Direction::In, ty)
    };
    let result = match seeds[0].size % 4 {
        0 => Type::Void,
        1 => Type::Text { max: None },
        _ => simple(&seeds[0], names),
    };
    let mut raises: Vec<String> = Vec::new();
    for seed in seeds.iter().filter(|seed| seed.kind % 3 == 1) {
        let record = records.get(seed.size as usize % records.len().max(1));
        raises.extend(record.filter(|record| !raises.contains(record)).cloned());
    }
    Operation {
        name: format!("op{number}"),
        doc: seeds[0].doc.clone(),
        number,
        params: seeds[1..].iter().enumerate().map(param).collect(),
        result,
        raises,
        statuses: Vec::new(),
        semantics: Semantics::AtMostOnce,
        streams: manyrpc_model::Streams::NONE,
        annotations: Annotations::new(),
    }
}

/// Programs, each a list of versions, each a list of operations.
fn interfaces(seeds: &[Vec<Vec<Seed>>], names: &[String], records: &[String]) -> Vec<Interface> {
    let mut interfaces = Vec::new();
    for (program, versions) in seeds.iter().enumerate() {
        let first = &versions[0][0];
        let mut annotations = Annotations::new();
        annotations.insert("rpcl.program".into(), format!("P{program}"));
        if !first.doc.is_empty() {
            annotations.insert("rpcl.program.doc".into(), first.doc.clone());
        }
        for (version, seeds) in versions.iter().enumerate() {
            let mut annotations = annotations.clone();
            let mut name = format!("V{version}");
            if program > 0 && interfaces.iter().any(|i: &Interface| i.name == name) {
                annotations.insert("rpcl.version".into(), name.clone());
                name = format!("P{program}_V{version}");
            }
            let operations =
                (0..seeds.len()).map(|at| operation(at as u32 * 3, &seeds[at..], names, records));
            interfaces.push(Interface {
                name,
                doc: seeds[seeds.len() - 1].doc.clone(),
                identity: Identity {
                    number: Some(first.size.wrapping_add(program as u32)),
                    version: Version {
                        major: version as u32 + 7,
                        minor: 0,
                    },
                    ..Identity::default()
                },
                bases: Vec::new(),
                attributes: Vec::new(),
                operations: operations.collect(),
                annotations,
            });
        }
    }
    interfaces
}

prop_compose! {
    fn module()(
        consts in vec((any::<i64>(), any::<bool>(), doc()), 0..5),
        type_seeds in vec(vec(seed(), 1..5), 0..8),
        programs in vec(vec(vec(seed(), 1..4), 1..3), 0..3),
        texts in vec("[ -!#-~]{0,8}", 0..2),
    ) -> Module {
        let value = |v: i64, unsigned| if unsigned { i128::from(v as u64) } else { v.into() };
        let types = types(&type_seeds);
        let names: Vec<String> = types.iter().map(|t| t.name.clone()).collect();
        let records = types.iter().filter(|t| matches!(t.body, TypeBody::Record(_)));
        let records: Vec<String> = records.map(|t| t.name.clone()).collect();
        let texts = texts.iter().enumerate();
        Module {
            name: "any".into(),
            consts: consts.into_iter().enumerate().map(|(at, (v, unsigned, doc))| {
                Const { name: format!("C{at}"), value: value(v, unsigned), doc }
            }).collect(),
            interfaces: interfaces(&programs, &names, &records),
            types,
            annotations: texts.map(|(at, t)| (format!("rpcl.const.S{at}"), format!("\"{t}\""))).collect(),
        }
    }
}

proptest! {
    #[test]
    fn any_module_reads_back(module in module()) {
        let text = rpcl::print(&module).map_err(|e| TestCaseError::fail(format!("{e:?}")))?;
        let (back, diagnostics) = load_text("any.x", &text, &Options::default());
        prop_assert!(diagnostics.is_empty(), "{}\n{}", diagnostics[0], text);
        prop_assert_eq!(back, Some(module));
    }

    #[test]
    fn any_text_is_judged(text in ".{0,200}") {
        judge(&text);
    }

    #[test]
    fn any_change_of_a_definition_is_judged(
        which in any::<Index>(),
        from in any::<Index>(),
        removed in 0..20usize,
        tokens in vec(token(), 0..3),
    ) {
        judge(&changed(&CORPUS, which, from, removed, &tokens));
    }

    #[test]
    fn any_tokens_are_judged(tokens in vec(token(), 0..60)) {
        judge(&tokens.join(" "));
    }
}

const CORPUS: [&str; 6] = [
    include_str!("corpus/good/docs.x"),
    include_str!("corpus/good/enums.x"),
    include_str!("corpus/good/expressions.x"),
    include_str!("corpus/good/inline.x"),
    include_str!("corpus/good/programs.x"),
    include_str!("corpus/good/unions.x"),
];

fn token() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "struct",
        "union",
        "enum",
        "typedef",
        "const",
        "program",
        "version",
        "switch",
        "case",
        "default",
        "void",
        "int",
        "unsigned",
        "hyper",
        "string",
        "opaque",
        "bool",
        "a",
        "b",
        "c",
        "TRUE",
        "0",
        "1",
        "0x10",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        "<",
        ">",
        ";",
        ":",
        ",",
        "=",
        "*",
        "-",
        "+",
        "/",
        "<<",
        "~",
        "\n#define a b\n",
        "\n#if a\n",
        "\n#else\n",
        "\n#endif\n",
        "\n%#define c a + 1\n",
        "/* d */",
        "\n",
        "'x'",
        "\"s\"",
        "\\\n",
    ])
}

/// A module or an error, never both and never neither; every diagnostic can be shown,
/// and what is accepted can be printed and reads back (which the printer checks).
fn judge(text: &str) {
    let (module, diagnostics) = load_text("any.x", text, &Options::default());
    let is_error = |d: &manyrpc_idl::Diagnostic| d.severity == manyrpc_idl::Severity::Error;
    assert_eq!(module.is_none(), diagnostics.iter().any(is_error));
    assert!(diagnostics.iter().all(|d| !d.render(true).is_empty()));
    if let Some(module) = module {
        let printed = rpcl::print(&module);
        assert!(printed.is_ok(), "{printed:?}\n{text}");
    }
}

fn small() -> Module {
    let text = "typedef opaque b<>;\nprogram P { version V { int f(int a) = 1; } = 1; } = 5;\n";
    load_text("small.x", text, &Options::default())
        .0
        .expect("a module")
}

fn reasons(change: impl FnOnce(&mut Module)) -> Vec<Reason> {
    let mut module = small();
    change(&mut module);
    let faults = rpcl::print(&module).expect_err("nothing that can be said");
    faults.into_iter().map(|f| f.reason).collect()
}

#[test]
fn what_cannot_be_said_is_named() {
    let operation =
        |change: fn(&mut Operation)| reasons(|m| change(&mut m.interfaces[0].operations[0]));
    let identity = |change: fn(&mut Identity)| reasons(|m| change(&mut m.interfaces[0].identity));
    assert_eq!(identity(|i| i.uuid = Some([0; 16])), [Reason::Uuid]);
    assert_eq!(
        identity(|i| i.name = Some("a.B".into())),
        [Reason::QualifiedName]
    );
    assert_eq!(identity(|i| i.version.minor = 1), [Reason::MinorVersion]);
    assert_eq!(identity(|i| i.number = None), [Reason::NoNumber]);
    assert_eq!(
        reasons(|m| m.interfaces[0].annotations.clear()),
        [Reason::NoProgram]
    );
    assert_eq!(
        operation(|o| o.params[0].direction = Direction::Out),
        [Reason::Direction]
    );
    assert_eq!(
        operation(|o| o.semantics = Semantics::Idempotent),
        [Reason::Semantics]
    );
    assert_eq!(
        operation(|o| o.params[0].ty = Type::Bytes(Length::UpTo(None))),
        [Reason::TypeNeedsName]
    );
    assert_eq!(operation(|o| o.params[0].ty = Type::Void), [Reason::Void]);
    assert_eq!(operation(|o| o.name = "version".into()), [Reason::Name]);
    assert_eq!(operation(|o| o.name = "a-b".into()), [Reason::Name]);
    assert_eq!(operation(|o| o.doc = "ends */ here".into()), [Reason::Doc]);
    assert_eq!(
        operation(|o| o.doc = "blank at the end ".into()),
        [Reason::Doc]
    );
    let twice = Type::Optional(Box::new(Type::Optional(Box::new(Type::I32))));
    assert_eq!(
        reasons(|m| m.types[0].body = TypeBody::Alias(twice)),
        [Reason::TypeNeedsName]
    );
    let shared = operation(|o| o.params[0].ty = Type::Shared(Box::new(Type::I32)));
    assert_eq!(shared, [Reason::Shared]);
    let marked = operation(|o| o.params[0].ty = Type::I32.marked("dce.pointer", "ref"));
    assert_eq!(marked, [Reason::Annotation("dce.pointer".into())]);
    let label = || Derived::Label { of: "u".into() };
    let derived = reasons(|m| m.interfaces[0].operations[0].params[0].derived = Some(label()));
    assert_eq!(derived, [Reason::Derived]);
    let key = || "dce.pointer".to_owned();
    let foreign = reasons(|m| drop(m.types[0].annotations.insert(key(), "ref".into())));
    assert_eq!(foreign, [Reason::Annotation(key())]);
    let missing = reasons(|m| m.interfaces[0].operations[0].result = Type::Named("gone".into()));
    assert_eq!(
        missing,
        [Reason::ReadsBack("there is no type `gone`".into())]
    );
}
