//! The connection-oriented protocol (ncacn_ip_tcp): C706 chapters 11 and 12, MS-RPCE.
