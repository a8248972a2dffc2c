//! Interfaces, with their attributes and operations.

use std::collections::HashSet;

use manyrpc_model::{Attribute, Direction, Interface, Operation, Param, Semantics, Type};

use super::super::lower::{ABSTRACT, CONTEXT, FIXED, ID, properties};
use super::types::Use;
use super::{Path, Place, Printer, interface_path, type_path};
use crate::inexpressible::Reason;

impl<'m> Printer<'m> {
    pub(super) fn interface(&mut self, interface: &'m Interface) -> String {
        let subject = &*interface.name;
        self.identity(interface);
        self.only(subject, &interface.annotations, &[ABSTRACT, ID]);
        let path = interface_path(interface);
        let outside = Use {
            scope: path[..path.len() - 1].to_vec(),
            avoided: HashSet::new(),
        };
        let mut text = self.faults.comment(subject, &interface.doc, "");
        if interface.annotations.contains_key(ABSTRACT) {
            text += "abstract ";
        }
        let name = self.name(subject, &path[path.len() - 1]);
        text += &format!("interface {name}");
        for (at, base) in interface.bases.iter().enumerate() {
            let before = if at == 0 { " : " } else { ", " };
            let base = self.interface_name(base, &outside);
            text += &format!("{before}{}", self.faults.or(subject, base));
        }
        self.known.insert(subject);
        text += " {\n";
        text += &self.inside(interface, &path);
        let at = Use {
            scope: path.clone(),
            avoided: HashSet::new(),
        };
        for attribute in &interface.attributes {
            text += &self.attribute(subject, attribute, &at);
        }
        for (number, operation) in (0..).zip(&interface.operations) {
            text += &self.operation(subject, operation, number, &path);
        }
        text += "};\n";
        self.printed.insert(subject);
        text + &self.identifier(subject, &name, &interface.annotations)
    }

    fn identity(&mut self, interface: &Interface) {
        let (subject, identity) = (&interface.name, &interface.identity);
        let inexpressible = [
            (identity.uuid.is_some(), Reason::Uuid),
            (identity.number.is_some(), Reason::ProgramNumber),
            (identity.name.is_none(), Reason::NoQualifiedName),
        ];
        for (_, reason) in inexpressible.into_iter().filter(|(present, _)| *present) {
            self.faults.push(subject, reason);
        }
    }

    /// Constants and types that are declared in the interface.
    fn inside(&mut self, interface: &'m Interface, path: &Path) -> String {
        let place = match self.interface_paths.get(path) {
            Some(at) => Place::Interface(*at),
            None => return String::new(),
        };
        let mut text = String::new();
        while let Some(constant) = self.next_const(&place) {
            text += &self.constant(constant, "\t").1;
        }
        loop {
            self.pass_implied();
            let Some(definition) = self.module.types.get(self.at.1) else {
                break;
            };
            let of = self.place(&type_path(definition));
            if of == Place::Type {
                self.at.1 += 1;
                continue;
            }
            if of != place {
                break;
            }
            self.at.1 += 1;
            let definition = self.definition(definition, "\t");
            // What is announced in here, and not around.
            let wanted = std::mem::take(&mut self.wanted);
            for (announced, line) in wanted {
                match announced[..announced.len() - 1] == path[..] {
                    true => text += &format!("\t{line}\n"),
                    false => self.wanted.push((announced, line)),
                }
            }
            text += &definition;
        }
        for (_, constant) in self.other_consts(&place, "\t") {
            text += &constant;
        }
        let _ = interface;
        text
    }

    fn attribute(&mut self, of: &str, attribute: &Attribute, at: &Use) -> String {
        let subject = format!("{of}.{}", attribute.name);
        let comment = self.faults.comment(&subject, &attribute.doc, "\t");
        let name = self.name(&subject, &attribute.name);
        let ty = self.named(&attribute.ty, at);
        let ty = self.faults.or(&subject, ty);
        let get = if attribute.readonly {
            "raises"
        } else {
            "getraises"
        };
        let get = self.raises(&subject, get, &attribute.get_raises, at);
        let set = self.raises(&subject, "setraises", &attribute.set_raises, at);
        let readonly = if attribute.readonly { "readonly " } else { "" };
        format!("{comment}\t{readonly}attribute {ty} {name}{get}{set};\n")
    }

    fn operation(&mut self, of: &str, operation: &Operation, number: u32, path: &Path) -> String {
        let subject = format!("{of}.{}", operation.name);
        let comment = self.faults.comment(&subject, &operation.doc, "\t");
        self.only(&subject, &operation.annotations, &[CONTEXT]);
        let oneway = match operation.semantics {
            Semantics::AtMostOnce => "",
            Semantics::Maybe => "oneway ",
            Semantics::Idempotent | Semantics::Broadcast => {
                self.faults.push(&subject, Reason::Semantics);
                ""
            }
        };
        let inexpressible = [
            (operation.number != number, Reason::OperationNumbers),
            (operation.streams.any(), Reason::OneMessage),
            (!operation.statuses.is_empty(), Reason::Statuses),
        ];
        for (_, reason) in inexpressible.into_iter().filter(|(present, _)| *present) {
            self.faults.push(&subject, reason);
        }
        let around = Use {
            scope: path.clone(),
            avoided: HashSet::new(),
        };
        let result = match operation.result {
            Type::Void => Ok("void".to_owned()),
            ref ty => self.named(ty, &around),
        };
        let result = self.faults.or(&subject, result);
        let name = self.name(&subject, &operation.name);
        let params = operation.params.iter().map(|p| p.name.to_lowercase());
        let avoided = params.chain([operation.name.to_lowercase()]).collect();
        let scope = path.clone();
        let at = Use { scope, avoided };
        let written = self.written_params(&subject, operation);
        let params = written.iter().map(|p| self.param(&subject, p, &at));
        let params: Vec<String> = params.collect();
        let raises = self.raises(&subject, "raises", &operation.raises, &around);
        let context = operation.annotations.get(CONTEXT);
        let context = context.map_or(String::new(), |names| format!(" context ({names})"));
        let params = params.join(", ");
        format!("{comment}\t{oneway}{result} {name}({params}){raises}{context};\n")
    }

    /// The parameters but for the properties of a context, which `context` implies.
    fn written_params<'o>(&mut self, subject: &str, operation: &'o Operation) -> &'o [Param] {
        if !operation.annotations.contains_key(CONTEXT) {
            return &operation.params;
        }
        match operation.params.split_last() {
            Some((last, before)) if *last == properties(before) => before,
            _ => {
                self.faults
                    .push(subject, Reason::Annotation(CONTEXT.to_owned()));
                &operation.params
            }
        }
    }

    fn param(&mut self, of: &str, param: &Param, at: &Use) -> String {
        let subject = format!("{of}.{}", param.name);
        self.only(&subject, &param.annotations, &[]);
        if param.derived.is_some() {
            self.faults.push(&subject, Reason::Derived);
        }
        let direction = match param.direction {
            Direction::In => "in",
            Direction::Out => "out",
            Direction::InOut => "inout",
        };
        let ty = self.named(&param.ty, at);
        let ty = self.faults.or(&subject, ty);
        format!("{direction} {ty} {}", self.name(&subject, &param.name))
    }

    /// A type of a parameter, a result or an attribute.
    fn named(&mut self, ty: &Type, at: &Use) -> Result<String, Reason> {
        let fixed = ty.mark(FIXED).is_some();
        match ty {
            Type::Array { .. } | Type::Bytes(_) => Err(Reason::TypeNeedsName),
            _ if fixed => Err(Reason::TypeNeedsName),
            _ => self.spec(ty, at),
        }
    }

    fn raises(&mut self, subject: &str, word: &str, names: &[String], at: &Use) -> String {
        if names.is_empty() {
            return String::new();
        }
        let names = names.iter().map(|name| match self.types.get(&**name) {
            Some(definition) => {
                let path = type_path(definition);
                self.reference(subject, &path, at)
            }
            None => name.clone(),
        });
        let names: Vec<String> = names.collect();
        format!(" {word} ({})", names.join(", "))
    }
}
