"""grpc_client.py PORT NAME COUNT: calls Shop.Put of raises.proto and prints the result, or the status
with the exception among its details, unpacked by grpcio's and protobuf's own means."""

import sys

import grpc
from google.protobuf import any_pb2, descriptor_pb2, descriptor_pool, json_format, message_factory

import raises_pb2


def status_class():
    """`google.rpc.Status`, whose Python package Debian does not have."""
    file = descriptor_pb2.FileDescriptorProto(
        name="google/rpc/status.proto", package="google.rpc", syntax="proto3",
        dependency=["google/protobuf/any.proto"],
    )
    message = file.message_type.add(name="Status")
    message.field.add(name="code", number=1, type=5, label=1)
    message.field.add(name="message", number=2, type=9, label=1)
    message.field.add(name="details", number=3, type=11, label=3, type_name=".google.protobuf.Any")
    pool = descriptor_pool.Default()
    pool.Add(file)
    descriptor = pool.FindMessageTypeByName("google.rpc.Status")
    return message_factory.MessageFactory(pool).GetPrototype(descriptor)


Status = status_class()
PUT = "/shop.v1.Shop/Put"


def main():
    port, name, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    with grpc.insecure_channel("127.0.0.1:" + port) as channel:
        put = channel.unary_unary(
            PUT,
            request_serializer=raises_pb2.Item.SerializeToString,
            response_deserializer=raises_pb2.Item.FromString,
        )
        try:
            reply = put(raises_pb2.Item(name=name, count=count), timeout=60)
            print("result", reply.name, reply.count)
        except grpc.RpcError as error:
            details = dict(error.trailing_metadata())["grpc-status-details-bin"]
            status = Status.FromString(details)
            # What `grpc_status.rpc_status.from_call` makes sure of.
            assert status.code == error.code().value[0], status
            assert status.message == error.details(), status
            for detail in status.details:
                for kind in (raises_pb2.OutOfStock, raises_pb2.Closed):
                    message = kind()
                    if detail.Unpack(message):
                        members = json_format.MessageToDict(message)
                        print(error.code().name, kind.DESCRIPTOR.full_name, members)


if __name__ == "__main__":
    assert any_pb2.Any
    main()
