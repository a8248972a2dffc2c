// Types from their descriptions and values as text; both are described in omniorb_codec.cpp.
#pragma once

#include <cstdlib>
#include <cstring>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <omniORB4/CORBA.h>

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

// Of values.h.
static void tell_value(std::ostream &out, CORBA::ValueBase *value);

static void show_any(std::ostream &out, const CORBA::Any &value) {
    CORBA::TypeCode_var whole = value.type();
    CORBA::TypeCode_var type = resolved(whole);
    if (type->kind() == CORBA::tk_value || type->kind() == CORBA::tk_value_box) {
        // Whose it is then, is told by nobody: the program is short.
        CORBA::ValueBase *held = nullptr;
        if (!(value >>= CORBA::Any::to_value(held)))
            throw std::runtime_error("an any without the value of its type");
        tell_value(out, held);
        return;
    }
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
    case CORBA::tk_value: {
        named('V');
        out << type->type_modifier() << ';';
        CORBA::TypeCode_var base = type->concrete_base_type();
        if (CORBA::is_nil(base))
            out << 'n';
        else
            tell(out, base, around);
        out << ';';
        for (CORBA::ULong i = 0; i < type->member_count(); i++) {
            CORBA::TypeCode_var member = type->member_type(i);
            out << type->member_visibility(i) << type->member_name(i) << ':';
            tell(out, member, around);
            out << ',';
        }
        out << '}';
        break;
    }
    case CORBA::tk_value_box: {
        named('B');
        CORBA::TypeCode_var of = type->content_type();
        tell(out, of, around);
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
