//! Our codecs of one definition, as functions from bytes to bytes.

use std::path::Path;

use manyrpc_codec::meta::Field;
use manyrpc_codec::{Buf, Decode, Encode, Limits, Way, json, ndr, protobuf, xdr, xml};
use manyrpc_draw::Definition;
use manyrpc_dynamic::{Dyn, DynMut, Lowered, Sampler, Shape, lower};
use manyrpc_idl::Diagnostic;
use manyrpc_model::{Module, Type, TypeBody, TypeDef, Value};

/// A transfer syntax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// XDR.
    Xdr,
    /// NDR.
    Ndr,
    /// Protocol Buffers.
    Protobuf,
    /// JSON.
    Json,
    /// XML as XML-RPC has it.
    Xml,
    /// Protocol Buffers where it is read, JSON where it is written.
    ProtobufToJson,
    /// The other way round; members that the definition does not have are refused.
    JsonToProtobuf,
}

impl Syntax {
    /// The bytes of a value, or why there are none.
    ///
    /// # Errors
    /// Whatever the encoder refuses.
    pub fn encode<T: Encode>(self, field: &Field, value: &T) -> Result<Vec<u8>, String> {
        let (mut buf, limits) = (Buf::new(), Limits::DEFAULT);
        let done = match self {
            Syntax::Xdr => xdr::encode_value(&mut buf, field, value, &limits),
            Syntax::Ndr => ndr::encode_value(&mut buf, field, value, &limits),
            Syntax::Protobuf | Syntax::JsonToProtobuf => {
                protobuf::encode_value(&mut buf, field, value, &limits)
            }
            Syntax::Json | Syntax::ProtobufToJson => {
                json::encode_value(&mut buf, field, value, &limits)
            }
            Syntax::Xml => {
                xml::encode_value(&mut buf, field, value, &limits, xml::Options::DEFAULT)
            }
        };
        done.map(|()| buf.data().to_vec())
            .map_err(|e| e.to_string())
    }

    /// Fills in a value from exactly these bytes.
    ///
    /// # Errors
    /// Whatever the decoder refuses.
    pub fn decode<'de, T: Decode<'de>>(
        self,
        bytes: &'de [u8],
        field: &Field,
        value: &mut T,
    ) -> Result<(), String> {
        let limits = Limits::DEFAULT;
        let done = match self {
            Syntax::Xdr => xdr::decode_value(bytes, field, value, &limits),
            Syntax::Ndr => ndr::decode_value(bytes, ndr::LABEL, field, value, &limits),
            Syntax::Protobuf | Syntax::ProtobufToJson => {
                protobuf::decode_value(bytes, field, value, &limits)
            }
            Syntax::JsonToProtobuf => {
                let source = json::Decoder::new(bytes, &limits, Way::Request);
                source.strict().read(field, value)
            }
            Syntax::Json => json::decode_value(bytes, field, value, &limits),
            Syntax::Xml => xml::decode_value(bytes, field, value, &limits),
        };
        done.map_err(|e| e.to_string())
    }

    /// Decodes into a value, twice, and encodes what came of it: a used value must give the same as
    /// a fresh one.
    ///
    /// # Errors
    /// Whatever decoder or encoder refuses, or that the two differ.
    pub fn recode<'de, T: Decode<'de> + Encode>(
        self,
        bytes: &'de [u8],
        field: &Field,
        value: &mut T,
    ) -> Result<Vec<u8>, String> {
        self.decode(bytes, field, value)?;
        let fresh = self.encode(field, value)?;
        self.decode(bytes, field, value)?;
        let used = self.encode(field, value)?;
        same(fresh, &used)
    }
}

/// A definition as dynamic calls see it.
#[derive(Debug)]
pub struct Dynamic {
    /// What the front end made of it.
    pub module: Module,
    /// What dynamic calls make of that.
    pub lowered: Lowered,
}

impl Dynamic {
    /// Reads a definition.
    ///
    /// # Errors
    /// What our front end, or the lowering, says against it.
    pub fn read(definition: &Definition) -> Result<Self, String> {
        let options = manyrpc_idl::Options::default();
        Self::of(manyrpc_idl::load_text(
            definition.file(),
            &definition.text,
            &options,
        ))
    }

    /// Reads a definition of somebody else's.
    ///
    /// # Errors
    /// As [`read`](Self::read).
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

    /// The names of its types that are not other names of types: records, unions, enumerations.
    pub fn types(&self) -> impl Iterator<Item = &str> {
        let own = self.module.types.iter();
        own.filter(|t| !matches!(t.body, TypeBody::Alias(_)))
            .map(|t| t.name.as_str())
    }

    /// What a message of Protocol Buffers is called here, by its full name.
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

    /// Where a value of that type stands, and how it looks.
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

    /// The bytes of a value of that type.
    ///
    /// # Errors
    /// Whatever the encoder refuses.
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

    /// The value of that type that the bytes are.
    ///
    /// # Errors
    /// Whatever the decoder refuses.
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

    /// What dynamic values make of bytes: decoded and encoded again, as [`Syntax::recode`] does.
    ///
    /// # Errors
    /// Whatever decoder or encoder refuses, or that a used value gives something else.
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

/// What a fresh value gives, if a used one gives the same.
fn same(fresh: Vec<u8>, used: &[u8]) -> Result<Vec<u8>, String> {
    match fresh == used {
        true => Ok(fresh),
        false => Err(format!(
            "a used value gives {} where a fresh one gives {}",
            hex(used),
            hex(&fresh)
        )),
    }
}

/// Bytes as they are told to people.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use manyrpc_draw::Language;

    use super::*;
    use crate::stubs::{Stubs, dce, proto, rpcl};
    use crate::suite::SEED;

    /// Every drawn definition that has stubs: its own bytes come out of them as they went in.
    fn stubs_agree_with_dynamic_values(language: Language, syntax: Syntax, stubs: &[Stubs]) {
        assert!(stubs.len() > 10, "{language:?}: {}", stubs.len());
        for of in stubs {
            let definition = language.definition(SEED, of.index);
            let dynamic = Dynamic::read(&definition).unwrap();
            for (name, recode) in of.types {
                let (field, shape) = dynamic.place(name);
                // A `oneof` is the fields of its message, and stands nowhere else.
                if language == Language::Proto && matches!(shape, Shape::Union(_)) {
                    continue;
                }
                for seed in 0..20 {
                    let value = dynamic.sample(name, seed);
                    let Ok(bytes) = dynamic.encode(syntax, name, &value) else {
                        continue;
                    };
                    let again = recode(syntax, &field, &bytes);
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
