//! Lowers checked definitions to the model.
//!
//! Each version of a program becomes an interface, named like the version and numbered with the
//! program; `rpcl.program` keeps the program's name. An inline type is named after the field that
//! contains it: `outer_field`.

use std::collections::HashSet;

use manyrpc_model as model;
use manyrpc_model::{Annotations, Direction, Length, Module, Type, TypeBody, TypeDef};

use super::ast::*;
use super::builtin;
use super::consts::Constants;
use crate::names;

/// Key of the name of an interface's program.
pub(crate) const PROGRAM: &str = "rpcl.program";
/// Key of the documentation of an interface's program.
pub(crate) const PROGRAM_DOC: &str = "rpcl.program.doc";
/// Key of a version's name if the interface was renamed to be unique.
pub(crate) const VERSION: &str = "rpcl.version";
/// Prefix of the key of a text constant; the constant's name follows.
pub(crate) const TEXT_CONST: &str = "rpcl.const.";

/// Key and value of the mark on strings that need not be UTF-8.
pub(crate) const HELD_AS: &str = "text.held_as";
pub(crate) const BYTES: &str = "bytes";

/// Lowers items that have been checked without errors.
pub(crate) fn lower(name: &str, items: &[Item], constants: &mut Constants<'_>) -> Module {
    let mut taken: HashSet<String> = items.iter().map(|i| i.name().text.to_string()).collect();
    for item in items {
        item.each_spec(&mut |spec| {
            if let SpecNode::Enum(members) = &spec.node {
                taken.extend(members.iter().map(|m| m.name.text.to_string()));
            }
        });
    }
    let defined = items.iter().filter(|i| matches!(i.node, ItemNode::Type(_)));
    let mut lowering = Lowering {
        module: Module {
            name: name.to_owned(),
            ..Module::default()
        },
        constants,
        defined: defined.map(|i| i.name().text.to_string()).collect(),
        taken,
        interfaces: HashSet::new(),
    };
    for item in items {
        lowering.item(item);
    }
    lowering.module
}

struct Lowering<'a, 'i> {
    module: Module,
    constants: &'a mut Constants<'i>,
    /// Types that the definition itself defines.
    defined: HashSet<String>,
    /// Names that inline types must not get.
    taken: HashSet<String>,
    /// Names of interfaces so far.
    interfaces: HashSet<String>,
}

impl Lowering<'_, '_> {
    fn item(&mut self, item: &Item) {
        match &item.node {
            ItemNode::Const(name, ConstValue::Text(text)) => {
                self.module
                    .annotations
                    .insert(format!("{TEXT_CONST}{}", name.text), text.to_string());
            }
            ItemNode::Const(name, ConstValue::Expr(_)) => {
                let value = self.constants.named(&name.text);
                let name = name.text.to_string();
                self.module.consts.push(model::Const {
                    name,
                    value,
                    doc: item.doc.clone(),
                });
            }
            ItemNode::Type(decl) => self.type_item(decl, &item.doc),
            ItemNode::Program(program) => {
                for version in &program.versions {
                    self.version(program, &item.doc, version);
                }
            }
        }
    }

    fn type_item(&mut self, decl: &Decl, doc: &str) {
        let name = decl.name.text.to_string();
        let body = match (&decl.spec.node, &decl.shape) {
            (SpecNode::Struct(_) | SpecNode::Union(_) | SpecNode::Enum(_), Shape::Plain) => {
                self.body(&name, &decl.spec)
            }
            _ => {
                TypeBody::Alias(self.declared(&decl.spec, &decl.shape, &format!("{name}_element")))
            }
        };
        self.define(name, doc.to_owned(), body);
    }

    fn define(&mut self, name: String, doc: String, body: TypeBody) {
        self.module.types.push(TypeDef {
            name,
            doc,
            body,
            annotations: Annotations::new(),
        });
    }

    /// The body of a struct, union or enum named `name`.
    fn body(&mut self, name: &str, spec: &Spec) -> TypeBody {
        match &spec.node {
            SpecNode::Struct(fields) => {
                let fields = fields.iter().map(|f| self.field(name, f)).collect();
                TypeBody::Record(model::Record { fields })
            }
            SpecNode::Union(body) => TypeBody::Union(self.union(name, body)),
            SpecNode::Enum(members) => {
                let member = |m: &Member| model::EnumMember {
                    name: m.name.text.to_string(),
                    value: self.constants.named(&m.name.text) as i32,
                    doc: m.doc.clone(),
                };
                TypeBody::Enum(model::Enum {
                    members: members.iter().map(member).collect(),
                })
            }
            _ => TypeBody::Alias(self.plain(spec, name)),
        }
    }

    fn field(&mut self, owner: &str, decl: &Decl) -> model::Field {
        let name = decl.name.text.to_string();
        let ty = self.declared(&decl.spec, &decl.shape, &format!("{owner}_{name}"));
        model::Field::new(name, ty).documented(&decl.doc)
    }

    fn union(&mut self, owner: &str, body: &UnionBody) -> model::Union {
        let discriminant = self.field(owner, &body.discriminant);
        let mut arms = Vec::new();
        for arm in &body.arms {
            let labels: Vec<i64> = arm
                .labels
                .iter()
                .map(|l| self.constants.known(l) as i64)
                .collect();
            let name = self.label_name(&arm.labels[0], labels[0]);
            arms.push(model::Arm {
                labels,
                field: self.arm(owner, &arm.body, name),
            });
        }
        let default = body
            .default
            .as_ref()
            .map(|arm| self.arm(owner, arm, "default".into()));
        model::Union {
            discriminant: discriminant.name,
            discriminant_type: discriminant.ty,
            arms,
            default,
        }
    }

    fn arm(&mut self, owner: &str, body: &ArmBody, label: String) -> model::Field {
        match body {
            ArmBody::Void { doc } => model::Field::new(label, Type::Void).documented(doc),
            ArmBody::Decl(decl) => self.field(owner, decl),
        }
    }

    /// The name of an arm without content: its label as written, if that is a name whose value the
    /// module records.
    fn label_name(&self, label: &Expr, value: i64) -> String {
        match &label.node {
            ExprNode::Name(name)
                if self.constants.defines(name) || matches!(&**name, "TRUE" | "FALSE") =>
            {
                name.to_string()
            }
            _ => names::numbered_arm(value),
        }
    }

    /// The type that a declaration gives its name; `path` names an inline type.
    fn declared(&mut self, spec: &Spec, shape: &Shape, path: &str) -> Type {
        let length = match shape {
            Shape::Plain | Shape::Pointer => None,
            Shape::Fixed(length) => Some(Length::Fixed(self.constants.known(length) as u32)),
            Shape::UpTo(None) => Some(Length::UpTo(None)),
            Shape::UpTo(Some(max)) => Some(Length::UpTo(Some(self.constants.known(max) as u32))),
        };
        match (&spec.node, length) {
            (SpecNode::Text(held), Some(Length::UpTo(max))) => text(*held, max),
            (SpecNode::Opaque, Some(length)) => Type::Bytes(length),
            (_, Some(length)) => Type::Array {
                element: Box::new(self.plain(spec, path)),
                length,
            },
            (_, None) if matches!(shape, Shape::Pointer) => {
                Type::Optional(Box::new(self.plain(spec, path)))
            }
            (_, None) => self.plain(spec, path),
        }
    }

    fn plain(&mut self, spec: &Spec, path: &str) -> Type {
        match &spec.node {
            SpecNode::Scalar(scalar) => scalar_type(*scalar),
            SpecNode::Text(held) => text(*held, None),
            SpecNode::Opaque => Type::Bytes(Length::UpTo(None)),
            SpecNode::Named(_, name) => self.reference(&name.text),
            SpecNode::Struct(_) | SpecNode::Union(_) | SpecNode::Enum(_) => {
                let name = names::free(&mut self.taken, path.to_owned());
                let body = self.body(&name, spec);
                self.define(name.clone(), String::new(), body);
                Type::Named(name)
            }
        }
    }

    fn reference(&self, name: &str) -> Type {
        match builtin::scalar(name) {
            Some(scalar) if !self.defined.contains(name) => scalar_type(scalar),
            _ => Type::Named(name.to_owned()),
        }
    }

    fn version(&mut self, program: &Program, program_doc: &str, version: &ProgramVersion) {
        let mut annotations = Annotations::new();
        annotations.insert(PROGRAM.into(), program.name.text.to_string());
        if !program_doc.is_empty() {
            annotations.insert(PROGRAM_DOC.into(), program_doc.to_owned());
        }
        let mut name = version.name.text.to_string();
        if !self.interfaces.insert(name.clone()) {
            annotations.insert(VERSION.into(), name);
            let path = format!("{}_{}", program.name.text, version.name.text);
            name = names::free(&mut self.interfaces, path);
        }
        let mut operations: Vec<_> = version
            .procedures
            .iter()
            .map(|p| self.procedure(p))
            .collect();
        operations.sort_by_key(|o| o.number);
        let identity = model::Identity {
            number: Some(self.constants.known(&program.number) as u32),
            version: model::Version {
                major: self.constants.known(&version.number) as u32,
                minor: 0,
            },
            ..model::Identity::default()
        };
        let doc = version.doc.clone();
        self.module.interfaces.push(model::Interface {
            name,
            doc,
            identity,
            bases: Vec::new(),
            attributes: Vec::new(),
            operations,
            annotations,
        });
    }

    fn procedure(&mut self, procedure: &Procedure) -> model::Operation {
        let name = procedure.name.text.to_string();
        let result = match &procedure.result {
            None => Type::Void,
            Some(spec) => self.plain(spec, &format!("{name}_result")),
        };
        let only = procedure.params.len() == 1;
        let mut params = Vec::new();
        for (at, param) in procedure.params.iter().enumerate() {
            let unnamed = || {
                if only {
                    "arg".to_owned()
                } else {
                    format!("arg{}", at + 1)
                }
            };
            let param_name = param
                .name
                .as_ref()
                .map_or_else(unnamed, |n| n.text.to_string());
            let ty = self.declared(&param.spec, &param.shape, &format!("{name}_{param_name}"));
            params.push(model::Param::new(param_name, Direction::In, ty));
        }
        model::Operation {
            name,
            doc: procedure.doc.clone(),
            number: self.constants.known(&procedure.number) as u32,
            params,
            result,
            raises: procedure
                .raised()
                .map(|name| name.text.to_string())
                .collect(),
            statuses: Vec::new(),
            semantics: model::Semantics::default(),
            streams: model::Streams::NONE,
            annotations: Annotations::new(),
        }
    }
}

fn text(held: Strings, max: Option<u32>) -> Type {
    let text = Type::Text { max };
    match held {
        Strings::Text => text,
        Strings::Bytes => text.marked(HELD_AS, BYTES),
    }
}

fn scalar_type(scalar: Scalar) -> Type {
    match scalar {
        Scalar::Bool => Type::Bool,
        Scalar::I8 => Type::I8,
        Scalar::U8 => Type::U8,
        Scalar::I16 => Type::I16,
        Scalar::U16 => Type::U16,
        Scalar::I32 => Type::I32,
        Scalar::U32 => Type::U32,
        Scalar::I64 => Type::I64,
        Scalar::U64 => Type::U64,
        Scalar::F32 => Type::F32,
        Scalar::F64 => Type::F64,
        Scalar::F128 => Type::F128,
    }
}
