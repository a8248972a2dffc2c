//! Bodies of SOAP with zeep: for definitions and values drawn at random libxml2 finds what we write valid by
//! their schema, zeep reads it, and we read what zeep writes of it.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use manyrpc_codec::soap::{self, Options};
use manyrpc_codec::{Buf, Limits};
use manyrpc_dynamic::{DynFields, DynSlots, Lowered, Members, Sampler, lower};
use manyrpc_model::Value;

const DEFINITIONS: u64 = 24;
const VALUES: u64 = 40;

/// Numbers that follow from a seed.
struct Dice(u64);

impl Dice {
    /// A number below `n`.
    fn below(&mut self, n: u64) -> u64 {
        // Knuth's constants for a linear congruential generator.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

const SCALARS: [&str; 13] = [
    "boolean",
    "byte",
    "unsignedByte",
    "short",
    "unsignedShort",
    "int",
    "unsignedInt",
    "long",
    "unsignedLong",
    "float",
    "double",
    "string",
    "base64Binary",
];

/// There is always something in an element: zeep takes an empty one for no value.
const LAST: &str = "<xsd:element name=\"last\" type=\"xsd:int\"/>";

/// A definition with two types, an enumeration and one operation.
fn drawn(seed: u64) -> String {
    let mut dice = Dice(seed);
    let form = ["qualified", "unqualified"][dice.below(2) as usize];
    let mut types = String::new();
    for (at, name) in ["Inner", "Outer"].into_iter().enumerate() {
        let known: &[&str] = [
            &["tns:Hue"][..],
            &["tns:Hue", "tns:Inner", "tns:Either"][..],
        ][at];
        let content = fields(&mut dice, known, true);
        let mut attributes = String::new();
        for i in 0..dice.below(3) {
            let ty = SCALARS[dice.below(12) as usize];
            let usage = ["required", "optional"][dice.below(2) as usize];
            writeln!(
                attributes,
                "<xsd:attribute name=\"a{i}\" type=\"xsd:{ty}\" use=\"{usage}\"/>"
            )
            .unwrap();
        }
        writeln!(types, "<xsd:complexType name=\"{name}\"><xsd:sequence>{content}{LAST}</xsd:sequence>{attributes}</xsd:complexType>").unwrap();
        if at == 0 {
            writeln!(
                types,
                "<xsd:complexType name=\"Either\"><xsd:choice><xsd:element name=\"one\" type=\"xsd:int\"/>\
                 <xsd:element name=\"other\" type=\"tns:Inner\"/><xsd:element name=\"words\" type=\"xsd:string\"/>\
                 </xsd:choice></xsd:complexType>"
            )
            .unwrap();
        }
    }
    let parameters = fields(
        &mut dice,
        &["tns:Hue", "tns:Inner", "tns:Outer", "tns:Either"],
        false,
    );
    format!(
        "<?xml version=\"1.0\"?>
<wsdl:definitions name=\"Drawn\" targetNamespace=\"urn:drawn\" xmlns:tns=\"urn:drawn\"
  xmlns:wsdl=\"http://schemas.xmlsoap.org/wsdl/\" xmlns:soap=\"http://schemas.xmlsoap.org/wsdl/soap/\"
  xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\">
<wsdl:types><xsd:schema targetNamespace=\"urn:drawn\" xmlns:tns=\"urn:drawn\" elementFormDefault=\"{form}\">
<xsd:simpleType name=\"Hue\"><xsd:restriction base=\"xsd:string\"><xsd:enumeration value=\"red\"/>
<xsd:enumeration value=\"light blue\"/><xsd:enumeration value=\"3\"/></xsd:restriction></xsd:simpleType>
{types}
<xsd:element name=\"draw\"><xsd:complexType><xsd:sequence>{parameters}</xsd:sequence></xsd:complexType></xsd:element>
<xsd:element name=\"drawResponse\"><xsd:complexType><xsd:sequence/></xsd:complexType></xsd:element>
</xsd:schema></wsdl:types>
<wsdl:message name=\"in\"><wsdl:part name=\"parameters\" element=\"tns:draw\"/></wsdl:message>
<wsdl:message name=\"out\"><wsdl:part name=\"parameters\" element=\"tns:drawResponse\"/></wsdl:message>
<wsdl:portType name=\"Drawn\"><wsdl:operation name=\"draw\"><wsdl:input message=\"tns:in\"/>
<wsdl:output message=\"tns:out\"/></wsdl:operation></wsdl:portType>
<wsdl:binding name=\"Drawn\" type=\"tns:Drawn\"><soap:binding style=\"document\"
transport=\"http://schemas.xmlsoap.org/soap/http\"/><wsdl:operation name=\"draw\"><soap:operation soapAction=\"\"/>
<wsdl:input><soap:body use=\"literal\"/></wsdl:input><wsdl:output><soap:body use=\"literal\"/></wsdl:output>
</wsdl:operation></wsdl:binding>
<wsdl:service name=\"Drawn\"><wsdl:port name=\"Drawn\" binding=\"tns:Drawn\"><soap:address location=\"http://localhost/\"/>
</wsdl:port></wsdl:service></wsdl:definitions>
"
    )
}

/// Elements of scalars, lists and other types, some of them optional, nillable or repeated.
fn fields(dice: &mut Dice, known: &[&str], nested: bool) -> String {
    let mut all = String::new();
    for i in 0..1 + dice.below(5) {
        let ty = match dice.below(3) {
            0 => known[dice.below(known.len() as u64) as usize].to_owned(),
            _ => format!("xsd:{}", SCALARS[dice.below(SCALARS.len() as u64) as usize]),
        };
        let occurrence = match dice.below(5) {
            0 => " minOccurs=\"0\"",
            // Of a type with elements zeep writes nil as an empty element.
            1 | 3 if ty.starts_with("tns:") && ty != "tns:Hue" => "",
            1 => " nillable=\"true\"",
            2 => " minOccurs=\"0\" maxOccurs=\"unbounded\"",
            3 if nested => " minOccurs=\"0\" maxOccurs=\"unbounded\" nillable=\"true\"",
            _ => "",
        };
        writeln!(
            all,
            "<xsd:element name=\"f{i}\" type=\"{ty}\"{occurrence}/>"
        )
        .unwrap();
    }
    all
}

/// Text that XML has, and not none: zeep takes an empty element for no value.
fn sayable(value: &mut Value) {
    match value {
        Value::Text(text) => {
            text.retain(|c| c == '\n' || !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}'));
            text.insert(0, '<');
            text.push('&');
        }
        Value::Bytes(bytes) => bytes.push(7),
        // Of a choice zeep writes nothing for zero.
        Value::Union { value, .. } if **value == Value::I32(0) => **value = Value::I32(1),
        Value::List(values) | Value::Record(values) => values.iter_mut().for_each(sayable),
        Value::Optional(Some(value)) | Value::Union { value, .. } => sayable(value),
        _ => {}
    }
}

/// Without the elements of arrays that are none: zeep does not write them.
fn without_holes(value: &mut Value) {
    match value {
        Value::List(values) => {
            values.retain(|value| *value != Value::Optional(None));
            values.iter_mut().for_each(without_holes);
        }
        Value::Record(values) => values.iter_mut().for_each(without_holes),
        Value::Optional(Some(value)) | Value::Union { value, .. } => without_holes(value),
        _ => {}
    }
}

fn written(lowered: &Lowered, members: &Members, values: &[Value]) -> Vec<u8> {
    let mut buf = Buf::new();
    buf.put(
        b"<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\" \
        xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">",
    );
    let fields = DynFields::new(lowered, members, values);
    soap::encode_params(
        &mut buf,
        &members.meta,
        &fields,
        &Limits::DEFAULT,
        Options::DEFAULT,
    )
    .unwrap();
    buf.data().to_vec()
}

#[test]
fn zeep_reads_what_we_write_and_writes_what_we_read() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    for seed in 0..DEFINITIONS {
        let path = folder.join(format!("drawn{seed}.wsdl"));
        let text = drawn(seed);
        std::fs::write(&path, &text).unwrap();
        let (module, diagnostics) = manyrpc_idl::load(&path, &Default::default());
        let module = module.unwrap_or_else(|| panic!("{diagnostics:?}\n{text}"));
        let lowered = lower(&module).unwrap();
        let members = &lowered.interfaces[0].operations[0].input;
        let values: Vec<Vec<Value>> = (0..VALUES)
            .map(|seed| {
                let mut values = Sampler::new(seed).params(&lowered, members);
                values.iter_mut().for_each(sayable);
                values
            })
            .collect();
        let mut peer = Command::new(root.join("peers/soap-codec/zeep_codec"));
        let mut peer = peer
            .arg(&path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (mut to, from) = (peer.stdin.take().unwrap(), peer.stdout.take().unwrap());
        let mut answers = BufReader::new(from).lines();
        for (n, values) in values.iter().enumerate() {
            let ours = written(&lowered, members, values);
            let digits: String = ours.iter().map(|byte| format!("{byte:02x}")).collect();
            writeln!(to, "{digits}").unwrap();
            let ours = String::from_utf8(ours).unwrap();
            let answer = answers.next().unwrap().unwrap();
            let Some(digits) = answer.strip_prefix("ok ") else {
                panic!("definition {seed}, value {n}: {answer}\n{ours}\n{text}");
            };
            let digits = digits.as_bytes().chunks(2);
            let theirs: Vec<u8> = digits
                .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap())
                .collect();
            let mut back = Vec::new();
            let mut slots = DynSlots::new(&lowered, members, &mut back);
            let read = soap::decode_params(
                &theirs,
                &members.meta,
                &mut slots,
                &Limits::DEFAULT,
                Options::DEFAULT,
            );
            let theirs = String::from_utf8(theirs).unwrap();
            assert_eq!(
                read,
                Ok(()),
                "definition {seed}, value {n}:\n{ours}\n{theirs}\n{text}"
            );
            let mut values = values.clone();
            values.iter_mut().for_each(without_holes);
            assert_eq!(
                back, values,
                "definition {seed}, value {n}:\n{ours}\n{theirs}\n{text}"
            );
        }
        drop(to);
        assert!(peer.wait().unwrap().success());
    }
}
