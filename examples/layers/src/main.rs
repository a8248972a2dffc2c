//! A client and a server behind layers of `tower`, which are the same over every system.
//!
//! From the outside in, a call of the client passes through
//!
//! 1. a trace, which is this program's own (`trace.rs`);
//! 2. load shedding: a call that would have to wait for the limit fails at once;
//! 3. a limit of the calls in flight;
//! 4. repetition of what may be repeated;
//! 5. a timeout of each attempt.
//!
//! The server has a trace and a limit, around everything that it serves.

mod trace;

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use manyrpc::dynamic::{AsyncDynamicClient, Definition, DynamicInterface, DynamicService};
use manyrpc::layers::RepeatLayer;
use manyrpc::server::RunningTasks;
use manyrpc::{AsyncClient, Binding, Server};
use manyrpc_model::Value;
use tokio::sync::Semaphore;
use tower::ServiceBuilder;

use trace::{Trace, Traces};

const DEFINITION: &str = include_str!("../warehouse.idl");

/// How much the client's layers allow.
#[derive(Clone, Copy, Debug)]
struct Allowed {
    /// Calls in flight.
    calls: usize,
    /// Attempts for a call that may be repeated.
    attempts: u32,
    /// For each attempt.
    time: Duration,
}

/// The interface, from its definition.
fn warehouse() -> Result<DynamicInterface, Box<dyn Error>> {
    let options = manyrpc_idl::Options::default();
    let (module, _) = manyrpc_idl::load_text("warehouse.idl", DEFINITION, &options);
    let module = module.ok_or("the definition has mistakes")?;
    Ok(DynamicInterface::find(&Definition::new(module)?, None)?)
}

/// Serves on two systems. Each call needs a permit of `staff` while it is executed, and keeps it.
async fn serve(staff: Arc<Semaphore>, traces: &Traces) -> Result<RunningTasks, Box<dyn Error>> {
    let service = DynamicService::of_futures(warehouse()?, move |_, _, article| {
        let staff = staff.clone();
        Box::pin(async move {
            if let Ok(permit) = staff.acquire().await {
                permit.forget();
            }
            Ok(article)
        })
    });
    let server = Server::builder()
        .service(service)
        .layer(tower::limit::ConcurrencyLimitLayer::new(100))
        .layer(Trace::new("server", traces))
        .listen("grpc://127.0.0.1:0")?
        .listen("onc+tcp://127.0.0.1:0")?;
    Ok(server.start_on_runtime().await?)
}

/// A client of the server at `binding`, behind five layers.
async fn open(
    binding: &Binding,
    allowed: Allowed,
    traces: &Traces,
) -> Result<AsyncDynamicClient, Box<dyn Error>> {
    let layers = ServiceBuilder::new()
        .layer(Trace::new("client", traces))
        .load_shed()
        .concurrency_limit(allowed.calls)
        .layer(RepeatLayer::attempts(allowed.attempts))
        .timeout(allowed.time)
        .into_inner();
    let client = AsyncClient::open(&binding.to_string()).await?;
    Ok(AsyncDynamicClient::new(
        client.layered(layers),
        warehouse()?,
    ))
}

async fn calls() -> Result<Vec<String>, Box<dyn Error>> {
    let traces = Traces::default();
    let server = serve(Arc::new(Semaphore::new(100)), &traces).await?;
    let allowed = Allowed {
        calls: 10,
        attempts: 3,
        time: Duration::from_secs(2),
    };
    for binding in server.bindings() {
        let client = open(binding, allowed, &traces).await?;
        client.call("look", &[Value::I32(7)]).await?;
        client.call("take", &[Value::I32(7)]).await?;
    }
    server.stop().await;
    Ok(traces.take())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    for line in calls().await? {
        println!("{line}");
    }
    Ok(())
}

#[cfg(test)]
mod tests;
