//! Valuetypes with omniORB, both directions: shared and cyclic, boxed, derived and truncatable, in exceptions.
//!
//! The definition is `interfaces/corba/values.idl`, which theirs are compiled from.

mod support;

use std::sync::Arc;

use manyrpc::cdr::Any;
use manyrpc::stub::Shared;
use manyrpc::{Context, Fault, Server};
use support::Peer;
use support::world::{Served, Stub, World, in_world};

/// Generated.
#[rustfmt::skip]
#[path = "../../manyrpc-gen/tests/corpus/values.rs"]
pub mod values;

use values::{
    AsyncBoardClient, Board, BoardClient, BoardRefuseError, BoardServer, Circle, CircleOrDerived,
    Coloured, Drawing, Name, Node, Nothing, Point, Points, Refused, Ring, Shape, ShapeOrDerived,
    Spot, Square, ValueBase,
};

const PROGRAM: &str = "omniorb-values/omniorb_values";

/// What theirs sends, and looks at when it comes back.
const CASES: [&str; 8] = [
    "points",
    "shapes",
    "bases",
    "nodes",
    "lists",
    "structs",
    "exceptions",
    "anys",
];

/// Returns what it gets.
struct Keeper;

impl Board for Keeper {
    fn r#move(
        &self,
        _: &Context<'_>,
        from: Shared<Point>,
    ) -> Result<(Shared<Point>, Shared<Point>), Fault> {
        Ok((from.clone(), from))
    }

    fn same(&self, _: &Context<'_>, a: Shared<Point>, b: Shared<Point>) -> Result<bool, Fault> {
        Ok(a.is_same(&b))
    }

    fn echo(
        &self,
        _: &Context<'_>,
        what: Shared<ShapeOrDerived>,
    ) -> Result<Shared<ShapeOrDerived>, Fault> {
        Ok(what)
    }

    fn paint(&self, _: &Context<'_>, what: Shared<Coloured>) -> Result<Shared<Coloured>, Fault> {
        Ok(what)
    }

    fn keep(&self, _: &Context<'_>, what: Shared<ValueBase>) -> Result<Shared<ValueBase>, Fault> {
        Ok(what)
    }

    fn walk(&self, _: &Context<'_>, from: Shared<Node>) -> Result<Shared<Node>, Fault> {
        Ok(from)
    }

    fn pick(
        &self,
        _: &Context<'_>,
        all: Vec<Shared<Point>>,
        _: Shared<Name>,
    ) -> Result<Shared<Points>, Fault> {
        Ok(Shared::new(Points { value: all }))
    }

    fn draw(&self, _: &Context<'_>, what: Drawing) -> Result<Drawing, Fault> {
        Ok(what)
    }

    fn refuse(
        &self,
        _: &Context<'_>,
        what: Shared<ShapeOrDerived>,
    ) -> Result<(), BoardRefuseError> {
        Err(Refused { why: what }.into())
    }

    fn wrap(&self, _: &Context<'_>, what: Any) -> Result<Any, Fault> {
        Ok(what)
    }
}

fn serve(world: World) -> Served {
    let server = world.service(Server::builder(), BoardServer(Keeper));
    let server = server
        .listen("iiop://127.0.0.1:0")
        .and_then(|server| world.start(server));
    server.expect("loopback can be listened on")
}

#[test]
fn omniorb_calls_us() {
    for world in World::ALL {
        let server = serve(world);
        let port = server.port().to_string();
        let mut peer = Peer::start(PROGRAM, &["call", "127.0.0.1", &port]);
        for case in CASES {
            assert_eq!(peer.run_all(case, 3), Ok(()), "{world} {case}");
        }
        let case = "exceptions-in-chunks";
        assert_eq!(peer.run_all(case, 3), Ok(()), "{world} {case}");
        server.stop();
    }
}

/// Its own client finds nothing wrong with its own server.
#[test]
fn omniorb_calls_itself() {
    let mut server = Peer::start(PROGRAM, &["serve"]);
    let port = server.port().to_string();
    let mut peer = Peer::start(PROGRAM, &["call", "127.0.0.1", &port]);
    for case in CASES {
        assert_eq!(peer.run_all(case, 1), Ok(()), "{case}");
    }
}

fn point(x: i32, y: i16) -> Shared<Point> {
    Shared::new(Point { x, y })
}

fn circle(id: i64, center: Shared<Point>) -> Circle {
    let colour = "red".to_owned();
    Circle { id, colour, center }
}

#[test]
fn we_call_omniorb() {
    let mut server = Peer::start(PROGRAM, &["serve"]);
    let port = server.port();
    for world in World::ALL {
        let binding = format!("iiop://127.0.0.1:{port}/values.Board");
        let mut board = world
            .open(&binding, (BoardClient::new, AsyncBoardClient::new))
            .expect("it listens");
        let board = &mut board;

        let at = point(1, -2);
        let (to, result) = in_world!(board.r#move(&at)).unwrap();
        assert_eq!((&to, &result), (&at, &at));
        assert!(to.is_same(&result), "one point in the reply");
        assert!(in_world!(board.same(&at, &at)).unwrap(), "{world}");
        assert!(
            !in_world!(board.same(&at, &point(1, -2))).unwrap(),
            "{world}"
        );
        let (to, result) = in_world!(board.r#move(&Shared::NONE)).unwrap();
        assert!(to.is_none() && result.is_none());

        let center = point(1, 2);
        let hole = CircleOrDerived::Circle(circle(3, center.clone()));
        let ring = Ring {
            id: 7,
            colour: "blue".to_owned(),
            center,
            width: 1.5,
            hole: Shared::new(hole),
            title: Shared::new(Name {
                value: "around".to_owned(),
            }),
        };
        for shape in [
            ShapeOrDerived::Shape(Shape { id: -5 }),
            ShapeOrDerived::Circle(circle(6, Shared::NONE)),
            ShapeOrDerived::Circle(circle(6, point(8, 9))),
            ShapeOrDerived::Ring(ring),
            ShapeOrDerived::Square(Square { id: 8, side: 7 }),
        ] {
            let sent = Shared::new(shape);
            let back = in_world!(board.echo(&sent)).unwrap();
            assert_eq!(back, sent, "{world}");
            if let Some(ShapeOrDerived::Ring(ring)) = back.get().as_deref() {
                let hole = ring.hole.get().unwrap();
                let CircleOrDerived::Circle(hole) = &*hole else {
                    panic!("{hole:?}");
                };
                assert!(hole.center.is_same(&ring.center), "one center");
            }
            // omniORB cannot send what is in chunks in an exception.
            if !matches!(
                sent.get().as_deref(),
                Some(ShapeOrDerived::Shape(_) | ShapeOrDerived::Square(_))
            ) {
                continue;
            }
            match in_world!(board.refuse(&sent)) {
                Err(BoardRefuseError::Refused(Refused { why })) => assert_eq!(why, sent),
                other => panic!("{world}: {other:?}"),
            }
        }

        let spot = Shared::new(Coloured::Spot(Spot {
            colour: "green".to_owned(),
        }));
        assert_eq!(in_world!(board.paint(&spot)).unwrap(), spot);
        for value in [
            ValueBase::Nothing(Nothing {}),
            ValueBase::Point(Point { x: 3, y: 4 }),
            ValueBase::Name(Name {
                value: "boxed".to_owned(),
            }),
            ValueBase::Circle(circle(6, point(1, 2))),
        ] {
            let sent = Shared::new(value);
            assert_eq!(in_world!(board.keep(&sent)).unwrap(), sent, "{world}");
        }

        // A node whose next is itself.
        let node: Shared<Node> = Arc::new_cyclic(|node| Node {
            label: "a".to_owned(),
            next: Shared::back(node),
            other: Shared::NONE,
        })
        .into();
        let back = in_world!(board.walk(&node)).unwrap();
        assert!(back.get().unwrap().next.is_same(&back), "{world}");

        let first = point(1, 2);
        let all = [first.clone(), first, Shared::NONE];
        let picked = in_world!(board.pick(&all, &Shared::NONE)).unwrap();
        let picked = picked.get().unwrap();
        assert_eq!(picked.value, all);
        assert!(picked.value[0].is_same(&picked.value[1]));

        let origin = point(5, 6);
        let drawing = Drawing {
            main: Shared::new(ShapeOrDerived::Circle(circle(1, origin.clone()))),
            origin,
            title: Shared::NONE,
        };
        let back = in_world!(board.draw(&drawing)).unwrap();
        assert_eq!(back, drawing, "{world}");
        let main = back.main.get().unwrap();
        let ShapeOrDerived::Circle(main) = &*main else {
            panic!("{main:?}");
        };
        assert!(main.center.is_same(&back.origin), "one point");
    }
}
