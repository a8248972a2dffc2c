use super::*;
use manyrpc_codec::InterfaceId;

/// A service with one operation, named like the interface and numbered like the program.
struct Nothing(InterfaceId<'static>);

impl Service for Nothing {
    fn interface(&self) -> InterfaceId<'_> {
        self.0
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        vec![(self.0.name, self.0.program)]
    }

    fn dispatch(&self, _: u32, _: &mut Dispatch<'_>) -> Outcome {
        Outcome::Done
    }
}

fn numbered(uuid: u8, version: u32, minor: u16) -> Arc<dyn Service> {
    Arc::new(Nothing(InterfaceId {
        program: uuid.into(),
        version,
        uuid: [uuid; 16],
        minor,
        ..InterfaceId::ONLY
    }))
}

fn named(name: &'static str, full_name: &'static str, program: u32) -> Arc<dyn Service> {
    Arc::new(Nothing(InterfaceId {
        name,
        full_name,
        program,
        version: 1,
        ..InterfaceId::ONLY
    }))
}

fn find(
    router: &Router,
    encoding: Encoding,
    interface: &str,
    operation: &str,
) -> Result<u32, Fault> {
    let path = Path {
        interface,
        operation,
    };
    let call = Call {
        name: Some(Arc::new(manyrpc_engine::CallName::new(path))),
        ..Call::new(
            manyrpc_engine::CallId(0),
            InterfaceKey::Named,
            0,
            encoding,
            0..0,
        )
    };
    router.find_call(&call).map(|(_, number)| number)
}

fn call_of(uuid: u8, object: Option<ObjectKey>) -> Call {
    let interface = InterfaceKey::Uuid {
        uuid: [uuid; 16],
        major: 1,
        minor: 0,
    };
    Call {
        object,
        ..Call::new(manyrpc_engine::CallId(0), interface, 0, Encoding::NDR, 0..0)
    }
}

// C706, section 2.3.3.3.
#[test]
fn an_older_minor_version_is_served_and_a_newer_one_is_not() {
    let services = [numbered(1, 1, 3), numbered(1, 3, 0), numbered(2, 1, 0)];
    let router = Router::new(&services, &[numbered(9, 1, 0)]);
    for (uuid, major, minor, served) in [
        (1, 1, 3, true),
        (1, 1, 0, true),
        (1, 1, 4, false),
        (1, 2, 0, false),
        (1, 3, 0, true),
        (9, 1, 0, true),
        (7, 1, 0, false),
    ] {
        let is = router.serves(&[uuid; 16], major, minor);
        assert_eq!(is, served, "{uuid} {major}.{minor}");
    }
}

#[test]
fn interfaces_are_found_by_full_name_last_part_or_operation() {
    let services = [named("get", "shop.Cart", 7), named("add", "Sums", 8)];
    let router = Router::new(&services, &[]);
    let find = |interface, operation| find(&router, Encoding::JSON, interface, operation);
    assert_eq!(find("shop.Cart", "get"), Ok(7));
    assert_eq!(find("Cart", "get"), Ok(7));
    assert_eq!(find("", "add"), Ok(8));
    assert_eq!(find("Sums", "get"), Err(Fault::NoSuchOperation));
    assert_eq!(find("art", "get"), Err(Fault::NoSuchInterface));
    assert_eq!(find("", "sub"), Err(Fault::NoSuchOperation));
}

#[test]
fn what_servers_tell_of_themselves_is_for_one_syntax_and_after_the_applications() {
    let own = vec![
        (Encoding::XML, named("list", "system", 1)),
        (Encoding::XML, named("stop", "system", 2)),
    ];
    let router = Router::new(&[named("stop", "system", 3)], &[]).with_named(own);
    let find = |encoding, interface, operation| find(&router, encoding, interface, operation);
    assert_eq!(find(Encoding::XML, "system", "list"), Ok(1));
    assert_eq!(find(Encoding::XML, "system", "stop"), Ok(3));
    let none = Err(Fault::NoSuchOperation);
    assert_eq!(find(Encoding::JSON, "system", "list"), none);
    assert_eq!(find(Encoding::XML, "", "list"), none);
}

// C706, section 2.3.3.3: an unknown interface is distinguished from an unknown version of a known
// one.
#[test]
fn of_an_absent_version_those_that_there_are_are_told() {
    let services = [numbered(1, 2, 0), numbered(1, 4, 0)];
    let router = Router::new(&services, &[]);
    let fault = router.find_call(&call_of(1, None)).map(|_| ());
    assert_eq!(fault, Err(Fault::NoSuchVersion { low: 2, high: 4 }));
    let fault = router.find_call(&call_of(3, None)).map(|_| ());
    assert_eq!(fault, Err(Fault::NoSuchInterface));
}

#[test]
fn objects_have_services_of_their_own_and_share_the_others() {
    let key = |bytes: &[u8]| ObjectKey::new(bytes);
    let long = [7; 4000];
    let objects = [
        (key(b"a"), named("of a", "", 1)),
        (key(&long), numbered(1, 1, 5)),
    ];
    let shared = [numbered(1, 1, 0), numbered(2, 1, 0)];
    let router = Router::new(&shared, &[]).of_objects(&objects);
    let minor = |uuid, object: Option<ObjectKey>| {
        let call = call_of(uuid, object);
        router.find_call(&call).map(|(s, _)| s.interface().minor)
    };
    assert_eq!(minor(1, None), Ok(0));
    assert_eq!(minor(1, Some(key(&long))), Ok(5));
    assert_eq!(minor(2, Some(key(&long))), Ok(0), "it is shared");
    assert_eq!(minor(1, Some(key(&long[1..]))), Ok(0), "another object");
    assert!(router.serves(&[1; 16], 1, 5));
}
