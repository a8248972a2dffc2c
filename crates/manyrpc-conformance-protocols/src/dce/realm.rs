//! A Kerberos realm in a network namespace, and a process configured for it: Kerberos reads its configuration
//! from the environment, which a multi-threaded program must not change.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::server;

#[path = "../../../manyrpc-security/tests/support/kdc.rs"]
#[expect(dead_code, reason = "others use the rest")]
#[allow(unreachable_pub, reason = "a module of tests")]
mod kdc;

pub(super) use kdc::REALM;

/// Our server's Kerberos name; some clients derive the realm from it.
pub(super) const NAME: &str = "server.manyrpc.test";

/// Runs another part of this program in a realm with our server and its user. Its arguments are a keytab, a
/// configuration of Samba's library, and `rest`.
pub(super) fn run(part: &str, rest: &[String]) -> Result<(), String> {
    let kdc = kdc::Kdc::start(part, "aes256-cts aes128-cts");
    let realm = kdc.realm();
    realm.add_user(server::USER.0, server::USER.1);
    let keytab = realm.add_service(&format!("host/{NAME}"), "keytab");
    // Samba's clients of some interfaces want this, as they spell it.
    realm.add_service(&format!("ldap/{}", NAME.to_uppercase()), "keytab");
    let own = env::current_exe().map_err(|e| e.to_string())?;
    let status = Command::new(own)
        .args(["inside", part])
        .arg(&keytab)
        .arg(configuration(&realm.path("samba"))?)
        .args(rest)
        .env("KRB5_CONFIG", realm.path("krb5.conf"))
        .env("KRB5RCACHENAME", "none:")
        .env("KRB5CCNAME", realm.path("no-tickets"))
        .status()
        .map_err(|e| e.to_string())?;
    match status.success() {
        true => Ok(()),
        false => Err(status.to_string()),
    }
}

/// A configuration of Samba's library that writes only to this folder.
fn configuration(folder: &Path) -> Result<PathBuf, String> {
    let place = folder.display();
    let mut text = format!(
        "[global]\n    workgroup = {WORKGROUP}\n    realm = {REALM}\n    interfaces = lo\n"
    );
    for kind in [
        "private dir",
        "lock directory",
        "state directory",
        "cache directory",
    ] {
        text += &format!("    {kind} = {place}\n");
    }
    let file = folder.join("smb.conf");
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(&file, text));
    written.map_err(|e| format!("{}: {e}", file.display()))?;
    Ok(file)
}

/// The domain of its users.
pub(super) const WORKGROUP: &str = "PEER";
