//! A client whose connections regularly end between calls, as HTTP's do: the next call opens
//! another.

use std::io;

use manyrpc_codec::Encoding;
use manyrpc_driver::blocking::{self, Cancel, Next, OtherEvents, Reply, Wanted};
use manyrpc_driver::counters::Counters;
use manyrpc_engine::{CallError, CallHead, CallId, ReplyMetadata};

use super::place::Way;
use super::routes::Routes;
use crate::channel::{Body, Channel, Each, Engine};
use crate::system::binding::Binding;

pub(super) struct Reopening<E: Engine> {
    client: blocking::Client<E>,
    engine: Box<dyn Fn(&Binding) -> E + Send>,
    routes: Routes,
    /// The traffic of earlier connections.
    before: Counters,
    /// Cancels calls, whatever the connection.
    cancel: Option<Cancel>,
}

impl<E: Engine> Reopening<E> {
    /// Connects over TCP by the known route; `engine` makes the engine for each connection.
    pub(super) fn open(
        engine: impl Fn(&Binding) -> E + Send + 'static,
        routes: Routes,
    ) -> io::Result<Self> {
        let (at, way) = routes.known();
        Ok(Reopening {
            client: connect(engine(at), way)?,
            engine: Box::new(engine),
            routes,
            before: Counters::default(),
            cancel: None,
        })
    }

    #[cold]
    fn reopen(&mut self) -> Result<(), CallError> {
        let engine = &self.engine;
        let opened = self.routes.first(|at, way| connect(engine(at), way));
        let client = opened.map_err(|e| blocking::not_opened(&e))?;
        self.before += self.client.counters();
        self.client = client;
        self.client.set_cancel(self.cancel.clone());
        Ok(())
    }
}

fn connect<E: Engine>(engine: E, way: &Way) -> io::Result<blocking::Client<E>> {
    let client = blocking::Client::tcp(engine, &way.addresses, &way.options)?;
    Ok(client.reopening_at(way.addresses.clone(), way.options.clone()))
}

impl<E: Engine> Channel for Reopening<E> {
    fn has_streams(&mut self) -> bool {
        self.client.has_streams()
    }

    fn prepare(&mut self, head: &CallHead<'_>) -> Result<(), CallError> {
        if self.client.in_flight() == 0 && self.client.is_over() {
            self.reopen()?;
        }
        self.client.prepare(head)
    }

    fn locate(&mut self, head: &CallHead<'_>) -> Result<(), CallError> {
        if self.client.in_flight() == 0 && self.client.is_over() {
            self.reopen()?;
        }
        self.client.locate(head)
    }

    fn begin(&mut self, head: &CallHead<'_>) -> Result<Body<'_>, CallError> {
        if self.client.in_flight() == 0 && self.client.is_over() {
            self.reopen()?;
        }
        Channel::begin(&mut self.client, head)
    }

    fn encoding(&self) -> Encoding {
        self.client.encoding()
    }

    fn begin_batch(&mut self) -> Result<(), CallError> {
        if self.client.in_flight() == 0 && self.client.is_over() {
            self.reopen()?;
        }
        Channel::begin_batch(&mut self.client)
    }

    fn end_batch(&mut self) -> Result<(), CallError> {
        Channel::end_batch(&mut self.client)
    }

    fn abandon_batch(&mut self) {
        Channel::abandon_batch(&mut self.client);
    }

    fn abandon(&mut self) {
        self.client.abandon();
    }

    fn exchange(&mut self) -> Result<Reply<'_>, CallError> {
        self.client.exchange()
    }

    fn send(&mut self) -> Result<CallId, CallError> {
        self.client.send()
    }

    fn post(&mut self) -> Result<CallId, CallError> {
        self.client.post()
    }

    fn wait(&mut self, call: CallId) -> Result<Reply<'_>, CallError> {
        self.client.wait(call)
    }

    fn set_cancel(&mut self, cancel: Option<Cancel>) {
        self.cancel.clone_from(&cancel);
        self.client.set_cancel(cancel);
    }

    fn cancel(&mut self, call: CallId) {
        self.client.cancel(call);
    }

    fn open(&mut self) -> Result<CallId, CallError> {
        self.client.open()
    }

    fn message(&mut self, call: CallId) -> Result<Body<'_>, CallError> {
        Channel::message(&mut self.client, call)
    }

    fn send_message(&mut self, call: CallId) -> Result<(), CallError> {
        self.client.send_message(call)
    }

    fn push_message(&mut self) -> Result<(), CallError> {
        self.client.push_message()
    }

    fn is_congested(&mut self, call: CallId) -> bool {
        self.client.is_congested(call)
    }

    fn end_messages(&mut self, call: CallId) -> Result<(), CallError> {
        self.client.end_messages(call)
    }

    fn next_of(
        &mut self,
        call: CallId,
        beside: OtherEvents<'_>,
    ) -> Result<Next<Reply<'_>>, CallError> {
        self.client.next_of(call, beside)
    }

    fn request_cancel(&mut self, call: CallId) {
        self.client.request_cancel(call);
    }

    fn in_flight(&self) -> usize {
        self.client.in_flight()
    }

    fn gather(&mut self, wanted: Wanted, each: &mut Each<'_>) -> Result<usize, CallError> {
        self.client.gather(wanted, each)
    }

    fn flush(&mut self) -> Result<(), CallError> {
        self.client.send_due()
    }

    fn reply_metadata(&self) -> Option<&ReplyMetadata> {
        self.client.reply_metadata()
    }

    fn take_metadata(&mut self) -> Option<Box<ReplyMetadata>> {
        self.client.take_metadata()
    }

    fn counters(&self) -> Counters {
        let mut counters = self.before;
        counters += self.client.counters();
        counters
    }
}
