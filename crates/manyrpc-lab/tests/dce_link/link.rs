//! Two namespaces, a link between them, a capture.

use std::process::Command;

use manyrpc_measure::capture;

use super::trips::{self, Trip};

/// Who talks to whom.
pub(super) struct Pair<'a> {
    pub(super) client: &'a str,
    pub(super) server: &'a str,
}

/// Makes everything, and removes it with the namespaces it lives in: the server has one of its
/// own, at the far end of a virtual Ethernet of 10 Mbit/s each way.
const SCRIPT: &str = r#"
set -euo pipefail
trap 'kill $(jobs -p) 2>/dev/null; wait' EXIT
ip link set lo up
unshare -n sleep infinity & holder=$!
until [ "$(readlink /proc/$holder/ns/net)" != "$(readlink /proc/self/ns/net)" ]; do :; done
far() { nsenter -t "$holder" -n "$@"; }
ip link add near type veth peer name far netns "$holder"
ip addr add 10.0.0.1/24 dev near
far ip addr add 10.0.0.2/24 dev far
# A token bucket of one frame: packets leave one by one, as from a card.
for side in near far; do
    run=(); [ "$side" = near ] || run=(far)
    "${run[@]}" ip link set "$side" up
    "${run[@]}" ip link set "$side" arp on
    "${run[@]}" tc qdisc add dev "$side" root tbf rate 10mbit burst 1540 limit 1000000
done
coproc SERVER { exec nsenter -t "$holder" -n "$PROGRAM" link-server 10.0.0.2:0 "$SERVER_IS"; }
read -r -t 20 -u "${SERVER[0]}" address
said=
coproc CAPTURE {
    exec dumpcap -q -i near -P -s 200 -f 'udp or ip[6:2] & 0x1fff != 0' -w "$FILE" 2>&1
}
capture=$CAPTURE_PID
# It has begun when it names its file.
until [[ $said == File:* ]]; do read -r -t 20 -u "${CAPTURE[0]}" said; done
"$PROGRAM" link-client "$address" "$CLIENT_IS" "$SIZES" "$ROUNDS"
# What has been captured is written a little later, in order.
echo "the end of this capture" >/dev/udp/10.0.0.2/9
until grep -qaF "the end of this capture" "$FILE"; do ((SECONDS < 120)); done
kill -INT "$capture"
wait "$capture" || true
"#;

/// Calls so many times with every size, and gives each call's round trip as the capture shows it.
pub(super) fn capture(pair: &Pair<'_>, sizes: &[usize], rounds: usize) -> Vec<Trip> {
    let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
    let name = format!(
        "manyrpc-link-{}-{}-{}.pcap",
        std::process::id(),
        pair.client,
        pair.server
    );
    let file = std::env::temp_dir().join(name);
    let namespaces = match rustix::process::geteuid().is_root() {
        true => &["-n", "-m"][..],
        false => &["-r", "-n", "-m"][..],
    };
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("unshare")
        .args(namespaces)
        .args(["bash", "-c", SCRIPT])
        .env(
            "PROGRAM",
            std::env::current_exe().expect("a path of our own"),
        )
        .env("FILE", &file)
        .env("SIZES", sizes.join(","))
        .env("ROUNDS", rounds.to_string())
        .env("CLIENT_IS", pair.client)
        .env("SERVER_IS", pair.server)
        .env("PATH", format!("{path}:/usr/sbin:/sbin"))
        .output()
        .expect("unshare is installed (package util-linux)");
    assert!(
        output.status.success(),
        "{}\n--- stdout\n{}\n--- stderr\n{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    let datagrams = capture::read(&file).expect("dumpcap wrote a capture");
    if std::env::var_os("KEEP_CAPTURE").is_none() {
        std::fs::remove_file(&file).expect("the capture can be removed");
    }
    trips::of(&datagrams)
}
