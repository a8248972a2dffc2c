//! An application of axum with calls beside its pages: at one port, one object answers gRPC, JSON-RPC and XML-RPC.
//!
//! ```sh
//! curl localhost:3000/guests
//! curl localhost:3000/rpc -H 'content-type: application/json' \
//!     -d '{"jsonrpc": "2.0", "id": 1, "method": "Greeter.Greet", "params": {"name": "world"}}'
//! manyrpc call grpc://localhost:3000 Greet '[{"name": "world"}]'
//! ```

use std::error::Error;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::get;
use axum::{Router, serve};
use manyrpc::{Context, Fault, Server};
use tokio::net::TcpListener;

manyrpc::stubs!(mod greeter);
use greeter::{AsyncGreeter, AsyncGreeterServer, Greeting, Guest};

/// What pages and calls share.
#[derive(Default)]
struct House {
    guests: AtomicU32,
}

/// Answers calls.
struct Polite(Arc<House>);

impl AsyncGreeter for Polite {
    async fn greet(&self, call: &Context<'_>, guest: Guest<'_>) -> Result<Greeting<'_>, Fault> {
        self.0.guests.fetch_add(1, Relaxed);
        let Some(from) = call.from else {
            return Err(Fault::ServerFailure.with_message("nobody knows where you come from"));
        };
        let text = format!("Good day, {}, from {}.", guest.name, from.ip()).into();
        Ok(Greeting {
            text,
            ..Greeting::default()
        })
    }
}

/// A page.
async fn guests(State(house): State<Arc<House>>) -> String {
    format!("{} guests\n", house.guests.load(Relaxed))
}

/// Tells calls where they come from: they do not know axum's type for it.
async fn introduce(
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    request.extensions_mut().insert(from);
    next.run(request).await
}

/// The whole application: what has no route is a call, or refused by what answers calls.
fn application() -> Result<Router, Box<dyn Error>> {
    let house = Arc::<House>::default();
    let calls = Server::builder()
        .service(AsyncGreeterServer(Polite(house.clone())))
        .into_http_service()?;
    Ok(Router::new()
        .route("/guests", get(guests))
        .fallback_service(calls)
        .layer(middleware::from_fn(introduce))
        .with_state(house))
}

async fn host(listener: TcpListener) -> Result<(), Box<dyn Error>> {
    let application = application()?.into_make_service_with_connect_info::<SocketAddr>();
    Ok(serve(listener, application).await?)
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    host(TcpListener::bind("127.0.0.1:3000").await?).await
}

#[cfg(test)]
mod tests;
