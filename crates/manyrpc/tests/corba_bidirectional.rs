//! Bidirectional GIOP with omniORB, in both roles, over TCP and over TLS with certificates at both ends, and with clients of
//! JacORB: call-backs over the connection that the caller has opened.

#[path = "tls/certificates.rs"]
#[allow(dead_code, reason = "each test file uses a part")]
mod certificates;

#[path = "../../manyrpc-lab/tests/support/peer.rs"]
#[allow(dead_code, unreachable_pub, reason = "each test file uses a part")]
mod peer;
#[path = "../../manyrpc-lab/tests/support/world.rs"]
mod world;

use certificates::{Authority, Files, Valid};
use manyrpc::corba::{Ior, reference_to};
use manyrpc::dynamic::{
    AsyncDynamicClient, Definition, DynamicClient, DynamicInterface, DynamicService, Refusal,
};
use manyrpc::{Binding, Context, Error, Fault, Peer, tls};
use manyrpc_engine::ObjectKey;
use manyrpc_model::Value;
use peer::Peer as Program;
use tokio::task::spawn_blocking;
use world::World;

/// The part of `interfaces/corba/features.idl` that calls back, and calls without a reply.
const FEATURES: &str = r#"
    #pragma prefix "manyrpc.example"
    module features {
        exception Refused {};
        interface Listener {
            void tell(in string what);
            long ask(in long n) raises (Refused);
        };
        interface Server {
            long call_back(in Listener peer, in long times) raises (Refused);
            long call_back_refused(in Listener peer) raises (Refused);
            oneway void tell_later(in Listener peer, in string what);
            oneway void note(in string what);
            long noted(out string last);
        };
    };"#;

fn interface(name: &str) -> DynamicInterface {
    let options = manyrpc_idl::Options::default();
    let (module, problems) = manyrpc_idl::load_text("features.idl", FEATURES, &options);
    let module = module.unwrap_or_else(|| panic!("{problems:?}"));
    let definition = Definition::new(module).expect("it can be lowered");
    DynamicInterface::find(&definition, Some(name)).expect("it is there")
}

/// The key of an object, as a reference has it.
fn key_in(reference: &str) -> Option<ObjectKey> {
    let ior = Ior::parse(reference).expect("a reference");
    Some(ObjectKey::new(&ior.iiop().next()?.key))
}

/// What the listener that a call brings is asked, over the connection of the call.
fn ask(call: &Context<'_>, listener: &Value, n: i32) -> Result<i32, Refusal> {
    let Value::Text(reference) = listener else {
        panic!("{listener:?}");
    };
    let mut client = call.peer().expect("a connection on which both call");
    client.set_object(key_in(reference));
    let mut client = DynamicClient::new(client, interface("Listener"));
    match client.call("ask", &[Value::I32(n)])?[..] {
        [Value::I32(answer)] => Ok(answer),
        ref other => panic!("{other:?}"),
    }
}

/// features.Server, as far as it calls back; on threads, since its calls block.
fn server() -> DynamicService {
    DynamicService::raising(interface("Server"), |call, operation, arguments| {
        match (&*operation.name, &arguments[..]) {
            ("call_back", [Value::Text(nil), _]) if nil.is_empty() => Ok(vec![Value::I32(-1)]),
            ("call_back", [listener, Value::I32(times)]) => {
                let mut sum = 0;
                for n in 0..*times {
                    sum += ask(call, listener, n)?;
                }
                Ok(vec![Value::I32(sum)])
            }
            ("call_back_refused", [listener]) => Ok(vec![Value::I32(ask(call, listener, -1)?)]),
            ("tell_later", [Value::Text(listener), what]) => {
                let mut client = call.peer().expect("a connection on which both call");
                client.set_object(key_in(listener));
                let mut client = DynamicClient::new(client, interface("Listener"));
                let told = client.call("tell", std::slice::from_ref(what));
                told.map_err(|_| Fault::ServerFailure)?;
                Ok(Vec::new())
            }
            other => panic!("{other:?}"),
        }
    })
}

/// Answers with twice the number.
fn listener() -> DynamicService {
    let interface = interface("Listener");
    let refused = interface.default_exception("ask", "Refused");
    let refused = refused.expect("it is declared");
    DynamicService::raising(interface, move |_, operation, arguments| {
        match (&*operation.name, &arguments[..]) {
            ("ask", [Value::I32(n)]) if *n >= 0 => Ok(vec![Value::I32(2 * n)]),
            ("ask", _) => Err(refused.clone()),
            _ => Ok(Vec::new()),
        }
    })
}

const OFFERING: [&str; 2] = ["-ORBofferBiDirectionalGIOP", "1"];

const JACORB_OFFERING: &str = "org.omg.PortableInterceptor.ORBInitializerClass.both=org.jacorb.orb.giop.BiDirConnectionInitializer";

const ACCEPTING: [&str; 2] = ["-ORBacceptBiDirectionalGIOP", "1"];

/// What connections are over.
struct Way {
    scheme: &'static str,
    /// omniORB's options.
    theirs: Vec<String>,
    /// The rule for its transports.
    rule: &'static str,
    accepts: Option<tls::Server>,
    trusts: tls::Client,
    _files: Option<Files>,
}

impl Way {
    fn tcp() -> Self {
        Way {
            scheme: "iiop",
            theirs: Vec::new(),
            rule: "* tcp,bidir",
            accepts: None,
            trusts: tls::Client::new(),
            _files: None,
        }
    }

    /// Each end demands a certificate of the other.
    fn tls() -> Self {
        let (files, authority) = (Files::new(), Authority::new("everybody's"));
        let ours = authority.server(&["127.0.0.1"], Valid::Now).identity();
        let theirs = authority.server(&["127.0.0.1"], Valid::Now);
        let own = files.put("omniorb.pem", &(theirs.key + &theirs.certificate));
        let roots = files.put("ca.pem", &authority.pem);
        // Without a password it loads no key, even if that needs none.
        let options = [
            ("-ORBsslCAFile", &*roots),
            ("-ORBsslKeyFile", &own),
            ("-ORBsslKeyPassword", "unused"),
            ("-ORBsslVerifyMode", "peer,fail"),
        ];
        let options = options.into_iter().flat_map(|(name, value)| [name, value]);
        Way {
            scheme: "iiops",
            theirs: options.map(str::to_owned).collect(),
            rule: "* ssl,bidir",
            accepts: Some(tls::Server::new(ours.clone()).demand_clients(authority.roots())),
            trusts: tls::Client::new().roots(authority.roots()).identity(ours),
            _files: Some(files),
        }
    }

    fn both() -> [Self; 2] {
        [Self::tcp(), Self::tls()]
    }

    fn listening(&self) -> manyrpc::peer::Builder {
        let builder = Peer::builder();
        match &self.accepts {
            Some(tls) => builder.tls(tls.clone()),
            None => builder,
        }
    }

    fn program(&self, name: &str, arguments: &[&str], rule: &str) -> Program {
        let theirs = self.theirs.iter().map(String::as_str);
        let arguments = arguments.iter().copied().chain(theirs);
        let arguments: Vec<&str> = arguments.chain([rule, self.rule]).collect();
        Program::start(name, &arguments)
    }

    /// omniORB's client calls ours, which calls its listener.
    fn called_by_omniorb(&self, at: &Binding) -> Program {
        let port = at.port().unwrap().to_string();
        let arguments = [&["tcp", "127.0.0.1", &port][..], &OFFERING].concat();
        let rule = "-ORBclientTransportRule";
        self.told_of_ours(self.program("omniorb/omniorb_client", &arguments, rule), at)
    }

    /// JacORB's likewise.
    fn called_by_jacorb(&self, at: &Binding) -> Program {
        let port = at.port().unwrap().to_string();
        let arguments = ["tcp", "127.0.0.1", &port, JACORB_OFFERING];
        self.told_of_ours(Program::start("jacorb/jacorb_client", &arguments), at)
    }

    fn told_of_ours(&self, mut program: Program, at: &Binding) -> Program {
        let port = at.port().unwrap();
        let at = format!("{}://127.0.0.1:{port}/features.Server", self.scheme);
        let at: Binding = at.parse().unwrap();
        let reference = reference_to(&at, "IDL:manyrpc.example/features/Server:1.0").unwrap();
        let told = program.ask(&format!("object features.Server {reference}"));
        assert_eq!(told, "ok");
        program
    }

    /// That case of a client of theirs passes, whose objects are called back over its connection.
    fn called_back(&self, world: World, client: fn(&Self, &Binding) -> Program, case: &str) {
        let (at, case) = (
            format!("{}://127.0.0.1:0", self.scheme),
            format!("case {case}"),
        );
        let builder = self.listening();
        let builder = builder.object(ObjectKey::new(b"features.Server"), server());
        let said = match world {
            World::Blocking => {
                let listener = builder.listen(&at).unwrap();
                let mut program = client(self, listener.binding());
                std::thread::scope(|scope| {
                    let said = scope.spawn(|| program.ask(&case));
                    let _peer = listener.accept().unwrap();
                    said.join().unwrap()
                })
            }
            World::Futures => World::wait(async {
                let listener = builder.listen_on_runtime(&at).await.unwrap();
                let mut program = client(self, listener.binding());
                let said = spawn_blocking(move || program.ask(&case));
                let _peer = listener.accept().await.unwrap();
                said.await.unwrap()
            }),
        };
        assert_eq!(said, "ok", "{} {world}", self.scheme);
    }
}

#[test]
fn omniorb_is_called_back_over_its_connection() {
    for way in Way::both() {
        for world in World::ALL {
            way.called_back(world, Way::called_by_omniorb, "call-backs");
        }
    }
}

#[test]
fn jacorb_is_called_back_over_its_connection() {
    for world in World::ALL {
        Way::tcp().called_back(world, Way::called_by_jacorb, "both-ways");
    }
}

/// The reference of an object of omniORB's that calls back.
fn calling_back(program: &mut Program) -> String {
    loop {
        let line = program.line();
        if let Some(reference) = line.trim().strip_prefix("IOR features.CallsBack ") {
            return reference.to_owned();
        }
        assert!(!line.is_empty(), "it has such an object");
    }
}

/// Nobody listens where our listener's reference leads: port 9 is reserved.
#[test]
fn omniorb_calls_back_over_our_connection() {
    for way in Way::both() {
        omniorb_calls_back(&way);
    }
}

fn omniorb_calls_back(way: &Way) {
    let arguments = [&["tcp", "0"][..], &ACCEPTING].concat();
    let rule = "-ORBserverTransportRule";
    let mut program = way.program("omniorb/omniorb_server", &arguments, rule);
    let calling_back = calling_back(&mut program);
    let key = key_in(&calling_back);
    let theirs: Binding = calling_back.parse().unwrap();
    let port = theirs.port().unwrap();
    let nowhere = format!("{}://127.0.0.1:9/the%20listener", way.scheme);
    let nowhere: Binding = nowhere.parse().unwrap();
    let reference = reference_to(&nowhere, "IDL:manyrpc.example/features/Listener:1.0").unwrap();
    let reference = Value::Text(reference.to_string());
    let at = format!(
        "{}://127.0.0.1:{port}?callback=127.0.0.1:9&sync=target",
        way.scheme
    );
    let builder = || {
        let builder = Peer::builder().tls_client(way.trusts.clone());
        builder.object(ObjectKey::new(b"the listener"), listener())
    };
    let ten = [reference.clone(), Value::I32(10)];
    let refused = |ended: Result<Vec<Value>, Error>| match ended {
        Err(Error::Raised(raised)) => assert_eq!(raised.name, "Refused"),
        other => panic!("{other:?}"),
    };
    let unknown = |ended: Result<Vec<Value>, Error>| {
        let told = ended.unwrap_err().to_string();
        assert!(told.contains("OBJECT_NOT_EXIST"), "{told}");
    };
    for world in World::ALL {
        // Without a reply, and waited for until it is carried out.
        let noted = [Value::Text(format!("{world}, carried out"))];
        let lost = ObjectKey::new(b"nobody");
        match world {
            World::Blocking => {
                let peer = builder().connect(&at).unwrap();
                let mut client = peer.client().unwrap();
                client.set_object(Some(lost));
                let mut nobody = DynamicClient::new(client, interface("Server"));
                unknown(nobody.call("note", &noted));
                let mut client = peer.client().unwrap();
                client.set_object(key.clone());
                let mut client = DynamicClient::new(client, interface("Server"));
                assert_eq!(client.call("call_back", &ten).unwrap(), [Value::I32(90)]);
                refused(client.call("call_back_refused", &ten[..1]));
                client.call("note", &noted).unwrap();
                assert_eq!(client.call("noted", &[]).unwrap()[0], noted[0]);
            }
            World::Futures => World::wait(async {
                let peer = builder().connect_on_runtime(&at).await.unwrap();
                let nobody = peer.client().unwrap().with_object(Some(lost));
                let nobody = AsyncDynamicClient::new(nobody, interface("Server"));
                unknown(nobody.call("note", &noted).await);
                let client = peer.client().unwrap().with_object(key.clone());
                let client = AsyncDynamicClient::new(client, interface("Server"));
                let sum = client.call("call_back", &ten).await.unwrap();
                assert_eq!(sum, [Value::I32(90)]);
                refused(client.call("call_back_refused", &ten[..1]).await);
                client.call("note", &noted).await.unwrap();
                assert_eq!(client.call("noted", &[]).await.unwrap()[0], noted[0]);
            }),
        }
    }
}
