//! Any module of the shape of DCE's language → `.idl` → the same module; what it cannot say, by
//! name.

use manyrpc_idl::dce::{self, Reason};
use manyrpc_idl::{Options, load_text};
use manyrpc_model::{Annotations, Identity, Length, Module, Operation, Type, TypeBody};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

mod dce_models;
mod texts;

use texts::changed;

proptest! {
    #[test]
    fn any_module_reads_back(module in dce_models::module()) {
        let text = dce::print(&module).map_err(|e| {
            let reasons: Vec<String> = e.iter().map(ToString::to_string).collect();
            TestCaseError::fail(format!("{}\n{module}", reasons.join("\n")))
        })?;
        let (back, diagnostics) = load_text("any.idl", &text, &Options::default());
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

const CORPUS: [&str; 7] = [
    include_str!("corpus/dce/good/arrays.idl"),
    include_str!("corpus/dce/good/docs.idl"),
    include_str!("corpus/dce/good/midl.idl"),
    include_str!("corpus/dce/good/operations.idl"),
    include_str!("corpus/dce/good/pointers.idl"),
    include_str!("corpus/dce/good/strings.idl"),
    include_str!("corpus/dce/good/unions.idl"),
];

fn token() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "[uuid(12345678-9012-b456-8001-080020b033d7)]",
        "interface i {",
        "pointer_default(ptr)",
        "typedef",
        "struct s",
        "union u",
        "enum e",
        "switch",
        "case 1:",
        "[case(A)]",
        "[default]",
        "switch_is(a)",
        "switch_type(long)",
        "size_is(a)",
        "size_is(, *a)",
        "length_is(b + 1)",
        "max_is(a * 2)",
        "string",
        "unique",
        "ptr",
        "ref",
        "[in]",
        "[in, out]",
        "[out]",
        "context_handle",
        "handle_t",
        "pipe",
        "void",
        "void f(",
        "const long A = 1;",
        "byte",
        "char",
        "wchar_t",
        "hyper",
        "unsigned",
        "a",
        "b",
        "*",
        "*a",
        "a[]",
        "a[3]",
        "(*a)[2..4]",
        "[*..*]",
        "[",
        "]",
        "(",
        ")",
        "{",
        "}",
        ",",
        ";",
        "/* d */",
        "\n",
    ])
}

/// A module or an error, never both and never neither; what is accepted can be printed and
/// reads back (which the printer checks), but for the one thing that files say in pieces.
fn judge(text: &str) {
    let (module, diagnostics) = load_text("any.idl", text, &Options::default());
    let is_error = |d: &manyrpc_idl::Diagnostic| d.severity == manyrpc_idl::Severity::Error;
    assert_eq!(module.is_none(), diagnostics.iter().any(is_error));
    let Some(module) = module else {
        return;
    };
    if let Err(reasons) = dce::print(&module) {
        let classes = reasons.iter().all(|r| r.reason == Reason::PointerClasses);
        assert!(classes, "{}\n{text}", reasons[0]);
    }
}

fn small() -> Module {
    let text = "[uuid(12345678-9012-b456-8001-080020b033d7)] interface i {\
                typedef byte b[]; typedef union switch (long d) u { case 1: ; default: ; } u;\
                long f([in] long a); }";
    load_text("small.idl", text, &Options::default())
        .0
        .expect("a module")
}

fn reasons(change: impl FnOnce(&mut Module)) -> Vec<Reason> {
    let mut module = small();
    change(&mut module);
    let faults = dce::print(&module).expect_err("nothing that can be said");
    faults.into_iter().map(|f| f.reason).collect()
}

#[test]
fn identities_that_cannot_be_said() {
    let identity = |change: fn(&mut Identity)| reasons(|m| change(&mut m.interfaces[0].identity));
    assert_eq!(identity(|i| i.uuid = None), [Reason::NoUuid]);
    assert_eq!(identity(|i| i.number = Some(1)), [Reason::ProgramNumber]);
    let named = identity(|i| i.name = Some("a.B".into()));
    assert_eq!(named, [Reason::QualifiedName]);
    let large = "each part of a version is between 0 and 65535".to_owned();
    let version = identity(|i| i.version.minor = 0x10000);
    assert_eq!(version, [Reason::ReadsBack(large)]);
    let operation =
        |change: fn(&mut Operation)| reasons(|m| change(&mut m.interfaces[0].operations[0]));
    assert_eq!(operation(|o| o.number = 1), [Reason::OperationNumbers]);
    assert_eq!(operation(|o| o.name = "pipe".into()), [Reason::Name]);
    assert_eq!(operation(|o| o.doc = "ends */ here".into()), [Reason::Doc]);
}

#[test]
fn types_that_cannot_be_said() {
    let param = |ty: Type| reasons(|m| m.interfaces[0].operations[0].params[0].ty = ty);
    assert_eq!(param(Type::Void), [Reason::Void]);
    assert_eq!(param(Type::F128), [Reason::Quadruple]);
    assert_eq!(param(Type::Text { max: Some(3) }), [Reason::Bound]);
    assert_eq!(param(Type::Bytes(Length::UpTo(Some(3)))), [Reason::Bound]);
    let foreign = Type::I32.marked("omg.wide", "1");
    assert_eq!(param(foreign), [Reason::Annotation("omg.wide".into())]);
    let unsized_array = "the number of elements of this array is not specified".to_owned();
    let open = param(Type::Bytes(Length::UpTo(None)));
    assert_eq!(open, [Reason::ReadsBack(unsized_array)]);
    let missing = param(Type::Named("gone".into()));
    let gone = "there is no type `gone`".to_owned();
    assert_eq!(missing, [Reason::ReadsBack(gone)]);
    let result = reasons(|m| m.interfaces[0].operations[0].result = Type::Text { max: None });
    assert_eq!(result, [Reason::ArrayResult]);
    // Which class the second pointer has is said once for an interface.
    let twice = |inner: Type| TypeBody::Alias(inner.optional().optional().optional());
    let mixed = reasons(|m| {
        let shared = Type::Shared(Box::new(Type::I32));
        m.types[0].body = twice(shared);
    });
    assert_eq!(mixed, [Reason::PointerClasses]);
    let arm = reasons(|m| match &mut m.types[1].body {
        TypeBody::Union(union) => union.arms[0].field.name = "other".into(),
        other => panic!("{other:?}"),
    });
    assert_eq!(arm, [Reason::ArmName]);
    let context: Annotations = [("dce.context_handle".to_owned(), "b_rundown".to_owned())].into();
    let record = TypeBody::Record(manyrpc_model::Record::default());
    let odd = reasons(|m| (m.types[0].body, m.types[0].annotations) = (record, context));
    assert_eq!(odd, [Reason::Annotation("dce.context_handle".into())]);
}

#[test]
fn what_does_not_read_back_says_where() {
    let differs = reasons(|m| {
        let rundown = "other".to_owned();
        let text = "typedef [context_handle] void *h;";
        let (handle, _) = load_text("h.idl", text, &Options::default());
        let mut handle = handle.expect("a module").types.remove(0);
        handle
            .annotations
            .insert("dce.context_handle".into(), rundown);
        m.types.push(handle);
    });
    let line = |of: &str| format!("`@dce.context_handle \"{of}\"`");
    let why = format!("{} becomes {}", line("other"), line("h_rundown"));
    assert_eq!(differs, [Reason::ReadsBack(why)]);
}
