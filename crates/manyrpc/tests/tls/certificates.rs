//! Certificate authorities and certificates, made for one test.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use manyrpc::tls::{Identity, Roots};
use rcgen::{
    BasicConstraints, CertificateParams, DistinguishedName, DnType, IsCa, Issuer, KeyPair, SanType,
    date_time_ymd,
};

/// A certificate authority.
pub(crate) struct Authority {
    pub(crate) pem: String,
    issuer: Issuer<'static, KeyPair>,
}

/// A certificate with its key, both PEM.
pub(crate) struct Issued {
    pub(crate) certificate: String,
    pub(crate) key: String,
}

/// The validity period of a certificate.
#[derive(Clone, Copy)]
pub(crate) enum Valid {
    Now,
    Past,
    Future,
}

impl Authority {
    pub(crate) fn new(name: &str) -> Self {
        let mut params = CertificateParams::default();
        params.distinguished_name = named(&[(DnType::CommonName, name)]);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().unwrap();
        let pem = pem("CERTIFICATE", params.self_signed(&key).unwrap().der());
        let issuer = Issuer::new(params, key);
        Authority { pem, issuer }
    }

    pub(crate) fn roots(&self) -> Roots {
        Roots::from_pem(self.pem.as_bytes()).unwrap()
    }

    /// A certificate for a server with these names or addresses.
    pub(crate) fn server(&self, names: &[&str], valid: Valid) -> Issued {
        let names: Vec<String> = names.iter().map(|n| (*n).to_owned()).collect();
        let mut params = CertificateParams::new(names).unwrap();
        params.distinguished_name = DistinguishedName::new();
        let (from, to) = match valid {
            Valid::Now => (2000, 2500),
            Valid::Past => (2000, 2001),
            Valid::Future => (2400, 2500),
        };
        params.not_before = date_time_ymd(from, 1, 1);
        params.not_after = date_time_ymd(to, 1, 1);
        self.issue(params)
    }

    /// A certificate for a client with this name and possibly a URI.
    pub(crate) fn client(&self, name: &str, uri: Option<&str>) -> Issued {
        let mut params = CertificateParams::default();
        params.distinguished_name = named(&[
            (DnType::OrganizationName, "Example"),
            (DnType::CommonName, name),
        ]);
        let uri = uri.map(|uri| SanType::URI(uri.try_into().unwrap()));
        params.subject_alt_names = uri.into_iter().collect();
        self.issue(params)
    }

    fn issue(&self, params: CertificateParams) -> Issued {
        let key = KeyPair::generate().unwrap();
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        Issued {
            certificate: pem("CERTIFICATE", certificate.der()),
            key: pem("PRIVATE KEY", &key.serialize_der()),
        }
    }
}

impl Issued {
    pub(crate) fn identity(&self) -> Identity {
        Identity::from_pem(self.certificate.as_bytes(), self.key.as_bytes()).unwrap()
    }
}

fn named(parts: &[(DnType, &str)]) -> DistinguishedName {
    let mut name = DistinguishedName::new();
    for (kind, value) in parts {
        name.push(kind.clone(), *value);
    }
    name
}

/// RFC 7468.
fn pem(label: &str, der: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in der.chunks(3) {
        let bytes = [0, 1, 2].map(|i| u32::from(*three.get(i).unwrap_or(&0)));
        let bits = bytes[0] << 16 | bytes[1] << 8 | bytes[2];
        for i in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * i)) as usize & 63];
            text.push(if i <= three.len() {
                char::from(digit)
            } else {
                '='
            });
        }
    }
    let lines: Vec<&str> = (0..text.len())
        .step_by(64)
        .map(|at| &text[at..text.len().min(at + 64)])
        .collect();
    format!(
        "-----BEGIN {label}-----\n{}\n-----END {label}-----\n",
        lines.join("\n")
    )
}

/// A test's own directory, removed afterwards.
pub(crate) struct Files(PathBuf);

impl Files {
    pub(crate) fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let n = NEXT.fetch_add(1, Relaxed);
        let path = std::env::temp_dir().join(format!("manyrpc-tls-{}-{n}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Files(path)
    }

    /// Writes a file and returns its path.
    pub(crate) fn put(&self, name: &str, content: &str) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, content).unwrap();
        path.display().to_string()
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
