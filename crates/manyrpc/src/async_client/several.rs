//! Several calls in one message, and calls with several repliers, as futures.

use std::net::SocketAddr;

use manyrpc_codec::meta::Record;
use manyrpc_codec::ndr::Referents;
use manyrpc_codec::{Buf, Encoding, Fields, InterfaceId, Slots};
use manyrpc_driver::blocking::{Reply, Wanted};
use manyrpc_driver::tokio::{InFlight, Received, Replies};
use manyrpc_engine::{CallError, CallHead, CallKind, Misuse};

use super::AsyncClient;
use crate::bodies::{read_results, write_arguments};
use crate::client::{NOT_TO_ANYONE, through_relay};
use crate::operation::{InterfaceMeta, OperationMeta, Semantics};

/// Marshals the arguments of a call, once their encoding is known.
type Write<'a> = Box<dyn FnOnce(Encoding, &mut Buf) -> Result<(), Misuse> + Send + 'a>;

/// Calls that are sent in one message: a batch of JSON-RPC 2.0 or a `system.multicall` of XML-RPC.
pub struct AsyncBatch<'a> {
    client: AsyncClient,
    calls: Vec<(CallHead<'a>, Write<'a>, &'a Record)>,
}

impl AsyncClient {
    /// Starts a batch.
    pub fn batch<'a>(&self) -> AsyncBatch<'a> {
        AsyncBatch {
            client: self.clone(),
            calls: Vec::new(),
        }
    }
}

impl<'a> AsyncBatch<'a> {
    /// Adds a call.
    pub fn add<I: Fields + Sync>(
        &mut self,
        interface: &InterfaceMeta,
        operation: &'a OperationMeta,
        input: &'a I,
    ) {
        let write = move |encoding: Encoding, body: &mut Buf| {
            let referents = &mut Referents::default();
            write_arguments((encoding, body), operation.input, input, referents)
        };
        let mut head = interface.head(operation);
        if operation.semantics == Semantics::Maybe {
            head.kind = CallKind::OneWay;
        }
        self.push(head, Box::new(write), operation.output);
    }

    pub(crate) fn push(&mut self, head: CallHead<'a>, write: Write<'a>, output: &'a Record) {
        self.calls.push((head, write, output));
    }

    /// Sends the message, and waits for the end of each of its calls; the results are in the order
    /// of the calls. Those of one-way calls are empty.
    ///
    /// # Errors
    /// The system has no such messages, or a call is refused before it is sent: then none is made.
    pub async fn send(self) -> Result<Vec<Result<AsyncAnswer<'a>, CallError>>, CallError> {
        let AsyncBatch { client, calls } = self;
        let none = CallHead::new(InterfaceId::ONLY, 0);
        let first = client.completed(calls.first().map_or(&none, |(head, ..)| head));
        let (lane, CallHead { timeout, .. }) = client.lanes.lane(&first).await?;
        let outputs: Vec<&Record> = calls.iter().map(|call| call.2).collect();
        let calls = calls.into_iter();
        let calls = calls.map(|(head, write, _)| {
            let head = client.completed(&head);
            (CallHead { timeout, ..head }, write)
        });
        let in_flight = lane.connection().own(Misuse::BATCHES)?.batch(calls).await?;
        let mut ended = Vec::new();
        for (call, output) in in_flight.into_iter().zip(outputs) {
            let received = match call {
                Some(call) => end(call).await,
                None => Ok(None),
            };
            ended.push(received.map(|received| AsyncAnswer { received, output }));
        }
        Ok(ended)
    }
}

async fn end(call: InFlight) -> Result<Option<Received>, CallError> {
    call.await.map(Some)
}

/// The results of one of several calls, or of one of several repliers.
#[derive(Debug)]
pub struct AsyncAnswer<'a> {
    /// `None` for a one-way call.
    received: Option<Received>,
    output: &'a Record,
}

impl AsyncAnswer<'_> {
    /// Decodes the results, which may borrow from the answer. Full pointers are not shared with the
    /// arguments.
    ///
    /// # Errors
    /// They are not those of the operation.
    pub fn results<'r, O: Slots<'r> + Default>(&'r self) -> Result<O, CallError> {
        let mut output = O::default();
        let reply = self.reply();
        if reply != Reply::NOTHING {
            read_results(reply, self.output, &mut output, &mut Referents::default())?;
        }
        Ok(output)
    }

    /// The marshalled results.
    pub(crate) fn reply(&self) -> Reply<'_> {
        let received = self.received.as_ref();
        received.map_or(Reply::NOTHING, Received::reply)
    }
}

/// The answers to a broadcast, or of the members of a group. Dropping it ends the call.
pub struct AsyncAnswers {
    client: AsyncClient,
    replies: Replies,
}

impl AsyncClient {
    /// Calls an operation on every server that the binding's address reaches, as
    /// [`Client::gather`](crate::Client::gather): a source of the answers that are wanted.
    ///
    /// # Errors
    /// As there.
    pub async fn gather<I: Fields>(
        &self,
        interface: &InterfaceMeta,
        operation: &OperationMeta,
        input: &I,
        wanted: Wanted,
    ) -> Result<AsyncAnswers, CallError> {
        let write = |encoding: Encoding, body: &mut Buf| {
            let referents = &mut Referents::default();
            write_arguments((encoding, body), operation.input, input, referents)
        };
        self.spread(&interface.head(operation), wanted, write).await
    }

    /// Broadcasts a call whose marshalled arguments `write` produces.
    pub(crate) async fn spread<F>(
        &self,
        head: &CallHead<'_>,
        wanted: Wanted,
        write: F,
    ) -> Result<AsyncAnswers, CallError>
    where
        F: FnOnce(Encoding, &mut Buf) -> Result<(), Misuse>,
    {
        if !self.traits.to_anyone {
            return Err(NOT_TO_ANYONE.into());
        }
        let relay = self.traits.relay;
        let sent = relay.map_or(*head, |relay| relay.head());
        let (lane, sent) = self.lanes.lane(&self.completed(&sent)).await?;
        let connection = lane.connection().own(NOT_TO_ANYONE)?;
        let replies = match relay {
            None => connection.gather(&sent, wanted, write).await?,
            Some(relay) => {
                let write = through_relay(relay, head, write);
                connection.gather(&sent, wanted, write).await?
            }
        };
        Ok(AsyncAnswers {
            client: self.clone(),
            replies,
        })
    }
}

impl AsyncAnswers {
    /// Waits for the next answer, decodes it into `O` by `operation`, and returns it with its
    /// sender; `None` when all that are wanted have come or the call's time is over.
    ///
    /// # Errors
    /// The call has failed, or the answer is malformed.
    pub async fn next<T>(
        &mut self,
        read: impl FnOnce(Reply<'_>) -> Result<T, CallError>,
    ) -> Result<Option<(SocketAddr, T)>, CallError> {
        while let Some((from, received)) = self.replies.next().await? {
            let reply = received.reply();
            let answer = match self.client.traits.relay {
                Some(relay) => relay
                    .results(from, reply.body)
                    .map(|(from, body)| (from, Reply { body, ..reply })),
                None => Some((from, reply)),
            };
            // Anything but a registry's answer is ignored, as other malformed replies are.
            if let Some((from, reply)) = answer {
                return Ok(Some((from, read(reply)?)));
            }
        }
        Ok(None)
    }
}
