//! A server that has run out of descriptors. Alone in its file: the limit is the process's.

mod support;

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
    let used = std::fs::read_dir("/proc/self/fd").unwrap().count() as u64;
    let maximum = getrlimit(Resource::Nofile).maximum;
    let current = Some(used + 30);
    setrlimit(Resource::Nofile, Rlimit { current, maximum }).unwrap();
    // The clients' own descriptors count too: in the end neither side has any left.
    let mut clients: Vec<_> = std::iter::from_fn(|| open().ok()).take(100).collect();
    assert!((10..100).contains(&clients.len()), "{}", clients.len());

    let mut unserved = false;
    let before = cpu();
    for client in &mut clients {
        let mut call = head(ECHO);
        call.timeout = Some(Duration::from_millis(400));
        client.begin(&call).unwrap();
        match client.exchange() {
            Ok(_) => {}
            Err(CallError::TimedOut { .. }) => {
                unserved = true;
                break;
            }
            Err(e) => panic!("{e}"),
        }
    }
    let spent = cpu() - before;
    assert!(unserved, "some connection was never accepted");
    assert!(
        spent < Duration::from_millis(200),
        "{spent:?} of work while waiting"
    );
    echo(&mut first);

    let mut last = clients.pop().unwrap();
    clients.clear();
    echo(&mut last);
    running.stop(Duration::from_secs(1));
    running.join();
}

fn echo(client: &mut Client<ToyClient>) {
    client.begin(&head(ECHO)).unwrap().put(b"here");
    assert_eq!(client.exchange().unwrap(), b"here");
}

/// Processor time of the whole process so far.
fn cpu() -> Duration {
    let t = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(t.tv_sec as u64, t.tv_nsec as u32)
}
