import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.LogManager;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.transport.common.gzip.GZIPFeature;
import org.apache.cxf.ws.security.wss4j.WSS4JInInterceptor;

/**
 * cxf_server, cxf_rpc_server, cxf_features_server tcp [PORT] [mtom=on] [more=on]: bench.wsdl, bench-rpc.wsdl or features.wsdl at /, as
 * ../README.md says. The endpoint is one of SOAP 1.2, which answers SOAP 1.1 in 1.1.
 *
 * <p>With more=on the same is also at /basic, /text and /digest for the user `ann` with the password `secret` only (HTTP Basic;
 * UsernameToken with a timestamp), at /addressed for messages with WS-Addressing only, and at /packed, which reads gzip and sends it to
 * those who accept it.
 */
public final class CxfServer {
    /** Jetty's transport wants a number: that of a port that was free a moment ago. */
    static int portOf(String host, int wanted) throws IOException {
        if (wanted != 0) {
            return wanted;
        }
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getByName(host))) {
            return free.getLocalPort();
        }
    }

    private static JaxWsServerFactoryBean endpoint(String kind) {
        JaxWsServerFactoryBean server = new JaxWsServerFactoryBean();
        switch (kind) {
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
        server.setBindingId(SOAPBinding.SOAP12HTTP_BINDING);
        return server;
    }

    private static void more(String kind, String at) {
        for (String path : List.of("basic", "text", "digest", "addressed", "packed")) {
            JaxWsServerFactoryBean server = endpoint(kind);
            server.setAddress(at + path);
            switch (path) {
                case "basic":
                    server.getInInterceptors().add(new Secured.Basic());
                    break;
                case "addressed":
                    server.getFeatures().add(Secured.addressing());
                    break;
                case "packed":
                    GZIPFeature packed = new GZIPFeature();
                    packed.setThreshold(0);
                    server.getFeatures().add(packed);
                    break;
                default:
                    boolean digest = path.equals("digest");
                    Map<String, Object> token = Secured.token(Secured.NAME, Secured.PASSWORD, digest);
                    server.getInInterceptors().add(new WSS4JInInterceptor(token));
            }
            server.create();
        }
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length < 2 || !arguments[1].equals("tcp")) {
            System.err.println("usage: cxf_server tcp [PORT] [mtom=on] [more=on]");
            System.exit(2);
        }
        LogManager.getLogManager().reset();
        List<String> options = Arrays.asList(arguments);
        String host = System.getenv().getOrDefault("MANYRPC_LISTEN", "127.0.0.1");
        int port = portOf(host, arguments.length > 2 ? Integer.parseInt(arguments[2]) : 0);
        String at = "http://" + host + ":" + port + "/";
        // Before `/`: Jetty's transport answers with nothing at paths that come later.
        if (options.contains("more=on")) {
            more(arguments[0], at);
        }
        JaxWsServerFactoryBean server = endpoint(arguments[0]);
        server.setAddress(at);
        Map<String, Object> properties = new HashMap<>();
        properties.put("mtom-enabled", options.contains("mtom=on"));
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
