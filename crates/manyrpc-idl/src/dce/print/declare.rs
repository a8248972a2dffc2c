//! Declarations: attributes, a specifier, and the pointers and arrays around the name.

use std::collections::{BTreeMap, HashMap, HashSet};

use manyrpc_model::{Annotations, Direction, Length, Relation, Type, TypeBody};

use super::super::kept::KEPT_OF_PARAM;
use super::super::lower::SWITCH_IS;
use super::super::shape::{ARRAY, CHARS, Class, POINTER, STRING};
use super::super::size;
use super::Printer;
use crate::inexpressible::Reason;

/// The kinds of declarations.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    Alias,
    Field,
    Param(Direction),
    Result,
}

/// One declaration to print.
pub(super) struct Place<'m> {
    pub(super) subject: String,
    pub(super) name: &'m str,
    pub(super) ty: &'m Type,
    pub(super) annotations: &'m Annotations,
    pub(super) usage: Use,
}

/// How the fields or parameters of one list depend on each other.
#[derive(Default)]
pub(super) struct Siblings<'m> {
    /// By an array's name: the field derived from its length.
    pub(super) counts: HashMap<&'m str, (&'m str, &'m Relation)>,
    /// By a union's name: the field derived from its arm.
    pub(super) labels: HashMap<&'m str, &'m str>,
    /// Those declared as pointers.
    pub(super) pointers: HashSet<&'m str>,
}

/// The parts of a declaration.
#[derive(Default)]
pub(super) struct Declaration {
    pub(super) attrs: Vec<String>,
    pub(super) spec: String,
    pub(super) declarator: String,
}

type Marks<'m> = BTreeMap<&'m str, &'m str>;

/// One step from the name to its type, from the name outward.
enum Layer<'m> {
    Pointer(Class),
    Array(Array<'m>),
}

impl Layer<'_> {
    /// Whether it is a pointer, or is represented by one.
    fn points(&self) -> bool {
        match self {
            Layer::Pointer(_) => true,
            Layer::Array(array) => array.pointer.is_some(),
        }
    }
}

#[derive(Default)]
struct Array<'m> {
    /// The class of the pointer to its first element, if that represents the array.
    pointer: Option<Class>,
    /// `None` if known only when the call is made.
    length: Option<u32>,
    varying: bool,
    /// Its counts have 16 bits.
    v1: bool,
    string: bool,
    marks: Marks<'m>,
}

/// A type split into its layers.
struct Peeled<'m> {
    layers: Vec<Layer<'m>>,
    spec: Result<String, Reason>,
    /// Whether the first layer is a pointer that the model does not have.
    unseen: bool,
}

impl Use {
    /// Whether a number of this type, in this use, is declared as a pointer.
    pub(super) fn points(self, ty: &Type) -> bool {
        let pointer = matches!(ty.plain(), Type::Optional(_) | Type::Shared(_));
        let out = matches!(self, Use::Param(Direction::Out | Direction::InOut));
        out || pointer || ty.mark(POINTER).is_some()
    }
}

impl<'m> Printer<'m> {
    pub(super) fn declaration(
        &mut self,
        place: &Place<'m>,
        siblings: &Siblings<'m>,
    ) -> Declaration {
        let mut peeled = match self.peeled(place.ty) {
            Ok(peeled) => peeled,
            Err(reason) => {
                self.faults.push(&place.subject, reason);
                return Declaration::default();
            }
        };
        self.lead(place, &mut peeled);
        combine(place.usage, &mut peeled.layers);
        let mut attrs = self.classes(place, &peeled);
        let sizes = self.sizes(place, siblings, &mut peeled.layers);
        attrs.extend(sizes);
        attrs.extend(self.others(place, siblings, &peeled.layers));
        let spec = self.faults.or(&place.subject, peeled.spec);
        let name = self.name(&place.subject, place.name);
        Declaration {
            attrs,
            spec,
            declarator: declarator(name, &peeled.layers),
        }
    }

    /// A type of one or two words.
    pub(super) fn specifier(&self, ty: &'m Type) -> Result<String, Reason> {
        let peeled = self.peeled(ty)?;
        match peeled.layers[..] {
            [] => peeled.spec,
            _ => Err(Reason::TypeNeedsName),
        }
    }

    /// Strips the pointers and arrays off a type.
    fn peeled(&self, mut ty: &'m Type) -> Result<Peeled<'m>, Reason> {
        let mut layers = Vec::new();
        let mut marks = Marks::new();
        let spec = loop {
            let class = match ty {
                Type::Marked(inner, more) => {
                    if more.get(POINTER).is_some_and(|c| c == "ref") {
                        nothing_left(&marks)?;
                        layers.push(Layer::Pointer(Class::Ref));
                    }
                    let rest = more.iter().filter(|(key, _)| *key != POINTER);
                    marks.extend(rest.map(|(key, value)| (&**key, &**value)));
                    ty = inner;
                    continue;
                }
                Type::Optional(_) => Class::Unique,
                Type::Shared(_) => Class::Full,
                Type::Array { element, length } => {
                    let array = array(*length, std::mem::take(&mut marks))?;
                    layers.push(Layer::Array(array));
                    ty = element;
                    continue;
                }
                Type::Bytes(length) => break self.bytes(*length, marks, &mut layers),
                Type::Text { max } => break self.text(*max, marks, &mut layers),
                _ => break self.base(ty, &marks),
            };
            let (Type::Optional(inner) | Type::Shared(inner)) = ty else {
                break Err(Reason::TypeNeedsName);
            };
            nothing_left(&marks)?;
            layers.push(Layer::Pointer(class));
            ty = inner;
        };
        Ok(Peeled {
            layers,
            spec: Ok(spec?),
            unseen: false,
        })
    }

    fn bytes(
        &self,
        length: Length,
        mut marks: Marks<'m>,
        layers: &mut Vec<Layer<'m>>,
    ) -> Result<String, Reason> {
        if marks.remove(STRING) == Some("true") {
            let max = match length {
                Length::UpTo(max) => max,
                Length::Fixed(_) => return Err(Reason::Bound),
            };
            layers.push(Layer::Array(string(max, marks)?));
            return Ok("byte".to_owned());
        }
        let word = match marks.remove(CHARS) {
            Some("narrow") => "char",
            Some(_) => return Err(Reason::Annotation(CHARS.to_owned())),
            None => "byte",
        };
        layers.push(Layer::Array(array(length, marks)?));
        Ok(word.to_owned())
    }

    fn text(
        &self,
        max: Option<u32>,
        mut marks: Marks<'m>,
        layers: &mut Vec<Layer<'m>>,
    ) -> Result<String, Reason> {
        let word = match marks.remove(CHARS) {
            Some("wide") => "wchar_t",
            Some(_) => return Err(Reason::Annotation(CHARS.to_owned())),
            None => "char",
        };
        layers.push(Layer::Array(string(max, marks)?));
        Ok(word.to_owned())
    }

    fn base(&self, ty: &Type, marks: &Marks<'m>) -> Result<String, Reason> {
        if *ty == Type::U8 && marks.len() == 1 && marks.get(CHARS) == Some(&"narrow") {
            return Ok("char".to_owned());
        }
        nothing_left(marks)?;
        Ok(match ty {
            Type::Bool => "boolean",
            Type::I8 => "small",
            Type::U8 => "unsigned small",
            Type::I16 => "short",
            Type::U16 => "unsigned short",
            Type::I32 => "long",
            Type::U32 => "unsigned long",
            Type::I64 => "hyper",
            Type::U64 => "unsigned hyper",
            Type::F32 => "float",
            Type::F64 => "double",
            Type::F128 => return Err(Reason::Quadruple),
            Type::Void => return Err(Reason::Void),
            Type::Reference(_) | Type::Any => return Err(Reason::NoWord),
            Type::Named(name) => return Ok(self.reference(name)),
            _ => return Err(Reason::TypeNeedsName),
        }
        .to_owned())
    }

    /// The name of a type, with its keyword while it is incomplete.
    fn reference(&self, name: &str) -> String {
        let body = self.types.get(name).map(|d| &d.body);
        let keyword = match body.filter(|_| !self.defined.contains(name)) {
            Some(TypeBody::Record(_)) => "struct ",
            Some(TypeBody::Union(_)) => "union ",
            Some(TypeBody::Enum(_)) => "enum ",
            _ => "",
        };
        format!("{keyword}{name}")
    }

    /// Adds the pointer to a parameter that C needs and the wire does not show.
    fn lead(&self, place: &Place<'_>, peeled: &mut Peeled<'_>) {
        let Use::Param(direction) = place.usage else {
            return;
        };
        peeled.unseen = match (direction, peeled.layers.first()) {
            (Direction::In, Some(Layer::Pointer(class))) => *class == Class::Ref,
            (Direction::In, Some(Layer::Array(array))) => array.string && array.length.is_none(),
            (Direction::In, None) => self.is_conformant(place.ty),
            (_, Some(Layer::Array(_))) => false,
            (Direction::InOut, Some(Layer::Pointer(class))) => *class == Class::Ref,
            (Direction::Out | Direction::InOut, _) => true,
        };
        if peeled.unseen {
            peeled.layers.insert(0, Layer::Pointer(Class::Ref));
        }
    }

    /// Whether it ends in an array whose length is known when the call is made.
    fn is_conformant(&self, mut ty: &'m Type) -> bool {
        for _ in 0..=self.module.types.len() {
            let name = match ty.plain() {
                Type::Named(name) => name,
                Type::Array { length, .. } | Type::Bytes(length) => {
                    return *length == Length::UpTo(None);
                }
                Type::Text { max } => return max.is_none(),
                _ => return false,
            };
            ty = match self.types.get(&**name).map(|d| &d.body) {
                Some(TypeBody::Record(record)) => match record.fields.last() {
                    Some(last) if last.ty.mark(POINTER).is_none() => &last.ty,
                    _ => return false,
                },
                _ => return false,
            };
        }
        false
    }

    /// The attribute of the first pointer; later ones have the interface's class.
    fn classes(&mut self, place: &Place<'_>, peeled: &Peeled<'_>) -> Vec<String> {
        let mut attrs = Vec::new();
        if let Use::Param(direction) = place.usage {
            attrs.push(
                match direction {
                    Direction::In => "in",
                    Direction::Out => "out",
                    Direction::InOut => "in, out",
                }
                .to_owned(),
            );
        }
        // On an array parameter it applies to the pointer that represents the array.
        let mut first = match place.usage {
            Use::Param(_) => peeled.layers.first().is_some_and(Layer::points),
            _ => true,
        };
        for layer in &peeled.layers {
            let (Layer::Pointer(class)
            | Layer::Array(Array {
                pointer: Some(class),
                ..
            })) = layer
            else {
                continue;
            };
            if !std::mem::take(&mut first) {
                if *self.within.get_or_insert(*class) != *class {
                    self.faults.push(&place.subject, Reason::PointerClasses);
                }
                continue;
            }
            // C706 section 4.2.20.3: a returned pointer is a full pointer.
            let known = place.usage == Use::Result && *class == Class::Full;
            if !peeled.unseen && !known {
                attrs.push(class.word().to_owned());
            }
        }
        attrs
    }

    /// `size_is` and its siblings, with an argument for each pointer and array.
    fn sizes(
        &mut self,
        place: &Place<'m>,
        siblings: &Siblings<'m>,
        layers: &mut [Layer<'m>],
    ) -> Vec<String> {
        let mut attrs: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        let mut outermost = true;
        for (at, layer) in layers.iter_mut().enumerate() {
            let Layer::Array(array) = layer else {
                continue;
            };
            let count = siblings.counts.get(place.name).filter(|_| outermost);
            let count =
                count.map(|(name, relation)| format!("{name}{}", size::operators(relation)));
            if std::mem::take(&mut outermost) {
                let own = place.annotations.iter();
                let own = own.filter(|(key, _)| SIZES.iter().any(|(k, _)| k == key));
                array
                    .marks
                    .extend(own.map(|(key, value)| (&**key, &**value)));
            }
            for (attr, text) in extent(array, count) {
                let dimensions = attrs.entry(attr).or_default();
                dimensions.resize(at, String::new());
                dimensions.push(starred(&text, &siblings.pointers));
            }
            let known = |key: &str| SIZES.iter().any(|(k, _)| *k == key);
            if let Some(key) = array.marks.keys().find(|key| !known(key)) {
                let reason = Reason::Annotation((*key).to_owned());
                self.faults.push(&place.subject, reason);
            }
        }
        let texts = attrs
            .iter()
            .map(|(attr, dimensions)| format!("{attr}({})", dimensions.join(", ")));
        texts.collect()
    }

    /// Attributes that arrays do not have.
    fn others(
        &mut self,
        place: &Place<'m>,
        siblings: &Siblings<'m>,
        layers: &[Layer<'m>],
    ) -> Vec<String> {
        let arrays = || {
            layers.iter().filter_map(|layer| match layer {
                Layer::Array(array) => Some(array),
                Layer::Pointer(_) => None,
            })
        };
        let mut attrs = Vec::new();
        if arrays().any(|a| a.string) {
            attrs.push("string".to_owned());
        }
        if arrays().any(|a| a.v1) {
            attrs.push("v1_array".to_owned());
        }
        let label = siblings
            .labels
            .get(place.name)
            .map(|name| (*name).to_owned());
        let label = label.or_else(|| place.annotations.get(SWITCH_IS).cloned());
        if let Some(label) = label {
            attrs.push(format!(
                "switch_is({})",
                starred(&label, &siblings.pointers)
            ));
        }
        let mut elsewhere = vec![SWITCH_IS];
        if arrays().next().is_some() {
            elsewhere.extend(SIZES.map(|(key, _)| key));
        }
        let kept: &[&str] = match place.usage {
            Use::Param(_) => &KEPT_OF_PARAM,
            _ => &[],
        };
        attrs.extend(self.kept(&place.subject, place.annotations, kept, &elsewhere));
        attrs
    }
}

/// Keys of array annotations, with the attributes they become.
const SIZES: [(&str, &str); 13] = [
    ("dce.first_is", "first_is"),
    ("dce.last_is", "last_is"),
    ("dce.length_is", "length_is"),
    ("dce.max_is", "max_is"),
    ("dce.min_is", "min_is"),
    ("dce.room", "size_is"),
    ("dce.verbatim.first_is", "first_is"),
    ("dce.verbatim.last_is", "last_is"),
    ("dce.verbatim.length_is", "length_is"),
    ("dce.verbatim.max_is", "max_is"),
    ("dce.verbatim.min_is", "min_is"),
    ("dce.verbatim.size_is", "size_is"),
    ("dce.size_is", "size_is"),
];

/// The attributes of one array; `count` is the field derived from its length.
fn extent(array: &Array<'_>, count: Option<String>) -> Vec<(&'static str, String)> {
    let mut attrs: Vec<(&str, String)> = Vec::new();
    for (key, attr) in SIZES {
        if let Some(value) = array.marks.get(key) {
            attrs.push((attr, (*value).to_owned()));
        }
    }
    let Some(count) = count else {
        return attrs;
    };
    let sized = attrs
        .iter()
        .any(|(a, _)| matches!(*a, "size_is" | "max_is"));
    if !sized && array.length.is_none() {
        attrs.push(("size_is", count.clone()));
    }
    if array.varying {
        attrs.push(("length_is", count));
    }
    attrs
}

/// A size in the definition's notation: `request.` is ours, and pointers are dereferenced.
fn starred(text: &str, pointers: &HashSet<&str>) -> String {
    let text = text.strip_prefix("request.").unwrap_or(text);
    let name = text.split(' ').next().unwrap_or(text);
    match pointers.contains(name) {
        true => format!("*{text}"),
        false => text.to_owned(),
    }
}

/// A pointer to an array with a size is a pointer to its first element.
fn combine(usage: Use, layers: &mut Vec<Layer<'_>>) {
    let sizes = matches!(usage, Use::Field | Use::Param(_));
    for at in (1..layers.len()).rev() {
        let Layer::Pointer(class) = layers[at - 1] else {
            continue;
        };
        if let Layer::Array(array) = &mut layers[at]
            && array.length.is_none()
            && array.pointer.is_none()
            && (sizes || array.string)
        {
            array.pointer = Some(class);
            layers.remove(at - 1);
        }
    }
}

fn declarator(name: String, layers: &[Layer<'_>]) -> String {
    let mut text = name;
    let mut starts_with_pointer = false;
    for layer in layers {
        match layer {
            Layer::Array(array) if array.pointer.is_none() => {
                let brackets = match array.length {
                    Some(length) => format!("[{length}]"),
                    None if array.is_unbased() => "[*..*]".to_owned(),
                    None => "[]".to_owned(),
                };
                text = match starts_with_pointer {
                    true => format!("({text}){brackets}"),
                    false => format!("{text}{brackets}"),
                };
                starts_with_pointer = false;
            }
            _ => {
                text = format!("*{text}");
                starts_with_pointer = true;
            }
        }
    }
    text
}

impl Array<'_> {
    /// Whether its lower bound is unknown.
    fn is_unbased(&self) -> bool {
        let has = |attr| {
            let keys = SIZES.iter().filter(|(_, a)| *a == attr);
            keys.into_iter()
                .any(|(key, _)| self.marks.contains_key(key))
        };
        has("min_is") || has("max_is") || (has("last_is") && !has("first_is"))
    }
}

fn array(length: Length, mut marks: Marks<'_>) -> Result<Array<'_>, Reason> {
    let kind = marks.remove(ARRAY);
    let (varying, v1) = match (kind, length) {
        (None, Length::Fixed(_) | Length::UpTo(None)) => (false, false),
        (Some("varying"), Length::UpTo(Some(_))) => (true, false),
        (Some("v1-varying"), Length::UpTo(Some(_))) => (true, true),
        (Some("conformant-varying"), Length::UpTo(None)) => (true, false),
        (Some("v1-conformant-varying"), Length::UpTo(None)) => (true, true),
        (None, Length::UpTo(Some(_))) => return Err(Reason::Bound),
        (Some(_), _) => return Err(Reason::Annotation(ARRAY.to_owned())),
    };
    let length = match length {
        Length::Fixed(n) => Some(n),
        Length::UpTo(max) => max,
    };
    Ok(Array {
        length,
        varying,
        v1,
        marks,
        ..Array::default()
    })
}

/// C706 section 4.2.19: a string's characters are null-terminated within the array.
fn string(max: Option<u32>, mut marks: Marks<'_>) -> Result<Array<'_>, Reason> {
    let v1 = match (marks.remove(ARRAY), max) {
        (None, None) | (Some("varying"), Some(_)) => false,
        (Some("v1-varying"), Some(_)) => true,
        (None, Some(_)) => return Err(Reason::Bound),
        (Some(_), _) => return Err(Reason::Annotation(ARRAY.to_owned())),
    };
    let length = match max {
        Some(max) => Some(max.checked_add(1).ok_or(Reason::Bound)?),
        None => None,
    };
    Ok(Array {
        length,
        v1,
        string: true,
        marks,
        ..Array::default()
    })
}

fn nothing_left(marks: &Marks<'_>) -> Result<(), Reason> {
    match marks.keys().next() {
        Some(key) => Err(Reason::Annotation((*key).to_owned())),
        None => Ok(()),
    }
}
