/*
 * gsoap_graphs_client tcp HOST PORT [NAME=VALUE...]: calls interfaces/soap/graphs.wsdl with the values of ../soap.md. `cases` are their
 * names, `case NAME` answers `ok` or what is wrong; options are those of gsoap.h.
 */
#include "gsoap.h"
#include "names.nsmap"

#include <algorithm>

#define NONE(operation, type) \
	int ns1__echo_USCORE##operation(struct soap *, type *, ns1__echo_USCORE##operation##Response &) { return SOAP_NO_METHOD; }
NONE(node, ns1__Node)
NONE(pair, ns1__Pair)
NONE(nodes, Nodes)
NONE(texts, Texts)
NONE(grid, Grid)
NONE(rows, Rows)
NONE(coded, ns1__Coded)
NONE(hues, Hues)

static Connection *to;

static ns1__Node *node(const char *label, ns1__Node *next)
{
	ns1__Node *made = soap_new_ns1__Node(to->soap);

	made->label = label == nullptr ? nullptr : soap_new_std__string(to->soap);
	if (label != nullptr)
		*made->label = label;
	made->next = next;
	return made;
}

static bool has(const ns1__Node *node, const char *label)
{
	return node != nullptr && (label == nullptr ? node->label == nullptr : node->label != nullptr && *node->label == label);
}

/* The answer to a value, which keeps the value's memory. */
#define ECHOED(operation, given, back) \
	ns1__echo_USCORE##operation##Response out; \
	check(to->soap, soap_call_ns1__echo_USCORE##operation(to->soap, to->at(), nullptr, given, out)); \
	auto *back = out.return_;

static void chain()
{
	ECHOED(node, node("first", node(nullptr, node("last", nullptr))), back);
	require(has(back, "first") && has(back->next, nullptr) && has(back->next->next, "last") && back->next->next->next == nullptr);
	to->forget();
}

static void nil()
{
	ECHOED(node, nullptr, back);
	require(back == nullptr);
	to->forget();
}

static void shared()
{
	ns1__Pair *pair = soap_new_ns1__Pair(to->soap);

	pair->left = pair->right = node("shared", node("tail", nullptr));
	ECHOED(pair, pair, back);
	require(back != nullptr && has(back->left, "shared") && has(back->left->next, "tail") && back->left == back->right);
	to->forget();
}

/* Equal, but two. */
static void apart()
{
	ns1__Pair *pair = soap_new_ns1__Pair(to->soap);

	pair->left = node("alike", nullptr);
	pair->right = node("alike", nullptr);
	ECHOED(pair, pair, back);
	require(back != nullptr && has(back->left, "alike") && has(back->right, "alike") && back->left != back->right);
	to->forget();
}

static void cycle()
{
	ns1__Node *first = node("first", nullptr);

	first->next = node("second", first);
	ECHOED(node, first, back);
	require(has(back, "first") && has(back->next, "second") && back->next->next == back);
	to->forget();
}

static void nodes()
{
	ns1__Node *twice = node("twice", nullptr), *all[] = { node("a", nullptr), twice, nullptr, twice };
	Nodes *given = soap_new_Nodes(to->soap);

	given->__ptr = all;
	given->__size = 4;
	ECHOED(nodes, given, back);
	require(back != nullptr && back->__size == 4 && has(back->__ptr[0], "a") && has(back->__ptr[1], "twice") &&
		back->__ptr[2] == nullptr && back->__ptr[3] == back->__ptr[1]);
	to->forget();
}

static void texts()
{
	std::string all[] = { "a <b>", "", "c" };
	Texts *given = soap_new_Texts(to->soap);

	given->__ptr = all;
	given->__size = 3;
	ECHOED(texts, given, back);
	require(back != nullptr && back->__size == 3 && back->__ptr[0] == all[0] && back->__ptr[1].empty() && back->__ptr[2] == "c");
	to->forget();
}

static void none()
{
	Texts *given = soap_new_Texts(to->soap);

	given->__ptr = nullptr;
	given->__size = 0;
	ECHOED(texts, given, back);
	require(back != nullptr && back->__size == 0);
	to->forget();
}

/* Of two dimensions; the last index is the fastest. */
static void grid()
{
	int all[] = { 1, -2, 3, 4, 5, 6 };
	Grid *given = soap_new_Grid(to->soap);

	given->__ptr = all;
	given->__size[0] = 2;
	given->__size[1] = 3;
	ECHOED(grid, given, back);
	require(back != nullptr && back->__size[0] == 2 && back->__size[1] == 3 && std::equal(all, all + 6, back->__ptr));
	to->forget();
}

/* Arrays in an array, of different lengths. */
static void rows()
{
	int first[] = { 1, 2, 3 }, last[] = { 4 };
	Row *all[] = { soap_new_Row(to->soap), soap_new_Row(to->soap), soap_new_Row(to->soap) };
	Rows *given = soap_new_Rows(to->soap);

	all[0]->__ptr = first;
	all[0]->__size = 3;
	all[1]->__ptr = nullptr;
	all[1]->__size = 0;
	all[2]->__ptr = last;
	all[2]->__size = 1;
	given->__ptr = all;
	given->__size = 3;
	ECHOED(rows, given, back);
	require(back != nullptr && back->__size == 3 && back->__ptr[0]->__size == 3 && back->__ptr[1]->__size == 0 &&
		back->__ptr[2]->__size == 1 && std::equal(first, first + 3, back->__ptr[0]->__ptr) && back->__ptr[2]->__ptr[0] == 4);
	to->forget();
}

/* Simple types with names. */
static void coded()
{
	ns1__Coded *given = soap_new_ns1__Coded(to->soap);

	given->hue = ns1__Hue::light_x0020blue;
	given->code = "ABC-12";
	given->grade = 5;
	ECHOED(coded, given, back);
	require(back != nullptr && back->hue == ns1__Hue::light_x0020blue && back->code == "ABC-12" && back->grade == 5);
	to->forget();
}

static void hues()
{
	ns1__Hue all[] = { ns1__Hue::red, ns1__Hue::light_x0020blue, ns1__Hue::red };
	Hues *given = soap_new_Hues(to->soap);

	given->__ptr = all;
	given->__size = 3;
	ECHOED(hues, given, back);
	require(back != nullptr && back->__size == 3 && std::equal(all, all + 3, back->__ptr));
	to->forget();
}

int main(int argc, char **argv)
{
	peer_transport(argc, argv, 4, "tcp HOST PORT [NAME=VALUE...]");
	Connection connection(argc, argv, namespaces);
	to = &connection;
	const std::map<std::string, Case> cases = {
		{ "chain", chain }, { "nil", nil }, { "shared", shared }, { "apart", apart },
		{ "cycle", cycle }, { "nodes", nodes }, { "texts", texts }, { "none", none },
		{ "grid", grid }, { "rows", rows }, { "coded", coded }, { "hues", hues },
	};
	return obey(argc, argv, cases, [](const std::string &) { return false; });
}
