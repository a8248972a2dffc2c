//! Calls and services straight from a definition, without generated code.
//!
//! ```
//! use manyrpc::dynamic::{Definition, DynamicInterface};
//! use serde_json::json;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let text = "program GREETER { version V1 { string GREET(string) = 1; } = 1; } = 0x20000001;";
//! let (module, _) = manyrpc_idl::load_text("greeter.x", text, &manyrpc_idl::Options::default());
//! let greeter = DynamicInterface::find(&Definition::new(module.unwrap())?, None)?;
//!
//! let values = greeter.arguments_from_json("GREET", &json!(["ann"]))?;
//! assert_eq!(greeter.results_to_json("GREET", &values)?, "ann");
//! assert!(greeter.arguments_from_json("GREET", &json!([7])).is_err());
//! # Ok(())
//! # }
//! ```

use std::future::Future;
use std::pin::Pin;

use manyrpc_codec::InterfaceId;
use manyrpc_codec::ndr::Referents;
use manyrpc_dynamic::contexts;
use manyrpc_dynamic::lower::LoweredOperation;
use manyrpc_dynamic::{DynFields, DynSlots};
use manyrpc_engine::{Fault, Outcome, Serving, Stream, Streams};
use manyrpc_model::{Operation, Semantics, Value};

use crate::context::{Context, Dispatch};
use crate::described::streams_of;
use crate::elements::Elements;
use crate::service::Service;
use crate::streams::{Conversing, FutureStream};

#[cfg(feature = "tokio")]
mod async_client;
mod batch;
mod bodies;
mod client;
mod conversing;
mod described;
mod raising;
mod statuses;
mod streams;
mod types;

pub use crate::described::{Definition, DynamicInterface};
#[cfg(feature = "tokio")]
pub use async_client::{
    AsyncDynamicAnswers, AsyncDynamicClient, AsyncDynamicReceiver, AsyncDynamicSender,
};
pub use batch::DynamicBatch;
pub use client::{DynamicAnswer, DynamicClient, DynamicPending};
pub use conversing::{DynamicReplying, DynamicRequests};
pub use described::Described;
pub use manyrpc_driver::blocking::{Next, OtherEvents};
pub use manyrpc_engine::Flow;
pub use raising::Refusal;
pub use streams::{Conversation, DynamicReplies, DynamicStream};
pub use types::DynamicType;

use streams::Marshalled;

/// Handles a call of a dynamic service: maps arguments to results, both in the order of the
/// operation's input and output records.
pub type Respond =
    dyn Fn(&Context<'_>, &Operation, Vec<Value>) -> Result<Vec<Value>, Refusal> + Send + Sync;

/// The same as a future.
pub type RespondAsync =
    dyn for<'a> Fn(&'a Context<'a>, &'a Operation, Vec<Value>) -> Responding<'a> + Send + Sync;

/// The results of a call of a dynamic service that are still to come.
pub type Responding<'a> = Pin<Box<dyn Future<Output = Result<Vec<Value>, Refusal>> + Send + 'a>>;

/// Starts a call with several messages of a dynamic service.
pub type Converse =
    dyn Fn(&Context<'_>, &Operation) -> Result<Box<dyn Conversation>, Fault> + Send + Sync;

/// The same as a future.
pub type ConverseAsync =
    dyn Fn(&Context<'_>, &Operation, DynamicRequests, DynamicReplying) -> Conversing + Send + Sync;

/// A service whose operations are implemented by one function.
pub struct DynamicService {
    interface: DynamicInterface,
    respond: Response,
    converse: Box<Converse>,
    converse_async: Option<Box<ConverseAsync>>,
}

enum Response {
    AtOnce(Box<Respond>),
    Later(Box<RespondAsync>),
}

impl DynamicService {
    /// Serves `interface` with `respond`.
    pub fn new<F>(interface: DynamicInterface, respond: F) -> Self
    where
        F: Fn(&Context<'_>, &Operation, Vec<Value>) -> Result<Vec<Value>, Fault>
            + Send
            + Sync
            + 'static,
    {
        Self::raising(interface, move |context, operation, arguments| {
            respond(context, operation, arguments).map_err(Refusal::Fault)
        })
    }

    /// The same for functions that may raise the operations' exceptions.
    pub fn raising<F>(interface: DynamicInterface, respond: F) -> Self
    where
        F: Fn(&Context<'_>, &Operation, Vec<Value>) -> Result<Vec<Value>, Refusal>
            + Send
            + Sync
            + 'static,
    {
        Self::responding(interface, Response::AtOnce(Box::new(respond)))
    }

    /// Serves `interface` with a function whose results are futures, on a server that runs on a
    /// [runtime](crate::server::Builder).
    ///
    /// ```
    /// # use manyrpc::dynamic::{DynamicInterface, DynamicService};
    /// # fn service(interface: DynamicInterface) -> DynamicService {
    /// DynamicService::of_futures(interface, |_, _, arguments| {
    ///     Box::pin(async move { Ok(arguments) }) // Here it may wait.
    /// })
    /// # }
    /// ```
    pub fn of_futures<F>(interface: DynamicInterface, respond: F) -> Self
    where
        F: for<'a> Fn(&'a Context<'a>, &'a Operation, Vec<Value>) -> Responding<'a>
            + Send
            + Sync
            + 'static,
    {
        Self::responding(interface, Response::Later(Box::new(respond)))
    }

    fn responding(interface: DynamicInterface, respond: Response) -> Self {
        DynamicService {
            interface,
            respond,
            converse: Box::new(|_, _| Err(Fault::NoSuchOperation)),
            converse_async: None,
        }
    }

    /// Serves calls with several messages with `converse`; without it they are refused.
    #[must_use]
    pub fn conversing<F>(mut self, converse: F) -> Self
    where
        F: Fn(&Context<'_>, &Operation) -> Result<Box<dyn Conversation>, Fault>
            + Send
            + Sync
            + 'static,
    {
        self.converse = Box::new(converse);
        self
    }

    /// Serves calls with several messages with futures, on a server that runs on a
    /// [runtime](crate::server::Builder).
    ///
    /// ```
    /// # use manyrpc::dynamic::{DynamicInterface, DynamicService};
    /// # fn service(interface: DynamicInterface) -> DynamicService {
    /// DynamicService::of_futures(interface, |_, _, arguments| Box::pin(async { Ok(arguments) }))
    ///     .conversing_async(|_, _, mut requests, replies| {
    ///         Box::pin(async move {
    ///             while let Some(request) = requests.next().await? {
    ///                 replies.send(&request).await?;
    ///             }
    ///             Ok(())
    ///         })
    ///     })
    /// # }
    /// ```
    #[must_use]
    pub fn conversing_async<F>(mut self, converse: F) -> Self
    where
        F: Fn(&Context<'_>, &Operation, DynamicRequests, DynamicReplying) -> Conversing
            + Send
            + Sync
            + 'static,
    {
        self.converse_async = Some(Box::new(converse));
        self
    }

    fn place_of(&self, operation: u32) -> Option<usize> {
        let operations = &self.interface.model().operations;
        let found = operations.binary_search_by_key(&operation, |o| o.number);
        found.ok()
    }
}

impl Service for DynamicService {
    fn interface(&self) -> InterfaceId<'_> {
        self.interface.id()
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        let operations = self.interface.model().operations.iter();
        operations.map(|o| (o.name.as_str(), o.number)).collect()
    }

    fn elements(&self) -> Elements<'_> {
        let operations = self.interface.operations();
        Elements::of(operations.map(|(model, lowered)| {
            let LoweredOperation { input, output, .. } = lowered;
            (&*input.meta, &*output.meta, model.number)
        }))
    }

    fn type_ids(&self) -> Vec<&str> {
        let ids = self.interface.type_ids().iter();
        ids.map(String::as_str).collect()
    }

    fn definition(&self) -> Option<DynamicInterface> {
        Some(self.interface.clone())
    }

    fn raises(&self) -> bool {
        let mut operations = self.interface.operations();
        operations.any(|(_, lowered)| lowered.raising.is_some())
    }

    fn context_operations(&self) -> Vec<u32> {
        let operations = self.interface.model().operations.iter().enumerate();
        let with = operations.filter(|(at, _)| {
            let module = &self.interface.definition().module;
            contexts::of_operation(module, self.interface.at(*at).1)
        });
        with.map(|(_, operation)| operation.number).collect()
    }

    fn streams_of(&self, operation: u32) -> Streams {
        let place = self.place_of(operation);
        place.map_or(Streams::NONE, |at| streams_of(self.interface.at(at).0))
    }

    fn open(&self, operation: u32, call: &Dispatch<'_>) -> Result<Box<dyn Stream>, Fault> {
        let at = self.place_of(operation).ok_or(Fault::NoSuchOperation)?;
        let (model, _) = self.interface.at(at);
        if let Some(converse) = &self.converse_async {
            let conversation = FutureStream::new(|requests, replying| {
                let interface = self.interface.clone();
                let (arguments, results) = (call.encoding(), call.results());
                let requests = DynamicRequests::new((requests, arguments), (interface.clone(), at));
                let replying = DynamicReplying::new((replying, results), (interface, at));
                converse(&call.context(), model, requests, replying)
            });
            return Ok(match model.streams.request {
                true => Box::new(conversation),
                false => Box::new(conversation.with_request(call.arguments().to_vec())),
            });
        }
        let mut opened = Marshalled {
            conversation: (self.converse)(&call.context(), model)?,
            interface: self.interface.clone(),
            at,
            arguments: call.encoding(),
            results: call.results(),
            request: None,
            ends: false,
        };
        if !model.streams.request {
            opened.request = Some(opened.read(call.arguments())?);
        }
        Ok(Box::new(opened))
    }

    fn dispatch(&self, operation: u32, call: &mut Dispatch<'_>) -> Outcome {
        let (asked, arguments) = match self.read(operation, call) {
            Ok(read) => read,
            Err(outcome) => return outcome,
        };
        let Response::AtOnce(respond) = &self.respond else {
            // Its server runs on a runtime, and has futures executed.
            return Outcome::Fault(Fault::ServerFailure);
        };
        let responded = respond(&call.context(), asked.model, arguments);
        self.answer(asked, call, responded)
    }

    fn is_async(&self) -> bool {
        matches!(self.respond, Response::Later(_)) || self.converse_async.is_some()
    }

    fn dispatch_async<'a>(&'a self, operation: u32, mut call: Dispatch<'a>) -> Serving<'a> {
        let Response::Later(respond) = &self.respond else {
            let outcome = self.dispatch(operation, &mut call);
            return Box::pin(std::future::ready(outcome));
        };
        Box::pin(async move {
            let (asked, arguments) = match self.read(operation, &call) {
                Ok(read) => read,
                Err(outcome) => return outcome,
            };
            let context = call.context();
            let responded = respond(&context, asked.model, arguments).await;
            self.answer(asked, &mut call, responded)
        })
    }
}

/// A call of a dynamic service.
struct Asked<'s> {
    model: &'s Operation,
    lowered: &'s LoweredOperation,
    referents: Referents,
    /// The arguments, if they determine the results' capacities.
    request: Vec<Value>,
}

impl DynamicService {
    /// Reads the arguments of a call.
    fn read(
        &self,
        operation: u32,
        call: &Dispatch<'_>,
    ) -> Result<(Asked<'_>, Vec<Value>), Outcome> {
        let refused = Outcome::Fault(Fault::NoSuchOperation);
        let Some(at) = self.place_of(operation) else {
            return Err(refused);
        };
        let (model, lowered) = self.interface.at(at);
        if model.streams.any() {
            // Operations with several messages are opened instead.
            return Err(refused);
        }
        let definition = &self.interface.definition().lowered;
        let mut arguments = Vec::new();
        let mut slots = DynSlots::new(definition, &lowered.input, &mut arguments);
        let mut referents = Referents::default();
        call.unmarshal(&lowered.input.meta, &mut slots, &mut referents)
            .map_err(Outcome::Fault)?;
        let request = match lowered.output.needs_request() {
            true => arguments.clone(),
            false => Vec::new(),
        };
        let asked = Asked {
            model,
            lowered,
            referents,
            request,
        };
        Ok((asked, arguments))
    }

    /// Marshals the results, or what a call comes to without them.
    fn answer(
        &self,
        asked: Asked<'_>,
        call: &mut Dispatch<'_>,
        responded: Result<Vec<Value>, Refusal>,
    ) -> Outcome {
        let Asked {
            model,
            lowered,
            mut referents,
            request,
        } = asked;
        let definition = &self.interface.definition().lowered;
        if let Some(raising) = &lowered.raising {
            let operation = (model, lowered, raising);
            return raising::dispatched(definition, operation, responded, call, &mut referents);
        }
        let results = match responded.map_err(Refusal::into_fault) {
            Err(fault) => {
                return call.refuse(&lowered.input.meta, &lowered.output.meta, fault);
            }
            Ok(_) if model.semantics == Semantics::Maybe => return Outcome::Silent,
            Ok(results) => results,
        };
        let output = DynFields::new(definition, &lowered.output, &results);
        let output = output.answering(&lowered.input, &request);
        let place = call.place(&mut referents);
        place.finish(&lowered.output.meta, &output, model.semantics.into())
    }
}
