//! Any server as the target of a load.

use std::sync::Mutex;

use manyrpc::dynamic::{DynamicClient, DynamicInterface};
use manyrpc::systems::System;
use manyrpc::{Binding, Client, ClientOptions};
use manyrpc_lab::load::{Connection, Target};
use manyrpc_model::{Semantics, Value};
use serde_json::Value as Json;

use crate::args::Call;
use crate::call;
use crate::output::{Failure, told};

/// One call on one server.
pub(super) struct Calls {
    binding: Binding,
    /// Used by one thread at a time.
    options: Mutex<ClientOptions>,
    what: What,
}

enum What {
    /// A call with a definition.
    Defined {
        interface: DynamicInterface,
        operation: String,
        arguments: Vec<Value>,
    },
    /// A call with the arguments as given.
    Untyped { method: String, arguments: Json },
}

impl Calls {
    /// Finds the operation and checks its arguments.
    pub(super) fn of(args: Call) -> Result<Self, Failure> {
        if args.operation.is_empty() {
            return Err(Failure::misuse("name the operation after the server"));
        }
        if matches!(args.arguments.as_deref(), Some("-" | "@-")) {
            return Err(Failure::misuse(
                "several processes cannot read arguments from standard input; give a file, as @FILE",
            ));
        }
        let mut binding: Binding = args.target.parse().map_err(manyrpc::Error::Binding)?;
        let options = call::options(&args, &binding)?;
        let text = args.arguments.as_deref();
        let untyped = args.definition.idl.is_none() && binding.system.has_untyped_calls();
        let what = match untyped {
            true => What::Untyped {
                method: args.operation,
                arguments: call::arguments(text)?,
            },
            false => {
                let (interface, operation, place) = call::interface(&args, &binding)?;
                binding = place;
                let (model, _) = interface.operation(&operation)?;
                if model.streams.any() || model.semantics == Semantics::Maybe {
                    return Err(Failure::misuse(
                        "a load needs an operation with one request and one reply",
                    ));
                }
                let arguments = call::values(text, &interface, &operation)?;
                What::Defined {
                    interface,
                    operation,
                    arguments,
                }
            }
        };
        Ok(Calls {
            binding,
            options: Mutex::new(options),
            what,
        })
    }
}

impl Target for Calls {
    fn connect(&self) -> Result<Box<dyn Connection + '_>, String> {
        let options = self
            .options
            .lock()
            .unwrap_or_else(|e| e.into_inner())
            .clone();
        let connect = |interface| {
            Client::connect(&self.binding, interface, &options).map_err(|e| e.to_string())
        };
        Ok(match &self.what {
            What::Defined {
                interface,
                operation,
                arguments,
            } => {
                let client = connect(Some(interface.id()))?;
                let client = DynamicClient::new(client, interface.clone());
                let system = self.binding.system;
                Box::new(Defined {
                    client,
                    system,
                    operation,
                    arguments,
                })
            }
            What::Untyped { method, arguments } => {
                Box::new(Untyped(connect(None)?, method, arguments))
            }
        })
    }
}

struct Defined<'c> {
    client: DynamicClient,
    system: &'static dyn System,
    operation: &'c str,
    arguments: &'c [Value],
}

impl Connection for Defined<'_> {
    fn call(&mut self, _: usize, _: u64) -> Result<(), String> {
        let results = self.client.call(self.operation, self.arguments);
        results
            .map(drop)
            .map_err(|e| told(self.system, &e).unwrap_or_else(|| e.to_string()))
    }
}

struct Untyped<'c>(Client, &'c str, &'c Json);

impl Connection for Untyped<'_> {
    fn call(&mut self, _: usize, _: u64) -> Result<(), String> {
        let Untyped(client, method, arguments) = self;
        let result = client.call_untyped(method, arguments);
        result.map(drop).map_err(|e| e.to_string())
    }
}
