//! `manyrpc uuidgen`: generates UUIDs in the forms used in definitions.
//!
//! Reading list: C706 appendix A (time-based UUIDs, strings).

use std::fs::File;
use std::io::Read;
use std::net::{IpAddr, Ipv4Addr, UdpSocket};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use manyrpc::systems;
use uuid::{Builder, Timestamp, Uuid};

use crate::args::{TEMPLATE, Uuidgen};
use crate::output::{Failure, write_out};

/// Prints the requested number of UUIDs, one per line.
pub(crate) fn run(args: &Uuidgen) -> Result<ExitCode, Failure> {
    let form = if args.idl { TEMPLATE } else { &*args.format };
    let own = systems::identifiers().find(|(system, _)| system.name() == form);
    if own.is_some() && args.random {
        return Err(Failure::Misuse(format!(
            "UUIDs in the form of {form} consist of the time and the host: there are no random ones"
        )));
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.map_err(|_| Failure::misuse("the clock is set to a time before 1970"))?;
    let mut out = String::new();
    let (host, seed) = (host(), entropy()?);
    for n in 0..args.count {
        out += &match own {
            Some((_, identifiers)) => {
                let made = identifiers.generate(now, n, host);
                let printed = identifiers.print(&made);
                printed.unwrap_or_else(|| made.to_string())
            }
            None => {
                let uuid = match args.time {
                    true => time_based(now.as_nanos(), n, &seed),
                    false => Builder::from_random_bytes(entropy()?).into_uuid(),
                };
                match form == TEMPLATE {
                    true => skeleton(&uuid),
                    false => uuid.to_string(),
                }
            }
        };
        out.push('\n');
    }
    write_out(None, &out)?;
    Ok(ExitCode::SUCCESS)
}

/// The `n`th UUID after a point in time. The node is random, with the multicast bit set, which no network
/// card has (RFC 9562 section 6.10); the clock sequence is random too.
fn time_based(nanos: u128, n: u32, seed: &[u8; 16]) -> Uuid {
    /// From the Gregorian calendar's start to 1970, in units of 100 nanoseconds.
    const GREGORIAN: u64 = 0x01b2_1dd2_1381_4000;
    let ticks = GREGORIAN.wrapping_add((nanos / 100) as u64) + u64::from(n);
    let sequence = u16::from_be_bytes([seed[0], seed[1]]);
    let node = [seed[2] | 1, seed[3], seed[4], seed[5], seed[6], seed[7]];
    Uuid::new_v1(Timestamp::from_gregorian_time(ticks, sequence), &node)
}

/// A template for a definition.
fn skeleton(uuid: &Uuid) -> String {
    format!(
        "[\n    uuid({uuid}),\n    version(1.0),\n    pointer_default(unique)\n]\n\
         interface INTERFACENAME\n{{\n}}"
    )
}

/// The address from which this host reaches others, found without sending anything.
fn host() -> Ipv4Addr {
    let found = UdpSocket::bind(("0.0.0.0", 0)).and_then(|socket| {
        // RFC 5737: a documentation address, not assigned to any host.
        socket.connect(("192.0.2.1", 9))?;
        socket.local_addr()
    });
    match found.map(|address| address.ip()) {
        Ok(IpAddr::V4(address)) => address,
        _ => Ipv4Addr::LOCALHOST,
    }
}

fn entropy() -> Result<[u8; 16], Failure> {
    let mut bytes = [0; 16];
    let read = File::open("/dev/urandom").and_then(|mut f| f.read_exact(&mut bytes));
    read.map_err(|e| Failure::Refused(format!("no random numbers: {e}")))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_based_uuid_has_the_time_of_rfc_9562() {
        // RFC 9562 appendix A.1: 2022-02-22 19:22:22 UTC.
        let uuid = time_based(1_645_557_742_000_000_000, 0, &[0; 16]);
        assert!(
            uuid.to_string().starts_with("c232ab00-9414-11ec-8"),
            "{uuid}"
        );
        assert_eq!(uuid.get_version_num(), 1);
        assert_eq!(uuid.as_bytes()[10] & 1, 1, "the node is no network card's");
    }

    #[test]
    fn a_skeleton_is_a_definition() {
        let uuid = Uuid::from_u128(0x12345678_9012_b456_8001_080020b033d7);
        let (module, said) = manyrpc_idl::load_text("a.idl", &skeleton(&uuid), &Default::default());
        let module = module.unwrap_or_else(|| panic!("{said:?}"));
        assert_eq!(module.interfaces[0].identity.uuid, Some(uuid.into_bytes()));
    }
}
