"""grpc_server.py: serves Shop.Put of raises.proto on loopback until its standard input ends. Counts of 0
and below raise exceptions as `google.rpc.Status` with another status than ours, and several details."""

import sys
from concurrent import futures

import grpc

import raises_pb2
from grpc_client import Status


def put(request, context):
    if request.count > 0:
        return request
    status = Status(code=grpc.StatusCode.NOT_FOUND.value[0], message="no")
    # What the method does not declare is passed over.
    status.details.add().Pack(raises_pb2.Item(name="beside"))
    if request.count == -9:
        status.details.add(type_url="type.googleapis.com/shop.v1.OutOfStock", value=b"\x0a\xff")
    elif request.count == -8:
        status.details.add(type_url="type.googleapis.com/shop.v1.Unknown", value=b"\x08\x01")
    elif request.count == 0:
        status.details.add().Pack(raises_pb2.Closed())
    else:
        status.details.add().Pack(raises_pb2.OutOfStock(item=request.name, left=request.count))
    context.set_code(grpc.StatusCode.NOT_FOUND)
    context.set_details("no")
    context.set_trailing_metadata((("grpc-status-details-bin", status.SerializeToString()),))
    return raises_pb2.Item()


class Shop(grpc.GenericRpcHandler):
    def service(self, details):
        if details.method != "/shop.v1.Shop/Put":
            return None
        return grpc.unary_unary_rpc_method_handler(
            put,
            request_deserializer=raises_pb2.Item.FromString,
            response_serializer=raises_pb2.Item.SerializeToString,
        )


if __name__ == "__main__":
    server = grpc.server(futures.ThreadPoolExecutor(2), handlers=[Shop()])
    print("PORT", server.add_insecure_port("127.0.0.1:0"), flush=True)
    server.start()
    sys.stdin.read()
    server.stop(None)
