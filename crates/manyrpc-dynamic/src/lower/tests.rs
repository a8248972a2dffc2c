use manyrpc_model::{Direction, Length, Type};

use super::{LowerError, Shape, lower};
use crate::fixture::*;

/// The snapshot was written by hand from the definition; see the file.
#[test]
fn the_zoo_lowers_to_its_snapshot() {
    let lowered = lower(&zoo()).unwrap();
    assert_eq!(lowered.to_string(), include_str!("zoo.txt"));
}

/// The list elements that occur in the module's values.
fn chains(types: Vec<manyrpc_model::TypeDef>, result: Type) -> Vec<String> {
    let module = module(types, vec![operation(1, "get", [], result)]);
    let lowered = lower(&module).unwrap();
    let used = lowered.used().map(|id| &lowered.types[id.0]);
    used.filter(|t| t.chain).map(|t| t.name.clone()).collect()
}

fn node() -> manyrpc_model::TypeDef {
    record(
        "node",
        [("key", Type::I32), ("next", optional(named("node")))],
    )
}

#[test]
fn a_list_is_an_array_however_its_node_is_held() {
    let list = ["node".to_owned()];
    assert_eq!(chains(vec![node()], optional(named("node"))), list);
    let through_names = vec![
        alias("plain", named("node")),
        alias("link", optional(named("plain"))),
        record("node", [("key", Type::I32), ("next", named("link"))]),
    ];
    assert_eq!(chains(through_names, named("link")), list);

    let apart = ["node_element".to_owned()];
    assert_eq!(chains(vec![node()], named("node")), apart);
    let two = array(named("node"), Length::Fixed(2));
    assert_eq!(chains(vec![node()], two), apart);
    let inside = array(optional(array(named("node"), UNBOUNDED)), UNBOUNDED);
    assert_eq!(chains(vec![node()], inside), apart);
    let held = vec![node(), record("holder", [("first", named("node"))])];
    assert_eq!(chains(held, optional(named("node"))), apart);
    let named_array = vec![node(), alias("nodes", array(named("node"), UNBOUNDED))];
    assert_eq!(chains(named_array, optional(named("node"))), apart);
    let taken = vec![node(), record("node_element", [("x", Type::I32)])];
    assert_eq!(chains(taken, named("node")), ["node_element_2"]);
}

#[test]
fn a_node_by_value_has_the_rest_of_its_list_behind_it() {
    for result in [named("node"), optional(named("node"))] {
        let module = module(vec![node()], vec![operation(1, "get", [], result)]);
        let lowered = lower(&module).unwrap();
        let Shape::Record(whole) = lowered.shape(&named("node")).unwrap() else {
            panic!("a node is a record")
        };
        let Shape::Chain(element) = &lowered.record(whole).shapes[1] else {
            panic!("its last field is a list")
        };
        let Shape::Record(element) = **element else {
            panic!("of records")
        };
        assert_eq!(lowered.record(element).shapes, [Shape::I32]);
        assert_eq!(lowered.types[whole.0].twin, Some(element));
        assert_eq!(lowered.types[element.0].twin, Some(whole));
        let list = lowered.shape(&optional(named("node"))).unwrap();
        assert_eq!(list, lowered.record(whole).shapes[1]);
        for id in [whole, element] {
            assert_eq!(lowered.definition(&module, id).name, "node");
        }
    }
}

#[test]
fn a_list_ends_in_its_link_and_has_no_other() {
    let first = record(
        "node",
        [("next", optional(named("node"))), ("key", Type::I32)],
    );
    assert!(chains(vec![first], optional(named("node"))).is_empty());
    let link = optional(named("node"));
    let tree = record("node", [("left", link.clone()), ("right", link.clone())]);
    assert!(chains(vec![tree], link.clone()).is_empty());
    let empty = record("node", [("next", link.clone())]);
    assert!(chains(vec![empty], link).is_empty());
}

#[test]
fn an_optional_optional_list_keeps_the_outer_one() {
    let module = module(vec![node()], vec![]);
    let lowered = lower(&module).unwrap();
    let shape = lowered.shape(&optional(optional(named("node")))).unwrap();
    let Shape::Optional(inner) = shape else {
        panic!("{shape:?}")
    };
    assert!(matches!(&*inner, Shape::Chain(_)), "{inner:?}");
}

#[test]
fn types_without_end_are_refused() {
    let endless = |types| match lower(&module(types, vec![])) {
        Err(LowerError::Endless(name)) => name,
        other => panic!("{other:?}"),
    };
    assert_eq!(endless(vec![alias("a", named("a"))]), "a");
    assert_eq!(endless(vec![alias("a", optional(named("a")))]), "a");
    assert_eq!(
        endless(vec![
            alias("a", array(named("b"), UNBOUNDED)),
            alias("b", named("a"))
        ]),
        "a"
    );
    assert_eq!(endless(vec![record("r", [("r", named("r"))])]), "r");
    let fixed = array(named("r"), Length::Fixed(2));
    assert_eq!(endless(vec![record("r", [("rs", fixed)])]), "r");
    let through_union = vec![
        union("u", ("d", Type::I32), [(&[0], "r", named("r"))], None),
        record("r", [("u", named("u"))]),
    ];
    assert!(["u", "r"].contains(&&*endless(through_union)));
    let above = vec![
        record("top", [("r", named("r"))]),
        record("r", [("r", named("r"))]),
    ];
    assert_eq!(endless(above), "r");

    let deep = (0..300).map(|i| match i {
        0 => record("r0", [("x", Type::I32)]),
        i => record(&format!("r{i}"), [("x", named(&format!("r{}", i - 1)))]),
    });
    endless(deep.collect());
    let aliases = (0..100_000).map(|i| match i {
        0 => alias("a0", Type::I32),
        i => alias(&format!("a{i}"), named(&format!("a{}", i - 1))),
    });
    endless(aliases.collect());

    let well = vec![record("r", [("rs", array(named("r"), UNBOUNDED))])];
    assert!(lower(&module(well, vec![])).is_ok());
}

#[test]
fn what_a_front_end_lets_through_by_mistake_is_named() {
    let unknown = module(vec![record("r", [("x", named("gone"))])], vec![]);
    assert_eq!(
        lower(&unknown).unwrap_err(),
        LowerError::Unknown("gone".to_owned())
    );
    let wide = union("u", ("d", Type::F64), [(&[0], "x", Type::Void)], None);
    let error = lower(&module(vec![wide], vec![])).unwrap_err();
    assert_eq!(error, LowerError::Discriminant("u".to_owned()));
}

#[test]
fn parameters_travel_their_way() {
    use Direction::{In, InOut, Out};
    let params = [
        ("a", In, Type::I32),
        ("b", Out, Type::I32),
        ("c", InOut, Type::I32),
    ];
    let operation = operation(1, "op", params, Type::Bool);
    let lowered = lower(&module(vec![], vec![operation])).unwrap();
    let op = lowered.operation("V1", "op").unwrap();
    let names = |m: &super::Members| {
        m.iter()
            .map(|(f, _)| f.name.to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        (&*op.input.meta.name, &*op.output.meta.name),
        ("op_in", "op_out")
    );
    assert_eq!(names(&op.input), ["a", "c"]);
    assert_eq!(names(&op.output), ["b", "c", "result"]);
}
