//! A server without free descriptors. Alone in its file, since the limit applies to the process.

mod support;

use std::fs::File;
use std::time::Duration;

use manyrpc_driver::blocking::{Client, Options};
use manyrpc_engine::CallError;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustix::time::{ClockId, clock_gettime};
use support::*;

#[test]
fn without_descriptors_it_waits_without_spinning() {
    let (running, address, _) = tcp_server();
    let open = || Client::tcp(ToyClient::new(true), &[address], &Options::default());
    let mut first = open().unwrap();
    echo(&mut first);
    let maximum = getrlimit(Resource::Nofile).maximum;
    let current = Some(200);
    setrlimit(Resource::Nofile, Rlimit { current, maximum }).unwrap();
    let mut taken: Vec<_> = std::iter::from_fn(|| File::open("/dev/null").ok()).collect();
    assert!(taken.len() < 200);

    // One for the client, none for the server.
    taken.pop();
    let mut client = open().unwrap();
    let mut call = head(ECHO);
    call.timeout = Some(Duration::from_millis(400));
    let before = cpu();
    client.begin(&call).unwrap();
    let failure = client.exchange().unwrap_err();
    assert!(matches!(failure, CallError::TimedOut { .. }), "{failure}");
    let spent = cpu() - before;
    assert!(
        spent < Duration::from_millis(200),
        "{spent:?} of work while waiting"
    );
    echo(&mut first);

    taken.clear();
    echo(&mut client);
    running.stop(Duration::from_secs(1));
    running.join();
}

fn echo(client: &mut Client<ToyClient>) {
    client.begin(&head(ECHO)).unwrap().put(b"here");
    assert_eq!(client.exchange().unwrap().body, b"here");
}

/// Processor time of the whole process so far.
fn cpu() -> Duration {
    let t = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(t.tv_sec as u64, t.tv_nsec as u32)
}
