#!/usr/bin/python3
"""soap_server tcp [port]: Database.Request on spyne, until standard input closes; the elements are those of interfaces/soap/database.wsdl.
An HTTP/1.0 server, which closes the connection after each answer."""

import driven
import record
from spyne import Boolean, ByteArray, ComplexModel, Float, Integer32, ServiceBase, Unicode, rpc

NAMESPACE = "urn:rpcbench.Database"


def plain(kind):
    """As an element without a namespace, which spyne gives all of them otherwise."""
    return kind.customize(sub_ns="", min_occurs=1, nillable=False)


class InfoRequest(ComplexModel):
    __namespace__ = NAMESPACE
    id = plain(Integer32)
    photo = plain(Boolean)


class Info(ComplexModel):
    __namespace__ = NAMESPACE
    id = plain(Integer32)
    first_name = plain(Unicode)
    last_name = plain(Unicode)
    age = plain(Integer32)
    email = plain(Unicode)
    phone = plain(Unicode)
    newsletter = plain(Boolean)
    latitude = plain(Float)
    longitude = plain(Float)
    photo = plain(ByteArray)


class Database(ServiceBase):
    @rpc(plain(InfoRequest), _returns=plain(Info), _out_variable_name="return")
    def Request(ctx, request):
        info = record.of(request.id, request.photo)
        return Info(**info | {"photo": [info["photo"]]})


driven.serve(lambda host, port: driven.spyne(Database, NAMESPACE, host, port))
