//! Definitions in other languages, rendered as `.proto` definitions with the same encoding.
//!
//! The lowering decides how a definition without Protocol Buffers annotations is encoded (listed in
//! `manyrpc_codec::protobuf`); here that is expressed in the terms of Protocol Buffers, as a module like
//! those of the `.proto` front end, whose messages are the encoded ones.

use std::collections::HashSet;

use manyrpc_codec::meta::{Coding, Field};
use manyrpc_model as model;
use manyrpc_model::{
    Annotations, Direction, EnumMember, Identity, Interface, Length, Module, Operation, Param,
    Semantics, Type, TypeBody, TypeDef, Version,
};

use crate::identity;
use crate::lower::{Arms, Body, Lowered, LoweredOperation, Members, Shape, TypeId};

/// Renders a module as one whose messages have the same encoding as its values. A module from a `.proto`
/// definition is returned unchanged. Documentation of fields, bounds and constants are dropped.
pub fn rendering(module: &Module, lowered: &Lowered) -> Module {
    if module.annotations.contains_key("protobuf.syntax") {
        return module.clone();
    }
    let names = lowered.types.iter().map(|t| t.name.clone());
    let interfaces = module.interfaces.iter().map(|i| i.name.clone());
    let mut renderer = Renderer {
        module,
        lowered,
        taken: names.chain(interfaces).collect(),
        enums: Vec::new(),
        messages: Vec::new(),
    };
    for id in lowered.used().filter(|id| !lowered.is_result(*id)) {
        renderer.definition(id);
    }
    let interfaces = module.interfaces.iter().zip(&lowered.interfaces);
    let interfaces = interfaces
        .map(|(model, lowered)| renderer.interface(model, &lowered.operations))
        .collect();
    Module {
        name: module.name.clone(),
        types: [renderer.enums, renderer.messages].concat(),
        interfaces,
        annotations: annotation("syntax", "proto3"),
        ..Module::default()
    }
}

fn annotation(key: &str, value: impl Into<String>) -> Annotations {
    [(format!("protobuf.{key}"), value.into())].into()
}

struct Renderer<'a> {
    module: &'a Module,
    lowered: &'a Lowered,
    /// The names of messages and enumerations so far.
    taken: HashSet<String>,
    enums: Vec<TypeDef>,
    messages: Vec<TypeDef>,
}

impl Renderer<'_> {
    fn definition(&mut self, id: TypeId) {
        let lowered = self.lowered;
        let name = &lowered.types[id.0].name;
        let TypeDef { doc, .. } = lowered.definition(self.module, id);
        match &lowered.types[id.0].body {
            Body::Alias(..) => {}
            Body::Record(members) => {
                let fields = self.members(name, members);
                self.message(name, doc, fields);
            }
            Body::Union(arms) => {
                let fields = self.arms(name, arms);
                self.message(name, doc, fields);
            }
            Body::Enum(members) => {
                let mut members: Vec<EnumMember> = members
                    .members
                    .iter()
                    .map(|(name, value)| member(name, *value))
                    .collect();
                // The first member is the default for an absent field, and must be 0.
                match members.iter().position(|m| m.value == 0) {
                    Some(at) => members[..=at].rotate_right(1),
                    None => members.insert(0, member(&self.free(format!("{name}_0")), 0)),
                }
                let mut annotations = annotation("name", name);
                annotations.extend(annotation("enum", "open"));
                self.enums.push(TypeDef {
                    name: name.clone(),
                    doc: readable(doc),
                    body: TypeBody::Enum(model::Enum { members }),
                    annotations,
                });
            }
        }
    }

    fn message(&mut self, name: &str, doc: &str, fields: Vec<model::Field>) {
        self.messages.push(TypeDef {
            name: name.to_owned(),
            doc: readable(doc),
            body: TypeBody::Record(model::Record { fields }),
            annotations: annotation("name", name),
        });
    }

    /// A unique name.
    fn free(&mut self, wanted: String) -> String {
        let mut name = wanted.clone();
        for n in 2.. {
            if self.taken.insert(name.clone()) {
                break;
            }
            name = format!("{wanted}_{n}");
        }
        name
    }

    fn members(&mut self, of: &str, members: &Members) -> Vec<model::Field> {
        let all: Vec<_> = members.all().map(|m| (m.field, m.shape)).collect();
        let fields = all.into_iter().enumerate();
        // Parameters that are a single record have no field number, and do not get here.
        fields
            .map(|(at, (field, shape))| self.field(of, at as u32 + 1, field, shape, &field.name))
            .collect()
    }

    /// The label is field 1; each arm is an optional field.
    fn arms(&mut self, of: &str, arms: &Arms) -> Vec<model::Field> {
        let mut label = model::Field::new(&arms.discriminant, Type::I64);
        label.annotations = annotation("number", "1");
        let mut names: HashSet<String> = [arms.discriminant.clone()].into();
        let mut fields = vec![label];
        let all = arms.meta.arms.iter().zip(&arms.shapes).enumerate();
        for (at, (arm, shape)) in all.filter(|(_, (_, shape))| **shape != Shape::Void) {
            let mut name = arm.field.name.to_string();
            while !names.insert(name.clone()) {
                name.push('_');
            }
            let mut field = self.field(of, at as u32 + 2, &arm.field, shape, &name);
            if !matches!(field.ty, Type::Optional(_) | Type::Array { .. }) {
                field.ty = field.ty.optional();
            }
            fields.push(field);
        }
        fields
    }

    fn field(
        &mut self,
        of: &str,
        number: u32,
        field: &Field,
        shape: &Shape,
        name: &str,
    ) -> model::Field {
        let number = if field.pb.number == 0 {
            number
        } else {
            field.pb.number
        };
        let ty = match shape {
            Shape::Record(_) | Shape::Union(_) => self.ty(of, field, shape).optional(),
            _ => self.ty(of, field, shape),
        };
        let mut made = model::Field::new(name, ty);
        made.annotations = annotation("number", number.to_string());
        let repeated = matches!(made.ty, Type::Array { .. });
        if repeated && is_packable(&made.ty, self) && !field.pb.packed {
            made.annotations.extend(annotation("packed", "false"));
        }
        made
    }

    fn ty(&mut self, of: &str, field: &Field, shape: &Shape) -> Type {
        match shape {
            Shape::Bool => Type::Bool,
            Shape::I8 | Shape::I16 | Shape::I32 => Type::I32,
            Shape::U8 | Shape::U16 | Shape::U32 => Type::U32,
            Shape::I64 => Type::I64,
            Shape::U64 => Type::U64,
            Shape::F32 => Type::F32,
            Shape::F64 => Type::F64,
            Shape::F128 | Shape::Bytes | Shape::Void => Type::Bytes(Length::UpTo(None)),
            Shape::Text => Type::Text { max: None },
            Shape::Reference => Type::Reference(None),
            Shape::Array(inner) | Shape::Chain(inner) => {
                let element = self.inside(of, field.element(), inner);
                Type::array(element, Length::UpTo(None))
            }
            Shape::Optional(inner) | Shape::Shared(inner) => {
                self.inside(of, field.element(), inner).optional()
            }
            Shape::Record(id) | Shape::Union(id) | Shape::Enum(id) => {
                Type::Named(self.lowered.name(*id).to_owned())
            }
        }
    }

    /// The type inside an array or optional, wrapped in a message if necessary.
    fn inside(&mut self, of: &str, field: &Field, shape: &Shape) -> Type {
        if field.pb.coding != Coding::Wrapped {
            return self.ty(of, field, shape);
        }
        let name = self.free(format!("{of}_{}", field.name));
        let mut held = self.field(&name, 1, field, shape, &field.name);
        held.annotations.extend(annotation("number", "1"));
        self.message(&name, "", vec![held]);
        Type::Named(name)
    }

    fn interface(&mut self, model: &Interface, operations: &[LoweredOperation]) -> Interface {
        let all = model.operations.iter().zip(operations).enumerate();
        let operations = all
            .map(|(at, (operation, lowered))| self.operation(model, operation, lowered, at as u32))
            .collect();
        let full = identity::full_name(model);
        Interface {
            name: full.rsplit('.').next().unwrap_or(full).to_owned(),
            doc: readable(&model.doc),
            identity: Identity {
                name: Some(full.to_owned()),
                version: Version { major: 1, minor: 0 },
                ..Identity::default()
            },
            bases: Vec::new(),
            attributes: Vec::new(),
            operations,
            annotations: Annotations::new(),
        }
    }

    fn operation(
        &mut self,
        interface: &Interface,
        model: &Operation,
        lowered: &LoweredOperation,
        number: u32,
    ) -> Operation {
        let name = |way: &str| format!("{}_{}_{way}", interface.name, model.name);
        let request = self.parameters(name("in"), &lowered.input);
        let result = self.parameters(name("out"), &lowered.output);
        Operation {
            name: model.name.clone(),
            doc: readable(&model.doc),
            number,
            params: vec![Param::new("request", Direction::In, request)],
            result,
            raises: model.raises.clone(),
            statuses: Vec::new(),
            semantics: match model.semantics {
                Semantics::Idempotent => Semantics::Idempotent,
                _ => Semantics::AtMostOnce,
            },
            streams: model.streams,
            annotations: Annotations::new(),
        }
    }

    /// The message for parameters or results.
    fn parameters(&mut self, name: String, members: &Members) -> Type {
        if let (true, [Shape::Record(id)]) = (members.meta.whole, &members.shapes[..]) {
            return Type::Named(self.lowered.name(*id).to_owned());
        }
        let name = self.free(name);
        let fields = self.members(&name, members);
        self.message(&name, "", fields);
        Type::Named(name)
    }
}

/// Whether elements of an array may be packed.
fn is_packable(ty: &Type, renderer: &Renderer<'_>) -> bool {
    let Type::Array { element, .. } = ty else {
        return false;
    };
    match &**element {
        Type::Text { .. } | Type::Bytes(_) => false,
        Type::Named(name) => {
            let id = renderer.lowered.find(name);
            id.is_some_and(|id| matches!(renderer.lowered.types[id.0].body, Body::Enum(_)))
        }
        _ => true,
    }
}

fn member(name: &str, value: i32) -> EnumMember {
    EnumMember {
        name: name.to_owned(),
        value,
        doc: String::new(),
    }
}

/// Documentation in the form in which comments on separate lines are read back.
fn readable(doc: &str) -> String {
    let lines: Vec<&str> = doc.lines().map(str::trim).collect();
    lines.join("\n").trim_matches('\n').replace("*/", "* /")
}
