//! Operations that raise exceptions: their error enums, and the handling of both outcomes.
//!
//! In syntaxes that encode exceptions as part of the result, the generated union of results and
//! exceptions is sent; otherwise results are sent alone and exceptions by name.

use std::fmt::Write;

use manyrpc_dynamic::lower::{Body, Raising, Shape, TypeId};
use manyrpc_model::TypeBody;

use super::fixed::ERROR_ENDING;
use super::operation::{OperationView, one_or_all};
use super::types::{Giving, generic};
use super::{doc, metadata, streams, union};
use crate::name::Scope;
use crate::plan::Plan;

/// The attribute of methods that return such an error.
pub(super) const LARGE: &str =
    "#[allow(clippy::result_large_err, reason = \"the definition's sizes\")]";

/// An operation that raises exceptions, with its union and exceptions in Rust.
pub(super) struct RaisingView<'p> {
    operation: &'p OperationView<'p>,
    plan: &'p Plan<'p>,
    raising: &'p Raising,
    /// The variants of the union: that for the results, then those for exceptions.
    arms: Vec<String>,
    exceptions: Vec<ExceptionView>,
}

/// An exception of an operation.
struct ExceptionView {
    /// The variant of the error.
    ident: String,
    id: TypeId,
    /// The owned type of its members.
    ty: String,
}

impl<'p> RaisingView<'p> {
    /// `None` for an operation without exceptions.
    pub(super) fn of(operation: &'p OperationView<'p>, plan: &'p Plan<'p>) -> Option<Self> {
        let raising = operation.lowered.raising.as_ref()?;
        let [Shape::Union(union)] = raising.result.shapes[..] else {
            return None;
        };
        let TypeBody::Union(body) = &plan.module.types[union.0].body else {
            return None;
        };
        let mut scope = Scope::reserving(&["Error", "Self"]);
        let exceptions = raising.exceptions.iter().filter_map(|e| match e.shape {
            Shape::Record(id) => Some(ExceptionView {
                ident: scope.take(plan.rust_name(id).to_owned()),
                id,
                ty: generic(plan, id, "'static"),
            }),
            _ => None,
        });
        Some(RaisingView {
            operation,
            plan,
            raising,
            arms: union::idents(body),
            exceptions: exceptions.collect(),
        })
    }

    /// The type of the union.
    fn union(&self, lifetime: &str) -> String {
        match self.raising.result.shapes[..] {
            [Shape::Union(id)] => generic(self.plan, id, lifetime),
            _ => String::new(),
        }
    }

    /// The same without a lifetime, as the path of variants.
    fn union_path(&self) -> String {
        let union = self.union("'_");
        union.split('<').next().unwrap_or_default().to_owned()
    }

    /// The type of the error.
    pub(super) fn error(&self) -> String {
        format!("{}{ERROR_ENDING}", self.operation.names.rust)
    }

    /// Writes the metadata, which wraps the operation's.
    pub(super) fn write_constant(&self, out: &mut String, operation: &str) {
        let (constant, statics) = (&self.operation.names.constant, &self.operation.names.result);
        metadata::fields(out, statics, &self.raising.result.meta);
        let exceptions = self.raising.exceptions.iter().zip(&self.exceptions);
        let exceptions = exceptions.map(|(e, view)| {
            format!(
                "stub::ExceptionMeta {{
                    full_name: {:?},
                    place: <{} as stub::Standalone>::PLACE,
                }},",
                e.full_name, view.ty,
            )
        });
        let name = &self.operation.model.name;
        doc::line(out, &format!("What operation `{name}` takes and gives."));
        let _ = write!(
            out,
            "pub static {constant}: stub::RaisingMeta = stub::RaisingMeta {{
                operation: {operation},
                result: &{},
                exceptions: &[{}],
            }};",
            metadata::record(statics, &self.raising.result.meta),
            exceptions.collect::<String>(),
        );
    }

    /// Writes the error type: a variant for each exception, and one for everything else.
    pub(super) fn write_error(&self, out: &mut String) {
        let (error, name) = (self.error(), &self.operation.model.name);
        doc::line(out, &format!("Why a call of `{name}` has no result."));
        let _ = write!(
            out,
            "#[allow(clippy::large_enum_variant, reason = \"the definition's sizes\")]
            #[derive(Debug)]
            pub enum {error} {{"
        );
        for (exception, view) in self.raising.exceptions.iter().zip(&self.exceptions) {
            let ExceptionView { ident, ty, .. } = view;
            doc::line(out, &format!("Exception `{}`.", exception.name));
            let _ = writeln!(out, "{ident}({ty}),");
        }
        out.push_str(
            "/// Everything else: a server that fails or cannot be reached.
            Error(stub::Error),
            }",
        );
        self.write_standard(out, &error);
    }

    /// Writes the standard traits of errors.
    fn write_standard(&self, out: &mut String, error: &str) {
        let arms = self.exceptions.iter().map(|e| {
            format!(
                "Self::{}(members) => write!(f, \"{{members:?}}\"),",
                e.ident
            )
        });
        let _ = write!(
            out,
            "impl std::fmt::Display for {error} {{
                fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {{
                    match self {{
                        {}
                        Self::Error(error) => error.fmt(f),
                    }}
                }}
            }}
            impl std::error::Error for {error} {{
                fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {{
                    match self {{
                        Self::Error(error) => Some(error),
                        _ => None,
                    }}
                }}
            }}",
            arms.collect::<String>(),
        );
        self.write_from(out, error);
    }

    /// Writes the conversions into the error: from exceptions, and from errors of clients and servers.
    fn write_from(&self, out: &mut String, error: &str) {
        let own = self.exceptions.iter();
        let own = own.map(|e| (e.ty.as_str(), format!("Self::{}(from)", e.ident)));
        let others = [
            ("stub::Error", "Self::Error(from)"),
            ("stub::CallError", "Self::Error(from.into())"),
            (
                "stub::Fault",
                "Self::Error(stub::CallError::Fault(from).into())",
            ),
        ];
        let others = others.map(|(ty, made)| (ty, made.to_owned()));
        for (ty, made) in own.chain(others) {
            let _ = write!(
                out,
                "impl From<{ty}> for {error} {{ fn from(from: {ty}) -> Self {{ {made} }} }}"
            );
        }
    }

    /// Writes the conversion of exceptions by name into errors, for clients.
    pub(super) fn write_raised(&self, out: &mut String) {
        let read = self.exceptions.iter().zip(1..).map(|(view, number)| {
            let (ident, ty) = (&view.ident, generic(self.plan, view.id, "'_"));
            let made = match self.plan.type_borrows(view.id) {
                true => format!("|members| Self::{ident}(members.into_owned())"),
                false => format!("Self::{ident}"),
            };
            format!("{number} => raised.read::<{ty}>().map({made}),")
        });
        let _ = write!(
            out,
            "impl {} {{
                fn raised(raised: &stub::Raised) -> Self {{
                    let read = match raised.number {{
                        {}
                        _ => Err(raised.unknown()),
                    }};
                    read.unwrap_or_else(Self::Error)
                }}
            }}",
            self.error(),
            read.collect::<String>(),
        );
    }

    /// Whether exceptions among the results may hold parts of the memory of their reply.
    pub(super) fn shares(&self) -> bool {
        let mut exceptions = self.exceptions.iter();
        exceptions.any(|e| self.plan.type_shares(e.id))
    }

    /// The members of an exception among the results, with a life of their own.
    fn kept(&self, view: &ExceptionView, members: &str, giving: Giving) -> String {
        if !self.plan.type_borrows(view.id) {
            return members.to_owned();
        }
        match giving {
            Giving::Shared if self.plan.type_shares(view.id) => {
                format!("{members}.into_shared(memory)")
            }
            _ => format!("{members}.into_owned()"),
        }
    }

    /// Writes a client's handling of what a call `came` to.
    pub(super) fn write_ended(&self, out: &mut String, came: &str, giving: Giving) {
        let (error, path) = (self.error(), self.union_path());
        let (output, union) = (self.operation.record("Out", "'_"), self.union("'_"));
        let outputs = self.operation.fields("output", giving);
        let bound = if outputs.is_empty() { "()" } else { "output" };
        let arms = self.exceptions.iter().zip(&self.arms[1..]);
        let arms = arms.map(|(view, arm)| {
            let (ident, kept) = (&view.ident, self.kept(view, "members", giving));
            format!("stub::Ended::Result({path}::{arm}(members)) => Err({error}::{ident}({kept})),")
        });
        let (pattern, results) = match &self.operation.outputs[..] {
            [] => ("", Vec::new()),
            [result] => ("(result)", vec![result.place.given("result", giving)]),
            _ => ("(results)", self.operation.fields("results", giving)),
        };
        let given = |results| one_or_all(self.operation.given(results));
        let (ended, called) = match self.operation.catches() {
            None => ("ended", format!("{came}?")),
            Some(catches) => ("(ended, status)", format!("{catches}({came})?")),
        };
        let ty = format!("stub::Ended<{output}, {union}>");
        let ty = match self.operation.catches() {
            None => ty,
            Some(_) => format!("({ty}, _)"),
        };
        let _ = write!(
            out,
            "let {ended}: {ty} = {called};
            match ended {{
                stub::Ended::Results({bound}) => Ok({}),
                stub::Ended::Result({path}::{}{pattern}) => Ok({}),
                {}
                stub::Ended::Raised(raised) => Err({error}::raised(&raised)),
            }}",
            given(outputs),
            self.arms[0],
            given(results),
            arms.collect::<String>(),
        );
    }

    /// Writes the arm of a server's dispatch: `apply` calls the application, `input` binds its
    /// arguments.
    pub(super) fn write_arm(&self, out: &mut String, apply: &str, input: &str) {
        let _ = writeln!(
            out,
            "{} => call.serve_raising(&{}, |context, {input}, ending| {}::end({apply}, ending)),",
            self.operation.model.number,
            self.operation.names.constant,
            self.error(),
        );
    }

    /// Writes how a server ends a call with what its application gives.
    pub(super) fn write_end(&self, out: &mut String) {
        let (error, path) = (self.error(), self.union_path());
        let pattern = streams::pattern(self.operation);
        let made = streams::made(self.operation, "Out");
        let result = match (self.operation.outputs.len(), self.results()) {
            (0, _) => String::new(),
            (1, _) => format!("({pattern})"),
            (_, record) => {
                let idents = self.operation.outputs.iter().map(|s| s.ident.as_str());
                let idents: Vec<&str> = idents.collect();
                format!("({record} {{ {} }})", idents.join(", "))
            }
        };
        let exceptions = self.exceptions.iter().zip(&self.arms[1..]).zip(1..);
        let exceptions = exceptions.map(|((view, arm), number)| {
            let ident = &view.ident;
            format!(
                "Err(Self::{ident}(members)) if ending.is_in_result() => {{
                    Ok(ending.result({path}::{arm}(members)))
                }}
                Err(Self::{ident}(members)) => Ok(ending.raise({number}, &members)),"
            )
        });
        let _ = write!(
            out,
            "impl {error} {{
                fn end(
                    result: Result<{}, Self>,
                    ending: stub::Ending<'_>,
                ) -> Result<stub::Outcome, stub::Fault> {{ match result {{
                Ok({pattern}) if ending.is_in_result() => {{
                    Ok(ending.result({path}::{}{result}))
                }}
                Ok({pattern}) => Ok(ending.results(&{made})),
                {}
                Err(Self::Error(error)) => Err(stub::fault_of(error)),
            }} }} }}",
            self.operation.result("'_"),
            self.arms[0],
            exceptions.collect::<String>(),
        );
    }

    /// The name of the record of multiple results in the union.
    fn results(&self) -> String {
        let [Shape::Union(id)] = self.raising.result.shapes[..] else {
            return String::new();
        };
        match &self.plan.lowered.types[id.0].body {
            Body::Union(arms) => match arms.shapes.first() {
                Some(Shape::Record(id)) => self.plan.rust_name(*id).to_owned(),
                _ => String::new(),
            },
            _ => String::new(),
        }
    }
}
