//! `size_is`, its siblings and `switch_is`: what they mean for a field or parameter, and which
//! others are derived from it.
//!
//! Reading list: C706 sections 4.2.18 (sizes and lengths), 4.2.12 (`switch_is`).
//!
//! A field that an array's size determines is derived from the array. Where the array does not
//! determine it (it is the capacity of an array of which a part is sent, it is sent at another
//! time, or it belongs to an inner dimension), it stays an ordinary field, and the array keeps the
//! normalised size: `dce.size_is`, `dce.length_is` count elements, `dce.max_is`, `dce.last_is`,
//! `dce.first_is`, `dce.min_is` are indexes. `max` is a field beside the array; `request.max` one
//! that was sent with the request.

use std::rc::Rc;

use manyrpc_model::{Annotations, Derived, Direction, Relation};

use super::super::ast::*;
use super::super::shape::{Base, Dimension, Step};
use super::super::size::{self, NoSize, Size};
use super::slot::Slot;
use super::{Lowering, SWITCH_IS};
use crate::diagnostic::Findings;
use crate::place::Span;

/// The extent of one dimension.
#[derive(Clone, Debug, Default)]
pub(super) struct Extent {
    /// The capacity in elements.
    pub(super) room: Option<Size>,
    /// The number of elements sent, if different.
    pub(super) sent: Option<Size>,
    /// A part of the array may be sent.
    pub(super) varying: bool,
    /// The array has a size or length.
    pub(super) sized: bool,
    /// Its counts have 16 bits, as in NCS.
    pub(super) v1: bool,
    /// The annotations that the model keeps.
    pub(super) marks: Annotations,
}

/// The attributes of one dimension.
struct SizeAttrs {
    size: Option<Size>,
    max: Option<Size>,
    min: Option<Size>,
    length: Option<Size>,
    first: Option<Size>,
    last: Option<Size>,
}

impl SizeAttrs {
    fn varies(&self) -> bool {
        self.length.is_some() || self.first.is_some() || self.last.is_some()
    }

    fn sizes(&self) -> bool {
        self.varies() || self.size.is_some() || self.max.is_some() || self.min.is_some()
    }
}

/// Whether two slots sent in these directions are ever in the same message.
fn share_a_message(a: Option<Direction>, b: Option<Direction>) -> bool {
    let travels = |d, out: bool| match d {
        None | Some(Direction::InOut) => true,
        Some(Direction::In) => !out,
        Some(Direction::Out) => out,
    };
    [false, true]
        .into_iter()
        .any(|out| travels(a, out) && travels(b, out))
}

/// Whether every message with the described slot also has the describing one.
fn in_every_message_of(described: Option<Direction>, by: Option<Direction>) -> bool {
    described.is_none() || by == Some(Direction::InOut) || described == by
}

impl Lowering<'_, '_> {
    /// The extents of a slot's dimensions; derives the slots that they determine.
    pub(super) fn extents(&mut self, slots: &mut [Slot<'_>], at: usize) -> Option<Vec<Extent>> {
        let field = slots[at].field;
        let attrs = &field.attrs;
        let mut extents: Vec<Extent> = Vec::new();
        for dimension in 0..slots[at].shape.steps.len() {
            if slots[at].implicit && dimension == 0 {
                extents.push(Extent::default());
                continue;
            }
            let mut extent = self.extent(slots, at, attrs, dimension)?;
            let pointers = &slots[at].shape.steps[..dimension];
            // A value has one number of elements for all dimensions of the outermost array.
            let outermost = pointers.iter().all(|s| matches!(s, Step::Pointer { .. }))
                && extents.iter().all(|extent| !extent.sized);
            self.settle(slots, at, (dimension, outermost), &mut extent)?;
            extents.push(extent);
        }
        self.check_v1_array(slots, at, &extents)?;
        Some(extents)
    }

    /// Checks that `v1_array` is on an array whose counts exist in NCS: a varying array of one
    /// dimension.
    fn check_v1_array(&mut self, slots: &[Slot<'_>], at: usize, extents: &[Extent]) -> Option<()> {
        let Some(attr) = slots[at].field.attrs.find("v1_array") else {
            return Some(());
        };
        let of_arrays = |step: &Step| matches!(step, Step::Array(_));
        let mut steps = slots[at].shape.steps.iter().zip(extents);
        let arrays = slots[at].shape.steps.iter().any(of_arrays);
        let fits = steps.all(|(step, extent)| match of_arrays(step) {
            true => extent.varying || !extent.sized,
            false => !extent.sized,
        });
        if arrays && fits && !slots[at].shape.string {
            return Some(());
        }
        let message = "`v1_array` belongs to a varying array";
        self.error(attr.name.span, message.to_owned(), None);
        None
    }

    /// The attributes of one dimension.
    fn size_attrs(
        &mut self,
        slots: &[Slot<'_>],
        at: usize,
        attrs: &Attrs,
        dimension: usize,
    ) -> Option<SizeAttrs> {
        let written = dimension - usize::from(slots[at].implicit);
        let mut read = |name: &str| match attrs.expr_at(name, written) {
            Some(expr) => self.size(slots, at, expr).map(Some),
            None => Some(None),
        };
        let given = SizeAttrs {
            size: read("size_is")?,
            max: read("max_is")?,
            min: read("min_is")?,
            length: read("length_is")?,
            first: read("first_is")?,
            last: read("last_is")?,
        };
        let span = slots[at].field.declarator.name.span;
        for (both, names) in [
            (
                given.size.is_some() && given.max.is_some(),
                "`size_is` and `max_is`",
            ),
            (
                given.length.is_some() && given.last.is_some(),
                "`length_is` and `last_is`",
            ),
        ] {
            if both {
                let message = format!("{names} are alternatives: only one is permitted");
                self.error(span, message, None);
                return None;
            }
        }
        Some(given)
    }

    /// The capacity and length of one dimension, as far as the attributes determine them.
    fn extent(
        &mut self,
        slots: &[Slot<'_>],
        at: usize,
        attrs: &Attrs,
        dimension: usize,
    ) -> Option<Extent> {
        let given = self.size_attrs(slots, at, attrs, dimension)?;
        let lowest = self.lowest(slots, at, dimension, &given)?;
        let mut extent = Extent {
            varying: given.varies(),
            v1: attrs.has("v1_array"),
            sized: given.sizes(),
            ..Extent::default()
        };
        let SizeAttrs {
            size,
            max,
            min,
            length,
            first,
            last,
        } = given;
        let mut keep = |key: &str, size: &Size| {
            let travels = self.is_from_request(slots, at, size);
            extent.marks.insert(size.key(key), size.text(travels));
        };
        if let Some(min) = &min {
            keep("min_is", min);
        }
        // From here on, indexes count from the lower bound if that is known: NDR does the same
        // (C706 section 14.3.3.3), and the model's arrays all begin at 0.
        let from_lowest = |index: Option<Size>| match (index, lowest) {
            (Some(index), Some(lowest)) => index.plus(-lowest),
            (index, _) => index,
        };
        let (first, last) = (from_lowest(first), from_lowest(last));
        if let Some(first) = &first {
            keep("first_is", first);
        }
        // C706 section 4.2.18.1: size = highest index - lowest index + 1.
        let from_max = match (max, lowest.filter(|_| min.is_none())) {
            (Some(max), Some(lowest)) => max.plus(1 - lowest),
            (Some(max), None) => {
                keep("max_is", &max);
                None
            }
            (None, _) => None,
        };
        // Section 4.2.18.2; the same for the part that is sent.
        let from_last = match (last, lowest.filter(|_| first.is_none() && min.is_none())) {
            (Some(last), Some(_)) => last.plus(1),
            (Some(last), None) => {
                keep("last_is", &last);
                None
            }
            (None, _) => None,
        };
        extent.room = size.or(from_max);
        extent.sent = length.or(from_last);
        Some(extent)
    }

    /// The lower bound of one dimension, if known.
    fn lowest(
        &mut self,
        slots: &[Slot<'_>],
        at: usize,
        dimension: usize,
        given: &SizeAttrs,
    ) -> Option<Option<i128>> {
        let has_room = given.size.is_some() || given.max.is_some();
        if let Step::Array(array) = slots[at].shape.steps[dimension] {
            self.open_or_fixed(array, has_room, slots, at)?;
            return Some(array.lower);
        }
        if !has_room && given.sizes() {
            let span = slots[at].field.declarator.name.span;
            let message = "the number of elements behind this pointer is not specified";
            self.error(span, message, Some("add `size_is(name)`"));
            return None;
        }
        Some(Some(0))
    }

    /// C706 section 4.2.18.1: a length is in brackets or given by an attribute.
    fn open_or_fixed(
        &mut self,
        array: Dimension,
        sized: bool,
        slots: &[Slot<'_>],
        at: usize,
    ) -> Option<()> {
        let span = slots[at].field.declarator.name.span;
        if array.length.is_some() && sized {
            let message =
                "this array has a length already: `size_is` and `max_is` are not permitted";
            self.error(
                span,
                message,
                Some("`length_is` says how many of its elements are sent"),
            );
            return None;
        }
        let named = matches!(slots[at].shape.base, Base::Alias(_));
        if array.length.is_none() && !sized && !slots[at].shape.string && !named {
            let message = "the number of elements of this array is not specified";
            self.error(
                span,
                message,
                Some("add `size_is(name)`, or a number in the brackets"),
            );
            return None;
        }
        Some(())
    }

    /// Whether the slot that determines a size is only in the request.
    fn is_from_request(&self, slots: &[Slot<'_>], at: usize, size: &Size) -> bool {
        let Size::Of(name, _) = size else {
            return false;
        };
        let by = slots.iter().find(|s| s.name() == name);
        by.is_some_and(|by| !in_every_message_of(slots[at].direction, by.direction))
    }

    /// Derives a field from an array; keeps the rest of the attributes in the array's marks.
    fn settle(
        &mut self,
        slots: &mut [Slot<'_>],
        at: usize,
        dimension: (usize, bool),
        extent: &mut Extent,
    ) -> Option<()> {
        let string = slots[at].shape.string && dimension.0 + 1 == slots[at].shape.steps.len();
        let (room, sent) = (extent.room.take(), extent.sent.take());
        let outermost = dimension.1 && !string;
        // Without a length of its own, an array is sent as a whole.
        let same = room == sent;
        let mut followed = false;
        for (key, size, follows) in [
            ("size_is", &room, !extent.varying || same),
            ("length_is", &sent, !same),
        ] {
            let Some(size) = size else { continue };
            followed |= follows && self.derive(slots, at, outermost, size)?;
            let of_request = self.is_from_request(slots, at, size);
            let covered = followed && (follows || same) && !of_request;
            if !covered {
                extent.marks.insert(size.key(key), size.text(of_request));
            }
        }
        Some(())
    }

    /// Derives the field that a size refers to, if this array alone determines it.
    fn derive(
        &mut self,
        slots: &mut [Slot<'_>],
        at: usize,
        outermost: bool,
        size: &Size,
    ) -> Option<bool> {
        let Size::Of(name, relation) = size else {
            return Some(false);
        };
        let by = slots.iter().position(|s| s.name() == name)?;
        let travels = share_a_message(slots[at].direction, slots[by].direction);
        let free = slots[by].derived.is_none() && slots[by].is_plain() && by != at;
        if !(outermost && travels && free) {
            return Some(false);
        }
        let of = slots[at].name().to_string();
        let relation = *relation;
        slots[by].derived = Some(Derived::Count { of, relation });
        Some(true)
    }

    fn size(&mut self, slots: &[Slot<'_>], at: usize, expr: &Expr) -> Option<Size> {
        let size = self.read_size(slots, at, expr)?;
        if let Size::Of(name, _) = &size
            && let Some(by) = slots.iter().find(|s| s.name() == name)
            && !by.shape.is_integer()
        {
            let message = format!("`{name}` is no integer, so it cannot be a size");
            self.error(expr.span, message, None);
            return None;
        }
        Some(size)
    }

    /// Parses an expression that is a size or selects an arm.
    fn read_size(&mut self, slots: &[Slot<'_>], at: usize, expr: &Expr) -> Option<Size> {
        let is_place = |name: &str| slots.iter().any(|s| &**s.name() == name);
        let (sources, constants, broken) = (self.sources, &self.constants, &self.broken);
        // An expression that is not constant may still be a size.
        let value = |expr: &Expr| constants.eval(sources, &mut Findings::new(0), broken, expr);
        let read = size::read(expr, &is_place, &value);
        match read {
            Ok(Size::Of(name, relation)) => self.sized_by(slots, at, name, relation, expr.span),
            Ok(Size::Verbatim(text)) => {
                let message = "this size is not computed: an array is sent with its own length";
                let help = "the application must set its value";
                self.warn(expr.span, message, Some(help));
                Some(Size::Verbatim(text))
            }
            Ok(number) => Some(number),
            Err(NoSize::Form(span)) => {
                let message = "this size cannot be carried out";
                let help = "a size is a constant, a field or parameter (`n`, `*n`), or one of \
                            these with `+ c`, `- c`, `* c` or `/ c`";
                self.error(span, message, Some(help));
                None
            }
            Err(NoSize::Unknown(name, span)) => {
                self.no_place(slots, at, &name, span);
                None
            }
        }
    }

    fn no_place(&mut self, slots: &[Slot<'_>], at: usize, name: &str, span: Span) {
        if self.broken.contains(name) {
            return;
        }
        let what = match slots[at].direction {
            Some(_) => "parameter",
            None => "field",
        };
        let names = slots.iter().map(|s| &**s.name());
        let meant = self.findings.suggest(name, names);
        let help = meant.map(|m| format!("did you mean `{m}`?"));
        let message = format!("there is no {what} or constant `{name}`");
        self.error(span, message, help.as_deref());
    }

    /// Checks the field that a size refers to.
    fn sized_by(
        &mut self,
        slots: &[Slot<'_>],
        at: usize,
        name: Rc<str>,
        relation: Relation,
        span: Span,
    ) -> Option<Size> {
        let by = slots.iter().find(|s| *s.name() == name)?;
        if !by.shape.is_discrete() {
            let message = format!("`{name}` is no integer, so it cannot be a size");
            self.error(span, message, None);
            return None;
        }
        if slots[at].direction == Some(Direction::In) && by.direction == Some(Direction::Out) {
            let message = format!("`{name}` is not part of the request");
            self.error(span, message, Some("give it the attribute `in`"));
            return None;
        }
        Some(Size::Of(name, relation))
    }

    /// `switch_is`: the field it refers to is derived from the union.
    pub(super) fn switch(&mut self, slots: &mut [Slot<'_>], at: usize) -> bool {
        let attrs = &slots[at].field.attrs;
        let shape = slots[at].shape.unfolded();
        let span = slots[at].field.declarator.name.span;
        let outside = matches!(
            shape.base,
            Base::Union {
                switch_is: true,
                ..
            }
        );
        if let Some(attr) = attrs.find("switch_type").filter(|_| !outside) {
            let message = "`switch_type` belongs to a union without a switch of its own";
            self.error(attr.name.span, message, None);
            return false;
        }
        let Some(expr) = attrs.expr("switch_is") else {
            if outside {
                let message = "the discriminant of this union is not specified";
                let help = "add `switch_is(name)`, with the field or parameter that holds it";
                self.error(span, message, Some(help));
            }
            return !outside;
        };
        if !outside {
            let message = "`switch_is` belongs to a union without a switch of its own";
            self.error(expr.span, message, None);
            return false;
        }
        let Some(size) = self.read_size(slots, at, expr) else {
            return false;
        };
        let Size::Of(name, Relation::SAME) = &size else {
            let message = "a union is switched on a field or parameter as it is";
            self.error(expr.span, message, None);
            return false;
        };
        let Some(by) = slots.iter().position(|s| s.name() == name) else {
            return false;
        };
        let pointers = shape
            .steps
            .iter()
            .all(|s| matches!(s, Step::Pointer { .. }));
        let plain = slots[by].is_plain();
        let travels = share_a_message(slots[at].direction, slots[by].direction);
        if pointers && plain && travels && slots[by].derived.is_none() {
            let of = slots[at].name().to_string();
            slots[by].derived = Some(Derived::Label { of });
        } else {
            let text = size.text(self.is_from_request(slots, at, &size));
            slots[at].annotations.insert(SWITCH_IS.into(), text);
        }
        true
    }
}
