//! Calls cancelled from another thread than the one that waits for them.

#[expect(dead_code, reason = "the other tests use the rest")]
mod support;

use manyrpc::{CallError, Cancel, Error, Server};
use manyrpc_model::Value;
use support::{App, INTERNET, PATIENCE, add, client, interface, service};

const V2: &str = "CALCULATOR_V2";

#[test]
fn whoever_waits_hears_it_and_the_client_goes_on() {
    for binding in INTERNET
        .iter()
        .filter(|binding| !binding.starts_with("raw"))
    {
        let (app, wires) = App::new();
        let server = Server::builder()
            .service(service(interface(V2), &app))
            .workers(2);
        let server = server.listen(binding).unwrap().start().unwrap();
        let mut client = client(&server, V2);
        let cancel = Cancel::new().unwrap();
        client.client().set_cancel(Some(cancel.clone()));
        assert_eq!(
            add(&mut client, 1, 2).unwrap(),
            [Value::I32(3)],
            "{binding}"
        );

        let (begun, go_on) = (wires.begun, wires.go_on);
        let elsewhere = std::thread::spawn(move || {
            begun.recv_timeout(PATIENCE).unwrap();
            cancel.pull();
        });
        let ended = client.call("waits", &[]);
        assert!(is_cancelled(&ended), "{binding}: {ended:?}");
        elsewhere.join().unwrap();
        // It stays cancelled.
        let next = add(&mut client, 1, 2);
        assert!(is_cancelled(&next), "{binding}: {next:?}");

        client.client().set_cancel(None);
        go_on.send(()).unwrap();
        assert_eq!(
            add(&mut client, 3, 4).unwrap(),
            [Value::I32(7)],
            "{binding}"
        );
    }
}

fn is_cancelled(ended: &Result<Vec<Value>, Error>) -> bool {
    matches!(ended, Err(Error::Call(CallError::Cancelled)))
}
