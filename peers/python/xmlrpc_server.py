#!/usr/bin/python3
"""xmlrpc_server tcp [port]: Database.Request on Python's standard library, until standard input closes."""

import socketserver
import threading
from xmlrpc.server import SimpleXMLRPCRequestHandler, SimpleXMLRPCServer

import commands
import record


class Handler(SimpleXMLRPCRequestHandler):
    protocol_version = "HTTP/1.1"  # kept-open connections
    encode_threshold = None  # no gzip, which no other library here uses


class Server(socketserver.ThreadingMixIn, SimpleXMLRPCServer):
    daemon_threads = True


def start(host, port):
    server = Server((host, port), Handler, logRequests=False, use_builtin_types=True)
    server.register_function(lambda wanted: record.of(wanted["id"], wanted["photo"]), "Database.Request")
    server.register_multicall_functions()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


commands.serve(start)
