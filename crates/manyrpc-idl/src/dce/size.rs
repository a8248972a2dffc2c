//! What `size_is` and its siblings say: a number, or how it follows from a field or parameter.

use std::fmt;
use std::rc::Rc;

use manyrpc_model::Relation;

use crate::source::Span;

use super::ast::{Expr, ExprNode};

/// A size, length or index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    Number(i128),
    /// `name * times / over + plus`.
    Of(Rc<str>, Relation),
}

/// Why an expression is no size.
pub(crate) enum NoSize {
    /// There is no such field or parameter, nor constant.
    Unknown(Rc<str>, Span),
    /// It is none of the forms that can be carried out.
    Form(Span),
}

/// Reads an expression; `is_place` knows fields and parameters, `value` constants.
pub(crate) fn read(
    expr: &Expr,
    is_place: &dyn Fn(&str) -> bool,
    value: &dyn Fn(&Expr) -> Option<i128>,
) -> Result<Size, NoSize> {
    let form = || NoSize::Form(expr.span);
    match &expr.node {
        ExprNode::Name(name) if is_place(name) => Ok(Size::Of(name.clone(), Relation::SAME)),
        ExprNode::Unary('*', inner) => match &inner.node {
            ExprNode::Name(name) if is_place(name) => Ok(Size::Of(name.clone(), Relation::SAME)),
            ExprNode::Name(name) => Err(NoSize::Unknown(name.clone(), inner.span)),
            _ => Err(form()),
        },
        ExprNode::Binary(op, left, right) => {
            let (left, right) = (read(left, is_place, value)?, read(right, is_place, value)?);
            combine(op, left, right).ok_or_else(form)
        }
        ExprNode::Name(name) => match value(expr) {
            Some(number) => Ok(Size::Number(number)),
            None => Err(NoSize::Unknown(name.clone(), expr.span)),
        },
        _ => value(expr).map(Size::Number).ok_or_else(form),
    }
}

fn combine(op: &str, left: Size, right: Size) -> Option<Size> {
    match (left, right) {
        (Size::Number(a), Size::Number(b)) => Some(Size::Number(match op {
            "+" => a.checked_add(b)?,
            "-" => a.checked_sub(b)?,
            "*" => a.checked_mul(b)?,
            "/" => a.checked_div(b)?,
            "<<" => a.checked_shl(u32::try_from(b).ok()?)?,
            ">>" => a.checked_shr(u32::try_from(b).ok()?)?,
            _ => return None,
        })),
        (Size::Of(name, relation), Size::Number(n)) => {
            apply(op, relation, n).map(|r| Size::Of(name, r))
        }
        (Size::Number(n), Size::Of(name, relation)) if matches!(op, "+" | "*") => {
            apply(op, relation, n).map(|r| Size::Of(name, r))
        }
        _ => None,
    }
}

fn apply(op: &str, r: Relation, n: i128) -> Option<Relation> {
    let shifted = || 1u32.checked_shl(u32::try_from(n).ok()?);
    let plus = |plus: i128| i32::try_from(plus).ok().map(|plus| Relation { plus, ..r });
    let times = |n: u32| {
        let exact = r.over == 1 && n > 0;
        let plus = r.plus.checked_mul(i32::try_from(n).ok()?)?;
        let times = r.times.checked_mul(n).filter(|_| exact)?;
        Some(Relation { times, plus, ..r })
    };
    let over = |n: u32| {
        let exact = r.plus == 0 && n > 0;
        let over = r.over.checked_mul(n).filter(|_| exact)?;
        Some(Relation { over, ..r })
    };
    match op {
        "+" => plus(i128::from(r.plus).checked_add(n)?),
        "-" => plus(i128::from(r.plus).checked_sub(n)?),
        "*" => times(u32::try_from(n).ok()?),
        "<<" => times(shifted()?),
        "/" => over(u32::try_from(n).ok()?),
        ">>" => over(shifted()?),
        _ => None,
    }
}

impl Size {
    /// The size with `n` added; `None` beyond all bounds.
    pub(crate) fn plus(self, n: i128) -> Option<Size> {
        combine("+", self, Size::Number(n))
    }

    /// The form in which the model keeps it: `n`, `n * 2 / 3 + 1`, `request.n`, `10`.
    pub(crate) fn text(&self, of_request: bool) -> String {
        match of_request {
            true => format!("request.{self}"),
            false => self.to_string(),
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Size::Number(n) => write!(f, "{n}"),
            Size::Of(name, relation) => write!(f, "{name}{}", operators(relation)),
        }
    }
}

/// What follows a name: ` * 2 / 3 + 1`.
pub(crate) fn operators(relation: &Relation) -> String {
    let Relation { times, over, plus } = relation;
    let mut text = String::new();
    if *times != 1 {
        text += &format!(" * {times}");
    }
    if *over != 1 {
        text += &format!(" / {over}");
    }
    match plus {
        0 => {}
        1.. => text += &format!(" + {plus}"),
        _ => text += &format!(" - {}", plus.unsigned_abs()),
    }
    text
}
