//! The client under test: makes the calls requested by the runner, with our stubs, and reports the results.

use std::convert::identity;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use manyrpc::grpc::Status;
use manyrpc::tls::{self, Identity, Roots};
use manyrpc::{AsyncClient, Binding, CallError, Cancel, Client, ClientOptions, ReplyMetadata};

use super::stubs::ClientCompatRequestCancelCancelTiming as Timing;
use super::stubs::{self, *};
use crate::world::{Stub, World};

mod futures;

/// Concurrent calls.
const AT_A_TIME: usize = 8;

/// Makes the calls requested on standard input until that ends.
pub(crate) fn run(world: World) -> Result<(), String> {
    let (sender, asked) = channel();
    let (asked, out) = (Mutex::new(asked), Mutex::new(io::stdout()));
    std::thread::scope(|scope| {
        for _ in 0..AT_A_TIME {
            scope.spawn(|| work(world, &asked, &out));
        }
        let mut stdin = io::stdin();
        let read = loop {
            match stubs::read_message(&mut stdin) {
                Ok(Some(message)) => drop(sender.send(message)),
                Ok(None) => break Ok(()),
                Err(e) => break Err(format!("the runner's words: {e}")),
            }
        };
        drop(sender);
        read
    })
}

fn work(world: World, asked: &Mutex<Receiver<Vec<u8>>>, out: &Mutex<impl Write>) {
    loop {
        let message = asked.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(message) = message else { return };
        let asked: ClientCompatRequest<'_> = stubs::decode(&message);
        let result = match call(world, &asked) {
            Ok(response) => ClientCompatResponseResult::Response(response),
            Err(message) => ClientCompatResponseResult::Error(ClientErrorResult {
                message: message.into(),
                ..ClientErrorResult::default()
            }),
        };
        let answer = ClientCompatResponse {
            test_name: asked.test_name.clone(),
            result: Some(result),
            ..ClientCompatResponse::default()
        };
        let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
        // The runner has ended.
        let _ = stubs::write_message(&mut *out, &answer);
    }
}

/// Makes one call; returns its result, or why it could not be made.
fn call(world: World, asked: &ClientCompatRequest<'_>) -> Result<Seen, String> {
    match connect(world, asked)? {
        Stub::Blocking(client) => blocking(client, asked),
        Stub::Futures(client) => World::wait(futures::call(&client, asked)),
    }
}

fn blocking(mut client: Client, asked: &ClientCompatRequest<'_>) -> Result<Seen, String> {
    let cancel = Cancel::new().map_err(|e| e.to_string())?;
    client.set_cancel(Some(cancel.clone()));
    let mut client = ConformanceServiceClient::new(client);
    let (plan, mut seen) = (Plan { asked, cancel }, Seen::default());
    let result = match asked.method.as_deref().unwrap_or_default() {
        "Unary" => unary(&mut client, &plan, &mut seen),
        "Unimplemented" => unimplemented(&mut client, &mut seen),
        "ServerStream" => server_stream(&mut client, &plan, &mut seen),
        "ClientStream" => client_stream(&mut client, &plan, &mut seen),
        "BidiStream" => bidi_stream(&mut client, &plan, &mut seen),
        other => return Err(format!("there is no method {other} over gRPC")),
    };
    Ok(ended(seen, result))
}

/// What was seen, with the call's failure.
fn ended(mut seen: Seen, result: Ended) -> Seen {
    if let Err(why) = result {
        seen.error = Some(stubs::error(&Status::from(&why)));
    }
    seen
}

/// A client of either kind, which is its own stub.
type Caller = Stub<Client, AsyncClient>;

fn connect(world: World, asked: &ClientCompatRequest<'_>) -> Result<Caller, String> {
    let secured = !asked.server_tls_cert.is_empty();
    let scheme = if secured { "grpcs" } else { "grpc" };
    let packed = match asked.compression {
        Compression::COMPRESSION_GZIP => "?compress=gzip",
        _ => "",
    };
    let binding = format!("{scheme}://{}:{}{packed}", asked.host, asked.port);
    let binding: Binding = binding.parse().map_err(|e| format!("{binding}: {e}"))?;
    let mut options = ClientOptions::default();
    if asked.message_receive_limit > 0 {
        options.limits.message_bytes = asked.message_receive_limit as usize;
    }
    if secured {
        let wrong = |e: tls::TlsError| e.to_string();
        let roots = Roots::from_pem(&asked.server_tls_cert).map_err(wrong)?;
        options.tls = tls::Client::new().roots(roots);
        if let Some(creds) = &asked.client_tls_creds {
            let ours = Identity::from_pem(&creds.cert, &creds.key).map_err(wrong)?;
            options.tls = options.tls.identity(ours);
        }
    }
    options.timeout = asked.timeout_ms.map(|ms| Duration::from_millis(ms.into()));
    for (name, value) in stubs::pairs(&asked.request_headers) {
        options.metadata.push(name, value);
    }
    let connected = world.connect(&binding, None, &options, (identity, identity));
    connected.map_err(|e| e.to_string())
}

/// The requested call, and how it is cancelled.
struct Plan<'a> {
    asked: &'a ClientCompatRequest<'a>,
    cancel: Cancel,
}

impl Plan<'_> {
    /// Cancels the call a while after the client has closed its side, if requested.
    fn said_all(&self) {
        if let Some(Timing::AfterCloseSendMs(ms)) = timing(self.asked) {
            let (cancel, delay) = (self.cancel.clone(), Duration::from_millis(ms.into()));
            std::thread::spawn(move || {
                std::thread::sleep(delay);
                cancel.pull();
            });
        }
    }

    /// Whether the call is cancelled before the client closes its side.
    fn cancels_before_close(&self) -> bool {
        let cancels = matches!(timing(self.asked), Some(Timing::BeforeCloseSend(_)));
        if cancels {
            self.cancel.pull();
        }
        cancels
    }

    /// Cancels the call after a number of replies, if requested.
    fn heard(&self, replies: usize) {
        if let Some(Timing::AfterNumResponses(n)) = timing(self.asked)
            && n as usize == replies
        {
            self.cancel.pull();
        }
    }

    fn delay(&self) {
        std::thread::sleep(Duration::from_millis(self.asked.request_delay_ms.into()));
    }
}

/// When the call is to be cancelled, if it is.
fn timing(asked: &ClientCompatRequest<'_>) -> Option<Timing> {
    let cancel = asked.cancel.as_ref()?;
    let said = cancel.cancel_timing.clone();
    Some(said.unwrap_or(Timing::AfterCloseSendMs(0)))
}

fn is_full_duplex(asked: &ClientCompatRequest<'_>) -> bool {
    asked.stream_type == StreamType::STREAM_TYPE_FULL_DUPLEX_BIDI_STREAM
}

type Ended = Result<(), CallError>;
type Seen = ClientResponseResult<'static>;

/// Records the metadata of a reply.
fn note(seen: &mut Seen, beside: &ReplyMetadata) {
    seen.response_headers = stubs::headers(&beside.initial);
    seen.response_trailers = stubs::headers(&beside.trailing);
}

fn keep(seen: &mut Seen, payload: Option<ConformancePayload<'_>>) {
    seen.payloads.push(payload.unwrap_or_default().into_owned());
}

fn unary(client: &mut ConformanceServiceClient, plan: &Plan<'_>, seen: &mut Seen) -> Ended {
    let request: UnaryRequest<'_> = stubs::decode(&plan.asked.request_messages[0].value);
    plan.delay();
    plan.said_all();
    let reply = client.unary(&request);
    let ended = reply.map(|reply| keep(seen, reply.payload));
    note(seen, client.client().reply_metadata());
    ended
}

fn unimplemented(client: &mut ConformanceServiceClient, seen: &mut Seen) -> Ended {
    let ended = client
        .unimplemented(&UnimplementedRequest::default())
        .map(drop);
    note(seen, client.client().reply_metadata());
    ended
}

fn server_stream(client: &mut ConformanceServiceClient, plan: &Plan<'_>, seen: &mut Seen) -> Ended {
    let request: ServerStreamRequest<'_> = stubs::decode(&plan.asked.request_messages[0].value);
    plan.delay();
    let mut stream = client.server_stream(&request)?;
    plan.said_all();
    let ended = loop {
        match stream.next() {
            Ok(Some(reply)) => keep(seen, reply.payload),
            Ok(None) => break Ok(()),
            Err(why) => break Err(why),
        }
        plan.heard(seen.payloads.len());
    };
    note(seen, stream.metadata());
    ended
}

fn client_stream(client: &mut ConformanceServiceClient, plan: &Plan<'_>, seen: &mut Seen) -> Ended {
    let mut stream = client.client_stream()?;
    let messages = &plan.asked.request_messages;
    for (i, message) in messages.iter().enumerate() {
        plan.delay();
        let request: ClientStreamRequest<'_> = stubs::decode(&message.value);
        if stream.send(&request).is_err() {
            seen.num_unsent_requests = (messages.len() - i) as i32;
            break;
        }
    }
    if !plan.cancels_before_close() {
        // Connection errors are reported when waiting for the reply.
        let _ = stream.end();
        plan.said_all();
    }
    let reply = stream.finish();
    let ended = reply.map(|reply| keep(seen, reply.payload));
    note(seen, stream.metadata());
    ended
}

fn bidi_stream(client: &mut ConformanceServiceClient, plan: &Plan<'_>, seen: &mut Seen) -> Ended {
    let mut stream = client.bidi_stream()?;
    let ended = converse(&mut stream, plan, seen);
    note(seen, stream.metadata());
    ended
}

fn converse(
    stream: &mut ConformanceServiceBidiStreamStream<'_>,
    plan: &Plan<'_>,
    seen: &mut Seen,
) -> Ended {
    let messages = &plan.asked.request_messages;
    for (i, message) in messages.iter().enumerate() {
        plan.delay();
        let request: BidiStreamRequest<'_> = stubs::decode(&message.value);
        if stream.send(&request).is_err() {
            seen.num_unsent_requests = (messages.len() - i) as i32;
            break;
        }
        if is_full_duplex(plan.asked) {
            match stream.next()? {
                Some(reply) => keep(seen, reply.payload),
                None => return Ok(()),
            }
            plan.heard(seen.payloads.len());
        }
    }
    if !plan.cancels_before_close() {
        let _ = stream.end();
        plan.said_all();
    }
    while let Some(reply) = stream.next()? {
        keep(seen, reply.payload);
        plan.heard(seen.payloads.len());
    }
    Ok(())
}
