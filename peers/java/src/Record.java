import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** The record of an id (see ../../database.md) as a map whose keys are the names of the fields. */
final class Record {
    private static final String[] FIRST = {"Ada", "Erzsébet", "美咲", "Zoë"};
    private static final String[] LAST = {"Lovelace", "O'Neill & <Sons>", "\"Király\" \\ Székely"};
    static final byte[] PHOTO = new byte[1048576];
    static final byte[] NONE = {};

    static {
        for (int i = 0; i < PHOTO.length; i++) {
            PHOTO[i] = (byte) (i * 31 + 7);
        }
    }

    private Record() {}

    static Map<String, Object> of(int id, boolean photo) {
        if (id < 0) {
            throw new IllegalArgumentException("ids are 0 or more");
        }
        Map<String, Object> info = new LinkedHashMap<>();
        info.put("id", id);
        info.put("first_name", FIRST[id % 4]);
        info.put("last_name", LAST[id % 3]);
        info.put("age", 18 + id % 70);
        info.put("email", "user" + id + "@example.org");
        info.put("phone", String.format("+36 1 555 %04d", id % 10000));
        info.put("newsletter", id % 2 == 0);
        info.put("latitude", (id % 100) / 4.0 - 33.875);
        info.put("longitude", 151.125 - (id % 1000) / 4.0);
        info.put("photo", photo ? PHOTO : NONE);
        return info;
    }

    /** Whether all fields are equal; the numbers are compared as what they stand for, int or float. */
    static boolean same(Map<?, ?> got, Map<String, Object> wanted) {
        if (!got.keySet().equals(wanted.keySet())) {
            return false;
        }
        return wanted.entrySet().stream().allMatch(field -> sameValue(got.get(field.getKey()), field.getValue()));
    }

    private static boolean sameValue(Object got, Object wanted) {
        if (wanted instanceof byte[]) {
            return got instanceof byte[] && Arrays.equals((byte[]) got, (byte[]) wanted);
        }
        if (wanted instanceof Number) {
            return got instanceof Number && ((Number) got).doubleValue() == ((Number) wanted).doubleValue();
        }
        return Objects.equals(got, wanted);
    }
}
