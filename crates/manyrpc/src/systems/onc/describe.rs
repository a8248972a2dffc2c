//! Describes rpcbind's registrations, and which versions of programs answer.

use std::collections::BTreeMap;

use manyrpc_engine::{CallError, Fault};
use serde_json::{Value, json};

use super::rpcbind::{self, Entry, Programs, RegistryClient, uaddr};
use crate::error::Error;
use crate::options::ClientOptions;
use crate::system::binding::{Address, Binding, Transport};
use crate::systems::table::table;
use crate::systems::{Describer, Form};

pub(super) struct RpcbindDescriber;

impl Describer for RpcbindDescriber {
    fn list(&self, at: &Binding, _: &ClientOptions, form: Form) -> Result<String, Error> {
        list_programs(at, form)
    }

    fn describe(
        &self,
        at: &Binding,
        _: &ClientOptions,
        only: Option<&str>,
        form: Form,
    ) -> Result<String, Error> {
        describe_programs(at, only, form)
    }
}

/// Lists the registered programs.
fn list_programs(at: &Binding, form: Form) -> Result<String, Error> {
    let (_, entries) = dump(at)?;
    let names = Programs::read();
    let head = ["program", "version", "netid", "address", "owner", "name"];
    let rows = entries.iter().map(|e| {
        [
            e.program.to_string(),
            e.version.to_string(),
            e.netid.clone(),
            e.address.clone(),
            e.owner.clone(),
            names.name(e.program).unwrap_or("").to_owned(),
        ]
    });
    Ok(form.write(
        || table(head, rows.collect()),
        || entries.iter().map(|e| entry_json(e, &names)).collect(),
    ))
}

fn dump(at: &Binding) -> Result<(Binding, Vec<Entry>), Error> {
    let registry = at.at_port(rpcbind::PORT);
    let entries = RegistryClient::open(&registry)?.dump()?;
    Ok((registry, entries))
}

fn entry_json(e: &Entry, names: &Programs) -> Value {
    json!({
        "program": e.program, "version": e.version, "netid": e.netid, "address": e.address,
        "owner": e.owner, "name": names.name(e.program),
    })
}

/// A program's registrations, and its own answers.
struct Program {
    number: u32,
    /// The versions registered at each netid and address.
    places: BTreeMap<(String, String), Vec<u32>>,
}

/// Asks every registered program for its null procedure.
fn describe_programs(at: &Binding, only: Option<&str>, form: Form) -> Result<String, Error> {
    let (registry, entries) = dump(at)?;
    let names = Programs::read();
    let number = |text: &str| {
        let problem = || format!("no program `{text}` in /etc/rpc; give its number");
        names.number(text).ok_or_else(|| Error::Settings(problem()))
    };
    let wanted = only.map(number).transpose()?;
    let programs = group(entries, wanted);
    if let (Some(number), true) = (wanted, programs.is_empty()) {
        let problem = format!("program {number} is not registered there");
        return Err(Error::Settings(problem));
    }
    let described: Vec<Value> = programs
        .iter()
        .map(|p| probe_all(p, &registry, &names))
        .collect();
    Ok(form.write(
        || described.iter().map(program_text).collect(),
        || described.iter().cloned().collect(),
    ))
}

fn group(entries: Vec<Entry>, wanted: Option<u32>) -> Vec<Program> {
    let mut programs: BTreeMap<u32, Program> = BTreeMap::new();
    for e in entries
        .into_iter()
        .filter(|e| wanted.is_none_or(|w| w == e.program))
    {
        let places = &mut programs
            .entry(e.program)
            .or_insert(Program {
                number: e.program,
                places: BTreeMap::new(),
            })
            .places;
        places
            .entry((e.netid, e.address))
            .or_default()
            .push(e.version);
    }
    programs.into_values().collect()
}

fn probe_all(program: &Program, registry: &Binding, names: &Programs) -> Value {
    let places: Vec<_> = program
        .places
        .iter()
        .map(|((netid, address), versions)| {
            let mut versions = versions.clone();
            versions.sort_unstable();
            versions.dedup();
            let answer = match binding_of(netid, address, registry) {
                Some(at) => answer(&at, program.number),
                None => "not asked: a transport that manyrpc does not speak".to_owned(),
            };
            json!({ "netid": netid, "address": address, "versions": versions, "answers": answer })
        })
        .collect();
    json!({ "program": program.number, "name": names.name(program.number), "places": places })
}

/// Where to connect to for a registered address. A wildcard address means the registry's host.
fn binding_of(netid: &str, address: &str, registry: &Binding) -> Option<Binding> {
    let transport = uaddr::transport(netid)?;
    let address = match transport {
        Transport::Unix => Address::Path(address.to_owned()),
        _ => {
            let at = uaddr::parse(address)?;
            let host = match &registry.address {
                Address::Host(host, _) if at.ip().is_unspecified() => host.clone(),
                _ if at.ip().is_unspecified() => "localhost".to_owned(),
                _ => at.ip().to_string(),
            };
            Address::Host(host, Some(at.port()))
        }
    };
    Some(Binding::new(registry.system, transport, address))
}

/// Asks for a version that does not exist: the refusal lists the existing ones.
fn answer(at: &Binding, program: u32) -> String {
    match rpcbind::ping(at, program, u32::MAX) {
        Err(Error::Call(CallError::Fault(Fault::NoSuchVersion { low, high }))) if low == high => {
            format!("version {low}")
        }
        Err(Error::Call(CallError::Fault(Fault::NoSuchVersion { low, high }))) => {
            format!("versions {low} to {high}")
        }
        Ok(()) => "to every version".to_owned(),
        Err(e) => e.to_string(),
    }
}

fn program_text(program: &Value) -> String {
    let name = program["name"].as_str().unwrap_or("(not in /etc/rpc)");
    let mut text = format!("program {} {name}\n", program["program"]);
    for place in program["places"].as_array().into_iter().flatten() {
        let versions: Vec<String> = place["versions"]
            .as_array()
            .into_iter()
            .flatten()
            .map(ToString::to_string)
            .collect();
        text += &format!(
            "  {:<6} {:<24} registered {:<12} answers {}\n",
            place["netid"].as_str().unwrap_or(""),
            place["address"].as_str().unwrap_or(""),
            versions.join(","),
            place["answers"].as_str().unwrap_or(""),
        );
    }
    text
}
