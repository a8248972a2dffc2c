//! Constant expressions: parsed from tokens, evaluated with a look-up of names.
//!
//! RFC 4506 section 6.3 has only constants; expressions occur through macros, and are otherwise an
//! extension.

use std::rc::Rc;

use crate::place::Span;

use super::lex::{Kind, Token};

/// A constant expression.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) span: Span,
    pub(crate) node: ExprNode,
}

/// The kinds of expressions.
#[derive(Clone, Debug)]
pub(crate) enum ExprNode {
    Number(i128),
    Name(Rc<str>),
    Unary(char, Box<Expr>),
    Binary(&'static str, Box<Expr>, Box<Expr>),
    /// Condition, value if it holds, value if not.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
}

/// An error in an expression.
#[derive(Debug)]
pub(crate) struct ExprError {
    pub(crate) span: Span,
    pub(crate) message: String,
    /// The undefined name, if that is the problem.
    pub(crate) undefined: Option<String>,
}

impl ExprError {
    pub(crate) fn new(span: Span, message: impl Into<String>) -> Self {
        Self {
            span,
            message: message.into(),
            undefined: None,
        }
    }
}

/// The operators allowed in an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// In RPCL, where `>` ends a bound.
    Constant,
    /// After `#if`.
    Condition,
    /// All of C's, `?:` among them (C706 section 4.2.7.1), and `*name` for a parameter's pointee.
    Full,
}

/// Parses the longest expression starting at `tokens[*at]` and advances `at` past it.
pub(crate) fn parse(
    tokens: &[Token],
    at: &mut usize,
    mode: Mode,
    max_nodes: usize,
    max_depth: usize,
) -> Result<Expr, ExprError> {
    let mut parser = Parser {
        tokens,
        at: *at,
        mode,
        nodes: max_nodes,
        depth: max_depth,
    };
    let parsed = parser.conditional();
    *at = parser.at;
    parsed
}

/// The binary operators, weakest first.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

const TOO_LARGE: &str = "this expression is too large";

struct Parser<'t> {
    tokens: &'t [Token],
    at: usize,
    mode: Mode,
    nodes: usize,
    depth: usize,
}

impl Parser<'_> {
    fn conditional(&mut self) -> Result<Expr, ExprError> {
        let condition = self.binary(0)?;
        if self.mode != Mode::Full || !self.tokens[self.at].is("?") {
            return Ok(condition);
        }
        let Some(depth) = self.depth.checked_sub(1) else {
            return Err(ExprError::new(condition.span, TOO_LARGE));
        };
        self.depth = depth;
        self.at += 1;
        let yes = self.conditional()?;
        let colon = &self.tokens[self.at];
        if !colon.is(":") {
            let message = format!("expected `:`, found {}", describe(colon));
            return Err(ExprError::new(colon.span, message));
        }
        self.at += 1;
        let no = self.conditional()?;
        self.depth += 1;
        let span = condition.span.to(no.span);
        let node = ExprNode::Conditional(Box::new(condition), Box::new(yes), Box::new(no));
        Ok(Expr { span, node })
    }

    /// Operators of `level` and stronger, left to right.
    fn binary(&mut self, level: usize) -> Result<Expr, ExprError> {
        let mut left = self.unary()?;
        while let Some((op, strength)) = self.operator().filter(|&(_, s)| s >= level) {
            self.at += 1;
            let right = self.binary(strength + 1)?;
            let span = left.span.to(right.span);
            left = Expr {
                span,
                node: ExprNode::Binary(op, Box::new(left), Box::new(right)),
            };
        }
        Ok(left)
    }

    fn operator(&self) -> Option<(&'static str, usize)> {
        let token = &self.tokens[self.at];
        let comparison = |level: usize| level < 2 || level == 5 || level == 6;
        LEVELS.iter().enumerate().find_map(|(level, ops)| {
            let op = ops.iter().find(|op| token.is(op))?;
            (self.mode != Mode::Constant || !comparison(level)).then_some((*op, level))
        })
    }

    fn unary(&mut self) -> Result<Expr, ExprError> {
        let token = self.tokens[self.at].clone();
        let spent = self.nodes.checked_sub(1).zip(self.depth.checked_sub(1));
        let Some((nodes, depth)) = spent else {
            return Err(ExprError::new(token.span, TOO_LARGE));
        };
        self.nodes = nodes;
        let node = match token.kind {
            Kind::Number => {
                let value = number(&token.text).ok_or_else(|| {
                    ExprError::new(token.span, "this is not a number of at most 64 bits")
                })?;
                self.at += 1;
                ExprNode::Number(value)
            }
            Kind::Char => {
                let value = character(&token.text).ok_or_else(|| {
                    ExprError::new(
                        token.span,
                        "expected one ASCII character between the quotes",
                    )
                })?;
                self.at += 1;
                ExprNode::Number(value)
            }
            Kind::Ident => {
                self.at += 1;
                ExprNode::Name(token.text.clone())
            }
            Kind::Punct
                if matches!(&*token.text, "-" | "+" | "~" | "!" | "(")
                    || (self.mode == Mode::Full && token.is("*")) =>
            {
                self.depth = depth;
                self.at += 1;
                let expr = self.prefixed(&token);
                self.depth += 1;
                return expr;
            }
            _ => {
                return Err(ExprError::new(
                    token.span,
                    format!("expected a constant, found {}", describe(&token)),
                ));
            }
        };
        Ok(Expr {
            span: token.span,
            node,
        })
    }

    fn prefixed(&mut self, prefix: &Token) -> Result<Expr, ExprError> {
        if !prefix.is("(") {
            let operand = self.unary()?;
            let span = prefix.span.to(operand.span);
            let op = prefix.text.chars().next().unwrap_or('+');
            return Ok(Expr {
                span,
                node: ExprNode::Unary(op, Box::new(operand)),
            });
        }
        let inner = self.conditional()?;
        let close = &self.tokens[self.at];
        if !close.is(")") {
            return Err(ExprError::new(
                close.span,
                format!("expected `)`, found {}", describe(close)),
            ));
        }
        self.at += 1;
        Ok(Expr {
            span: prefix.span.to(close.span),
            node: inner.node,
        })
    }
}

/// The description of a token in messages.
pub(crate) fn describe(token: &Token) -> String {
    const SHOWN: usize = 40;
    match token.kind {
        Kind::Eof if &*token.text == "\n" => "the end of the line".to_owned(),
        Kind::Eof => "the end of the file".to_owned(),
        Kind::Passthrough => "a `%` line".to_owned(),
        _ if token.text.chars().count() > SHOWN => {
            format!("`{}…`", token.text.chars().take(SHOWN).collect::<String>())
        }
        _ => format!("`{}`", token.text),
    }
}

/// Decimal, `0x` hexadecimal or `0` octal, with the suffixes of C, up to 64 bits.
pub(crate) fn number(text: &str) -> Option<i128> {
    let lower = text.to_ascii_lowercase();
    let digits = lower.trim_end_matches(['u', 'l']);
    let (digits, radix) = match digits.strip_prefix("0x") {
        Some(hex) => (hex, 16),
        None if digits.len() > 1 && digits.starts_with('0') => (&digits[1..], 8),
        None => (digits, 10),
    };
    if lower.len() - digits.len() > 5 || digits.starts_with('+') {
        return None;
    }
    u64::from_str_radix(digits, radix).ok().map(i128::from)
}

/// `'c'`, or one of C's escapes of one letter; `'\\0'` is the only number.
fn character(text: &str) -> Option<i128> {
    match text.as_bytes() {
        [b'\'', c, b'\''] if c.is_ascii() => Some(i128::from(*c)),
        [b'\'', b'\\', c, b'\''] => Some(match c {
            b'n' => 10,
            b't' => 9,
            b'v' => 11,
            b'b' => 8,
            b'r' => 13,
            b'f' => 12,
            b'a' => 7,
            b'0' => 0,
            b'1'..=b'7' => i128::from(*c - b'0'),
            b'\\' | b'\'' | b'"' | b'?' => i128::from(*c),
            _ => return None,
        }),
        [b'\'', b'\\', b'x', digits @ .., b'\''] => code(digits, 16),
        [b'\'', b'\\', digits @ .., b'\''] => code(digits, 8),
        _ => None,
    }
}

/// The value of an escape of at most three digits.
fn code(digits: &[u8], base: u32) -> Option<i128> {
    let digits = std::str::from_utf8(digits).ok().filter(|d| d.len() <= 3)?;
    let plain = digits.bytes().all(|b| b.is_ascii_hexdigit());
    let value = i128::from_str_radix(digits, base).ok().filter(|_| plain)?;
    (value <= 0xff).then_some(value)
}

/// The value of an expression; `look_up` returns that of a name.
pub(crate) fn evaluate(
    expr: &Expr,
    look_up: &mut dyn FnMut(&str, Span) -> Result<i128, ExprError>,
) -> Result<i128, ExprError> {
    match &expr.node {
        ExprNode::Number(value) => Ok(*value),
        ExprNode::Name(name) => look_up(name, expr.span),
        ExprNode::Conditional(condition, yes, no) => match evaluate(condition, look_up)? {
            0 => evaluate(no, look_up),
            _ => evaluate(yes, look_up),
        },
        ExprNode::Unary('*', _) => Err(ExprError::new(
            expr.span,
            "this is no constant: only a size may say what a parameter points to",
        )),
        ExprNode::Unary(op, operand) => {
            let value = evaluate(operand, look_up)?;
            let result = match op {
                '-' => value.checked_neg(),
                '~' => Some(!value),
                '!' => Some(i128::from(value == 0)),
                _ => Some(value),
            };
            result.ok_or_else(|| overflow(expr.span))
        }
        ExprNode::Binary(op, left, right) => {
            let left = evaluate(left, look_up)?;
            let divisor = right.span;
            let right = evaluate(right, look_up)?;
            if matches!(*op, "/" | "%") && right == 0 {
                return Err(ExprError::new(divisor, "this divides by zero"));
            }
            apply(op, left, right).ok_or_else(|| overflow(expr.span))
        }
    }
}

fn overflow(span: Span) -> ExprError {
    ExprError::new(span, "the value of this expression does not fit in 64 bits")
}

/// `None` if the result does not fit in 64 bits.
fn apply(op: &str, left: i128, right: i128) -> Option<i128> {
    let shift = u32::try_from(right).ok().filter(|s| *s < 64);
    let result = match op {
        "||" => i128::from(left != 0 || right != 0),
        "&&" => i128::from(left != 0 && right != 0),
        "|" => left | right,
        "^" => left ^ right,
        "&" => left & right,
        "==" => i128::from(left == right),
        "!=" => i128::from(left != right),
        "<" => i128::from(left < right),
        ">" => i128::from(left > right),
        "<=" => i128::from(left <= right),
        ">=" => i128::from(left >= right),
        // At most 65 bits shifted by at most 63: no overflow of 128.
        "<<" => left << shift?,
        ">>" => left >> shift?,
        "+" => left.checked_add(right)?,
        "-" => left.checked_sub(right)?,
        "*" => left.checked_mul(right)?,
        "/" => left.checked_div(right)?,
        _ => left.checked_rem(right)?,
    };
    in_64_bits(result).then_some(result)
}

/// A value of a signed or unsigned 64-bit integer.
pub(crate) fn in_64_bits(value: i128) -> bool {
    (i128::from(i64::MIN)..=i128::from(u64::MAX)).contains(&value)
}
