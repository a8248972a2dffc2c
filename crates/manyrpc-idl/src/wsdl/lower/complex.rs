//! Complex types (XML Schema part 1, section 3.4).

use std::collections::HashSet;
use std::rc::Rc;

use manyrpc_model::{Annotations, Arm, Field, Length, Record, Type, TypeBody, Union};

use super::super::builtin;
use super::super::names::{identifier, role};
use super::super::schema::Declared;
use super::super::words::{WSDL, XSD, is_encoding};
use super::super::xml::{Element, Name};
use super::fault::ELEMENT;
use super::particles::{Occurs, wildcard};
use super::{Lower, Wanted, all_from, doc, is_true, named_apart, note};

/// What elements of a complex type hold.
#[derive(Clone, Default)]
pub(super) struct Content {
    /// Elements, and groups of them, in order.
    pub(super) elements: Vec<Field>,
    pub(super) attributes: Vec<Field>,
    /// The names of all attributes that were declared.
    pub(super) attribute_names: HashSet<Name>,
    /// The text of a type with simple content.
    pub(super) text: Option<Field>,
    pub(super) any_attributes: bool,
    pub(super) is_mixed: bool,
    /// The model's name of the complex type that it derives from.
    base: Option<String>,
    /// An array of SOAP's encoding, with its item type's name and its rank.
    array: Option<(Type, String, usize)>,
}

impl Content {
    /// Whether it is anything but an array of SOAP's encoding.
    pub(super) fn is_no_array(&self) -> bool {
        self.array.is_none()
    }

    /// As fields of a record.
    fn fields(&self) -> Vec<Field> {
        let mut fields: Vec<Field> = self.text.iter().chain(&self.elements).cloned().collect();
        fields.extend(self.attributes.iter().cloned());
        if self.any_attributes {
            let ty = Type::array(Type::Text { max: None }, Length::UpTo(None));
            let mut field = Field::new("any_attributes", ty);
            note(&mut field.annotations, "xml.role", "anyAttribute");
            fields.push(field);
        }
        named_apart(&mut fields);
        fields
    }
}

/// An array of that many dimensions: of arrays, its rows.
fn array_of(item: Type, rank: usize) -> Type {
    (0..rank).fold(item, |inner, _| Type::array(inner, Length::UpTo(None)))
}

impl Lower<'_, '_> {
    pub(super) fn global_type(&mut self, name: &Name) {
        let Some(declared) = self.components.types.get(name).cloned() else {
            return;
        };
        self.enter(&declared);
        if declared.element.is(XSD, "simpleType") {
            return self.global_simple(name, &declared);
        }
        let own = self.type_names[name].clone();
        let content = self.content_of(name, declared.element.span);
        let mut annotations = Annotations::new();
        note(&mut annotations, "xsd.name", name.to_string());
        if is_true(declared.element.attribute("abstract")) {
            note(&mut annotations, "xsd.abstract", "");
        }
        if let Some(element) = self.raised.get(name) {
            note(&mut annotations, ELEMENT, element.to_string());
        }
        let is_alone = !self.derived.contains_key(name) && !self.taken_apart.contains(name);
        let doc = doc(&declared.element);
        if is_alone && self.define_choice(&own, &doc, &content, &annotations) {
            return;
        }
        self.define_content(own, doc, &content, annotations);
    }

    /// Content that is one choice is a union, and no record with one; whether it is so.
    fn define_choice(
        &mut self,
        name: &str,
        doc: &str,
        content: &Content,
        annotations: &Annotations,
    ) -> bool {
        let [only] = &content.elements[..] else {
            return false;
        };
        let has_more = !content.attributes.is_empty()
            || content.any_attributes
            || content.is_mixed
            || content.base.is_some();
        let Type::Named(union) = &only.ty else {
            return false;
        };
        if has_more || role(&only.annotations) != "group" {
            return false;
        }
        // It was made just before.
        let mut made = self.made.iter_mut().rev();
        let Some((_, made)) = made.find(|(_, made)| made.name == *union) else {
            return false;
        };
        if !made.annotations.contains_key("xml.choice") {
            return false;
        }
        name.clone_into(&mut made.name);
        doc.clone_into(&mut made.doc);
        made.annotations.extend(annotations.clone());
        true
    }

    pub(super) fn define_content(
        &mut self,
        name: String,
        doc: String,
        content: &Content,
        mut annotations: Annotations,
    ) {
        if let Some((ty, item, rank)) = &content.array {
            note(&mut annotations, "soap.array", item);
            note(&mut annotations, "soap.array.rank", rank.to_string());
            let array = TypeBody::Alias(array_of(ty.clone(), *rank));
            return self.define(name, doc, array, annotations);
        }
        if let Some(base) = &content.base {
            note(&mut annotations, "xsd.base", base);
        }
        if content.is_mixed {
            note(&mut annotations, "xsd.mixed", "");
        }
        let fields = content.fields();
        self.define(name, doc, TypeBody::Record(Record { fields }), annotations);
    }

    /// The type that an element has of its own; `name` is that of its type.
    pub(super) fn anonymous_complex(
        &mut self,
        element: &Element,
        schema: usize,
        name: String,
        annotations: Annotations,
        may_be_choice: bool,
    ) {
        let content = self.deeper(element.span, |lower| lower.content(element, schema, &name));
        let doc = doc(element);
        if !may_be_choice || !self.define_choice(&name, &doc, &content, &annotations) {
            self.define_content(name, doc, &content, annotations);
        }
    }

    /// The content of a named type, which is found once.
    pub(super) fn content_of(&mut self, name: &Name, span: crate::place::Span) -> Rc<Content> {
        if let Some(known) = self.contents.get(name) {
            return known.clone();
        }
        let Some(declared) = self.components.types.get(name).cloned() else {
            return Rc::default();
        };
        let place = self.place;
        self.enter(&declared);
        let own = self.type_names[name].clone();
        let content = self.within("type", name, span, |lower| {
            lower.content(&declared.element, declared.schema, &own)
        });
        self.place = place;
        let content = Rc::new(content);
        self.contents.insert(name.clone(), content.clone());
        content
    }

    /// What an element `complexType` says; `owner` is its name, or that of what it is in.
    fn content(&mut self, element: &Element, schema: usize, owner: &str) -> Content {
        let mut content = match (
            element.child(XSD, "simpleContent"),
            element.child(XSD, "complexContent"),
        ) {
            (Some(simple), _) => self.derived(simple, schema, owner),
            (None, Some(complex)) => {
                let mut content = self.derived(complex, schema, owner);
                content.is_mixed |= is_true(complex.attribute("mixed"));
                content
            }
            (None, None) => {
                let mut content = Content::default();
                self.own_particles(element, schema, owner, &mut content);
                self.own_attributes(element, schema, owner, &mut content);
                content
            }
        };
        content.is_mixed |= is_true(element.attribute("mixed"));
        if content.is_mixed && !content.elements.is_empty() {
            let message = "text between the elements of mixed content is not kept";
            self.warning(element.span, message);
        }
        for child in element.children.iter().filter(|c| c.is(XSD, "assert")) {
            self.warning(child.span, "assertions are not checked");
        }
        content
    }

    /// Simple or complex content, which derives from another type's.
    fn derived(&mut self, content: &Element, schema: usize, owner: &str) -> Content {
        let extension = content.child(XSD, "extension").cloned();
        let restriction = content.child(XSD, "restriction").cloned();
        let is_simple = content.is(XSD, "simpleContent");
        let Some(by) = extension.clone().or(restriction) else {
            self.error(
                content.span,
                "content is an extension or a restriction of a type",
            );
            return Content::default();
        };
        let Some(base) = self.resolve(&by, "base", schema) else {
            if by.attribute("base").is_none() {
                self.error(by.span, "this says of which type it is");
            }
            return Content::default();
        };
        if is_encoding(&base.namespace) && &*base.local == "Array" {
            return self.soap_array(&by, schema, owner);
        }
        let mut made = self.base(&base, &by, is_simple);
        if extension.is_some() {
            self.own_particles(&by, schema, owner, &mut made);
        } else if is_simple {
            self.restricted_text(&by, schema, owner, &mut made);
        } else {
            // XML Schema part 1, section 3.4.2: a restriction says its elements again, but not its attributes.
            made.elements.clear();
            made.any_attributes = false;
            self.own_particles(&by, schema, owner, &mut made);
        }
        self.own_attributes(&by, schema, owner, &mut made);
        made
    }

    /// What an element around parameters holds; it is no type of the module.
    pub(super) fn wrapper_content(&mut self, name: &Name) -> Option<Rc<Content>> {
        if let Some(known) = self.wrappers.get(name) {
            return Some(known.clone());
        }
        let declared = self.components.elements.get(name).cloned()?;
        let element = &declared.element;
        let content = match self.resolve(element, "type", declared.schema) {
            Some(ty) => {
                self.taken_apart.insert(ty.clone());
                self.content_of(&ty, element.place("type"))
            }
            None => {
                self.enter(&declared);
                let complex = element.child(XSD, "complexType")?;
                let owner = identifier(&name.local);
                let content = self.deeper(element.span, |lower| {
                    lower.content(complex, declared.schema, &owner)
                });
                Rc::new(content)
            }
        };
        self.wrappers.insert(name.clone(), content.clone());
        Some(content)
    }

    /// What the type that another derives from holds.
    fn base(&mut self, base: &Name, by: &Element, is_simple: bool) -> Content {
        let span = by.place("base");
        if base.is(XSD, builtin::ANY) {
            let any = Occurs {
                least: 0,
                most: None,
            };
            return Content {
                elements: vec![wildcard("any", any)],
                any_attributes: true,
                ..Content::default()
            };
        }
        let declared = self.components.types.get(base).cloned();
        let is_complex = declared.is_some_and(|d| d.element.is(XSD, "complexType"));
        if is_complex {
            let content = self.content_of(base, span);
            self.want(Wanted::Type(base.clone()));
            let fields = content.elements.len() + content.attributes.len();
            if !self.spend_some(fields) {
                return Content::default();
            }
            return Content {
                base: Some(self.type_names[base].clone()),
                ..(*content).clone()
            };
        }
        let ty = self.type_of(base, span);
        if !is_simple {
            let message = format!("`{}` is no complex type", base.local);
            self.error(span, message);
        }
        let mut text = Field::new("value", ty);
        note(&mut text.annotations, "xml.role", "text");
        Content {
            text: Some(text),
            ..Content::default()
        }
    }

    fn restricted_text(&mut self, by: &Element, schema: usize, owner: &str, made: &mut Content) {
        let Some(text) = &mut made.text else {
            return;
        };
        let mut ty = std::mem::take(&mut text.ty);
        if let Some(own) = by.child(XSD, "simpleType").cloned() {
            ty = self.anonymous_simple(&own, schema, || format!("{owner}_value"));
        }
        let ty = self.use_with_facets(ty, by);
        if let Some(text) = &mut made.text {
            text.ty = ty;
        }
    }

    /// Adds the elements that a type says itself.
    fn own_particles(&mut self, of: &Element, schema: usize, owner: &str, made: &mut Content) {
        let models = ["sequence", "choice", "all", "group"];
        for child in &of.children {
            if models.iter().any(|word| child.is(XSD, word)) {
                let all = self.particle(child, schema, owner);
                made.elements.extend(all);
            }
        }
    }

    /// An array of SOAP's encoding (SOAP 1.1, section 5.4.2; WSDL 1.1, section 2.2), with its item type from an
    /// attribute or an element.
    fn soap_array(&mut self, by: &Element, schema: usize, owner: &str) -> Content {
        let mut attributes = by.all(XSD, "attribute");
        let said = attributes.find_map(|a| Some((a.clone(), a.attribute_in(WSDL, "arrayType")?)));
        if let Some((attribute, said)) = said {
            let (name, ranks) = said.split_once('[').unwrap_or((said, "]"));
            let ranks: Vec<usize> = ranks
                .split('[')
                .map(|r| r.matches(',').count() + 1)
                .collect();
            let Some(name) = attribute.resolve(name) else {
                self.error(
                    attribute.span,
                    "the prefix of the item type is not declared",
                );
                return Content::default();
            };
            if ranks.iter().sum::<usize>() > self.limits.nesting {
                self.error(attribute.span, "an array of so many dimensions");
                return Content::default();
            }
            let name = self.placed(name, schema);
            let mut item = self.type_of(&name, attribute.span);
            let mut what = name.to_string();
            // `xsd:int[][3]` is an array of arrays: the last brackets are the outer array's.
            for rank in &ranks[..ranks.len() - 1] {
                item = array_of(item, *rank)
                    .marked("soap.array", &what)
                    .marked("soap.array.rank", &rank.to_string());
                what += &format!("[{}]", ",".repeat(rank - 1));
            }
            let rank = ranks.last().copied().unwrap_or(1);
            return Content {
                array: Some((item, what, rank)),
                ..Content::default()
            };
        }
        let mut made = Content::default();
        self.own_particles(by, schema, owner, &mut made);
        let element = made.elements.pop();
        let item = element.map(|field| match field.ty {
            Type::Array { element, .. } => *element,
            other => other,
        });
        let item = item.unwrap_or_else(builtin::any);
        let what = self.type_name(&item).to_string();
        Content {
            array: Some((item, what, 1)),
            ..Content::default()
        }
    }

    /// The XML name of a use of a type, for arrays that say their items as elements.
    fn type_name(&self, ty: &Type) -> Name {
        if let Some(name) = ty.mark(builtin::TYPE) {
            return Name::new(XSD, name);
        }
        let known = match ty.plain() {
            Type::Optional(inner) => return self.type_name(inner),
            Type::Named(model) => self.xml_names.get(model).cloned(),
            other => builtin::natural(other).map(|name| Name::new(XSD, name)),
        };
        // One that has none is a type of everything (SOAP 1.1, section 5.4.2).
        known.unwrap_or_else(|| Name::new(XSD, builtin::ANY))
    }

    /// A type with those that derive from it, told apart by `xsi:type`.
    pub(super) fn union_of(&mut self, name: &Name) {
        let Some(declared) = self.components.types.get(name).cloned() else {
            return;
        };
        self.enter(&declared);
        let all = all_from(name, &self.derived);
        if !self.spend_some(all.len()) {
            return;
        }
        let arms = all.iter().zip(0..).map(|(name, label)| {
            let ty = self.type_names[name].clone();
            Arm {
                labels: vec![label],
                field: Field::new(ty.clone(), Type::Named(ty)),
            }
        });
        let body = TypeBody::Union(Union {
            discriminant: "type".to_owned(),
            discriminant_type: Type::I32,
            arms: arms.collect(),
            default: None,
        });
        for name in &all {
            self.want(Wanted::Type(name.clone()));
        }
        let mut annotations = Annotations::new();
        note(&mut annotations, "xsd.derived", "");
        let own = self.unions[name].clone();
        self.define(own, String::new(), body, annotations);
    }

    /// The type of an element that everyone can use, and that has it of its own.
    pub(super) fn global_element(&mut self, name: &Name) {
        let Some(declared) = self.components.elements.get(name).cloned() else {
            return;
        };
        let Declared {
            element, schema, ..
        } = &declared;
        self.enter(&declared);
        let own = self.element_names[name].clone();
        let mut annotations = Annotations::new();
        note(&mut annotations, ELEMENT, name.to_string());
        if let Some(complex) = element.child(XSD, "complexType") {
            // Exceptions are records.
            let may_be_choice = !self.exceptions.contains_key(name);
            return self.anonymous_complex(complex, *schema, own, annotations, may_be_choice);
        }
        if let Some(simple) = element.child(XSD, "simpleType") {
            self.named_simple(own, simple, *schema, annotations);
        }
    }
}
