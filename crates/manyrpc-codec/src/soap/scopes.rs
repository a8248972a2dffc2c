//! Namespaces in scope (Namespaces in XML 1.0, section 6.1).

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::mem;
use core::ops::Deref;

/// More prefixes at once than occur in practice: each name looks for its own among them.
const PREFIXES: usize = 256;

/// The name of a namespace. One that is not in the message as it is was copied once: few bytes may refer to it often.
#[derive(Clone, Debug)]
pub(super) enum Ns<'de> {
    Lent(&'de str),
    Shared(Arc<str>),
}

impl Deref for Ns<'_> {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        match self {
            Ns::Lent(name) => name,
            Ns::Shared(name) => name,
        }
    }
}

impl<'de> From<Cow<'de, str>> for Ns<'de> {
    fn from(name: Cow<'de, str>) -> Self {
        match name {
            Cow::Borrowed(name) => Ns::Lent(name),
            Cow::Owned(name) => Ns::Shared(name.into()),
        }
    }
}

impl<'de> From<Ns<'de>> for Cow<'de, str> {
    fn from(ns: Ns<'de>) -> Self {
        match ns {
            Ns::Lent(name) => Cow::Borrowed(name),
            Ns::Shared(name) => Cow::Owned(String::from(&*name)),
        }
    }
}

/// The declarations around a place. Elements may declare a prefix again and again within each other, as the links of a
/// list do, so that looking one up does not depend on how many declarations there are.
#[derive(Clone, Debug, Default)]
pub(super) struct Scopes<'de> {
    bindings: Vec<Binding<'de>>,
    /// Each prefix with the binding that holds, in the order of their first ones.
    prefixes: Vec<(&'de [u8], usize)>,
    /// The binding of the default namespace, if there is one.
    default: Option<usize>,
}

/// A prefix, empty for the default, with its namespace.
#[derive(Clone, Debug)]
struct Binding<'de> {
    prefix: &'de [u8],
    ns: Ns<'de>,
    /// The binding of the same prefix that held before.
    before: Option<usize>,
}

impl<'de> Scopes<'de> {
    /// The number of bindings.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.bindings.len()
    }

    /// Binds a prefix; false if there are too many.
    pub(super) fn bind(&mut self, prefix: &'de [u8], ns: Ns<'de>) -> bool {
        if self.bindings.is_empty() {
            // Most envelopes declare four, and what is in the body one more.
            self.bindings.reserve_exact(8);
            self.prefixes.reserve_exact(8);
        }
        let (at, known) = (self.bindings.len(), self.prefixes.len());
        let before = match self.nearest(prefix) {
            Some(nearest) => Some(mem::replace(nearest, at)),
            None if known >= PREFIXES => return false,
            None => {
                self.prefixes.push((prefix, at));
                None
            }
        };
        self.bindings.push(Binding { prefix, ns, before });
        if prefix.is_empty() {
            self.find_default();
        }
        true
    }

    /// Forgets all bindings but the first ones.
    #[inline]
    pub(super) fn truncate(&mut self, scope: usize) {
        while self.bindings.len() > scope {
            self.forget_last();
        }
    }

    #[inline(never)]
    fn forget_last(&mut self) {
        let Some(Binding { prefix, before, .. }) = self.bindings.pop() else {
            return;
        };
        match before {
            // Those whose first binding came later are forgotten already.
            None => drop(self.prefixes.pop()),
            Some(before) => {
                if let Some(nearest) = self.nearest(prefix) {
                    *nearest = before;
                }
            }
        }
        if prefix.is_empty() {
            self.find_default();
        }
    }

    fn nearest(&mut self, prefix: &[u8]) -> Option<&mut usize> {
        let mut all = self.prefixes.iter_mut();
        all.find(|(known, _)| *known == prefix).map(|(_, at)| at)
    }

    fn find_default(&mut self) {
        let found = self.find(b"");
        self.default = found.filter(|at| !self.name(Some(*at)).is_empty());
    }

    /// The binding of a prefix.
    #[inline]
    pub(super) fn find(&self, prefix: &[u8]) -> Option<usize> {
        let mut all = self.prefixes.iter();
        all.find(|(known, _)| *known == prefix).map(|(_, at)| *at)
    }

    /// The binding of the default namespace; `None` if names without a prefix are in no namespace.
    #[inline]
    pub(super) fn default_namespace(&self) -> Option<usize> {
        self.default
    }

    /// The namespace of a binding.
    #[inline]
    pub(super) fn get(&self, at: usize) -> Option<&Ns<'de>> {
        self.bindings.get(at).map(|binding| &binding.ns)
    }

    /// The same; empty for none.
    #[inline]
    pub(super) fn name(&self, at: Option<usize>) -> &str {
        at.and_then(|at| self.get(at)).map_or("", |ns| ns)
    }

    /// What holds outside of an element whose bindings begin with that number.
    pub(super) fn outside(&self, scope: usize) -> Self {
        let mut outside = self.clone();
        outside.truncate(scope);
        outside
    }
}
