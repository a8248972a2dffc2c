#!/usr/bin/python3
"""Dates of XML-RPC as Python's standard library has them.
  xmlrpc_dates.py serve        serves Calendar.At, a day later, and Calendar.Keep, which gives back what it gets
  xmlrpc_dates.py call PORT    calls them, and prints a line in JSON for what came of each call"""

import json
import sys
import threading
from datetime import datetime, timedelta
from xmlrpc.client import DateTime, Fault, ServerProxy
from xmlrpc.server import SimpleXMLRPCServer


def serve():
    server = SimpleXMLRPCServer(("127.0.0.1", 0), logRequests=False, allow_none=True, use_builtin_types=True)
    server.register_function(lambda date: date + timedelta(days=1), "Calendar.At")
    server.register_function(lambda event: event, "Calendar.Keep")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print("PORT", server.server_address[1], flush=True)
    sys.stdin.read()


def outcome(call, value):
    try:
        return plain(call(value))
    except Fault as fault:
        return ["fault", fault.faultCode, fault.faultString]


def plain(value):
    """What it is in JSON, dates with their type's name before them."""
    if isinstance(value, datetime):
        return "datetime " + value.isoformat()
    if isinstance(value, DateTime):
        return "DateTime " + str(value)
    if isinstance(value, dict):
        return {name: plain(held) for name, held in value.items()}
    if isinstance(value, list):
        return [plain(held) for held in value]
    return value


def call(port):
    at = f"http://127.0.0.1:{port}/RPC2"
    texts = [
        "19980717T14:08:55",
        "1998-07-17T14:08:55Z",
        "19980717T16:08:55+0200",
        "19980717T14:08:55.000",
        "19980230T14:08:55",
        "19980717T14:08:55.5",
        "yesterday",
    ]
    with ServerProxy(at, allow_none=True) as server:
        for text in texts:
            print(json.dumps(outcome(server.Calendar.At, DateTime(text))))
    dates = [
        datetime(1998, 7, 17, 14, 8, 55),
        datetime(1, 1, 1),
        datetime(9999, 12, 31, 23, 59, 59),
        datetime(2024, 2, 29, 23, 59, 59, 999999),
    ]
    event = {"name": "all", "at": dates[0], "seen": dates, "steps": {"one": "1.5s"}, "maybe": {"an_int32": 5, "many": []}}
    with ServerProxy(at, allow_none=True, use_builtin_types=True) as server:
        for date in dates:
            print(json.dumps(outcome(server.Calendar.At, date)))
        print(json.dumps(outcome(server.Calendar.Keep, event), sort_keys=True))


if sys.argv[1] == "serve":
    serve()
else:
    call(int(sys.argv[2]))
