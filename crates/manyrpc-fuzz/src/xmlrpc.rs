//! XML-RPC: both roles.

use manyrpc_engine::carrier::http1::Target as To;
use manyrpc_engine::contract::Batches;
use manyrpc_engine::xmlrpc::{Client, Server};
use manyrpc_engine::{CallHead, Limits, Path};

use crate::Target;
use crate::stream::Streams;

/// Arbitrary bytes to a client or a server of XML-RPC; the first byte selects the role.
pub const TARGET: Target = Target {
    name: "xmlrpc",
    run: |input| STREAMS.run(input),
    seeds,
    allocation_per_byte: 64,
};

const STREAMS: Streams<Client, Server> = Streams {
    variants: &[
        (pipelining, Server::new),
        (
            |limits, seed| gathering(pipelining(limits, seed)),
            Server::new,
        ),
    ],
    head: CallHead::named(Path {
        interface: "bench.Sums",
        operation: "add",
    }),
    arguments: b"<param><value><i4>1</i4></value></param>",
};

/// All calls at once.
fn pipelining(limits: Limits, seed: u64) -> Client {
    let target = To {
        host: "server",
        path: "/RPC2",
    };
    let mut client = Client::new(limits, target, seed);
    client.set_pipelining(true);
    client
}

/// All calls in one message.
fn gathering(mut client: Client) -> Client {
    client.begin_batch().expect("XML-RPC has multicalls");
    client
}

const MULTICALL: &str = "<methodCall><methodName>system.multicall</methodName><params><param><value>\
    <array><data><value><struct><member><name>methodName</name><value>a.b</value></member><member>\
    <name>params</name><value><array><data><value>c</value><value/></data></array></value></member>\
    </struct></value><value/></data></array></value></param></params></methodCall>";

const FAULT: &str = "<methodResponse><fault><value><struct><member><name>faultCode</name><value><int>4\
    </int></value></member><member><name>faultString</name><value>no</value></member></struct>\
    </value></fault></methodResponse>";

fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = STREAMS.seeds();
    let fields = |content: &str| format!("Content-Length: {}\r\n\r\n{content}", content.len());
    let request = format!("POST / HTTP/1.1\r\nHost: h\r\n{}", fields(MULTICALL));
    let response = format!("HTTP/1.1 200 OK\r\n{}", fields(FAULT));
    seeds.push([&[0], request.as_bytes()].concat());
    seeds.push([&[crate::engine::CLIENT], response.as_bytes()].concat());
    seeds
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_seeds_are_calls_and_replies() {
        let bare: &[u8] = b"<value><i4>1</i4></value>";
        let forms = [super::STREAMS.arguments, bare];
        super::STREAMS.check_seeds_as(&forms);
    }
}
