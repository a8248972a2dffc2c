//! Whether a server and its services accept calls: gRPC's health checking protocol.
//!
//! Reading list: gRPC's "Health Checking Protocol"; its service is `interfaces/health.proto`.
//!
//! ```
//! # fn main() -> Result<(), manyrpc::Error> {
//! use manyrpc::health::{Health, HealthClient, Status};
//! use manyrpc::{ClientOptions, Server};
//!
//! let health = Health::new();
//! let server = Server::builder()
//!     .service(health.service())
//!     .listen("grpc://127.0.0.1:0")?
//!     .start()?;
//! health.set("shop.Cart", Status::NotServing);
//!
//! let mut client = HealthClient::open(&server.bindings()[0], &ClientOptions::default())?;
//! assert_eq!(client.check("shop.Cart")?, Some(Status::NotServing));
//! # Ok(())
//! # }
//! ```
//!
//! Clients that watch a service receive its status immediately, and every change; a slow client
//! only the latest.

mod model;
mod watch;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Waker;

use manyrpc_engine::grpc::status::{NOT_FOUND, RESOURCE_EXHAUSTED, with_code};
use manyrpc_engine::{CallError, Closed, Fault};
use manyrpc_model::{Operation, Value};

use super::statuses::is_absent;
use crate::client::Client;
use crate::context::Context;
use crate::dynamic::{Definition, DynamicClient, DynamicInterface, DynamicService, DynamicStream};
use crate::error::Error;
use crate::options::ClientOptions;
use crate::service::Service;
use crate::system::binding::Binding;
use watch::{SERVICE_UNKNOWN, Watched, Watchers};

/// The most services whose statuses are listed; for more the protocol requires RESOURCE_EXHAUSTED.
const MOST: usize = 100;

/// Whether a service accepts calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Unknown.
    Unknown,
    /// It does.
    Serving,
    /// It does not.
    NotServing,
}

impl Status {
    fn number(self) -> i32 {
        match self {
            Status::Unknown => 0,
            Status::Serving => 1,
            Status::NotServing => 2,
        }
    }

    /// Other values are `Unknown`.
    fn of(value: &Value) -> Self {
        match value {
            Value::Record(members) => match members.first() {
                Some(Value::I32(1)) => Status::Serving,
                Some(Value::I32(2)) => Status::NotServing,
                _ => Status::Unknown,
            },
            _ => Status::Unknown,
        }
    }

    fn message(self) -> Value {
        Value::Record(vec![Value::I32(self.number())])
    }
}

impl std::fmt::Display for Status {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Status::Unknown => "UNKNOWN",
            Status::Serving => "SERVING",
            Status::NotServing => "NOT_SERVING",
        })
    }
}

/// The statuses of a server's services, for clients to query. Clones share the same state.
#[derive(Clone, Debug)]
pub struct Health(Arc<Mutex<Known>>);

/// The statuses of the services, and the watchers.
#[derive(Debug, Default)]
struct Known {
    statuses: BTreeMap<String, Status>,
    watchers: Watchers,
}

impl Default for Health {
    fn default() -> Self {
        Health::new()
    }
}

impl Health {
    /// The server as a whole, which has the empty name, is serving; no service is known.
    pub fn new() -> Self {
        let statuses = BTreeMap::from([(String::new(), Status::Serving)]);
        let watchers = Watchers::default();
        Health(Arc::new(Mutex::new(Known { statuses, watchers })))
    }

    /// Sets the status of a service by its full name; the empty name is the server.
    pub fn set(&self, service: &str, status: Status) {
        self.change(|known| {
            known.statuses.insert(service.to_owned(), status);
            known.watchers.of(service)
        });
    }

    /// Removes the status of a service.
    pub fn forget(&self, service: &str) {
        self.change(|known| {
            known.statuses.remove(service);
            known.watchers.of(service)
        });
    }

    /// Announces that the server is about to end: no service accepts calls.
    pub fn shut_down(&self) {
        self.change(|known| {
            let statuses = known.statuses.values_mut();
            statuses.for_each(|status| *status = Status::NotServing);
            known.watchers.all()
        });
    }

    /// The number of watching clients.
    pub fn watchers(&self) -> usize {
        self.with(|known| known.watchers.len())
    }

    /// The health service, for [`Builder::service`](crate::server::Builder::service).
    pub fn service(&self) -> impl Service + use<> {
        let (health, watched) = (self.clone(), self.clone());
        DynamicService::new(interface(), move |_: &Context<'_>, operation, arguments| {
            health.answer(operation, &arguments)
        })
        .conversing(move |_, _| Ok(Box::new(Watched::new(watched.clone()))))
    }

    fn with<T>(&self, f: impl FnOnce(&mut Known) -> T) -> T {
        f(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Wakes the watchers of a changed service. No lock is held: they may run any code.
    fn change(&self, change: impl FnOnce(&mut Known) -> Vec<(u64, Waker)>) {
        let concerned = self.with(change).into_iter();
        concerned.for_each(|(_, waker)| waker.wake());
    }

    fn answer(&self, operation: &Operation, arguments: &[Value]) -> Result<Vec<Value>, Fault> {
        if operation.name == "List" {
            return self.list();
        }
        let service = service_of(arguments).ok_or(Fault::BadArguments)?;
        let status = self.with(|known| known.statuses.get(service).copied());
        let unknown = || {
            let text = format!("unknown service `{service}`");
            with_code(NOT_FOUND, text)
        };
        Ok(vec![status.ok_or_else(unknown)?.message()])
    }

    fn list(&self) -> Result<Vec<Value>, Fault> {
        let all = self.with(|known| known.statuses.clone());
        if all.len() > MOST {
            let text = "there are too many services to list; check one by its name";
            return Err(with_code(RESOURCE_EXHAUSTED, text));
        }
        let entry = |(name, status): (String, Status)| {
            Value::Record(vec![Value::Text(name), status.message()])
        };
        let statuses = all.into_iter().map(entry).collect();
        Ok(vec![Value::Record(vec![Value::List(statuses)])])
    }
}

/// The requested service.
fn service_of(arguments: &[Value]) -> Option<&str> {
    match arguments {
        [Value::Record(members)] => match members.first() {
            Some(Value::Text(service)) => Some(service),
            _ => None,
        },
        _ => None,
    }
}

/// A client of a server's health service.
pub struct HealthClient(DynamicClient);

impl HealthClient {
    /// Opens a binding.
    ///
    /// # Errors
    /// The server cannot be reached.
    pub fn open(binding: &Binding, options: &ClientOptions) -> Result<Self, Error> {
        let interface = interface();
        let client = Client::connect(binding, Some(interface.id()), options)?;
        Ok(HealthClient(DynamicClient::new(client, interface)))
    }

    /// The status of a service by its full name, or of the server by the empty name; `None` for a
    /// service that the server does not know.
    ///
    /// # Errors
    /// The call failed; [`Error::NotProvided`] if the server has no health service.
    pub fn check(&mut self, service: &str) -> Result<Option<Status>, Error> {
        let request = Value::Record(vec![Value::Text(service.to_owned())]);
        match self.0.call("Check", &[request]) {
            Ok(reply) => Ok(reply.first().map(Status::of)),
            Err(Error::Call(CallError::Fault(Fault::Detailed(said)))) if said.code == NOT_FOUND => {
                Ok(None)
            }
            Err(other) => Err(untold(other)),
        }
    }

    /// Watches a service by its full name, or the server by the empty name.
    ///
    /// # Errors
    /// The call could not be sent.
    pub fn watch(&mut self, service: &str) -> Result<Watch<'_>, Error> {
        let request = Value::Record(vec![Value::Text(service.to_owned())]);
        Ok(Watch(self.0.open("Watch", &[request])?))
    }
}

/// The statuses of a watched service. Dropping it notifies the server.
pub struct Watch<'c>(DynamicStream<'c>);

impl Watch<'_> {
    /// Waits for the next status; the first arrives immediately. `None` for a service that the
    /// server does not know, but may come to know.
    ///
    /// # Errors
    /// The call failed or ended; [`Error::NotProvided`] if the server has no health service that can be
    /// watched.
    #[expect(clippy::should_implement_trait, reason = "it may fail")]
    pub fn next(&mut self) -> Result<Option<Status>, Error> {
        let next = self.0.next().map_err(untold)?;
        let reply = next.ok_or(CallError::Closed(Closed::ByPeer))?;
        let status = reply.first();
        Ok(status.filter(|status| !is_unknown(status)).map(Status::of))
    }
}

fn is_unknown(message: &Value) -> bool {
    matches!(message, Value::Record(members) if members[..] == [Value::I32(SERVICE_UNKNOWN)])
}

fn untold(error: Error) -> Error {
    match error {
        Error::Call(CallError::Fault(fault)) if is_absent(&fault) => {
            let by = "health service";
            Error::NotProvided { by }
        }
        other => other,
    }
}

fn interface() -> DynamicInterface {
    let definition = Definition::new(model::module());
    let definition = definition.unwrap_or_else(|e| unreachable!("our own: {e}"));
    let found = DynamicInterface::find(&definition, None);
    found.unwrap_or_else(|e| unreachable!("our own: {e}"))
}
