/*
 * omniorb_values vectors: writes values of interfaces/corba/values.idl as omniORB marshals them, a line each: what it is,
 * the byte order, the type of the place, the bytes. Places of one line follow each other; each message begins anew.
 * In big endian it cannot end a value in chunks inside of another (an assertion fails), so those are in little endian only.
 *
 * omniorb_values serve [ORB OPTION...]: serves a `Board` under the key values.Board until standard input closes. Prints
 * `PORT n`.
 *
 * omniorb_values call HOST PORT [ORB OPTION...]: calls one. Carries out `run CASE COUNT` from standard input; answers with
 * {"ns": [...]}, a figure for each call, or {"error": "..."}.
 */
#include "values.hh"

#include <chrono>
#include <cstdio>
#include <functional>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>

#include <omniORB4/IIOP.h>

using namespace values;

static CORBA::ORB_var orb;

/* What travels has no operations here, so the generated classes are all there is. */
static Point *point(int x, int y) { return new OBV_values::Point(x, y); }

class Knot : public virtual OBV_values::Node {
public:
	explicit Knot(const char *text)
	{
		label(text);
		next(nullptr);
		other(nullptr);
	}
	void beside(values::Node *node) { other(node); }
	values::Node *beside() { return other(); }
};

/* What has no base with a state does not count references by itself. */
class Dot : public virtual OBV_values::Spot, public virtual CORBA::DefaultValueRefCountBase {
public:
	explicit Dot(const char *of = "") { colour(of); }
};

class KnotFactory : public CORBA::ValueFactoryBase {
public:
	CORBA::ValueBase *create_for_unmarshal() override { return new Knot(""); }
};

template <class Of> class Made : public CORBA::ValueFactoryBase {
public:
	CORBA::ValueBase *create_for_unmarshal() override { return new Of; }
};

template <class Factory> static void make(const char *id)
{
	CORBA::ValueFactory factory = new Factory;
	CORBA::ValueFactory before = orb->register_value_factory(id, factory);
	if (before)
		before->_remove_ref();
	factory->_remove_ref();
}

static void factories()
{
	make<Made<OBV_values::Point>>("IDL:values/Point:1.0");
	make<KnotFactory>("IDL:values/Node:1.0");
	make<Made<OBV_values::Shape>>("IDL:values/Shape:1.0");
	make<Made<OBV_values::Circle>>("IDL:values/Circle:1.0");
	make<Made<OBV_values::Ring>>("IDL:values/Ring:1.0");
	make<Made<OBV_values::Square>>("IDL:values/Square:1.0");
	make<Made<Dot>>("IDL:values/Spot:1.0");
	make<Made<OBV_values::Nothing>>("IDL:values/Nothing:1.0");
}

static Shape *shape(int id) { return new OBV_values::Shape(id); }
static Circle *circle(int id, const char *colour, Point *center) { return new OBV_values::Circle(id, colour, center); }
static Ring *ring(int id, const char *colour, Point *center, Circle *hole, Name *title)
{
	Ring *ring = new OBV_values::Ring(id, colour, center, 1.5, hole, title);
	ring->id(id); /* which the constructor forgets */
	return ring;
}
static Square *square(int id) { return new OBV_values::Square(id, 7); }

/* A list of two, and of one that is its own next. */
static Knot *selfish()
{
	Knot *self = new Knot("a");
	CORBA::add_ref(self);
	self->next(self);
	return self;
}

static Knot *knots()
{
	Knot *first = new Knot("b");
	first->next(new Knot("c"));
	first->beside(selfish());
	return first;
}

static Drawing drawing()
{
	Drawing drawing;
	Point *at = point(1, 2);
	CORBA::add_ref(at);
	drawing.origin = at;
	drawing.main = circle(6, "red", at);
	drawing.title = new Name("hi");
	return drawing;
}

typedef std::function<void(cdrStream &)> Writer;

static void show(const char *name, const char *type, const Writer &write, bool both = true, size_t room = 8192)
{
	for (bool little : {true, false}) {
		if (!little && !both)
			continue;
		cdrMemoryStream stream(room, true);
		stream.setByteSwapFlag(little);
		write(stream);
		printf("%s %s %s ", name, little ? "little" : "big", type);
		const unsigned char *bytes = static_cast<const unsigned char *>(stream.bufPtr());
		for (size_t i = 0; i < stream.bufSize(); i++)
			printf("%02x", bytes[i]);
		printf("\n");
	}
}

static int vectors()
{
	Point *p = point(1, 2), *q = point(3, 4);
	Name *hi = new Name("hi");
	Circle *red = circle(6, "red", p);
	auto points = [](cdrStream &s, Point *a, Point *b) { Point::_NP_marshal(a, s), Point::_NP_marshal(b, s); };
	auto shapes = [](cdrStream &s, Shape *a, Shape *b) { Shape::_NP_marshal(a, s), Shape::_NP_marshal(b, s); };

	show("null", "Point", [](cdrStream &s) { Point::_NP_marshal(nullptr, s); });
	show("point", "Point", [&](cdrStream &s) { Point::_NP_marshal(p, s); });
	show("shared", "Point,Point", [&](cdrStream &s) { points(s, p, p); });
	show("two", "Point,Point", [&](cdrStream &s) { points(s, p, q); });
	show("boxed", "Name", [&](cdrStream &s) { Name::_NP_marshal(hi, s); });
	show("nothing", "Nothing", [&](cdrStream &s) { Nothing::_NP_marshal(new OBV_values::Nothing, s); });
	show("any-point", "ValueBase", [&](cdrStream &s) { CORBA::ValueBase::_NP_marshal(p, s); });
	show("any-circle", "ValueBase", [&](cdrStream &s) { CORBA::ValueBase::_NP_marshal(red, s); }, false);
	show("any-name", "ValueBase", [&](cdrStream &s) { CORBA::ValueBase::_NP_marshal(hi, s); });
	show("spot", "Coloured", [&](cdrStream &s) { Coloured::_NP_marshal(new Dot("blue"), s); });
	show("shape", "Shape", [&](cdrStream &s) { Shape::_NP_marshal(shape(5), s); });
	show("circle-as-itself", "Circle", [&](cdrStream &s) { Circle::_NP_marshal(red, s); });
	show("circle", "Shape", [&](cdrStream &s) { Shape::_NP_marshal(red, s); }, false);
	show("circle-without-center", "Shape", [&](cdrStream &s) { Shape::_NP_marshal(circle(6, "red", nullptr), s); });
	show("same-circle", "Shape,Shape", [&](cdrStream &s) { shapes(s, red, red); }, false);
	show("two-circles", "Shape,Shape", [&](cdrStream &s) { shapes(s, red, circle(9, "green", p)); }, false);
	show("square", "Shape", [&](cdrStream &s) { Shape::_NP_marshal(square(8), s); });
	show("two-squares", "Shape,Shape", [&](cdrStream &s) { shapes(s, square(8), square(9)); });
	show("ring", "Ring", [&](cdrStream &s) { Ring::_NP_marshal(ring(7, "blue", p, nullptr, nullptr), s); });
	show("ring-with-hole", "Ring", [&](cdrStream &s) { Ring::_NP_marshal(ring(7, "blue", p, red, hi), s); });
	show("ring-as-shape", "Shape", [&](cdrStream &s) { Shape::_NP_marshal(ring(7, "blue", p, red, hi), s); }, false);
	show("ring-around-ring", "Circle",
		[&](cdrStream &s) {
			Ring *inner = ring(2, "grey", nullptr, red, nullptr);
			Circle::_NP_marshal(ring(1, "blue", p, inner, nullptr), s);
		},
		false);
	show("self", "Node", [&](cdrStream &s) { Node::_NP_marshal(selfish(), s); });
	show("nodes", "Node", [&](cdrStream &s) { Node::_NP_marshal(knots(), s); });
	show("drawing", "Drawing", [&](cdrStream &s) { drawing() >>= s; }, false);
	/* Where its buffer ends it begins another chunk. */
	show("drawing-in-pieces", "Drawing", [&](cdrStream &s) { drawing() >>= s; }, false, 0);
	show("unaligned", "octet,Square,Circle",
		[&](cdrStream &s) { s.marshalOctet(1), Square::_NP_marshal(square(8), s), Circle::_NP_marshal(red, s); });
	/* With their types; gaps in these hold anything. */
	auto wrapped = [](cdrStream &s, auto value) {
		CORBA::Any any;
		any <<= value;
		any >>= s;
	};
	show("wrapped-point", "any", [&](cdrStream &s) { wrapped(s, p); });
	show("wrapped-circle", "any", [&](cdrStream &s) { wrapped(s, red); });
	show("wrapped-ring", "any", [&](cdrStream &s) { wrapped(s, ring(7, "blue", p, red, hi)); });
	show("wrapped-name", "any", [&](cdrStream &s) { wrapped(s, hi); });
	show("wrapped-nodes", "any", [&](cdrStream &s) { wrapped(s, static_cast<Node *>(knots())); });
	show("wrapped-null", "any", [&](cdrStream &s) { wrapped(s, static_cast<Point *>(nullptr)); });
	/* Whose identifiers are those of what is around it. */
	show("circle-and-wrapped-drawing", "Shape,any",
		[&](cdrStream &s) { Shape::_NP_marshal(red, s), wrapped(s, drawing()); }, false);
	return 0;
}

class Keeper : public POA_values::Board {
public:
	Point *move(Point *from, Point_out to) override
	{
		CORBA::add_ref(from), CORBA::add_ref(from);
		to = from;
		return from;
	}
	CORBA::Boolean same(Point *a, Point *b) override { return a == b; }
	Shape *echo(Shape *what) override { return kept(what); }
	Coloured *paint(Coloured *what) override { return kept(what); }
	CORBA::ValueBase *keep(CORBA::ValueBase *what) override { return kept(what); }
	Node *walk(Node *from) override { return kept(from); }
	Points *pick(const PointList &all, Name *) override { return new Points(all); }
	Drawing *draw(const Drawing &what) override { return new Drawing(what); }
	void refuse(Shape *what) override { throw Refused(kept(what)); }
	CORBA::Any *wrap(const CORBA::Any &what) override { return new CORBA::Any(what); }

private:
	template <class Value> static Value *kept(Value *value)
	{
		CORBA::add_ref(value);
		return value;
	}
};

static unsigned port_of(CORBA::Object_ptr object)
{
	CORBA::String_var text = orb->object_to_string(object);
	std::string bytes;
	for (const char *at = text + strlen("IOR:"); at[0] != '\0'; at += 2)
		bytes += static_cast<char>(std::stoi(std::string(at, 2), nullptr, 16));
	cdrEncapsulationStream stream(reinterpret_cast<CORBA::Octet *>(&bytes[0]), CORBA::ULong(bytes.size()), 1);
	CORBA::String_var type = stream.unmarshalRawString();
	IOP::TaggedProfileList profiles;
	profiles <<= stream;
	IIOP::ProfileBody body;
	IIOP::unmarshalProfile(profiles[0], body);
	return body.address.port;
}

static int serve()
{
	CORBA::Object_var object = orb->resolve_initial_references("omniINSPOA");
	PortableServer::POA_var poa = PortableServer::POA::_narrow(object);
	PortableServer::POAManager_var manager = poa->the_POAManager();
	Keeper *keeper = new Keeper;
	PortableServer::ObjectId_var id = PortableServer::string_to_ObjectId("values.Board");
	poa->activate_object_with_id(id, keeper);
	keeper->_remove_ref();
	manager->activate();
	object = keeper->_this();
	printf("PORT %u\n", port_of(object));
	fflush(stdout);
	std::cin.ignore(std::numeric_limits<std::streamsize>::max());
	return 0;
}

static void check(bool is, const char *what)
{
	if (!is)
		throw std::runtime_error(what);
}

typedef std::map<std::string, std::function<void(Board_ptr)>> Cases;

static Cases cases()
{
	Cases all;
	all["points"] = [](Board_ptr board) {
		Point_var at = point(1, -2), to;
		Point_var back = board->move(at, to);
		check(back->x() == 1 && back->y() == -2, "the point");
		check(back == to.in(), "one point");
		check(board->same(at, at), "shared in a request");
		Point_var equal = point(1, -2);
		check(!board->same(at, equal), "not shared in a request");
		Point_var none = board->move(nullptr, to);
		check(!none.in() && !to.in(), "null");
	};
	all["shapes"] = [](Board_ptr board) {
		Shape_var plain = shape(5), back = board->echo(plain);
		check(back->id() == 5 && !Circle::_downcast(back), "a shape");
		Point_var center = point(1, 2);
		CORBA::add_ref(center);
		Shape_var red = circle(6, "red", center);
		back = board->echo(red);
		Circle *as_circle = Circle::_downcast(back);
		check(as_circle && as_circle->id() == 6 && !strcmp(as_circle->colour(), "red"), "a circle");
		check(as_circle->center()->x() == 1 && !Ring::_downcast(back), "its center");
		Circle *hole = Circle::_downcast(red);
		CORBA::add_ref(hole), CORBA::add_ref(center);
		Shape_var around = ring(7, "blue", center, hole, new Name("around"));
		back = board->echo(around);
		Ring *as_ring = Ring::_downcast(back);
		check(as_ring && as_ring->width() == 1.5 && !strcmp(as_ring->colour(), "blue"), "a ring");
		check(as_ring->center() == as_ring->hole()->center(), "one center");
		check(!strcmp(as_ring->title()->_value(), "around"), "its title");
		Shape_var corners = square(8);
		back = board->echo(corners);
		Square *as_square = Square::_downcast(back);
		check(as_square && as_square->side() == 7, "a square");
	};
	all["bases"] = [](Board_ptr board) {
		Coloured_var spot = new Dot("green"), back = board->paint(spot);
		check(!strcmp(Spot::_downcast(back)->colour(), "green"), "a spot");
		Point_var at = point(3, 4);
		CORBA::ValueBase_var any = board->keep(at);
		check(Point::_downcast(any)->y() == 4, "a point");
		Name_var name = new Name("boxed");
		any = board->keep(name);
		check(!strcmp(Name::_downcast(any)->_value(), "boxed"), "a name");
		Nothing_var nothing = new OBV_values::Nothing;
		any = board->keep(nothing);
		check(Nothing::_downcast(any), "nothing");
	};
	all["nodes"] = [](Board_ptr board) {
		Node_var from = knots(), back = board->walk(from);
		Knot *first = dynamic_cast<Knot *>(back.in());
		check(first && !strcmp(first->label(), "b") && !strcmp(first->next()->label(), "c"), "two nodes");
		Knot *self = dynamic_cast<Knot *>(first->beside());
		check(self && self->next() == self, "a node that is its own next");
	};
	all["lists"] = [](Board_ptr board) {
		PointList all;
		all.length(3);
		Point *first = point(1, 2);
		CORBA::add_ref(first);
		all[0] = first, all[1] = first, all[2] = nullptr;
		Points_var back = board->pick(all, nullptr);
		check(back->_value().length() == 3 && back->_value()[0]->y() == 2, "points");
		check(back->_value()[0] == back->_value()[1].in() && !back->_value()[2].in(), "one of them twice");
	};
	all["structs"] = [](Board_ptr board) {
		Drawing sent = drawing();
		Drawing_var back = board->draw(sent);
		Circle *red = Circle::_downcast(back->main);
		check(red && red->center() == back->origin.in(), "one point");
		check(!strcmp(back->title->_value(), "hi"), "a title");
	};
	all["exceptions"] = [](Board_ptr board) {
		try {
			Shape_var why = square(8);
			board->refuse(why);
		} catch (const Refused &refused) {
			Square *corners = Square::_downcast(refused.why);
			check(corners && corners->side() == 7, "a square in an exception");
			return;
		}
		check(false, "no exception");
	};
	/* Which omniORB itself cannot send: it counts the bytes of an exception first, and has no chunks then. */
	all["exceptions-in-chunks"] = [](Board_ptr board) {
		try {
			Shape_var why = circle(6, "red", point(1, 2));
			board->refuse(why);
		} catch (const Refused &refused) {
			Circle *red = Circle::_downcast(refused.why);
			check(red && red->center()->y() == 2, "a circle in an exception");
			return;
		}
		check(false, "no exception");
	};
	all["anys"] = [](Board_ptr board) {
		CORBA::Any any;
		Point_var at = point(1, 2);
		CORBA::add_ref(at);
		any <<= at.in();
		CORBA::Any_var back = board->wrap(any);
		Point *point;
		check((back.in() >>= point) && point->y() == 2, "a point in an any");
	};
	return all;
}

static int call(const char *host, const char *port)
{
	std::string location = std::string("corbaloc:iiop:1.2@") + host + ":" + port + "/values.Board";
	CORBA::Object_var object = orb->string_to_object(location.c_str());
	Board_var board = Board::_unchecked_narrow(object);
	Cases all = cases();
	for (std::string line; std::getline(std::cin, line);) {
		std::istringstream words(line);
		std::string command, name;
		int count = 0;
		words >> command >> name >> count;
		std::string why, figures;
		try {
			check(command == "run" && all.count(name), "no such case");
			for (int i = 0; i < count; i++) {
				auto started = std::chrono::steady_clock::now();
				all[name](board);
				std::chrono::nanoseconds taken = std::chrono::steady_clock::now() - started;
				figures += (i > 0 ? "," : "") + std::to_string(taken.count());
			}
		} catch (const CORBA::SystemException &e) {
			why = std::string(e._name()) + " " + (e.NP_minorString() ? e.NP_minorString() : "");
		} catch (const CORBA::Exception &e) {
			why = e._name();
		} catch (const std::exception &e) {
			why = e.what();
		}
		if (why.empty())
			std::cout << "{\"ns\":[" << figures << "]}" << std::endl;
		else
			std::cout << "{\"error\":\"" << why << "\"}" << std::endl;
	}
	return 0;
}

int main(int argc, char **argv)
{
	const char *options[][2] = {{"nativeCharCodeSet", "UTF-8"}, {"endPoint", "giop:tcp:127.0.0.1:"}, {nullptr, nullptr}};
	orb = CORBA::ORB_init(argc, argv, "omniORB4", options);
	factories();
	std::string mode = argc > 1 ? argv[1] : "";
	if (mode == "vectors")
		return vectors();
	if (mode == "serve")
		return serve();
	if (mode == "call" && argc > 3)
		return call(argv[2], argv[3]);
	fprintf(stderr, "omniorb_values vectors|serve|call HOST PORT\n");
	return 2;
}
