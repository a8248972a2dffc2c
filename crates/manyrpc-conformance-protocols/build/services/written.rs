//! What is written beside a stub, from the stub's own text.

use std::collections::HashMap;
use std::fmt::Write;

use manyrpc_model::{Interface, Module, Operation};
use syn::{FnArg, GenericArgument, ImplItem, ImplItemFn, Item, ItemImpl, ItemTrait, Pat};
use syn::{PathArguments, ReturnType, Signature, TraitItem, TraitItemFn, Type};

/// What an operation does that a server does not write.
const UNWRITTEN: &str = "Err(stub::Fault::NoSuchOperation)";

/// The stubs of a module, with a table `CALLED` of its interfaces.
pub(super) fn with_calls(module: &Module) -> String {
    let options = manyrpc_gen::Options {
        described: manyrpc_idl::texts(module),
        ..Default::default()
    };
    let text = manyrpc_gen::rust(module, &options);
    let text = text.unwrap_or_else(|e| panic!("{}: {e:?}", module.name));
    let file = syn::parse_file(&text).expect("the generator has parsed it, too");
    let stub = Stub {
        text: &text,
        items: &file.items,
    };
    let mut out = String::new();
    let mut table = String::new();
    let services = stub.services();
    assert_eq!(services.len(), module.interfaces.len(), "{}", module.name);
    for (at, (interface, service)) in module.interfaces.iter().zip(&services).enumerate() {
        let _ = writeln!(out, "pub mod called{at} {{\nuse super::*;");
        stub.server(&mut out, service);
        stub.client(&mut out, interface, service);
        out.push_str("}\n");
        let _ = writeln!(
            table,
            "crate::Called {{ name: {:?}, serve: called{at}::serve, call: called{at}::call }},",
            interface.name
        );
    }
    format!("{text}\n{out}pub static CALLED: &[crate::Called] = &[{table}];\n")
}

struct Stub<'a> {
    text: &'a str,
    items: &'a [Item],
}

impl<'a> Stub<'a> {
    /// The traits of servers, in their order.
    fn services(&self) -> Vec<String> {
        let all = self.items.iter().filter_map(|item| match item {
            Item::Impl(item) => Some(item),
            _ => None,
        });
        let services = all.filter(|item| {
            let of = item.trait_.as_ref().map(|(_, path, _)| path);
            of.and_then(|path| path.segments.last())
                .is_some_and(|last| last.ident == "Service")
        });
        let names = services.map(|item| name_of(&item.self_ty));
        names
            .map(|name| name.strip_suffix("Server").unwrap_or(&name).to_owned())
            .collect()
    }

    fn trait_of(&self, name: &str) -> &'a ItemTrait {
        let found = self.items.iter().find_map(|item| match item {
            Item::Trait(item) if item.ident == name => Some(item),
            _ => None,
        });
        found.unwrap_or_else(|| panic!("there is no trait {name}"))
    }

    /// The methods that a type has by itself.
    fn methods(&self, name: &str) -> Vec<&'a ImplItemFn> {
        let of = |item: &&'a ItemImpl| item.trait_.is_none() && name_of(&item.self_ty) == name;
        let all = self.items.iter().filter_map(|item| match item {
            Item::Impl(item) => Some(item),
            _ => None,
        });
        let items = all.filter(of).flat_map(|item| &item.items);
        let methods = items.filter_map(|item| match item {
            ImplItem::Fn(method) => Some(method),
            _ => None,
        });
        methods.collect()
    }

    /// `Nothing`, which writes no operation, `Plain`, which writes all, and a function that serves one
    /// of them.
    fn server(&self, out: &mut String, service: &str) {
        let _ = writeln!(
            out,
            "pub struct Nothing;\nimpl super::{service} for Nothing {{}}\npub struct Plain;"
        );
        let item = self.trait_of(service);
        let methods = functions(item).filter(|m| m.sig.generics.type_params().next().is_none());
        let written = methods.filter(|m| name_of(&result(&m.sig)) == "Result");
        let bodies: Vec<String> = written
            .clone()
            .map(|m| expression(&result(&m.sig)))
            .collect();
        out.push_str(&self.implemented(service, UNWRITTEN, &bodies));
        for handler in written.filter_map(|m| handler(&result_of(&result(&m.sig)))) {
            let item = self.trait_of(&handler);
            let required = functions(item).filter(|m| m.default.is_none());
            let bodies = required.map(|m| self.body(&m.sig));
            let bodies: Vec<String> = bodies
                .map(|body| format!("stub::Fault> {{ {body} }}\n"))
                .collect();
            out.push_str(&self.implemented(&handler, "stub::Fault>;\n", &bodies));
        }
        let _ = writeln!(
            out,
            "pub fn serve(writes: bool, binding: &str) -> ::manyrpc::server::Running {{
                let server = ::manyrpc::Server::builder();
                let server = match writes {{
                    true => server.service(super::{service}Server(Plain)),
                    false => server.service(super::{service}Server(Nothing)),
                }};
                let server = server.listen(binding).and_then(|server| server.start());
                server.unwrap_or_else(|e| panic!(\"{{binding}}: {{e}}\"))
            }}"
        );
    }

    /// The text of a trait as its implementation, with bodies where it has `mark`.
    fn implemented(&self, name: &str, mark: &str, bodies: &[String]) -> String {
        let start = format!("\npub trait {name}: ");
        let start = self.text.find(&start).expect("the trait has a text") + 1;
        let text = &self.text[start..];
        let (head, text) = text.split_once('\n').expect("a trait has several lines");
        let end = text.find("\n}\n").map_or(0, |at| at + 3);
        // What is without operations ends on the line on which it begins.
        let text = if head.ends_with("{}") {
            "}\n"
        } else {
            &text[..end]
        };
        let mut parts = text.split(mark);
        let mut out = format!("impl super::{name} for Plain {{\n");
        out.extend(parts.next());
        assert_eq!(parts.clone().count(), bodies.len(), "{name}");
        for (body, part) in bodies.iter().zip(parts) {
            out.extend([body, part]);
        }
        out
    }

    /// What a method of a handler does.
    fn body(&self, method: &Signature) -> String {
        let replies = typed(method).last().filter(|_| method.ident == "message");
        let sent = replies.map(|(name, ty)| (name, self.methods(&name_of(&referred(&ty)))));
        let send = sent.and_then(|(name, methods)| {
            let send = methods.into_iter().find(|m| m.sig.ident == "send")?;
            Some(format!("{name}.send({});", arguments(&send.sig)))
        });
        format!(
            "{} {}",
            send.unwrap_or_default(),
            expression(&result(method))
        )
    }

    /// A function that calls every operation.
    fn client(&self, out: &mut String, interface: &Interface, service: &str) {
        let _ = writeln!(
            out,
            "pub fn call(binding: &str) -> ::std::vec::Vec<::core::result::Result<(), ::manyrpc::CallError>> {{
                let mut client = super::{service}Client::open(binding)
                    .unwrap_or_else(|e| panic!(\"{{binding}}: {{e}}\"));
                ::std::vec!["
        );
        let methods = self.methods(&format!("{service}Client"));
        // In front of them are those that open it.
        let methods = methods.into_iter().skip(3);
        for (operation, method) in interface.operations.iter().zip(methods) {
            let called = format!("client.{}({})", method.sig.ident, arguments(&method.sig));
            let _ = match operation.streams.any() {
                true => self.stream(out, operation, &method.sig, &called),
                false => writeln!(out, "{called}.map(drop),"),
            };
        }
        out.push_str("]\n}\n");
    }

    fn stream(
        &self,
        out: &mut String,
        operation: &Operation,
        method: &Signature,
        called: &str,
    ) -> std::fmt::Result {
        let methods: HashMap<String, &ImplItemFn> = self
            .methods(&name_of(&result_of(&result(method))))
            .into_iter()
            .map(|m| (m.sig.ident.to_string(), m))
            .collect();
        // What comes next tells how a call ended that takes no more.
        let send = methods.get("send").map(|m| {
            let send = arguments(&m.sig);
            format!("let _ = call.send({send}); ")
        });
        let rest = match (operation.streams.request, operation.streams.reply) {
            (true, true) => "let _ = call.end(); while call.next()?.is_some() {} Ok(())",
            (false, _) => "while call.next()?.is_some() {} Ok(())",
            (true, false) => "call.finish().map(drop)",
        };
        writeln!(
            out,
            "(|| {{ let mut call = {called}?; {}{rest} }})(),",
            send.unwrap_or_default()
        )
    }
}

fn functions(item: &ItemTrait) -> impl Iterator<Item = &TraitItemFn> + Clone {
    item.items.iter().filter_map(|item| match item {
        TraitItem::Fn(method) => Some(method),
        _ => None,
    })
}

/// The names and types of a method's parameters, without `self`.
fn typed(method: &Signature) -> impl Iterator<Item = (String, Type)> + '_ {
    method.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => match &*typed.pat {
            Pat::Ident(pat) => Some((pat.ident.to_string(), (*typed.ty).clone())),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    })
}

/// What a method gives; nothing is an empty tuple.
fn result(method: &Signature) -> Type {
    match &method.output {
        ReturnType::Type(_, ty) => (**ty).clone(),
        ReturnType::Default => Type::Tuple(syn::TypeTuple {
            paren_token: Default::default(),
            elems: Default::default(),
        }),
    }
}

/// The last word of a type's path.
fn name_of(ty: &Type) -> String {
    match ty {
        Type::Path(path) => path
            .path
            .segments
            .last()
            .map_or(String::new(), |s| s.ident.to_string()),
        _ => String::new(),
    }
}

/// What a reference leads to.
fn referred(ty: &Type) -> Type {
    match ty {
        Type::Reference(reference) => (*reference.elem).clone(),
        other => other.clone(),
    }
}

/// The first type that a path is given: what is in a `Result`.
fn result_of(ty: &Type) -> Type {
    let Type::Path(path) = ty else {
        return ty.clone();
    };
    let last = path.path.segments.last().map(|s| &s.arguments);
    let Some(PathArguments::AngleBracketed(arguments)) = last else {
        return ty.clone();
    };
    let mut types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty.clone()),
        _ => None,
    });
    types.next().unwrap_or_else(|| ty.clone())
}

/// The trait of what is in a box.
fn handler(ty: &Type) -> Option<String> {
    let Type::TraitObject(object) = result_of(ty) else {
        return None;
    };
    object.bounds.iter().find_map(|bound| match bound {
        syn::TypeParamBound::Trait(bound) => {
            bound.path.segments.last().map(|s| s.ident.to_string())
        }
        _ => None,
    })
}

/// Values for all parameters of a method.
fn arguments(method: &Signature) -> String {
    let all = typed(method).map(|(_, ty)| expression(&ty));
    all.collect::<Vec<_>>().join(", ")
}

/// A value of a type: nothing, as far as there is a choice.
fn expression(ty: &Type) -> String {
    let below = |ty: &Type| expression(&result_of(ty));
    match ty {
        Type::Tuple(tuple) => {
            let all = tuple.elems.iter().map(|ty| expression(ty) + ", ");
            format!("({})", all.collect::<String>())
        }
        Type::Array(array) => format!("::core::array::from_fn(|_| {})", expression(&array.elem)),
        Type::Reference(reference) => match &*reference.elem {
            Type::Slice(_) => "&[]".to_owned(),
            ty if name_of(ty) == "str" => "\"\"".to_owned(),
            ty => format!("&{}", expression(ty)),
        },
        ty => match &*name_of(ty) {
            "Result" => format!("::core::result::Result::Ok({})", below(ty)),
            "ReplyStream" => format!(
                "::std::boxed::Box::new(::core::iter::once(::core::result::Result::Ok({})))",
                below(ty)
            ),
            "Flow" => "stub::Flow::Wait".to_owned(),
            "Box" if handler(ty).is_some() => "::std::boxed::Box::new(Plain)".to_owned(),
            _ => "::core::default::Default::default()".to_owned(),
        },
    }
}
