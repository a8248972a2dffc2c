import features.Server;
import features.ServerHelper;
import java.util.Arrays;
import org.omg.BiDirPolicy.BIDIRECTIONAL_POLICY_TYPE;
import org.omg.BiDirPolicy.BOTH;
import org.omg.BiDirPolicy.BidirectionalPolicyValueHelper;
import org.omg.CORBA.Any;
import org.omg.CORBA.OBJECT_NOT_EXIST;
import org.omg.CORBA.Policy;
import org.omg.CORBA.SetOverrideType;
import org.omg.Messaging.SYNC_SCOPE_POLICY_TYPE;
import org.omg.Messaging.SYNC_WITH_SERVER;
import org.omg.Messaging.SyncScopeHelper;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.POAHelper;

/**
 * jacorb_client tcp HOST PORT [NAME=VALUE...]: driven as omniorb_client is, with the cases of Cases.java; the values are
 * properties of JacORB, as for the server. Worth knowing:
 *
 * <pre>
 *   version=1.0                                 of `corbaloc:iiop:VERSION@HOST:PORT/` (1.2); a reference says its own
 *   jacorb.connection.client.pending_reply_timeout=N   how long a call may take, in milliseconds
 *   org.omg.PortableInterceptor.ORBInitializerClass.both=org.jacorb.orb.giop.BiDirConnectionInitializer
 *                                               offers to be called over its connections, as the case `both-ways` needs
 * </pre>
 */
public final class JacorbClient {
    /** Calls without results of this object wait until the server has them. */
    private static Server withReceipts(String key) {
        Any scope = Client.orb.create_any();
        SyncScopeHelper.insert(scope, SYNC_WITH_SERVER.value);
        try {
            Policy[] policies = {Client.orb.create_policy(SYNC_SCOPE_POLICY_TYPE.value, scope)};
            return ServerHelper.unchecked_narrow(Client.object(key)._set_policy_override(policies, SetOverrideType.ADD_OVERRIDE));
        } catch (org.omg.CORBA.PolicyError error) {
            throw new IllegalStateException(error);
        }
    }

    private static void receipts() {
        withReceipts("features.Server").note("received");
        try {
            withReceipts("nobody").note("lost");
        } catch (OBJECT_NOT_EXIST expected) {
            return;
        }
        throw new IllegalStateException("nobody has received it");
    }

    private static final String OFFERS = "org.omg.PortableInterceptor.ORBInitializerClass.";

    private static void bothWays() throws Exception {
        Any both = Client.orb.create_any();
        BidirectionalPolicyValueHelper.insert(both, BOTH.value);
        POA root = POAHelper.narrow(Client.orb.resolve_initial_references("RootPOA"));
        Policy[] policies = {Client.orb.create_policy(BIDIRECTIONAL_POLICY_TYPE.value, both)};
        Cases.callBacks(root.create_POA("both ways", root.the_POAManager(), policies));
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length < 3 || !arguments[0].equals("tcp")) {
            System.err.println("usage: jacorb_client tcp HOST PORT [NAME=VALUE...]");
            System.exit(2);
        }
        if (Arrays.stream(arguments).anyMatch(argument -> argument.startsWith(OFFERS))) {
            Cases.ALL.put("both-ways", JacorbClient::bothWays);
        }
        String version = "1.2";
        for (String argument : arguments) {
            version = argument.startsWith("version=") ? argument.substring("version=".length()) : version;
        }
        // In GIOP 1.0 and 1.1 it waits for a reply that it does not ask for.
        if (version.equals("1.2")) {
            Cases.ALL.put("receipts", JacorbClient::receipts);
        }
        String place = "corbaloc:iiop:" + version + "@" + arguments[1] + ":" + arguments[2] + "/";
        Client.serve(Common.start(arguments, 3), place);
    }
}
