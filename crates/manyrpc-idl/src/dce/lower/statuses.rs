//! `comm_status` and `fault_status`: failures returned in results instead of errors.
//!
//! Reading list: C706 section 4.3.8; OSF DCE Application Development Guide, Core Components,
//! section 18.3.7, for the order of added parameters.

use manyrpc_model::{Direction, Failures, Status, StatusPlace, Type};

use super::super::ast::*;
use super::super::kept::STATUSES;
use super::Lowering;
use super::slot::Slot;
use crate::place::Span;

/// One of the attributes, with its place.
struct Given {
    span: Span,
    place: StatusPlace,
    of: Failures,
    /// Whether a status can be there.
    fits: bool,
}

impl Lowering<'_, '_> {
    /// Each kind of failure has one place, of type `error_status_t`.
    pub(super) fn statuses(
        &mut self,
        operation: &Operation,
        slots: &[Slot<'_>],
        result: Option<&Type>,
    ) -> Option<Vec<Status>> {
        let all = self.given_statuses(operation, slots, result);
        let mut fine = true;
        for (name, of) in kinds() {
            let given: Vec<&Given> = all.iter().filter(|s| s.of == of).collect();
            if let Some(wrong) = given.iter().find(|s| !s.fits) {
                let message = format!(
                    "`{name}` belongs to a result or `out` parameter of type `error_status_t`"
                );
                self.error(wrong.span, message, None);
                fine = false;
            }
            if let [first, second, ..] = given[..] {
                let message = format!("`{name}` is given twice for one operation");
                let found = self.finding(second.span, message);
                let found = found.label(self.sources, first.span, "first here");
                self.findings.push(found);
                fine = false;
            }
        }
        fine.then(|| places(all))
    }

    /// The attributes of the result, then of parameters, then of added parameters.
    fn given_statuses(
        &self,
        operation: &Operation,
        slots: &[Slot<'_>],
        result: Option<&Type>,
    ) -> Vec<Given> {
        let mut all = Vec::new();
        for attr in &operation.attrs.0 {
            if let (Some(of), []) = (kind(attr), attr.words()) {
                let fits = result.is_some_and(|ty| self.is_status(ty));
                all.push(Given::of(attr, of, StatusPlace::Result, fits));
            }
        }
        for slot in slots {
            for attr in &slot.field.attrs.0 {
                if let Some(of) = kind(attr) {
                    let out = slot.direction != Some(Direction::In) && slot.derived.is_none();
                    let place = StatusPlace::Param(slot.name().to_string());
                    all.push(Given::of(attr, of, place, out && self.is_status(&slot.ty)));
                }
            }
        }
        for attr in &operation.attrs.0 {
            if let (Some(of), [name, more @ ..]) = (kind(attr), attr.words()) {
                let mut params = operation.params.iter();
                let taken = params.any(|p| p.declarator.name.text == name.text);
                let place = StatusPlace::Added(name.text.to_string());
                all.push(Given::of(attr, of, place, !taken && more.is_empty()));
            }
        }
        all
    }

    /// Whether a type is `error_status_t`, under any name.
    fn is_status(&self, ty: &Type) -> bool {
        let named = match ty.plain() {
            Type::Named(name) => self.types.get(&**name),
            plain => return *plain == Type::U32,
        };
        named.and_then(|(base, _)| super::types::scalar_of(base)) == Some(Scalar::U32)
    }
}

impl Given {
    fn of(attr: &Attr, of: Failures, place: StatusPlace, fits: bool) -> Self {
        let span = attr.name.span;
        Given {
            span,
            place,
            of,
            fits,
        }
    }
}

/// The attributes and the kind of failure each stands for.
fn kinds() -> [(&'static str, Failures); 2] {
    let [communication, server] = STATUSES;
    [
        (communication, Failures::Communication),
        (server, Failures::Server),
    ]
}

fn kind(attr: &Attr) -> Option<Failures> {
    let found = kinds()
        .into_iter()
        .find(|(name, _)| **name == *attr.name.text);
    found.map(|(_, of)| of)
}

/// Both kinds in one place form one status.
fn places(given: Vec<Given>) -> Vec<Status> {
    let mut statuses: Vec<Status> = Vec::new();
    for Given { place, of, .. } in given {
        match statuses.iter_mut().find(|s| s.place == place) {
            Some(status) => status.of = Failures::All,
            None => statuses.push(Status { place, of }),
        }
    }
    statuses
}
