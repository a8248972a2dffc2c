// Generated from omg by manyrpc; do not edit.

use std::borrow::Cow;
use ::manyrpc::stub;

/// `title` of the definition.
pub type Title<'a> = Cow<'a, str>;

/// Record `book`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Book<'a> {
    /// Field `title`, at most 40 bytes.
    pub title: Cow<'a, str>,
    /// Field `initial`.
    pub initial: u16,
    /// Field `price`.
    pub price: Cow<'a, str>,
    /// Field `authors`.
    pub authors: Vec<Cow<'a, str>>,
    /// Field `ratings`.
    pub ratings: [Cow<'a, str>; 3],
    /// Field `on`.
    pub on: Cow<'a, str>,
    /// Field `before`.
    pub before: Vec<Cow<'a, str>>,
    /// Field `lent_to`.
    pub lent_to: Option<Cow<'a, str>>,
    /// Field `weight`.
    pub weight: stub::Quad,
}

static BOOK_FIELDS: [stub::Field; 9] = [
    stub::Field::sized("title", stub::Length::UpTo(40))
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .cdr(stub::Cdr::Wide)
        .number(1),
    stub::Field::plain("initial").cdr(stub::Cdr::Wide).number(2),
    stub::Field::plain("price")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .cdr(stub::Cdr::Fixed {
            digits: 7,
            scale: 2,
        })
        .number(3),
    stub::Field::of(
            "authors",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("authors")
                    .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
                    .cdr(stub::Cdr::Wide)
                    .number(4)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(4),
    stub::Field::of(
            "ratings",
            stub::Length::Fixed(3),
            const {
                &stub::Field::plain("ratings")
                    .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
                    .cdr(stub::Cdr::Fixed {
                        digits: 2,
                        scale: 1,
                    })
                    .number(5)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(5),
    stub::Field::plain("on")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .cdr(stub::Cdr::Reference)
        .number(6),
    stub::Field::of(
            "before",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("before")
                    .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
                    .cdr(stub::Cdr::Reference)
                    .number(7)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(7),
    stub::Field::of(
            "lent_to",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("lent_to")
                    .ndr(stub::ndr_place!(terminated true, hoists 1))
                    .cdr(stub::Cdr::Reference)
                    .number(8)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(8),
    stub::Field::plain("weight").number(9),
];

static BOOK: stub::Record = stub::Record::of("book", &BOOK_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    Book<'de>, BOOK, BOOK_FIELDS { 0 title, 1 initial, 2 price, 3 authors, 4 ratings, 5
    on, 6 before, 7 lent_to, 8 weight }
}

impl Book<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Book<'static> {
        Book {
            title: Cow::Owned(self.title.into_owned()),
            initial: self.initial,
            price: Cow::Owned(self.price.into_owned()),
            authors: self
                .authors
                .into_iter()
                .map(|v| Cow::Owned(v.into_owned()))
                .collect(),
            ratings: self.ratings.map(|v| Cow::Owned(v.into_owned())),
            on: Cow::Owned(self.on.into_owned()),
            before: self
                .before
                .into_iter()
                .map(|v| Cow::Owned(v.into_owned()))
                .collect(),
            lent_to: self.lent_to.map(|v| Cow::Owned(v.into_owned())),
            weight: self.weight,
        }
    }
}

impl stub::Standalone for Book<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("book")
        .ndr(stub::ndr_place!(defers true));
}

/// Union `place`.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum Place<'a> {
    /// Label 110: field `number`.
    Number(i64),
    /// Label 115, 116: field `at`.
    At {
        /// The label that chose it.
        label: u32,
        /// What it holds.
        value: Cow<'a, str>,
    },
    /// Any other label: nothing.
    Default {
        /// The label that chose it.
        label: u32,
    },
}

impl Default for Place<'_> {
    fn default() -> Self {
        Self::Number(Default::default())
    }
}

static PLACE_ARMS: [stub::Arm; 3] = [
    stub::Arm::of(&[110], stub::Field::plain("number").number(2).explicit()),
    stub::Arm::of(
        &[115, 116],
        stub::Field::plain("at")
            .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
            .cdr(stub::Cdr::Reference)
            .number(3)
            .explicit(),
    ),
    stub::Arm::of(&[], stub::Field::plain("default").number(4).explicit()),
];

static PLACE: stub::Union = stub::Union::of(
        "place",
        "kind",
        stub::Discriminant::U32,
        &PLACE_ARMS,
        Some(2),
    )
    .ndr(stub::ndr_shape!(align 1, defers true, tag 1));

impl<'a> Place<'a> {
    /// Label 115, 116: field `at`.
    ///
    /// # Errors
    /// The label is another arm's.
    pub fn at(
        label: u32,
        value: impl Into<Cow<'a, str>>,
    ) -> Result<Self, stub::WrongLabel> {
        PLACE.admits(1, i64::from(label))?;
        Ok(Self::At {
            label,
            value: value.into(),
        })
    }

    /// Any other label: nothing.
    ///
    /// # Errors
    /// The label is another arm's.
    pub fn other(label: u32) -> Result<Self, stub::WrongLabel> {
        PLACE.admits(2, i64::from(label))?;
        Ok(Self::Default { label })
    }
}

impl stub::Encode for Place<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Number(_) => (0, 110),
            Self::At { label, .. } => (1, i64::from(*label)),
            Self::Default { label } => (2, i64::from(*label)),
        };
        s.union(f, &PLACE, arm, label, self);
    }
}

impl stub::Fields for Place<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Number(value) => s.field(&PLACE_ARMS[0].field, value),
            Self::At { value, .. } => s.field(&PLACE_ARMS[1].field, value),
            Self::Default { .. } => s.field(&PLACE_ARMS[2].field, &()),
        }
    }
}

impl<'de> stub::Decode<'de> for Place<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &PLACE, self)
    }
}

impl<'de> stub::Arms<'de> for Place<'de> {
    #[inline]
    fn select(&mut self, arm: usize, label: i64) {
        *self = match arm {
            0 => Self::Number(Default::default()),
            1 => {
                Self::At {
                    label: label as u32,
                    value: Default::default(),
                }
            }
            _ => {
                Self::Default {
                    label: label as u32,
                }
            }
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Number(value) => s.slot(&PLACE_ARMS[0].field, value),
            Self::At { value, .. } => s.slot(&PLACE_ARMS[1].field, value),
            Self::Default { .. } => s.slot(&PLACE_ARMS[2].field, &mut ()),
        }
    }
}

impl Place<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Place<'static> {
        match self {
            Self::Number(value) => Place::Number(value),
            Self::At { label, value } => {
                Place::At {
                    label,
                    value: Cow::Owned(value.into_owned()),
                }
            }
            Self::Default { label } => Place::Default { label },
        }
    }
}

impl stub::Standalone for Place<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("place")
        .ndr(stub::ndr_place!(defers true));
}

/// What names interface `shelf`, and its operations.
pub static SHELF: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "shelf",
        full_name: "shelf",
        program: 0x222f7772,
        uuid: 0x3825dc06_0dfc_58cb_9d8e_a11095784915_u128.to_be_bytes(),
        version: 0,
        minor: 0,
    },
    operations: &[&SHELF_FIND, &SHELF_PUT],
};

static SHELF_FIND_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::sized("title", stub::Length::UpTo(40))
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .cdr(stub::Cdr::Wide)
        .number(1),
    stub::Field::plain("left").number(2),
];

static SHELF_FIND_OUT_FIELDS: [stub::Field; 3] = [
    stub::Field::plain("found").ndr(stub::ndr_place!(defers true)).number(1),
    stub::Field::plain("left").number(2),
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .cdr(stub::Cdr::Reference)
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(3),
];

/// What operation `find` takes and gives.
pub static SHELF_FIND: stub::OperationMeta = stub::OperationMeta {
    name: "find",
    number: 0,
    input: &stub::Record::of("find_in", &SHELF_FIND_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const { &stub::XmlRecord::wrapper("urn:shelf", "find", "urn:shelf#find") }),
    output: &stub::Record::of("find_out", &SHELF_FIND_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .returning()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:shelf",
                "findResponse",
                "urn:shelf:shelf:findResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static SHELF_PUT_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("what").ndr(stub::ndr_place!(defers true)).number(1),
    stub::Field::plain("on")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .cdr(stub::Cdr::Reference)
        .number(2),
];

/// What operation `put` takes and gives.
pub static SHELF_PUT: stub::OperationMeta = stub::OperationMeta {
    name: "put",
    number: 1,
    input: &stub::Record::of("put_in", &SHELF_PUT_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const { &stub::XmlRecord::wrapper("urn:shelf", "put", "urn:shelf#put") }),
    output: &stub::Record::of("put_out", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:shelf",
                "putResponse",
                "urn:shelf:shelf:putResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What a call of `find` takes.
#[derive(Clone, Debug)]
pub struct ShelfFindArgs<'a> {
    /// Parameter `title`, at most 40 bytes.
    pub title: &'a str,
    /// Parameter `left`.
    pub left: i16,
}

stub::plain_fields! {
    ShelfFindArgs<'de>, SHELF_FIND_IN_FIELDS { 0 title, 1 left }
}

#[derive(Default)]
struct ShelfFindIn<'a> {
    title: Cow<'a, str>,
    left: i16,
}

stub::plain_slots! {
    ShelfFindIn<'de>, SHELF_FIND_IN_FIELDS { 0 title, 1 left }
}

/// What a call of `find` gives.
#[derive(Clone, Debug, Default)]
pub struct ShelfFindOut<'a> {
    /// Parameter `found`.
    pub found: Book<'a>,
    /// Parameter `left`.
    pub left: i16,
    /// Parameter `result`.
    pub result: Cow<'a, str>,
}

stub::plain_slots! {
    ShelfFindOut<'de>, SHELF_FIND_OUT_FIELDS { 0 found, 1 left, 2 result }
}

/// What a server answers to a call of `find`.
#[derive(Clone, Debug)]
pub struct ShelfFindReply<'a> {
    /// Parameter `found`.
    pub found: &'a Book<'a>,
    /// Parameter `left`.
    pub left: i16,
    /// Parameter `result`.
    pub result: &'a str,
}

stub::plain_fields! {
    ShelfFindReply<'de>, SHELF_FIND_OUT_FIELDS { 0 found, 1 left, 2 result }
}

/// What a call of `put` takes.
#[derive(Clone, Debug)]
pub struct ShelfPutArgs<'a> {
    /// Parameter `what`.
    pub what: &'a Book<'a>,
    /// Parameter `on`.
    pub on: &'a str,
}

stub::plain_fields! {
    ShelfPutArgs<'de>, SHELF_PUT_IN_FIELDS { 0 what, 1 on }
}

#[derive(Default)]
struct ShelfPutIn<'a> {
    what: Book<'a>,
    on: Cow<'a, str>,
}

stub::plain_slots! {
    ShelfPutIn<'de>, SHELF_PUT_IN_FIELDS { 0 what, 1 on }
}

/// A client of `shelf`.
pub struct ShelfClient {
    client: stub::Client,
}

impl ShelfClient {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, SHELF.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// Operation 0, `find`.
    pub fn find(
        &mut self,
        title: &str,
        left: i16,
    ) -> Result<(Book<'_>, i16, Cow<'_, str>), stub::CallError> {
        let output: ShelfFindOut<'_> = self
            .client
            .invoke(&SHELF, &SHELF_FIND, &ShelfFindArgs { title, left })?;
        Ok((output.found, output.left, output.result))
    }

    /// Operation 1, `put`.
    pub fn put(&mut self, what: &Book<'_>, on: &str) -> Result<(), stub::CallError> {
        self.client.invoke(&SHELF, &SHELF_PUT, &ShelfPutArgs { what, on })
    }
}

impl stub::Stub for ShelfClient {
    const INTERFACE: &'static stub::InterfaceMeta = &SHELF;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// What a server of `shelf` does.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait Shelf: Send + Sync {
    /// Operation 0, `find`.
    fn find<'a>(
        &'a self,
        call: &stub::Context<'_>,
        title: Cow<'a, str>,
        left: i16,
    ) -> Result<(Book<'a>, i16, Cow<'a, str>), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `find` where results are not the server's own: a guard's, an `Arc`'s.
    fn find_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        title: Cow<'_, str>,
        left: i16,
        reply: impl FnOnce((&Book<'_>, i16, &str)) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.find(call, title, left)
            .map(|(found, left, result)| reply((&found, left, &result)))
    }

    /// Operation 1, `put`.
    fn put(
        &self,
        call: &stub::Context<'_>,
        what: Book<'_>,
        on: Cow<'_, str>,
    ) -> Result<(), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }
}

/// Serves `shelf` with an object that implements [`Shelf`].
pub struct ShelfServer<T>(pub T);

impl<T: Shelf> stub::Service for ShelfServer<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        SHELF.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        SHELF.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        SHELF.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            0 => {
                call.serve_replying(
                    &SHELF_FIND,
                    |context, input: ShelfFindIn<'_>, reply| {
                        self.0
                            .find_replying(
                                context,
                                input.title,
                                input.left,
                                |(found, left, result)| {
                                    reply
                                        .finish(
                                            &ShelfFindReply {
                                                found,
                                                left,
                                                result,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            1 => {
                call.serve(
                    &SHELF_PUT,
                    |context, input: ShelfPutIn<'_>| {
                        self.0.put(context, input.what, input.on)
                    },
                )
            }
            _ => stub::Outcome::Fault(stub::Fault::NoSuchOperation),
        }
    }
}

stub::if_tokio! {
    /// A client of `shelf` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncShelfClient {
        client: stub::AsyncClient,
    }

    impl AsyncShelfClient {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, SHELF.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// Operation 0, `find`.
        pub async fn find(
            &self,
            title: &str,
            left: i16,
        ) -> Result<(Book<'static>, i16, Cow<'static, str>), stub::CallError> {
            let mut reply = self
                .client
                .invoke(&SHELF, &SHELF_FIND, &ShelfFindArgs { title, left })
                .await?;
            let output: ShelfFindOut<'_> = reply.results(&SHELF_FIND)?;
            Ok((
                output.found.into_owned(),
                output.left,
                Cow::Owned(output.result.into_owned()),
            ))
        }

        /// Operation 1, `put`.
        pub async fn put(&self, what: &Book<'_>, on: &str) -> Result<(), stub::CallError> {
            let mut reply = self
                .client
                .invoke(&SHELF, &SHELF_PUT, &ShelfPutArgs { what, on })
                .await?;
            reply.results(&SHELF_PUT)
        }
    }

    impl stub::AsyncStub for AsyncShelfClient {
        const INTERFACE: &'static stub::InterfaceMeta = &SHELF;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// What a server of `shelf` does, as futures.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncShelf: Send + Sync {
        /// Operation 0, `find`.
        fn find<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            title: Cow<'a, str>,
            left: i16,
        ) -> impl std::future::Future<
            Output = Result<(Book<'a>, i16, Cow<'a, str>), stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 1, `put`.
        fn put<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            what: Book<'a>,
            on: Cow<'a, str>,
        ) -> impl std::future::Future<Output = Result<(), stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `shelf` with an object that implements [`AsyncShelf`], on a runtime.
    pub struct AsyncShelfServer<T>(pub T);

    impl<T: AsyncShelf> stub::Service for AsyncShelfServer<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            SHELF.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            SHELF.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            SHELF.elements()
        }

        fn dispatch(&self, _: u32, _: &mut stub::Dispatch<'_>) -> stub::Outcome {
            stub::Outcome::Fault(stub::Fault::ServerFailure)
        }

        fn is_async(&self) -> bool {
            true
        }

        fn dispatch_async<'a>(
            &'a self,
            operation: u32,
            mut call: stub::Dispatch<'a>,
        ) -> stub::Serving<'a> {
            match operation {
                0 => {
                    stub::serving(async move {
                        let (input, mut referents): (ShelfFindIn<'_>, _) = call
                            .input(&SHELF_FIND)?;
                        let context = call.context();
                        let result = self.0.find(&context, input.title, input.left).await;
                        let output = result.map_err(|fault| call.fail(&SHELF_FIND, fault))?;
                        Ok(
                            call
                                .end(
                                    &SHELF_FIND,
                                    &ShelfFindReply {
                                        found: &output.0,
                                        left: output.1,
                                        result: &output.2,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                1 => {
                    stub::serving(async move {
                        let (input, mut referents): (ShelfPutIn<'_>, _) = call
                            .input(&SHELF_PUT)?;
                        let context = call.context();
                        let result = self.0.put(&context, input.what, input.on).await;
                        let () = result.map_err(|fault| call.fail(&SHELF_PUT, fault))?;
                        Ok(call.end(&SHELF_PUT, &(), &mut referents))
                    })
                }
                _ => {
                    Box::pin(
                        std::future::ready(
                            stub::Outcome::Fault(stub::Fault::NoSuchOperation),
                        ),
                    )
                }
            }
        }
    }
}
