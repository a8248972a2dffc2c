//! The server under test: the suite's service implemented with our stubs, as specified by its definition.

mod futures;

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::{self, channel};
use std::time::Duration;

use manyrpc::streams::{MetadataWriter, Receiver, ReplyStream, Sender, queue};
use manyrpc::stub::Flow;
use manyrpc::tls::{self, Identity, Roots};
use manyrpc::{Context, Fault, Limits, Server};

use super::stubs::{self, *};
use crate::world::{Served, World};

/// Concurrent calls that may block, as the suite wants them to sleep.
const WORKERS: usize = 32;

/// Serves as requested on standard input until it is told to stop.
pub(crate) fn run(world: World) -> Result<(), String> {
    let failed = |e: io::Error| format!("the runner's words: {e}");
    let asked = stubs::read_message(&mut io::stdin()).map_err(failed)?;
    let asked = asked.ok_or("the runner says nothing")?;
    let asked: ServerCompatRequest<'_> = stubs::decode(&asked);
    let server = start(world, &asked).map_err(|e| e.to_string())?;
    let pem = asked.server_creds.as_ref().filter(|_| asked.use_tls);
    let answer = ServerCompatResponse {
        host: "127.0.0.1".into(),
        port: server.port().into(),
        pem_cert: pem.map(|creds| creds.cert.clone()).unwrap_or_default(),
        ..ServerCompatResponse::default()
    };
    stubs::write_message(&mut io::stdout(), &answer).map_err(failed)?;
    server.wait();
    Ok(())
}

fn start(world: World, asked: &ServerCompatRequest<'_>) -> Result<Served, manyrpc::Error> {
    let mut limits = Limits::default();
    if asked.message_receive_limit > 0 {
        limits.message_bytes = asked.message_receive_limit as usize;
    }
    let server = Server::builder().limits(limits);
    let server = match world {
        World::Blocking => server
            .service(ConformanceServiceServer(Examined))
            .workers(WORKERS),
        World::Futures => server.service(AsyncConformanceServiceServer(Examined)),
    };
    let Some(creds) = asked.server_creds.as_ref().filter(|_| asked.use_tls) else {
        return world.start(server.listen("grpc://127.0.0.1:0")?);
    };
    let ours = Identity::from_pem(&creds.cert, &creds.key).map_err(manyrpc::Error::Tls)?;
    let mut secured = tls::Server::new(ours);
    if !asked.client_tls_cert.is_empty() {
        let theirs = Roots::from_pem(&asked.client_tls_cert).map_err(manyrpc::Error::Tls)?;
        secured = secured.demand_clients(theirs);
    }
    world.start(server.tls(secured).listen("grpcs://127.0.0.1:0")?)
}

struct Examined;

/// The information reported about a call and its requests.
fn info(call: &Seen, requests: Vec<Any<'static>>) -> ConformancePayloadRequestInfo<'static> {
    ConformancePayloadRequestInfo {
        request_headers: call.headers.clone(),
        timeout_ms: call.timeout_ms,
        requests,
        ..ConformancePayloadRequestInfo::default()
    }
}

/// The information reported about a call.
struct Seen {
    headers: Vec<Header<'static>>,
    timeout_ms: Option<i64>,
}

impl Seen {
    fn of(call: &Context<'_>) -> Self {
        Seen {
            headers: stubs::headers(call.metadata),
            timeout_ms: call.timeout.map(|timeout| timeout.as_millis() as i64),
        }
    }
}

fn ms(n: u32) -> Duration {
    Duration::from_millis(n.into())
}

fn payload(
    data: &[u8],
    request_info: Option<ConformancePayloadRequestInfo<'static>>,
) -> Option<ConformancePayload<'static>> {
    Some(ConformancePayload {
        data: data.to_vec().into(),
        request_info,
        ..ConformancePayload::default()
    })
}

/// The single reply to a call.
fn answer(
    definition: Option<&UnaryResponseDefinition<'_>>,
    info: ConformancePayloadRequestInfo<'static>,
) -> Result<Option<ConformancePayload<'static>>, Fault> {
    match definition.and_then(|definition| definition.response.as_ref()) {
        Some(UnaryResponseDefinitionResponse::Error(error)) => {
            let info = stubs::any("ConformancePayload.RequestInfo", &info);
            Err(stubs::status(error, Some(info)).into())
        }
        Some(UnaryResponseDefinitionResponse::ResponseData(data)) => Ok(payload(data, Some(info))),
        None => Ok(payload(&[], Some(info))),
    }
}

/// Adds metadata to the reply.
fn attach(call: &Context<'_>, initial: &[Header<'_>], trailing: &[Header<'_>]) {
    for (name, value) in stubs::pairs(initial) {
        call.add_initial(name, value);
    }
    for (name, value) in stubs::pairs(trailing) {
        call.add_trailing(name, value);
    }
}

/// Answers a unary call.
fn unary(
    call: &Context<'_>,
    definition: Option<&UnaryResponseDefinition<'_>>,
    request: Any<'static>,
) -> Result<Option<ConformancePayload<'static>>, Fault> {
    if let Some(definition) = definition {
        attach(
            call,
            &definition.response_headers,
            &definition.response_trailers,
        );
        std::thread::sleep(ms(definition.response_delay_ms));
    }
    answer(definition, info(&Seen::of(call), vec![request]))
}

impl ConformanceService for Examined {
    fn unary<'a>(
        &'a self,
        call: &Context<'_>,
        request: UnaryRequest<'a>,
    ) -> Result<UnaryResponse<'a>, Fault> {
        let packed = stubs::any("UnaryRequest", &request);
        let payload = unary(call, request.response_definition.as_ref(), packed)?;
        Ok(UnaryResponse {
            payload,
            ..UnaryResponse::default()
        })
    }

    fn idempotent_unary<'a>(
        &'a self,
        call: &Context<'_>,
        request: IdempotentUnaryRequest<'a>,
    ) -> Result<IdempotentUnaryResponse<'a>, Fault> {
        let packed = stubs::any("IdempotentUnaryRequest", &request);
        let payload = unary(call, request.response_definition.as_ref(), packed)?;
        Ok(IdempotentUnaryResponse {
            payload,
            ..IdempotentUnaryResponse::default()
        })
    }

    fn server_stream(
        &self,
        call: &Context<'_>,
        request: ServerStreamRequest<'_>,
    ) -> Result<ReplyStream<ServerStreamResponse<'static>>, Fault> {
        let packed = stubs::any("ServerStreamRequest", &request);
        let definition = request.response_definition.unwrap_or_default();
        attach(
            call,
            &definition.response_headers,
            &definition.response_trailers,
        );
        let definition = definition.into_owned();
        let told = info(&Seen::of(call), vec![packed]);
        let (sender, replies) = queue(16);
        std::thread::spawn(move || tell(&sender, &definition, &told));
        Ok(Box::new(replies))
    }

    fn client_stream(
        &self,
        call: &Context<'_>,
    ) -> Result<Box<dyn ConformanceServiceClientStreamHandler>, Fault> {
        Ok(Box::new(Gathering {
            seen: Seen::of(call),
            definition: None,
            requests: Vec::new(),
            slept: None,
        }))
    }

    fn bidi_stream(
        &self,
        call: &Context<'_>,
    ) -> Result<Box<dyn ConformanceServiceBidiStreamHandler>, Fault> {
        Ok(Box::new(Conversing {
            seen: Seen::of(call),
            definition: None,
            full_duplex: false,
            requests: Vec::new(),
            said: 0,
            steps: None,
            replies: None,
        }))
    }
}

/// Sends the specified replies, each after its delay.
fn tell(
    sender: &Sender<ServerStreamResponse<'static>>,
    definition: &StreamResponseDefinition<'_>,
    told: &ConformancePayloadRequestInfo<'static>,
) {
    for (i, data) in definition.response_data.iter().enumerate() {
        std::thread::sleep(ms(definition.response_delay_ms));
        let reply = ServerStreamResponse {
            payload: payload(data, (i == 0).then(|| told.clone())),
            ..ServerStreamResponse::default()
        };
        if sender.send(reply).is_err() {
            return;
        }
    }
    if let Some(error) = &definition.error {
        sender.fail(refusal(
            error,
            definition.response_data.is_empty().then_some(told),
        ));
    }
}

/// The error that ends a call, with the call's information unless a reply already had it.
fn refusal(error: &Error<'_>, told: Option<&ConformancePayloadRequestInfo<'static>>) -> Fault {
    let told = told.map(|told| stubs::any("ConformancePayload.RequestInfo", told));
    stubs::status(error, told).into()
}

/// What a reply of a conversation tells of the call, after so many replies.
fn told(
    seen: &Seen,
    said: usize,
    full_duplex: bool,
    requests: Vec<Any<'static>>,
) -> Option<ConformancePayloadRequestInfo<'static>> {
    match (said, full_duplex) {
        (0, _) => Some(info(seen, requests)),
        (_, true) if !requests.is_empty() => Some(ConformancePayloadRequestInfo {
            requests,
            ..ConformancePayloadRequestInfo::default()
        }),
        _ => None,
    }
}

/// A client-streaming call.
struct Gathering {
    seen: Seen,
    /// From the first message.
    definition: Option<UnaryResponseDefinition<'static>>,
    requests: Vec<Any<'static>>,
    /// Whether the delay before the reply has started, and whether it is over.
    slept: Option<Arc<AtomicBool>>,
}

impl ConformanceServiceClientStreamHandler for Gathering {
    fn message(
        &mut self,
        request: ClientStreamRequest<'_>,
        metadata: &mut MetadataWriter<'_>,
    ) -> Result<(), Fault> {
        let first = self.requests.is_empty();
        self.requests
            .push(stubs::any("ClientStreamRequest", &request));
        if let Some(definition) = request.response_definition.filter(|_| first) {
            attach_by(
                metadata,
                &definition.response_headers,
                &definition.response_trailers,
            );
            self.definition = Some(definition.into_owned());
        }
        Ok(())
    }

    fn ready(&mut self, metadata: &mut MetadataWriter<'_>) -> bool {
        let delay = self.definition.as_ref().map_or(0, |d| d.response_delay_ms);
        if delay > 0 && self.slept.is_none() {
            let (slept, waker) = (Arc::new(AtomicBool::new(false)), metadata.waker());
            self.slept = Some(slept.clone());
            std::thread::spawn(move || {
                std::thread::sleep(ms(delay));
                slept.store(true, SeqCst);
                waker.wake();
            });
        }
        self.slept.as_ref().is_none_or(|slept| slept.load(SeqCst))
    }

    fn finish(&mut self, _: &mut MetadataWriter<'_>) -> Result<ClientStreamResponse<'_>, Fault> {
        let told = info(&self.seen, std::mem::take(&mut self.requests));
        let payload = answer(self.definition.as_ref(), told)?;
        Ok(ClientStreamResponse {
            payload,
            ..ClientStreamResponse::default()
        })
    }
}

/// The same while messages come.
fn attach_by(metadata: &mut MetadataWriter<'_>, initial: &[Header<'_>], trailing: &[Header<'_>]) {
    for (name, value) in stubs::pairs(initial) {
        assert!(metadata.add_initial(name, value), "nothing was sent yet");
    }
    for (name, value) in stubs::pairs(trailing) {
        metadata.add_trailing(name, value);
    }
}

/// A bidirectional streaming call.
struct Conversing {
    seen: Seen,
    /// From the first message.
    definition: Option<StreamResponseDefinition<'static>>,
    full_duplex: bool,
    /// Requests since the last reply.
    requests: Vec<Any<'static>>,
    /// Replies so far.
    said: usize,
    /// The channel to the thread that delays replies; `None` when no more follow.
    steps: Option<mpsc::Sender<Result<BidiStreamResponse<'static>, Fault>>>,
    replies: Option<Receiver<BidiStreamResponse<'static>>>,
}

impl Conversing {
    /// Starts a thread that passes on replies after a delay.
    fn begin(&mut self, delay: Duration) {
        let (steps, coming) = channel();
        let (sender, replies) = queue(16);
        std::thread::spawn(move || {
            for step in coming {
                match step {
                    Ok(reply) => {
                        std::thread::sleep(delay);
                        if sender.send(reply).is_err() {
                            return;
                        }
                    }
                    Err(fault) => return sender.fail(fault),
                }
            }
        });
        self.steps = Some(steps);
        self.replies = Some(replies);
    }

    fn step(&self, step: Result<BidiStreamResponse<'static>, Fault>) {
        if let Some(steps) = &self.steps {
            // Without a receiver the reply is no longer needed.
            let _ = steps.send(step);
        }
    }

    /// Sends the next reply.
    fn say(&mut self) {
        let Some(definition) = &self.definition else {
            return;
        };
        let data = &definition.response_data[self.said];
        let requests = std::mem::take(&mut self.requests);
        let told = told(&self.seen, self.said, self.full_duplex, requests);
        let payload = payload(data, told);
        self.said += 1;
        self.step(Ok(BidiStreamResponse {
            payload,
            ..BidiStreamResponse::default()
        }));
    }

    fn left(&self) -> usize {
        let all = self
            .definition
            .as_ref()
            .map_or(0, |d| d.response_data.len());
        all - self.said
    }

    /// Sends all remaining replies and the end.
    fn conclude(&mut self) {
        while self.left() > 0 {
            self.say();
        }
        let error = self.definition.as_ref().and_then(|d| d.error.as_ref());
        if let Some(error) = error {
            let told = (self.said == 0).then(|| info(&self.seen, self.requests.clone()));
            self.step(Err(refusal(error, told.as_ref())));
        }
        self.steps = None;
    }

    fn pull(&mut self, replies: &mut ConformanceServiceBidiStreamReplies<'_>) -> Flow {
        match &mut self.replies {
            Some(source) => replies.pull(source),
            None => Flow::Wait,
        }
    }
}

impl ConformanceServiceBidiStreamHandler for Conversing {
    fn message(
        &mut self,
        request: BidiStreamRequest<'_>,
        replies: &mut ConformanceServiceBidiStreamReplies<'_>,
    ) -> Result<Flow, Fault> {
        self.requests
            .push(stubs::any("BidiStreamRequest", &request));
        if self.replies.is_none() {
            self.full_duplex = request.full_duplex;
            let definition = request.response_definition.unwrap_or_default().into_owned();
            for (name, value) in stubs::pairs(&definition.response_headers) {
                assert!(replies.add_initial(name, value), "nothing was sent yet");
            }
            for (name, value) in stubs::pairs(&definition.response_trailers) {
                replies.add_trailing(name, value);
            }
            if self.full_duplex {
                replies.send_initial();
            }
            self.begin(ms(definition.response_delay_ms));
            self.definition = Some(definition);
        }
        if self.full_duplex {
            match self.left() {
                0 => self.conclude(),
                _ => self.say(),
            }
        }
        Ok(self.pull(replies))
    }

    fn ended(
        &mut self,
        replies: &mut ConformanceServiceBidiStreamReplies<'_>,
    ) -> Result<Flow, Fault> {
        if self.replies.is_none() {
            return Ok(Flow::DONE);
        }
        self.conclude();
        Ok(self.pull(replies))
    }

    fn more(
        &mut self,
        replies: &mut ConformanceServiceBidiStreamReplies<'_>,
    ) -> Result<Flow, Fault> {
        Ok(self.pull(replies))
    }
}
