//! Acceptance of definitions: drawn ones with a word changed, most of which Wine's compiler rejects. We must
//! accept and reject the same ones, except for the differences in `STRICTER` and `LAXER`.

use std::fs;
use std::path::Path;

use manyrpc_draw::dce::{self, Dialect};
use manyrpc_draw::{Definition, Draw};

use super::widl;
use crate::batches;
use crate::codecs::Dynamic;
use crate::suite::{Case, Plan, Suite};

/// The suite.
pub const SUITE: Suite = Suite {
    name: "idl-accepted",
    about: "drawn .idl definitions with a word changed: accepted and refused as Wine's widl does",
    known: include_str!("../../known_failures/idl-accepted.txt"),
    run,
};

/// The verdicts of both on a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Accepted,
    Refused,
    /// Only one side accepts it, as intended.
    Meant,
}

fn run(plan: &Plan) -> Result<Vec<Case>, String> {
    let folder = plan.keep.join("idl-accepted");
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let begin = || Ok(());
    let judged = batches::each(plan.definitions, begin, |(), index| {
        case(plan, &folder, index)
    })?;
    let count = |wanted| judged.iter().filter(|(_, v)| *v == Ok(wanted)).count();
    eprintln!(
        "idl-accepted: both accept {}, both refuse {}, one alone is meant to accept {}",
        count(Verdict::Accepted),
        count(Verdict::Refused),
        count(Verdict::Meant)
    );
    let cases = judged.into_iter().map(|(name, verdict)| Case {
        name,
        result: verdict.map(drop),
    });
    Ok(cases.collect())
}

/// A definition, which both accept, and one with a word changed.
fn case(
    plan: &Plan,
    folder: &Path,
    index: u64,
) -> Result<(String, Result<Verdict, String>), String> {
    let mut draw = Draw::nth(plan.seed ^ 0x1d1_acce, index);
    let definition = dce::nth(Dialect::WIDL, plan.seed, index);
    let spoilt = dce::spoil(&definition, &mut draw);
    let verdict = match judge(folder, &definition, (&[], DRAWN))? {
        Ok(Verdict::Accepted | Verdict::Meant) => judge(folder, &spoilt, (STRICTER, LAXER))?
            .map_err(|why| format!("near {}: {why}", changed(&definition, &spoilt))),
        other => Err(format!("as it was drawn: {other:?}")),
    };
    if verdict.is_ok() {
        let _ = fs::remove_file(folder.join(spoilt.file()));
        let _ = fs::remove_file(folder.join(format!("{}.h", definition.name)));
    }
    Ok((format!("{}.spoilt", definition.name), verdict))
}

fn judge(
    folder: &Path,
    definition: &Definition,
    (stricter, laxer): (Rules, Rules),
) -> Result<Result<Verdict, String>, String> {
    let theirs = widl::compile(folder, definition, &["-h"])?;
    let ours = Dynamic::read(definition).map(drop);
    Ok(match (theirs, ours) {
        (Ok(()), Ok(())) => Ok(Verdict::Accepted),
        (Err(_), Err(_)) => Ok(Verdict::Refused),
        (Ok(()), Err(why)) => meant(stricter, &why, "widl accepts it, we do not"),
        (Err(why), Ok(())) => meant(laxer, &why, "we accept it, widl does not"),
    })
}

/// Fragments of error messages, each with the justification.
type Rules<'r> = &'r [(&'r str, &'r str)];

/// Accepts an intended difference between the two sides.
fn meant(rules: Rules<'_>, why: &str, who: &str) -> Result<Verdict, String> {
    match rules.iter().any(|(said, _)| why.contains(said)) {
        true => Ok(Verdict::Meant),
        false => Err(format!("{who}: {why}")),
    }
}

/// widl's errors for unchanged drawn definitions.
const DRAWN: Rules<'static> = &[(
    "unexpected aKNOWNTYPE",
    "a parameter or field may have the name of a type",
)];

/// Our errors for definitions that widl accepts, and the justifications.
const STRICTER: Rules<'static> = &[
    (
        "after the label, found `.`",
        "a part of a number is no label",
    ),
    (
        "and the parameters, found `=`",
        "a constant has no attributes",
    ),
    (
        "belongs to a pointer",
        "what is said of pointers is said of nothing else",
    ),
    ("expected a constant, found", "a text is no number"),
    (
        "the name of the discriminant, found",
        "a pointer chooses no arm",
    ),
    ("there is no type `d", "an interface is no type"),
    ("a string ends at its terminator", "C706, section 4.2.19.1"),
    (
        "after the attribute, found `[`",
        "one element of what says a size",
    ),
    ("so it cannot be a size", "C706, section 4.2.18.3"),
    (
        "a name of the enumeration, found `[`",
        "members have no attributes but in type libraries",
    ),
    (
        "a pointer to a function cannot be sent",
        "C706, section 4.2.24.3",
    ),
    ("cannot be an array whose length", "C706, section 4.2.12.2"),
    ("cannot end in an array whose", "C706, section 4.2.15.2"),
    ("no attribute `default`", "it belongs to arms"),
    (
        "is derived from does not exist",
        "a size that an array says",
    ),
    ("a result cannot be an array", "so it is in C"),
    ("handles and pipes are parameters", "C706, section 4.2.16.5"),
    ("a `handle_t` cannot be sent", "C706, section 4.2.16.5"),
    (
        "is not between",
        "no value of the type is that, but by what C makes of it",
    ),
    (
        "expected `,` or `}`, found `.`",
        "a part of a number is no member's value",
    ),
    ("is named twice", "so C compilers say"),
    (
        "`=` and the value of the constant",
        "a result that does not change is one",
    ),
    (
        "does not belong to an arm",
        "widl drops what is said of an arm that holds nothing",
    ),
    (
        "this size cannot be carried out",
        "a number over less than nothing",
    ),
    (
        "expected `[case(label)]`",
        "C706, section 4.2.12: an arm that no label chooses is none",
    ),
    (
        "stands here twice",
        "an attribute that says two things says none",
    ),
    ("a pointer has one class", "C706, section 4.2.20"),
    (
        "is defined twice",
        "C706, section 4.2.1: one space of names",
    ),
    (
        "is used twice",
        "C706, section 4.2.12: a label chooses one arm; C compilers refuse widl's code",
    ),
    (
        "belongs to a union without a switch",
        "widl reads `switch_is` of unions alone",
    ),
    (
        "each part of a version",
        "C706, section 4.2.4.2: 16 bits each, to which widl cuts them",
    ),
    (
        "the number of elements of this array",
        "widl asks where it writes a client alone",
    ),
    ("the number of elements behind", "so it does"),
    ("no field or constant", "so it does"),
    ("no parameter or constant", "so it does"),
    ("pointers to them are strings", "so it does"),
    ("`void` has no shape on the wire", "so it does"),
    (
        "only the last field can be",
        "C706, section 4.2.14; widl's code for it is another structure's",
    ),
    (
        "the calls of COM objects",
        "what they are carried in is another protocol",
    ),
    (
        "parameter cannot be null",
        "C706, section 4.2.23.3: there is nothing to fill in",
    ),
    ("there is no `struct", "widl leaves it to the C compiler"),
    ("there is no `union", "so it does"),
    ("there is no `enum", "so it does"),
    (
        "a `maybe` operation has no reply",
        "C706, section 4.2.23.1: it has no results",
    ),
    (
        "this has sizes for more arrays than there are",
        "so it has, where a type's name is that of a pointer to one",
    ),
    (
        "this type cannot discriminate a union",
        "C706, section 4.2.12: a handle is no number",
    ),
    ("there is no constant `NULL`", "an address is no number"),
    (
        "constants are integers, characters or truth values",
        "C706, section 4.2.9",
    ),
    ("a context handle is a `void *`", "C706, section 4.2.16.6"),
    (
        "after the definition, found `.`",
        "a part of a number is no value of an integer",
    ),
    (
        "after the discriminant, found `[`",
        "C706, section 4.2.12: a discriminant is no array",
    ),
    ("this is no value of a pointer", "an integer is none"),
    (
        "switched on a field or parameter as it is",
        "C706, section 4.2.12: a constant chooses the same arm always",
    ),
    ("does not fit", "a tag is of one kind, as in C"),
    (
        "the name of the arm, found `;`",
        "an arm that holds something has a name",
    ),
    ("this type has no constants", "C706, section 4.2.9"),
    (
        "the name of the operation, found `;`",
        "a structure without any name, of which nobody can speak",
    ),
];

/// widl's errors for definitions that we accept, and the justifications.
const LAXER: Rules<'static> = &[
    (
        "inapplicable attribute ref, unique or ptr for struct",
        "a class before a structure's own declaration, where no pointer is that it could be of",
    ),
    (
        "redefinition error; original",
        "an interface and a type, of one name but in two spaces of names",
    ),
    (
        "inapplicable attribute switch_type",
        "MIDL's reference has it for parameters that are unions",
    ),
    (
        "unnamed fields are not allowed",
        "`error_status_t` as a name",
    ),
    (
        "too many expressions in",
        "a comma behind the last says nothing",
    ),
    (
        "(null): size_is attribute applied",
        "a parameter without a name, again",
    ),
    ("unexpected tCALLBACK", "C706, section 4.2.22: first or not"),
    ("(null): pointer attribute applied", "`long long` again"),
    (
        "cannot be an unsized string",
        "a string that comes back has the length that it comes with",
    ),
    ("unexpected tSMALL", "the words of one number, again"),
    ("unexpected tSHORT", "and again"),
    ("unexpected tHYPER", "and again"),
    (
        "unexpected tDEFAULT",
        "a label and `default` of one arm, as in C",
    ),
    ("unexpected tINT,", "`small int` (C706, section 4.2.9.1)"),
    ("unexpected tINT\n", "`small int` again"),
    (
        "unexpected tCONST, expecting ')'",
        "what does not change has the same values",
    ),
    (
        "is too large",
        "a `hyper` has such values, and a size fails where a value has it",
    ),
    (
        "dereference operator applied",
        "a size is said with a star or without",
    ),
    ("'(null)': [string] attribute", "`error_status_t` as a name"),
    (
        "unexpected tLONG",
        "`long long` is what it is in C, and as MIDL's `hyper`",
    ),
    (
        "unexpected tUNSIGNED",
        "the words of one number stand in any order, as in C",
    ),
    (
        "array dimension is not a positive",
        "-1 as an `unsigned long` is what it is in C",
    ),
    (
        "unexpected aKNOWNTYPE",
        "a parameter or field may have the name of a type, or none",
    ),
    (
        "inapplicable attribute helpstring",
        "what is said to readers may stand anywhere",
    ),
    (
        "[range] attribute applied to",
        "what is said of values may stand anywhere",
    ),
    ("inapplicable attribute range", "so may this"),
    ("unexpected ';', expecting", "a `;` alone says nothing"),
    (
        "unexpected aIDENTIFIER, expecting ',' or ']'",
        "widl has no `first_is`, `last_is`, `max_is` and `min_is`",
    ),
    (
        "unexpected tCASE",
        "C706, section 4.2.12: several labels of one arm",
    ),
    (
        "unexpected tERRORSTATUST",
        "no word of the language (C706, section 4.6)",
    ),
    ("unexpected tINT64", "no word of the language, neither"),
    (
        "scalar type required in expression",
        "what a pointer leads to, with a star or without",
    ),
    (
        "must resolve to integral type",
        "a size is what a pointer leads to, with a star or without",
    ),
];

/// The text at the place of a change.
fn changed(before: &Definition, after: &Definition) -> String {
    let mut left = before.text.chars().filter(|c| !c.is_whitespace());
    let mut rest = after
        .text
        .char_indices()
        .filter(|(_, c)| !c.is_whitespace());
    let at = rest
        .find(|(_, c)| left.next() != Some(*c))
        .map_or(0, |(at, _)| at);
    let from = after.text[..at]
        .char_indices()
        .rev()
        .nth(30)
        .map_or(0, |(at, _)| at);
    after.text[from..].chars().take(70).collect()
}
