//! Rust stubs: one type per definition, a client and a server per interface.
//!
//! The text is formatted at the end, so the layout here is chosen for readability. Names of the
//! definition that would collide with names in generated code are numbered (`Vec2`), the same way on
//! every run.

mod client;
mod doc;
mod enumeration;
mod fixed;
mod interface;
mod metadata;
mod operation;
mod raising;
mod record;
mod server;
mod statuses;
mod streams;
mod tasks;
mod typed;
mod types;
mod union;

use std::borrow::Cow;
use std::fmt::Write;

use manyrpc_codec::Syntaxes;
use manyrpc_codec::cdr::repository_id;
use manyrpc_dynamic::lower::{Body, Shape, TypeId};
use manyrpc_dynamic::{LowerError, identity};
use manyrpc_model::{Const, Module, Type, TypeBody};

use crate::plan::Plan;
use crate::problem::Problem;
use crate::size;
pub use operation::OperationRecords;
use types::Place;

/// Options of the generator.
#[derive(Clone, Debug)]
pub struct Options {
    /// The path of the facade crate in the generated code's own crate.
    pub crate_path: String,
    /// The origin named in the header; the module's name if empty.
    pub origin: String,
    /// Whether to generate clients.
    pub clients: bool,
    /// Whether to generate servers.
    pub servers: bool,
    /// Generate only records and their metadata, for a crate below the facade, possibly without the
    /// standard library: `crate_path` is then the codec's, and there are no clients and servers.
    pub records_only: bool,
    /// The text of the definition and its includes, by file name, which servers offer by introspection.
    /// If empty, they do not offer it.
    pub described: Vec<(String, String)>,
    /// The transfer syntaxes that parameters are compiled for. Stubs of an interface that is only
    /// used over some systems are smaller and compile faster. In another syntax, a client's call
    /// fails before it is sent, and a server answers that the arguments are wrong; an operation
    /// without arguments is executed, and then fails for want of a result.
    pub syntaxes: Syntaxes,
    /// Whether bytes of any length are `CowBytes` instead of `Cow<[u8]>`: what is sent can then be `bytes::Bytes`, and so
    /// are large bytes in results of clients of futures, which are not copied out of the reply.
    pub cow_bytes: bool,
    /// Whether values of the definition's types can be made into an `any` of CORBA and taken out of one
    /// (`Any::of(&value)`, `any.extract()`): each has its type code as a constant. So it is anyway where the definition
    /// has an `any`.
    pub type_codes: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            crate_path: "::manyrpc".to_owned(),
            origin: String::new(),
            clients: true,
            servers: true,
            records_only: false,
            described: Vec::new(),
            syntaxes: Syntaxes::ALL,
            cow_bytes: false,
            type_codes: false,
        }
    }
}

impl Options {
    /// Options for a crate below the facade that depends on the codec: no clients and no servers.
    pub fn records() -> Self {
        Options {
            crate_path: "manyrpc_codec".to_owned(),
            records_only: true,
            ..Options::default()
        }
    }
}

/// Generates Rust source text for everything that a module declares.
///
/// The text must be placed in a separate module, as a file or through `include!`. It is deterministic
/// for a module and options; `docs/stubs.md` documents it for users.
///
/// # Errors
/// All problems that prevent generation.
pub fn rust(module: &Module, options: &Options) -> Result<String, Vec<Problem>> {
    let as_written = module;
    let module = &*in_full(module)?;
    let mut plan = Plan::new(module)?;
    plan.type_ids = type_ids(as_written)?;
    plan.syntaxes = options.syntaxes;
    plan.cow_bytes = options.cow_bytes;
    plan.type_codes = options.type_codes || typed::has_any(module);
    if options.records_only {
        check_records(module)?;
    }
    let large = size::problems(&plan);
    if !large.is_empty() {
        return Err(large);
    }
    let interfaces = operation::plan(&mut plan);
    if options.servers && !options.records_only && !options.described.is_empty() {
        plan.definition = Some(plan.new_statics("DEFINITION"));
    }
    let mut body = String::new();
    for (constant, name) in module.consts.iter().zip(&plan.constants) {
        write_constant(&mut body, constant, name);
    }
    for id in plan.lowered.used() {
        write_type(&mut body, &plan, id, options);
    }
    metadata::messages(&mut body, &plan);
    if let Some(name) = plan.definition.as_ref().filter(|_| !interfaces.is_empty()) {
        server::write_definition(&mut body, name, &options.described);
    }
    for interface in &interfaces {
        interface.write(&mut body, &plan, options);
    }
    let tasks = tasks::write(&plan, &interfaces, options);
    let text = formatted(&format!("{}{body}", imports(&plan, options, &body)))?;
    let tasks = match tasks.is_empty() {
        true => tasks,
        // The formatter does not lay out the content of macros.
        false => tasks::within_macro(&formatted(&tasks)?),
    };
    let origin = match options.origin.as_str() {
        "" => &module.name,
        origin => origin,
    };
    let header = format!(
        "// Generated from {} by manyrpc; do not edit.\n",
        one_line(origin)
    );
    Ok(format!("{header}{text}{tasks}"))
}

/// The type identifiers of each interface: none where there is one that follows from its name.
fn type_ids(module: &Module) -> Result<Vec<Vec<String>>, Vec<Problem>> {
    let interfaces = module.interfaces.iter();
    let all = interfaces.map(|interface| {
        let ids = identity::repository_ids(module, interface)?;
        let usual = repository_id::of_name(identity::full_name(interface));
        Ok(match ids == [usual] {
            true => Vec::new(),
            false => ids,
        })
    });
    let wrong = |why| vec![Problem::Module(LowerError::Inconsistent(why))];
    all.collect::<Result<_, _>>().map_err(wrong)
}

/// Text as it is to be read.
fn formatted(text: &str) -> Result<String, Vec<Problem>> {
    let file = syn::parse_file(text).map_err(|e| vec![Problem::Text(e.to_string())])?;
    Ok(spaced(&prettyplease::unparse(&file)))
}

/// The module with inherited operations, and with result unions of operations that raise exceptions.
fn in_full(module: &Module) -> Result<Cow<'_, Module>, Vec<Problem>> {
    let wrong = |why| vec![Problem::Module(LowerError::Inconsistent(why))];
    let flat = manyrpc_model::flatten(module).map_err(wrong)?;
    Ok(match flat {
        Cow::Borrowed(module) => manyrpc_model::with_results(module),
        Cow::Owned(module) => Cow::Owned(manyrpc_model::with_results(&module).into_owned()),
    })
}

/// Rejects exceptions, which records alone cannot express.
fn check_records(module: &Module) -> Result<(), Vec<Problem>> {
    let operations = module.interfaces.iter().flat_map(|i| &i.operations);
    let raising = operations.filter(|o| !o.raises.is_empty());
    let problems: Vec<_> = raising.map(|o| Problem::Raises(o.name.clone())).collect();
    if problems.is_empty() {
        Ok(())
    } else {
        Err(problems)
    }
}

/// The types that a module declares, with their names in the text of [`rust()`]: a path below the stub's
/// module, with `<'_>` if values borrow. Aliases are left out, and so are list nodes that are never used
/// by value, whose type lacks the link field.
///
/// # Errors
/// Those of [`rust()`].
pub fn type_names(module: &Module) -> Result<Vec<(String, String)>, Vec<Problem>> {
    let full = in_full(module)?;
    let plan = Plan::new(&full)?;
    let types = module.types.iter().enumerate();
    let own = types.filter(|(at, definition)| {
        !matches!(definition.body, TypeBody::Alias(_)) && !plan.lowered.types[*at].chain
    });
    let named = own.map(|(at, definition)| {
        let id = TypeId(at);
        let lifetime = if plan.type_borrows(id) { "<'_>" } else { "" };
        let rust = format!("{}{lifetime}", plan.rust_name(id));
        (definition.name.clone(), rust)
    });
    Ok(named.collect())
}

/// The names of the records of parameters in text generated with
/// [`records_only`](Options::records_only), for all operations of all interfaces in order. Streaming
/// operations whose replies' capacity depends on the request have none.
///
/// # Errors
/// Those of [`rust()`].
pub fn operation_records(module: &Module) -> Result<Vec<OperationRecords>, Vec<Problem>> {
    let module = &*in_full(module)?;
    check_records(module)?;
    let mut plan = Plan::new(module)?;
    let interfaces = operation::plan(&mut plan);
    let records = interfaces.iter().flat_map(|interface| {
        let views = interface.views(&plan).into_iter();
        views.map(|view| view.records()).collect::<Vec<_>>()
    });
    Ok(records.collect())
}

fn imports(plan: &Plan, options: &Options, body: &str) -> String {
    let mut out = String::new();
    match (plan.says_cow.get(), options.records_only) {
        (true, false) => out.push_str("use std::borrow::Cow;\n\n"),
        (true, true) => out.push_str("use alloc::borrow::Cow;\n"),
        (false, _) => {}
    }
    if options.records_only {
        for (word, path) in [
            ("Box<", "boxed::Box"),
            ("String", "string::String"),
            ("Vec<", "vec::Vec"),
        ] {
            let mut found = body.match_indices(word);
            if found.any(|(at, _)| stands_alone(&body[..at], word, &body[at + word.len()..])) {
                let _ = writeln!(out, "use alloc::{path};");
            }
        }
    }
    if plan.says_stub.get() {
        let _ = writeln!(out, "use {}::stub;", options.crate_path);
    }
    out
}

/// Whether a found word is not part of a longer one.
fn stands_alone(before: &str, word: &str, after: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    !(before.ends_with(inside) || word.ends_with(inside) && after.starts_with(inside))
}

fn write_type(out: &mut String, plan: &Plan, id: TypeId, options: &Options) {
    let definition = plan.lowered.definition(plan.module, id);
    // The codec alone has no context handles.
    if plan.is_context_handle(id) && !options.records_only {
        plan.says_stub.set(true);
        let what = || format!("Context handle `{}`.", definition.name);
        doc::write(out, &definition.doc, what);
        let _ = writeln!(
            out,
            "pub type {} = stub::ContextHandle;",
            plan.rust_name(id)
        );
        return;
    }
    match (&definition.body, &plan.lowered.types[id.0].body) {
        (_, Body::Alias(field, shape)) => {
            let place = Place::new(plan, field, shape);
            let name = types::generic(plan, id, "'a");
            let what = || format!("`{}` of the definition.", definition.name);
            doc::write(out, &definition.doc, what);
            let _ = writeln!(out, "pub type {name} = {};", place.owned("'a"));
        }
        (TypeBody::Record(record), Body::Record(members)) => {
            record::write(out, plan, id, record, members);
        }
        (TypeBody::Union(union), Body::Union(arms)) => union::write(out, plan, id, union, arms),
        (TypeBody::Enum(members), Body::Enum(_)) => enumeration::write(out, plan, id, members),
        // Lowering preserves the kind of every definition.
        _ => {}
    }
    write_standalone(out, plan, id);
}

/// Writes the conversion of a type that shares what it borrows, for programs on a runtime.
fn write_into_shared(out: &mut String, plan: &Plan, id: TypeId) {
    let definition = plan.lowered.definition(plan.module, id);
    match (&definition.body, &plan.lowered.types[id.0].body) {
        (TypeBody::Record(_), Body::Record(members)) => {
            record::write_into_shared(out, plan, id, members);
        }
        (TypeBody::Union(union), Body::Union(arms)) => {
            union::write_into_shared(out, plan, id, union, arms);
        }
        // An alias is what it stands for.
        _ => {}
    }
}

/// Writes the metadata for using a type as a stand-alone message. A `oneof`, a map entry and a list node
/// cannot be one; a type used both by value and in lists gets its by-value form.
fn write_standalone(out: &mut String, plan: &Plan, id: TypeId) {
    let definition = plan.lowered.definition(plan.module, id);
    let part = ["protobuf.oneof", "protobuf.map_entry"];
    if part.iter().any(|p| definition.annotations.contains_key(*p)) {
        return;
    }
    let name = &definition.name;
    let Ok((place, shape)) = plan.lowered.place(name, &Type::Named(name.clone())) else {
        return;
    };
    if !matches!(shape, Shape::Record(of) | Shape::Union(of) | Shape::Enum(of) if of == id) {
        return;
    }
    let _ = write!(
        out,
        "impl stub::Standalone for {} {{
            const PLACE: &'static stub::Field = &{};
        }}",
        types::generic(plan, id, "'_"),
        metadata::field(&place),
    );
    if plan.type_codes {
        typed::write(out, plan, id);
    }
}

fn write_constant(out: &mut String, constant: &Const, name: &str) {
    let value = constant.value;
    let ty = if i32::try_from(value).is_ok() {
        "i32"
    } else if u32::try_from(value).is_ok() {
        "u32"
    } else if i64::try_from(value).is_ok() {
        "i64"
    } else if u64::try_from(value).is_ok() {
        "u64"
    } else {
        "i128"
    };
    doc::write(out, &constant.doc, || {
        format!("Constant `{}`.", constant.name)
    });
    let _ = writeln!(out, "pub const {name}: {ty} = {value};");
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Inserts empty lines for readability: between methods, and around every item except consecutive
/// statics and imports.
fn spaced(text: &str) -> String {
    let prefix = |line: &str| line.starts_with("///") || line.starts_with("#[") || line == ")]";
    let mut out = String::new();
    let mut before = "";
    // The formatter spreads out macro tokens.
    let text = text.replace(" <'de >", "<'de>");
    for line in text.lines() {
        let inside = line.starts_with([' ', '}', ')', ']']);
        let item = !inside && !prefix(before);
        let alike = ["use ", "static "]
            .iter()
            .any(|w| before.starts_with(w) && before.ends_with(';') && line.starts_with(w));
        let method = before == "    }" && line.starts_with("    ") && !line.starts_with("    }");
        if before.is_empty() || (item && !alike) || method {
            out.push('\n');
        }
        out.push_str(line);
        out.push('\n');
        before = line;
    }
    out
}
