#!/usr/bin/env bash
# Puts spyne_server, zeep_{client,rpc_client,encoded_client,features_client} and, for Database.Request, soap_{server,client} into peers/build/soap-python;
# nothing is compiled, but the interpreter and its libraries must be there. Needs: python3, python3-zeep, python3-spyne.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/../build/soap-python
mkdir -p "$out"
/usr/bin/python3 -c 'import spyne, zeep'
cp "$here"/{driven,workloads,cases}.py "$here"/../python/{commands,record}.py "$out"
cp "$here"/../wsdl/encoding.xsd "$out"
cp "$here"/../../interfaces/soap/{bench,bench-rpc,bench-encoded,features,database}.wsdl "$out"
for program in spyne_server zeep_{client,rpc_client,encoded_client,features_client} soap_{server,client}; do
    install -m 755 "$here/$program.py" "$out/$program"
done
