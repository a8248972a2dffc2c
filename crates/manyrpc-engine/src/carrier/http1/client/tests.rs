use crate::time::Clock;
use crate::time::Instant;
use alloc::format;
use alloc::string::String;

use super::*;

const MEDIA: Media = Media {
    protocol: "Echo",
    sent: "text/echo",
    accepted: &["text/echo"],
};

const TARGET: Target<'_> = Target {
    host: "h:80",
    path: "/p",
};

fn at(ms: u64) -> Instant {
    Instant::from_nanos(ms * 1_000_000)
}

fn small() -> Limits {
    Limits {
        message_bytes: 5000,
        ..Limits::default()
    }
}

fn client() -> Client {
    Client::new(&small(), &MEDIA, TARGET)
}

fn request(client: &mut Client, token: u64, content: &str, idempotent: bool) {
    client.begin(&[]);
    client.out.buf.put(content.as_bytes());
    client.finish(token, idempotent);
}

fn sent(client: &mut Client) -> String {
    let due = client.due().to_vec();
    client.sent(due.len());
    String::from_utf8(due).unwrap()
}

/// Tokens, statuses and contents, and whether the connection continues.
type Received = (Vec<(u64, u16, String)>, Result<bool, WireError>);

/// The responses in `wire` to some requests, received in pieces of `step` bytes.
fn events(wire: &str, step: usize) -> Received {
    let (mut client, mut buf, mut all) = (client(), Buf::new(), Vec::new());
    client.set_pipelining(true);
    for token in [5, 6, 7] {
        request(&mut client, token, "x", false);
    }
    for piece in wire.as_bytes().chunks(step) {
        buf.put(piece);
        loop {
            match client.next(&mut buf, &Clock::at(at(0))) {
                Ok(Some(answer)) => {
                    let content = buf.data()[answer.content].to_vec();
                    let content = String::from_utf8(content).unwrap();
                    all.push((answer.token, answer.status, content));
                }
                Ok(None) => break,
                Err(e) => return (all, Err(e)),
            }
        }
    }
    (all, Ok(client.is_closing()))
}

fn understood(wire: &str) -> Received {
    let whole = events(wire, usize::MAX);
    for step in [1, 3, 8] {
        assert_eq!(events(wire, step), whole, "{wire}");
    }
    whole
}

#[test]
fn requests_are_written_in_full() {
    let mut client = client();
    for content in ["", "abc", &"y".repeat(1234)] {
        request(&mut client, 1, content, true);
        let want = format!(
            "POST /p HTTP/1.1\r\nHost: h:80\r\nUser-Agent: manyrpc\r\nAccept: text/echo\r\n\
             Accept-Encoding: identity\r\nContent-Type: text/echo\r\nContent-Length: {}\r\n\r\n{content}",
            content.len()
        );
        assert_eq!(sent(&mut client), want);
    }
}

// RFC 9112 section 9.3.2.
#[test]
fn requests_wait_for_the_response_to_one_that_is_not_idempotent() {
    let (mut client, mut buf) = (client(), Buf::new());
    for (token, idempotent) in [
        (1, true),
        (2, true),
        (3, false),
        (4, true),
        (5, false),
        (6, false),
    ] {
        request(&mut client, token, &format!("r{token}"), idempotent);
    }
    let ok = b"HTTP/1.1 204 No Content\r\n\r\n";
    let mut gone = Vec::new();
    for _ in 0..6 {
        let due = sent(&mut client);
        gone.push(due.matches("POST").count());
        buf.put(ok);
        assert!(client.next(&mut buf, &Clock::at(at(0))).unwrap().is_some());
    }
    assert_eq!(gone, [3, 0, 0, 2, 0, 1]);
    assert!(!client.is_waiting());
}

#[test]
fn responses_are_read_in_every_form() {
    let reply = |token, status, content: &str| (token, status, String::from(content));
    let wire = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nabc\
        HTTP/1.1 500 Internal\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nde\r\n1\r\nf\r\n0\r\n\r\n\
        HTTP/1.1 204 No Content\r\n\r\n";
    let want = vec_of([
        reply(5, 200, "abc"),
        reply(6, 500, "def"),
        reply(7, 204, ""),
    ]);
    assert_eq!(understood(wire), (want, Ok(false)));
    // HTTP/1.0, and a response that announces that it is the last.
    let last = "HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\na";
    assert_eq!(understood(last), (vec_of([reply(5, 200, "a")]), Ok(true)));
    let last = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 1\r\n\r\na";
    assert_eq!(understood(last), (vec_of([reply(5, 200, "a")]), Ok(true)));
}

fn vec_of<T, const N: usize>(all: [T; N]) -> Vec<T> {
    Vec::from(all)
}

// RFC 9112 section 6.3, item 8.
#[test]
fn content_may_end_with_the_connection() {
    let (mut client, mut buf) = (client(), Buf::new());
    request(&mut client, 9, "x", false);
    for piece in ["HTTP/1.0 200 OK\r\n\r\n", "abc", "def"] {
        buf.put(piece.as_bytes());
        assert_eq!(client.next(&mut buf, &Clock::at(at(0))), Ok(None));
    }
    assert!(client.end());
    let answer = client.next(&mut buf, &Clock::at(at(0))).unwrap().unwrap();
    assert_eq!(
        (answer.token, &buf.data()[answer.content]),
        (9, &b"abcdef"[..])
    );
    assert_eq!(client.next(&mut buf, &Clock::at(at(0))), Ok(None));
    assert!(buf.is_empty() && client.is_closing());
}

#[test]
fn unsolicited_responses_end_the_connection() {
    let (mut client, mut buf) = (client(), Buf::new());
    buf.put(b"HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n");
    assert_eq!(client.next(&mut buf, &Clock::at(at(0))), Ok(None));
    assert!(client.is_closing());
}

#[test]
fn what_is_no_response_is_refused() {
    let bad = |what| Err(WireError::Violation(what));
    let ambiguous = "the length of its response is ambiguous";
    for (wire, want) in [
        ("SSH-2.0-OpenSSH\r\n", bad("its answer is not HTTP")),
        (
            "\0\0\x12\x04\0\0\0\0\0\0\x03",
            bad("its answer is not HTTP"),
        ),
        // RFC 8446 section 6: unexpected_message.
        ("\x15\x03\x03\0\x02\x02\x0a", Err(WireError::TlsExpected)),
        (
            "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
            bad(ambiguous),
        ),
        (
            "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
            bad(ambiguous),
        ),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
            bad(ambiguous),
        ),
        (
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc",
            bad("its response is compressed, which was not asked for"),
        ),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
            bad("its response cannot be read"),
        ),
        (
            "HTTP/1.1 101 Switching\r\nUpgrade: h2c\r\n\r\n",
            bad("it changes to a protocol not asked for"),
        ),
        (
            "HTTP/1.1 200 OK\r\nContent-Length: 5001\r\n\r\n",
            Err(WireError::TooLarge { bytes: 5001 }),
        ),
    ] {
        assert_eq!(understood(wire).1, want, "{wire}");
    }
}

/// The tokens of the requests left when the connection ends and another is established.
fn left(client: &mut Client, unread: bool) -> (String, Vec<u64>) {
    client.end();
    client.keep_retriable(unread, |token| token != 9);
    let tokens = (0..10).filter(|token| client.awaits(*token)).collect();
    client.reconnected();
    (sent(client), tokens)
}

const OK: &[u8] = b"HTTP/1.1 204 No Content\r\n\r\n";

/// A client that has received one response.
fn served() -> (Client, Buf) {
    let (mut client, mut buf) = (client(), Buf::new());
    request(&mut client, 0, "zero", false);
    sent(&mut client);
    buf.put(OK);
    assert_eq!(
        client
            .next(&mut buf, &Clock::at(at(0)))
            .unwrap()
            .unwrap()
            .token,
        0
    );
    client.release(&mut buf);
    (client, buf)
}

// RFC 9112 section 9.3.1.
#[test]
fn requests_outlive_their_connection_unless_they_may_have_been_carried_out() {
    // (idempotent, the peer left something unread) and whether it is retried.
    for (idempotent, unread, goes) in [
        (false, false, false),
        (false, true, true),
        (true, false, true),
    ] {
        let (mut client, _) = served();
        request(&mut client, 1, "one", idempotent);
        request(&mut client, 2, "two", false);
        assert!(sent(&mut client).ends_with(if idempotent { "two" } else { "one" }));
        assert!(client.depends_on_unread());
        let (again, tokens) = left(&mut client, unread);
        match (goes, idempotent) {
            // The second one was sent, too.
            (true, true) => assert_eq!(tokens, [1]),
            (true, false) => assert_eq!(tokens, [1, 2]),
            (false, _) => assert_eq!(tokens, [2]),
        }
        assert_eq!(again.contains("one"), goes);
    }
    // A connection that has answered nothing was not closed between two requests.
    let mut fresh = client();
    request(&mut fresh, 1, "one", true);
    request(&mut fresh, 2, "two", false);
    request(&mut fresh, 3, "three", false);
    sent(&mut fresh);
    assert!(!fresh.depends_on_unread());
    assert_eq!(left(&mut fresh, true).1, [3]);
}

#[test]
fn a_request_that_went_in_part_goes_again_and_one_that_is_being_answered_does_not() {
    let (mut client, _) = served();
    request(&mut client, 1, "one", false);
    let some = client.due().len() / 2;
    client.sent(some);
    assert!(!client.depends_on_unread());
    let (again, tokens) = left(&mut client, false);
    assert_eq!(tokens, [1]);
    assert!(again.starts_with("POST") && again.ends_with("one"));

    let (mut client, mut buf) = served();
    request(&mut client, 1, "one", true);
    request(&mut client, 9, "unwanted", false);
    request(&mut client, 2, "two", false);
    sent(&mut client);
    buf.put(b"HTTP/1.1 200");
    assert_eq!(client.next(&mut buf, &Clock::at(at(0))), Ok(None));
    assert_eq!(left(&mut client, true).1, [2]);
}

#[test]
fn what_is_being_written_stays_where_it_is() {
    let (mut client, _) = served();
    request(&mut client, 1, "one", false);
    request(&mut client, 2, "two", false);
    sent(&mut client);
    client.begin(&[]);
    client.out.buf.put(b"three");
    assert_eq!(left(&mut client, false).1, [2]);
    client.finish(3, false);
    assert!(client.awaits(3));
    let mut buf = Buf::new();
    buf.put(OK);
    assert_eq!(
        client
            .next(&mut buf, &Clock::at(at(0)))
            .unwrap()
            .unwrap()
            .token,
        2
    );
    let last = sent(&mut client);
    assert!(
        last.starts_with("POST") && last.ends_with("\r\n\r\nthree"),
        "{last}"
    );
}

#[test]
fn messages_are_compressed_both_ways_if_that_is_set() {
    let mut client = client();
    client.set_compressing();
    let content = "again and ".repeat(20);
    client.ask(1, content.as_bytes());
    client.ask(2, b"short");
    let mut server = super::super::Server::new(&small(), &MEDIA);
    server.set_compressing();
    let (mut sent, mut received) = (Buf::new(), Buf::new());
    let clock = Clock::at(at(0));
    for (token, expected) in [(1, &*content), (2, "short")] {
        let due = client.due().to_vec();
        client.sent(due.len());
        assert!(due.len() < 260, "{}", due.len());
        let text = String::from_utf8_lossy(&due);
        assert!(text.contains("\r\nAccept-Encoding: gzip\r\n"), "{text}");
        assert_eq!(text.contains("\r\nContent-Encoding: gzip\r\n"), token == 1);
        sent.put(&due);
        let (exchange, range) = server.next(&mut sent, &clock).unwrap().unwrap();
        assert_eq!(&sent.data()[range.clone()], expected.as_bytes());
        server.answer_with(exchange, &sent.data()[range]);
        received.put(&server.take_due());
        let answer = client.next(&mut received, &clock).unwrap().unwrap();
        assert_eq!(answer.token, token);
        assert_eq!(&received.data()[answer.content], expected.as_bytes());
    }
    let damaged = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc";
    client.ask(3, b"x");
    received.put(damaged.as_bytes());
    let what = WireError::Violation("its response is no gzip, or is damaged");
    assert_eq!(client.next(&mut received, &clock).unwrap_err(), what);
}
