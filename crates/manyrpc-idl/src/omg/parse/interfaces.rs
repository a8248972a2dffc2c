//! Interfaces, valuetypes, and what they contain.

use std::rc::Rc;

use manyrpc_model::Direction;

use crate::c::cursor::Outcome;
use crate::c::lex::Kind;

use super::super::ast::*;
use super::Parser;

impl Parser<'_, '_> {
    pub(super) fn interface(&mut self) -> Outcome<ItemNode> {
        let kind = match &*self.peek().text {
            "abstract" => InterfaceKind::Abstract,
            "local" => InterfaceKind::Local,
            _ => InterfaceKind::Remote,
        };
        self.at += usize::from(kind != InterfaceKind::Remote);
        if !self.take_word("interface") {
            return self.expected("`interface`", None);
        }
        let declared = self.declared("the name of the interface")?;
        let mut interface = Interface {
            declared: declared.clone(),
            kind,
            bases: Vec::new(),
            body: None,
        };
        if self.peek().is(";") {
            return Ok(ItemNode::Interface(interface));
        }
        if self.take(":") {
            interface.bases = self.scoped_list("the name of an interface")?;
        }
        self.expect("{", "`{` and what the interface has")?;
        let body = self.scope(&declared, |p| Ok(p.definitions(Parser::export)))?;
        self.expect("}", "an operation, an attribute or `}`")?;
        interface.body = Some(body);
        Ok(ItemNode::Interface(interface))
    }

    pub(super) fn valuetype(&mut self) -> Outcome<ItemNode> {
        let is_abstract = self.take_word("abstract");
        let custom = !is_abstract && self.take_word("custom");
        if !self.take_word("valuetype") {
            return self.expected("`valuetype`", None);
        }
        let declared = self.declared("the name of the valuetype")?;
        let mut value = Value {
            declared: declared.clone(),
            custom,
            is_abstract,
            truncatable: None,
            bases: Vec::new(),
            supports: Vec::new(),
            body: ValueBody::Announced,
        };
        let next = self.peek().clone();
        if next.is(";") {
            return Ok(ItemNode::Value(value));
        }
        if !next.is("{") && !next.is(":") && !next.is_word("supports") {
            value.body = ValueBody::Boxed(self.type_spec()?);
            return Ok(ItemNode::Value(value));
        }
        if self.take(":") {
            let truncatable = self.peek().span;
            value.truncatable = self.take_word("truncatable").then_some(truncatable);
            value.bases = self.scoped_list("the name of a valuetype")?;
        }
        if self.take_word("supports") {
            value.supports = self.scoped_list("the name of an interface")?;
        }
        self.expect("{", "`{` and what the valuetype has")?;
        let body = self.scope(&declared, |p| Ok(p.definitions(Parser::value_element)))?;
        self.expect("}", "a member, an operation or `}`")?;
        value.body = ValueBody::Items(body);
        Ok(ItemNode::Value(value))
    }

    /// A member of a valuetype.
    fn value_element(&mut self) -> Outcome<ItemNode> {
        let private = self.take_word("private");
        if private || self.take_word("public") {
            let spec = self.type_spec()?;
            let declarators = self.declarators()?;
            let doc = String::new();
            let member = Member {
                doc,
                spec,
                declarators,
            };
            return Ok(ItemNode::State(member, private));
        }
        if !self.peek().is_word("factory") {
            return self.export();
        }
        let span = self.peek().span;
        self.at += 1;
        let node = TypeNode::Basic(Basic::Void);
        let operation = self.operation_of(false, TypeSpec { span, node })?;
        Ok(ItemNode::Factory(operation))
    }

    /// What an interface contains.
    fn export(&mut self) -> Outcome<ItemNode> {
        let first = self.peek().clone();
        if first.is_word("attribute") || first.is_word("readonly") {
            return self.attribute();
        }
        if let Some(node) = self.declaration()? {
            return Ok(node);
        }
        let oneway = self.take_word("oneway");
        let result = self.type_spec()?;
        self.operation_of(oneway, result).map(ItemNode::Operation)
    }

    fn attribute(&mut self) -> Outcome<ItemNode> {
        let readonly = self.take_word("readonly");
        if !self.take_word("attribute") {
            return self.expected("`attribute`", None);
        }
        let spec = self.type_spec()?;
        let mut names = vec![self.declared("the name of the attribute")?];
        while self.take(",") {
            names.push(self.declared("the name of the attribute")?);
        }
        let reading = if readonly { "raises" } else { "getraises" };
        let get_raises = self.raises(reading)?;
        let set_raises = match readonly {
            true => Vec::new(),
            false => self.raises("setraises")?,
        };
        Ok(ItemNode::Attribute(Attribute {
            readonly,
            spec,
            names,
            get_raises,
            set_raises,
        }))
    }

    fn operation_of(&mut self, oneway: bool, result: TypeSpec) -> Outcome<Operation> {
        let declared = self.declared("the name of the operation")?;
        self.expect("(", "`(` and the parameters")?;
        let mut params = Vec::new();
        if !self.take(")") {
            loop {
                params.push(self.param()?);
                if !self.take(",") {
                    break;
                }
            }
            self.expect(")", "`,` or `)`")?;
        }
        let raises = self.raises("raises")?;
        let context = self.context()?;
        Ok(Operation {
            declared,
            oneway,
            result,
            params,
            raises,
            context,
        })
    }

    fn param(&mut self) -> Outcome<Param> {
        let direction = match self.peek() {
            token if token.is_word("in") => Direction::In,
            token if token.is_word("out") => Direction::Out,
            token if token.is_word("inout") => Direction::InOut,
            _ => return self.expected("`in`, `out` or `inout`", None),
        };
        self.at += 1;
        let spec = self.type_spec()?;
        let name = self.identifier("the name of the parameter")?;
        Ok(Param {
            direction,
            spec,
            name,
        })
    }

    fn raises(&mut self, word: &str) -> Outcome<Vec<Scoped>> {
        if !self.take_word(word) {
            return Ok(Vec::new());
        }
        self.expect("(", "`(` and the names of exceptions")?;
        let names = self.scoped_list("the name of an exception")?;
        self.expect(")", "`,` or `)`")?;
        Ok(names)
    }

    fn context(&mut self) -> Outcome<Vec<Rc<str>>> {
        let mut patterns = Vec::new();
        if self.peek().kind != Kind::Ident || !self.take_word("context") {
            return Ok(patterns);
        }
        self.expect("(", "`(` and names of properties")?;
        loop {
            patterns.push(self.literal("a text in quotation marks")?.0);
            if !self.take(",") {
                self.expect(")", "`,` or `)`")?;
                return Ok(patterns);
            }
        }
    }
}
