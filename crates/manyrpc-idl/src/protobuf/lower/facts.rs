//! Annotations of types.

use manyrpc_model::Annotations;
use protox::prost_reflect::prost_types::{DescriptorProto, EnumDescriptorProto};

use super::annotate;

/// The annotations of a message, apart from its fields.
pub(super) fn of_message(message: &DescriptorProto, full: &str) -> Annotations {
    let mut annotations = Annotations::new();
    annotate(&mut annotations, "name", full.trim_start_matches('.'));
    let options = message.options.as_ref();
    if options.is_some_and(|o| o.map_entry()) {
        annotate(&mut annotations, "map_entry", "true");
    }
    if options.is_some_and(|o| o.deprecated()) {
        annotate(&mut annotations, "deprecated", "true");
    }
    if options.is_some_and(|o| o.message_set_wire_format()) {
        annotate(&mut annotations, "message_set", "true");
    }
    let last = |end: i32| i64::from(end) - 1;
    let most = (1 << 29) - 1;
    let ranges = message
        .reserved_range
        .iter()
        .map(|r| (r.start(), last(r.end()), most));
    reserve(&mut annotations, ranges, &message.reserved_name);
    let extensions = message
        .extension_range
        .iter()
        .map(|r| (r.start(), last(r.end()), most));
    let extensions = ranges_text(extensions);
    if !extensions.is_empty() {
        annotate(&mut annotations, "extensions", extensions);
    }
    annotations
}

/// The annotations of an enumeration, apart from its members; `open` means that it can have other
/// values than its members.
pub(super) fn of_enumeration(
    definition: &EnumDescriptorProto,
    full: &str,
    open: bool,
) -> Annotations {
    let mut annotations = Annotations::new();
    annotate(&mut annotations, "name", full.trim_start_matches('.'));
    let kind = if open { "open" } else { "closed" };
    annotate(&mut annotations, "enum", kind);
    let ranges = definition
        .reserved_range
        .iter()
        .map(|r| (r.start(), i64::from(r.end()), i64::from(i32::MAX)));
    reserve(&mut annotations, ranges, &definition.reserved_name);
    if definition.options.as_ref().is_some_and(|o| o.deprecated()) {
        annotate(&mut annotations, "deprecated", "true");
    }
    annotations
}

fn reserve(
    annotations: &mut Annotations,
    ranges: impl Iterator<Item = (i32, i64, i64)>,
    names: &[String],
) {
    let ranges = ranges_text(ranges);
    if !ranges.is_empty() {
        annotate(annotations, "reserved", ranges);
    }
    if !names.is_empty() {
        annotate(annotations, "reserved_names", names.join(", "));
    }
}

/// `2, 9 to 11, 40 to max`, from pairs of first and last and the largest possible number.
fn ranges_text(ranges: impl Iterator<Item = (i32, i64, i64)>) -> String {
    let texts = ranges.map(|(first, last, most)| match last {
        last if last == i64::from(first) => first.to_string(),
        last if last >= most => format!("{first} to max"),
        last => format!("{first} to {last}"),
    });
    texts.collect::<Vec<_>>().join(", ")
}
