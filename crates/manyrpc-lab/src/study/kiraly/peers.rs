//! The participating languages and their systems, as data.
//!
//! Every foreign program has the command line of `peers/README.md`; ours is this program, see [`crate::child`]. A
//! further peer is one more row.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;

use manyrpc_measure::child;
use manyrpc_measure::machine::process::Program;

use crate::system::{Programs, Reachability, Transport};

/// The name of our own rows and columns.
pub const OURS: &str = "ours";

/// A system of the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct System {
    /// Its name in tables, files and program names.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// Its transport.
    pub transport: Transport,
    /// The scheme of our bindings.
    pub scheme: &'static str,
    /// Whether the document measured it.
    pub is_published: bool,
    /// What the document says of a system that it describes and did not measure.
    pub described: Option<&'static str>,
    /// Why it cannot carry the photo, if so.
    pub refuses_photo: Option<&'static str>,
}

impl System {
    /// Whether it has programs in several languages here.
    pub fn has_matrix(&self) -> bool {
        speakers(self.id).count() > 1
    }
}

const fn own(id: &'static str, title: &'static str, scheme: &'static str) -> System {
    System {
        id,
        title,
        transport: Transport::Tcp,
        scheme,
        is_published: false,
        described: None,
        refuses_photo: None,
    }
}

/// The systems: the document's three, one that it describes, then those that only manyrpc implements here.
pub const SYSTEMS: &[System] = &[
    System {
        is_published: true,
        ..own("grpc", "gRPC", "grpc")
    },
    System {
        is_published: true,
        ..own("xmlrpc", "XML-RPC", "xmlrpc+http")
    },
    System {
        is_published: true,
        ..own("jsonrpc", "JSON-RPC", "jsonrpc+http")
    },
    System {
        described: Some(
            "The document describes SOAP only: as it is verbose, and not all libraries have all of its parts, it was left out of the tests.",
        ),
        ..own("soap", "SOAP", "soap+http")
    },
    own("jsonrpc-tcp", "JSON-RPC over bare TCP", "jsonrpc+tcp"),
    own("onc-tcp", "Sun / ONC RPC over TCP", "onc+tcp"),
    own("dce-co", "DCE RPC, connection-oriented", "dce+tcp"),
    System {
        transport: Transport::Udp,
        refuses_photo: Some("a reply is one datagram, which holds 65,507 bytes at most"),
        ..own("onc-udp", "Sun / ONC RPC over UDP", "onc+udp")
    },
    System {
        transport: Transport::Udp,
        ..own("dce-cl", "DCE RPC, connectionless", "dce+udp")
    },
    System {
        transport: Transport::Udp,
        ..own("ncs", "Apollo NCS", "ncs+udp")
    },
];

/// A language with the systems of its programs.
#[derive(Clone, Copy, Debug)]
pub struct Language {
    /// Its name in tables, and of the directory in `peers/build` of most of its programs.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// Systems by id, with the library used for each.
    pub speaks: &'static [(&'static str, &'static str)],
    /// Whether the document measured it.
    pub is_published: bool,
}

/// The languages, in the order of the tables: the document's, ours, and further ones.
pub const LANGUAGES: &[Language] = &[
    Language {
        id: "cpp",
        title: "C++",
        speaks: &[
            ("grpc", "gRPC C++"),
            ("xmlrpc", "xmlrpc-c"),
            ("jsonrpc", "libjson-rpc-cpp"),
            ("soap", "gSOAP"),
        ],
        is_published: true,
    },
    Language {
        id: "java",
        title: "Java",
        speaks: &[
            ("grpc", "grpc-java on Netty"),
            ("xmlrpc", "Apache XML-RPC"),
            ("jsonrpc", "jsonrpc2 on the JDK's HTTP"),
            ("soap", "Apache CXF on Jetty and the JDK's HTTP"),
        ],
        is_published: true,
    },
    Language {
        id: "ruby",
        title: "Ruby",
        speaks: &[
            ("grpc", "grpc"),
            ("xmlrpc", "xmlrpc on WEBrick"),
            ("jsonrpc", "json on WEBrick and Net::HTTP"),
        ],
        is_published: true,
    },
    Language {
        id: OURS,
        title: "ours, in Rust",
        speaks: &[
            ("grpc", "manyrpc"),
            ("xmlrpc", "manyrpc"),
            ("jsonrpc", "manyrpc"),
            ("soap", "manyrpc"),
            ("jsonrpc-tcp", "manyrpc"),
            ("onc-tcp", "manyrpc"),
            ("dce-co", "manyrpc"),
            ("onc-udp", "manyrpc"),
            ("dce-cl", "manyrpc"),
            ("ncs", "manyrpc"),
        ],
        is_published: false,
    },
    Language {
        id: "python",
        title: "Python",
        speaks: &[
            ("grpc", "grpcio"),
            ("xmlrpc", "standard library"),
            ("soap", "zeep and spyne"),
        ],
        is_published: false,
    },
    Language {
        id: "go",
        title: "Go",
        speaks: &[("grpc", "grpc-go")],
        is_published: false,
    },
    Language {
        id: "rust",
        title: "Rust",
        speaks: &[("grpc", "tonic")],
        is_published: false,
    },
];

/// Directories of programs that are not in their language's: systems, languages, directories.
const DIRECTORIES: &[(&str, &str, &str)] = &[
    ("soap", "cpp", "soap-gsoap"),
    ("soap", "java", "soap-cxf"),
    ("soap", "python", "soap-python"),
];

impl Language {
    /// The directory of its programs for a system.
    fn directory(&self, system: &System) -> &'static str {
        let mut own = DIRECTORIES.iter();
        let own = own.find(|(of, language, _)| (*of, *language) == (system.id, self.id));
        own.map_or(self.id, |(.., directory)| directory)
    }

    /// Where its servers can be reached from.
    pub fn reach(&self) -> Reachability {
        match self.id {
            OURS => Reachability::Ours,
            _ => Reachability::Anywhere,
        }
    }
}

/// Finds a system by id.
pub fn system(id: &str) -> Option<&'static System> {
    SYSTEMS.iter().find(|s| s.id == id)
}

/// Finds a language by id.
pub fn language(id: &str) -> Option<&'static Language> {
    LANGUAGES.iter().find(|l| l.id == id)
}

/// The languages that have a system, in the order of the tables.
pub fn speakers(system: &str) -> impl Iterator<Item = &'static Language> {
    let speaks = move |l: &&Language| l.speaks.iter().any(|(id, _)| *id == system);
    LANGUAGES.iter().filter(speaks)
}

/// Why a peer's program cannot be started, if it is missing.
pub fn absent(
    programs: &Programs,
    system: &System,
    language: &Language,
    role: &str,
) -> Option<String> {
    let program = foreign(programs, system, language, role)?;
    (!program.is_file()).then(|| {
        let name = format!("{}/{}_{role}", language.directory(system), system.id);
        format!("{name} is not built (`make peers` builds it)")
    })
}

/// The program of a server.
pub fn server(programs: &Programs, system: &System, language: &Language) -> Program {
    match foreign(programs, system, language, "server") {
        Some(path) => Program {
            path,
            arguments: vec!["tcp".into()],
        },
        None => ours(programs, &["database-server", system.scheme]),
    }
}

/// The program of a client for a server.
pub fn client(
    programs: &Programs,
    system: &System,
    language: &Language,
    server: SocketAddr,
) -> Program {
    let (host, port) = (server.ip().to_string(), server.port().to_string());
    match foreign(programs, system, language, "client") {
        Some(path) => Program {
            path,
            arguments: ["tcp", &host, &port].map(OsString::from).to_vec(),
        },
        None => ours(
            programs,
            &["database-client", system.scheme, &server.to_string()],
        ),
    }
}

fn foreign(
    programs: &Programs,
    system: &System,
    language: &Language,
    role: &str,
) -> Option<PathBuf> {
    let name = format!("{}_{role}", system.id);
    (language.id != OURS).then(|| programs.peers.join(language.directory(system)).join(name))
}

fn ours(programs: &Programs, arguments: &[&str]) -> Program {
    child::program(&programs.ours, arguments)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_speaks_systems_that_there_are() {
        for language in LANGUAGES {
            for (id, _) in language.speaks {
                assert!(system(id).is_some(), "{id}");
            }
            let published = SYSTEMS.iter().filter(|s| s.is_published);
            let all = published
                .map(|s| s.id)
                .all(|id| speakers(id).any(|l| l.id == language.id));
            assert!(all || !language.is_published, "{}", language.id);
        }
        assert_eq!(speakers("jsonrpc").count(), 4);
        for (of, by, _) in DIRECTORIES {
            assert!(speakers(of).any(|l| l.id == *by), "{of} {by}");
        }
        assert_eq!(
            speakers("onc-tcp").map(|l| l.id).collect::<Vec<_>>(),
            [OURS]
        );
    }

    #[test]
    fn programs_have_the_command_lines_of_the_peers() {
        let programs = Programs {
            ours: "manyrpc".into(),
            peers: "/nonexistent".into(),
        };
        let at = SocketAddr::from(([127, 0, 0, 1], 4000));
        let (spoken, ruby) = (system("xmlrpc").unwrap(), language("ruby").unwrap());
        let foreign = client(&programs, spoken, ruby, at);
        assert_eq!(
            foreign.path,
            PathBuf::from("/nonexistent/ruby/xmlrpc_client")
        );
        assert_eq!(foreign.arguments, ["tcp", "127.0.0.1", "4000"]);
        assert_eq!(server(&programs, spoken, ruby).arguments, ["tcp"]);
        let (soap, java) = (system("soap").unwrap(), language("java").unwrap());
        assert_eq!(
            server(&programs, soap, java).path,
            PathBuf::from("/nonexistent/soap-cxf/soap_server")
        );
        let why = absent(&programs, spoken, ruby, "client").unwrap();
        assert!(why.starts_with("ruby/xmlrpc_client is not built"), "{why}");
        let own = language(OURS).unwrap();
        assert_eq!(absent(&programs, spoken, own, "client"), None);
        assert_eq!(
            client(&programs, spoken, own, at).arguments,
            [
                "lab-child",
                "database-client",
                "xmlrpc+http",
                "127.0.0.1:4000"
            ]
        );
    }
}
