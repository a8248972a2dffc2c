//! Published figures: `published/*.csv`, each row with its document, table and row.

use std::fmt;

/// One figure as it was printed.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure<'t> {
    /// The document.
    pub document: &'t str,
    /// The table in it, or where in the text.
    pub table: &'t str,
    /// The part of the table, where it has parts.
    pub block: &'t str,
    /// The row's head.
    pub row: &'t str,
    /// The column's head.
    pub column: &'t str,
    /// What the figure counts.
    pub unit: &'t str,
    /// The figure.
    pub value: f64,
}

/// The figures of one file.
#[derive(Clone, Debug)]
pub struct Published<'t>(Vec<Figure<'t>>);

/// Why a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: String,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for Unreadable {}

const HEADER: &str = "document,table,block,row,column,unit,figure";

impl<'t> Published<'t> {
    /// Reads a file: comma-separated values without quotes, which figures and their names do not need.
    ///
    /// # Errors
    /// The header is another, a line has not seven members, or a figure is no positive number.
    pub fn parse(text: &'t str) -> Result<Self, Unreadable> {
        let mut lines = text.lines().zip(1..);
        if lines.next().is_none_or(|(header, _)| header != HEADER) {
            return Err(Unreadable {
                line: 1,
                problem: format!("the header is not `{HEADER}`"),
            });
        }
        let figures =
            lines.map(|(text, line)| figure(text).map_err(|problem| Unreadable { line, problem }));
        figures.collect::<Result<_, _>>().map(Published)
    }

    /// The figure of a place in a table.
    pub fn find(&self, table: &str, block: &str, row: &str, column: &str) -> Option<f64> {
        let here = |f: &&Figure<'_>| {
            f.table == table && f.block == block && f.row == row && f.column == column
        };
        self.0.iter().find(here).map(|f| f.value)
    }

    /// A figure that the text of the document states.
    pub fn fact(&self, name: &str) -> Option<f64> {
        let named = |f: &&Figure<'_>| f.block == "facts" && f.row == name;
        self.0.iter().find(named).map(|f| f.value)
    }

    /// Every figure.
    pub fn figures(&self) -> &[Figure<'t>] {
        &self.0
    }
}

fn figure(line: &str) -> Result<Figure<'_>, String> {
    let members: Vec<&str> = line.split(',').collect();
    let [document, table, block, row, column, unit, value] = members[..] else {
        return Err(format!("{} members instead of 7", members.len()));
    };
    let number = value
        .parse()
        .ok()
        .filter(|n: &f64| *n > 0.0 && n.is_finite());
    Ok(Figure {
        document,
        table,
        block,
        row,
        column,
        unit,
        value: number.ok_or_else(|| format!("`{value}` is no positive number"))?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_found_by_their_place() {
        let text = "document,table,block,row,column,unit,figure\nD,Table 1,a,b,c,s,1.5\nD,Section 2,facts,calls,,calls,7\n";
        let published = Published::parse(text).unwrap();
        assert_eq!(published.find("Table 1", "a", "b", "c"), Some(1.5));
        assert_eq!(published.find("Table 2", "a", "b", "c"), None);
        assert_eq!(published.fact("calls"), Some(7.0));
        assert_eq!(published.fact("b"), None);
    }

    #[test]
    fn a_broken_file_says_where() {
        let with = |line: &str| format!("{HEADER}\n{line}\n");
        for (line, problem) in [
            ("D,T,a,b,c,s", "6 members"),
            ("D,T,a,b,c,s,x", "`x`"),
            ("D,T,a,b,c,s,-1", "`-1`"),
            ("D,T,a,b,c,s,inf", "`inf`"),
        ] {
            let text = with(line);
            let error = Published::parse(&text).unwrap_err();
            assert_eq!(error.line, 2);
            assert!(error.to_string().contains(problem), "{error}");
        }
        assert_eq!(Published::parse("figure\n").unwrap_err().line, 1);
    }
}
