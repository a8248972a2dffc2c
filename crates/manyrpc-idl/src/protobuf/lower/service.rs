//! Services and their methods.

use manyrpc_model::{
    Annotations, Direction, Identity, Interface, Operation, Param, Semantics, Streams, Type,
    Version,
};
use protox::prost_reflect::prost_types::method_options::IdempotencyLevel;
use protox::prost_reflect::prost_types::{
    FileDescriptorProto, MethodDescriptorProto, ServiceDescriptorProto,
};

use super::super::comments::Comments;
use super::super::raises::full_name;
use super::super::refused::path;
use super::super::set::Set;
use super::annotate;
use super::extensions::scope_of;
use super::names::Names;

pub(super) fn interface(
    (set, file): (&Set, &FileDescriptorProto),
    service: &ServiceDescriptorProto,
    comments: &Comments<'_>,
    names: &Names,
    at: &[i32],
) -> Interface {
    let full = format!("{}.{}", scope_of(file), service.name());
    let methods = service.method.iter().enumerate();
    let operations = methods.map(|(i, method)| {
        let doc = comments.at(&[at, &[path::METHODS, i as i32]].concat());
        let raised = set.raised(&full_name(file, service.name(), method.name()));
        let raises = raised.iter().filter_map(|(_, found)| found.as_ref());
        Operation {
            raises: raises.map(|full| names.of(full)).collect(),
            ..operation(method, i as u32, doc, names)
        }
    });
    let mut annotations = Annotations::new();
    if service.options.as_ref().is_some_and(|o| o.deprecated()) {
        annotate(&mut annotations, "deprecated", "true");
    }
    Interface {
        name: service.name().to_owned(),
        doc: comments.at(at),
        identity: Identity {
            name: Some(full.trim_start_matches('.').to_owned()),
            version: Version { major: 1, minor: 0 },
            ..Identity::default()
        },
        bases: Vec::new(),
        attributes: Vec::new(),
        operations: operations.collect(),
        annotations,
    }
}

fn operation(method: &MethodDescriptorProto, number: u32, doc: String, names: &Names) -> Operation {
    let mut annotations = Annotations::new();
    let options = method.options.as_ref();
    if options.is_some_and(|o| o.deprecated()) {
        annotate(&mut annotations, "deprecated", "true");
    }
    let level = options.map(|o| o.idempotency_level());
    let semantics = match level {
        Some(IdempotencyLevel::NoSideEffects) => {
            annotate(&mut annotations, "idempotency", "no_side_effects");
            Semantics::Idempotent
        }
        Some(IdempotencyLevel::Idempotent) => Semantics::Idempotent,
        _ => Semantics::AtMostOnce,
    };
    let request = Type::Named(names.of(method.input_type()));
    Operation {
        name: method.name().to_owned(),
        doc,
        number,
        params: vec![Param::new("request", Direction::In, request)],
        result: Type::Named(names.of(method.output_type())),
        raises: Vec::new(),
        statuses: Vec::new(),
        semantics,
        streams: Streams {
            request: method.client_streaming(),
            reply: method.server_streaming(),
        },
        annotations,
    }
}
