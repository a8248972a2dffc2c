//! A client with futures of every system, on a current-thread runtime: what a lone call costs a task.

use std::net::SocketAddr;
use std::time::Instant;

use manyrpc::AsyncClient;
use tokio::runtime::{Builder, Runtime};

use super::arguments::Arguments;
use super::connect::{Scheme, options};
use super::{Caller, Sampled, thread_cpu_ns};
use crate::generated::bench::AsyncBenchV1Client;
use crate::workload::Workload;

/// A connected client.
pub(super) struct TaskStubCaller {
    runtime: Runtime,
    stub: AsyncBenchV1Client,
}

pub(super) fn open(scheme: Scheme, server: SocketAddr) -> Result<TaskStubCaller, String> {
    let runtime = Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|e| e.to_string())?;
    let (binding, options) = options(scheme, server)?;
    let client = runtime.block_on(AsyncClient::connect(&binding, None, &options));
    Ok(TaskStubCaller {
        stub: AsyncBenchV1Client::new(client.map_err(|e| e.to_string())?),
        runtime,
    })
}

/// The only workload of this client.
fn is_nothing(workload: Workload) -> Result<(), String> {
    match workload {
        Workload::Nothing => Ok(()),
        other => Err(format!("this client does not make `{other}`")),
    }
}

impl Caller for TaskStubCaller {
    fn run(&mut self, workload: Workload, calls: usize) -> Result<Sampled, String> {
        is_nothing(workload)?;
        let mut ns = Vec::with_capacity(calls);
        let before = thread_cpu_ns();
        self.runtime.block_on(async {
            for number in 0..calls {
                let start = Instant::now();
                let reply = self.stub.nothing().await;
                ns.push(start.elapsed().as_nanos() as u64);
                reply.map_err(|e| format!("call {number}: {e}"))?;
            }
            Ok::<(), String>(())
        })?;
        Ok(Sampled {
            ns,
            cpu_ns: thread_cpu_ns().saturating_sub(before),
            checks: 0,
        })
    }

    fn call(&mut self, arguments: &Arguments, _: u64) -> Result<bool, String> {
        is_nothing(arguments.workload)?;
        let reply = self.runtime.block_on(self.stub.nothing());
        reply.map(|()| true).map_err(|e| e.to_string())
    }
}
