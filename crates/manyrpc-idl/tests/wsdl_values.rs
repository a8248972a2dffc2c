//! Values in definitions in WSDL: what their prefixes and their encoding mean, and names that would clash.

use manyrpc_idl::{Options, load_text, wsdl};
use manyrpc_model::{Annotations, Module, Operation, Record, Type, TypeBody, TypeDef};

fn read(text: &str) -> Module {
    let (module, diagnostics) = load_text("v.xsd", text, &Options::default());
    module.unwrap_or_else(|| panic!("{}\n{text}", diagnostics[0]))
}

/// XML 1.0, section 4.3.3: what was decoded before is in no encoding.
#[test]
fn a_text_is_in_no_encoding() {
    let text = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>
        <x:schema xmlns:x=\"http://www.w3.org/2001/XMLSchema\"><x:simpleType name=\"T\">
        <x:restriction base=\"x:string\"><x:enumeration value=\"é\"/></x:restriction></x:simpleType></x:schema>";
    assert_eq!(read(text).types[0].annotations["xml.values"], "é");
}

const NAMES: &str = "<x:schema xmlns:x=\"http://www.w3.org/2001/XMLSchema\" targetNamespace=\"urn:v\" xmlns:v=\"urn:v\"
    xmlns:p=\"urn:p\">
    <x:simpleType name=\"Colour\"><x:restriction base=\"x:QName\"><x:enumeration value=\"p:red\"/>
        <x:enumeration value=\"blue\"/></x:restriction></x:simpleType>
    <x:simpleType name=\"Dark\"><x:restriction base=\"v:Colour\"/></x:simpleType>
    <x:complexType name=\"T\"><x:sequence>
        <x:element name=\"one\" type=\"v:Dark\" default=\"p:red\"/>
        <x:element name=\"text\" type=\"x:string\" default=\"{p}:red\"/></x:sequence>
        <x:attribute name=\"other\" type=\"x:QName\" fixed=\"v:it\"/></x:complexType></x:schema>";

/// XML Schema part 2, section 3.2.18: the value of a qualified name is its namespace and its local name.
#[test]
fn qualified_names_have_their_namespaces() {
    let module = read(NAMES);
    let of = |name: &str| module.types.iter().find(|t| t.name == name).expect(name);
    assert_eq!(
        of("Colour").annotations["xsd.enumeration"],
        "{urn:p}red\nblue"
    );
    assert_eq!(
        of("Dark").annotations["xsd.enumeration"],
        "{urn:p}red\nblue"
    );
    let TypeBody::Record(record) = &of("T").body else {
        panic!("{module}");
    };
    let said = |at: usize, key: &str| &*record.fields[at].annotations[key];
    assert_eq!(said(0, "xml.default"), "{urn:p}red");
    assert_eq!(said(1, "xml.default"), "{p}:red");
    assert_eq!(said(2, "xml.fixed"), "{urn:v}it");
    let printed = wsdl::print(&module).expect("it can be said");
    assert_eq!(read(&printed).types, module.types, "{printed}");
}

#[test]
fn a_prefix_in_a_value_must_be_declared() {
    let text = NAMES.replace("default=\"p:red\"", "default=\"q:red\"");
    let (module, diagnostics) = load_text("v.xsd", &text, &Options::default());
    assert!(module.is_none());
    assert_eq!(diagnostics[0].message, "the prefix `q` is not declared");
}

/// XML Schema part 1, section 3.4.2: a restriction of simple content may restrict its text, whatever type that has.
#[test]
fn texts_of_named_types_are_restricted() {
    let text = "<x:schema xmlns:x=\"http://www.w3.org/2001/XMLSchema\" targetNamespace=\"urn:v\" xmlns:v=\"urn:v\">
        <x:simpleType name=\"Hue\"><x:restriction base=\"x:string\"><x:enumeration value=\"red\"/>
            <x:enumeration value=\"blue\"/></x:restriction></x:simpleType>
        <x:simpleType name=\"Few\"><x:restriction base=\"x:int\"><x:minInclusive value=\"1\"/></x:restriction></x:simpleType>
        <x:complexType name=\"A\"><x:simpleContent><x:extension base=\"v:Hue\"/></x:simpleContent></x:complexType>
        <x:complexType name=\"B\"><x:simpleContent><x:restriction base=\"v:A\"><x:enumeration value=\"red\"/>
            </x:restriction></x:simpleContent></x:complexType>
        <x:complexType name=\"C\"><x:simpleContent><x:extension base=\"v:Few\"/></x:simpleContent></x:complexType>
        <x:complexType name=\"D\"><x:simpleContent><x:restriction base=\"v:C\"><x:maxInclusive value=\"9\"/>
            </x:restriction></x:simpleContent></x:complexType></x:schema>";
    let module = read(text);
    let text_of = |name: &str| {
        let definition = module.types.iter().find(|t| t.name == name);
        match definition.map(|t| &t.body) {
            Some(TypeBody::Record(record)) => record.fields[0].ty.clone(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(text_of("B").mark("xsd.enumeration"), Some("red"));
    assert_eq!(text_of("D").mark("xsd.minInclusive"), Some("1"));
    assert_eq!(text_of("D").mark("xsd.maxInclusive"), Some("9"));
    let printed = wsdl::print(&module).expect("it can be said");
    assert_eq!(read(&printed).types, module.types, "{printed}");
}

/// An exception may have the name of an operation, but a schema has one element of a name.
#[test]
fn exceptions_that_are_named_like_operations_can_be_printed() {
    let exception = |name: &str| TypeDef {
        name: name.to_owned(),
        doc: String::new(),
        body: TypeBody::Record(Record { fields: Vec::new() }),
        annotations: Annotations::new(),
    };
    let mut operation = Operation::new("fail", 0, Vec::new(), Type::Void);
    operation.raises = ["fail", "failResponse", "failFault"]
        .map(str::to_owned)
        .into();
    let module = Module {
        name: "m".to_owned(),
        types: operation
            .raises
            .iter()
            .map(|name| exception(name))
            .collect(),
        interfaces: vec![manyrpc_model::Interface::new("Calls", vec![operation])],
        ..Module::default()
    };
    let printed = wsdl::print(&module).expect("it can be said");
    let (back, diagnostics) = load_text("m.wsdl", &printed, &Options::default());
    let back = back.unwrap_or_else(|| panic!("{}\n{printed}", diagnostics[0]));
    let elements: Vec<&str> = back
        .types
        .iter()
        .filter_map(|t| t.annotations.get("xml.element"))
        .map(String::as_str)
        .collect();
    let expected = ["failFaultFault", "failResponseFault", "failFault"];
    let expected = expected.map(|local| format!("{{urn:Calls}}{local}"));
    assert_eq!(elements, expected);
}

const SPACES: &str = "<x:schema xmlns:x=\"http://www.w3.org/2001/XMLSchema\" targetNamespace=\"urn:v\" xmlns:v=\"urn:v\">
    <x:simpleType name=\"Line\"><x:restriction base=\"x:string\"><x:whiteSpace value=\"replace\"/></x:restriction>
    </x:simpleType>
    <x:simpleType name=\"Words\"><x:restriction base=\"v:Line\"><x:whiteSpace value=\"collapse\"/>
        <x:maxLength value=\"9\"/></x:restriction></x:simpleType>
    <x:simpleType name=\"Answer\"><x:restriction base=\"v:Words\"><x:enumeration value=\" not  yet \"/>
        <x:enumeration value=\"yes\"/></x:restriction></x:simpleType></x:schema>";

/// XML Schema part 2, section 4.3.6: white space of a value is that of its base's value space.
#[test]
fn white_space_is_treated_ever_more() {
    let module = read(SPACES);
    let of = |name: &str| &module.find_type(name).expect(name).annotations;
    assert_eq!(of("Line")["xsd.whiteSpace"], "replace");
    assert_eq!(of("Words")["xsd.whiteSpace"], "collapse");
    assert_eq!(of("Answer")["xml.values"], "not yet\nyes");
    let printed = wsdl::print(&module).expect("it can be said");
    assert_eq!(read(&printed).types, module.types, "{printed}");
}
