//! Our side of the operations of a drawn definition.

use manyrpc_codec::ndr::{self, LABEL, Referents};
use manyrpc_codec::{Buf, Limits, Malformed};
use manyrpc_dynamic::lower::LoweredOperation;
use manyrpc_dynamic::{DynFields, DynSlots, Members, Sampler, Shape, relabel};
use manyrpc_model::Value;

use super::compare::Layout;
use crate::codecs::Dynamic;

/// An operation of the one interface of a drawn definition.
#[derive(Clone, Copy, Debug)]
pub struct Call<'d> {
    dynamic: &'d Dynamic,
    /// Its lowering.
    pub operation: &'d LoweredOperation,
    /// The name of the parameter that a server returns, unless it returns 1.
    returned: Option<&'d str>,
}

/// A request, with the state needed for its reply.
#[derive(Debug, Default)]
pub struct Asked {
    /// The body.
    pub body: Vec<u8>,
    /// The arguments.
    pub arguments: Vec<Value>,
    /// The referents of full pointers.
    pub referents: Referents,
}

/// All operations of a definition.
pub fn of<'d>(dynamic: &'d Dynamic, text: &'d str) -> Vec<Call<'d>> {
    let operations = dynamic
        .lowered
        .interfaces
        .iter()
        .flat_map(|i| &i.operations);
    let calls = operations.map(|operation| Call {
        dynamic,
        operation,
        returned: returned(text, &operation.name),
    });
    calls.collect()
}

/// What the `cpp_quote` line of an operation returns.
fn returned<'t>(text: &'t str, operation: &str) -> Option<&'t str> {
    let body = text.split_once(&format!("#define BODY_{operation} "))?.1;
    let body = body.split_once('"')?.0;
    let value = body.split_once("return ")?.1.trim_end_matches(';');
    (value != "1").then_some(value)
}

impl Call<'_> {
    /// A random request.
    ///
    /// # Errors
    /// The value cannot be encoded.
    pub fn ask(&self, seed: u64) -> Result<Asked, String> {
        let mut sampler = Sampler::new(seed);
        let mut arguments = sampler.params(&self.dynamic.lowered, &self.operation.input);
        let bytes = seed & 1 == 1;
        arguments.iter_mut().for_each(|v| without_nul(v, bytes));
        self.request(arguments)
    }

    /// The request with these arguments.
    ///
    /// # Errors
    /// They cannot be encoded.
    pub fn request(&self, arguments: Vec<Value>) -> Result<Asked, String> {
        let input = &self.operation.input;
        let fields = DynFields::new(&self.dynamic.lowered, input, &arguments);
        let (mut buf, mut referents) = (Buf::new(), Referents::default());
        ndr::encode_params_with(
            &mut buf,
            &input.meta,
            &fields,
            &Limits::DEFAULT,
            &mut referents,
        )
        .map_err(|e| e.to_string())?;
        Ok(Asked {
            body: buf.data().to_vec(),
            arguments,
            referents,
        })
    }

    /// The reply of our server to a request: in-out parameters unchanged, outputs from the inputs that they
    /// repeat.
    ///
    /// # Errors
    /// The request is rejected, or its results cannot be encoded.
    pub fn serve(&self, body: &[u8], label: [u8; 4]) -> Result<Vec<u8>, String> {
        let (arguments, mut referents) = self.take(body, label)?;
        let results = self.results(&arguments);
        self.answer((&arguments, &mut referents), &results)
    }

    /// The reply with these results, where no pointers share what they lead to.
    ///
    /// # Errors
    /// They cannot be encoded.
    pub fn reply(&self, arguments: &[Value], results: &[Value]) -> Result<Vec<u8>, String> {
        self.answer((arguments, &mut Referents::default()), results)
    }

    fn answer(
        &self,
        (arguments, referents): (&[Value], &mut Referents),
        results: &[Value],
    ) -> Result<Vec<u8>, String> {
        let output = &self.operation.output;
        let fields = DynFields::new(&self.dynamic.lowered, output, results)
            .answering(&self.operation.input, arguments);
        let mut buf = Buf::new();
        ndr::encode_params_with(&mut buf, &output.meta, &fields, &Limits::DEFAULT, referents)
            .map_err(|e| format!("our reply: {e}"))?;
        Ok(buf.data().to_vec())
    }

    /// The values of a request or reply, where no pointers share what they lead to.
    ///
    /// # Errors
    /// It is rejected.
    pub fn decode(
        &self,
        members: &Members,
        body: &[u8],
        label: [u8; 4],
    ) -> Result<Vec<Value>, Malformed> {
        let mut values = Vec::new();
        let mut slots = DynSlots::new(&self.dynamic.lowered, members, &mut values);
        let mut referents = Referents::default();
        ndr::decode_params_with(
            body,
            label,
            &members.meta,
            &mut slots,
            &Limits::DEFAULT,
            &mut referents,
        )?;
        relabel(&mut values, &referents);
        Ok(values)
    }

    /// The arguments of a request.
    ///
    /// # Errors
    /// The request is rejected.
    pub fn take(&self, body: &[u8], label: [u8; 4]) -> Result<(Vec<Value>, Referents), String> {
        let input = &self.operation.input;
        let (mut arguments, mut referents) = (Vec::new(), Referents::default());
        let mut slots = DynSlots::new(&self.dynamic.lowered, input, &mut arguments);
        ndr::decode_params_with(
            body,
            label,
            &input.meta,
            &mut slots,
            &Limits::DEFAULT,
            &mut referents,
        )
        .map_err(|e| e.to_string())?;
        Ok((arguments, referents))
    }

    /// The results of a reply to a request.
    ///
    /// # Errors
    /// The reply is rejected.
    pub fn receive(&self, asked: &mut Asked, body: &[u8]) -> Result<Vec<Value>, String> {
        let output = &self.operation.output;
        let mut results = Vec::new();
        let mut slots = DynSlots::new(&self.dynamic.lowered, output, &mut results);
        let mut referents = std::mem::take(&mut asked.referents);
        let request = Referents::default();
        ndr::decode_params_with(
            body,
            LABEL,
            &output.meta,
            &mut slots,
            &Limits::DEFAULT,
            &mut referents,
        )
        .map_err(|e| e.to_string())?;
        relabel(&mut results, &request);
        Ok(results)
    }

    /// The layout of a request or a reply.
    ///
    /// # Errors
    /// It is rejected.
    pub fn layout(&self, members: &Members, body: &[u8]) -> Result<Layout, String> {
        let mut values = Vec::new();
        let mut slots = DynSlots::new(&self.dynamic.lowered, members, &mut values);
        let parts = ndr::trace_params(body, LABEL, &members.meta, &mut slots, &Limits::DEFAULT);
        Ok(Layout::new(&parts.map_err(|e| e.to_string())?))
    }

    /// The results for these arguments.
    pub fn results(&self, arguments: &[Value]) -> Vec<Value> {
        let results = self.operation.output.iter();
        let results = results.map(|(field, shape)| {
            let back = field.name.strip_prefix("o_").unwrap_or(&field.name);
            let argument = |name: &str| {
                let mut given = self.operation.input.iter().zip(arguments);
                given
                    .find(|((f, _), _)| f.name == name)
                    .map(|(_, v)| v.clone())
            };
            match (argument(back), &*field.name, self.returned) {
                (None, "result", Some(name)) => argument(name).unwrap_or_else(|| one(shape)),
                (value, ..) => value.unwrap_or_else(|| one(shape)),
            }
        });
        results.collect()
    }
}

/// Strings end at a NUL, so they have none in them; nor those of bytes, if that is wanted.
fn without_nul(value: &mut Value, bytes: bool) {
    let inner = |value: &mut Value| without_nul(value, bytes);
    match value {
        Value::Text(text) => *text = text.replace('\0', "0"),
        Value::Bytes(all) if bytes => all.iter_mut().for_each(|b| *b = (*b).max(1)),
        Value::List(values) | Value::Record(values) => values.iter_mut().for_each(inner),
        Value::Union { value, .. } | Value::Optional(Some(value)) => inner(value),
        Value::Shared(Some(shared)) => shared.value.iter_mut().for_each(|v| inner(v)),
        _ => {}
    }
}

/// The number 1.
fn one(shape: &Shape) -> Value {
    match shape {
        Shape::Bool => Value::Bool(true),
        Shape::I8 => Value::I8(1),
        Shape::U8 => Value::U8(1),
        Shape::I16 => Value::I16(1),
        Shape::U16 => Value::U16(1),
        Shape::I32 => Value::I32(1),
        Shape::U32 => Value::U32(1),
        Shape::I64 => Value::I64(1),
        Shape::U64 => Value::U64(1),
        _ => Value::Void,
    }
}
