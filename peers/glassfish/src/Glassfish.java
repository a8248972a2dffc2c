import com.sun.corba.ee.spi.ior.IOR;
import com.sun.corba.ee.spi.ior.iiop.IIOPProfileTemplate;
import java.util.Map;
import java.util.Properties;
import org.omg.CORBA.ORB;

/**
 * glassfish_server tcp [PORT [NAME=VALUE...]] and glassfish_client tcp HOST PORT [NAME=VALUE...]: the objects and the cases of
 * JacORB's programs on the ORB of GlassFish; the values are properties of that. Its objects have the keys of their adapter only,
 * so that `corbaloc` does not find them. Worth knowing:
 *
 * <pre>
 *   com.sun.corba.ee.giop.ORBGIOPVersion=1.0     what it speaks at most (1.2)
 *   com.sun.corba.ee.giop.ORBFragmentSize=1024   where messages are cut (4096)
 *   com.sun.corba.ee.giop.ORBTargetAddressing=1  requests name objects by profile; 2: by reference (0: by key)
 *   com.sun.corba.ee.codeset.charsets=0x00010001 code sets of strings, the first is its own
 * </pre>
 */
public final class Glassfish {
    private static ORB start(String[] options, int from, String port) {
        Properties properties = new Properties();
        properties.put("org.omg.CORBA.ORBClass", "com.sun.corba.ee.impl.orb.ORBImpl");
        properties.put("org.omg.CORBA.ORBSingletonClass", "com.sun.corba.ee.impl.orb.ORBSingleton");
        properties.put("com.sun.corba.ee.ORBServerHost", System.getenv().getOrDefault("MANYRPC_LISTEN", "127.0.0.1"));
        properties.put("com.sun.corba.ee.POA.ORBPersistentServerPort", port);
        // A call that ends with TRANSIENT is made again for a minute otherwise.
        properties.put("com.sun.corba.ee.transport.ORBTCPConnectTimeouts", "100:100:100");
        for (int i = from; i < options.length; i++) {
            String[] parts = options[i].split("=", 2);
            properties.put(parts[0], parts[1]);
        }
        return ORB.init(new String[0], properties);
    }

    private static void serve(String[] arguments) throws Exception {
        ORB orb = start(arguments, 2, arguments.length > 1 ? arguments[1] : "0");
        Map<String, org.omg.CORBA.Object> objects = new Objects(orb).all;
        IOR first = ((com.sun.corba.ee.spi.orb.ORB) orb).getIOR(objects.get("features.Server"), false);
        IIOPProfileTemplate profile = (IIOPProfileTemplate) first.getProfile().getTaggedProfileTemplate();
        System.out.println("PORT " + profile.getPrimaryAddress().getPort());
        objects.forEach((key, object) -> System.out.println("IOR " + key + " " + orb.object_to_string(object)));
        System.out.println("ready");
        System.in.readAllBytes();
        Runtime.getRuntime().halt(0);
    }

    public static void main(String[] arguments) throws Exception {
        boolean serves = arguments.length > 0 && arguments[0].equals("server");
        String[] others = java.util.Arrays.copyOfRange(arguments, Math.min(1, arguments.length), arguments.length);
        if (others.length < (serves ? 1 : 3) || !others[0].equals("tcp")) {
            System.err.println("usage: glassfish_server tcp [PORT [NAME=VALUE...]], or glassfish_client tcp HOST PORT [NAME=VALUE...]");
            System.exit(2);
        } else if (serves) {
            serve(others);
        } else {
            Client.serve(start(others, 3, "0"), "corbaloc:iiop:1.2@" + others[1] + ":" + others[2] + "/");
        }
    }
}
