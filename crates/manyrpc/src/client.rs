//! A client: one binding, calls one after another on the caller's own thread.

use std::time::Duration;

use manyrpc_codec::{Buf, Fields, Slots};
use manyrpc_engine::{CallError, CallHead, CallKind, Interface, Misuse, WireError};

use crate::stub::{InterfaceMeta, OperationMeta};
use crate::syntax::Syntax;

/// A protocol engine with its driver, seen from above.
pub(crate) trait Channel: Send {
    /// Starts a call and lends the place of the arguments.
    fn begin(&mut self, head: &CallHead) -> Result<&mut Buf, CallError>;
    /// Gives up the call that was begun.
    fn abandon(&mut self);
    /// Sends the call and waits for its marshalled results.
    fn exchange(&mut self) -> Result<&[u8], CallError>;
    /// Sends the call; there will be no reply.
    fn post(&mut self) -> Result<(), CallError>;
}

/// A connection to a server, by any system that a binding can name.
pub struct Client {
    channel: Box<dyn Channel>,
    syntax: Syntax,
    timeout: Option<Duration>,
}

impl Client {
    /// How long each call waits for its reply; `None` for the engine's default.
    pub fn set_timeout(&mut self, timeout: Option<Duration>) {
        self.timeout = timeout;
    }

    /// Calls an operation with marshalled arguments made by `write`; gives the marshalled results.
    pub(crate) fn exchange<F>(
        &mut self,
        interface: Interface,
        operation: u32,
        write: F,
    ) -> Result<&[u8], CallError>
    where
        F: FnOnce(Syntax, &mut Buf) -> Result<(), Misuse>,
    {
        self.begin(interface, operation, CallKind::Call, write)?;
        self.channel.exchange()
    }

    fn begin<F>(
        &mut self,
        interface: Interface,
        operation: u32,
        kind: CallKind,
        write: F,
    ) -> Result<(), CallError>
    where
        F: FnOnce(Syntax, &mut Buf) -> Result<(), Misuse>,
    {
        let head = CallHead {
            interface,
            operation,
            kind,
            timeout: self.timeout,
        };
        let body = self.channel.begin(&head)?;
        if let Err(misuse) = write(self.syntax, body) {
            self.channel.abandon();
            return Err(misuse.into());
        }
        Ok(())
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
        let reply = self.exchange(interface.on_wire(), operation.number, |syntax, body| {
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
        let kind = CallKind::OneWay;
        self.begin(
            interface.on_wire(),
            operation.number,
            kind,
            |syntax, body| {
                syntax
                    .encode(body, operation.input, input)
                    .map_err(Misuse::Unencodable)
            },
        )?;
        self.channel.post()
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
