//! Lowering of the interface model to the codec's metadata.
//!
//! One function, [`lower()`], serves the generators and the dynamic path, and its
//! result can be printed (`Display`). It resolves aliases and detects linked lists: a record `T` whose
//! last field is an optional `T` is a list node. An optional `T` becomes a [`Shape::Chain`] of elements,
//! which are nodes without that last field; a `T` by value becomes a record whose last field is such a
//! list. Otherwise lists would be nested as deeply as they are long.

mod cdr;
mod chains;
mod ends;
mod json;
mod lowered;
mod ndr;
mod places;
mod print;
mod protobuf;
mod raising;
mod roles;
mod siblings;
mod soap;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::sync::Arc;

use manyrpc_codec::meta;
use manyrpc_model::{
    Annotations, Direction, Inconsistent, Interface, Module, Operation, TypeBody, TypeDef, expand,
};

use places::unbounded;
use siblings::{Declaration, Siblings};

pub use lowered::{
    Arms, Body, Declared, Exception, Lowered, LoweredInterface, LoweredOperation, Member, Members,
    NamedType, Raising, Shape, TypeId, ValueKind, ValueState,
};
pub use roles::{Amount, Bounds, By, Role};

/// Why a module cannot be lowered. The front ends reject all of these.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LowerError {
    /// A type that is used but not defined.
    Unknown(String),
    /// A type that contains itself other than through an optional or a variable-length array, or more
    /// than 200 levels of types.
    Endless(String),
    /// A union whose discriminant is not an integer of at most 32 bits, a boolean or an enumeration.
    Discriminant(String),
    /// A field that is derived from another, or whose capacity is, where that does not exist or is of
    /// the wrong kind.
    Derived(String),
    /// A conformant array that is not the last member of its record.
    Conformant(String),
    /// An array with the short counts of NCS whose NCS encoding is unknown: of strings or arrays, or
    /// conformant within a record.
    Short(String),
    /// A union that is aligned by its widest arm although its arms' alignments differ.
    Widest(String),
    /// Inconsistent bases, attributes or exceptions.
    Inconsistent(Inconsistent),
    /// An interface with bases or attributes, which [`flatten`](manyrpc_model::flatten) must convert to
    /// operations first.
    NotFlat(String),
}

impl std::fmt::Display for LowerError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LowerError::Unknown(name) => write!(f, "type `{name}` is not defined"),
            LowerError::Endless(name) => {
                write!(
                    f,
                    "type `{name}` contains itself, or too many levels of others"
                )
            }
            LowerError::Discriminant(name) => write!(
                f,
                "the discriminant of union `{name}` is not an integer, a boolean or an enumeration"
            ),
            LowerError::Conformant(name) => {
                write!(
                    f,
                    "`{name}`, whose length is sent before its record, is not the last member"
                )
            }
            LowerError::Short(name) => write!(
                f,
                "`{name}` can have no short counts (`v1_array`): only arrays of one dimension have \
                 them, and within records only those with a bound"
            ),
            LowerError::Widest(name) => write!(
                f,
                "`{name}` is aligned by its widest arm (`ms_union`), which is carried out only where \
                 that makes no difference"
            ),
            LowerError::Inconsistent(why) => why.fmt(f),
            LowerError::NotFlat(name) => {
                write!(
                    f,
                    "`{name}` has bases or attributes that were not converted to operations"
                )
            }
            LowerError::Derived(name) => {
                write!(
                    f,
                    "the field that `{name}` is derived from does not exist, or is of the wrong kind"
                )
            }
        }
    }
}

impl std::error::Error for LowerError {}

/// Lowers a module.
///
/// # Errors
/// Modules that a front end should have rejected; see [`LowerError`].
pub fn lower(module: &Module) -> Result<Lowered, LowerError> {
    is_consistent(module)?;
    let own = module.types.len();
    let module = &*manyrpc_model::with_results(module);
    let mut lowered = stand_ins(module);
    lowered.results = module.types[own..].to_vec();
    chains::split(module, &mut lowered)?;
    resolve_aliases(module, &mut lowered)?;
    for at in 0..lowered.types.len() {
        let def = lowered.definition(module, TypeId(at));
        if let Some(body) = lower_body(&lowered, &lowered.types[at], def)? {
            lowered.types[at].body = body;
        }
    }
    ends::check(&lowered)?;
    let interfaces = module.interfaces.iter();
    lowered.interfaces = interfaces
        .map(|i| lower_interface(&lowered, module, i))
        .collect::<Result<_, _>>()?;
    ndr::finish(&mut lowered, module)?;
    protobuf::finish(&mut lowered, module);
    json::finish(&mut lowered, module);
    soap::finish(&mut lowered, module);
    lowered.finished = true;
    raising::finish(&mut lowered, module)?;
    Ok(lowered)
}

fn is_consistent(module: &Module) -> Result<(), LowerError> {
    expand::check(module).map_err(LowerError::Inconsistent)?;
    let mut interfaces = module.interfaces.iter();
    match interfaces.find(|i| !(i.bases.is_empty() && i.attributes.is_empty())) {
        None => Ok(()),
        Some(interface) => Err(LowerError::NotFlat(interface.name.clone())),
    }
}

/// Placeholders of every named type with its kind, for references from others.
fn stand_ins(module: &Module) -> Lowered {
    let mut lowered = Lowered {
        defined: module.types.len(),
        ..Lowered::default()
    };
    for (at, def) in module.types.iter().enumerate() {
        let name = Cow::Owned(def.name.clone());
        let body = match &def.body {
            TypeBody::Alias(_) => Body::Alias(unbounded(&def.name), Shape::Void),
            TypeBody::Record(_) => Body::Record(Members::plain(&def.name, Vec::new())),
            TypeBody::Union(_) => Body::Union(Arms {
                meta: Arc::new(meta::Union {
                    name,
                    discriminant: meta::Discriminant::I32,
                    tag: Cow::Borrowed(""),
                    arms: Cow::Owned(Vec::new()),
                    default: None,
                    ndr: meta::NdrShape::WORDS,
                    ids: Cow::Borrowed(&[]),
                    cdr: meta::Cdr::Natural,
                    xml: None,
                }),
                shapes: Vec::new(),
                discriminant: String::new(),
                label: Shape::I32,
            }),
            TypeBody::Enum(e) => {
                let members = e.members.iter();
                let members = members.map(|m| (Cow::Owned(m.name.clone()), m.value));
                Body::Enum(Arc::new(meta::Enum {
                    name,
                    members: members.collect(),
                    others: protobuf::others(&def.annotations),
                    null: json::is_null(&def.annotations),
                    lexical: soap::lexical(&def.annotations),
                    ty: soap::enum_type(&def.annotations),
                }))
            }
        };
        lowered.types.push(NamedType {
            name: def.name.clone(),
            repository_id: cdr::repository_id(module, def),
            value: cdr::value_kind(module, def),
            declared: cdr::declared(def),
            body,
            chain: false,
            twin: None,
        });
        lowered.index.insert(def.name.clone(), TypeId(at));
    }
    lowered
}

/// Resolves aliases in dependency order.
fn resolve_aliases(module: &Module, lowered: &mut Lowered) -> Result<(), LowerError> {
    for at in ends::aliases_in_order(module)? {
        let def = &module.types[at];
        if let TypeBody::Alias(ty) = &def.body {
            let (mut field, shape) = lowered.place(&def.name, ty)?;
            soap::mark(&mut field, &shape, &def.annotations);
            lowered.types[at].body = Body::Alias(field, shape);
        }
    }
    Ok(())
}

fn lower_body(
    lowered: &Lowered,
    ty: &NamedType,
    def: &TypeDef,
) -> Result<Option<Body>, LowerError> {
    let name = &ty.name;
    match &def.body {
        TypeBody::Alias(_) | TypeBody::Enum(_) => Ok(None),
        TypeBody::Record(record) => {
            let mut fields = &record.fields[..];
            if ty.chain {
                fields = &fields[..fields.len() - 1];
            }
            let said: Vec<Declaration> = fields.iter().map(said_of_field).collect();
            let mut members = members(lowered, name, &said, &[], false)?;
            if let Some(ValueKind::State(state)) = &ty.value {
                Arc::make_mut(&mut members.meta).ids = cdr::ids(&state.ids);
            }
            Ok(Some(Body::Record(members)))
        }
        TypeBody::Union(union) => {
            let arms = lower_union(lowered, ty, union, &def.annotations)?;
            Ok(Some(Body::Union(arms)))
        }
    }
}

fn lower_union(
    lowered: &Lowered,
    ty: &NamedType,
    union: &manyrpc_model::Union,
    annotations: &Annotations,
) -> Result<Arms, LowerError> {
    let name = &ty.name;
    let (place, label) = lowered.place("", &union.discriminant_type)?;
    let discriminant = match label {
        // Narrower discriminants are encoded in 32 bits by all other syntaxes; NDR has its own facts for
        // the width.
        Shape::I8 | Shape::I16 | Shape::I32 | Shape::I64 => meta::Discriminant::I32,
        Shape::U8 | Shape::U16 | Shape::U32 | Shape::U64 => meta::Discriminant::U32,
        Shape::Bool => meta::Discriminant::Bool,
        Shape::Enum(id) => {
            meta::Discriminant::Enum(meta::Link::Shared(lowered.enumeration(id).clone()))
        }
        _ => return Err(LowerError::Discriminant(name.clone())),
    };
    let labelled = union
        .arms
        .iter()
        .map(|arm| (arm.labels.clone(), &arm.field));
    let rest = union.default.iter().map(|field| (Vec::new(), field));
    let (mut arms, mut shapes) = (Vec::new(), Vec::new());
    for (labels, field) in labelled.chain(rest) {
        let (mut field, shape) = lowered.annotated(&field.name, &field.ty, &field.annotations)?;
        soap::settle_arm(&mut field, &shape, &union.discriminant, annotations);
        let labels = Cow::Owned(labels);
        arms.push(meta::Arm { labels, field });
        shapes.push(shape);
    }
    let ids = cdr::of_arms(lowered, ty, &mut arms, &shapes);
    let default = union.default.as_ref().map(|_| arms.len() - 1);
    let meta = Arc::new(meta::Union {
        name: Cow::Owned(name.to_owned()),
        discriminant,
        tag: Cow::Owned(union.discriminant.clone()),
        arms: Cow::Owned(arms),
        default,
        ndr: meta::NdrShape::WORDS,
        ids,
        cdr: place.cdr,
        xml: None,
    });
    let discriminant = union.discriminant.clone();
    Ok(Arms {
        meta,
        shapes,
        discriminant,
        label,
    })
}

fn lower_interface(
    lowered: &Lowered,
    module: &Module,
    interface: &Interface,
) -> Result<LoweredInterface, LowerError> {
    let operations = interface.operations.iter();
    let operations = operations.map(|operation| {
        let result = raising::result(lowered, module, interface, operation)?;
        lower_operation(lowered, operation, result)
    });
    Ok(LoweredInterface {
        name: interface.name.clone(),
        operations: operations.collect::<Result<_, _>>()?,
    })
}

fn lower_operation(
    lowered: &Lowered,
    operation: &Operation,
    raising: Option<Raising>,
) -> Result<LoweredOperation, LowerError> {
    let travelling = |absent: Direction| {
        let params = operation.params.iter();
        let params = params.filter(move |p| p.direction != absent);
        params.map(said_of_param).collect::<Vec<_>>()
    };
    let mut input = travelling(Direction::Out);
    let mut output = travelling(Direction::In);
    // C706, section 14.4: pipes are last in a request, first in a reply.
    input.sort_by_key(|said| ndr::is_pipe(lowered, said.ty));
    output.sort_by_key(|said| !ndr::is_pipe(lowered, said.ty));
    let result = soap::of_result(&operation.annotations);
    let is_void = matches!(lowered.shape(&operation.result)?, Shape::Void);
    output.extend((!is_void).then_some(Declaration {
        name: "result",
        ty: &operation.result,
        derived: None,
        annotations: &result,
    }));
    let name = &operation.name;
    let mut results = params(lowered, &format!("{name}_out"), &output, &input)?;
    Arc::make_mut(&mut results.meta).returns = !is_void && output.len() > 1;
    Ok(LoweredOperation {
        name: name.clone(),
        number: operation.number,
        input: params(lowered, &format!("{name}_in"), &input, &[])?,
        output: results,
        raising,
    })
}

fn said_of_field(field: &manyrpc_model::Field) -> Declaration<'_> {
    Declaration {
        name: &field.name,
        ty: &field.ty,
        derived: field.derived.as_ref(),
        annotations: &field.annotations,
    }
}

fn said_of_param(param: &manyrpc_model::Param) -> Declaration<'_> {
    Declaration {
        name: &param.name,
        ty: &param.ty,
        derived: param.derived.as_ref(),
        annotations: &param.annotations,
    }
}

/// The parameters of one direction; `request` are those of the request, for a reply.
fn params(
    lowered: &Lowered,
    name: &str,
    all: &[Declaration],
    request: &[Declaration],
) -> Result<Members, LowerError> {
    let mut params = members(lowered, name, all, request, true)?;
    let whole = matches!(params.shapes[..], [Shape::Record(_)]);
    Arc::make_mut(&mut params.meta).whole = whole;
    Ok(params)
}

/// The fields of a record, or the parameters of one direction; `request` are those of the request, for a
/// reply.
fn members(
    lowered: &Lowered,
    name: &str,
    all: &[Declaration],
    request: &[Declaration],
    partial: bool,
) -> Result<Members, LowerError> {
    let places = all
        .iter()
        .map(|said| lowered.annotated(said.name, said.ty, said.annotations));
    let mut members = Members::plain(name, places.collect::<Result<_, _>>()?);
    let siblings = Siblings {
        lowered,
        all,
        shapes: &members.shapes,
        request,
        partial,
    };
    members.roles = siblings.roles()?;
    Ok(members)
}
