//! The foreign implementations of CORBA: how their servers and clients are started, and what they have.
#![allow(dead_code, reason = "each test program uses a part")]

use crate::support::Peer;

/// Each is answered in the version that it is sent in; photographs and the longest echo are in fragments.
pub(crate) const VERSIONS: [&str; 3] = ["1.0", "1.1", "1.2"];

/// A foreign implementation: a server and a client.
#[derive(Clone, Copy)]
pub(crate) struct Orb {
    pub(crate) name: &'static str,
    /// How a client is told the version of GIOP that it speaks, up to the version.
    pub(crate) version: &'static [&'static str],
    /// Whether its server has `features.Extremes`, and objects that are elsewhere.
    pub(crate) has_all: bool,
    /// Whether its server has `features.Guarded`.
    pub(crate) has_guarded: bool,
    /// Whether it takes unions over `wchar`.
    pub(crate) has_switches: bool,
    /// Whether its objects have the keys that `corbaloc` finds.
    pub(crate) has_keys: bool,
}

pub(crate) const OMNIORB: Orb = Orb {
    name: "omniorb",
    version: &["-ORBmaxGIOPVersion", ""],
    has_all: true,
    has_guarded: false,
    has_switches: false,
    has_keys: true,
};

pub(crate) const JACORB: Orb = Orb {
    name: "jacorb",
    version: &["version="],
    has_all: false,
    has_guarded: true,
    has_switches: false,
    has_keys: true,
};

pub(crate) const GLASSFISH: Orb = Orb {
    name: "glassfish",
    version: &["com.sun.corba.ee.giop.ORBGIOPVersion="],
    has_all: false,
    has_guarded: true,
    has_switches: true,
    has_keys: false,
};

impl Orb {
    pub(crate) fn server(self, options: &[String]) -> Peer {
        // The system chooses the port.
        let arguments = ["tcp", "0"].into_iter();
        let arguments = arguments.chain(options.iter().map(String::as_str));
        let arguments: Vec<&str> = arguments.collect();
        Peer::start(&format!("{0}/{0}_server", self.name), &arguments)
    }

    /// A client of our server at that port.
    pub(crate) fn client(self, port: u16, version: &str, options: &[String]) -> Peer {
        let mut told: Vec<String> = self.version.iter().map(|part| (*part).to_owned()).collect();
        *told.last_mut().expect("there are some") += version;
        let port = port.to_string();
        let arguments = ["tcp", "127.0.0.1", &port].into_iter();
        let arguments = arguments.chain(told.iter().chain(options).map(String::as_str));
        let arguments: Vec<&str> = arguments.collect();
        Peer::start(&format!("{0}/{0}_client", self.name), &arguments)
    }
}

/// By its key and a version of GIOP, or by its reference, and where that is.
pub(crate) type Place = (&'static str, String);

impl Orb {
    /// Where an object of theirs is.
    pub(crate) fn places(self, server: &mut Peer, key: &str) -> Vec<Place> {
        let port = server.port();
        let by_key = VERSIONS.iter().filter(|_| self.has_keys);
        let by_key = by_key.map(|v| (*v, format!("corbaloc:iiop:{v}@127.0.0.1:{port}/{key}")));
        let mut places: Vec<Place> = by_key.collect();
        let told = format!("IOR {key} ");
        loop {
            let line = server.line();
            match line.trim().strip_prefix(&told) {
                Some(reference) => places.push(("reference", reference.to_owned())),
                None if line.trim() == "ready" => return places,
                None => assert!(line.starts_with("IOR "), "{line}"),
            }
        }
    }
}
