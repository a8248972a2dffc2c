//! Kerberos 5 as DCE RPC uses it: three legs, tokens without GSSAPI framing, PDUs signed and
//! sealed in parts (RFC 4121, MS-KILE 3.4.5.4, MS-RPCE 3.3.1.5.2).
//!
//! All of Kerberos is the system's: MIT krb5 through its GSSAPI (`gss`, `ffi`), with its
//! configuration (`/etc/krb5.conf`, `KRB5_CONFIG`) and its encryption types.

mod ffi;
mod gss;

use std::path::Path;
use std::sync::Arc;

use manyrpc_engine::dce::security::{
    Acceptor, AuthType, Denied, DeniedReason, Initiator, Level, Pdu, Protection, Step,
};

use crate::credentials::{Credentials, Secret};
use gss::{Context, Cred, Name, Parts, Status, Usage, Work};

/// A client's side.
#[derive(Debug)]
pub struct KerberosInitiator {
    cred: Cred,
    target: Name,
    service: String,
    session: Session,
}

impl KerberosInitiator {
    /// For a service, as `service/host`, `service/host@REALM`, or `service@host`, which the
    /// library completes. RPC servers on Samba and Windows go by `host/name`.
    ///
    /// # Errors
    ///
    /// Without tickets, keytab or password to buy tickets with. A key distribution centre is
    /// not asked before the first step.
    pub fn new(credentials: &Credentials, service: &str) -> Result<KerberosInitiator, Denied> {
        let target = match service.contains('/') {
            true => Name::principal(service)?,
            false => Name::host_service(service)?,
        };
        Ok(KerberosInitiator {
            cred: initiator_cred(credentials)?,
            target,
            service: service.to_owned(),
            session: Session::new(),
        })
    }
}

impl Initiator for KerberosInitiator {
    fn auth_type(&self) -> AuthType {
        AuthType::KERBEROS
    }

    fn step(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<Step, Denied> {
        let context = &mut self.session.context;
        let step = context.initiate(&self.cred, &self.target, input, out);
        let step = step.map_err(|status| explain_initiator(status, &self.service))?;
        self.session.after(step)
    }
}

/// The keys of a service, read once, for any number of acceptors.
#[derive(Clone, Debug)]
pub struct ServiceKeys {
    cred: Arc<Cred>,
}

impl ServiceKeys {
    /// From a keytab: every service in it, or the one named (`service/host@REALM`).
    ///
    /// # Errors
    ///
    /// The file cannot be read, or has no key of that service.
    pub fn open(keytab: &Path, service: Option<&str>) -> Result<ServiceKeys, Denied> {
        let name = service.map(Name::principal).transpose()?;
        let cred = Cred::stored(name.as_ref(), Usage::Accept, &[("keytab", keytab)]);
        let cred = cred.map_err(|status| {
            let sentence = format!(
                "no keys of {} in {}; make them with 'ktadd -k {}' in kadmin and let this user read the file",
                service.unwrap_or("any service"),
                keytab.display(),
                keytab.display(),
            );
            status.denied(DeniedReason::Ours, &sentence)
        })?;
        Ok(ServiceKeys {
            cred: Arc::new(cred),
        })
    }

    /// A server's side of one new association.
    pub fn acceptor(&self) -> KerberosAcceptor {
        KerberosAcceptor {
            cred: self.cred.clone(),
            principal: None,
            session: Session::new(),
        }
    }
}

/// A server's side.
#[derive(Debug)]
pub struct KerberosAcceptor {
    cred: Arc<Cred>,
    principal: Option<Arc<str>>,
    session: Session,
}

impl Acceptor for KerberosAcceptor {
    fn step(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<Step, Denied> {
        let accepted = self.session.context.accept(&self.cred, input, out);
        let (step, accepted) = accepted.map_err(explain_acceptor)?;
        let step = self.session.after(step)?;
        if step == Step::Done {
            self.session.may_seal = accepted.sealed;
            self.principal = accepted.peer.map(Arc::from);
        }
        Ok(step)
    }

    fn principal(&self) -> Option<Arc<str>> {
        self.principal.clone()
    }
}

/// What both sides do with PDUs.
#[derive(Debug)]
struct Session {
    context: Context,
    stands: bool,
    may_seal: bool,
    signs_headers: bool,
    signature_bytes: usize,
    seal_bytes: usize,
}

impl Session {
    fn new() -> Session {
        Session {
            context: Context::new(),
            stands: false,
            may_seal: true,
            signs_headers: false,
            signature_bytes: 0,
            seal_bytes: 0,
        }
    }

    /// Learns the tokens' sizes once the context stands: they depend on the encryption type.
    fn after(&mut self, step: Step) -> Result<Step, Denied> {
        if step == Step::Done {
            let sizes = |status: Status| {
                status.denied(DeniedReason::Ours, "the Kerberos library gives no sizes")
            };
            self.signature_bytes = self.context.token_bytes(false).map_err(sizes)?;
            self.seal_bytes = self.context.token_bytes(true).map_err(sizes)?;
            // The library (1.20) counts a confounder in signatures of RC4 and DES3, which have none.
            if self.signature_bytes == self.seal_bytes {
                self.signature_bytes -= CONFOUNDER;
            }
            self.stands = true;
        }
        Ok(step)
    }

    fn token_bytes(&self, level: Level) -> usize {
        match (level.protects_pdus(), level.seals()) {
            (false, _) => 0,
            (true, false) => self.signature_bytes,
            (true, true) => self.seal_bytes,
        }
    }

    /// A signature of a message that is no PDU.
    fn sign(&mut self, message: &[u8]) -> Result<Vec<u8>, Denied> {
        let mut token = vec![0; self.signature_bytes];
        self.protect(Level::Integrity, bare(&mut message.to_vec()), &mut token)?;
        Ok(token)
    }

    /// Checks one.
    fn verify(&mut self, message: &[u8], signature: &[u8]) -> Result<(), Denied> {
        self.unprotect(Level::Integrity, bare(&mut message.to_vec()), signature)
    }

    /// Kerberos simply counts on.
    #[expect(clippy::unused_self, reason = "as NTLM's, which does not")]
    fn signatures_exchanged(&mut self) {}

    fn process(&mut self, work: Work, pdu: Pdu<'_>, token: &mut [u8]) -> Result<(), Denied> {
        if !self.stands {
            return Err(Denied::new(
                DeniedReason::BadToken,
                "a protected PDU before the Kerberos context stands; finish the tokens first",
            ));
        }
        if work == Work::Seal && !self.may_seal {
            return Err(Denied::new(
                DeniedReason::NotOffered,
                "the client did not ask for privacy when its Kerberos context was made",
            ));
        }
        // MS-RPCE 3.3.1.5.2.2: without header signing, nothing but the body.
        let (before, after) = match self.signs_headers {
            true => (pdu.header, pdu.trailer),
            false => (&[][..], &[][..]),
        };
        let parts = Parts {
            before,
            body: pdu.body,
            after,
            token,
        };
        self.context.process(work, parts).map_err(|status| {
            let sentence = "a PDU's Kerberos token does not fit: changed, repeated, out of order, or the two sides differ over header signing";
            status.denied(DeniedReason::BadSignature, sentence)
        })
    }

    /// The library (1.20) aborts the process on a signature of 16 bytes, and has had other
    /// mistakes with short tokens (CVE-2024-37371): it does not get to see such.
    fn check_size(&self, level: Level, token: &[u8]) -> Result<(), Denied> {
        let fits = match level.seals() {
            true => token.len() >= SMALLEST_SEALED_TOKEN,
            false => token.len() == self.signature_bytes,
        };
        if fits {
            return Ok(());
        }
        Err(Denied::new(
            DeniedReason::BadSignature,
            format!(
                "a PDU's Kerberos token has {} bytes, which none has",
                token.len()
            ),
        ))
    }

    fn protect(&mut self, level: Level, pdu: Pdu<'_>, token: &mut [u8]) -> Result<(), Denied> {
        match (level.protects_pdus(), level.seals()) {
            (false, _) => Ok(()),
            (true, false) => self.process(Work::Sign, pdu, token),
            (true, true) => self.process(Work::Seal, pdu, token),
        }
    }

    fn unprotect(&mut self, level: Level, pdu: Pdu<'_>, token: &[u8]) -> Result<(), Denied> {
        if level.protects_pdus() {
            self.check_size(level, token)?;
        }
        // The library takes what it reads as something it might write: it gets a copy.
        let mut token = token.to_vec();
        match (level.protects_pdus(), level.seals()) {
            (false, _) => Ok(()),
            (true, false) => self.process(Work::Verify, pdu, &mut token),
            (true, true) => self.process(Work::Unseal, pdu, &mut token),
        }
    }
}

crate::delegate_protection!(KerberosInitiator, session);
crate::delegate_protection!(KerberosAcceptor, session);

/// A message without headers.
fn bare(body: &mut [u8]) -> Pdu<'_> {
    Pdu {
        header: &[],
        body,
        trailer: &[],
    }
}

fn initiator_cred(credentials: &Credentials) -> Result<Cred, Denied> {
    let principal = credentials.principal();
    let name = || Name::principal(&principal);
    let cred = match &credentials.secret {
        Secret::Password(password) => Cred::password(&name()?, password),
        Secret::Keytab(keytab) => Cred::stored(
            Some(&name()?),
            Usage::Initiate,
            &[("client_keytab", keytab)],
        ),
        Secret::Cache(Some(cache)) => Cred::stored(None, Usage::Initiate, &[("ccache", cache)]),
        Secret::Cache(None) => Cred::stored(None, Usage::Initiate, &[]),
        Secret::NtHash(_) => {
            return Err(Denied::new(
                DeniedReason::Ours,
                "Kerberos needs a password, a keytab or tickets; an NT hash is for NTLM",
            ));
        }
    };
    cred.map_err(|status| {
        let sentence = match &credentials.secret {
            Secret::Password(_) => {
                format!("no Kerberos tickets for {principal} with this password")
            }
            Secret::Keytab(keytab) => format!(
                "no Kerberos keys of {principal} in {}; make them with ktadd in kadmin",
                keytab.display()
            ),
            _ => "no Kerberos tickets; get some with kinit, or give a password or a keytab".into(),
        };
        status.denied(DeniedReason::Ours, &sentence)
    })
}

fn explain_initiator(status: Status, service: &str) -> Denied {
    match status.routine() {
        NO_CRED | CREDENTIALS_EXPIRED => status.denied(
            DeniedReason::Ours,
            "no valid Kerberos tickets; get new ones with kinit, or check the password",
        ),
        DEFECTIVE_TOKEN => status.denied(
            DeniedReason::BadToken,
            "the server's Kerberos token is malformed; it may speak another mechanism",
        ),
        BAD_SIG => status.denied(
            DeniedReason::BadCredentials,
            "the server does not prove that it knows its key",
        ),
        _ => status.denied(
            DeniedReason::Ours,
            &format!(
                "no Kerberos context with {service}; check that the realm's KDC is reached and knows that service, and the password"
            ),
        ),
    }
}

fn explain_acceptor(status: Status) -> Denied {
    match status.routine() {
        NO_CRED => status.denied(
            DeniedReason::Ours,
            "no key for the service that the client's ticket is for; add it to the keytab with ktadd",
        ),
        CREDENTIALS_EXPIRED | CONTEXT_EXPIRED => status.denied(
            DeniedReason::BadCredentials,
            "the client's ticket has expired; it needs a new one",
        ),
        DEFECTIVE_TOKEN => status.denied(
            DeniedReason::BadToken,
            "the client's Kerberos token is malformed; it may speak another mechanism",
        ),
        _ => status.denied(
            DeniedReason::BadCredentials,
            "the client's ticket is not accepted; if the service's key was changed, renew the keytab, and check both clocks",
        ),
    }
}

/// Bytes of a confounder in tokens of the older kind (RFC 1964 section 1.2.2.2).
const CONFOUNDER: usize = 8;
/// Header, confounder and checksum of the shortest kind (RFC 4757 section 7.3).
const SMALLEST_SEALED_TOKEN: usize = 8 + 8 + 16;

/// Routine errors (RFC 2744 section 3.9.1).
const BAD_SIG: u32 = 6;
const NO_CRED: u32 = 7;
const DEFECTIVE_TOKEN: u32 = 9;
const CREDENTIALS_EXPIRED: u32 = 11;
const CONTEXT_EXPIRED: u32 = 12;
