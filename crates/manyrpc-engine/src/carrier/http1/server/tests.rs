use crate::time::Clock;
use crate::time::Instant;
use alloc::format;
use alloc::string::String;

use super::*;

const MEDIA: Media = Media {
    protocol: "Echo",
    sent: "text/echo",
    accepted: &["text/echo", "text/other"],
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

/// The responses of an echo server to `wire`, received in pieces of `step` bytes.
fn answers(wire: &[u8], step: usize) -> (String, bool) {
    let (mut server, mut buf) = (Server::new(&small(), &MEDIA), Buf::new());
    let mut sent = Vec::new();
    for piece in wire.chunks(step) {
        buf.put(piece);
        while let Some((exchange, content)) = server.next(&mut buf, &Clock::at(at(0))).unwrap() {
            server.answer_with(exchange, &buf.data()[content]);
        }
        sent.extend(server.take_due());
    }
    (String::from_utf8(sent).unwrap(), server.is_finished())
}

/// As `answers`, for pieces of any size.
fn answered(wire: &str) -> (String, bool) {
    let whole = answers(wire.as_bytes(), usize::MAX);
    for step in [1, 2, 7] {
        assert_eq!(answers(wire.as_bytes(), step), whole, "{wire}");
    }
    whole
}

fn ok(content: &str) -> String {
    let n = content.len();
    format!("HTTP/1.1 200 OK\r\nContent-Type: text/echo\r\nContent-Length: {n}\r\n\r\n{content}")
}

fn post(fields: &str, content: &str) -> String {
    format!("POST / HTTP/1.1\r\nHost: h\r\n{fields}\r\n{content}")
}

fn status_of(answer: &str) -> &str {
    answer.get(9..12).unwrap_or("")
}

#[test]
fn requests_are_answered_in_order_on_one_connection() {
    let one = post("Content-Length: 3\r\n", "abc");
    let (got, finished) = answered(&one);
    assert_eq!((got, finished), (ok("abc"), false));
    let other = post(
        "content-type:  Text/Other ; a=b\r\nCONTENT-LENGTH:00005\r\n",
        "defgh",
    );
    let many = [&*one, &one, "\r\n\r\n", &other, &one].concat();
    let want = [ok("abc"), ok("abc"), ok("defgh"), ok("abc")].concat();
    assert_eq!(answered(&many), (want, false));
}

#[test]
fn responses_wait_for_those_before_them() {
    let (mut server, mut buf) = (Server::new(&small(), &MEDIA), Buf::new());
    for content in ["a", "bb", "ccc"] {
        buf.put(post(&format!("Content-Length: {}\r\n", content.len()), content).as_bytes());
    }
    let mut exchanges = Vec::new();
    while let Some((exchange, content)) = server.next(&mut buf, &Clock::at(at(0))).unwrap() {
        exchanges.push((exchange, buf.data()[content].to_vec()));
    }
    for at_place in [2, 1] {
        let (exchange, content) = &exchanges[at_place];
        server.answer_with(*exchange, content);
        assert!(server.out.due().is_empty());
    }
    assert_eq!(server.held(), ok("bb").len() + ok("ccc").len());
    server.nothing(exchanges[0].0);
    let want = ["HTTP/1.1 204 No Content\r\n\r\n", &ok("bb"), &ok("ccc")].concat();
    assert_eq!(server.out.due(), want.as_bytes());
    assert_eq!(server.held(), 0);
}

fn last(content: &str) -> String {
    ok(content).replace(
        "\r\nContent-Length",
        "\r\nConnection: close\r\nContent-Length",
    )
}

// RFC 9112 section 9.6: only the last response announces the close, and nothing after its request
// is read.
#[test]
fn a_connection_winds_down_with_its_last_response() {
    let request = |content: &str| post(&format!("Content-Length: {}\r\n", content.len()), content);
    // Nothing is in flight: the next response is the last.
    let (mut server, mut buf) = (Server::new(&small(), &MEDIA), Buf::new());
    server.wind_down();
    assert!(!server.is_finished());
    // Part of a request has arrived, and more arrive with its rest.
    let many = [request("a"), request("bb"), request("ccc")].concat();
    let (first, rest) = many.as_bytes().split_at(20);
    buf.put(first);
    assert_eq!(server.next(&mut buf, &Clock::at(at(0))), Ok(None));
    buf.put(rest);
    while let Some((exchange, content)) = server.next(&mut buf, &Clock::at(at(0))).unwrap() {
        assert!(!server.is_finished());
        server.answer_with(exchange, &buf.data()[content]);
    }
    let output = String::from_utf8(server.take_due()).unwrap();
    assert_eq!(output, [ok("a"), ok("bb"), last("ccc")].concat());
    assert!(server.is_finished());
    buf.put(request("dddd").as_bytes());
    assert_eq!(server.next(&mut buf, &Clock::at(at(0))), Ok(None));
    assert!(server.take_due().is_empty());
}

#[test]
fn a_connection_winds_down_while_requests_are_carried_out() {
    let request = |content: &str| post(&format!("Content-Length: {}\r\n", content.len()), content);
    for order in [[0, 1], [1, 0]] {
        let (mut server, mut buf) = (Server::new(&small(), &MEDIA), Buf::new());
        buf.put((request("a") + &request("bb")).as_bytes());
        let mut exchanges = Vec::new();
        while let Some((exchange, content)) = server.next(&mut buf, &Clock::at(at(0))).unwrap() {
            exchanges.push((exchange, buf.data()[content].to_vec()));
        }
        server.wind_down();
        for at_place in order {
            assert!(!server.is_finished());
            let (exchange, content) = &exchanges[at_place];
            server.answer_with(*exchange, content);
        }
        let output = String::from_utf8(server.take_due()).unwrap();
        assert_eq!(output, ok("a") + &last("bb"));
        assert!(server.is_finished());
    }
    // Responses without content, and refusals, announce it as well.
    let (mut server, mut buf) = (Server::new(&small(), &MEDIA), Buf::new());
    buf.put(request("a").as_bytes());
    let (exchange, _) = server.next(&mut buf, &Clock::at(at(0))).unwrap().unwrap();
    server.wind_down();
    server.nothing(exchange);
    let output = String::from_utf8(server.take_due()).unwrap();
    assert_eq!(
        output,
        "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"
    );
    let (mut server, mut buf) = (Server::new(&small(), &MEDIA), Buf::new());
    server.wind_down();
    buf.put(b"GET / HTTP/1.1\r\nHost: h\r\n\r\n");
    assert_eq!(server.next(&mut buf, &Clock::at(at(0))), Ok(None));
    let output = String::from_utf8(server.take_due()).unwrap();
    assert!(status_of(&output) == "405" && output.contains("\r\nConnection: close\r\n"));
    assert!(server.is_finished());
}

// RFC 9112 section 7.1.
#[test]
fn chunks_come_together() {
    let chunked = |content| post("Transfer-Encoding: Chunked\r\n", content);
    let content = "4\r\nabcd\r\n00001;name=\"value\"\r\ne\r\nA \r\n0123456789\r\n0\r\n\r\n";
    let next = post("Content-Length: 1\r\n", "x");
    let both = chunked(content) + &next;
    assert_eq!(answered(&both), (ok("abcde0123456789") + &ok("x"), false));
    let trailers = "1\r\na\r\n000;x\r\nTrailer: is passed over\r\nAnother: too\r\n\r\n";
    assert_eq!(
        answered(&(chunked(trailers) + &next)),
        (ok("a") + &ok("x"), false)
    );
    assert_eq!(answered(&chunked("0\r\n\r\n")), (ok(""), false));
    for bad in [
        "\r\nabc",
        "g\r\n",
        "-1\r\na\r\n",
        "1\na\r\n",
        "1\r\nab\r\n0\r\n\r\n",
        "1\r\na\n0\r\n\r\n",
        "0x1\r\na\r\n",
        "1 a\r\nb\r\n",
        "11111111111111111\r\na",
        "1;\u{1}\r\na\r\n",
    ] {
        let (answer, finished) = answered(&chunked(bad));
        assert_eq!((status_of(&answer), finished), ("400", true), "{bad:?}");
    }
    let (answer, _) = answered(&chunked("1388\r\n"));
    assert_eq!(answer, "", "5000 bytes are permitted");
    let (answer, finished) = answered(&chunked("1\r\na\r\n1388\r\n"));
    assert_eq!((status_of(&answer), finished), ("413", true));
    let (answer, finished) = answered(&chunked("ffffffffffffffff\r\n"));
    assert_eq!((status_of(&answer), finished), ("413", true));
}

#[test]
fn what_stands_between_chunks_does_not_pile_up() {
    let (mut server, mut buf) = (Server::new(&small(), &MEDIA), Buf::new());
    buf.put(post("Transfer-Encoding: chunked\r\n", "").as_bytes());
    let chunk = format!("1;{}\r\nx\r\n", "e".repeat(4000));
    let mut most = 0;
    for _ in 0..1000 {
        buf.put(chunk.as_bytes());
        assert_eq!(server.next(&mut buf, &Clock::at(at(0))), Ok(None));
        most = most.max(buf.len());
    }
    assert!(most < 80 << 10, "{most}");
    buf.put(b"0\r\n\r\n");
    let (_, content) = server.next(&mut buf, &Clock::at(at(0))).unwrap().unwrap();
    assert_eq!(buf.data()[content], [b'x'; 1000]);
}

// RFC 9112 sections 3.2, 5.1, 5.2, 6.1, 6.3 and 11.2: nothing that others might read differently.
#[test]
fn ambiguous_requests_end_the_connection() {
    for (status, wire) in [
        (
            "400",
            post(
                "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n",
                "0\r\n\r\n",
            ),
        ),
        (
            "400",
            post("Content-Length: 1\r\nContent-Length: 2\r\n", "ab"),
        ),
        (
            "400",
            post("Content-Length: 1\r\nContent-Length: 1\r\n", "a"),
        ),
        ("400", post("Content-Length: 1, 1\r\n", "a")),
        ("400", post("Content-Length: +1\r\n", "a")),
        ("400", post("Content-Length: 1 1\r\n", "a")),
        ("400", post("Content-Length:\r\n", "")),
        ("400", post("Content-Length : 1\r\n", "a")),
        ("400", post("Content-Length: 1\r\n folded\r\n", "a")),
        ("400", post("X: a\r\n\tb\r\nContent-Length: 1\r\n", "a")),
        (
            "400",
            post("Transfer-Encoding: chunked, identity\r\n", "0\r\n\r\n"),
        ),
        ("400", post("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n")),
        (
            "400",
            post(
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
                "0\r\n\r\n",
            ),
        ),
        (
            "501",
            post("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n"),
        ),
        (
            "400",
            "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n".into(),
        ),
        (
            "400",
            "POST / HTTP/1.1\r\nContent-Length: 1\r\n\r\na".into(),
        ),
        ("400", post("Host: other\r\nContent-Length: 1\r\n", "a")),
        ("400", "no request at all\r\n\r\n".into()),
        (
            "400",
            "POST / HTTP/1.1\r\nHost: h\r\nA\u{0}: b\r\n\r\n".into(),
        ),
        ("505", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".into()),
        ("413", post("Content-Length: 5001\r\n", "")),
        (
            "413",
            post("Content-Length: 99999999999999999999999999\r\n", ""),
        ),
        ("431", post(&"A: b\r\n".repeat(65), "")),
        ("431", post(&format!("A: {}\r\n", "b".repeat(20_000)), "")),
    ] {
        let behind = wire + &post("Content-Length: 1\r\n", "a");
        let (answer, finished) = answered(&behind);
        assert_eq!((status_of(&answer), finished), (status, true), "{behind}");
        assert!(answer.contains("\r\nConnection: close\r\n"));
        assert_eq!(answer.matches("HTTP/1.1").count(), 1, "{answer}");
    }
}

// RFC 9110 sections 9.3.1, 9.3.2, 15.5.6, 15.5.12 and 15.5.16.
#[test]
fn requests_for_something_else_are_answered_and_passed_over() {
    let next = post("Content-Length: 1\r\n", "x");
    for (status, wire) in [
        ("405", "GET / HTTP/1.1\r\nHost: h\r\n\r\n".into()),
        (
            "405",
            "PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc".into(),
        ),
        (
            "415",
            post(
                "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\n",
                "a=b",
            ),
        ),
        (
            "415",
            post(
                "Content-Encoding: gzip, gzip\r\nContent-Length: 3\r\n",
                "\x1f\u{b}\x08",
            ),
        ),
        (
            "415",
            post(
                "Content-Encoding: identity, br\r\nContent-Length: 1\r\n",
                "a",
            ),
        ),
        ("411", post("", "")),
        (
            "417",
            post("Expect: the-impossible\r\nContent-Length: 0\r\n", ""),
        ),
    ] {
        let (answer, finished) = answered(&(wire + &next));
        assert_eq!((status_of(&answer), finished), (status, false), "{answer}");
        assert!(answer.ends_with(&ok("x")));
        assert!(answer.contains("Here is Echo: POST a message of type text/echo, not compressed"));
        let codings = answer.contains("\r\nAccept-Encoding: gzip\r\n");
        assert_eq!(codings, status == "415");
        assert_eq!(answer.contains("\r\nAllow: POST\r\n"), status == "405");
    }
    let (answer, _) = answered(&format!("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n{next}"));
    let (head, rest) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.contains("\r\nContent-Length: 97"), "{head}");
    assert_eq!(rest, ok("x"), "no content");
    // RFC 9110 section 8.4.1: identity is no coding.
    let plain = post("Content-Encoding: Identity\r\nContent-Length: 1\r\n", "a");
    assert_eq!(answered(&plain), (ok("a"), false));
}

/// `printf hello | gzip -n`.
const HELLO: &[u8] =
    b"\x1f\x8b\x08\0\0\0\0\0\0\x03\xcb\x48\xcd\xc9\xc9\x07\0\x86\xa6\x10\x36\x05\0\0\0";

// RFC 9110 section 8.4.1.3.
#[test]
fn compressed_requests_are_read() {
    let packed = |fields: &str, content: &[u8]| {
        let n = content.len();
        let head = post(&format!("{fields}Content-Length: {n}\r\n"), "");
        [head.as_bytes(), content].concat()
    };
    let next = post("Content-Length: 4\r\n", "next");
    let answered = |request: Vec<u8>| {
        let wire = [&request, next.as_bytes()].concat();
        let whole = answers(&wire, usize::MAX);
        for step in [1, 2, 7] {
            assert_eq!(answers(&wire, step), whole);
        }
        let (answer, finished) = whole;
        assert!(!finished);
        String::from(answer.strip_suffix(&ok("next")).unwrap())
    };
    for name in ["gzip", "X-GZip", "identity, gzip"] {
        let field = format!("Content-Encoding: {name}\r\n");
        assert_eq!(answered(packed(&field, HELLO)), ok("hello"));
    }
    let gzip = "Content-Encoding: gzip\r\n";
    let damaged = &HELLO[..HELLO.len() - 1];
    assert_eq!(status_of(&answered(packed(gzip, damaged))), "400");
    // It is small, and its content is above the limit.
    let mut bomb = Gzip::default();
    let bomb = bomb.deflate(&[0; 5001]).unwrap();
    assert!(bomb.len() < 100);
    assert_eq!(status_of(&answered(packed(gzip, bomb))), "413");
}

#[test]
fn responses_are_compressed_for_those_who_accept_it() {
    let content = "again and ".repeat(20);
    let answer = |fields: &str, content: &str| {
        let (mut server, mut buf) = (Server::new(&small(), &MEDIA), Buf::new());
        server.set_compressing();
        let n = content.len();
        buf.put(post(&format!("{fields}Content-Length: {n}\r\n"), content).as_bytes());
        buf.put(post("Content-Length: 4\r\n", "next").as_bytes());
        while let Some((exchange, content)) = server.next(&mut buf, &Clock::at(at(0))).unwrap() {
            server.answer_with(exchange, &buf.data()[content]);
        }
        let all = server.take_due();
        let one = all.strip_suffix(ok("next").as_bytes()).unwrap();
        one.to_vec()
    };
    let accepts = "Accept-Encoding: deflate, gzip\r\n";
    let packed = answer(accepts, &content);
    let end = packed.windows(4).position(|w| w == b"\r\n\r\n").unwrap() + 4;
    let (head, packed) = packed.split_at(end);
    let n = packed.len();
    assert!(n < 60);
    let expected = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/echo\r\nContent-Encoding: gzip\r\nContent-Length: {n}\r\n\r\n"
    );
    assert_eq!(head, expected.as_bytes());
    let mut plain = Buf::new();
    Gzip::default().inflate(packed, 1000, &mut plain).unwrap();
    assert_eq!(plain.data(), content.as_bytes());
    // It would become longer, or was not asked for.
    assert_eq!(answer(accepts, "short"), ok("short").as_bytes());
    assert_eq!(
        answer("Accept-Encoding: gzip;q=0\r\n", &content),
        ok(&content).as_bytes()
    );
    assert_eq!(answer("", &content), ok(&content).as_bytes());
}

// RFC 9112 section 9.3.
#[test]
fn connections_close_when_that_is_asked() {
    let closing = post("Connection: foo, Close\r\nContent-Length: 1\r\n", "a");
    let (answer, finished) = answered(&(closing + &post("Content-Length: 1\r\n", "b")));
    assert!(finished && answer.contains("\r\nConnection: close\r\n"));
    assert!(answer.ends_with("\r\n\r\na"));
    let old = |fields| format!("POST / HTTP/1.0\r\n{fields}Content-Length: 1\r\n\r\na");
    let (answer, finished) = answered(&old(""));
    assert!(finished && answer.contains("\r\nConnection: close\r\n"));
    let (answer, finished) = answered(&old("Connection: Keep-Alive\r\n").repeat(2));
    assert!(!finished);
    assert_eq!(answer.matches("\r\nConnection: keep-alive\r\n").count(), 2);
}

// RFC 9110 section 10.1.1.
#[test]
fn a_client_that_expects_100_gets_it_or_a_refusal() {
    let expects = |fields| post(&format!("Expect: 100-Continue\r\n{fields}"), "");
    let go_on = "HTTP/1.1 100 Continue\r\n\r\n";
    let (answer, finished) = answered(&expects("Content-Length: 1\r\n"));
    assert_eq!((&*answer, finished), (go_on, false));
    let (answer, _) = answered(&(expects("Content-Length: 1\r\n") + "a"));
    assert_eq!(answer, format!("{go_on}{}", ok("a")));
    let (answer, finished) = answered(&expects("Content-Type: image/png\r\nContent-Length: 1\r\n"));
    assert_eq!((status_of(&answer), finished), ("415", true));
}

#[test]
fn slow_requests_are_given_up() {
    for wire in [
        "POST / HTT",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\na",
    ] {
        let (mut server, mut buf) = (Server::new(&small(), &MEDIA), Buf::new());
        buf.put(wire.as_bytes());
        assert_eq!(server.next(&mut buf, &Clock::at(at(10))), Ok(None));
        let due = at(10) + small().message_timeout;
        assert_eq!(server.arrival().deadline(), Some(due));
        assert_eq!(
            server.next(&mut buf, &Clock::at(due)),
            Err(WireError::TooSlow)
        );
    }
}

// RFC 9112 section 3.2: the forms of a request target.
#[test]
fn only_its_path_is_served_where_there_is_one() {
    for (target, status) in [
        ("/RPC2", "200"),
        ("/RPC2?a=/b", "200"),
        ("http://h:80/RPC2", "200"),
        ("/", "404"),
        ("http://h", "404"),
        ("/RPC2/", "404"),
        ("*", "404"),
    ] {
        let (mut server, mut buf) = (Server::new(&small(), &MEDIA), Buf::new());
        server.set_path("/RPC2");
        let one = post("Content-Length: 1\r\n", "x").replace("POST /", &format!("POST {target}"));
        for _ in 0..2 {
            buf.put(one.as_bytes());
            while let Some((exchange, content)) = server.next(&mut buf, &Clock::at(at(0))).unwrap()
            {
                server.answer_with(exchange, &buf.data()[content]);
            }
            let sent = String::from_utf8(server.take_due()).unwrap();
            assert_eq!(status_of(&sent), status, "{target}");
        }
    }
}
