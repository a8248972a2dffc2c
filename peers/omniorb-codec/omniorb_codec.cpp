// Values of any type through omniORB's cdrMemoryStream, for comparison with another implementation of CDR.
//
// A type is described in a line and made into a TypeCode, so nothing is compiled for it. Reads a request from each line
// and answers it with a line:
//
//   take TYPE MINOR ORDER ORIGIN CODE_SET HEX
//     GIOP 1.MINOR; ORDER is `little` or `big`, the byte order of HEX; the value begins ORIGIN bytes behind a multiple of
//     8; CODE_SET is `utf8` or `latin1`, that of strings on the wire. Wide strings are in UTF-16. A dot is no bytes.
//     `ok READ LITTLE BIG VALUE`: how many of the bytes it read, the value marshalled again in each byte order, and the
//     value. `no WHY`: what it refuses.
//
//   declare NAME ID BASE FLAGS
//     A valuetype with that repository identifier, derived from the one of that name or from none (-). FLAGS has a letter for
//     each that holds: a abstract, b boxed, t truncatable to its base; or is `-`. It takes the place of another one of that name.
//     `ok`.
//
//   state NAME TYPE...
//     Its members, those of the bases first; a dot is none. `ok`.
//
//   forget NAME, know NAME
//     Whether values of that type can be read. `ok`.
//
//   encode|decode ints1000 COUNT
//     Times a sequence of 1000 longs, so many times: `{"ns_per_op":x}`.
//
// Types:
//   b boolean   o octet   c char   w wchar   h short   H unsigned short   l long   L unsigned long   q long long
//   Q unsigned long long   f float   d double   D long double   O object reference   Y any   s<n>; string<n>   W<n>; wstring<n>
//   F<digits>,<scale>; fixed   S<n>;T sequence<T, n>   A<n>;T array of n   E<n>; enum of n members
//   {<name>;T...} struct   R<name>; the struct or union of that name around it
//   v<name>; place of a declared valuetype   v*; place of any valuetype
//   U<name>;T<labels>:T<labels>:T...} union with a discriminator and arms; labels are numbers with commas, or * (default)
//   A bound of 0 is none.
//
// Values: numbers; f, d or D and the bits in hex; t and the bytes of a string; T and the UTF-16 of a wide one; F and a
// decimal number; O and a stringified reference, nothing if nil; [,] { ,} (label:value); ~ of no valuetype, v<id>[,] of one
// with its state, #<n> of the nth one (from 0) again; <type>value of an any, whose type has names: those above with an
// identifier and a name, {<id>;<name>;member:T,} U<id>;<name>;T label:arm:T,} E<id>;<name>;member,...; O<id>;<name>; and
// =<id>;<name>;T of a typedef, R<id>; of a type around, B<id>;<name>;T of a box and
// V<id>;<name>;<modifier>;<base>;<visibility>member:T,} of a valuetype.
//
// Needs: g++, libomniorb4-dev.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <iostream>
#include <new>

#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "described.h"
#include "values.h"

#include <omniORB4/codeSets.h>

OMNI_USING_NAMESPACE(omni)

// How a message represents its values.
struct Form {
    int minor;
    bool little;
    size_t origin;
    bool utf8;

    void of(cdrMemoryStream &stream) const {
        GIOP::Version version = {1, static_cast<CORBA::Octet>(minor)};
        stream.TCS_C(omniCodeSet::getTCS_C(utf8 ? omniCodeSet::ID_UTF_8 : omniCodeSet::ID_8859_1, version));
        stream.TCS_W(omniCodeSet::getTCS_W(minor > 1 ? omniCodeSet::ID_UTF_16 : omniCodeSet::ID_UCS_2, version));
        stream.setByteSwapFlag(little);
        for (size_t i = 0; i < origin; i++)
            stream.marshalOctet(0);
    }
};

// The value as text; `!` if it has an any that DynAny cannot read, though the streams above read and wrote it (peers/corba.md).
static std::string shown(const CORBA::Any &value, bool has_any) {
    std::ostringstream out;
    try {
        DynamicAny::DynAny_var dynamic = factory->create_dyn_any(value);
        show(out, dynamic);
        dynamic->destroy();
    } catch (const DynamicAny::DynAny::InvalidValue &) {
        if (!has_any)
            throw;
        return "!";
    } catch (const std::bad_alloc &) {
        if (!has_any)
            throw;
        return "!";
    }
    return out.str();
}

// What it makes of the bytes of a value: `read` takes it from a stream, `write` puts it into one, `tell` says it.
template <class Read, class Write, class Tell>
static std::string taken(const Form &form, const std::string &bytes, Read read, Write write, Tell tell) {
    cdrMemoryStream stream;
    form.of(stream);
    stream.put_octet_array(reinterpret_cast<const CORBA::Octet *>(bytes.data()), bytes.size());
    stream.rewindInputPtr();
    stream.skipInput(form.origin);
    read(stream);
    std::ostringstream out;
    out << "ok " << stream.currentInputPtr() - form.origin;
    for (bool little : {true, false}) {
        Form there = form;
        there.little = little;
        // Where its buffer ends it begins another chunk of a value, in an array of octets, too, which the stubs do not.
        cdrMemoryStream again(1 << 18, true);
        there.of(again);
        if (!little && is_nested) {
            out << " -";
            continue;
        }
        write(again);
        out << ' ' << hex(static_cast<char *>(again.bufPtr()) + form.origin, again.bufSize() - form.origin);
    }
    out << ' ' << tell();
    return out.str();
}

static std::string take(const std::string &type, const Form &form, const std::string &bytes) {
    told.clear();
    is_nested = false;
    chunked_around = 0;
    if (type.find('v') == std::string::npos) {
        CORBA::TypeCode_var made = Types(type).whole();
        CORBA::Any value(made, nullptr);
        bool has_any = type.find('Y') != std::string::npos;
        return taken(
            form, bytes, [&](cdrStream &from) { value.NP_unmarshalDataOnly(from); },
            [&](cdrStream &into) { value.NP_marshalDataOnly(into); }, [&] { return shown(value, has_any); });
    }
    Place_ptr place = PlaceReader(type).all().at(0);
    Datum value;
    return taken(
        form, bytes, [&](cdrStream &from) { place->read(value, from); }, [&](cdrStream &into) { place->write(value, into); },
        [&] {
            std::ostringstream out;
            place->tell(out, value);
            return out.str();
        });
}

// Nanoseconds for a sequence of longs, marshalled into a stream that has room, or unmarshalled into a used sequence.
static std::string timed(const std::string &command, unsigned long count) {
    CORBA::LongSeq values;
    values.length(1000);
    for (CORBA::ULong i = 0; i < values.length(); i++)
        values[i] = i;
    cdrMemoryStream stream;
    values >>= stream;
    auto started = std::chrono::steady_clock::now();
    for (unsigned long i = 0; i < count; i++) {
        if (command == "encode") {
            stream.rewindPtrs();
            values >>= stream;
        } else {
            stream.rewindInputPtr();
            values <<= stream;
        }
    }
    std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - started;
    return "{\"ns_per_op\":" + std::to_string(taken.count() / count) + "}";
}

// An answer about valuetypes by a process of its own: omniORB does not end writing some of them (peers/corba.md).
static std::string within_time(const std::function<std::string()> &answer) {
    int pipes[2];
    if (pipe(pipes) != 0)
        return "no pipe";
    pid_t child = fork();
    if (child == 0) {
        const itimerval soon = {{0, 0}, {0, 200000}};
        setitimer(ITIMER_PROF, &soon, nullptr);
        std::string line = answer();
        for (size_t at = 0; at < line.size();)
            at += std::max<ssize_t>(0, write(pipes[1], &line[at], line.size() - at));
        _exit(0);
    }
    close(pipes[1]);
    std::string line;
    char some[4096];
    for (ssize_t n; (n = read(pipes[0], some, sizeof some)) > 0;)
        line.append(some, n);
    close(pipes[0]);
    int status;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? line : "no end";
}

// Declares a valuetype, or something about one.
static std::string declaration(const std::string &command, const std::string &name, std::istream &words) {
    std::string id, base, flags, members;
    if (command == "declare" && words >> id >> base >> flags)
        declare(name, id, base, flags);
    else if (command == "state" && words >> members)
        state(name, members);
    else if (command == "forget")
        orb->unregister_value_factory(declared.at(name)->id.c_str());
    else if (command == "know")
        know(*declared.at(name));
    else
        return "no request";
    return "ok";
}

static std::string answered(const std::string &line) {
    std::istringstream words(line);
    std::string command, type, order, code_set, bytes;
    Form form;
    unsigned long count;
    words >> command >> type;
    if (type == "ints1000" && words >> count)
        return timed(command, count);
    if (command != "take")
        return declaration(command, type, words);
    words >> form.minor >> order >> form.origin >> code_set >> bytes;
    if (!words)
        return "no request";
    form.little = order == "little";
    form.utf8 = code_set == "utf8";
    return take(type, form, bytes == "." ? "" : unhex(bytes));
}

static std::string caught(const std::string &line) {
    try {
        return answered(line);
    } catch (const CORBA::SystemException &e) {
        return std::string("no ") + e._name() + " " + (e.NP_minorString() ? e.NP_minorString() : "");
    } catch (const CORBA::Exception &e) {
        return std::string("no ") + e._name();
    } catch (const std::exception &e) {
        return std::string("no ") + e.what();
    } catch (const omniORB::fatalException &e) {
        // What it takes for a mistake of its own, of some damaged type codes.
        return std::string("no fatalException ") + e.errmsg();
    }
}

static std::string answer(const std::string &line) {
    std::string type = line.compare(0, 5, "take ") == 0 ? line.substr(5, line.find(' ', 5) - 5) : "";
    if (type.find('v') == std::string::npos)
        return caught(line);
    return within_time([&] { return caught(line); });
}

int main(int argc, char **argv) {
    // What it reads of a length that is none must not take the machine's memory.
    const rlimit memory = {1 << 30, 1 << 30};
    setrlimit(RLIMIT_AS, &memory);
    const char *options[][2] = {
        {"nativeCharCodeSet", "UTF-8"}, {"nativeWCharCodeSet", "UTF-16"}, {"maxGIOPVersion", "1.2"}, {"traceLevel", "0"}, {nullptr, nullptr}};
    orb = CORBA::ORB_init(argc, argv, "omniORB4", options);
    CORBA::Object_var object = orb->resolve_initial_references("DynAnyFactory");
    factory = DynamicAny::DynAnyFactory::_narrow(object);
    for (std::string line; std::getline(std::cin, line);)
        std::cout << answer(line) << std::endl;
    orb->destroy();
}
