"""interfaces/rpcecho.idl as impacket (Debian's python3-impacket) describes calls."""

from impacket.dcerpc.v5.dtypes import LPWSTR, ULONG, USHORT, WSTR
from impacket.dcerpc.v5.ndr import NDRCALL, NDRSTRUCT, NDRUniConformantArray
from impacket.uuid import uuidtup_to_bin

UUID = ("60a15ec5-4de8-11d7-a637-005056a20182", "1.0")
MSRPC_UUID_RPCECHO = uuidtup_to_bin(UUID)


class BYTES(NDRUniConformantArray):
    item = "c"


class SHORTS(NDRUniConformantArray):
    item = "<H"


class SURROUNDINGS(NDRSTRUCT):
    structure = (("x", ULONG), ("surrounding", SHORTS))


class AddOne(NDRCALL):
    opnum = 0
    structure = (("in_data", ULONG),)


class AddOneResponse(NDRCALL):
    structure = (("out_data", ULONG),)


class EchoData(NDRCALL):
    opnum = 1
    structure = (("len", ULONG), ("in_data", BYTES))


class EchoDataResponse(NDRCALL):
    structure = (("out_data", BYTES),)


class SinkData(NDRCALL):
    opnum = 2
    structure = (("len", ULONG), ("data", BYTES))


class SinkDataResponse(NDRCALL):
    structure = ()


class SourceData(NDRCALL):
    opnum = 3
    structure = (("len", ULONG),)


class SourceDataResponse(NDRCALL):
    structure = (("data", BYTES),)


class TestCall(NDRCALL):
    opnum = 4
    structure = (("s1", WSTR),)


class TestCallResponse(NDRCALL):
    structure = (("s2", LPWSTR),)


class TestSleep(NDRCALL):
    opnum = 6
    structure = (("seconds", ULONG),)


class TestSleepResponse(NDRCALL):
    structure = (("result", ULONG),)


class TestSurrounding(NDRCALL):
    opnum = 8
    structure = (("data", SURROUNDINGS),)


class TestSurroundingResponse(NDRCALL):
    structure = (("data", SURROUNDINGS),)


class Beyond(NDRCALL):
    """An operation that the interface does not have."""

    opnum = 99
    structure = (("nothing", USHORT),)
