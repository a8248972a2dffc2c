//! Samba's rpcclient calls us: its implementation differs from the library's and is that of Samba's
//! daemons.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::{env, fs};

use manyrpc::security::Level;
use manyrpc::security::mechanisms::Acceptors;
use manyrpc::security::mechanisms::ntlm::Users;

use crate::kdc::{REALM, with_kdc};
use crate::world::World;
use crate::{PROVIDERS, echo};

/// The tickets that rpcclient uses; its option for that is ignored.
const CACHE: &str = "cache-of-tickets";

/// Set if the test runs in the namespaces.
const INSIDE: &str = "MANYRPC_TEST_HOST";

/// Runs a test in namespaces of its own, because rpcclient gets ports only from an endpoint mapper
/// at port 135. There this host is called `server.test`: Samba requests no ticket for an address or
/// `localhost` (it reports an invalid parameter).
fn with_host(name: &str, test: impl FnOnce(&Path)) {
    if let Some(directory) = env::var_os(INSIDE) {
        return test(Path::new(&directory));
    }
    let place = format!(
        "manyrpc-host-{}-{}",
        std::process::id(),
        name.replace("::", "-")
    );
    let directory = env::temp_dir().join(place);
    fs::create_dir_all(&directory).expect("a temporary directory");
    fs::write(directory.join("hosts"), "127.0.0.1 localhost server.test\n").expect("a file");
    let mut command = Command::new("unshare");
    if !rustix::process::geteuid().is_root() {
        command.arg("--map-root-user");
    }
    let script = "ip link set lo up && mount --bind \"$0\" /etc/hosts && exec \"$@\"";
    let output = command
        .args(["--net", "--mount", "bash", "-c", script])
        .arg(directory.join("hosts"))
        .arg(env::current_exe().expect("a test program has a path"))
        .args(["--exact", name, "--nocapture"])
        .env(INSIDE, &directory)
        .env(
            "PATH",
            format!("{}:/usr/sbin:/sbin", env::var("PATH").unwrap_or_default()),
        )
        .output()
        .expect("unshare is installed (package util-linux)");
    let _ = fs::remove_dir_all(&directory);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && said.contains("1 passed"),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Calls every operation of ours that rpcclient has.
fn call(directory: &Path, options: &str, who: &[&str]) -> Result<(), String> {
    let mut command = Command::new("rpcclient");
    command.args(["--configfile", "/dev/null"]);
    for option in ["lock", "state", "cache", "private"] {
        let kept = directory.join(option);
        fs::create_dir_all(&kept).expect("the directory is ours");
        let kind = if option == "private" {
            "dir"
        } else {
            "directory"
        };
        command.arg(format!("--option={option} {kind}={}", kept.display()));
    }
    let output = command
        .env("KRB5CCNAME", directory.join(CACHE))
        .args(who)
        .arg(format!("ncacn_ip_tcp:server.test[{options}]"))
        .args([
            "-c",
            "echoaddone 41; echodata 9000; sinkdata 9000; sourcedata 9000",
        ])
        .output()
        .expect("rpcclient is installed (package smbclient)");
    let said = String::from_utf8_lossy(&output.stdout);
    match output.status.success() && said.contains("41 + 1 = 42") {
        true => Ok(()),
        false => Err(format!("{said}{}", String::from_utf8_lossy(&output.stderr))),
    }
}

/// The levels in its bindings' notation, which lacks packet.
const LEVELS: [(&str, Level); 3] = [
    ("connect", Level::Connect),
    ("sign", Level::Integrity),
    ("seal", Level::Privacy),
];

fn check(acceptors: &Acceptors, mechanisms: &[&str], directory: &Path, who: &[&str], name: &str) {
    for (option, level) in LEVELS {
        for (world, provider) in World::in_all(PROVIDERS) {
            let acceptors = acceptors.clone().by(provider);
            let (_served, seen) = echo::serve_registered(world, acceptors, level);
            for mechanism in mechanisms {
                let options = format!("{option},{mechanism}");
                let case = format!("{options}, {provider:?}, {world:?}");
                assert_eq!(call(directory, &options, who), Ok(()), "{case}");
                assert_eq!(seen.take(), [name; 4], "{case}");
            }
        }
    }
}

#[test]
fn rpcclient_calls_us_with_ntlm() {
    with_host("rpcclient::rpcclient_calls_us_with_ntlm", |directory| {
        let users = Users::new().with("ann", "sesame");
        let acceptors = Acceptors::new("manyrpc").with_users(Arc::new(users));
        let ann = ["--user", "TEST\\ann%sesame", "--use-kerberos=off"];
        check(
            &acceptors,
            &["ntlm", "spnego"],
            directory,
            &ann,
            "TEST\\ann",
        );
    });
}

#[test]
fn rpcclient_calls_us_with_kerberos() {
    let name = "rpcclient::rpcclient_calls_us_with_kerberos";
    with_host(name, |directory| {
        with_kdc(name, |realm| {
            realm.add_user("ann", "sesame");
            let keytab = realm.add_service("host/server.test", "service.keytab");
            let cache = realm.kinit("ann", "sesame", "cache");
            fs::rename(cache, directory.join(CACHE)).expect("both places are ours");
            let acceptors = Acceptors::new("manyrpc").with_keytab(&keytab, None);
            let acceptors = acceptors.expect("keys");
            let ann = format!("ann@{REALM}");
            let who = ["--use-kerberos=required"];
            check(&acceptors, &["krb5", "spnego"], directory, &who, &ann);
        });
    });
}
