import jakarta.xml.ws.soap.SOAPBinding;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashMap;
import java.util.Map;
import java.util.logging.LogManager;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;

/**
 * cxf_server, cxf_rpc_server, cxf_features_server tcp [PORT] [mtom=on]: bench.wsdl, bench-rpc.wsdl or features.wsdl at /, as ../README.md
 * says. The endpoint is one of SOAP 1.2, which answers SOAP 1.1 in 1.1.
 */
public final class CxfServer {
    public static void main(String[] arguments) throws Exception {
        if (arguments.length < 2 || !arguments[1].equals("tcp")) {
            System.err.println("usage: cxf_server tcp [PORT] [mtom=on]");
            System.exit(2);
        }
        LogManager.getLogManager().reset();
        String host = System.getenv().getOrDefault("MANYRPC_LISTEN", "127.0.0.1");
        int port = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 0;
        if (port == 0) {
            // Jetty's transport wants a number: that of a port that was free a moment ago.
            try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getByName(host))) {
                port = free.getLocalPort();
            }
        }
        JaxWsServerFactoryBean server = new JaxWsServerFactoryBean();
        switch (arguments[0]) {
            case "document":
                server.setServiceClass(bench.document.Bench.class);
                server.setServiceBean(new Application());
                break;
            case "rpc":
                server.setServiceClass(bench.rpc.Bench.class);
                server.setServiceBean(new RpcApplication());
                break;
            default:
                server.setServiceClass(features.Features.class);
                server.setServiceBean(new FeaturesApplication());
        }
        server.setAddress("http://" + host + ":" + port + "/");
        server.setBindingId(SOAPBinding.SOAP12HTTP_BINDING);
        Map<String, Object> properties = new HashMap<>();
        properties.put("mtom-enabled", arguments.length > 3 && arguments[3].equals("mtom=on"));
        server.setProperties(properties);
        server.create();
        System.out.println("PORT " + port);
        while (System.in.read() >= 0) {
            // Until it closes.
        }
        Runtime.getRuntime().halt(0);
    }

    private CxfServer() {}
}
