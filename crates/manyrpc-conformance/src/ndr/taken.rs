//! Everything that our front end accepts is supported by the later stages: it can be lowered, stubs can be
//! generated, and requests and replies survive a round trip.

use manyrpc_codec::ndr::LABEL;
use manyrpc_draw::Draw;
use manyrpc_draw::dce::{self, Dialect};

use super::calls::{self, Asked, Call};
use super::drawn::{swapped, truncated};
use crate::batches;
use crate::codecs::Dynamic;
use crate::suite::{Case, Plan};

/// Random requests to each operation.
const REQUESTS: usize = 2;
/// Values that are tried for one.
const TRIES: usize = 32;
/// Most definitions: three minutes of a debug build on one thread.
const MOST: u64 = 2_500;

/// Runs definitions of every dialect in turn.
///
/// # Errors
/// A thread panicked.
pub fn run(plan: &Plan) -> Result<Vec<Case>, String> {
    let begin = || Ok(());
    batches::each(plan.definitions.min(MOST), begin, |(), index| {
        let dialect = Dialect::ALL[(index % Dialect::ALL.len() as u64) as usize];
        let definition = dce::nth(dialect, plan.seed, index);
        let mut draw = Draw::nth(plan.seed, index);
        let result = carried(&definition, &mut draw);
        Ok(Case {
            name: format!("{} {}", dialect.name, definition.name),
            result,
        })
    })
}

/// Everything that becomes of one definition.
fn carried(definition: &manyrpc_draw::Definition, draw: &mut Draw) -> Result<(), String> {
    let dynamic = Dynamic::read(definition).map_err(|e| format!("{e}\n{}", definition.text))?;
    manyrpc_gen::rust(&dynamic.module, &manyrpc_gen::Options::default())
        .map_err(|e| format!("no stubs: {e:?}\n{}", definition.text))?;
    for call in calls::of(&dynamic, &definition.text) {
        for _ in 0..REQUESTS {
            let done = sampled(&call, draw).and_then(|asked| called(&call, asked));
            let name = &call.operation.name;
            done.map_err(|e| format!("{name}: {e}\n{}", definition.text))?;
        }
    }
    Ok(())
}

/// A request of random values, of which not every one can be said: `size_is(n + 1)` of 0 elements.
fn sampled(call: &Call<'_>, draw: &mut Draw) -> Result<Asked, String> {
    let mut tries = (0..TRIES).map(|_| call.ask(draw.number()));
    tries
        .next()
        .unwrap_or_else(|| Err("nothing is tried".to_owned()))
        .or_else(|why| tries.find_map(Result::ok).ok_or(why))
}

/// One call by ourselves: in either byte order, and nothing less than all of it.
fn called(call: &Call<'_>, mut asked: Asked) -> Result<(), String> {
    let body = asked.body.clone();
    truncated(call, &body)?;
    swapped(call, &body)?;
    let reply = call.serve(&body, LABEL)?;
    call.receive(&mut asked, &reply).map(drop)
}

#[cfg(test)]
mod tests {
    use manyrpc_codec::{Buf, Limits, ndr};
    use manyrpc_draw::{Definition, Language};
    use manyrpc_dynamic::{DynFields, default_params, echo, fit};
    use manyrpc_model::Value;

    use super::*;

    /// Chains as long as a sender likes: whatever holds the node, they end in a value or in the
    /// limit of depth, and never on the stack.
    #[test]
    fn a_chain_of_100_000_ends_no_server() {
        let definition = |members: &str, parameter: &str| {
            Definition::new(
                Language::Dce,
                "chains",
                format!(
                    "[uuid(12345678-9012-b456-8001-080020b033d7), pointer_default(unique)]
                 interface chains {{
                    typedef struct node {{ {members} }} node;
                    typedef struct {{ node inside; long behind; }} holder;
                    void op([in] {parameter});
                 }}"
                ),
            )
        };
        for class in ["unique", "ptr"] {
            for (members, parameter) in [
                ("[CLASS] struct node *next; long v;", "node *first"),
                ("[CLASS] struct node *next; long v;", "holder *first"),
                ("long v; [CLASS] struct node *next;", "node *first"),
                ("long v; [CLASS] struct node *next;", "holder *first"),
            ] {
                let members = members.replace("CLASS", class);
                let dynamic = Dynamic::read(&definition(&members, parameter)).unwrap();
                let call = calls::of(&dynamic, "")[0];
                let words = |nodes: u32| (1..=nodes).flat_map(|id| [id, id]).chain([0, 0, 0]);
                let body = |nodes| words(nodes).flat_map(u32::to_le_bytes).collect::<Vec<_>>();
                call.take(&body(3), LABEL).expect("a short one is a value");
                if let Err(why) = call.take(&body(100_000), LABEL) {
                    assert!(why.contains("deep"), "{members} {parameter}: {why}");
                }
            }
        }
    }

    /// What libndr takes and sends of a reference to the first node of a list: the pointer to it in its
    /// place, the first node's own with what is deferred.
    #[test]
    fn a_reference_to_a_list_is_two_pointers() {
        let definition = Definition::new(
            Language::Dce,
            "lists",
            "[uuid(12345678-9012-b456-8001-080020b033d7), pointer_default(unique)]
                   interface lists {
                       typedef struct node { long v; struct node *next; } node;
                       typedef struct { [ref] node **first; long behind; } holder;
                       void op([in] holder x);
                   }"
            .to_owned(),
        );
        let dynamic = Dynamic::read(&definition).unwrap();
        let call = calls::of(&dynamic, "")[0];
        let body: Vec<u8> = [1u32, 9, 1, 7, 1, 8, 0]
            .into_iter()
            .flat_map(u32::to_le_bytes)
            .collect();
        let (arguments, _) = call.take(&body, LABEL).unwrap();
        assert_eq!(call.request(arguments).unwrap().body, body);
    }

    /// Numbers that travel another way than the array that they are about, as Microsoft's interfaces
    /// have them, and pointers to arrays that may be null.
    #[test]
    fn sizes_of_another_direction_are_carried() {
        for parameters in [
            "[in] long size, [in, out] long *len,
             [in, out, size_is(size), length_is(*len)] long a[]",
            "[in] long n, [in, out, unique, size_is(n)] long *a",
            "[in] long n, [out, size_is(n)] long a[]",
            "[in, out] long *n, [out, size_is(*n), length_is(*n)] hyper a[]",
            "[in] long from, [in] long len, [out, first_is(from), length_is(len)] long a[10]",
            "[in] long n, [out, size_is(, n)] long **a",
        ] {
            let definition = Definition::new(
                Language::Dce,
                "ways",
                format!(
                    "[uuid(12345678-9012-b456-8001-080020b033d7), pointer_default(unique)]
                     interface ways {{ long op({parameters}); }}"
                ),
            );
            let dynamic = Dynamic::read(&definition).unwrap();
            let stubs = manyrpc_gen::rust(&dynamic.module, &manyrpc_gen::Options::default());
            assert!(stubs.is_ok(), "{parameters}: {stubs:?}");
            let call = calls::of(&dynamic, "")[0];
            for seed in 0..20 {
                let mut arguments = sampled(&call, &mut Draw::nth(1, seed)).unwrap().arguments;
                for argument in &mut arguments {
                    // Numbers that nothing in the request follows from, but room in the reply.
                    if let Value::I32(n) = argument
                        && !(0..100).contains(n)
                    {
                        *n &= 3;
                    }
                }
                let asked = call.request(arguments).unwrap();
                assert_eq!(truncated(&call, &asked.body), Ok(()), "{parameters}");
                assert_eq!(swapped(&call, &asked.body), Ok(()), "{parameters}");
                let reply = canned(&dynamic, &call, &asked).unwrap();
                let mut asked = asked;
                let received = call.receive(&mut asked, &reply);
                assert!(received.is_ok(), "{parameters}: {received:?}");
            }
        }
    }

    /// What a server answers that knows the definition alone: the request's values where they
    /// return, and as many as it asks for.
    fn canned(dynamic: &Dynamic, call: &Call<'_>, asked: &Asked) -> Result<Vec<u8>, String> {
        let (lowered, operation) = (&dynamic.lowered, call.operation);
        let (input, output) = (&operation.input, &operation.output);
        let mut results = default_params(lowered, output);
        echo((output, &mut results), (input, &asked.arguments));
        fit(lowered, (output, &mut results), (input, &asked.arguments));
        let fields = DynFields::new(lowered, output, &results).answering(input, &asked.arguments);
        let mut buf = Buf::new();
        ndr::encode_params(&mut buf, &output.meta, &fields, &Limits::DEFAULT)
            .map(|()| buf.data().to_vec())
            .map_err(|e| e.to_string())
    }
}
