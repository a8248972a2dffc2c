//! Describes location brokers, and servers of NCS by their management interface.

use serde_json::{Value, json};

use super::identifiers::Dotted;
use super::llb::{self, BrokerClient, LookupFilter};
use crate::error::Error;
use crate::options::ClientOptions;
use crate::system::binding::Binding;
use crate::systems::table::table;
use crate::systems::{Describer, Form};
use crate::systems::{Identifiers, dce};
use crate::uuid::Uuid;

pub(super) struct BrokerDescriber;

impl Describer for BrokerDescriber {
    fn list(&self, at: &Binding, _: &ClientOptions, form: Form) -> Result<String, Error> {
        list_brokers(at, form)
    }

    fn describe(
        &self,
        at: &Binding,
        _: &ClientOptions,
        only: Option<&str>,
        form: Form,
    ) -> Result<String, Error> {
        dce::describe(at, only, registered, form)
    }
}

/// The servers registered with the host's broker.
fn registered(target: &Binding, wanted: Option<Uuid>) -> Result<Vec<Binding>, Error> {
    let registry = target.at_port(llb::PORT);
    let wanted = wanted.map_or_else(LookupFilter::default, LookupFilter::interface);
    let entries = BrokerClient::open(&registry)?.lookup(&wanted)?;
    let places = entries.iter().map(|entry| {
        let mut at = target.clone();
        at.set_port(entry.address.port());
        at
    });
    Ok(places.collect())
}

/// Lists the entries of a host's location broker, and of the network's if it is the same server.
fn list_brokers(at: &Binding, form: Form) -> Result<String, Error> {
    let broker = at.at_port(llb::PORT);
    let mut entries = BrokerClient::open(&broker)?.lookup(&LookupFilter::default())?;
    // Most hosts' brokers are not the network's.
    let global = BrokerClient::open_global(&broker)?.lookup(&LookupFilter::default());
    entries.extend(global.into_iter().flatten());
    let head = ["interface", "binding", "object", "type", "annotation"];
    let rows = entries.iter().map(|e| {
        [
            ncs(e.interface),
            binding_at(e),
            ncs(e.object),
            ncs(e.object_type),
            e.annotation.clone(),
        ]
    });
    Ok(form.write(
        || table(head, rows.collect()),
        || entries.iter().map(broker_json).collect(),
    ))
}

fn broker_json(e: &llb::Entry) -> Value {
    json!({
        "interface": ncs(e.interface), "object": ncs(e.object), "type": ncs(e.object_type),
        "binding": binding_at(e), "local": e.local, "annotation": e.annotation,
    })
}

fn binding_at(e: &llb::Entry) -> String {
    format!("ncs+udp://{}", e.address)
}

/// An identifier in the notation of its origin.
fn ncs(uuid: Uuid) -> String {
    match uuid.is_nil() {
        true => "-".to_owned(),
        false => Dotted.print(&uuid).unwrap_or_else(|| uuid.to_string()),
    }
}
