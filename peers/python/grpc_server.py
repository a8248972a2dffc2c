#!/usr/bin/python3
"""grpc_server tcp [port]: Database.Request on gRPC's Python library, until standard input closes.

MANYRPC_REFLECTION in the environment says which versions of reflection there are: v1, v1alpha, both, or else none. The
library knows v1alpha alone; of v1 all messages are the same."""

import os
import sys
from concurrent import futures
from pathlib import Path

import grpc

import commands
import database_pb2
import database_pb2_grpc
import record


class Database(database_pb2_grpc.DatabaseServicer):
    def Request(self, request, context):
        try:
            return database_pb2.Info(**record.of(request.id, request.photo))
        except ValueError as error:
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, str(error))


def reflect(server, versions):
    if versions == "none":
        return
    sys.path.append(str(Path(__file__).resolve().parent / "libraries"))
    from grpc_reflection.v1alpha import reflection, reflection_pb2

    alpha = reflection.SERVICE_NAME
    own = database_pb2.DESCRIPTOR.services_by_name["Database"].full_name
    servicer = reflection.ReflectionServicer((own, alpha))
    method = grpc.stream_stream_rpc_method_handler(
        servicer.ServerReflectionInfo,
        reflection_pb2.ServerReflectionRequest.FromString,
        reflection_pb2.ServerReflectionResponse.SerializeToString,
    )
    for version in ("v1", "v1alpha") if versions == "both" else (versions,):
        handler = grpc.method_handlers_generic_handler(
            f"grpc.reflection.{version}.ServerReflection", {"ServerReflectionInfo": method}
        )
        server.add_generic_rpc_handlers((handler,))


def start(host, port):
    server = grpc.server(futures.ThreadPoolExecutor(max_workers=8))
    database_pb2_grpc.add_DatabaseServicer_to_server(Database(), server)
    reflect(server, os.environ.get("MANYRPC_REFLECTION", "none"))
    port = server.add_insecure_port(f"{host}:{port}")
    server.start()
    start.server = server  # it stops when nobody has it
    return port


commands.serve(start)
