//! The command `load`: a client of the lab as a target of [`crate::load`].

use super::arguments::Arguments;
use super::{Caller, Client, find};
use crate::load::{Connection, Control, LoadCommand, Mix, Outcome, Target, drive};

/// The server and the calls of a mix.
struct Calls<'c> {
    client: &'c Client,
    arguments: Vec<Arguments>,
}

/// One connection, and the calls that are made on it.
struct ClientConnection<'c> {
    caller: Box<dyn Caller>,
    arguments: &'c [Arguments],
}

impl Target for Calls<'_> {
    fn connect(&self) -> Result<Box<dyn Connection + '_>, String> {
        Ok(Box::new(ClientConnection {
            caller: self.client.connect()?,
            arguments: &self.arguments,
        }))
    }
}

impl Connection for ClientConnection<'_> {
    fn call(&mut self, operation: usize, number: u64) -> Result<(), String> {
        match self.caller.call(&self.arguments[operation], number)? {
            true => Ok(()),
            false => Err("the result is wrong".to_owned()),
        }
    }
}

impl<'c> Calls<'c> {
    fn of(client: &'c Client, mix: &Mix) -> Self {
        Calls {
            client,
            arguments: mix.workloads().map(Arguments::of).collect(),
        }
    }
}

/// Runs the load and waits for its end.
pub(super) fn make(client: &Client, order: &LoadCommand) -> Result<Outcome, String> {
    let mix: Mix = order.mix.parse()?;
    let calls = Calls::of(client, &mix);
    drive(&order.plan, &mix.weights(), &calls, &Control::default())
}

/// Runs as a worker of a load on one of our systems.
pub(super) fn run_worker(system: &str, address: &str, order: &str) -> Result<(), String> {
    let protocol = find(system)?;
    let client = Client::new(address, move |server| protocol.open(server));
    let order: LoadCommand = serde_json::from_str(order).map_err(|e| format!("not a load: {e}"))?;
    let mix: Mix = order.mix.parse()?;
    let calls = Calls::of(&client, &mix);
    crate::load::run_worker(&order.plan, &mix.weights(), Ok(&calls))
}
