//! The floor over this driver, with the command lines of `peers/raw-c`: each side can be measured
//! against the other's opposite.
//!
//! ```text
//! floor server udp|tcp             prints PORT, serves until standard input ends
//! floor client udp|tcp HOST PORT   reads `run REQUEST REPLY CALLS` lines, prints nanoseconds
//! ```

use std::io::{BufRead, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use manyrpc_driver::blocking::{Client, Options};
use manyrpc_driver::clock;
use manyrpc_driver::server::Server;
use manyrpc_engine::raw::{self, pdu::canned_operation};
use manyrpc_engine::{Buf, Call, CallHead, Handler, InterfaceId, Limits, Outcome};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["server", transport] => serve(transport == "tcp"),
        ["client", transport, host, port] => {
            let address = format!("{host}:{port}").parse().expect("an IP address");
            measure(transport == "tcp", address);
        }
        _ => panic!("server udp|tcp, client udp|tcp HOST PORT"),
    }
}

/// Gives what the C client asks for: it does not say that a canned reply will do.
struct AsAsked;

impl Handler for AsAsked {
    fn handle(&self, call: &Call, _: &[u8], reply: &mut Buf) -> Outcome {
        let n = (call.operation >> 8) as usize;
        reply.space(n)[..n].fill(7);
        reply.filled(n);
        Outcome::Done
    }
}

fn serve(tcp: bool) {
    let builder = Server::builder(Arc::new(AsAsked));
    let any = SocketAddr::from(([127, 0, 0, 1], 0));
    let bound = if tcp {
        builder.listen_tcp(any, || Box::new(raw::Server::stream(Limits::default())))
    } else {
        builder.listen_udp(any, Box::new(raw::Server::datagram(Limits::default())))
    };
    let running = bound.and_then(|b| b.start()).expect("a port of our own");
    let port = running.addresses()[0].ip().map_or(0, |a| a.port());
    println!("PORT {port}");
    let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
    eprintln!("{:?}", running.status());
    running.stop(Duration::from_secs(1));
    running.join();
}

fn measure(tcp: bool, address: SocketAddr) {
    // As the C programs have it.
    let options = Options {
        congestion: Some("cubic".to_owned()),
        ..Options::default()
    };
    let mut client = if tcp {
        Client::tcp(
            raw::Client::stream(Limits::default(), 1),
            &[address],
            &options,
        )
    } else {
        Client::udp(
            raw::Client::datagram(Limits::default(), 1),
            &[address],
            &options,
        )
    }
    .expect("a server at that address");
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split(' ').collect();
        let ["run", numbers @ ..] = &words[..] else {
            continue;
        };
        let [request, reply, calls] =
            [0, 1, 2].map(|i| numbers[i].parse::<usize>().expect("a number"));
        let before = client.counters();
        let ns = run(&mut client, request, reply, calls);
        eprintln!("{:?}", client.counters() - before);
        let ns: Vec<String> = ns.iter().map(u64::to_string).collect();
        println!("{{\"ns\":[{}]}}", ns.join(","));
        let _ = std::io::stdout().flush();
    }
}

/// The first call is written, the others only sent, as the C program does.
fn run(client: &mut Client<raw::Client>, request: usize, reply: usize, calls: usize) -> Vec<u64> {
    let head = CallHead::new(InterfaceId::ONLY, canned_operation(reply as u32));
    let body = client.begin(&head).expect("an open connection");
    body.space(request)[..request].fill(7);
    body.filled(request);
    client.exchange().expect("a reply");
    (0..calls)
        .map(|_| {
            let start = clock::now();
            let id = client
                .send_with(|engine, now| engine.resend(now))
                .expect("an open connection");
            assert_eq!(client.wait(id).expect("a reply").body.len(), reply);
            (clock::now() - start).as_nanos() as u64
        })
        .collect()
}
