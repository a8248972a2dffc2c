//! Broadcast calls, and calls to the members of a group.

use std::net::SocketAddr;

use manyrpc_codec::meta::Record;
use manyrpc_codec::ndr::Referents;
use manyrpc_codec::{Buf, Encoding, Fields, Slots};
use manyrpc_driver::blocking::{Reply, Wanted};
use manyrpc_engine::{CallError, CallHead, CallKind, Misuse};

use super::Client;
use super::relay::Relay;
use crate::bodies::{marshal, read_results};
use crate::operation::{InterfaceMeta, OperationMeta};

/// Only sockets that are not connected hear from anyone.
pub(crate) const NOT_TO_ANYONE: Misuse = Misuse::NotOffered(
    "broadcast on a connected socket; open the client with `ClientOptions::broadcast`",
);

/// The arguments of a call to a registry that forwards one.
pub(crate) fn through_relay<'a>(
    relay: &'static dyn Relay,
    head: &'a CallHead<'a>,
    write: impl FnOnce(Encoding, &mut Buf) -> Result<(), Misuse> + 'a,
) -> impl FnOnce(Encoding, &mut Buf) -> Result<(), Misuse> + 'a {
    move |encoding, body| {
        let opened = relay.open(body, head);
        write(encoding, body)?;
        relay.close(body, opened);
        Ok(())
    }
}

/// One reply to a broadcast.
#[derive(Debug)]
pub struct Answer<'r> {
    /// The server that sent it.
    pub from: SocketAddr,
    reply: Reply<'r>,
    output: &'r Record,
}

impl<'r> Answer<'r> {
    /// The marshalled results.
    ///
    /// # Errors
    /// They are malformed.
    pub fn results<O: Slots<'r> + Default>(&self) -> Result<O, CallError> {
        let mut output = O::default();
        self.decode(&mut output)?;
        Ok(output)
    }

    pub(crate) fn decode<O: Slots<'r>>(&self, output: &mut O) -> Result<(), CallError> {
        read_results(self.reply, self.output, output, &mut Referents::default())
    }
}

impl Client {
    /// Calls an operation on every server that the binding's address reaches, and passes their
    /// answers to `each` until that returns `false` or the call's time is over. Servers that refuse
    /// do not answer, so the absence of answers is no error.
    ///
    /// Full pointers in an answer are not shared with the arguments.
    ///
    /// The client must have been opened with [`broadcast`](crate::ClientOptions::broadcast) set.
    ///
    /// # Errors
    /// The call could not be sent.
    pub fn broadcast<I: Fields>(
        &mut self,
        interface: &InterfaceMeta,
        operation: &OperationMeta,
        input: &I,
        each: impl FnMut(Answer<'_>) -> bool,
    ) -> Result<(), CallError> {
        self.gather(interface, operation, input, Wanted::UntilTimeout, each)
            .map(drop)
    }

    /// The same, with the replies to wait for given by [`wanted`](Wanted); returns how many
    /// arrived, which may be fewer when the call's time is over.
    ///
    /// With several endpoints in the binding (`onc+udp://one:2049,two:2049`) each is called and
    /// answers once: a group with known members.
    ///
    /// # Errors
    /// The call could not be sent; [`Wanted::Everyone`] with a binding of a single endpoint.
    pub fn gather<I: Fields>(
        &mut self,
        interface: &InterfaceMeta,
        operation: &OperationMeta,
        input: &I,
        wanted: Wanted,
        each: impl FnMut(Answer<'_>) -> bool,
    ) -> Result<usize, CallError> {
        let mut referents = Referents::default();
        let write = marshal(operation.input, input, &mut referents);
        let head = interface.head(operation);
        self.spread(&head, (operation.output, wanted), write, each)
    }

    /// Broadcasts a call whose marshalled arguments `write` produces.
    pub(crate) fn spread<F>(
        &mut self,
        head: &CallHead<'_>,
        (output, wanted): (&Record, Wanted),
        write: F,
        mut each: impl FnMut(Answer<'_>) -> bool,
    ) -> Result<usize, CallError>
    where
        F: FnOnce(Encoding, &mut Buf) -> Result<(), Misuse>,
    {
        if !self.traits.to_anyone {
            return Err(NOT_TO_ANYONE.into());
        }
        let relay = self.traits.relay;
        if let Some(relay) = relay {
            let through = CallHead {
                kind: CallKind::Broadcast,
                ..relay.head()
            };
            self.begin(&through, through_relay(relay, head, write))?;
        } else {
            let head = CallHead {
                kind: CallKind::Broadcast,
                ..*head
            };
            self.begin(&head, write)?;
        }
        self.channel.gather(wanted, &mut |from, reply| {
            let answer = match relay {
                Some(relay) => relay
                    .results(from, reply.body)
                    .map(|(from, body)| (from, Reply { body, ..reply })),
                None => Some((from, reply)),
            };
            // Anything but a registry's answer is ignored, as other malformed replies are.
            answer.is_none_or(|(from, reply)| {
                each(Answer {
                    from,
                    reply,
                    output,
                })
            })
        })
    }
}
