//! The testee of the official runner: bytes or JSON of a message in, bytes or JSON out.
//!
//! Requests and responses are messages of `conformance.proto` with a little-endian length of 32 bits
//! before each, over standard input and output ("conformance/conformance.proto" and
//! "fork_pipe_runner.cc" of Protocol Buffers 33). They are read and written by our own stubs.

use std::process::ExitCode;

/// The codec under test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// Generated types.
    Static,
    /// Dynamic values.
    Dynamic,
}

impl Values {
    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Values::Static => "static",
            Values::Dynamic => "dynamic",
        }
    }
}

/// Answers the runner's requests until they end.
pub fn main(values: Option<&str>) -> ExitCode {
    let values = [Values::Static, Values::Dynamic]
        .into_iter()
        .find(|v| Some(v.name()) == values);
    let done = match values {
        Some(values) => serve(values),
        None => Err("say `static` or `dynamic`".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(not(official))]
fn serve(_: Values) -> Result<(), String> {
    Err(super::official::MISSING.to_owned())
}

#[cfg(official)]
use answers::serve;

#[cfg(official)]
mod answers {
    use std::borrow::Cow;
    use std::io::{self, Read, Write};

    use manyrpc_codec::meta::Field;
    use manyrpc_codec::{Buf, Decode, Encode, Limits, Way, json, protobuf};

    use super::super::official::definitions;
    use super::super::official::stubs::conformance::{
        ConformanceRequest, ConformanceRequestPayload, ConformanceResponse,
        ConformanceResponseResult, TestCategory, WireFormat,
    };
    use super::super::official::stubs::{proto2, proto3};
    use super::Values;
    use crate::codecs::Dynamic;

    type Payload<'a> = ConformanceRequestPayload<'a>;
    type Answer = ConformanceResponseResult<'static>;

    /// One of the two forms of a message.
    #[derive(Clone, Copy)]
    enum Form {
        Binary,
        Json,
    }

    /// Reads a message and writes it again.
    struct Task<'a> {
        from: Form,
        to: Form,
        bytes: &'a [u8],
        place: Field,
        /// Whether members of JSON that the definition does not have are refused.
        strict: bool,
    }

    pub(super) fn serve(values: Values) -> Result<(), String> {
        let definitions = match values {
            Values::Static => Vec::new(),
            Values::Dynamic => definitions()?,
        };
        let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
        while let Some(request) = next(&mut input).map_err(|e| e.to_string())? {
            let response = respond(&request, &definitions)?;
            let length = response.data().len() as u32;
            let sent = output
                .write_all(&length.to_le_bytes())
                .and_then(|()| output.write_all(response.data()))
                .and_then(|()| output.flush());
            sent.map_err(|e| e.to_string())?;
        }
        Ok(())
    }

    fn next(input: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
        let mut length = [0; 4];
        if input.read(&mut length[..1])? == 0 {
            return Ok(None);
        }
        input.read_exact(&mut length[1..])?;
        let mut request = vec![0; u32::from_le_bytes(length) as usize];
        input.read_exact(&mut request)?;
        Ok(Some(request))
    }

    fn respond(request: &[u8], definitions: &[Dynamic]) -> Result<Buf, String> {
        let (alone, limits) = (Field::plain("value"), Limits::DEFAULT);
        let mut asked = ConformanceRequest::default();
        protobuf::decode_value(request, &alone, &mut asked, &limits).map_err(|e| e.to_string())?;
        let response = ConformanceResponse {
            result: Some(answer(&asked, definitions)),
            ..Default::default()
        };
        let mut out = Buf::new();
        let written = protobuf::encode_value(&mut out, &alone, &response, &limits);
        written.map(|()| out).map_err(|e| e.to_string())
    }

    fn answer(asked: &ConformanceRequest<'_>, definitions: &[Dynamic]) -> Answer {
        // The runner asks for what we know to fail: that is in a list of ours.
        if asked.message_type == "conformance.FailureSet" {
            return Answer::ProtobufPayload(Cow::Borrowed(&[]));
        }
        let (from, bytes) = match &asked.payload {
            Some(Payload::ProtobufPayload(bytes)) => (Form::Binary, &**bytes),
            Some(Payload::JsonPayload(text)) => (Form::Json, text.as_bytes()),
            _ => return skipped("neither bytes nor JSON"),
        };
        let to = match asked.requested_output_format {
            WireFormat::PROTOBUF => Form::Binary,
            WireFormat::JSON => Form::Json,
            _ => return skipped("neither bytes nor JSON"),
        };
        let place = Field::plain("value");
        let task = Task {
            from,
            to,
            bytes,
            place,
            strict: asked.test_category != TestCategory::JSON_IGNORE_UNKNOWN_PARSING_TEST,
        };
        match definitions {
            [] => task.of_stubs(&asked.message_type),
            all => task.of_values(&asked.message_type, all),
        }
    }

    fn skipped(why: &'static str) -> Answer {
        Answer::Skipped(Cow::Borrowed(why))
    }

    impl Task<'_> {
        fn of_stubs(&self, name: &str) -> Answer {
            match name {
                "protobuf_test_messages.proto2.TestAllTypesProto2" => {
                    self.recode(&mut proto2::TestAllTypesProto2::default())
                }
                "protobuf_test_messages.proto2.TestAllRequiredTypesProto2" => {
                    self.recode(&mut proto2::TestAllRequiredTypesProto2::default())
                }
                "protobuf_test_messages.proto3.TestAllTypesProto3" => {
                    self.recode(&mut proto3::TestAllTypesProto3::default())
                }
                _ => skipped("a message of an edition"),
            }
        }

        fn of_values(mut self, name: &str, definitions: &[Dynamic]) -> Answer {
            use manyrpc_dynamic::{Dyn, DynMut};
            let found = definitions.iter().find_map(|d| Some((d, d.message(name)?)));
            let Some((Dynamic { lowered, .. }, ours)) = found else {
                return skipped("a message of an edition");
            };
            let ty = manyrpc_model::Type::Named(ours.to_owned());
            let Ok((place, shape)) = lowered.place("value", &ty) else {
                return skipped("no message");
            };
            self.place = place;
            let shape = &shape;
            let mut value = manyrpc_model::Value::Void;
            let mut slot = DynMut {
                lowered,
                shape,
                value: &mut value,
            };
            if let Err(why) = self.read(&mut slot) {
                return Answer::ParseError(Cow::Owned(why));
            }
            let value = &value;
            self.write(&Dyn {
                lowered,
                shape,
                value,
            })
        }

        fn recode<'de, T: Decode<'de> + Encode>(&'de self, value: &mut T) -> Answer {
            match self.read(value) {
                Ok(()) => self.write(value),
                Err(why) => Answer::ParseError(Cow::Owned(why)),
            }
        }

        fn read<'de, T: Decode<'de>>(&'de self, value: &mut T) -> Result<(), String> {
            let (place, limits) = (&self.place, &Limits::DEFAULT);
            let read = match self.from {
                Form::Binary => protobuf::decode_value(self.bytes, place, value, limits),
                Form::Json => {
                    let source = json::Decoder::new(self.bytes, limits, Way::Request);
                    let source = if self.strict { source.strict() } else { source };
                    source.read(place, value)
                }
            };
            read.map_err(|e| e.to_string())
        }

        fn write<T: Encode>(&self, value: &T) -> Answer {
            let (place, limits) = (&self.place, &Limits::DEFAULT);
            let mut out = Buf::new();
            let written = match self.to {
                Form::Binary => protobuf::encode_value(&mut out, place, value, limits),
                Form::Json => json::encode_value(&mut out, place, value, limits),
            };
            if let Err(why) = written {
                return Answer::SerializeError(Cow::Owned(why.to_string()));
            }
            let bytes = out.data().to_vec();
            match self.to {
                Form::Binary => Answer::ProtobufPayload(Cow::Owned(bytes)),
                Form::Json => match String::from_utf8(bytes) {
                    Ok(text) => Answer::JsonPayload(Cow::Owned(text)),
                    Err(_) => Answer::SerializeError(Cow::Borrowed("JSON that is not UTF-8")),
                },
            }
        }
    }
}
