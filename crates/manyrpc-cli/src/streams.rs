//! `manyrpc call` for streaming operations: our messages are sent as they are read, the server's are printed
//! as they arrive.

use std::os::fd::AsFd;
use std::process::ExitCode;

use manyrpc::dynamic::{DynamicClient, DynamicInterface, DynamicStream, Next, OtherEvents};
use manyrpc::{CallError, Error};
use manyrpc_model::Value;

use crate::args::Call;
use crate::inbox::{Inbox, Interrupts};
use crate::output::{Failure, printed, tell, write_line};

/// Makes the call, with its only request or with the messages of `inbox`.
pub(crate) fn run(
    args: &Call,
    mut client: DynamicClient,
    operation: &str,
    request: &[Value],
    inbox: Inbox,
) -> Result<ExitCode, Failure> {
    // No default timeout: the user sees the messages as they arrive.
    client.client().set_timeout(args.timeout);
    let interface = client.interface().clone();
    let interrupts = Interrupts::watch()?;
    let mut stream = client.open(operation, request)?;
    let mut call = StreamingCall {
        args,
        interface: &interface,
        operation,
        initial_printed: false,
    };
    let result = call.run(&mut stream, inbox, &interrupts);
    if args.verbose {
        call.tell_initial(&mut stream);
        tell("trailing", &stream.metadata().trailing);
    }
    result.map(|()| ExitCode::SUCCESS)
}

struct StreamingCall<'a> {
    args: &'a Call,
    interface: &'a DynamicInterface,
    operation: &'a str,
    /// Initial metadata has been printed.
    initial_printed: bool,
}

impl StreamingCall<'_> {
    fn run(
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
            // While the server accepts no more, messages stay in the inbox.
            let files = if room { &both[..1] } else { &both };
            match stream.next_of(OtherEvents { files, room })? {
                Next::Message(values) => {
                    if self.args.verbose {
                        self.tell_initial(stream);
                    }
                    let result = self.interface.results_to_json(self.operation, &values)?;
                    if !write_line(&printed(self.args.compact, &result)?)? {
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
        if !std::mem::replace(&mut self.initial_printed, true) {
            tell("initial", &stream.metadata().initial);
        }
    }
}

/// Sends messages as far as there are any and there is room.
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
            // The call is over: the server's next event carries the outcome.
            Err(Error::Call(_)) => inbox.close(),
            Err(other) => return Err(other.into()),
        }
    }
    Ok(())
}
