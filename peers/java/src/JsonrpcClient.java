import com.thetransactioncompany.jsonrpc2.JSONRPC2Request;
import com.thetransactioncompany.jsonrpc2.JSONRPC2Response;
import com.thetransactioncompany.jsonrpc2.client.JSONRPC2Session;
import java.net.URL;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/** jsonrpc_client tcp HOST PORT: jsonrpc2 over the JDK's HTTP, which keeps its connection; commands as in ../../README.md. */
final class JsonrpcClient {
    private JsonrpcClient() {}

    private static Map<?, ?> record(JSONRPC2Response response) throws Exception {
        if (!response.indicatesSuccess()) {
            throw response.getError();
        }
        Map<Object, Object> info = new LinkedHashMap<>((Map<?, ?>) response.getResult());
        info.put("photo", Base64.getDecoder().decode((String) info.get("photo")));
        return info;
    }

    public static void main(String[] arguments) throws Exception {
        Commands.obey(arguments, (host, port) -> {
            JSONRPC2Session session = new JSONRPC2Session(new URL("http", host, port, "/"));
            return (id, photo) -> {
                Map<String, Object> wanted = Map.of("id", id, "photo", photo);
                return record(session.send(new JSONRPC2Request("Database.Request", wanted, id)));
            };
        });
    }
}
