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
//   encode|decode ints1000 COUNT
//     Times a sequence of 1000 longs, so many times: `{"ns_per_op":x}`.
//
// Types:
//   b boolean   o octet   c char   w wchar   h short   H unsigned short   l long   L unsigned long   q long long
//   Q unsigned long long   f float   d double   D long double   O object reference   Y any   s<n>; string<n>   W<n>; wstring<n>
//   F<digits>,<scale>; fixed   S<n>;T sequence<T, n>   A<n>;T array of n   E<n>; enum of n members
//   {<name>;T...} struct   R<name>; the struct or union of that name around it
//   V<name>;T...} valuetype that is neither truncatable nor custom; V<name>;^VT...} with a base of that type
//   U<name>;T<labels>:T<labels>:T...} union with a discriminator and arms; labels are numbers with commas, or * (default)
//   A bound of 0 is none.
//
// Values: numbers; f, d or D and the bits in hex; t and the bytes of a string; T and the UTF-16 of a wide one; F and a
// decimal number; O and a stringified reference, nothing if nil; [,] { ,} (label:value); [,] the state of a valuetype, []
// none; <type>value of an any, whose type has names: those above with an identifier and a name, {<id>;<name>;member:T,}
// U<id>;<name>;T label:arm:T,} E<id>;<name>;member,...; O<id>;<name>; and =<id>;<name>;T of a typedef, R<id>; of a type
// around.
//
// Needs: g++, libomniorb4-dev.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <sys/resource.h>

#include <omniORB4/CORBA.h>
#include <omniORB4/codeSets.h>

OMNI_USING_NAMESPACE(omni)

static CORBA::ORB_var orb;
static DynamicAny::DynAnyFactory_var factory;

// Reads a type from its description.
class Types {
public:
    explicit Types(const std::string &text) : text(text), at(0) {}

    CORBA::TypeCode_ptr whole() {
        CORBA::TypeCode_var type = one();
        if (at != text.size())
            throw std::runtime_error("more than a type");
        return type._retn();
    }

private:
    const std::string &text;
    size_t at;

    char next() {
        if (at >= text.size())
            throw std::runtime_error("half a type");
        return text[at++];
    }

    std::string until(char end) {
        size_t to = text.find(end, at);
        if (to == std::string::npos)
            throw std::runtime_error("half a type");
        std::string word = text.substr(at, to - at);
        at = to + 1;
        return word;
    }

    CORBA::ULong number() { return strtoul(until(';').c_str(), nullptr, 10); }

    static std::string id(const std::string &name) { return "IDL:" + name + ":1.0"; }

    CORBA::TypeCode_ptr one() {
        char kind = next();
        switch (kind) {
        case 'b': return CORBA::TypeCode::_duplicate(CORBA::_tc_boolean);
        case 'o': return CORBA::TypeCode::_duplicate(CORBA::_tc_octet);
        case 'c': return CORBA::TypeCode::_duplicate(CORBA::_tc_char);
        case 'w': return CORBA::TypeCode::_duplicate(CORBA::_tc_wchar);
        case 'h': return CORBA::TypeCode::_duplicate(CORBA::_tc_short);
        case 'H': return CORBA::TypeCode::_duplicate(CORBA::_tc_ushort);
        case 'l': return CORBA::TypeCode::_duplicate(CORBA::_tc_long);
        case 'L': return CORBA::TypeCode::_duplicate(CORBA::_tc_ulong);
        case 'q': return CORBA::TypeCode::_duplicate(CORBA::_tc_longlong);
        case 'Q': return CORBA::TypeCode::_duplicate(CORBA::_tc_ulonglong);
        case 'f': return CORBA::TypeCode::_duplicate(CORBA::_tc_float);
        case 'd': return CORBA::TypeCode::_duplicate(CORBA::_tc_double);
        case 'D': return CORBA::TypeCode::_duplicate(CORBA::_tc_longdouble);
        case 'O': return CORBA::TypeCode::_duplicate(CORBA::_tc_Object);
        case 'Y': return CORBA::TypeCode::_duplicate(CORBA::_tc_any);
        case 's': return orb->create_string_tc(number());
        case 'W': return orb->create_wstring_tc(number());
        case 'F': {
            CORBA::UShort digits = atoi(until(',').c_str());
            return orb->create_fixed_tc(digits, number());
        }
        case 'S': {
            CORBA::ULong bound = number();
            CORBA::TypeCode_var element = one();
            return orb->create_sequence_tc(bound, element);
        }
        case 'A': {
            CORBA::ULong length = number();
            CORBA::TypeCode_var element = one();
            return orb->create_array_tc(length, element);
        }
        case 'E': {
            CORBA::EnumMemberSeq members;
            members.length(number());
            for (CORBA::ULong i = 0; i < members.length(); i++)
                members[i] = ("m" + std::to_string(i)).c_str();
            std::string name = "e" + std::to_string(members.length());
            return orb->create_enum_tc(id(name).c_str(), name.c_str(), members);
        }
        case 'R': return orb->create_recursive_tc(id(until(';')).c_str());
        case '{': return structure();
        case 'U': return choice();
        case 'V': return value();
        default: throw std::runtime_error(std::string("no type begins with ") + kind);
        }
    }

    CORBA::TypeCode_ptr structure() {
        std::string name = until(';');
        CORBA::StructMemberSeq members;
        while (text.at(at) != '}') {
            CORBA::ULong n = members.length();
            members.length(n + 1);
            members[n].name = ("m" + std::to_string(n)).c_str();
            members[n].type = one();
        }
        at++;
        return orb->create_struct_tc(id(name).c_str(), name.c_str(), members);
    }

    CORBA::TypeCode_ptr value() {
        std::string name = until(';');
        CORBA::TypeCode_var base = CORBA::TypeCode::_duplicate(CORBA::_tc_null);
        if (text.at(at) == '^') {
            at++;
            base = one();
        }
        CORBA::ValueMemberSeq members;
        while (text.at(at) != '}') {
            CORBA::ULong n = members.length();
            members.length(n + 1);
            members[n].name = ("m" + std::to_string(n)).c_str();
            members[n].type = one();
            members[n].access = CORBA::PUBLIC_MEMBER;
        }
        at++;
        return orb->create_value_tc(id(name).c_str(), name.c_str(), CORBA::VM_NONE, base, members);
    }

    CORBA::TypeCode_ptr choice() {
        std::string name = until(';');
        CORBA::TypeCode_var tag = one();
        CORBA::UnionMemberSeq members;
        for (int arm = 0; text.at(at) != '}'; arm++) {
            std::stringstream labels(until(':'));
            CORBA::TypeCode_var held = one();
            for (std::string label; std::getline(labels, label, ',');) {
                CORBA::ULong n = members.length();
                members.length(n + 1);
                members[n].name = ("a" + std::to_string(arm)).c_str();
                members[n].type = CORBA::TypeCode::_duplicate(held);
                members[n].label = labelled(tag, label);
            }
        }
        at++;
        return orb->create_union_tc(id(name).c_str(), name.c_str(), tag, members);
    }

    static CORBA::Any labelled(CORBA::TypeCode_ptr tag, const std::string &label) {
        CORBA::Any any;
        if (label == "*") {
            any <<= CORBA::Any::from_octet(0);
            return any;
        }
        CORBA::ULongLong v = strtoull(label.c_str(), nullptr, 10);
        if (label[0] == '-')
            v = strtoll(label.c_str(), nullptr, 10);
        switch (tag->kind()) {
        case CORBA::tk_boolean: any <<= CORBA::Any::from_boolean(v); break;
        case CORBA::tk_char: any <<= CORBA::Any::from_char(v); break;
        case CORBA::tk_short: any <<= CORBA::Short(v); break;
        case CORBA::tk_ushort: any <<= CORBA::UShort(v); break;
        case CORBA::tk_long: any <<= CORBA::Long(v); break;
        case CORBA::tk_ulong: any <<= CORBA::ULong(v); break;
        case CORBA::tk_longlong: any <<= CORBA::LongLong(v); break;
        case CORBA::tk_ulonglong: any <<= CORBA::ULongLong(v); break;
        case CORBA::tk_enum: {
            DynamicAny::DynAny_var dynamic = factory->create_dyn_any_from_type_code(tag);
            DynamicAny::DynEnum_var member = DynamicAny::DynEnum::_narrow(dynamic);
            member->set_as_ulong(v);
            CORBA::Any_var made = dynamic->to_any();
            return made.in();
        }
        default: throw std::runtime_error("a discriminator of another type");
        }
        return any;
    }
};

static std::string hex(const void *bytes, size_t n) {
    static const char digits[] = "0123456789abcdef";
    std::string text;
    for (size_t i = 0; i < n; i++) {
        unsigned char byte = static_cast<const unsigned char *>(bytes)[i];
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text.empty() ? "." : text;
}

static std::string unhex(const std::string &text) {
    std::string bytes;
    for (size_t i = 0; i + 1 < text.size(); i += 2)
        bytes += char(strtoul(text.substr(i, 2).c_str(), nullptr, 16));
    return bytes;
}

// The bits of a number of SIZE bytes. Behind those of a long double of the x87 is anything.
template <size_t SIZE, class T> static std::string bits(const char *mark, T v) {
    std::ostringstream out;
    unsigned char bytes[sizeof v];
    memcpy(bytes, &v, sizeof v);
    out << mark;
    for (size_t i = SIZE; i-- > 0;)
        out << hex(&bytes[i], 1);
    return out.str();
}

static void show(std::ostream &out, DynamicAny::DynAny_ptr value);

// Each component of a struct, sequence or array.
static void show_all(std::ostream &out, DynamicAny::DynAny_ptr value, char open, char close) {
    out << open;
    CORBA::ULong n = value->component_count();
    for (CORBA::ULong i = 0; i < n; i++) {
        if (i > 0)
            out << ',';
        value->seek(i);
        DynamicAny::DynAny_var component = value->current_component();
        show(out, component);
    }
    out << close;
}

static CORBA::TypeCode_ptr resolved(CORBA::TypeCode_ptr type) {
    CORBA::TypeCode_var of = CORBA::TypeCode::_duplicate(type);
    while (of->kind() == CORBA::tk_alias)
        of = of->content_type();
    return of._retn();
}

static void show_any(std::ostream &out, const CORBA::Any &value) {
    DynamicAny::DynAny_var dynamic = factory->create_dyn_any(value);
    show(out, dynamic);
    dynamic->destroy();
}

// A type in an any, within the named types that are around it.
static void tell(std::ostream &out, CORBA::TypeCode_ptr type, std::vector<std::string> &around) {
    static const char simple[] = "nvhlHLfdbcoYtp";
    CORBA::TCKind kind = type->kind();
    switch (kind) {
    case CORBA::tk_longlong: out << 'q'; return;
    case CORBA::tk_ulonglong: out << 'Q'; return;
    case CORBA::tk_longdouble: out << 'D'; return;
    case CORBA::tk_wchar: out << 'w'; return;
    case CORBA::tk_string: out << 's' << type->length() << ';'; return;
    case CORBA::tk_wstring: out << 'W' << type->length() << ';'; return;
    case CORBA::tk_fixed: out << 'F' << type->fixed_digits() << ',' << type->fixed_scale() << ';'; return;
    case CORBA::tk_sequence:
    case CORBA::tk_array: {
        out << (kind == CORBA::tk_array ? 'A' : 'S') << type->length() << ';';
        CORBA::TypeCode_var element = type->content_type();
        tell(out, element, around);
        return;
    }
    default: break;
    }
    if (kind <= CORBA::tk_Principal) {
        out << simple[kind];
        return;
    }
    std::string id = type->id();
    for (const std::string &outer : around)
        if (outer == id) {
            out << 'R' << id << ';';
            return;
        }
    around.push_back(id);
    auto named = [&](char mark) { out << mark << id << ';' << type->name() << ';'; };
    switch (kind) {
    case CORBA::tk_objref: named('O'); break;
    case CORBA::tk_alias: {
        named('=');
        CORBA::TypeCode_var of = type->content_type();
        tell(out, of, around);
        break;
    }
    case CORBA::tk_enum:
        named('E');
        for (CORBA::ULong i = 0; i < type->member_count(); i++)
            out << (i > 0 ? "," : "") << type->member_name(i);
        out << ';';
        break;
    case CORBA::tk_struct:
    case CORBA::tk_except:
        named(kind == CORBA::tk_struct ? '{' : 'X');
        for (CORBA::ULong i = 0; i < type->member_count(); i++) {
            CORBA::TypeCode_var member = type->member_type(i);
            out << type->member_name(i) << ':';
            tell(out, member, around);
            out << ',';
        }
        out << '}';
        break;
    case CORBA::tk_union: {
        named('U');
        CORBA::TypeCode_var tag = type->discriminator_type();
        tell(out, tag, around);
        for (CORBA::ULong i = 0; i < type->member_count(); i++) {
            CORBA::Any_var label = type->member_label(i);
            CORBA::TypeCode_var member = type->member_type(i);
            if (type->default_index() == CORBA::Long(i))
                out << '*';
            else
                show_any(out, label);
            out << ':' << type->member_name(i) << ':';
            tell(out, member, around);
            out << ',';
        }
        out << '}';
        break;
    }
    default: named('?'); break;
    }
    around.pop_back();
}

static void show(std::ostream &out, DynamicAny::DynAny_ptr value) {
    CORBA::TypeCode_var whole = value->type();
    CORBA::TypeCode_var type = resolved(whole);
    switch (type->kind()) {
    case CORBA::tk_null:
    case CORBA::tk_void: break;
    case CORBA::tk_any: {
        CORBA::Any_var held = value->get_any();
        CORBA::TypeCode_var inner = held->type();
        std::vector<std::string> around;
        out << '<';
        tell(out, inner, around);
        out << '>';
        show_any(out, held);
        break;
    }
    case CORBA::tk_TypeCode: {
        CORBA::TypeCode_var held = value->get_typecode();
        std::vector<std::string> around;
        tell(out, held, around);
        break;
    }
    case CORBA::tk_boolean: out << int(value->get_boolean()); break;
    case CORBA::tk_octet: out << int(value->get_octet()); break;
    case CORBA::tk_char: out << int(static_cast<unsigned char>(value->get_char())); break;
    case CORBA::tk_wchar: out << unsigned(value->get_wchar()); break;
    case CORBA::tk_short: out << value->get_short(); break;
    case CORBA::tk_ushort: out << value->get_ushort(); break;
    case CORBA::tk_long: out << value->get_long(); break;
    case CORBA::tk_ulong: out << value->get_ulong(); break;
    case CORBA::tk_longlong: out << value->get_longlong(); break;
    case CORBA::tk_ulonglong: out << value->get_ulonglong(); break;
    case CORBA::tk_float: out << bits<4>("f", value->get_float()); break;
    case CORBA::tk_double: out << bits<8>("d", value->get_double()); break;
    case CORBA::tk_longdouble: out << bits<10>("D", value->get_longdouble()); break;
    case CORBA::tk_string: {
        CORBA::String_var text = value->get_string();
        out << 't' << hex(text.in(), strlen(text));
        break;
    }
    case CORBA::tk_wstring: {
        CORBA::WString_var text = value->get_wstring();
        out << 'T';
        for (const CORBA::WChar *unit = text; *unit; unit++) {
            unsigned char bytes[] = {static_cast<unsigned char>(*unit >> 8), static_cast<unsigned char>(*unit)};
            out << hex(bytes, 2);
        }
        break;
    }
    case CORBA::tk_fixed: {
        DynamicAny::DynFixed_var number = DynamicAny::DynFixed::_narrow(value);
        CORBA::String_var text = number->get_value();
        // Zero has a sign here.
        out << 'F' << (strcmp(text, "-0") == 0 ? "0" : text.in());
        break;
    }
    case CORBA::tk_objref: {
        CORBA::Object_var object = value->get_reference();
        CORBA::String_var text = orb->object_to_string(object);
        out << 'O' << (CORBA::is_nil(object) ? "" : text.in());
        break;
    }
    case CORBA::tk_enum: {
        DynamicAny::DynEnum_var member = DynamicAny::DynEnum::_narrow(value);
        out << member->get_as_ulong();
        break;
    }
    case CORBA::tk_union: {
        DynamicAny::DynUnion_var choice = DynamicAny::DynUnion::_narrow(value);
        DynamicAny::DynAny_var tag = choice->get_discriminator();
        out << '(';
        show(out, tag);
        out << ':';
        if (!choice->has_no_active_member()) {
            DynamicAny::DynAny_var held = choice->member();
            show(out, held);
        }
        out << ')';
        break;
    }
    case CORBA::tk_struct: show_all(out, value, '{', '}'); break;
    default: show_all(out, value, '[', ']'); break;
    }
}

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

static std::string marshalled(const CORBA::Any &value, Form form, bool little) {
    form.little = little;
    cdrMemoryStream stream(0, true);
    form.of(stream);
    value.NP_marshalDataOnly(stream);
    return hex(static_cast<char *>(stream.bufPtr()) + form.origin, stream.bufSize() - form.origin);
}

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

static std::string take(CORBA::TypeCode_ptr type, const Form &form, const std::string &bytes, bool has_any) {
    cdrMemoryStream stream;
    form.of(stream);
    stream.put_octet_array(reinterpret_cast<const CORBA::Octet *>(bytes.data()), bytes.size());
    stream.rewindInputPtr();
    stream.skipInput(form.origin);
    CORBA::Any value(type, nullptr);
    value.NP_unmarshalDataOnly(stream);
    std::ostringstream out;
    out << "ok " << stream.currentInputPtr() - form.origin << ' ' << marshalled(value, form, true) << ' '
        << marshalled(value, form, false) << ' ' << shown(value, has_any);
    return out.str();
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

static std::string answer(const std::string &line) {
    std::istringstream words(line);
    std::string command, type, order, code_set, bytes;
    Form form;
    unsigned long count;
    words >> command >> type;
    if (type == "ints1000" && words >> count)
        return timed(command, count);
    words >> form.minor >> order >> form.origin >> code_set >> bytes;
    if (!words || command != "take")
        return "no request";
    form.little = order == "little";
    form.utf8 = code_set == "utf8";
    try {
        CORBA::TypeCode_var made = Types(type).whole();
        return take(made, form, bytes == "." ? "" : unhex(bytes), type.find('Y') != std::string::npos);
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
