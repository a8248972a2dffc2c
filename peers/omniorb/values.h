/*
 * What server and client share: the values of the workloads, as every other peer of `bench.x` has them, and
 * comparing values of any type by what omniORB marshals of them.
 */
#ifndef VALUES_H
#define VALUES_H

#include "../common/peer.h"

#include <cstring>
#include <string>

#include <dlfcn.h>

#include <omniORB4/CORBA.h>

#include "bench.hh"
#include "extremes.hh"
#include "features.hh"

enum {
	PHOTO_BYTES = 1048576,
	TRANSFERRED = 1989, /* comes back with transferred bytes */
};

inline manyrpc::blob pattern(CORBA::ULong size)
{
	manyrpc::blob bytes;

	bytes.length(size);
	if (size > 0)
		peer_pattern(bytes.get_buffer(), 0, size);
	return bytes;
}

inline void fill_info(manyrpc::info &info, CORBA::Long id, const manyrpc::blob *photo)
{
	info.id = id;
	info.first_name = "Ada";
	info.last_name = "Lovelace";
	info.age = 36;
	info.email = "ada@example.org";
	info.phone = "+44 20 7946 0000";
	info.newsletter = true;
	info.latitude = 51.5f;
	info.longitude = -0.125f;
	if (photo != nullptr)
		info.photo = *photo;
}

/*
 * TLS, if an option says how: -ORBsslCAFile FILE, -ORBsslKeyFile FILE (key and certificate), -ORBsslKeyPassword
 * TEXT (without which it loads none), -ORBsslVerifyMode none|peer. Its transport registers itself when it is loaded, and without
 * these options complains.
 */
inline bool loads_tls(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (strncmp(argv[i], "-ORBssl", 7) == 0)
			return dlopen("libomnisslTP4.so.2", RTLD_NOW | RTLD_GLOBAL) != nullptr;
	return false;
}

/*
 * An object adapter of bidirectional GIOP, with -ORBofferBiDirectionalGIOP 1 in clients and -ORBacceptBiDirectionalGIOP 1
 * -ORBserverTransportRule '* tcp,bidir' in servers: references that come to its objects are called over the same connection.
 */
inline PortableServer::POA_ptr bidirectional(CORBA::ORB_ptr orb, PortableServer::POA_ptr root)
{
	CORBA::PolicyList policies;
	CORBA::Any both;

	both <<= BiDirPolicy::BOTH;
	policies.length(1);
	policies[0] = orb->create_policy(BiDirPolicy::BIDIRECTIONAL_POLICY_TYPE, both);
	return root->create_POA("bidirectional", PortableServer::POAManager_var(root->the_POAManager()), policies);
}

/* A prefix of a reference by name: `corbaloc:iiop:1.2@HOST:PORT/`. Without a version it would mean GIOP 1.0. */
inline std::string location(const std::string &version, const std::string &host, const std::string &port)
{
	return "corbaloc:iiop:" + version + "@" + host + ":" + port + "/";
}

#endif
