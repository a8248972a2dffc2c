//! The values of all constants and members of enumerations.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::Limits;
use crate::diagnostic::{self, Findings, Severity};
use crate::source::{Sources, Span};

use super::ast::*;
use super::builtin;
use super::expr::{self, ExprError, Mode};
use super::lex::Token;

/// Names with values.
pub(crate) struct Constants<'i> {
    entries: HashMap<Rc<str>, Entry<'i>>,
    foreign: &'i HashMap<Rc<str>, Vec<Token>>,
    /// Defined by what did not parse.
    broken: &'i HashSet<Rc<str>>,
    limits: Limits,
}

struct Entry<'i> {
    from: From<'i>,
    state: State,
}

#[derive(Clone, Copy)]
enum From<'i> {
    Const(&'i ConstValue),
    /// A member of this enumeration.
    Members(&'i [Member]),
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    New,
    Active,
    Known(i128),
    /// Reported.
    Faulty,
}

impl<'i> Constants<'i> {
    /// Collects and evaluates; what is wrong is reported, once.
    pub(crate) fn collect(
        sources: &Sources<'_>,
        findings: &mut Findings,
        limits: Limits,
        parsed: &'i Parsed,
        foreign: &'i HashMap<Rc<str>, Vec<Token>>,
    ) -> Self {
        let Parsed { items, broken } = parsed;
        let mut constants = Self {
            entries: HashMap::new(),
            foreign,
            broken,
            limits,
        };
        let mut add = |name: &Name, from| {
            constants.entries.entry(name.text.clone()).or_insert(Entry {
                from,
                state: State::New,
            });
        };
        for item in items {
            if let ItemNode::Const(name, value) = &item.node {
                add(name, From::Const(value));
            }
            item.each_spec(&mut |spec| {
                if let SpecNode::Enum(members) = &spec.node {
                    members
                        .iter()
                        .for_each(|m| add(&m.name, From::Members(members)));
                }
            });
        }
        for item in items {
            if let ItemNode::Const(name, ConstValue::Expr(_)) = &item.node {
                constants.settle(sources, findings, &name.text);
            }
            item.each_spec(&mut |spec| {
                if let SpecNode::Enum(members) = &spec.node {
                    for name in members.iter().map(|m| &m.name.text) {
                        constants.settle(sources, findings, name);
                    }
                }
            });
        }
        constants
    }

    fn settle(&mut self, sources: &Sources<'_>, findings: &mut Findings, name: &Rc<str>) {
        if let Err(Some(e)) = self.value_of(name, Span::default(), 0) {
            self.report(sources, findings, e);
        }
    }

    /// The value of a name; `Err(None)` where what is wrong with it has been said.
    fn value_of(
        &mut self,
        name: &str,
        span: Span,
        depth: usize,
    ) -> Result<i128, Option<ExprError>> {
        let Some((key, entry)) = self.entries.get_key_value(name) else {
            return self.outside(name, span, depth);
        };
        let (key, from) = (key.clone(), entry.from);
        if let From::Const(ConstValue::Text(_)) = from {
            return Err(Some(ExprError::new(
                span,
                format!("`{name}` is a text, not a number"),
            )));
        }
        match entry.state {
            State::Known(value) => return Ok(value),
            State::Faulty => return Err(None),
            State::Active => {
                return Err(Some(ExprError::new(
                    span,
                    format!("the value of `{name}` depends on itself"),
                )));
            }
            State::New if depth > self.limits.nesting => {
                return Err(Some(ExprError::new(
                    span,
                    format!("the value of `{name}` depends on too many others"),
                )));
            }
            State::New => {}
        }
        match from {
            From::Const(value) => {
                self.set(&key, State::Active);
                let value = self.const_value(value, depth);
                self.set(
                    &key,
                    value.as_ref().map_or(State::Faulty, |v| State::Known(*v)),
                );
                value
            }
            From::Members(members) => self.members(members, name, depth),
        }
    }

    fn set(&mut self, name: &str, state: State) {
        if let Some(entry) = self.entries.get_mut(name) {
            entry.state = state;
        }
    }

    fn const_value(&mut self, value: &ConstValue, depth: usize) -> Result<i128, Option<ExprError>> {
        match value {
            ConstValue::Expr(expr) => {
                let value = self.evaluate(expr, depth + 1)?;
                let fits = expr::in_64_bits(value).then_some(value);
                fits.ok_or_else(|| {
                    Some(ExprError::new(
                        expr.span,
                        "this value does not fit in 64 bits",
                    ))
                })
            }
            // Looked at before it comes to this.
            ConstValue::Text(_) => Err(None),
        }
    }

    /// All members of an enumeration in order, up to the one that is wanted.
    fn members(
        &mut self,
        members: &[Member],
        wanted: &str,
        depth: usize,
    ) -> Result<i128, Option<ExprError>> {
        let mut next = Ok(0);
        for member in members {
            let state = self.entries.get(&*member.name.text).map(|e| e.state);
            let known = match state {
                Some(State::New) => {
                    self.set(&member.name.text, State::Active);
                    let value = match &member.value {
                        Some(expr) => self
                            .evaluate(expr, depth + 1)
                            .and_then(|v| in_32_bits(v, expr.span)),
                        None => next.and_then(|v| in_32_bits(v, member.name.span)),
                    };
                    self.set(
                        &member.name.text,
                        value.as_ref().map_or(State::Faulty, |v| State::Known(*v)),
                    );
                    value
                }
                Some(State::Known(value)) => Ok(value),
                _ => Err(None),
            };
            if *member.name.text == *wanted || matches!(known, Err(Some(_))) {
                return known;
            }
            next = known.map(|v| v + 1);
        }
        Err(None)
    }

    /// A name that the definition does not define: a header does, or nobody.
    fn outside(&mut self, name: &str, span: Span, depth: usize) -> Result<i128, Option<ExprError>> {
        if let Some(body) = self
            .foreign
            .get(name)
            .filter(|_| depth <= self.limits.nesting)
        {
            let Limits {
                expression_nodes,
                nesting,
                ..
            } = self.limits;
            let parsed = expr::parse(body, &mut 0, Mode::Constant, expression_nodes, nesting);
            if let Ok(expr) = parsed {
                return self.evaluate(&expr, depth + 1);
            }
        }
        builtin::constant(name).ok_or_else(|| {
            if self.broken.contains(name) {
                return None;
            }
            let mut error = ExprError::new(span, format!("there is no constant `{name}`"));
            error.undefined = Some(name.to_owned());
            Some(error)
        })
    }

    fn evaluate(&mut self, expr: &Expr, depth: usize) -> Result<i128, Option<ExprError>> {
        let mut said = false;
        let result = expr::evaluate(expr, &mut |name, span| {
            self.value_of(name, span, depth).map_err(|e| {
                said = e.is_none();
                e.unwrap_or_else(|| ExprError::new(span, ""))
            })
        });
        result.map_err(|e| (!said).then_some(e))
    }

    /// The value of an expression anywhere; `None` once what is wrong has been reported.
    pub(crate) fn eval(
        &mut self,
        sources: &Sources<'_>,
        findings: &mut Findings,
        expr: &Expr,
    ) -> Option<i128> {
        match self.evaluate(expr, 0) {
            Ok(value) => Some(value),
            Err(error) => {
                if let Some(error) = error {
                    self.report(sources, findings, error);
                }
                None
            }
        }
    }

    /// The value of an expression that has been checked.
    pub(crate) fn known(&mut self, expr: &Expr) -> i128 {
        self.evaluate(expr, 0).unwrap_or_default()
    }

    /// The value of a constant or member that has been checked.
    pub(crate) fn named(&mut self, name: &str) -> i128 {
        self.value_of(name, Span::default(), 0).unwrap_or_default()
    }

    /// The definition itself has a constant or member of that name.
    pub(crate) fn defines(&self, name: &str) -> bool {
        self.entries.contains_key(name)
    }

    fn report(&self, sources: &Sources<'_>, findings: &mut Findings, error: ExprError) {
        let names = self.entries.keys().chain(self.foreign.keys()).map(|n| &**n);
        let meant = error
            .undefined
            .as_deref()
            .and_then(|name| findings.suggest(name, names));
        let found = diagnostic::at(sources, error.span, Severity::Error, error.message);
        findings.push(found.help(meant.map(|m| format!("did you mean `{m}`?"))));
    }
}

/// A member's value; above the signed range it is what C makes of it.
fn in_32_bits(value: i128, span: Span) -> Result<i128, Option<ExprError>> {
    if let Ok(value) = i32::try_from(value) {
        return Ok(value.into());
    }
    // RFC 4506 section 4.3: an enumeration is encoded as a signed integer.
    let wrapped = u32::try_from(value).map(|v| i128::from(v as i32));
    wrapped.map_err(|_| {
        Some(ExprError::new(
            span,
            format!("the value {value} does not fit in 32 bits"),
        ))
    })
}
