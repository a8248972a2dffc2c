//! Exceptions of operations, our extension: `[raises(out_of_stock)]`.

use manyrpc_model::{Direction, Semantics};

use super::super::ast::*;
use super::super::check;
use super::super::shape::Base;
use super::Lowering;
use super::slot::Slot;

impl Lowering<'_, '_> {
    /// `raises(A, B)` lists structs, one of which may be returned instead of the results.
    pub(super) fn raises(
        &mut self,
        operation: &Operation,
        slots: &[Slot<'_>],
        semantics: Semantics,
    ) -> Option<Vec<String>> {
        let attrs = operation.attrs.0.iter();
        let attrs: Vec<&Attr> = attrs.filter(|a| &*a.name.text == "raises").collect();
        let Some(first) = attrs.first() else {
            return Some(Vec::new());
        };
        if matches!(semantics, Semantics::Maybe | Semantics::Broadcast) {
            let message = "an operation that raises has one reply: it is neither `maybe` nor \
                           `broadcast`";
            self.error(first.name.span, message, None);
            return None;
        }
        // All offending slots are reported.
        let kept = slots.iter().filter(|slot| !self.can_be_left_out(slot));
        let mut fine = kept.count() == 0;
        let (mut seen, mut raises) = (check::Seen::new(), Vec::new());
        for name in attrs.iter().flat_map(|attr| attr.words()) {
            let message = format!("exception `{}` is named twice", name.text);
            check::unique(
                self.sources,
                self.findings,
                &mut seen,
                name.text.clone(),
                name.span,
                message,
            );
            match self.exception(name) {
                Some(exception) => raises.push(exception),
                None => fine = false,
            }
        }
        fine.then_some(raises)
    }

    /// The struct with that name or tag.
    fn exception(&mut self, name: &Name) -> Option<String> {
        let tagged = match self.tags.get(&name.text) {
            Some(("struct", base)) if !self.types.contains_key(&name.text) => Some(base.clone()),
            _ => None,
        };
        let base = match tagged {
            Some(base) => base,
            None => self.named(name)?,
        };
        let problem = match base {
            Base::Record {
                name,
                conformant: false,
            } => return Some(name.to_string()),
            Base::Record { .. } => "it ends in an array whose length is known at run time",
            _ => "it is no struct",
        };
        let message = format!("`{}` cannot be raised: {problem}", name.text);
        self.error(name.span, message, Some("an exception is a struct"));
        None
    }

    /// An exception replaces all results: these become part of a union (`docs/exceptions.md`),
    /// which is not possible for every type.
    fn can_be_left_out(&mut self, slot: &Slot<'_>) -> bool {
        if slot.direction == Some(Direction::In) {
            return true;
        }
        let unfolded = slot.shape.unfolded();
        let sized = [
            "size_is",
            "max_is",
            "min_is",
            "length_is",
            "last_is",
            "first_is",
        ];
        let sized = sized.iter().any(|name| slot.field.attrs.has(name));
        let problem = match unfolded.base {
            Base::Pipe(_) => "is a pipe",
            Base::Context(_) => "is a context handle",
            _ if sized => "is as long as another parameter says",
            _ => return true,
        };
        let name = &slot.field.declarator.name;
        let message = format!(
            "`{}` {problem}: it cannot come back from an operation that raises",
            name.text
        );
        self.error(
            name.span,
            message,
            Some("put it into a struct, or leave `raises` out"),
        );
        false
    }
}
