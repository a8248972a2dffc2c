//! Definitions in WSDL and XML Schema: arbitrary text, printed again if accepted, and lowered to the form used by
//! generated and dynamic code.

use manyrpc_dynamic::lower;
use manyrpc_idl::{Options, load_text, wsdl};

use crate::Target;
use crate::definitions::accepted;

/// The front end, the printer, and the lowering of what is accepted.
pub const TARGET: Target = Target {
    name: "wsdl",
    run,
    seeds,
    // An element of five bytes holds its place, its names and its list of attributes, and may be a field again in
    // every type that derives from its own.
    allocation_per_byte: 4096,
};

fn run(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    if let Some(module) = accepted(load_text("fuzz.wsdl", &text, &Options::default())) {
        // What is printed is read again; names may be none in XML, and declared twice.
        if let Ok(printed) = wsdl::print(&module) {
            let (back, diagnostics) = load_text("fuzz.wsdl", &printed, &generous(printed.len()));
            assert!(back.is_some(), "{}\n{printed}", diagnostics[0]);
        }
        // What nothing carries is refused there with a message.
        let _ = lower(&module);
    }
}

/// Without limits, since the text is our own.
fn generous(length: usize) -> Options {
    let mut options = Options::default();
    options.limits.source_bytes = length;
    options.limits.tokens = length;
    options.limits.nesting = 1000;
    options
}

fn seeds() -> Vec<Vec<u8>> {
    let schema = |body: &str| {
        format!(
            "<s:schema xmlns:s='http://www.w3.org/2001/XMLSchema' xmlns:t='u' targetNamespace='u'>{body}</s:schema>"
        )
    };
    let types = schema(
        "<s:complexType name='A'><s:sequence><s:element name='a' type='s:int' minOccurs='0'/><s:choice maxOccurs='2'>\
         <s:element name='b' type='t:B' nillable='true'/><s:any/></s:choice><s:group ref='t:g'/></s:sequence>\
         <s:attribute name='c' type='t:E' use='required'/></s:complexType><s:complexType name='B'><s:complexContent>\
         <s:extension base='t:A'><s:sequence><s:element ref='t:e'/></s:sequence></s:extension></s:complexContent>\
         </s:complexType><s:simpleType name='E'><s:restriction base='s:token'><s:enumeration value='x y'/>\
         <s:enumeration value=''/></s:restriction></s:simpleType><s:element name='e'><s:complexType><s:simpleContent>\
         <s:extension base='s:decimal'><s:anyAttribute/></s:extension></s:simpleContent></s:complexType></s:element>\
         <s:group name='g'><s:all><s:element name='l' type='t:L'/></s:all></s:group>\
         <s:simpleType name='L'><s:list itemType='s:date'/></s:simpleType>",
    );
    let wrapped = schema(
        "<s:element name='f'><s:complexType><s:sequence><s:element name='x' type='s:string'/></s:sequence>\
         </s:complexType></s:element><s:element name='fResponse'><s:complexType/></s:element>\
         <s:element name='w' type='s:int'/>",
    );
    let service = format!(
        "<definitions xmlns='http://schemas.xmlsoap.org/wsdl/' xmlns:t='u' xmlns:p='http://schemas.xmlsoap.org/wsdl/soap/' \
         targetNamespace='u'><types>{wrapped}</types><message name='i'><part name='a' element='t:f'/>\
         <part name='h' element='t:w'/></message><message name='o'><part name='a' element='t:fResponse'/></message>\
         <message name='x'><part name='a' element='t:w'/></message><portType name='P'><operation name='f'>\
         <input message='t:i'/><output message='t:o'/><fault name='x' message='t:x'/></operation></portType>\
         <binding name='B' type='t:P'><p:binding style='document'/><operation name='f'><p:operation soapAction='a'/>\
         <input><p:body parts='a' use='literal'/><p:header message='t:i' part='h' use='literal'/></input>\
         <output><p:body use='literal'/></output></operation></binding><service name='S'><port name='p' binding='t:B'>\
         <p:address location='http://h/'/></port></service></definitions>"
    );
    let encoded = "<definitions xmlns='http://schemas.xmlsoap.org/wsdl/' xmlns:t='u' targetNamespace='u' \
         xmlns:s='http://www.w3.org/2001/XMLSchema' xmlns:c='http://schemas.xmlsoap.org/soap/encoding/'><types>\
         <s:schema targetNamespace='u'><s:complexType name='A'><s:complexContent><s:restriction base='c:Array'>\
         <s:attribute ref='c:arrayType' arrayType='s:int[]' xmlns='http://schemas.xmlsoap.org/wsdl/'/>\
         </s:restriction></s:complexContent></s:complexType></s:schema></types><message name='m'>\
         <part name='a' type='t:A'/></message><portType name='P'><operation name='f'><input message='t:m'/>\
         <output message='t:m'/></operation></portType></definitions>";
    [types, service, encoded.to_owned()]
        .map(String::into_bytes)
        .to_vec()
}
