//! SPNEGO's tokens.
//!
//! Reading list: RFC 4178 section 4.2 and appendix A; RFC 2743 section 3.1 (the frame of the
//! first token); MS-SPNG 2.2.1 (`negHints`, which servers send and clients do not).

use manyrpc_engine::security::Denied;

use super::der::{
    self, APPLICATION, ENUMERATED, OBJECT_IDENTIFIER, OCTET_STRING, Reader, SEQUENCE,
};
use super::malformed;
use crate::ntlm;

/// 1.3.6.1.5.5.2.
const SPNEGO: &[u8] = b"\x2b\x06\x01\x05\x05\x02";
/// 1.2.840.113554.1.2.2.
const KERBEROS: &[u8] = b"\x2a\x86\x48\x86\xf7\x12\x01\x02\x02";
/// 1.2.840.48018.1.2.2: Kerberos as written by Windows 2000; RFC 4178 appendix C.
const KERBEROS_2000: &[u8] = b"\x2a\x86\x48\x82\xf7\x12\x01\x02\x02";
/// 1.3.6.1.4.1.311.2.2.10 (MS-SPNG 1.9).
const NTLM: &[u8] = b"\x2b\x06\x01\x04\x01\x82\x37\x02\x02\x0a";

/// `TOK_ID` of a ticket (RFC 4121 section 4.1).
const AP_REQ: &[u8] = &[0x01, 0x00];

/// The mechanisms that can be negotiated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Kerberos,
    Ntlm,
}

impl Kind {
    /// Its identifiers, starting with the one that deployed programs use first.
    fn names(self) -> &'static [&'static [u8]] {
        match self {
            Kind::Kerberos => &[KERBEROS_2000, KERBEROS],
            Kind::Ntlm => &[NTLM],
        }
    }

    pub(crate) fn named(name: &[u8]) -> Option<Kind> {
        let named = |kind: &Kind| kind.names().contains(&name);
        [Kind::Kerberos, Kind::Ntlm].into_iter().find(named)
    }
}

/// `MechTypeList`, encoded: what the mechanism's integrity code covers (RFC 4178 section 5).
pub(crate) fn list(kinds: impl Iterator<Item = Kind>) -> Vec<u8> {
    let names: Vec<_> = kinds
        .flat_map(Kind::names)
        .flat_map(|name| der::value(OBJECT_IDENTIFIER, &[name]))
        .collect();
    der::value(SEQUENCE, &[&names])
}

/// `NegTokenInit`: a client's first token (RFC 4178 section 4.2.1).
#[derive(Debug)]
pub(crate) struct Init<'a> {
    /// Encoded as by [`list`].
    pub(crate) list: &'a [u8],
    /// The first token of the first mechanism.
    pub(crate) token: Option<&'a [u8]>,
}

impl<'a> Init<'a> {
    pub(crate) fn parse(token: &'a [u8]) -> Result<Self, Denied> {
        let mut framed = Reader(token).required(APPLICATION)?;
        if framed.required(OBJECT_IDENTIFIER)?.0 != SPNEGO {
            return Err(malformed());
        }
        let mut fields = framed.required(der::context(0))?.required(SEQUENCE)?;
        let list = fields.required(der::context(0))?.0;
        // reqFlags are unprotected and ignored (RFC 4178 section 4.2.1).
        fields.optional(der::context(1))?;
        let token = fields.field(2, OCTET_STRING)?;
        Ok(Init { list, token })
    }

    pub(crate) fn emit(&self) -> Vec<u8> {
        let list = der::value(der::context(0), &[self.list]);
        let token = der::field(2, OCTET_STRING, self.token);
        let fields = der::value(SEQUENCE, &[&list, &token]);
        let choice = der::value(der::context(0), &[&fields]);
        let name = der::value(OBJECT_IDENTIFIER, &[SPNEGO]);
        der::value(APPLICATION, &[&name, &choice])
    }

    /// The identifiers in the list, in the client's order.
    pub(crate) fn names(&self) -> Result<Vec<&'a [u8]>, Denied> {
        let mut values = Reader(self.list).required(SEQUENCE)?;
        let mut names = Vec::new();
        while !values.0.is_empty() {
            names.push(values.required(OBJECT_IDENTIFIER)?.0);
        }
        Ok(names)
    }
}

/// The ticket in a first Kerberos token. Some clients put it into the frame of RFC 4121 section
/// 4.1, which DCE's Kerberos does not use and MIT's library refuses there.
pub(crate) fn unframed(token: &[u8]) -> &[u8] {
    let ticket = || {
        let mut frame = Reader(token).optional(APPLICATION).ok()??;
        let name = frame.optional(OBJECT_IDENTIFIER).ok()??;
        let ticket = frame.0.strip_prefix(AP_REQ)?;
        (Kind::named(name.0) == Some(Kind::Kerberos)).then_some(ticket)
    };
    ticket().unwrap_or(token)
}

/// A client's first token, for a library that negotiates itself.
pub(crate) struct Offered {
    /// The client's mechanisms, preferred one first.
    pub(crate) kinds: Vec<Kind>,
    /// The token with its contents in the form that deployed libraries accept: [`unframed`], with a
    /// version.
    pub(crate) plain: Vec<u8>,
}

impl Offered {
    pub(crate) fn parse(token: &[u8]) -> Result<Offered, Denied> {
        let init = Init::parse(token)?;
        let names = init.names()?;
        ntlm::admit(init.token.unwrap_or_default())?;
        let token = init.token.map(|token| ntlm::with_version(unframed(token)));
        let plain = Init {
            list: init.list,
            token: token.as_deref(),
        };
        Ok(Offered {
            kinds: names.into_iter().filter_map(Kind::named).collect(),
            plain: plain.emit(),
        })
    }
}

/// A later token, for a library that negotiates itself: only the parts we have understood, if its
/// mechanism can take them.
pub(crate) fn admit(token: &[u8]) -> Result<Vec<u8>, Denied> {
    let response = Response::parse(token)?;
    ntlm::admit(response.token.unwrap_or_default())?;
    Ok(response.emit())
}

/// The mechanism's token within a SPNEGO token, and whether the list is signed there. `None` if it
/// is not SPNEGO.
pub(crate) fn within(token: &[u8]) -> (Option<&[u8]>, bool) {
    match (Response::parse(token), Init::parse(token)) {
        (Ok(response), _) => (response.token, response.mic.is_some()),
        (_, Ok(init)) => (init.token, false),
        _ => (None, false),
    }
}

/// `negState` (RFC 4178 section 4.2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Completed = 0,
    Incomplete = 1,
    Reject = 2,
    RequestMic = 3,
}

/// `NegTokenResp`: every token after the first (RFC 4178 section 4.2.2).
#[derive(Debug, Default)]
pub(crate) struct Response<'a> {
    pub(crate) state: Option<State>,
    /// The mechanism's identifier: only in the server's first answer.
    pub(crate) mechanism: Option<&'a [u8]>,
    pub(crate) token: Option<&'a [u8]>,
    /// The chosen mechanism's integrity code over the list.
    pub(crate) mic: Option<&'a [u8]>,
}

impl<'a> Response<'a> {
    pub(crate) fn parse(token: &'a [u8]) -> Result<Self, Denied> {
        let choice = Reader(token).required(der::context(1))?;
        let mut fields = Reader(choice.0).required(SEQUENCE)?;
        let state = match fields.field(0, ENUMERATED)? {
            None => None,
            Some([0]) => Some(State::Completed),
            Some([1]) => Some(State::Incomplete),
            Some([2]) => Some(State::Reject),
            Some([3]) => Some(State::RequestMic),
            Some(_) => return Err(malformed()),
        };
        Ok(Response {
            state,
            mechanism: fields.field(1, OBJECT_IDENTIFIER)?,
            token: fields.field(2, OCTET_STRING)?.filter(|t| !t.is_empty()),
            mic: fields.field(3, OCTET_STRING)?,
        })
    }

    pub(crate) fn emit(&self) -> Vec<u8> {
        let state = self.state.map(|state| [state as u8]);
        let fields = [
            &der::field(0, ENUMERATED, state.as_ref().map(|s| &s[..]))[..],
            &der::field(1, OBJECT_IDENTIFIER, self.mechanism),
            &der::field(2, OCTET_STRING, self.token),
            &der::field(3, OCTET_STRING, self.mic),
        ];
        der::value(der::context(1), &[&der::value(SEQUENCE, &fields)])
    }
}
