//! The same client with futures. A call is cancelled by dropping it.

use std::time::Duration;

use manyrpc::async_client::{AsyncReceiver, AsyncSender};
use manyrpc::{AsyncClient, CallError};

use super::{Ended, Seen, Timing, ended, is_full_duplex, keep, note, timing};
use crate::connect::stubs::{self, *};

/// Makes one call; returns its result, or why it could not be made.
pub(super) async fn call(
    client: &AsyncClient,
    asked: &ClientCompatRequest<'_>,
) -> Result<Seen, String> {
    let plan = Plan(asked);
    let mut seen = Seen::default();
    let result = match asked.method.as_deref().unwrap_or_default() {
        "Unary" => unary(client, &plan, &mut seen).await,
        "Unimplemented" => unimplemented(client, &mut seen).await,
        "ServerStream" => server_stream(client, &plan, &mut seen).await,
        "ClientStream" => client_stream(client, &plan, &mut seen).await,
        "BidiStream" => bidi_stream(client, &plan, &mut seen).await,
        other => return Err(format!("there is no method {other} over gRPC")),
    };
    Ok(ended(seen, result))
}

/// The requested call, and how it is cancelled.
struct Plan<'a>(&'a ClientCompatRequest<'a>);

impl Plan<'_> {
    async fn delay(&self) {
        tokio::time::sleep(Duration::from_millis(self.0.request_delay_ms.into())).await;
    }

    /// Waits for what follows once the client has closed its side, or cancels it after a while if
    /// requested.
    async fn closed<T>(
        &self,
        rest: impl Future<Output = Result<T, CallError>>,
    ) -> Result<T, CallError> {
        let Some(Timing::AfterCloseSendMs(ms)) = timing(self.0) else {
            return rest.await;
        };
        let rest = tokio::time::timeout(Duration::from_millis(ms.into()), rest);
        rest.await.unwrap_or(Err(CallError::Cancelled))
    }

    /// Fails if the call is cancelled before the client closes its side.
    fn closes(&self) -> Ended {
        match timing(self.0) {
            Some(Timing::BeforeCloseSend(_)) => Err(CallError::Cancelled),
            _ => Ok(()),
        }
    }

    /// Fails if the call is cancelled after this number of replies.
    fn heard(&self, replies: usize) -> Ended {
        match timing(self.0) {
            Some(Timing::AfterNumResponses(n)) if n as usize == replies => {
                Err(CallError::Cancelled)
            }
            _ => Ok(()),
        }
    }
}

async fn unary(client: &AsyncClient, plan: &Plan<'_>, seen: &mut Seen) -> Ended {
    let request: UnaryRequest<'_> = stubs::decode(&plan.0.request_messages[0].value);
    plan.delay().await;
    let input = ConformanceServiceUnaryArgs { request: &request };
    let operation = &CONFORMANCE_SERVICE_UNARY;
    if fails(&request) {
        let opened = client.converse(&CONFORMANCE_SERVICE, operation, false);
        let (mut sender, mut receiver) = opened.await?;
        sender.send(&input).await?;
        sender.finish();
        let rest = plan.closed(async {
            while let Some(reply) = receiver.next().await? {
                let output: ConformanceServiceUnaryOut<'_> = reply.results()?;
                keep(seen, output.result.payload);
            }
            Ok(())
        });
        let ended = rest.await;
        note(seen, receiver.metadata());
        return ended;
    }
    let invoked = client.invoke(&CONFORMANCE_SERVICE, operation, &input);
    let mut reply = plan.closed(invoked).await?;
    note(seen, reply.metadata());
    let output: ConformanceServiceUnaryOut<'_> = reply.results(operation)?;
    keep(seen, output.result.payload);
    Ok(())
}

/// Whether the server is to refuse the call, or to answer something odd. The metadata of a failure
/// is told by a receiver only, so such a call is made as if it had several messages, which is the
/// same on the wire.
fn fails(request: &UnaryRequest<'_>) -> bool {
    let definition = request.response_definition.as_ref();
    definition.is_some_and(|definition| {
        let refuses = matches!(
            definition.response,
            Some(UnaryResponseDefinitionResponse::Error(_))
        );
        refuses || definition.raw_response.is_some()
    })
}

async fn unimplemented(client: &AsyncClient, seen: &mut Seen) -> Ended {
    let operation = &CONFORMANCE_SERVICE_UNIMPLEMENTED;
    let opened = client.converse(&CONFORMANCE_SERVICE, operation, false);
    let (mut sender, mut receiver) = opened.await?;
    let request = &UnimplementedRequest::default();
    sender
        .send(&ConformanceServiceUnimplementedArgs { request })
        .await?;
    sender.finish();
    let ended = loop {
        match receiver.next().await {
            Ok(Some(_)) => {}
            Ok(None) => break Ok(()),
            Err(why) => break Err(why),
        }
    };
    note(seen, receiver.metadata());
    ended
}

async fn server_stream(client: &AsyncClient, plan: &Plan<'_>, seen: &mut Seen) -> Ended {
    let request: ServerStreamRequest<'_> = stubs::decode(&plan.0.request_messages[0].value);
    plan.delay().await;
    let input = ConformanceServiceServerStreamArgs { request: &request };
    let opened = client.pull(
        &CONFORMANCE_SERVICE,
        &CONFORMANCE_SERVICE_SERVER_STREAM,
        &input,
    );
    let mut receiver = opened.await?;
    let rest = plan.closed(async {
        while let Some(reply) = receiver.next().await? {
            let output: ConformanceServiceServerStreamOut<'_> = reply.results()?;
            keep(seen, output.result.payload);
            plan.heard(seen.payloads.len())?;
        }
        Ok(())
    });
    let ended = rest.await;
    note(seen, receiver.metadata());
    ended
}

async fn client_stream(client: &AsyncClient, plan: &Plan<'_>, seen: &mut Seen) -> Ended {
    let operation = &CONFORMANCE_SERVICE_CLIENT_STREAM;
    let opened = client.converse(&CONFORMANCE_SERVICE, operation, false);
    let (sender, mut receiver) = opened.await?;
    let ended = gather(sender, &mut receiver, plan, seen).await;
    note(seen, receiver.metadata());
    ended
}

async fn gather(
    mut sender: AsyncSender,
    receiver: &mut AsyncReceiver,
    plan: &Plan<'_>,
    seen: &mut Seen,
) -> Ended {
    let messages = &plan.0.request_messages;
    for (i, message) in messages.iter().enumerate() {
        plan.delay().await;
        let request: ClientStreamRequest<'_> = stubs::decode(&message.value);
        let input = ConformanceServiceClientStreamArgs { request: &request };
        if sender.send(&input).await.is_err() {
            seen.num_unsent_requests = (messages.len() - i) as i32;
            break;
        }
    }
    plan.closes()?;
    sender.finish();
    let rest = plan.closed(async {
        while let Some(reply) = receiver.next().await? {
            let output: ConformanceServiceClientStreamOut<'_> = reply.results()?;
            keep(seen, output.result.payload);
        }
        Ok(())
    });
    rest.await
}

async fn bidi_stream(client: &AsyncClient, plan: &Plan<'_>, seen: &mut Seen) -> Ended {
    let operation = &CONFORMANCE_SERVICE_BIDI_STREAM;
    let opened = client.converse(&CONFORMANCE_SERVICE, operation, true);
    let (sender, mut receiver) = opened.await?;
    let ended = converse(sender, &mut receiver, plan, seen).await;
    note(seen, receiver.metadata());
    ended
}

async fn converse(
    mut sender: AsyncSender,
    receiver: &mut AsyncReceiver,
    plan: &Plan<'_>,
    seen: &mut Seen,
) -> Ended {
    let messages = &plan.0.request_messages;
    for (i, message) in messages.iter().enumerate() {
        plan.delay().await;
        let request: BidiStreamRequest<'_> = stubs::decode(&message.value);
        let input = ConformanceServiceBidiStreamArgs { request: &request };
        if sender.send(&input).await.is_err() {
            seen.num_unsent_requests = (messages.len() - i) as i32;
            break;
        }
        if is_full_duplex(plan.0) && !hear(receiver, plan, seen).await? {
            return Ok(());
        }
    }
    plan.closes()?;
    sender.finish();
    let rest = plan.closed(async {
        while hear(receiver, plan, seen).await? {}
        Ok(())
    });
    rest.await
}

/// Takes the next reply; whether there was one.
async fn hear(
    receiver: &mut AsyncReceiver,
    plan: &Plan<'_>,
    seen: &mut Seen,
) -> Result<bool, CallError> {
    let Some(reply) = receiver.next().await? else {
        return Ok(false);
    };
    let output: ConformanceServiceBidiStreamOut<'_> = reply.results()?;
    keep(seen, output.result.payload);
    plan.heard(seen.payloads.len())?;
    Ok(true)
}
