//! Whole messages in literal style.

use super::*;
use crate::soap::scan;

#[derive(Debug, Default, PartialEq)]
struct Symbol {
    symbol: String,
}

static SYMBOL_FIELDS: [Field; 1] = [Field::plain("symbol")];
static SYMBOL: Record = Record::of("GetLastTradePrice", &SYMBOL_FIELDS)
    .xml(const { &XmlRecord::wrapper("Some-URI", "GetLastTradePrice", "Some-URI") });
plain_record! { Symbol, SYMBOL, SYMBOL_FIELDS { 0 symbol } }

#[derive(Debug, Default, PartialEq)]
struct Price {
    price: f32,
}

static PRICE_FIELDS: [Field; 1] = [Field::plain("Price")];
static PRICE: Record = Record::of("GetLastTradePriceResponse", &PRICE_FIELDS)
    .xml(const { &XmlRecord::wrapper("Some-URI", "GetLastTradePriceResponse", "") });
plain_record! { Price, PRICE, PRICE_FIELDS { 0 price } }

/// SOAP 1.1, section 1.3, examples 1 and 2.
#[test]
fn the_first_examples_of_the_specification() {
    let request = r#"<SOAP-ENV:Envelope
  xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/"
  SOAP-ENV:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/">
   <SOAP-ENV:Body>
       <m:GetLastTradePrice xmlns:m="Some-URI">
           <symbol>DIS</symbol>
       </m:GetLastTradePrice>
   </SOAP-ENV:Body>
</SOAP-ENV:Envelope>"#;
    let head = scan::head(request.as_bytes(), &LIMITS).unwrap();
    assert_eq!(head.version, Some(Version::V11));
    let body = head.body.unwrap();
    assert_eq!((&*body.ns, body.local), ("Some-URI", "GetLastTradePrice"));
    assert!(!head.is_fault && head.headers.is_empty());
    let symbol: Symbol = read(request, &SYMBOL).unwrap();
    assert_eq!(symbol.symbol, "DIS");
    assert_eq!(
        written(&SYMBOL, &symbol),
        r#"<n:GetLastTradePrice xmlns:n="Some-URI"><symbol>DIS</symbol></n:GetLastTradePrice>"#
    );
    let reply = message(
        r#"<m:GetLastTradePriceResponse xmlns:m="Some-URI"><Price>34.5</Price>
           </m:GetLastTradePriceResponse>"#,
    );
    assert_eq!(read(&reply, &PRICE), Ok(Price { price: 34.5 }));
    assert_eq!(
        read::<Price>(&reply.replace("Price>", "price>"), &PRICE),
        Err(MalformedKind::Missing(crate::Name::new("Price")))
    );
}

/// SOAP 1.1, section 4.4 and appendix A, example 6; SOAP 1.2 part 1, section 5.4, example 1.
#[test]
fn the_faults_of_the_specifications() {
    let text = message(
        r#"<SOAP-ENV:Fault>
           <faultcode>SOAP-ENV:Server</faultcode>
           <faultstring>Server Error</faultstring>
           <detail>
               <e:myfaultdetails xmlns:e="Some-URI">
                 <message>My application didn't work</message>
                 <errorcode>1001</errorcode>
               </e:myfaultdetails>
           </detail>
       </SOAP-ENV:Fault>"#,
    );
    assert!(scan::head(text.as_bytes(), &LIMITS).unwrap().is_fault);
    let fault = scan::fault(text.as_bytes(), &LIMITS).unwrap();
    let envelope = Version::V11.namespace();
    assert_eq!(fault.code, (envelope.into(), "Server".into()));
    assert_eq!(fault.reasons, [("".into(), "Server Error".into())]);
    let detail = fault.detail.unwrap();
    assert_eq!((&*detail.ns, detail.local), ("Some-URI", "myfaultdetails"));

    let text = r#"<env:Envelope xmlns:env="http://www.w3.org/2003/05/soap-envelope"
            xmlns:m="http://www.example.org/timeouts"
            xmlns:xml="http://www.w3.org/XML/1998/namespace">
 <env:Body>
  <env:Fault>
   <env:Code>
     <env:Value>env:Sender</env:Value>
     <env:Subcode>
      <env:Value>m:MessageTimeout</env:Value>
     </env:Subcode>
   </env:Code>
   <env:Reason>
     <env:Text xml:lang="en">Sender Timeout</env:Text>
   </env:Reason>
   <env:Detail>
     <m:MaxTime>P5M</m:MaxTime>
   </env:Detail>
  </env:Fault>
 </env:Body>
</env:Envelope>"#;
    let fault = scan::fault(text.as_bytes(), &LIMITS).unwrap();
    assert_eq!(
        fault.code,
        (Version::V12.namespace().into(), "Sender".into())
    );
    let timeouts = "http://www.example.org/timeouts";
    assert_eq!(fault.subcodes, [(timeouts.into(), "MessageTimeout".into())]);
    assert_eq!(fault.reasons, [("en".into(), "Sender Timeout".into())]);
    assert_eq!(fault.detail.unwrap().local, "MaxTime");
}

/// SOAP 1.1, section 4.2.3; SOAP 1.2 part 1, section 1.4, example 1.
#[test]
fn the_headers_of_the_specifications() {
    let text = r#"<SOAP-ENV:Envelope
  xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/">
   <SOAP-ENV:Header>
       <t:Transaction xmlns:t="some-URI" SOAP-ENV:mustUnderstand="1"> 5 </t:Transaction>
   </SOAP-ENV:Header><SOAP-ENV:Body/></SOAP-ENV:Envelope>"#;
    let head = scan::head(text.as_bytes(), &LIMITS).unwrap();
    assert_eq!((head.body, head.headers.is_empty()), (None, false));
    let entries = scan::header_entries(text.as_bytes(), 9, &LIMITS).unwrap();
    let [entry] = &entries[..] else {
        panic!("{entries:?}")
    };
    assert!(entry.must_understand && entry.role.is_none());
    assert_eq!(
        (&*entry.element.name.ns, &*entry.element.text),
        ("some-URI", " 5 ")
    );

    let text = r#"<env:Envelope xmlns:env="http://www.w3.org/2003/05/soap-envelope">
 <env:Header>
  <n:alertcontrol xmlns:n="http://example.org/alertcontrol">
   <n:priority>1</n:priority>
   <n:expires>2001-06-22T14:00:00-05:00</n:expires>
  </n:alertcontrol>
 </env:Header>
 <env:Body>
  <m:alert xmlns:m="http://example.org/alert">
   <m:msg>Pick up Mary at school at 2pm</m:msg>
  </m:alert>
 </env:Body>
</env:Envelope>"#;
    let entries = scan::header_entries(text.as_bytes(), 3, &LIMITS).unwrap();
    let ns = "http://example.org/alertcontrol";
    let expires = entries[0].element.child(ns, "expires").unwrap();
    assert_eq!(expires.text, "2001-06-22T14:00:00-05:00");
    assert!(
        scan::header_entries(text.as_bytes(), 2, &LIMITS).is_err(),
        "three elements"
    );
    let other = text.replace("2003/05", "2001/12");
    assert_eq!(scan::head(other.as_bytes(), &LIMITS).unwrap().version, None);
}

/// SOAP 1.1, sections 4.2.2 and 4.2.3; SOAP 1.2 part 1, sections 2.4 and 5.2.3: who does not understand what must be
/// understood fails.
#[test]
fn entries_that_must_be_understood_are_refused_by_who_is_strict() {
    let strict = |version| Options {
        version,
        strict: true,
        ..Options::DEFAULT
    };
    let record = Record::of("nothing", &[]);
    let read = |ns: &str, entry: &str, options| {
        let text = format!(
            "<e:Envelope xmlns:e='{ns}'><e:Header>{entry}</e:Header><e:Body><nothing/></e:Body></e:Envelope>"
        );
        soap::decode_params(text.as_bytes(), &record, &mut Nothing, &LIMITS, options)
    };
    for version in [Version::V11, Version::V12] {
        let ns = version.namespace();
        for (entry, refused) in [
            ("<t:T xmlns:t='some-URI' e:mustUnderstand='1'>5</t:T>", true),
            ("<t:T xmlns:t='some-URI' e:mustUnderstand='true'/>", true),
            ("<t:T xmlns:t='some-URI' e:mustUnderstand='&#49;'/>", true),
            ("<t:T xmlns:t='some-URI' e:mustUnderstand='0'/>", false),
            ("<t:T xmlns:t='some-URI'/>", false),
            ("<t:T xmlns:t='some-URI' mustUnderstand='1'/>", false),
            (
                "<t:T xmlns:t='some-URI' e:mustUnderstand='1' e:actor='urn:other' e:role='urn:other'/>",
                false,
            ),
            (
                "<t:T xmlns:t='some-URI' e:mustUnderstand='1' \
                 e:actor='http://schemas.xmlsoap.org/soap/actor/next' \
                 e:role='http://www.w3.org/2003/05/soap-envelope/role/next'/>",
                true,
            ),
            (
                "<w:RelatesTo xmlns:w='http://www.w3.org/2005/08/addressing' e:mustUnderstand='1'>a</w:RelatesTo>",
                false,
            ),
        ] {
            assert_eq!(
                read(ns, entry, strict(version)).is_err(),
                refused,
                "{entry}"
            );
            let options = Options {
                strict: false,
                ..strict(version)
            };
            assert_eq!(read(ns, entry, options), Ok(()), "{entry}");
        }
    }
}

#[derive(Debug, Default, PartialEq)]
struct Nothing;

impl<'de> Slots<'de> for Nothing {
    fn all<S: crate::decode::Source<'de>>(&mut self, _: &mut S) -> Result<(), crate::Fail> {
        Ok(())
    }
    fn one<S: crate::decode::Source<'de>>(
        &mut self,
        _: usize,
        _: &mut S,
    ) -> Result<(), crate::Fail> {
        Err(crate::Fail)
    }
}

#[derive(Debug, Default, PartialEq)]
struct Part {
    id: String,
    rank: Option<i32>,
    name: String,
    sizes: Vec<i32>,
    note: Option<String>,
    nil: Option<i32>,
}

static PART_FIELDS: [Field; 6] = [
    Field::plain("id").xml(
        const {
            &Xml {
                role: XmlRole::Attribute,
                ..Xml::ELEMENT
            }
        },
    ),
    Field::of("rank", crate::meta::Length::UpTo(u32::MAX), const { &RANK }).xml(&ATTRIBUTE),
    Field::plain("name").xml(&QUALIFIED),
    Field::of(
        "sizes",
        crate::meta::Length::UpTo(u32::MAX),
        const { &SIZE },
    )
    .xml(&QUALIFIED),
    Field::of("note", crate::meta::Length::UpTo(u32::MAX), const { &NOTE }).xml(&QUALIFIED),
    Field::of("nil", crate::meta::Length::UpTo(u32::MAX), const { &NIL }).xml(
        const {
            &Xml {
                ns: Cow::Borrowed("urn:parts"),
                nillable: true,
                ..Xml::ELEMENT
            }
        },
    ),
];
static RANK: Field = Field::plain("rank").xml(&ATTRIBUTE);
static SIZE: Field = Field::plain("sizes").xml(&QUALIFIED);
static NOTE: Field = Field::plain("note").xml(&QUALIFIED);
static NIL: Field = Field::plain("nil").xml(&QUALIFIED);
static ATTRIBUTE: Xml = Xml {
    role: XmlRole::Attribute,
    ..Xml::ELEMENT
};
static QUALIFIED: Xml = Xml {
    ns: Cow::Borrowed("urn:parts"),
    ..Xml::ELEMENT
};
static PART: Record = Record::of("Part", &PART_FIELDS).xml(
    const {
        &XmlRecord {
            attributes: true,
            element: Some(XmlName::of("urn:parts", "part")),
            ..XmlRecord::PLAIN
        }
    },
);
plain_record! { Part, PART, PART_FIELDS { 0 id, 1 rank, 2 name, 3 sizes, 4 note, 5 nil } }

fn part() -> Part {
    Part {
        id: "a \"b\" <c>\n".into(),
        rank: None,
        name: "bolt & nut".into(),
        sizes: [1, -2].into(),
        note: Some("".into()),
        nil: None,
    }
}

#[test]
fn attributes_namespaces_and_values_that_are_not_there() {
    let f = Field::plain("any");
    let text = written_value(&f, &part());
    assert_eq!(
        text,
        "<n:part xmlns:n=\"urn:parts\" id=\"a &quot;b&quot; &lt;c&gt;&#10;\"><n:name>bolt &amp; nut</n:name>\
         <n:sizes>1</n:sizes><n:sizes>-2</n:sizes><n:note></n:note><n:nil xsi:nil=\"true\"></n:nil></n:part>"
    );
    let text = text.replace(
        "<n:part ",
        "<n:part xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" ",
    );
    assert_eq!(value(&text, &f), Ok(part()));
    // Default namespaces, other prefixes, other orders.
    let other = "<part xmlns='urn:parts' rank='+7' id='x' xmlns:x='urn:x' x:ignored='1'>\
                 <n:note xmlns:n='urn:parts'> </n:note><x:ignored><name/></x:ignored> <!-- --> <sizes>5</sizes>\
                 <name>y</name><?z?></part>";
    let expected = Part {
        id: "x".into(),
        rank: Some(7),
        name: "y".into(),
        sizes: [5].into(),
        note: Some(" ".into()),
        nil: None,
    };
    assert_eq!(value(other, &f), Ok(expected));
    // Deployed implementations forget namespaces.
    let unqualified = "<p:part xmlns:p='urn:parts' id='x'><name>y</name><sizes>5</sizes><sizes>6</sizes></p:part>";
    assert_eq!(
        value::<Part>(unqualified, &f).map(|part| part.sizes),
        Ok([5, 6].into())
    );
    let twice = other.replace("<name>y</name>", "<name>y</name><name>z</name>");
    let kind = MalformedKind::Duplicate(crate::Name::new("name"));
    assert_eq!(value::<Part>(&twice, &f), Err(kind));
    let without = other.replace("id='x'", "");
    let kind = MalformedKind::Missing(crate::Name::new("id"));
    assert_eq!(value::<Part>(&without, &f), Err(kind));
}
