import java.util.Properties;
import manyrpc.info;
import org.omg.CORBA.ORB;

/** What server and client share. */
final class Common {
    static final int PHOTO_BYTES = 1048576;
    static final int TRANSFERRED = 1989;

    /** JacORB by its own classes; `options` are properties, NAME=VALUE, from the `from`th on. */
    static ORB start(String[] options, int from, String... more) {
        Properties properties = new Properties();
        properties.put("org.omg.CORBA.ORBClass", "org.jacorb.orb.ORB");
        properties.put("org.omg.CORBA.ORBSingletonClass", "org.jacorb.orb.ORBSingleton");
        properties.put("jacorb.native_char_codeset", "UTF8");
        properties.put("jacorb.log.default.verbosity", "0");
        properties.put("OAIAddr", System.getenv().getOrDefault("MANYRPC_LISTEN", "127.0.0.1"));
        for (String option : more) {
            put(properties, option);
        }
        for (int i = from; i < options.length; i++) {
            put(properties, options[i]);
        }
        return ORB.init(new String[0], properties);
    }

    private static void put(Properties properties, String option) {
        String[] parts = option.split("=", 2);
        properties.put(parts[0], parts[1]);
    }

    static byte[] pattern(int size) {
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) (i * 31 + 7);
        }
        return bytes;
    }

    static info infoOf(int id, byte[] photo) {
        return new info(id, "Ada", "Lovelace", 36, "ada@example.org", "+44 20 7946 0000", true, 51.5f, -0.125f, photo);
    }

    private Common() {}
}
