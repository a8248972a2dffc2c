//! A system added by an application, with a notation of its own for bindings like CORBA's
//! `corbaloc:`: several addresses, each with a version, and a key of arbitrary bytes.

use manyrpc::Error;
use manyrpc::binding::{Address, Binding, Transport};
use manyrpc::systems::{self, Connect, Connection, Notation, Objects, Setting, System, Values};
use manyrpc_engine::ObjectKey;

#[derive(Debug)]
struct Orb;

struct Loc;

struct Keys;

const VERSION: Setting = Setting {
    name: "version",
    help: "the version of the protocol",
    values: Values::OneOf(&["1.2", "1.0"]),
    suits: |_| true,
};

impl System for Orb {
    fn name(&self) -> &'static str {
        "orb"
    }

    fn transports(&self) -> &'static [Transport] {
        &[Transport::Tcp]
    }

    fn settings(&self) -> &'static [Setting] {
        &[VERSION]
    }

    fn objects(&self) -> Option<&'static dyn Objects> {
        Some(&Keys)
    }

    fn notation(&self) -> Option<&'static dyn Notation> {
        Some(&Loc)
    }

    fn connect(&self, to: &Connect<'_>) -> Result<Connection, Error> {
        Err(Error::Settings(format!(
            "nobody connects to {}",
            to.binding
        )))
    }
}

impl Objects for Keys {
    fn parse(&self, text: &str) -> Result<ObjectKey, String> {
        Ok(ObjectKey::new(text.replace("%26", "&").as_bytes()))
    }

    fn print(&self, key: &ObjectKey) -> String {
        String::from_utf8_lossy(key.as_bytes()).replace('&', "%26")
    }
}

/// `orbloc:version@host:port,host:port/key`.
impl Notation for Loc {
    fn example(&self) -> &'static str {
        "orbloc:host:port/key"
    }

    fn prefixes(&self) -> &'static [&'static str] {
        &["orbloc:"]
    }

    fn parse(&self, text: &str) -> Result<Binding, String> {
        let rest = text.strip_prefix("orbloc:").unwrap_or(text);
        let (place, key) = rest.split_once('/').ok_or("it has no key, behind a `/`")?;
        let (version, hosts) = match place.split_once('@') {
            Some((version, hosts)) => (Some(version), hosts),
            None => (None, place),
        };
        let addresses: Result<Vec<Address>, _> = hosts.split(',').map(Address::parse).collect();
        let mut addresses = addresses?.into_iter();
        let first = addresses.next().ok_or("it has no address")?;
        let mut binding = Binding::new(&Orb, Transport::Tcp, first);
        binding.alternatives = addresses.collect();
        binding.object = Some(ObjectKey::new(key.as_bytes()));
        version.map_or(Ok(()), |version| binding.set("version", version))?;
        Ok(binding)
    }

    fn print(&self, binding: &Binding) -> Option<String> {
        let key = String::from_utf8(binding.object.as_ref()?.as_bytes().to_vec()).ok()?;
        let hosts: Vec<String> = binding.addresses().map(ToString::to_string).collect();
        let version = binding.settings.word(&VERSION);
        let version = version.map_or(String::new(), |version| format!("{version}@"));
        Some(format!("orbloc:{version}{}/{key}", hosts.join(",")))
    }
}

#[test]
fn a_system_reads_and_prints_bindings_of_its_own() {
    systems::add(&Orb).expect("nobody has these names");
    let same = [
        ("orbloc:h/Dev", "orb+tcp://h?object=Dev"),
        (
            "orbloc:1.0@one:2809,[::1]:2810/a://b&c",
            "orb+tcp://one:2809,[::1]:2810?object=a://b%26c&version=1.0",
        ),
    ];
    for (own, url) in same {
        let binding: Binding = own.parse().expect(own);
        assert_eq!(binding.to_string(), url);
        assert_eq!(url.parse::<Binding>().as_ref(), Ok(&binding));
        assert_eq!(binding.in_own_notation().as_deref(), Some(own));
        assert_eq!(binding.written_like("orbloc:x/y"), own);
        assert_eq!(binding.written_like("orb+tcp://x"), url);
    }
    for (wrong, part) in [
        ("orbloc:h", "it has no key"),
        ("orbloc:/key", "there is no host in it"),
        ("orbloc:h:x/key", "from 0 to 65535"),
        ("orbloc:1.1@h/key", "its version can be `1.2` or `1.0`"),
        ("orb+tcp://h?versoin=1.0", "did you mean `version`?"),
        ("orb:h", "or `orbloc:host:port/key`"),
    ] {
        let error = wrong.parse::<Binding>().expect_err(wrong).to_string();
        assert!(error.contains(part), "{wrong}: {error}");
    }
    let again = systems::add(&Orb).expect_err("it is there").to_string();
    assert!(
        again.contains("`orb` names another system already"),
        "{again}"
    );
}
