//! Method names.

use alloc::boxed::Box;
use alloc::string::String;

use crate::name::Path;

/// How a client combines interface and operation into a method name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Naming {
    /// The last component of the interface's name, a dot, and the operation: `Database.Request`.
    #[default]
    Short,
    /// The interface's full name: `shop.v1.Database.Request`.
    Full,
    /// The operation alone: `Request`.
    Bare,
}

/// The last method name, so that repeated calls of one method do not allocate.
#[derive(Debug, Default)]
pub(super) struct Method {
    naming: Naming,
    last: Option<Box<Last>>,
}

#[derive(Debug, Default)]
struct Last {
    interface: String,
    operation: String,
    text: String,
}

impl Method {
    pub(super) fn set_naming(&mut self, naming: Naming) {
        *self = Method { naming, last: None };
    }

    /// Forgets the last name.
    pub(super) fn shrink(&mut self) {
        self.last = None;
    }

    /// The method name of a path.
    #[inline]
    pub(super) fn of(&mut self, path: Path<'_>) -> &str {
        let last = self.last.get_or_insert_default();
        if last.operation != path.operation || last.interface != path.interface {
            last.build(self.naming, path);
        }
        &last.text
    }
}

impl Last {
    #[cold]
    fn build(&mut self, naming: Naming, path: Path<'_>) {
        for (kept, new) in [
            (&mut self.interface, path.interface),
            (&mut self.operation, path.operation),
        ] {
            kept.clear();
            kept.push_str(new);
        }
        let interface = match naming {
            Naming::Short => path.interface.rsplit('.').next().unwrap_or_default(),
            Naming::Full => path.interface,
            Naming::Bare => "",
        };
        self.text.clear();
        self.text.push_str(interface);
        if !interface.is_empty() {
            self.text.push('.');
        }
        self.text.push_str(path.operation);
    }
}

/// The interface and operation of a method name.
pub(super) fn path(method: &str) -> Path<'_> {
    let (interface, operation) = method.rsplit_once('.').unwrap_or(("", method));
    Path {
        interface,
        operation,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_joined_and_split() {
        let full = Path {
            interface: "shop.v1.Cart",
            operation: "add",
        };
        let bare = Path {
            interface: "",
            operation: "add",
        };
        for (naming, of_full) in [
            (Naming::Short, "Cart.add"),
            (Naming::Full, "shop.v1.Cart.add"),
            (Naming::Bare, "add"),
        ] {
            let mut method = Method::default();
            method.set_naming(naming);
            for _ in 0..2 {
                assert_eq!(method.of(full), of_full);
                assert_eq!(method.of(bare), "add");
            }
        }
        assert_eq!(path("shop.v1.Cart.add"), full);
        assert_eq!(path("add"), bare);
    }
}
