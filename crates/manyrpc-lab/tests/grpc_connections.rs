//! Connections of gRPC that end under the calls of many tasks: a server on grpc-go sends its clients away again and again, or
//! is killed and started anew. What was answered was carried out, and nothing was carried out twice.

mod support;

use std::collections::BTreeSet;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering::Relaxed};
use std::time::Duration;

use manyrpc::async_client::Connectivity;
use manyrpc::dynamic::AsyncDynamicClient;
use manyrpc::{AsyncClient, CallError, ClientOptions, Error};
use support::database::{database, record, wanted};
use support::root;
use support::telling::Telling;
use support::world::World;
use tokio::task::{JoinSet, yield_now};
use tokio::time::timeout;

const TASKS: usize = 40;

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server that tells of its connections and calls.
fn counted(port: u16) -> Command {
    let mut command = Command::new(root().join("peers/build/go/counted_server"));
    command.args(["tcp", &port.to_string()]);
    command
}

/// How many connections it has told of.
fn connections(lines: &[String]) -> usize {
    lines.iter().filter(|line| *line == "connection").count()
}

/// What it has carried out, each of which must be there once.
fn carried_out<'l>(lines: impl IntoIterator<Item = &'l String>) -> BTreeSet<i32> {
    let ids = lines.into_iter().filter_map(|l| l.strip_prefix("call "));
    let mut once = BTreeSet::new();
    for id in ids.map(|id| id.parse().expect("a number")) {
        assert!(once.insert(id), "{id} was carried out twice");
    }
    once
}

/// A client, and the number of the next call.
#[derive(Clone)]
struct Caller {
    client: AsyncDynamicClient,
    next: Arc<AtomicI32>,
}

impl Caller {
    fn open(binding: &str) -> Self {
        let options = ClientOptions {
            timeout: Some(PATIENCE),
            ..ClientOptions::default()
        };
        let (at, database) = (binding.parse().expect("a binding"), database());
        let client = World::wait(AsyncClient::connect(&at, Some(database.id()), &options));
        Caller {
            client: AsyncDynamicClient::new(client.expect("it listens"), database),
            next: Arc::default(),
        }
    }

    /// The same through layers, of which there are none.
    fn layered(&self) -> Self {
        let client = self.client.client();
        Caller {
            client: AsyncDynamicClient::new(client.through(client.service()), database()),
            ..self.clone()
        }
    }

    /// Another call; some of their answers are long. Its number, if it is answered.
    async fn ask(&self) -> Result<i32, Error> {
        let id = self.next.fetch_add(1, Relaxed);
        let photo = id % 16 == 0;
        let reply = self.client.call("Request", &[wanted(id, photo)]).await?;
        assert!(reply == [record(id, photo)], "the record of {id} is wrong");
        Ok(id)
    }

    /// So many tasks that do the same.
    fn tasks<T, F>(&self, of_each: impl Fn(Self) -> F) -> JoinSet<T>
    where
        T: Send + 'static,
        F: Future<Output = T> + Send + 'static,
    {
        let mut tasks = JoinSet::new();
        World::wait(async {
            for _ in 0..TASKS {
                tasks.spawn(of_each(self.clone()));
            }
        });
        tasks
    }

    fn connectivity(&self) -> Connectivity {
        self.client.client().connectivity()
    }
}

/// gRPC's proposal A9: calls that are in flight at a GOAWAY go on, and further ones go over another connection.
#[test]
fn no_call_fails_while_the_server_sends_its_clients_away() {
    const CONNECTIONS: usize = 20;
    let mut command = counted(0);
    command.env("MANYRPC_CONNECTION_AGE", "20ms");
    let server = Telling::start(command);
    let caller = Caller::open(&server.binding());
    let is_enough = Arc::<AtomicBool>::default();
    let tasks = caller.tasks(|caller| {
        let (layered, is_enough) = (caller.layered(), is_enough.clone());
        async move {
            while !is_enough.load(Relaxed) {
                for caller in [&caller, &layered] {
                    caller.ask().await.expect("it is answered");
                }
            }
        }
    });
    server.until(|lines| connections(lines) >= CONNECTIONS);
    is_enough.store(true, Relaxed);
    World::wait(tasks.join_all());
    let made = caller.next.load(Relaxed);
    let carried_out = carried_out(&server.end());
    assert!(
        carried_out.into_iter().eq(0..made),
        "{made} calls were made"
    );
}

/// Calls until one fails, for no other reason than that the server is gone; what was answered.
async fn until_refused(caller: Caller) -> Vec<i32> {
    let mut answered = Vec::new();
    loop {
        match caller.ask().await {
            Ok(id) => answered.push(id),
            Err(Error::Call(CallError::Closed(_))) => return answered,
            Err(other) => panic!("{other}"),
        }
    }
}

async fn in_time(attempts: impl Future<Output = ()>) {
    let attempts = timeout(PATIENCE, attempts).await;
    attempts.expect("an attempt to connect is made");
}

#[test]
fn a_server_that_was_killed_is_found_again() {
    let mut server = Telling::start(counted(0));
    let port = server.port();
    let caller = Caller::open(&server.binding());
    let mut changes = caller.client.client().watch_connectivity();
    let (mut told, mut answered) = (Vec::new(), Vec::new());
    for _ in 0..3 {
        assert_eq!(caller.connectivity(), Connectivity::Ready);
        let tasks = caller.tasks(until_refused);
        server.until(|lines| lines.len() > 10 * TASKS);
        told.extend(server.kill());
        answered.extend(World::wait(tasks.join_all()).into_iter().flatten());
        World::wait(in_time(async {
            while caller.connectivity() != Connectivity::Failing {
                let refused = caller.ask().await.expect_err("nobody is there");
                assert!(matches!(refused, Error::Call(CallError::Closed(_))));
            }
            assert_eq!(changes.next().await, Some(Connectivity::Failing));
        }));
        server = Telling::start(counted(port));
        World::wait(in_time(async {
            // Until the pause is over.
            while caller.ask().await.is_err() {
                yield_now().await;
            }
            assert_eq!(changes.next().await, Some(Connectivity::Ready));
        }));
    }
    let last = server.end();
    assert_eq!(connections(&last), 1);
    told.extend(last);
    let carried_out = carried_out(&told);
    assert!(answered.iter().all(|id| carried_out.contains(id)));
}
