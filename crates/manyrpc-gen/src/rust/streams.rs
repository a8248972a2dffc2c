//! Streaming operations: the client's call object, and the server's handler.

use std::fmt::Write;

use super::doc;
use super::fixed::UNWRITTEN;
use super::operation::{OperationView, one_or_all};

/// Writes the client's call object.
pub(super) fn write_call(out: &mut String, operation: &OperationView) {
    let (rust, name) = (&operation.names.rust, &operation.model.name);
    let what = format!(
        "A call of `{name}` under way, from its client's side. When dropped before its end it is given up."
    );
    doc::line(out, &what);
    let _ = write!(
        out,
        "pub struct {rust}Stream<'c> {{ call: stub::OpenCall<'c> }}
        impl {rust}Stream<'_> {{"
    );
    let streams = operation.model.streams;
    if streams.request {
        write_send(out, operation);
    }
    if streams.request {
        out.push_str(
            "/// Says that no more messages come from here.
            ///
            /// # Errors
            /// The connection is closed.
            pub fn end(&mut self) -> Result<(), stub::CallError> { self.call.end() }",
        );
    }
    write_receive(out, operation);
    out.push_str(
        "/// What has travelled beside the messages so far: what is initial with the first one,
        /// what is trailing with the end, however the call ended.
        pub fn metadata(&mut self) -> &stub::ReplyMetadata { self.call.metadata() }
        /// Abandons the call and notifies the server.
        pub fn cancel(self) {}
        }",
    );
}

fn write_send(out: &mut String, operation: &OperationView) {
    out.push_str(
        "/// Sends a message. Waits while the server takes no more.
        ///
        /// # Errors
        /// The message is too large or does not fit, or the call is over: what comes next says how.
        pub fn send(&mut self",
    );
    let arguments = write_parameters(out, operation);
    let _ = write!(
        out,
        ") -> Result<(), stub::CallError> {{ self.call.send(&{arguments}) }}"
    );
}

/// Writes the parameters of a method; returns an expression for their record.
fn write_parameters(out: &mut String, operation: &OperationView) -> String {
    for slot in operation.inputs.iter() {
        let _ = write!(out, ", {}: {}", slot.ident, slot.place.argument("'_"));
    }
    made(operation, "Args")
}

/// An expression that builds a record from variables named like its fields, including `room` for a reply
/// that has it.
pub(super) fn made(operation: &OperationView, ending: &str) -> String {
    let slots = match ending {
        "Args" => &operation.inputs,
        _ => &operation.outputs,
    };
    let mut idents: Vec<&str> = slots.iter().map(|s| s.ident.as_str()).collect();
    if ending == "Reply" && operation.needs_request() {
        idents.insert(0, "room");
    }
    let record = operation.record(ending, "");
    let name = record.split('<').next().unwrap_or_default();
    match &idents[..] {
        [] => "()".to_owned(),
        some => format!("{name} {{ {} }}", some.join(", ")),
    }
}

fn write_receive(out: &mut String, operation: &OperationView) {
    let (result, record) = (operation.result("'_"), operation.record("Out", "'_"));
    let outputs = operation.outputs.iter();
    let taken = one_or_all(outputs.map(|s| format!("output.{}", s.ident)).collect());
    let output = match operation.outputs.is_empty() {
        true => "()",
        false => "output",
    };
    let _ = match operation.model.streams.reply {
        true => write!(
            out,
            "/// Waits for the next message of the server; `None` when the call is over and went
            /// well.
            ///
            /// # Errors
            /// Whatever ended the call otherwise.
            #[allow(clippy::should_implement_trait, reason = \"it lends, and it may fail\")]
            pub fn next(&mut self) -> Result<Option<{result}>, stub::CallError> {{
                let next: Option<{record}> = self.call.next()?;
                Ok(next.map(|{output}| {taken}))
            }}"
        ),
        false => write!(
            out,
            "/// Says that no more messages come from here, and waits for what the server says.
            ///
            /// # Errors
            /// Whatever ended the call without it.
            pub fn finish(&mut self) -> Result<{result}, stub::CallError> {{
                let {output}: {record} = self.call.finish()?;
                Ok({taken})
            }}"
        ),
    };
}

/// Writes the client's method that opens a call.
pub(super) fn write_method(out: &mut String, constant: &str, operation: &OperationView) {
    let model = operation.model;
    doc::write(out, &model.doc, || {
        format!("Operation {}, `{}`.", model.number, model.name)
    });
    let (ident, rust) = (&operation.names.ident, &operation.names.rust);
    let called = &operation.names.constant;
    let _ = write!(out, "pub fn {ident}(&mut self");
    let open = match model.streams.request {
        true => format!("converse(&{constant}, &{called}, {})", model.streams.reply),
        false => {
            let arguments = write_parameters(out, operation);
            format!("pull(&{constant}, &{called}, &{arguments})")
        }
    };
    let _ = write!(
        out,
        ") -> Result<{rust}Stream<'_>, stub::CallError> {{
            let call = self.client.{open}?;
            Ok({rust}Stream {{ call }})
        }}"
    );
}

/// Writes the method of the server's trait that accepts a call.
pub(super) fn write_taking(out: &mut String, operation: &OperationView) {
    let (ident, rust) = (&operation.names.ident, &operation.names.rust);
    let _ = write!(out, "fn {ident}(&self, call: &stub::Context<'_>");
    let taken = match operation.model.streams.request {
        true => format!("Box<dyn {rust}Handler>"),
        false => {
            for slot in operation.inputs.iter() {
                let _ = write!(out, ", {}: {}", slot.ident, slot.place.owned("'_"));
            }
            format!("stub::ReplyStream<{}>", operation.result("'static"))
        }
    };
    let _ = writeln!(out, ") -> Result<{taken}, stub::Fault> {UNWRITTEN}");
}

/// Writes how a server opens a call.
pub(super) fn write_opening(out: &mut String, operation: &OperationView) {
    let (ident, rust) = (&operation.names.ident, &operation.names.rust);
    let (number, called) = (operation.model.number, &operation.names.constant);
    if operation.model.streams.request {
        let _ = write!(
            out,
            "{number} => Ok(Box::new({rust}Served {{
                marshalling: call.marshalling(&{called}),
                handler: self.0.{ident}(&call.context())?,
                {}
            }})),",
            if operation.model.streams.reply {
                ""
            } else {
                "ended: false,"
            }
        );
        return;
    }
    let arguments = operation.inputs.iter();
    let arguments: String = arguments.map(|s| format!(", input.{}", s.ident)).collect();
    let bound = if arguments.is_empty() { "()" } else { "input" };
    let (pattern, record) = (pattern(operation), operation.record("In", "'_"));
    let _ = write!(
        out,
        "{number} => call.pull(
            &{called},
            |context, {bound}: {record}| self.0.{ident}(context{arguments}),
            |{pattern}| {},
        ),",
        made(operation, "Out")
    );
}

/// The results of an operation as a pattern: `()`, the single one, or a tuple.
pub(super) fn pattern(operation: &OperationView) -> String {
    one_or_all(operation.outputs.iter().map(|s| s.ident.clone()).collect())
}

/// Writes the handler of a call whose client sends a stream.
pub(super) fn write_handler(out: &mut String, operation: &OperationView) {
    if !operation.model.streams.request {
        return;
    }
    let (rust, name) = (&operation.names.rust, &operation.model.name);
    doc::line(
        out,
        &format!(
            "What a server does for one call of `{name}`. It works on the thread of the connection, so it must not wait. Dropped when the client is gone."
        ),
    );
    let _ = write!(out, "pub trait {rust}Handler: Send {{");
    match operation.model.streams.reply {
        true => write_conversing(out, operation),
        false => write_collecting(out, operation),
    }
    let _ = write!(
        out,
        "struct {rust}Served {{
            marshalling: stub::Marshalling,
            handler: Box<dyn {rust}Handler>,
            {}
        }}",
        if operation.model.streams.reply {
            ""
        } else {
            "ended: bool,"
        }
    );
    match operation.model.streams.reply {
        true => write_conversing_served(out, operation),
        false => write_collecting_served(out, operation),
    }
}

/// Writes the parameters of the method that receives a message.
fn write_message(out: &mut String, operation: &OperationView) {
    out.push_str("/// A message came.\nfn message(&mut self");
    for slot in operation.inputs.iter() {
        let _ = write!(out, ", {}: {}", slot.ident, slot.place.owned("'_"));
    }
}

/// An expression that unmarshals a message and passes it on; `more` are additional arguments.
fn handed(operation: &OperationView, handler: &str, more: &str) -> String {
    let arguments = operation
        .inputs
        .iter()
        .map(|s| format!("input.{}", s.ident));
    let mut arguments: Vec<String> = arguments.collect();
    let bound = if arguments.is_empty() { "()" } else { "input" };
    arguments.extend((!more.is_empty()).then(|| more.to_owned()));
    let record = operation.record("In", "'_");
    format!(
        "let {bound}: {record} = marshalling.read(received)?; {handler}.message({})",
        arguments.join(", ")
    )
}

fn write_collecting(out: &mut String, operation: &OperationView) {
    write_message(out, operation);
    let _ = write!(
        out,
        ", metadata: &mut stub::MetadataWriter<'_>) -> Result<(), stub::Fault>;
        /// No more messages come: what there is to say.
        fn finish(&mut self, metadata: &mut stub::MetadataWriter<'_>) -> Result<{}, stub::Fault>;
        /// No more messages come: whether [`finish`](Self::finish) can say now what there is to say.
        /// One that has to wait for it has somebody use the call's waker, and is asked again.
        fn ready(&mut self, metadata: &mut stub::MetadataWriter<'_>) -> bool {{ let _ = metadata; true }}
        }}",
        operation.result("'_")
    );
}

fn write_collecting_served(out: &mut String, operation: &OperationView) {
    let handed = handed(
        operation,
        "self.handler",
        "&mut stub::MetadataWriter::of(replies)",
    );
    let _ = write!(
        out,
        "impl stub::Stream for {}Served {{
            fn message(
                &mut self,
                received: &[u8],
                replies: &mut dyn stub::Replies,
            ) -> stub::Flow {{
                let marshalling = self.marshalling;
                let mut take = || {{ {handed} }};
                take().map(|()| stub::Flow::Wait).into()
            }}
            fn ended(&mut self, replies: &mut dyn stub::Replies) -> stub::Flow {{
                self.ended = true;
                if !self.handler.ready(&mut stub::MetadataWriter::of(replies)) {{
                    return stub::Flow::Wait;
                }}
                let finished = self.handler.finish(&mut stub::MetadataWriter::of(replies));
                let mut replies = self.marshalling.replies(replies);
                let finished = finished.map(|{}| replies.send(&{}));
                finished.map(|()| stub::Flow::DONE).into()
            }}
            fn more(&mut self, replies: &mut dyn stub::Replies) -> stub::Flow {{
                match self.ended {{
                    true => self.ended(replies),
                    false => stub::Flow::Wait,
                }}
            }}
        }}",
        operation.names.rust,
        pattern(operation),
        made(operation, "Out"),
    );
}

fn write_conversing(out: &mut String, operation: &OperationView) {
    let (rust, name) = (&operation.names.rust, &operation.model.name);
    let flow = "Result<stub::Flow, stub::Fault>";
    let replies = format!("replies: &mut {rust}Replies<'_>");
    let _ = write!(
        out,
        "/// The call was taken: what there is to say before anything comes.
        fn begun(&mut self, {replies}) -> {flow} {{ let _ = replies; Ok(stub::Flow::Wait) }}"
    );
    write_message(out, operation);
    let _ = write!(
        out,
        ", {replies}) -> {flow};
        /// No more messages come.
        fn ended(&mut self, {replies}) -> {flow} {{ let _ = replies; Ok(stub::Flow::DONE) }}
        /// There is room again for what [`Flow::More`](stub::Flow::More) spoke of, or somebody
        /// used the call's waker.
        fn more(&mut self, {replies}) -> {flow} {{ let _ = replies; Ok(stub::Flow::Wait) }}
        }}"
    );
    doc::line(out, &format!("Where the replies of a call of `{name}` go."));
    let _ = write!(
        out,
        "pub struct {rust}Replies<'r> {{ replies: stub::TypedReplies<'r> }}
        impl {rust}Replies<'_> {{
            /// Sends one. What cannot be marshalled fails the call.
            pub fn send(&mut self"
    );
    for slot in operation.outputs.iter() {
        let _ = write!(out, ", {}: {}", slot.ident, slot.place.owned("'_"));
    }
    let _ = write!(
        out,
        ") {{ self.replies.send(&{}) }}
            /// Whether the client takes no more for now: then go on with
            /// [`Flow::More`](stub::Flow::More).
            pub fn is_congested(&mut self) -> bool {{ self.replies.is_congested() }}
            /// What says from any thread that there is more to say: the call goes on as if it had
            /// answered [`Flow::More`](stub::Flow::More).
            pub fn waker(&mut self) -> stub::Waker {{ self.replies.waker() }}
            /// Sends what a source has while there is room, an iterator or a queue; the call may go
            /// on as this says.
            pub fn pull(
                &mut self,
                source: &mut (impl stub::ReplySource<{}> + ?Sized),
            ) -> stub::Flow {{
                self.replies.pull(source, |{}| {})
            }}
            /// Metadata that goes before the first reply. False where it comes too late for that,
            /// or the system has none: then it is dropped.
            pub fn add_initial(&mut self, name: &str, value: impl Into<Vec<u8>>) -> bool {{
                self.replies.metadata().add_initial(name, value)
            }}
            /// Lets what is initial go now, before there is a reply: some clients wait for that
            /// before they send anything.
            pub fn send_initial(&mut self) {{ self.replies.metadata().send_initial(); }}
            /// Metadata for the end of the call.
            pub fn add_trailing(&mut self, name: &str, value: impl Into<Vec<u8>>) {{
                self.replies.metadata().add_trailing(name, value);
            }}
        }}",
        made(operation, "Out"),
        operation.result("'static"),
        pattern(operation),
        made(operation, "Out"),
    );
}

fn write_conversing_served(out: &mut String, operation: &OperationView) {
    let rust = &operation.names.rust;
    let handed = handed(operation, "handler", "replies");
    let _ = write!(
        out,
        "impl {rust}Served {{
            fn turn(
                &mut self,
                replies: &mut dyn stub::Replies,
                step: impl FnOnce(
                    &mut dyn {rust}Handler,
                    &mut {rust}Replies<'_>,
                ) -> Result<stub::Flow, stub::Fault>,
            ) -> stub::Flow {{
                let mut replies = {rust}Replies {{ replies: self.marshalling.replies(replies) }};
                step(&mut *self.handler, &mut replies).into()
            }}
        }}
        impl stub::Stream for {rust}Served {{
            fn begun(&mut self, replies: &mut dyn stub::Replies) -> stub::Flow {{
                self.turn(replies, |handler, replies| handler.begun(replies))
            }}
            fn message(&mut self, received: &[u8], replies: &mut dyn stub::Replies) -> stub::Flow {{
                let marshalling = self.marshalling;
                self.turn(replies, |handler, replies| {{ {handed} }})
            }}
            fn ended(&mut self, replies: &mut dyn stub::Replies) -> stub::Flow {{
                self.turn(replies, |handler, replies| handler.ended(replies))
            }}
            fn more(&mut self, replies: &mut dyn stub::Replies) -> stub::Flow {{
                self.turn(replies, |handler, replies| handler.more(replies))
            }}
        }}"
    );
}
