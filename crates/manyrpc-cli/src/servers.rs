//! `manyrpc describe` for DCE and NCS: what servers tell of themselves.

use std::process::ExitCode;

use manyrpc::binding::System;
use manyrpc::registry::epm::{self, Inquiry, MapperClient};
use manyrpc::registry::llb::{self, BrokerClient, Wanted};
use manyrpc::registry::{Told, inquire};
use manyrpc::{Binding, Error, Uuid};
use serde_json::{Value, json};

use crate::args::Describe;
use crate::output::{Failure, write_out};

/// What answers at the target; without a port in it, every server that the host's registry knows.
pub(crate) fn describe(args: &Describe, target: Binding) -> Result<ExitCode, Failure> {
    let wanted = args.program.as_deref().map(wanted).transpose()?;
    let places = match target.port() {
        Some(_) => vec![target],
        None => registered(&target, wanted)?,
    };
    if places.is_empty() {
        let what = wanted.map_or("nothing".to_owned(), |uuid| format!("no interface {uuid}"));
        return Err(Failure::Misuse(format!(
            "{what} is registered there; `manyrpc list` shows what is"
        )));
    }
    let answers = places.iter().map(|at| (at, inquire(at)));
    let text = if args.target.format == "json" {
        let rows = answers.map(|(at, told)| row(at, told)).collect();
        format!("{:#}\n", Value::Array(rows))
    } else {
        answers.map(|(at, told)| lines(at, told)).collect()
    };
    write_out(None, &text)?;
    Ok(ExitCode::SUCCESS)
}

fn wanted(text: &str) -> Result<Uuid, Failure> {
    text.parse().map_err(|e| {
        Failure::Misuse(format!(
            "`{text}` names no interface: {e}; `manyrpc list` shows those there are"
        ))
    })
}

/// Where the host's registry knows servers, each place once.
fn registered(target: &Binding, wanted: Option<Uuid>) -> Result<Vec<Binding>, Error> {
    let mut registry = target.clone();
    let mut places: Vec<Binding> = Vec::new();
    let host = target.host_name().unwrap_or("localhost");
    if target.system == System::Ncs {
        registry.set_port(llb::PORT);
        let wanted = wanted.map_or_else(Wanted::default, Wanted::interface);
        for entry in BrokerClient::open(&registry)?.lookup(&wanted)? {
            let mut at = target.clone();
            at.set_port(entry.address.port());
            places.push(at);
        }
    } else {
        registry.set_port(epm::PORT);
        for element in MapperClient::open(&registry)?.lookup(&Inquiry::All)? {
            let is_it = wanted.is_none_or(|uuid| element.tower.interface.uuid == uuid);
            places.extend(element.tower.binding(host).filter(|_| is_it));
        }
    }
    places.sort_by_key(|at| (at.transport, at.port()));
    places.dedup();
    Ok(places)
}

fn row(at: &Binding, told: Result<Told, Error>) -> Value {
    let told = match told {
        Ok(told) => told,
        Err(error) => return json!({ "binding": at.to_string(), "error": error.to_string() }),
    };
    let interfaces: Vec<_> = told.interfaces.iter().map(ToString::to_string).collect();
    let names = told.principals.iter();
    let names: Vec<_> = names
        .map(|(kind, name)| json!({ "security": kind.to_string(), "name": name }))
        .collect();
    let counters = told.counters.map(|c| {
        json!({
            "calls_in": c.calls_in, "calls_out": c.calls_out,
            "packets_in": c.packets_in, "packets_out": c.packets_out,
        })
    });
    json!({
        "binding": at.to_string(), "listening": told.listening, "interfaces": interfaces,
        "counters": counters, "principals": names,
    })
}

fn lines(at: &Binding, told: Result<Told, Error>) -> String {
    let told = match told {
        Ok(told) => told,
        Err(error) => return format!("{at}\n  tells nothing: {error}\n"),
    };
    let mut text = format!("{at}\n");
    match told.listening {
        Some(true) => {}
        Some(false) => text += "  takes no calls\n",
        None => text += "  does not tell whether it takes calls\n",
    }
    for id in &told.interfaces {
        text += &format!("  interface  {id}\n");
    }
    if let Some(c) = told.counters {
        text += &format!(
            "  calls      {} in, {} out\n  packets    {} in, {} out\n",
            c.calls_in, c.calls_out, c.packets_in, c.packets_out
        );
    }
    for (kind, name) in &told.principals {
        text += &format!("  principal  {name} ({kind})\n");
    }
    text
}
