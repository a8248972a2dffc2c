//! Describes servers of XML-RPC and JSON-RPC.
//!
//! Most XML-RPC servers have the `system` methods of xmlrpc-c's document on introspection, and so
//! have some of JSON-RPC; others return an OpenRPC document by `rpc.discover`.

use serde_json::{Value, json};

use manyrpc_codec::Encoding;

use super::table::table;
use super::{Describer, Form};
use crate::client::Client;
use crate::error::Error;
use crate::options::ClientOptions;
use crate::system::binding::Binding;

/// Describes servers by the means of their system.
pub(super) struct Methods {
    /// Whether they may have an OpenRPC document.
    pub(super) discovers: bool,
}

/// A method and its description.
struct Method {
    name: String,
    signature: String,
    help: String,
}

impl Describer for Methods {
    fn list(&self, at: &Binding, options: &ClientOptions, form: Form) -> Result<String, Error> {
        let mut client = Client::connect(at, None, options)?;
        let methods: Vec<String> = match self.discovered(&mut client)? {
            Some(methods) => methods.into_iter().map(|m| m.name).collect(),
            None => names(&mut client)?,
        };
        Ok(form.write(
            || methods.iter().map(|method| format!("{method}\n")).collect(),
            || json!(methods),
        ))
    }

    fn describe(
        &self,
        at: &Binding,
        options: &ClientOptions,
        only: Option<&str>,
        form: Form,
    ) -> Result<String, Error> {
        let mut client = Client::connect(at, None, options)?;
        let methods = self.described(&mut client, only)?;
        if let (Some(only), true) = (only, methods.is_empty()) {
            return Err(Error::Settings(format!(
                "the server has no method `{only}`; `manyrpc list` shows those there are"
            )));
        }
        let row =
            |m: &Method| json!({ "method": m.name, "signature": m.signature, "help": m.help });
        let first = |help: &str| help.trim().lines().next().unwrap_or_default().to_owned();
        let columns = |m: &Method| [m.name.clone(), m.signature.clone(), first(&m.help)];
        Ok(form.write(
            || {
                table(
                    ["method", "signature", "help"],
                    methods.iter().map(columns).collect(),
                )
            },
            || methods.iter().map(row).collect(),
        ))
    }
}

impl Methods {
    /// A server's methods, or one of them, with their descriptions.
    fn described(&self, client: &mut Client, only: Option<&str>) -> Result<Vec<Method>, Error> {
        let wanted = |name: &str| only.is_none_or(|only| only == name);
        if let Some(mut methods) = self.discovered(client)? {
            methods.retain(|m| wanted(&m.name));
            return Ok(methods);
        }
        let names = names(client)?.into_iter().filter(|name| wanted(name));
        names.map(|name| describe_method(client, name)).collect()
    }

    /// The methods in a server's OpenRPC document, if it has one.
    fn discovered(&self, client: &mut Client) -> Result<Option<Vec<Method>>, Error> {
        if !self.discovers {
            return Ok(None);
        }
        let document = client.ask_untyped("rpc.discover", &json!([]))?;
        let methods = document.as_ref().and_then(|d| d["methods"].as_array());
        Ok(methods.map(|methods| methods.iter().map(discovered).collect()))
    }
}

/// A method from an OpenRPC document.
fn discovered(method: &Value) -> Method {
    let params = method["params"].as_array().into_iter().flatten();
    let params: Vec<String> = params
        .map(|p| format!("{}: {}", text(&p["name"]), kind(&p["schema"])))
        .collect();
    let result = match &method["result"]["schema"] {
        Value::Null => "nothing".to_owned(),
        schema => kind(schema),
    };
    let help = match text(&method["description"]) {
        "" => text(&method["summary"]),
        description => description,
    };
    Method {
        name: text(&method["name"]).to_owned(),
        signature: format!("({}) -> {result}", params.join(", ")),
        help: help.to_owned(),
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// A schema in one word.
fn kind(schema: &Value) -> String {
    if let Some(named) = schema["$ref"].as_str() {
        return named.rsplit('/').next().unwrap_or(named).to_owned();
    }
    let choices = schema["anyOf"].as_array().or(schema["oneOf"].as_array());
    if let Some(choices) = choices {
        let kinds: Vec<String> = choices.iter().map(kind).collect();
        return kinds.join(" | ");
    }
    match (schema["type"].as_str(), &schema["items"]) {
        (Some("array"), Value::Null) => "array".to_owned(),
        (Some("array"), items) => format!("[{}]", kind(items)),
        (Some(ty), _) => ty.to_owned(),
        (None, _) => match &schema["enum"] {
            Value::Array(values) => {
                let values: Vec<String> = values.iter().map(Value::to_string).collect();
                values.join(" | ")
            }
            _ => "any".to_owned(),
        },
    }
}

fn names(client: &mut Client) -> Result<Vec<String>, Error> {
    let by = match client.encoding() {
        Encoding::Json(_) => "rpc.discover or system.listMethods",
        _ => "system.listMethods",
    };
    let methods = client.ask_untyped("system.listMethods", &json!([]))?;
    let methods = methods.ok_or(Error::NotProvided { by })?;
    let methods = methods.as_array().cloned().unwrap_or_default();
    let names = methods.iter().filter_map(Value::as_str);
    Ok(names.map(str::to_owned).collect())
}

/// The server's description of one method. The method exists, but may lack parts of a description.
fn describe_method(client: &mut Client, name: String) -> Result<Method, Error> {
    let params = json!([name]);
    let help = client.ask_untyped("system.methodHelp", &params)?;
    let signatures = client.ask_untyped("system.methodSignature", &params)?;
    let signatures = signatures.as_ref().and_then(Value::as_array);
    let signature = |types: &Value| {
        let types: Vec<&str> = types.as_array()?.iter().filter_map(Value::as_str).collect();
        let (result, params) = types.split_first()?;
        Some(format!("({}) -> {result}", params.join(", ")))
    };
    let signatures = signatures.into_iter().flatten().filter_map(signature);
    Ok(Method {
        name,
        signature: signatures.collect::<Vec<_>>().join(" | "),
        help: help.as_ref().map(text).unwrap_or_default().to_owned(),
    })
}
