/*
 * gsoap_graphs_server tcp [PORT] [NAME=VALUE...]: interfaces/soap/graphs.wsdl; options are those of gsoap.h.
 */
#include "gsoap.h"
#include "names.nsmap"

#define ECHO(operation, type) \
	int ns1__echo_USCORE##operation(struct soap *, type *value, ns1__echo_USCORE##operation##Response &out) \
	{ \
		out.return_ = value; \
		return SOAP_OK; \
	}

ECHO(node, ns1__Node)
ECHO(pair, ns1__Pair)
ECHO(nodes, Nodes)
ECHO(texts, Texts)
ECHO(grid, Grid)
ECHO(rows, Rows)
ECHO(coded, ns1__Coded)
ECHO(hues, Hues)

int main(int argc, char **argv) { return serve(argc, argv); }
