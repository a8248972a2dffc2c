//! NDR metadata of fields, records and unions (C706, chapter 14), from the annotations of DCE
//! definitions at uses of types (`dce.*`).
//!
//! A DCE definition specifies its encoding completely. For other definitions `manyrpc_codec::ndr` lists
//! the mapping.

use std::sync::Arc;

use manyrpc_codec::meta::{Array, Chars, Field, Length, Link, NdrShape, Pointer};
use manyrpc_codec::ndr::DIMENSIONS;
use manyrpc_model::{Annotations, Module, Type};

use super::lowered::{Facts, Known};
use super::{Body, LowerError, Lowered, Members, Role, Shape, TypeId};

/// The prefix of every annotation of a DCE definition.
const PREFIX: &str = "dce.";

/// Records the annotations of one use of a type: `marks` are around it, or on the field or parameter of
/// that type.
pub(super) fn mark(field: &mut Field, shape: &Shape, marks: &Annotations) {
    if marks.get("dce.pointer").is_some_and(|class| class == "ref") {
        field.ndr.pointer = Pointer::Ref;
    }
    let said = |key: &str| marks.get(key).map(String::as_str);
    below(field, shape, &mut |field, shape| {
        let ndr = &mut field.ndr;
        match said("dce.array") {
            Some("conformant") => ndr.array = Array::Conformant,
            Some("varying") => ndr.array = Array::Varying,
            Some("conformant-varying") => ndr.array = Array::ConformantVarying,
            Some("pipe") => ndr.array = Array::Pipe,
            Some("v1-varying") => ndr.array = Array::Short,
            Some("v1-conformant-varying") => ndr.array = Array::ShortConformant,
            _ => {}
        }
        match said("dce.chars") {
            Some("narrow") => ndr.chars = Chars::Narrow,
            Some("wide") => ndr.chars = Chars::Wide,
            _ => {}
        }
        match (said("dce.string"), shape) {
            (Some("true"), _) => ndr.terminated = true,
            (Some("false"), _) => ndr.terminated = false,
            (_, Shape::Text | Shape::Reference) => ndr.terminated = true,
            _ => {}
        }
        if ndr.terminated && matches!(shape, Shape::Bytes) && ndr.array == Array::Natural {
            ndr.array = Array::ConformantVarying;
        }
    });
}

/// Applies `change` to the pointee.
fn below(field: &mut Field, shape: &Shape, change: &mut dyn FnMut(&mut Field, &Shape)) {
    match (shape, &field.elem) {
        (Shape::Optional(inner) | Shape::Shared(inner), Some(elem)) => {
            let mut elem = (**elem).clone();
            below(&mut elem, inner, change);
            field.elem = Some(Link::Shared(Arc::new(elem)));
        }
        _ => change(field, shape),
    }
}

/// Completes metadata that depends on the whole module: alignments, trailing conformant arrays, deferred
/// referents. Runs after everything else is lowered, over all types and operations.
pub(super) fn finish(lowered: &mut Lowered, module: &Module) -> Result<(), LowerError> {
    lowered.facts = facts(module, lowered);
    for at in 0..lowered.types.len() {
        know(lowered, TypeId(at));
    }
    for at in 0..lowered.types.len() {
        let mut body = lowered.types[at].body.clone();
        match &mut body {
            Body::Alias(field, shape) => settle(lowered, field, shape),
            Body::Record(members) => {
                settle_members(lowered, members, lowered.types[at].chain);
                last_alone(lowered, members)?;
                short_alone(members, false)?;
            }
            Body::Union(arms) => {
                settle_union(lowered, arms);
                widest_alone(lowered, TypeId(at), arms)?;
            }
            Body::Enum(_) => {}
        }
        lowered.types[at].body = body;
    }
    let mut interfaces = std::mem::take(&mut lowered.interfaces);
    for operation in interfaces.iter_mut().flat_map(|i| &mut i.operations) {
        settle_members(lowered, &mut operation.input, false);
        settle_members(lowered, &mut operation.output, false);
        if let Some(raising) = &mut operation.raising {
            settle_members(lowered, &mut raising.result, false);
        }
        short_alone(&operation.input, true)?;
        short_alone(&operation.output, true)?;
    }
    lowered.interfaces = interfaces;
    Ok(())
}

/// Whether a type is a pipe, which is encoded before or after the other parameters (section 14.4).
pub(super) fn is_pipe(lowered: &Lowered, ty: &Type) -> bool {
    let place = lowered.place("", ty);
    place.is_ok_and(|(field, _)| field.ndr.array == Array::Pipe)
}

fn facts(module: &Module, lowered: &Lowered) -> Facts {
    let says = |annotations: &Annotations| annotations.keys().any(|key| key.starts_with(PREFIX));
    let interfaces = &module.interfaces;
    let dce = says(&module.annotations)
        || interfaces
            .iter()
            .any(|i| says(&i.annotations) || i.identity.uuid.is_some())
        || module.types.iter().any(|ty| says(&ty.annotations));
    let with = |key: &str, value: &str| {
        let types = module.types.iter().enumerate();
        let found = types.filter(|(_, ty)| ty.annotations.get(key).is_some_and(|v| v == value));
        found.map(|(at, _)| TypeId(at)).collect()
    };
    Facts {
        dce,
        wide: with("dce.enum", "32"),
        widest: with("dce.ms_union", "true"),
        known: vec![None; lowered.types.len()],
    }
}

/// Determines the facts about a record or union, starting with its contents.
fn know(lowered: &mut Lowered, id: TypeId) -> Known {
    let nothing = Known {
        align: 1,
        hoists: 0,
        defers: false,
    };
    if let Some(known) = lowered.facts.known[id.0] {
        return known;
    }
    // A conformant array of itself would be infinite; it is rejected later.
    lowered.facts.known[id.0] = Some(nothing);
    let body = lowered.types[id.0].body.clone();
    let (places, chain): (Vec<(Field, Shape)>, bool) = match &body {
        Body::Record(members) => {
            let all = members.all().map(|m| (m.field.clone(), m.shape.clone()));
            (all.collect(), lowered.types[id.0].chain)
        }
        Body::Union(arms) => {
            let fields = arms.meta.arms.iter().map(|arm| arm.field.clone());
            (fields.zip(arms.shapes.iter().cloned()).collect(), false)
        }
        Body::Alias(..) | Body::Enum(_) => (Vec::new(), false),
    };
    let mut known = nothing;
    if chain {
        known.align = 4;
    }
    for (mut field, shape) in places {
        know_below(lowered, &shape);
        settle(lowered, &mut field, &shape);
        known.align = known.align.max(align(lowered, &field, &shape));
        known.defers |= field.ndr.defers;
        known.hoists = field.ndr.hoists;
    }
    if let Body::Union(arms) = &body {
        known.align = known.align.max(tag(lowered, &arms.label));
        known.hoists = 0;
    }
    lowered.facts.known[id.0] = Some(known);
    known
}

/// Determines the facts about a place's contents, except behind pointers.
fn know_below(lowered: &mut Lowered, shape: &Shape) {
    match shape {
        Shape::Record(id) | Shape::Union(id) => drop(know(lowered, *id)),
        Shape::Array(element) => know_below(lowered, element),
        _ => {}
    }
}

fn settle_members(lowered: &Lowered, members: &mut Members, chain: bool) {
    let meta = Arc::make_mut(&mut members.meta);
    let mut whole = Known {
        align: if chain { 4 } else { 1 },
        hoists: 0,
        defers: false,
    };
    let fields = meta.fields.to_mut();
    for (field, shape) in fields.iter_mut().zip(&members.shapes) {
        settle(lowered, field, shape);
        whole.align = whole.align.max(align(lowered, field, shape));
        whole.defers |= field.ndr.defers;
        whole.hoists = field.ndr.hoists;
    }
    // Fields that refer to a deferred referent are needed again when that is encoded.
    for at in 0..fields.len() {
        if let Role::Count { of, .. } | Role::Label { of } = members.roles[at] {
            fields[at].ndr.defers = fields[of].ndr.defers;
        }
    }
    let Known {
        align,
        hoists,
        defers,
    } = whole;
    meta.ndr = NdrShape {
        align,
        hoists,
        defers,
        tag: 0,
    };
}

/// C706, section 14.3.6: a conformant array is the last member of a record.
fn last_alone(lowered: &Lowered, members: &Members) -> Result<(), LowerError> {
    let fields = &members.meta.fields;
    let others = &fields[..fields.len().saturating_sub(1)];
    match others.iter().find(|field| field.ndr.hoists > 0) {
        Some(field) if lowered.facts.dce => Err(LowerError::Conformant(field.name.to_string())),
        _ => Ok(()),
    }
}

/// Rejects arrays with the short counts of NCS whose NCS encoding is unknown.
fn short_alone(members: &Members, parameters: bool) -> Result<(), LowerError> {
    let fields = members.meta.fields.iter();
    let unknown = |(field, shape): (&Field, &Shape)| match field.ndr.array {
        Array::Short => matches!(shape, Shape::Text | Shape::Reference) || field.ndr.dims > 0,
        Array::ShortConformant => !parameters || field.ndr.dims > 0,
        _ => false,
    };
    for place in fields.zip(&members.shapes) {
        if unknown(place) || below_short(place.0, place.1) {
            return Err(LowerError::Short(place.0.name.to_string()));
        }
    }
    Ok(())
}

/// Whether a place's pointee or elements have such counts.
fn below_short(field: &Field, shape: &Shape) -> bool {
    let (Some(elem), Some(inner)) = (&field.elem, inner(shape)) else {
        return false;
    };
    let short = matches!(elem.ndr.array, Array::Short | Array::ShortConformant);
    short || below_short(elem, inner)
}

fn settle_union(lowered: &Lowered, arms: &mut super::Arms) {
    let tag = tag(lowered, &arms.label);
    let meta = Arc::make_mut(&mut arms.meta);
    for (arm, shape) in meta.arms.to_mut().iter_mut().zip(&arms.shapes) {
        settle(lowered, &mut arm.field, shape);
    }
    meta.ndr = NdrShape {
        // Section 14.3.2: the discriminant and the selected arm are aligned separately. The widest arm
        // matters only for the alignment of a containing structure.
        align: tag,
        hoists: 0,
        defers: meta.arms.iter().any(|arm| arm.field.ndr.defers),
        tag,
    };
}

/// Rejects unions that MIDL's first versions aligned differently from C706 (MIDL's reference,
/// `ms_union`): by the widest arm, whichever is sent, according to Samba's pidl. There is no difference
/// if all arms have the same alignment, or the discriminant is aligned as much.
fn widest_alone(lowered: &Lowered, id: TypeId, arms: &super::Arms) -> Result<(), LowerError> {
    let all = arms.meta.arms.iter().zip(&arms.shapes);
    let aligns = all.map(|(arm, shape)| align(lowered, &arm.field, shape));
    let aligns: Vec<u8> = aligns.collect();
    let widest = aligns.iter().copied().max().unwrap_or(1);
    let alike = aligns.iter().all(|align| *align == widest) || widest <= tag(lowered, &arms.label);
    match !lowered.facts.widest.contains(&id) || alike {
        true => Ok(()),
        false => Err(LowerError::Widest(arms.meta.name.to_string())),
    }
}

/// Completes one field of a finished module, created later by [`Lowered::place`].
pub(super) fn settle(lowered: &Lowered, field: &mut Field, shape: &Shape) {
    settle_at(lowered, field, shape, false);
}

/// `pointee`: behind an optional value's pointer.
fn settle_at(lowered: &Lowered, field: &mut Field, shape: &Shape, pointee: bool) {
    if let (Some(elem), Some(inner)) = (&field.elem, inner(shape)) {
        let mut elem = (**elem).clone();
        settle_at(lowered, &mut elem, inner, !matches!(shape, Shape::Array(_)));
        field.elem = Some(Link::Shared(Arc::new(elem)));
    }
    if !lowered.facts.dce {
        naturalise(field, shape, pointee);
    }
    if matches!(shape, Shape::Text | Shape::Reference) && field.ndr.array == Array::Natural {
        field.ndr.terminated = true;
    }
    if let Shape::Enum(id) = shape {
        field.ndr.bits = enum_bits(lowered, *id);
    }
    if matches!(shape, Shape::Array(_)) {
        dimensions(field, shape);
    }
    field.ndr.hoists = hoists(lowered, field, shape);
    field.ndr.defers = defers(lowered, field, shape);
}

fn inner(shape: &Shape) -> Option<&Shape> {
    match shape {
        Shape::Array(inner)
        | Shape::Chain(inner)
        | Shape::Optional(inner)
        | Shape::Shared(inner) => Some(inner),
        _ => None,
    }
}

/// The mapping of definitions in other languages: the table of `manyrpc_codec::ndr`.
fn naturalise(field: &mut Field, shape: &Shape, pointee: bool) {
    match (shape, field.length) {
        (Shape::Text | Shape::Reference, _) if pointee => field.ndr.pointer = Pointer::Inline,
        (Shape::Text | Shape::Reference, _) => field.ndr.pointer = Pointer::Unique,
        (Shape::Bytes | Shape::Array(_), Length::UpTo(_)) => field.ndr.array = Array::Counted,
        _ => {}
    }
}

/// Sections 14.3.3.7 to 14.3.5: if one dimension is conformant or varying, counts are sent for all.
fn dimensions(field: &mut Field, shape: &Shape) {
    let (conforms, varies, dims) = kinds(field, shape);
    field.ndr.dims = dims.min(DIMENSIONS as u8 - 1);
    if matches!(
        field.ndr.array,
        Array::Counted | Array::Pipe | Array::Short | Array::ShortConformant
    ) || field.elem.is_none()
    {
        return;
    }
    let kind = match (conforms, varies) {
        (false, false) => return,
        (true, false) => Array::Conformant,
        (false, true) => Array::Varying,
        (true, true) => Array::ConformantVarying,
    };
    impose(field, shape, kind);
}

/// Whether any dimension is conformant or varying, and the number of dimensions below the first.
fn kinds(field: &Field, shape: &Shape) -> (bool, bool, u8) {
    let (mut conforms, mut varies) = kind(field);
    let mut dims = 0;
    let (mut field, mut shape) = (field, shape);
    while let (Shape::Array(element), Some(elem)) = (shape, &field.elem) {
        let array = matches!(**element, Shape::Array(_) | Shape::Bytes);
        if elem.ndr.pointer != Pointer::Inline || elem.ndr.array == Array::Counted || !array {
            break;
        }
        let below = kind(elem);
        (conforms, varies, dims) = (conforms | below.0, varies | below.1, dims + 1);
        (field, shape) = (elem, element);
    }
    (conforms, varies, dims)
}

fn kind(field: &Field) -> (bool, bool) {
    match field.ndr.array {
        Array::Natural => (matches!(field.length, Length::UpTo(_)), false),
        Array::Conformant => (true, false),
        Array::Varying | Array::Short | Array::ShortConformant => (false, true),
        Array::ConformantVarying => (true, true),
        Array::Counted | Array::Pipe => (false, false),
    }
}

/// Makes all dimensions the same kind, and records the counts in front of each.
fn impose(field: &mut Field, shape: &Shape, kind: Array) {
    field.ndr.array = kind;
    let conforms = kind != Array::Varying;
    let mut below = 0;
    if let (Shape::Array(element), Some(elem)) = (shape, &field.elem) {
        let mut elem = (**elem).clone();
        let inline = elem.ndr.pointer == Pointer::Inline && elem.ndr.array != Array::Counted;
        match **element {
            Shape::Array(_) | Shape::Bytes if inline => impose(&mut elem, element, kind),
            // Section 14.3.5: strings keep their offset and count, but not their maximum count.
            Shape::Text | Shape::Reference if inline && conforms => {
                elem.ndr.array = Array::ConformantVarying;
                elem.ndr.hoists = 1;
            }
            _ => {}
        }
        if matches!(
            **element,
            Shape::Array(_) | Shape::Bytes | Shape::Text | Shape::Reference
        ) {
            below = elem.ndr.hoists;
        }
        field.elem = Some(Link::Shared(Arc::new(elem)));
    }
    field.ndr.hoists = if conforms { 1 + below } else { 0 };
}

/// Section 14.3.7: the number of a place's maximum counts that are sent in front of its container.
fn hoists(lowered: &Lowered, field: &Field, shape: &Shape) -> u8 {
    if field.ndr.pointer != Pointer::Inline {
        return 0;
    }
    let conforms = kind(field).0;
    match shape {
        Shape::Text | Shape::Reference => u8::from(field.ndr.array == Array::Natural || conforms),
        Shape::Bytes => u8::from(conforms),
        Shape::Array(_) if field.ndr.hoists > 0 && conforms => field.ndr.hoists,
        Shape::Array(_) => u8::from(conforms),
        Shape::Record(id) => lowered.facts.known[id.0].map_or(0, |known| known.hoists),
        _ => 0,
    }
}

/// Whether anything at or below a place is deferred.
fn defers(lowered: &Lowered, field: &Field, shape: &Shape) -> bool {
    if field.ndr.pointer != Pointer::Inline || field.ndr.array == Array::Counted {
        return true;
    }
    match shape {
        Shape::Optional(_) | Shape::Shared(_) | Shape::Chain(_) => true,
        Shape::Array(_) => field.elem.as_ref().is_some_and(|elem| elem.ndr.defers),
        Shape::Record(id) | Shape::Union(id) => {
            lowered.facts.known[id.0].is_some_and(|known| known.defers)
        }
        _ => false,
    }
}

/// Section 14.3.2: a place's contribution to the alignment of its record. Counts sent with an array do
/// not contribute, as explained in `manyrpc_codec::ndr`.
fn align(lowered: &Lowered, field: &Field, shape: &Shape) -> u8 {
    if field.ndr.pointer != Pointer::Inline || field.ndr.array == Array::Counted {
        return 4;
    }
    match shape {
        Shape::Void | Shape::Bool | Shape::I8 | Shape::U8 | Shape::F128 | Shape::Bytes => 1,
        Shape::I16 | Shape::U16 => 2,
        Shape::I32 | Shape::U32 | Shape::F32 => 4,
        Shape::I64 | Shape::U64 | Shape::F64 => 8,
        Shape::Enum(_) => field.ndr.bits / 8,
        Shape::Text | Shape::Reference if field.ndr.chars == Chars::Wide => 2,
        Shape::Text | Shape::Reference => 1,
        Shape::Chain(_) | Shape::Optional(_) | Shape::Shared(_) => 4,
        Shape::Array(element) => align(lowered, field.element(), element),
        Shape::Record(id) | Shape::Union(id) => {
            lowered.facts.known[id.0].map_or(1, |known| known.align)
        }
    }
}

fn enum_bits(lowered: &Lowered, id: TypeId) -> u8 {
    if lowered.facts.dce && !lowered.facts.wide.contains(&id) {
        16
    } else {
        32
    }
}

/// The width of a discriminant in bytes.
fn tag(lowered: &Lowered, label: &Shape) -> u8 {
    match label {
        Shape::Bool | Shape::I8 | Shape::U8 => 1,
        Shape::I16 | Shape::U16 => 2,
        Shape::I64 | Shape::U64 => 8,
        Shape::Enum(id) => enum_bits(lowered, *id) / 8,
        _ => 4,
    }
}
