//! What NDR wants to know of places, records and unions, from the facts that DCE
//! definitions leave at uses of types (`dce.*`).

use manyrpc_codec::meta;
use manyrpc_model::Annotations;

use super::{Lowered, Shape};

/// Notes the facts about one use of a type: `marks` stand around it, or on the field or
/// parameter whose type it is.
pub(super) fn mark(_field: &mut meta::Field, _shape: &Shape, _marks: &Annotations) {}

/// What follows from the whole: alignments, what ends in a conformant array, what defers.
/// Runs once everything else is lowered; goes over every place of types and operations.
pub(super) fn finish(_lowered: &mut Lowered) {}

/// The same for one place of a finished module, which [`Lowered::place`] makes later.
pub(super) fn settle(_lowered: &Lowered, _field: &mut meta::Field, _shape: &Shape) {}
