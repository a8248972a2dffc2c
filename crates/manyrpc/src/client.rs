//! A client: one binding, calls one after another on the caller's own thread.

use std::time::Duration;

use manyrpc_codec::{Buf, Fields, Slots};
use manyrpc_driver::blocking;
use manyrpc_driver::taps::Counters;
use manyrpc_engine::{CallError, CallHead, CallKind, ClientEngine, Interface, Misuse, WireError};

use crate::stub::{InterfaceMeta, OperationMeta};
use crate::syntax::Syntax;

/// A protocol engine with its driver, seen from above.
pub(crate) trait Channel: Send {
    /// Starts a call and lends the place of the arguments.
    fn begin(&mut self, head: &CallHead) -> Result<&mut Buf, CallError>;
    /// Gives up the call that was begun.
    fn abandon(&mut self);
    /// Sends the call and waits for its marshalled results; for those of a one-way call it does
    /// not wait.
    fn exchange(&mut self) -> Result<&[u8], CallError>;
    /// What was sent and received so far.
    fn counters(&self) -> Counters;
}

impl<E: ClientEngine + Send> Channel for blocking::Client<E> {
    fn begin(&mut self, head: &CallHead) -> Result<&mut Buf, CallError> {
        self.begin(head)
    }

    fn abandon(&mut self) {
        self.abandon();
    }

    fn exchange(&mut self) -> Result<&[u8], CallError> {
        self.exchange()
    }

    fn counters(&self) -> Counters {
        self.counters()
    }
}

/// A connection to a server, by any system that a binding can name.
pub struct Client {
    channel: Box<dyn Channel>,
    syntax: Syntax,
    timeout: Option<Duration>,
    /// The system names no interfaces on its wire: an endpoint serves the one it serves.
    only_interface: bool,
}

impl Client {
    pub(crate) fn over(channel: Box<dyn Channel>, syntax: Syntax, only_interface: bool) -> Self {
        Client {
            channel,
            syntax,
            timeout: None,
            only_interface,
        }
    }

    /// How arguments and results are marshalled.
    pub fn syntax(&self) -> Syntax {
        self.syntax
    }

    /// Bytes, messages and system calls so far.
    pub fn counters(&self) -> Counters {
        self.channel.counters()
    }

    /// How long each call waits for its reply; `None` for the engine's default.
    pub fn set_timeout(&mut self, timeout: Option<Duration>) {
        self.timeout = timeout;
    }

    /// Calls an operation with marshalled arguments made by `write`; gives the marshalled results.
    /// A one-way call gives no results and is not waited for.
    #[inline]
    pub(crate) fn exchange<F>(
        &mut self,
        interface: Interface,
        operation: u32,
        kind: CallKind,
        write: F,
    ) -> Result<&[u8], CallError>
    where
        F: FnOnce(Syntax, &mut Buf) -> Result<(), Misuse>,
    {
        let interface = if self.only_interface {
            Interface::Only
        } else {
            interface
        };
        let timeout = self.timeout;
        let head = CallHead {
            interface,
            operation,
            kind,
            timeout,
        };
        let body = self.channel.begin(&head)?;
        if let Err(misuse) = write(self.syntax, body) {
            self.channel.abandon();
            return Err(misuse.into());
        }
        self.channel.exchange()
    }

    /// Calls an operation and waits for its results, which may borrow from the reply.
    #[inline]
    pub fn invoke<'c, I, O>(
        &'c mut self,
        interface: &InterfaceMeta,
        operation: &OperationMeta,
        input: &I,
    ) -> Result<O, CallError>
    where
        I: Fields,
        O: Slots<'c> + Default,
    {
        let syntax = self.syntax;
        let (wire, number) = (interface.on_wire(), operation.number);
        let reply = self.exchange(wire, number, CallKind::Call, |syntax, body| {
            syntax
                .encode(body, operation.input, input)
                .map_err(Misuse::Unencodable)
        })?;
        let mut output = O::default();
        syntax
            .decode(reply, operation.output, &mut output)
            .map_err(|m| CallError::Wire(WireError::BadResult(m)))?;
        Ok(output)
    }

    /// Calls an operation that has no reply.
    pub fn invoke_oneway<I: Fields>(
        &mut self,
        interface: &InterfaceMeta,
        operation: &OperationMeta,
        input: &I,
    ) -> Result<(), CallError> {
        let (wire, number) = (interface.on_wire(), operation.number);
        self.exchange(wire, number, CallKind::OneWay, |syntax, body| {
            syntax
                .encode(body, operation.input, input)
                .map_err(Misuse::Unencodable)
        })
        .map(drop)
    }
}

impl InterfaceMeta {
    const fn on_wire(&self) -> Interface {
        Interface::Program {
            program: self.program,
            version: self.version,
        }
    }
}
