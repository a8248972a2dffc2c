//! Fields and parameters: their types, and which of them follow from others.
//!
//! Reading list: C706 sections 4.2.18 (sizes and lengths), 4.2.12 (`switch_is`).
//!
//! Where a size follows from an array, the field that holds it is derived. Where it does
//! not (it is the room in an array of which a part is sent, it travels at another time, it belongs
//! to an inner dimension), it stays a field like any other, and the array keeps the size as
//! it was written, normalised: `dce.size_is`, `dce.length_is` count elements, `dce.max_is`,
//! `dce.last_is`, `dce.first_is`, `dce.min_is` are indexes. `max` is a field beside the
//! array; `request.max` one that travelled with the request.

use std::rc::Rc;

use manyrpc_model as model;
use manyrpc_model::{Annotations, Derived, Direction, Length, Relation, Type};

use super::super::ast::*;
use super::super::check;
use super::super::shape::{self, Base, Class, Dimension, Shape, Step};
use super::super::size::{self, NoSize, Size};
use super::types::Path;
use super::{Lowering, SWITCH_IS};
use crate::diagnostic::Findings;
use crate::source::Span;

/// What is said about one dimension.
#[derive(Clone, Debug, Default)]
pub(super) struct Extent {
    /// How many elements there is room for.
    room: Option<Size>,
    /// How many are sent, where that is another matter.
    sent: Option<Size>,
    /// It is an array of which a part may be sent.
    varying: bool,
    /// It has a size or length.
    sized: bool,
    /// Its counts have 16 bits, as those of NCS.
    v1: bool,
    /// What the model keeps of it.
    marks: Annotations,
}

/// One field or parameter on its way.
pub(super) struct Slot<'f> {
    pub(super) field: &'f Field,
    pub(super) shape: Shape,
    /// `None` for a field.
    pub(super) direction: Option<Direction>,
    pub(super) derived: Option<Derived>,
    pub(super) annotations: Annotations,
    pub(super) ty: Type,
    /// The first step is not written: it is the pointer that an array parameter is.
    pub(super) implicit: bool,
}

impl<'f> Slot<'f> {
    pub(super) fn new(field: &'f Field, shape: Shape, direction: Option<Direction>) -> Self {
        Slot {
            field,
            shape,
            direction,
            derived: None,
            annotations: Annotations::new(),
            ty: Type::Void,
            implicit: false,
        }
    }

    /// No pointer that is seen leads to it.
    fn is_plain(&self) -> bool {
        match self.shape.unfolded().steps[..] {
            [] => true,
            [Step::Pointer { class, .. }] => self.direction.is_some() && class == Class::Ref,
            _ => false,
        }
    }

    fn name(&self) -> &Rc<str> {
        &self.field.declarator.name.text
    }
}

/// Whether something that travels so is there when something else travels so.
fn together(a: Option<Direction>, b: Option<Direction>) -> bool {
    let travels = |d, out: bool| match d {
        None | Some(Direction::InOut) => true,
        Some(Direction::In) => !out,
        Some(Direction::Out) => out,
    };
    [false, true]
        .into_iter()
        .any(|out| travels(a, out) && travels(b, out))
}

/// Whether what describes something is there in each message that holds that.
fn always(described: Option<Direction>, by: Option<Direction>) -> bool {
    described.is_none() || by == Some(Direction::InOut) || described == by
}

impl Lowering<'_, '_> {
    /// A struct's fields, and whether it ends in an array of a length known at run time.
    pub(super) fn record(
        &mut self,
        owner: &str,
        fields: &[Field],
    ) -> Option<(model::Record, bool)> {
        let mut seen = check::Seen::new();
        for field in fields {
            let name = &field.declarator.name;
            let message = format!("field `{}` is defined twice", name.text);
            check::unique(
                self.sources,
                self.findings,
                &mut seen,
                name.text.clone(),
                name.span,
                message,
            );
        }
        let lowered = self.fields_of(owner, fields)?;
        let last = lowered.len().saturating_sub(1);
        for (at, (_, conformant)) in lowered.iter().enumerate() {
            if *conformant && at < last {
                let span = fields[at].declarator.name.span;
                let message = "only the last field can be an array whose length is known at run \
                               time";
                self.error(
                    span,
                    message,
                    Some("move it to the end, or let a pointer lead to it"),
                );
            }
        }
        let conformant = lowered.last().is_some_and(|(_, c)| *c);
        let fields = lowered.into_iter().map(|(field, _)| field).collect();
        Some((model::Record { fields }, conformant))
    }

    /// Fields, each with whether it is an array of a length known at run time.
    pub(super) fn fields_of(
        &mut self,
        owner: &str,
        fields: &[Field],
    ) -> Option<Vec<(model::Field, bool)>> {
        let mut slots = Vec::new();
        let mut fine = true;
        for field in fields {
            match self.field_shape(owner, field, fields) {
                Some(shape) => slots.push(Slot::new(field, shape, None)),
                None => fine = false,
            }
        }
        if !fine || !self.finish(&mut slots) {
            return None;
        }
        let lowered = slots.into_iter().map(|slot| {
            let name = slot.name().to_string();
            let conformant = slot.shape.conformant();
            let field = model::Field {
                name,
                doc: slot.field.doc.clone(),
                ty: slot.ty,
                derived: slot.derived,
                annotations: slot.annotations,
            };
            (field, conformant)
        });
        Some(lowered.collect())
    }

    fn field_shape(&mut self, owner: &str, field: &Field, all: &[Field]) -> Option<Shape> {
        check::field(self.sources, self.findings, &field.attrs);
        let Declarator { name, levels } = &field.declarator;
        let path = format!("{owner}_{}", name.text);
        let base = self.inline(field, all, &path)?;
        let steps = self.steps(levels, &field.attrs, None)?;
        let mut shape = Shape {
            steps,
            base,
            string: field.attrs.has("string"),
        };
        self.unfold(&mut shape, &field.attrs, name.span)?;
        if matches!(
            shape.unfolded().base,
            Base::Context(_) | Base::Pipe(_) | Base::Handle
        ) {
            let message = "handles and pipes are parameters only";
            self.error(name.span, message, None);
            return None;
        }
        Some(shape)
    }

    /// The base of a field. A union without a type for its discriminant takes that from the field
    /// which it is switched on.
    pub(super) fn inline(&mut self, field: &Field, all: &[Field], path: &str) -> Option<Base> {
        let path = Path::From(path);
        let waits =
            matches!(&field.spec.node, SpecNode::Union(_, Some(body)) if body.switch.is_none());
        let by = match field.attrs.expr("switch_is").map(|e| &e.node) {
            Some(ExprNode::Name(name)) => Some(name),
            Some(ExprNode::Unary('*', inner)) => match &inner.node {
                ExprNode::Name(name) => Some(name),
                _ => None,
            },
            _ => None,
        };
        let by = by.and_then(|name| all.iter().find(|f| f.declarator.name.text == *name));
        let base = match by.filter(|_| waits && !field.attrs.has("switch_type")) {
            Some(by) => {
                let mut attrs = field.attrs.clone();
                attrs.0.push(Attr {
                    name: Name {
                        text: "switch_type".into(),
                        span: by.spec.span,
                    },
                    args: Args::Type(by.spec.clone()),
                });
                self.base(&attrs, &field.spec, "", path)
            }
            None => self.base(&field.attrs, &field.spec, "", path),
        };
        if base.is_none() {
            self.broken.insert(field.declarator.name.text.clone());
        }
        base
    }

    /// Replaces aliases where the attributes of a use speak of what they stand for.
    pub(super) fn unfold(&mut self, shape: &mut Shape, attrs: &Attrs, span: Span) -> Option<()> {
        const SIZES: [&str; 6] = [
            "size_is",
            "max_is",
            "min_is",
            "length_is",
            "first_is",
            "last_is",
        ];
        let spoken_of = SIZES
            .iter()
            .filter_map(|name| match &attrs.find(name)?.args {
                Args::Exprs(exprs) => exprs.iter().rposition(Option::is_some).map(|at| at + 1),
                _ => None,
            });
        let wanted = spoken_of.max().unwrap_or(0);
        while shape.steps.len() < wanted && shape.unfold() {}
        if shape.steps.len() < wanted {
            let message = "this has sizes for more arrays than there are";
            self.error(
                span,
                message,
                Some("a size belongs to `[]` or to a pointer"),
            );
            return None;
        }
        if shape.string {
            self.unfold_string(shape, span)?;
        }
        let class = attrs
            .0
            .iter()
            .find_map(|a| Some((Class::named(&a.name.text)?, a)));
        if let Some((class, attr)) = class
            && shape.steps.is_empty()
            && !matches!(shape.unfolded().base, Base::Context(_))
        {
            shape.unfold();
            match shape.steps.first_mut() {
                Some(Step::Pointer {
                    class: known,
                    explicit,
                }) => (*known, *explicit) = (class, true),
                _ => {
                    let message = format!(
                        "`{}` belongs to a pointer, and this is none",
                        attr.name.text
                    );
                    self.error(attr.name.span, message, None);
                    return None;
                }
            }
        }
        Some(())
    }

    /// C706 section 4.2.16.5: which arrays can be strings.
    pub(super) fn unfold_string(&mut self, shape: &mut Shape, span: Span) -> Option<()> {
        loop {
            let scalar = match shape.base {
                Base::Scalar(scalar) => Some(scalar),
                _ => None,
            };
            let array = matches!(
                shape.steps.last(),
                Some(Step::Pointer { .. } | Step::Array(_))
            );
            if array && scalar.is_some_and(|s| shape::string(s, None).is_some()) {
                return Some(());
            }
            if !shape.unfold() {
                let message = "only arrays of `char`, `byte`, `wchar_t` or `unsigned short` and \
                               pointers to them are strings";
                self.error(span, message, None);
                return None;
            }
        }
    }

    /// Gives all slots their types and finds out which follow from others.
    pub(super) fn finish(&mut self, slots: &mut [Slot<'_>]) -> bool {
        let mut fine = true;
        for at in 0..slots.len() {
            let extents = self.extents(slots, at);
            let slot = &slots[at];
            let span = slot.field.declarator.name.span;
            let top = slot.direction.is_some();
            let shape = slot.shape.clone();
            let extents = extents.map(|mut extents| {
                keep_outermost(&shape, &mut extents, &mut slots[at].annotations);
                extents
            });
            match extents.and_then(|extents| self.built(&shape, &extents, top, span)) {
                Some(ty) => slots[at].ty = ty,
                None => fine = false,
            }
            fine &= self.switch(slots, at);
        }
        fine
    }

    /// What the attributes say about each dimension of a slot; derives what follows from it.
    fn extents(&mut self, slots: &mut [Slot<'_>], at: usize) -> Option<Vec<Extent>> {
        let field = slots[at].field;
        let attrs = &field.attrs;
        let mut extents = Vec::new();
        for dimension in 0..slots[at].shape.steps.len() {
            if slots[at].implicit && dimension == 0 {
                extents.push(Extent::default());
                continue;
            }
            let mut extent = self.extent(slots, at, attrs, dimension)?;
            self.settle(slots, at, dimension, &mut extent)?;
            extents.push(extent);
        }
        Some(extents)
    }

    fn extent(
        &mut self,
        slots: &[Slot<'_>],
        at: usize,
        attrs: &Attrs,
        dimension: usize,
    ) -> Option<Extent> {
        let written = dimension - usize::from(slots[at].implicit);
        let mut read = |name: &str| match attrs.expr_at(name, written) {
            Some(expr) => self.size(slots, at, expr).map(Some),
            None => Some(None),
        };
        let (size, max, min) = (read("size_is")?, read("max_is")?, read("min_is")?);
        let (length, first, last) = (read("length_is")?, read("first_is")?, read("last_is")?);
        let span = slots[at].field.declarator.name.span;
        for (both, names) in [
            (size.is_some() && max.is_some(), "`size_is` and `max_is`"),
            (
                length.is_some() && last.is_some(),
                "`length_is` and `last_is`",
            ),
        ] {
            if both {
                self.error(
                    span,
                    format!("{names} say the same: only one may stand"),
                    None,
                );
                return None;
            }
        }
        let mut extent = Extent {
            varying: length.is_some() || first.is_some() || last.is_some(),
            v1: attrs.has("v1_array"),
            sized: [&size, &max, &min, &length, &first, &last]
                .iter()
                .any(|s| s.is_some()),
            ..Extent::default()
        };
        let lowest = match slots[at].shape.steps[dimension] {
            Step::Array(array) => {
                self.open_or_fixed(array, size.is_some() || max.is_some(), slots, at)?;
                array.lower
            }
            _ => Some(0),
        };
        let mut keep = |key: &str, size: &Size| {
            let travels = self.whence(slots, at, size);
            extent
                .marks
                .insert(format!("dce.{key}"), size.text(travels));
        };
        if let Some(min) = &min {
            keep("min_is", min);
        }
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
        // Section 4.2.18.2, and so for the part that is sent.
        let from_last = match (last, lowest.filter(|_| first.is_none() && min.is_none())) {
            (Some(last), Some(lowest)) => last.plus(1 - lowest),
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

    /// C706 section 4.2.18.1: a length is written in brackets or said by an attribute.
    fn open_or_fixed(
        &mut self,
        array: Dimension,
        sized: bool,
        slots: &[Slot<'_>],
        at: usize,
    ) -> Option<()> {
        let span = slots[at].field.declarator.name.span;
        if array.length.is_some() && sized {
            let message = "this array has a length already: `size_is` and `max_is` cannot stand";
            self.error(
                span,
                message,
                Some("`length_is` says how many of its elements are sent"),
            );
            return None;
        }
        let named = matches!(slots[at].shape.base, Base::Alias(_));
        if array.length.is_none() && !sized && !slots[at].shape.string && !named {
            let message = "how many elements this array has is not said";
            self.error(
                span,
                message,
                Some("add `size_is(name)`, or a number in the brackets"),
            );
            return None;
        }
        Some(())
    }

    /// Whether what a size follows from is there only with the request.
    fn whence(&self, slots: &[Slot<'_>], at: usize, size: &Size) -> bool {
        let Size::Of(name, _) = size else {
            return false;
        };
        let by = slots.iter().find(|s| s.name() == name);
        by.is_some_and(|by| !always(slots[at].direction, by.direction))
    }

    /// Derives a field from an array, or keeps what is said in the array's marks.
    fn settle(
        &mut self,
        slots: &mut [Slot<'_>],
        at: usize,
        dimension: usize,
        extent: &mut Extent,
    ) -> Option<()> {
        let string = slots[at].shape.string && dimension + 1 == slots[at].shape.steps.len();
        let same = extent.room == extent.sent;
        if let Some(sent) = extent.sent.take().filter(|_| !same)
            && !self.derive(slots, at, dimension, &sent, string)?
        {
            let text = sent.text(self.whence(slots, at, &sent));
            extent.marks.insert("dce.length_is".into(), text);
        }
        let Some(room) = extent.room.take() else {
            return Some(());
        };
        // What there is room for is what is sent, unless that is said by itself.
        let follows = !extent.varying || same;
        if !(follows && self.derive(slots, at, dimension, &room, string)?) {
            let text = room.text(self.whence(slots, at, &room));
            let key = match room {
                Size::Of(..) => "dce.size_is",
                Size::Number(_) => "dce.room",
            };
            extent.marks.insert(key.into(), text);
            if extent.varying && same {
                let text = room.text(self.whence(slots, at, &room));
                extent.marks.insert("dce.length_is".into(), text);
            }
        }
        Some(())
    }

    /// Derives the field that a size names, if it follows from this array alone.
    fn derive(
        &mut self,
        slots: &mut [Slot<'_>],
        at: usize,
        dimension: usize,
        size: &Size,
        string: bool,
    ) -> Option<bool> {
        let Size::Of(name, relation) = size else {
            return Some(false);
        };
        let by = slots.iter().position(|s| s.name() == name)?;
        let pointers = &slots[at].shape.steps[..dimension];
        let outermost = pointers.iter().all(|s| matches!(s, Step::Pointer { .. }));
        let travels = together(slots[at].direction, slots[by].direction);
        let free = slots[by].derived.is_none();
        if string || !outermost || !travels || !free || by == at {
            return Some(false);
        }
        if !slots[by].is_plain() {
            return Some(false);
        }
        let of = slots[at].name().to_string();
        let relation = *relation;
        slots[by].derived = Some(Derived::Count { of, relation });
        Some(true)
    }

    fn size(&mut self, slots: &[Slot<'_>], at: usize, expr: &Expr) -> Option<Size> {
        let is_place = |name: &str| slots.iter().any(|s| &**s.name() == name);
        let (sources, constants, broken) = (self.sources, &self.constants, &self.broken);
        // What is no constant may yet be a size.
        let value = |expr: &Expr| constants.eval(sources, &mut Findings::new(0), broken, expr);
        let read = size::read(expr, &is_place, &value);
        match read {
            Ok(Size::Of(name, relation)) => self.sized_by(slots, at, name, relation, expr.span),
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

    /// Checks the field that a size names.
    fn sized_by(
        &mut self,
        slots: &[Slot<'_>],
        at: usize,
        name: Rc<str>,
        relation: Relation,
        span: Span,
    ) -> Option<Size> {
        let by = slots.iter().find(|s| *s.name() == name)?;
        let integer = by.shape.is_discrete();
        if !integer {
            let message = format!("`{name}` is no integer, so it says nothing about a size");
            self.error(span, message, None);
            return None;
        }
        if slots[at].direction == Some(Direction::In) && by.direction == Some(Direction::Out) {
            let message = format!("`{name}` is not there when the request is made");
            self.error(span, message, Some("give it the attribute `in`"));
            return None;
        }
        Some(Size::Of(name, relation))
    }

    /// `switch_is`: the field that it names follows from the union.
    fn switch(&mut self, slots: &mut [Slot<'_>], at: usize) -> bool {
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
        let Some(expr) = attrs.expr("switch_is") else {
            if outside && !slots[at].field.attrs.has("switch_is") {
                let message = "which arm of this union holds is not said";
                let help = "add `switch_is(name)`, with the field or parameter that says it";
                self.error(span, message, Some(help));
            }
            return !outside;
        };
        if !outside {
            let message = "`switch_is` belongs to a union without a switch of its own";
            self.error(expr.span, message, None);
            return false;
        }
        let Some(size) = self.size(slots, at, expr) else {
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
        let travels = together(slots[at].direction, slots[by].direction);
        if pointers && plain && travels && slots[by].derived.is_none() {
            let of = slots[at].name().to_string();
            slots[by].derived = Some(Derived::Label { of });
        } else {
            let text = size.text(self.whence(slots, at, &size));
            slots[at].annotations.insert(SWITCH_IS.into(), text);
        }
        true
    }

    /// The model's type of a shape. `top`: its first step is a parameter's, where a reference
    /// pointer is not seen.
    pub(super) fn built(
        &mut self,
        shape: &Shape,
        extents: &[Extent],
        top: bool,
        span: Span,
    ) -> Option<Type> {
        if !self.can_travel(shape, span) {
            return None;
        }
        let scalar = match shape.base {
            Base::Scalar(scalar) => Some(scalar),
            _ => None,
        };
        let mut ty = shape.base.ty();
        let innermost = shape.steps.len().saturating_sub(1);
        for (at, step) in shape.steps.iter().enumerate().rev() {
            let extent = &extents[at];
            let element = scalar.filter(|_| at == innermost);
            let string = scalar.filter(|_| shape.string && at == innermost);
            ty = match step {
                Step::Pointer { class, .. } => {
                    let target = match string {
                        Some(scalar) => text(scalar, None, extent),
                        None if extent.sized => array(element, ty, None, extent),
                        None => ty,
                    };
                    match class {
                        Class::Ref if top && at == 0 => target,
                        class => class.pointer_to(target),
                    }
                }
                Step::Array(dimension) => match string {
                    Some(scalar) => text(scalar, dimension.length, extent),
                    None => array(element, ty, dimension.length, extent),
                },
                Step::Function => return None,
            };
        }
        Some(ty)
    }

    /// Whether a wire can carry it.
    fn can_travel(&mut self, shape: &Shape, span: Span) -> bool {
        if shape.steps.iter().any(|s| matches!(s, Step::Function)) {
            self.no_function(span);
            return false;
        }
        let unfolded = shape.unfolded();
        if unfolded.steps.iter().any(|s| matches!(s, Step::Function)) {
            self.no_function(span);
            return false;
        }
        let problem = match &unfolded.base {
            Base::Void => "`void` has no shape on the wire",
            Base::Handle => "a `handle_t` does not travel",
            _ => "",
        };
        if !problem.is_empty() {
            let help = "with the attribute `context_handle`, `void *` is a handle to state of the \
                        server";
            self.error(span, problem, Some(help));
            return false;
        }
        let in_array = unfolded
            .steps
            .windows(2)
            .any(|w| matches!(w, [Step::Array(_), Step::Pointer { .. }]));
        let last_is_array = matches!(unfolded.steps.last(), Some(Step::Array(_)));
        let conformant = matches!(
            unfolded.base,
            Base::Record {
                conformant: true,
                ..
            }
        );
        if conformant && last_is_array && !in_array {
            let message = "the elements of an array cannot end in an array whose length is known at \
                           run time (C706 section 4.2.15.2)";
            self.error(span, message, None);
            return false;
        }
        self.must_be_complete(&unfolded, span)
    }
}

/// What is said of the outermost array belongs to the field: pointers may lie between.
fn keep_outermost(shape: &Shape, extents: &mut [Extent], annotations: &mut Annotations) {
    for (step, extent) in shape.steps.iter().zip(extents) {
        if extent.sized || matches!(step, Step::Array(_)) {
            annotations.append(&mut extent.marks);
            return;
        }
    }
}

fn array(scalar: Option<Scalar>, element: Type, fixed: Option<u32>, extent: &Extent) -> Type {
    let length = match fixed {
        Some(n) if extent.varying => Length::UpTo(Some(n)),
        Some(n) => Length::Fixed(n),
        None => Length::UpTo(None),
    };
    let kind = match (fixed, extent.varying, extent.v1) {
        (Some(_), true, false) => Some("varying"),
        (Some(_), true, true) => Some("v1-varying"),
        (None, true, false) => Some("conformant-varying"),
        (None, true, true) => Some("v1-conformant-varying"),
        (_, false, _) => None,
    };
    let ty = shape::array(scalar, element, length);
    marked(
        kind.into_iter()
            .fold(ty, |ty, kind| ty.marked(shape::ARRAY, kind)),
        extent,
    )
}

fn text(scalar: Scalar, fixed: Option<u32>, extent: &Extent) -> Type {
    let ty = shape::string(scalar, fixed).unwrap_or(Type::Void);
    let ty = match fixed {
        Some(_) if extent.v1 => ty.marked(shape::ARRAY, "v1-varying"),
        Some(_) => ty.marked(shape::ARRAY, "varying"),
        None => ty,
    };
    marked(ty, extent)
}

fn marked(ty: Type, extent: &Extent) -> Type {
    let marks = extent.marks.iter();
    marks.fold(ty, |ty, (key, value)| ty.marked(key, value))
}
