#!/usr/bin/python3
"""Serves part of interfaces/rpcecho.idl (AddOne, EchoData, SourceData, TestCall,
TestSurrounding) on impacket's DCERPCServer, over TCP on a port of the kernel's choice:

    server.py

prints `PORT n` and ends when its standard input closes. One connection at a time, no
security; of a request in several fragments impacket keeps only the last, and a response
of more than 4,000 bytes it cuts without telling their lengths right.
"""

import sys
import threading

from impacket.dcerpc.v5.rpcrt import DCERPCServer

import rpcecho


def add_one(data):
    answer = rpcecho.AddOneResponse()
    answer["out_data"] = (rpcecho.AddOne(data)["in_data"] + 1) & 0xFFFFFFFF
    return answer.getData()


def echo_data(data):
    answer = rpcecho.EchoDataResponse()
    answer["out_data"] = rpcecho.EchoData(data)["in_data"]
    return answer.getData()


def source_data(data):
    answer = rpcecho.SourceDataResponse()
    answer["data"] = [bytes([i & 0xFF]) for i in range(rpcecho.SourceData(data)["len"])]
    return answer.getData()


def test_call(data):
    answer = rpcecho.TestCallResponse()
    answer["s2"] = rpcecho.TestCall(data)["s1"]
    return answer.getData()


def test_surrounding(data):
    answer = rpcecho.TestSurroundingResponse()
    twice = 2 * rpcecho.TestSurrounding(data)["data"]["x"]
    answer["data"]["x"] = twice
    answer["data"]["surrounding"] = [0] * twice
    return answer.getData()


def main():
    server = DCERPCServer()
    server.daemon = True
    calls = {0: add_one, 1: echo_data, 3: source_data, 4: test_call, 8: test_surrounding}
    server.addCallbacks(rpcecho.UUID, "", calls)
    server._sock.listen(10)  # before anybody is told the port
    threading.Thread(target=server.run, daemon=True).start()
    print("PORT", server.getListenPort(), flush=True)
    sys.stdin.read()


main()
