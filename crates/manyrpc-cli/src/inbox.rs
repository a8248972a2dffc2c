//! The source of a call's messages: the command line, a file, or standard input, possibly interactive.
//!
//! A thread reads; the sender polls the inbox's descriptor together with the server's socket.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use manyrpc::dynamic::DynamicInterface;
use manyrpc_model::Value;
use serde_json::{Deserializer, Value as Json};
use signal_hook::consts::SIGINT;
use signal_hook::{flag, low_level};

use crate::output::{Failure, INTERRUPTED};

/// The values of one message.
type Message = Vec<Value>;
/// A message, the end of the messages (`None`), or an error in the next one.
type Item = Result<Option<Message>, String>;

/// Messages read ahead.
const AHEAD: usize = 16;

/// The messages of a call.
pub(crate) enum Inbox {
    /// All messages, already read.
    Given(VecDeque<Message>),
    /// Messages from a reader thread, which writes one byte to the socket per item.
    Read {
        items: Receiver<Item>,
        wake: UnixStream,
    },
    /// No more messages.
    Done,
}

impl Inbox {
    /// Messages of an operation from JSON: one value after another, each a message, or an array of
    /// messages. `-` or `@-` reads them from standard input, `@FILE` from a file; arguments given directly
    /// are checked at once.
    pub(crate) fn open(
        text: Option<&str>,
        interface: &DynamicInterface,
        operation: &str,
    ) -> Result<Self, Failure> {
        let input: Box<dyn Read + Send> = match text {
            None => return Ok(Inbox::Given(VecDeque::new())),
            Some("-" | "@-") => Box::new(io::stdin()),
            Some(text) => match text.strip_prefix('@') {
                Some(path) => Box::new(
                    File::open(path)
                        .map_err(|e| Failure::Misuse(format!("cannot read {path}: {e}")))?,
                ),
                None => {
                    let mut all = VecDeque::new();
                    messages(text.as_bytes(), interface, operation, |message| {
                        all.push_back(message);
                        true
                    })
                    .map_err(Failure::Misuse)?;
                    return Ok(Inbox::Given(all));
                }
            },
        };
        Self::read(input, interface.clone(), operation.to_owned())
    }

    fn read(
        input: Box<dyn Read + Send>,
        interface: DynamicInterface,
        operation: String,
    ) -> Result<Self, Failure> {
        let (wake, there) = UnixStream::pair().map_err(Failure::misuse)?;
        wake.set_nonblocking(true).map_err(Failure::misuse)?;
        let (sender, items) = sync_channel(AHEAD);
        std::thread::spawn(move || {
            let input = BufReader::new(input);
            let read = messages(input, &interface, &operation, |message| {
                post(&sender, &there, Ok(Some(message)))
            });
            post(&sender, &there, read.map(|()| None));
        });
        Ok(Inbox::Read { items, wake })
    }

    /// The next message, or the end of them (`Some(None)`); `None` if none has arrived yet.
    pub(crate) fn take(&mut self) -> Result<Option<Option<Message>>, Failure> {
        let item = match self {
            Inbox::Done => None,
            Inbox::Given(all) => Some(Ok(all.pop_front())),
            Inbox::Read { items, wake } => match wake.read(&mut [0]) {
                // The reader thread ends with an item that marks the end.
                Ok(1) => Some(items.recv().unwrap_or(Ok(None))),
                _ => None,
            },
        };
        let item = item.transpose().map_err(Failure::Misuse)?;
        if item == Some(None) {
            self.close();
        }
        Ok(item)
    }

    /// Whether there are no more messages.
    pub(crate) fn is_done(&self) -> bool {
        matches!(self, Inbox::Done)
    }

    /// Stops taking messages.
    pub(crate) fn close(&mut self) {
        *self = Inbox::Done;
    }

    /// Readable when a message has arrived; `None` if none are awaited.
    pub(crate) fn as_fd(&self) -> Option<BorrowedFd<'_>> {
        match self {
            Inbox::Read { wake, .. } => Some(wake.as_fd()),
            Inbox::Given(_) | Inbox::Done => None,
        }
    }
}

/// Passes an item on; whether the receiver still exists.
fn post(sender: &SyncSender<Item>, mut wake: &UnixStream, item: Item) -> bool {
    sender.send(item).is_ok() && wake.write_all(&[0]).is_ok()
}

/// Reads messages and passes each to `each` until that returns `false`.
fn messages(
    input: impl Read,
    interface: &DynamicInterface,
    operation: &str,
    mut each: impl FnMut(Message) -> bool,
) -> Result<(), String> {
    let mut count = 0;
    values(input, |json| {
        count += 1;
        let message = interface.arguments_from_json(operation, &json);
        Ok(each(message.map_err(|e| format!("message {count}: {e}"))?))
    })
}

/// Reads a sequence or an array of values and passes each to `each` until that returns `false`.
pub(crate) fn values(
    input: impl Read,
    mut each: impl FnMut(Json) -> Result<bool, String>,
) -> Result<(), String> {
    let mut count = 0;
    for json in Deserializer::from_reader(input).into_iter::<Json>() {
        let json = json.map_err(|e| format!("message {} is not JSON: {e}", count + 1))?;
        let several = match json {
            Json::Array(several) => several,
            one => vec![one],
        };
        for json in several {
            count += 1;
            if !each(json)? {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// The user's interrupts, as a descriptor to poll. A second one ends the command at once.
pub(crate) struct Interrupts(UnixStream);

impl Interrupts {
    /// Catches interrupts from now on.
    pub(crate) fn watch() -> Result<Self, Failure> {
        let watch = || {
            let (here, there) = UnixStream::pair()?;
            here.set_nonblocking(true)?;
            let once = Arc::new(AtomicBool::new(false));
            flag::register_conditional_shutdown(SIGINT, INTERRUPTED.into(), once.clone())?;
            flag::register(SIGINT, once)?;
            low_level::pipe::register(SIGINT, there)?;
            Ok::<_, io::Error>(here)
        };
        watch().map(Interrupts).map_err(Failure::misuse)
    }

    /// Whether an interrupt occurred.
    pub(crate) fn came(&self) -> bool {
        matches!((&self.0).read(&mut [0]), Ok(1))
    }
}

impl AsFd for Interrupts {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}
