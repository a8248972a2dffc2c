//! What interceptors of tonic do, by functions in layers of `tower`: a client that sends a token with every call and
//! counts its calls, and a server that refuses calls without one.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use manyrpc::grpc::{Status, code};
use manyrpc::layers::{CallRequest, ServedCall};
use manyrpc::server::RunningTasks;
use manyrpc::{AsyncClient, CallError, Context, Fault, Server};
use tower::filter::FilterLayer;

manyrpc::stubs!(mod greeter);
use greeter::{AsyncGreeter, AsyncGreeterClient, AsyncGreeterServer, Greeting, Guest};

/// Intercepts a client's calls: each gets a token and is counted; calls of services that the token is not for fail here.
#[derive(Clone)]
struct Credentials {
    token: String,
    calls: Arc<AtomicU32>,
}

impl Credentials {
    fn intercept(&self, mut call: CallRequest) -> Result<CallRequest, CallError> {
        if !call.interface().full_name.starts_with("greeter.") {
            let why = "the token is for greeters only";
            return Err(CallError::Fault(unauthenticated(why)));
        }
        self.calls.fetch_add(1, Relaxed);
        let value = format!("Bearer {}", self.token);
        call.metadata.push("authorization", value);
        Ok(call)
    }
}

/// Intercepts a server's calls: those without the token are refused.
fn check(call: ServedCall) -> Result<ServedCall, Fault> {
    let sent = call.metadata().and_then(|sent| sent.get("authorization"));
    match sent {
        Some(b"Bearer open sesame") => Ok(call),
        Some(_) => Err(unauthenticated("nobody knows this token")),
        None => Err(unauthenticated("calls need a token")),
    }
}

fn unauthenticated(why: &str) -> Fault {
    Status::new(code::UNAUTHENTICATED, why).into()
}

struct Polite;

impl AsyncGreeter for Polite {
    async fn greet(&self, _: &Context<'_>, guest: Guest<'_>) -> Result<Greeting<'_>, Fault> {
        Ok(Greeting {
            text: format!("Good day, {}.", guest.name).into(),
            ..Greeting::default()
        })
    }
}

async fn serve() -> Result<RunningTasks, Box<dyn Error>> {
    let server = Server::builder()
        .service(AsyncGreeterServer(Polite))
        .layer(FilterLayer::new(check))
        .listen("grpc://127.0.0.1:0")?;
    Ok(server.start_on_runtime().await?)
}

async fn open(at: &str, credentials: Credentials) -> Result<AsyncGreeterClient, Box<dyn Error>> {
    let client = AsyncClient::open(at).await?;
    let interceptor = FilterLayer::new(move |call| credentials.intercept(call));
    Ok(AsyncGreeterClient::new(client.layered(interceptor)))
}

fn guest(name: &str) -> Guest<'_> {
    Guest {
        name: name.into(),
        ..Guest::default()
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let server = serve().await?;
    let at = server.bindings()[0].to_string();
    let credentials = Credentials {
        token: "open sesame".to_owned(),
        calls: Arc::default(),
    };
    let client = open(&at, credentials.clone()).await?;
    println!("{}", client.greet(&guest("Ali")).await?.text);
    println!("{} call(s)", credentials.calls.load(Relaxed));
    server.stop().await;
    Ok(())
}

#[cfg(test)]
mod tests;
