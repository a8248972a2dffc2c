//! Our endpoint mapper, called over both protocols.

use manyrpc::binding::Transport;
use manyrpc::registry::epm::{
    Element, Inquiry, Mapper, MapperClient, Place, SyntaxId, Tower, Versions,
};
use manyrpc::{Binding, Uuid};

const INTERFACE: SyntaxId = SyntaxId {
    uuid: Uuid([7; 16]),
    major: 1,
    minor: 2,
};

fn element(object: Uuid, transport: Transport, port: u16) -> Element {
    let host = [127, 0, 0, 1].into();
    let place = Place::Internet {
        transport,
        port,
        host,
    };
    Element {
        object,
        tower: Tower::new(INTERFACE, place),
        annotation: "a calculator".to_owned(),
    }
}

fn mappers() -> (manyrpc::server::Running, Vec<Binding>) {
    let running = Mapper::new().start(0).unwrap();
    let bindings = running.bindings().to_vec();
    (running, bindings)
}

#[test]
fn what_is_inserted_is_found_mapped_and_deleted() {
    let (_running, bindings) = mappers();
    for at in bindings {
        let mut mapper = MapperClient::open(&at).unwrap();
        let elements = [
            element(Uuid::NIL, Transport::Tcp, 1),
            element(Uuid::NIL, Transport::Udp, 2),
        ];
        assert!(mapper.insert(&elements, true).unwrap(), "{at}");
        assert_eq!(mapper.lookup(&Inquiry::All).unwrap(), elements, "{at}");
        let by_interface = Inquiry::Interface(INTERFACE, Versions::Exact);
        assert_eq!(mapper.lookup(&by_interface).unwrap(), elements, "{at}");
        // An older client is served, and mappings are by transport.
        let older = SyntaxId {
            minor: 0,
            ..INTERFACE
        };
        let found = mapper.map(Uuid([9; 16]), older, Transport::Udp).unwrap();
        assert_eq!(found, [elements[1].tower.clone()], "{at}");
        let newer = SyntaxId {
            minor: 3,
            ..INTERFACE
        };
        assert_eq!(mapper.map(Uuid::NIL, newer, Transport::Udp).unwrap(), []);
        assert!(mapper.delete(&elements).unwrap(), "{at}");
        assert!(!mapper.delete(&elements).unwrap(), "{at}");
        assert_eq!(mapper.lookup(&Inquiry::All).unwrap(), []);
    }
}

// C706, `rpc_mgmt_ep_unregister`.
#[test]
fn what_a_server_left_behind_is_deleted_by_its_place() {
    let (_running, bindings) = mappers();
    for at in bindings {
        let mut mapper = MapperClient::open(&at).unwrap();
        let [one, two] = [Uuid([1; 16]), Uuid([2; 16])];
        let elements = [
            element(one, Transport::Tcp, 1),
            element(two, Transport::Tcp, 1),
            element(two, Transport::Tcp, 2),
        ];
        assert!(mapper.insert(&elements, false).unwrap());
        let place = &elements[0].tower;
        assert!(mapper.delete_place(Some(one), place).unwrap());
        assert!(!mapper.delete_place(Some(one), place).unwrap());
        assert_eq!(mapper.lookup(&Inquiry::All).unwrap(), elements[1..]);
        assert!(mapper.delete_place(None, place).unwrap());
        assert_eq!(mapper.lookup(&Inquiry::All).unwrap(), elements[2..]);
        assert!(mapper.delete(&elements[2..]).unwrap(), "{at}");
    }
}

#[test]
fn a_long_listing_comes_in_parts() {
    let (_running, bindings) = mappers();
    let elements: Vec<Element> = (1..=250)
        .map(|port| element(Uuid::NIL, Transport::Tcp, port))
        .collect();
    let mut mapper = MapperClient::open(&bindings[0]).unwrap();
    assert!(mapper.insert(&elements, false).unwrap());
    assert_eq!(mapper.lookup(&Inquiry::All).unwrap(), elements);
    // A mapping does not need all elements, and releases the rest.
    let found = mapper.map(Uuid::NIL, INTERFACE, Transport::Tcp).unwrap();
    assert_eq!(found.len(), 100);
}

#[test]
fn an_endpoint_map_is_an_object() {
    let (_running, bindings) = mappers();
    let objects: Vec<Uuid> = bindings
        .iter()
        .map(|at| MapperClient::open(at).unwrap().object().unwrap())
        .collect();
    assert!(!objects[0].is_nil());
    assert_eq!(objects[0], objects[1]);
}
