//! CORBA's naming service with omniORB, both directions: our clients ask omniNames, `nameclt` and omniORB's programs ask
//! our service, and drawn operations have the same answers from both.

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use manyrpc::corba::{Ior, reference_to};
use manyrpc::dynamic::{Definition, DynamicClient, DynamicInterface, DynamicService};
use manyrpc::registry::naming::{
    AsyncBindingIterator, AsyncNamingClient, BindingIterator, Entry, Name, NameComponent,
    NameServer, NamingClient, NamingError, NotFoundReason, set_initial_reference,
};
use manyrpc::systems::{Form, describer_of};
use manyrpc::{Binding, CallError, ClientOptions, Error, Server};
use manyrpc_model::Value;
use support::world::{Served, Stub, World, in_world};
use support::{Peer, bench};

/// omniNames, with files of its own.
struct OmniNames {
    child: Child,
    directory: PathBuf,
    root: String,
    /// Reads what else it says, so that it never waits for a reader.
    reader: Option<JoinHandle<()>>,
}

impl OmniNames {
    fn start(name: &str) -> Self {
        let name = format!("manyrpc-omninames-{name}-{}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        fs::create_dir_all(&directory).unwrap();
        let mut child = Command::new("omniNames")
            .args(["-always", "-start", "-ignoreport", "-logdir"])
            .arg(&directory)
            .args(["-ORBendPoint", "giop:tcp:127.0.0.1:"])
            .stderr(Stdio::piped())
            .spawn()
            .expect("`scripts/setup.sh test` installs omniNames");
        let mut said = BufReader::new(child.stderr.take().unwrap());
        let root = loop {
            let mut line = String::new();
            assert!(
                said.read_line(&mut line).unwrap() > 0,
                "omniNames has ended"
            );
            if let Some((_, reference)) = line.split_once("Root context is ") {
                break reference.trim().to_owned();
            }
        };
        let reader = thread::spawn(move || {
            let _ = said.read_to_end(&mut Vec::new());
        });
        OmniNames {
            child,
            directory,
            root,
            reader: Some(reader),
        }
    }

    /// `host:port`.
    fn address(&self) -> String {
        address(&self.root)
    }
}

impl Drop for OmniNames {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = self.reader.take().map(JoinHandle::join);
        let _ = fs::remove_dir_all(&self.directory);
    }
}

fn address(reference: &str) -> String {
    let binding: Binding = reference.parse().unwrap();
    binding.address.to_string()
}

/// Our service, and the reference to its root.
fn serve(world: World, service: &NameServer) -> (Served, String) {
    let server = service
        .services(Server::builder())
        .listen("iiop://127.0.0.1:0/NameService");
    let served = server.and_then(|server| world.start(server)).unwrap();
    let root = reference_to(
        &served.bindings()[0],
        "IDL:omg.org/CosNaming/NamingContextExt:1.0",
    );
    (served, root.unwrap().to_string())
}

/// What a program says, if it succeeds.
fn output(program: &str, arguments: &[&str]) -> Result<String, String> {
    let ended = Command::new(program).args(arguments).output();
    let ended = ended.expect("`scripts/setup.sh test` installs omniORB's programs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    match ended.status.success() {
        true => Ok(text(&ended.stdout)),
        false => Err(text(&ended.stdout) + &text(&ended.stderr)),
    }
}

fn nameclt(root: &str, arguments: &[&str]) -> Result<String, String> {
    output("nameclt", &[&["-ior", root], arguments].concat())
}

type Names = Stub<NamingClient, AsyncNamingClient>;

/// A client of a context in either world.
fn open(world: World, binding: &str) -> Names {
    let binding = binding.parse().unwrap();
    let options = ClientOptions::default();
    match world {
        World::Blocking => Stub::Blocking(NamingClient::connect(&binding, &options).unwrap()),
        World::Futures => {
            let options = Arc::new(options);
            let opening = AsyncNamingClient::connect(&binding, &options);
            Stub::Futures(World::wait(opening).unwrap())
        }
    }
}

fn name(text: &str) -> Name {
    text.parse().unwrap()
}

fn listed(names: &mut Names, most: usize) -> (Vec<String>, bool) {
    let (entries, more) = in_world!(names.entries(most)).unwrap();
    let marked = |e: &Entry| format!("{}{}", e.name, if e.is_context { "/" } else { "" });
    (entries.iter().map(marked).collect(), more)
}

const SOMEWHERE: &str = "corbaloc:iiop:1.2@192.0.2.1:4000/an%20object";

/// The same of omniNames and of our own service, in both worlds.
#[test]
fn contexts_answer_as_they_should() {
    let theirs = OmniNames::start("contexts");
    for world in World::ALL {
        let (ours, root) = serve(world, &NameServer::new());
        let (served, object) = served_object(world);
        contexts_answer(world, &theirs.root, &format!("theirs {world}"), &object);
        contexts_answer(world, &root, &format!("ours {world}"), &object);
        served.stop();
        ours.stop();
    }
}

/// An object that is no context, and tells so: omniNames asks each that a name leads through.
fn served_object(world: World) -> (Served, String) {
    let served = bench::serve(world, &["iiop://127.0.0.1:0"]);
    let mut at = served.bindings()[0].clone();
    at.object = Some(manyrpc_engine::ObjectKey::new(b"BENCH_V1"));
    let reference = reference_to(&at, "IDL:BENCH_V1:1.0").unwrap();
    (served, reference.to_string())
}

fn contexts_answer(world: World, root: &str, top: &str, object: &str) {
    let names = &mut open(world, root);
    let at = name(&format!("{top}.test"));
    let context = in_world!(names.bind_new_context(&at)).unwrap();
    let names = &mut open(world, &context);

    in_world!(names.bind_new_context(&name("a"))).unwrap();
    in_world!(names.bind_new_context(&name(r"a/b\/c.k"))).unwrap();
    in_world!(names.bind(&name(r"a/b\/c.k/x"), object)).unwrap();
    let same_object = |found: Result<String, NamingError>| {
        let found: Binding = found.unwrap().parse().unwrap();
        let there: Binding = object.parse().unwrap();
        assert_eq!((found.address, found.object), (there.address, there.object));
    };
    same_object(in_world!(names.resolve(&name(r"a/b\/c.k/x"))));
    same_object(in_world!(names.resolve_str(r"a/b\/c.k/x")));

    // What is not there, and what is there already.
    let missed = in_world!(names.resolve(&name("a/no/x")));
    assert!(
        matches!(&missed, Err(NamingError::NotFound { why: NotFoundReason::MissingNode, rest })
            if rest[..] == *name("no/x").components()),
        "{missed:?}"
    );
    let missed = in_world!(names.unbind(&name(r"a/b\/c.k/x/y")));
    assert!(
        matches!(&missed, Err(NamingError::NotFound { why: NotFoundReason::NotContext, rest })
            if rest[..] == *name("x/y").components()),
        "{missed:?}"
    );
    let again = in_world!(names.bind(&name("a"), object));
    assert!(matches!(again, Err(NamingError::AlreadyBound)), "{again:?}");
    let again = in_world!(names.bind_new_context(&name("a")));
    assert!(matches!(again, Err(NamingError::AlreadyBound)), "{again:?}");
    let full = in_world!(names.destroy());
    assert!(matches!(full, Err(NamingError::NotEmpty)), "{full:?}");

    // Text of names.
    let parts = [
        NameComponent::new("x.y", "k/l"),
        NameComponent::new("", ""),
        NameComponent::new("", "only"),
    ];
    let text = in_world!(names.to_string(&parts)).unwrap();
    assert_eq!(text, r"x\.y.k\/l/./.only");
    assert_eq!(in_world!(names.to_name(&text)).unwrap(), parts);
    for bad in ["", "a//b", "a.", "a.b.c", r"a\b", "/a"] {
        let told = in_world!(names.to_name(bad));
        assert!(
            matches!(told, Err(NamingError::InvalidName)),
            "{bad}: {told:?}"
        );
    }
    let told = in_world!(names.to_string(&[]));
    assert!(matches!(told, Err(NamingError::InvalidName)), "{told:?}");
    for (address, name, url) in [
        (":h:1", "a b/c&d%.e", "corbaname::h:1#a%20b/c&d%25.e"),
        ("iiop:1.2@h/key,:g", "a", "corbaname:iiop:1.2@h/key,:g#a"),
        ("rir:", r"a\.b", "corbaname:rir:#a%5c.b"),
        (":h", "", "corbaname::h"),
    ] {
        let told = in_world!(names.to_url(address, name)).unwrap();
        // Digits of escapes may be of either case.
        assert_eq!(told.to_ascii_lowercase(), url.to_ascii_lowercase());
    }
    for address in ["", "nonsense", "x y"] {
        let told = in_world!(names.to_url(address, "a"));
        assert!(
            matches!(told, Err(NamingError::InvalidAddress)),
            "{address}: {told:?}"
        );
    }
    let told = in_world!(names.to_url(":h", "a//b"));
    assert!(matches!(told, Err(NamingError::InvalidName)), "{told:?}");

    // Lists, by iterators.
    for n in 0..25 {
        in_world!(names.rebind(&name(&format!("n{n}")), object)).unwrap();
    }
    let (all, more) = listed(names, 100);
    let expected: BTreeSet<String> = (0..25)
        .map(|n| format!("n{n}"))
        .chain(["a/".to_owned()])
        .collect();
    assert_eq!((all.len(), more), (26, false));
    assert_eq!(all.into_iter().collect::<BTreeSet<_>>(), expected);
    let (some, more) = listed(names, 7);
    assert_eq!((some.len(), more), (7, true));
    let (first, mut iterator) = list(names, 20);
    assert_eq!(first.len(), 20);
    let rest = &mut iterator;
    assert!(in_world!(rest.next_one()).unwrap().is_some());
    assert_eq!(in_world!(rest.next_n(3)).unwrap().len(), 3);
    assert_eq!(in_world!(rest.next_n(100)).unwrap().len(), 2);
    assert_eq!(in_world!(rest.next_one()).unwrap(), None);
    match iterator {
        Stub::Blocking(rest) => rest.destroy(),
        Stub::Futures(rest) => World::wait(rest.destroy()),
    }
    .unwrap();

    // A context that is destroyed is no object any more.
    for n in 0..25 {
        in_world!(names.unbind(&name(&format!("n{n}")))).unwrap();
    }
    let lone = in_world!(names.new_context()).unwrap();
    in_world!(names.bind_context(&name("lone"), &lone)).unwrap();
    let lone = &mut open(world, &lone);
    in_world!(lone.destroy()).unwrap();
    for ended in [
        in_world!(lone.entries(1)).map(drop),
        in_world!(names.resolve(&name("lone/x"))).map(drop),
    ] {
        let told = ended.unwrap_err().to_string();
        assert!(
            told.contains("OBJECT_NOT_EXIST") || told.contains("interface"),
            "{told}"
        );
    }
    in_world!(names.unbind(&name("lone"))).unwrap();
    in_world!(names.unbind(&name(r"a/b\/c.k"))).unwrap();
    in_world!(names.unbind(&name("a"))).unwrap();
    in_world!(names.destroy()).unwrap();
}

/// The first entries, and the iterator over those that remain, of which there must be some.
fn list(
    names: &mut Names,
    first: u32,
) -> (Vec<Entry>, Stub<BindingIterator, AsyncBindingIterator>) {
    match names {
        Stub::Blocking(names) => {
            let (found, rest) = names.list(first).unwrap();
            (found, Stub::Blocking(rest.expect("there are more")))
        }
        Stub::Futures(names) => {
            let (found, rest) = World::wait(names.list(first)).unwrap();
            (found, Stub::Futures(rest.expect("there are more")))
        }
    }
}

/// `nameclt` does all that it can, and `catior` understands our references.
#[test]
fn nameclt_asks_us() {
    for world in World::ALL {
        let (server, root) = serve(world, &NameServer::new());
        let told = output("catior", &[&root]).unwrap();
        for part in ["NamingContextExt", "\"NameService\"", "UTF-8", "IIOP 1.2"] {
            assert!(told.contains(part), "{part} is not in\n{told}");
        }
        let shop = nameclt(&root, &["bind_new_context", "shop"]).unwrap();
        let told = output("catior", &[shop.lines().last().unwrap()]).unwrap();
        assert!(told.contains("NameService/"), "{told}");
        let object = reference_to(&SOMEWHERE.parse().unwrap(), "")
            .unwrap()
            .to_string();
        nameclt(&root, &["bind", "shop/cart.object", &object]).unwrap();
        assert!(nameclt(&root, &["bind", "shop/cart.object", &object]).is_err());
        nameclt(&root, &["-advanced", "rebind", "shop/cart.object", &object])
            .or_else(|_| nameclt(&root, &["rebind", "shop/cart.object", &object]))
            .unwrap();
        assert!(
            nameclt(&root, &["list", ""])
                .or_else(|_| nameclt(&root, &["list"]))
                .unwrap()
                .contains("shop")
        );
        assert!(
            nameclt(&root, &["list", "shop"])
                .unwrap()
                .contains("cart.object")
        );
        let found = nameclt(&root, &["resolve", "shop/cart.object"]).unwrap();
        let found = found.lines().last().unwrap().to_owned();
        assert_eq!(Ior::parse(&found).unwrap().profiles.len(), 1);
        assert!(nameclt(&root, &["resolve", "shop/nothing"]).is_err());
        nameclt(&root, &["unbind", "shop/cart.object"]).unwrap();
        nameclt(&root, &["remove_context", "shop"]).unwrap();
        assert!(nameclt(&root, &["list", "shop"]).is_err());
        server.stop();
    }
}

/// Names that lead from our service into omniNames and back, for their clients and ours.
#[test]
fn names_lead_through_services() {
    let theirs = OmniNames::start("through");
    for world in World::ALL {
        let (server, root) = serve(world, &NameServer::new());
        let ours = &mut open(world, &root);
        let there = &mut open(world, &theirs.root);
        let (far, back) = (format!("far {world}"), format!("back {world}"));
        in_world!(ours.bind_context(&name(&far), &theirs.root)).unwrap();
        in_world!(there.bind_context(&name(&back), &root)).unwrap();
        in_world!(ours.bind(&name("here"), &theirs.root)).unwrap();
        // From ours to theirs and back to ours, by either client.
        let through = format!("{far}/{back}/here");
        let found = in_world!(ours.resolve(&name(&through))).unwrap();
        assert_eq!(address(&found), theirs.address());
        let found = nameclt(&root, &["resolve", &through]).unwrap();
        assert_eq!(address(found.lines().last().unwrap()), theirs.address());
        let found = nameclt(&theirs.root, &["resolve", &format!("{back}/here")]).unwrap();
        assert_eq!(address(found.lines().last().unwrap()), theirs.address());
        // Changes go there, too, and what is refused there is refused here.
        let made = name(&format!("{far}/made {world}"));
        in_world!(ours.bind_new_context(&made)).unwrap();
        let again = in_world!(ours.bind_new_context(&made));
        assert!(matches!(again, Err(NamingError::AlreadyBound)), "{again:?}");
        in_world!(there.resolve(&name(&format!("made {world}")))).unwrap();
        in_world!(ours.unbind(&made)).unwrap();
        let missed = in_world!(ours.resolve(&made));
        assert!(
            matches!(&missed, Err(NamingError::NotFound { why: NotFoundReason::MissingNode, rest })
                if rest.len() == 1),
            "{missed:?}"
        );
        server.stop();
        // Nobody is there any more: our client is told how far the name leads.
        let gone = in_world!(there.resolve(&name(&format!("{back}/here"))));
        assert!(matches!(gone, Err(NamingError::Error(_))), "{gone:?}");
        in_world!(there.unbind(&name(&back))).unwrap();
    }
}

/// A service that does not follow names says where they lead, and our client goes on itself.
#[test]
fn clients_go_on_where_a_service_does_not() {
    let theirs = OmniNames::start("go-on");
    nameclt(&theirs.root, &["bind_new_context", "x"]).unwrap();
    for world in World::ALL {
        let (server, root) = serve(world, &NameServer::new().without_following());
        let ours = &mut open(world, &root);
        in_world!(ours.bind_context(&name("far"), &theirs.root)).unwrap();
        in_world!(ours.resolve(&name("far/x"))).unwrap();
        let stopped = in_world!(ours.unbind(&name("far/x")));
        match stopped {
            Err(NamingError::CannotProceed { context, rest }) => {
                assert_eq!(address(&context), theirs.address());
                assert_eq!(rest, name("x").components());
            }
            other => panic!("{other:?}"),
        }
        server.stop();
    }
}

/// A server of ours is bound in the service that `rir:` finds while it runs, with its contexts.
#[test]
fn servers_are_registered_by_name() {
    let theirs = OmniNames::start("registered");
    set_initial_reference("NameService", &theirs.root).unwrap();
    let text =
        "#pragma prefix \"shops.example\"\nmodule shop { interface Cart { long items(); }; };";
    let options = manyrpc_idl::Options {
        language: Some("omg".to_owned()),
        ..manyrpc_idl::Options::default()
    };
    let (module, problems) = manyrpc_idl::load_text("shop.idl", text, &options);
    let module = module.unwrap_or_else(|| panic!("{problems:?}"));
    let cart = DynamicInterface::find(&Definition::new(module).unwrap(), None).unwrap();
    for world in World::ALL {
        let service = DynamicService::new(cart.clone(), |_, _, _| Ok(vec![Value::I32(7)]));
        let server = world.service(Server::builder().register(), service);
        let server = server.listen("iiop://127.0.0.1:0");
        let served = server.and_then(|server| world.start(server)).unwrap();
        let root = &theirs.root;
        let bound = nameclt(root, &["resolve", "shop/Cart"]).unwrap();
        let ior = Ior::parse(&bound).unwrap();
        assert_eq!(ior.type_id, "IDL:shops.example/shop/Cart:1.0");
        let at: Binding = "corbaname:rir:#shop/Cart".parse().unwrap();
        let client = manyrpc::Client::connect(&at, None, &ClientOptions::default()).unwrap();
        let mut client = DynamicClient::new(client, cart.clone());
        assert_eq!(client.call("items", &[]).unwrap(), [Value::I32(7)]);
        served.stop();
        // The context stays, in which others may have names.
        assert_eq!(nameclt(root, &["list", "shop"]).unwrap(), "");
    }
}

/// Objects are found by their names: omniORB's by our clients, in our service and in omniNames, and ours by omniORB's.
#[test]
fn objects_are_found_by_name() {
    let theirs = OmniNames::start("found");
    let mut peer = Peer::start("omniorb/omniorb_server", &["tcp"]);
    let port = peer.port();
    let their_bench = loop {
        let line = peer.line();
        if let Some(reference) = line.trim().strip_prefix("IOR manyrpc.Bench ") {
            break reference.to_owned();
        }
        assert!(
            line.starts_with("IOR "),
            "there is no object of the workloads: {line}"
        );
    };
    for world in World::ALL {
        let (server, root) = serve(world, &NameServer::new());
        for (root, top) in [(&root, "ours"), (&theirs.root, "theirs")] {
            let top = format!("{top} {world}");
            nameclt(root, &["bind_new_context", &top]).unwrap();
            let path = format!("{top}/bench.object");
            nameclt(root, &["bind", &path, &their_bench]).unwrap();
            let at = address(root);
            let encoded = path.replace(' ', "%20");
            for url in [
                format!("corbaname:iiop:1.2@{at}#{encoded}"),
                format!("corbaname::{at}/NameService#{encoded}"),
                format!("iiop://{at}/NameService?name={encoded}"),
            ] {
                let mut bench = bench::open(world, &url).unwrap_or_else(|e| panic!("{url}: {e}"));
                for workload in ["add", "concat", "info"] {
                    bench::call(&mut bench, workload).unwrap();
                }
            }
            let Err(Error::Name { name, why, .. }) =
                bench::open(world, &format!("corbaname::{at}#{encoded}/more"))
            else {
                panic!("an object has no names in it");
            };
            assert_eq!(name, format!("{path}/more"));
            assert!(why.contains("not a context"), "{why}");
            // The command's list and description.
            let context: Binding = format!("corbaname::{at}#{}", top.replace(' ', "%20"))
                .parse()
                .unwrap();
            let describer = describer_of(&context).unwrap();
            let options = ClientOptions::default();
            let list = describer.list(&context, &options, Form::Text).unwrap();
            assert_eq!(list, "name          type\nbench.object  object\n");
            let told = describer.describe(&context, &options, Some("bench.object"), Form::Text);
            let told = told.unwrap();
            for part in [format!("127.0.0.1:{port}"), "made by   omniORB".to_owned()] {
                assert!(told.contains(&part), "{told}");
            }
        }
        // Ours, by omniORB's client, which looks the name up in either service.
        let served = bench::serve(world, &["iiop://127.0.0.1:0"]);
        let mut at = served.bindings()[0].clone();
        at.object = Some(manyrpc_engine::ObjectKey::new(b"BENCH_V1"));
        let reference = reference_to(&at, "IDL:manyrpc/Bench:1.0")
            .unwrap()
            .to_string();
        for (root, top) in [(&root, "ours"), (&theirs.root, "theirs")] {
            let path = format!("{top} {world}/us");
            nameclt(root, &["bind", &path, &reference]).unwrap();
            let url = format!(
                "corbaname:iiop:1.2@{}#{}",
                address(root),
                path.replace(' ', "%20")
            );
            let mut client = Peer::start("omniorb/omniorb_client", &["tcp", "127.0.0.1", "1"]);
            assert_eq!(
                client.ask(&format!("object manyrpc.Bench {url}")).trim(),
                "ok"
            );
            for workload in ["nothing", "add", "concat"] {
                client.run_all(workload, 5).unwrap();
            }
        }
        served.stop();
        server.stop();
    }
}

/// Numbers from a seed.
struct Draw(u64);

impl Draw {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len() as u64) as usize]
    }

    fn name(&mut self) -> Vec<NameComponent> {
        let long = if self.below(40) == 0 {
            0
        } else {
            1 + self.below(3)
        };
        let part = |draw: &mut Self| {
            NameComponent::new(
                *draw.of(&["a", "b", "x", "x/.", ""]),
                *draw.of(&["", "", "k"]),
            )
        };
        (0..long).map(|_| part(self)).collect()
    }
}

/// An operation, by the numbers of the contexts that have been made.
#[derive(Clone, Debug)]
enum Operation {
    Bind(Vec<NameComponent>),
    Rebind(Vec<NameComponent>),
    BindContext(Vec<NameComponent>, usize),
    RebindContext(Vec<NameComponent>, usize),
    BindNewContext(Vec<NameComponent>),
    NewContext,
    Resolve(Vec<NameComponent>),
    Unbind(Vec<NameComponent>),
    Destroy,
    List(u32),
    ToString(Vec<NameComponent>),
}

fn operation(draw: &mut Draw, contexts: usize) -> Operation {
    let context = draw.below(contexts as u64) as usize;
    let name = draw.name();
    match draw.below(16) {
        0..=2 => Operation::Bind(name),
        3 => Operation::Rebind(name),
        4 => Operation::BindContext(name, context),
        5 => Operation::RebindContext(name, context),
        6..=7 => Operation::BindNewContext(name),
        8 => Operation::NewContext,
        9..=11 => Operation::Resolve(name),
        12 => Operation::Unbind(name),
        13 => Operation::Destroy,
        14 => Operation::List(draw.below(5) as u32),
        _ => Operation::ToString(name),
    }
}

/// A service and the contexts that were made there, in the order in which they were.
struct Service {
    contexts: Vec<String>,
    world: World,
    object: String,
}

impl Service {
    /// What comes of an operation, in words that are the same for every service.
    fn carry_out(&mut self, at: usize, operation: &Operation) -> String {
        let context = &mut open(self.world, &self.contexts[at]);
        let invalid = |parts: &[NameComponent]| Name::new(parts.to_vec());
        let done = |result: Result<(), NamingError>| told(result.map(|()| "done".to_owned()));
        match operation {
            Operation::ToString(parts) => told(in_world!(context.to_string(parts))),
            Operation::NewContext => {
                let made = in_world!(context.new_context());
                self.made(made)
            }
            Operation::Destroy => done(in_world!(context.destroy())),
            Operation::List(portion) => {
                let listed = match context {
                    Stub::Blocking(context) => context
                        .list(*portion)
                        .map(|(first, rest)| (first, rest.is_some())),
                    Stub::Futures(context) => World::wait(context.list(*portion))
                        .map(|(first, rest)| (first, rest.is_some())),
                };
                let (first, rest) = match listed {
                    Ok(listed) => listed,
                    Err(error) => return told(Err(error)),
                };
                // Their order is up to the service.
                let all = in_world!(context.entries(100)).map(|(mut all, more)| {
                    all.sort();
                    format!("{} {rest} {all:?} {more}", first.len())
                });
                told(all)
            }
            Operation::Bind(parts)
            | Operation::Rebind(parts)
            | Operation::BindContext(parts, _)
            | Operation::RebindContext(parts, _)
            | Operation::BindNewContext(parts)
            | Operation::Resolve(parts)
            | Operation::Unbind(parts) => {
                let Ok(name) = invalid(parts) else {
                    return "no name".to_owned();
                };
                let name = &name;
                match operation {
                    Operation::Bind(_) => done(in_world!(context.bind(name, &self.object))),
                    Operation::Rebind(_) => done(in_world!(context.rebind(name, &self.object))),
                    Operation::BindContext(_, to) => {
                        done(in_world!(context.bind_context(name, &self.contexts[*to])))
                    }
                    Operation::RebindContext(_, to) => {
                        done(in_world!(context.rebind_context(name, &self.contexts[*to])))
                    }
                    Operation::BindNewContext(_) => {
                        let made = in_world!(context.bind_new_context(name));
                        self.made(made)
                    }
                    Operation::Unbind(_) => done(in_world!(context.unbind(name))),
                    _ => {
                        let found = in_world!(context.resolve(name));
                        told(found.map(|found| self.which(&found)))
                    }
                }
            }
        }
    }

    fn made(&mut self, made: Result<String, NamingError>) -> String {
        told(made.map(|made| {
            self.contexts.push(made);
            "made".to_owned()
        }))
    }

    /// Which object a reference is to.
    fn which(&self, reference: &str) -> String {
        let key = |text: &str| text.parse::<Binding>().unwrap().object;
        let mut contexts = self.contexts.iter();
        match contexts.position(|known| key(known) == key(reference)) {
            Some(number) => format!("context {number}"),
            None => format!("{:?}", key(reference)),
        }
    }
}

fn told(result: Result<String, NamingError>) -> String {
    match result {
        Ok(text) => text,
        Err(NamingError::Error(Error::Call(CallError::Fault(_)))) => "a fault".to_owned(),
        Err(NamingError::Error(error)) => panic!("{error}"),
        Err(raised) => format!("{raised:?}"),
    }
}

/// Where omniNames does what the specification has refused: a context is bound again as an object, or an object as a
/// context.
fn is_of_another_kind(operation: &Operation, told: &str) -> bool {
    let is_again = matches!(
        operation,
        Operation::Rebind(_) | Operation::RebindContext(..)
    );
    let is_last =
        told.contains("rest: [NameComponent") && told.matches("NameComponent").count() == 1;
    let is_kind = told.contains("NotObject") || told.contains("NotContext");
    is_again && is_last && is_kind
}

/// Drawn operations have the same answers from omniNames and from us. omniNames goes last, and is spared what it does
/// otherwise.
#[test]
fn drawn_operations_are_answered_alike() {
    let theirs = OmniNames::start("drawn");
    let mut alike = BTreeSet::new();
    for (world, seed) in World::in_all([1, 2, 3]) {
        let (server, root) = serve(world, &NameServer::new());
        let (served, object) = served_object(world);
        let service = |root: &str| Service {
            contexts: vec![root.to_owned()],
            world,
            object: object.clone(),
        };
        let (mut ours, mut other) = (service(&root), service(&theirs.root));
        // Each run begins in contexts of its own, which are destroyed by nobody else.
        for service in [&mut ours, &mut other] {
            service.carry_out(0, &Operation::NewContext);
            service.contexts.remove(0);
        }
        let mut draw = Draw(seed);
        for step in 0..250 {
            // Half of them in the first context, which stays.
            let at = draw.below(2 * ours.contexts.len() as u64) as usize;
            let at = if at < ours.contexts.len() { at } else { 0 };
            let operation = operation(&mut draw, ours.contexts.len());
            if at == 0 && matches!(operation, Operation::Destroy) {
                continue;
            }
            let from_us = ours.carry_out(at, &operation);
            if is_of_another_kind(&operation, &from_us) {
                continue;
            }
            let from_them = other.carry_out(at, &operation);
            assert_eq!(
                from_us, from_them,
                "{world} {seed}, step {step}: {at} {operation:?}"
            );
            let kind = from_us.split([' ', '[']).next().unwrap_or_default();
            alike.insert(kind.to_owned());
        }
        served.stop();
        server.stop();
    }
    for kind in ["done", "made", "NotFound", "AlreadyBound", "NotEmpty", "a"] {
        assert!(alike.contains(kind), "{kind} is not among {alike:?}");
    }
}

/// What is kept in a file is there when the service runs again, and files of something else are refused.
#[test]
fn names_are_kept_in_a_file() {
    let file = std::env::temp_dir().join(format!("manyrpc-names-{}", std::process::id()));
    let object = reference_to(&SOMEWHERE.parse().unwrap(), "")
        .unwrap()
        .to_string();
    for world in World::ALL {
        let (server, root) = serve(world, &NameServer::keeping(&file).unwrap());
        let shop = nameclt(&root, &["bind_new_context", "shop"]).unwrap();
        nameclt(&root, &["bind", "shop/cart", &object]).unwrap();
        server.stop();
        let (server, root) = serve(world, &NameServer::keeping(&file).unwrap());
        let found = nameclt(&root, &["resolve", "shop/cart"]).unwrap();
        assert_eq!(address(found.lines().last().unwrap()), address(&object));
        // The key of a context is the same; only the port is another one.
        let key = |text: &str| text.parse::<Binding>().unwrap().object;
        let again = nameclt(&root, &["resolve", "shop"]).unwrap();
        assert_eq!(
            key(again.lines().last().unwrap()),
            key(shop.lines().last().unwrap())
        );
        nameclt(&root, &["unbind", "shop/cart"]).unwrap();
        nameclt(&root, &["remove_context", "shop"]).unwrap();
        server.stop();
        fs::remove_file(&file).unwrap();
    }
    fs::write(&file, "something else\n").unwrap();
    let refused = NameServer::keeping(&file)
        .map(drop)
        .unwrap_err()
        .to_string();
    assert!(refused.contains("does not hold the names"), "{refused}");
    fs::remove_file(&file).unwrap();
}
