//! XML-RPC messages: the examples of its specification, and invalid messages.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::error::MalformedKind;
use crate::limits::Limits;
use crate::xml::scan::{Fault, Message, array, members, message, params_of, text};

const LIMITS: Limits = Limits::DEFAULT;

/// The request example of the specification.
const REQUEST: &str = "<?xml version=\"1.0\"?>\n<methodCall>\n   <methodName>examples.getStateName</methodName>
   <params>\n      <param>\n         <value><i4>41</i4></value>\n         </param>\n      </params>\n   </methodCall>\n";

/// The response example.
const RESPONSE: &str = "<?xml version=\"1.0\"?>\n<methodResponse>\n   <params>\n      <param>
         <value><string>South Dakota</string></value>\n         </param>\n      </params>\n   </methodResponse>\n";

/// The fault example.
const FAULT: &str = "<?xml version=\"1.0\"?>\n<methodResponse>\n   <fault>\n      <value>\n         <struct>\n            <member>
               <name>faultCode</name>\n               <value><int>4</int></value>\n               </member>
            <member>\n               <name>faultString</name>
               <value><string>Too many parameters.</string></value>\n               </member>
            </struct>\n         </value>\n      </fault>\n   </methodResponse>\n";

fn parts(text: &str, ranges: Vec<Range<usize>>) -> Vec<&str> {
    ranges.into_iter().map(|r| &text[r]).collect()
}

#[test]
fn the_messages_of_the_specification() {
    let Ok(Message::Call { method, params }) = message(REQUEST.as_bytes(), &LIMITS) else {
        panic!("a call");
    };
    assert_eq!(method, "examples.getStateName");
    let values = params_of(REQUEST.as_bytes(), params, 9, &LIMITS).unwrap();
    assert_eq!(parts(REQUEST, values), ["<value><i4>41</i4></value>"]);

    let Ok(Message::Reply { params }) = message(RESPONSE.as_bytes(), &LIMITS) else {
        panic!("a reply");
    };
    let values = params_of(RESPONSE.as_bytes(), params, 9, &LIMITS).unwrap();
    let state = text(RESPONSE.as_bytes(), values[0].clone(), &LIMITS).unwrap();
    assert_eq!(state, "South Dakota");

    let fault = Fault {
        code: 4,
        message: "Too many parameters.".to_owned(),
    };
    let found = message(FAULT.as_bytes(), &LIMITS);
    assert_eq!(found, Ok(Message::Fault(fault)));
}

#[test]
fn calls_without_parameters() {
    for inside in [
        "",
        "<params/>",
        "<params></params>",
        " <params>\n</params > <!-- none -->",
    ] {
        let text =
            alloc::format!("<methodCall><methodName> a.b </methodName>{inside}</methodCall>");
        let Ok(Message::Call { method, params }) = message(text.as_bytes(), &LIMITS) else {
            panic!("{text}");
        };
        assert_eq!((&*method, &text[params].trim_ascii()), ("a.b", &""));
    }
}

#[test]
fn parts_of_structs_and_arrays() {
    let text = "<value><array><data><value><struct><member><name>methodName</name><value>a&amp;b</value>\
        </member><member><name>params</name><value><array><data><value><i4>1</i4></value> <value>2</value>\
        </data></array></value></member></struct></value></data></array></value>";
    let bytes = text.as_bytes();
    let calls = array(bytes, 0..text.len(), 9, &LIMITS).unwrap();
    let call = members(bytes, calls[0].clone(), 9, &LIMITS).unwrap();
    let names: Vec<&str> = call.iter().map(|(name, _)| &**name).collect();
    assert_eq!(names, ["methodName", "params"]);
    let method = super::super::scan::text(bytes, call[0].1.clone(), &LIMITS).unwrap();
    assert_eq!(method, "a&b");
    let params = array(bytes, call[1].1.clone(), 9, &LIMITS).unwrap();
    assert_eq!(
        parts(text, params),
        ["<value><i4>1</i4></value>", "<value>2</value>"]
    );
    let error = array(bytes, call[1].1.clone(), 1, &LIMITS).unwrap_err();
    assert_eq!(error.kind, MalformedKind::TooLong { count: 2, max: 1 });
    assert!(
        array(bytes, call[0].1.clone(), 9, &LIMITS).is_err(),
        "no array"
    );
    let empty = "<value><array><data/></array></value>";
    assert_eq!(
        array(empty.as_bytes(), 0..empty.len(), 9, &LIMITS),
        Ok(Vec::new())
    );
}

#[test]
fn faults_of_other_shapes_are_faults() {
    let fault = |inside: &str| {
        let text = alloc::format!("<methodResponse><fault>{inside}</fault></methodResponse>");
        match message(text.as_bytes(), &LIMITS) {
            Ok(Message::Fault(fault)) => Some(fault),
            _ => None,
        }
    };
    let found = |code, text: &str| {
        let message = text.to_owned();
        Some(Fault { code, message })
    };
    assert_eq!(fault("<value><struct/></value>"), found(0, ""));
    let odd = "<value><struct><member><name>faultString</name><value>a<![CDATA[<]]>&#x20;</value></member>\
        <member><name>more</name><value><array><data/></array></value></member>\
        <member><name>faultCode</name><value><struct/></value></member></struct></value>";
    assert_eq!(fault(odd), found(0, "a< "));
    assert_eq!(fault("<value>4</value>"), None);
}

#[test]
fn what_is_no_message_is_named() {
    let refused = |text: &str| message(text.as_bytes(), &LIMITS).unwrap_err().kind;
    let call = |inside: &str| {
        let name = "<methodName>m</methodName>";
        refused(&alloc::format!("<methodCall>{name}{inside}</methodCall>"))
    };
    let expected = MalformedKind::Expected;
    assert_eq!(refused(""), MalformedKind::Truncated);
    assert_eq!(
        refused("<html></html>"),
        expected("`methodCall` or `methodResponse`")
    );
    assert_eq!(
        refused("<methodCall><params/></methodCall>"),
        expected("methodName")
    );
    assert_eq!(call("<params><value/></params>"), expected("param"));
    assert_eq!(
        call("<params><param></params>"),
        expected("the end of another element")
    );
    assert_eq!(call("<params>"), expected("the end of another element"));
    assert_eq!(call("<params/>x"), expected("an end tag"));
    assert_eq!(
        call("<params><param>\u{1}</param></params>"),
        MalformedKind::Refused("a character that XML does not have")
    );
    assert_eq!(
        call("<params><param>\u{ffff}</param></params>"),
        MalformedKind::Refused("a character that XML does not have")
    );
    assert_eq!(call("<params><param a=1/></params>"), expected("a quote"));
    let trailing = refused("<methodCall><methodName>m</methodName></methodCall>x");
    assert_eq!(trailing, MalformedKind::Trailing(1));
}

/// A document type declaration can declare entities; it is refused, so none ever expands ("billion
/// laughs").
#[test]
fn entities_are_refused() {
    let laughs = "<?xml version=\"1.0\"?><!DOCTYPE lolz [<!ENTITY lol \"lol\">]><methodCall/>";
    let error = message(laughs.as_bytes(), &LIMITS).unwrap_err();
    assert_eq!(
        error.kind,
        MalformedKind::Refused("a document type declaration")
    );
    for reference in [
        "&lol;",
        "&#0;",
        "&#x110000;",
        "&#xd800;",
        "&#;",
        "&",
        "&#1;",
        "&amp",
    ] {
        let text = alloc::format!("<methodCall><methodName>{reference}</methodName></methodCall>");
        let error = message(text.as_bytes(), &LIMITS).unwrap_err();
        let kind = MalformedKind::Refused("a reference to an entity, or to what is no character");
        assert_eq!((error.kind, error.offset), (kind, 24), "{reference}");
    }
}

#[test]
fn nests_have_a_limit_and_need_no_stack() {
    let deep = |n: usize| {
        let (open, close) = ("<a>".repeat(n), "</a>".repeat(n));
        let param = alloc::format!("<params><param>{open}{close}</param></params>");
        alloc::format!("<methodCall><methodName>m</methodName>{param}</methodCall>")
    };
    let text: String = deep(100_000);
    let limits = Limits {
        depth: 50_000,
        ..LIMITS
    };
    assert!(message(text.as_bytes(), &limits).is_ok());
    let error = message(text.as_bytes(), &LIMITS).unwrap_err();
    assert_eq!(error.kind, MalformedKind::TooDeep);
}

/// Each breaks one rule of XML 1.0 in a part that XML-RPC ignores.
#[test]
fn what_is_passed_over_is_well_formed() {
    const CALL: &str = "<methodCall><methodName>m</methodName></methodCall>";
    let refused = |text: &str| {
        let done = message(text.as_bytes(), &LIMITS);
        assert!(done.is_err(), "{text}: {done:?}");
    };
    // Section 2.8.
    for declaration in [
        "<?xml?>",
        "<?xml version='1.0/ ?>",
        "<?xml version='2.0'?>",
        "<?xml encoding='utf-8'?>",
        "<?xml version='1.0'encoding='utf-8'?>",
        "<?xml version='1.0' e.coding='utf-8'?>",
        "<?xml version='1.0' encoding='utf 8'?>",
        "<?xml version='1.0' standalone='maybe'?>",
        "<?XML version='1.0'?>",
        " <?xml version='1.0'?>",
        "<!---->\n<?xml version='1.0'?>",
    ] {
        refused(&alloc::format!("{declaration}{CALL}"));
    }
    // Sections 2.5, 2.6 and 2.2.
    for misc in [
        "<!-- a -- b -->",
        "<!-- a --->",
        "<!-- \u{1} -->",
        "<? p?>",
        "<?p\u{d7}?>",
        "<?p \u{ffff}?>",
    ] {
        refused(&alloc::format!("{misc}{CALL}"));
    }
    // Sections 2.3, 2.4, 3.1 and 4.1.
    for (from, to) in [
        ("<methodCall>", "<methodCall a='1' b='2' a='3'>"),
        ("<methodCall>", "<methodCall a='<'>"),
        ("<methodCall>", "<methodCall a='&l;'>"),
        ("<methodCall>", "<methodCall a='\u{b}'>"),
        ("<methodCall>", "<methodCall a='1'b='2'>"),
        ("<methodCall>", "<methodCall \u{d7}='1'>"),
        (">m<", ">m]]><"),
    ] {
        refused(&CALL.replace(from, to));
    }
    for fine in [
        "<?xml version = \"1.0\"\tencoding='UTF-8' standalone='yes' ?>",
        "<?xml version='1.1'?>",
        "<?xml-stylesheet href='a'?>",
        "<!----><!-- - -> ' & < --><?p?><?p ??>",
    ] {
        let text = alloc::format!("{fine}{CALL}");
        assert!(message(text.as_bytes(), &LIMITS).is_ok(), "{text}");
    }
    let named = CALL.replace("<methodCall>", "<methodCall \u{e9}='&lt;&#65;>' b=\"'\">");
    assert!(message(named.as_bytes(), &LIMITS).is_ok());
    for text in ["a]]b>c", "]>", "]]&gt;", "<![CDATA[]]]]>>"] {
        let call = CALL.replace(">m<", &alloc::format!(">{text}<"));
        assert!(message(call.as_bytes(), &LIMITS).is_ok(), "{text}");
    }
}
