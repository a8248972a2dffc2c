//! Google's codec, in a process of its own (`peers/upb`).

use std::io::{BufReader, BufWriter, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::{io, thread};

use crate::suite::root;

/// What it makes of some bytes: those that it writes for the message, or why they are none.
pub(in crate::protobuf) type Verdict = Result<Vec<u8>, String>;

/// The process.
pub(in crate::protobuf) struct Upb {
    child: Child,
    input: BufWriter<ChildStdin>,
    output: BufReader<ChildStdout>,
}

/// What it is asked.
pub(in crate::protobuf) enum Question<'a> {
    /// To take up definitions: a `FileDescriptorSet`.
    Define(&'a [u8]),
    /// What it makes of the bytes of a message.
    Recode(&'a str, &'a [u8]),
    /// The JSON of a message's bytes; of the bits in the number the lowest asks for the definition's
    /// names, the next for numbers of enumerations, the third for text in ASCII.
    ToJson(u8, &'a str, &'a [u8]),
    /// The bytes of the message that a JSON text is.
    FromJson(&'a str, &'a [u8]),
}

impl Upb {
    pub(in crate::protobuf) fn start() -> Result<Self, String> {
        let program = root().join("peers/build/upb/upb_codec");
        let mut child = Command::new(&program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("{}: {e}: `make peers` builds it", program.display()))?;
        let missing = || "it has no input or output".to_owned();
        let input = BufWriter::new(child.stdin.take().ok_or_else(missing)?);
        let output = BufReader::new(child.stdout.take().ok_or_else(missing)?);
        Ok(Upb {
            child,
            input,
            output,
        })
    }

    /// Asks several questions at once; an answer each.
    pub(in crate::protobuf) fn ask(
        &mut self,
        questions: &[Question<'_>],
    ) -> Result<Vec<Verdict>, String> {
        let (input, output) = (&mut self.input, &mut self.output);
        let answers = thread::scope(|scope| {
            // It answers while we still ask.
            let asked = scope.spawn(|| {
                let mut each = questions.iter();
                each.try_for_each(|question| send(input, question))
                    .and_then(|()| input.flush())
            });
            let answers: io::Result<Vec<Verdict>> =
                questions.iter().map(|_| receive(output)).collect();
            asked
                .join()
                .unwrap_or_else(|_| Err(io::ErrorKind::Other.into()))
                .and(answers)
        });
        answers.map_err(|e| format!("upb: {e}"))
    }
}

impl Drop for Upb {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn send(input: &mut impl Write, question: &Question<'_>) -> io::Result<()> {
    let head = match question {
        Question::Define(_) => b"D".to_vec(),
        Question::Recode(name, _) => [b"R", &named(name)[..]].concat(),
        Question::ToJson(how, name, _) => [&[b'J', *how], &named(name)[..]].concat(),
        Question::FromJson(name, _) => [b"P", &named(name)[..]].concat(),
    };
    let (Question::Define(body)
    | Question::Recode(_, body)
    | Question::ToJson(_, _, body)
    | Question::FromJson(_, body)) = question;
    input.write_all(&((head.len() + body.len()) as u32).to_le_bytes())?;
    input.write_all(&head)?;
    input.write_all(body)
}

fn named(name: &str) -> Vec<u8> {
    let length = (name.len() as u16).to_le_bytes();
    [&length, name.as_bytes()].concat()
}

fn receive(output: &mut impl Read) -> io::Result<Verdict> {
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
