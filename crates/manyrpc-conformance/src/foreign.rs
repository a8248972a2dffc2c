//! Foreign programs that answer requests, as lines or as blocks of bytes.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;

use crate::codecs::{hex, unhex};

/// A running program, which is killed when this is dropped.
struct Process(Child);

impl Process {
    /// Starts it; returns its input and output.
    fn start(command: &mut Command) -> Result<(Self, ChildStdin, BufReader<ChildStdout>), String> {
        let name = command.get_program().to_string_lossy().into_owned();
        let started = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child =
            started.map_err(|e| format!("{name}: {e} (`make peers` builds what is missing)"))?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let process = Process(child);
        let (input, output) = pipes.ok_or_else(|| format!("{name} has no pipes"))?;
        Ok((process, input, BufReader::new(output)))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A program that answers a line with a line.
pub(crate) struct Lines {
    _process: Process,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    line: String,
}

impl Lines {
    /// Starts it.
    ///
    /// # Errors
    /// It cannot be started.
    pub(crate) fn start(command: &mut Command) -> Result<Self, String> {
        let (process, input, output) = Process::start(command)?;
        Ok(Lines {
            _process: process,
            input,
            output,
            line: String::new(),
        })
    }

    /// Asks a question and returns the answer.
    ///
    /// # Errors
    /// The program has ended.
    pub(crate) fn ask(&mut self, question: &str) -> Result<&str, String> {
        let sent = writeln!(self.input, "{question}");
        sent.map_err(|e| format!("the foreign program is gone ({e}) at: {}", brief(question)))?;
        self.line.clear();
        match self.output.read_line(&mut self.line) {
            Ok(n) if n > 0 => Ok(self.line.trim_end()),
            _ => Err(format!("the foreign program ended at: {}", brief(question))),
        }
    }
}

/// Appends elements as a foreign program tells those of an array.
pub(crate) fn array<T>(
    out: &mut String,
    elements: &[T],
    mut each: impl FnMut(&mut String, &T) -> fmt::Result,
) -> fmt::Result {
    out.push('[');
    for (at, element) in elements.iter().enumerate() {
        out.push_str(if at == 0 { "" } else { "," });
        each(out, element)?;
    }
    out.push(']');
    Ok(())
}

/// The start of a text, for errors.
pub(crate) fn brief(text: &str) -> Cow<'_, str> {
    beginning(text, 400)
}

/// A text, truncated to `most` characters with a mark.
pub(crate) fn beginning(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", &text[..at]).into(),
        None => text.into(),
    }
}

/// Bytes as a word of a line: hex digits, or a dot if empty.
pub(crate) fn digits(bytes: &[u8]) -> String {
    match bytes {
        [] => ".".to_owned(),
        bytes => hex(bytes),
    }
}

/// The bytes of such a word.
///
/// # Errors
/// The word is invalid.
pub(crate) fn bytes(digits: &str) -> Result<Vec<u8>, String> {
    unhex(digits.trim_matches('.')).ok_or(format!("it says {digits}"))
}

/// Comma-separated lengths in a word; a dot if there are none.
pub(crate) fn lengths(word: &str) -> Vec<usize> {
    word.split(',')
        .filter_map(|length| length.parse().ok())
        .collect()
}

/// A program's answer, or its error.
pub(crate) type Answer = Result<Vec<u8>, String>;

/// A program that answers a block of bytes with a block, each prefixed with its length (32 bits,
/// little-endian). An answer starts with 1, or with another byte followed by an error text.
pub(crate) struct Blocks {
    _process: Process,
    input: BufWriter<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Blocks {
    /// Starts it.
    ///
    /// # Errors
    /// It cannot be started.
    pub(crate) fn start(command: &mut Command) -> Result<Self, String> {
        let (process, input, output) = Process::start(command)?;
        Ok(Blocks {
            _process: process,
            input: BufWriter::new(input),
            output,
        })
    }

    /// Asks several questions at once; returns an answer for each.
    ///
    /// # Errors
    /// The program has ended.
    pub(crate) fn ask<Q: Sync>(
        &mut self,
        questions: &[Q],
        written: impl Fn(&Q) -> Vec<u8> + Sync,
    ) -> io::Result<Vec<Answer>> {
        let (input, output) = (&mut self.input, &mut self.output);
        thread::scope(|scope| {
            // It answers while questions are still being sent.
            let asked = scope.spawn(|| {
                let mut each = questions.iter();
                each.try_for_each(|question| send(input, &written(question)))
                    .and_then(|()| input.flush())
            });
            let answers: io::Result<_> = questions.iter().map(|_| receive(output)).collect();
            let asked = asked
                .join()
                .unwrap_or_else(|_| Err(io::ErrorKind::Other.into()));
            asked.and(answers)
        })
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
