//! References to objects: values that say where an object is, what it is called there and what its interface is.
//!
//! Reading list: CORBA 3.0 sections 4.3.1 (`_is_a`), 4.6.2 (narrowing), 13.6.10 (stringified references).
//!
//! In stubs, dynamic values and JSON a reference is its text, which is empty for none (*nil*); over CORBA it is an IOR.
//! [`Reference`] is that text with what can be done with it: `Reference::from(text)` of a received one, and where a
//! stub's argument is a reference, `&reference`.
//!
//! ```no_run
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use manyrpc::{ClientOptions, Reference};
//!
//! let cart: Reference = "corbaloc:iiop:1.2@shop.example.org:2809/the%20cart%20of%20ann".parse()?;
//! // Asks whether the object is a cart, since the text does not say so.
//! let client = cart.client(Some("IDL:shop/Cart:1.0"), &ClientOptions::default())?;
//! # Ok(())
//! # }
//! ```
//!
//! Whoever has a reference holds nothing: copies are text, and dropping one tells nobody. CORBA does not count references
//! across processes. The server keeps its object for as long as it likes; afterwards calls fail with OBJECT_NOT_EXIST.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use manyrpc_engine::ObjectKey;

#[cfg(feature = "tokio")]
use crate::async_client::AsyncClient;
use crate::client::Client;
use crate::error::{BindingError, Error};
use crate::operation::{InterfaceMeta, OperationMeta, Semantics};
use crate::options::ClientOptions;
use crate::stub;
use crate::system::binding::Binding;
use crate::system::objects::Objects;

/// A reference to an object, or nil. Equal references have the same text; different ones may refer to the same object.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reference(String);

impl Reference {
    /// The reference to no object.
    pub const NIL: Self = Reference(String::new());

    /// Its text: `IOR:…`, `corbaloc:…`, or a binding with an object.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it refers to no object.
    pub fn is_nil(&self) -> bool {
        self.0.is_empty()
    }

    /// Where the object is, and its key there.
    ///
    /// # Errors
    /// The text is no reference, or nil. One that was received could also name any file of this machine: that is none.
    pub fn binding(&self) -> Result<Binding, BindingError> {
        if self.is_nil() {
            return Err(BindingError {
                binding: "nil".to_owned(),
                problem: "it refers to no object".into(),
            });
        }
        Binding::received(&self.0)
    }

    /// The object's key at its server.
    pub fn key(&self) -> Option<ObjectKey> {
        self.binding().ok()?.object
    }

    /// The identifier of the type of the object's interface, such as `IDL:shop/Cart:1.0`, if the reference tells it. The
    /// object may have more than that interface.
    pub fn type_id(&self) -> Option<String> {
        type_of(&self.binding().ok()?)
    }

    /// Connects to the object's server, and has the stub call the object. The object is asked whether it has the stub's
    /// interface unless the reference says so, in systems where objects can be asked.
    ///
    /// # Errors
    /// The reference is nil or none; the server cannot be reached; the object does not exist, or
    /// [has another interface](Error::NotA).
    pub fn connect<S: stub::Stub>(&self, options: &ClientOptions) -> Result<S, Error> {
        let (binding, id) = self.place_of(S::INTERFACE, S::TYPE_IDS)?;
        let client = Client::connect(&binding, Some(S::INTERFACE.id), options)?;
        Ok(S::over(self.asked(&binding, id.as_deref(), client)?))
    }

    /// The same without asking: calls of operations that the object does not have fail.
    ///
    /// # Errors
    /// The reference is nil or none; the server cannot be reached.
    pub fn connect_unchecked<S: stub::Stub>(&self, options: &ClientOptions) -> Result<S, Error> {
        let binding = self.binding().map_err(Error::Binding)?;
        Client::connect(&binding, Some(S::INTERFACE.id), options).map(S::over)
    }

    /// A client whose calls are for the object. It is asked whether it has the interface of that type identifier, if
    /// there is one and the reference does not say so, in systems where objects can be asked.
    ///
    /// # Errors
    /// As [`connect`](Self::connect).
    pub fn client(&self, type_id: Option<&str>, options: &ClientOptions) -> Result<Client, Error> {
        let binding = self.binding().map_err(Error::Binding)?;
        let client = Client::connect(&binding, None, options)?;
        self.asked(&binding, type_id, client)
    }

    fn asked(
        &self,
        at: &Binding,
        type_id: Option<&str>,
        mut client: Client,
    ) -> Result<Client, Error> {
        let Some(id) = type_id.filter(|id| must_ask(at, id)) else {
            return Ok(client);
        };
        let answer: IsAOut = client.invoke(&OBJECT, &IS_A, &IsAArgs { id })?;
        self.judged(id, answer).map(|()| client)
    }

    fn judged(&self, id: &str, answer: IsAOut) -> Result<(), Error> {
        match answer.result {
            true => Ok(()),
            false => Err(Error::NotA {
                reference: self.0.clone(),
                type_id: id.to_owned(),
            }),
        }
    }

    /// Where the object is, and the identifier that its system has for a stub's interface.
    fn place_of(
        &self,
        interface: &InterfaceMeta,
        type_ids: &[&str],
    ) -> Result<(Binding, Option<String>), Error> {
        let binding = self.binding().map_err(Error::Binding)?;
        let own = type_ids.first().map(|id| (*id).to_owned());
        let id = own.or_else(|| {
            let objects = binding.system.objects()?;
            Some(objects.type_id(interface.id.full_name))
        });
        Ok((binding, id))
    }

    /// A reference to the object with that key of a server that listens there.
    pub(crate) fn made(
        bindings: &[Binding],
        key: &ObjectKey,
        type_id: impl FnOnce(&dyn Objects) -> String,
    ) -> Option<Self> {
        let mut with = bindings
            .iter()
            .filter_map(|at| Some((at, at.system.objects()?)));
        let (first, objects) = with.find(|(_, objects)| objects.has_key(key))?;
        let of_system = bindings.iter().filter(|at| at.is_of(first.system));
        let places: Vec<Binding> = of_system
            .map(|at| Binding {
                object: Some(key.clone()),
                ..at.clone()
            })
            .collect();
        objects.reference(&places, &type_id(objects)).map(Reference)
    }
}

/// With futures.
#[cfg(feature = "tokio")]
impl Reference {
    /// As [`connect`](Self::connect), for stubs whose calls are futures.
    ///
    /// # Errors
    /// As [`connect`](Self::connect).
    pub async fn connect_async<S: stub::AsyncStub>(
        &self,
        options: &ClientOptions,
    ) -> Result<S, Error> {
        let (binding, id) = self.place_of(S::INTERFACE, S::TYPE_IDS)?;
        let client = AsyncClient::connect(&binding, Some(S::INTERFACE.id), options).await?;
        self.asked_async(&binding, id.as_deref(), &client).await?;
        Ok(S::over(client))
    }

    /// As [`connect_unchecked`](Self::connect_unchecked), for stubs whose calls are futures.
    ///
    /// # Errors
    /// As [`connect_unchecked`](Self::connect_unchecked).
    pub async fn connect_unchecked_async<S: stub::AsyncStub>(
        &self,
        options: &ClientOptions,
    ) -> Result<S, Error> {
        let binding = self.binding().map_err(Error::Binding)?;
        let client = AsyncClient::connect(&binding, Some(S::INTERFACE.id), options).await;
        client.map(S::over)
    }

    /// As [`client`](Self::client), with calls that are futures.
    ///
    /// # Errors
    /// As [`connect`](Self::connect).
    pub async fn async_client(
        &self,
        type_id: Option<&str>,
        options: &ClientOptions,
    ) -> Result<AsyncClient, Error> {
        let binding = self.binding().map_err(Error::Binding)?;
        let client = AsyncClient::connect(&binding, None, options).await?;
        self.asked_async(&binding, type_id, &client).await?;
        Ok(client)
    }

    async fn asked_async(
        &self,
        at: &Binding,
        type_id: Option<&str>,
        client: &AsyncClient,
    ) -> Result<(), Error> {
        let Some(id) = type_id.filter(|id| must_ask(at, id)) else {
            return Ok(());
        };
        let mut reply = client.invoke(&OBJECT, &IS_A, &IsAArgs { id }).await?;
        let answer: Result<IsAOut, manyrpc_engine::CallError> = reply.results(&IS_A);
        self.judged(id, answer?)
    }
}

fn type_of(at: &Binding) -> Option<String> {
    at.system.objects()?.type_of(at)
}

/// Whether the object has to be asked, since its reference does not say that it has that interface.
fn must_ask(at: &Binding, type_id: &str) -> bool {
    let can = at
        .system
        .objects()
        .is_some_and(|objects| objects.tell_types());
    can && type_of(at).as_deref() != Some(type_id)
}

/// A text that was received, or is known to be a reference. Mistakes in it are told when it is used.
impl From<String> for Reference {
    fn from(text: String) -> Self {
        Reference(text)
    }
}

/// As that of owned text.
impl From<&str> for Reference {
    fn from(text: &str) -> Self {
        Reference(text.to_owned())
    }
}

/// As that of owned text.
impl From<std::borrow::Cow<'_, str>> for Reference {
    fn from(text: std::borrow::Cow<'_, str>) -> Self {
        Reference(text.into_owned())
    }
}

/// The text, for stubs.
impl From<Reference> for String {
    fn from(reference: Reference) -> Self {
        reference.0
    }
}

/// The text, for stubs.
impl From<Reference> for std::borrow::Cow<'_, str> {
    fn from(reference: Reference) -> Self {
        reference.0.into()
    }
}

/// Of a text that is a binding, or of the file that it names; the empty one is nil.
impl FromStr for Reference {
    type Err = BindingError;

    fn from_str(text: &str) -> Result<Self, BindingError> {
        if text.is_empty() {
            return Ok(Self::NIL);
        }
        let binding: Binding = text.parse()?;
        Ok(Reference(match Binding::is_local(text) {
            false => text.to_owned(),
            true => binding
                .in_own_notation()
                .unwrap_or_else(|| binding.to_string()),
        }))
    }
}

/// Its text.
impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Its text.
impl Deref for Reference {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

/// The operations of every object (CORBA 3.0 section 15.4.1.1 has their names); a call names no interface.
static OBJECT: InterfaceMeta = InterfaceMeta {
    id: stub::InterfaceId::ONLY,
    operations: &[&IS_A],
};

static IS_A_IN_FIELDS: [stub::Field; 1] = [stub::Field::plain("logical_type_id")];
static IS_A_OUT_FIELDS: [stub::Field; 1] = [stub::Field::plain("result")];

static IS_A: OperationMeta = OperationMeta {
    name: "_is_a",
    number: 0,
    input: &stub::Record::of("is_a_in", &IS_A_IN_FIELDS),
    output: &stub::Record::of("is_a_out", &IS_A_OUT_FIELDS),
    semantics: Semantics::Idempotent,
};

struct IsAArgs<'a> {
    id: &'a str,
}

stub::plain_fields! {
    IsAArgs<'de>, IS_A_IN_FIELDS { 0 id }
}

#[derive(Default)]
struct IsAOut {
    result: bool,
}

stub::plain_slots! {
    IsAOut, IS_A_OUT_FIELDS { 0 result }
}
