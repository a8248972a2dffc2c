#!/usr/bin/python3
"""impacket_server tcp [port]: nothing, add, echo, int_array and concat of interfaces/bench.x on
impacket's DCERPCServer; prints `PORT n` and ends when its standard input closes. See server.py
for what impacket cannot do."""

import os
import sys
import threading

from impacket.dcerpc.v5.rpcrt import DCERPCServer

import bench


def nothing(_data):
    return b""


def add(data):
    call = bench.Add(data)
    answer = bench.AddResponse()
    answer["result"] = (call["a"] + call["b"] + 2**31) % 2**32 - 2**31
    return answer.getData()


def echo(data):
    answer = bench.EchoResponse()
    call = bench.Echo(data)
    answer["length"], answer["result"] = call["length"], call["data"]
    return answer.getData()


def int_array(data):
    answer = bench.IntArrayResponse()
    call = bench.IntArray(data)
    answer["count"], answer["result"] = call["count"], call["values"]
    return answer.getData()


def concat(data):
    call = bench.Concat(data)
    answer = bench.ConcatResponse()
    answer["result"] = call["left"].rstrip("\0") + call["right"]
    return answer.getData()


def main(arguments):
    if len(arguments) not in (1, 2) or arguments[0] != "tcp":
        sys.exit(__doc__)
    server = DCERPCServer()
    server._listenAddress = os.environ.get("MANYRPC_LISTEN", "127.0.0.1")
    server.setListenPort(int((arguments[1:] or ["0"])[0]))
    server.addCallbacks(bench.UUID, "", dict(enumerate((nothing, add, echo, int_array, concat))))
    server._sock.listen(10)  # before anybody is told the port
    threading.Thread(target=server.run, daemon=True).start()
    print("PORT", server.getListenPort(), flush=True)
    sys.stdin.read()


main(sys.argv[1:])
