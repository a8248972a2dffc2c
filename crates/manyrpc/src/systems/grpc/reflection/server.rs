//! The reflection service.

use std::sync::{Arc, OnceLock};

use manyrpc_codec::Encoding;
use manyrpc_engine::{Fault, Flow, Outcome};
use manyrpc_idl::protobuf::Described;
use manyrpc_model::Value;

use super::files::Files;
use super::{PACKAGES, choice, chosen, interface, request, response};
use crate::dynamic::{Conversation, DynamicReplies, DynamicService};
use crate::service::Service;
use crate::system::introspection::IntrospectionService;
use crate::systems::known::Known;

/// gRPC status codes used in responses.
const NOT_FOUND: i32 = 5;
const UNIMPLEMENTED: i32 = 12;

/// The number of the arm with extension numbers, which we never have.
const NUMBERS: i64 = 5;

/// The service in both packages.
pub(in crate::systems::grpc) fn services(of: &[Arc<dyn Service>]) -> Vec<IntrospectionService> {
    let reflection = Arc::new(Reflection {
        known: Known::new(of),
        files: OnceLock::new(),
    });
    let each = PACKAGES.map(|package| -> IntrospectionService {
        let reflection = reflection.clone();
        let service =
            DynamicService::new(interface(package), |_, _, _| Err(Fault::NoSuchOperation))
                .conversing(move |_, _| Ok(Box::new(ReflectionCall(reflection.clone()))));
        (Encoding::Protobuf, Arc::new(service))
    });
    each.into()
}

/// The services described.
struct Reflection {
    known: Arc<Known>,
    /// Built at the first request.
    files: OnceLock<Files>,
}

/// One conversation.
struct ReflectionCall(Arc<Reflection>);

impl Conversation for ReflectionCall {
    fn message(&mut self, arguments: Vec<Value>, replies: &mut DynamicReplies<'_>) -> Flow {
        let Some(request) = arguments.into_iter().next() else {
            return Flow::Over(Outcome::Fault(Fault::BadArguments));
        };
        let answer = self.0.answer(&request);
        let host = match &request {
            Value::Record(members) => members.first().cloned(),
            _ => None,
        };
        let host = host.unwrap_or_else(|| Value::Text(String::new()));
        let original = Value::Optional(Some(Box::new(request)));
        replies.send(&[Value::Record(vec![host, original, answer])]);
        Flow::Wait
    }

    fn ended(&mut self, _: &mut DynamicReplies<'_>) -> Flow {
        Flow::Over(Outcome::Done)
    }
}

impl Reflection {
    fn files(&self) -> &Files {
        self.files.get_or_init(|| {
            let own = PACKAGES.map(interface);
            Files::of(self.known.interfaces().chain(own))
        })
    }

    fn answer(&self, request: &Value) -> Value {
        let arm = match request {
            Value::Record(members) => members.get(1).and_then(chosen),
            _ => None,
        };
        match arm {
            Some((request::FILE, Value::Text(name))) => {
                files(self.files().file(name), "file", name)
            }
            Some((request::SYMBOL, Value::Text(name))) => {
                let name = name.trim_start_matches('.');
                files(self.files().symbol(name), "symbol", name)
            }
            Some((request::EXTENSION, _)) => error(NOT_FOUND, "there are no extensions".to_owned()),
            Some((request::EXTENSIONS, Value::Text(name))) if self.files().knows(name) => {
                let none = Value::I32s(Vec::new());
                choice(
                    NUMBERS,
                    Value::Record(vec![Value::Text(name.clone()), none]),
                )
            }
            Some((request::EXTENSIONS, Value::Text(name))) => {
                error(NOT_FOUND, format!("there is no symbol `{name}`"))
            }
            Some((request::SERVICES, _)) => self.services(),
            _ => error(
                UNIMPLEMENTED,
                "nothing was asked that is known here".to_owned(),
            ),
        }
    }

    fn services(&self) -> Value {
        let mut names = self.known.names();
        names.extend(PACKAGES.map(|package| format!("{package}.ServerReflection")));
        names.sort_unstable();
        names.dedup();
        let names = names
            .into_iter()
            .map(|name| Value::Record(vec![Value::Text(name)]));
        let list = Value::List(names.collect());
        choice(response::SERVICES, Value::Record(vec![list]))
    }
}

fn files(found: Option<Vec<&Described>>, what: &str, name: &str) -> Value {
    match found {
        Some(files) => {
            let bytes = files.iter().map(|file| Value::Bytes(file.bytes.clone()));
            let list = Value::List(bytes.collect());
            choice(response::FILES, Value::Record(vec![list]))
        }
        None => error(NOT_FOUND, format!("there is no {what} `{name}`")),
    }
}

fn error(code: i32, message: String) -> Value {
    let members = vec![Value::I32(code), Value::Text(message)];
    choice(response::ERROR, Value::Record(members))
}
