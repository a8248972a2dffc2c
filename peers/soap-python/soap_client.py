#!/usr/bin/python3
"""soap_client tcp HOST PORT: Database.Request on zeep, by interfaces/soap/database.wsdl; commands as in ../README.md."""

import commands
import driven


def open_(_host, _port):
    _, service = driven.service("database", "Database")

    def request(number, photo):
        got = service.Request({"id": number, "photo": photo})
        # zeep has nothing for no bytes.
        return {name: got[name] for name in got} | {"photo": got.photo or b""}

    return request


commands.obey(open_)
