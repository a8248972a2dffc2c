//! Certificates of a server and a client of loopback, made for one test, and the files that peers
//! read them from (`peers/README.md` has their order).

use std::path::PathBuf;

use manyrpc::tls::{Client, Roots, Server};

#[path = "../../../manyrpc/tests/tls/certificates.rs"]
mod certificates;

use certificates::{Authority, Issued, Valid};

/// All of one test.
pub struct Papers {
    authority: Authority,
    server: Issued,
    client: Issued,
    /// The authority, the server's certificate and key, those of the client.
    files: [String; 5],
}

impl Papers {
    /// `name` is of the test alone.
    pub fn new(name: &str) -> Self {
        let authority = Authority::new("An authority of tests");
        let server = authority.server(&["localhost", "127.0.0.1"], Valid::Now);
        let client = authority.client("a client", None);
        let texts = [
            ("authority", &authority.pem),
            ("server", &server.certificate),
            ("server-key", &server.key),
            ("client", &client.certificate),
            ("client-key", &client.key),
        ];
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("papers-{name}"));
        std::fs::create_dir_all(&folder).expect("cargo has made the folder around it");
        let files = texts.map(|(file, text)| {
            let path = folder.join(format!("{file}.pem"));
            std::fs::write(&path, text).expect("the folder was made just now");
            path.to_str().expect("paths of tests are text").to_owned()
        });
        Papers {
            authority,
            server,
            client,
            files,
        }
    }

    fn roots(&self) -> Roots {
        self.authority.roots()
    }

    /// How our server secures connections.
    pub fn server(&self, mutual: bool) -> Server {
        let server = Server::new(self.server.identity());
        match mutual {
            true => server.demand_clients(self.roots()),
            false => server,
        }
    }

    /// How our client does.
    pub fn client(&self, mutual: bool) -> Client {
        let client = Client::new().roots(self.roots());
        match mutual {
            true => client.identity(self.client.identity()),
            false => client,
        }
    }

    /// What a foreign server is given.
    pub fn server_files(&self, mutual: bool) -> Vec<&str> {
        let [authority, certificate, key, ..] = &self.files;
        let mut files = vec![certificate.as_str(), key];
        files.extend(mutual.then_some(authority.as_str()));
        files
    }

    /// What a foreign client is given.
    pub fn client_files(&self, mutual: bool) -> Vec<&str> {
        let [authority, _, _, own @ ..] = &self.files;
        let mut files = vec![authority.as_str()];
        files.extend(own.iter().filter(|_| mutual).map(String::as_str));
        files
    }
}
