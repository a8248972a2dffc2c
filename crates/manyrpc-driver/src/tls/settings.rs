//! TLS settings, checked and prepared for connections.

use std::fmt;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use rustls::crypto::CryptoProvider;
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use rustls::server::WebPkiClientVerifier;
use rustls::{ClientConfig, RootCertStore, ServerConfig};

use super::anyone;
use super::error::TlsError;
use super::owner::Owner;
use super::session::{Session, Side};

/// A certificate with its chain and private key.
#[derive(Clone)]
pub struct Identity(Arc<Chain>);

struct Chain {
    certificates: Vec<CertificateDer<'static>>,
    key: PrivateKeyDer<'static>,
}

impl Identity {
    /// From PEM: the certificate first, then its chain to an authority; and the key, which must not
    /// be encrypted.
    ///
    /// # Errors
    /// It holds no certificate or key.
    pub fn from_pem(certificates: &[u8], key: &[u8]) -> Result<Self, TlsError> {
        Self::new(certificates, key, "the certificates", "the key")
    }

    /// From PEM files, which may be the same one.
    ///
    /// # Errors
    /// A file cannot be read, or as [`from_pem`](Self::from_pem).
    pub fn read(certificates: &Path, key: &Path) -> Result<Self, TlsError> {
        let named = |path: &Path| path.display().to_string();
        Self::new(
            &read(certificates)?,
            &read(key)?,
            &named(certificates),
            &named(key),
        )
    }

    fn new(
        certificates: &[u8],
        key: &[u8],
        certificates_named: &str,
        key_named: &str,
    ) -> Result<Self, TlsError> {
        let certificates = certificates_in(certificates, certificates_named)?;
        let key = PrivateKeyDer::from_pem_slice(key).map_err(|e| match e {
            pem::Error::NoItemsFound => TlsError::settings(format!(
                "there is no private key in {key_named} that is not encrypted"
            )),
            e => TlsError::settings(format!("{key_named}: {e}")),
        })?;
        Ok(Identity(Arc::new(Chain { certificates, key })))
    }
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let owner = Owner::of(&self.0.certificates[0]);
        write!(f, "Identity({})", owner.principal())
    }
}

fn read(path: &Path) -> Result<Vec<u8>, TlsError> {
    std::fs::read(path)
        .map_err(|e| TlsError::settings(format!("cannot read {}: {e}", path.display())))
}

/// Parses at least one certificate.
fn certificates_in(pem: &[u8], named: &str) -> Result<Vec<CertificateDer<'static>>, TlsError> {
    let found: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem).collect();
    match found {
        Ok(found) if found.is_empty() => Err(TlsError::settings(format!(
            "there is no certificate in {named}; it must be PEM (-----BEGIN CERTIFICATE-----)"
        ))),
        Ok(found) => Ok(found),
        Err(e) => Err(TlsError::settings(format!("{named}: {e}"))),
    }
}

/// The trusted authorities.
#[derive(Clone, Debug, Default)]
pub enum Roots {
    /// Those of the system (`/etc/ssl`, or according to `SSL_CERT_FILE` and `SSL_CERT_DIR`).
    #[default]
    System,
    /// Only these.
    These(Arc<RootCertStore>),
}

impl Roots {
    /// Only the authorities with certificates in that PEM.
    ///
    /// # Errors
    /// It holds no certificate, or one that cannot be an authority's.
    pub fn from_pem(pem: &[u8]) -> Result<Self, TlsError> {
        Self::new(pem, "the authorities' certificates")
    }

    /// The authorities with certificates in a PEM file.
    ///
    /// # Errors
    /// The file cannot be read, or as [`from_pem`](Self::from_pem).
    pub fn read(path: &Path) -> Result<Self, TlsError> {
        Self::new(&read(path)?, &path.display().to_string())
    }

    fn new(pem: &[u8], named: &str) -> Result<Self, TlsError> {
        let mut roots = RootCertStore::empty();
        for certificate in certificates_in(pem, named)? {
            roots
                .add(certificate)
                .map_err(|e| TlsError::settings(format!("{named}: {e}")))?;
        }
        Ok(Roots::These(Arc::new(roots)))
    }

    fn store(&self) -> Result<Arc<RootCertStore>, TlsError> {
        if let Roots::These(store) = self {
            return Ok(store.clone());
        }
        let found = rustls_native_certs::load_native_certs();
        let mut roots = RootCertStore::empty();
        // System stores are old and irregular in part.
        roots.add_parsable_certificates(found.certs);
        if roots.is_empty() {
            let why = match found.errors.first() {
                Some(e) => format!(": {e}"),
                None => String::new(),
            };
            return Err(TlsError::settings(format!(
                "this system trusts no authorities{why}; install them (ca-certificates), or name the \
                 one to trust"
            )));
        }
        Ok(Arc::new(roots))
    }
}

/// How a client secures its connections: by default it trusts the system's authorities and has no
/// certificate.
#[derive(Clone, Debug, Default)]
pub struct Client {
    roots: Roots,
    identity: Option<Identity>,
    server_name: Option<String>,
    anyone: bool,
}

impl Client {
    /// The default settings.
    pub fn new() -> Self {
        Self::default()
    }

    /// Trusts these authorities.
    #[must_use]
    pub fn roots(self, roots: Roots) -> Self {
        Client { roots, ..self }
    }

    /// Authenticates us to servers that ask.
    #[must_use]
    pub fn identity(self, identity: Identity) -> Self {
        let identity = Some(identity);
        Client { identity, ..self }
    }

    /// Requires the server's certificate to be for this name or address, instead of the host
    /// connected to.
    #[must_use]
    pub fn server_name(self, name: &str) -> Self {
        let server_name = Some(name.to_owned());
        Client {
            server_name,
            ..self
        }
    }

    /// Accepts any server, whatever its certificate: **anybody on the path can read and change
    /// everything**. For experiments on one machine.
    #[must_use]
    pub fn dangerously_trust_anyone(self) -> Self {
        Client {
            anyone: true,
            ..self
        }
    }

    /// Prepares connections to `host` that use the ALPN protocol `application` (RFC 7301); with
    /// `demanded`, the server must select it.
    ///
    /// # Errors
    /// The roots cannot be loaded, the key does not match the certificate, or the name is invalid.
    pub fn connector(
        &self,
        host: &str,
        application: Option<&str>,
        demanded: bool,
    ) -> Result<Connector, TlsError> {
        let name = self.server_name.as_deref().unwrap_or(host);
        let name = server_name(name)?;
        let provider = provider();
        let config = ClientConfig::builder_with_provider(provider.clone())
            .with_safe_default_protocol_versions()
            .map_err(TlsError::of_settings)?;
        let config = match self.anyone {
            true => config
                .dangerous()
                .with_custom_certificate_verifier(Arc::new(anyone::Anyone(provider))),
            false => config.with_root_certificates(self.roots.store()?),
        };
        let mut config = match &self.identity {
            None => config.with_no_client_auth(),
            Some(Identity(ours)) => config
                .with_client_auth_cert(ours.certificates.clone(), ours.key.clone_key())
                .map_err(TlsError::of_settings)?,
        };
        config.alpn_protocols = application
            .map(|a| a.as_bytes().to_vec())
            .into_iter()
            .collect();
        Ok(Connector {
            config: Arc::new(config),
            name,
            is_fixed: self.server_name.is_some(),
            demanded: application.filter(|_| demanded).map(Arc::from),
        })
    }
}

fn server_name(host: &str) -> Result<ServerName<'static>, TlsError> {
    let name = ServerName::try_from(host.to_owned());
    name.map_err(|_| {
        TlsError::settings(format!("`{host}` is no name that a certificate can be for"))
    })
}

/// How a server secures its connections.
#[derive(Clone, Debug)]
pub struct Server {
    identity: Identity,
    clients: Option<Roots>,
    optional: bool,
    within: Duration,
}

impl Server {
    /// With that certificate; clients need none.
    pub fn new(identity: Identity) -> Self {
        Server {
            identity,
            clients: None,
            optional: false,
            within: Duration::from_secs(10),
        }
    }

    /// Serves only clients with a certificate from one of these authorities.
    #[must_use]
    pub fn demand_clients(self, roots: Roots) -> Self {
        Server {
            clients: Some(roots),
            optional: false,
            ..self
        }
    }

    /// Requests a certificate from one of these authorities from clients, and also serves clients
    /// without any.
    #[must_use]
    pub fn ask_clients(self, roots: Roots) -> Self {
        Server {
            clients: Some(roots),
            optional: true,
            ..self
        }
    }

    /// How long a client may take to complete the handshake after it was accepted; 10 s by default.
    /// Slower ones are disconnected.
    #[must_use]
    pub fn handshake_within(self, within: Duration) -> Self {
        Server { within, ..self }
    }

    /// Whether clients must authenticate.
    pub fn demands_clients(&self) -> bool {
        self.clients.is_some() && !self.optional
    }

    /// Prepares accepting clients that use the ALPN protocol `application` (RFC 7301); `demanded`
    /// refuses clients that do not offer it.
    ///
    /// # Errors
    /// The roots cannot be loaded, or the key does not match the certificate.
    pub fn acceptor(
        &self,
        application: Option<&str>,
        demanded: bool,
    ) -> Result<Acceptor, TlsError> {
        let provider = provider();
        let config = ServerConfig::builder_with_provider(provider.clone())
            .with_safe_default_protocol_versions()
            .map_err(TlsError::of_settings)?;
        let config = match &self.clients {
            None => config.with_no_client_auth(),
            Some(roots) => {
                let store = roots.store()?;
                let verifier = WebPkiClientVerifier::builder_with_provider(store, provider);
                let verifier = match self.optional {
                    true => verifier.allow_unauthenticated(),
                    false => verifier,
                };
                let verifier = verifier
                    .build()
                    .map_err(|e| TlsError::settings(e.to_string()))?;
                config.with_client_cert_verifier(verifier)
            }
        };
        let Identity(ours) = &self.identity;
        let mut config = config
            .with_single_cert(ours.certificates.clone(), ours.key.clone_key())
            .map_err(TlsError::of_settings)?;
        config.alpn_protocols = application
            .map(|a| a.as_bytes().to_vec())
            .into_iter()
            .collect();
        Ok(Acceptor {
            config: Arc::new(config),
            demanded: application.filter(|_| demanded).map(Arc::from),
            within: self.within,
        })
    }
}

/// A client's prepared settings, for connections to one server.
#[derive(Clone, Debug)]
pub struct Connector {
    config: Arc<ClientConfig>,
    name: ServerName<'static>,
    /// The name was asked for, whatever host is connected to.
    is_fixed: bool,
    /// The ALPN protocol that the server must select.
    demanded: Option<Arc<str>>,
}

impl Connector {
    /// The same for connections to another host, whose certificate is to be for that.
    ///
    /// # Errors
    /// No certificate can be for it.
    pub(crate) fn to_host(&self, host: &str) -> Result<Self, TlsError> {
        let name = match self.is_fixed {
            true => self.name.clone(),
            false => server_name(host)?,
        };
        Ok(Connector {
            name,
            ..self.clone()
        })
    }

    /// The client side of a new connection.
    pub(crate) fn session(&self) -> Result<Session, TlsError> {
        let side = Side::client(self.config.clone(), self.name.clone());
        let side = side.map_err(TlsError::of_settings)?;
        Ok(Session::new(side, self.demanded.clone(), None))
    }
}

/// A server's prepared settings.
#[derive(Clone, Debug)]
pub struct Acceptor {
    config: Arc<ServerConfig>,
    /// The ALPN protocol that the client must use.
    demanded: Option<Arc<str>>,
    within: Duration,
}

impl Acceptor {
    /// The server side of a new connection.
    pub(crate) fn session(&self, now: manyrpc_engine::Instant) -> Result<Session, TlsError> {
        let side = Side::server(self.config.clone()).map_err(TlsError::of_settings)?;
        Ok(Session::new(
            side,
            self.demanded.clone(),
            Some(now + self.within),
        ))
    }
}

fn provider() -> Arc<CryptoProvider> {
    static PROVIDER: OnceLock<Arc<CryptoProvider>> = OnceLock::new();
    let made = || Arc::new(rustls::crypto::ring::default_provider());
    PROVIDER.get_or_init(made).clone()
}
