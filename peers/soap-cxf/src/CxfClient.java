import bench.document.Bench;
import features.Features;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.logging.LogManager;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;

/**
 * cxf_client, cxf_rpc_client, cxf_features_client tcp HOST PORT [NAME=VALUE...]: the workloads of ../README.md, or the cases of ../soap.md.
 *
 * <pre>
 *   version=1.1|1.2      that is spoken (1.1)
 *   mtom=on              binary is sent as attachments
 *   path=/PATH           of requests (/)
 *   user=NAME:PASSWORD   HTTP Basic
 * </pre>
 */
public final class CxfClient {
    private static Bench workloads;
    private static Cases cases;

    private static <T> T proxy(Class<T> type, String[] arguments) {
        Map<String, String> options = new HashMap<>(Map.of("version", "1.1", "mtom", "off", "path", "/"));
        for (int i = 4; i < arguments.length; i++) {
            String[] option = arguments[i].split("=", 2);
            options.put(option[0], option[1]);
        }
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setServiceClass(type);
        factory.setAddress("http://" + arguments[2] + ":" + arguments[3] + options.get("path"));
        boolean second = options.get("version").equals("1.2");
        factory.setBindingId(second ? SOAPBinding.SOAP12HTTP_BINDING : SOAPBinding.SOAP11HTTP_BINDING);
        if (options.containsKey("user")) {
            String[] user = options.get("user").split(":", 2);
            factory.setUsername(user[0]);
            factory.setPassword(user[1]);
        }
        Map<String, Object> properties = new HashMap<>();
        properties.put("mtom-enabled", options.get("mtom").equals("on"));
        // Faults of SOAP 1.2 may come with it (part 2, table 20).
        properties.put("org.apache.cxf.transport.process_fault_on_http_400", true);
        factory.setProperties(properties);
        return type.cast(factory.create());
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
        throw new IllegalArgumentException("commands: run WORKLOAD CALLS, case NAME, cases, pin CPU");
    }

    private static void say(String error) {
        System.out.println("{\"error\":\"" + error.replaceAll("[\"\\\\\\p{Cntrl}]", " ") + "\"}");
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length < 4 || !arguments[1].equals("tcp")) {
            System.err.println("usage: cxf_client tcp HOST PORT [NAME=VALUE...]");
            System.exit(2);
        }
        LogManager.getLogManager().reset();
        switch (arguments[0]) {
            case "document":
                workloads = proxy(Bench.class, arguments);
                break;
            case "rpc":
                workloads = new RpcCalls(proxy(bench.rpc.Bench.class, arguments));
                break;
            default:
                cases = new Cases(proxy(Features.class, arguments));
        }
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            try {
                System.out.println(obey(line.trim().split(" +")));
            } catch (Exception | StackOverflowError error) {
                say(error.toString());
            }
        }
        Runtime.getRuntime().halt(0);
    }

    private CxfClient() {}
}
