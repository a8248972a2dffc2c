//! What a module says in few words, in full: the operations that an interface has from its bases
//! and for its attributes, and the results of operations that raise exceptions.
//!
//! Front ends keep what was written; whoever calls, serves or generates works with [`flatten`]'s
//! module. Syntaxes that cannot say beside a result that there is none marshal the unions of
//! [`with_results`]; languages that have no exceptions print [`without_raises`].

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use crate::module::{
    Attribute, Direction, Failures, Interface, Module, Operation, Param, Semantics, Status,
    StatusPlace,
};
use crate::types::{Arm, Field, Record, Type, TypeBody, TypeDef, Union};

/// Key of the annotation on a type that [`with_results`] added: `Interface.operation`.
pub const RESULT_OF: &str = "raises.result_of";

/// What a module says that cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Inconsistent {
    /// An operation raises what no record of the module is.
    NoException {
        /// The operation, as `Interface.operation`.
        operation: String,
        /// What it names.
        name: String,
    },
    /// An operation names an exception twice.
    RaisedTwice {
        /// The operation, as `Interface.operation`.
        operation: String,
        /// The exception.
        name: String,
    },
    /// An operation raises that has no reply, or several messages.
    CannotRaise {
        /// The operation, as `Interface.operation`.
        operation: String,
        /// What it has, in words that end "an operation with".
        with: &'static str,
    },
    /// A status of an operation has no place: none of that name comes back as a number of 32 bits,
    /// or failures of one kind have two.
    NoStatus {
        /// The operation, as `Interface.operation`.
        operation: String,
    },
    /// An interface has a base that the module does not have.
    NoBase {
        /// The interface.
        interface: String,
        /// What it names.
        name: String,
    },
    /// An interface is its own base, directly or through others.
    Circle(String),
    /// An interface has two operations of one name, its own or those of bases and attributes.
    Twice {
        /// The interface.
        interface: String,
        /// The operation.
        operation: String,
    },
}

impl fmt::Display for Inconsistent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Inconsistent::NoException { operation, name } => {
                write!(f, "`{operation}` raises `{name}`, which is no record")
            }
            Inconsistent::RaisedTwice { operation, name } => {
                write!(f, "`{operation}` raises `{name}` twice")
            }
            Inconsistent::CannotRaise { operation, with } => {
                write!(f, "`{operation}` cannot raise exceptions: it has {with}")
            }
            Inconsistent::NoStatus { operation } => write!(
                f,
                "each kind of failure of `{operation}` has one place, a number of 32 bits that comes \
                 back"
            ),
            Inconsistent::NoBase { interface, name } => {
                write!(
                    f,
                    "`{interface}` has the base `{name}`, which is no interface"
                )
            }
            Inconsistent::Circle(interface) => write!(f, "`{interface}` is its own base"),
            Inconsistent::Twice {
                interface,
                operation,
            } => write!(f, "`{interface}` has two operations `{operation}`"),
        }
    }
}

impl std::error::Error for Inconsistent {}

/// Whether everything that the module says of bases, attributes and exceptions can be.
///
/// # Errors
/// The first thing that cannot.
pub fn check(module: &Module) -> Result<(), Inconsistent> {
    for interface in &module.interfaces {
        operations(module, interface)?;
        for operation in &interface.operations {
            let full = format!("{}.{}", interface.name, operation.name);
            if !statuses_fit(module, operation) {
                return Err(Inconsistent::NoStatus { operation: full });
            }
            check_raises(module, full, operation)?;
        }
        for attribute in &interface.attributes {
            for operation in attribute_operations(attribute) {
                let full = format!("{}.{}", interface.name, operation.name);
                check_raises(module, full, &operation)?;
            }
        }
    }
    Ok(())
}

/// Whether each status has a place, and each kind of failure one.
fn statuses_fit(module: &Module, operation: &Operation) -> bool {
    let fits = |status: &Status| match &status.place {
        StatusPlace::Result => is_u32(module, &operation.result),
        StatusPlace::Added(_) => true,
        StatusPlace::Param(name) => {
            let mut back = operation.params.iter();
            let back = back.find(|p| p.name == *name && p.direction != Direction::In);
            back.is_some_and(|p| p.derived.is_none() && is_u32(module, &p.ty))
        }
    };
    let statuses = &operation.statuses;
    let count = |of: fn(Failures) -> bool| statuses.iter().filter(|s| of(s.of)).count();
    let once = count(Failures::of_communication) < 2 && count(Failures::of_server) < 2;
    let can_fail_so = statuses.is_empty() || !operation.streams.any();
    can_fail_so && once && statuses.iter().all(fits)
}

/// Whether a type is a number of 32 bits, by whatever names.
fn is_u32(module: &Module, ty: &Type) -> bool {
    let mut ty = ty.plain();
    for _ in 0..=module.types.len() {
        let Type::Named(name) = ty else { break };
        match module.find_type(name).map(|t| &t.body) {
            Some(TypeBody::Alias(next)) => ty = next.plain(),
            _ => break,
        }
    }
    *ty == Type::U32
}

fn check_raises(module: &Module, full: String, operation: &Operation) -> Result<(), Inconsistent> {
    if operation.raises.is_empty() {
        return Ok(());
    }
    let with = match operation.semantics {
        _ if operation.streams.any() => Some("several requests or replies"),
        Semantics::Maybe => Some("no reply"),
        Semantics::Broadcast => Some("any number of replies"),
        Semantics::AtMostOnce | Semantics::Idempotent => None,
    };
    if let Some(with) = with {
        return Err(Inconsistent::CannotRaise {
            operation: full,
            with,
        });
    }
    let mut seen = HashSet::new();
    for name in &operation.raises {
        let is_record = |t: &TypeDef| matches!(t.body, TypeBody::Record(_));
        let (operation, name) = (full.clone(), name.clone());
        if !module.find_type(&name).is_some_and(is_record) {
            return Err(Inconsistent::NoException { operation, name });
        }
        if !seen.insert(name.clone()) {
            return Err(Inconsistent::RaisedTwice { operation, name });
        }
    }
    Ok(())
}

/// The module with all operations that its interfaces have: those of their bases first, depth
/// first in the order in which bases are named and each base once, then those of attributes, then
/// their own. Where there are any but its own, an interface's operations are numbered from 0 on.
///
/// # Errors
/// As [`check`].
pub fn flatten(module: &Module) -> Result<Cow<'_, Module>, Inconsistent> {
    check(module)?;
    let is_flat = |i: &Interface| i.bases.is_empty() && i.attributes.is_empty();
    if module.interfaces.iter().all(is_flat) {
        return Ok(Cow::Borrowed(module));
    }
    let mut flat = module.clone();
    for (at, interface) in module.interfaces.iter().enumerate() {
        if !is_flat(interface) {
            let all = operations(module, interface)?;
            let numbered = all.into_iter().zip(0..);
            let numbered = numbered.map(|(operation, number)| Operation {
                number,
                ..operation.into_owned()
            });
            let to = &mut flat.interfaces[at];
            to.operations = numbered.collect();
            to.bases.clear();
            to.attributes.clear();
        }
    }
    Ok(Cow::Owned(flat))
}

/// All operations of an interface, in order.
fn operations<'m>(
    module: &'m Module,
    interface: &'m Interface,
) -> Result<Vec<Cow<'m, Operation>>, Inconsistent> {
    let mut all = Vec::new();
    for interface in lineage(module, interface)? {
        let attributes = interface.attributes.iter().flat_map(attribute_operations);
        all.extend(attributes.map(Cow::Owned));
        all.extend(interface.operations.iter().map(Cow::Borrowed));
    }
    let mut names = HashSet::new();
    match all.iter().find(|o| !names.insert(&o.name)) {
        None => Ok(all),
        Some(twice) => Err(Inconsistent::Twice {
            interface: interface.name.clone(),
            operation: twice.name.clone(),
        }),
    }
}

/// An interface behind all its bases, each once, of a module that was not [flattened](flatten).
///
/// # Errors
/// A base is missing, or inherits from the interface.
// Without recursion: a definition decides how deep bases are.
pub fn lineage<'m>(
    module: &'m Module,
    interface: &'m Interface,
) -> Result<Vec<&'m Interface>, Inconsistent> {
    let (mut done, mut open) = (Vec::<&Interface>::new(), vec![(interface, 0)]);
    while let Some((current, next)) = open.pop() {
        let Some(name) = current.bases.get(next) else {
            done.push(current);
            continue;
        };
        open.push((current, next + 1));
        let base = module.find_interface(name);
        let base = base.ok_or_else(|| Inconsistent::NoBase {
            interface: current.name.clone(),
            name: name.clone(),
        })?;
        if open.iter().any(|(i, _)| i.name == base.name) {
            return Err(Inconsistent::Circle(base.name.clone()));
        }
        if !done.iter().any(|i| i.name == base.name) {
            open.push((base, 0));
        }
    }
    Ok(done)
}

/// What an attribute is as operations: `_get_x`, and `_set_x` unless it is read-only (CORBA 3.3,
/// part 1, section 7.11.3).
fn attribute_operations(attribute: &Attribute) -> Vec<Operation> {
    let Attribute { name, doc, ty, .. } = attribute;
    let get = Operation {
        doc: doc.clone(),
        raises: attribute.get_raises.clone(),
        ..Operation::new(format!("_get_{name}"), 0, Vec::new(), ty.clone())
    };
    if attribute.readonly {
        return vec![get];
    }
    let value = vec![Param::new("value", Direction::In, ty.clone())];
    let set = Operation {
        doc: doc.clone(),
        raises: attribute.set_raises.clone(),
        ..Operation::new(format!("_set_{name}"), 0, value, Type::Void)
    };
    vec![get, set]
}

/// The module with a union for the result of each operation that raises, behind its own types:
/// 0 is the result, n the n-th exception. Operations stay as they are. Only for modules that
/// [`check`] accepts.
///
/// The result is nothing, the one thing that comes back, or a record of all of them.
pub fn with_results(module: &Module) -> Cow<'_, Module> {
    let raising = |o: &Operation| !o.raises.is_empty();
    let mut operations = module.interfaces.iter().flat_map(|i| &i.operations);
    let is_done = |t: &TypeDef| t.annotations.contains_key(RESULT_OF);
    if !operations.any(raising) || module.types.iter().any(is_done) {
        return Cow::Borrowed(module);
    }
    let mut taken = names(module);
    let mut more = module.clone();
    for interface in &module.interfaces {
        for operation in interface.operations.iter().filter(|o| raising(o)) {
            let path = format!("{}_{}", interface.name, operation.name);
            let of = format!("{}.{}", interface.name, operation.name);
            let results = free(&mut taken, format!("{path}_results"));
            let (ty, record) = results_of(operation, results);
            more.types.extend(record);
            let name = free(&mut taken, format!("{path}_result"));
            let mut union = defined(name, TypeBody::Union(result_union(operation, ty)));
            union.annotations.insert(RESULT_OF.to_owned(), of);
            union.doc = format!(
                "What `{}` gives: its result, or an exception.",
                operation.name
            );
            more.types.push(union);
        }
    }
    Cow::Owned(more)
}

/// The same for languages without exceptions: the unions are the results, and nothing comes back
/// beside them. What holds nothing is no arm's.
pub fn without_raises(module: &Module) -> Module {
    let mut plain = with_results(module).into_owned();
    let empty = |ty: &Type| {
        let found = match ty {
            Type::Named(name) => module.find_type(name),
            _ => None,
        };
        found.is_some_and(|t| matches!(&t.body, TypeBody::Record(r) if r.fields.is_empty()))
    };
    let mut results = Vec::new();
    for definition in &mut plain.types {
        let Some(of) = definition.annotations.remove(RESULT_OF) else {
            continue;
        };
        results.push((of, definition.name.clone()));
        let TypeBody::Union(union) = &mut definition.body else {
            continue;
        };
        for arm in &mut union.arms {
            if arm.field.ty == Type::Void || empty(&arm.field.ty) {
                arm.field = Field::new(format!("case_{}", arm.labels[0]), Type::Void);
            }
        }
    }
    for interface in &mut plain.interfaces {
        for operation in &mut interface.operations {
            let of = format!("{}.{}", interface.name, operation.name);
            if let Some((_, name)) = results.iter().find(|(o, _)| *o == of) {
                operation.raises.clear();
                // What travels is within the union then.
                let added = |s: &Status| matches!(s.place, StatusPlace::Added(_));
                operation.statuses.retain(added);
                operation.result = Type::Named(name.clone());
                operation.params.retain(|p| p.direction != Direction::Out);
                for param in &mut operation.params {
                    param.direction = Direction::In;
                }
            }
        }
    }
    plain
}

/// What comes back, as one type; the record of it, if it needs one of that name.
fn results_of(operation: &Operation, name: String) -> (Type, Option<TypeDef>) {
    let back = operation.params.iter();
    let back = back.filter(|p| p.direction != Direction::In);
    let mut fields: Vec<Field> = back.map(field_of).collect();
    if operation.result.plain() != &Type::Void {
        fields.push(Field::new("result", operation.result.clone()));
    }
    match &mut fields[..] {
        [] => (Type::Void, None),
        [only] if only.derived.is_none() && only.annotations.is_empty() => {
            (std::mem::take(&mut only.ty), None)
        }
        _ => {
            let body = TypeBody::Record(Record { fields });
            (Type::Named(name.clone()), Some(defined(name, body)))
        }
    }
}

fn field_of(param: &Param) -> Field {
    Field {
        derived: param.derived.clone(),
        annotations: param.annotations.clone(),
        ..Field::new(param.name.clone(), param.ty.clone())
    }
}

fn result_union(operation: &Operation, result: Type) -> Union {
    let mut names = HashSet::new();
    let name = free(&mut names, "result".to_owned());
    let mut arms = vec![Arm {
        labels: vec![0],
        field: Field::new(name, result),
    }];
    for (exception, label) in operation.raises.iter().zip(1..) {
        let name = free(&mut names, lower_words(exception));
        arms.push(Arm {
            labels: vec![label],
            field: Field::new(name, Type::Named(exception.clone())),
        });
    }
    Union {
        discriminant: "raised".to_owned(),
        discriminant_type: Type::U32,
        arms,
        default: None,
    }
}

/// `OutOfStock` and `OUT_OF_STOCK` as `out_of_stock`.
fn lower_words(name: &str) -> String {
    let mut words = String::new();
    let mut before = None;
    for c in name.chars() {
        if c.is_ascii_uppercase() && before.is_some_and(|b: char| b.is_ascii_lowercase()) {
            words.push('_');
        }
        words.push(c.to_ascii_lowercase());
        before = Some(c);
    }
    words
}

fn defined(name: String, body: TypeBody) -> TypeDef {
    TypeDef {
        name,
        doc: String::new(),
        body,
        annotations: Default::default(),
    }
}

/// Every name that a type must not have.
fn names(module: &Module) -> HashSet<String> {
    let mut names: HashSet<String> = module.types.iter().map(|t| t.name.clone()).collect();
    names.extend(module.consts.iter().map(|c| c.name.clone()));
    names.extend(module.interfaces.iter().map(|i| i.name.clone()));
    for definition in &module.types {
        if let TypeBody::Enum(body) = &definition.body {
            names.extend(body.members.iter().map(|m| m.name.clone()));
        }
    }
    names
}

/// A name, numbered if it is taken.
fn free(taken: &mut HashSet<String>, wanted: String) -> String {
    let mut numbers = 2..;
    let mut name = wanted.clone();
    while !taken.insert(name.clone()) {
        name = format!("{wanted}_{}", numbers.next().unwrap_or(0));
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(name: &str, fields: Vec<Field>) -> TypeDef {
        defined(name.to_owned(), TypeBody::Record(Record { fields }))
    }

    fn operation(name: &str, raises: &[&str]) -> Operation {
        Operation {
            raises: raises.iter().map(|r| (*r).to_owned()).collect(),
            ..Operation::new(name, 7, Vec::new(), Type::I32)
        }
    }

    fn interface(name: &str, bases: &[&str], operations: Vec<Operation>) -> Interface {
        Interface {
            bases: bases.iter().map(|b| (*b).to_owned()).collect(),
            ..Interface::new(name, operations)
        }
    }

    fn module(interfaces: Vec<Interface>) -> Module {
        Module {
            name: "shop".to_owned(),
            types: vec![
                record("OutOfStock", vec![Field::new("left", Type::I32)]),
                record("Closed", vec![]),
            ],
            interfaces,
            ..Module::default()
        }
    }

    fn names_of(interface: &Interface) -> Vec<(u32, &str)> {
        let all = interface.operations.iter();
        all.map(|o| (o.number, o.name.as_str())).collect()
    }

    /// Whether an operation of `get(inout st: status) -> u32` can have these.
    fn has_places(statuses: &[(Failures, StatusPlace)]) -> bool {
        let st = Param::new("st", Direction::InOut, Type::Named("status".into()));
        let statuses = statuses.iter().cloned();
        let get = Operation {
            statuses: statuses.map(|(of, place)| Status { place, of }).collect(),
            ..Operation::new("get", 0, vec![st, Param::default()], Type::U32)
        };
        let module = Module {
            types: vec![TypeDef {
                name: "status".into(),
                doc: String::new(),
                body: TypeBody::Alias(Type::U32),
                annotations: Default::default(),
            }],
            interfaces: vec![Interface::new("I", vec![get])],
            ..Module::default()
        };
        check(&module).is_ok()
    }

    #[test]
    fn each_kind_of_failure_has_one_place_that_comes_back() {
        use Failures::{All, Communication, Server};
        let st = || StatusPlace::Param("st".into());
        let added = || StatusPlace::Added("new".into());
        assert!(has_places(&[
            (Server, StatusPlace::Result),
            (Communication, st())
        ]));
        assert!(has_places(&[(Server, st()), (Communication, added())]));
        assert!(!has_places(&[(Server, st()), (All, added())]));
        assert!(!has_places(&[(All, StatusPlace::Param("other".into()))]));
        assert!(!has_places(&[(All, StatusPlace::Param(String::new()))]));
    }

    #[test]
    fn bases_come_first_and_once_and_attributes_are_operations() {
        let size = Attribute {
            name: "size".to_owned(),
            doc: String::new(),
            ty: Type::U32,
            readonly: false,
            get_raises: vec!["Closed".to_owned()],
            set_raises: Vec::new(),
        };
        let mut bottom = interface("D", &["B", "C"], vec![operation("d", &[])]);
        bottom.attributes.push(size);
        let module = module(vec![
            bottom,
            interface("B", &["A"], vec![operation("b", &[])]),
            interface("C", &["A"], vec![operation("c", &[])]),
            interface("A", &[], vec![operation("a", &[])]),
        ]);
        let flat = flatten(&module).unwrap();
        let all = [
            (0, "a"),
            (1, "b"),
            (2, "c"),
            (3, "_get_size"),
            (4, "_set_size"),
            (5, "d"),
        ];
        assert_eq!(names_of(&flat.interfaces[0]), all);
        assert_eq!(flat.interfaces[0].operations[3].raises, ["Closed"]);
        // What has no base keeps its numbers.
        assert_eq!(names_of(&flat.interfaces[3]), [(7, "a")]);
        assert!(matches!(flatten(&flat), Ok(Cow::Borrowed(_))));
    }

    #[test]
    fn what_cannot_be_is_said() {
        let wrong = |interfaces| check(&module(interfaces)).unwrap_err().to_string();
        let one = |o: Operation| vec![interface("I", &[], vec![o])];
        assert_eq!(
            wrong(one(operation("x", &["OutOfStok"]))),
            "`I.x` raises `OutOfStok`, which is no record"
        );
        assert_eq!(
            wrong(one(operation("x", &["Closed", "Closed"]))),
            "`I.x` raises `Closed` twice"
        );
        let maybe = Operation {
            semantics: Semantics::Maybe,
            ..operation("x", &["Closed"])
        };
        assert_eq!(
            wrong(one(maybe)),
            "`I.x` cannot raise exceptions: it has no reply"
        );
        assert_eq!(
            wrong(vec![interface("I", &["J"], vec![])]),
            "`I` has the base `J`, which is no interface"
        );
        let circle = vec![
            interface("I", &["J"], vec![]),
            interface("J", &["I"], vec![]),
        ];
        assert_eq!(wrong(circle), "`I` is its own base");
        let twice = vec![
            interface("I", &["J"], vec![operation("x", &[])]),
            interface("J", &[], vec![operation("x", &[])]),
        ];
        assert_eq!(wrong(twice), "`I` has two operations `x`");
    }

    #[test]
    fn a_result_is_a_union_and_stays_one() {
        let mut put = operation("PUT", &["OutOfStock", "Closed"]);
        put.params = vec![
            Param::new("item", Direction::In, Type::I32),
            Param::new("price", Direction::InOut, Type::F64),
        ];
        let module = module(vec![interface(
            "V1",
            &[],
            vec![put, operation("GET", &["Closed"])],
        )]);
        let more = with_results(&module);
        let printed: Vec<String> = more.types[2..].iter().map(TypeDef::to_string).collect();
        let expected = [
            "record V1_PUT_results\n    price: f64\n    result: i32\n",
            "# What `PUT` gives: its result, or an exception.\n\
             union V1_PUT_result switch raised: u32\n    @raises.result_of \"V1.PUT\"\n    \
             0 => result: V1_PUT_results\n    1 => out_of_stock: OutOfStock\n    \
             2 => closed: Closed\n",
            "# What `GET` gives: its result, or an exception.\n\
             union V1_GET_result switch raised: u32\n    @raises.result_of \"V1.GET\"\n    \
             0 => result: i32\n    1 => closed: Closed\n",
        ];
        assert_eq!(printed, expected);
        assert!(matches!(with_results(&more), Cow::Borrowed(_)));
        let plain = without_raises(&module);
        let operations: Vec<String> = plain.interfaces[0]
            .operations
            .iter()
            .map(Operation::to_string)
            .collect();
        let expected = [
            "7 PUT(in item: i32, in price: f64) -> V1_PUT_result",
            "7 GET() -> V1_GET_result",
        ];
        assert_eq!(operations, expected);
        let union = plain.find_type("V1_GET_result").unwrap().to_string();
        assert!(union.ends_with("1 => case_1: void\n"), "{union}");
    }
}
