import bench.document.Bench;
import features.Features;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.logging.LogManager;
import java.util.stream.Stream;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.security.wss4j.WSS4JOutInterceptor;

/**
 * cxf_client, cxf_rpc_client, cxf_features_client tcp HOST PORT [NAME=VALUE...]: the workloads of ../README.md, or the cases of ../soap.md.
 * The command
 * `with NAME=VALUE...` starts anew, with these options beside those of the command line.
 *
 * <pre>
 *   port=N               instead of PORT
 *   version=1.1|1.2      that is spoken (1.1)
 *   mtom=on              binary is sent as attachments
 *   path=/PATH           of requests (/)
 *   user=NAME:PASSWORD   HTTP Basic
 *   token=text|digest    the user in a UsernameToken instead, with a timestamp
 *   wsa=on               WS-Addressing, in replies, too
 *   encoding=NAME        of requests (UTF-8)
 * </pre>
 */
public final class CxfClient {
    private static Bench workloads;
    private static Cases cases;

    private static Map<String, String> options(String[] arguments, String[] more) {
        Map<String, String> options = new HashMap<>(Map.of("version", "1.1", "mtom", "off", "path", "/", "wsa", "off"));
        options.put("port", arguments[3]);
        Stream<String> given = Stream.concat(Arrays.stream(arguments).skip(4), Arrays.stream(more).skip(1));
        given.forEach(text -> {
            String[] option = text.split("=", 2);
            options.put(option[0], option[1]);
        });
        return options;
    }

    private static <T> T proxy(Class<T> type, String host, Map<String, String> options) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setServiceClass(type);
        factory.setAddress("http://" + host + ":" + options.get("port") + options.get("path"));
        boolean second = options.get("version").equals("1.2");
        factory.setBindingId(second ? SOAPBinding.SOAP12HTTP_BINDING : SOAPBinding.SOAP11HTTP_BINDING);
        if (options.containsKey("user")) {
            String[] user = options.get("user").split(":", 2);
            if (options.containsKey("token")) {
                boolean digest = options.get("token").equals("digest");
                factory.getOutInterceptors().add(new WSS4JOutInterceptor(Secured.token(user[0], user[1], digest)));
            } else {
                factory.setUsername(user[0]);
                factory.setPassword(user[1]);
            }
        }
        if (options.get("wsa").equals("on")) {
            factory.getFeatures().add(Secured.addressing());
        }
        Map<String, Object> properties = new HashMap<>();
        properties.put("mtom-enabled", options.get("mtom").equals("on"));
        if (options.containsKey("encoding")) {
            properties.put(Message.ENCODING, options.get("encoding"));
        }
        // Faults of SOAP 1.2 may come with it (part 2, table 20).
        properties.put("org.apache.cxf.transport.process_fault_on_http_400", true);
        factory.setProperties(properties);
        return type.cast(factory.create());
    }

    private static void open(String[] arguments, String[] more) throws Exception {
        Map<String, String> options = options(arguments, more);
        switch (arguments[0]) {
            case "document":
                workloads = proxy(Bench.class, arguments[2], options);
                break;
            case "rpc":
                workloads = new RpcCalls(proxy(bench.rpc.Bench.class, arguments[2], options));
                break;
            default:
                cases = new Cases(proxy(Features.class, arguments[2], options));
        }
    }

    private static String obey(String[] words) throws Exception {
        if (words[0].equals("run") && words.length == 3 && workloads != null) {
            return Workloads.run(workloads, words[1], Integer.parseInt(words[2]));
        } else if (words[0].equals("cases") && cases != null) {
            return String.join(" ", cases.all.keySet());
        } else if (words[0].equals("case") && words.length == 2 && cases != null && cases.all.containsKey(words[1])) {
            cases.all.get(words[1]).run();
            return "ok";
        } else if (words[0].equals("pin") && words.length == 2) {
            String self = Long.toString(ProcessHandle.current().pid());
            if (new ProcessBuilder("taskset", "-a", "-p", "-c", words[1], self).start().waitFor() == 0) {
                return "ok";
            }
            throw new IllegalArgumentException("cannot pin to cpu " + words[1]);
        }
        throw new IllegalArgumentException("commands: run WORKLOAD CALLS, case NAME, cases, with NAME=VALUE..., pin CPU");
    }

    private static void say(Throwable error) {
        String cause = error.getCause() == null ? "" : ": " + error.getCause();
        System.out.println("{\"error\":\"" + (error + cause).replaceAll("[\"\\\\\\p{Cntrl}]", " ") + "\"}");
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length < 4 || !arguments[1].equals("tcp")) {
            System.err.println("usage: cxf_client tcp HOST PORT [NAME=VALUE...]");
            System.exit(2);
        }
        LogManager.getLogManager().reset();
        open(arguments, new String[0]);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            try {
                String[] words = line.trim().split(" +");
                if (words[0].equals("with")) {
                    open(arguments, words);
                    System.out.println("ok");
                } else {
                    System.out.println(obey(words));
                }
            } catch (Exception | StackOverflowError error) {
                say(error);
            }
        }
        Runtime.getRuntime().halt(0);
    }

    private CxfClient() {}
}
