//! Attributes that our front end accepts and ignores: for each, a foreign compiler proves that it changes
//! nothing, or a reason explains why it does not affect the wire. The table matches the front end's list
//! exactly.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use manyrpc_draw::{Definition, Language};
use manyrpc_idl::dce::silent_attributes;

use super::widl;
use crate::codecs::Dynamic;
use crate::ndr::samba;
use crate::suite::{Case, Plan, Suite};

/// The suite.
pub const SUITE: Suite = Suite {
    name: "idl-silent",
    about: "attributes of .idl files that are ignored: widl's code and libndr's bytes are the same without",
    known: include_str!("../../known_failures/idl-silent.txt"),
    run,
};

/// The place of an attribute in `WHOLE` or `OF_SAMBA`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    Interface,
    Type,
    Enum,
    Field,
    Text,
    Operation,
    Parameter,
}

use At::{Enum, Field, Interface, Operation, Parameter, Text, Type};

/// The proof that an attribute has no effect.
#[derive(Clone, Copy, Debug)]
enum Proof {
    /// widl generates the same client and server without it.
    Widl,
    /// libndr, which honours it, interprets our messages as we do.
    Samba,
    /// No available compiler can prove it; the reason.
    Because(&'static str),
}

use Proof::{Because, Samba, Widl};

/// An attribute as it is written, and where.
type Row = (&'static str, At, Proof);

const ROWS: [Row; 52] = [
    (
        "allocate(all_nodes)",
        Type,
        Because("MIDL's reference: how a stub gets memory"),
    ),
    ("annotation(\"x\")", Parameter, Widl),
    ("async", Operation, Widl),
    ("authservice(\"ldap\")", Interface, Samba),
    ("bindable", Operation, Widl),
    ("binding_callout(f)", Interface, Because(CALLOUT)),
    (
        "byte_count(number)",
        Parameter,
        Because("MIDL's reference: memory that a client lends its stub"),
    ),
    ("charset(UTF16)", Text, Samba),
    ("cs_char(wide)", Type, Because(CODE_SETS)),
    ("cs_drtag", Parameter, Because(CODE_SETS)),
    ("cs_rtag", Parameter, Because(CODE_SETS)),
    ("cs_stag", Parameter, Because(CODE_SETS)),
    ("cs_tag_rtn(f)", Operation, Because(CODE_SETS)),
    ("depends(security)", Interface, Because(OLD_PIDL)),
    ("disable_consistency_check", Parameter, Widl),
    ("enum16bit", Enum, Samba),
    ("dual", Interface, Widl),
    ("extern_exceptions(e)", Interface, Because(EXCEPTIONS)),
    ("force_allocate", Parameter, Widl),
    ("helper(\"stdint.h\")", Interface, Samba),
    ("helpcontext(1)", Operation, Widl),
    ("helpstring(\"x\")", Operation, Widl),
    (
        "helpstringW(\"x\")",
        Operation,
        Because("MIDL's reference: as `helpstring`, for another compiler"),
    ),
    ("hidden", Operation, Widl),
    ("id(1)", Operation, Widl),
    ("in_line", Type, Because(CODE)),
    ("keepref", Parameter, Because(OLD_PIDL)),
    ("nonextensible", Interface, Widl),
    ("nopython", Operation, Samba),
    ("noprint", Field, Samba),
    ("notify", Operation, Widl),
    ("notify_flag", Operation, Widl),
    (
        "odl",
        Interface,
        Because("MIDL's reference: a mark of old type libraries, needed and used by none"),
    ),
    ("oleautomation", Interface, Widl),
    ("optional", Parameter, Widl),
    ("optimize(\"x\")", Operation, Widl),
    ("out_of_line", Type, Because(CODE)),
    ("propget", Operation, Widl),
    ("propput", Operation, Widl),
    ("public", Type, Widl),
    ("pyhelper(\"x.c\")", Interface, Samba),
    ("python", Operation, Because(OLD_PIDL)),
    ("range(0, 65535)", Parameter, Samba),
    ("restricted", Interface, Samba),
    ("retval", Parameter, Widl),
    ("strict_context_handle", Interface, Widl),
    ("todo", Operation, Samba),
    ("type_strict_context_handle", Interface, Because(STRICT)),
    ("unsafe", Operation, Because(OLD_PIDL)),
    ("usesgetlasterror", Type, Widl),
    ("headerhelper(\"x.h\")", Interface, Because(OLD_PIDL)),
    ("value(7)", Field, Because(VALUE)),
];

const CALLOUT: &str = "OSF DCE 1.2.2 Application Development Guide, 18.3.17: a routine that a client runs before it calls";
const CODE_SETS: &str = "OSF DCE 1.2.2 Application Development Guide, 18.3.14 to 18.3.16: what travels, the \
     tags among it, is declared in the definition; the stub's caller has it in another form";
const EXCEPTIONS: &str =
    "OSF DCE 1.2.2 Application Development Guide, 18.3.12: in which file a stub's exceptions are";
const CODE: &str = "C706, section 4.3: where a stub's code stands, in a function or not";
const OLD_PIDL: &str = "of older versions of pidl: what its C and Python files include";
const STRICT: &str = "MIDL's reference: of which interface a server takes handles; what is checked of them \
     here is whose they are";
const VALUE: &str = "pidl, Samba4/NDR/Parser.pm: its senders fill the member in, its receivers do not look; \
     it has its place and its width";

/// What widl compiles: a mark for each place.
const WHOLE: &str = "\
[uuid(12345678-9012-b456-8001-080020b033d7), version(1.0), pointer_default(unique)<Interface>]
interface silent
{
    typedef [<Type>] struct { [<Field>] long first; short second; hyper third; } record;
    typedef [<Enum>] enum { SMALL, LARGE } size;
    [<Operation>] long call([in] handle_t binding, [in<Parameter>] unsigned long number, [in] size of,
        [in, string<Text>] wchar_t *text, [in] record *given, [out] hyper *answer);
    void behind([in] record *given);
}
";

/// What pidl compiles: an operation behind the one that is spoken of has its number.
const OF_SAMBA: &str = "\
[uuid(\"12345678-9012-b456-8001-080020b033d7\"), version(1.0), pointer_default(unique)<Interface>]
interface silent
{
    typedef [<Type>] struct { [<Field>] uint32 first; uint16 second; hyper third; } record;
    typedef [<Enum>] enum { SMALL = 0, LARGE = 1 } size;
    [<Operation>] uint32 call([in<Parameter>] uint16 number, [in] size of,
        [in, string<Text>] uint16 *text, [in] record *given, [out] hyper *answer);
    uint32 behind([in] record *given);
}
";

fn run(plan: &Plan) -> Result<Vec<Case>, String> {
    let folder = plan.keep.join("idl-silent");
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut cases = vec![table(), told(&folder)?, aligned(plan)?, unaligned()];
    for row @ (written, ..) in ROWS {
        cases.push(Case {
            name: name_of(written).to_owned(),
            result: judge(plan, &folder, row)?,
        });
    }
    Ok(cases)
}

/// The table has what the front end ignores.
fn table() -> Case {
    let rows: BTreeSet<&str> = ROWS.iter().map(|(written, ..)| name_of(written)).collect();
    let listed: BTreeSet<&str> = silent_attributes().iter().copied().collect();
    let differ: Vec<_> = rows.symmetric_difference(&listed).collect();
    let result = match differ.is_empty() {
        true => Ok(()),
        false => Err(format!("not in both lists: {differ:?}")),
    };
    Case {
        name: "the table".to_owned(),
        result,
    }
}

/// That widl's code tells: of what changes it.
fn told(folder: &Path) -> Result<Case, String> {
    let same = same_code(folder, "v1_enum", Enum)?;
    Ok(Case {
        name: "v1_enum, which matters".to_owned(),
        result: match same {
            Err(_) => Ok(()),
            Ok(()) => Err("widl's code is the same without it".to_owned()),
        },
    })
}

/// `ms_union` is carried out where all arms are aligned alike.
fn aligned(plan: &Plan) -> Result<Case, String> {
    let case = samba::one(plan, of_unions("uint32 *b"))?;
    Ok(Case {
        name: "ms_union of arms alike".to_owned(),
        ..case
    })
}

/// And refused where libndr's bytes are others.
fn unaligned() -> Case {
    let result = match Dynamic::read(&of_unions("hyper b")) {
        Err(why) if why.contains("widest arm") => Ok(()),
        other => Err(format!("{:?}", other.map(drop))),
    };
    Case {
        name: "ms_union of other arms".to_owned(),
        result,
    }
}

fn of_unions(arm: &str) -> Definition {
    Definition::new(Language::Dce, "unions", format!(
            "[uuid(\"12345678-9012-b456-8001-080020b033d7\"), version(1.0), pointer_default(unique), ms_union]
interface unions
{{
    typedef [switch_type(uint16)] union {{ [case(1)] uint32 a; [case(2)] {arm}; }} choice;
    typedef struct {{ uint16 kind; [switch_is(kind)] choice of; uint8 last; }} record;
    uint32 call([in] record *given);
}}
"
        ))
}

fn name_of(written: &str) -> &str {
    written.split('(').next().unwrap_or(written)
}

fn judge(plan: &Plan, folder: &Path, row: Row) -> Result<Result<(), String>, String> {
    let (written, at, proof) = row;
    if let Err(why) = ignored(written, at) {
        return Ok(Err(why));
    }
    match proof {
        Widl => same_code(folder, written, at),
        Samba => {
            let text = match at {
                Text => OF_SAMBA.to_owned(),
                // pidl has no wide strings without it.
                _ => OF_SAMBA.replace("<Text>", ", charset(UTF16)"),
            };
            let definition = definition(&text, written, at);
            Ok(samba::one(plan, definition)?.result)
        }
        Because("") => Ok(Err("no reason is told".to_owned())),
        Because(why) => {
            eprintln!("idl-silent: {}: {why}", name_of(written));
            Ok(Ok(()))
        }
    }
}

/// We read the same with it and without it.
fn ignored(written: &str, at: At) -> Result<(), String> {
    let read = |written| Dynamic::read(&definition(WHOLE, written, at));
    let (with, without) = (read(written)?, read("")?);
    match with.module == without.module {
        true => Ok(()),
        false => Err("it changes what we read".to_owned()),
    }
}

/// A definition with an attribute in one place, and nothing in the others.
fn definition(text: &str, written: &str, at: At) -> Definition {
    let places = [Interface, Type, Enum, Field, Text, Operation, Parameter];
    let filled = places.iter().fold(text.to_owned(), |text, place| {
        let mark = format!("<{place:?}>");
        let attribute = match (*place == at, text.contains(&format!("[{mark}]"))) {
            (false, _) => String::new(),
            (true, true) => written.to_owned(),
            (true, false) if written.is_empty() => String::new(),
            (true, false) => format!(", {written}"),
        };
        text.replace(&mark, &attribute)
    });
    Definition::new(Language::Dce, "silent", filled.replace("[] ", ""))
}

/// widl's client and server with an attribute and without it. What is got or put has that in the name of
/// the function.
fn same_code(folder: &Path, written: &str, at: At) -> Result<Result<(), String>, String> {
    let code = |written: &str| -> Result<Result<String, String>, String> {
        let definition = definition(WHOLE, written, at);
        if let Err(why) = widl::compile(folder, &definition, &["-c", "-s"])? {
            return Ok(Err(why));
        }
        let files = ["silent_c.c", "silent_s.c"].map(|file| fs::read_to_string(folder.join(file)));
        let [client, server] = files.map(|text| text.map_err(|e| e.to_string()));
        let text = format!("{}{}", client?, server?);
        Ok(Ok(text
            .replace("get_call", "call")
            .replace("put_call", "call")))
    };
    let (with, without) = (code(written)?, code("")?);
    Ok(match (with, without) {
        (Ok(with), Ok(without)) if with == without => Ok(()),
        (Ok(with), Ok(without)) => {
            let mut lines = with.lines().zip(without.lines());
            Err(format!(
                "widl's code differs: {:?}",
                lines.find(|(a, b)| a != b)
            ))
        }
        (with, without) => Err(format!("widl: {:?}", with.and(without).err())),
    })
}
