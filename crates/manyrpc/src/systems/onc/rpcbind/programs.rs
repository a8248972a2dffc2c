//! Names of programs, from the host's `/etc/rpc`.

use std::fs;

/// The contents of `/etc/rpc`.
#[derive(Clone, Debug, Default)]
pub struct Programs {
    /// Numbers with their names, the official one first.
    entries: Vec<(u32, Vec<String>)>,
}

impl Programs {
    /// Reads the host's list; empty if there is none.
    pub fn read() -> Self {
        Self::parse(&fs::read_to_string("/etc/rpc").unwrap_or_default())
    }

    /// Parses lines of `name number alias …`; `#` starts a comment.
    pub fn parse(text: &str) -> Self {
        let entries = text.lines().filter_map(|line| {
            let mut words = line.split('#').next().unwrap_or("").split_whitespace();
            let name = words.next()?;
            let number = words.next()?.parse().ok()?;
            let names = [name].into_iter().chain(words).map(str::to_owned).collect();
            Some((number, names))
        });
        Programs {
            entries: entries.collect(),
        }
    }

    /// The official name of a program.
    pub fn name(&self, number: u32) -> Option<&str> {
        let (_, names) = self.entries.iter().find(|(n, _)| *n == number)?;
        names.first().map(String::as_str)
    }

    /// A program by name, alias, or its number in decimal or `0x` hexadecimal.
    pub fn number(&self, text: &str) -> Option<u32> {
        let hex = text
            .strip_prefix("0x")
            .and_then(|h| u32::from_str_radix(h, 16).ok());
        hex.or_else(|| text.parse().ok()).or_else(|| {
            let found = self
                .entries
                .iter()
                .find(|(_, names)| names.iter().any(|n| n == text));
            found.map(|(number, _)| *number)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Programs;

    #[test]
    fn names_aliases_and_numbers() {
        let programs =
            Programs::parse("# c\nportmapper 100000 portmap sunrpc # x\nbad\nnfs 100003\n");
        assert_eq!(programs.name(100_000), Some("portmapper"));
        assert_eq!(programs.number("sunrpc"), Some(100_000));
        assert_eq!(programs.number("0x186a3"), Some(100_003));
        assert_eq!(programs.number("nothing"), None);
    }
}
