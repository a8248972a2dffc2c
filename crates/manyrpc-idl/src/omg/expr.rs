//! Constant expressions and literals, as they are written (CORBA 3.0, sections 3.2.5 and 3.10.2).

use std::rc::Rc;

use crate::c::cursor::Outcome;
use crate::c::expr::number;
use crate::c::lex::{Kind, Token};
use crate::place::Span;

use super::ast::Scoped;
use super::fixed::Decimal;
use super::parse::Parser;

/// A constant expression.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) span: Span,
    pub(crate) node: ExprNode,
}

/// The kinds of expressions.
#[derive(Clone, Debug)]
pub(crate) enum ExprNode {
    Integer(i128),
    Float(f64),
    Fixed(Decimal),
    Bool(bool),
    Char(u8),
    WideChar(u16),
    /// Without quotation marks, escapes carried out.
    Text(Rc<str>),
    WideText(Rc<str>),
    Name(Scoped),
    Unary(char, Box<Expr>),
    Binary(&'static str, Box<Expr>, Box<Expr>),
}

/// The binary operators, weakest first.
const LEVELS: [&[&str]; 6] = [
    &["|"],
    &["^"],
    &["&"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

impl Parser<'_, '_> {
    /// A constant expression.
    pub(super) fn expr(&mut self) -> Outcome<Expr> {
        let mut nodes = self.limits.expression_nodes;
        self.binary(0, &mut nodes)
    }

    /// Operators of `level` and stronger, left to right.
    fn binary(&mut self, level: usize, nodes: &mut usize) -> Outcome<Expr> {
        let mut left = self.unary(nodes)?;
        loop {
            let token = self.peek();
            let found = LEVELS.iter().enumerate().skip(level).find_map(|(at, ops)| {
                let op = ops.iter().find(|op| token.is(op))?;
                Some((at, *op))
            });
            let Some((at, op)) = found else {
                return Ok(left);
            };
            self.at += 1;
            let right = self.binary(at + 1, nodes)?;
            let span = left.span.to(right.span);
            let node = ExprNode::Binary(op, Box::new(left), Box::new(right));
            left = Expr { span, node };
        }
    }

    fn unary(&mut self, nodes: &mut usize) -> Outcome<Expr> {
        let token = self.peek().clone();
        if *nodes == 0 {
            return self.error(token.span, "this expression is too large", None);
        }
        *nodes -= 1;
        let sign = ["-", "+", "~"].iter().any(|s| token.is(s));
        if !sign && !token.is("(") {
            return self.primary(&token);
        }
        self.at += 1;
        self.nested(|parser| {
            if !sign {
                let inner = parser.binary(0, nodes)?;
                let close = parser.peek().span;
                parser.expect(")", "an operator or `)`")?;
                let span = token.span.to(close);
                return Ok(Expr { span, ..inner });
            }
            let operand = parser.unary(nodes)?;
            let span = token.span.to(operand.span);
            let op = token.text.chars().next().unwrap_or('+');
            let node = ExprNode::Unary(op, Box::new(operand));
            Ok(Expr { span, node })
        })
    }

    fn primary(&mut self, token: &Token) -> Outcome<Expr> {
        let next = self.peek_at(1);
        let is_wide = token.is_word("L") && next.span.start == token.span.end;
        let (literal, wide) = match is_wide && matches!(next.kind, Kind::Char | Kind::Str) {
            true => (next.clone(), true),
            false => (token.clone(), false),
        };
        let span = token.span.to(literal.span);
        let node = match literal.kind {
            Kind::Number => numeral(&literal.text).ok_or("this is no number of at most 64 bits"),
            Kind::Char => character(&literal.text, wide),
            Kind::Str => return self.text(wide),
            Kind::Ident if literal.is_word("TRUE") => Ok(ExprNode::Bool(true)),
            Kind::Ident if literal.is_word("FALSE") => Ok(ExprNode::Bool(false)),
            Kind::Ident => return self.named(),
            Kind::Punct if literal.is("::") => return self.named(),
            _ => return self.expected("a constant", None),
        };
        self.at += 1 + usize::from(wide);
        match node {
            Ok(node) => Ok(Expr { span, node }),
            Err(problem) => self.error(span, problem, None),
        }
    }

    fn named(&mut self) -> Outcome<Expr> {
        let name = self.scoped("a constant")?;
        let (span, node) = (name.span, ExprNode::Name(name));
        Ok(Expr { span, node })
    }

    /// Texts beside each other are one.
    fn text(&mut self, wide: bool) -> Outcome<Expr> {
        let first = self.peek().span;
        let (mut text, mut last) = (String::new(), first);
        loop {
            let prefixed = self.peek().is_word("L") && self.peek_at(1).kind == Kind::Str;
            let at = usize::from(prefixed);
            let token = self.peek_at(at).clone();
            if token.kind != Kind::Str || prefixed != wide {
                break;
            }
            last = token.span;
            let inside = &token.text[1..token.text.len() - 1];
            match unescape(inside, wide) {
                Ok(more) => text.extend(more.iter()),
                Err(problem) => return self.error(token.span, problem, None),
            }
            self.at += 1 + at;
        }
        if text.contains('\0') {
            return self.error(first.to(last), "a text contains no zero", None);
        }
        let node = match wide {
            true => ExprNode::WideText(text.into()),
            false => ExprNode::Text(text.into()),
        };
        let span = first.to(last);
        Ok(Expr { span, node })
    }

    /// A text alone, with its place.
    pub(super) fn literal(&mut self, what: &str) -> Outcome<(Rc<str>, Span)> {
        if self.peek().kind != Kind::Str {
            return self.expected(what, None);
        }
        let Expr { span, node } = self.text(false)?;
        match node {
            ExprNode::Text(text) => Ok((text, span)),
            _ => Ok(("".into(), span)),
        }
    }
}

/// A number of any kind.
fn numeral(text: &str) -> Option<ExprNode> {
    let hex = text.starts_with("0x") || text.starts_with("0X");
    if !hex && text.ends_with(['d', 'D']) {
        return Decimal::parse(&text[..text.len() - 1]).map(ExprNode::Fixed);
    }
    if !hex && text.contains(['.', 'e', 'E']) {
        let plain = text.trim_end_matches(['f', 'F', 'l', 'L']);
        let digits = plain
            .bytes()
            .all(|b| b.is_ascii_digit() || b"+-.eE".contains(&b));
        return plain.parse().ok().filter(|_| digits).map(ExprNode::Float);
    }
    let plain = !text.ends_with(['u', 'U', 'l', 'L']);
    number(text).filter(|_| plain).map(ExprNode::Integer)
}

fn character(text: &str, wide: bool) -> Result<ExprNode, &'static str> {
    let all = unescape(&text[1..text.len() - 1], wide)?;
    let [one] = all[..] else {
        return Err("expected one character between the quotes");
    };
    match wide {
        true => u16::try_from(u32::from(one))
            .map(ExprNode::WideChar)
            .map_err(|_| "a wide character has 16 bits"),
        false => u8::try_from(u32::from(one)).map(ExprNode::Char).map_err(
            |_| "a character has 8 bits: one that has more needs an `L` before the quotes",
        ),
    }
}

/// The characters of a literal (CORBA 3.0, table 3-9).
fn unescape(text: &str, wide: bool) -> Result<Vec<char>, &'static str> {
    let mut out = Vec::new();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        let escape = rest
            .next()
            .ok_or("a backslash stands before what it escapes")?;
        let mut digits = |first: Option<char>, radix: u32, most: usize| {
            let mut value = first.and_then(|c| c.to_digit(radix)).unwrap_or(0);
            let mut count = usize::from(first.is_some());
            while count < most
                && let Some(digit) = rest.peek().and_then(|c| c.to_digit(radix))
            {
                rest.next();
                value = value * radix + digit;
                count += 1;
            }
            (count > 0).then_some(value)
        };
        let value = match escape {
            'n' => Some(10),
            't' => Some(9),
            'v' => Some(11),
            'b' => Some(8),
            'r' => Some(13),
            'f' => Some(12),
            'a' => Some(7),
            '\\' | '?' | '\'' | '"' => Some(u32::from(escape)),
            '0'..='7' => digits(Some(escape), 8, 3),
            'x' => digits(None, 16, 2),
            'u' if wide => digits(None, 16, 4),
            'u' => {
                return Err("`\\u` belongs into wide characters and texts: `L` before the quotes");
            }
            _ => None,
        };
        let value = value.ok_or("there is no such escape")?;
        out.push(char::from_u32(value).ok_or("this is half of a character")?);
    }
    Ok(out)
}

/// An expression's operands in messages.
pub(crate) fn kind(node: &ExprNode) -> String {
    match node {
        ExprNode::Integer(_) => "an integer".to_owned(),
        ExprNode::Float(_) => "a floating-point number".to_owned(),
        ExprNode::Fixed(_) => "a fixed-point number".to_owned(),
        ExprNode::Bool(_) => "a truth value".to_owned(),
        ExprNode::Char(_) => "a character".to_owned(),
        ExprNode::WideChar(_) => "a wide character".to_owned(),
        ExprNode::Text(_) => "a text".to_owned(),
        ExprNode::WideText(_) => "a wide text".to_owned(),
        ExprNode::Name(name) => format!("`{name}`"),
        ExprNode::Unary(..) | ExprNode::Binary(..) => "an expression".to_owned(),
    }
}
