//! Whatever is accepted as OMG IDL → text → the same module, and models of the shape of the language;
//! what it cannot say, by name.

use manyrpc_idl::omg::{self, Reason};
use manyrpc_idl::{Options, load_text};
use manyrpc_model::{Identity, Length, Module, Operation, Semantics, Type, TypeBody};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

mod omg_models;
mod texts;

use texts::changed;

proptest! {
    #[test]
    fn any_module_reads_back(module in omg_models::module()) {
        let text = omg::print(&module).map_err(|e| {
            let reasons: Vec<String> = e.iter().map(ToString::to_string).collect();
            TestCaseError::fail(format!("{}\n{module}", reasons.join("\n")))
        })?;
        let (back, diagnostics) = load_text("any.idl", &text, &options());
        prop_assert!(diagnostics.is_empty(), "{}\n{}", diagnostics[0], text);
        prop_assert_eq!(back, Some(module));
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

const CORPUS: [&str; 4] = [
    include_str!("corpus/omg/good/constants.idl"),
    include_str!("corpus/omg/good/later.idl"),
    include_str!("corpus/omg/good/shop.idl"),
    include_str!("corpus/omg/good/types.idl"),
];

fn token() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "module m {",
        "interface i {",
        "interface i : j {",
        "interface j;",
        "};",
        "}",
        ";",
        "{",
        "struct s {",
        "struct s;",
        "exception e {",
        "union u switch (long) {",
        "union u switch (c) {",
        "enum c { p, q };",
        "case 1:",
        "case p:",
        "default:",
        "long x;",
        "s y;",
        "c z[2];",
        "struct n { long v; } w;",
        "typedef sequence<s> t;",
        "typedef t r[3];",
        "typedef i k;",
        "const long A = 1;",
        "const c B = q;",
        "const wstring W = L\"\\u1234\";",
        "attribute t a;",
        "readonly attribute i b raises (e);",
        "void f(in t a, out ::m::i b) raises (e);",
        "oneway void g();",
        "Object h();",
        "any",
        "fixed<3,1> d;",
        "\n#pragma prefix \"p\"\n",
        "\n#pragma ID s \"IDL:x:2.0\"\n",
        "\n#pragma version m 1.5\n",
        "typeid s \"IDL:y:1.0\";",
        "typeprefix m \"q\";",
        "valuetype v {",
        "abstract interface o {",
        "local interface l {",
        "native n;",
        "/* d */",
        "// d\n",
        "\n",
    ])
}

fn options() -> Options {
    Options {
        language: Some("omg".to_owned()),
        ..Options::default()
    }
}

/// A module or an error, never both and never neither; what is accepted can be printed and reads
/// back, which the printer checks.
fn judge(text: &str) {
    let (module, diagnostics) = load_text("any.idl", text, &options());
    let is_error = |d: &manyrpc_idl::Diagnostic| d.severity == manyrpc_idl::Severity::Error;
    assert_eq!(module.is_none(), diagnostics.iter().any(is_error));
    if let Some(module) = module
        && let Err(reasons) = omg::print(&module)
    {
        panic!("{}\n{text}", reasons[0]);
    }
}

fn small() -> Module {
    let text = "module m { interface i { struct s { long a; }; long f(in s b); }; };";
    let (module, _) = load_text("small.idl", text, &options());
    module.expect("a module")
}

fn reasons(change: impl FnOnce(&mut Module)) -> Vec<Reason> {
    let mut module = small();
    change(&mut module);
    let faults = omg::print(&module).expect_err("nothing that can be said");
    faults.into_iter().map(|f| f.reason).collect()
}

#[test]
fn identities_that_cannot_be_said() {
    let identity = |change: fn(&mut Identity)| reasons(|m| change(&mut m.interfaces[0].identity));
    assert_eq!(identity(|i| i.uuid = Some([0; 16])), [Reason::Uuid]);
    assert_eq!(identity(|i| i.number = Some(1)), [Reason::ProgramNumber]);
    assert_eq!(identity(|i| i.name = None), [Reason::NoQualifiedName]);
    let operation =
        |change: fn(&mut Operation)| reasons(|m| change(&mut m.interfaces[0].operations[0]));
    assert_eq!(operation(|o| o.number = 1), [Reason::OperationNumbers]);
    assert_eq!(operation(|o| o.name = "a-b".into()), [Reason::Name]);
    assert_eq!(operation(|o| o.doc = "ends */ here".into()), [Reason::Doc]);
    let twice = operation(|o| o.semantics = Semantics::Idempotent);
    assert_eq!(twice, [Reason::Semantics]);
    assert_eq!(operation(|o| o.streams.reply = true), [Reason::OneMessage]);
}

#[test]
fn types_that_cannot_be_said() {
    let param = |ty: Type| reasons(|m| m.interfaces[0].operations[0].params[0].ty = ty);
    assert_eq!(param(Type::Void), [Reason::Void]);
    assert_eq!(param(Type::I32.optional()), [Reason::NoWord]);
    assert_eq!(param(Type::Shared(Box::new(Type::I32))), [Reason::Shared]);
    let open = Length::UpTo(None);
    assert_eq!(param(Type::Bytes(open)), [Reason::TypeNeedsName]);
    let foreign = Type::I32.marked("dce.chars", "wide");
    assert_eq!(param(foreign), [Reason::Annotation("dce.chars".into())]);
    let missing = param(Type::Named("gone".into()));
    let gone = "there is no `gone`".to_owned();
    assert_eq!(missing, [Reason::ReadsBack(gone)]);
    let foreign = reasons(|m| {
        drop(
            m.types[0]
                .annotations
                .insert("dce.enum".into(), "32".into()),
        )
    });
    assert_eq!(foreign, [Reason::Annotation("dce.enum".into())]);
    // What an operation raises is declared as an exception.
    let raised = reasons(|m| {
        m.interfaces[0].operations[0]
            .raises
            .push(m.types[0].name.clone())
    });
    let wrong = "`s` is a struct, not an exception".to_owned();
    assert_eq!(raised, [Reason::ReadsBack(wrong)]);
    let empty = reasons(|m| m.types[0].body = TypeBody::Record(manyrpc_model::Record::default()));
    let wrong = "a struct has at least one member".to_owned();
    assert_eq!(empty, [Reason::ReadsBack(wrong)]);
}
