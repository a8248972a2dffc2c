//! Names of exceptions where requests and replies have names, too.

use crate::module::Operation;

/// The name of an exception among those of the requests and replies of these operations, and of the other exceptions that
/// they raise: a request is called as its operation, its reply has `Response` behind that, and an exception has `Fault`
/// behind its name as often as it takes to be another one. `spelled` is how names are spelled there.
pub fn exception_element(
    operations: &[&Operation],
    raised: &str,
    spelled: impl Fn(&str) -> String,
) -> String {
    let is_taken = |name: &str| {
        operations.iter().any(|operation| {
            let rest = name.strip_prefix(&*spelled(&operation.name));
            let mut others = operation.raises.iter().filter(|other| *other != raised);
            rest.is_some_and(|rest| matches!(rest, "" | "Response"))
                || others.any(|other| spelled(other) == name)
        })
    };
    let mut name = spelled(raised);
    while is_taken(&name) {
        name += "Fault";
    }
    name
}

#[cfg(test)]
mod tests {
    use super::exception_element;
    use crate::{Operation, Type};

    #[test]
    fn an_exception_is_no_request_no_reply_and_no_other_exception() {
        let raising = |name: &str, raises: &[&str]| Operation {
            raises: raises.iter().map(|name| (*name).to_owned()).collect(),
            ..Operation::new(name, 1, Vec::new(), Type::Void)
        };
        let operations = [
            raising("f", &["Plain", "g", "f-Response", "fResponse"]),
            raising("g", &["gFault"]),
        ];
        let operations: Vec<&Operation> = operations.iter().collect();
        let of =
            |raised: &str| exception_element(&operations, raised, |name| name.replace('-', "_"));
        assert_eq!(of("Plain"), "Plain");
        // `gFault` is another exception.
        assert_eq!(of("g"), "gFaultFault");
        assert_eq!(of("fResponse"), "fResponseFault");
        assert_eq!(of("f-Response"), "f_Response");
    }
}
