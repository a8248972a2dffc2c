//! The cases of `features.wsdl` and `graphs.wsdl` by stubs: servers that implement the generated traits, and calls of generated clients.

#[allow(
    missing_docs,
    unused,
    unreachable_pub,
    reason = "the whole generated text is compiled, the tests use a part"
)]
#[rustfmt::skip]
#[path = "generated/features.rs"]
mod features;
#[allow(missing_docs, unused, unreachable_pub, reason = "as above")]
#[rustfmt::skip]
#[path = "generated/graphs.rs"]
mod graphs;

use std::borrow::Cow;
use std::fmt::Debug;
use std::sync::Mutex;

use manyrpc::{CallError, Context, Fault, Server};
use tokio::task::yield_now;

use self::features::*;
use self::graphs::*;
use crate::support::world::{Served, Stub, World, in_world};
use crate::{Results, started};

/// What both services do, in either world.
#[derive(Default)]
struct Application {
    texts: Mutex<Vec<String>>,
}

impl Application {
    fn divide(a: i32, b: i32) -> Result<i32, FeaturesDivideError> {
        match (a, b) {
            (_, 0) => Err(failed(a).into()),
            (..0, _) => Err(Refused {}.into()),
            _ => Ok(a / b),
        }
    }

    fn greet<'a>(session: Session<'a>, name: &str) -> (Session<'a>, Cow<'a, str>) {
        let hops = session.hops + 1;
        (Session { hops, ..session }, format!("Hello, {name}").into())
    }

    fn notify(&self, text: Cow<'_, str>) {
        let mut texts = self.texts.lock().expect("nobody panics with it");
        texts.push(text.into_owned());
    }

    fn notified(&self) -> Vec<Cow<'static, str>> {
        let mut texts = self.texts.lock().expect("nobody panics with it");
        texts.drain(..).map(Cow::Owned).collect()
    }
}

/// The exception that a division by zero raises.
fn failed(a: i32) -> Failed<'static> {
    Failed {
        number: -1,
        words: format!("{a} / 0").into(),
        hue: Colour::LightBlue,
        more: vec![1, 2],
    }
}

/// The same as futures, which wait before they answer.
#[derive(Default)]
struct Waiting(Application);

/// Methods that answer with their argument.
macro_rules! echoes {
    (blocking $($name:ident $(<$of:lifetime>)?: $ty:ty,)*) => {$(
        fn $name $(<$of>)? (&$($of)? self, _: &Context<'_>, value: $ty) -> Result<$ty, Fault> {
            Ok(value)
        }
    )*};
    (futures $($name:ident $(<$of:lifetime>)?: $ty:ty,)*) => {$(
        async fn $name $(<$of>)? (&$($of)? self, _: &Context<'_>, value: $ty) -> Result<$ty, Fault> {
            yield_now().await;
            Ok(value)
        }
    )*};
}

macro_rules! echoes_of_features {
    ($kind:ident) => {
        echoes! { $kind
            echo_scalars<'a>: Scalars<'a>,
            echo_exact<'a>: Exact<'a>,
            echo_optionals<'a>: Optionals<'a>,
            echo_terms<'a>: Vec<Term<'a>>,
            echo_shapes<'a>: Vec<ShapeOrDerived<'a>>,
            echo_tree<'a>: Tree<'a>,
            echo_bare<'a>: Tree<'a>,
            echo_measures<'a>: Vec<Measure<'a>>,
            echo_lists: Lists,
            echo_envelope<'a>: Envelope<'a>,
            echo_binaries<'a>: Vec<Cow<'a, [u8]>>,
        }
    };
}

macro_rules! echoes_of_graphs {
    ($kind:ident) => {
        echoes! { $kind
            echo_node<'a>: Node<'a>,
            echo_pair<'a>: Pair<'a>,
            echo_nodes<'a>: Vec<Node<'a>>,
            echo_texts<'a>: Vec<Cow<'a, str>>,
            echo_grid: Vec<Vec<i32>>,
            echo_rows: Vec<Vec<i32>>,
            echo_coded<'a>: Coded<'a>,
            echo_hues: Vec<Hue>,
        }
    };
}

impl Features for Application {
    echoes_of_features!(blocking);

    fn divide(&self, _: &Context<'_>, a: i32, b: i32) -> Result<i32, FeaturesDivideError> {
        Self::divide(a, b)
    }

    fn greet<'a>(
        &'a self,
        _: &Context<'_>,
        session: Session<'a>,
        name: Cow<'a, str>,
    ) -> Result<(Session<'a>, Cow<'a, str>), Fault> {
        Ok(Self::greet(session, &name))
    }

    fn notify(&self, _: &Context<'_>, text: Cow<'_, str>) -> Result<(), Fault> {
        self.notify(text);
        Ok(())
    }

    fn notified<'a>(&'a self, _: &Context<'_>) -> Result<Vec<Cow<'a, str>>, Fault> {
        Ok(self.notified())
    }
}

impl AsyncFeatures for Waiting {
    echoes_of_features!(futures);

    async fn divide(&self, _: &Context<'_>, a: i32, b: i32) -> Result<i32, FeaturesDivideError> {
        yield_now().await;
        Application::divide(a, b)
    }

    async fn greet<'a>(
        &'a self,
        _: &Context<'_>,
        session: Session<'a>,
        name: Cow<'a, str>,
    ) -> Result<(Session<'a>, Cow<'a, str>), Fault> {
        yield_now().await;
        Ok(Application::greet(session, &name))
    }

    async fn notify(&self, _: &Context<'_>, text: Cow<'_, str>) -> Result<(), Fault> {
        yield_now().await;
        self.0.notify(text);
        Ok(())
    }

    async fn notified<'a>(&'a self, _: &Context<'_>) -> Result<Vec<Cow<'a, str>>, Fault> {
        yield_now().await;
        Ok(self.0.notified())
    }
}

impl Graphs for Application {
    echoes_of_graphs!(blocking);
}

impl AsyncGraphs for Waiting {
    echoes_of_graphs!(futures);
}

/// A server of `features` or `graphs`.
pub(crate) fn serve(world: World, definition: &str) -> Served {
    let server = Server::builder();
    let (blocking, futures) = (Application::default(), Waiting::default());
    let server = match (world, definition) {
        (World::Blocking, "features") => server.service(FeaturesServer(blocking)),
        (World::Blocking, _) => server.service(GraphsServer(blocking)),
        (World::Futures, "features") => server.service(AsyncFeaturesServer(futures)),
        (World::Futures, _) => server.service(AsyncGraphsServer(futures)),
    };
    started(world, server)
}

/// Every case of ours, with a server of `features` or `graphs` there.
pub(crate) fn cases(world: World, at: &str, definition: &str, manner: &str) -> Results {
    let results = match definition {
        "features" => of_features(world, at),
        _ => of_graphs(world, at),
    };
    let named = |(case, result)| (format!("{manner} {case}"), result);
    results.into_iter().map(named).collect()
}

/// The result of a call must be the argument; texts of both are compared, so that NaN is itself and -0 is not 0.
fn same<T: Debug>(got: Result<T, CallError>, sent: &T) -> Result<(), String> {
    let got = got.map_err(|e| e.to_string())?;
    // An empty element has two forms.
    let text = |value: &T| format!("{value:?}").replace("<z:b></z:b>", "<z:b/>");
    match text(&got) == text(sent) {
        true => Ok(()),
        false => Err(format!("a wrong result: {got:?}")),
    }
}

/// Calls an operation with each of these values, which must come back.
macro_rules! come_back {
    ($stub:ident.$method:ident, $values:expr) => {
        $values
            .iter()
            .try_for_each(|value| same(in_world!($stub.$method(value)), value))
    };
}

type Case = (&'static str, Result<(), String>);

fn of_features(world: World, at: &str) -> Vec<Case> {
    let stub = world.open(at, (FeaturesClient::new, AsyncFeaturesClient::new));
    let mut stub = stub.expect("it listens");
    let stub = &mut stub;
    vec![
        ("scalars", come_back!(stub.echo_scalars, scalars())),
        ("exact", come_back!(stub.echo_exact, [exact()])),
        ("optionals", come_back!(stub.echo_optionals, optionals())),
        ("terms", come_back!(stub.echo_terms, terms())),
        ("shapes", come_back!(stub.echo_shapes, [shapes()])),
        ("tree", come_back!(stub.echo_tree, [tree()])),
        (
            "bare",
            come_back!(
                stub.echo_bare,
                [parent("document", vec![parent("itself", vec![])])]
            ),
        ),
        ("measures", come_back!(stub.echo_measures, [measures()])),
        (
            "lists",
            come_back!(
                stub.echo_lists,
                [Lists {
                    row: vec![vec![1, -2, 3], vec![], vec![4]]
                }]
            ),
        ),
        ("envelope", come_back!(stub.echo_envelope, envelopes())),
        (
            "binaries",
            come_back!(
                stub.echo_binaries,
                [[&[0, 1, 2, 3][..], &[], &[255]].map(Cow::from).to_vec()]
            ),
        ),
        ("divide", divide(stub)),
        ("failed", raises_failed(stub)),
        ("refused", raises_refused(stub)),
        ("header", header(stub)),
        ("one-way", one_way(stub)),
    ]
}

type OfFeatures = Stub<FeaturesClient, AsyncFeaturesClient>;

fn divide(stub: &mut OfFeatures) -> Result<(), String> {
    match in_world!(stub.divide(42, 5)) {
        Ok(8) => Ok(()),
        other => Err(format!("{other:?}")),
    }
}

fn raises_failed(stub: &mut OfFeatures) -> Result<(), String> {
    match in_world!(stub.divide(7, 0)) {
        Err(FeaturesDivideError::Failed(raised)) if raised == failed(7) => Ok(()),
        other => Err(format!("{other:?}")),
    }
}

fn raises_refused(stub: &mut OfFeatures) -> Result<(), String> {
    match in_world!(stub.divide(-1, 1)) {
        Err(FeaturesDivideError::Refused(Refused {})) => Ok(()),
        other => Err(format!("{other:?}")),
    }
}

fn header(stub: &mut OfFeatures) -> Result<(), String> {
    let session = |hops| Session {
        token: "secret & more".into(),
        hops,
    };
    let got = in_world!(stub.greet(&session(1), "Ada"));
    same(got, &(session(2), "Hello, Ada".into()))
}

fn one_way(stub: &mut OfFeatures) -> Result<(), String> {
    let texts = ["first", "second"];
    for text in texts {
        in_world!(stub.notify(text)).map_err(|e| e.to_string())?;
    }
    // The server may carry them out later than it answers.
    let mut got: Vec<String> = Vec::new();
    while got.len() < texts.len() {
        let more = in_world!(stub.notified()).map_err(|e| e.to_string())?;
        got.extend(more.into_iter().map(Cow::into_owned));
    }
    got.sort();
    match got == texts {
        true => Ok(()),
        false => Err(format!("a wrong result: {got:?}")),
    }
}

fn scalars() -> [Scalars<'static>; 3] {
    let usual = Scalars {
        truth: true,
        tiny: i8::MIN,
        natural_tiny: u8::MAX,
        small: i16::MIN,
        natural_small: u16::MAX,
        whole: i32::MIN,
        natural: u32::MAX,
        huge: i64::MIN,
        natural_huge: u64::MAX,
        approximate: 0.1,
        precise: 1e-300,
        words: "a <b> & \"c\" ]]> dé美🦀".into(),
        hue: Colour::LightBlue,
        grade: 5,
        code: "ABC-12".into(),
        bytes: Cow::Borrowed(&[0, 1, 2, 3]),
        digest: Cow::Borrowed(&[0xde, 0xad, 0xbe, 0xef]),
        place: "http://example.org/?a=1&b=2".into(),
    };
    let none = Scalars {
        approximate: f32::INFINITY,
        precise: f64::NAN,
        words: "  line\r\n\ttab ".into(),
        bytes: Cow::Borrowed(&[]),
        digest: Cow::Borrowed(&[]),
        ..usual.clone()
    };
    let negative = Scalars {
        approximate: f32::NEG_INFINITY,
        precise: -0.0,
        words: "".into(),
        ..usual.clone()
    };
    [none, negative, usual]
}

fn exact() -> Exact<'static> {
    Exact {
        price: "-12345678901234.0123456789".into(),
        large: "123456789012345678901234".into(),
        moment: "2026-11-27T23:59:59.123456789+05:30".into(),
        day: "2024-02-29Z".into(),
        hour: "00:00:00.5".into(),
        span: "-P1Y2M3DT4H5M6.7S".into(),
    }
}

fn optionals() -> [Optionals<'static>; 2] {
    let full = Optionals {
        omitted: Some(7),
        nil: Some(8),
        both: Some("both".into()),
        many: vec![1, -2, 3],
        holes: vec![Some("".into()), Some("x".into()), None],
        id: "a 'b' <c>".into(),
        rank: Some(-1),
    };
    [Optionals::default(), full]
}

fn terms() -> [Vec<Term<'static>>; 2] {
    let point = Point { x: 1, y: -1 };
    let all = vec![
        Term::Number(42),
        Term::Text("words".into()),
        Term::Place(point),
    ];
    [vec![], all]
}

fn shapes() -> Vec<ShapeOrDerived<'static>> {
    vec![
        ShapeOrDerived::Shape(Shape {
            name: "plain".into(),
        }),
        ShapeOrDerived::Circle(Circle {
            name: "round".into(),
            radius: 1.5,
        }),
        ShapeOrDerived::Square(Square {
            name: "even".into(),
            side: 2.0,
        }),
        ShapeOrDerived::LabelledSquare(LabelledSquare {
            name: "named".into(),
            side: 2.5,
            label: "L".into(),
        }),
    ]
}

fn parent(label: &'static str, child: Vec<Tree<'static>>) -> Tree<'static> {
    Tree {
        label: label.into(),
        child,
    }
}

fn tree() -> Tree<'static> {
    let left = parent("left", vec![parent("leaf", vec![])]);
    parent("root", vec![left, parent("", vec![])])
}

fn measures() -> Vec<Measure<'static>> {
    let measure = |value, unit: &'static str| Measure {
        value,
        unit: unit.into(),
    };
    vec![measure(0.25, "m"), measure(1e6, "")]
}

fn envelopes() -> [Envelope<'static>; 2] {
    let with = |any| Envelope { before: 1, any };
    let note = "<z:note xmlns:z=\"urn:other\" z:a=\"1\">text<z:b/></z:note>";
    [with(vec![]), with(vec![note.into()])]
}

fn of_graphs(world: World, at: &str) -> Vec<Case> {
    let stub = world.open(at, (GraphsClient::new, AsyncGraphsClient::new));
    let mut stub = stub.expect("it listens");
    let stub = &mut stub;
    let element = |label: Option<&'static str>| NodeElement {
        label: label.map(Cow::from),
    };
    let node = |label: &'static str, next: Vec<NodeElement<'static>>| Node {
        label: Some(label.into()),
        next: next.into(),
    };
    let alike = || vec![element(Some("alike"))].into();
    let pair = Pair {
        left: alike(),
        right: alike(),
    };
    let texts = ["a <b>", "", "c"].map(Cow::from).to_vec();
    let coded = Coded {
        hue: Hue::LightBlue,
        code: "ABC-12".into(),
        grade: 5,
    };
    vec![
        (
            "chain",
            come_back!(
                stub.echo_node,
                [node("first", vec![element(None), element(Some("last"))])]
            ),
        ),
        ("apart", come_back!(stub.echo_pair, [pair])),
        (
            "nodes",
            come_back!(
                stub.echo_nodes,
                [vec![node("a", vec![]), node("b", vec![])]]
            ),
        ),
        ("texts", come_back!(stub.echo_texts, [texts])),
        ("none", come_back!(stub.echo_texts, [vec![]])),
        (
            "grid",
            come_back!(stub.echo_grid, [vec![vec![1, -2, 3], vec![4, 5, 6]]]),
        ),
        (
            "rows",
            come_back!(stub.echo_rows, [vec![vec![1, 2, 3], vec![], vec![4]]]),
        ),
        ("coded", come_back!(stub.echo_coded, [coded])),
        (
            "hues",
            come_back!(stub.echo_hues, [vec![Hue::Red, Hue::LightBlue, Hue::Red]]),
        ),
    ]
}
