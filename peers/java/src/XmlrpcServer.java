import java.util.Map;
import org.apache.xmlrpc.XmlRpcException;
import org.apache.xmlrpc.XmlRpcRequest;
import org.apache.xmlrpc.server.XmlRpcNoSuchHandlerException;
import org.apache.xmlrpc.server.XmlRpcServerConfigImpl;
import org.apache.xmlrpc.webserver.WebServer;

/** xmlrpc_server tcp [port]: Database.Request on Apache XML-RPC and its web server, until standard input closes. */
final class XmlrpcServer {
    private XmlrpcServer() {}

    private static Object request(XmlRpcRequest request) throws XmlRpcException {
        if (request.getParameterCount() != 1 || !(request.getParameter(0) instanceof Map)) {
            throw new XmlRpcException(1, "one struct is wanted");
        }
        Map<?, ?> wanted = (Map<?, ?>) request.getParameter(0);
        try {
            return Record.of((Integer) wanted.get("id"), (Boolean) wanted.get("photo"));
        } catch (ClassCastException | NullPointerException | IllegalArgumentException error) {
            throw new XmlRpcException(1, "ids are 0 or more, photo is a boolean");
        }
    }

    public static void main(String[] arguments) throws Exception {
        Commands.serve(arguments, at -> {
            WebServer web = new WebServer(at.getPort(), at.getAddress());
            web.getXmlRpcServer().setHandlerMapping(name -> {
                if (!name.equals("Database.Request")) {
                    throw new XmlRpcNoSuchHandlerException("No such method: " + name);
                }
                return XmlrpcServer::request;
            });
            XmlRpcServerConfigImpl config = (XmlRpcServerConfigImpl) web.getXmlRpcServer().getConfig();
            config.setKeepAliveEnabled(true);
            web.start();
            return web.getPort();
        });
    }
}
