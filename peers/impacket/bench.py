"""interfaces/bench.x over DCE RPC, as impacket describes calls: the interface's UUID is derived from
its program number, arguments and results lie as NDR lays out what the definition says."""

from impacket.dcerpc.v5.dtypes import LONG, STR
from impacket.dcerpc.v5.ndr import NDRCALL, NDRUniConformantArray
from impacket.uuid import uuidtup_to_bin

UUID = ("a29076d0-e666-58ca-92ca-6b8e3d1ea3fa", "1.0")
MSRPC_UUID_BENCH = uuidtup_to_bin(UUID)


class BLOB(NDRUniConformantArray):
    item = "c"


class INTS(NDRUniConformantArray):
    item = "<l"


class Nothing(NDRCALL):
    opnum = 0
    structure = ()


class NothingResponse(NDRCALL):
    structure = ()


class Add(NDRCALL):
    opnum = 1
    structure = (("a", LONG), ("b", LONG))


class AddResponse(NDRCALL):
    structure = (("result", LONG),)


class Echo(NDRCALL):
    opnum = 2
    structure = (("data", BLOB),)


class EchoResponse(NDRCALL):
    structure = (("result", BLOB),)


class IntArray(NDRCALL):
    opnum = 3
    structure = (("values", INTS),)


class IntArrayResponse(NDRCALL):
    structure = (("result", INTS),)


class Concat(NDRCALL):
    opnum = 4
    structure = (("left", STR), ("right", STR))


class ConcatResponse(NDRCALL):
    structure = (("result", STR),)
