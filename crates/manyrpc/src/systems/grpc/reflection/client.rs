//! The client of gRPC's reflection.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use manyrpc_engine::{CallError, Domain, Fault};
use manyrpc_idl::protobuf::{from_descriptors, imports};
use manyrpc_model::Value;

use super::{METHOD, PACKAGES, choice, chosen, interface, request, response};
use crate::client::Client;
use crate::dynamic::{Definition, DynamicClient};
use crate::error::Error;
use crate::grpc;
use crate::options::ClientOptions;
use crate::system::binding::Binding;

/// The most files requested for one definition.
const MOST_FILES: usize = 256;

/// A client of a server's reflection: finds out what it serves, without a definition.
pub struct ReflectionClient {
    client: DynamicClient,
}

/// Why a request had no answer.
enum Unanswered {
    /// The server has no such service.
    Absent,
    /// The server's error: code and message.
    Refused(i32, String),
    Error(Error),
}

impl From<Error> for Unanswered {
    fn from(error: Error) -> Self {
        match error {
            Error::Call(CallError::Fault(fault)) if grpc::is_absent(&fault) => Unanswered::Absent,
            other => Unanswered::Error(other),
        }
    }
}

impl ReflectionClient {
    /// Opens a binding, and finds out which version of the service it has.
    ///
    /// # Errors
    /// The server cannot be reached; [`Error::NotProvided`] if it has no reflection.
    pub fn open(binding: &Binding, options: &ClientOptions) -> Result<Self, Error> {
        for package in PACKAGES {
            let interface = interface(package);
            let client = Client::connect(binding, Some(interface.id()), options)?;
            let mut reflection = ReflectionClient {
                client: DynamicClient::new(client, interface),
            };
            match reflection.ask(request::SERVICES, "") {
                Ok(_) | Err(Unanswered::Refused(..)) => return Ok(reflection),
                Err(Unanswered::Absent) => {}
                Err(Unanswered::Error(error)) => return Err(error),
            }
        }
        Err(no_reflection())
    }

    /// The full names of the server's services.
    ///
    /// # Errors
    /// The call failed, or the server refused.
    pub fn services(&mut self) -> Result<Vec<String>, Error> {
        let (arm, answer) = self.ask(request::SERVICES, "").map_err(to_error)?;
        let names = match (arm, members(&answer)) {
            (response::SERVICES, [Value::List(services), ..]) => services.iter(),
            _ => return Err(nonsense()),
        };
        let name = |service: &Value| match members(service) {
            [Value::Text(name), ..] => Some(name.clone()),
            _ => None,
        };
        Ok(names.filter_map(name).collect())
    }

    /// The definition that declares a service, a method or a type with that full name, including
    /// what it imports.
    ///
    /// # Errors
    /// The call failed, the server does not know the name, or its answer is invalid.
    pub fn definition(&mut self, symbol: &str) -> Result<Arc<Definition>, Error> {
        let received = self.files(request::SYMBOL, symbol).map_err(to_error)?;
        let own = received.first().and_then(|bytes| imports(bytes));
        let Some((own, _)) = own else {
            return Err(nonsense());
        };
        let mut files = HashMap::new();
        take(received, &mut files);
        self.fetch_imports(&mut files)?;
        let all: Vec<&Vec<u8>> = files.values().collect();
        let module = from_descriptors(&all, &own);
        let module = module.map_err(|why| {
            Error::Value(format!(
                "what the server tells of `{symbol}` cannot be used: {why}"
            ))
        })?;
        Definition::new(module)
    }

    /// Servers may omit imported files.
    fn fetch_imports(&mut self, files: &mut HashMap<String, Vec<u8>>) -> Result<(), Error> {
        let mut requested = HashSet::new();
        loop {
            let wanted = files.values().filter_map(|bytes| imports(bytes));
            let mut wanted = wanted.flat_map(|(_, imports)| imports);
            let wanted = wanted.find(|name| !files.contains_key(name) && !requested.contains(name));
            let Some(name) = wanted else {
                return Ok(());
            };
            if requested.len() == MOST_FILES {
                return Err(nonsense());
            }
            match self.files(request::FILE, &name) {
                Ok(received) => take(received, files),
                // It may be a standard file of the language.
                Err(Unanswered::Refused(..)) => {}
                Err(other) => return Err(to_error(other)),
            }
            requested.insert(name);
        }
    }

    fn files(&mut self, what: i64, name: &str) -> Result<Vec<Vec<u8>>, Unanswered> {
        let (arm, answer) = self.ask(what, name)?;
        match (arm, answer) {
            (response::FILES, Value::Record(members)) => match members.into_iter().next() {
                Some(Value::List(files)) => Ok(files.into_iter().filter_map(bytes).collect()),
                _ => Err(Unanswered::Error(nonsense())),
            },
            _ => Err(Unanswered::Error(nonsense())),
        }
    }

    /// Sends one request, and returns the arm of the answer.
    fn ask(&mut self, what: i64, name: &str) -> Result<(i64, Value), Unanswered> {
        let request = choice(what, Value::Text(name.to_owned()));
        let request = Value::Record(vec![Value::Text(String::new()), request]);
        let mut stream = self.client.open(METHOD, &[])?;
        stream.send(&[request])?;
        stream.end()?;
        let answer = stream
            .next()?
            .ok_or_else(|| Unanswered::Error(nonsense()))?;
        // The end carries the status.
        stream.next()?;
        let answer = answer.first().map(members).and_then(|m| m.get(2));
        let Some((arm, answer)) = answer.and_then(chosen) else {
            return Err(Unanswered::Error(nonsense()));
        };
        match (arm, members(answer)) {
            (response::ERROR, [Value::I32(code), Value::Text(text), ..]) => {
                Err(Unanswered::Refused(*code, text.clone()))
            }
            _ => Ok((arm, answer.clone())),
        }
    }
}

fn members(value: &Value) -> &[Value] {
    match value {
        Value::Record(members) => members,
        _ => &[],
    }
}

fn bytes(value: Value) -> Option<Vec<u8>> {
    match value {
        Value::Bytes(bytes) => Some(bytes),
        _ => None,
    }
}

fn take(received: Vec<Vec<u8>>, files: &mut HashMap<String, Vec<u8>>) {
    for bytes in received {
        if let Some((name, _)) = imports(&bytes)
            && files.len() < MOST_FILES
        {
            files.insert(name, bytes);
        }
    }
}

fn no_reflection() -> Error {
    Error::NotProvided { by: "reflection" }
}

fn nonsense() -> Error {
    Error::Value("the server's reflection gives an answer that is none".to_owned())
}

fn to_error(why: Unanswered) -> Error {
    match why {
        Unanswered::Absent => no_reflection(),
        Unanswered::Refused(code, text) => {
            Error::Call(CallError::Fault(Fault::of_domain(Domain::Grpc, code, text)))
        }
        Unanswered::Error(error) => error,
    }
}
