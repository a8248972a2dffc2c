//! Google's codec, in a process of its own (`peers/upb`).

use std::process::Command;

use crate::foreign::Blocks;
use crate::suite::root;

/// What it makes of some bytes: those that it writes for the message, or why they are none.
pub(in crate::protobuf) type Verdict = crate::foreign::Answer;

/// The process.
pub(in crate::protobuf) struct Upb(Blocks);

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

impl Question<'_> {
    fn written(&self) -> Vec<u8> {
        match self {
            Question::Define(set) => [b"D", *set].concat(),
            Question::Recode(name, body) => [b"R", &named(name)[..], body].concat(),
            Question::ToJson(how, name, body) => [&[b'J', *how], &named(name)[..], body].concat(),
            Question::FromJson(name, body) => [b"P", &named(name)[..], body].concat(),
        }
    }
}

impl Upb {
    pub(in crate::protobuf) fn start() -> Result<Self, String> {
        let program = root().join("peers/build/upb/upb_codec");
        Blocks::start(&mut Command::new(program)).map(Upb)
    }

    /// Asks several questions at once; an answer each.
    pub(in crate::protobuf) fn ask(
        &mut self,
        questions: &[Question<'_>],
    ) -> Result<Vec<Verdict>, String> {
        let answers = self.0.ask(questions, Question::written);
        answers.map_err(|e| format!("upb: {e}"))
    }
}

fn named(name: &str) -> Vec<u8> {
    let length = (name.len() as u16).to_le_bytes();
    [&length, name.as_bytes()].concat()
}
