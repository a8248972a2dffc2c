//! Calls with context handles through generated stubs, and what becomes of state whose client is gone.

#[expect(dead_code, reason = "the other tests use the rest")]
mod support;

use std::borrow::Cow;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use manyrpc::contexts::{CONTEXT_MISMATCH, Contexts};
use manyrpc::dynamic::{Definition, DynamicClient, DynamicInterface};
use manyrpc::limits::DceLimits;
use manyrpc::stub::{self, ContextHandle, Octet, Shared};
use manyrpc::{CallError, Client, ClientOptions, Context, Fault, Limits, Server};
use manyrpc_model::Value;

/// Generated.
#[rustfmt::skip]
#[path = "corpus/derived.rs"]
pub mod derived;

use derived::{Choice, Counted, Derived, DerivedClient, DerivedServer, Node, Size};

/// What is open; says so when it is not any more.
struct Open(String, mpsc::Sender<String>);

impl Drop for Open {
    fn drop(&mut self) {
        let _ = self.1.send(self.0.clone());
    }
}

struct Files {
    open: Contexts<Open>,
    closed: mpsc::Sender<String>,
}

impl Derived for Files {
    fn open2(&self, call: &Context<'_>, name: Cow<'_, str>) -> Result<(ContextHandle, u32), Fault> {
        let open = Open(name.into_owned(), self.closed.clone());
        Ok((self.open.insert(call, open)?, 0))
    }

    fn read<'a>(
        &'a self,
        call: &Context<'_>,
        handle: ContextHandle,
        max: u32,
    ) -> Result<(Cow<'a, [u8]>, u32), Fault> {
        let open = self.open.get(call, handle)?;
        let bytes: Vec<u8> = open.0.bytes().take(max as usize).collect();
        Ok((bytes.into(), max))
    }

    fn close(&self, call: &Context<'_>, handle: ContextHandle) -> Result<ContextHandle, Fault> {
        self.open.remove(call, handle)?;
        Ok(ContextHandle::NULL)
    }

    fn sort(
        &self,
        _: &Context<'_>,
        mut given: Vec<i32>,
    ) -> Result<(u16, Vec<i32>, Vec<Octet>), Fault> {
        given.sort_unstable();
        Ok((given.len() as u16, given, Vec::new()))
    }

    fn choose(&self, _: &Context<'_>, choice: Choice) -> Result<(Choice, Size), Fault> {
        Ok((choice, Size::Large))
    }

    fn walk(
        &self,
        _: &Context<'_>,
        list: Shared<Node>,
    ) -> Result<(Shared<Node>, Shared<Vec<i32>>), Fault> {
        Ok((list, Shared::from(Arc::new(vec![7]))))
    }

    fn tell(&self, _: &Context<'_>, _: Counted<'_>) -> Result<(), Fault> {
        Ok(())
    }

    fn association_ended(&self, association: u64) {
        self.open.run_down(association);
    }
}

fn serve(binding: &str) -> (manyrpc::server::Running, String, mpsc::Receiver<String>) {
    let (closed, ended) = mpsc::channel();
    let open = Contexts::with_most(2);
    let server = Server::builder().service(DerivedServer(Files { open, closed }));
    let server = server
        .limits(limits())
        .listen(binding)
        .unwrap()
        .start()
        .unwrap();
    let binding = server.bindings()[0].to_string();
    (server, binding, ended)
}

/// How long a client over datagrams may be silent that has said that it lives.
const SILENCE: Duration = Duration::from_millis(400);

fn limits() -> Limits {
    Limits {
        dce: DceLimits {
            alive_every: Some(SILENCE / 16),
            silent_for: Some(SILENCE),
            ..DceLimits::default()
        },
        ..Limits::default()
    }
}

fn connect(binding: &str) -> Client {
    let options = ClientOptions {
        limits: limits(),
        ..ClientOptions::default()
    };
    Client::connect(&binding.parse().unwrap(), None, &options).unwrap()
}

/// Nothing is run down for longer than it would take.
fn nothing_ends(ended: &mpsc::Receiver<String>) {
    let nothing = ended.recv_timeout(SILENCE * 2);
    assert_eq!(nothing, Err(RecvTimeoutError::Timeout));
}

#[test]
fn handles_are_good_until_they_are_closed() {
    for binding in [
        "onc+tcp://127.0.0.1:0",
        "dce+tcp://127.0.0.1:0",
        "dce+udp://127.0.0.1:0",
        "ncs+udp://127.0.0.1:0",
    ] {
        let (_server, binding, ended) = serve(binding);
        let mut client = DerivedClient::open(&binding).unwrap();
        let (handle, _) = client.open2("letter").unwrap();
        assert!(!handle.is_null());
        assert_eq!(
            client.read(handle, 3).unwrap(),
            (Cow::Borrowed(&b"let"[..]), 3)
        );
        let (second, _) = client.open2("other").unwrap();
        assert_ne!(handle, second);
        // There is room for two.
        let full = client.open2("third").unwrap_err();
        assert!(
            matches!(full, CallError::Fault(Fault::ServerFailure)),
            "{full:?}"
        );
        assert_eq!(ended.recv().unwrap(), "third");
        assert_eq!(client.close(handle).unwrap(), ContextHandle::NULL);
        assert_eq!(ended.recv().unwrap(), "letter");
        for gone in [handle, ContextHandle::NULL] {
            let refused = client.read(gone, 1).unwrap_err();
            let mismatch = refused == CallError::Fault(CONTEXT_MISMATCH);
            assert!(mismatch || binding.starts_with("onc"), "{refused:?}");
        }
    }
}

// C706, section 5.1.6.
#[test]
fn what_a_client_leaves_behind_is_run_down() {
    let (_server, binding, ended) = serve("dce+tcp://127.0.0.1:0");
    let mut client = DerivedClient::open(&binding).unwrap();
    client.open2("left").unwrap();
    drop(client);
    assert_eq!(ended.recv().unwrap(), "left");
}

// C706, section 9.5.4.
#[test]
fn over_datagrams_too_and_not_while_the_client_lives() {
    for system in ["dce", "ncs"] {
        let (_server, binding, ended) = serve(&format!("{system}+udp://127.0.0.1:0"));
        let mut client = DerivedClient::new(connect(&binding));
        let (handle, _) = client.open2("left").unwrap();
        let held = client.client().contexts();
        assert_eq!(held.len(), 1);
        // Idle, and alive all the same.
        nothing_ends(&ended);
        client.read(handle, 1).unwrap();
        let gone = Instant::now();
        drop((client, held));
        assert_eq!(ended.recv().unwrap(), "left");
        assert!(gone.elapsed() >= SILENCE - SILENCE / 16 * 2);
    }
}

// C706, section 6.1.6.
#[test]
fn handles_of_other_clients_are_good_for_nothing() {
    let (_server, binding, ended) = serve("dce+udp://127.0.0.1:0");
    let mut one = DerivedClient::new(connect(&binding));
    let mut other = DerivedClient::new(connect(&binding));
    let (handle, _) = one.open2("one's").unwrap();
    other.open2("other's").unwrap();
    for refused in [
        other.read(handle, 1).map(drop),
        other.close(handle).map(drop),
    ] {
        let refused = refused.unwrap_err();
        assert!(
            matches!(refused, CallError::Fault(ref f) if *f == CONTEXT_MISMATCH),
            "{refused:?}"
        );
    }
    // Who dies before saying once that it lives is not missed: both have said so by the end of this.
    nothing_ends(&ended);
    drop(other);
    assert_eq!(ended.recv().unwrap(), "other's");
    assert_eq!(one.read(handle, 3).unwrap().0, &b"one"[..]);
    one.close(handle).unwrap();
    assert!(one.client().contexts().is_empty());
}

/// Who keeps no account, as peers without liveness, promises nothing: its silence means nothing.
#[test]
fn clients_that_never_say_that_they_live_are_not_run_down() {
    let (_server, binding, ended) = serve("dce+udp://127.0.0.1:0");
    let mut client = connect(&binding);
    let arguments = derived::DerivedOpenArgs { name: "kept" };
    let output: derived::DerivedOpenOut = client
        .invoke(&derived::DERIVED, &derived::DERIVED_OPEN2, &arguments)
        .unwrap();
    // Until it does.
    let account = client.contexts();
    nothing_ends(&ended);
    account.turn().got(&output.handle).done();
    nothing_ends(&ended);
    account.forget(&output.handle);
    assert!(account.is_empty());
    assert_eq!(ended.recv().unwrap(), "kept");
    let gone: Result<derived::DerivedReadOut<'_>, _> = client.invoke(
        &derived::DERIVED,
        &derived::DERIVED_READ,
        &derived::DerivedReadArgs {
            handle: output.handle,
            max: 1,
        },
    );
    let mismatch = matches!(&gone, Err(stub::CallError::Fault(f)) if *f == CONTEXT_MISMATCH);
    assert!(mismatch, "{gone:?}");
}

#[test]
fn dynamic_clients_keep_account_too() {
    let module = support::load(&support::root("crates/manyrpc-gen/tests/corpus/derived"));
    let definition = Definition::new(module).unwrap();
    let interface = DynamicInterface::find(&definition, None).unwrap();
    let (_server, binding, ended) = serve("dce+udp://127.0.0.1:0");
    let mut client = DynamicClient::new(connect(&binding), interface);
    let name = |name: &str| Value::Text(name.to_owned());
    let opened = client.call("open", &[name("letter")]).unwrap();
    assert_eq!(client.client().contexts().len(), 1);
    nothing_ends(&ended);
    let handle = opened[0].clone();
    let read = [handle.clone(), Value::U32(2)];
    assert_eq!(client.call("read", &read).unwrap().len(), 2);
    assert_eq!(client.client().contexts().len(), 1);
    client.call("close", &[handle]).unwrap();
    assert!(client.client().contexts().is_empty());
    assert_eq!(ended.recv().unwrap(), "letter");
    let pending = client.send("open", &[name("other")]).unwrap();
    client.wait(pending).unwrap();
    assert_eq!(client.client().contexts().len(), 1);
    drop(client);
    assert_eq!(ended.recv().unwrap(), "other");
}
