//! The arguments of `size_is` and its siblings: a number, or a relation to a field or parameter.

use std::fmt;
use std::rc::Rc;

use manyrpc_model::Relation;

use crate::place::Span;

use super::ast::{Expr, ExprNode};

/// A size, length or index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    Number(i128),
    /// `name * times / over + plus`.
    Of(Rc<str>, Relation),
    /// Any other expression, as written.
    Verbatim(Rc<str>),
}

/// Prefix of the attribute's name in the key of a size that is kept only as written.
pub(crate) const VERBATIM: &str = "dce.verbatim.";

/// Why an expression is not a size.
pub(crate) enum NoSize {
    /// Neither a field or parameter nor a constant has that name.
    Unknown(Rc<str>, Span),
    /// The expression has none of the supported forms.
    Form(Span),
}

/// Parses an expression; `is_place` recognises fields and parameters, `value` evaluates constants.
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
            match is_relation(op, &left, &right) {
                true => combine(op, left, right).ok_or_else(form),
                false => Ok(Size::Verbatim(text(expr).into())),
            }
        }
        ExprNode::Name(name) => match value(expr) {
            Some(number) => Ok(Size::Number(number)),
            None => Err(NoSize::Unknown(name.clone(), expr.span)),
        },
        ExprNode::Number(_) => value(expr).map(Size::Number).ok_or_else(form),
        ExprNode::Unary(_, inner) => match (value(expr), read(inner, is_place, value)?) {
            (Some(number), _) => Ok(Size::Number(number)),
            (None, Size::Number(_)) => Err(form()),
            (None, _) => Ok(Size::Verbatim(text(expr).into())),
        },
        ExprNode::Conditional(condition, yes, no) => {
            for part in [condition, yes, no] {
                read(part, is_place, value)?;
            }
            let verbatim = || Size::Verbatim(text(expr).into());
            Ok(value(expr).map_or_else(verbatim, Size::Number))
        }
    }
}

/// Whether combining two sizes yields a relation, overflow aside.
fn is_relation(op: &str, left: &Size, right: &Size) -> bool {
    let arithmetic = matches!(op, "+" | "-" | "*" | "/" | "<<" | ">>");
    match (left, right) {
        (Size::Number(_), Size::Number(_)) => arithmetic,
        (Size::Of(_, r), Size::Number(_)) => match op {
            "*" | "<<" => r.over == 1,
            "/" | ">>" => r.plus == 0,
            _ => arithmetic,
        },
        (Size::Number(_), Size::Of(_, r)) => op == "+" || (op == "*" && r.over == 1),
        _ => false,
    }
}

/// An expression with all parentheses, so that it reads back unchanged.
fn text(expr: &Expr) -> String {
    match &expr.node {
        ExprNode::Number(n) => n.to_string(),
        ExprNode::Name(name) => name.to_string(),
        ExprNode::Unary(op, inner) => match &inner.node {
            ExprNode::Name(name) => format!("{op}{name}"),
            _ => format!("{op}({})", text(inner)),
        },
        ExprNode::Binary(op, left, right) => format!("({} {op} {})", text(left), text(right)),
        ExprNode::Conditional(condition, yes, no) => {
            format!("({} ? {} : {})", text(condition), text(yes), text(no))
        }
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
    /// The size plus `n`; `None` on overflow.
    pub(crate) fn plus(self, n: i128) -> Option<Size> {
        match self {
            Size::Verbatim(text) => Some(Size::Verbatim(match n {
                0 => text,
                1.. => format!("({text} + {n})").into(),
                _ => format!("({text} - {})", n.unsigned_abs()).into(),
            })),
            other => combine("+", other, Size::Number(n)),
        }
    }

    /// The model's key for an attribute's argument: `dce.verbatim.` and the attribute's name if it is
    /// kept only as written.
    pub(crate) fn key(&self, attribute: &str) -> String {
        match self {
            Size::Verbatim(_) => format!("{VERBATIM}{attribute}"),
            Size::Number(_) if attribute == "size_is" => "dce.room".to_owned(),
            _ => format!("dce.{attribute}"),
        }
    }

    /// The model's notation: `n`, `n * 2 / 3 + 1`, `request.n`, `10`.
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
            Size::Verbatim(text) => f.write_str(text),
        }
    }
}

/// The part behind the name: ` * 2 / 3 + 1`.
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
