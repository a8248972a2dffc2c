//! Authenticated lines between a study and an agent.
//!
//! | from | line |
//! | --- | --- |
//! | agent | `manyrpc-agent 1 VERSION NONCE` |
//! | study | `manyrpc-study 1 VERSION NONCE PROOF` |
//! | agent | `welcome PROOF`, or `refused REASON` |
//! | both, from then on | `MAC JSON` |
//!
//! A proof is an HMAC-SHA-256 under the shared key over the role of the prover and all words so far. A MAC is an
//! HMAC-SHA-256 under the connection's key over direction, sequence number and JSON; the connection's key is an
//! HMAC over the handshake's words.

use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpStream;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::time::{Duration, Instant};

use ring::hmac;
use ring::rand::{SecureRandom, SystemRandom};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Longest line, in bytes.
pub const MAX_LINE_BYTES: usize = 4096;

/// The timeout of the handshake.
pub const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);

/// The timeout for sending a line.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

const PROTOCOL: &str = "1";
const AGENT: &str = "manyrpc-agent";
const STUDY: &str = "manyrpc-study";
const WELCOME: &str = "welcome";
const REFUSED: &str = "refused";

/// Bytes of a key, of a nonce and of a MAC.
const BYTES: usize = 32;

/// The version, which must be the same at both ends: another version measures something else.
pub fn version() -> String {
    let commit = crate::build::commit().unwrap_or_default();
    let commit: String = commit.chars().filter(char::is_ascii_alphanumeric).collect();
    match commit.is_empty() {
        true => env!("CARGO_PKG_VERSION").to_owned(),
        false => format!("{}+{commit}", env!("CARGO_PKG_VERSION")),
    }
}

/// The key shared by an agent and a study.
#[derive(Clone)]
pub struct Key(hmac::Key);

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key")
    }
}

impl Key {
    /// Creates a file with a new key that only its owner may read.
    ///
    /// # Errors
    /// The file exists already, or cannot be written.
    pub fn create(path: &Path) -> Result<(), String> {
        let failed = |e: &dyn fmt::Display| format!("cannot make {}: {e}", path.display());
        let mut file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(path)
            .map_err(|e| failed(&e))?;
        let text = nonce().map_err(|e| failed(&e))?;
        writeln!(file, "{text}").map_err(|e| failed(&e))
    }

    /// Reads a key from a file.
    ///
    /// # Errors
    /// The file has no key, or others may read it.
    pub fn read(path: &Path) -> Result<Self, String> {
        let failed = |e: &dyn fmt::Display| format!("the key in {}: {e}", path.display());
        let mode = fs::metadata(path)
            .map_err(|e| failed(&e))?
            .permissions()
            .mode();
        if mode & 0o077 != 0 {
            return Err(failed(&"others may read it (chmod 600 it)"));
        }
        let text = fs::read_to_string(path).map_err(|e| failed(&e))?;
        Self::parse(&text).ok_or_else(|| {
            failed(&"it is not 64 hexadecimal digits, as created by `manyrpc agent --new-key`")
        })
    }

    fn parse(text: &str) -> Option<Self> {
        let bytes = from_hex(text.trim())?;
        Some(Key(hmac::Key::new(hmac::HMAC_SHA256, &bytes)))
    }

    /// The proof that `who` has the key, over the words so far.
    fn proof(&self, who: &str, words: &str) -> hmac::Tag {
        hmac::sign(&self.0, format!("{who}\n{words}").as_bytes())
    }

    fn verify_proof(&self, who: &str, words: &str, proof: &str) -> bool {
        let said = format!("{who}\n{words}");
        let proof = from_hex(proof);
        proof.is_some_and(|proof| hmac::verify(&self.0, said.as_bytes(), &proof).is_ok())
    }

    fn connection_key(&self, words: &str) -> hmac::Key {
        hmac::Key::new(hmac::HMAC_SHA256, self.proof("connection", words).as_ref())
    }
}

fn nonce() -> Result<String, String> {
    let mut bytes = [0; BYTES];
    let filled = SystemRandom::new().fill(&mut bytes);
    filled.map_err(|_| "the system provides no random numbers".to_owned())?;
    Ok(hex(&bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn from_hex(text: &str) -> Option<[u8; BYTES]> {
    let mut bytes = [0; BYTES];
    if text.len() != 2 * BYTES || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    for (byte, digits) in bytes.iter_mut().zip(0..) {
        *byte = u8::from_str_radix(&text[2 * digits..2 * digits + 2], 16).ok()?;
    }
    Some(bytes)
}

/// An authenticated connection.
pub struct Authenticated {
    /// The receiving half.
    pub reader: Reader,
    /// The sending half.
    pub writer: Writer,
}

/// The agent's end. A refusal is reported to the other end and returned.
pub fn accept(stream: TcpStream, key: &Key) -> Result<Authenticated, String> {
    let mut raw = UnauthenticatedLines::new(stream)?;
    let hello = format!("{AGENT} {PROTOCOL} {} {}", version(), nonce()?);
    raw.write_line(&hello)?;
    let reply = raw.line(HANDSHAKE_TIMEOUT)?;
    let words = match reply.rsplit_once(' ') {
        Some((words, proof)) if key.verify_proof(STUDY, &format!("{hello}\n{words}"), proof) => {
            words
        }
        _ => return refuse(&mut raw, "it has another key"),
    };
    if words.split(' ').nth(2) != Some(&version()) {
        let theirs = words.split(' ').nth(2).unwrap_or_default();
        let reason = format!(
            "it is of version {theirs}, this agent of {}: both must be of one",
            version()
        );
        return refuse(&mut raw, &reason);
    }
    let all = format!("{hello}\n{words}");
    raw.write_line(&format!(
        "{WELCOME} {}",
        hex(key.proof(AGENT, &all).as_ref())
    ))?;
    Ok(raw.authenticated(&key.connection_key(&all), [b'a', b's']))
}

fn refuse(raw: &mut UnauthenticatedLines, reason: &str) -> Result<Authenticated, String> {
    let told = raw.write_line(&format!("{REFUSED} {reason}"));
    told.and(Err(format!("refused: {reason}")))
}

/// The study's end.
pub fn handshake(stream: TcpStream, key: &Key) -> Result<Authenticated, String> {
    let mut raw = UnauthenticatedLines::new(stream)?;
    let hello = raw.line(HANDSHAKE_TIMEOUT)?;
    match hello.split(' ').collect::<Vec<_>>()[..] {
        [AGENT, PROTOCOL, theirs, _] if theirs == version() => {}
        [AGENT, _, theirs, _] => {
            return Err(format!(
                "it is of version {}, this program of {}: both must be of one",
                printable(theirs),
                version()
            ));
        }
        _ => return Err("what is there is no agent of manyrpc".to_owned()),
    }
    let words = format!("{STUDY} {PROTOCOL} {} {}", version(), nonce()?);
    let all = format!("{hello}\n{words}");
    raw.write_line(&format!("{words} {}", hex(key.proof(STUDY, &all).as_ref())))?;
    let answer = raw.line(HANDSHAKE_TIMEOUT)?;
    match answer.split_once(' ') {
        Some((WELCOME, proof)) if key.verify_proof(AGENT, &all, proof) => {
            Ok(raw.authenticated(&key.connection_key(&all), [b's', b'a']))
        }
        Some((REFUSED, reason)) => Err(format!("it refuses us: {}", printable(reason))),
        _ => Err("what is there does not have the key".to_owned()),
    }
}

/// Text from an unauthenticated peer, made printable.
fn printable(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(200).collect()
}

/// Lines before authentication.
struct UnauthenticatedLines {
    reader: BufReader<TcpStream>,
    stream: TcpStream,
}

impl UnauthenticatedLines {
    fn new(stream: TcpStream) -> Result<Self, String> {
        let failed = |e: io::Error| e.to_string();
        // Lines are few, short, and waited for.
        stream.set_nodelay(true).map_err(failed)?;
        stream
            .set_write_timeout(Some(SEND_TIMEOUT))
            .map_err(failed)?;
        Ok(UnauthenticatedLines {
            reader: BufReader::new(stream.try_clone().map_err(failed)?),
            stream,
        })
    }

    fn write_line(&mut self, line: &str) -> Result<(), String> {
        write_line(&mut self.stream, line)
    }

    fn line(&mut self, within: Duration) -> Result<String, String> {
        line(&mut self.reader, within)
    }

    fn authenticated(self, key: &hmac::Key, [ours, theirs]: [u8; 2]) -> Authenticated {
        let sealer = |way| Sealer {
            key: key.clone(),
            way,
            number: 0,
        };
        Authenticated {
            reader: Reader {
                from: self.reader,
                sealer: sealer(theirs),
            },
            writer: Writer {
                to: self.stream,
                sealer: sealer(ours),
            },
        }
    }
}

fn write_line(to: &mut TcpStream, line: &str) -> Result<(), String> {
    let sent = to.write_all(format!("{line}\n").as_bytes());
    sent.map_err(|e| format!("the connection: {e}"))
}

/// A line, which must be complete within that time.
fn line(from: &mut BufReader<TcpStream>, within: Duration) -> Result<String, String> {
    let until = Instant::now() + within;
    let mut bytes = Vec::new();
    loop {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(format!("nothing was received for {} s", within.as_secs()));
        }
        let set = from.get_ref().set_read_timeout(Some(left));
        set.map_err(|e| e.to_string())?;
        let new = match from.fill_buf() {
            Ok([]) => return Err("the connection was closed".to_owned()),
            Ok(new) => new,
            Err(e) if is_retryable(&e) => continue,
            Err(e) => return Err(format!("the connection: {e}")),
        };
        let end = new.iter().position(|&byte| byte == b'\n');
        let taken = end.unwrap_or(new.len());
        if bytes.len() + taken > MAX_LINE_BYTES {
            return Err(format!("a line of more than {MAX_LINE_BYTES} bytes"));
        }
        bytes.extend_from_slice(&new[..taken]);
        from.consume(taken + usize::from(end.is_some()));
        if end.is_some() {
            return String::from_utf8(bytes).map_err(|_| "a line that is no text".to_owned());
        }
    }
}

/// Whether the error is a read timeout or an interrupted system call.
fn is_retryable(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut | io::ErrorKind::Interrupted
    )
}

/// One direction of an authenticated connection.
struct Sealer {
    key: hmac::Key,
    way: u8,
    number: u64,
}

impl Sealer {
    /// The input of the next MAC.
    fn next(&mut self, json: &str) -> Vec<u8> {
        let number = self.number.to_be_bytes();
        self.number += 1;
        [&[self.way], &number[..], json.as_bytes()].concat()
    }
}

/// The receiving half.
pub struct Reader {
    from: BufReader<TcpStream>,
    sealer: Sealer,
}

impl Reader {
    /// Receives the next message; an error ends the connection.
    pub fn receive<T: DeserializeOwned>(&mut self, within: Duration) -> Result<T, String> {
        let line = line(&mut self.from, within)?;
        let (mac, json) = line.split_once(' ').unwrap_or_default();
        let sealed = self.sealer.next(json);
        let mac = from_hex(mac);
        let is_theirs = |mac: [u8; BYTES]| hmac::verify(&self.sealer.key, &sealed, &mac).is_ok();
        let is_theirs = mac.is_some_and(is_theirs);
        if !is_theirs {
            return Err("a line that is not from the other end".to_owned());
        }
        serde_json::from_str(json).map_err(|e| format!("a malformed message: {e}"))
    }
}

/// The sending half.
pub struct Writer {
    to: TcpStream,
    sealer: Sealer,
}

impl Writer {
    /// Sends one message.
    pub fn send(&mut self, what: &impl Serialize) -> Result<(), String> {
        let json = serde_json::to_string(what).map_err(|e| e.to_string())?;
        let sealed = self.sealer.next(&json);
        let mac = hmac::sign(&self.sealer.key, &sealed);
        write_line(&mut self.to, &format!("{} {json}", hex(mac.as_ref())))
    }

    /// Closes the connection in both directions.
    pub fn close(&self) {
        drop(self.to.shutdown(std::net::Shutdown::Both));
    }
}

#[cfg(test)]
mod tests;
