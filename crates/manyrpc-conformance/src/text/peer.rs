//! The process with the other libraries (`peers/text`).

use std::process::Command;

use super::tree::Tree;
pub(super) use crate::foreign::Answer;
use crate::foreign::Blocks;
use crate::suite::root;

/// The process.
pub(super) struct Peer(Blocks);

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
        let program = root().join("peers/text/text_codec");
        Blocks::start(&mut Command::new(program)).map(Peer)
    }

    /// Asks several questions at once; an answer each.
    pub(super) fn ask(&mut self, questions: &[Question<'_>]) -> Result<Vec<Answer>, String> {
        let answers = self.0.ask(questions, Question::written);
        answers.map_err(|e| format!("the process with the other libraries: {e}"))
    }
}
