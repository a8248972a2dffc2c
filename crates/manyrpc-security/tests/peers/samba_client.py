"""Calls rpcecho through Samba's own DCE RPC client library.

    samba_client.py BINDING DOMAIN USER PASSWORD   without Kerberos
    samba_client.py BINDING CACHE                  with the Kerberos tickets in that file

prints OK once every answer is right; the binding has level and mechanism in its options.
"""

import sys

from samba.credentials import DONT_USE_KERBEROS, MUST_USE_KERBEROS, SPECIFIED, Credentials
from samba.dcerpc import echo
from samba.param import LoadParm

binding, *who = sys.argv[1:]
settings = LoadParm()
settings.load("/dev/null")
credentials = Credentials()
credentials.guess(settings)
if len(who) == 1:
    credentials.set_named_ccache(who[0], SPECIFIED, settings)
    credentials.set_kerberos_state(MUST_USE_KERBEROS)
else:
    domain, user, password = who
    credentials.set_domain(domain)
    credentials.set_username(user)
    credentials.set_password(password)
    credentials.set_kerberos_state(DONT_USE_KERBEROS)

server = echo.rpcecho(binding, settings, credentials)
assert server.AddOne(41) == 42
for size in (0, 1, 15, 16, 17, 100, 5000, 20000):
    data = [i % 251 for i in range(size)]
    assert list(server.EchoData(data)) == data, size
    server.SinkData(data)
    assert list(server.SourceData(size)) == [i & 0xFF for i in range(size)], size
print("OK")
