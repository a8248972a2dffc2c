/*
 * Lists without recursion: in place of the routine that rpcgen makes, which needs
 * a piece of stack for each node.
 */
#include "lists.h"

static bool_t nodes(XDR *xdrs, node **list)
{
	for (;;) {
		bool_t more = *list != NULL;

		if (!xdr_bool(xdrs, &more))
			return FALSE;
		if (!more) {
			*list = NULL;
			return TRUE;
		}
		if (xdrs->x_op == XDR_DECODE && (*list = calloc(1, sizeof **list)) == NULL)
			return FALSE;
		if (!xdr_int(xdrs, &(*list)->value))
			return FALSE;
		list = &(*list)->next;
	}
}

static void release(node *list)
{
	while (list != NULL) {
		node *next = list->next;

		free(list);
		list = next;
	}
}

bool_t xdr_node(XDR *xdrs, node *list)
{
	if (xdrs->x_op == XDR_FREE) {
		release(list->next);
		list->next = NULL;
		return TRUE;
	}
	return xdr_int(xdrs, &list->value) && nodes(xdrs, &list->next);
}

bool_t xdr_chest(XDR *xdrs, chest *both)
{
	if (!xdr_node(xdrs, &both->first))
		return FALSE;
	if (xdrs->x_op == XDR_FREE) {
		release(both->others);
		both->others = NULL;
		return TRUE;
	}
	return nodes(xdrs, &both->others);
}

bool_t xdr_entry(XDR *xdrs, entry *one)
{
	return xdr_string(xdrs, &one->name, 255) &&
	       xdr_pointer(xdrs, (char **)&one->next, sizeof(entry), (xdrproc_t)xdr_entry);
}

bool_t xdr_entries(XDR *xdrs, entries *list)
{
	return xdr_pointer(xdrs, (char **)list, sizeof(entry), (xdrproc_t)xdr_entry);
}
