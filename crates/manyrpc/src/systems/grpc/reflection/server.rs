//! What answers.

use std::sync::{Arc, OnceLock};

use manyrpc_codec::Encoding;
use manyrpc_engine::{Fault, Flow, Outcome};
use manyrpc_idl::protobuf::Described;
use manyrpc_model::Value;

use super::files::Files;
use super::{PACKAGES, choice, chosen, interface, request, response};
use crate::dynamic::{Conversation, DynamicReplies, DynamicService};
use crate::introspection::{Known, Telling};
use crate::stub::Service;

/// Statuses of gRPC, which responses name.
const NOT_FOUND: i32 = 5;
const UNIMPLEMENTED: i32 = 12;

/// The number of the arm with the numbers of extensions, of which there are none.
const NUMBERS: i64 = 5;

/// The service in every package.
pub(in crate::systems::grpc) fn services(of: &[Arc<dyn Service>]) -> Vec<Telling> {
    let told = Arc::new(Told {
        known: Known::new(of),
        files: OnceLock::new(),
    });
    let each = PACKAGES.map(|package| -> Telling {
        let told = told.clone();
        let service =
            DynamicService::new(interface(package), |_, _, _| Err(Fault::NoSuchOperation))
                .conversing(move |_, _| Ok(Box::new(Asked(told.clone()))));
        (Encoding::Protobuf, Arc::new(service))
    });
    each.into()
}

/// What is told of.
struct Told {
    known: Arc<Known>,
    /// Made when somebody first asks.
    files: OnceLock<Files>,
}

/// One conversation.
struct Asked(Arc<Told>);

impl Conversation for Asked {
    fn message(&mut self, arguments: Vec<Value>, replies: &mut DynamicReplies<'_>) -> Flow {
        let Some(asked) = arguments.into_iter().next() else {
            return Flow::Over(Outcome::Fault(Fault::BadArguments));
        };
        let answer = self.0.answer(&asked);
        let host = match &asked {
            Value::Record(members) => members.first().cloned(),
            _ => None,
        };
        let host = host.unwrap_or_else(|| Value::Text(String::new()));
        let original = Value::Optional(Some(Box::new(asked)));
        replies.send(&[Value::Record(vec![host, original, answer])]);
        Flow::Wait
    }

    fn ended(&mut self, _: &mut DynamicReplies<'_>) -> Flow {
        Flow::Over(Outcome::Done)
    }
}

impl Told {
    fn files(&self) -> &Files {
        self.files.get_or_init(|| {
            let own = PACKAGES.map(interface);
            Files::of(self.known.interfaces().chain(own))
        })
    }

    fn answer(&self, asked: &Value) -> Value {
        let arm = match asked {
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
