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

const BOUNDS: &str = "<x:schema xmlns:x=\"http://www.w3.org/2001/XMLSchema\" targetNamespace=\"urn:v\" xmlns:v=\"urn:v\">
    <x:simpleType name=\"Some\"><x:restriction base=\"x:string\"><x:minLength value=\"2\"/><x:maxLength value=\"9\"/>
        </x:restriction></x:simpleType>
    <x:simpleType name=\"Four\"><x:restriction base=\"v:Some\"><x:length value=\"4\"/></x:restriction></x:simpleType>
    <x:simpleType name=\"Still\"><x:restriction base=\"v:Four\"><x:minLength value=\"3\"/></x:restriction></x:simpleType>
    <x:simpleType name=\"Part\"><x:restriction base=\"x:double\"><x:minInclusive value=\"0\"/><x:maxExclusive value=\"10\"/>
        </x:restriction></x:simpleType>
    <x:simpleType name=\"Less\"><x:restriction base=\"v:Part\"><x:minExclusive value=\"1\"/><x:maxInclusive value=\"9.5\"/>
        </x:restriction></x:simpleType></x:schema>";

/// XML Schema part 2, sections 4.3.1, 4.3.8 and 4.3.9: one type does not say both.
#[test]
fn a_bound_takes_the_place_of_one_in_other_words() {
    let module = read(BOUNDS);
    let said = |name: &str| {
        let notes = &module.find_type(name).expect(name).annotations;
        let bounds = notes.iter().filter(|(key, _)| {
            ["xsd.min", "xsd.max", "xsd.length"]
                .iter()
                .any(|start| key.starts_with(start))
        });
        let bounds = bounds.map(|(key, value)| format!("{} {value}", &key[4..]));
        bounds.collect::<Vec<_>>().join(", ")
    };
    assert_eq!(said("Some"), "maxLength 9, minLength 2");
    assert_eq!(said("Four"), "length 4");
    assert_eq!(said("Still"), "length 4");
    assert_eq!(said("Part"), "maxExclusive 10, minInclusive 0");
    assert_eq!(said("Less"), "maxInclusive 9.5, minExclusive 1");
    let printed = wsdl::print(&module).expect("it can be said");
    assert_eq!(read(&printed).types, module.types, "{printed}");
}

const PATTERNS: &str = "<x:schema xmlns:x=\"http://www.w3.org/2001/XMLSchema\" targetNamespace=\"urn:v\" xmlns:v=\"urn:v\">
    <x:simpleType name=\"Letters\"><x:restriction base=\"x:string\"><x:pattern value=\"[a-z]*\"/></x:restriction></x:simpleType>
    <x:complexType name=\"A\"><x:simpleContent><x:extension base=\"v:Letters\"/></x:simpleContent></x:complexType>
    <x:complexType name=\"B\"><x:simpleContent><x:restriction base=\"v:A\"><x:pattern value=\"b.*\"/></x:restriction>
        </x:simpleContent></x:complexType>
    <x:complexType name=\"C\"><x:simpleContent><x:restriction base=\"v:B\"><x:simpleType><x:restriction>
        <x:simpleType><x:restriction base=\"v:Letters\"><x:pattern value=\"b.*\"/></x:restriction></x:simpleType>
        <x:pattern value=\".*e.*\"/><x:maxLength value=\"9\"/></x:restriction></x:simpleType><x:pattern value=\".*c\"/>
        <x:pattern value=\".*d\"/></x:restriction></x:simpleContent></x:complexType></x:schema>";

/// XML Schema part 2, section 4.3.4.3: patterns of several steps hold together, those of one are alternatives.
#[test]
fn texts_are_restricted_by_further_patterns() {
    let module = read(PATTERNS);
    let printed = wsdl::print(&module).expect("it can be said");
    assert_eq!(read(&printed).types, module.types, "{printed}");
    let alternatives = "<xsd:pattern value=\"[a-z]*\"/>\n            <xsd:pattern";
    assert!(!printed.contains(alternatives), "{printed}");
}

/// Part 1, section 3.4.2: attributes of a base need not be said again; libxml2 takes a type without a name for another one then.
#[test]
fn restrictions_have_the_attributes_of_their_base() {
    let module = read(
        "<x:schema xmlns:x=\"http://www.w3.org/2001/XMLSchema\" targetNamespace=\"urn:v\" xmlns:v=\"urn:v\">
        <x:complexType name=\"A\"><x:attribute name=\"a\"><x:simpleType><x:restriction base=\"x:int\"><x:minInclusive value=\"1\"/>
            </x:restriction></x:simpleType></x:attribute><x:attribute name=\"b\" type=\"x:int\"/>
            <x:attribute name=\"c\" type=\"x:int\"/></x:complexType>
        <x:complexType name=\"B\"><x:complexContent><x:restriction base=\"v:A\"><x:attribute name=\"b\" type=\"x:int\"
            use=\"required\"/></x:restriction></x:complexContent></x:complexType></x:schema>",
    );
    let printed = wsdl::print(&module).expect("it can be said");
    assert_eq!(read(&printed).types, module.types, "{printed}");
    assert_eq!(printed.matches("name=\"a\"").count(), 1, "{printed}");
    assert_eq!(printed.matches("name=\"b\"").count(), 2, "{printed}");
}

const DERIVED: &str = "<x:schema xmlns:x=\"http://www.w3.org/2001/XMLSchema\" targetNamespace=\"urn:v\" xmlns:v=\"urn:v\">
    <x:attribute name=\"code\" type=\"x:string\"/>
    <x:complexType name=\"A\"><x:sequence><x:element name=\"item\" type=\"x:int\"/></x:sequence>
        <x:attribute name=\"kind\" type=\"x:string\"/><x:attribute name=\"size\" type=\"x:int\" form=\"qualified\"/>
        <x:attribute ref=\"v:code\"/></x:complexType>
    <x:complexType name=\"Longer\"><x:complexContent><x:extension base=\"v:A\"><x:sequence>
        <x:element name=\"kind\" type=\"x:string\"/></x:sequence></x:extension></x:complexContent></x:complexType>
    <x:complexType name=\"Fewer\"><x:complexContent><x:restriction base=\"v:A\"><x:sequence>
        <x:element name=\"item\" type=\"x:int\"/></x:sequence><x:attribute name=\"size\" form=\"qualified\" use=\"prohibited\"/>
        <x:attribute ref=\"v:code\" use=\"prohibited\"/></x:restriction></x:complexContent></x:complexType></x:schema>";

/// XML Schema part 1, section 3.4.2: what a type extends or restricts comes back, whatever numbers the names have.
#[test]
fn derived_types_come_back() {
    let module = read(DERIVED);
    let names = |name: &str| match &module.find_type(name).expect(name).body {
        TypeBody::Record(record) => record.fields.iter().map(|f| f.name.clone()).collect(),
        _ => Vec::new(),
    };
    assert_eq!(names("Longer"), ["item", "kind", "kind_2", "size", "code"]);
    assert_eq!(names("Fewer"), ["item", "kind"]);
    let printed = wsdl::print(&module).expect("it can be said");
    assert_eq!(read(&printed).types, module.types, "{printed}");
    let extended = "<xsd:extension base=\"tns:A\">";
    assert!(printed.contains(extended), "{printed}");
}

/// Describing Media Content of Binary Data in XML, section 2: generators import its schema from where it is published.
#[test]
fn bytes_have_the_type_of_their_content() {
    let user = |import: &str| {
        format!(
            "<x:schema xmlns:x=\"http://www.w3.org/2001/XMLSchema\" xmlns:m=\"http://www.w3.org/2005/05/xmlmime\">{import}
            <x:complexType name=\"Photo\"><x:sequence><x:element name=\"bytes\" type=\"m:base64Binary\"
            m:expectedContentTypes=\"image/*\"/></x:sequence></x:complexType></x:schema>"
        )
    };
    let place = "http://www.w3.org/2005/05/xmlmime";
    for location in ["", " schemaLocation=\"http://www.w3.org/2005/05/xmlmime\""] {
        let import = format!("<x:import namespace=\"{place}\"{location}/>");
        let (module, diagnostics) =
            load_text("v.xsd", &user(&import.repeat(2)), &Options::default());
        assert!(diagnostics.is_empty(), "{}", diagnostics[0]);
        let module = module.expect("it has no errors");
        let TypeBody::Record(bytes) = &module.find_type("base64Binary").expect("it is used").body
        else {
            panic!("{module}");
        };
        let [value, content] = &bytes.fields[..] else {
            panic!("{module}");
        };
        assert_eq!(value.annotations["xml.role"], "text");
        assert!(matches!(value.ty, Type::Bytes(_)), "{module}");
        assert_eq!(content.name, "contentType");
        assert_eq!(content.annotations["xml.role"], "attribute");
        assert_eq!(content.annotations["xml.ns"], place);
        let printed = wsdl::print(&module).expect("it can be said");
        assert_eq!(read(&printed).types, module.types, "{printed}");
    }
    let (module, _) = load_text("v.xsd", &user(""), &Options::default());
    assert!(module.is_none(), "what is not imported is not known");
}

/// Two faults whose elements have one type, one of which is in a message, too.
#[test]
fn elements_of_one_type_are_faults_and_parts() {
    let text = "<definitions xmlns=\"http://schemas.xmlsoap.org/wsdl/\" xmlns:t=\"urn:v\" targetNamespace=\"urn:v\"
        xmlns:x=\"http://www.w3.org/2001/XMLSchema\"><types><x:schema targetNamespace=\"urn:v\">
        <x:complexType name=\"Problem\"><x:sequence><x:element name=\"code\" type=\"x:int\"/></x:sequence></x:complexType>
        <x:element name=\"first\" type=\"t:Problem\"/><x:element name=\"second\" type=\"t:Problem\"/>
        <x:element name=\"ask\" type=\"x:int\"/></x:schema></types>
        <message name=\"ask\"><part name=\"ask\" element=\"t:ask\"/></message>
        <message name=\"first\"><part name=\"first\" element=\"t:first\"/></message>
        <message name=\"second\"><part name=\"second\" element=\"t:second\"/></message>
        <portType name=\"Asked\"><operation name=\"solve\"><input message=\"t:ask\"/><output message=\"t:second\"/>
        <fault name=\"first\" message=\"t:first\"/><fault name=\"second\" message=\"t:second\"/></operation></portType>
        </definitions>";
    let (module, diagnostics) = load_text("v.wsdl", text, &Options::default());
    let module = module.unwrap_or_else(|| panic!("{}", diagnostics[0]));
    let printed = wsdl::print(&module).unwrap_or_else(|why| panic!("{}", why[0]));
    assert_eq!(
        printed.matches("<xsd:element name=\"second\"").count(),
        1,
        "{printed}"
    );
    let (back, _) = load_text("v.wsdl", &printed, &Options::default());
    assert_eq!(back.expect("it is one").types, module.types, "{printed}");
}

/// What a fault would be is then unknown, but not what the operation is.
#[test]
fn faults_without_a_message_are_left_out() {
    let text = "<definitions xmlns=\"http://schemas.xmlsoap.org/wsdl/\" xmlns:t=\"urn:v\" targetNamespace=\"urn:v\">
        <message name=\"ask\"/><portType name=\"Asked\"><operation name=\"solve\"><input message=\"t:ask\"/>
        <output message=\"t:ask\"/><fault name=\"none\" message=\"t:none\"/></operation></portType></definitions>";
    let (module, diagnostics) = load_text("v.wsdl", text, &Options::default());
    let module = module.unwrap_or_else(|| panic!("{}", diagnostics[0]));
    assert_eq!(module.interfaces[0].operations[0].name, "solve");
    assert!(module.interfaces[0].operations[0].raises.is_empty());
    let message = "there is no message `none` in `urn:v`: the fault is left out";
    assert_eq!(diagnostics[0].message, message);
}

/// WSDL 1.1, sections 2.1.3 and 3.7: a binding lists the headers that there may be, and says which there must be.
#[test]
fn headers_are_optional_unless_they_are_required() {
    let text = "<definitions xmlns=\"http://schemas.xmlsoap.org/wsdl/\" xmlns:t=\"urn:v\" targetNamespace=\"urn:v\"
        xmlns:w=\"http://schemas.xmlsoap.org/wsdl/\" xmlns:s=\"http://schemas.xmlsoap.org/wsdl/soap/\"
        xmlns:x=\"http://www.w3.org/2001/XMLSchema\"><types><x:schema targetNamespace=\"urn:v\">
        <x:element name=\"ask\" type=\"x:int\"/><x:element name=\"session\" type=\"x:string\"/>
        <x:element name=\"zone\" type=\"x:string\" nillable=\"true\"/><x:element name=\"version\" type=\"x:string\"/></x:schema></types>
        <message name=\"ask\"><part name=\"ask\" element=\"t:ask\"/><part name=\"session\" element=\"t:session\"/>
        <part name=\"zone\" element=\"t:zone\"/><part name=\"version\" element=\"t:version\"/></message>
        <portType name=\"Asked\"><operation name=\"solve\"><input message=\"t:ask\"/></operation></portType>
        <binding name=\"Bound\" type=\"t:Asked\"><s:binding transport=\"http://schemas.xmlsoap.org/soap/http\"/>
        <operation name=\"solve\"><s:operation soapAction=\"\"/><input><s:body use=\"literal\" parts=\"ask\"/>
        <s:header message=\"t:ask\" part=\"session\" use=\"literal\" w:required=\"true\"/>
        <s:header message=\"t:ask\" part=\"zone\" use=\"literal\"/><s:header message=\"t:ask\" part=\"version\" use=\"literal\"/>
        </input></operation></binding></definitions>";
    let (module, diagnostics) = load_text("v.wsdl", text, &Options::default());
    let module = module.unwrap_or_else(|| panic!("{}", diagnostics[0]));
    let optional = |module: &Module| -> Vec<(String, bool)> {
        let params = module.interfaces[0].operations[0].params.iter();
        let one = params.map(|p| (p.name.clone(), matches!(p.ty, Type::Optional(_))));
        one.collect()
    };
    let expected = [
        ("session", false),
        ("zone", true),
        ("version", true),
        ("ask", false),
    ];
    assert_eq!(
        optional(&module),
        expected.map(|(name, is)| (name.to_owned(), is))
    );
    assert!(
        !module.interfaces[0].operations[0].params[1]
            .annotations
            .contains_key("xml.min")
    );
    let printed = wsdl::print(&module).unwrap_or_else(|why| panic!("{}", why[0]));
    let (back, _) = load_text("v.wsdl", &printed, &Options::default());
    let back = back.expect("it is one");
    assert_eq!(
        back.interfaces[0].operations, module.interfaces[0].operations,
        "{printed}"
    );
}
