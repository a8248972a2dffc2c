import java.net.URL;
import java.util.Map;
import org.apache.xmlrpc.client.XmlRpcClient;
import org.apache.xmlrpc.client.XmlRpcClientConfigImpl;

/** xmlrpc_client tcp HOST PORT: Apache XML-RPC over the JDK's HTTP, which keeps its connection; commands as in ../../README.md. */
final class XmlrpcClient {
    private XmlrpcClient() {}

    public static void main(String[] arguments) throws Exception {
        Commands.obey(arguments, (host, port) -> {
            XmlRpcClientConfigImpl config = new XmlRpcClientConfigImpl();
            config.setServerURL(new URL("http", host, port, "/RPC2"));
            XmlRpcClient client = new XmlRpcClient();
            client.setConfig(config);
            return (id, photo) -> {
                Object[] parameters = {Map.of("id", id, "photo", photo)};
                return (Map<?, ?>) client.execute("Database.Request", parameters);
            };
        });
    }
}
