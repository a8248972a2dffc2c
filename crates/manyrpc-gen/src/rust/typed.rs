//! Type codes of named types, as constants.

use std::fmt::Write;

use manyrpc_dynamic::any;
use manyrpc_dynamic::lower::{TypeId, ValueKind};
use manyrpc_model::{Module, Type, TypeBody};

use super::{metadata, types};
use crate::plan::Plan;

/// Whether a definition has a place for values of any type.
pub(super) fn has_any(module: &Module) -> bool {
    let in_types = module.types.iter().any(|ty| match &ty.body {
        TypeBody::Alias(of) => is_any(of),
        TypeBody::Record(record) => record.fields.iter().any(|field| is_any(&field.ty)),
        TypeBody::Union(union) => {
            let arms = union.arms.iter().map(|arm| &arm.field);
            arms.chain(&union.default).any(|field| is_any(&field.ty))
        }
        TypeBody::Enum(_) => false,
    });
    let mut operations = module.interfaces.iter().flat_map(|i| &i.operations);
    in_types
        || operations.any(|operation| {
            let mut params = operation.params.iter();
            is_any(&operation.result) || params.any(|param| is_any(&param.ty))
        })
}

fn is_any(ty: &Type) -> bool {
    match ty {
        Type::Any => true,
        Type::Array { element: of, .. }
        | Type::Optional(of)
        | Type::Shared(of)
        | Type::Marked(of, _) => is_any(of),
        _ => false,
    }
}

/// Writes the type code of a type that can be a message by itself.
pub(super) fn write(out: &mut String, plan: &Plan, id: TypeId) {
    // Types that are nested more deeply than values may be have no type code.
    let Ok(code) = any::type_code(&plan.lowered, id).to_bytes() else {
        return;
    };
    plan.says_stub.set(true);
    let name = types::generic(plan, id, "'_");
    let code = code.escape_ascii();
    let ty = &plan.lowered.types[id.0];
    let _ = match &ty.value {
        None => write!(
            out,
            "impl stub::Typed for {name} {{
                const PLACE: &'static stub::Field = <Self as stub::Standalone>::PLACE;
                fn type_code() -> stub::Cow<'static, [u8]> {{
                    stub::Cow::Borrowed(b\"{code}\")
                }}
            }}"
        ),
        Some(ValueKind::State(_)) => {
            let shared = Type::Shared(Box::new(Type::Named(ty.name.clone())));
            let Ok((place, _)) = plan.lowered.place(&ty.name, &shared) else {
                return;
            };
            write!(
                out,
                "impl stub::Valuetype for {name} {{
                    const PLACE: &'static stub::Field = &{};
                    const TYPE_CODE: &'static [u8] = b\"{code}\";
                }}",
                metadata::field(&place)
            )
        }
        // Places where a base is declared have the type code of the base, and so no type of their own.
        Some(ValueKind::OneOf(_)) => Ok(()),
    };
}
