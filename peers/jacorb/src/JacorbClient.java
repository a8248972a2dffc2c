/**
 * jacorb_client tcp HOST PORT [NAME=VALUE...]: driven as omniorb_client is, with the cases of Cases.java; the values are
 * properties of JacORB, as for the server. Worth knowing:
 *
 * <pre>
 *   version=1.0                                 of `corbaloc:iiop:VERSION@HOST:PORT/` (1.2); a reference says its own
 *   jacorb.connection.client.pending_reply_timeout=N   how long a call may take, in milliseconds
 * </pre>
 */
public final class JacorbClient {
    public static void main(String[] arguments) throws Exception {
        if (arguments.length < 3 || !arguments[0].equals("tcp")) {
            System.err.println("usage: jacorb_client tcp HOST PORT [NAME=VALUE...]");
            System.exit(2);
        }
        String version = "1.2";
        for (String argument : arguments) {
            version = argument.startsWith("version=") ? argument.substring("version=".length()) : version;
        }
        String place = "corbaloc:iiop:" + version + "@" + arguments[1] + ":" + arguments[2] + "/";
        Client.serve(Common.start(arguments, 3), place);
    }
}
