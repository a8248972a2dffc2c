import java.util.Map;
import org.jacorb.orb.ParsedIOR;
import org.jacorb.orb.iiop.IIOPAddress;
import org.jacorb.orb.iiop.IIOPProfile;
import org.omg.CORBA.ORB;

/**
 * jacorb_server tcp [PORT [NAME=VALUE...]]: serves interfaces/corba on JacORB, driven as omniorb_server is; the values
 * are properties of JacORB. It has neither `features.Moved` nor `features.MovedForGood`: JacORB 3.9 never answers a call
 * whose servant manager raises ForwardRequest. Worth knowing:
 *
 * <pre>
 *   jacorb.giop_minor_version=1                           what its references offer (2)
 *   jacorb.ior_proxy_host=H, jacorb.ior_proxy_port=P      another address in its references
 *   jacorb.native_char_codeset=ISO8859_1                  code set of strings that references offer (here UTF8)
 *   jacorb.connection.server.timeout=1000                 closes connections without calls, in milliseconds
 * </pre>
 */
public final class JacorbServer {
    public static void main(String[] arguments) throws Exception {
        if (arguments.length < 1 || !arguments[0].equals("tcp")) {
            System.err.println("usage: jacorb_server tcp [PORT [NAME=VALUE...]]");
            System.exit(2);
        }
        String port = arguments.length > 1 ? arguments[1] : "0";
        ORB orb = Common.start(arguments, 2, "OAPort=" + port);
        Map<String, org.omg.CORBA.Object> objects = new Objects(orb).all;
        ParsedIOR first = new ParsedIOR((org.jacorb.orb.ORB) orb, orb.object_to_string(objects.get("features.Server")));
        System.out.println("PORT " + ((IIOPAddress) ((IIOPProfile) first.getEffectiveProfile()).getAddress()).getPort());
        for (Map.Entry<String, org.omg.CORBA.Object> entry : objects.entrySet()) {
            String reference = orb.object_to_string(entry.getValue());
            ((org.jacorb.orb.ORB) orb).addObjectKey(entry.getKey(), reference);
            System.out.println("IOR " + entry.getKey() + " " + reference);
        }
        System.out.println("ready");
        System.in.readAllBytes();
        Runtime.getRuntime().halt(0);
    }
}
