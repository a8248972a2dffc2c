//! Clients that call by name, in either world.
#![allow(dead_code, unreachable_pub, reason = "each test program uses a part")]

use manyrpc::dynamic::{AsyncDynamicClient, DynamicClient, DynamicInterface};
use manyrpc::{Binding, ClientOptions, Error};
use manyrpc_model::Value;
use serde_json::Value as Json;

use super::world::{Stub, World, in_world};

pub type Dynamic = Stub<DynamicClient, AsyncDynamicClient>;

/// What came of a call in a batch.
pub type Ended = Result<Vec<Value>, Error>;

impl Dynamic {
    /// Opens a binding with a port or path.
    ///
    /// # Errors
    /// It cannot be reached.
    pub fn open(world: World, binding: &str, interface: DynamicInterface) -> Result<Self, Error> {
        let binding = binding.parse().map_err(Error::Binding)?;
        Self::connect(world, &binding, interface, &ClientOptions::default())
    }

    /// The same with options.
    ///
    /// # Errors
    /// It cannot be reached.
    pub fn connect(
        world: World,
        binding: &Binding,
        interface: DynamicInterface,
        options: &ClientOptions,
    ) -> Result<Self, Error> {
        let of = interface.clone();
        let stubs = (
            |client| DynamicClient::new(client, of),
            |client| AsyncDynamicClient::new(client, interface.clone()),
        );
        world.connect(binding, Some(interface.id()), options, stubs)
    }

    pub fn call(&mut self, operation: &str, arguments: &[Value]) -> Result<Vec<Value>, Error> {
        in_world!(self.call(operation, arguments))
    }

    pub fn call_json(&mut self, operation: &str, arguments: &Json) -> Result<Json, Error> {
        in_world!(self.call_json(operation, arguments))
    }

    /// Asks the server where the object is.
    ///
    /// # Errors
    /// As [`manyrpc::Client::locate`].
    pub fn locate(&mut self, interface: &DynamicInterface) -> Result<(), manyrpc::CallError> {
        match self {
            Stub::Blocking(client) => client.client().locate(interface.id()),
            Stub::Futures(client) => World::wait(client.client().locate(interface.id())),
        }
    }

    /// Several calls in one message; their results in the order of the calls.
    ///
    /// # Errors
    /// Nothing is sent: the system has no such messages, or arguments do not fit.
    pub fn batch(&mut self, calls: &[(&str, &[Value])]) -> Result<Vec<Ended>, Error> {
        let ended = match self {
            Stub::Futures(client) => World::wait(client.batch(calls))?,
            Stub::Blocking(client) => {
                let mut batch = client.batch()?;
                for (operation, arguments) in calls {
                    batch.add(operation, arguments)?;
                }
                let sent = batch.send()?.into_iter();
                sent.map(|sent| client.wait(sent)).collect()
            }
        };
        Ok(ended)
    }
}
