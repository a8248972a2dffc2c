// Valuetypes that are declared while the program runs: instances of one class, which knows its members from their
// descriptions. What holds no value is left to omniORB's TypeCodes.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <omniORB4/valueType.h>

#include "described.h"

// What a value may hold, or a place of the message.
struct Datum {
    CORBA::Any any;
    CORBA::ValueBase_var value;
    std::vector<Datum> parts;
    size_t arm = 0;
};

// Numbers of the values of a message, in the order in which they are told.
static std::map<const CORBA::ValueBase *, size_t> told;

static void tell_value(std::ostream &out, CORBA::ValueBase *value);

struct Declared;

// Places that are valuetypes, or in which there are some.
class Place {
public:
    virtual ~Place() = default;
    virtual void read(Datum &into, cdrStream &from) const = 0;
    virtual void write(const Datum &from, cdrStream &into) const = 0;
    virtual void tell(std::ostream &out, const Datum &of) const = 0;
};

typedef std::shared_ptr<Place> Place_ptr;
typedef std::vector<Place_ptr> Places;

// A valuetype.
struct Declared {
    std::string id;
    CORBA::ULong hash;
    const Declared *base;
    bool is_abstract, is_truncatable, is_box;
    // Those of the bases first.
    Places members;
    std::vector<_omni_ValueId> listed;
    _omni_ValueIds ids;

    void list() {
        const Declared *of = this;
        for (; of->is_truncatable && of->base; of = of->base)
            listed.push_back({of->id.c_str(), of->hash});
        listed.push_back({of->id.c_str(), of->hash});
        ids.idcount = CORBA::Long(listed.size());
        ids.repoIds = listed.data();
        ids.hashval = omniValueType::hash_ids(&ids);
    }
};

static std::map<std::string, std::unique_ptr<Declared>> declared;
// Those that were declared before: values of them may be there still.
static std::vector<std::unique_ptr<Declared>> forgotten;

// Whether the last value that was written has others inside of its chunks: omniORB cannot end those in big endian.
static bool is_nested;
static int chunked_around;

class Held : public virtual CORBA::DefaultValueRefCountBase {
public:
    explicit Held(const Declared &of) : of(of), state(of.members.size()) {}

    CORBA::ValueBase *_copy_value() override { throw CORBA::NO_IMPLEMENT(); }
    const char *_NP_repositoryId() const override { return of.id.c_str(); }
    const char *_NP_repositoryId(CORBA::ULong &hash) const override {
        hash = of.hash;
        return of.id.c_str();
    }
    const _omni_ValueIds *_NP_truncatableIds() const override { return of.is_truncatable ? &of.ids : nullptr; }
    CORBA::Boolean _NP_custom() const override { return 0; }
    CORBA::Boolean _NP_box() const override { return of.is_box; }
    void *_ptrToValue(const char *id) override {
        if (omni::strMatch(id, "held"))
            return this;
        if (omni::strMatch(id, CORBA::ValueBase::_PD_repoId))
            return static_cast<CORBA::ValueBase *>(this);
        return nullptr;
    }
    void _PR_marshal_state(cdrStream &into) const override {
        bool is_chunked = cdrValueChunkStream::downcast(&into);
        chunked_around += is_chunked;
        is_nested |= chunked_around > 1;
        for (size_t i = 0; i < state.size(); i++)
            of.members[i]->write(state[i], into);
        chunked_around -= is_chunked;
    }
    void _PR_unmarshal_state(cdrStream &from) override {
        for (size_t i = 0; i < state.size(); i++)
            of.members[i]->read(state[i], from);
    }
    bool is(const Declared &type) const {
        for (const Declared *at = &of; at; at = at->base)
            if (at == &type)
                return true;
        return type.is_abstract;
    }
    void tell(std::ostream &out) const {
        out << 'v' << of.id << '[';
        for (size_t i = 0; i < state.size(); i++) {
            out << (i > 0 ? "," : "");
            of.members[i]->tell(out, state[i]);
        }
        out << ']';
    }

private:
    const Declared &of;
    std::vector<Datum> state;
};

class Factory : public CORBA::ValueFactoryBase {
public:
    explicit Factory(const Declared &of) : of(of) {}
    CORBA::ValueBase *create_for_unmarshal() override { return new Held(of); }

private:
    const Declared &of;
};

static Held *held(CORBA::ValueBase *value) { return static_cast<Held *>(value->_ptrToValue("held")); }

static void tell_value(std::ostream &out, CORBA::ValueBase *value) {
    if (!value) {
        out << '~';
        return;
    }
    auto found = told.emplace(value, told.size());
    if (!found.second) {
        out << '#' << found.first->second;
        return;
    }
    // Those of an any are gone with it, and another one may come to be where it was.
    CORBA::add_ref(value);
    if (Held *of = held(value))
        of->tell(out);
    else
        out << '?' << value->_NP_repositoryId();
}

// Of a type that a TypeCode describes.
class Described : public Place {
public:
    explicit Described(CORBA::TypeCode_ptr type) : type(type) {}
    void read(Datum &into, cdrStream &from) const override {
        into.any.replace(type, nullptr);
        into.any.NP_unmarshalDataOnly(from);
    }
    void write(const Datum &from, cdrStream &into) const override { from.any.NP_marshalDataOnly(into); }
    void tell(std::ostream &out, const Datum &of) const override { show_any(out, of.any); }

protected:
    CORBA::TypeCode_var type;
};

// Of one that is a number of as many bytes as Bits. TypeCodes have those copied as arrays of octets, which omniORB does not find at
// the beginning of a chunk; stubs read and write numbers, as this does.
template <class Bits> class Number : public Described {
public:
    using Described::Described;
    void read(Datum &into, cdrStream &from) const override {
        cdrMemoryStream copy;
        move(from, copy);
        Described::read(into, copy);
    }
    void write(const Datum &from, cdrStream &into) const override {
        cdrMemoryStream copy;
        Described::write(from, copy);
        move(copy, into);
    }

private:
    static void move(cdrStream &from, cdrStream &into) {
        Bits bits;
        bits <<= from;
        bits >>= into;
    }
};

template <> void Number<CORBA::Octet>::move(cdrStream &from, cdrStream &into) { into.marshalOctet(from.unmarshalOctet()); }

// Where a valuetype is declared; null for any.
class OfValue : public Place {
public:
    explicit OfValue(const Declared *type) : type(type) {}
    void read(Datum &into, cdrStream &from) const override {
        if (!type)
            into.value = CORBA::ValueBase::_NP_unmarshal(from);
        else
            into.value = omniValueType::unmarshal(type->id.c_str(), type->hash, nullptr, from);
        Held *value = into.value.in() ? held(into.value.in()) : nullptr;
        if (type && into.value.in() && !(value && value->is(*type)))
            throw std::runtime_error("a value of another type");
    }
    void write(const Datum &from, cdrStream &into) const override {
        const char *id = type ? type->id.c_str() : CORBA::ValueBase::_PD_repoId;
        omniValueType::marshal(from.value.in(), id, into);
    }
    void tell(std::ostream &out, const Datum &of) const override { tell_value(out, of.value.in()); }

private:
    const Declared *type;
};

// A struct, or an array of that many places.
class All : public Place {
public:
    All(char open, char close) : open(open), close(close) {}
    void read(Datum &into, cdrStream &from) const override {
        into.parts.resize(parts.size());
        for (size_t i = 0; i < parts.size(); i++)
            parts[i]->read(into.parts[i], from);
    }
    void write(const Datum &from, cdrStream &into) const override {
        for (size_t i = 0; i < parts.size(); i++)
            parts[i]->write(from.parts[i], into);
    }
    void tell(std::ostream &out, const Datum &of) const override {
        out << open;
        for (size_t i = 0; i < parts.size(); i++) {
            out << (i > 0 ? "," : "");
            parts[i]->tell(out, of.parts[i]);
        }
        out << close;
    }

    Places parts;

private:
    char open, close;
};

class Sequence : public Place {
public:
    Sequence(CORBA::ULong bound, Place_ptr element) : bound(bound), element(element) {}
    void read(Datum &into, cdrStream &from) const override {
        CORBA::ULong length;
        length <<= from;
        if ((bound > 0 && length > bound) || !from.checkInputOverrun(1, length))
            throw std::runtime_error("a sequence that is too long");
        into.parts.resize(length);
        for (Datum &part : into.parts)
            element->read(part, from);
    }
    void write(const Datum &from, cdrStream &into) const override {
        CORBA::ULong length = CORBA::ULong(from.parts.size());
        length >>= into;
        for (const Datum &part : from.parts)
            element->write(part, into);
    }
    void tell(std::ostream &out, const Datum &of) const override {
        out << '[';
        for (size_t i = 0; i < of.parts.size(); i++) {
            out << (i > 0 ? "," : "");
            element->tell(out, of.parts[i]);
        }
        out << ']';
    }

private:
    CORBA::ULong bound;
    Place_ptr element;
};

// A union; its labels are compared as they are told.
class Choice : public Place {
public:
    explicit Choice(Place_ptr tag) : tag(tag) {}
    void read(Datum &into, cdrStream &from) const override {
        into.parts.resize(2);
        tag->read(into.parts[0], from);
        into.arm = chosen(into.parts[0]);
        if (into.arm < arms.size())
            arms[into.arm]->read(into.parts[1], from);
    }
    void write(const Datum &from, cdrStream &into) const override {
        tag->write(from.parts[0], into);
        if (from.arm < arms.size())
            arms[from.arm]->write(from.parts[1], into);
    }
    void tell(std::ostream &out, const Datum &of) const override {
        out << '(';
        tag->tell(out, of.parts[0]);
        out << ':';
        if (of.arm < arms.size())
            arms[of.arm]->tell(out, of.parts[1]);
        out << ')';
    }

    void arm(const std::string &labels, Place_ptr of) {
        std::stringstream all(labels);
        for (std::string label; std::getline(all, label, ',');)
            by_label[label] = arms.size();
        arms.push_back(of);
    }

private:
    size_t chosen(const Datum &label) const {
        std::ostringstream text;
        tag->tell(text, label);
        auto found = by_label.find(text.str());
        if (found == by_label.end())
            found = by_label.find("*");
        return found == by_label.end() ? arms.size() : found->second;
    }

    Place_ptr tag;
    std::map<std::string, size_t> by_label;
    Places arms;
};

// Reads places from their description.
class PlaceReader {
public:
    explicit PlaceReader(const std::string &text) : text(text), at(0) {}

    Places all() {
        Places all;
        while (at < text.size())
            all.push_back(one());
        return all;
    }

private:
    const std::string &text;
    size_t at;

    std::string until(char end) {
        size_t to = text.find(end, at);
        if (to == std::string::npos)
            throw std::runtime_error("half a place");
        std::string word = text.substr(at, to - at);
        at = to + 1;
        return word;
    }

    Place_ptr one() {
        size_t begun = at;
        skip();
        std::string type = text.substr(begun, at - begun);
        bool has_parts = type.find_first_of("{UA") == 0 && type.find('R') == std::string::npos;
        if (type.find('v') == std::string::npos && !has_parts)
            return leaf(type[0], Types(type).whole());
        at = begun + 1;
        switch (type[0]) {
        case 'v': {
            std::string name = until(';');
            if (name == "*")
                return std::make_shared<OfValue>(nullptr);
            return std::make_shared<OfValue>(::declared.at(name).get());
        }
        case 'S': {
            CORBA::ULong bound = strtoul(until(';').c_str(), nullptr, 10);
            return std::make_shared<Sequence>(bound, one());
        }
        case 'A': {
            auto all = std::make_shared<All>('[', ']');
            CORBA::ULong length = strtoul(until(';').c_str(), nullptr, 10);
            all->parts.assign(length, one());
            return all;
        }
        case '{': {
            auto all = std::make_shared<All>('{', '}');
            until(';');
            while (text.at(at) != '}')
                all->parts.push_back(one());
            at++;
            return all;
        }
        case 'U': {
            until(';');
            auto choice = std::make_shared<Choice>(one());
            while (text.at(at) != '}') {
                std::string labels = until(':');
                choice->arm(labels, one());
            }
            at++;
            return choice;
        }
        default: throw std::runtime_error("no place for values: " + type);
        }
    }

    static Place_ptr leaf(char kind, CORBA::TypeCode_ptr type) {
        switch (kind) {
        case 'b':
        case 'o': return std::make_shared<Number<CORBA::Octet>>(type);
        case 'h':
        case 'H': return std::make_shared<Number<CORBA::UShort>>(type);
        case 'l':
        case 'L':
        case 'f':
        case 'E': return std::make_shared<Number<CORBA::ULong>>(type);
        case 'q':
        case 'Q':
        case 'd': return std::make_shared<Number<CORBA::ULongLong>>(type);
        default: return std::make_shared<Described>(type);
        }
    }

    void skip() {
        switch (text.at(at++)) {
        case 's':
        case 'W':
        case 'F':
        case 'E':
        case 'R':
        case 'v': until(';'); break;
        case 'S':
        case 'A':
            until(';');
            skip();
            break;
        case '{':
            until(';');
            while (text.at(at) != '}')
                skip();
            at++;
            break;
        case 'U':
            until(';');
            skip();
            while (text.at(at) != '}') {
                until(':');
                skip();
            }
            at++;
            break;
        default: break;
        }
    }
};

static void know(const Declared &type) {
    CORBA::ValueFactory factory = new Factory(type);
    CORBA::ValueFactory before = orb->register_value_factory(type.id.c_str(), factory);
    if (before)
        before->_remove_ref();
    factory->_remove_ref();
}

// Declares a valuetype, whose members are described later, since they may be of it.
static void declare(const std::string &name, const std::string &id, const std::string &base, const std::string &flags) {
    std::unique_ptr<Declared> &type = declared[name];
    if (type)
        forgotten.push_back(std::move(type));
    type.reset(new Declared());
    type->id = id;
    type->hash = omniValueType::hash_id(id.c_str());
    type->base = base == "-" ? nullptr : declared.at(base).get();
    type->is_abstract = flags.find('a') != std::string::npos;
    type->is_truncatable = flags.find('t') != std::string::npos;
    type->is_box = flags.find('b') != std::string::npos;
    type->list();
    if (!type->is_abstract)
        know(*type);
}

static void state(const std::string &name, const std::string &members) {
    Declared &type = *declared.at(name);
    if (members != ".")
        type.members = PlaceReader(members).all();
}
