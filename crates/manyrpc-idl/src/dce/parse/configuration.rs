//! Attribute configuration files: C706 section 4.3.3.

use crate::c::cursor::{Outcome, Reported};
use crate::c::lex::{Kind, Token};
use crate::diagnostic::Findings;
use crate::options::Limits;
use crate::source::Sources;

use super::super::ast::*;
use super::types::Copies;
use super::{Parser, parser};

/// Parses a whole token stream that ends with [`Kind::Eof`].
pub(crate) fn parse(
    sources: &Sources<'_>,
    findings: &mut Findings,
    limits: Limits,
    tokens: &[Token],
) -> Vec<Configuration> {
    let mut parser = parser(sources, findings, limits, tokens);
    let mut found = Vec::new();
    while parser.peek().kind != Kind::Eof && !parser.findings.full() {
        let start = parser.at;
        match parser.configuration() {
            Ok(configuration) => found.push(configuration),
            Err(Reported) => parser.skip_item(start),
        }
    }
    found
}

impl Parser<'_, '_> {
    /// `[attributes] interface name {…}`
    fn configuration(&mut self) -> Outcome<Configuration> {
        let attrs = self.attrs()?;
        if !self.take_word("interface") {
            return self.expected("`[attributes] interface`", None);
        }
        let mut configuration = Configuration {
            attrs,
            name: self.name("the name of the interface")?,
            types: Vec::new(),
            operations: Vec::new(),
        };
        self.expect("{", "`{` and the configuration of the interface")?;
        while self.inside() {
            if let Err(Reported) = self.configured_item(&mut configuration) {
                self.skip_member(";");
            }
        }
        self.expect("}", "`typedef`, `include`, an operation or `}`")?;
        self.take(";");
        Ok(configuration)
    }

    fn configured_item(&mut self, to: &mut Configuration) -> Outcome<()> {
        if self.take(";") {
            return Ok(());
        }
        if self.take_word("include") {
            // Section 4.3.4: include files of C programs.
            self.file_names()?;
        } else if self.take_word("typedef") {
            let start = self.at;
            let attrs = self.attrs()?;
            let mut copies = Copies::new("", self.at - start);
            loop {
                self.copied(&mut copies)?;
                let (attrs, name) = (attrs.clone(), self.name("the name of a type")?);
                to.types.push(Configured { attrs, name });
                if !self.take(",") {
                    break;
                }
            }
        } else {
            let operation = self.configured("the name of an operation")?;
            let params = self.configured_params()?;
            to.operations.push((operation, params));
        }
        self.expect(";", "`;`")
    }

    /// `[attributes] name`
    fn configured(&mut self, what: &str) -> Outcome<Configured> {
        let attrs = self.attrs()?;
        let name = self.name(what)?;
        Ok(Configured { attrs, name })
    }

    fn configured_params(&mut self) -> Outcome<Vec<Configured>> {
        let mut params = Vec::new();
        self.expect("(", "`(` and parameters")?;
        if self.take(")") {
            return Ok(params);
        }
        loop {
            params.push(self.configured("the name of a parameter")?);
            if !self.take(",") {
                self.expect(")", "`,` or `)`")?;
                return Ok(params);
            }
        }
    }
}
