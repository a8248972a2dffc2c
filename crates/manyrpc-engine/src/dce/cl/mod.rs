//! The connectionless protocol (ncadg_ip_udp): C706 chapters 10 and 12; Apollo NCS as its data.
