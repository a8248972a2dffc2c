#!/usr/bin/python3
"""grpc_client tcp HOST PORT: one channel; commands as in ../README.md."""

import grpc

import commands
import database_pb2
import database_pb2_grpc

FIELDS = [field.name for field in database_pb2.Info.DESCRIPTOR.fields]


def open_(host, port):
    stub = database_pb2_grpc.DatabaseStub(grpc.insecure_channel(f"{host}:{port}"))

    def request(number, photo):
        info = stub.Request(database_pb2.InfoRequest(id=number, photo=photo))
        return {name: getattr(info, name) for name in FIELDS}

    return request


commands.obey(open_)
