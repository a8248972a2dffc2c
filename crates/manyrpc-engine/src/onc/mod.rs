//! Sun / ONC RPC, RFC 5531.
