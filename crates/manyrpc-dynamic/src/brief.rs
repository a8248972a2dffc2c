//! Abbreviation of large values for display.

use manyrpc_model::Value;
use manyrpc_model::packed::{Packs, Token};

/// Abbreviates values to `room` numbers, characters and bytes in total; also returns whether anything
/// was left out. Arrays, lists, texts and bytes are truncated at their ends.
pub fn brief(values: &[Value], room: usize) -> (Vec<Value>, bool) {
    let mut brief = Brief { room, cut: false };
    let values = values.iter().map(|value| brief.of(value)).collect();
    (values, brief.cut)
}

struct Brief {
    room: usize,
    cut: bool,
}

impl Brief {
    fn of(&mut self, value: &Value) -> Value {
        self.room = self.room.saturating_sub(1);
        self.inside(value)
    }

    fn inside(&mut self, value: &Value) -> Value {
        match value {
            Value::Text(v) => Value::Text(self.text(v).to_owned()),
            Value::Bytes(v) => Value::Bytes(self.some(v)),
            Value::I32s(v) => Value::I32s(self.some(v)),
            Value::U32s(v) => Value::U32s(self.some(v)),
            Value::I64s(v) => Value::I64s(self.some(v)),
            Value::U64s(v) => Value::U64s(self.some(v)),
            Value::F32s(v) => Value::F32s(self.some(v)),
            Value::F64s(v) => Value::F64s(self.some(v)),
            Value::List(v) => Value::List(self.list(v.len(), v.iter(), Self::of)),
            Value::Record(v) => Value::Record(v.iter().map(|v| self.of(v)).collect()),
            Value::Union { label, value } => Value::Union {
                label: *label,
                value: Box::new(self.of(value)),
            },
            Value::Optional(Some(v)) => Value::Optional(Some(Box::new(self.of(v)))),
            Value::Packed(v) => self.packed(&mut v.values()).unwrap_or_default(),
            small => small.clone(),
        }
    }

    /// A packed value, of which only the shown part is unpacked.
    fn packed(&mut self, from: &mut Packs<'_>) -> Option<Value> {
        let before = *from;
        self.room = self.room.saturating_sub(1);
        Some(match from.step()? {
            Token::List(count, mut values) => {
                let each = std::iter::repeat_n((), count);
                let values = self.list(count, each, |brief, ()| brief.packed(&mut values));
                Value::List(values.into_iter().collect::<Option<_>>()?)
            }
            Token::Record(count) => {
                let fields = (0..count).map(|_| self.packed(from));
                Value::Record(fields.collect::<Option<_>>()?)
            }
            Token::Union(label) => Value::Union {
                label,
                value: Box::new(self.packed(from)?),
            },
            Token::Some(mut value) => Value::Optional(Some(Box::new(self.packed(&mut value)?))),
            Token::Text(v) => Value::Text(self.text(v).to_owned()),
            Token::Bytes(v) => Value::Bytes(self.some(v)),
            // Numbers: at most as many as in one array.
            _ => self.inside(&{ before }.unpack()?),
        })
    }

    fn list<T, U>(
        &mut self,
        count: usize,
        from: impl Iterator<Item = T>,
        mut of: impl FnMut(&mut Self, T) -> U,
    ) -> Vec<U> {
        let mut shown = Vec::new();
        for value in from {
            if self.room == 0 {
                break;
            }
            shown.push(of(self, value));
        }
        self.cut |= shown.len() < count;
        shown
    }

    fn some<T: Clone>(&mut self, values: &[T]) -> Vec<T> {
        let shown = values.len().min(self.room);
        self.room -= shown;
        self.cut |= shown < values.len();
        values[..shown].to_vec()
    }

    fn text<'t>(&mut self, text: &'t str) -> &'t str {
        let end = boundary(text, self.room);
        self.room -= end;
        self.cut |= end < text.len();
        &text[..end]
    }
}

/// The last character boundary within the first `most` bytes.
pub fn boundary(text: &str, most: usize) -> usize {
    let most = most.min(text.len());
    let boundary = (0..=most).rev().find(|at| text.is_char_boundary(*at));
    boundary.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use manyrpc_model::Packed;

    use super::*;

    fn node(n: i32, name: &str) -> Value {
        Value::Record(vec![Value::I32(n), Value::Text(name.to_owned())])
    }

    #[test]
    fn what_is_small_is_all_there() {
        let values = [node(1, "one"), Value::List(vec![node(2, "two")])];
        assert_eq!(brief(&values, 200), (values.to_vec(), false));
    }

    #[test]
    fn of_long_lists_the_beginning_is_shown_packed_or_not() {
        let list = Value::List((0..100_000).map(|n| node(n, "some name")).collect());
        let packed = Value::Packed(Packed::of(&list).unwrap());
        let (shown, cut) = brief(&[list], 100);
        let [Value::List(nodes)] = &shown[..] else {
            panic!("{shown:?}")
        };
        assert!(cut && (2..20).contains(&nodes.len()), "{}", nodes.len());
        assert_eq!(nodes[1], node(1, "some name"));
        assert_eq!(brief(&[packed], 100), (shown, true));
    }

    #[test]
    fn texts_end_between_characters() {
        let text = Value::Text("ä".repeat(100));
        let (shown, cut) = brief(&[text], 10);
        assert_eq!(
            (&shown[..], cut),
            (&[Value::Text("ääää".to_owned())][..], true)
        );
        let (shown, cut) = brief(&[Value::I32s(vec![7; 1000])], 5);
        assert_eq!((&shown[..], cut), (&[Value::I32s(vec![7; 4])][..], true));
    }
}
