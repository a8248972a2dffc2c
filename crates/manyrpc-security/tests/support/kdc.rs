//! A key distribution centre for one test: MIT krb5's `krb5kdc`, in its own directory.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::net::{Ipv4Addr, TcpListener, UdpSocket};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::{env, thread};

/// The realm of all centres here.
pub(crate) const REALM: &str = "MANYRPC.TEST";

/// Passes the running centre's directory to the restarted test.
const INSIDE: &str = "MANYRPC_TEST_KDC";

/// A running centre; stopped on drop.
pub(crate) struct Kdc {
    directory: PathBuf,
    child: Child,
}

/// A centre's directory, for tests.
pub(crate) struct Realm {
    directory: PathBuf,
}

/// Runs a test with a centre: the test's program restarts itself with `KRB5_CONFIG` set, because
/// Kerberos reads its configuration from the environment, which a threaded program must not change.
/// `name` is the test's own, with its module.
pub(crate) fn with_kdc(name: &str, test: impl FnOnce(&Realm)) {
    with_kdc_of(name, "aes256-cts aes128-cts", test);
}

/// The same with a realm of these encryption types.
pub(crate) fn with_kdc_of(name: &str, types: &str, test: impl FnOnce(&Realm)) {
    if let Some(directory) = env::var_os(INSIDE) {
        return test(&Realm {
            directory: directory.into(),
        });
    }
    let kdc = Kdc::start(name, types);
    let output = Command::new(env::current_exe().expect("a test program has a path"))
        .args(["--exact", name, "--nocapture"])
        .env(INSIDE, &kdc.directory)
        .env("KRB5_CONFIG", kdc.directory.join("krb5.conf"))
        .env(
            "KRB5RCACHENAME",
            format!("file2:{}", kdc.directory.join("rcache").display()),
        )
        .env("KRB5CCNAME", kdc.directory.join("no-tickets"))
        .output()
        .expect("a test program runs twice");
    let said = String::from_utf8_lossy(&output.stdout);
    let ran = said.contains("1 passed");
    assert!(
        output.status.success() && ran,
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

impl Kdc {
    /// Starts a centre with a directory of this name.
    pub(crate) fn start(name: &str, types: &str) -> Kdc {
        let place = format!(
            "manyrpc-kdc-{}-{}",
            std::process::id(),
            name.replace("::", "-")
        );
        let directory = env::temp_dir().join(place);
        fs::create_dir_all(&directory).expect("a temporary directory");
        // Another process may take the port before the centre does, so try again.
        for _ in 0..5 {
            configure(&directory, free_port(), types);
            if !directory.join("principal").exists() {
                run(
                    &directory,
                    "kdb5_util",
                    &["create", "-s", "-r", REALM, "-P", "master"],
                );
            }
            if let Some(child) = listen(&directory) {
                return Kdc { directory, child };
            }
        }
        panic!(
            "krb5kdc does not start; its configuration is in {}",
            directory.display()
        );
    }
}

impl Kdc {
    /// Its directory, for tests.
    pub(crate) fn realm(&self) -> Realm {
        Realm {
            directory: self.directory.clone(),
        }
    }
}

impl Drop for Kdc {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.directory);
    }
}

impl Realm {
    /// A file in the centre's directory.
    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.directory.join(file)
    }

    /// Adds a user with a password.
    pub(crate) fn add_user(&self, user: &str, password: &str) {
        self.kadmin(&format!("addprinc -pw {password} {user}@{REALM}"));
    }

    /// Adds a service with random keys and writes them to a keytab.
    pub(crate) fn add_service(&self, service: &str, keytab: &str) -> PathBuf {
        let keytab = self.path(keytab);
        self.kadmin(&format!("addprinc -randkey {service}@{REALM}"));
        self.kadmin(&format!("ktadd -k {} {service}@{REALM}", keytab.display()));
        keytab
    }

    /// Passes one command to the centre's administrator.
    pub(crate) fn kadmin(&self, line: &str) {
        run(&self.directory, "kadmin.local", &["-r", REALM, "-q", line]);
    }

    /// Obtains tickets with a password into a cache, as users do.
    pub(crate) fn kinit(&self, user: &str, password: &str, cache: &str) -> PathBuf {
        use std::io::Write;
        let cache = self.path(cache);
        let mut child = command(&self.directory, "kinit")
            .args([
                "-c",
                &cache.display().to_string(),
                &format!("{user}@{REALM}"),
            ])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .expect("kinit is installed (package krb5-user)");
        let mut input = child.stdin.take().expect("piped");
        writeln!(input, "{password}").expect("kinit reads the password");
        drop(input);
        assert!(child.wait().expect("kinit ends").success(), "kinit fails");
        cache
    }
}

fn configure(directory: &Path, port: u16, types: &str) {
    let place = directory.display();
    let client = format!(
        "[libdefaults]\n default_realm = {REALM}\n dns_lookup_kdc = false\n dns_lookup_realm = false\n \
         dns_canonicalize_hostname = false\n rdns = false\n allow_weak_crypto = true\n allow_rc4 = true\n \
         permitted_enctypes = {types}\n\
         [realms]\n {REALM} = {{\n  kdc = 127.0.0.1:{port}\n }}\n\
         [domain_realm]\n localhost = {REALM}\n .test = {REALM}\n"
    );
    let server = format!(
        "[libdefaults]\n permitted_enctypes = {types} aes256-cts\n[kdcdefaults]\n kdc_listen = 127.0.0.1:{port}\n kdc_tcp_listen = 127.0.0.1:{port}\n\
         [realms]\n {REALM} = {{\n  database_name = {place}/principal\n  key_stash_file = {place}/stash\n  \
         acl_file = {place}/acl\n  supported_enctypes = {types}\n  master_key_type = aes256-cts\n }}\n\
         [logging]\n kdc = STDERR\n"
    );
    fs::write(directory.join("krb5.conf"), client).expect("a configuration");
    fs::write(directory.join("kdc.conf"), server).expect("a configuration");
}

/// A free port for UDP and TCP.
fn free_port() -> u16 {
    loop {
        let stream = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let port = stream.local_addr().expect("bound").port();
        if UdpSocket::bind((Ipv4Addr::LOCALHOST, port)).is_ok() {
            return port;
        }
    }
}

/// Starts the centre and waits until it reports that it listens; `None` if it exits instead.
fn listen(directory: &Path) -> Option<Child> {
    let mut child = command(directory, "krb5kdc")
        .args(["-n", "-r", REALM])
        .stderr(Stdio::piped())
        .spawn()
        .expect("krb5kdc is installed (package krb5-kdc)");
    let mut words = BufReader::new(child.stderr.take().expect("piped"));
    let mut line = String::new();
    while words.read_line(&mut line).is_ok_and(|read| read > 0) {
        if line.contains("commencing operation") {
            // It keeps writing output, which must be read, or it blocks.
            thread::spawn(move || words.read_to_end(&mut Vec::new()));
            return Some(child);
        }
        line.clear();
    }
    let _ = child.wait();
    None
}

fn run(directory: &Path, program: &str, arguments: &[&str]) {
    let output = command(directory, program).args(arguments).output();
    let output =
        output.unwrap_or_else(|error| panic!("{program}: {error}; is krb5-kdc installed?"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} {arguments:?}: {said}");
}

fn command(directory: &Path, program: &str) -> Command {
    let sbin = Path::new("/usr/sbin").join(program);
    let mut command = Command::new(if sbin.exists() { sbin } else { program.into() });
    command
        .env("KRB5_CONFIG", directory.join("krb5.conf"))
        .env("KRB5_KDC_PROFILE", directory.join("kdc.conf"));
    command
}
