//! Interfaces and operations.

use manyrpc_model as model;
use manyrpc_model::{Annotations, Direction, Semantics, Type};

use super::super::ast::*;
use super::super::check;
use super::super::kept::{KEPT_OF_INTERFACE, KEPT_OF_OPERATION, KEPT_OF_PARAM};
use super::super::shape::{Base, Class, Shape, Step};
use super::slot::Slot;
use super::{ENDPOINT, EXPLICIT, HANDLE, Lowering, MAYBE};
use crate::place::Span;

/// The result of lowering a parameter.
enum Lowered<'f> {
    Travels(Slot<'f>),
    /// It is the binding of the call.
    Binding,
    Faulty,
}

impl Lowering<'_, '_> {
    /// C706 section 4.2.1.2: names of operations share the name space of types and constants.
    pub(super) fn operation_name(&mut self, operation: &Operation) {
        let name = &operation.declarator.name;
        if self.types.contains_key(&name.text) || self.constants.defines(&name.text) {
            let message = format!("`{}` is defined twice", name.text);
            self.error(name.span, message, None);
        }
    }

    pub(super) fn lower_interface(
        &mut self,
        doc: &str,
        interface: &Interface,
        operations: &[(&Operation, &String)],
    ) {
        let Interface {
            attrs, name, base, ..
        } = interface;
        let message = format!("interface `{}` is defined twice", name.text);
        check::unique(
            self.sources,
            self.findings,
            &mut self.interfaces,
            name.text.clone(),
            name.span,
            message,
        );
        let com = attrs.has("object") || base.is_some();
        if com && !operations.is_empty() {
            let message = "the calls of COM objects are not carried out";
            self.error(
                name.span,
                message,
                Some("types of such an interface can be used"),
            );
            return;
        }
        let uuid = match attrs.find("uuid").map(|a| &a.args) {
            Some(Args::Uuid(uuid)) => *uuid,
            _ => {
                let message = "an interface with operations has a `uuid`, or is `local`";
                let help = "`manyrpc uuidgen` makes one";
                return self.error(name.span, message, Some(help));
            }
        };
        let version = match attrs.find("version").map(|a| &a.args) {
            Some(Args::Version(major, minor)) => model::Version {
                major: *major,
                minor: *minor,
            },
            _ => model::Version::default(),
        };
        let mut annotations = Annotations::new();
        self.keep(&mut annotations, attrs, &KEPT_OF_INTERFACE);
        if let Some(Args::Texts(texts)) = attrs.find("endpoint").map(|a| &a.args) {
            annotations.insert(ENDPOINT.into(), endpoints(texts));
        }
        let identity = model::Identity {
            uuid: Some(uuid),
            version,
            ..model::Identity::default()
        };
        let explicit = attrs.has("explicit_handle");
        let operations = self.operations(operations, explicit);
        self.module.interfaces.push(model::Interface {
            name: name.text.to_string(),
            doc: doc.to_owned(),
            identity,
            bases: Vec::new(),
            attributes: Vec::new(),
            operations,
            annotations,
        });
    }

    /// Numbered from 0 in the order in which they are written (C706 section 6.1.1).
    fn operations(
        &mut self,
        operations: &[(&Operation, &String)],
        explicit: bool,
    ) -> Vec<model::Operation> {
        let mut seen = check::Seen::new();
        let mut lowered = Vec::new();
        let mut number = 0;
        for (operation, doc) in operations {
            let name = &operation.declarator.name;
            let message = format!("operation `{}` is defined twice", name.text);
            check::unique(
                self.sources,
                self.findings,
                &mut seen,
                name.text.clone(),
                name.span,
                message,
            );
            check::operation(self.sources, self.findings, &operation.attrs);
            if operation.attrs.has("local") {
                continue;
            }
            if let Some(attr) = operation.attrs.find("callback") {
                let message = format!(
                    "`{}` is left out: servers do not call their clients by the same interface",
                    name.text
                );
                let help = "a client can serve an interface of its own and send its binding";
                self.warn(attr.name.span, message, Some(help));
                continue;
            }
            let mut operation_lowered = self.operation(operation, doc, number);
            if explicit && let Some(lowered) = &mut operation_lowered {
                bind_explicitly(&mut lowered.annotations);
            }
            lowered.extend(operation_lowered);
            number += 1;
        }
        lowered
    }

    fn operation(
        &mut self,
        operation: &Operation,
        doc: &str,
        number: u32,
    ) -> Option<model::Operation> {
        let name = &operation.declarator.name;
        let mut annotations = Annotations::new();
        self.keep(&mut annotations, &operation.attrs, &KEPT_OF_OPERATION);
        let declarators = std::slice::from_ref(&operation.declarator);
        self.points_if_classed(
            &operation.attrs,
            &operation.result,
            declarators,
            &["string"],
        );
        let mut seen = check::Seen::new();
        let mut slots = Vec::new();
        let mut fine = true;
        for param in &operation.params {
            let param_name = &param.declarator.name;
            let message = format!("parameter `{}` is named twice", param_name.text);
            check::unique(
                self.sources,
                self.findings,
                &mut seen,
                param_name.text.clone(),
                param_name.span,
                message,
            );
            match self.param(&name.text, param, &operation.params) {
                Lowered::Travels(slot) => slots.push(slot),
                Lowered::Binding if annotations.contains_key(HANDLE) => {
                    let message = "a call goes one way: there is one `handle_t`";
                    self.error(param_name.span, message, None);
                }
                Lowered::Binding => {
                    annotations.insert(HANDLE.into(), param_name.text.to_string());
                }
                Lowered::Faulty => fine = false,
            }
        }
        fine &= fine && self.finish(&mut slots);
        if operation.attrs.has("explicit_handle") {
            bind_explicitly(&mut annotations);
        }
        let result = self.result(operation);
        let statuses = self.statuses(operation, &slots, result.as_ref());
        let semantics = self.semantics(operation, &slots, &mut annotations);
        let raises = self.raises(operation, &slots, semantics);
        if !fine {
            return None;
        }
        Some(model::Operation {
            name: name.text.to_string(),
            doc: doc.to_owned(),
            number,
            params: slots.into_iter().map(param_of).collect(),
            result: result?,
            raises: raises?,
            statuses: statuses?,
            semantics,
            streams: model::Streams::NONE,
            annotations,
        })
    }

    fn param<'f>(&mut self, operation: &str, field: &'f Field, all: &[Field]) -> Lowered<'f> {
        check::param(self.sources, self.findings, &field.attrs);
        let Declarator { name, levels } = &field.declarator;
        let path = format!("{operation}_{}", name.text);
        let Some(base) = self.inline(field, all, &path) else {
            return Lowered::Faulty;
        };
        let Some(steps) = self.steps(levels, &field.attrs, Some(Class::Ref)) else {
            return Lowered::Faulty;
        };
        let mut shape = Shape {
            steps,
            base,
            string: field.attrs.has("string"),
        };
        if matches!(shape.unfolded().base, Base::Handle) {
            return Lowered::Binding;
        }
        let direction = self.direction(field);
        if field.attrs.has("context_handle") && !self.context_param(&mut shape, name.span) {
            return Lowered::Faulty;
        }
        let implicit = self.implicit_pointer(&mut shape, &field.attrs);
        let written = |a: &Attr| Class::named(&a.name.text).is_some();
        let by_name = shape.steps.is_empty() && !field.attrs.0.iter().any(written);
        if self.unfold(&mut shape, &field.attrs, name.span).is_none() {
            return Lowered::Faulty;
        }
        if by_name {
            self.top_level(&mut shape, direction, name.span);
        }
        if !self.can_return(&shape, direction, name.span) {
            return Lowered::Faulty;
        }
        if let Some(class) = implicit {
            shape.steps.insert(
                0,
                Step::Pointer {
                    class,
                    explicit: true,
                },
            );
        }
        Lowered::Travels(Slot {
            implicit: implicit.is_some(),
            ..Slot::new(field, shape, Some(direction))
        })
    }

    /// C706 section 4.2.20.1: the pointer that represents an array parameter also has a class.
    fn implicit_pointer(&mut self, shape: &mut Shape, attrs: &Attrs) -> Option<Class> {
        let class = attrs.0.iter().find_map(|a| Class::named(&a.name.text))?;
        if shape.steps.is_empty() {
            let array = matches!(shape.unfolded().steps.first(), Some(Step::Array(_)));
            if array {
                shape.unfold();
            }
        }
        let array = matches!(shape.steps.first(), Some(Step::Array(_)));
        (array && class != Class::Ref).then_some(class)
    }

    /// C706 section 4.2.23.3. Without an attribute MIDL assumes `in` (its reference, "Directional
    /// (Parameter) Attributes").
    fn direction(&mut self, field: &Field) -> Direction {
        match (field.attrs.has("in"), field.attrs.has("out")) {
            (true, true) => Direction::InOut,
            (true, false) => Direction::In,
            (false, true) => Direction::Out,
            (false, false) => {
                let name = &field.declarator.name;
                let message = format!(
                    "the direction of `{}` is not specified: it is sent with the request",
                    name.text
                );
                self.warn(
                    name.span,
                    message,
                    Some("write `[in]`, `[out]` or `[in, out]`"),
                );
                Direction::In
            }
        }
    }

    /// `[context_handle] void *h`, whose type has no name of its own.
    fn context_param(&mut self, shape: &mut Shape, span: Span) -> bool {
        let unfolded = shape.unfolded();
        match unfolded.base {
            Base::Context(_) => return true,
            Base::Void if matches!(unfolded.steps.last(), Some(Step::Pointer { .. })) => {}
            _ => {
                self.error(span, "a context handle is a `void *`", None);
                return false;
            }
        }
        *shape = unfolded;
        shape.steps.pop();
        shape.base = match self.context.clone() {
            Some(name) => Base::Context(name),
            None => {
                let name = crate::names::free(&mut self.taken, "context_handle".into());
                let name: std::rc::Rc<str> = name.into();
                self.context = Some(name.clone());
                self.define_context(&name, "")
            }
        };
        true
    }

    /// The class of a parameter's own pointer if it comes from a named type: C706 section 4.2.20.3
    /// gives it that of the interface; MIDL gives it `ref`, which is what Windows definitions mean.
    fn top_level(&mut self, shape: &mut Shape, direction: Direction, span: Span) {
        let unfolded = shape.unfolded();
        let Some(Step::Pointer { class, explicit }) = unfolded.steps.first() else {
            return;
        };
        let handle = matches!(unfolded.base, Base::Context(_));
        let midl = !explicit && self.pointer_default != Some(Class::Full);
        let must = direction == Direction::Out || handle;
        if *class == Class::Ref || must || midl {
            if midl && !must && !self.warned_midl && *class != Class::Ref {
                self.warned_midl = true;
                let message = "this named pointer has no class: as a parameter it \
                               is taken for `ref`, as MIDL does";
                let help = "write `[unique]` where it may be null; C706 would take the class from \
                            `pointer_default`";
                self.warn(span, message, Some(help));
            }
            if shape.steps.is_empty() {
                shape.unfold();
            }
            if let Some(Step::Pointer { class, .. }) = shape.steps.first_mut() {
                *class = Class::Ref;
            }
        }
    }

    /// C706 sections 4.2.23.3 and 4.2.20.5: an output needs memory to receive it.
    fn can_return(&mut self, shape: &Shape, direction: Direction, span: Span) -> bool {
        if direction == Direction::In {
            return true;
        }
        let problem = match shape.steps.first() {
            Some(Step::Array(_) | Step::Function) => return true,
            Some(Step::Pointer { class, .. })
                if direction == Direction::Out && *class != Class::Ref =>
            {
                "the pointer of an `out` parameter cannot be null"
            }
            Some(Step::Pointer { .. }) => return true,
            None if !shape.unfolded().steps.is_empty() => return true,
            // Some compilers require the `*`, others do not.
            None if matches!(shape.unfolded().base, Base::Pipe(_)) => return true,
            None => "an `out` parameter is a pointer or an array",
        };
        let help = match shape.steps.is_empty() {
            true => "put a `*` before its name",
            false => "leave its class away, or make it `[in, out]`",
        };
        self.error(span, problem, Some(help));
        false
    }

    fn result(&mut self, operation: &Operation) -> Option<Type> {
        let Declarator { name, levels } = &operation.declarator;
        let path = format!("{}_result", name.text);
        let attrs = &operation.attrs;
        let base = self.base(
            &Attrs::default(),
            &operation.result,
            "",
            super::types::Path::From(&path),
        )?;
        let nothing = matches!(base, Base::Void) && levels.is_empty();
        if nothing && !attrs.has("context_handle") {
            return Some(Type::Void);
        }
        // C706 section 4.2.20.3: a returned pointer is a full pointer.
        let mut shape = Shape {
            steps: self.steps(levels, attrs, Some(Class::Full))?,
            base,
            string: attrs.has("string"),
        };
        if attrs.has("context_handle") && !self.context_param(&mut shape, name.span) {
            return None;
        }
        if shape.string {
            self.unfold_string(&mut shape, name.span)?;
        }
        let unfolded = shape.unfolded();
        let problem = match unfolded.steps.first() {
            Some(Step::Array(_)) => "a result cannot be an array",
            _ if unfolded.conformant() => {
                "a result cannot end in an array whose length is known at run time"
            }
            Some(Step::Pointer {
                class: Class::Ref, ..
            }) => "a result cannot be a `ref` pointer: there is nothing to put it into",
            _ if matches!(unfolded.base, Base::Pipe(_)) => "a result cannot be a pipe",
            _ => "",
        };
        if !problem.is_empty() {
            self.error(name.span, problem, Some("make it an `out` parameter"));
            return None;
        }
        self.alone(&shape, name.span)
    }

    /// C706 section 4.2.22.
    fn semantics(
        &mut self,
        operation: &Operation,
        slots: &[Slot<'_>],
        annotations: &mut Annotations,
    ) -> Semantics {
        let attrs = &operation.attrs;
        let (broadcast, maybe) = (attrs.has("broadcast"), attrs.has("maybe"));
        let span = operation.declarator.name.span;
        if maybe {
            let returns = slots.iter().any(|s| s.direction != Some(Direction::In));
            let result = !matches!(operation.result.node, SpecNode::Void);
            if returns || result {
                self.error(
                    span,
                    "a `maybe` operation has no reply, so nothing returns",
                    None,
                );
            }
        }
        let repeated = broadcast || maybe || attrs.has("idempotent");
        let piped = slots
            .iter()
            .any(|s| matches!(s.shape.unfolded().base, Base::Pipe(_)));
        if repeated && piped {
            let message = "an operation with a pipe is carried out once: it cannot be \
                           `idempotent`, `maybe` or `broadcast`";
            self.error(span, message, None);
        }
        if broadcast && maybe {
            annotations.insert(MAYBE.into(), "true".into());
        }
        match (broadcast, maybe) {
            (true, _) => Semantics::Broadcast,
            (false, true) => Semantics::Maybe,
            (false, false) if repeated => Semantics::Idempotent,
            _ => Semantics::AtMostOnce,
        }
    }
}

/// C706 section 4.3.5.1: a binding parameter that is not in the definition.
fn bind_explicitly(annotations: &mut Annotations) {
    let handle = annotations.entry(HANDLE.into());
    handle.or_insert_with(|| EXPLICIT.to_owned());
}

fn param_of(slot: Slot<'_>) -> model::Param {
    let name = slot.field.declarator.name.text.to_string();
    let direction = slot.direction.unwrap_or(Direction::In);
    let mut annotations = slot.annotations;
    for attr in &slot.field.attrs.0 {
        if KEPT_OF_PARAM.contains(&&*attr.name.text) {
            annotations.insert(format!("dce.{}", attr.name.text), "true".into());
        }
    }
    model::Param {
        derived: slot.derived,
        annotations,
        ..model::Param::new(name, direction, slot.ty)
    }
}

/// Endpoints as one text: some definitions write several in one pair of quotation marks.
fn endpoints(texts: &[std::rc::Rc<str>]) -> String {
    let mut all = Vec::new();
    for text in texts {
        let mut depth = 0usize;
        let parts = text.split(|c| {
            depth += usize::from(c == '[');
            depth = depth.saturating_sub(usize::from(c == ']'));
            c == ',' && depth == 0
        });
        all.extend(parts.map(|p| p.trim().to_owned()).filter(|p| !p.is_empty()));
    }
    all.join(", ")
}
