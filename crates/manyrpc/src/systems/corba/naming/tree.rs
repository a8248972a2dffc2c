//! The contexts of a naming service and what is bound in them, without objects and calls.
//!
//! Reading list: OMG formal/04-10-03 (Naming Service 1.3) section 2.3, which says when an operation is refused.

use std::collections::BTreeMap;
use std::ops::Bound::{Excluded, Unbounded};

use super::client::Entry;
use super::error::NotFoundReason;
use super::name::{Name, NameComponent};

/// The number of the root context, which is always there.
pub(super) const ROOT: u64 = 0;

/// The contexts of one service by their numbers, which are never used twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tree {
    contexts: BTreeMap<u64, Context>,
    next: u64,
    /// What names and references take, and contexts.
    bytes: usize,
}

type Context = BTreeMap<NameComponent, Bound>;

/// What a name is bound to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// An object, by a reference.
    Object(String),
    /// A context.
    Context(Place),
}

/// Where a context is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In this service, if it has not been destroyed since.
    Here(u64),
    /// In another one, by a reference.
    Elsewhere(String),
}

/// Why the tree did not do what it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// A component is not bound, or not to what it should be; the name from there on.
    NotFound(NotFoundReason, Vec<NameComponent>),
    /// The rest of the name is in a context that this tree does not have.
    Beyond(Place, Name),
    /// The name is bound.
    AlreadyBound,
    /// The context has bindings.
    NotEmpty,
    /// The context itself is not there.
    Gone,
    /// The root stays.
    IsRoot,
    /// There is no room.
    Full,
}

/// Whether a name may be bound already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Again {
    /// It must be free.
    No,
    /// To the same kind of thing it may.
    Yes,
}

/// The most bytes of names and references.
const BYTES: usize = 64 << 20;

/// What a context takes, and a binding besides its texts.
const OVERHEAD: usize = 64;

/// The most bytes of entries that are given at once. One entry is always given.
const LISTED: usize = 1 << 20;

impl Default for Tree {
    fn default() -> Self {
        Tree {
            contexts: [(ROOT, Context::new())].into(),
            next: ROOT + 1,
            bytes: OVERHEAD,
        }
    }
}

impl Bound {
    fn is_context(&self) -> bool {
        matches!(self, Bound::Context(_))
    }

    fn bytes(&self) -> usize {
        match self {
            Bound::Object(text) | Bound::Context(Place::Elsewhere(text)) => text.len(),
            Bound::Context(Place::Here(_)) => 0,
        }
    }
}

impl Tree {
    /// Whether there is a context of that number.
    pub(super) fn has(&self, context: u64) -> bool {
        self.contexts.contains_key(&context)
    }

    fn context(&self, number: u64) -> Result<&Context, Refusal> {
        self.contexts.get(&number).ok_or(Refusal::Gone)
    }

    /// The context that the last component of a name is in, and that component.
    fn walk<'n>(&self, from: u64, name: &'n Name) -> Result<(u64, &'n NameComponent), Refusal> {
        let mut at = from;
        let mut rest = name.components();
        loop {
            let context = self.context(at)?;
            let [first, behind @ ..] = rest else {
                unreachable!("a name has a component, and the last one ends the loop");
            };
            if behind.is_empty() {
                return Ok((at, first));
            }
            let missed = |why| Refusal::NotFound(why, rest.to_vec());
            match context.get(first) {
                None => return Err(missed(NotFoundReason::MissingNode)),
                Some(Bound::Object(_)) => return Err(missed(NotFoundReason::NotContext)),
                Some(Bound::Context(Place::Here(next))) if self.has(*next) => at = *next,
                Some(Bound::Context(place)) => {
                    let rest = Name::new(behind.to_vec());
                    let rest = rest.expect("a part of a name is not longer than the name");
                    return Err(Refusal::Beyond(place.clone(), rest));
                }
            }
            rest = behind;
        }
    }

    /// What a name is bound to.
    pub(super) fn resolve(&self, from: u64, name: &Name) -> Result<&Bound, Refusal> {
        let (at, last) = self.walk(from, name)?;
        let found = self.context(at)?.get(last);
        found.ok_or_else(|| missing(last))
    }

    /// Binds a name.
    pub(super) fn bind(
        &mut self,
        from: u64,
        name: &Name,
        to: Bound,
        again: Again,
    ) -> Result<(), Refusal> {
        let (at, last) = self.walk(from, name)?;
        let before = self.context(at)?.get(last);
        let freed = match (before, again) {
            (Some(_), Again::No) => return Err(Refusal::AlreadyBound),
            // Sections 2.3.2 and 2.3.4: what was bound must be of the same kind.
            (Some(before), _) if before.is_context() != to.is_context() => {
                let why = match before {
                    Bound::Context(_) => NotFoundReason::NotObject,
                    Bound::Object(_) => NotFoundReason::NotContext,
                };
                return Err(Refusal::NotFound(why, vec![last.clone()]));
            }
            (Some(before), _) => OVERHEAD + last.bytes() + before.bytes(),
            (None, _) => 0,
        };
        let bytes = self.bytes - freed + OVERHEAD + last.bytes() + to.bytes();
        if bytes > BYTES {
            return Err(Refusal::Full);
        }
        self.bytes = bytes;
        let context = self.contexts.get_mut(&at).ok_or(Refusal::Gone)?;
        context.insert(last.clone(), to);
        Ok(())
    }

    /// Removes a binding.
    pub(super) fn unbind(&mut self, from: u64, name: &Name) -> Result<(), Refusal> {
        let (at, last) = self.walk(from, name)?;
        let context = self.contexts.get_mut(&at).ok_or(Refusal::Gone)?;
        let removed = context.remove(last).ok_or_else(|| missing(last))?;
        self.bytes -= OVERHEAD + last.bytes() + removed.bytes();
        Ok(())
    }

    /// Makes a context without a name.
    pub(super) fn new_context(&mut self) -> Result<u64, Refusal> {
        if self.bytes + OVERHEAD > BYTES {
            return Err(Refusal::Full);
        }
        self.bytes += OVERHEAD;
        let number = self.next;
        self.next += 1;
        self.contexts.insert(number, Context::new());
        Ok(number)
    }

    /// Makes a context and binds it.
    pub(super) fn bind_new_context(&mut self, from: u64, name: &Name) -> Result<u64, Refusal> {
        let number = self.new_context()?;
        let to = Bound::Context(Place::Here(number));
        let bound = self.bind(from, name, to, Again::No);
        match bound {
            Ok(()) => Ok(number),
            Err(refusal) => {
                self.contexts.remove(&number);
                self.bytes -= OVERHEAD;
                Err(refusal)
            }
        }
    }

    /// Removes a context, which may still be bound.
    pub(super) fn destroy(&mut self, number: u64) -> Result<(), Refusal> {
        if !self.context(number)?.is_empty() {
            return Err(Refusal::NotEmpty);
        }
        if number == ROOT {
            return Err(Refusal::IsRoot);
        }
        self.contexts.remove(&number);
        self.bytes -= OVERHEAD;
        Ok(())
    }

    /// The entries of a context behind that one, in order, at most that many, and whether there are more.
    pub(super) fn list(
        &self,
        number: u64,
        behind: Option<&NameComponent>,
        at_most: usize,
    ) -> Result<(Vec<Entry>, bool), Refusal> {
        let context = self.context(number)?;
        let start = behind.map_or(Unbounded, Excluded);
        let mut rest = context.range::<NameComponent, _>((start, Unbounded));
        let (mut found, mut bytes) = (Vec::new(), 0);
        while found.len() < at_most && bytes < LISTED {
            let Some((name, bound)) = rest.next() else {
                return Ok((found, false));
            };
            bytes += OVERHEAD + name.bytes();
            found.push(Entry {
                name: name.clone(),
                is_context: bound.is_context(),
            });
        }
        Ok((found, rest.next().is_some()))
    }

    /// Every context with its bindings, for the file.
    pub(super) fn contexts(&self) -> impl Iterator<Item = (u64, &Context)> {
        self.contexts
            .iter()
            .map(|(number, context)| (*number, context))
    }

    /// The number of the next context.
    pub(super) fn next(&self) -> u64 {
        self.next
    }

    /// A context from the file. Its number is below `next`, which all that are made from now on have at least.
    pub(super) fn restore(&mut self, number: u64, next: u64) -> Result<(), Refusal> {
        if number != ROOT {
            if self.bytes + OVERHEAD > BYTES {
                return Err(Refusal::Full);
            }
            if self.contexts.insert(number, Context::new()).is_some() {
                return Err(Refusal::AlreadyBound);
            }
            self.bytes += OVERHEAD;
        }
        self.next = self.next.max(next);
        Ok(())
    }
}

fn missing(last: &NameComponent) -> Refusal {
    Refusal::NotFound(NotFoundReason::MissingNode, vec![last.clone()])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Name {
        text.parse().unwrap()
    }

    fn object(text: &str) -> Bound {
        Bound::Object(text.to_owned())
    }

    fn not_found(why: NotFoundReason, rest: &str) -> Refusal {
        Refusal::NotFound(why, name(rest).components().to_vec())
    }

    #[test]
    fn names_lead_through_contexts() {
        let mut tree = Tree::default();
        let a = tree.bind_new_context(ROOT, &name("a")).unwrap();
        let b = tree.bind_new_context(ROOT, &name("a/b.k")).unwrap();
        tree.bind(b, &name("x"), object("there"), Again::No)
            .unwrap();
        assert_eq!(tree.resolve(ROOT, &name("a/b.k/x")), Ok(&object("there")));
        assert_eq!(tree.resolve(a, &name("b.k/x")), Ok(&object("there")));
        let missed = |tree: &Tree, text: &str| tree.resolve(ROOT, &name(text)).cloned();
        assert_eq!(
            missed(&tree, "a/c/x"),
            Err(not_found(NotFoundReason::MissingNode, "c/x"))
        );
        assert_eq!(
            missed(&tree, "a/b.k/x/y"),
            Err(not_found(NotFoundReason::NotContext, "x/y"))
        );
        // The context goes, its name stays.
        tree.unbind(b, &name("x")).unwrap();
        tree.destroy(b).unwrap();
        assert_eq!(
            missed(&tree, "a/b.k/x"),
            Err(Refusal::Beyond(Place::Here(b), name("x")))
        );
        assert_eq!(tree.destroy(b), Err(Refusal::Gone));
        assert_eq!(tree.destroy(a), Err(Refusal::NotEmpty));
        tree.unbind(ROOT, &name("a/b.k")).unwrap();
        tree.destroy(a).unwrap();
        tree.unbind(ROOT, &name("a")).unwrap();
        assert_eq!(tree.destroy(ROOT), Err(Refusal::IsRoot));
        assert_eq!(tree.bytes, OVERHEAD);
    }

    #[test]
    fn what_is_bound_again_is_of_the_same_kind() {
        let mut tree = Tree::default();
        tree.bind_new_context(ROOT, &name("c")).unwrap();
        tree.bind(ROOT, &name("o"), object("one"), Again::Yes)
            .unwrap();
        tree.bind(ROOT, &name("o"), object("another"), Again::Yes)
            .unwrap();
        let again = tree.bind(ROOT, &name("o"), object("three"), Again::No);
        assert_eq!(again, Err(Refusal::AlreadyBound));
        let over = tree.bind(ROOT, &name("c"), object("x"), Again::Yes);
        assert_eq!(over, Err(not_found(NotFoundReason::NotObject, "c")));
        let far = Bound::Context(Place::Elsewhere("far".to_owned()));
        let over = tree.bind(ROOT, &name("o"), far.clone(), Again::Yes);
        assert_eq!(over, Err(not_found(NotFoundReason::NotContext, "o")));
        tree.bind(ROOT, &name("c"), far, Again::Yes).unwrap();
        assert_eq!(
            tree.resolve(ROOT, &name("c/d/e")),
            Err(Refusal::Beyond(
                Place::Elsewhere("far".to_owned()),
                name("d/e")
            ))
        );
    }

    #[test]
    fn entries_are_listed_in_portions() {
        let mut tree = Tree::default();
        for n in 0..10 {
            let text = format!("n{n}");
            tree.bind(ROOT, &name(&text), object("o"), Again::No)
                .unwrap();
        }
        let (first, more) = tree.list(ROOT, None, 4).unwrap();
        assert!(more && first.len() == 4);
        let (rest, more) = tree.list(ROOT, Some(&first[3].name), 6).unwrap();
        assert!(!more && rest.len() == 6 && rest[0].name.id == "n4");
        assert_eq!(tree.list(ROOT, None, 0).unwrap(), (Vec::new(), true));
        assert_eq!(tree.list(7, None, 1), Err(Refusal::Gone));
    }

    #[test]
    fn a_tree_has_no_more_than_there_is_room_for() {
        let mut tree = Tree::default();
        let large = "r".repeat(BYTES / 2 + 1);
        tree.bind(ROOT, &name("a"), object(&large), Again::No)
            .unwrap();
        let second = tree.bind(ROOT, &name("b"), object(&large), Again::No);
        assert_eq!(second, Err(Refusal::Full));
        // In its place there is.
        tree.bind(ROOT, &name("a"), object(&large), Again::Yes)
            .unwrap();
    }
}
