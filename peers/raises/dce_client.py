"""dce_client.py PORT: calls CLOSE (operation 2) of raises.x over DCE RPC with
impacket's NDR, and prints what the union of its result holds."""

import sys
import uuid

from impacket.dcerpc.v5 import transport
from impacket.dcerpc.v5.dtypes import LONG, ULONG
from impacket.dcerpc.v5.ndr import NDRCALL, NDRSTRUCT, NDRUNION
from impacket.uuid import uuidtup_to_bin


class CLOSED(NDRSTRUCT):
    structure = (("until", ULONG),)


class CLOSE_ARMS(NDRUNION):
    commonHdr = (("tag", ULONG),)
    union = {0: (), 1: ("closed", CLOSED)}


class CLOSE(NDRCALL):
    opnum = 2
    structure = ()


class CLOSEResponse(NDRCALL):
    structure = (("result", CLOSE_ARMS),)


if __name__ == "__main__":
    port = sys.argv[1]
    # As every interface has one that is defined by a program number.
    space = uuid.UUID("41e415f8-78a3-4ad7-a4ab-b6f866b74f84")
    interface = str(uuid.uuid5(space, "program 0x20260211"))
    link = transport.DCERPCTransportFactory("ncacn_ip_tcp:127.0.0.1[%s]" % port).get_dce_rpc()
    link.connect()
    link.bind(uuidtup_to_bin((interface, "1.0")))
    link.call(2, CLOSE())
    result = CLOSEResponse(link.recv())["result"]
    print("tag", result["tag"], "until", result["closed"]["until"] if result["tag"] else None)
