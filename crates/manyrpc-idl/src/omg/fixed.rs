//! Decimal numbers of fixed point: up to 31 digits (CORBA 3.0, section 3.10.2).

use std::fmt;

/// `digits` times 10 to the power of `-scale`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Decimal {
    digits: i128,
    scale: u32,
}

/// The most digits.
const MOST: u32 = 31;

impl Decimal {
    /// A literal without its suffix; `None` if it has more than 31 digits.
    pub(crate) fn parse(text: &str) -> Option<Decimal> {
        let (whole, part) = text.split_once('.').unwrap_or((text, ""));
        let part = part.trim_end_matches('0');
        let all = format!("{whole}{part}");
        let significant = all.trim_start_matches('0');
        let numeric = !text.is_empty() && all.bytes().all(|b| b.is_ascii_digit());
        if !numeric || significant.len() > MOST as usize || part.len() > MOST as usize {
            return None;
        }
        let digits = if significant.is_empty() {
            0
        } else {
            significant.parse().ok()?
        };
        Some(Decimal {
            digits,
            scale: part.len() as u32,
        })
    }

    pub(crate) fn negated(self) -> Decimal {
        Decimal {
            digits: -self.digits,
            ..self
        }
    }

    /// The result of an operator; `None` if it has too many digits or there is no such operator.
    pub(crate) fn apply(op: &str, left: Decimal, right: Decimal) -> Option<Decimal> {
        match op {
            "+" | "-" => {
                let scale = left.scale.max(right.scale);
                let at = |d: Decimal| d.digits.checked_mul(10i128.checked_pow(scale - d.scale)?);
                let (left, right) = (at(left)?, at(right)?);
                let digits = if op == "+" {
                    left.checked_add(right)?
                } else {
                    left.checked_sub(right)?
                };
                Decimal { digits, scale }.cut()
            }
            "*" => Decimal {
                digits: left.digits.checked_mul(right.digits)?,
                scale: left.scale + right.scale,
            }
            .cut(),
            "/" => {
                let (mut digits, mut scale) = (left.digits, left.scale);
                // As many digits behind the point as there is room for.
                while scale < right.scale + MOST
                    && let Some(more) = digits.checked_mul(10)
                {
                    digits = more;
                    scale += 1;
                }
                let scale = scale.checked_sub(right.scale)?;
                Decimal {
                    digits: digits.checked_div(right.digits)?,
                    scale,
                }
                .cut()
            }
            _ => None,
        }
    }

    pub(crate) fn is_zero(self) -> bool {
        self.digits == 0
    }

    /// Without zeroes at the end, and without digits behind the point that are too many.
    fn cut(mut self) -> Option<Decimal> {
        let too_long = |d: i128| d.unsigned_abs() >= 10u128.pow(MOST);
        while self.scale > 0
            && (too_long(self.digits) || self.scale > MOST || self.digits % 10 == 0)
        {
            self.digits /= 10;
            self.scale -= 1;
        }
        (!too_long(self.digits)).then_some(self)
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.digits < 0 { "-" } else { "" };
        let digits = self.digits.unsigned_abs().to_string();
        let scale = self.scale as usize;
        let digits = format!("{digits:0>width$}", width = scale + 1);
        let (whole, part) = digits.split_at(digits.len() - scale);
        let point = if part.is_empty() { "" } else { "." };
        write!(f, "{sign}{whole}{point}{part}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calculated(op: &str, left: &str, right: &str) -> Option<String> {
        let parse = |text| Decimal::parse(text).expect("a number");
        Decimal::apply(op, parse(left), parse(right)).map(|d| d.to_string())
    }

    /// Results that omniidl 4.2.5 gives.
    #[test]
    fn numbers_are_exact() {
        let is = |op, left, right, result: &str| {
            assert_eq!(
                calculated(op, left, right).as_deref(),
                Some(result),
                "{left} {op} {right}"
            );
        };
        is("*", "1.5", "2.25", "3.375");
        is("+", "0.1", "0.2", "0.3");
        is("-", "1.00", "2", "-1");
        is("/", "1", "8", "0.125");
        is("/", "1", "3", "0.3333333333333333333333333333333");
        assert_eq!(calculated("/", "1", "0"), None);
        assert_eq!(calculated("%", "3", "2"), None);
        assert_eq!(Decimal::parse(&"9".repeat(32)), None);
        assert_eq!(Decimal::parse("1x"), None);
    }
}
