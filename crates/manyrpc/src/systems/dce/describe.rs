//! Describes endpoint maps, and servers of DCE by their management interface.

use serde_json::{Value, json};

use super::epm::{self, Element, Inquiry, MapperClient};
use crate::error::Error;
use crate::options::ClientOptions;
use crate::system::binding::Binding;
use crate::system::server_info::{ServerInfo, inquire};
use crate::systems::table::table;
use crate::systems::{Describer, Form};
use crate::uuid::Uuid;

pub(super) struct MapperDescriber;

impl Describer for MapperDescriber {
    fn list(&self, at: &Binding, _: &ClientOptions, form: Form) -> Result<String, Error> {
        list_map(at, form)
    }

    fn describe(
        &self,
        at: &Binding,
        _: &ClientOptions,
        only: Option<&str>,
        form: Form,
    ) -> Result<String, Error> {
        describe(at, only, registered, form)
    }
}

/// Lists the elements of an endpoint map.
fn list_map(at: &Binding, form: Form) -> Result<String, Error> {
    let elements = elements(at)?;
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
    Ok(form.write(
        || table(head, rows.collect()),
        || elements.iter().map(element_json).collect(),
    ))
}

/// All entries of the mapper at a binding, or on its host.
fn elements(at: &Binding) -> Result<Vec<Element>, Error> {
    MapperClient::open(&at.at_port(epm::PORT))?.lookup(&Inquiry::All)
}

fn element_json(e: &Element) -> Value {
    let id = e.tower.interface;
    json!({
        "interface": id.uuid.to_string(), "major": id.major, "minor": id.minor,
        "binding": e.tower.place.to_string(), "object": e.object.to_string(),
        "annotation": e.annotation,
    })
}

/// The servers registered with the host's mapper.
fn registered(target: &Binding, wanted: Option<Uuid>) -> Result<Vec<Binding>, Error> {
    let host = target.host_name().unwrap_or("localhost");
    let elements = elements(target)?;
    let elements = elements
        .iter()
        .filter(|e| wanted.is_none_or(|uuid| e.tower.interface.uuid == uuid));
    let places = elements.filter_map(|element| element.tower.binding(host));
    Ok(places.collect())
}

/// The servers that answer at the target; without a port, all that the host's registry has.
pub(in crate::systems) fn describe(
    target: &Binding,
    only: Option<&str>,
    registered: fn(&Binding, Option<Uuid>) -> Result<Vec<Binding>, Error>,
    form: Form,
) -> Result<String, Error> {
    let wanted = only.map(wanted).transpose()?;
    let mut places = match target.port() {
        Some(_) => vec![target.clone()],
        None => registered(target, wanted)?,
    };
    places.sort_by_key(|at| (at.transport, at.port()));
    places.dedup();
    if places.is_empty() {
        let what = wanted.map_or("nothing".to_owned(), |uuid| format!("no interface {uuid}"));
        return Err(Error::Settings(format!(
            "{what} is registered there; `manyrpc list` shows what is"
        )));
    }
    Ok(form.write(
        || places.iter().map(|at| lines(at, inquire(at))).collect(),
        || places.iter().map(|at| row(at, inquire(at))).collect(),
    ))
}

fn wanted(text: &str) -> Result<Uuid, Error> {
    text.parse().map_err(|e| {
        Error::Settings(format!(
            "`{text}` names no interface: {e}; `manyrpc list` shows those there are"
        ))
    })
}

fn row(at: &Binding, told: Result<ServerInfo, Error>) -> Value {
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

fn lines(at: &Binding, told: Result<ServerInfo, Error>) -> String {
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
