//! What asks.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use manyrpc_engine::{CallError, Domain, Fault};
use manyrpc_idl::protobuf::{from_descriptors, imports};
use manyrpc_model::Value;

use super::{METHOD, PACKAGES, choice, chosen, interface, request, response};
use crate::binding::Binding;
use crate::client::Client;
use crate::dynamic::{Definition, DynamicClient};
use crate::error::Error;
use crate::grpc;
use crate::open::ClientOptions;

/// Most files of one definition that are asked for.
const MOST_FILES: usize = 256;

/// A client of a server's reflection: what it serves, without a definition.
pub struct ReflectionClient {
    client: DynamicClient,
}

/// Why one question had no answer.
enum Unanswered {
    /// The server has no such service.
    Absent,
    /// It says so, in words.
    Said(i32, String),
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
    /// Opens a binding, and finds out which version of the service is there.
    ///
    /// # Errors
    /// The server cannot be reached; [`Error::Untold`] where it tells nothing of itself.
    pub fn open(binding: &Binding, options: &ClientOptions) -> Result<Self, Error> {
        for package in PACKAGES {
            let interface = interface(package);
            let client = Client::connect(binding, Some(interface.id()), options)?;
            let mut asking = ReflectionClient {
                client: DynamicClient::new(client, interface),
            };
            match asking.ask(request::SERVICES, "") {
                Ok(_) | Err(Unanswered::Said(..)) => return Ok(asking),
                Err(Unanswered::Absent) => {}
                Err(Unanswered::Error(error)) => return Err(error),
            }
        }
        Err(untold())
    }

    /// The full names of the server's services.
    ///
    /// # Errors
    /// The call failed, or the server refuses.
    pub fn services(&mut self) -> Result<Vec<String>, Error> {
        let (arm, answer) = self.ask(request::SERVICES, "").map_err(said)?;
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

    /// The definition that declares a service, a method or a type of that full name, with all that it
    /// needs of others.
    ///
    /// # Errors
    /// The call failed, the server knows nothing of that name, or tells what cannot be.
    pub fn definition(&mut self, symbol: &str) -> Result<Arc<Definition>, Error> {
        let told = self.files(request::SYMBOL, symbol).map_err(said)?;
        let own = told.first().and_then(|bytes| imports(bytes));
        let Some((own, _)) = own else {
            return Err(nonsense());
        };
        let mut files = HashMap::new();
        take(told, &mut files);
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

    /// Servers may leave out what is imported.
    fn fetch_imports(&mut self, files: &mut HashMap<String, Vec<u8>>) -> Result<(), Error> {
        let mut asked = HashSet::new();
        loop {
            let wanted = files.values().filter_map(|bytes| imports(bytes));
            let mut wanted = wanted.flat_map(|(_, imports)| imports);
            let wanted = wanted.find(|name| !files.contains_key(name) && !asked.contains(name));
            let Some(name) = wanted else {
                return Ok(());
            };
            if asked.len() == MOST_FILES {
                return Err(nonsense());
            }
            match self.files(request::FILE, &name) {
                Ok(told) => take(told, files),
                // It may be one that comes with the language.
                Err(Unanswered::Said(..)) => {}
                Err(other) => return Err(said(other)),
            }
            asked.insert(name);
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

    /// One question, and which arm the answer has.
    fn ask(&mut self, what: i64, name: &str) -> Result<(i64, Value), Unanswered> {
        let asked = choice(what, Value::Text(name.to_owned()));
        let asked = Value::Record(vec![Value::Text(String::new()), asked]);
        let mut stream = self.client.open(METHOD, &[])?;
        stream.send(&[asked])?;
        stream.end()?;
        let answer = stream
            .next()?
            .ok_or_else(|| Unanswered::Error(nonsense()))?;
        // The end has the status.
        stream.next()?;
        let answer = answer.first().map(members).and_then(|m| m.get(2));
        let Some((arm, answer)) = answer.and_then(chosen) else {
            return Err(Unanswered::Error(nonsense()));
        };
        match (arm, members(answer)) {
            (response::ERROR, [Value::I32(code), Value::Text(text), ..]) => {
                Err(Unanswered::Said(*code, text.clone()))
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

fn take(told: Vec<Vec<u8>>, files: &mut HashMap<String, Vec<u8>>) {
    for bytes in told {
        if let Some((name, _)) = imports(&bytes)
            && files.len() < MOST_FILES
        {
            files.insert(name, bytes);
        }
    }
}

fn untold() -> Error {
    Error::Untold { by: "reflection" }
}

fn nonsense() -> Error {
    Error::Value("the server's reflection gives an answer that is none".to_owned())
}

fn said(why: Unanswered) -> Error {
    match why {
        Unanswered::Absent => untold(),
        Unanswered::Said(code, text) => {
            Error::Call(CallError::Fault(Fault::of_domain(Domain::Grpc, code, text)))
        }
        Unanswered::Error(error) => error,
    }
}
