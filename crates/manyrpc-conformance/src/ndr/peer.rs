//! A foreign compiler and runtime, as a program that answers requests.
//!
//! It is called with a directory of definitions (`NAME.idl`), reads a line for each request,
//! `NAME OPERATION HEX`, the operation by its number and the body in hex, and answers with a line
//! each, in order:
//!
//! - `ok HEX`: the body of the reply
//! - `refused WHY`: its runtime rejects the request
//! - `absent WHY`: its compiler rejects the definition
//! - `unable WHY`: its runtime reports that it does not support the definition
//!
//! A server built from a definition executes the definition's `cpp_quote` lines, and otherwise leaves
//! parameters unchanged.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use manyrpc_draw::Definition;

use crate::codecs::{hex, unhex};

/// A request: the index of a definition in its batch, an operation and a body.
#[derive(Clone, Debug)]
pub struct Request {
    /// The index of the definition.
    pub definition: usize,
    /// The operation's number.
    pub operation: u32,
    /// The body.
    pub body: Vec<u8>,
}

/// A peer's answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The body of its reply.
    Reply(Vec<u8>),
    /// Its runtime rejects the request.
    Refused(String),
    /// Its compiler rejects the definition.
    Absent(String),
    /// Its runtime does not support the definition.
    Unable(String),
}

/// A foreign compiler and runtime.
#[derive(Clone, Debug)]
pub struct Peer {
    /// The program.
    pub program: PathBuf,
    /// Its working directory.
    pub directory: PathBuf,
}

impl Peer {
    /// Asks for an answer to each request, in order.
    ///
    /// # Errors
    /// There are no answers: the program is missing or failed.
    pub fn ask(
        &self,
        definitions: &[Definition],
        requests: &[Request],
    ) -> Result<Vec<Answer>, String> {
        let io = |e: std::io::Error| format!("{}: {e}", self.program.display());
        let _ = fs::remove_dir_all(&self.directory);
        fs::create_dir_all(&self.directory).map_err(io)?;
        for definition in definitions {
            let path = self.directory.join(definition.file());
            fs::write(path, &definition.text).map_err(io)?;
        }
        let questions = self.directory.join("requests");
        write(&questions, definitions, requests).map_err(io)?;
        let said = Command::new(&self.program)
            .arg(&self.directory)
            .stdin(File::open(&questions).map_err(io)?)
            .stderr(Stdio::inherit())
            .output()
            .map_err(io)?;
        let text = String::from_utf8_lossy(&said.stdout);
        let answers: Vec<Answer> = text.lines().filter_map(read_answer).collect();
        match answers.len() == requests.len() {
            true => Ok(answers),
            false => Err(format!(
                "{} gave {} answers to {} requests and ended with {}",
                self.program.display(),
                answers.len(),
                requests.len(),
                said.status
            )),
        }
    }
}

fn write(path: &Path, definitions: &[Definition], requests: &[Request]) -> std::io::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    for request in requests {
        let name = &definitions[request.definition].name;
        writeln!(out, "{name} {} {}", request.operation, hex(&request.body))?;
    }
    out.flush()
}

/// What a line says.
pub(super) fn read_answer(line: &str) -> Option<Answer> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    match word {
        "ok" => Some(Answer::Reply(unhex(rest)?)),
        "refused" => Some(Answer::Refused(rest.to_owned())),
        "unable" => Some(Answer::Unable(rest.to_owned())),
        "absent" => Some(Answer::Absent(rest.to_owned())),
        _ => None,
    }
}
