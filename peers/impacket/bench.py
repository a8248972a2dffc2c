"""interfaces/bench.x over DCE RPC, as impacket describes calls: the interface's UUID is derived from
its program number; arguments and results are those of interfaces/bench.idl, which says the same in
DCE's words: bytes and arrays are a count and a unique pointer, text is a unique pointer."""

from impacket.dcerpc.v5.dtypes import LONG, LPSTR, ULONG
from impacket.dcerpc.v5.ndr import NDRCALL, NDRPOINTER, NDRUniConformantArray
from impacket.uuid import uuidtup_to_bin

UUID = ("a29076d0-e666-58ca-92ca-6b8e3d1ea3fa", "1.0")
MSRPC_UUID_BENCH = uuidtup_to_bin(UUID)


class BLOB(NDRUniConformantArray):
    item = "c"


class INTS(NDRUniConformantArray):
    item = "<l"


class PBLOB(NDRPOINTER):
    referent = (("Data", BLOB),)


class PINTS(NDRPOINTER):
    referent = (("Data", INTS),)


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
    structure = (("length", ULONG), ("data", PBLOB))


class EchoResponse(NDRCALL):
    structure = (("length", ULONG), ("result", PBLOB))


class IntArray(NDRCALL):
    opnum = 3
    structure = (("count", ULONG), ("values", PINTS))


class IntArrayResponse(NDRCALL):
    structure = (("count", ULONG), ("result", PINTS))


class Concat(NDRCALL):
    opnum = 4
    structure = (("left", LPSTR), ("right", LPSTR))


class ConcatResponse(NDRCALL):
    structure = (("result", LPSTR),)
