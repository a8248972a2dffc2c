//! Clients of naming contexts.
//!
//! References are in their text form: `IOR:…`, `corbaloc:…`, or a binding of any system.

use std::borrow::Cow;
use std::mem::take;
#[cfg(feature = "tokio")]
use std::sync::Arc;

use super::name::{self, Name, NameComponent};
use super::stubs::{self, BindingIteratorClient, BindingType, NamingContextExtClient};
#[cfg(feature = "tokio")]
use super::stubs::{AsyncBindingIteratorClient, AsyncNamingContextExtClient};
use super::{NamingError, PORT, or_root};
#[cfg(feature = "tokio")]
use crate::async_client::AsyncClient;
use crate::client::Client;
use crate::error::Error;
use crate::options::ClientOptions;
use crate::system::binding::Binding;

/// A client of a naming context.
///
/// Names are in that context. What only the interface `NamingContextExt` has is refused by contexts of older services.
pub struct NamingClient {
    stub: NamingContextExtClient,
    options: ClientOptions,
}

/// What a context lists.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// What is bound.
    pub name: NameComponent,
    /// Whether it was bound as a context.
    pub is_context: bool,
}

impl Entry {
    pub(super) fn of(binding: stubs::Binding<'_>) -> Option<Self> {
        let mut name = name::from_wire(binding.binding_name);
        Some(Entry {
            name: name.pop()?,
            is_context: binding.binding_type == BindingType::Ncontext,
        })
    }
}

/// How often a client goes on where a context could not.
const HOPS: usize = 8;

/// How many entries are asked for at once.
const AT_ONCE: u32 = 1000;

fn context_at(binding: &Binding) -> Binding {
    or_root(binding.at_port(PORT))
}

impl NamingClient {
    /// Opens a naming context: the root where the binding names no object, the context of a name where it has one. Without
    /// a port it is at the one of naming services.
    ///
    /// # Errors
    /// The text is not a binding, or the server cannot be reached.
    pub fn open(binding: &str) -> Result<Self, Error> {
        let binding = binding.parse().map_err(Error::Binding)?;
        Self::connect(&binding, &ClientOptions::default())
    }

    /// The same with options.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn connect(binding: &Binding, options: &ClientOptions) -> Result<Self, Error> {
        let client = Client::connect(&context_at(binding), None, options)?;
        Ok(NamingClient {
            stub: NamingContextExtClient::new(client),
            options: options.clone(),
        })
    }

    /// The client underneath.
    pub fn client(&mut self) -> &mut Client {
        self.stub.client()
    }
}

/// What a context does for a client, whose calls block or are futures.
macro_rules! operations {
    ($Client:ident, $Iterator:ident, $self:ident: $receiver:ty $(, $async:ident $await:ident)?) => {
        #[allow(unused_mut, reason = "calls that are futures need no exclusive client")]
        impl $Client {
            /// Binds an object.
            ///
            /// # Errors
            /// The name is bound ([`NamingError::AlreadyBound`]), a context before its last component is not there, or the server
            /// refuses or cannot be reached.
            pub $($async)? fn bind($self: $receiver, name: &Name, object: &str) -> Result<(), NamingError> {
                Ok($self.stub.bind(&name.wire(), object)$(.$await)??)
            }

            /// The same, whether or not an object is bound already.
            ///
            /// # Errors
            /// As [`bind`](Self::bind); a context is bound ([`NamingError::NotFound`]).
            pub $($async)? fn rebind($self: $receiver, name: &Name, object: &str) -> Result<(), NamingError> {
                Ok($self.stub.rebind(&name.wire(), object)$(.$await)??)
            }

            /// Binds a context, which names then lead through.
            ///
            /// # Errors
            /// As [`bind`](Self::bind).
            pub $($async)? fn bind_context($self: $receiver, name: &Name, context: &str) -> Result<(), NamingError> {
                Ok($self.stub.bind_context(&name.wire(), context)$(.$await)??)
            }

            /// The same, whether or not a context is bound already.
            ///
            /// # Errors
            /// As [`bind`](Self::bind); an object is bound ([`NamingError::NotFound`]).
            pub $($async)? fn rebind_context($self: $receiver, name: &Name, context: &str) -> Result<(), NamingError> {
                Ok($self.stub.rebind_context(&name.wire(), context)$(.$await)??)
            }

            /// The reference to what is bound. Where a context cannot reach the next one, that one is asked from here.
            ///
            /// # Errors
            /// It is not bound, or the server refuses or cannot be reached.
            pub $($async)? fn resolve($self: $receiver, name: &Name) -> Result<String, NamingError> {
                let (mut stopped, mut rest) = match $self.resolved(name.components())$(.$await)? {
                    Err(NamingError::CannotProceed { context, rest }) => (context, rest),
                    other => return other,
                };
                for _ in 0..HOPS {
                    if stopped.is_empty() {
                        break;
                    }
                    let next = Binding::received(&stopped).map_err(Error::Binding)?;
                    let mut context = Self::connect(&next, &$self.options)$(.$await)??;
                    match context.resolved(&rest)$(.$await)? {
                        Err(NamingError::CannotProceed { context, rest: more }) => {
                            (stopped, rest) = (context, more);
                        }
                        other => return other,
                    }
                }
                Err(NamingError::CannotProceed {
                    context: stopped,
                    rest,
                })
            }

            /// Removes what is bound. A context stays, only not under that name.
            ///
            /// # Errors
            /// As [`resolve`](Self::resolve).
            pub $($async)? fn unbind($self: $receiver, name: &Name) -> Result<(), NamingError> {
                Ok($self.stub.unbind(&name.wire())$(.$await)??)
            }

            /// Makes a context of the same server, which has no name, and gives the reference to it.
            ///
            /// # Errors
            /// The server refuses or cannot be reached.
            pub $($async)? fn new_context($self: $receiver) -> Result<String, NamingError> {
                Ok($self.stub.new_context()$(.$await)??.into_owned())
            }

            /// Makes a context and binds it.
            ///
            /// # Errors
            /// As [`bind`](Self::bind).
            pub $($async)? fn bind_new_context($self: $receiver, name: &Name) -> Result<String, NamingError> {
                Ok($self.stub.bind_new_context(&name.wire())$(.$await)??.into_owned())
            }

            /// Ends this context, which must be empty.
            ///
            /// # Errors
            /// It is not ([`NamingError::NotEmpty`]), or the server refuses or cannot be reached.
            pub $($async)? fn destroy($self: $receiver) -> Result<(), NamingError> {
                Ok($self.stub.destroy()$(.$await)??)
            }

            /// At most that many entries, and an iterator over those that remain.
            ///
            /// # Errors
            /// The server refuses or cannot be reached.
            pub $($async)? fn list(
                $self: $receiver,
                at_most: u32,
            ) -> Result<(Vec<Entry>, Option<$Iterator>), NamingError> {
                let (found, rest) = $self.stub.list(at_most)$(.$await)??;
                let rest = rest.into_owned();
                let found = found.into_iter().filter_map(Entry::of).collect();
                let rest = match &*rest {
                    "" => None,
                    reference => Some($Iterator::open(reference, &$self.options)$(.$await)??),
                };
                Ok((found, rest))
            }

            /// The first entries, at most that many, and whether there are more. Nothing is left of the iterator.
            ///
            /// # Errors
            /// As [`list`](Self::list).
            pub $($async)? fn entries($self: $receiver, at_most: usize) -> Result<(Vec<Entry>, bool), NamingError> {
                let portion = |have: usize| (at_most - have).min(AT_ONCE as usize).max(1) as u32;
                let (mut all, rest) = $self.list(portion(0))$(.$await)??;
                let Some(mut rest) = rest else {
                    let more = all.len() > at_most;
                    all.truncate(at_most);
                    return Ok((all, more));
                };
                while all.len() < at_most {
                    let found = rest.next_n(portion(all.len()))$(.$await)??;
                    if found.is_empty() {
                        rest.destroy()$(.$await)??;
                        return Ok((all, false));
                    }
                    all.extend(found);
                }
                let more = all.len() > at_most || rest.next_one()$(.$await)??.is_some();
                rest.destroy()$(.$await)??;
                all.truncate(at_most);
                Ok((all, more))
            }

            /// The text of a name, as the server writes it.
            ///
            /// # Errors
            /// The server takes it for none, or cannot be reached.
            pub $($async)? fn to_string($self: $receiver, name: &[NameComponent]) -> Result<String, NamingError> {
                Ok($self.stub.to_string(&name::wire(name))$(.$await)??.into_owned())
            }

            /// The name that a text stands for, as the server reads it.
            ///
            /// # Errors
            /// As [`to_string`](Self::to_string).
            pub $($async)? fn to_name($self: $receiver, text: &str) -> Result<Vec<NameComponent>, NamingError> {
                Ok(name::from_wire($self.stub.to_name(text)$(.$await)??))
            }

            /// A `corbaname:` of an address, as it stands behind `corbaloc:`, and the text of a name.
            ///
            /// # Errors
            /// The server takes one of them for none, or cannot be reached.
            pub $($async)? fn to_url($self: $receiver, address: &str, name: &str) -> Result<String, NamingError> {
                Ok($self.stub.to_url(address, name)$(.$await)??.into_owned())
            }

            /// As [`resolve`](Self::resolve), by the text of a name as the server reads it.
            ///
            /// # Errors
            /// As [`resolve`](Self::resolve).
            pub $($async)? fn resolve_str($self: $receiver, name: &str) -> Result<String, NamingError> {
                Ok($self.stub.resolve_str(name)$(.$await)??.into_owned())
            }

            $($async)? fn resolved($self: $receiver, name: &[NameComponent]) -> Result<String, NamingError> {
                Ok($self.stub.resolve(&name::wire(name))$(.$await)?.map(Cow::into_owned)?)
            }
        }
    };
}

operations!(NamingClient, BindingIterator, self: &mut Self);
#[cfg(feature = "tokio")]
operations!(AsyncNamingClient, AsyncBindingIterator, self: &Self, async await);

/// The entries of a context that [`NamingClient::list`] did not give. A server keeps them until they are
/// [destroyed](Self::destroy), as dropping it does, or for as long as it likes.
pub struct BindingIterator(Option<BindingIteratorClient>);

impl BindingIterator {
    fn open(reference: &str, options: &ClientOptions) -> Result<Self, Error> {
        let at = Binding::received(reference).map_err(Error::Binding)?;
        let client = Client::connect(&at, None, options)?;
        Ok(BindingIterator(Some(BindingIteratorClient::new(client))))
    }

    /// The next entry; `None` at the end.
    ///
    /// # Errors
    /// The server keeps it no longer, or cannot be reached.
    pub fn next_one(&mut self) -> Result<Option<Entry>, NamingError> {
        let Some(stub) = &mut self.0 else {
            return Ok(None);
        };
        let (entry, is_one) = stub.next_one()?;
        Ok(Entry::of(entry).filter(|_| is_one))
    }

    /// The next entries, at most that many; none at the end.
    ///
    /// # Errors
    /// As [`next_one`](Self::next_one).
    pub fn next_n(&mut self, at_most: u32) -> Result<Vec<Entry>, NamingError> {
        let Some(stub) = &mut self.0 else {
            return Ok(Vec::new());
        };
        let (entries, _) = stub.next_n(at_most)?;
        Ok(entries.into_iter().filter_map(Entry::of).collect())
    }

    /// Tells the server that no more are wanted.
    ///
    /// # Errors
    /// As [`next_one`](Self::next_one).
    pub fn destroy(mut self) -> Result<(), NamingError> {
        match take(&mut self.0) {
            Some(mut stub) => Ok(stub.destroy()?),
            None => Ok(()),
        }
    }
}

impl Drop for BindingIterator {
    fn drop(&mut self) {
        if let Some(stub) = &mut self.0 {
            // A server that cannot be reached forgets it by itself.
            let _ = stub.destroy();
        }
    }
}

/// A client of a naming context whose calls are futures. Clones share its connection.
#[cfg(feature = "tokio")]
#[derive(Clone)]
pub struct AsyncNamingClient {
    stub: AsyncNamingContextExtClient,
    options: Arc<ClientOptions>,
}

#[cfg(feature = "tokio")]
impl AsyncNamingClient {
    /// As [`NamingClient::open`].
    ///
    /// # Errors
    /// As there.
    pub async fn open(binding: &str) -> Result<Self, Error> {
        let binding = binding.parse().map_err(Error::Binding)?;
        Self::connect(&binding, &Arc::default()).await
    }

    /// The same with options.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub async fn connect(binding: &Binding, options: &Arc<ClientOptions>) -> Result<Self, Error> {
        let client = AsyncClient::connect(&context_at(binding), None, options.clone()).await?;
        Ok(AsyncNamingClient {
            stub: AsyncNamingContextExtClient::new(client),
            options: options.clone(),
        })
    }

    /// The client underneath.
    pub fn client(&self) -> &AsyncClient {
        self.stub.client()
    }
}

/// As [`BindingIterator`], with calls that are futures. The server is told that it is not needed any more by
/// [`destroy`](Self::destroy) only.
#[cfg(feature = "tokio")]
pub struct AsyncBindingIterator(AsyncBindingIteratorClient);

#[cfg(feature = "tokio")]
impl AsyncBindingIterator {
    async fn open(reference: &str, options: &Arc<ClientOptions>) -> Result<Self, Error> {
        let at = Binding::received(reference).map_err(Error::Binding)?;
        let client = AsyncClient::connect(&at, None, options.clone()).await?;
        Ok(AsyncBindingIterator(AsyncBindingIteratorClient::new(
            client,
        )))
    }

    /// The next entry; `None` at the end.
    ///
    /// # Errors
    /// The server keeps it no longer, or cannot be reached.
    pub async fn next_one(&self) -> Result<Option<Entry>, NamingError> {
        let (entry, is_one) = self.0.next_one().await?;
        Ok(Entry::of(entry).filter(|_| is_one))
    }

    /// The next entries, at most that many; none at the end.
    ///
    /// # Errors
    /// As [`next_one`](Self::next_one).
    pub async fn next_n(&self, at_most: u32) -> Result<Vec<Entry>, NamingError> {
        let (entries, _) = self.0.next_n(at_most).await?;
        Ok(entries.into_iter().filter_map(Entry::of).collect())
    }

    /// Tells the server that no more are wanted.
    ///
    /// # Errors
    /// As [`next_one`](Self::next_one).
    pub async fn destroy(self) -> Result<(), NamingError> {
        Ok(self.0.destroy().await?)
    }
}
