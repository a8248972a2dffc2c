//! The endpoints of a client's successive connections.

use std::io;

use super::place::{self, Way};
use crate::error::Error;
use crate::options::ClientOptions;
use crate::system::binding::{Address, Binding};

/// A binding's endpoints in order, each with its route once that has been determined.
pub(super) struct Routes {
    routes: Vec<(Binding, Option<Way>)>,
    options: ClientOptions,
    /// The endpoint of the first connection.
    first: usize,
}

impl Routes {
    /// For a binding's endpoints; the route to one of them is known.
    pub(super) fn new(
        (binding, options): (&Binding, &ClientOptions),
        to: &Address,
        way: Way,
    ) -> Self {
        let mut routes: Vec<_> = binding.endpoints().map(|at| (at, None)).collect();
        let first = routes.iter().position(|(at, _)| at.address == *to);
        let first = first.expect("the address is one of the binding's");
        routes[first].1 = Some(way);
        let options = options.clone();
        Routes {
            routes,
            options,
            first,
        }
    }

    /// The endpoint of the first connection, and its route.
    pub(super) fn known(&self) -> (&Binding, &Way) {
        let (at, way) = &self.routes[self.first];
        (at, way.as_ref().expect("it was known from the beginning"))
    }

    /// Opens the first that `open` can.
    ///
    /// # Errors
    /// The error of the preferred endpoint.
    pub(super) fn first<T>(
        &mut self,
        open: impl Fn(&Binding, &Way) -> io::Result<T>,
    ) -> io::Result<T> {
        let mut failure = None;
        for (at, way) in &mut self.routes {
            let found = match way {
                Some(way) => Ok(way),
                None => place::way(at, &self.options).map(|found| way.insert(found)),
            };
            match found.map_err(as_io).and_then(|way| open(at, way)) {
                Ok(opened) => return Ok(opened),
                Err(why) => failure = failure.or(Some(why)),
            }
        }
        Err(failure.expect("a binding has an endpoint"))
    }
}

fn as_io(error: Error) -> io::Error {
    match error {
        Error::Io { source, .. } => source,
        other => io::Error::other(other),
    }
}
