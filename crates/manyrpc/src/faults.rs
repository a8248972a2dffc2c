//! What an application's own numbers are called in each system.
//!
//! An application says [`Fault::Other`] or [`Fault::application`] and need not know over what it is called.
//! Where old clients of a system expect a number of that system's, a [`FaultTable`] says which; it is
//! set once for a server, and clients of ours read the same table the other way round.

use std::sync::Arc;

use manyrpc_engine::{Call, Domain, Fault, FaultDetails, Flow, Outcome, Replies, Stream};

/// An application's numbers, and the statuses that say them in systems.
///
/// What a table does not name goes as `docs/faults.md` says. Words and details go along as ever.
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
    /// In the order in which they were said. Calls with several messages share it.
    entries: Arc<Vec<Entry>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    subject: Subject,
    system: Domain,
    status: u32,
}

/// What of the application's is said in a status.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Subject {
    Number(i32),
    /// An exception, by its full name or the last part of it.
    Exception(String),
}

impl FaultTable {
    /// One that says nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same, in which the application's `number` is `status` in a system; of numbers below 0
    /// (JSON-RPC's and XML-RPC's) the same 32 bits. Of several numbers with one status the first is
    /// [given back](Self::from_system). 0 says success in some systems: a failure is sent in its place.
    #[must_use]
    pub fn map(self, number: i32, system: Domain, status: u32) -> Self {
        self.with(Subject::Number(number), system, status)
    }

    /// The same, in which an exception of that name (`shop.OutOfStock`, or its last part) has that
    /// status in a system that names exceptions: NOT_FOUND of gRPC, say. Elsewhere, and where nothing
    /// is said, its status is its number among those of its operation, which gRPC sends as UNKNOWN.
    /// Clients tell exceptions by their names.
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

    /// The status of the exception that a fault is.
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

    /// What a server says over a system where its application says `fault`.
    #[must_use]
    pub fn to_system(&self, system: Domain, fault: Fault) -> Fault {
        let status = |number| {
            // What is said last of a number holds.
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

    /// What a client of ours is to take a fault for that came over a system from a server with such a
    /// table: the application's number where there is one, else the fault as it is.
    #[must_use]
    pub fn from_system(&self, system: Domain, fault: &Fault) -> Fault {
        // Of JSON-RPC's and XML-RPC's numbers many are an application's to us.
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

    /// What becomes of a call's end.
    pub(crate) fn outcome(&self, call: &Call, outcome: Outcome) -> Outcome {
        match outcome {
            Outcome::Fault(fault) => Outcome::Fault(self.refusal(call, fault)),
            other => other,
        }
    }

    /// What is said of a call that is refused.
    pub(crate) fn refusal(&self, call: &Call, fault: Fault) -> Fault {
        self.to_system(call.domain, fault)
    }

    /// A call with several messages that ends as the table has it.
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

/// A call with several messages, whose fault is said in another number.
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
