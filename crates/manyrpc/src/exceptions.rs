//! Declared exceptions, between stubs and systems; `docs/exceptions.md` describes what each system
//! sends.
//!
//! In positional syntaxes (XDR, NDR) an exception is part of the result, a union that stubs
//! marshal. Elsewhere it is a fault with a name, whose members are marshalled separately.
//!
//! ```
//! use manyrpc::dynamic::{Definition, DynamicClient, DynamicInterface, DynamicService};
//! use manyrpc::{Client, Error, Server};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! const SHOP: &str = "
//!     struct closed { int until; };
//!     program SHOP { version SHOP_V1 { int PUT(string item) raises (closed) = 1; } = 1; } = 0x20000001;";
//! let (module, _) = manyrpc_idl::load_text("shop.x", SHOP, &manyrpc_idl::Options::default());
//! let shop = DynamicInterface::find(&Definition::new(module.unwrap())?, None)?;
//!
//! let closed = shop.exception_from_json("PUT", "closed", &serde_json::json!({"until": 8}))?;
//! let service = DynamicService::raising(shop.clone(), move |_, _, _| Err(closed.clone()));
//! let server = Server::builder().service(service).listen("grpc://127.0.0.1:0")?.start()?;
//!
//! let client = Client::open_for(&server.bindings()[0].to_string(), shop.id())?;
//! match DynamicClient::new(client, shop).call_json("PUT", &serde_json::json!(["nut"])) {
//!     Err(Error::Raised(exception)) => assert_eq!(exception.to_string(), r#"closed {"until":8}"#),
//!     other => panic!("{other:?}"),
//! }
//! # Ok(())
//! # }
//! ```

use manyrpc_codec::cdr::{Representation, repository_id};
use manyrpc_codec::meta::{Field, Record};
use manyrpc_codec::ndr::Referents;
use manyrpc_codec::{Decode, Encode, Encoding, Fields, Sink, Slots, Source, json, soap};
use manyrpc_driver::blocking::Reply;
use manyrpc_engine::{CallError, Exception, Fault, Members, Misuse, Outcome, WireError};

use crate::bodies::{ReplyBody, read_results, unmarshal};
use crate::error::Error;
use crate::message::{Codec, Malformed, Standalone};
use crate::operation::OperationMeta;

#[cfg(feature = "dynamic")]
pub use crate::raised::DynamicException;

/// An operation that raises exceptions, as generated code holds it.
#[derive(Debug)]
pub struct RaisingMeta {
    /// The operation.
    pub operation: OperationMeta,
    /// The reply's contents if exceptions are part of the result: one union.
    pub result: &'static Record,
    /// Its exceptions; the first has number 1.
    pub exceptions: &'static [ExceptionMeta],
}

/// An exception, as generated code holds it.
#[derive(Debug)]
pub struct ExceptionMeta {
    /// Its qualified name.
    pub full_name: &'static str,
    /// The metadata of its members.
    pub place: &'static Field,
}

/// How a call ended whose operation raises exceptions.
#[derive(Debug)]
pub enum Ended<O, R> {
    /// With its results.
    Results(O),
    /// With a union of results and exceptions.
    Result(R),
    /// With an exception.
    Raised(Raised),
}

/// An exception by number, whose members are not yet decoded.
#[derive(Debug)]
pub struct Raised {
    /// Its number among the operation's exceptions, from 1.
    pub number: u32,
    members: Members,
}

impl Raised {
    /// Decodes the members.
    ///
    /// # Errors
    /// They are not those of this exception.
    pub fn read<'de, T>(&'de self) -> Result<T, Error>
    where
        T: Standalone + Decode<'de> + Default,
    {
        let mut value = T::default();
        read(&self.members, T::PLACE, &mut value)?;
        Ok(value)
    }

    /// The error for a number without an exception. (This happens only with hand-written metadata.)
    pub fn unknown(&self) -> Error {
        Error::Value(format!("there is no exception {}", self.number))
    }
}

/// Decodes an exception's members.
pub(crate) fn read<'de, T: Decode<'de> + ?Sized>(
    members: &'de Members,
    place: &Field,
    value: &mut T,
) -> Result<(), Error> {
    let (encoding, bytes) = match members {
        Members::Protobuf(bytes) => (Encoding::Protobuf, bytes),
        Members::Json(bytes) => (Encoding::JSON, bytes),
        Members::Cdr {
            bytes,
            representation,
        } => (Encoding::Cdr(*representation), bytes),
        Members::Xml { bytes, encoding } => (*encoding, bytes),
        _ => return Err(Misuse::NotOffered("exceptions of this notation").into()),
    };
    let read = Codec::from(encoding).decode(place, bytes, value);
    read.map_err(bad_result)
}

fn bad_result(malformed: Malformed) -> Error {
    Error::Call(CallError::Wire(WireError::BadResult(malformed)))
}

impl From<Misuse> for Error {
    fn from(misuse: Misuse) -> Self {
        Error::Call(misuse.into())
    }
}

/// The error if a client's system does not support exceptions.
pub(crate) const NO_EXCEPTIONS: Misuse = Misuse::NotOffered(
    "exceptions, which this operation raises; call it over a system that carries them",
);

/// How a syntax represents exceptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stated {
    /// As a part of the result.
    InResult,
    /// By name, with members as a message of Protocol Buffers.
    Protobuf,
    /// By name, with members in JSON.
    Json(json::Options),
    /// By repository identifier, with members in CDR behind it; the representation is that of the
    /// reply's body.
    Cdr(Representation),
    /// By the qualified name of an element in which the members are; as the reply's body is written.
    Xml(soap::Options),
}

impl Stated {
    /// The representation for a syntax. gRPC's status is a message of Protocol Buffers, whatever
    /// the encoding of its calls.
    pub(crate) fn by(encoding: Encoding) -> Self {
        match encoding {
            Encoding::Protobuf => Stated::Protobuf,
            Encoding::Json(options) if options.message => Stated::Protobuf,
            Encoding::Json(options) => Stated::Json(options),
            Encoding::Xml(_) => Stated::Json(json::Options::DEFAULT),
            Encoding::Cdr(body) => Stated::Cdr(body),
            Encoding::Soap(body) => Stated::Xml(body.detail()),
            _ => Stated::InResult,
        }
    }

    /// An exception as a fault, for systems with named exceptions.
    pub(crate) fn fault<T: Encode + ?Sized>(
        self,
        (number, name): (u32, &str),
        place: &Field,
        members: &T,
    ) -> Fault {
        let encode = |encoding: Encoding| Codec::from(encoding).encode(place, members);
        let exception = match self {
            Stated::InResult => return Fault::ServerFailure,
            Stated::Protobuf => encode(Encoding::Protobuf).map(|m| Exception::protobuf(name, m)),
            Stated::Json(options) => {
                encode(Encoding::Json(options)).map(|members| Exception::json(name, members))
            }
            Stated::Cdr(body) => {
                let here = body.behind_text(repository_id::of_name(name).len());
                encode(Encoding::Cdr(here)).map(|members| Exception::cdr(name, members, here))
            }
            Stated::Xml(here) => encode(Encoding::Soap(here))
                .map(|members| Exception::xml(name, members, Encoding::Soap(here))),
        };
        match exception {
            Ok(exception) => Fault::raised(number, exception),
            Err(why) => Fault::ServerFailure.with_message(format!("{name} cannot be sent: {why}")),
        }
    }
}

/// The exception in a fault, among those with these full names and places: its index and its members.
pub(crate) fn find<'f, 'n>(
    fault: &'f Fault,
    known: impl Iterator<Item = (&'n str, &'n Field)> + Clone,
) -> Option<(usize, &'f Members)> {
    fault.exceptions().iter().find_map(|exception| {
        let at = match exception.members {
            Members::Xml { .. } => find_element(known.clone(), &exception.name)?,
            _ => {
                let names = known.clone().map(|(name, _)| name);
                repository_id::position(names, &exception.name)?
            }
        };
        Some((at, &exception.members))
    })
}

/// The index of an exception by the qualified name of its element, `{namespace}name`; where none has that namespace, by
/// the name alone, since the server's module may have another one.
fn find_element<'n>(
    mut known: impl Iterator<Item = (&'n str, &'n Field)> + Clone,
    name: &str,
) -> Option<usize> {
    let (ns, local) = name.strip_prefix('{')?.split_once('}')?;
    let same = |place: &Field| place.xml_name() == local && place.xml_facts().ns == ns;
    let exact = known.clone().position(|(_, place)| same(place));
    exact.or_else(|| known.position(|(_, place)| place.xml_name() == local))
}

/// A union as the only field of a record.
pub(crate) struct Only<'f, T> {
    pub(crate) field: &'f Field,
    pub(crate) value: T,
}

impl<T: Encode> Fields for Only<'_, T> {
    fn fields<S: Sink>(&self, s: &mut S) {
        s.field(self.field, &self.value);
    }
}

impl<'de, T: Decode<'de>> Slots<'de> for Only<'_, T> {
    fn all<S: Source<'de>>(&mut self, s: &mut S) -> Result<(), manyrpc_codec::Fail> {
        s.slot(self.field, &mut self.value)
    }

    fn one<S: Source<'de>>(&mut self, _: usize, s: &mut S) -> Result<(), manyrpc_codec::Fail> {
        self.all(s)
    }
}

/// How a call ended, from its reply.
pub(crate) fn ended<'r, O, R>(
    meta: &RaisingMeta,
    came: Result<Reply<'r>, CallError>,
    referents: &mut Referents,
) -> Result<Ended<O, R>, Error>
where
    O: Slots<'r> + Default,
    R: Decode<'r> + Default,
{
    match came {
        Ok(reply) if Stated::by(reply.encoding) == Stated::InResult => {
            let mut only = Only {
                field: &meta.result.fields[0],
                value: R::default(),
            };
            read_results(reply, meta.result, &mut only, referents)?;
            Ok(Ended::Result(only.value))
        }
        Ok(reply) => {
            let output = unmarshal(reply, meta.operation.output, referents)?;
            Ok(Ended::Results(output))
        }
        Err(CallError::Fault(fault)) => {
            let known = meta.exceptions.iter().map(|e| (e.full_name, e.place));
            match find(&fault, known) {
                Some((at, members)) => Ok(Ended::Raised(Raised {
                    number: at as u32 + 1,
                    members: members.clone(),
                })),
                None => Err(CallError::Fault(fault).into()),
            }
        }
        Err(other) => Err(other.into()),
    }
}

/// The destination of a call's end, results or an exception; used once.
pub struct Ending<'r> {
    pub(crate) place: ReplyBody<'r>,
    pub(crate) operation: &'r RaisingMeta,
}

impl Ending<'_> {
    /// Whether exceptions are part of the result: then use [`result`](Self::result).
    pub fn is_in_result(&self) -> bool {
        Stated::by(self.place.encoding) == Stated::InResult
    }

    /// Marshals the results.
    pub fn results<O: Fields>(self, output: &O) -> Outcome {
        let record = self.operation.operation.output;
        self.finish(record, output)
    }

    /// Marshals results or an exception as a union.
    pub fn result<R: Encode>(self, value: R) -> Outcome {
        let record = self.operation.result;
        let field = &record.fields[0];
        self.finish(record, &Only { field, value })
    }

    /// Ends the call with the exception of that number.
    pub fn raise<T: Encode>(self, number: u32, members: &T) -> Outcome {
        let mut exceptions = (1..).zip(self.operation.exceptions);
        let Some((_, exception)) = exceptions.find(|(n, _)| *n == number) else {
            return Outcome::Fault(Fault::ServerFailure);
        };
        let name = (number, exception.full_name);
        Outcome::Fault(Stated::by(self.place.encoding).fault(name, exception.place, members))
    }

    fn finish<O: Fields>(self, record: &Record, output: &O) -> Outcome {
        let semantics = self.operation.operation.semantics;
        self.place.finish(record, output, semantics)
    }
}

/// The fault for an error that is no exception of the operation: that of another server, if one
/// answered with it, or a failure as text.
pub fn fault_of(error: Error) -> Fault {
    match error {
        Error::Call(CallError::Fault(fault)) => fault,
        other => Fault::ServerFailure.with_message(other.to_string()),
    }
}
