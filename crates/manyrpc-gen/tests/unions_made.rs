//! Unions made by the functions that are named after their arms.

use manyrpc::{CallError, Context, Domain, Fault, Server};

/// Generated.
#[rustfmt::skip]
#[path = "corpus/unions.rs"]
pub mod unions;

use unions::{Attributes, ByEnum, ByInt, Complete, Either, Status};
use unions::{UnionsV1, UnionsV1Client, UnionsV1Server};

#[test]
fn an_arm_takes_its_labels() {
    let target = ByEnum::target(Status::Lost, "there").unwrap();
    let (label, value) = (Status::Lost, "there".into());
    assert_eq!(target, ByEnum::Target { label, value });
    let owned = ByEnum::target(Status::Moved, String::from("there")).unwrap();
    let (label, value) = (Status::Moved, "there".into());
    assert_eq!(owned, ByEnum::Target { label, value });
    let other = Attributes::other(Status::Gone).unwrap();
    assert_eq!(other, Attributes::Default { label: 9 });
    let moved = Complete::moved(Status::Gone).unwrap();
    let label = Status::Gone;
    assert_eq!(moved, Complete::Moved { label });
    let fixed = ByInt::fixed(14, [1; 40]).unwrap();
    let (label, value) = (14, [1; 40]);
    assert_eq!(fixed, ByInt::Fixed { label, value });
    let (label, value) = (false, 5);
    assert_eq!(
        Either::same(false, 5).unwrap(),
        Either::Same { label, value }
    );
}

#[test]
fn no_arm_takes_the_label_of_another_one() {
    let wrong = |made: Result<_, manyrpc::stub::WrongLabel>| made.err().map(|e| e.to_string());
    let told = wrong(ByEnum::target(Status::Ok, "").map(drop));
    let words = "label 0 of union `by_enum` is not one of arm `target`, but of arm `data`";
    assert_eq!(told.as_deref(), Some(words));
    let told = wrong(Attributes::other(Status::Ok).map(drop));
    let words = "label 0 of union `attributes` is not one of arm `default`, but of arm `size`";
    assert_eq!(told.as_deref(), Some(words));
    let told = wrong(ByInt::other(13, "").map(drop));
    let words = "label 13 of union `by_int` is not one of arm `other`, but of arm `fixed`";
    assert_eq!(told.as_deref(), Some(words));
    assert!(ByInt::fixed(15, [0; 40]).is_err());
    assert!(Complete::moved(Status::Lost).is_err());
}

/// Says of each size why it is not there; its own mistake at 0.
struct Refusing;

impl UnionsV1 for Refusing {
    fn attributes(&self, _: &Context<'_>, of: Attributes) -> Result<Attributes, Fault> {
        match of {
            Attributes::Size(0) => Ok(Attributes::other(Status::Ok)?),
            _ => Ok(Attributes::other(Status::Gone)?),
        }
    }
}

#[test]
fn a_server_that_mistakes_a_label_has_failed_and_says_so() {
    let server = Server::builder().service(UnionsV1Server(Refusing));
    let server = server
        .listen("jsonrpc+tcp://127.0.0.1:0")
        .unwrap()
        .start()
        .unwrap();
    let mut client = UnionsV1Client::open(&server.bindings()[0].to_string()).unwrap();
    let gone = client.attributes(&Attributes::Size(1)).unwrap();
    assert_eq!(gone, Attributes::other(Status::Gone).unwrap());
    match client.attributes(&Attributes::Size(0)) {
        Err(CallError::Fault(Fault::Detailed(said))) => {
            assert_eq!((said.domain, said.code), (Domain::JsonRpc, -32603));
            assert!(
                said.message.contains("label 0 of union `attributes`"),
                "{}",
                said.message
            );
        }
        other => panic!("{other:?}"),
    }
}
