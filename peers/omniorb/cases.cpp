/* The cases of omniorb_client: each calls `features.idl` and throws what is wrong. */
#include "client.h"

#include <atomic>
#include <limits>
#include <thread>

#include <omniORB4/codeSets.h>
#include <omniORB4/omniORB.h>

OMNI_USING_NAMESPACE(omni)

static void require(bool right, const char *what)
{
	if (!right)
		throw std::runtime_error(what);
}

#define EXPECT(CONDITION) require(CONDITION, #CONDITION)

/* What a value is in CDR: two are the same if these are. */
template <class Value> static std::string bytes_of(const Value &value)
{
	cdrMemoryStream stream(0, true); /* what lies between members is 0 */

	stream.TCS_C(omniCodeSet::getTCS_C(omniCodeSet::ID_UTF_8, GIOP::Version{ 1, 2 }));
	stream.TCS_W(omniCodeSet::getTCS_W(omniCodeSet::ID_UTF_16, GIOP::Version{ 1, 2 }));
	value >>= stream;
	return std::string((const char *)stream.bufPtr(), stream.bufSize());
}

template <class Value> static void expect_same(const Value &got, const Value &sent)
{
	require(bytes_of(got) == bytes_of(sent), "what came back is not what was sent");
}

/* The exception that `call` must raise. */
template <class Exception, class Call> static Exception raised(Call call)
{
	try {
		call();
	} catch (const Exception &error) {
		return error;
	}
	throw std::runtime_error("no exception was raised");
}

static features::Server_var server() { return at<features::Server>("features.Server"); }
static features::Bank_var bank() { return at<features::Bank>("features.Bank"); }

static features::Longs longs(std::initializer_list<CORBA::Long> values)
{
	features::Longs made;
	CORBA::ULong at = 0;

	made.length((CORBA::ULong)values.size());
	for (CORBA::Long value : values)
		made[at++] = value;
	return made;
}

template <class Number> static constexpr Number least = std::numeric_limits<Number>::lowest();
template <class Number> static constexpr Number most = std::numeric_limits<Number>::max();

static void echo(const features::Scalars &value) { expect_same(server()->echo_scalars(value), value); }

static void scalars()
{
	echo(features::Scalars());
	echo({ true, 'z', 0x80, -2, 65534, -3, 4294967293u, -4, 18446744073709551612ull, 1.5f, -0.1, features::blue });
}

static void scalar_extremes()
{
	echo({ true, '~', 0xff, least<int16_t>, most<uint16_t>, least<int32_t>, most<uint32_t>, least<int64_t>, most<uint64_t>,
	       least<float>, least<double>, features::blue });
	echo({ false, ' ', 0, most<int16_t>, 0, most<int32_t>, 0, most<int64_t>, 0, std::numeric_limits<float>::infinity(),
	       -std::numeric_limits<double>::infinity(), features::red });
	echo({ false, '\0', 1, 0, 0, 0, 0, 0, 0, std::numeric_limits<float>::denorm_min(), -0.0, features::green });
}

static void ragged()
{
	features::Ragged value;

	value.a = 1, value.b = 2.5, value.c = 3, value.d = -4, value.e = 5, value.f = -6;
	value.g = "sieben", value.h = 8, value.i = true, value.j = -10;
	features::Ragged_var back = server()->echo_ragged(value);
	expect_same(back.in(), value);
}

static void echo(const features::Sequences &value)
{
	features::Sequences_var back = server()->echo_sequences(value);
	expect_same(back.in(), value);
}

static void sequences()
{
	features::Sequences value;

	value.some_octets.length(5);
	for (CORBA::ULong i = 0; i < 5; i++)
		value.some_octets[i] = (CORBA::Octet)(i * 61);
	value.flags.length(3);
	value.flags[0] = true, value.flags[1] = false, value.flags[2] = true;
	value.some_letters.length(2);
	value.some_letters[0] = 'c', value.some_letters[1] = 'd';
	value.lists.length(3);
	value.lists[0] = longs({ 1 }), value.lists[2] = longs({ 2, -3, 4 });
	value.reals.length(2);
	value.reals[0] = 0.5, value.reals[1] = -1e300;
	value.few_huge.length(3);
	value.few_huge[0] = 1, value.few_huge[1] = -1, value.few_huge[2] = 1LL << 62;
	value.bounded = "8letters";
	value.few_words.length(3);
	value.few_words[0] = "", value.few_words[1] = "a", value.few_words[2] = "ab";
	value.words.length(3);
	value.words[0] = "x", value.words[1] = "", value.words[2] = "Erzs\u00e9bet";
	value.hues.length(3);
	value.hues[0] = features::blue, value.hues[1] = features::red, value.hues[2] = features::green;
	value.places.length(2);
	value.places[0] = { 1, -1 }, value.places[1] = { -2, 2 };
	echo(value);
}

static void sequences_empty() { echo(features::Sequences()); }

static void arrays()
{
	features::Arrays value;

	for (CORBA::Long i = 0; i < 6; i++) {
		value.numbers[i / 3][i % 3] = i * i - 7;
		value.shapes[i / 2][i % 2] = { i, -i };
	}
	value.labels[0] = "first", value.labels[1] = "";
	memcpy(value.check, "\0\1\2\3\377", 5);
	value.pair[0] = longs({ 1, 2, 3 });
	features::Arrays_var back = server()->echo_arrays(value);
	expect_same(back.in(), value);
}

static void matrix()
{
	const features::Matrix value = { { 1, -2, 3 }, { -4, 5, -6 } };
	features::Matrix_var back = server()->echo_matrix(value);

	EXPECT(memcmp(back.in(), value, sizeof value) == 0);
}

static void decimals()
{
	const char *const of[][3] = {
		{ "12345.67", "999999", "0.1234567890123456789012345678901" },
		{ "-0.01", "-1", "-0.0000000000000000000000000000001" },
		{ "0", "0", "0" },
		{ "-99999.99", "-100000", "0.9" },
	};

	for (const auto &[price, whole, rest] : of) {
		features::Decimals value;

		value.price = CORBA::Fixed(price), value.whole_part = CORBA::Fixed(whole), value.rest = CORBA::Fixed(rest);
		/* Not as bytes: a copy of a decimal in omniORB has forgotten its digits and scale. */
		const features::Decimals back = server()->echo_decimals(value);
		EXPECT(back.price == value.price && back.whole_part == value.whole_part && back.rest == value.rest);
		EXPECT(server()->echo_money(value.price) == value.price);
	}
}

static features::Term number(CORBA::Long value)
{
	features::Term term;

	term.number(value);
	return term;
}

static features::Unions unions_of()
{
	features::Unions value;

	value.by_long.length(4);
	value.by_long[0].whole(-5);
	value.by_long[1].text("two"), value.by_long[1]._d(2);
	value.by_long[2].text("minus three"), value.by_long[2]._d(-3);
	value.by_long[3].other(7), value.by_long[3]._d(1000);
	value.by_boolean.length(2);
	value.by_boolean[0].real(0.25);
	value.by_boolean[1].place({ 3, 4 });
	value.by_char.length(3);
	value.by_char[0].huge(-1);
	value.by_char[1].many(longs({ 1, 2 }));
	value.by_char[2]._default();
	value.by_colour.length(3);
	value.by_colour[0].shade(9);
	const features::Matrix shades = { { 1, 2, 3 }, { 4, 5, 6 } };
	value.by_colour[1].shades(shades);
	value.by_colour[2]._default();
	value.by_short.length(2);
	value.by_short[0].low(1);
	value.by_short[1].high(-1.5);
	value.by_unsigned_short.length(2);
	value.by_unsigned_short[0].high(1);
	value.by_unsigned_short[1].low(2.5), value.by_unsigned_short[1]._d(77);
	value.by_unsigned_long.length(2);
	value.by_unsigned_long[0].high(1);
	value.by_unsigned_long[1].low(2.5);
	value.by_long_long.length(2);
	value.by_long_long[0].low(1);
	value.by_long_long[1].lucky(2.5);
	value.by_unsigned_long_long.length(2);
	value.by_unsigned_long_long[0].high(1);
	value.by_unsigned_long_long[1].lucky("seven");
	/* 3 + 4 * 5 * (nothing) */
	features::Term product, nothing;
	features::Terms factors, summands;
	nothing.sum(features::Terms());
	factors.length(3);
	factors[0] = number(4), factors[1] = number(5), factors[2] = nothing;
	product.product(factors);
	summands.length(2);
	summands[0] = number(3), summands[1] = product;
	value.expression.sum(summands);
	return value;
}

static void unions()
{
	const features::Unions value = unions_of();
	features::Unions_var back = server()->echo_unions(value);

	expect_same(back.in(), value);
}

static features::Tree tree_of(int depth)
{
	features::Tree made;

	made.label = ("depth " + std::to_string(depth)).c_str();
	made.children.length(depth > 0 ? 2 : 0);
	for (CORBA::ULong i = 0; i < made.children.length(); i++)
		made.children[i] = tree_of(depth - 1);
	return made;
}

static void tree()
{
	const features::Tree value = tree_of(5);
	features::Tree_var back = server()->echo_tree(value);

	expect_same(back.in(), value);
}

static void echo(const char *text)
{
	CORBA::String_var back = server()->echo_string(text);
	require(strcmp(back, text) == 0, text);
}

static void strings()
{
	echo("");
	echo("plain");
	echo("Erzs\u00e9bet");
	echo(std::string(100000, 'x').c_str());
	EXPECT(server()->echo_char('q') == 'q');
}

/* Letters that ISO 8859-1 has not. */
static void strings_beyond_latin1() { echo("\u7f8e\u54b2 \u20ac"); }

/* Letters that take two units of UTF-16. */
static void strings_beyond_bmp() { echo("\U0001f600"); }

static void echo(const wchar_t *text)
{
	CORBA::WString_var back = server()->echo_wstring(text);
	require(wcscmp((const wchar_t *)back.in(), text) == 0, "wide text");
}

static void wide()
{
	echo(L"");
	echo(L"plain");
	echo(L"\u7f8e\u54b2 \u20ac");
	EXPECT(server()->echo_wchar(L'\u20ac') == L'\u20ac');
	CORBA::WString_var word = server()->echo_wide_word(L"8letters");
	EXPECT(wcscmp((const wchar_t *)word.in(), L"8letters") == 0);
	features::Wide value;
	value.a = 1, value.one = L'\uffff', value.text = L"z\u00ebhn", value.last = -1;
	value.letters.length(4);
	value.letters[0] = L'\u00e9', value.letters[1] = L'\u4e2d', value.letters[2] = L'w', value.letters[3] = L'\u20ac';
	value.more.length(3);
	value.more[0] = L"", value.more[1] = L"\u7f8e\u54b2", value.more[2] = L"plain";
	features::Wide_var back = server()->echo_wide(value);
	expect_same(back.in(), value);
}

/* Letters that take two units of UTF-16, which omniORB does not send: BAD_PARAM. */
static void wide_beyond_bmp()
{
	raised<CORBA::BAD_PARAM>([] { CORBA::WString_var back = server()->echo_wstring(L"\U0001f600"); });
}

static void exchange()
{
	CORBA::String_var changed = CORBA::string_dup("before "), copied;
	features::Longs numbers = longs({ 1, 2, 3 });
	features::Point far;

	EXPECT(server()->exchange("given", changed, copied, numbers, far) == 3);
	EXPECT(strcmp(changed, "before given") == 0);
	EXPECT(strcmp(copied, "given") == 0);
	EXPECT(bytes_of(numbers) == bytes_of(longs({ 3, 2, 1 })));
	EXPECT(far.x == -1 && far.y == 1);
}

static void attributes()
{
	features::Server_var it = server();

	EXPECT(it->constant() == 1989);
	it->motto("by \u00e9t\u00e9");
	it->mood(features::green);
	CORBA::String_var motto = it->motto();
	EXPECT(strcmp(motto, "by \u00e9t\u00e9") == 0);
	EXPECT(it->mood() == features::green);
	it->mood(features::red);
	EXPECT(it->mood() == features::red);
}

static void oneway()
{
	features::Server_var it = server();
	CORBA::String_var last;
	const CORBA::Long before = it->noted(last);

	for (int i = 0; i < 10; i++)
		it->note(("note " + std::to_string(i)).c_str());
	/* A server may take them up after a call that was sent later. */
	while (it->noted(last) < before + 10)
		;
	EXPECT(it->noted(last) == before + 10);
}

static void exceptions()
{
	features::Server_var it = server();

	EXPECT(it->raise_user(-5) == -5);
	raised<features::Refused>([&] { it->raise_user(0); });
	const auto failed = raised<features::Failed>([&] { it->raise_user(12); });
	EXPECT(strcmp(failed.what, "asked for") == 0 && failed.number == 12 && failed.hue == features::green);
	EXPECT(bytes_of(failed.more) == bytes_of(longs({ 12, -12 })) && failed.since == -(1LL << 40));
}

static void exception_undeclared()
{
	raised<CORBA::UNKNOWN>([] { server()->raise_undeclared(); });
}

static void system_exceptions()
{
	features::Server_var it = server();

	for (CORBA::ULong completed = 0; completed < 3; completed++) {
#define ASK(NAME)                                                                              \
	{                                                                                      \
		const auto error = raised<CORBA::NAME>([&] { it->raise_system(#NAME, 99, completed); }); \
		require(error.minor() == 99 && (CORBA::ULong)error.completed() == completed, #NAME);    \
	}
		OMNIORB_FOR_EACH_SYS_EXCEPTION(ASK)
#undef ASK
	}
}

static void references()
{
	features::Server_var it = server();
	features::Account_var nil, back;
	CORBA::Object_var nothing;

	CORBA::Object_var none = it->echo_object(CORBA::Object::_nil());
	EXPECT(CORBA::is_nil(none));
	back = it->echo_account(features::Account::_nil());
	EXPECT(CORBA::is_nil(back));

	features::Account_var mine = bank()->open_account("Ada");
	back = it->echo_account(mine);
	EXPECT(back->_is_equivalent(mine));
	EXPECT(back->deposit(3) == 3);
	CORBA::Object_var untyped = it->echo_object(mine);
	features::Account_var typed = features::Account::_narrow(untyped);
	EXPECT(!CORBA::is_nil(typed) && typed->balance() == 3);
	features::Bank_var wrong = features::Bank::_narrow(untyped);
	EXPECT(CORBA::is_nil(wrong));

	features::Accounts several;
	several.length(3);
	several[0] = features::Account::_duplicate(mine);
	several[2] = features::Account::_duplicate(mine);
	features::Accounts_var again = it->echo_accounts(several);
	EXPECT(again->length() == 3 && CORBA::is_nil(again[1]) && again[2]->balance() == 3);

	features::Holder holder;
	holder.rank = 1, holder.held = features::Account::_duplicate(mine), holder.note = "mine";
	features::Holder_var held = it->echo_holder(holder);
	EXPECT(held->held->_is_equivalent(mine) && strcmp(held->note, "mine") == 0);
}

static void factory()
{
	features::Bank_var it = bank();
	features::Account_var one = it->open_account("one"), two = it->open_account("two");

	EXPECT(!one->_is_equivalent(two));
	EXPECT(one->deposit(5) == 5 && one->deposit(6) == 11 && two->deposit(1) == 1);
	raised<features::Refused>([&] { two->deposit(-1); });
	CORBA::String_var owner = two->owner();
	EXPECT(strcmp(owner, "two") == 0);
	one->balance(100);
	EXPECT(one->balance() == 100);
	const auto bad = raised<CORBA::BAD_PARAM>([&] { one->balance(-1); });
	EXPECT(bad.minor() == 7 && bad.completed() == CORBA::COMPLETED_NO);
	one->close();
	raised<CORBA::OBJECT_NOT_EXIST>([&] { one->balance(); });
	EXPECT(one->_non_existent() && !two->_non_existent());
	const auto failed = raised<features::Failed>([&] { it->open_account(""); });
	EXPECT(strcmp(failed.what, "nobody") == 0 && failed.more.length() == 2 && failed.since == 1LL << 40);
}

static void inheritance()
{
	features::Diamond_var it = at<features::Diamond>("features.Diamond");

	CORBA::String_var name = it->name(), left = it->go_left(), right = it->go_right(), both = it->go_both();
	EXPECT(strcmp(name, "diamond") == 0 && strcmp(left, "left") == 0);
	EXPECT(strcmp(right, "right") == 0 && strcmp(both, "both") == 0);
	features::Right_var as_right = features::Right::_unchecked_narrow(it);
	right = as_right->go_right();
	EXPECT(strcmp(right, "right") == 0);
}

/* The operations that every object has. */
static void pseudo_operations()
{
	features::Diamond_var it = at<features::Diamond>("features.Diamond");
	CORBA::Object_var nowhere = object("features.Nowhere");

	for (const char *id : { "IDL:manyrpc.example/features/Diamond:2.3", "IDL:manyrpc.example/features/Left:1.0",
				"IDL:manyrpc.example/features/Named:1.0", "IDL:omg.org/CORBA/Object:1.0" })
		require(it->_is_a(id), id);
	EXPECT(!it->_is_a("IDL:manyrpc.example/features/Bank:1.0"));
	EXPECT(!it->_non_existent());
	EXPECT(nowhere->_non_existent());
}

static void unknown_object()
{
	features::Server_var it = at<features::Server>("features.Nowhere");

	raised<CORBA::OBJECT_NOT_EXIST>([&] { it->constant(); });
}

static void unknown_operation()
{
	features::Server_var it = server();
	features::Bank_var pretended = features::Bank::_unchecked_narrow(it);

	raised<CORBA::BAD_OPERATION>([&] { pretended->open_account("Ada"); });
}

class Listener : public POA_features::Listener {
	omni_mutex lock;
	omni_condition heard{ &lock };
	std::string last;

public:
	void tell(const char *what) override
	{
		omni_mutex_lock held(lock);
		last = what;
		heard.broadcast();
	}

	CORBA::Long ask(CORBA::Long n) override
	{
		if (n < 0)
			throw features::Refused();
		return 2 * n;
	}

	void await(const char *what)
	{
		omni_mutex_lock held(lock);
		while (last != what)
			heard.wait();
	}
};

static void call_backs()
{
	CORBA::Object_var root = orb->resolve_initial_references("RootPOA");
	PortableServer::POA_var poa = bidirectional(orb, PortableServer::POA_var(PortableServer::POA::_narrow(root)));
	features::Server_var it = server();
	Listener *listener = new Listener;
	PortableServer::ObjectId_var id = poa->activate_object(listener);
	CORBA::Object_var object = poa->id_to_reference(id);
	features::Listener_var mine = features::Listener::_narrow(object);

	PortableServer::POAManager_var(poa->the_POAManager())->activate();
	EXPECT(it->call_back(mine, 10) == 90);
	EXPECT(it->call_back(features::Listener::_nil(), 10) == -1);
	raised<features::Refused>([&] { it->call_back_refused(mine); });
	it->tell_later(mine, "heard");
	listener->await("heard");
	listener->_remove_ref();
	poa->destroy(true, true);
}

template <class Value, class Check> static void echo_any(Value value, Check check)
{
	CORBA::Any sent;

	sent <<= value;
	CORBA::Any_var back = server()->echo_any(sent);
	require(CORBA::TypeCode_var(back->type())->equal(CORBA::TypeCode_var(sent.type())), "another type came back");
	check(back.in());
}

/* Not over GIOP 1.0, where omniORB 4.2 crashes on text inside an any; likewise the two after it. */
static void anys()
{
	echo_any((CORBA::Long)-7, [](const CORBA::Any &back) {
		CORBA::Long got;
		EXPECT((back >>= got) && got == -7);
	});
	echo_any("text", [](const CORBA::Any &back) {
		const char *got;
		EXPECT((back >>= got) && strcmp(got, "text") == 0);
	});
	echo_any(features::blue, [](const CORBA::Any &back) {
		features::Colour got;
		EXPECT((back >>= got) && got == features::blue);
	});
	const features::Point place = { 5, -6 };
	echo_any(place, [&](const CORBA::Any &back) {
		const features::Point *got;
		EXPECT(back >>= got);
		expect_same(*got, place);
	});
	const features::Tree tree = tree_of(2);
	echo_any(tree, [&](const CORBA::Any &back) {
		const features::Tree *got;
		EXPECT(back >>= got);
		expect_same(*got, tree);
	});
	const features::Failed failed("what", 3, features::green, longs({ 1 }), 4);
	echo_any(failed, [](const CORBA::Any &back) {
		const features::Failed *got;
		EXPECT((back >>= got) && got->number == 3);
	});
	CORBA::Any inner;
	inner <<= (CORBA::LongLong)12;
	echo_any(inner, [](const CORBA::Any &back) {
		const CORBA::Any *got;
		CORBA::LongLong number;
		EXPECT((back >>= got) && (*got >>= number) && number == 12);
	});
	features::Account_var account = bank()->open_account("in any");
	echo_any(account.in(), [](const CORBA::Any &back) {
		features::Account_ptr got;
		EXPECT((back >>= got) && got->deposit(1) == 1);
	});
	CORBA::Any empty;
	CORBA::Any_var back = server()->echo_any(empty);
	EXPECT(CORBA::TypeCode_var(back->type())->kind() == CORBA::tk_null);
}

/* With a TypeCode that has letters as labels. */
static void any_unions()
{
	const features::Unions choices = unions_of();
	echo_any(choices, [&](const CORBA::Any &back) {
		const features::Unions *got;
		EXPECT(back >>= got);
		expect_same(*got, choices);
	});
	CORBA::TypeCode_ptr type = features::_tc_Unions;
	echo_any(type, [](const CORBA::Any &back) {
		CORBA::TypeCode_ptr got;
		EXPECT((back >>= got) && got->equal(features::_tc_Unions));
	});
}

static void any_wide()
{
	echo_any((const CORBA::WChar *)L"wide \u20ac", [](const CORBA::Any &back) {
		const CORBA::WChar *got;
		EXPECT((back >>= got) && wcscmp((const wchar_t *)got, L"wide \u20ac") == 0);
	});
}

static void forwarded()
{
	features::Server_var it = at<features::Server>("features.Moved");

	EXPECT(it->constant() == 1989 && it->constant() == 1989);
	CORBA::String_var back = it->echo_string("far");
	EXPECT(strcmp(back, "far") == 0);
}

static void forwarded_for_good()
{
	features::Server_var it = at<features::Server>("features.MovedForGood");

	EXPECT(it->constant() == 1989 && it->constant() == 1989);
}

/* Calls in flight at the same time, and one that another thread ends. */
static void gates()
{
	features::Server_var it = server();
	std::atomic<int> failed = 0;
	CORBA::Long places[2] = { 0, 0 };
	{
		auto wait = [&](int i) {
			try {
				places[i] = it->wait_for("gates");
			} catch (const CORBA::Exception &) {
				failed++;
			}
		};
		std::jthread first(wait, 0), second(wait, 1);

		while (failed == 0 && it->waiting("gates") < 2)
			;
		EXPECT(it->release("gates") == 2);
	}
	EXPECT(places[0] + places[1] == 3);
}

/* The client gives a call up that never ends: omniORB closes its connection then. */
static void timeout()
{
	features::Server_var it = server();
	CORBA::ULong before = (CORBA::ULong)it->waiting("timeout");

	omniORB::setClientCallTimeout(it, 100);
	try {
		it->wait_for("timeout");
	} catch (const CORBA::TRANSIENT &) {
		before++;
	} catch (const CORBA::TIMEOUT &) {
		before++;
	}
	omniORB::setClientCallTimeout(it, 0);
	EXPECT(it->release("timeout") == (CORBA::Long)before);
}

/* Larger than any message, so that it goes in fragments, where those exist. */
static void fragments()
{
	features::Server_var it = server();
	const std::string text(300001, 'f');
	features::Sequences value;

	CORBA::String_var back = it->echo_string(text.c_str());
	EXPECT(text == back.in());
	value.reals.length(50001);
	for (CORBA::ULong i = 0; i < value.reals.length(); i++)
		value.reals[i] = i / 8.0;
	value.words.length(3001);
	for (CORBA::ULong i = 0; i < value.words.length(); i++)
		value.words[i] = text.substr(0, i % 70).c_str();
	features::Sequences_var again = it->echo_sequences(value);
	expect_same(again.in(), value);
	/* Numbers of 8 bytes behind where GIOP 1.1 has cut, in whose fragments they are aligned anew. */
	value.lists.length(5001);
	for (CORBA::ULong i = 0; i < value.lists.length(); i++) {
		value.lists[i].length(i % 4);
		for (CORBA::ULong j = 0; j < i % 4; j++)
			value.lists[i][j] = i + j;
	}
	for (CORBA::ULong reals = 0; reals < 4; reals++) {
		value.reals.length(reals * reals * 50);
		again = it->echo_sequences(value);
		expect_same(again.in(), value);
	}
}

static features::LongDoubles long_doubles_of(std::initializer_list<CORBA::LongDouble> values)
{
	features::LongDoubles made;

	made.a = 1;
	made.b = *values.begin();
	for (CORBA::LongDouble value : values) {
		made.more.length(made.more.length() + 1);
		made.more[made.more.length() - 1] = value;
	}
	return made;
}

static void long_doubles()
{
	const features::LongDoubles value = long_doubles_of({ 1.0L, -0.1L, 1e4000L, 0.0L, -1e-4000L, std::numeric_limits<long double>::infinity() });
	features::LongDoubles_var back = at<features::Extremes>("features.Extremes")->echo_long_doubles(value);

	EXPECT(back->a == value.a && back->b == value.b && back->more.length() == value.more.length());
	for (CORBA::ULong i = 0; i < value.more.length(); i++)
		EXPECT(back->more[i] == value.more[i]);
}

static void extreme_labels()
{
	features::Labels value;

	value.a.high(1), value.b.high(2.5), value.c.high(3);
	expect_same(at<features::Extremes>("features.Extremes")->echo_labels(value), value);
	value.a.low(-0.5), value.b.low(4), value.c.low(6.5), value.c._d(5);
	expect_same(at<features::Extremes>("features.Extremes")->echo_labels(value), value);
}

static void context()
{
	features::Extremes_var it = at<features::Extremes>("features.Extremes");
	CORBA::Context_var context;

	orb->get_default_context(context.out());
	EXPECT(strcmp(it->tell_context("none:", context), "none:") == 0);
	const auto set = [&](const char *name, const char *value) {
		CORBA::Any any;

		any <<= value;
		context->set_one_value(name, any);
	};
	set("user", "ann");
	set("username", "is not sent");
	set("sys_a", "");
	set("sys_b", "two words");
	const std::string told = static_cast<CORBA::String_var>(it->tell_context("", context)).in();
	EXPECT(told.size() == strlen("user=ann;sys_a=;sys_b=two words;"));
	for (const char *property : { "user=ann;", "sys_a=;", "sys_b=two words;" })
		EXPECT(told.find(property) != std::string::npos);
}

const std::vector<Case> cases = {
	{ "scalars", scalars },
	{ "scalar-extremes", scalar_extremes },
	{ "ragged", ragged },
	{ "sequences", sequences },
	{ "sequences-empty", sequences_empty },
	{ "arrays", arrays },
	{ "matrix", matrix },
	{ "decimals", decimals },
	{ "unions", unions },
	{ "tree", tree },
	{ "strings", strings },
	{ "strings-beyond-latin1", strings_beyond_latin1 },
	{ "strings-beyond-bmp", strings_beyond_bmp },
	{ "wide", wide },
	{ "wide-beyond-bmp", wide_beyond_bmp },
	{ "exchange", exchange },
	{ "attributes", attributes },
	{ "oneway", oneway },
	{ "exceptions", exceptions },
	{ "exception-undeclared", exception_undeclared },
	{ "system-exceptions", system_exceptions },
	{ "references", references },
	{ "factory", factory },
	{ "inheritance", inheritance },
	{ "pseudo-operations", pseudo_operations },
	{ "unknown-object", unknown_object },
	{ "unknown-operation", unknown_operation },
	{ "call-backs", call_backs },
	{ "anys", anys },
	{ "any-unions", any_unions },
	{ "any-wide", any_wide },
	{ "forwarded", forwarded },
	{ "forwarded-for-good", forwarded_for_good },
	{ "gates", gates },
	{ "timeout", timeout },
	{ "fragments", fragments },
	{ "long-doubles", long_doubles },
	{ "extreme-labels", extreme_labels },
	{ "context", context },
};
