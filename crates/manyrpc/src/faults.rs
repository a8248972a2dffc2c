//! Mappings of an application's fault numbers to each system's.
//!
//! An application returns [`Fault::Other`] or [`Fault::application`] without knowing the system it
//! is called over. If old clients of a system expect that system's numbers, a [`FaultTable`]
//! provides them; it is set once for a server, and our clients read the same table in the other
//! direction.

use std::sync::Arc;

use manyrpc_engine::{Call, Domain, Fault, FaultDetails, Flow, Outcome, Replies, Stream};

/// Mappings of an application's fault numbers to the statuses of systems.
///
/// Numbers without an entry are mapped as in `docs/faults.md`. Messages and details are always
/// kept.
///
/// ```
/// use manyrpc::{Domain, Fault, FaultTable, Server};
///
/// const NO_SUCH_FILE: i32 = 2;
/// let faults = FaultTable::new()
///     .map(NO_SUCH_FILE, Domain::Grpc, 5) // NOT_FOUND
///     .map(NO_SUCH_FILE, Domain::Dce, 0x2); // ERROR_FILE_NOT_FOUND
/// assert_eq!(faults.from_system(Domain::Dce, &Fault::Status(Domain::Dce, 2)), Fault::Other(2));
/// let server = Server::builder().faults(faults);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FaultTable {
    /// In the order of definition. Shared with calls that have several messages.
    entries: Arc<Vec<Entry>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    subject: Subject,
    system: Domain,
    status: u32,
}

/// What a status represents: a number or an exception of the application.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Subject {
    Number(i32),
    /// An exception, by its full name or the last part of it.
    Exception(String),
}

impl FaultTable {
    /// An empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a mapping of the application's `number` to `status` in a system; negative numbers
    /// (JSON-RPC's and XML-RPC's) as the same 32 bits. If several numbers have the same status, the
    /// first is [returned](Self::from_system). 0 means success in some systems: a failure is sent
    /// instead.
    #[must_use]
    pub fn map(self, number: i32, system: Domain, status: u32) -> Self {
        self.with(Subject::Number(number), system, status)
    }

    /// Adds a status for an exception of that name (`shop.OutOfStock`, or its last part) in a
    /// system with named exceptions: for example NOT_FOUND in gRPC. By default its status is its
    /// number among those of its operation, which gRPC sends as UNKNOWN. Clients identify
    /// exceptions by name.
    #[must_use]
    pub fn map_exception(self, exception: impl Into<String>, system: Domain, status: u32) -> Self {
        self.with(Subject::Exception(exception.into()), system, status)
    }

    fn with(mut self, subject: Subject, system: Domain, status: u32) -> Self {
        Arc::make_mut(&mut self.entries).push(Entry {
            subject,
            system,
            status,
        });
        self
    }

    /// The status of the exception in a fault.
    fn of_exception(&self, system: Domain, said: &FaultDetails) -> Option<u32> {
        let exception = said.exceptions.first()?;
        let full = &*exception.name;
        let last = full.rsplit('.').next();
        let mut entries = self.entries.iter().rev();
        let entry = entries.find(|entry| match &entry.subject {
            Subject::Exception(name) => {
                entry.system == system && (name == full || Some(&**name) == last)
            }
            Subject::Number(_) => false,
        });
        entry.map(|entry| entry.status)
    }

    /// The fault that a server sends over a system for `fault` of its application.
    #[must_use]
    pub fn to_system(&self, system: Domain, fault: Fault) -> Fault {
        let status = |number| {
            // The last mapping of a number is used.
            let mut entries = self.entries.iter().rev();
            let number = Subject::Number(number);
            let entry = entries.find(|e| e.system == system && e.subject == number);
            entry.map(|entry| entry.status)
        };
        match fault {
            Fault::Other(number) => match status(number as i32) {
                Some(status) => Fault::Status(system, status),
                None => fault,
            },
            Fault::Detailed(mut said) if said.domain == Domain::Application => {
                let status = match said.exceptions.is_empty() {
                    true => status(said.code),
                    false => self.of_exception(system, &said),
                };
                if let Some(status) = status {
                    (said.domain, said.code) = (system, status as i32);
                }
                Fault::Detailed(said)
            }
            other => other,
        }
    }

    /// The fault that our clients report for one received over a system from a server with such a
    /// table: the application's number if there is one, otherwise the fault unchanged.
    #[must_use]
    pub fn from_system(&self, system: Domain, fault: &Fault) -> Fault {
        // Many numbers of JSON-RPC and XML-RPC belong to applications.
        let is_of = |domain| domain == system || domain == Domain::Application;
        let number = |status| {
            let mut entries = self.entries.iter();
            entries.find_map(|e| match e.subject {
                Subject::Number(number) if (e.system, e.status) == (system, status) => Some(number),
                _ => None,
            })
        };
        let heard = match fault {
            Fault::Status(domain, status) if *domain == system => number(*status),
            Fault::Other(status) => number(*status),
            Fault::Detailed(said) if is_of(said.domain) => number(said.code as u32),
            _ => None,
        };
        match (heard, fault) {
            (None, fault) => fault.clone(),
            (Some(code), Fault::Detailed(said)) => Fault::Detailed(Box::new(FaultDetails {
                domain: Domain::Application,
                code,
                ..(**said).clone()
            })),
            (Some(number), _) => Fault::Other(number as u32),
        }
    }

    /// The end of a call, with its fault mapped.
    pub(crate) fn outcome(&self, call: &Call, outcome: Outcome) -> Outcome {
        match outcome {
            Outcome::Fault(fault) => Outcome::Fault(self.refusal(call, fault)),
            other => other,
        }
    }

    /// The fault of a refused call, mapped.
    pub(crate) fn refusal(&self, call: &Call, fault: Fault) -> Fault {
        self.to_system(call.domain, fault)
    }

    /// A call with several messages, whose fault will be mapped.
    pub(crate) fn stream(&self, call: &Call, stream: Box<dyn Stream>) -> Box<dyn Stream> {
        match self.entries.is_empty() {
            true => stream,
            false => Box::new(Translated {
                system: call.domain,
                faults: self.clone(),
                stream,
            }),
        }
    }
}

/// A call with several messages, whose fault is mapped.
struct Translated {
    system: Domain,
    faults: FaultTable,
    stream: Box<dyn Stream>,
}

impl Translated {
    fn flow(&self, flow: Flow) -> Flow {
        match flow {
            Flow::Over(Outcome::Fault(fault)) => {
                Flow::Over(Outcome::Fault(self.faults.to_system(self.system, fault)))
            }
            other => other,
        }
    }
}

impl Stream for Translated {
    fn begun(&mut self, replies: &mut dyn Replies) -> Flow {
        let flow = self.stream.begun(replies);
        self.flow(flow)
    }

    fn message(&mut self, received: &[u8], replies: &mut dyn Replies) -> Flow {
        let flow = self.stream.message(received, replies);
        self.flow(flow)
    }

    fn ended(&mut self, replies: &mut dyn Replies) -> Flow {
        let flow = self.stream.ended(replies);
        self.flow(flow)
    }

    fn more(&mut self, replies: &mut dyn Replies) -> Flow {
        let flow = self.stream.more(replies);
        self.flow(flow)
    }
}
