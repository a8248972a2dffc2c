//! Regular expressions of XML Schema (part 2, appendix F).
//!
//! Matched by all alternatives at once, in time proportional to the text and the expression with its
//! repetitions written out. Of the categories of Unicode those of letters, numbers, white space and control
//! characters are known; an expression with others, one that is too long and one that is none match
//! everything, and so does a part that asks of a character what is not known.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use crate::markup::cursor::{is_letter, is_name_character};

/// The expressions that the values of a message were compared with: most have many values.
#[derive(Default)]
pub(super) struct Patterns {
    compiled: BTreeMap<Box<str>, Option<Program>>,
}

impl Patterns {
    /// Whether all of the text matches an expression.
    pub(super) fn matches(&mut self, pattern: &str, text: &str) -> bool {
        let program = match self.compiled.get(pattern) {
            Some(program) => program,
            None => {
                let entry = self.compiled.entry(pattern.into());
                entry.or_insert_with(|| Program::of(pattern))
            }
        };
        program.as_ref().is_none_or(|program| program.matches(text))
    }
}

/// The most parts of an expression with its repetitions written out.
const LONGEST: usize = 50_000;

/// The most levels of parentheses.
const DEPTH: u32 = 50;

enum Node {
    Empty,
    /// The number of a set.
    Set(usize),
    Sequence(Vec<Node>),
    Choice(Vec<Node>),
    Repeat(Box<Node>, u32, Option<u32>),
}

struct Set {
    negated: bool,
    items: Vec<Item>,
    without: Option<Box<Set>>,
}

enum Item {
    Range(char, char),
    Class(Class, bool),
}

#[derive(Clone, Copy)]
enum Class {
    Digit,
    Space,
    NameStart,
    Name,
    Word,
    Letter,
    Upper,
    Lower,
    Number,
    Control,
}

/// What is done at a place in an expression; the end of all steps is a match.
enum Step {
    Set(usize),
    Split(usize, usize),
    Jump(usize),
}

struct Program {
    steps: Vec<Step>,
    sets: Vec<Set>,
    /// Parts that it may still have.
    left: usize,
}

struct Parser<'p> {
    rest: &'p str,
    depth: u32,
    sets: Vec<Set>,
}

impl Parser<'_> {
    fn next(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let c = chars.next()?;
        self.rest = chars.as_str();
        Some(c)
    }

    fn take(&mut self, c: char) -> bool {
        let behind = self.rest.strip_prefix(c);
        self.rest = behind.unwrap_or(self.rest);
        behind.is_some()
    }

    fn choice(&mut self) -> Option<Node> {
        self.depth += 1;
        if self.depth > DEPTH {
            return None;
        }
        let mut all = vec![self.sequence()?];
        while self.take('|') {
            all.push(self.sequence()?);
        }
        self.depth -= 1;
        Some(Node::Choice(all))
    }

    fn sequence(&mut self) -> Option<Node> {
        let mut all = Vec::new();
        while !self.rest.is_empty() && !self.rest.starts_with(['|', ')']) {
            let atom = self.atom()?;
            all.push(self.quantified(atom)?);
        }
        Some(match all.is_empty() {
            true => Node::Empty,
            false => Node::Sequence(all),
        })
    }

    fn quantified(&mut self, atom: Node) -> Option<Node> {
        let (low, high) = match self.rest.chars().next() {
            Some('?') => (0, Some(1)),
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('{') => {
                let (inside, behind) = self.rest.get(1..)?.split_once('}')?;
                self.rest = behind;
                let (low, high) = match inside.split_once(',') {
                    None => (inside.parse().ok()?, Some(inside.parse().ok()?)),
                    Some((low, "")) => (low.parse().ok()?, None),
                    Some((low, high)) => (low.parse().ok()?, Some(high.parse().ok()?)),
                };
                return Some(Node::Repeat(Box::new(atom), low, high));
            }
            _ => return Some(atom),
        };
        self.next();
        Some(Node::Repeat(Box::new(atom), low, high))
    }

    fn atom(&mut self) -> Option<Node> {
        match self.next()? {
            '(' => {
                let inside = self.choice()?;
                self.take(')').then_some(inside)
            }
            '[' => {
                let set = self.set()?;
                Some(self.node(set))
            }
            '\\' => {
                let item = self.escape()?;
                Some(self.node(Set::of(item)))
            }
            '.' => Some(self.node(Set {
                negated: true,
                items: vec![Item::Range('\n', '\n'), Item::Range('\r', '\r')],
                without: None,
            })),
            '?' | '*' | '+' | '{' | '}' | ']' => None,
            c => Some(self.node(Set::of(Item::Range(c, c)))),
        }
    }

    fn node(&mut self, set: Set) -> Node {
        self.sets.push(set);
        Node::Set(self.sets.len() - 1)
    }

    fn escape(&mut self) -> Option<Item> {
        let class = |class, is| Some(Item::Class(class, is));
        match self.next()? {
            'n' => Some(Item::Range('\n', '\n')),
            'r' => Some(Item::Range('\r', '\r')),
            't' => Some(Item::Range('\t', '\t')),
            'd' => class(Class::Digit, true),
            'D' => class(Class::Digit, false),
            's' => class(Class::Space, true),
            'S' => class(Class::Space, false),
            'i' => class(Class::NameStart, true),
            'I' => class(Class::NameStart, false),
            'c' => class(Class::Name, true),
            'C' => class(Class::Name, false),
            'w' => class(Class::Word, true),
            'W' => class(Class::Word, false),
            c @ ('p' | 'P') => {
                let (name, behind) = self.rest.strip_prefix('{')?.split_once('}')?;
                self.rest = behind;
                let known = match name {
                    "L" => Class::Letter,
                    "Lu" => Class::Upper,
                    "Ll" => Class::Lower,
                    "N" => Class::Number,
                    "Nd" => Class::Digit,
                    "Cc" => Class::Control,
                    "IsBasicLatin" => {
                        return (c == 'p').then_some(Item::Range('\0', '\u{7f}'));
                    }
                    _ => return None,
                };
                class(known, c == 'p')
            }
            c if c.is_ascii_punctuation() => Some(Item::Range(c, c)),
            _ => None,
        }
    }

    /// Behind `[`.
    fn set(&mut self) -> Option<Set> {
        self.depth += 1;
        if self.depth > DEPTH {
            return None;
        }
        let negated = self.take('^');
        let (mut items, mut without) = (Vec::new(), None);
        loop {
            if !items.is_empty() && self.take(']') {
                break;
            }
            if !items.is_empty() && self.rest.starts_with("-[") {
                self.rest = self.rest.get(2..)?;
                without = Some(Box::new(self.set()?));
                if !self.take(']') {
                    return None;
                }
                break;
            }
            let first = match self.next()? {
                '\\' => self.escape()?,
                '[' => return None,
                c => Item::Range(c, c),
            };
            let Item::Range(low, _) = first else {
                items.push(first);
                continue;
            };
            let is_range = self.rest.starts_with('-')
                && !self.rest.starts_with("-[")
                && !self.rest.starts_with("-]");
            if !is_range {
                items.push(first);
                continue;
            }
            self.take('-');
            let high = match self.next()? {
                '\\' => match self.escape()? {
                    Item::Range(high, _) => high,
                    Item::Class(..) => return None,
                },
                c => c,
            };
            items.push(Item::Range(low, high));
        }
        self.depth -= 1;
        Some(Set {
            negated,
            items,
            without,
        })
    }
}

impl Set {
    fn of(item: Item) -> Self {
        Set {
            negated: false,
            items: vec![item],
            without: None,
        }
    }

    /// The number of its items.
    fn size(&self) -> usize {
        self.items.len() + self.without.as_ref().map_or(0, |set| set.size())
    }

    /// Whether it has a character, as far as that is known.
    fn may_have(&self, c: char) -> bool {
        self.has(c) != Some(false)
    }

    fn has(&self, c: char) -> Option<bool> {
        let items = self.items.iter().map(|item| match item {
            Item::Range(low, high) => Some((*low..=*high).contains(&c)),
            Item::Class(class, is) => class.has(c).map(|has| has == *is),
        });
        let inside = any(items).map(|inside| inside != self.negated);
        let without = self.without.as_ref().map_or(Some(false), |set| set.has(c));
        // In both, or in none.
        any([inside.map(|is| !is), without].into_iter()).map(|is_out| !is_out)
    }
}

/// Whether any is true, as far as that is known.
fn any(all: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut are_known = true;
    for one in all {
        match one {
            Some(true) => return Some(true),
            Some(false) => {}
            None => are_known = false,
        }
    }
    are_known.then_some(false)
}

impl Class {
    /// Whether it has a character; `None` if that is not known.
    fn has(self, c: char) -> Option<bool> {
        Some(match self {
            // Other numbers are no decimal digits, or are some.
            Class::Digit if c.is_ascii() || !c.is_numeric() => c.is_ascii_digit(),
            Class::Space => matches!(c, ' ' | '\t' | '\n' | '\r'),
            Class::NameStart => is_letter(c),
            Class::Name => is_name_character(c),
            // Everything but punctuation, separators and others: marks and signs are in it.
            Class::Word if c.is_alphanumeric() => true,
            Class::Word if c.is_ascii() || c.is_whitespace() || c.is_control() => {
                "$+<=>^`|~".contains(c)
            }
            Class::Digit | Class::Word => return None,
            Class::Letter => c.is_alphabetic(),
            Class::Upper => c.is_uppercase(),
            Class::Lower => c.is_lowercase(),
            Class::Number => c.is_numeric(),
            Class::Control => c.is_control(),
        })
    }
}

impl Program {
    /// An expression; `None` for one that matches everything.
    fn of(pattern: &str) -> Option<Self> {
        let mut parser = Parser {
            rest: pattern,
            depth: 0,
            sets: Vec::new(),
        };
        let tree = parser.choice().filter(|_| parser.rest.is_empty())?;
        let mut program = Program {
            steps: Vec::new(),
            sets: parser.sets,
            left: LONGEST,
        };
        program.emit(&tree)?;
        Some(program)
    }

    /// Appends the steps of an expression; `None` if there are too many.
    fn emit(&mut self, node: &Node) -> Option<()> {
        // Nothing that is repeated takes no steps, and its time all the same.
        self.left = self.left.checked_sub(1)?;
        match node {
            Node::Empty => {}
            Node::Set(set) => {
                self.left = self.left.checked_sub(self.sets.get(*set)?.size())?;
                self.steps.push(Step::Set(*set));
            }
            Node::Sequence(all) => {
                for one in all {
                    self.emit(one)?;
                }
            }
            Node::Choice(all) => self.choice(all)?,
            Node::Repeat(inside, low, high) => {
                for _ in 0..*low {
                    self.emit(inside)?;
                }
                match high {
                    None => self.any_number(inside)?,
                    Some(high) => self.at_most(inside, high.saturating_sub(*low))?,
                }
            }
        }
        Some(())
    }

    fn choice(&mut self, all: &[Node]) -> Option<()> {
        let (last, others) = all.split_last()?;
        let mut ends = Vec::new();
        for one in others {
            let split = self.place();
            self.emit(one)?;
            ends.push(self.place());
            self.split(split);
        }
        self.emit(last)?;
        let end = self.steps.len();
        for jump in ends {
            self.steps[jump] = Step::Jump(end);
        }
        Some(())
    }

    fn any_number(&mut self, inside: &Node) -> Option<()> {
        let split = self.place();
        self.emit(inside)?;
        self.steps.push(Step::Jump(split));
        self.split(split);
        Some(())
    }

    fn at_most(&mut self, inside: &Node, n: u32) -> Option<()> {
        let mut splits = Vec::new();
        for _ in 0..n {
            splits.push(self.place());
            self.emit(inside)?;
        }
        splits.into_iter().for_each(|split| self.split(split));
        Some(())
    }

    /// A place for a step that is known later.
    fn place(&mut self) -> usize {
        self.steps.push(Step::Jump(0));
        self.steps.len() - 1
    }

    /// From there the next step is what follows, or the one after all steps so far.
    fn split(&mut self, at: usize) {
        self.steps[at] = Step::Split(at + 1, self.steps.len());
    }

    fn matches(&self, text: &str) -> bool {
        let (mut now, mut then) = (Vec::new(), Vec::new());
        // The round in which a step was last met.
        let mut seen = vec![0; self.steps.len() + 1];
        self.add(&mut now, &mut seen, 1, 0);
        for (round, c) in (2..).zip(text.chars()) {
            for at in now.drain(..) {
                if let Some(Step::Set(set)) = self.steps.get(at)
                    && self.sets[*set].may_have(c)
                {
                    self.add(&mut then, &mut seen, round, at + 1);
                }
            }
            core::mem::swap(&mut now, &mut then);
            if now.is_empty() {
                return false;
            }
        }
        now.contains(&self.steps.len())
    }

    /// Adds a place and all that follow from it without a character.
    fn add(&self, to: &mut Vec<usize>, seen: &mut [usize], round: usize, at: usize) {
        let mut due = vec![at];
        while let Some(at) = due.pop() {
            if core::mem::replace(&mut seen[at], round) == round {
                continue;
            }
            match self.steps.get(at) {
                Some(Step::Jump(next)) => due.push(*next),
                Some(Step::Split(a, b)) => due.extend([*b, *a]),
                Some(Step::Set(_)) | None => to.push(at),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Patterns;

    fn matches(pattern: &str, text: &str) -> bool {
        let mut patterns = Patterns::default();
        let matches = patterns.matches(pattern, text);
        assert_eq!(
            patterns.matches(pattern, text),
            matches,
            "as compiled before"
        );
        matches
    }

    #[test]
    fn the_expressions_of_the_specification() {
        // XML Schema part 2, section 4.3.4 and appendix F; part 0, section 2.3.
        for (pattern, yes, no) in [
            (r"[0-9]{5}(-[0-9]{4})?", "12345-6789", "1234"),
            (r"\d{3}-[A-Z]{2}", "926-AA", "926-aa"),
            (r"Chapter \d", "Chapter 0", "Chapter 10"),
            (r"Chapter\s\w", "Chapter a", "Chapter ab"),
            (r"a*x", "aax", "aaxa"),
            (r"a?x", "x", "aax"),
            (r"(a|b)+x", "abax", "x"),
            (r"[abcde]x", "ex", "fx"),
            (r"[-ae]x", "-x", "bx"),
            (r"[^0-9]x", "ax", "0x"),
            (r"\Dx", "ax", "0x"),
            (r".*abc.*", "xabcy", "ab"),
            (r"ab{2,4}x", "abbbbx", "abx"),
            (r"ab{2,}x", "abbbbbbx", "abx"),
            (r"(ab){2}x", "ababx", "abx"),
            (r"[a-z-[aeiou]]", "b", "a"),
            (r"\p{Lu}\p{Ll}*", "Word", "word"),
            (r"\i\c*", "a-1.b", "1a"),
            // Marks are in names (XML 1.0, appendix B), and with signs in words: these have no punctuation.
            (r"\i\c*", "cafe\u{301}", "a b"),
            (r"\w+", "cafe\u{301}", "a\u{a0}b"),
            (r"\w\d", "€1", "-1"),
            (r"[^\W]+", "e\u{301}€", "a-b"),
            (r"[\w-[€]]", "\u{301}", "€"),
        ] {
            assert!(matches(pattern, yes), "{pattern} {yes}");
            assert!(!matches(pattern, no), "{pattern} {no}");
        }
    }

    #[test]
    fn what_is_not_known_of_a_character_does_not_matter() {
        // No decimal digit, and punctuation.
        for (pattern, text) in [(r"\d", "½"), (r"\D", "½"), (r"\w", "¿"), (r"\W", "¿")] {
            assert!(matches(pattern, text), "{pattern} {text}");
        }
    }

    #[test]
    fn no_expression_takes_long() {
        assert!(!matches("(a*)*(a*)*(a*)*b", &"a".repeat(2000)));
        for long in [
            "(((a{99}){99}){99}){99}",
            "((){4294967295}){4294967295}",
            "(((){0,4294967295}){0,4294967295})*",
            "(|){1,4294967295}",
            "[a-cd-fg-ij-l]{1,20000}",
            "(((()*)*)*){4294967295,}",
        ] {
            assert!(matches(long, "-"), "{long} is too long to check");
        }
        let text = "a".repeat(100_000);
        assert!(matches("a{0,9000}", &text[..9000]) && !matches("a{0,9000}", &text));
        assert!(matches("()*a(()|a)*", &text));
    }
}
