//! What NDR is told of every place in `vectors/ndr/zoo.idl`, beside a file that says so: what a
//! reader of C706, chapter 14, would write down. `UPDATE_SNAPSHOTS=1 cargo test` writes the file.

use std::fmt::Write;
use std::path::Path;

use manyrpc_codec::meta::{Array, Chars, Field, NdrShape, Pointer};
use manyrpc_dynamic::lower::lower;
use manyrpc_dynamic::{Body, Members, Shape};

/// What differs from a plain place, and the same of what is in it or behind it.
fn place(field: &Field, shape: &Shape) -> String {
    let ndr = &field.ndr;
    let mut facts = Vec::new();
    if ndr.pointer != Pointer::Inline {
        facts.push(format!("{:?} pointer", ndr.pointer));
    }
    if ndr.array != Array::Natural {
        let array = match ndr.array {
            Array::ConformantVarying => "conformant varying".to_owned(),
            other => format!("{other:?}"),
        };
        facts.push(array);
    }
    if ndr.chars != Chars::Natural {
        facts.push(format!("{:?}", ndr.chars));
    }
    let flags = [
        (ndr.terminated, "terminated"),
        (ndr.defers, "defers"),
        (
            ndr.bits != 0,
            if ndr.bits == 32 { "32 bits" } else { "16 bits" },
        ),
    ];
    facts.extend(
        flags
            .iter()
            .filter(|(is, _)| *is)
            .map(|(_, fact)| (*fact).to_owned()),
    );
    for (count, fact) in [(ndr.hoists, "hoists"), (ndr.dims, "inner dimensions")] {
        if count > 0 {
            facts.push(format!("{fact} {count}"));
        }
    }
    let own = facts.join(", ").to_lowercase();
    let (to, inner) = match shape {
        Shape::Array(inner) => ("elements", inner),
        Shape::Chain(inner) => ("list of", inner),
        Shape::Optional(inner) => ("unique pointer to", inner),
        Shape::Shared(inner) => ("full pointer to", inner),
        _ => return own,
    };
    let inner = match place(field.element(), inner) {
        plain if plain.is_empty() => "plain".to_owned(),
        other => other,
    };
    match own.is_empty() {
        true => format!("{to} ({inner})"),
        false => format!("{own}, {to} ({inner})"),
    }
}

fn whole(ndr: &NdrShape) -> String {
    let NdrShape {
        align,
        hoists,
        defers,
        tag,
    } = *ndr;
    let mut text = format!("aligned {align}");
    for (count, fact) in [(hoists, "hoists"), (tag, "discriminant")] {
        if count > 0 {
            write!(text, ", {fact} {count}").unwrap();
        }
    }
    text + if defers { ", defers" } else { "" }
}

fn members(out: &mut String, head: &str, members: &Members) {
    writeln!(out, "{head}: {}", whole(&members.meta.ndr)).unwrap();
    for member in members.all() {
        let facts = place(member.field, member.shape);
        if !facts.is_empty() {
            writeln!(out, "    {}: {facts}", member.field.name).unwrap();
        }
    }
}

#[test]
fn the_zoo() {
    let crate_root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let definition = crate_root.join("../../vectors/ndr/zoo.idl");
    let (module, diagnostics) = manyrpc_idl::load(&definition, &Default::default());
    let lowered = lower(&module.unwrap_or_else(|| panic!("{diagnostics:?}"))).unwrap();
    let mut out = String::new();
    for ty in lowered.used().map(|id| &lowered.types[id.0]) {
        match &ty.body {
            Body::Alias(field, shape) => {
                writeln!(out, "alias {}: {}", ty.name, place(field, shape)).unwrap();
            }
            Body::Record(of) => members(&mut out, &format!("record {}", ty.name), of),
            Body::Union(arms) => {
                writeln!(out, "union {}: {}", ty.name, whole(&arms.meta.ndr)).unwrap();
                for (arm, shape) in arms.meta.arms.iter().zip(&arms.shapes) {
                    let facts = place(&arm.field, shape);
                    if !facts.is_empty() {
                        writeln!(out, "    {}: {facts}", arm.field.name).unwrap();
                    }
                }
            }
            Body::Enum(_) => {}
        }
    }
    for operation in lowered.interfaces.iter().flat_map(|i| &i.operations) {
        let name = &operation.name;
        for (way, of) in [("in", &operation.input), ("out", &operation.output)] {
            if of.all().len() > 0 {
                members(&mut out, &format!("{name}, {way}"), of);
            }
        }
    }
    let file = crate_root.join("tests/ndr_facts.txt");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&file, &out).unwrap();
    }
    let known = std::fs::read_to_string(&file).unwrap();
    assert!(out == known, "not as in {}:\n{out}", file.display());
}
