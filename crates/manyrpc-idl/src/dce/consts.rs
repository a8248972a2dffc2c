//! The values of constants and members of enumerations, evaluated in the order of declaration: a
//! name has its value from its declaration on (C706 section 4.2.7.2).

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::c::expr::{self, ExprError};
use crate::diagnostic::{self, Findings, Severity};
use crate::source::Sources;

use super::ast::*;
use super::builtin;

/// Names with values.
#[derive(Default)]
pub(crate) struct Constants {
    /// `None` for a text, `NULL`, or a constant with a reported error.
    values: HashMap<Rc<str>, Option<i128>>,
}

impl Constants {
    pub(crate) fn set(&mut self, name: &Name, value: Option<i128>) {
        self.values.entry(name.text.clone()).or_insert(value);
    }

    pub(crate) fn defines(&self, name: &str) -> bool {
        self.values.contains_key(name)
    }

    /// The value of an expression; `None` once its error has been reported.
    pub(crate) fn eval(
        &self,
        sources: &Sources<'_>,
        findings: &mut Findings,
        broken: &HashSet<Rc<str>>,
        expr: &Expr,
    ) -> Option<i128> {
        let mut reported = false;
        let value = expr::evaluate(expr, &mut |name, span| {
            let own = self.values.get(name).copied();
            let known = own.or_else(|| builtin::constant(name).map(Some));
            if let Some(Some(value)) = known {
                return Ok(value);
            }
            reported |= known.is_some() || broken.contains(name);
            let mut error = ExprError::new(span, format!("there is no constant `{name}`"));
            error.undefined = Some(name.to_owned());
            Err(error)
        });
        match value {
            Ok(value) => Some(value),
            Err(error) => {
                if !reported {
                    self.report(sources, findings, error);
                }
                None
            }
        }
    }

    fn report(&self, sources: &Sources<'_>, findings: &mut Findings, error: ExprError) {
        let names = self.values.keys().map(|n| &**n);
        let meant = error
            .undefined
            .as_deref()
            .and_then(|name| findings.suggest(name, names));
        let found = diagnostic::at(sources, error.span, Severity::Error, error.message);
        findings.push(found.help(meant.map(|m| format!("did you mean `{m}`?"))));
    }
}
