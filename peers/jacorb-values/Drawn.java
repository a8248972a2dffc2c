import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.omg.CORBA_2_3.portable.InputStream;
import org.omg.CORBA_2_3.portable.OutputStream;

/**
 * Valuetypes that are declared while the program runs, through the streams of an ORB of Java: answers the requests of
 * peers/omniorb-codec that are about these (take, declare, state) with the same lines, but for one order of what is
 * written again, which is big endian. Places are those of GIOP 1.2 at a multiple of 8, with text in ISO 8859-1.
 */
final class Drawn {
    /** The streams of an ORB. */
    interface Streams {
        InputStream reader(byte[] bytes, boolean little);

        OutputStream writer();

        byte[] written(OutputStream stream);
    }

    /** A valuetype. */
    static final class Declared {
        String id;
        Declared base;
        boolean isTruncatable;
        List<Place> members = List.of();

        String[] ids() {
            List<String> ids = new ArrayList<>();
            Declared at = this;
            for (; at.isTruncatable && at.base != null; at = at.base) {
                ids.add(at.id);
            }
            ids.add(at.id);
            return ids.toArray(new String[0]);
        }
    }

    /** A value: boxes are read and written as others are. */
    static final class Held implements org.omg.CORBA.portable.StreamableValue {
        private static final long serialVersionUID = 1;
        final transient Declared of;
        final transient List<Object> state = new ArrayList<>();

        Held(Declared of) {
            this.of = of;
        }

        @Override
        public void _read(org.omg.CORBA.portable.InputStream in) {
            for (Place member : of.members) {
                state.add(member.read((InputStream) in));
            }
        }

        @Override
        public void _write(org.omg.CORBA.portable.OutputStream out) {
            for (int i = 0; i < state.size(); i++) {
                of.members.get(i).write((OutputStream) out, state.get(i));
            }
        }

        @Override
        public org.omg.CORBA.TypeCode _type() {
            return null;
        }

        @Override
        public String[] _truncatable_ids() {
            return of.ids();
        }
    }

    /** What stands somewhere in a message. */
    interface Place {
        Object read(InputStream in);

        void write(OutputStream out, Object value);

        void tell(StringBuilder out, Object value);
    }

    /** A type without parts: how it is read, written and told. */
    record Leaf(
            java.util.function.Function<InputStream, Object> reads,
            java.util.function.BiConsumer<OutputStream, Object> writes,
            java.util.function.Function<Object, String> tells)
            implements Place {
        @Override
        public Object read(InputStream in) {
            return reads.apply(in);
        }

        @Override
        public void write(OutputStream out, Object value) {
            writes.accept(out, value);
        }

        @Override
        public void tell(StringBuilder out, Object value) {
            out.append(tells.apply(value));
        }
    }

    /** A struct, or an array of that many. */
    record All(char open, char close, List<Place> parts) implements Place {
        @Override
        public Object read(InputStream in) {
            List<Object> all = new ArrayList<>();
            for (Place part : parts) {
                all.add(part.read(in));
            }
            return all;
        }

        @Override
        public void write(OutputStream out, Object value) {
            List<?> all = (List<?>) value;
            for (int i = 0; i < parts.size(); i++) {
                parts.get(i).write(out, all.get(i));
            }
        }

        @Override
        public void tell(StringBuilder out, Object value) {
            List<?> all = (List<?>) value;
            out.append(open);
            for (int i = 0; i < parts.size(); i++) {
                out.append(i > 0 ? "," : "");
                parts.get(i).tell(out, all.get(i));
            }
            out.append(close);
        }
    }

    record Sequence(Place element) implements Place {
        @Override
        public Object read(InputStream in) {
            int length = in.read_ulong();
            List<Object> all = new ArrayList<>();
            for (int i = 0; i < length; i++) {
                all.add(element.read(in));
            }
            return all;
        }

        @Override
        public void write(OutputStream out, Object value) {
            List<?> all = (List<?>) value;
            out.write_ulong(all.size());
            all.forEach(one -> element.write(out, one));
        }

        @Override
        public void tell(StringBuilder out, Object value) {
            new All('[', ']', java.util.Collections.nCopies(((List<?>) value).size(), element)).tell(out, value);
        }
    }

    /** A union; its labels are compared as they are told. */
    record Choice(Place tag, Map<String, Place> arms) implements Place {
        private Place chosen(Object label) {
            StringBuilder text = new StringBuilder();
            tag.tell(text, label);
            return arms.getOrDefault(text.toString(), arms.get("*"));
        }

        @Override
        public Object read(InputStream in) {
            Object label = tag.read(in);
            Place arm = chosen(label);
            return new Object[] {label, arm == null ? null : arm.read(in)};
        }

        @Override
        public void write(OutputStream out, Object value) {
            Object[] parts = (Object[]) value;
            tag.write(out, parts[0]);
            Place arm = chosen(parts[0]);
            if (arm != null) {
                arm.write(out, parts[1]);
            }
        }

        @Override
        public void tell(StringBuilder out, Object value) {
            Object[] parts = (Object[]) value;
            out.append('(');
            tag.tell(out, parts[0]);
            out.append(':');
            Place arm = chosen(parts[0]);
            if (arm != null) {
                arm.tell(out, parts[1]);
            }
            out.append(')');
        }
    }

    /** Where a valuetype is declared. */
    final class OfValue implements Place {
        private final Declared type;

        OfValue(Declared type) {
            this.type = type;
        }

        @Override
        public Object read(InputStream in) {
            return type == null ? in.read_value() : in.read_value(type.id);
        }

        @Override
        public void write(OutputStream out, Object value) {
            out.write_value((Serializable) value, value == null ? "" : ((Held) value).of.id);
        }

        @Override
        public void tell(StringBuilder out, Object value) {
            if (value == null) {
                out.append('~');
                return;
            }
            Integer before = told.putIfAbsent(value, told.size());
            if (before != null) {
                out.append('#').append(before);
                return;
            }
            Held held = (Held) value;
            out.append('v').append(held.of.id);
            new All('[', ']', held.of.members).tell(out, held.state);
        }
    }

    /** Reads descriptions. */
    final class Reader {
        private final String text;
        private int at;

        Reader(String text) {
            this.text = text;
        }

        private String until(char end) {
            int to = text.indexOf(end, at);
            String word = text.substring(at, to);
            at = to + 1;
            return word;
        }

        List<Place> all() {
            List<Place> all = new ArrayList<>();
            while (at < text.length()) {
                all.add(one());
            }
            return all;
        }

        private Place one() {
            char kind = text.charAt(at++);
            switch (kind) {
                case 's':
                case 'W':
                case 'E':
                    until(';');
                    return LEAVES.get(kind);
                case 'v': {
                    String name = until(';');
                    return new OfValue(name.equals("*") ? null : declared.get(name));
                }
                case 'S':
                    until(';');
                    return new Sequence(one());
                case 'A': {
                    int length = Integer.parseInt(until(';'));
                    return new All('[', ']', java.util.Collections.nCopies(length, one()));
                }
                case '{': {
                    until(';');
                    List<Place> parts = new ArrayList<>();
                    while (text.charAt(at) != '}') {
                        parts.add(one());
                    }
                    at++;
                    return new All('{', '}', parts);
                }
                case 'U': {
                    until(';');
                    Place tag = one();
                    Map<String, Place> arms = new HashMap<>();
                    while (text.charAt(at) != '}') {
                        String[] labels = until(':').split(",");
                        Place arm = one();
                        for (String label : labels) {
                            arms.put(label, arm);
                        }
                    }
                    at++;
                    return new Choice(tag, arms);
                }
                default:
                    if (!LEAVES.containsKey(kind)) {
                        throw new IllegalArgumentException("no type begins with " + kind);
                    }
                    return LEAVES.get(kind);
            }
        }
    }

    private static final int MARK = 0x5a;
    private static final Map<Character, Place> LEAVES = new HashMap<>();

    static {
        LEAVES.put('b', new Leaf(in -> in.read_boolean(), (out, v) -> out.write_boolean((Boolean) v), v -> (Boolean) v ? "1" : "0"));
        LEAVES.put('o', new Leaf(in -> in.read_octet(), (out, v) -> out.write_octet((Byte) v), v -> "" + ((Byte) v & 255)));
        LEAVES.put('c', new Leaf(in -> in.read_char(), (out, v) -> out.write_char((Character) v), v -> "" + (int) (Character) v));
        LEAVES.put('w', new Leaf(in -> in.read_wchar(), (out, v) -> out.write_wchar((Character) v), v -> "" + (int) (Character) v));
        LEAVES.put('h', new Leaf(in -> in.read_short(), (out, v) -> out.write_short((Short) v), v -> "" + v));
        LEAVES.put('H', new Leaf(in -> in.read_ushort(), (out, v) -> out.write_ushort((Short) v), v -> "" + ((Short) v & 0xffff)));
        LEAVES.put('l', new Leaf(in -> in.read_long(), (out, v) -> out.write_long((Integer) v), v -> "" + v));
        LEAVES.put('L', new Leaf(in -> in.read_ulong(), (out, v) -> out.write_ulong((Integer) v), v -> Integer.toUnsignedString((Integer) v)));
        LEAVES.put('E', LEAVES.get('L'));
        LEAVES.put('q', new Leaf(in -> in.read_longlong(), (out, v) -> out.write_longlong((Long) v), v -> "" + v));
        LEAVES.put('Q', new Leaf(in -> in.read_ulonglong(), (out, v) -> out.write_ulonglong((Long) v), v -> Long.toUnsignedString((Long) v)));
        LEAVES.put(
                'f',
                new Leaf(
                        in -> in.read_float(),
                        (out, v) -> out.write_float((Float) v),
                        v -> String.format("f%08x", Float.floatToRawIntBits((Float) v))));
        LEAVES.put(
                'd',
                new Leaf(
                        in -> in.read_double(),
                        (out, v) -> out.write_double((Double) v),
                        v -> String.format("d%016x", Double.doubleToRawLongBits((Double) v))));
        LEAVES.put(
                's',
                new Leaf(
                        in -> in.read_string(),
                        (out, v) -> out.write_string((String) v),
                        v -> "t" + hex(((String) v).getBytes(StandardCharsets.UTF_8))));
        LEAVES.put(
                'W',
                new Leaf(
                        in -> in.read_wstring(),
                        (out, v) -> out.write_wstring((String) v),
                        v -> "T" + HexFormat.of().formatHex(((String) v).getBytes(StandardCharsets.UTF_16BE))));
    }

    private static String hex(byte[] bytes) {
        return bytes.length == 0 ? "." : HexFormat.of().formatHex(bytes);
    }

    private final org.omg.CORBA_2_3.ORB orb;
    private final Streams streams;
    private final Map<String, Declared> declared = new HashMap<>();
    private final IdentityHashMap<Object, Integer> told = new IdentityHashMap<>();

    Drawn(org.omg.CORBA.ORB orb, Streams streams) {
        this.orb = (org.omg.CORBA_2_3.ORB) orb;
        this.streams = streams;
    }

    private String take(String type, String order, String digits) {
        told.clear();
        Place place = new Reader(type).all().get(0);
        byte[] bytes = digits.equals(".") ? new byte[0] : HexFormat.of().parseHex(digits);
        // A number behind it, which only follows if all was read.
        byte[] followed = java.util.Arrays.copyOf(bytes, (bytes.length + 3) / 4 * 4 + 4);
        java.util.Arrays.fill(followed, followed.length - 4, followed.length, (byte) MARK);
        InputStream in = streams.reader(followed, order.equals("little"));
        Object value = place.read(in);
        if (in.read_long() != MARK * 0x1010101) {
            throw new IllegalStateException("it does not take all");
        }
        OutputStream out = streams.writer();
        place.write(out, value);
        StringBuilder text = new StringBuilder();
        place.tell(text, value);
        return "ok " + bytes.length + " - " + hex(streams.written(out)) + " " + text;
    }

    private String answered(String[] words) {
        switch (words[0]) {
            case "take":
                return take(words[1], words[3], words[6]);
            case "declare": {
                Declared type = new Declared();
                type.id = words[2];
                type.base = declared.get(words[3]);
                type.isTruncatable = words[4].contains("t");
                declared.put(words[1], type);
                if (!words[4].contains("a")) {
                    orb.register_value_factory(type.id, in -> ((InputStream) in).read_value(new Held(type)));
                }
                return "ok";
            }
            case "state":
                declared.get(words[1]).members = words[2].equals(".") ? List.of() : new Reader(words[2]).all();
                return "ok";
            default:
                return "no request";
        }
    }

    /** Answers standard input's lines. */
    void serve() throws java.io.IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String answer;
            try {
                answer = answered(line.split(" "));
            } catch (RuntimeException | StackOverflowError e) {
                answer = "no " + String.valueOf(e).replace('\n', ' ');
            }
            System.out.println(answer);
        }
    }
}
