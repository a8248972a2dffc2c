/* What the cases of `cases.cpp` need of the client. */
#ifndef CLIENT_H
#define CLIENT_H

#include "values.h"

#include <stdexcept>
#include <vector>

extern CORBA::ORB_var orb;

/* The object that has this key at the server, or what the command `object` put in its place. */
CORBA::Object_ptr object(const std::string &key);

template <class Interface> typename Interface::_var_type at(const char *key)
{
	CORBA::Object_var found = object(key);
	typename Interface::_var_type typed = Interface::_unchecked_narrow(found);

	if (CORBA::is_nil(typed))
		throw std::runtime_error(std::string("no reference to ") + key);
	return typed;
}

struct Case {
	const char *name;
	void (*run)();
};

extern const std::vector<Case> cases;

#endif
