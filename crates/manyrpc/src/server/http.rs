//! Servers within a server of another library.

use manyrpc_driver::exchange::Execution;

use super::{Builder, Parts, check};
use crate::error::Error;
use crate::http::HttpService;
use crate::system::exchanges::{Exchanges, ServeExchanges};

impl Builder {
    /// What this server serves as a service of HTTP requests, to be put beside an application of `axum` or `hyper`: see
    /// [`http`](crate::http).
    ///
    /// # Errors
    /// The builder has what a server of its own would need: bindings, registration, TLS, security or signals; its limits
    /// contradict each other; calls that pass through layers are futures, which workers do not execute.
    pub fn into_http_service(mut self) -> Result<HttpService, Error> {
        if let Some(what) = self.needs_connections() {
            let problem = format!("{what}, which the server around an HTTP service has");
            return Err(Error::Settings(problem));
        }
        #[cfg(feature = "tower")]
        self.check_layers()?;
        check(&self.limits)?;
        let (limits, caps) = (self.limits.clone(), self.caps.clone());
        let Parts {
            handler,
            shared,
            systems,
            ..
        } = self.parts();
        let at = ServeExchanges {
            limits,
            host: shared.host(),
        };
        let exchanges = systems.iter().filter_map(|system| system.exchanges(&at));
        let exchanges: Vec<Exchanges> = exchanges.collect();
        Ok(HttpService::new(Execution::new(handler, &caps), exchanges))
    }

    /// What of it only a server with connections of its own can have.
    fn needs_connections(&self) -> Option<&'static str> {
        let needs = [
            (!self.bindings.is_empty(), "it is to listen"),
            (self.register, "it is to be registered"),
            (self.tls.is_some(), "it has settings of TLS"),
            (
                self.acceptors.is_some() || self.least_level.is_some(),
                "its calls are to be secured",
            ),
            (self.caught.is_some(), "signals are to stop it"),
        ];
        let found = needs.into_iter().find(|(needs, _)| *needs);
        found.map(|(_, what)| what)
    }
}
