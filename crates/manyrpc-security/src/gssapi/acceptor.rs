//! The server's side of the system's mechanisms.

use std::fmt::Write;
use std::fs::File;
use std::io::Write as _;
use std::os::fd::AsRawFd;
use std::path::Path;
use std::sync::Arc;

use manyrpc_engine::security::{Acceptor, Denied, DeniedReason, Level, Pdu, Protection, Step};
use rustix::fs::{MemfdFlags, memfd_create};

use super::creds::{Cred, Name, Usage};
use super::session::{Session, Side};
use super::status::Status;
use super::{Mechanism, routine};
use crate::negotiation::token::{Kind, Offered};

/// A server's keys or users, read once, for any number of acceptors.
#[derive(Clone, Debug)]
pub struct ServerKeys {
    kept: Arc<Kept>,
}

#[derive(Debug)]
struct Kept {
    mechanism: Mechanism,
    /// For the mechanism by itself.
    bare: Cred,
    /// For the mechanism within SPNEGO only.
    negotiated: Result<Cred, Denied>,
    /// The file from which the library reads NTLM's users.
    _users: Option<File>,
}

impl ServerKeys {
    /// Kerberos keys from a keytab: of all services in it, or of one (`service/host@REALM`).
    ///
    /// # Errors
    ///
    /// The file cannot be read, or has no key for the service.
    pub fn open(keytab: &Path, service: Option<&str>) -> Result<ServerKeys, Denied> {
        let name = service.map(Name::principal).transpose()?;
        let file = format!("FILE:{}", keytab.display());
        let keys = Kept::read(
            Mechanism::Kerberos,
            name.as_ref(),
            &[("keytab", &file)],
            None,
        );
        keys.map_err(|status| {
            let sentence = format!(
                "no keys of {} in {}; make them with 'ktadd -k {}' in kadmin and let this user read the file",
                service.unwrap_or("any service"),
                keytab.display(),
                keytab.display(),
            );
            status.denied(DeniedReason::Ours, &sentence)
        })
    }

    /// NTLM users with the NT hashes of their passwords, for a server of this name.
    ///
    /// gss-ntlmssp takes users only from a file, which it reads at each login. Here that file is in
    /// memory and in no directory.
    ///
    /// # Errors
    ///
    /// gss-ntlmssp is not installed, or a name cannot be written to such a file.
    pub fn users(server: &str, users: &[(String, [u8; 16])]) -> Result<ServerKeys, Denied> {
        let file = users_file(&smbpasswd(users)?).map_err(|error| {
            let sentence = format!("no memory for the list of NTLM's users: {error}");
            Denied::new(DeniedReason::Ours, sentence)
        })?;
        let path = format!("/proc/self/fd/{}", file.as_raw_fd());
        // With a service's name the plugin would send it to clients, and its own clients refuse a
        // different one.
        let name = Name::host(server)?;
        let store = [("ntlmssp_keyfile", &*path)];
        let keys = Kept::read(Mechanism::Ntlm, Some(&name), &store, Some(file));
        keys.map_err(|status| status.denied(DeniedReason::Ours, Mechanism::Ntlm.remedy()))
    }

    /// A server's side of a new association.
    pub fn acceptor(&self) -> GssAcceptor {
        GssAcceptor::new(self.kept.mechanism, vec![self.kept.clone()])
    }
}

impl Kept {
    fn read(
        mechanism: Mechanism,
        name: Option<&Name>,
        store: &[(&str, &str)],
        users: Option<File>,
    ) -> Result<ServerKeys, Status> {
        let open = |mechanism| Cred::stored(mechanism, name, Usage::Accept, store);
        let bare = open(mechanism)?;
        let negotiated = open(Mechanism::Spnego).and_then(|cred| cred.negotiates(&[mechanism]));
        let kept = Kept {
            mechanism,
            bare,
            negotiated: negotiated
                .map_err(|s| s.denied(DeniedReason::Ours, Mechanism::Spnego.remedy())),
            _users: users,
        };
        Ok(ServerKeys {
            kept: Arc::new(kept),
        })
    }
}

/// The users in the format of Samba's file of that name; the plugin needs name and NT hash.
fn smbpasswd(users: &[(String, [u8; 16])]) -> Result<String, Denied> {
    let mut text = String::new();
    for (user, hash) in users {
        let odd = |c: char| c == ':' || c == '\\' || c.is_control();
        // The plugin reads lines of up to 1023 bytes.
        if user.is_empty() || user.len() > 512 || user.starts_with('#') || user.contains(odd) {
            return Err(Denied::new(
                DeniedReason::Ours,
                format!("'{user}' is no name of a user that the system's NTLM can read"),
            ));
        }
        let _ = write!(text, "{user}:0:{}:", "X".repeat(32));
        for byte in hash {
            let _ = write!(text, "{byte:02X}");
        }
        text.push_str(":[U]:LCT-00000000:\n");
    }
    Ok(text)
}

fn users_file(text: &str) -> std::io::Result<File> {
    let mut file = File::from(memfd_create("ntlm-users", MemfdFlags::CLOEXEC)?);
    file.write_all(text.as_bytes())?;
    Ok(file)
}

/// A server's side.
#[derive(Debug)]
pub struct GssAcceptor {
    mechanism: Mechanism,
    /// The mechanisms offered to the client; later, the chosen one.
    keys: Vec<Arc<Kept>>,
    begun: bool,
    principal: Option<Arc<str>>,
    session: Session,
}

impl GssAcceptor {
    /// SPNEGO for a new association: the client's preferred one of these mechanisms.
    pub fn negotiating<'a>(keys: impl IntoIterator<Item = &'a ServerKeys>) -> GssAcceptor {
        let kept = keys.into_iter().map(|keys| keys.kept.clone());
        GssAcceptor::new(Mechanism::Spnego, kept.collect())
    }

    fn new(mechanism: Mechanism, keys: Vec<Arc<Kept>>) -> GssAcceptor {
        GssAcceptor {
            mechanism,
            keys,
            begun: false,
            principal: None,
            session: Session::new(mechanism, Side::Server),
        }
    }

    /// Takes the first of the client's mechanisms that there are keys for. (A SPNEGO credential has
    /// one name, and those of Kerberos and NTLM differ, so the library is given the credential of
    /// one mechanism.) Returns the token in the form that the library understands.
    fn choose(&mut self, token: &[u8]) -> Result<Vec<u8>, Denied> {
        let offered = Offered::parse(token)?;
        let kept = |kind| {
            let wanted = match kind {
                Kind::Kerberos => Mechanism::Kerberos,
                Kind::Ntlm => Mechanism::Ntlm,
            };
            self.keys.iter().find(|keys| keys.mechanism == wanted)
        };
        let Some(chosen) = offered.kinds.iter().copied().find_map(kept).cloned() else {
            return Err(Denied::new(
                DeniedReason::NotOffered,
                "the client knows none of the security mechanisms that are set up here",
            ));
        };
        self.keys = vec![chosen];
        Ok(offered.plain)
    }
}

/// The first of the keys, in the form for this mechanism.
fn cred(mechanism: Mechanism, keys: &[Arc<Kept>]) -> Result<&Cred, Denied> {
    let kept = keys
        .first()
        .ok_or_else(|| Denied::new(DeniedReason::NotOffered, "no mechanism is set up here"))?;
    match mechanism {
        Mechanism::Spnego => kept.negotiated.as_ref().map_err(Clone::clone),
        _ => Ok(&kept.bare),
    }
}

impl Acceptor for GssAcceptor {
    fn step(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<Step, Denied> {
        let first = !std::mem::replace(&mut self.begun, true);
        let input = match (self.mechanism, first) {
            (Mechanism::Spnego, true) => self.choose(input)?.into(),
            _ => self.session.admit(input)?,
        };
        let at = out.len();
        let cred = cred(self.mechanism, &self.keys)?;
        let accepted = self.session.context.accept(cred, &input, out);
        let by = self
            .keys
            .first()
            .map_or(self.mechanism, |keys| keys.mechanism);
        let (step, accepted) = accepted.map_err(|status| explain(by, status))?;
        let step = self.session.after(step, &input, &out[at..])?;
        if step == Step::Done {
            self.session.may_seal = accepted.sealed;
            self.principal = accepted.peer.map(Arc::from);
        }
        Ok(step)
    }

    fn principal(&self) -> Option<Arc<str>> {
        self.principal.clone()
    }

    fn can_seal(&self) -> bool {
        self.session.may_seal
    }
}

crate::delegate_protection!(GssAcceptor, session);

fn explain(mechanism: Mechanism, status: Status) -> Denied {
    match (mechanism, status.routine()) {
        (_, routine::DEFECTIVE_TOKEN) => status.denied(
            DeniedReason::BadToken,
            "the client's security token is malformed; it may speak another mechanism",
        ),
        (Mechanism::Ntlm, _) => status.denied(
            DeniedReason::BadCredentials,
            "the client's user is not known here, or with another password",
        ),
        (_, routine::NO_CRED) => status.denied(
            DeniedReason::Ours,
            "no key for the service that the client's ticket is for; add it to the keytab with ktadd",
        ),
        (_, routine::CREDENTIALS_EXPIRED | routine::CONTEXT_EXPIRED) => status.denied(
            DeniedReason::BadCredentials,
            "the client's ticket has expired; it needs a new one",
        ),
        _ => status.denied(
            DeniedReason::BadCredentials,
            "the client's ticket is not accepted; if the service's key was changed, renew the keytab, and check both clocks",
        ),
    }
}
