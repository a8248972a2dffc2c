//! Ten thousand idle connections and a thousand active ones.
//!
//! The clients are a separate process: this program, started again with the server's address in its
//! environment. With both ends in one process, twice the descriptors would be needed.

mod support;

use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::Instant;

use manyrpc_driver::blocking::{Client, Options};
use manyrpc_driver::server::{Caps, Running};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use support::*;

const ADDRESS: &str = "MANYRPC_TEST_ADDRESS";
const IDLE: usize = 10_000;
const ACTIVE: usize = 1_000;
const THREADS: usize = 8;
const ROUNDS: usize = 40;

#[test]
fn ten_thousand_idle_and_a_thousand_active() {
    let (idle, active) = scale();
    if let Ok(address) = std::env::var(ADDRESS) {
        return clients(address.parse().unwrap(), idle, active);
    }
    let (builder, _) = builder();
    let running = builder
        .caps(Caps {
            reactors: 2,
            backlog: 4096,
            ..Caps::default()
        })
        .listen_tcp(any_port(), ToyServer::stream)
        .unwrap()
        .start()
        .unwrap();
    let mut clients = Clients::start(running.addresses()[0].ip().unwrap());
    serve(&running, &mut clients, idle, active);
    drop(clients.stdin.take());
    assert!(clients.child.wait().unwrap().success());
    until("all are closed", || running.status().connections == 0);
}

fn serve(running: &Running, clients: &mut Clients, idle: usize, active: usize) {
    clients.expect("warm");
    let before = resident_bytes();
    clients.proceed();
    clients.expect("idle");
    assert_eq!(running.status().connections, idle + THREADS);
    let each = move || resident_bytes().saturating_sub(before) / idle;
    let at_first = each();
    until("idle connections are cheap", || each() < 1500);
    println!(
        "{idle} idle connections: {at_first} bytes each after a call, {} at rest",
        each()
    );
    let start = Instant::now();
    clients.proceed();
    clients.expect("done");
    let took = start.elapsed();
    let calls = active * ROUNDS;
    println!(
        "{active} active ones beside them: {calls} calls in {took:?}, {:.0} calls/s",
        calls as f64 / took.as_secs_f64()
    );
    assert_eq!(running.status().connections, idle + active + THREADS);
}

/// What the limit on descriptors permits.
fn scale() -> (usize, usize) {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let _ = setrlimit(
        Resource::Nofile,
        Rlimit {
            current: maximum,
            maximum,
        },
    );
    let limit = getrlimit(Resource::Nofile)
        .current
        .map_or(usize::MAX, |n| n as usize);
    let needed = IDLE + ACTIVE + 200;
    if limit >= needed {
        return (IDLE, ACTIVE);
    }
    let (idle, active) = (IDLE * limit / needed - 200, ACTIVE * limit / needed);
    eprintln!(
        "ONLY {idle} IDLE AND {active} ACTIVE CONNECTIONS: the limit of descriptors is {limit}, {needed} are needed"
    );
    (idle, active)
}

fn resident_bytes() -> usize {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
    let pages: usize = statm.split(' ').nth(1).unwrap().parse().unwrap();
    pages * 4096
}

/// The process of the clients.
struct Clients {
    child: Child,
    stdin: Option<ChildStdin>,
    said: std::io::Lines<BufReader<std::process::ChildStdout>>,
}

impl Clients {
    fn start(address: SocketAddr) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--nocapture", "ten_thousand_idle_and_a_thousand_active"])
            .env(ADDRESS, address.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        Clients {
            stdin: child.stdin.take(),
            said: BufReader::new(child.stdout.take().unwrap()).lines(),
            child,
        }
    }

    fn expect(&mut self, what: &str) {
        let said = self.said.find(|line| {
            line.as_ref()
                .is_ok_and(|line| line.split(' ').next_back() == Some(what))
        });
        assert!(said.is_some(), "the clients never said {what:?}");
    }

    fn proceed(&mut self) {
        self.stdin.as_mut().unwrap().write_all(b"\n").unwrap();
    }
}

impl Drop for Clients {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The other process.
fn clients(address: SocketAddr, idle: usize, active: usize) {
    let open = |n: usize| -> Vec<Client<ToyClient>> {
        (0..n)
            .map(|i| {
                let toy = ToyClient::new(true);
                let mut client = Client::tcp(toy, &[address], &Options::default()).unwrap();
                echo(&mut client, i);
                client
            })
            .collect()
    };
    let _warm = open(THREADS);
    say_and_wait("warm");
    let mut idle = open(idle);
    say_and_wait("idle");
    let active: Vec<_> = std::thread::scope(|scope| {
        let mine = |t| active * (t + 1) / THREADS - active * t / THREADS;
        let threads: Vec<_> = (0..THREADS)
            .map(|t| {
                let open = &open;
                scope.spawn(move || {
                    let mut clients = open(mine(t));
                    rounds(&mut clients);
                    clients
                })
            })
            .collect();
        threads.into_iter().map(|t| t.join().unwrap()).collect()
    });
    for (i, client) in idle.iter_mut().enumerate().step_by(50) {
        echo(client, i);
    }
    say_and_wait("done");
    drop((idle, active));
}

/// All send, then all wait: every connection has a call in flight.
fn rounds(clients: &mut [Client<ToyClient>]) {
    // One call was made when the connection was opened.
    for round in 1..ROUNDS {
        let mut ids = Vec::new();
        for (i, client) in clients.iter_mut().enumerate() {
            client
                .begin(&head(ECHO))
                .unwrap()
                .put_u32((round * i) as u32);
            ids.push(client.send().unwrap());
        }
        for (i, (client, id)) in clients.iter_mut().zip(ids).enumerate() {
            assert_eq!(
                client.wait(id).unwrap().body,
                ((round * i) as u32).to_be_bytes()
            );
        }
    }
}

fn echo(client: &mut Client<ToyClient>, i: usize) {
    client.begin(&head(ECHO)).unwrap().put_u32(i as u32);
    assert_eq!(client.exchange().unwrap().body, (i as u32).to_be_bytes());
}

fn say_and_wait(what: &str) {
    println!(" {what}");
    std::io::stdin().read_line(&mut String::new()).unwrap();
}
