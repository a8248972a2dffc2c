#!/usr/bin/python3
"""xmlrpc_client tcp HOST PORT: Python's standard library, which keeps its connection; commands as in ../README.md."""

from xmlrpc.client import ServerProxy

import commands


def open_(host, port):
    server = ServerProxy(f"http://{host}:{port}/RPC2", use_builtin_types=True)
    return lambda number, photo: server.Database.Request({"id": number, "photo": photo})


commands.obey(open_)
