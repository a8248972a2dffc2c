import java.util.Properties;
import org.omg.CORBA.ORB;

/** How server and client start. */
final class Common {
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

    private Common() {}
}
