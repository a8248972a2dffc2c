#!/usr/bin/python3
"""Calls a server of interfaces/rpcecho.idl through impacket, over TCP.

    client.py HOST PORT

reads one command a line and answers each with a line of JSON, {"ok": …} or {"error": …}:

    login LEVEL USER PASSWORD    before the first call; LEVEL is connect, packet, integrity or
                                 privacy, by NTLM
    ticket LEVEL USER@REALM HOST the same by Kerberos within SPNEGO, with a ticket for host/HOST in
                                 the cache that KRB5CCNAME names
    fragment BYTES               sends requests in fragments of so many bytes of body
    add N | echo N | sink N | source N | text WORDS | sleep SECONDS | surround N | beyond
    again                        a second context for the same interface, by alter_context
    epm UUID                     asks the endpoint mapper at PORT where the interface is
"""

import json
import sys

from impacket.dcerpc.v5 import epm, rpcrt, transport
from impacket.uuid import uuidtup_to_bin

import rpcecho

LEVELS = {
    "connect": rpcrt.RPC_C_AUTHN_LEVEL_CONNECT,
    "packet": rpcrt.RPC_C_AUTHN_LEVEL_PKT,
    "integrity": rpcrt.RPC_C_AUTHN_LEVEL_PKT_INTEGRITY,
    "privacy": rpcrt.RPC_C_AUTHN_LEVEL_PKT_PRIVACY,
}


class Ending:
    """A socket whose end is an error: impacket would go on asking it for ever."""

    def __init__(self, socket):
        self.socket = socket

    def recv(self, most):
        received = self.socket.recv(most)
        if not received:
            raise ConnectionError("the server closed the connection")
        return received

    def __getattr__(self, name):
        return getattr(self.socket, name)


def pattern(size):
    return bytes((i * 31 + 7) & 0xFF for i in range(size))


class Caller:
    def __init__(self, host, port):
        self.binding = f"ncacn_ip_tcp:{host}[{port}]"
        self.level = None
        self.mechanism = rpcrt.RPC_C_AUTHN_WINNT
        self.user = None
        self.host = None
        self.fragments = None
        self.dce = None

    def bound(self):
        if self.dce is None:
            self.dce = self.connect()
            self.dce.bind(rpcecho.MSRPC_UUID_RPCECHO)
        return self.dce

    def connect(self):
        self.transport = transport.DCERPCTransportFactory(self.binding)
        self.transport.set_connect_timeout(10)
        if self.user is not None:
            self.transport.set_credentials(*self.user)
        if self.host is not None:
            # Where it connects to is set already.
            self.transport.setRemoteName(self.host)
        dce = self.transport.get_dce_rpc()
        if self.level is not None:
            dce.set_auth_type(self.mechanism)
            dce.set_auth_level(self.level)
        if self.fragments:
            dce.set_max_fragment_size(self.fragments)
        dce.connect()
        self.transport._TCPTransport__socket = Ending(self.transport.get_socket())
        return dce

    def call(self, kind, **fields):
        request = kind()
        for name, value in fields.items():
            request[name] = value
        # Without this impacket takes the last word of a body for a Windows error code.
        return self.bound().request(request, checkError=False)

    def login(self, level, user, password):
        self.level = LEVELS[level]
        self.user = (user, password)
        return level

    def ticket(self, level, user, host):
        self.level = LEVELS[level]
        self.mechanism = rpcrt.RPC_C_AUTHN_GSS_NEGOTIATE
        name, realm = user.split("@")
        self.user = (name, "", realm)
        self.host = host
        return level

    def fragment(self, size):
        self.fragments = int(size)
        return self.fragments

    def add(self, number):
        return self.call(rpcecho.AddOne, in_data=int(number))["out_data"]

    def echo(self, size):
        data = pattern(int(size))
        answer = b"".join(self.call(rpcecho.EchoData, len=len(data), in_data=list_of(data))["out_data"])
        if answer != data:
            raise ValueError(f"{len(answer)} bytes came back, not those that were sent")
        return len(answer)

    def sink(self, size):
        data = pattern(int(size))
        self.call(rpcecho.SinkData, len=len(data), data=list_of(data))
        return len(data)

    def source(self, size):
        answer = b"".join(self.call(rpcecho.SourceData, len=int(size))["data"])
        if answer != bytes(i & 0xFF for i in range(int(size))):
            raise ValueError("not the bytes 0, 1, 2 and so on")
        return len(answer)

    def text(self, *words):
        return self.call(rpcecho.TestCall, s1=" ".join(words) + "\0")["s2"].rstrip("\0")

    def sleep(self, seconds):
        return self.call(rpcecho.TestSleep, seconds=int(seconds))["result"]

    def surround(self, count):
        data = rpcecho.SURROUNDINGS()
        data["x"] = int(count)
        data["surrounding"] = [7] * int(count)
        answer = self.call(rpcecho.TestSurrounding, data=data)["data"]
        return {"x": answer["x"], "surrounding": list(answer["surrounding"])}

    def beyond(self):
        return self.call(rpcecho.Beyond, nothing=0)

    def again(self):
        self.dce = self.bound().alter_ctx(rpcecho.MSRPC_UUID_RPCECHO)
        return "altered"

    def epm(self, interface, version="1.0"):
        if self.dce is None:
            self.dce = self.connect()
        return epm.hept_map(
            self.transport.getRemoteName(), uuidtup_to_bin((interface, version)), protocol="ncacn_ip_tcp", dce=self.dce
        )


def list_of(data):
    """impacket wants the elements of an array of `c` one by one."""
    return [bytes([byte]) for byte in data]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    caller = Caller(sys.argv[1], sys.argv[2])
    for line in sys.stdin:
        verb, *words = line.split()
        try:
            answer = {"ok": getattr(caller, verb)(*words)}
        except Exception as error:  # whatever impacket makes of an answer is the answer
            answer = {"error": f"{type(error).__name__}: {error}"}
            if not isinstance(error, rpcrt.DCERPCException) or "op_rng" not in str(error):
                caller.dce = None  # the next call connects anew
        print(json.dumps(answer), flush=True)


main()
