/*
 * gsoap_features_client tcp HOST PORT [NAME=VALUE...]: calls interfaces/soap/features.wsdl with the values of ../soap.md. `cases` are
 * their names, `case NAME` answers `ok` or what is wrong; options are those of gsoap.h.
 */
#include "gsoap.h"
#include "names.nsmap"

#include <cmath>
#include <limits>

/* The client needs no operations; the skeleton that is linked in does. */
#define NONE(operation) \
	int __ns1__##operation(struct soap *, _ns1__##operation *, _ns1__##operation##Response &) { return SOAP_NO_METHOD; }
NONE(echo_USCOREscalars)
NONE(echo_USCOREexact)
NONE(echo_USCOREoptionals)
NONE(echo_USCOREterms)
NONE(echo_USCOREshapes)
NONE(echo_USCOREtree)
NONE(echo_USCOREmeasures)
NONE(echo_USCORElists)
NONE(echo_USCOREenvelope)
NONE(echo_USCOREbinaries)
int __ns1__echo_USCOREbare(struct soap *, ns1__Tree *, ns1__Tree &) { return SOAP_NO_METHOD; }
NONE(divide)
NONE(greet)
NONE(notified)
int __ns1__notify(struct soap *, _ns1__notify *) { return SOAP_NO_METHOD; }

static Connection *to;

/* The text that gSOAP makes of a value, by which it is compared. */
template <class Value> static std::string text(Value &value, int (*write)(struct soap *, Value *))
{
	struct soap *soap = soap_new1(SOAP_C_UTFSTRING | SOAP_XML_CANONICAL);
	std::ostringstream out;

	soap_set_namespaces(soap, namespaces);
	soap->os = &out;
	write(soap, &value);
	soap_destroy(soap);
	soap_end(soap);
	soap_free(soap);
	return out.str();
}

/*
 * Calls and compares. What is sent is written as the value of a response, so that both have one name.
 */
#define ECHOES(operation, given) \
	do { \
		_ns1__echo_USCORE##operation in; \
		_ns1__echo_USCORE##operation##Response out, expected; \
		in.value = given; \
		expected.return_ = given; \
		check(to->soap, soap_call___ns1__echo_USCORE##operation(to->soap, to->at(), nullptr, &in, out)); \
		auto write = [](struct soap *soap, _ns1__echo_USCORE##operation##Response *value) { \
			return soap_write__ns1__echo_USCORE##operation##Response(soap, value); \
		}; \
		const std::string want = text<_ns1__echo_USCORE##operation##Response>(expected, write); \
		const std::string got = text<_ns1__echo_USCORE##operation##Response>(out, write); \
		to->forget(); \
		if (want != got) \
			throw std::runtime_error(harmless(got)); \
	} while (0)

static std::string harmless(std::string said)
{
	for (char &c : said)
		if (c == '"' || c == '\\' || (unsigned char)c < ' ')
			c = '\'';
	return said;
}

static void scalars()
{
	static unsigned char all[256], digest[] = { 0xde, 0xad, 0xbe, 0xef };
	ns1__Scalars value;

	for (int i = 0; i < 256; i++)
		all[i] = (unsigned char)i;
	value.truth = true;
	value.tiny = -128;
	value.natural_USCOREtiny = 255;
	value.small = -32768;
	value.natural_USCOREsmall = 65535;
	value.whole = std::numeric_limits<int>::min();
	value.natural = 4294967295u;
	value.huge = std::numeric_limits<LONG64>::min();
	value.natural_USCOREhuge = std::numeric_limits<ULONG64>::max();
	value.approximate = 0.1f;
	value.precise = 1e-300;
	value.words = "a <b> & \"c\" ]]> d\u00e9\u7f8e\U0001f980";
	value.hue = ns1__Colour::light_x0020blue;
	value.grade = 5;
	value.code = "ABC-12";
	value.bytes.__ptr = all;
	value.bytes.__size = sizeof all;
	value.digest.__ptr = digest;
	value.digest.__size = sizeof digest;
	value.place = "http://example.org/?a=1&b=2";
	ECHOES(scalars, &value);
	value.approximate = std::numeric_limits<float>::infinity();
	value.precise = std::numeric_limits<double>::quiet_NaN();
	value.words = "  line\r\n\ttab ";
	value.bytes.__size = value.digest.__size = 0;
	ECHOES(scalars, &value);
	value.approximate = -std::numeric_limits<float>::infinity();
	value.precise = -0.0;
	value.words = "";
	ECHOES(scalars, &value);
}

static void exact()
{
	ns1__Exact value;

	value.price = "-1234567890123456789.0123456789";
	value.large = "123456789012345678901234";
	value.moment = "2026-11-27T23:59:59.123456789+05:30";
	value.day = "2024-02-29Z";
	value.hour = "00:00:00.5";
	value.span = "-P1Y2M3DT4H5M6.7S";
	ECHOES(exact, &value);
}

static void optionals()
{
	ns1__Optionals value;
	int seven = 7, eight = 8, rank = -1;
	std::string both = "both";

	value.id = "";
	ECHOES(optionals, &value);
	value.omitted = &seven;
	value.nil = &eight;
	value.both = &both;
	value.many = { 1, -2, 3 };
	value.holes = { "", "x" };
	value.id = "a 'b' <c>";
	value.rank = &rank;
	ECHOES(optionals, &value);
}

static void terms()
{
	ns1__Term number, words, where;
	ns1__Point point;
	std::string said = "words";

	ECHOES(terms, {});
	number.__union_Term = SOAP_UNION__ns1__union_Term_number;
	number.union_Term.number = 42;
	words.__union_Term = SOAP_UNION__ns1__union_Term_text;
	words.union_Term.text = &said;
	point.x = 1;
	point.y = -1;
	where.__union_Term = SOAP_UNION__ns1__union_Term_place;
	where.union_Term.place = &point;
	std::vector<ns1__Term *> all = { &number, &words, &where };
	ECHOES(terms, all);
}

static void shapes()
{
	ns1__Shape plain;
	ns1__Circle circle;
	ns1__Square square;
	ns1__LabelledSquare labelled;

	plain.name = "plain";
	circle.name = "round";
	circle.radius = 1.5;
	square.name = "even";
	square.side = 2;
	labelled.name = "named";
	labelled.side = 2.5;
	labelled.label = "L";
	std::vector<ns1__Shape *> all = { &plain, &circle, &square, &labelled };
	ECHOES(shapes, all);
}

static void tree()
{
	ns1__Tree root, left, right, leaf;

	root.label = "root";
	left.label = "left";
	right.label = "";
	leaf.label = "leaf";
	left.child = { &leaf };
	root.child = { &left, &right };
	ECHOES(tree, &root);
}

static void bare()
{
	ns1__Tree document, itself, out;

	document.label = "document";
	itself.label = "itself";
	document.child = { &itself };
	check(to->soap, soap_call___ns1__echo_USCOREbare(to->soap, to->at(), nullptr, &document, out));
	require(out.label == "document" && out.child.size() == 1 && out.child[0]->label == "itself" && out.child[0]->child.empty());
	to->forget();
}

static void measures()
{
	ns1__Measure small, large;

	small.__item = 0.25;
	small.unit = "m";
	large.__item = 1e6;
	large.unit = "";
	std::vector<ns1__Measure *> all = { &small, &large };
	ECHOES(measures, all);
}

static void lists()
{
	ns1__Lists value;

	value.row = { "1 -2 3", "", "4" };
	ECHOES(lists, &value);
}

static void envelope()
{
	ns1__Envelope value;

	value.before = 1;
	ECHOES(envelope, &value);
	value.__any = { const_cast<char *>("<z:note xmlns:z=\"urn:other\" z:a=\"1\">text<z:b/></z:note>") };
	_ns1__echo_USCOREenvelope in;
	_ns1__echo_USCOREenvelopeResponse out;
	in.value = &value;
	check(to->soap, soap_call___ns1__echo_USCOREenvelope(to->soap, to->at(), nullptr, &in, out));
	require(out.return_ != nullptr && out.return_->before == 1 && out.return_->__any.size() == 1);
	/* An empty element has two forms. */
	std::string got = out.return_->__any[0];
	const size_t end = got.find("></z:b>");
	if (end != std::string::npos)
		got.replace(end, 7, "/>");
	to->forget();
	if (got != value.__any[0])
		throw std::runtime_error(harmless(got));
}

static void binaries()
{
	static unsigned char bytes[70000];
	std::vector<xsd__base64Binary> all(3);

	peer_pattern(bytes, 0, sizeof bytes);
	for (size_t i = 0; i < all.size(); i++) {
		all[i].__ptr = bytes;
		all[i].__size = i == 0 ? (int)sizeof bytes : (int)i;
		all[i].id = all[i].options = nullptr;
		all[i].type = const_cast<char *>(attachment_type());
	}
	_ns1__echo_USCOREbinaries in;
	_ns1__echo_USCOREbinariesResponse out;
	in.value = all;
	check(to->soap, soap_call___ns1__echo_USCOREbinaries(to->soap, to->at(), nullptr, &in, out));
	require(out.return_.size() == all.size());
	for (size_t i = 0; i < all.size(); i++)
		require(out.return_[i].__size == all[i].__size && memcmp(out.return_[i].__ptr, bytes, all[i].__size) == 0);
	to->forget();
}

static int divides(int a, int b, _ns1__divideResponse &out)
{
	_ns1__divide in;

	in.a = a;
	in.b = b;
	return soap_call___ns1__divide(to->soap, to->at(), nullptr, &in, out);
}

static void divide()
{
	_ns1__divideResponse out;

	check(to->soap, divides(42, 5, out));
	require(out.return_ == 8);
	to->forget();
}

/* The detail of a fault of either version. */
static SOAP_ENV__Detail *detail(int error)
{
	require(error != SOAP_OK);
	if (to->soap->fault == nullptr)
		check(to->soap, error);
	SOAP_ENV__Detail *found = to->soap->fault->SOAP_ENV__Detail;
	found = found != nullptr ? found : to->soap->fault->detail;
	if (found == nullptr)
		throw std::runtime_error("a fault without detail");
	return found;
}

static void failed()
{
	_ns1__divideResponse out;
	const _ns1__failed *said = detail(divides(7, 0, out))->ns1__failed;

	require(said != nullptr && said->number == -1 && said->words == "7 / 0" && said->hue == ns1__Colour::light_x0020blue &&
		said->more == std::vector<int>({ 1, 2 }));
	to->forget();
}

static void refused()
{
	_ns1__divideResponse out;

	require(detail(divides(-1, 1, out))->ns1__refused != nullptr);
	to->forget();
}

static void header()
{
	SOAP_ENV__Header sent;
	ns1__Session session;
	_ns1__greet in;
	_ns1__greetResponse out;

	session.token = "secret & more";
	session.hops = 1;
	sent.ns1__session = &session;
	to->soap->header = &sent;
	in.name = "Ada";
	check(to->soap, soap_call___ns1__greet(to->soap, to->at(), nullptr, &in, out));
	require(out.return_ == "Hello, Ada");
	const SOAP_ENV__Header *got = to->soap->header;
	require(got != nullptr && got->ns1__session != nullptr && got->ns1__session->token == session.token && got->ns1__session->hops == 2);
	to->soap->header = nullptr;
	to->forget();
}

static void one_way()
{
	_ns1__notified ask;
	_ns1__notify in;

	for (const char *words : { "first", "second" }) {
		in.text = words;
		check(to->soap, soap_send___ns1__notify(to->soap, to->at(), nullptr, &in));
		const int error = soap_recv_empty_response(to->soap);
		check(to->soap, error == 202 ? SOAP_OK : error);
	}
	/* The server may carry them out later than it answers. */
	std::vector<std::string> got;
	while (got.size() < 2) {
		_ns1__notifiedResponse out;
		check(to->soap, soap_call___ns1__notified(to->soap, to->at(), nullptr, &ask, out));
		got.insert(got.end(), out.return_.begin(), out.return_.end());
	}
	require(got == std::vector<std::string>({ "first", "second" }) || got == std::vector<std::string>({ "second", "first" }));
	to->forget();
}

int main(int argc, char **argv)
{
	peer_transport(argc, argv, 4, "tcp HOST PORT [NAME=VALUE...]");
	Connection connection(argc, argv, namespaces);
	to = &connection;
	const std::map<std::string, Case> cases = {
		{ "scalars", scalars }, { "exact", exact }, { "optionals", optionals }, { "terms", terms },
		{ "shapes", shapes }, { "tree", tree }, { "bare", bare }, { "measures", measures }, { "lists", lists },
		{ "envelope", envelope }, { "binaries", binaries }, { "divide", divide }, { "failed", failed },
		{ "refused", refused }, { "header", header }, { "one-way", one_way },
	};
	return obey(argc, argv, cases, [](const std::string &) { return false; });
}
