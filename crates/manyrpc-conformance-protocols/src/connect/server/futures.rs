//! The same service with futures.

use std::mem::take;

use manyrpc::streams::{ReplySender, RequestReceiver};
use manyrpc::{Context, Fault};
use tokio::time::sleep;

use super::{Examined, Seen, answer, attach, info, ms, payload, refusal, told};
use crate::connect::stubs::{self, *};

/// The single reply to these requests, after its delay.
async fn reply(
    call: &Context<'_>,
    definition: Option<&UnaryResponseDefinition<'_>>,
    requests: Vec<Any<'static>>,
) -> Result<Option<ConformancePayload<'static>>, Fault> {
    if let Some(definition) = definition {
        attach(
            call,
            &definition.response_headers,
            &definition.response_trailers,
        );
        sleep(ms(definition.response_delay_ms)).await;
    }
    answer(definition, info(&Seen::of(call), requests))
}

impl AsyncConformanceService for Examined {
    async fn unary<'a>(
        &'a self,
        call: &'a Context<'a>,
        request: UnaryRequest<'a>,
    ) -> Result<UnaryResponse<'a>, Fault> {
        let packed = vec![stubs::any("UnaryRequest", &request)];
        let payload = reply(call, request.response_definition.as_ref(), packed).await?;
        Ok(UnaryResponse {
            payload,
            ..UnaryResponse::default()
        })
    }

    async fn idempotent_unary<'a>(
        &'a self,
        call: &'a Context<'a>,
        request: IdempotentUnaryRequest<'a>,
    ) -> Result<IdempotentUnaryResponse<'a>, Fault> {
        let packed = vec![stubs::any("IdempotentUnaryRequest", &request)];
        let payload = reply(call, request.response_definition.as_ref(), packed).await?;
        Ok(IdempotentUnaryResponse {
            payload,
            ..IdempotentUnaryResponse::default()
        })
    }

    async fn server_stream<'a>(
        &'a self,
        call: &'a Context<'a>,
        request: ServerStreamRequest<'a>,
        replies: ReplySender<ServerStreamResponse<'a>>,
    ) -> Result<(), Fault> {
        let packed = stubs::any("ServerStreamRequest", &request);
        let definition = request.response_definition.unwrap_or_default();
        attach(
            call,
            &definition.response_headers,
            &definition.response_trailers,
        );
        call.send_initial();
        let mut told = Some(info(&Seen::of(call), vec![packed]));
        for data in &definition.response_data {
            sleep(ms(definition.response_delay_ms)).await;
            let reply = ServerStreamResponse {
                payload: payload(data, told.take()),
                ..ServerStreamResponse::default()
            };
            replies.send(reply).await?;
        }
        match &definition.error {
            Some(error) => Err(refusal(error, told.as_ref())),
            None => Ok(()),
        }
    }

    async fn client_stream<'a>(
        &'a self,
        call: &'a Context<'a>,
        mut requests: RequestReceiver<ClientStreamRequest<'static>>,
    ) -> Result<ClientStreamResponse<'a>, Fault> {
        let (mut definition, mut packed) = (None, Vec::new());
        while let Some(request) = requests.message().await? {
            packed.push(stubs::any("ClientStreamRequest", &request));
            if packed.len() == 1 {
                definition = request.response_definition;
            }
        }
        Ok(ClientStreamResponse {
            payload: reply(call, definition.as_ref(), packed).await?,
            ..ClientStreamResponse::default()
        })
    }

    async fn bidi_stream<'a>(
        &'a self,
        call: &'a Context<'a>,
        mut requests: RequestReceiver<BidiStreamRequest<'static>>,
        replies: ReplySender<BidiStreamResponse<'a>>,
    ) -> Result<(), Fault> {
        let Some(first) = requests.message().await? else {
            return Ok(());
        };
        let definition = first.response_definition.clone().unwrap_or_default();
        attach(
            call,
            &definition.response_headers,
            &definition.response_trailers,
        );
        if first.full_duplex {
            call.send_initial();
        }
        let mut talk = Talk {
            seen: Seen::of(call),
            definition,
            full_duplex: first.full_duplex,
            requests: Vec::new(),
            said: 0,
            replies,
        };
        let mut next = Some(first);
        while let Some(request) = next {
            talk.requests
                .push(stubs::any("BidiStreamRequest", &request));
            if talk.full_duplex {
                if !talk.has_more() {
                    break;
                }
                talk.say().await?;
            }
            next = requests.message().await?;
        }
        talk.conclude().await
    }
}

/// A bidirectional streaming call.
struct Talk<'a> {
    seen: Seen,
    /// From the first message.
    definition: StreamResponseDefinition<'static>,
    full_duplex: bool,
    /// Requests since the last reply.
    requests: Vec<Any<'static>>,
    /// Replies so far.
    said: usize,
    replies: ReplySender<BidiStreamResponse<'a>>,
}

impl Talk<'_> {
    fn has_more(&self) -> bool {
        self.said < self.definition.response_data.len()
    }

    /// Sends the next reply after its delay.
    async fn say(&mut self) -> Result<(), Fault> {
        sleep(ms(self.definition.response_delay_ms)).await;
        let requests = take(&mut self.requests);
        let told = told(&self.seen, self.said, self.full_duplex, requests);
        let payload = payload(&self.definition.response_data[self.said], told);
        self.said += 1;
        let reply = BidiStreamResponse {
            payload,
            ..BidiStreamResponse::default()
        };
        self.replies.send(reply).await
    }

    /// Sends all remaining replies and the end.
    async fn conclude(mut self) -> Result<(), Fault> {
        while self.has_more() {
            self.say().await?;
        }
        let Some(error) = &self.definition.error else {
            return Ok(());
        };
        let told = (self.said == 0).then(|| info(&self.seen, take(&mut self.requests)));
        Err(refusal(error, told.as_ref()))
    }
}
