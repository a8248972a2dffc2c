//! `manyrpc list` and `manyrpc describe`: what a registry knows, and what answers.

use std::collections::BTreeMap;
use std::process::ExitCode;

use manyrpc::binding::{Address, System, Transport};
use manyrpc::registry::epm::{self, Element, Inquiry, MapperClient};
use manyrpc::registry::llb::{self, BrokerClient, Wanted};
use manyrpc::registry::rpcbind::{self, Entry, Programs, RegistryClient, uaddr};
use manyrpc::{Binding, CallError, Error, Fault, Uuid};
use serde_json::json;

use crate::args::{Describe, Target};
use crate::output::{Failure, write_out};
use crate::{methods, reflected, servers};

/// Lists every registration, with the registry of the target's system.
pub(crate) fn list(args: &Target) -> Result<ExitCode, Failure> {
    let binding: Binding = args.target.parse().map_err(Error::Binding)?;
    match binding.system {
        System::Dce => list_map(binding, &args.format),
        System::Ncs => list_brokers(binding, &args.format),
        System::XmlRpc | System::JsonRpc => methods::list(&binding, args),
        System::Grpc => reflected::list(&binding, args),
        _ => list_programs(args),
    }
}

/// Lists the elements of an endpoint map.
fn list_map(mut mapper: Binding, format: &str) -> Result<ExitCode, Failure> {
    if let Address::Host(_, port @ None) = &mut mapper.address {
        *port = Some(epm::PORT);
    }
    let elements = MapperClient::open(&mapper)?.lookup(&Inquiry::All)?;
    let text = if format == "json" {
        let rows: Vec<_> = elements.iter().map(element_json).collect();
        format!("{:#}\n", serde_json::Value::Array(rows))
    } else {
        let head = ["interface", "version", "binding", "object", "annotation"];
        let rows = elements.iter().map(|e| {
            let id = e.tower.interface;
            [
                id.uuid.to_string(),
                format!("{}.{}", id.major, id.minor),
                e.tower.place.to_string(),
                match e.object.is_nil() {
                    true => "-".to_owned(),
                    false => e.object.to_string(),
                },
                e.annotation.clone(),
            ]
        });
        table(head, rows.collect())
    };
    write_out(None, &text)?;
    Ok(ExitCode::SUCCESS)
}

fn element_json(e: &Element) -> serde_json::Value {
    let id = e.tower.interface;
    json!({
        "interface": id.uuid.to_string(), "major": id.major, "minor": id.minor,
        "binding": e.tower.place.to_string(), "object": e.object.to_string(),
        "annotation": e.annotation,
    })
}

/// Lists the entries of a host's location broker, and of the network's if it is the same server.
fn list_brokers(mut broker: Binding, format: &str) -> Result<ExitCode, Failure> {
    if let Address::Host(_, port @ None) = &mut broker.address {
        *port = Some(llb::PORT);
    }
    let mut entries = BrokerClient::open(&broker)?.lookup(&Wanted::default())?;
    // Most servers of one broker are not the other.
    let global = BrokerClient::open_global(&broker)?.lookup(&Wanted::default());
    entries.extend(global.into_iter().flatten());
    let text = if format == "json" {
        let rows: Vec<_> = entries.iter().map(broker_json).collect();
        format!("{:#}\n", serde_json::Value::Array(rows))
    } else {
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
        table(head, rows.collect())
    };
    write_out(None, &text)?;
    Ok(ExitCode::SUCCESS)
}

fn broker_json(e: &llb::Entry) -> serde_json::Value {
    json!({
        "interface": ncs(e.interface), "object": ncs(e.object), "type": ncs(e.object_type),
        "binding": binding_at(e), "local": e.local, "annotation": e.annotation,
    })
}

fn binding_at(e: &llb::Entry) -> String {
    format!("ncs+udp://{}", e.address)
}

/// An identifier in the notation of whoever made it.
fn ncs(uuid: Uuid) -> String {
    match uuid.is_nil() {
        true => "-".to_owned(),
        false => uuid.ncs_string().unwrap_or_else(|| uuid.to_string()),
    }
}

/// Lists the programs that rpcbind knows.
fn list_programs(args: &Target) -> Result<ExitCode, Failure> {
    let (_, entries) = dump(&args.target)?;
    let names = Programs::read();
    let text = if args.format == "json" {
        let rows: Vec<_> = entries.iter().map(|e| entry_json(e, &names)).collect();
        format!("{:#}\n", serde_json::Value::Array(rows))
    } else {
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
        table(head, rows.collect())
    };
    write_out(None, &text)?;
    Ok(ExitCode::SUCCESS)
}

fn dump(target: &str) -> Result<(Binding, Vec<Entry>), Failure> {
    let mut binding: Binding = target.parse().map_err(Error::Binding)?;
    if let Address::Host(_, port @ None) = &mut binding.address {
        *port = Some(rpcbind::PORT);
    }
    let entries = RegistryClient::open(&binding)?.dump()?;
    Ok((binding, entries))
}

fn entry_json(e: &Entry, names: &Programs) -> serde_json::Value {
    json!({
        "program": e.program, "version": e.version, "netid": e.netid, "address": e.address,
        "owner": e.owner, "name": names.name(e.program),
    })
}

/// What a registry says of a program, and what the program itself answers.
struct Program {
    number: u32,
    /// By netid and address: the versions registered there.
    places: BTreeMap<(String, String), Vec<u32>>,
}

/// Asks every registered program for its null procedure.
pub(crate) fn describe(args: &Describe) -> Result<ExitCode, Failure> {
    let target: Binding = args.target.target.parse().map_err(Error::Binding)?;
    if matches!(target.system, System::Dce | System::Ncs) {
        return servers::describe(args, target);
    }
    if matches!(target.system, System::XmlRpc | System::JsonRpc) {
        return methods::describe(&target, args);
    }
    if target.system == System::Grpc {
        return reflected::describe(&target, args);
    }
    let (binding, entries) = dump(&args.target.target)?;
    let names = Programs::read();
    let wanted = match &args.program {
        None => None,
        Some(text) => Some(names.number(text).ok_or_else(|| {
            Failure::Misuse(format!("no program `{text}` in /etc/rpc; give its number"))
        })?),
    };
    let programs = group(entries, wanted);
    if let (Some(number), true) = (wanted, programs.is_empty()) {
        return Err(Failure::Misuse(format!(
            "program {number} is not registered there"
        )));
    }
    let described: Vec<_> = programs
        .iter()
        .map(|p| probe_all(p, &binding, &names))
        .collect();
    let text = if args.target.format == "json" {
        format!("{:#}\n", serde_json::Value::Array(described))
    } else {
        described.iter().map(program_text).collect()
    };
    write_out(None, &text)?;
    Ok(ExitCode::SUCCESS)
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

fn probe_all(program: &Program, registry: &Binding, names: &Programs) -> serde_json::Value {
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

/// Asks for a version that nobody has: the refusal tells those there are.
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

fn program_text(program: &serde_json::Value) -> String {
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

/// Columns as wide as their widest cell.
pub(crate) fn table<const N: usize>(head: [&str; N], rows: Vec<[String; N]>) -> String {
    let mut widths = head.map(str::len);
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let line = |cells: [&str; N]| {
        let padded: Vec<String> = cells
            .iter()
            .zip(widths)
            .map(|(cell, width)| format!("{cell:<width$}"))
            .collect();
        format!("{}\n", padded.join("  ").trim_end())
    };
    let mut text = line(head);
    for row in &rows {
        text += &line(row.each_ref().map(String::as_str));
    }
    text
}
