//! The client's side of the system's mechanisms.

use manyrpc_engine::security::{
    AuthType, Denied, DeniedReason, Initiator, Level, Pdu, Protection, Step,
};

use super::context::{PROTECTING, PROVING};
use super::creds::{Cred, Name, Usage};
use super::session::{Session, Side};
use super::status::Status;
use super::{Mechanism, routine};
use crate::credentials::{Credentials, Secret};

/// A client's side.
#[derive(Debug)]
pub struct GssInitiator {
    mechanism: Mechanism,
    cred: Cred,
    target: Name,
    service: String,
    flags: u32,
    session: Session,
}

impl GssInitiator {
    /// For a service, as `service/host`, `service/host@REALM`, or `service@host`, which the library
    /// completes. RPC servers on Samba and Windows use `host/name`. NTLM needs none.
    ///
    /// SPNEGO offers Kerberos and NTLM, as far as the credentials fit them; only NTLM if there is a
    /// password and no service.
    ///
    /// # Errors
    ///
    /// The credentials do not fit the mechanism, or it is not available. A key distribution centre
    /// is contacted in the first step; with SPNEGO and a password, here.
    pub fn new(
        mechanism: Mechanism,
        credentials: &Credentials,
        service: &str,
    ) -> Result<GssInitiator, Denied> {
        Ok(GssInitiator {
            mechanism,
            cred: cred(mechanism, credentials, service)?,
            target: target(mechanism, service)?,
            service: service.to_owned(),
            flags: PROTECTING,
            session: Session::new(mechanism, Side::Client),
        })
    }

    #[cfg(test)]
    pub(super) fn session(&self) -> &Session {
        &self.session
    }
}

impl Initiator for GssInitiator {
    fn auth_type(&self) -> AuthType {
        self.mechanism.auth_type()
    }

    /// Samba fails every call of a client that requests NTLM signatures and does not use them.
    /// (SPNEGO requests them in any case.)
    fn set_level(&mut self, level: Level) {
        if self.mechanism == Mechanism::Ntlm && !level.protects_pdus() {
            self.flags = PROVING;
        }
    }

    fn step(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<Step, Denied> {
        let input = &*self.session.admit(input)?;
        let at = out.len();
        let context = &mut self.session.context;
        let step = context.initiate(
            (self.mechanism, self.flags),
            &self.cred,
            &self.target,
            input,
            out,
        );
        let step = step.map_err(|status| explain(self.mechanism, status, &self.service))?;
        self.session.after(step, input, &out[at..])
    }
}

crate::delegate_protection!(GssInitiator, session);

/// Only Kerberos accepts principal names; the others take GSSAPI's forms.
fn target(mechanism: Mechanism, service: &str) -> Result<Name, Denied> {
    match (mechanism, service.split_once('/')) {
        (Mechanism::Kerberos, Some(_)) => Name::principal(service),
        (_, Some((service, host))) => Name::host_service(&format!("{service}@{host}")),
        (Mechanism::Kerberos, None) => Name::host_service(service),
        (_, None) if service.is_empty() => Name::host_service("@localhost"),
        (_, None) => Name::host_service(service),
    }
}

fn cred(mechanism: Mechanism, credentials: &Credentials, service: &str) -> Result<Cred, Denied> {
    let offers = offers(mechanism, credentials, service)?;
    let cred = open(mechanism, credentials, &offers)?;
    let cred = match mechanism {
        Mechanism::Spnego => cred.and_then(|cred| cred.negotiates(&offers)),
        _ => cred,
    };
    cred.map_err(|status| no_cred(mechanism, credentials, status))
}

/// The mechanisms that these credentials fit.
fn offers(
    mechanism: Mechanism,
    credentials: &Credentials,
    service: &str,
) -> Result<Vec<Mechanism>, Denied> {
    let (kerberos, ntlm) = (Mechanism::Kerberos, Mechanism::Ntlm);
    let missing = |sentence| Err(Denied::new(DeniedReason::Ours, sentence));
    match (mechanism, &credentials.secret) {
        (Mechanism::Kerberos, Secret::NtHash(_)) => {
            missing("Kerberos needs a password, a keytab or tickets; an NT hash is for NTLM")
        }
        (Mechanism::Ntlm, Secret::Keytab(_) | Secret::Cache(_)) => {
            missing("NTLM needs a password or its NT hash; keytabs and tickets are for Kerberos")
        }
        (Mechanism::Spnego, Secret::Keytab(_) | Secret::Cache(_)) => Ok(vec![kerberos]),
        (Mechanism::Spnego, Secret::Password(_)) if !service.is_empty() => {
            Ok(match ntlm.is_there() {
                true => vec![kerberos, ntlm],
                false => vec![kerberos],
            })
        }
        (Mechanism::Spnego, _) => Ok(vec![ntlm]),
        _ => Ok(vec![mechanism]),
    }
}

fn open(
    mechanism: Mechanism,
    credentials: &Credentials,
    offers: &[Mechanism],
) -> Result<Result<Cred, Status>, Denied> {
    let name = match offers {
        [Mechanism::Ntlm] => Name::user(&credentials.account()),
        [Mechanism::Kerberos] => Name::principal(&credentials.principal()),
        _ => Name::user(&credentials.principal()),
    };
    let stored = |name: Option<&Name>, store: &[(&str, &str)]| {
        Cred::stored(mechanism, name, Usage::Initiate, store)
    };
    let file = |path: &std::path::Path| format!("FILE:{}", path.display());
    Ok(match &credentials.secret {
        // SPNEGO would contact a key distribution centre with it, whatever it is to negotiate.
        Secret::Password(password) if *offers == [Mechanism::Ntlm] => {
            stored(Some(&name?), &[("ntlmssp_password", password)])
        }
        Secret::Password(password) => Cred::password(mechanism, &name?, password),
        Secret::NtHash(hash) => {
            let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
            stored(Some(&name?), &[("ntlmssp_nthash", &hash)])
        }
        Secret::Keytab(keytab) => stored(Some(&name?), &[("client_keytab", &file(keytab))]),
        Secret::Cache(Some(cache)) => stored(None, &[("ccache", &file(cache))]),
        Secret::Cache(None) => stored(None, &[]),
    })
}

fn no_cred(mechanism: Mechanism, credentials: &Credentials, status: Status) -> Denied {
    if status.routine() == routine::BAD_MECH {
        return status.denied(DeniedReason::Ours, mechanism.remedy());
    }
    let principal = credentials.principal();
    let sentence = match (mechanism, &credentials.secret) {
        (Mechanism::Ntlm, _) | (_, Secret::NtHash(_)) => {
            format!("the system's NTLM takes no credentials of {principal}")
        }
        (_, Secret::Password(_)) => {
            format!("no Kerberos tickets for {principal} with this password")
        }
        (_, Secret::Keytab(keytab)) => format!(
            "no Kerberos keys of {principal} in {}; make them with ktadd in kadmin",
            keytab.display()
        ),
        _ => "no Kerberos tickets; get some with kinit, or give a password or a keytab".into(),
    };
    status.denied(DeniedReason::Ours, &sentence)
}

fn explain(mechanism: Mechanism, status: Status, service: &str) -> Denied {
    match (mechanism, status.routine()) {
        (_, routine::BAD_MECH) => status.denied(DeniedReason::Ours, mechanism.remedy()),
        (_, routine::DEFECTIVE_TOKEN) => status.denied(
            DeniedReason::BadToken,
            "the server's security token is malformed; it may speak another mechanism",
        ),
        (Mechanism::Ntlm, _) => status.denied(
            DeniedReason::NotOffered,
            "no NTLM session with the server; allow NTLM v2 there",
        ),
        (_, routine::NO_CRED | routine::CREDENTIALS_EXPIRED) => status.denied(
            DeniedReason::Ours,
            "no valid Kerberos tickets; get new ones with kinit, or check the password",
        ),
        (_, routine::BAD_SIG) => status.denied(
            DeniedReason::BadCredentials,
            "the server does not prove that it knows its key",
        ),
        (Mechanism::Spnego, _) => status.denied(
            DeniedReason::BadCredentials,
            &format!(
                "no security context with {service} by what the server and this user have in common; check user and password, and that the realm's KDC is reached"
            ),
        ),
        (Mechanism::Kerberos, _) => status.denied(
            DeniedReason::Ours,
            &format!(
                "no Kerberos context with {service}; check that the realm's KDC is reached and knows that service, and the password"
            ),
        ),
    }
}
