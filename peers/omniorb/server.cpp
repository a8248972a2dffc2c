/*
 * omniorb_server tcp [PORT [ORB OPTION...]]: serves interfaces/corba on omniORB until standard input closes.
 *
 * Prints `PORT n`, then `IOR KEY IOR:...` of each object, then `ready`. The objects are also found under their keys,
 * `corbaloc:iiop:1.2@127.0.0.1:PORT/manyrpc.Bench`; the keys stand in the definitions. Options worth knowing:
 *
 *   -ORBmaxGIOPVersion 1.1     what its references offer, and the latest that it answers (1.2)
 *   -ORBgiopMaxMsgSize 8192    the largest message (2 MB); 8192 is the least
 *   -ORBnativeCharCodeSet X    code set of strings in the program, offered in references (ISO-8859-1; here UTF-8)
 *   -ORBacceptBiDirectionalGIOP 1 -ORBserverTransportRule '* tcp,bidir'   calls by features.CallsBack over the client's connection
 *   -ORBsslCAFile FILE         over TLS only, see values.h: its references have the port in a component, and PORT is 0
 *   -ORBtraceLevel 40          prints every message, on standard error
 */
#include "values.h"

#include <condition_variable>
#include <map>
#include <mutex>
#include <vector>

#include <omniORB4/IIOP.h>

static CORBA::ORB_var orb;
static PortableServer::POA_var references; /* for objects without a key of their own */

class Bench : public POA_manyrpc::Bench {
	std::mutex lock;
	CORBA::ULongLong executions = 0;
	const manyrpc::blob photo = pattern(PHOTO_BYTES);

public:
	void nothing() override {}

	CORBA::Long add(CORBA::Long a, CORBA::Long b) override { return (CORBA::Long)((CORBA::ULong)a + (CORBA::ULong)b); }

	manyrpc::blob *echo(const manyrpc::blob &data) override { return new manyrpc::blob(data); }

	manyrpc::ints *int_array(const manyrpc::ints &values) override { return new manyrpc::ints(values); }

	char *concat(const char *left, const char *right) override
	{
		return CORBA::string_dup((std::string(left) + right).c_str());
	}

	manyrpc::info *request(const manyrpc::info_request &wanted) override
	{
		manyrpc::info *info = new manyrpc::info;

		fill_info(*info, wanted.id, wanted.photo ? &photo : nullptr);
		return info;
	}

	CORBA::ULongLong count(CORBA::ULongLong) override
	{
		std::lock_guard<std::mutex> held(lock);
		return ++executions;
	}

	CORBA::Long sum(const manyrpc::ints &values) override
	{
		CORBA::ULong total = 0;

		for (CORBA::ULong i = 0; i < values.length(); i++)
			total += (CORBA::ULong)values[i];
		return (CORBA::Long)total;
	}

	manyrpc::transferred *transfer(const manyrpc::blob &data) override
	{
		manyrpc::transferred *result = new manyrpc::transferred;

		result->code = TRANSFERRED;
		result->data = data;
		return result;
	}
};

/* A reference to a new object; it lives as long as the server, or until it is deactivated. */
template <class Interface, class Servant> static typename Interface::_ptr_type activate(Servant *servant)
{
	PortableServer::ObjectId_var id = references->activate_object(servant);

	servant->_remove_ref();
	return servant->_this();
}

class Account : public POA_features::Account {
	std::mutex lock;
	const std::string name;
	CORBA::Long amount = 0;

public:
	explicit Account(const char *owner) : name(owner) {}

	char *owner() override { return CORBA::string_dup(name.c_str()); }

	CORBA::Long balance() override
	{
		std::lock_guard<std::mutex> held(lock);
		return amount;
	}

	void balance(CORBA::Long value) override
	{
		if (value < 0)
			throw CORBA::BAD_PARAM(7, CORBA::COMPLETED_NO);
		std::lock_guard<std::mutex> held(lock);
		amount = value;
	}

	CORBA::Long deposit(CORBA::Long value) override
	{
		if (value < 0)
			throw features::Refused();
		std::lock_guard<std::mutex> held(lock);
		return amount += value;
	}

	void close() override
	{
		PortableServer::ObjectId_var id = references->servant_to_id(this);
		references->deactivate_object(id);
	}
};

class Bank : public POA_features::Bank {
public:
	features::Account_ptr open_account(const char *owner) override
	{
		if (*owner == '\0') {
			features::Longs more(2);

			more.length(2);
			more[0] = 1, more[1] = 2;
			throw features::Failed("nobody", -1, features::blue, more, 1LL << 40);
		}
		return activate<features::Account>(new Account(owner));
	}
};

class Diamond : public POA_features::Diamond {
public:
	char *name() override { return CORBA::string_dup("diamond"); }
	char *go_left() override { return CORBA::string_dup("left"); }
	char *go_right() override { return CORBA::string_dup("right"); }
	char *go_both() override { return CORBA::string_dup("both"); }
};

class Extremes : public POA_features::Extremes {
public:
	features::LongDoubles *echo_long_doubles(const features::LongDoubles &value) override
	{
		return new features::LongDoubles(value);
	}
	features::Labels echo_labels(const features::Labels &value) override { return value; }

	char *tell_context(const char *first, CORBA::Context_ptr context) override
	{
		std::string told = first;
		CORBA::NVList_var properties;

		try {
			context->get_values("", 0, "*", properties);
		} catch (const CORBA::BAD_CONTEXT &) {
			/* There are none. */
			return CORBA::string_dup(first);
		}
		for (CORBA::ULong i = 0; i < properties->count(); i++) {
			CORBA::NamedValue_ptr property = properties->item(i);
			const char *value;

			*property->value() >>= value;
			told += std::string(property->name()) + "=" + value + ";";
		}
		return CORBA::string_dup(told.c_str());
	}
};

struct Gate {
	CORBA::Long waiting = 0;
	CORBA::Long opened = 0; /* how often */
};

class Server : public POA_features::Server {
	std::mutex lock;
	std::string shared_motto, last_note;
	features::Colour shared_mood = features::red;
	CORBA::Long notes = 0;
	std::map<std::string, Gate> gates;
	std::condition_variable changed_gates;

public:
	features::Scalars echo_scalars(const features::Scalars &value) override { return value; }
	features::Ragged *echo_ragged(const features::Ragged &value) override { return new features::Ragged(value); }
	features::Sequences *echo_sequences(const features::Sequences &value) override { return new features::Sequences(value); }
	features::Wide *echo_wide(const features::Wide &value) override { return new features::Wide(value); }
	features::Arrays *echo_arrays(const features::Arrays &value) override { return new features::Arrays(value); }
	features::Decimals echo_decimals(const features::Decimals &value) override { return value; }
	features::Unions *echo_unions(const features::Unions &value) override { return new features::Unions(value); }
	features::Tree *echo_tree(const features::Tree &value) override { return new features::Tree(value); }
	char *echo_string(const char *value) override { return CORBA::string_dup(value); }
	CORBA::WChar *echo_wstring(const CORBA::WChar *value) override { return CORBA::wstring_dup(value); }
	CORBA::WChar *echo_wide_word(const CORBA::WChar *value) override { return CORBA::wstring_dup(value); }
	CORBA::Char echo_char(CORBA::Char value) override { return value; }
	CORBA::WChar echo_wchar(CORBA::WChar value) override { return value; }
	features::Money echo_money(const features::Money &value) override { return value; }
	features::Matrix_slice *echo_matrix(const features::Matrix value) override { return features::Matrix_dup(value); }
	CORBA::Any *echo_any(const CORBA::Any &value) override { return new CORBA::Any(value); }
	CORBA::Object_ptr echo_object(CORBA::Object_ptr value) override { return CORBA::Object::_duplicate(value); }
	features::Account_ptr echo_account(features::Account_ptr value) override { return features::Account::_duplicate(value); }
	features::Accounts *echo_accounts(const features::Accounts &value) override { return new features::Accounts(value); }
	features::Holder *echo_holder(const features::Holder &value) override { return new features::Holder(value); }

	CORBA::Long exchange(const char *given, char *&changed, CORBA::String_out copied, features::Longs &numbers, features::Point &far) override
	{
		std::string both = std::string(changed) + given;
		CORBA::ULong count = numbers.length();

		CORBA::string_free(changed);
		changed = CORBA::string_dup(both.c_str());
		copied = CORBA::string_dup(given);
		for (CORBA::ULong i = 0; i < count / 2; i++)
			std::swap(numbers[i], numbers[count - 1 - i]);
		far.x = -1, far.y = 1;
		return (CORBA::Long)count;
	}

	CORBA::Long constant() override { return 1989; }

	char *motto() override
	{
		std::lock_guard<std::mutex> held(lock);
		return CORBA::string_dup(shared_motto.c_str());
	}

	void motto(const char *value) override
	{
		std::lock_guard<std::mutex> held(lock);
		shared_motto = value;
	}

	features::Colour mood() override
	{
		std::lock_guard<std::mutex> held(lock);
		return shared_mood;
	}

	void mood(features::Colour value) override
	{
		std::lock_guard<std::mutex> held(lock);
		shared_mood = value;
	}

	void note(const char *what) override
	{
		std::lock_guard<std::mutex> held(lock);
		notes++;
		last_note = what;
	}

	CORBA::Long noted(CORBA::String_out last) override
	{
		std::lock_guard<std::mutex> held(lock);
		last = CORBA::string_dup(last_note.c_str());
		return notes;
	}

	CORBA::Long raise_user(CORBA::Long kind) override
	{
		if (kind == 0)
			throw features::Refused();
		if (kind > 0) {
			features::Longs more(2);

			more.length(2);
			more[0] = kind, more[1] = -kind;
			throw features::Failed("asked for", kind, features::green, more, -(1LL << 40));
		}
		return kind;
	}

	void raise_undeclared() override { throw features::Refused(); }

	void raise_system(const char *name, CORBA::ULong minor, CORBA::ULong completed) override
	{
		CORBA::CompletionStatus status = (CORBA::CompletionStatus)(completed % 3);
#define RAISE(NAME) if (strcmp(name, #NAME) == 0) throw CORBA::NAME(minor, status);
		OMNIORB_FOR_EACH_SYS_EXCEPTION(RAISE)
#undef RAISE
		throw CORBA::BAD_PARAM(0, CORBA::COMPLETED_NO);
	}

	CORBA::Long call_back(features::Listener_ptr peer, CORBA::Long times) override
	{
		CORBA::Long sum = 0;

		if (CORBA::is_nil(peer))
			return -1;
		for (CORBA::Long i = 0; i < times; i++)
			sum += peer->ask(i);
		return sum;
	}

	CORBA::Long call_back_refused(features::Listener_ptr peer) override { return peer->ask(-1); }

	void tell_later(features::Listener_ptr peer, const char *what) override { peer->tell(what); }

	CORBA::Long wait_for(const char *name) override
	{
		std::unique_lock<std::mutex> held(lock);
		Gate &gate = gates[name];
		const CORBA::Long before = gate.opened;
		const CORBA::Long place = ++gate.waiting;

		changed_gates.wait(held, [&] { return gate.opened != before; });
		return place;
	}

	CORBA::Long waiting(const char *name) override
	{
		std::lock_guard<std::mutex> held(lock);
		return gates[name].waiting;
	}

	CORBA::Long release(const char *name) override
	{
		std::lock_guard<std::mutex> held(lock);
		Gate &gate = gates[name];
		const CORBA::Long woken = gate.waiting;

		gate.waiting = 0;
		gate.opened++;
		changed_gates.notify_all();
		return woken;
	}
};

/* Answers every request by saying that the object is elsewhere. */
class Forwarder : public PortableServer::DynamicImplementation {
	CORBA::Object_var to;
	const bool for_good;

public:
	Forwarder(CORBA::Object_ptr to, bool for_good) : to(CORBA::Object::_duplicate(to)), for_good(for_good) {}

	void invoke(CORBA::ServerRequest_ptr) override { throw omniORB::LOCATION_FORWARD(CORBA::Object::_duplicate(to), for_good); }

	char *_primary_interface(const PortableServer::ObjectId &, PortableServer::POA_ptr) override
	{
		return CORBA::string_dup(features::Server::_PD_repoId);
	}
};

/* The port of the first address in a reference. */
static unsigned port_of(CORBA::Object_ptr object)
{
	CORBA::String_var text = orb->object_to_string(object);
	IOP::TaggedProfileList profiles;
	CORBA::String_var type;
	IIOP::ProfileBody body;
	std::string bytes;

	for (const char *at = text + strlen("IOR:"); at[0] != '\0'; at += 2)
		bytes += (char)std::stoi(std::string(at, 2), nullptr, 16);
	cdrEncapsulationStream stream((CORBA::Octet *)&bytes[0], (CORBA::ULong)bytes.size(), 1);
	type = stream.unmarshalRawString(); /* the other needs a code set, which GIOP 1.0 has not */
	profiles <<= stream;
	IIOP::unmarshalProfile(profiles[0], body);
	return body.address.port;
}

static PortableServer::POA_var by_key;
static std::vector<std::pair<std::string, CORBA::Object_var>> objects;

static CORBA::Object_ptr serve(const char *key, PortableServer::Servant servant)
{
	PortableServer::ObjectId_var id = PortableServer::string_to_ObjectId(key);
	CORBA::Object_var object;

	by_key->activate_object_with_id(id, servant);
	servant->_remove_ref();
	object = by_key->id_to_reference(id);
	objects.emplace_back(key, object);
	return object.in();
}

/*
 * Every key of twelve octets, which is an object adapter's of omniORB 2, is of an object that is elsewhere: omniORB answers
 * locate requests so for no others.
 */
static features::Server_var elsewhere;

static CORBA::Object_ptr load(const omniORB::objectKey &)
{
	return features::Server::_duplicate(elsewhere);
}

int main(int argc, char **argv)
{
	peer_transport(argc, argv, 2, "tcp [PORT [ORB OPTION...]]");
	const std::string protocol = loads_tls(argc, argv) ? "giop:ssl:" : "giop:tcp:";
	const std::string endpoint = protocol + peer_listen_host() + ":" + (argc > 2 && strcmp(argv[2], "0") ? argv[2] : "");
	const char *defaults[][2] = { { "endPoint", endpoint.c_str() }, { "nativeCharCodeSet", "UTF-8" }, { nullptr, nullptr } };

	try {
		int rest = argc > 2 ? argc - 2 : 1;
		char **options = argc > 2 ? argv + 2 : argv;

		orb = CORBA::ORB_init(rest, options, "omniORB4", defaults);
		CORBA::Object_var root = orb->resolve_initial_references("RootPOA");
		CORBA::Object_var keys = orb->resolve_initial_references("omniINSPOA");
		references = PortableServer::POA::_narrow(root);
		by_key = PortableServer::POA::_narrow(keys);

		serve("manyrpc.Bench", new Bench);
		CORBA::Object_ptr server = serve("features.Server", new Server);
		serve("features.Bank", new Bank);
		serve("features.Diamond", new Diamond);
		serve("features.Extremes", new Extremes);
		serve("features.Moved", new Forwarder(server, false));
		serve("features.MovedForGood", new Forwarder(server, true));
		elsewhere = features::Server::_unchecked_narrow(server);
		omniORB::loader::set(load);
		CORBA::BOA_var twelve = orb->BOA_init(rest, options, "omniORB4_BOA");
		twelve->impl_is_ready(nullptr, true);
		PortableServer::POA_var both = bidirectional(orb, references);
		PortableServer::ObjectId_var calling = both->activate_object(new Server);
		objects.emplace_back("features.CallsBack", CORBA::Object_var(both->id_to_reference(calling)));
		PortableServer::POAManager_var(references->the_POAManager())->activate();
		PortableServer::POAManager_var(by_key->the_POAManager())->activate();

		printf("PORT %u\n", port_of(server));
		for (const auto &[key, object] : objects)
			printf("IOR %s %s\n", key.c_str(), (const char *)CORBA::String_var(orb->object_to_string(object)));
		puts("ready");
		fflush(stdout);
		peer_exit_with_stdin();
		orb->run();
	} catch (const CORBA::Exception &error) {
		fprintf(stderr, "omniorb_server: %s\n", error._name());
	}
	return 1;
}
