//! The same service and client with futures, on a tokio runtime with a thread for each CPU.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use manyrpc::server::Caps;
use manyrpc::{AsyncClient, Context, Fault, Server};
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinSet;

use manyrpc_measure::machine::environment::congestion_control;
use manyrpc_measure::machine::timing;

use super::arguments::{Arguments, small};
use super::connect::options;
use super::database::{path, photo_of, record};
use super::{Sampled, Serving, thread_cpu_ns};
use crate::generated::database::{
    AsyncDatabase, AsyncDatabaseClient, AsyncDatabaseServer, Info, InfoRequest,
};
use crate::workload::{PHOTO_BYTES, Workload, pattern};

struct Application {
    photo: Vec<u8>,
}

impl AsyncDatabase for Application {
    async fn request(&self, _: &Context<'_>, wanted: InfoRequest) -> Result<Info<'_>, Fault> {
        match (wanted.id, wanted.photo) {
            (..0, _) => Err(Fault::application(404, "there is no such id")),
            (id, true) => Ok(record(id, &self.photo)),
            (id, false) => Ok(record(id, &[])),
        }
    }
}

fn runtime() -> Result<Runtime, String> {
    let runtime = Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|e| e.to_string())
}

/// Serves over the scheme, on a port chosen by the system.
pub(super) fn serve(scheme: &str) -> Result<Serving, String> {
    let runtime = runtime()?;
    let application = Application {
        photo: pattern(PHOTO_BYTES),
    };
    let address = manyrpc_measure::child::listen_address();
    let server = Server::builder()
        .service(AsyncDatabaseServer(application))
        .caps(Caps {
            congestion: congestion_control(),
            ..Caps::default()
        })
        .listen(&format!("{scheme}://{address}:0{}", path(scheme)))
        .map_err(|e| e.to_string())?;
    let running = runtime
        .block_on(server.start_on_runtime())
        .map_err(|e| e.to_string())?;
    let port = running.bindings().iter().find_map(|b| b.port());
    Ok(Serving {
        port: port.unwrap_or(0),
        served: None,
        _server: Box::new((running, runtime)),
    })
}

/// A connected client.
pub(super) struct TaskCaller {
    runtime: Runtime,
    stub: AsyncDatabaseClient,
    photo: Arc<[u8]>,
}

pub(super) fn open(scheme: &str, server: SocketAddr) -> Result<TaskCaller, String> {
    let runtime = runtime()?;
    let (binding, options) = options((scheme, path(scheme)), server)?;
    let client = runtime.block_on(AsyncClient::connect(&binding, None, &options));
    Ok(TaskCaller {
        stub: AsyncDatabaseClient::new(client.map_err(|e| e.to_string())?),
        runtime,
        photo: pattern(PHOTO_BYTES).into(),
    })
}

fn request(id: i32, photo: bool) -> InfoRequest {
    InfoRequest {
        id,
        photo,
        unknown: Vec::new(),
    }
}

impl super::Caller for TaskCaller {
    fn call(&mut self, arguments: &Arguments, number: u64) -> Result<bool, String> {
        let photo = photo_of(arguments.workload, &self.photo)?;
        let wanted = request(small(number), !photo.is_empty());
        let reply = self.runtime.block_on(self.stub.request(&wanted));
        let reply = reply.map_err(|e| e.to_string())?;
        Ok(reply.id == wanted.id && reply.photo.len() == photo.len())
    }

    fn run(&mut self, workload: Workload, calls: usize) -> Result<Sampled, String> {
        let photo = photo_of(workload, &self.photo)?;
        let before = thread_cpu_ns();
        let mut ns = Vec::with_capacity(calls);
        for number in 0..calls {
            let wanted = request(number as i32, !photo.is_empty());
            let call = || self.runtime.block_on(self.stub.request(&wanted));
            let reply = timing::sample_one(&mut ns, call);
            let reply = reply.map_err(|e| format!("call {number}: {e}"))?;
            if reply != record(wanted.id, photo) {
                return Err(format!("call {number}: the result is wrong"));
            }
        }
        let cpu_ns = thread_cpu_ns().saturating_sub(before);
        Ok(Sampled {
            ns,
            cpu_ns,
            checks: 0,
        })
    }

    fn flood(
        &mut self,
        workload: Workload,
        calls: usize,
        at_once: usize,
    ) -> Result<Duration, String> {
        photo_of(workload, &self.photo)?;
        let start = Instant::now();
        self.runtime.block_on(async {
            let mut tasks = JoinSet::new();
            for task in 0..at_once {
                let (stub, photo) = (self.stub.clone(), self.photo.clone());
                // Each task makes every `at_once`-th call.
                let numbers = (task..calls).step_by(at_once);
                tasks.spawn(async move {
                    let photo = photo_of(workload, &photo)?;
                    for number in numbers {
                        let wanted = request(number as i32, !photo.is_empty());
                        let reply = stub.request(&wanted).await;
                        let reply = reply.map_err(|e| format!("call {number}: {e}"))?;
                        if reply != record(wanted.id, photo) {
                            return Err(format!("call {number}: the result is wrong"));
                        }
                    }
                    Ok(())
                });
            }
            while let Some(done) = tasks.join_next().await {
                done.map_err(|e| e.to_string())??;
            }
            Ok(start.elapsed())
        })
    }
}
