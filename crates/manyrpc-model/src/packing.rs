//! Values to their packed form and back.

use crate::packed::{Packed, Packs, Token, numbers};
use crate::value::Value;

impl Packed {
    /// A value in few bytes; `None` for what other places share, and what is too long.
    pub fn of(value: &Value) -> Option<Self> {
        let mut packed = Packed::default();
        packed.value(value).then_some(packed)
    }

    /// The value itself.
    pub fn unpack(&self) -> Value {
        let mut values = self.values();
        values.unpack().unwrap_or_default()
    }

    /// Appends a value; false where it cannot be.
    fn value(&mut self, value: &Value) -> bool {
        match value {
            Value::Void => self.put_void(),
            Value::Bool(v) => self.put_bool(*v),
            Value::I8(v) => self.put_i8(*v),
            Value::U8(v) => self.put_u8(*v),
            Value::I16(v) => self.put_i16(*v),
            Value::U16(v) => self.put_u16(*v),
            Value::I32(v) => self.put_i32(*v),
            Value::U32(v) => self.put_u32(*v),
            Value::I64(v) => self.put_i64(*v),
            Value::U64(v) => self.put_u64(*v),
            Value::F32(v) => self.put_f32(*v),
            Value::F64(v) => self.put_f64(*v),
            Value::F128(v) => self.put_f128(v),
            Value::Text(v) => return self.put_text(v),
            Value::Bytes(v) => return self.put_bytes(v),
            Value::I32s(v) => return self.put_i32s(v),
            Value::U32s(v) => return self.put_u32s(v),
            Value::I64s(v) => return self.put_i64s(v),
            Value::U64s(v) => return self.put_u64s(v),
            Value::F32s(v) => return self.put_f32s(v),
            Value::F64s(v) => return self.put_f64s(v),
            Value::List(v) => {
                let list = self.begin_list();
                return v.iter().all(|v| self.value(v)) && self.end_list(list, v.len());
            }
            Value::Record(v) => {
                self.begin_record(v.len());
                return v.iter().all(|v| self.value(v));
            }
            Value::Union { label, value } => {
                self.begin_union(*label);
                return self.value(value);
            }
            Value::Optional(None) => self.put_none(),
            Value::Optional(Some(v)) => {
                let some = self.begin_some();
                return self.value(v) && self.end_some(some);
            }
            Value::Packed(v) => self.put_packed(v),
            Value::Shared(_) => return false,
        }
        true
    }
}

impl Packs<'_> {
    /// The next value.
    pub fn unpack(&mut self) -> Option<Value> {
        Some(match self.step()? {
            Token::Void => Value::Void,
            Token::Bool(v) => Value::Bool(v),
            Token::I8(v) => Value::I8(v),
            Token::U8(v) => Value::U8(v),
            Token::I16(v) => Value::I16(v),
            Token::U16(v) => Value::U16(v),
            Token::I32(v) => Value::I32(v),
            Token::U32(v) => Value::U32(v),
            Token::I64(v) => Value::I64(v),
            Token::U64(v) => Value::U64(v),
            Token::F32(v) => Value::F32(v),
            Token::F64(v) => Value::F64(v),
            Token::F128(v) => Value::F128(v),
            Token::Text(v) => Value::Text(v.to_owned()),
            Token::Bytes(v) => Value::Bytes(v.to_vec()),
            Token::I32s(v) => Value::I32s(numbers(v, i32::from_le_bytes)),
            Token::U32s(v) => Value::U32s(numbers(v, u32::from_le_bytes)),
            Token::I64s(v) => Value::I64s(numbers(v, i64::from_le_bytes)),
            Token::U64s(v) => Value::U64s(numbers(v, u64::from_le_bytes)),
            Token::F32s(v) => Value::F32s(numbers(v, f32::from_le_bytes)),
            Token::F64s(v) => Value::F64s(numbers(v, f64::from_le_bytes)),
            Token::List(count, mut values) => Value::List(values.several(count)?),
            Token::None => Value::Optional(None),
            Token::Some(mut value) => Value::Optional(Some(Box::new(value.unpack()?))),
            Token::Union(label) => Value::Union {
                label,
                value: Box::new(self.unpack()?),
            },
            Token::Record(fields) => Value::Record(self.several(fields)?),
        })
    }

    fn several(&mut self, count: usize) -> Option<Vec<Value>> {
        (0..count).map(|_| self.unpack()).collect()
    }
}
