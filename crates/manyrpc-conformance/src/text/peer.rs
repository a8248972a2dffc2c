//! The process with the other libraries (`peers/text`).

use std::io::{self, BufReader, BufWriter, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;

use super::tree::Tree;
use crate::suite::root;

/// What it answers, or why not.
pub(super) type Answer = Result<Vec<u8>, String>;

/// The process.
pub(super) struct Peer {
    child: Child,
    input: BufWriter<ChildStdin>,
    output: BufReader<ChildStdout>,
}

/// What it is asked.
#[derive(Clone, Debug)]
pub(super) enum Question<'a> {
    /// The tree of a JSON text.
    ReadJson(&'a [u8]),
    /// A JSON text that means the tree, in one of many ways.
    WriteJson(u64, &'a Tree),
    /// What a document of XML-RPC is: a line that names a call, or says `fault`, or nothing, and the
    /// tree of its parameters.
    ReadXml(&'a [u8]),
    /// A document that replies with those values.
    WriteXml(u64, &'a Tree),
}

impl Question<'_> {
    fn written(&self) -> Vec<u8> {
        match self {
            Question::ReadJson(text) => [b"j", *text].concat(),
            Question::WriteJson(seed, tree) => {
                [b"J", &seed.to_le_bytes()[..], &tree.written()].concat()
            }
            Question::ReadXml(document) => [b"x", *document].concat(),
            Question::WriteXml(seed, tree) => {
                [b"X", &seed.to_le_bytes()[..], &tree.written()].concat()
            }
        }
    }
}

impl Peer {
    /// Python, with what comes with it.
    pub(super) fn python() -> Result<Self, String> {
        Self::start("text_codec")
    }

    fn start(program: &str) -> Result<Self, String> {
        let program = root().join("peers/text").join(program);
        let started = Command::new(&program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let mut child = started.map_err(|e| format!("{}: {e}", program.display()))?;
        let missing = || "it has no input or output".to_owned();
        let input = BufWriter::new(child.stdin.take().ok_or_else(missing)?);
        let output = BufReader::new(child.stdout.take().ok_or_else(missing)?);
        Ok(Peer {
            child,
            input,
            output,
        })
    }

    /// Asks several questions at once; an answer each.
    pub(super) fn ask(&mut self, questions: &[Question<'_>]) -> Result<Vec<Answer>, String> {
        let (input, output) = (&mut self.input, &mut self.output);
        let answers = thread::scope(|scope| {
            // It answers while we still ask.
            let asked = scope.spawn(|| {
                let mut each = questions.iter();
                each.try_for_each(|question| send(input, &question.written()))
                    .and_then(|()| input.flush())
            });
            let answers: io::Result<Vec<Answer>> =
                questions.iter().map(|_| receive(output)).collect();
            let asked = asked
                .join()
                .unwrap_or_else(|_| Err(io::ErrorKind::Other.into()));
            asked.and(answers)
        });
        answers.map_err(|e| format!("the process with the other libraries: {e}"))
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn send(input: &mut impl Write, question: &[u8]) -> io::Result<()> {
    input.write_all(&(question.len() as u32).to_le_bytes())?;
    input.write_all(question)
}

fn receive(output: &mut impl Read) -> io::Result<Answer> {
    let mut length = [0; 4];
    output.read_exact(&mut length)?;
    let mut answer = vec![0; u32::from_le_bytes(length) as usize];
    output.read_exact(&mut answer)?;
    Ok(match answer.split_first() {
        Some((1, bytes)) => Ok(bytes.to_vec()),
        Some((_, why)) => Err(String::from_utf8_lossy(why).into_owned()),
        None => Err(String::new()),
    })
}
