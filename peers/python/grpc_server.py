#!/usr/bin/python3
"""grpc_server tcp [port]: Database.Request on gRPC's Python library, until standard input closes."""

from concurrent import futures

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


def start(host, port):
    server = grpc.server(futures.ThreadPoolExecutor(max_workers=8))
    database_pb2_grpc.add_DatabaseServicer_to_server(Database(), server)
    port = server.add_insecure_port(f"{host}:{port}")
    server.start()
    start.server = server  # it stops when nobody has it
    return port


commands.serve(start)
