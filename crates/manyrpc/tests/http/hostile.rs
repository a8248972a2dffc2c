//! Requests that are no calls, broken ones, and clients that misbehave.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;
use std::task::{Context, Poll};
use std::time::Duration;

use http::Version;
use http_body_util::{Empty, Full};
use hyper::body::{Body, Bytes, Frame};
use hyper::client::conn::http2;
use hyper_util::rt::{TokioExecutor, TokioIo};
use manyrpc::{HttpService, Limits, Server};
use proptest::collection::vec;
use proptest::prelude::*;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tower::Service;

use super::{
    Answer, App, PATIENCE, ask, calls_of, client, grpc, head, host, message, number, runtime,
    service, threads, until,
};

/// The largest message of these servers, in bytes.
const MESSAGE: usize = 1000;

fn limited(app: &Arc<App>) -> HttpService {
    let limits = Limits {
        message_bytes: MESSAGE,
        message_timeout: Duration::from_millis(300),
        ..Limits::default()
    };
    let server = Server::builder().service(service(app)).limits(limits);
    server.into_http_service().unwrap()
}

/// Content in pieces, and how it goes on after them.
struct Pieces {
    pieces: std::vec::IntoIter<Vec<u8>>,
    then: Then,
}

#[derive(Clone, Copy)]
enum Then {
    Ends,
    Breaks,
    Stalls,
}

impl Pieces {
    fn new<const N: usize>(pieces: [&[u8]; N], then: Then) -> Self {
        let pieces = pieces.map(<[u8]>::to_vec).to_vec().into_iter();
        Pieces { pieces, then }
    }
}

impl Body for Pieces {
    type Data = Bytes;
    type Error = &'static str;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, &'static str>>> {
        match (self.pieces.next(), self.then) {
            (Some(piece), _) => Poll::Ready(Some(Ok(Frame::data(piece.into())))),
            (None, Then::Ends) => Poll::Ready(None),
            (None, Then::Breaks) => Poll::Ready(Some(Err("the connection is reset"))),
            (None, Then::Stalls) => Poll::Pending,
        }
    }
}

const CALL: &str = r#"{"jsonrpc":"2.0","method":"shop.Shop.Double","params":[{"value":4}],"id":1}"#;

#[test]
fn requests_that_are_no_calls_are_refused() {
    runtime().block_on(async {
        let app = Arc::new(App::default());
        let calls = calls_of(&app);
        let path = "/shop.Shop/Double";
        let cases = [
            ("POST", "", 415),
            ("POST", "text/plain", 415),
            ("POST", "application/grpc-web", 415),
            ("POST", "application/grpc+xml", 415),
            ("POST", "application/grpcs", 415),
            ("GET", "", 404),
            ("GET", "application/grpc", 405),
            ("GET", "application/json", 405),
            ("PUT", "text/xml", 405),
            ("HEAD", "", 404),
        ];
        for (method, kind, status) in cases {
            let request = head(method, path, kind).body(Full::from(message(4)));
            let request = request.unwrap();
            let (parts, ()) = request.clone().map(|_| ()).into_parts();
            assert!(!calls.is_call(&parts), "{method} {kind}");
            let answer = ask(&calls, request).await;
            assert_eq!(answer.status, status, "{method} {kind}: {answer:?}");
            assert_eq!(answer.grpc_status(), None, "{method} {kind}");
            assert_eq!(answer.headers["content-type"], "text/plain");
            let allowed = answer.headers.get("allow").map(|of| of.as_bytes());
            let expected = (status == 405).then_some(&b"POST"[..]);
            assert_eq!(allowed, expected, "{method} {kind}");
        }
        let old = grpc("Double").version(Version::HTTP_11);
        let answer = ask(&calls, old.body(Full::from(message(4))).unwrap()).await;
        assert_eq!(answer.status, 505);
        assert_eq!(app.begun.load(SeqCst), 0);
    });
}

#[test]
fn broken_requests_of_grpc_end_with_its_statuses() {
    runtime().block_on(async {
        let app = Arc::new(App::default());
        let calls = limited(&app);
        let long = [&[0, 0, 0, 4, 0][..], &[7; 1024]].concat();
        let cases: [(&str, &[u8], &str); 9] = [
            // Larger than is taken: said, and sent.
            ("Echo", &[0, 0, 1, 0, 0], "8"),
            ("Echo", &long, "8"),
            // Nothing; within the prefix; within the message; two messages.
            ("Double", &[], "12"),
            ("Double", &[0, 0, 0], "13"),
            ("Double", &[0, 0, 0, 0, 2, 8], "13"),
            ("Double", &[0, 0, 0, 0, 2, 8, 4, 0, 0, 0, 0, 0], "12"),
            // No compression was agreed on, and there is none of that number.
            ("Double", &[1, 0, 0, 0, 2, 8, 4], "13"),
            // No message of that type.
            ("Double", &[0, 0, 0, 0, 2, 10, 200], "13"),
            ("Nothing", &[0, 0, 0, 0, 2, 8, 4], "12"),
        ];
        for (operation, content, status) in cases {
            for piece in [1, 4096] {
                let pieces: Vec<_> = content.chunks(piece).map(<[u8]>::to_vec).collect();
                let content = Pieces {
                    pieces: pieces.into_iter(),
                    then: Then::Ends,
                };
                let answer = ask(&calls, grpc(operation).body(content).unwrap()).await;
                assert_eq!(answer.status, 200, "{operation}: {answer:?}");
                let told = answer.grpc_status();
                assert_eq!(told, Some(status), "{operation}: {answer:?}");
                assert!(!answer.broken && answer.content.is_empty(), "{answer:?}");
            }
        }
        let much = grpc("Double").header("x-much", "a".repeat(20 << 10));
        let answer = ask(&calls, much.body(Full::from(message(4))).unwrap()).await;
        assert_eq!(answer.grpc_status(), Some("8"), "{answer:?}");
        let named = grpc("Double").header("grpc-encoding", "zip");
        let answer = ask(&calls, named.body(Full::from(message(4))).unwrap()).await;
        assert_eq!(answer.grpc_status(), Some("12"), "{answer:?}");
        assert_eq!(answer.headers["grpc-accept-encoding"], "identity,gzip");
        assert_eq!(app.begun.load(SeqCst), 0);
    });
}

#[test]
fn broken_messages_in_text_are_answered() {
    runtime().block_on(async {
        let calls = limited(&Arc::default());
        let post = async |kind: &str, content: Vec<u8>| -> Answer {
            let request = head("POST", "/", kind).body(Full::from(content));
            ask(&calls, request.unwrap()).await
        };
        for kind in ["application/json", "text/xml"] {
            let answer = post(kind, vec![b' '; MESSAGE + 1]).await;
            assert_eq!(answer.status, 413, "{kind}: {answer:?}");
        }
        for (content, code) in [("", "-32700"), (&CALL[..40], "-32700"), ("{}", "-32600")] {
            let answer = post("application/json", content.into()).await;
            let said = String::from_utf8(answer.content).unwrap();
            assert!(answer.status == 200 && said.contains(code), "{said}");
        }
        let answer = post("text/xml", b"<methodCall><meth".to_vec()).await;
        let said = String::from_utf8(answer.content).unwrap();
        assert!(answer.status == 200 && said.contains("<fault>"), "{said}");

        let packed = head("POST", "/", "application/json").header("content-encoding", "gzip");
        let answer = ask(&calls, packed.body(Full::from(CALL)).unwrap()).await;
        assert_eq!(answer.status, 415, "{answer:?}");
    });
}

#[test]
fn content_that_breaks_off_is_no_call() {
    runtime().block_on(async {
        let app = Arc::new(App::default());
        let calls = calls_of(&app);
        // All of the message may have come before: it is executed only if that was the end.
        let broken = Pieces::new([&message(4)[..5], &[8, 4]], Then::Breaks);
        let answer = ask(&calls, grpc("Double").body(broken).unwrap()).await;
        assert_eq!(answer.status, 400, "{answer:?}");
        for kind in ["application/json", "text/xml"] {
            let broken = Pieces::new([CALL.as_bytes()], Then::Breaks);
            let answer = ask(&calls, head("POST", "/", kind).body(broken).unwrap()).await;
            assert_eq!(answer.status, 400, "{answer:?}");
        }
        assert_eq!(app.begun.load(SeqCst), 0);

        // A stream that has begun ends its handler, and its response without a status.
        let broken = Pieces::new([&message(4), &message(5)], Then::Breaks);
        let answer = ask(&calls, grpc("DoubleAll").body(broken).unwrap()).await;
        assert!(answer.broken || answer.status == 400, "{answer:?}");
        assert_eq!(answer.grpc_status(), None);
        until(|| app.dropped.load(SeqCst) == app.begun.load(SeqCst)).await;
    });
}

#[test]
fn messages_that_do_not_arrive_in_time_are_given_up() {
    runtime().block_on(async {
        let calls = limited(&Arc::default());
        for kind in ["application/json", "text/xml"] {
            let slow = Pieces::new([&CALL.as_bytes()[..20]], Then::Stalls);
            let asked = ask(&calls, head("POST", "/", kind).body(slow).unwrap());
            let answer = tokio::time::timeout(PATIENCE, asked).await.unwrap();
            assert_eq!(answer.status, 408, "{answer:?}");
        }
        // gRPC's callers say how long they wait.
        let slow = Pieces::new([&message(4)[..6]], Then::Stalls);
        let request = grpc("Double").header("grpc-timeout", "50m").body(slow);
        let asked = ask(&calls, request.unwrap());
        let answer = tokio::time::timeout(PATIENCE, asked).await.unwrap();
        assert_eq!(answer.grpc_status(), Some("4"), "{answer:?}");
    });
}

#[test]
fn a_handler_does_not_outlive_its_deadline() {
    runtime().block_on(async {
        let app = Arc::new(App::default());
        let calls = calls_of(&app);
        let request = grpc("Wait").header("grpc-timeout", "50m");
        let request = request.body(Full::from(message(4))).unwrap();
        let answer = tokio::time::timeout(PATIENCE, ask(&calls, request)).await;
        let answer = answer.unwrap();
        assert_eq!(answer.grpc_status(), Some("4"), "{answer:?}");
        assert_eq!((app.begun.load(SeqCst), app.dropped.load(SeqCst)), (1, 1));

        let stream = Pieces::new([&message(4)], Then::Stalls);
        let request = grpc("DoubleAll").header("grpc-timeout", "50m").body(stream);
        let answer = tokio::time::timeout(PATIENCE, ask(&calls, request.unwrap())).await;
        let answer = answer.unwrap();
        assert_eq!(answer.content, message(8));
        assert_eq!(answer.trailers["grpc-status"], "4");
        until(|| app.dropped.load(SeqCst) == 2).await;
    });
}

#[test]
fn a_response_that_is_dropped_ends_its_call() {
    runtime().block_on(async {
        let app = Arc::new(App::default());
        let mut calls = calls_of(&app);
        for (at, begun) in [1, 2].into_iter().enumerate() {
            let content = match at {
                0 => message(4),
                _ => CALL.replace("Double", "Wait").into_bytes(),
            };
            let head = match at {
                0 => grpc("Wait"),
                _ => head("POST", "/", "application/json"),
            };
            let request = head.body(Full::<Bytes>::from(content));
            let response = calls.call(request.unwrap());
            let response = tokio::time::timeout(Duration::from_millis(20), response);
            assert!(response.await.is_err());
            assert_eq!(app.begun.load(SeqCst), begun);
            assert_eq!(app.dropped.load(SeqCst), begun);
        }
    });
}

#[test]
fn clients_that_vanish_end_their_calls() {
    runtime().block_on(async {
        let app = Arc::new(App::default());
        let at = host(calls_of(&app)).await;

        // One call of a connection that goes on.
        let client = client(&format!("grpc://{at}")).await;
        let waiting = {
            let client = client.clone();
            tokio::spawn(async move { client.call("Wait", &number(1)).await })
        };
        until(|| app.begun.load(SeqCst) == 1).await;
        waiting.abort();
        until(|| app.dropped.load(SeqCst) == 1).await;
        assert_eq!(client.call("Double", &number(4)).await.unwrap(), number(8));

        // A connection of HTTP/2, and one of HTTP/1.
        let elsewhere = threads();
        elsewhere.spawn(async move {
            let stream = TokioIo::new(TcpStream::connect(at).await.unwrap());
            let connected = http2::handshake(TokioExecutor::new(), stream).await;
            let (mut sender, connection) = connected.unwrap();
            tokio::spawn(connection);
            let uri = format!("http://{at}/shop.Shop/Wait");
            let request = head("POST", &uri, "application/grpc");
            let request = request.body(Full::<Bytes>::from(message(4))).unwrap();
            sender.send_request(request).await
        });
        until(|| app.begun.load(SeqCst) == 3).await;
        elsewhere.shutdown_background();
        until(|| app.dropped.load(SeqCst) == 2).await;

        let mut stream = TcpStream::connect(at).await.unwrap();
        let call = CALL.replace("Double", "Wait");
        let request = format!(
            "POST / HTTP/1.1\r\nhost: h\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{call}",
            call.len()
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        until(|| app.begun.load(SeqCst) == 4).await;
        drop(stream);
        until(|| app.dropped.load(SeqCst) == 3).await;
    });
}

/// Nothing of a request is read that nobody needs.
#[test]
fn a_refused_request_is_not_read_on() {
    runtime().block_on(async {
        let calls = limited(&Arc::default());
        let endless = Pieces::new([&[0, 0, 1, 0, 0]], Then::Stalls);
        let answer = ask(&calls, grpc("Double").body(endless).unwrap()).await;
        assert_eq!(answer.grpc_status(), Some("8"), "{answer:?}");
        let endless = Pieces::new([&[b' '; MESSAGE + 1]], Then::Stalls);
        let answer = ask(&calls, head("POST", "/", "text/xml").body(endless).unwrap()).await;
        assert_eq!(answer.status, 413, "{answer:?}");
        let nothing: Empty<Bytes> = Empty::new();
        let answer = ask(&calls, grpc("Nothing").body(nothing).unwrap()).await;
        assert_eq!(answer.grpc_status(), Some("12"), "{answer:?}");
    });
}

/// Requests as they should be, for each system.
fn requests() -> [(&'static str, Vec<u8>); 4] {
    let xml = "<?xml version='1.0'?><methodCall><methodName>Shop.Double</methodName><params><param><value>\
        <struct><member><name>value</name><value><int>4</int></value></member></struct>\
        </value></param></params></methodCall>";
    [
        ("application/grpc", message(4)),
        (
            "application/grpc+json",
            b"\0\0\0\0\x0b{\"value\":4}".to_vec(),
        ),
        ("application/json", CALL.into()),
        ("text/xml", xml.into()),
    ]
}

#[test]
fn requests_as_they_should_be_are_answered() {
    runtime().block_on(async {
        let calls = calls_of(&Arc::default());
        for (kind, content) in requests() {
            let request = head("POST", "/shop.Shop/Double", kind).body(Full::from(content));
            let answer = ask(&calls, request.unwrap()).await;
            let said = String::from_utf8_lossy(&answer.content);
            assert!(said.contains(['8', '\x08']), "{kind}: {answer:?}");
            assert!(!said.contains("fault") && !said.contains("error"), "{said}");
        }
    });
}

proptest! {
    /// However content is cut and damaged, each request has an answer, and always the same.
    #[test]
    fn the_answer_does_not_depend_on_how_content_is_cut(
        which in 0..4_usize,
        damage in vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        end in any::<prop::sample::Index>(),
        cut in 1..20_usize,
    ) {
        let (kind, mut content) = requests()[which].clone();
        for (at, byte) in damage {
            let at = at.index(content.len());
            content[at] = byte;
        }
        content.truncate(end.index(2 * content.len()));
        let [whole, cut] = runtime().block_on(async {
            let calls = limited(&Arc::default());
            let mut answers = Vec::new();
            for piece in [content.len().max(1), cut] {
                let pieces: Vec<_> = content.chunks(piece).map(<[u8]>::to_vec).collect();
                let content = Pieces {
                    pieces: pieces.into_iter(),
                    then: Then::Ends,
                };
                let request = head("POST", "/shop.Shop/Double", kind).body(content);
                let asked = ask(&calls, request.unwrap());
                let answer = tokio::time::timeout(PATIENCE, asked).await;
                answers.push(format!("{:?}", answer.expect("there is an answer")));
            }
            <[String; 2]>::try_from(answers).expect("two")
        });
        prop_assert_eq!(whole, cut);
    }
}
