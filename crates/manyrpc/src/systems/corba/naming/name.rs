//! Names, and how they are written.
//!
//! Reading list: OMG formal/04-10-03 (Naming Service 1.3) section 2.4 (stringified names).

use std::fmt;
use std::str::FromStr;

use super::stubs;

/// One step of a name, in one context.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NameComponent {
    /// What it is called.
    pub id: String,
    /// What kind of thing it is, in the words of those who bind it. Often empty.
    pub kind: String,
}

/// A name: from a context inwards, at least one component.
///
/// As text, components are separated by `/`, an id and its kind by `.`, and `\` is before those of these three
/// characters that are part of either: `shop/cart.object`, `version 1\.0`.
///
/// ```
/// use manyrpc::registry::naming::Name;
///
/// let name: Name = "shop/cart.object".parse().unwrap();
/// assert_eq!(name.components()[1].kind, "object");
/// assert_eq!(name.to_string(), "shop/cart.object");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(Vec<NameComponent>);

/// Why a text is no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotName {
    /// It has no components.
    Empty,
    /// A component has no characters. One without id and kind is written `.`.
    EmptyComponent,
    /// A `.` is the last character of a component with an id.
    EmptyKind,
    /// A component has more than one `.` without a `\` before it.
    TwoKinds,
    /// A `\` is before a character that needs none, or at the end.
    Escape,
    /// It is longer than names may be here.
    TooLong,
}

/// The most components of a name.
pub(super) const COMPONENTS: usize = 256;

/// The most bytes of all its components.
pub(super) const BYTES: usize = 64 << 10;

impl fmt::Display for NotName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotName::Empty => "a name has at least one component",
            NotName::EmptyComponent => {
                "a component of the name is empty; one without id and kind is `.`"
            }
            NotName::EmptyKind => "a `.` without a kind behind it ends a component of the name",
            NotName::TwoKinds => "a component of the name has two kinds; write `\\.` in an id",
            NotName::Escape => "in the name `\\` is not before `/`, `.` or `\\`",
            NotName::TooLong => "the name is too long",
        })
    }
}

impl std::error::Error for NotName {}

impl Name {
    /// The name of these components.
    ///
    /// # Errors
    /// There are none, or too many or too long ones.
    pub fn new(components: Vec<NameComponent>) -> Result<Self, NotName> {
        let bytes = components.iter().map(NameComponent::bytes);
        match components.len() {
            0 => Err(NotName::Empty),
            1..=COMPONENTS if bytes.sum::<usize>() <= BYTES => Ok(Name(components)),
            _ => Err(NotName::TooLong),
        }
    }

    /// Its components, from the outermost context inwards. At least one.
    pub fn components(&self) -> &[NameComponent] {
        &self.0
    }

    /// The components themselves.
    pub fn into_components(self) -> Vec<NameComponent> {
        self.0
    }

    /// The same in another context: there, `self` names the context that `rest` is in.
    ///
    /// # Errors
    /// It becomes too long.
    pub fn join(&self, rest: &Name) -> Result<Self, NotName> {
        Name::new([self.components(), rest.components()].concat())
    }

    /// In the stubs' type.
    pub(super) fn wire(&self) -> Vec<stubs::NameComponent<'_>> {
        wire(&self.0)
    }
}

/// Components in the stubs' type.
pub(super) fn wire(components: &[NameComponent]) -> Vec<stubs::NameComponent<'_>> {
    let halves = components.iter().map(|c| (&*c.id, &*c.kind));
    halves
        .map(|(id, kind)| stubs::NameComponent {
            id: id.into(),
            kind: kind.into(),
        })
        .collect()
}

/// The same of components that are not needed any more.
pub(super) fn into_wire(components: Vec<NameComponent>) -> Vec<stubs::NameComponent<'static>> {
    let components = components.into_iter();
    let halves = components.map(|c| (c.id.into(), c.kind.into()));
    halves
        .map(|(id, kind)| stubs::NameComponent { id, kind })
        .collect()
}

/// Components from the stubs' type.
pub(super) fn from_wire(components: Vec<stubs::NameComponent<'_>>) -> Vec<NameComponent> {
    let components = components.into_iter();
    components
        .map(|c| NameComponent::new(c.id, c.kind))
        .collect()
}

impl NameComponent {
    /// A component with an id and a kind.
    pub fn new(id: impl Into<String>, kind: impl Into<String>) -> Self {
        NameComponent {
            id: id.into(),
            kind: kind.into(),
        }
    }

    /// How long it is.
    pub(super) fn bytes(&self) -> usize {
        self.id.len() + self.kind.len()
    }
}

impl fmt::Display for NameComponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        escaped(f, &self.id)?;
        // Only without both a dot stands alone.
        if self.id.is_empty() || !self.kind.is_empty() {
            f.write_str(".")?;
        }
        escaped(f, &self.kind)
    }
}

fn escaped(f: &mut fmt::Formatter<'_>, half: &str) -> fmt::Result {
    use fmt::Write;
    for c in half.chars() {
        if matches!(c, '/' | '.' | '\\') {
            f.write_char('\\')?;
        }
        f.write_char(c)?;
    }
    Ok(())
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, component) in self.0.iter().enumerate() {
            let divider = if at == 0 { "" } else { "/" };
            write!(f, "{divider}{component}")?;
        }
        Ok(())
    }
}

impl FromStr for Name {
    type Err = NotName;

    fn from_str(text: &str) -> Result<Self, NotName> {
        // Escapes and dividers are at most two bytes for one, and one for each half.
        if text.len() > 2 * BYTES + 2 * COMPONENTS {
            return Err(NotName::TooLong);
        }
        if text.is_empty() {
            return Err(NotName::Empty);
        }
        let mut rest = text.chars();
        let mut components = Vec::new();
        loop {
            let (component, is_last) = component(&mut rest)?;
            if components.len() == COMPONENTS {
                return Err(NotName::TooLong);
            }
            components.push(component);
            if is_last {
                return Name::new(components);
            }
        }
    }
}

/// The next component, and whether it is the last.
fn component(rest: &mut std::str::Chars<'_>) -> Result<(NameComponent, bool), NotName> {
    let (mut halves, mut at) = ([String::new(), String::new()], 0);
    let is_last = loop {
        match rest.next() {
            None => break true,
            Some('/') => break false,
            Some('.') if at == 1 => return Err(NotName::TwoKinds),
            Some('.') => at = 1,
            Some('\\') => match rest.next() {
                Some(c @ ('/' | '.' | '\\')) => halves[at].push(c),
                _ => return Err(NotName::Escape),
            },
            Some(c) => halves[at].push(c),
        }
    };
    let [id, kind] = halves;
    match (at, id.is_empty(), kind.is_empty()) {
        (0, true, _) => Err(NotName::EmptyComponent),
        (1, false, true) => Err(NotName::EmptyKind),
        _ => Ok((NameComponent { id, kind }, is_last)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Vec<(String, String)>, NotName> {
        let name: Name = text.parse()?;
        assert_eq!(name.to_string(), text);
        Ok(name.0.into_iter().map(|c| (c.id, c.kind)).collect())
    }

    /// The examples of section 2.4.
    #[test]
    fn components_are_separated_and_escaped() {
        for (text, expected) in [
            ("a", &[("a", "")][..]),
            ("a/b/c", &[("a", ""), ("b", ""), ("c", "")]),
            ("id1.kind1/id2", &[("id1", "kind1"), ("id2", "")]),
            (
                "a.b/./c.d/.e",
                &[("a", "b"), ("", ""), ("c", "d"), ("", "e")],
            ),
            (r"a/x\/y\/z/b", &[("a", ""), ("x/y/z", ""), ("b", "")]),
            (r"a\.b.c\.d/e", &[("a.b", "c.d"), ("e", "")]),
            (r"a/b\\/c", &[("a", ""), (r"b\", ""), ("c", "")]),
        ] {
            let expected = expected.iter();
            let expected = expected.map(|(id, kind)| ((*id).to_owned(), (*kind).to_owned()));
            assert_eq!(parsed(text), Ok(expected.collect()), "{text}");
        }
    }

    #[test]
    fn what_is_no_name_is_refused() {
        for (text, why) in [
            ("", NotName::Empty),
            ("/", NotName::EmptyComponent),
            ("/a", NotName::EmptyComponent),
            ("a//b", NotName::EmptyComponent),
            ("a/", NotName::EmptyComponent),
            ("a.", NotName::EmptyKind),
            ("a./b", NotName::EmptyKind),
            ("a.b.c", NotName::TwoKinds),
            ("..", NotName::TwoKinds),
            (r"a\b", NotName::Escape),
            (r"a\", NotName::Escape),
        ] {
            assert_eq!(text.parse::<Name>(), Err(why), "{text}");
        }
        assert_eq!(
            "a/".repeat(COMPONENTS + 1).parse::<Name>(),
            Err(NotName::TooLong)
        );
        assert_eq!("a".repeat(BYTES + 1).parse::<Name>(), Err(NotName::TooLong));
    }
}
