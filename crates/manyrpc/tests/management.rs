//! What every server of DCE tells of itself (C706, appendix Q).

#[expect(dead_code, reason = "the other tests use the rest")]
mod support;

use manyrpc::Client;
use manyrpc::registry::generated::mgmt::MgmtClient;
use support::{add, client, interface, serve};

const V2: &str = "CALCULATOR_V2";

#[test]
fn a_server_tells_its_interfaces_and_counts() {
    for binding in ["dce+tcp://127.0.0.1:0", "dce+udp://127.0.0.1:0"] {
        let (server, _wires) = serve(V2, binding);
        add(&mut client(&server, V2), 1, 2).unwrap();
        let at = server.bindings()[0].to_string();
        let mut mgmt = MgmtClient::new(Client::open(&at).unwrap());
        let (ids, status) = mgmt.rpc_mgmt_inq_if_ids().unwrap();
        let ids = ids.get().unwrap();
        assert_eq!((ids.if_id.len(), status), (1, 0), "{binding}");
        let id = ids.if_id[0].get().unwrap();
        let definition = interface(V2);
        let uuid = definition.id().uuid;
        assert_eq!(id.uuid.time_low.to_be_bytes(), uuid[..4]);
        assert_eq!(id.uuid.node, uuid[10..]);
        assert_eq!(id.vers_major, 2);
        assert_eq!(mgmt.rpc_mgmt_is_server_listening().unwrap(), (1, 0));
        let (statistics, _) = mgmt.rpc_mgmt_inq_stats(4).unwrap();
        assert!(statistics[0] >= 1 && statistics[2] >= 1, "{statistics:?}");
        assert_ne!(mgmt.rpc_mgmt_stop_server_listening().unwrap(), 0);
    }
}
