//! The values of all constants and members of enumerations.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::diagnostic::{self, Findings, Severity};
use crate::options::Limits;
use crate::place::Span;
use crate::source::Sources;

use super::ast::*;
use super::builtin;
use crate::c::expr::{self, ExprError, Mode};
use crate::c::lex::Token;

/// Names with values.
pub(crate) struct Constants<'i> {
    entries: HashMap<Rc<str>, Entry<'i>>,
    /// The numbers of programs, versions and procedures by name; several may share one name.
    numbers: HashMap<Rc<str>, Vec<&'i Expr>>,
    foreign: &'i HashMap<Rc<str>, Vec<Token>>,
    /// The values of those and of foreign names, as far as they have been looked up.
    other_values: HashMap<Rc<str>, Option<i128>>,
    /// Names whose definitions did not parse.
    broken: &'i HashSet<Rc<str>>,
    limits: Limits,
    /// Errors found while evaluating, not yet reported.
    pending: Vec<ExprError>,
}

/// The longest chain of constants defined by later ones; constants in order form no chain.
const LONGEST_CHAIN: usize = 8;

#[derive(Clone, Copy)]
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
    /// Already reported.
    Faulty,
}

/// `None` as the error: already reported.
type Value = Result<i128, Option<ExprError>>;

impl<'i> Constants<'i> {
    /// Collects and evaluates all constants; each error is reported once.
    pub(crate) fn collect(
        sources: &Sources<'_>,
        findings: &mut Findings,
        limits: Limits,
        parsed: &'i Parsed,
        foreign: &'i HashMap<Rc<str>, Vec<Token>>,
    ) -> Self {
        let Parsed { items, broken, .. } = parsed;
        let mut entries: HashMap<Rc<str>, Entry<'i>> = HashMap::new();
        let mut in_order: Vec<&Name> = Vec::new();
        let mut add = |name: &'i Name, from| {
            let state = State::New;
            entries
                .entry(name.text.clone())
                .or_insert(Entry { from, state });
            if !matches!(from, From::Const(ConstValue::Text(_))) {
                in_order.push(name);
            }
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
        let mut constants = Self {
            entries,
            numbers: numbers(items),
            foreign,
            other_values: HashMap::new(),
            broken,
            limits,
            pending: Vec::new(),
        };
        for name in in_order {
            if let Err(Some(error)) = constants.value_of(&name.text, name.span, 0) {
                constants.pending.push(error);
            }
            constants.report(sources, findings);
        }
        constants
    }

    fn value_of(&mut self, name: &str, span: Span, depth: usize) -> Value {
        let Some(&Entry { from, state }) = self.entries.get(name) else {
            return self.outside(name, span, depth);
        };
        let error = |why: &str| Err(Some(ExprError::new(span, format!("`{name}` {why}"))));
        match (from, state) {
            (From::Const(ConstValue::Text(_)), _) => error("is a text, not a number"),
            (_, State::Known(value)) => Ok(value),
            (_, State::Faulty) => Err(None),
            (_, State::Active) => error("has a value that depends on itself"),
            (_, State::New) if depth > LONGEST_CHAIN => {
                error("has a value that depends on too many others")
            }
            (From::Const(ConstValue::Expr(expr)), State::New) => {
                self.set(name, State::Active);
                let value = self.evaluate(expr, depth + 1).and_then(|value| {
                    let message = "this value does not fit in 64 bits";
                    let fits = expr::in_64_bits(value).then_some(value);
                    fits.ok_or_else(|| Some(ExprError::new(expr.span, message)))
                });
                self.set(name, settled(&value));
                value
            }
            (From::Members(members), State::New) => {
                self.members(members, depth);
                self.value_of(name, span, LONGEST_CHAIN + 1)
            }
        }
    }

    fn set(&mut self, name: &str, state: State) {
        if let Some(entry) = self.entries.get_mut(name) {
            entry.state = state;
        }
    }

    /// Evaluates all members of an enumeration that have no value yet.
    fn members(&mut self, members: &'i [Member], depth: usize) {
        let mut next = Ok(0);
        for Member { name, value, .. } in members {
            let known = match self.entries.get(&name.text).map(|e| e.state) {
                Some(State::New) => {
                    self.set(&name.text, State::Active);
                    let (value, span) = match value {
                        Some(expr) => (self.evaluate(expr, depth + 1), expr.span),
                        None => (next, name.span),
                    };
                    let value = value.and_then(|v| in_32_bits(v, span));
                    self.set(&name.text, settled(&value));
                    value
                }
                Some(State::Known(value)) => Ok(value),
                _ => Err(None),
            };
            next = known.map(|v| v + 1).map_err(|error| {
                let room = self.pending.len() < self.limits.diagnostics;
                self.pending.extend(error.filter(|_| room));
                None
            });
        }
    }

    /// The value of a name that is no constant of the definition: of a program, version or
    /// procedure (its number, as in rpcgen's headers), or of a name from a C header.
    fn outside(&mut self, name: &str, span: Span, depth: usize) -> Value {
        if let Some(value) = self
            .number(name, depth)
            .or_else(|| self.foreign_value(name, depth))
            .or_else(|| builtin::constant(name))
        {
            return Ok(value);
        }
        if self.broken.contains(name) {
            return Err(None);
        }
        let numbered = self.numbers.contains_key(name);
        let mut error = match numbered {
            true => ExprError::new(span, format!("`{name}` has no one number")),
            false => ExprError::new(span, format!("there is no constant `{name}`")),
        };
        error.undefined = (!numbered).then(|| name.to_owned());
        Err(Some(error))
    }

    /// The number that all programs, versions and procedures of that name share; `None` if they
    /// differ or the number depends on itself.
    fn number(&mut self, name: &str, depth: usize) -> Option<i128> {
        if let Some(known) = self.other_values.get(name) {
            return *known;
        }
        let (name, numbers) = self
            .numbers
            .get_key_value(name)
            .filter(|_| depth <= LONGEST_CHAIN)?;
        let (name, numbers) = (name.clone(), numbers.clone());
        // A value that depends on itself is not found.
        self.other_values.insert(name.clone(), None);
        let mut values = numbers
            .iter()
            .map(|expr| self.evaluate(expr, depth + 1).ok());
        let first = values.next().flatten();
        let value = first.filter(|_| values.all(|value| value == first));
        self.other_values.insert(name, value);
        value
    }

    /// The number that `%#define name …` defines; `None` if it defines something else.
    fn foreign_value(&mut self, name: &str, depth: usize) -> Option<i128> {
        if self.numbers.contains_key(name) {
            return None;
        }
        if let Some(known) = self.other_values.get(name) {
            return *known;
        }
        let (name, body) = self
            .foreign
            .get_key_value(name)
            .filter(|_| depth <= LONGEST_CHAIN)?;
        // A value that depends on itself is not found.
        self.other_values.insert(name.clone(), None);
        let Limits {
            expression_nodes,
            nesting,
            ..
        } = self.limits;
        let parsed = expr::parse(body, &mut 0, Mode::Constant, expression_nodes, nesting);
        let value = self.evaluate(&parsed.ok()?, depth + 1).ok();
        self.other_values.insert(name.clone(), value);
        value
    }

    fn evaluate(&mut self, expr: &Expr, depth: usize) -> Value {
        let mut reported = false;
        let result = expr::evaluate(expr, &mut |name, span| {
            self.value_of(name, span, depth).map_err(|e| {
                reported = e.is_none();
                e.unwrap_or_else(|| ExprError::new(span, ""))
            })
        });
        result.map_err(|e| (!reported).then_some(e))
    }

    /// The value of any expression; `None` once its error has been reported.
    pub(crate) fn eval(
        &mut self,
        sources: &Sources<'_>,
        findings: &mut Findings,
        expr: &Expr,
    ) -> Option<i128> {
        let value = self.evaluate(expr, 0);
        let value = value.map_err(|error| self.pending.extend(error)).ok();
        self.report(sources, findings);
        value
    }

    /// The value of an expression that has already been checked.
    pub(crate) fn known(&mut self, expr: &Expr) -> i128 {
        self.evaluate(expr, 0).unwrap_or_default()
    }

    /// The value of a constant or member that has already been checked.
    pub(crate) fn named(&mut self, name: &str) -> i128 {
        self.value_of(name, Span::default(), 0).unwrap_or_default()
    }

    /// Whether the definition itself has a constant or member of that name.
    pub(crate) fn defines(&self, name: &str) -> bool {
        self.entries.contains_key(name)
    }

    fn report(&mut self, sources: &Sources<'_>, findings: &mut Findings) {
        for error in std::mem::take(&mut self.pending) {
            let own = self.entries.keys().chain(self.numbers.keys());
            let names = own.chain(self.foreign.keys()).map(|n| &**n);
            let meant = error
                .undefined
                .as_deref()
                .and_then(|name| findings.suggest(name, names));
            let found = diagnostic::at(sources, error.span, Severity::Error, error.message);
            findings.push(found.help(meant.map(|m| format!("did you mean `{m}`?"))));
        }
    }
}

/// The numbers of the definition's programs, versions and procedures, by name.
fn numbers(items: &[Item]) -> HashMap<Rc<str>, Vec<&Expr>> {
    let mut numbers: HashMap<Rc<str>, Vec<&Expr>> = HashMap::new();
    for item in items {
        if let ItemNode::Program(program) = &item.node {
            for (name, number) in program.numbered() {
                numbers.entry(name.text.clone()).or_default().push(number);
            }
        }
    }
    numbers
}

fn settled(value: &Value) -> State {
    value.as_ref().map_or(State::Faulty, |v| State::Known(*v))
}

/// A member's value; values above the signed range wrap as in C.
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
