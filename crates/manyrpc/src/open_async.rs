//! From a binding to a client whose calls are futures.

use std::net::IpAddr;
use std::sync::{Arc, LazyLock};

use manyrpc_codec::InterfaceId;
use manyrpc_driver::blocking::not_opened;
use manyrpc_driver::tokio::Connection;
use manyrpc_engine::{CallError, Closed};
use tokio::task::spawn_blocking;

use crate::async_client::{AsyncClient, Connecting, Connector, Lanes, SentWith};
use crate::endpoints;
use crate::error::Error;
use crate::held::HeldContexts;
use crate::line::Line;
use crate::open::{connection, traits};
use crate::options::ClientOptions;
use crate::system::binding::{Address, Binding};
use crate::system::check_secures;
use crate::system::connect::{Driver, Made, Plan};
use crate::system::names;

impl AsyncClient {
    /// Opens a binding with a port or path. Needs a tokio runtime, whose tasks then carry the
    /// calls.
    ///
    /// # Errors
    /// The string is not a binding, has no port, or the server cannot be reached.
    pub async fn open(binding: &str) -> Result<Self, Error> {
        let binding = binding.parse().map_err(Error::Binding)?;
        Self::connect(&binding, None, DEFAULTS.clone()).await
    }

    /// Opens a binding; without a port, asks the registry for the interface.
    ///
    /// # Errors
    /// As [`open`](Self::open); the registry cannot be reached or has no entry for the interface.
    pub async fn open_for(binding: &str, interface: InterfaceId<'_>) -> Result<Self, Error> {
        let binding = binding.parse().map_err(Error::Binding)?;
        Self::connect(&binding, Some(interface), DEFAULTS.clone()).await
    }

    /// Opens a binding with options. Of several endpoints the first that can be reached is used,
    /// and again for each later connection. The client keeps the options for those: a program with thousands of clients
    /// gives all of them the same `Arc`.
    ///
    /// # Errors
    /// As [`open_for`](Self::open_for).
    pub async fn connect(
        binding: &Binding,
        interface: Option<InterfaceId<'_>>,
        options: impl Into<Arc<ClientOptions>>,
    ) -> Result<Self, Error> {
        Self::connect_with(binding, interface, options.into()).await
    }

    async fn connect_with(
        binding: &Binding,
        interface: Option<InterfaceId<'_>>,
        options: Arc<ClientOptions>,
    ) -> Result<Self, Error> {
        // What is not supported is reported before any registry is asked for a port.
        if options.security.is_some() {
            check_secures(binding)?;
        }
        binding.system.check(binding, &options)?;
        if let Some(names) = names::of(binding) {
            let (binding, asking) = (binding.clone(), options.clone());
            let found = blocking(move || names.look_up(&binding, &asking)).await?;
            return Box::pin(Self::connect_with(&found, interface, options)).await;
        }
        let target = Target(Arc::new(Given {
            binding: binding.clone(),
            interface: interface.map(|id| Box::new(OwnedInterface::of(id))),
            options: options.clone(),
        }));
        let (first, held) = target.connect_first().await?;
        let alone = !binding.system.shares_connections(binding.transport);
        let alone = alone.then_some(options.connections);
        let traits = traits(binding, &options);
        let lanes = Lanes::new(target.0, alone);
        lanes.adopt(Line::Own(first));
        Ok(AsyncClient::over(lanes, traits, held))
    }
}

/// The options of clients that are given none.
static DEFAULTS: LazyLock<Arc<ClientOptions>> = LazyLock::new(Arc::default);

/// Where a client connects to, and how.
#[derive(Clone)]
struct Target(Arc<Given>);

struct Given {
    binding: Binding,
    interface: Option<Box<OwnedInterface>>,
    options: Arc<ClientOptions>,
}

/// The identity of an interface.
struct OwnedInterface {
    name: String,
    full_name: String,
    /// The rest of it.
    id: InterfaceId<'static>,
}

impl OwnedInterface {
    fn of(id: InterfaceId<'_>) -> Self {
        OwnedInterface {
            name: id.name.to_owned(),
            full_name: id.full_name.to_owned(),
            id: InterfaceId {
                name: "",
                full_name: "",
                ..id
            },
        }
    }

    fn lend(&self) -> InterfaceId<'_> {
        InterfaceId {
            name: &self.name,
            full_name: &self.full_name,
            ..self.id
        }
    }
}

impl Target {
    /// Opens a connection to the first endpoint that can be reached.
    async fn connect_first(&self) -> Result<(Connection, HeldContexts), Error> {
        let binding = &self.0.binding;
        // Datagrams to members, and broadcasts, go to all endpoints at once.
        if binding.alternatives.is_empty() || self.0.options.broadcast {
            return self.connect_to(binding.clone()).await;
        }
        let mut tried = endpoints::Tries::new(binding);
        for at in binding.endpoints() {
            match self.connect_to(at.clone()).await {
                Ok(connection) => return Ok(connection),
                Err(why) => tried.note(&at, why)?,
            }
        }
        Err(tried.all_failed())
    }

    /// Opens a connection to one endpoint.
    async fn connect_to(&self, at: Binding) -> Result<(Connection, HeldContexts), Error> {
        let text = at.to_string();
        let (plan, held) = match is_literal(&at) {
            true => self.plan(&at)?,
            // Name services and registries are asked by calls that block.
            false => {
                let target = self.clone();
                blocking(move || target.plan(&at)).await?
            }
        };
        let opened = plan.carry_out().await.map_err(|source| Error::Io {
            what: format!("cannot reach {text}"),
            source,
        });
        Ok((opened?, held))
    }

    fn plan(&self, at: &Binding) -> Result<(Plan, HeldContexts), Error> {
        let Given {
            binding,
            interface,
            options,
        } = &*self.0;
        let interface = interface.as_deref().map(OwnedInterface::lend);
        let planned = connection(at, interface, (binding, options), Driver::Tasks)?;
        match planned.made {
            Made::Plan(plan) => Ok((plan, planned.held)),
            // A system connects by what it is lent, which says that tasks are to drive.
            Made::Channel(_) => Err(Error::Binding(at.error("it has connected already"))),
        }
    }
}

impl Connector for Given {
    fn sent_with(&self) -> SentWith<'_> {
        SentWith {
            timeout: self.options.timeout,
            object: self.binding.object.as_ref(),
            metadata: Some(&self.options.metadata),
        }
    }

    #[cfg(feature = "tracing")]
    fn called(&self) -> crate::spans::Called<'_> {
        crate::open::called(&self.binding)
    }

    fn connect(self: Arc<Self>) -> Result<Connecting, CallError> {
        Ok(Box::pin(async move {
            let opened = Target(self).connect_first().await;
            opened
                .map(|(connection, _)| Line::Own(connection))
                .map_err(|e| as_call_error(&e))
        }))
    }
}

/// The result of what blocks, on a thread of the runtime for that.
async fn blocking<T: Send + 'static>(
    asked: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let result = spawn_blocking(asked).await;
    result.map_err(|_| Error::Call(CallError::Cancelled))?
}

/// Whether nobody has to be asked for an endpoint's address.
pub(crate) fn is_literal(at: &Binding) -> bool {
    match &at.address {
        Address::Path(_) => true,
        Address::Host(host, port) => port.is_some() && host.parse::<IpAddr>().is_ok(),
    }
}

/// The error of a call for which no connection could be opened.
fn as_call_error(error: &Error) -> CallError {
    const REFUSED: i32 = 111;
    match error {
        Error::Call(error) => error.clone(),
        Error::Io { source, .. } => not_opened(source),
        Error::Unreachable { tried, .. } => tried
            .last()
            .map_or(CallError::Closed(Closed::Unreachable(REFUSED)), |last| {
                as_call_error(&last.why)
            }),
        Error::Registry { source, .. } => as_call_error(source),
        // Nobody serves the interface there any more.
        _ => CallError::Closed(Closed::Unreachable(REFUSED)),
    }
}
