//! Faults as exceptions: records whose annotation `xml.element` is the element of a fault's detail (WSDL 1.1,
//! sections 2.4.2 and 3.6).

use std::collections::hash_map::Entry;
use std::rc::Rc;

use manyrpc_model::{Annotations, Field, Record, Type, TypeBody};

use super::super::names::identifier;
use super::super::words::XSD;
use super::super::xml::{Element, Name};
use super::interface::{Messages, PortType};
use super::message::Part;
use super::{Lower, Wanted, note};

/// The element of an exception.
pub(super) const ELEMENT: &str = "xml.element";
/// The type of that, where another element's exception is the type itself.
const TYPE: &str = "xml.type";

impl Lower<'_, '_> {
    /// The exception of a fault.
    pub(super) fn fault(
        &mut self,
        at: &Element,
        port: &PortType,
        bound: Option<&Rc<Element>>,
        messages: &Messages,
    ) -> Option<String> {
        let parts = self.parts(at, messages)?;
        let [part] = &parts[..] else {
            self.warning(at.span, "a fault has one part: this one is left out");
            return None;
        };
        let element = match (&part.element, &part.ty) {
            (Some(element), _) => element.clone(),
            _ => typed_element(at, part, port, bound),
        };
        if let Some(known) = self.exceptions.get(&element) {
            return Some(known.clone());
        }
        let name = self.exception(&element, part)?;
        self.exceptions.insert(element, name.clone());
        Some(name)
    }

    fn exception(&mut self, element: &Name, part: &Part) -> Option<String> {
        let span = part.at.span;
        let ty = match (&part.element, &part.ty) {
            (Some(element), _) => {
                let declared = self.declared_element(element, part.at.place("element"))?;
                if declared.element.child(XSD, "complexType").is_some() {
                    return Some(self.element_name(element));
                }
                match self.resolve(&declared.element, "type", declared.schema) {
                    Some(ty) => ty,
                    None => {
                        let ty = self.global_element_type(element, span);
                        return Some(self.boxed(element, ty));
                    }
                }
            }
            (None, Some(ty)) => ty.clone(),
            (None, None) => {
                self.error(span, "a part has an element or a type");
                return None;
            }
        };
        let declared = self.components.types.get(&ty).cloned();
        match declared {
            Some(declared) if declared.element.is(XSD, "complexType") => {
                self.want(Wanted::Type(ty.clone()));
                self.taken_apart.insert(ty.clone());
                // The type itself is the exception of the first element that has it.
                if let Entry::Vacant(first) = self.raised.entry(ty.clone()) {
                    first.insert(element.clone());
                    return Some(self.type_names[&ty].clone());
                }
                let content = self.content_of(&ty, span);
                let name = self.names.free(identifier(&element.local));
                let mut annotations = Annotations::new();
                note(&mut annotations, ELEMENT, element.to_string());
                note(&mut annotations, TYPE, ty.to_string());
                self.enter(&declared);
                self.define_content(name.clone(), String::new(), &content, annotations);
                Some(name)
            }
            _ => {
                let ty = self.type_of(&ty, span);
                Some(self.boxed(element, ty))
            }
        }
    }

    /// A record of a simple value.
    fn boxed(&mut self, element: &Name, ty: Type) -> String {
        let name = self.names.free(identifier(&element.local));
        let mut field = Field::new("value", ty);
        note(&mut field.annotations, "xml.role", "text");
        let mut annotations = Annotations::new();
        note(&mut annotations, ELEMENT, element.to_string());
        let body = TypeBody::Record(Record {
            fields: vec![field],
        });
        if let Some(declared) = self.components.elements.get(element).cloned() {
            self.enter(&declared);
        }
        self.define(name.clone(), String::new(), body, annotations);
        name
    }
}

/// The element that a fault with a type has: the part's name in the namespace of the binding.
fn typed_element(at: &Element, part: &Part, port: &PortType, bound: Option<&Rc<Element>>) -> Name {
    let words = port.binding.as_ref().map_or("", |b| b.words);
    let name = at.attribute("name");
    let faults = bound.into_iter().flat_map(|b| b.children.iter());
    let mut faults = faults.filter(|f| &*f.name.local == "fault" && f.attribute("name") == name);
    let namespace = faults.find_map(|f| {
        Some(
            f.child(words, "fault")?
                .attribute("namespace")
                .unwrap_or_default()
                .to_owned(),
        )
    });
    Name::new(&namespace.unwrap_or_default(), &part.name)
}
