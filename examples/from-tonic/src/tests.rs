//! That both interceptors see every call, and what callers learn of those they refuse.

use super::*;

/// The status that a call ends with.
fn status(end: Result<Greeting<'_>, CallError>) -> Status {
    match end {
        Err(CallError::Fault(fault)) => Status::from(&fault),
        other => panic!("{other:?}"),
    }
}

async fn with_token(at: &str, token: &str) -> (AsyncGreeterClient, Arc<AtomicU32>) {
    let credentials = Credentials {
        token: token.to_owned(),
        calls: Arc::default(),
    };
    let calls = credentials.calls.clone();
    (open(at, credentials).await.unwrap(), calls)
}

/// The code that `docs/from-tonic.md` shows is this example's.
#[test]
fn the_document_shows_the_example() {
    let document = include_str!("../../../docs/from-tonic.md");
    let mark = "<!-- the example: examples/from-tonic -->\n```rust\n";
    let shown: Vec<&str> = document.split(mark).skip(1).collect();
    assert_eq!(shown.len(), 2);
    for shown in shown {
        let (code, _) = shown.split_once("```").unwrap();
        assert!(include_str!("main.rs").contains(code), "{code}");
    }
}

#[tokio::test]
async fn every_call_has_the_token() {
    let server = serve().await.unwrap();
    let at = server.bindings()[0].to_string();
    let (client, calls) = with_token(&at, "open sesame").await;
    for name in ["Ali", "Kasim"] {
        let greeting = client.greet(&guest(name)).await.unwrap();
        assert_eq!(greeting.text, format!("Good day, {name}."));
    }
    assert_eq!(calls.load(Relaxed), 2);
    server.stop().await;
}

/// As an interceptor of tonic that returns a status, one may fail a call before it is sent.
#[tokio::test]
async fn a_client_may_refuse_its_own_calls() {
    let server = serve().await.unwrap();
    let at = server.bindings()[0].to_string();
    let client = AsyncClient::open(&at).await.unwrap();
    let refuse = |call: CallRequest| -> Result<CallRequest, CallError> {
        let name = format!("{}/{}", call.interface().full_name, call.operation());
        Err(CallError::Fault(unauthenticated(&name)))
    };
    let layered = client.layered(FilterLayer::new(refuse));
    let said = status(
        AsyncGreeterClient::new(layered)
            .greet(&guest("Kasim"))
            .await,
    );
    let expected = Status::new(code::UNAUTHENTICATED, "greeter.Greeter/Greet");
    assert_eq!(said, expected);
    assert_eq!(client.counters().calls, 0);
    server.stop().await;
}

#[tokio::test]
async fn calls_without_the_token_are_refused() {
    let server = serve().await.unwrap();
    let at = server.bindings()[0].to_string();
    let (wrong, calls) = with_token(&at, "open barley").await;
    let said = status(wrong.greet(&guest("Kasim")).await);
    let expected = Status::new(code::UNAUTHENTICATED, "nobody knows this token");
    assert_eq!(said, expected);
    assert_eq!(calls.load(Relaxed), 1);

    let plain = AsyncGreeterClient::open(&at).await.unwrap();
    let said = status(plain.greet(&guest("Kasim")).await);
    let expected = Status::new(code::UNAUTHENTICATED, "calls need a token");
    assert_eq!(said, expected);
    server.stop().await;
}
