//! Results that borrow from what a server holds for the call alone: a guard, an `Arc`.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, RwLock};

use manyrpc::{CallError, Context, Fault, Server};

/// Generated.
#[rustfmt::skip]
#[path = "corpus/operations.rs"]
pub mod operations;

use operations::{OperationsV1, OperationsV1Client, OperationsV1Server, Sample};

/// Texts and numbers behind a lock that is held while a reply is marshalled, samples that are shared.
#[derive(Default)]
struct Kept {
    rows: Mutex<HashMap<String, Vec<i32>>>,
    texts: RwLock<HashMap<String, String>>,
    shared: Mutex<Arc<Vec<Sample<'static>>>>,
}

impl OperationsV1 for Kept {
    fn tell(&self, _: &Context<'_>, what: Cow<'_, str>, _: Option<i32>) -> Result<(), Fault> {
        let mut texts = self.texts.write().unwrap();
        texts.insert(what.to_string(), format!("{what}!"));
        Ok(())
    }

    fn many_replying<Replied>(
        &self,
        _: &Context<'_>,
        a: i32,
        b: Cow<'_, str>,
        _: Cow<'_, [u8]>,
        _: Sample<'_>,
        _: i32,
        _: i32,
        _: i32,
        _: i32,
        reply: impl FnOnce(&str) -> Replied,
    ) -> Result<Replied, Fault> {
        let texts = self.texts.read().unwrap();
        let text = texts.get(&*b).ok_or(Fault::BadArguments)?;
        let replied = reply(text);
        match a {
            // It changes its mind.
            13 => Err(Fault::ServerFailure),
            _ => Ok(replied),
        }
    }

    fn numbers_replying<Replied>(
        &self,
        _: &Context<'_>,
        name: Cow<'_, str>,
        reply: impl FnOnce(&[i32]) -> Replied,
    ) -> Result<Replied, Fault> {
        let rows = self.rows.lock().unwrap();
        let row = rows.get(&*name).ok_or(Fault::BadArguments)?;
        Ok(reply(row))
    }

    fn deep_replying<Replied>(
        &self,
        _: &Context<'_>,
        _: Vec<Sample<'_>>,
        _: Option<Sample<'_>>,
        reply: impl FnOnce(&Sample<'_>) -> Replied,
    ) -> Result<Replied, Fault> {
        let shared = self.shared.lock().unwrap().clone();
        Ok(reply(&shared[0]))
    }
}

#[test]
fn results_borrow_from_guards_and_shared_values() {
    borrow(0);
}

/// There results are copied on their way to the connection.
#[test]
fn so_they_do_of_servers_with_workers() {
    borrow(1);
}

fn borrow(workers: usize) {
    for system in [
        "onc+tcp",
        "onc+udp",
        "dce+tcp",
        "dce+udp",
        "ncs+udp",
        "jsonrpc+tcp",
        "jsonrpc+http",
        "xmlrpc+http",
        "grpc",
        "raw+tcp",
        "raw+udp",
    ] {
        let kept = Kept::default();
        let text = "shared".into();
        *kept.shared.lock().unwrap() = Arc::new(vec![Sample { at: 3, text }]);
        let row = (1..=1000).collect();
        kept.rows.lock().unwrap().insert("thousand".to_owned(), row);
        let texts = [("a".to_owned(), "text of a".to_owned())];
        *kept.texts.write().unwrap() = texts.into();
        let server = Server::builder()
            .workers(workers)
            .service(OperationsV1Server(kept));
        let server = server
            .listen(&format!("{system}://127.0.0.1:0"))
            .unwrap()
            .start()
            .unwrap();
        let mut client = OperationsV1Client::open(&server.bindings()[0].to_string()).unwrap();
        let none = Sample::default();
        let mut many = |a, key: &str| {
            let text = client.many(a, key, b"", &none, 0, 0, 0, 0);
            text.map(Cow::into_owned)
        };
        assert_eq!(many(0, "a").unwrap(), "text of a", "{system}");
        let fault = |result: Result<String, CallError>| match result {
            Err(CallError::Fault(fault)) => fault.plain(),
            other => panic!("{system}: {other:?}"),
        };
        assert_eq!(fault(many(0, "b")), Fault::BadArguments);
        // Nothing is left of a reply that was taken back.
        assert_eq!(fault(many(13, "a")), Fault::ServerFailure);
        assert_eq!(many(0, "a").unwrap(), "text of a", "{system}");
        let row = client.numbers("thousand").unwrap();
        assert!(row.into_iter().eq(1..=1000), "{system}");
        // Its number is too large for an opnum.
        if !system.starts_with("dce") && system != "ncs+udp" {
            let deep = client.deep(&[], None).unwrap();
            assert_eq!((deep.at, &*deep.text), (3, "shared"), "{system}");
        }
    }
}
