//! pidl and libndr of many drawn definitions at once: one program, `peers/pidl`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use manyrpc_draw::Definition;

use crate::foreign::{Lines, bytes, digits, lengths};
use crate::suite::root;

/// A program that speaks for libndr.
pub(super) struct Foreign {
    folder: PathBuf,
    program: Lines,
}

/// What is asked about: the operation of a definition, and a message of it in either byte order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Message<'m> {
    pub(super) definition: &'m str,
    pub(super) operation: u32,
    pub(super) big: bool,
    pub(super) request: &'m [u8],
    /// The reply, where that is what is asked about; the request goes before it.
    pub(super) reply: Option<&'m [u8]>,
}

/// What libndr makes of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// It takes so many bytes, and sends these in either order.
    Ok {
        used: usize,
        little: Vec<u8>,
        big: Vec<u8>,
    },
    /// It refuses it, by a number of its `enum ndr_err_code`.
    Refused(u32),
    /// It takes it, and cannot send it again.
    Unsent(u32),
    /// The generated code ended by a signal.
    Died(u32),
}

impl Foreign {
    /// Compiles definitions in a folder.
    ///
    /// # Errors
    /// Why the program does not run.
    pub(super) fn build(folder: &Path, definitions: &[Definition]) -> Result<Self, String> {
        let io = |e: std::io::Error| format!("{}: {e}", folder.display());
        fs::create_dir_all(folder).map_err(io)?;
        for definition in definitions {
            fs::write(folder.join(definition.file()), &definition.text).map_err(io)?;
        }
        let program = root().join("peers/build/pidl/pidl_codec");
        Ok(Foreign {
            folder: folder.to_owned(),
            program: Lines::start(Command::new(program).arg(folder))?,
        })
    }

    /// What it makes of a message.
    ///
    /// # Errors
    /// It has no code for the definition, or is gone.
    pub(super) fn take(&mut self, message: Message<'_>) -> Result<Taken, String> {
        let answer = self.ask("take", message)?;
        let words: Vec<&str> = answer.split(' ').collect();
        let number = |word: &str| word.parse().map_err(|_| format!("it says {answer}"));
        match words[..] {
            ["ok", used, little, big] => Ok(Taken::Ok {
                used: number(used)? as usize,
                little: bytes(little)?,
                big: bytes(big)?,
            }),
            ["refused", code] => number(code).map(Taken::Refused),
            ["unsent", code] => number(code).map(Taken::Unsent),
            ["died", signal] => number(signal).map(Taken::Died),
            _ => Err(self.absent(message.definition, &answer)),
        }
    }

    /// The lengths at which a beginning of a message is taken.
    ///
    /// # Errors
    /// As [`take`](Self::take), and where the generated code ended.
    pub(super) fn cuts(&mut self, message: Message<'_>) -> Result<Vec<usize>, String> {
        let answer = self.ask("cuts", message)?;
        let Some(word) = answer.strip_prefix("ok ") else {
            return Err(self.absent(message.definition, &answer));
        };
        Ok(lengths(word))
    }

    fn absent(&self, definition: &str, answer: &str) -> String {
        let said = fs::read_to_string(self.folder.join(format!("{definition}.said")));
        format!("{answer}: {}", said.unwrap_or_default())
    }

    fn ask(&mut self, word: &str, message: Message<'_>) -> Result<String, String> {
        let Message {
            definition,
            operation,
            ..
        } = message;
        let order = if message.big { "big" } else { "little" };
        let request = digits(message.request);
        let reply = message.reply.map(|reply| format!(" {}", digits(reply)));
        let reply = reply.unwrap_or_default();
        let question = format!("{word} {definition} {operation} {order} {request}{reply}");
        self.program.ask(&question).map(str::to_owned)
    }
}
