#!/usr/bin/python3
"""spyne_server tcp [PORT [CERTIFICATE KEY [AUTHORITY] | encoding=NAME]]: the operations of interfaces/bench.x on spyne, which writes the
WSDL itself (GET /?wsdl): elements are qualified, and results are named after their operations. An HTTP/1.0 server, which closes the
connection after each answer; with an encoding, that of its messages. `bare` takes and gives a document without a wrapper, and `divide` raises a fault with a detail if it divides by 0."""

import itertools

import driven
from spyne import Boolean, ByteArray, ComplexModel, Fault, Float, Integer32, ServiceBase, Unicode, UnsignedInteger64, rpc

NAMESPACE = "urn:manyrpc.spyne"
PHOTO = driven.pattern(1048576)
EXECUTIONS = itertools.count(1)
Integers = Integer32.customize(max_occurs="unbounded")


class InfoRequest(ComplexModel):
    __namespace__ = NAMESPACE
    id = Integer32
    photo = Boolean


class Info(ComplexModel):
    __namespace__ = NAMESPACE
    id = Integer32
    first_name = Unicode
    last_name = Unicode
    age = Integer32
    email = Unicode
    phone = Unicode
    newsletter = Boolean
    latitude = Float
    longitude = Float
    photo = ByteArray


class Transferred(ComplexModel):
    __namespace__ = NAMESPACE
    code = Integer32
    data = ByteArray


class Bench(ServiceBase):
    @rpc()
    def nothing(ctx):
        pass

    @rpc(Integer32, Integer32, _returns=Integer32)
    def add(ctx, a, b):
        return a + b

    @rpc(ByteArray, _returns=ByteArray)
    def echo(ctx, data):
        return data or [b""]

    @rpc(Integers, _returns=Integers)
    def int_array(ctx, values):
        return values or []

    @rpc(Unicode, Unicode, _returns=Unicode)
    def concat(ctx, left, right):
        return left + right

    @rpc(InfoRequest, _returns=Info)
    def request(ctx, wanted):
        return Info(
            id=wanted.id, first_name="Ada", last_name="Lovelace", age=36, email="ada@example.org", phone="+44 20 7946 0000",
            newsletter=True, latitude=51.5, longitude=-0.125, photo=[PHOTO if wanted.photo else b""],
        )  # fmt: skip

    @rpc(UnsignedInteger64, _returns=UnsignedInteger64)
    def count(ctx, n):
        return next(EXECUTIONS)

    @rpc(Integers, _returns=Integer32)
    def sum(ctx, values):
        return (sum(values or []) + (1 << 31)) % (1 << 32) - (1 << 31)

    @rpc(ByteArray, _returns=Transferred)
    def transfer(ctx, data):
        return Transferred(code=1989, data=data or [b""])

    @rpc(InfoRequest, _returns=Transferred, _body_style="bare")
    def bare(ctx, wanted):
        return Transferred(code=wanted.id, data=[b"photo" if wanted.photo else b""])

    @rpc(Integer32, Integer32, _returns=Integer32)
    def divide(ctx, a, b):
        if b == 0:
            raise Fault("Client.Division", f"{a} / 0", detail={"number": -1})
        return a // b


driven.serve(lambda host, port: driven.spyne(Bench, NAMESPACE, host, port))
