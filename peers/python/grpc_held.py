#!/usr/bin/python3
"""grpc_held.py: a server whose calls, of whatever method, wait for their own end. Prints PORT n, and for each call
`begun SECONDS` with the time that its deadline leaves (`none` without), and later `cancelled`, or `late` if that time
is over. Ends when standard input closes."""

import os
import sys
import threading
from concurrent import futures

import grpc


def held(request, context):
    over = threading.Event()
    if context.add_callback(over.set):
        left = context.time_remaining()
        print("begun", "none" if left is None else left, flush=True)
        over.wait()
    left = context.time_remaining()
    print("cancelled" if left is None or left > 0 else "late", flush=True)
    return request


class Everything(grpc.GenericRpcHandler):
    def service(self, details):
        return grpc.unary_unary_rpc_method_handler(held)


server = grpc.server(futures.ThreadPoolExecutor(max_workers=8))
server.add_generic_rpc_handlers((Everything(),))
print("PORT", server.add_insecure_port("127.0.0.1:0"), flush=True)
server.start()
sys.stdin.read()
os._exit(0)
