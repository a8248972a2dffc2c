//! From the interface model to what the codec asks for.
//!
//! One function, [`lower()`], serves the generators and the dynamic path, and its
//! result can be printed (`Display`). Aliases are gone afterwards, and linked
//! lists are found: a record `T` whose last field is an optional `T`, and which
//! nothing refers to but through an optional, is the element of a list. There an
//! optional `T` is a [`Shape::Chain`] of elements without that last field.
//! Left as they stand such lists would be as deep as they are long.

mod chains;
mod ends;
mod lowered;
mod print;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use manyrpc_codec::meta;
use manyrpc_model::{Direction, Interface, Module, Operation, Type, TypeBody};

use lowered::unbounded;
pub use lowered::{
    Arms, Body, Lowered, LoweredInterface, LoweredOperation, Members, NamedType, Shape, TypeId,
};

/// Why a module cannot be lowered. A front end that checks lets none of these through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LowerError {
    /// A type that is used and not defined.
    Unknown(String),
    /// A type that contains itself, not through an optional or an array of variable
    /// length, or more than 200 levels of others.
    Endless(String),
    /// A union whose discriminant is no integer of at most 32 bits, truth value or enumeration.
    Discriminant(String),
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
                "the discriminant of union `{name}` is no integer of up to 32 bits, truth value or enumeration"
            ),
        }
    }
}

impl std::error::Error for LowerError {}

/// Lowers a module.
///
/// # Errors
/// What a front end should have refused; see [`LowerError`].
pub fn lower(module: &Module) -> Result<Lowered, LowerError> {
    let mut lowered = stand_ins(module, &chains::find(module)?);
    resolve_aliases(module, &mut lowered)?;
    for (at, def) in module.types.iter().enumerate() {
        if let Some(body) = lower_body(&lowered, &def.name, &def.body)? {
            lowered.types[at].body = body;
        }
    }
    ends::check(&lowered)?;
    let interfaces = module.interfaces.iter();
    lowered.interfaces = interfaces
        .map(|i| lower_interface(&lowered, i))
        .collect::<Result<_, _>>()?;
    Ok(lowered)
}

/// Every named type with its kind and nothing in it: what others need to refer to it.
fn stand_ins(module: &Module, chains: &HashSet<&str>) -> Lowered {
    let mut lowered = Lowered::default();
    for (at, def) in module.types.iter().enumerate() {
        let name = Cow::Owned(def.name.clone());
        let body = match &def.body {
            TypeBody::Alias(_) => Body::Alias(unbounded(&def.name), Shape::Void),
            TypeBody::Record(_) => Body::Record(members(&def.name, Vec::new())),
            TypeBody::Union(_) => Body::Union(Arms {
                meta: Arc::new(meta::Union {
                    name,
                    discriminant: meta::Discriminant::I32,
                    arms: Cow::Owned(Vec::new()),
                    default: None,
                    ndr: meta::NdrShape::WORDS,
                }),
                shapes: Vec::new(),
                discriminant: String::new(),
            }),
            TypeBody::Enum(e) => {
                let members = e.members.iter();
                let members = members.map(|m| (Cow::Owned(m.name.clone()), m.value));
                Body::Enum(Arc::new(meta::Enum {
                    name,
                    members: members.collect(),
                }))
            }
        };
        lowered.types.push(NamedType {
            name: def.name.clone(),
            body,
            chain: chains.contains(def.name.as_str()),
        });
        lowered.index.insert(def.name.clone(), TypeId(at));
    }
    lowered
}

/// Aliases first, each after those it stands on.
fn resolve_aliases(module: &Module, lowered: &mut Lowered) -> Result<(), LowerError> {
    for at in ends::aliases_in_order(module)? {
        let def = &module.types[at];
        if let TypeBody::Alias(ty) = &def.body {
            let (field, shape) = lowered.place(&def.name, ty)?;
            lowered.types[at].body = Body::Alias(field, shape);
        }
    }
    Ok(())
}

fn lower_body(lowered: &Lowered, name: &str, body: &TypeBody) -> Result<Option<Body>, LowerError> {
    match body {
        TypeBody::Alias(_) | TypeBody::Enum(_) => Ok(None),
        TypeBody::Record(record) => {
            let mut fields = &record.fields[..];
            if lowered.is_chain(name) {
                fields = &fields[..fields.len() - 1];
            }
            let places = fields.iter().map(|f| lowered.place(&f.name, &f.ty));
            let places = places.collect::<Result<Vec<_>, _>>()?;
            Ok(Some(Body::Record(members(name, places))))
        }
        TypeBody::Union(union) => lower_union(lowered, name, union).map(|u| Some(Body::Union(u))),
    }
}

fn lower_union(
    lowered: &Lowered,
    name: &str,
    union: &manyrpc_model::Union,
) -> Result<Arms, LowerError> {
    let discriminant = match lowered.shape(&union.discriminant_type)? {
        // What is narrower travels as 32 bits in the only syntaxes that have such discriminants.
        Shape::I8 | Shape::I16 | Shape::I32 => meta::Discriminant::I32,
        Shape::U8 | Shape::U16 | Shape::U32 => meta::Discriminant::U32,
        Shape::Bool => meta::Discriminant::Bool,
        Shape::Enum(id) => {
            meta::Discriminant::Enum(meta::Link::Shared(lowered.enumeration(id).clone()))
        }
        _ => return Err(LowerError::Discriminant(name.to_owned())),
    };
    let labelled = union
        .arms
        .iter()
        .map(|arm| (arm.labels.clone(), &arm.field));
    let rest = union.default.iter().map(|field| (Vec::new(), field));
    let (mut arms, mut shapes) = (Vec::new(), Vec::new());
    for (labels, field) in labelled.chain(rest) {
        let (field, shape) = lowered.place(&field.name, &field.ty)?;
        let labels = Cow::Owned(labels);
        arms.push(meta::Arm { labels, field });
        shapes.push(shape);
    }
    let default = union.default.as_ref().map(|_| arms.len() - 1);
    let meta = Arc::new(meta::Union {
        name: Cow::Owned(name.to_owned()),
        discriminant,
        arms: Cow::Owned(arms),
        default,
        ndr: meta::NdrShape::WORDS,
    });
    let discriminant = union.discriminant.clone();
    Ok(Arms {
        meta,
        shapes,
        discriminant,
    })
}

fn lower_interface(
    lowered: &Lowered,
    interface: &Interface,
) -> Result<LoweredInterface, LowerError> {
    let operations = interface.operations.iter();
    let operations = operations.map(|o| lower_operation(lowered, o));
    Ok(LoweredInterface {
        name: interface.name.clone(),
        operations: operations.collect::<Result<_, _>>()?,
    })
}

fn lower_operation(
    lowered: &Lowered,
    operation: &Operation,
) -> Result<LoweredOperation, LowerError> {
    let travelling = |absent: Direction| {
        let params = operation.params.iter();
        let params = params.filter(move |p| p.direction != absent);
        params.map(|p| lowered.place(&p.name, &p.ty))
    };
    let result = (operation.result != Type::Void)
        .then(|| lowered.place("result", &operation.result))
        .filter(|place| !matches!(place, Ok((_, Shape::Void))));
    let input = travelling(Direction::Out).collect::<Result<_, _>>()?;
    let output = result.into_iter().chain(travelling(Direction::In));
    let output = output.collect::<Result<_, _>>()?;
    Ok(LoweredOperation {
        name: operation.name.clone(),
        number: operation.number,
        input: members(&format!("{}_in", operation.name), input),
        output: members(&format!("{}_out", operation.name), output),
    })
}

fn members(name: &str, places: Vec<(meta::Field, Shape)>) -> Members {
    let (fields, shapes): (Vec<_>, _) = places.into_iter().unzip();
    let meta = Arc::new(meta::Record {
        name: Cow::Owned(name.to_owned()),
        fields: Cow::Owned(fields),
        ndr: meta::NdrShape::WORDS,
    });
    Members { meta, shapes }
}
