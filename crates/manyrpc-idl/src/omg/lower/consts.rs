//! Constants: integers are the model's, others are kept as they are written.

use std::fmt::Write as _;

use manyrpc_model as model;

use super::super::ast::Basic;
use super::super::tree::Value;
use super::super::tree::{DeclId, Kind, Ty};
use super::{CONST, CONST_NAME, Lowering};

impl Lowering<'_, '_> {
    /// Whether this is a constant of the module's own.
    pub(super) fn is_const(&self, id: DeclId) -> bool {
        let decl = &self.tree.decls[id];
        decl.own && matches!(decl.kind, Kind::Const(_, Some(Value::Integer(_))))
    }

    pub(super) fn constant(&mut self, id: DeclId, ty: &Ty, value: &Value) {
        let shown = self.tree.shown(id);
        let Value::Integer(value) = value else {
            let key = format!("{CONST}{shown}");
            let text = format!("{} = {}", self.type_text(ty), self.value_text(value));
            self.module.annotations.insert(key, text);
            return;
        };
        let name = self.names.of(id);
        if name != shown {
            let key = format!("{CONST_NAME}{name}");
            self.module.annotations.insert(key, shown);
        }
        let doc = self.tree.decls[id].doc.clone();
        let value = *value;
        self.module.consts.push(model::Const { name, value, doc });
    }

    fn type_text(&self, ty: &Ty) -> String {
        match self.tree.behind(ty) {
            Ty::Basic(basic) => match basic {
                Basic::F32 => "float",
                Basic::F64 => "double",
                Basic::F128 => "long double",
                Basic::Bool => "boolean",
                Basic::Char => "char",
                _ => "wchar",
            }
            .to_owned(),
            Ty::Text(None) => "string".to_owned(),
            Ty::Text(Some(max)) => format!("string<{max}>"),
            Ty::WideText(None) => "wstring".to_owned(),
            Ty::WideText(Some(max)) => format!("wstring<{max}>"),
            Ty::Named(id, _) => format!("::{}", self.tree.shown(*id)),
            _ => "fixed".to_owned(),
        }
    }

    fn value_text(&self, value: &Value) -> String {
        match value {
            Value::Integer(value) => value.to_string(),
            Value::Float(value) if value.is_infinite() => {
                format!("{}1e999", if *value < 0.0 { "-" } else { "" })
            }
            Value::Float(value) => format!("{value:?}"),
            Value::Fixed(value) => format!("{value}d"),
            Value::Bool(true) => "TRUE".to_owned(),
            Value::Bool(false) => "FALSE".to_owned(),
            Value::Char(value) => format!("'\\x{value:02x}'"),
            Value::WideChar(value) => format!("L'\\u{value:04x}'"),
            Value::Text(text) => quoted(text),
            Value::WideText(text) => format!("L{}", quoted(text)),
            Value::Enumerator(id) => format!("::{}", self.tree.shown(*id)),
        }
    }
}

/// A text with quotation marks.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = "\"".to_owned();
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            // Three octal digits, behind which no further one is read.
            c if c.is_control() => drop(write!(quoted, "\\{:03o}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
