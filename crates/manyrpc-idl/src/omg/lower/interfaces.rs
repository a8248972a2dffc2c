//! Interfaces, with their attributes and operations.

use manyrpc_model as model;
use manyrpc_model::{Annotations, Identity, Param, Semantics, Version};

use super::super::ast::InterfaceKind;
use super::super::tree::{Attribute, DeclId, Interface, Operation};
use super::{ABSTRACT, CONTEXT, Lowering, YES};

impl Lowering<'_, '_> {
    pub(super) fn interface(&mut self, id: DeclId, interface: &Interface) {
        let decl = &self.tree.decls[id];
        if interface.kind == InterfaceKind::Local {
            return self.refuse(id, decl.span);
        }
        let attributes = interface.attributes.iter().map(|a| self.attribute(a));
        let attributes = attributes.collect();
        let operations = interface.operations.iter().zip(0..);
        let operations = operations.map(|(o, number)| self.operation(o, number));
        let operations = operations.collect();
        let mut annotations: Annotations = self.identifier(id).into_iter().collect();
        if interface.kind == InterfaceKind::Abstract {
            annotations.insert(ABSTRACT.into(), YES.into());
        }
        self.module.interfaces.push(model::Interface {
            name: self.names.of(id),
            doc: decl.doc.clone(),
            identity: Identity {
                name: Some(self.tree.path(id).join(".")),
                version: Version { major: 1, minor: 0 },
                ..Identity::default()
            },
            bases: self.names_of(&interface.bases),
            attributes,
            operations,
            annotations,
        });
    }

    fn attribute(&mut self, attribute: &Attribute) -> model::Attribute {
        model::Attribute {
            name: attribute.name.to_string(),
            doc: attribute.doc.clone(),
            ty: self.ty(&attribute.ty),
            readonly: attribute.readonly,
            get_raises: self.names_of(&attribute.get_raises),
            set_raises: self.names_of(&attribute.set_raises),
        }
    }

    fn operation(&mut self, operation: &Operation, number: u32) -> model::Operation {
        let params = operation.params.iter().map(|(direction, name, ty)| {
            let ty = self.ty(ty);
            Param::new(&**name, *direction, ty)
        });
        let mut params: Vec<Param> = params.collect();
        let result = self.ty(&operation.result);
        let mut annotations = Annotations::new();
        if !operation.context.is_empty() {
            let patterns = operation.context.iter().map(|p| super::consts::quoted(p));
            let patterns: Vec<String> = patterns.collect();
            annotations.insert(CONTEXT.into(), patterns.join(", "));
            params.push(super::properties(&params));
        }
        model::Operation {
            doc: operation.doc.clone(),
            raises: self.names_of(&operation.raises),
            semantics: match operation.oneway {
                true => Semantics::Maybe,
                false => Semantics::AtMostOnce,
            },
            annotations,
            ..model::Operation::new(&*operation.name, number, params, result)
        }
    }

    fn names_of(&self, ids: &[DeclId]) -> Vec<String> {
        ids.iter().map(|id| self.names.of(*id)).collect()
    }
}
