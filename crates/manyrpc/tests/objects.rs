//! Objects that are activated while their server runs, and references to them, over real sockets.

#[path = "../../manyrpc-lab/tests/support/world.rs"]
mod world;

use std::sync::Arc;
use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering};

use manyrpc::adapter::ActivationError;
use manyrpc::dynamic::{
    AsyncDynamicClient, Definition, DynamicClient, DynamicInterface, DynamicService,
};
use manyrpc::registry::generated::rpcbind::{
    AsyncPmapVersClient, AsyncRpcbversClient, PmapVers, PmapVersClient, PmapVersServer,
    RpcbversClient,
};
use manyrpc::stub::Service;
use manyrpc::{
    ClientOptions, Context, Error, Fault, ObjectAdapter, ObjectKey, Reference, Server, Uuid,
};
use manyrpc_model::Value;
use world::{Served, Stub, World, in_world};

const BANK: &str = r#"
    #pragma prefix "example.org"
    module money {
        interface Named { readonly attribute string name; };
        interface Account : Named { long deposit(in long amount); };
        interface Savings : Account { long interest(); };
        #pragma version Savings 2.1
        interface Bank { Account open(in string owner); Account same(in Account it); };
    };"#;
const ACCOUNT: &str = "IDL:example.org/money/Account:1.0";

/// What a client is told of OBJECT_NOT_EXIST.
const GONE: &str = "does not offer this interface";

fn interface(name: &str) -> DynamicInterface {
    let options = manyrpc_idl::Options {
        language: Some("omg".to_owned()),
        ..manyrpc_idl::Options::default()
    };
    let (module, problems) = manyrpc_idl::load_text("bank.idl", BANK, &options);
    let module = module.unwrap_or_else(|| panic!("{problems:?}"));
    DynamicInterface::find(&Definition::new(module).unwrap(), Some(name)).unwrap()
}

/// An account, or something derived from it.
fn account(interface: DynamicInterface, owner: &str) -> DynamicService {
    let (owner, amount) = (owner.to_owned(), AtomicI32::new(0));
    DynamicService::new(interface, move |_, operation, arguments| {
        match (&*operation.name, &arguments[..]) {
            ("_get_name", []) => Ok(vec![Value::Text(owner.clone())]),
            ("deposit", [Value::I32(more)]) => {
                let before = amount.fetch_add(*more, Ordering::Relaxed);
                Ok(vec![Value::I32(before + more)])
            }
            _ => Err(Fault::NoSuchOperation),
        }
    })
}

/// A bank that makes an object of each account.
fn bank(world: World, objects: &ObjectAdapter) -> DynamicService {
    let (objects, interface_of_accounts) = (objects.clone(), interface("Account"));
    DynamicService::new(interface("Bank"), move |_, _, arguments| {
        let [Value::Text(owner)] = &arguments[..] else {
            panic!("{arguments:?}")
        };
        let account = account(interface_of_accounts.clone(), owner);
        let key = format!("account of {owner}");
        let opened = objects.activate_shared(&*key, world.servant(account))?;
        Ok(vec![Value::Text(opened.into())])
    })
}

fn serve(world: World, objects: &ObjectAdapter) -> Served {
    let server = Server::builder()
        .adapter(objects)
        .listen("iiop://127.0.0.1:0");
    world
        .start(world.service(server.unwrap(), bank(world, objects)))
        .unwrap()
}

type Client = Stub<DynamicClient, AsyncDynamicClient>;

fn client(world: World, to: &Reference, name: &str, narrow: Option<&str>) -> Result<Client, Error> {
    let (ours, theirs) = (interface(name), interface(name));
    let stubs = (
        |client| DynamicClient::new(client, ours),
        |client| AsyncDynamicClient::new(client, theirs),
    );
    world.refer(to, narrow, stubs)
}

fn call(client: &mut Client, operation: &str, arguments: &[Value]) -> Result<Value, String> {
    let results = in_world!(client.call(operation, arguments));
    let results = results.map_err(|e| e.to_string())?;
    Ok(results.into_iter().next().unwrap_or(Value::Void))
}

fn name_of(client: &mut Client) -> Result<String, String> {
    match call(client, "_get_name", &[])? {
        Value::Text(name) => Ok(name),
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_operation_makes_objects_and_returns_references_to_them() {
    for world in World::ALL {
        let objects = ObjectAdapter::new();
        assert_eq!(
            objects.activate("early", account(interface("Account"), "ann")),
            Err(ActivationError::NotRunning)
        );
        let server = serve(world, &objects);
        let at = objects.reference("money.Bank").unwrap();
        assert_eq!(
            at.type_id().as_deref(),
            Some("IDL:example.org/money/Bank:1.0")
        );
        let mut bank = client(world, &at, "Bank", None).unwrap();
        let mut opened = Vec::new();
        for owner in ["ann", "bob"] {
            let reference = call(&mut bank, "open", &[Value::Text(owner.to_owned())]);
            let Ok(Value::Text(reference)) = reference else {
                panic!("{reference:?}")
            };
            let reference = Reference::from(reference);
            assert_eq!(reference.type_id().as_deref(), Some(ACCOUNT));
            opened.push(client(world, &reference, "Account", Some(ACCOUNT)).unwrap());
        }
        for (account, sums) in opened.iter_mut().zip([[5, 10], [7, 14]]) {
            for sum in sums {
                let got = call(account, "deposit", &[Value::I32(sums[0])]);
                assert_eq!(got, Ok(Value::I32(sum)), "{world}");
            }
        }
        assert_eq!(name_of(&mut opened[1]).as_deref(), Ok("bob"));
        // The owner has an account already.
        let again = call(&mut bank, "open", &[Value::Text("ann".to_owned())]);
        assert!(again.unwrap_err().contains("failed"), "{world}");
        assert_eq!(objects.len(), 2);
        assert!(objects.deactivate("account of ann"));
        assert!(!objects.deactivate("account of ann"));
        let gone = name_of(&mut opened[0]).unwrap_err();
        assert!(gone.contains(GONE), "{world}: {gone}");
        assert_eq!(name_of(&mut opened[1]).as_deref(), Ok("bob"));
        // A full server.
        objects.set_capacity(1);
        let full = call(&mut bank, "open", &[Value::Text("eve".to_owned())]).unwrap_err();
        assert!(full.contains("TRANSIENT"), "{world}: {full}");
        server.stop();
        assert!(objects.is_empty());
    }
}

/// Of this machine's files the application reads those that it names itself, and nobody else's reference has one read.
#[test]
fn received_references_name_no_files() {
    let path = std::env::temp_dir().join(format!("manyrpc-{}.ior", std::process::id()));
    let text = "corbaloc:iiop:1.2@host:4000/Key";
    std::fs::write(&path, text).unwrap();
    let url = format!("file://{}", path.display());
    let own: Result<Reference, _> = url.parse();
    assert_eq!(own.as_ref().map(Reference::as_str), Ok(text));
    let received = Reference::from(url).binding();
    assert!(received.unwrap_err().to_string().contains("names a file"));
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn references_are_narrowed_by_asking() {
    for world in World::ALL {
        let server = serve(world, &ObjectAdapter::new());
        let objects = server.adapter();
        let savings = world.servant(account(interface("Savings"), "ann"));
        let reference = objects.activate_shared("savings", savings).unwrap();
        assert_eq!(
            reference.type_id().as_deref(),
            Some("IDL:example.org/money/Savings:2.1")
        );
        // Of a text that tells no type.
        let port = server.port();
        let location = format!("corbaloc:iiop:1.2@127.0.0.1:{port}/savings");
        for text in [location, reference.to_string()] {
            let reference: Reference = text.parse().unwrap();
            for id in [
                "IDL:example.org/money/Savings:2.1",
                ACCOUNT,
                "IDL:example.org/money/Named:1.0",
                "IDL:omg.org/CORBA/Object:1.0",
            ] {
                let mut narrowed = client(world, &reference, "Named", Some(id)).unwrap();
                assert_eq!(name_of(&mut narrowed).as_deref(), Ok("ann"));
            }
            for id in [
                "IDL:example.org/money/Bank:1.0",
                "IDL:example.org/money/Savings:1.0",
                "IDL:money/Account:1.0",
                "",
            ] {
                let refused = client(world, &reference, "Named", Some(id));
                assert!(matches!(refused, Err(Error::NotA { .. })), "{world} {id}");
            }
        }
        let nil = client(world, &Reference::NIL, "Named", None);
        assert!(nil.is_err_and(|e| e.to_string().contains("no object")));
        server.stop();
    }
}

struct Mapper;

impl PmapVers for Mapper {
    fn pmapproc_null(&self, _: &Context<'_>) -> Result<(), Fault> {
        Ok(())
    }
}

/// Generated stubs, whose type identifiers follow from their names.
#[test]
fn stubs_are_narrowed_to() {
    let options = ClientOptions::default();
    for world in World::ALL {
        let server = serve(world, &ObjectAdapter::new());
        let mapper = world.servant(PmapVersServer(Mapper));
        let told = server.adapter().activate_shared("mapper", mapper).unwrap();
        assert_eq!(told.type_id().as_deref(), Some("IDL:PMAP_VERS:1.0"));
        let at = format!("corbaloc:iiop:1.2@127.0.0.1:{}/mapper", server.port());
        for reference in [told, Reference::from(at)] {
            let (refused, failed) = match world {
                World::Blocking => {
                    let mut mapper: PmapVersClient = reference.connect(&options).unwrap();
                    mapper.pmapproc_null().unwrap();
                    let mut other: RpcbversClient = reference.connect_unchecked(&options).unwrap();
                    let refused = reference.connect::<RpcbversClient>(&options);
                    (refused.err(), other.rpcbproc_null())
                }
                World::Futures => World::wait(async {
                    let mapper: AsyncPmapVersClient =
                        reference.connect_async(&options).await.unwrap();
                    mapper.pmapproc_null().await.unwrap();
                    let other: AsyncRpcbversClient =
                        reference.connect_unchecked_async(&options).await.unwrap();
                    let refused = reference.connect_async::<AsyncRpcbversClient>(&options);
                    (refused.await.err(), other.rpcbproc_null().await)
                }),
            };
            assert!(matches!(refused, Some(Error::NotA { .. })), "{world}");
            assert!(failed.is_err(), "{world}");
        }
        server.stop();
    }
}

#[test]
fn calls_go_on_to_where_an_object_has_moved() {
    for world in World::ALL {
        let [old, new] = [(); 2].map(|()| serve(world, &ObjectAdapter::new()));
        let servant = || world.servant(account(interface("Account"), "ann"));
        let before = old.adapter().activate_shared("ann", servant()).unwrap();
        let mut ann = client(world, &before, "Account", None).unwrap();
        let deposit = |ann: &mut Client| call(ann, "deposit", &[Value::I32(5)]);
        assert_eq!(deposit(&mut ann), Ok(Value::I32(5)));
        let after = new.adapter().activate_shared("ann of old", servant());
        old.adapter().forward("ann", &after.unwrap(), false);
        for sum in [5, 10] {
            assert_eq!(deposit(&mut ann), Ok(Value::I32(sum)), "{world}");
        }
        // Who asks is sent on, too.
        let at = format!("corbaloc:iiop:1.1@127.0.0.1:{}/ann", old.port());
        let mut asked = client(world, &Reference::from(at), "Named", Some(ACCOUNT)).unwrap();
        assert_eq!(name_of(&mut asked).as_deref(), Ok("ann"));
        assert_eq!(
            old.adapter().activate_shared("ann", servant()),
            Err(ActivationError::InUse)
        );
        assert!(old.adapter().deactivate("ann"));
        let gone = client(world, &before, "Account", None).map(|mut ann| name_of(&mut ann));
        assert!(gone.unwrap().unwrap_err().contains(GONE), "{world}");
        old.stop();
        new.stop();
    }
}

#[test]
fn ranges_of_keys_have_a_servant_or_make_one() {
    for world in World::ALL {
        let server = serve(world, &ObjectAdapter::new());
        let objects = server.adapter();
        let named = move |name: &str| world.servant(account(interface("Account"), name));
        // One for all, which is told the key.
        objects.default_servant(
            "all/",
            DynamicService::new(interface("Account"), |call, _, _| {
                let key = call.object.expect("the call names it").as_bytes();
                Ok(vec![Value::Text(String::from_utf8_lossy(key).into())])
            }),
        );
        let made = Arc::new(AtomicUsize::new(0));
        let incarnate = {
            let made = made.clone();
            move |key: &ObjectKey| -> Result<Option<Arc<dyn Service>>, Fault> {
                let name = String::from_utf8_lossy(key.as_bytes()).into_owned();
                made.fetch_add(1, Ordering::Relaxed);
                match name.rsplit('/').next() {
                    Some("nobody") => Ok(None),
                    Some("failing") => Err(Fault::Denied(0)),
                    _ => Ok(Some(named(&name))),
                }
            }
        };
        objects.servant_activator("kept/", incarnate.clone());
        objects.servant_locator("each/", incarnate);
        let at = |key: &str| {
            let reference = objects.reference_as(key, ACCOUNT).unwrap();
            client(world, &reference, "Account", None).unwrap()
        };
        let times = |client: &mut Client, name: &str| {
            let before = made.load(Ordering::Relaxed);
            for _ in 0..3 {
                assert_eq!(name_of(client).as_deref(), Ok(name), "{world}");
            }
            made.load(Ordering::Relaxed) - before
        };
        assert_eq!(times(&mut at("all/1"), "all/1"), 0);
        assert_eq!(times(&mut at("kept/1"), "kept/1"), 1);
        assert_eq!((objects.len(), times(&mut at("kept/1"), "kept/1")), (1, 0));
        assert!(objects.deactivate("kept/1"));
        assert_eq!(times(&mut at("kept/1"), "kept/1"), 1);
        assert!(times(&mut at("each/1"), "each/1") >= 3);
        assert_eq!(objects.len(), 1);
        for (key, exception) in [
            ("kept/nobody", GONE),
            ("each/nobody", GONE),
            ("kept/failing", "denied"),
            ("elsewhere", GONE),
        ] {
            let told = name_of(&mut at(key)).unwrap_err();
            assert!(told.contains(exception), "{world} {key}: {told}");
        }
        // Asked for their types.
        for key in ["all/2", "kept/2", "each/2"] {
            let reference = objects.reference_as(key, "").unwrap();
            client(world, &reference, "Named", Some(ACCOUNT)).unwrap();
            let refused = client(world, &reference, "Named", Some("IDL:other:1.0"));
            assert!(matches!(refused, Err(Error::NotA { .. })));
        }
        // An object of its own precedes its range, and a longer prefix a shorter one.
        let own = world.servant(account(interface("Account"), "own"));
        objects.activate_shared("all/own", own).unwrap();
        objects.default_servant("", account(interface("Account"), "anybody"));
        assert_eq!(times(&mut at("all/own"), "own"), 0);
        assert_eq!(times(&mut at("all/1"), "all/1"), 0);
        assert_eq!(times(&mut at("elsewhere"), "anybody"), 0);
        server.stop();
    }
}

#[test]
fn transient_objects_do_not_survive_their_server() {
    for world in World::ALL {
        let server = serve(world, &ObjectAdapter::new());
        let (at, objects) = (server.at(), server.adapter());
        let servants = [(); 2].map(|()| account(interface("Account"), "ann"));
        let [first, second] = servants.map(|it| objects.activate_transient(it).unwrap());
        assert_ne!(first.key(), second.key());
        assert_eq!(
            name_of(&mut client(world, &first, "Account", None).unwrap()).as_deref(),
            Ok("ann")
        );
        let persistent = account(interface("Account"), "bob");
        let persistent = objects.activate("bob", persistent).unwrap();
        server.stop();

        let again = ObjectAdapter::new();
        let server = Server::builder().adapter(&again).listen(&at);
        let server = world.start(server.unwrap()).unwrap();
        let bob = account(interface("Account"), "bob");
        assert_eq!(again.activate("bob", bob).as_ref(), Ok(&persistent));
        again
            .activate_transient(account(interface("Account"), "eve"))
            .unwrap();
        let gone = name_of(&mut client(world, &first, "Account", None).unwrap());
        assert!(gone.unwrap_err().contains(GONE));
        let kept = name_of(&mut client(world, &persistent, "Account", None).unwrap());
        assert_eq!(kept.as_deref(), Ok("bob"));
        server.stop();
    }
}

#[test]
fn keys_belong_to_one_object() {
    let objects = ObjectAdapter::new();
    let server = serve(World::Blocking, &objects);
    let servant = || account(interface("Account"), "ann");
    objects.activate("key", servant()).unwrap();
    for taken in ["key", "money.Bank", "Bank"] {
        let refused = objects.activate(taken, servant());
        assert_eq!(refused, Err(ActivationError::InUse), "{taken}");
    }
    assert_eq!(objects.reference("other"), Err(ActivationError::Unknown));
    assert_eq!(
        objects.activate_shared("later", World::Futures.servant(servant())),
        Err(ActivationError::NeedsRuntime)
    );
    let other = Server::builder()
        .adapter(&objects)
        .listen("iiop://127.0.0.1:0");
    let other = other.unwrap().start();
    assert!(other.is_err_and(|e| e.to_string().contains("another server")));
    server.stop();
}

#[test]
fn a_server_publishes_the_name_that_it_is_told() {
    let builder = || {
        Server::builder()
            .listen("iiop://127.0.0.1:0?version=1.1")
            .unwrap()
            .listen("iiop://127.0.0.1:0")
            .unwrap()
    };
    let servant = || account(interface("Account"), "ann");
    for (server, host) in [
        (builder(), "127.0.0.1"),
        (
            builder().published_host("bank.example.org"),
            "bank.example.org",
        ),
    ] {
        let server = server.start().unwrap();
        let reference = server.activate("key", servant()).unwrap();
        let binding = reference.binding().unwrap();
        let told: Vec<String> = binding.addresses().map(ToString::to_string).collect();
        let ports = server.bindings().iter().map(|b| b.port().unwrap());
        let expected: Vec<String> = ports.map(|port| format!("{host}:{port}")).collect();
        assert_eq!(told, expected);
        server.stop();
    }
    // Every address of the host is none that others can use.
    let server = Server::builder().listen("iiop://0.0.0.0:0").unwrap();
    let server = server.start().unwrap();
    let reference = server.activate("key", servant()).unwrap();
    let host = reference.binding().unwrap().host_name().map(str::to_owned);
    assert_ne!(host.as_deref(), Some("0.0.0.0"));
    let mut client = client(World::Blocking, &reference, "Account", None).unwrap();
    assert_eq!(name_of(&mut client).as_deref(), Ok("ann"));
    server.stop();
}

/// The adapter is of no particular system: DCE's objects have UUIDs.
#[test]
fn objects_of_dce_are_activated_too() {
    for world in World::ALL {
        let server = Server::builder().listen("dce+tcp://127.0.0.1:0").unwrap();
        let server = world.start(server).unwrap();
        let objects = server.adapter();
        let servant = |name| world.servant(account(interface("Account"), name));
        assert_eq!(
            objects.activate_shared("no UUID", servant("ann")),
            Err(ActivationError::NotNamed)
        );
        let own = Uuid([7; 16]);
        let transient = account(interface("Account"), "transient");
        for (reference, name) in [
            (objects.activate_shared(own, servant("ann")), "ann"),
            (objects.activate_transient(transient), "transient"),
        ] {
            let mut client = client(world, &reference.unwrap(), "Account", None).unwrap();
            assert_eq!(name_of(&mut client).as_deref(), Ok(name), "{world}");
        }
        assert!(objects.deactivate(own));
        let gone = objects.reference_as(own, "").unwrap();
        let mut client = client(world, &gone, "Account", None).unwrap();
        assert!(name_of(&mut client).is_err());
        server.stop();
    }
}

/// What a server that echoes refers to: nothing, unless a reference was sent.
#[test]
fn text_is_not_echoed_as_a_reference() {
    let bank = interface("Bank");
    let owner = [Value::Text("ann".to_owned())];
    let nil = [Value::Text(String::new())];
    assert_eq!(bank.made_up_results("open", &owner, true).unwrap(), nil);
    let account = [Value::Text("corbaloc::host/key".to_owned())];
    let same = bank.made_up_results("same", &account, true).unwrap();
    assert_eq!(same, account);
}
