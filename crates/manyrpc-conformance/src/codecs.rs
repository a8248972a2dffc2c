//! Our codecs of one definition, as functions from bytes to bytes.

use std::path::Path;

use manyrpc_codec::meta::Field;
use manyrpc_conformance_stubs::syntax::same;
pub use manyrpc_conformance_stubs::syntax::{Syntax, hex};
use manyrpc_draw::Definition;
use manyrpc_dynamic::{Dyn, DynMut, Lowered, Sampler, Shape, lower};
use manyrpc_idl::{Diagnostic, MemoryFiles};
use manyrpc_model::{Module, Type, TypeBody, TypeDef, Value};

/// A definition as used by dynamic calls.
#[derive(Debug)]
pub struct Dynamic {
    /// The model from the front end.
    pub module: Module,
    /// Its lowering.
    pub lowered: Lowered,
}

impl Dynamic {
    /// Reads a definition.
    ///
    /// # Errors
    /// The errors of our front end or of the lowering.
    pub fn read(definition: &Definition) -> Result<Self, String> {
        let files: MemoryFiles = definition.files().collect();
        let options = manyrpc_idl::Options::default();
        Self::of(manyrpc_idl::load_from(&files, definition.file(), &options))
    }

    /// Reads a foreign definition.
    ///
    /// # Errors
    /// Those of [`read`](Self::read).
    pub fn load(path: &Path) -> Result<Self, String> {
        Self::of(manyrpc_idl::load(path, &manyrpc_idl::Options::default()))
    }

    fn of((module, said): (Option<Module>, Vec<Diagnostic>)) -> Result<Self, String> {
        let module = module.ok_or_else(|| {
            let lines: Vec<String> = said.iter().map(ToString::to_string).collect();
            lines.join("\n")
        })?;
        let lowered = lower(&module).map_err(|e| e.to_string())?;
        Ok(Dynamic { module, lowered })
    }

    /// The names of its types without aliases: records, unions, enumerations.
    pub fn types(&self) -> impl Iterator<Item = &str> {
        let own = self.module.types.iter();
        own.filter(|t| !matches!(t.body, TypeBody::Alias(_)))
            .map(|t| t.name.as_str())
    }

    /// The name in the module of a Protocol Buffers message, by its full name.
    pub fn message(&self, full: &str) -> Option<&str> {
        let named = |t: &&TypeDef| {
            t.annotations
                .get("protobuf.name")
                .is_some_and(|n| n == full)
        };
        self.module
            .types
            .iter()
            .find(named)
            .map(|t| t.name.as_str())
    }

    /// The field and shape for a value of a type.
    pub fn place(&self, name: &str) -> (Field, Shape) {
        let ty = Type::Named(name.to_owned());
        self.lowered
            .place("value", &ty)
            .expect("it is one of its types")
    }

    /// A random value of a type.
    pub fn sample(&self, name: &str, seed: u64) -> Value {
        let (field, shape) = self.place(name);
        Sampler::new(seed).value(&self.lowered, &field, &shape)
    }

    /// Encodes a value of a type.
    ///
    /// # Errors
    /// The encoder's error.
    pub fn encode(&self, syntax: Syntax, name: &str, value: &Value) -> Result<Vec<u8>, String> {
        let (field, shape) = self.place(name);
        let lowered = &self.lowered;
        syntax.encode(
            &field,
            &Dyn {
                lowered,
                shape: &shape,
                value,
            },
        )
    }

    /// Decodes a value of a type.
    ///
    /// # Errors
    /// The decoder's error.
    pub fn decode(&self, syntax: Syntax, name: &str, bytes: &[u8]) -> Result<Value, String> {
        let (field, shape) = self.place(name);
        let mut value = Value::Void;
        let mut slot = DynMut {
            lowered: &self.lowered,
            shape: &shape,
            value: &mut value,
        };
        syntax.decode(bytes, &field, &mut slot)?;
        Ok(value)
    }

    /// Decodes bytes to dynamic values and encodes them again, like [`Syntax::recode`].
    ///
    /// # Errors
    /// The error of decoder or encoder, or a different result with a reused value.
    pub fn recode(&self, syntax: Syntax, name: &str, bytes: &[u8]) -> Result<Vec<u8>, String> {
        let (field, shape) = self.place(name);
        let mut value = Value::Void;
        let fresh = self.recoded_in(syntax, (&field, &shape), bytes, &mut value)?;
        let used = self.recoded_in(syntax, (&field, &shape), bytes, &mut value)?;
        same(fresh, &used)
    }

    fn recoded_in(
        &self,
        syntax: Syntax,
        (field, shape): (&Field, &Shape),
        bytes: &[u8],
        value: &mut Value,
    ) -> Result<Vec<u8>, String> {
        let lowered = &self.lowered;
        let mut slot = DynMut {
            lowered,
            shape,
            value,
        };
        syntax.decode(bytes, field, &mut slot)?;
        let dynamic = Dyn {
            lowered,
            shape,
            value,
        };
        syntax.encode(field, &dynamic)
    }
}

/// The bytes for hex digits.
pub fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits = text.trim().as_bytes();
    let pairs = digits.chunks(2).map(|pair| {
        let pair = str::from_utf8(pair).ok()?;
        u8::from_str_radix(pair, 16).ok()
    });
    pairs.collect()
}

#[cfg(test)]
mod tests {
    use manyrpc_draw::Language;

    use super::*;
    use manyrpc_conformance_stubs::{SEED, Stubs, dce, proto, rpcl};

    /// For every drawn definition with stubs: the stubs reproduce its bytes.
    fn stubs_agree_with_dynamic_values(language: Language, syntax: Syntax, stubs: &[Stubs]) {
        assert!(stubs.len() > 10, "{language:?}: {}", stubs.len());
        for of in stubs {
            let definition = language.definition(SEED, of.index);
            let dynamic = Dynamic::read(&definition).unwrap();
            for (name, recode) in of.types {
                let (field, shape) = dynamic.place(name);
                // A `oneof` consists of fields of its message, and cannot be encoded alone.
                if language == Language::Proto && matches!(shape, Shape::Union(_)) {
                    continue;
                }
                for seed in 0..20 {
                    let value = dynamic.sample(name, seed);
                    let Ok(bytes) = dynamic.encode(syntax, name, &value) else {
                        continue;
                    };
                    let again = recode(syntax, &field, &bytes);
                    // A message that requires itself has no complete value.
                    if dynamic.decode(syntax, name, &bytes).is_err() {
                        assert!(again.is_err(), "{name} of {}", definition.text);
                        continue;
                    }
                    assert_eq!(again.as_ref(), Ok(&bytes), "{name} of {}", definition.text);
                }
            }
        }
    }

    #[test]
    fn stubs_of_x_files_agree_with_dynamic_values() {
        stubs_agree_with_dynamic_values(Language::Rpcl, Syntax::Xdr, rpcl::STUBS);
    }

    #[test]
    fn stubs_of_idl_files_agree_with_dynamic_values() {
        stubs_agree_with_dynamic_values(Language::Dce, Syntax::Ndr, dce::STUBS);
    }

    #[test]
    fn stubs_of_proto_files_agree_with_dynamic_values() {
        stubs_agree_with_dynamic_values(Language::Proto, Syntax::Protobuf, proto::STUBS);
    }
}
