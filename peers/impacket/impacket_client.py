#!/usr/bin/python3
"""impacket_client tcp HOST PORT: reads `run WORKLOAD CALLS` and `pin CPU`, one a line, and answers each
as ../README.md says. Workloads: nothing, add, echo:N, ints:N, concat; every result is checked."""

import json
import os
import sys
import time

from impacket.dcerpc.v5 import transport

import bench


def nothing(_size):
    return lambda _i: (bench.Nothing(), lambda _answer: True)


def add(_size):
    def call(i):
        request = bench.Add()
        request["a"], request["b"] = i, 1000 - 2 * i
        return request, lambda answer: answer["result"] == 1000 - i

    return call


def echo(size):
    data = [bytes([(i * 31 + 7) & 0xFF]) for i in range(size)]

    def call(_i):
        request = bench.Echo()
        request["length"], request["data"] = size, data
        return request, lambda answer: answer["result"] == data

    return call


def ints(size):
    values = [(i * 2654435761 + 2**31) % 2**32 - 2**31 for i in range(size)]

    def call(_i):
        request = bench.IntArray()
        request["count"], request["values"] = size, values
        return request, lambda answer: list(answer["result"]) == values

    return call


def concat(_size):
    def call(_i):
        request = bench.Concat()
        request["left"], request["right"] = "fifteen letters\0", "eighteen more here\0"
        return request, lambda answer: answer["result"] == "fifteen letterseighteen more here\0"

    return call


WORKLOADS = {"nothing": nothing, "add": add, "echo": echo, "ints": ints, "concat": concat}


def run(dce, workload, calls):
    name, _, size = workload.partition(":")
    call = WORKLOADS[name](int(size or 0))
    times = []
    cpu = time.thread_time_ns()
    for i in range(int(calls)):
        request, right = call(i)
        start = time.perf_counter_ns()
        answer = dce.request(request, checkError=False)
        times.append(time.perf_counter_ns() - start)
        if not right(answer):
            raise ValueError(f"call {i}: the result is wrong")
    return {"ns": times, "cpu_ns": time.thread_time_ns() - cpu}


def obey(dce, verb, *words):
    if verb == "pin":
        os.sched_setaffinity(0, {int(words[0])})
        return "ok"
    if verb != "run" or words[0].partition(":")[0] not in WORKLOADS:
        raise ValueError("unknown workload or command")
    return json.dumps(run(dce, *words), separators=(",", ":"))


def main(arguments):
    if len(arguments) != 3 or arguments[0] != "tcp":
        sys.exit(__doc__)
    dce = None
    for line in sys.stdin:
        try:
            if dce is None:
                dce = transport.DCERPCTransportFactory(f"ncacn_ip_tcp:{arguments[1]}[{arguments[2]}]").get_dce_rpc()
                dce.connect()
                dce.bind(bench.MSRPC_UUID_BENCH)
            answer = obey(dce, *line.split())
        except Exception as error:  # whatever impacket makes of an answer is the answer
            answer = json.dumps({"error": f"{type(error).__name__}: {error}"})
        print(answer, flush=True)


main(sys.argv[1:])
