//! Fields, from their descriptors.

use manyrpc_model::Annotations;
use protox::prost_reflect::prost_types::field_descriptor_proto as field;
use protox::prost_reflect::prost_types::field_descriptor_proto::Label;
use protox::prost_reflect::prost_types::{DescriptorProto, FieldDescriptorProto};

use super::super::json_names::camel;
use super::annotate;

/// A field's options, as annotations; `open` means that lists of scalars are packed by default.
pub(super) fn options(field: &FieldDescriptorProto, open: bool, annotations: &mut Annotations) {
    let options = field.options.as_ref();
    let packable = field.label() == Label::Repeated && is_packable(field);
    let packed = options.and_then(|o| o.packed).unwrap_or(open);
    if packable && !packed {
        annotate(annotations, "packed", "false");
    }
    if let Some(default) = &field.default_value {
        annotate(annotations, "default", default);
    }
    if options.is_some_and(|o| o.deprecated()) {
        annotate(annotations, "deprecated", "true");
    }
    let differs = |name: &str| name != camel(field.name());
    if field.extendee().is_empty() && field.json_name.as_deref().is_some_and(differs) {
        annotate(annotations, "json_name", field.json_name());
    }
}

/// The `oneof`s by index, without the synthetic ones of `optional` fields.
pub(super) fn oneofs(message: &DescriptorProto) -> impl Iterator<Item = usize> + '_ {
    (0..message.oneof_decl.len()).filter(|at| {
        let mut arms = message
            .field
            .iter()
            .filter(|f| f.oneof_index == Some(*at as i32));
        arms.any(|f| !f.proto3_optional())
    })
}

/// The index of the `oneof` that a field belongs to.
pub(super) fn choice(field: &FieldDescriptorProto) -> Option<usize> {
    match field.proto3_optional() {
        true => None,
        false => field.oneof_index.map(|at| at as usize),
    }
}

/// The name of a scalar type that is not the default one for its values.
pub(super) fn type_name(field: &FieldDescriptorProto) -> Option<&'static str> {
    use field::Type as Kind;
    Some(match field.r#type() {
        Kind::Sint32 => "sint32",
        Kind::Sint64 => "sint64",
        Kind::Fixed32 => "fixed32",
        Kind::Fixed64 => "fixed64",
        Kind::Sfixed32 => "sfixed32",
        Kind::Sfixed64 => "sfixed64",
        Kind::Group => "group",
        _ => return None,
    })
}

fn is_packable(field: &FieldDescriptorProto) -> bool {
    use field::Type as Kind;
    !matches!(
        field.r#type(),
        Kind::String | Kind::Bytes | Kind::Message | Kind::Group
    )
}
