//! HTTP/1.1: requests and responses without a protocol on top.

use manyrpc_engine::Clock;
use manyrpc_engine::carrier::http1::{Client, Media, Server, Target as To};
use manyrpc_engine::{Buf, Instant};

use crate::Target;
use crate::engine::limits;

/// Arbitrary bytes to both sides of a connection.
pub const TARGET: Target = Target {
    name: "http1",
    run,
    seeds,
    allocation_per_byte: 64,
};

const MEDIA: Media = Media {
    protocol: "Echo",
    sent: "text/echo",
    accepted: &["text/echo"],
};

const CLIENT: u8 = 1;
const REQUESTS: u64 = 3;

fn run(input: &[u8]) {
    let Some((choice, bytes)) = input.split_first() else {
        return;
    };
    let events = match choice & CLIENT {
        0 => requests,
        _ => responses,
    };
    let whole = events(&[bytes]);
    let pieces: Vec<&[u8]> = bytes.chunks(1).collect();
    assert_eq!(
        events(&pieces),
        whole,
        "byte by byte it means something else"
    );
}

/// Feeds a server with requests, which it answers.
fn requests(pieces: &[&[u8]]) -> Vec<String> {
    let (mut server, mut buf) = (Server::new(&limits(), &MEDIA), Buf::new());
    let (mut events, mut sent) = (Vec::new(), Vec::new());
    for piece in pieces {
        buf.put(piece);
        while let Ok(Some((exchange, content))) = server.next(&mut buf, &Clock::at(Instant::ZERO)) {
            let content = &buf.data()[content];
            events.push(format!("{exchange} {}", content.escape_ascii()));
            match content {
                [] => server.nothing(exchange),
                _ => server.answer_with(exchange, content),
            }
        }
        sent.extend(server.take_due());
    }
    let finished = server.is_finished();
    events.push(format!("{finished} {}", sent.escape_ascii()));
    server.shrink();
    events
}

/// Feeds a client with responses, and ends the connection.
fn responses(pieces: &[&[u8]]) -> Vec<String> {
    let target = To {
        host: "h",
        path: "/",
    };
    let (mut client, mut buf) = (Client::new(&limits(), &MEDIA, target), Buf::new());
    client.set_pipelining(true);
    for token in 0..REQUESTS {
        client.ask(token, b"request");
    }
    let mut events = Vec::new();
    let mut hear = |client: &mut Client, buf: &mut Buf| {
        loop {
            match client.next(buf, &Clock::at(Instant::ZERO)) {
                Ok(Some(answer)) => {
                    let content = buf.data()[answer.content].escape_ascii();
                    events.push(format!("{} {} {content}", answer.token, answer.status));
                }
                Ok(None) => return true,
                Err(e) => {
                    events.push(format!("{e:?}"));
                    return false;
                }
            }
        }
    };
    for piece in pieces {
        buf.put(piece);
        if !hear(&mut client, &mut buf) {
            return events;
        }
    }
    client.end();
    hear(&mut client, &mut buf);
    events
}

fn seeds() -> Vec<Vec<u8>> {
    let target = To {
        host: "h",
        path: "/",
    };
    let mut client = Client::new(&limits(), &MEDIA, target);
    client.ask(0, b"request");
    let request = client.due().to_vec();
    let chunked: &[u8] = b"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nExpect: \
        100-continue\r\n\r\n3\r\nabc\r\n1;x=y\r\nd\r\n0\r\nA: b\r\n\r\n";
    let get: &[u8] = b"GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n";
    let length: &[u8] =
        b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc";
    let chunks: &[u8] =
        b"HTTP/1.1 500 No\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n";
    let close: &[u8] = b"HTTP/1.0 200 OK\r\n\r\nall of it";
    let to_server = [&request[..], chunked, get].map(|seed| [&[0], seed].concat());
    let to_client = [length, chunks, close].map(|seed| [&[CLIENT], seed].concat());
    to_server.into_iter().chain(to_client).collect()
}

#[cfg(test)]
mod tests {
    use super::{CLIENT, requests, responses, seeds};

    #[test]
    fn the_seeds_are_requests_and_responses() {
        for seed in seeds() {
            let (choice, bytes) = (seed[0], &seed[1..]);
            let events = match choice & CLIENT {
                0 => requests(&[bytes]),
                _ => responses(&[bytes]),
            };
            let understood = events[0].starts_with("0 ") || events[0].contains("405");
            assert!(understood, "{events:?}");
        }
    }
}
