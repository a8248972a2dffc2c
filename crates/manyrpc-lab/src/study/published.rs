//! Published figures: `published/*.csv`, each row with its document, table and row.

use std::fmt;

/// One figure as it was printed.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure<'t> {
    /// The document.
    pub document: &'t str,
    /// The table in it, or the place in the text.
    pub table: &'t str,
    /// The part of the table, if it has parts.
    pub block: &'t str,
    /// The row's head.
    pub row: &'t str,
    /// The column's head.
    pub column: &'t str,
    /// The unit.
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
    /// The problem.
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
    /// Reads a file of comma-separated values without quotes.
    ///
    /// # Errors
    /// The header is wrong, a line does not have seven members, or a figure is negative or not a number.
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

    /// Reads a file of `published/`, which a test has checked.
    pub(super) fn committed(text: &'t str) -> Self {
        Published::parse(text).expect("a test reads the file")
    }

    /// The figure at a place in a table.
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

    /// A fact that the document states, as a test has checked.
    pub(super) fn stated(&self, name: &str) -> f64 {
        self.fact(name).expect("a test looks for the facts")
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
        .filter(|n: &f64| *n >= 0.0 && n.is_finite());
    Ok(Figure {
        document,
        table,
        block,
        row,
        column,
        unit,
        value: number.ok_or_else(|| format!("`{value}` is not a figure"))?,
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

    fn read(text: &str) -> Published<'_> {
        Published::parse(text).unwrap_or_else(|e| panic!("{e}"))
    }

    const LEVY: &str = include_str!("../../../../published/levy.csv");
    const NETWISE: &str = include_str!("../../../../published/netwise.csv");
    const IPC: &str = include_str!("../../../../published/ipc.csv");

    #[test]
    fn no_figure_stands_twice() {
        for text in [LEVY, NETWISE, IPC] {
            let published = read(text);
            for figure in published.figures() {
                let same = published.figures().iter().filter(|f| {
                    (f.table, f.block, f.row, f.column)
                        == (figure.table, figure.block, figure.row, figure.column)
                });
                assert_eq!(same.count(), 1, "{figure:?}");
            }
        }
    }

    // Sun (udp) stops at 8 K, Netwise at 2 K.
    #[test]
    fn levys_table_is_complete() {
        let published = read(LEVY);
        for (implementation, sizes) in [
            ("Sun (udp)", 3),
            ("Sun (tcp)", 4),
            ("Apollo", 4),
            ("Netwise", 2),
        ] {
            for (at, size) in [12, 512, 8192, 16384].into_iter().enumerate() {
                for clients in [1, 2, 4] {
                    for place in ["same machine", "different machine"] {
                        let column = format!("{clients} x {size}");
                        let figure = published.find("Page 8", place, implementation, &column);
                        assert_eq!(figure.is_some(), at < sizes, "{implementation} {column}");
                    }
                }
            }
        }
        let errors = |row, load| published.find("Dependability", "errors", row, load);
        assert_eq!(errors("Sun (udp)", "20.0"), Some(300.0));
        assert_eq!(errors("Apollo", "20.0"), None);
    }

    /// A second transcription: the sums of the printed columns, computed from the documents independently of these
    /// files.
    #[test]
    fn the_tables_were_read_twice() {
        let sum =
            |text: &'static str, table: &str, block: &str, of: &dyn Fn(&Figure<'_>) -> bool| {
                let figures = read(text);
                let here = figures.figures().iter();
                let here = here.filter(|f| (f.table, f.block) == (table, block) && of(f));
                (here.map(|f| f.value).sum::<f64>() * 100.0).round() / 100.0
            };
        for (row, same, different) in [
            ("Sun (udp)", 111.4, 113.6),
            ("Sun (tcp)", 290.5, 273.4),
            ("Apollo", 888.9, 773.4),
            ("Netwise", 128.5, 139.8),
        ] {
            let of = |block| sum(LEVY, "Page 8", block, &|f| f.row == row);
            assert_eq!(
                [of("same machine"), of("different machine")],
                [same, different],
                "{row}"
            );
        }
        for (block, product, total) in [
            ("TCP", "Sun", 279.63),
            ("TCP", "Netwise", 579.52),
            ("UDP", "Sun", 108.98),
            ("UDP", "Apollo", 1031.71),
            ("UDP", "Netwise", 261.82),
        ] {
            let of = sum(NETWISE, "Timing Results", block, &|f| f.column == product);
            assert_eq!(of, total, "{block} {product}");
        }
    }

    // The document itself prints the sums.
    #[test]
    fn netwises_code_sizes_add_up() {
        let published = read(NETWISE);
        for side in ["client", "server"] {
            for product in ["Sun", "Apollo", "Netwise"] {
                let of = |row| published.find("Code Size Results", side, row, product);
                let parts = ["Application", "Server Init.", "Gen'd Code", "Libraries"];
                let sum: f64 = parts.into_iter().filter_map(of).sum();
                assert_eq!(of("TOTAL"), Some(sum), "{product} {side}");
            }
        }
        let timings = published.figures().iter();
        let timings = timings.filter(|f| f.table == "Timing Results");
        // Eight shapes; Apollo only over UDP, the others' largest only over TCP.
        assert_eq!(timings.count(), 8 * 5 - 2);
    }

    #[test]
    fn ipcs_first_messages_have_both_their_figures() {
        let published = read(IPC);
        for method in ["UDP", "TCP", "RPC over UDP", "RPC over TCP", "CORBA"] {
            let of = |column| published.find("Section 1", "first message", method, column);
            assert!(of("round trip").is_some() && of("above the median").is_some());
        }
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
