//! What the tests of generated code share.

mod dce;
mod omg;

use std::path::{Path, PathBuf};

use manyrpc_codec::cdr::{self, Representation};
use manyrpc_codec::meta::Field;
use manyrpc_codec::xdr::{self, Limits};
use manyrpc_codec::{Buf, Decode, Encode, Malformed, json, ndr, protobuf, soap, xml};
use manyrpc_dynamic::{Dyn, DynMut, Lowered, Sampler, Shape, lower};
use manyrpc_model::{Labelled, Module, Semantics, Type, Value};

/// A path below the workspace's root.
pub(crate) fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

/// Reads a definition; `derived` and `omg` are written in Rust. RPCL says nothing of semantics, so names do: operations
/// of `operations.x` that start with `tell` are one-way, with `read` idempotent.
pub(crate) fn load(path: &Path) -> Module {
    if path.ends_with("derived") {
        return dce::module();
    }
    if path.ends_with("omg") {
        return omg::module();
    }
    let (module, diagnostics) = manyrpc_idl::load(path, &manyrpc_idl::Options::default());
    let mut module = module.unwrap_or_else(|| panic!("{}: {diagnostics:?}", path.display()));
    if module.name == "operations" {
        let interfaces = module.interfaces.iter_mut();
        for operation in interfaces.flat_map(|i| &mut i.operations) {
            operation.semantics = match operation.name.split('_').next() {
                Some("tell") => Semantics::Maybe,
                Some("read") => Semantics::Idempotent,
                _ => Semantics::AtMostOnce,
            };
        }
    }
    module
}

/// What the generator writes for a definition.
pub(crate) fn generate(path: &Path) -> String {
    generate_with(path, manyrpc_gen::Options::default())
}

/// The same for crates below the facade.
pub(crate) fn generate_records(path: &Path) -> String {
    generate_with(path, manyrpc_gen::Options::records())
}

pub(crate) fn generate_with(path: &Path, options: manyrpc_gen::Options) -> String {
    let options = manyrpc_gen::Options {
        origin: path.file_name().unwrap().to_string_lossy().into_owned(),
        ..options
    };
    manyrpc_gen::rust(&load(path), &options)
        .unwrap_or_else(|problems| panic!("{}: {problems:?}", path.display()))
}

/// Compares with the file, or writes it where `UPDATE_EXPECT` is set.
pub(crate) fn expect_file(path: &Path, text: &str) {
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(path, text).unwrap();
    }
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    let fresh = committed == text;
    let file = path.display();
    assert!(fresh, "{file} is stale: run this test with UPDATE_EXPECT=1");
}

/// A definition as dynamic calls see it.
pub(crate) struct Definition {
    module: Module,
    lowered: Lowered,
}

impl Definition {
    pub(crate) fn load(path: &str) -> Self {
        let module = load(&root(path));
        let lowered = lower(&module).unwrap();
        Definition { module, lowered }
    }

    /// That a test has left no type out.
    #[track_caller]
    pub(crate) fn declares(&self, names: &[&str]) {
        let declared: Vec<&str> = self.module.types.iter().map(|t| t.name.as_str()).collect();
        assert_eq!(declared, names);
    }

    /// Where a value of that type stands, and how it looks.
    pub(crate) fn place(&self, name: &str) -> (Field, Shape) {
        let ty = Type::Named(name.to_owned());
        let (field, shape) = self.lowered.place("value", &ty).unwrap();
        // The stub of a node that nothing holds by value is the element of lists.
        match self.lowered.find(name) {
            Some(id) if self.lowered.types[id.0].chain => (field, Shape::Record(id)),
            _ => (field, shape),
        }
    }

    /// Random values of a type, encoded by the dynamic path.
    pub(crate) fn samples(&self, name: &str, seeds: u64) -> Vec<Vec<u8>> {
        self.each(
            name,
            seeds,
            |_| true,
            |field, value| Some(encode(field, value)),
        )
    }

    /// The same in NDR, of those values that fit.
    pub(crate) fn ndr_samples(&self, name: &str, seeds: u64) -> Vec<Vec<u8>> {
        // Its strings end at a NUL, so there is none in them.
        let kept = |c: char| c != '\0';
        self.each(name, seeds, kept, |field, value| ndr_encode(field, value))
    }

    /// The same in CDR.
    pub(crate) fn cdr_samples(&self, name: &str, seeds: u64) -> Vec<Vec<u8>> {
        // Its strings end at a NUL, too.
        let kept = |c: char| c != '\0';
        self.each(name, seeds, kept, |field, value| cdr_encode(field, value))
    }

    /// The same in JSON and in XML-RPC, of those values that have no places that share one.
    pub(crate) fn text_samples(&self, syntax: Textual, name: &str, seeds: u64) -> Vec<Vec<u8>> {
        // XML has not all characters.
        let kept = |c: char| matches!(syntax, Textual::Json) || !c.is_control();
        self.each(name, seeds, kept, |field, value| {
            syntax.encode(field, value)
        })
    }

    /// The same in Protocol Buffers.
    pub(crate) fn protobuf_samples(&self, name: &str, seeds: u64) -> Vec<Vec<u8>> {
        self.each(
            name,
            seeds,
            |_| true,
            |field, value| Some(protobuf_encode(field, value)),
        )
    }

    /// What the dynamic path makes of bytes of NDR.
    pub(crate) fn ndr_value(
        &self,
        bytes: &[u8],
        field: &Field,
        shape: &Shape,
    ) -> Result<Value, Malformed> {
        let mut value = Value::Void;
        let mut slot = DynMut {
            lowered: &self.lowered,
            shape,
            value: &mut value,
        };
        ndr_decode(bytes, field, &mut slot)?;
        Ok(value)
    }

    fn each(
        &self,
        name: &str,
        seeds: u64,
        kept: impl Fn(char) -> bool,
        encode: impl Fn(&Field, &Dyn<'_>) -> Option<Vec<u8>>,
    ) -> Vec<Vec<u8>> {
        let (field, shape) = self.place(name);
        let sample = |seed| {
            let mut value = Sampler::new(seed).value(&self.lowered, &field, &shape);
            without(&kept, &mut value);
            let value = Dyn {
                lowered: &self.lowered,
                shape: &shape,
                value: &value,
            };
            encode(&field, &value)
        };
        (0..seeds).filter_map(sample).collect()
    }
}

/// A syntax of characters.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Textual {
    Json,
    Xml,
    /// Without extensions.
    StrictXml,
    /// The XML of SOAP.
    Soap,
}

impl Textual {
    pub(crate) const ALL: [Textual; 4] = [
        Textual::Json,
        Textual::Xml,
        Textual::StrictXml,
        Textual::Soap,
    ];

    /// `None` where it cannot say the value: XML has not all characters, and a value by itself declares no
    /// prefixes of the message around it.
    pub(crate) fn encode<T: Encode>(self, field: &Field, value: &T) -> Option<Vec<u8>> {
        let (mut buf, limits) = (Buf::new(), Limits::DEFAULT);
        let strict = xml::Options::STRICT;
        let done = match self {
            Textual::Json => json::encode_value(&mut buf, field, value, &limits),
            Textual::Xml => {
                xml::encode_value(&mut buf, field, value, &limits, xml::Options::DEFAULT)
            }
            Textual::StrictXml => xml::encode_value(&mut buf, field, value, &limits, strict),
            Textual::Soap => {
                let options = soap::Options::DEFAULT;
                soap::encode_value(&mut buf, field, value, &limits, options)
            }
        };
        let prefixed = |text: &[u8]| text.windows(5).any(|w| w == b" xsi:");
        if matches!(self, Textual::Soap) && prefixed(buf.data()) {
            return None;
        }
        done.ok().map(|()| buf.data().to_vec())
    }

    pub(crate) fn decode<'de, T: Decode<'de>>(
        self,
        bytes: &'de [u8],
        field: &Field,
        value: &mut T,
    ) -> Result<(), Malformed> {
        match self {
            Textual::Json => json::decode_value(bytes, field, value, &Limits::DEFAULT),
            Textual::Xml | Textual::StrictXml => {
                xml::decode_value(bytes, field, value, &Limits::DEFAULT)
            }
            Textual::Soap => {
                let options = soap::Options::DEFAULT;
                soap::decode_value(bytes, field, value, &Limits::DEFAULT, options)
            }
        }
    }
}

/// Characters that are not kept become others.
fn without(kept: &impl Fn(char) -> bool, value: &mut Value) {
    match value {
        Value::Text(text) => *text = text.replace(|c| !kept(c), "0"),
        Value::List(values) | Value::Record(values) => {
            values.iter_mut().for_each(|value| without(kept, value));
        }
        Value::Optional(Some(value)) | Value::Union { value, .. } => without(kept, value),
        Value::Shared(Some(Labelled {
            value: Some(value), ..
        })) => without(kept, value),
        _ => {}
    }
}

/// The same in NDR; `None` where the value does not fit, as with less room than there are elements.
pub(crate) fn ndr_encode<T: Encode>(field: &Field, value: &T) -> Option<Vec<u8>> {
    let mut buf = Buf::new();
    ndr::encode_value(&mut buf, field, value, &Limits::DEFAULT).ok()?;
    Some(buf.data().to_vec())
}

pub(crate) fn ndr_decode<'de, T>(
    bytes: &'de [u8],
    field: &Field,
    value: &mut T,
) -> Result<(), Malformed>
where
    T: Decode<'de>,
{
    ndr::decode_value(bytes, ndr::LABEL, field, value, &Limits::DEFAULT)
}

/// At an offset from the origin of alignment that no value of ours chooses by itself.
const CDR: Representation = Representation::NATIVE.at(3);

pub(crate) fn cdr_encode<T: Encode>(field: &Field, value: &T) -> Option<Vec<u8>> {
    let mut buf = Buf::new();
    cdr::encode_value(&mut buf, CDR, field, value, &Limits::DEFAULT).ok()?;
    Some(buf.data().to_vec())
}

pub(crate) fn cdr_decode<'de, T>(
    bytes: &'de [u8],
    field: &Field,
    value: &mut T,
) -> Result<(), Malformed>
where
    T: Decode<'de>,
{
    cdr::decode_value(bytes, CDR, field, value, &Limits::DEFAULT)
}

pub(crate) fn protobuf_encode<T: Encode>(field: &Field, value: &T) -> Vec<u8> {
    let mut buf = Buf::new();
    protobuf::encode_value(&mut buf, field, value, &Limits::DEFAULT).unwrap();
    buf.data().to_vec()
}

pub(crate) fn protobuf_decode<'de, T>(
    bytes: &'de [u8],
    field: &Field,
    value: &mut T,
) -> Result<(), Malformed>
where
    T: Decode<'de>,
{
    protobuf::decode_value(bytes, field, value, &Limits::DEFAULT)
}

pub(crate) fn encode<T: Encode>(field: &Field, value: &T) -> Vec<u8> {
    let mut buf = Buf::new();
    xdr::encode_value(&mut buf, field, value, &Limits::DEFAULT).unwrap();
    buf.data().to_vec()
}

pub(crate) fn decode<'de, T>(
    bytes: &'de [u8],
    field: &Field,
    value: &mut T,
) -> Result<(), Malformed>
where
    T: Decode<'de>,
{
    xdr::decode_value(bytes, field, value, &Limits::DEFAULT)
}
