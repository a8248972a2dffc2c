//! Values of every interface through SOAP, and the metadata of WSDL.

use std::fs;
use std::path::Path;

use manyrpc_codec::soap::{Options, Version};
use manyrpc_codec::{Buf, Limits, UnencodableKind, soap};
use manyrpc_dynamic::{Body, DynFields, DynMut, DynSlots, Lowered, Members, Sampler, lower};
use manyrpc_model::{Type, Value};

const SEEDS: u64 = 30;

/// What an engine writes before a body.
fn start(options: Options) -> String {
    let (ns, enc) = (options.version.namespace(), options.version.encoding());
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><soap:Envelope xmlns:soap=\"{ns}\" \
         xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
         xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\" xmlns:enc=\"{enc}\">"
    )
}

#[test]
fn values_of_every_interface_come_back() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (mut operations, mut sayable, mut all) = (0, 0, 0);
    let files = ["interfaces", "crates/manyrpc-gen/tests/corpus"]
        .into_iter()
        .flat_map(|folder| fs::read_dir(root.join(folder)).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|e| e == "x" || e == "idl" || e == "proto")
        });
    for path in files {
        let (module, diagnostics) = manyrpc_idl::load(&path, &Default::default());
        let module = module.unwrap_or_else(|| panic!("{}: {diagnostics:?}", path.display()));
        let Ok(lowered) = lower(&module) else {
            continue;
        };
        for operation in lowered.interfaces.iter().flat_map(|i| &i.operations) {
            operations += 1;
            for seed in 0..SEEDS {
                for members in [&operation.input, &operation.output] {
                    all += 1;
                    sayable += u64::from(comes_back(&lowered, members, seed));
                }
            }
        }
    }
    assert!(operations >= 60, "only {operations} operations found");
    assert!(sayable * 10 >= all * 7, "only {sayable} of {all}");
}

/// There and back, if it can be said, into a fresh value and into a used one.
fn comes_back(lowered: &Lowered, members: &Members, seed: u64) -> bool {
    let name = &members.meta.name;
    let values = &Sampler::new(seed).params(lowered, members);
    let options = Options {
        version: [Version::V11, Version::V12][seed as usize % 2],
        mtom: seed.is_multiple_of(3).then_some([7; 16]),
        ..Options::DEFAULT
    };
    let mut buf = Buf::new();
    if options.mtom.is_some() {
        let boundary = soap::boundary(&[7; 16]);
        buf.put(b"--");
        buf.put(&boundary);
        buf.put(b"\r\nContent-Type: application/xop+xml\r\nContent-ID: <root>\r\n\r\n");
    }
    buf.put(start(options).as_bytes());
    let fields = DynFields::new(lowered, members, values);
    match soap::encode_params(&mut buf, &members.meta, &fields, &Limits::DEFAULT, options) {
        Ok(()) => {}
        Err(e)
            if matches!(
                e.kind,
                UnencodableKind::Character(_)
                    | UnencodableKind::NotUtf8
                    | UnencodableKind::Mismatch
            ) =>
        {
            return false;
        }
        Err(e) => panic!("{name} {seed}: {e}"),
    }
    let said = || String::from_utf8_lossy(buf.data()).into_owned();
    if members.needs_request() {
        return true;
    }
    let mut back = Vec::new();
    for _ in 0..2 {
        let mut slots = DynSlots::new(lowered, members, &mut back);
        let read = soap::decode_params(
            buf.data(),
            &members.meta,
            &mut slots,
            &Limits::DEFAULT,
            options,
        );
        assert_eq!(read, Ok(()), "{name} {seed} through {}", said());
        assert_eq!(&back, values, "{name} {seed} through {}", said());
        back = Sampler::new(seed + 1).params(lowered, members);
    }
    true
}

/// The elements of exceptions.
fn exceptions(lowered: &Lowered) -> Vec<String> {
    let records = lowered.types.iter().filter_map(|ty| match &ty.body {
        Body::Record(members) => members.meta.xml.as_deref()?.element.as_ref(),
        _ => None,
    });
    let mut all: Vec<String> = records
        .map(|e| format!("{{{}}}{}", e.ns, e.local))
        .collect();
    all.sort();
    all
}

#[test]
fn exceptions_are_the_elements_that_are_printed() {
    let text = "exception Early {}; exception Late {}; interface A { void f() raises (Early); }; \
        interface B { void g() raises (Late, Early); };";
    let options = manyrpc_idl::Options {
        language: Some("omg".to_owned()),
        ..Default::default()
    };
    let (module, diagnostics) = manyrpc_idl::load_text("e.idl", text, &options);
    let module = module.unwrap_or_else(|| panic!("{}", diagnostics[0]));
    let printed = manyrpc_idl::wsdl::print(&module).unwrap();
    let (back, diagnostics) = manyrpc_idl::load_text("e.wsdl", &printed, &Default::default());
    let back = back.unwrap_or_else(|| panic!("{}", diagnostics[0]));
    let elements = exceptions(&lower(&module).unwrap());
    assert_eq!(elements, ["{urn:A}Early", "{urn:B}Late"]);
    assert_eq!(exceptions(&lower(&back).unwrap()), elements, "{printed}");
}

#[test]
fn nodes_of_a_list_are_elements_of_the_field_that_links_them() {
    let text = "struct node { int n; node *next; }; \
        program P { version V { void turn(node *left) = 1; } = 1; } = 0x20000099;";
    let (module, diagnostics) = manyrpc_idl::load_text("l.x", text, &Default::default());
    let module = module.unwrap_or_else(|| panic!("{diagnostics:?}"));
    let lowered = lower(&module).unwrap();
    let members = &lowered.interfaces[0].operations[0].input;
    for (numbers, expected) in [
        (0..0, ""),
        (1..2, "<left><n>1</n></left>"),
        (
            1..4,
            "<left><n>1</n><next><n>2</n><next><n>3</n></next></next></left>",
        ),
    ] {
        let node = |n| Value::Record(vec![Value::I32(n)]);
        let values = [Value::List(numbers.map(node).collect())];
        let mut buf = Buf::new();
        buf.put(start(Options::DEFAULT).as_bytes());
        let fields = DynFields::new(&lowered, members, &values);
        let limits = &Limits::DEFAULT;
        soap::encode_params(&mut buf, &members.meta, &fields, limits, Options::DEFAULT).unwrap();
        let sent = String::from_utf8_lossy(buf.data()).into_owned();
        assert!(sent.contains(&format!(">{expected}</")), "{sent}");
        let mut back = Vec::new();
        let mut slots = DynSlots::new(&lowered, members, &mut back);
        let read = soap::decode_params(
            buf.data(),
            &members.meta,
            &mut slots,
            limits,
            Options::DEFAULT,
        );
        assert_eq!(read, Ok(()), "{sent}");
        assert_eq!(back, values, "{sent}");
    }
}

const ABSTRACT: &str = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns='urn:t' targetNamespace='urn:t'>\
    <xs:complexType name='Base' abstract='true'><xs:sequence><xs:element name='a' type='xs:int'/></xs:sequence></xs:complexType>\
    <xs:complexType name='Own'><xs:complexContent><xs:extension base='Base'><xs:sequence>\
    <xs:element name='b' type='xs:int'/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>\
    <xs:complexType name='Holder'><xs:sequence><xs:element name='v' type='Base'/></xs:sequence></xs:complexType>\
    <xs:element name='holder' type='Holder'/></xs:schema>";

/// XML Schema part 1, section 3.3.4: an element whose type is abstract states one that is not.
#[test]
fn no_element_has_an_abstract_type() {
    let files: manyrpc_idl::MemoryFiles = [("t.xsd".to_owned(), ABSTRACT.to_owned())]
        .into_iter()
        .collect();
    let (module, said) = manyrpc_idl::load_from(&files, "t.xsd", &Default::default());
    let module = module.unwrap_or_else(|| panic!("{said:?}"));
    let lowered = lower(&module).unwrap();
    let (field, shape) = lowered
        .place("holder", &Type::Named("Holder".to_owned()))
        .unwrap();
    let read = |stated: &str, inside: &str| {
        let text = format!(
            "<holder xmlns:t='urn:t' xmlns:i='http://www.w3.org/2001/XMLSchema-instance'>\
             <v{stated}><a>1</a>{inside}</v></holder>"
        );
        let mut value = Value::Void;
        let mut slot = DynMut {
            lowered: &lowered,
            shape: &shape,
            value: &mut value,
        };
        let limits = &Limits::DEFAULT;
        soap::decode_value(text.as_bytes(), &field, &mut slot, limits, Options::DEFAULT)
    };
    assert_eq!(read(" i:type='t:Own'", "<b>2</b>"), Ok(()));
    for stated in [
        "",
        " i:type=''",
        " i:type=' '",
        " i:type='t:'",
        " i:type='t:Base'",
    ] {
        assert!(read(stated, "").is_err(), "{stated}");
    }
}
