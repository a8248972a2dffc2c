//! Values of constants.
//!
//! Reading list: CORBA 3.0 section 3.10.2. Numbers of different kinds do not meet in an expression,
//! `~` has the width of the constant's type, and every result fits it.

use crate::c::expr::in_64_bits;
use crate::place::Span;

use super::ast::Basic;
use super::check::Checker;
use super::expr::{Expr, ExprNode, kind};
use super::fixed::Decimal;
use super::tree::{DeclId, Kind, ScopeId, Ty, Value, range};

/// What is wanted of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    /// From, to, and the mask that `~` of an unsigned type has.
    Integer(i128, i128, Option<i128>),
    Float,
    Fixed,
    Bool,
    Char,
    WideChar,
    Text,
    WideText,
    Enumerator(DeclId),
}

impl Wanted {
    fn describe(self) -> &'static str {
        match self {
            Wanted::Integer(..) => "an integer",
            Wanted::Float => "a floating-point number",
            Wanted::Fixed => "a fixed-point number",
            Wanted::Bool => "TRUE or FALSE",
            Wanted::Char => "a character",
            Wanted::WideChar => "a wide character",
            Wanted::Text => "a text",
            Wanted::WideText => "a wide text",
            Wanted::Enumerator(_) => "a value of its enumeration",
        }
    }
}

impl Checker<'_, '_> {
    /// The value of an expression as a constant of that type; says what is wrong with it.
    pub(super) fn value(&mut self, scope: ScopeId, ty: &Ty, expr: &Expr) -> Option<Value> {
        let Some(wanted) = self.wanted(ty) else {
            self.error(expr.span, "there are no constants of this type", None);
            return None;
        };
        let value = self.evaluate(scope, wanted, expr)?;
        self.fits(ty, wanted, &value, expr.span).then_some(value)
    }

    /// A length or number of digits, from `least` on.
    pub(super) fn length(&mut self, scope: ScopeId, expr: &Expr, least: i128) -> Option<u32> {
        let ty = Ty::Basic(Basic::I64);
        let Some(Value::Integer(value)) = self.value(scope, &ty, expr) else {
            return None;
        };
        let length = u32::try_from(value).ok().filter(|_| value >= least);
        if length.is_none() {
            let message = format!("this is between {least} and 4294967295, not {value}");
            self.error(expr.span, message, None);
        }
        length
    }

    fn wanted(&self, ty: &Ty) -> Option<Wanted> {
        Some(match self.tree.behind(ty) {
            Ty::Basic(basic) => match basic {
                Basic::F32 | Basic::F64 | Basic::F128 => Wanted::Float,
                Basic::Bool => Wanted::Bool,
                Basic::Char => Wanted::Char,
                Basic::WChar => Wanted::WideChar,
                _ => {
                    let (min, max) = range(*basic)?;
                    let mask = match basic {
                        Basic::U64 => Some(u64::MAX.into()),
                        _ if min == 0 => Some(u32::MAX.into()),
                        _ => None,
                    };
                    Wanted::Integer(min, max, mask)
                }
            },
            Ty::Text(_) => Wanted::Text,
            Ty::WideText(_) => Wanted::WideText,
            Ty::Fixed(..) | Ty::AnyFixed => Wanted::Fixed,
            Ty::Named(id, _) => match self.tree.decls[*id].kind {
                Kind::Enum(_) => Wanted::Enumerator(*id),
                _ => return None,
            },
            _ => return None,
        })
    }

    fn fits(&mut self, ty: &Ty, wanted: Wanted, value: &Value, span: Span) -> bool {
        let message = match (wanted, value, self.tree.behind(ty)) {
            (Wanted::Integer(min, max, _), Value::Integer(value), _)
                if !(min..=max).contains(value) =>
            {
                format!("{value} is not between {min} and {max}")
            }
            (_, Value::Text(text), Ty::Text(Some(max))) if text.chars().count() > *max as usize => {
                format!("this text has more than {max} characters")
            }
            (_, Value::WideText(text), Ty::WideText(Some(max)))
                if text.chars().count() > *max as usize =>
            {
                format!("this text has more than {max} characters")
            }
            _ => return true,
        };
        self.error(span, message, None);
        false
    }

    fn evaluate(&mut self, scope: ScopeId, wanted: Wanted, expr: &Expr) -> Option<Value> {
        match &expr.node {
            ExprNode::Unary(op, operand) => {
                let value = self.evaluate(scope, wanted, operand)?;
                let result = unary(*op, wanted, &value);
                self.calculated(result, wanted, expr.span)
            }
            ExprNode::Binary(op, left, right) => {
                let left = self.evaluate(scope, wanted, left);
                let divisor = right.span;
                let (left, right) = (left?, self.evaluate(scope, wanted, right)?);
                if matches!(*op, "/" | "%") && is_zero(&right) {
                    self.error(divisor, "this divides by zero", None);
                    return None;
                }
                self.calculated(binary(op, &left, &right), wanted, expr.span)
            }
            ExprNode::Name(name) => {
                let id = self.look_up(scope, name)?;
                let value = match &self.tree.decls[id].kind {
                    Kind::Const(_, value) => value.clone()?,
                    Kind::Enumerator(..) => Value::Enumerator(id),
                    other => {
                        let message = format!("`{name}` is {}, not a constant", other.describe());
                        self.error(expr.span, message, None);
                        return None;
                    }
                };
                self.of_kind(wanted, value, expr)
            }
            literal => {
                let value = match literal {
                    ExprNode::Integer(value) => Value::Integer(*value),
                    ExprNode::Float(value) => Value::Float(*value),
                    ExprNode::Fixed(value) => Value::Fixed(*value),
                    ExprNode::Bool(value) => Value::Bool(*value),
                    ExprNode::Char(value) => Value::Char(*value),
                    ExprNode::WideChar(value) => Value::WideChar(*value),
                    ExprNode::WideText(text) => Value::WideText(text.clone()),
                    ExprNode::Text(text) => Value::Text(text.clone()),
                    _ => return None,
                };
                self.of_kind(wanted, value, expr)
            }
        }
    }

    fn calculated(
        &mut self,
        result: Result<Value, &'static str>,
        wanted: Wanted,
        span: Span,
    ) -> Option<Value> {
        match result {
            Ok(value) => Some(value),
            Err("") => {
                let message = format!("there is no such operator for {}", wanted.describe());
                self.error(span, message, None);
                None
            }
            Err(problem) => {
                self.error(span, problem, None);
                None
            }
        }
    }

    fn of_kind(&mut self, wanted: Wanted, value: Value, expr: &Expr) -> Option<Value> {
        let fits = match (wanted, &value) {
            (Wanted::Integer(..), Value::Integer(_))
            | (Wanted::Float, Value::Float(_))
            | (Wanted::Fixed, Value::Fixed(_))
            | (Wanted::Bool, Value::Bool(_))
            | (Wanted::Char, Value::Char(_))
            | (Wanted::WideChar, Value::WideChar(_))
            | (Wanted::Text, Value::Text(_))
            | (Wanted::WideText, Value::WideText(_)) => true,
            (Wanted::Enumerator(wanted), Value::Enumerator(id)) => {
                matches!(self.tree.decls[*id].kind, Kind::Enumerator(of, _) if of == wanted)
            }
            _ => false,
        };
        if fits {
            return Some(value);
        }
        let found = match &expr.node {
            ExprNode::Name(name) => format!("`{name}`, {}", value.describe()),
            literal => kind(literal),
        };
        let help = match (wanted, &value) {
            (Wanted::Float, Value::Integer(_)) => Some("write it with a point: `1.0`"),
            (Wanted::Fixed, Value::Integer(_) | Value::Float(_)) => {
                Some("a fixed-point number ends with `d`: `1.5d`")
            }
            (Wanted::WideChar | Wanted::WideText, Value::Char(_) | Value::Text(_)) => {
                Some("put `L` before the quotes")
            }
            _ => None,
        };
        let message = format!("expected {}, found {found}", wanted.describe());
        self.error(expr.span, message, help);
        None
    }
}

const TOO_LARGE: &str = "the value of this expression does not fit in 64 bits";

fn is_zero(value: &Value) -> bool {
    match value {
        Value::Integer(value) => *value == 0,
        Value::Float(value) => *value == 0.0,
        Value::Fixed(value) => value.is_zero(),
        _ => false,
    }
}

/// The empty text as an error: there is no such operator.
fn unary(op: char, wanted: Wanted, value: &Value) -> Result<Value, &'static str> {
    Ok(match (op, value) {
        ('+', Value::Integer(_) | Value::Float(_) | Value::Fixed(_)) => value.clone(),
        ('-', Value::Integer(value)) => Value::Integer(-value),
        ('-', Value::Float(value)) => Value::Float(-value),
        ('-', Value::Fixed(value)) => Value::Fixed(value.negated()),
        ('~', Value::Integer(value)) => match wanted {
            Wanted::Integer(_, _, Some(mask)) if *value >= 0 => {
                // As wide as the type, or as the value where that is wider.
                let mask = if *value > mask {
                    i128::from(u64::MAX)
                } else {
                    mask
                };
                Value::Integer(!value & mask)
            }
            _ => Value::Integer(!value),
        },
        _ => return Err(""),
    })
}

fn binary(op: &str, left: &Value, right: &Value) -> Result<Value, &'static str> {
    match (left, right) {
        (Value::Integer(left), Value::Integer(right)) => integers(op, *left, *right),
        (Value::Float(left), Value::Float(right)) => {
            let value = match op {
                "+" => left + right,
                "-" => left - right,
                "*" => left * right,
                "/" => left / right,
                _ => return Err(""),
            };
            match value.is_nan() {
                true => Err("the value of this expression is no number"),
                false => Ok(Value::Float(value)),
            }
        }
        (Value::Fixed(_), Value::Fixed(_)) if !["+", "-", "*", "/"].contains(&op) => Err(""),
        (Value::Fixed(left), Value::Fixed(right)) => Decimal::apply(op, *left, *right)
            .map(Value::Fixed)
            .ok_or("the value of this expression has more than 31 digits"),
        _ => Err(""),
    }
}

fn integers(op: &str, left: i128, right: i128) -> Result<Value, &'static str> {
    let shift = || {
        let shift = u32::try_from(right).ok().filter(|s| *s < 64);
        shift.ok_or("a shift is between 0 and 63")
    };
    let result = match op {
        "|" => left | right,
        "^" => left ^ right,
        "&" => left & right,
        // At most 65 bits shifted by at most 63: no overflow of 128.
        "<<" => left << shift()?,
        ">>" => left >> shift()?,
        "+" => left.checked_add(right).ok_or(TOO_LARGE)?,
        "-" => left.checked_sub(right).ok_or(TOO_LARGE)?,
        "*" => left.checked_mul(right).ok_or(TOO_LARGE)?,
        "/" => left.checked_div(right).ok_or(TOO_LARGE)?,
        _ => left.checked_rem(right).ok_or(TOO_LARGE)?,
    };
    match in_64_bits(result) {
        true => Ok(Value::Integer(result)),
        false => Err(TOO_LARGE),
    }
}
