//! `manyrpc call` of operations with several messages: those of ours go as they come, those of the
//! server are printed as they come.

use std::os::fd::AsFd;
use std::process::ExitCode;

use manyrpc::dynamic::{DynamicClient, DynamicInterface, DynamicStream, Next, OtherEvents};
use manyrpc::{CallError, Error};
use manyrpc_model::Value;

use crate::args::Call;
use crate::call::{printed, tell};
use crate::inbox::{Inbox, Interrupts};
use crate::output::{Failure, write_line};

/// Makes the call, with its only request or with the messages of `inbox`.
pub(crate) fn run(
    args: &Call,
    mut client: DynamicClient,
    operation: &str,
    request: &[Value],
    inbox: Inbox,
) -> Result<ExitCode, Failure> {
    // However long it takes: whoever waits sees what comes.
    client.client().set_timeout(args.timeout);
    let interface = client.interface().clone();
    let interrupts = Interrupts::watch()?;
    let mut stream = client.open(operation, request)?;
    let mut talk = Talk {
        args,
        interface: &interface,
        operation,
        told: false,
    };
    let result = talk.through(&mut stream, inbox, &interrupts);
    if args.verbose {
        talk.tell_initial(&mut stream);
        tell("trailing", &stream.metadata().trailing);
    }
    result.map(|()| ExitCode::SUCCESS)
}

struct Talk<'a> {
    args: &'a Call,
    interface: &'a DynamicInterface,
    operation: &'a str,
    /// What is initial was printed.
    told: bool,
}

impl Talk<'_> {
    fn through(
        &mut self,
        stream: &mut DynamicStream<'_>,
        mut inbox: Inbox,
        interrupts: &Interrupts,
    ) -> Result<(), Failure> {
        loop {
            feed(stream, &mut inbox)?;
            let room = stream.is_congested();
            let interrupted = interrupts.as_fd();
            let both = [interrupted, inbox.as_fd().unwrap_or(interrupted)];
            // While the server takes no more, what there is to send is left where it is.
            let files = if room { &both[..1] } else { &both };
            match stream.next_of(OtherEvents { files, room })? {
                Next::Message(values) => {
                    if self.args.verbose {
                        self.tell_initial(stream);
                    }
                    let result = self.interface.results_to_json(self.operation, &values)?;
                    if !write_line(&printed(self.args, &result)?)? {
                        return Ok(());
                    }
                }
                Next::Ended => return Ok(()),
                Next::Room | Next::Readable => {}
            }
            if interrupts.came() {
                return Err(Failure::Interrupted);
            }
        }
    }

    fn tell_initial(&mut self, stream: &mut DynamicStream<'_>) {
        if !std::mem::replace(&mut self.told, true) {
            tell("initial", &stream.metadata().initial);
        }
    }
}

/// Sends what there is to send and room for.
fn feed(stream: &mut DynamicStream<'_>, inbox: &mut Inbox) -> Result<(), Failure> {
    while !inbox.is_done() && !stream.is_congested() {
        let sent = match inbox.take()? {
            Some(Some(message)) => stream.push(&message),
            Some(None) => stream.end(),
            None => return Ok(()),
        };
        match sent {
            Ok(()) => {}
            Err(Error::Call(CallError::Misuse(misuse))) => {
                return Err(CallError::Misuse(misuse).into());
            }
            // The call is over: what the server says next tells how.
            Err(Error::Call(_)) => inbox.close(),
            Err(other) => return Err(other.into()),
        }
    }
    Ok(())
}
