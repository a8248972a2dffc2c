//! Whether a server and its services take calls, as gRPC's health checking protocol has it.
//!
//! Reading list: gRPC's "Health Checking Protocol"; its service is `interfaces/health.proto`.
//!
//! ```no_run
//! # fn main() -> Result<(), manyrpc::Error> {
//! use manyrpc::Server;
//! use manyrpc::health::{Health, Status};
//!
//! let health = Health::new();
//! let server = Server::builder()
//!     .service(health.service())
//!     .listen("grpc://127.0.0.1:0")?
//!     .start()?;
//! health.set("shop.Cart", Status::NotServing);
//! # drop(server);
//! # Ok(())
//! # }
//! ```
//!
//! Clients that watch a service hear of its status at once, and of each change: a slow one of the
//! latest only.

mod model;
mod watch;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Waker;

use manyrpc_engine::{CallError, Closed, Domain, Fault};
use manyrpc_model::{Operation, Value};

use crate::binding::Binding;
use crate::client::Client;
use crate::context::Context;
use crate::dynamic::{Definition, DynamicClient, DynamicInterface, DynamicService, DynamicStream};
use crate::error::Error;
use crate::grpc;
use crate::options::ClientOptions;
use crate::stub::Service;
use watch::{SERVICE_UNKNOWN, Watched, Watchers};

/// The status of gRPC for a service that nobody knows.
const NOT_FOUND: i32 = 5;

/// Most services whose status is listed; of more the protocol says RESOURCE_EXHAUSTED.
const MOST: usize = 100;
const EXHAUSTED: i32 = 8;

/// Whether a service takes calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Nobody knows.
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

    /// Values that are not known here are `Unknown`.
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

/// The statuses of a server's services, which clients ask for. Clones are handles of the same.
#[derive(Clone, Debug)]
pub struct Health(Arc<Mutex<Known>>);

/// What is known of the services, and who waits to hear more.
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
    /// The server as a whole, which has no name, takes calls; of services nothing is known.
    pub fn new() -> Self {
        let statuses = BTreeMap::from([(String::new(), Status::Serving)]);
        let watchers = Watchers::default();
        Health(Arc::new(Mutex::new(Known { statuses, watchers })))
    }

    /// Says of a service, by its full name, whether it takes calls; with an empty name of the server.
    pub fn set(&self, service: &str, status: Status) {
        self.change(|known| {
            known.statuses.insert(service.to_owned(), status);
            known.watchers.of(service)
        });
    }

    /// Nothing is known of a service any more.
    pub fn forget(&self, service: &str) {
        self.change(|known| {
            known.statuses.remove(service);
            known.watchers.of(service)
        });
    }

    /// The server is about to end: no service takes calls.
    pub fn shut_down(&self) {
        self.change(|known| {
            let statuses = known.statuses.values_mut();
            statuses.for_each(|status| *status = Status::NotServing);
            known.watchers.all()
        });
    }

    /// How many clients watch.
    pub fn watchers(&self) -> usize {
        self.with(|known| known.watchers.len())
    }

    /// What answers, for [`Builder::service`](crate::server::Builder::service).
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

    /// Wakes those whom a change concerns. Nobody's lock is held then: they may do anything.
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
            Fault::of_domain(
                Domain::Grpc,
                NOT_FOUND,
                format!("unknown service `{service}`"),
            )
        };
        Ok(vec![status.ok_or_else(unknown)?.message()])
    }

    fn list(&self) -> Result<Vec<Value>, Fault> {
        let all = self.with(|known| known.statuses.clone());
        if all.len() > MOST {
            let text = "there are too many services to list; check one by its name";
            return Err(Fault::of_domain(Domain::Grpc, EXHAUSTED, text));
        }
        let entry = |(name, status): (String, Status)| {
            Value::Record(vec![Value::Text(name), status.message()])
        };
        let statuses = all.into_iter().map(entry).collect();
        Ok(vec![Value::Record(vec![Value::List(statuses)])])
    }
}

/// The service that is asked for.
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

    /// The status of a service by its full name, or with an empty one of the server; `None` for a
    /// service that the server does not know.
    ///
    /// # Errors
    /// The call failed; [`Error::Untold`] where the server has no health service.
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

    /// Watches a service by its full name, or with an empty one the server.
    ///
    /// # Errors
    /// The call could not be sent.
    pub fn watch(&mut self, service: &str) -> Result<Watch<'_>, Error> {
        let request = Value::Record(vec![Value::Text(service.to_owned())]);
        Ok(Watch(self.0.open("Watch", &[request])?))
    }
}

/// What a client hears of a service that it watches. When dropped the server is told.
pub struct Watch<'c>(DynamicStream<'c>);

impl Watch<'_> {
    /// Waits for the next status; the first comes at once. `None` for a service that the server does
    /// not know, and may get to know later.
    ///
    /// # Errors
    /// The call failed or ended; [`Error::Untold`] where the server has no health service that can
    /// be watched.
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
        Error::Call(CallError::Fault(fault)) if grpc::is_absent(&fault) => {
            let by = "health service";
            Error::Untold { by }
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
