//! The network between a run's clients and servers, as requested on the command line and recorded in the run.
//!
//! | on the command line | means |
//! | --- | --- |
//! | `--between namespaces` | two network namespaces of this machine, unlimited |
//! | `--between namespaces,10Mbit,queue=100` | the same, with a [`Link`] of that rate and queue |
//! | `--between hosts=HOST:PORT` | another host, through its [agent](crate::agent) |
//! | `--background 60%,frame=300,burst=8` | background traffic on the link ([`Traffic`]) |
//! | `--impair loss=5%,delay=2ms` | all traffic passes a [relay](super::relay) with these [`Impairments`] |

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::background::Traffic;
use super::impairment::Impairments;
use super::namespaces::Link;
use crate::machine::environment::LOOPBACK as LOOPBACK_IN_WORDS;

/// Where clients and servers run, and the network between them. The default is unimpaired loopback.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Topology {
    /// The machines.
    pub machines: Machines,
    /// Background traffic on the link.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub background: Option<Traffic>,
    /// Impairments of all traffic.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub impairments: Option<Impairments>,
}

/// The machines of clients and of servers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Machines {
    /// Both on this machine, over loopback.
    #[default]
    One,
    /// Two network namespaces of this machine, and their link.
    Namespaces(Link),
    /// Clients on this machine, servers on the host of the [agent](crate::agent) at `HOST:PORT`.
    Hosts(String),
}

const LOOPBACK: &str = "loopback";
const NAMESPACES: &str = "namespaces";
const HOSTS: &str = "hosts=";

impl FromStr for Machines {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(agent) = text.strip_prefix(HOSTS) {
            return match agent.rsplit_once(':') {
                Some((host, port)) if !host.is_empty() && port.parse::<u16>().is_ok() => {
                    Ok(Machines::Hosts(agent.to_owned()))
                }
                _ => Err(format!("`{agent}`: where is the agent? hosts=HOST:PORT")),
            };
        }
        let (word, link) = text.split_once(',').unwrap_or((text, ""));
        match word.trim() {
            LOOPBACK if link.is_empty() => Ok(Machines::One),
            NAMESPACES => Ok(Machines::Namespaces(link.parse()?)),
            _ => Err(format!(
                "`{text}`: between what? namespaces, or with a link: namespaces,10Mbit,queue=100; \
                 or two hosts: hosts=HOST:PORT"
            )),
        }
    }
}

impl fmt::Display for Machines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Machines::One => f.write_str(LOOPBACK),
            Machines::Namespaces(link) if *link == Link::default() => f.write_str(NAMESPACES),
            Machines::Namespaces(link) => write!(f, "{NAMESPACES},{link}"),
            Machines::Hosts(agent) => write!(f, "{HOSTS}{agent}"),
        }
    }
}

impl TryFrom<String> for Machines {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Machines> for String {
    fn from(machines: Machines) -> String {
        machines.to_string()
    }
}

impl Topology {
    /// Parses the values of `--between`, `--background` and `--impair`.
    ///
    /// # Errors
    /// One of them is invalid, or there is background traffic without a link that has a rate.
    pub fn parse(
        machines: Option<&str>,
        background: Option<&str>,
        impairments: Option<&str>,
    ) -> Result<Self, String> {
        let between = Topology {
            machines: machines.map_or(Ok(Machines::One), str::parse)?,
            background: background.map(str::parse).transpose()?,
            impairments: impairments.map(str::parse).transpose()?,
        };
        match (&between.background, between.rate_bits()) {
            (Some(_), None) => Err(
                "background traffic takes a part of a link's rate: give it one, as in --between \
                 namespaces,10Mbit"
                    .to_owned(),
            ),
            _ => Ok(between),
        }
    }

    /// Whether this is the default.
    pub fn is_default(&self) -> bool {
        *self == Topology::default()
    }

    /// Whether clients and servers share one machine's network.
    pub fn is_one_machine(&self) -> bool {
        self.machines == Machines::One
    }

    /// The link between clients and servers, for a report's facts.
    pub fn description(&self) -> String {
        let mut words = match &self.machines {
            Machines::One => LOOPBACK_IN_WORDS.to_owned(),
            Machines::Namespaces(link) => format!(
                "two network namespaces of one machine, joined by virtual Ethernet, {}",
                match link.rate_bits {
                    None => "as fast as the machine".to_owned(),
                    Some(_) => format!("{link} each way (token bucket)"),
                }
            ),
            Machines::Hosts(agent) => {
                format!("two hosts: clients on this one, servers on that of the agent at {agent}")
            }
        };
        if let Some(traffic) = &self.background {
            words += &format!(", of which others take {traffic} each way");
        }
        if let Some(impairments) = &self.impairments {
            words += &format!(", through a relay in user space that does {impairments}");
        }
        words
    }

    fn rate_bits(&self) -> Option<u64> {
        match &self.machines {
            Machines::Namespaces(link) => link.rate_bits,
            Machines::One | Machines::Hosts(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_asked_for_is_read_from_a_journal_again() {
        let between = Topology::parse(
            Some("namespaces,10Mbit,queue=100"),
            Some("60%,frame=300,burst=8"),
            Some("delay=2ms/none"),
        )
        .unwrap();
        let text = serde_json::to_string(&between).unwrap();
        assert_eq!(
            text,
            r#"{"machines":"namespaces,10Mbit,queue=100","background":"60%,frame=300,burst=8","impairments":"delay=2ms/none"}"#
        );
        assert_eq!(serde_json::from_str::<Topology>(&text).unwrap(), between);
        let words = between.description();
        for part in [
            "10Mbit,queue=100 each way",
            "60%,frame=300,burst=8",
            "delay=2ms/none",
        ] {
            assert!(words.contains(part), "{words}");
        }
        // The form in earlier journals.
        assert_eq!(
            serde_json::from_str::<Topology>("{}").unwrap(),
            Topology::default()
        );
        assert!(Topology::parse(None, None, None).unwrap().is_default());
        let fast = Topology::parse(Some("namespaces"), None, None).unwrap();
        assert_eq!(fast.machines.to_string(), "namespaces");
        assert!(!fast.is_default() && !fast.is_one_machine());
        let hosts = Topology::parse(Some("hosts=there:7989"), None, None).unwrap();
        assert_eq!(hosts.machines.to_string(), "hosts=there:7989");
        assert!(!hosts.is_one_machine());
    }

    #[test]
    fn what_makes_no_sense_says_what_would() {
        for (machines, background, impair, hint) in [
            (Some("mars"), None, None, "namespaces,10Mbit"),
            (Some("hosts=there"), None, None, "hosts=HOST:PORT"),
            (Some("hosts=there:x"), None, None, "hosts=HOST:PORT"),
            (
                Some("hosts=there:1"),
                Some("60%"),
                None,
                "namespaces,10Mbit",
            ),
            (Some("namespaces,fast"), None, None, "10Mbit"),
            (Some("loopback,10Mbit"), None, None, "between what?"),
            (None, Some("60%"), None, "namespaces,10Mbit"),
            (Some("namespaces"), Some("60%"), None, "namespaces,10Mbit"),
            (Some("namespaces,10Mbit"), Some("much"), None, "60%"),
            (None, None, Some("los=5%"), "loss=5%"),
        ] {
            let refused = Topology::parse(machines, background, impair).unwrap_err();
            assert!(refused.contains(hint), "{refused}");
        }
    }
}
