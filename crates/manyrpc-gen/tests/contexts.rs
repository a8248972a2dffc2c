//! Calls with context handles through generated stubs, and what becomes of state whose client is gone.

use std::borrow::Cow;
use std::sync::{Arc, mpsc};

use manyrpc::contexts::{CONTEXT_MISMATCH, Contexts};
use manyrpc::stub::{ContextHandle, Octet, Shared};
use manyrpc::{CallError, Context, Fault, Server};

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
    let server = server.listen(binding).unwrap().start().unwrap();
    let binding = server.bindings()[0].to_string();
    (server, binding, ended)
}

#[test]
fn handles_are_good_until_they_are_closed() {
    for binding in ["onc+tcp://127.0.0.1:0", "dce+tcp://127.0.0.1:0"] {
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
