import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.thetransactioncompany.jsonrpc2.JSONRPC2Error;
import com.thetransactioncompany.jsonrpc2.JSONRPC2Message;
import com.thetransactioncompany.jsonrpc2.JSONRPC2Notification;
import com.thetransactioncompany.jsonrpc2.JSONRPC2ParseException;
import com.thetransactioncompany.jsonrpc2.JSONRPC2Request;
import com.thetransactioncompany.jsonrpc2.JSONRPC2Response;
import com.thetransactioncompany.jsonrpc2.server.Dispatcher;
import com.thetransactioncompany.jsonrpc2.server.MessageContext;
import com.thetransactioncompany.jsonrpc2.server.RequestHandler;
import com.thetransactioncompany.jsonrpc2.util.NamedParamsRetriever;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.Executors;

/** jsonrpc_server tcp [port]: Database.Request on jsonrpc2 over the JDK's HTTP server, until standard input closes. */
final class JsonrpcServer implements RequestHandler {
    @Override
    public String[] handledRequests() {
        return new String[] {"Database.Request"};
    }

    @Override
    public JSONRPC2Response process(JSONRPC2Request request, MessageContext context) {
        try {
            NamedParamsRetriever wanted = new NamedParamsRetriever(request.getNamedParams());
            Map<String, Object> info = Record.of(wanted.getInt("id"), wanted.getBoolean("photo"));
            info.put("photo", Base64.getEncoder().encodeToString((byte[]) info.get("photo")));
            return new JSONRPC2Response(info, request.getID());
        } catch (JSONRPC2Error error) {
            return new JSONRPC2Response(error, request.getID());
        } catch (NullPointerException | IllegalArgumentException error) {
            return new JSONRPC2Response(JSONRPC2Error.INVALID_PARAMS, request.getID());
        }
    }

    private static void answer(Dispatcher dispatcher, HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            JSONRPC2Response response;
            try {
                JSONRPC2Message message = JSONRPC2Message.parse(body);
                if (message instanceof JSONRPC2Notification) {
                    exchange.sendResponseHeaders(204, -1);
                    return;
                }
                response = dispatcher.process((JSONRPC2Request) message, null);
            } catch (JSONRPC2ParseException error) {
                response = new JSONRPC2Response(JSONRPC2Error.PARSE_ERROR, null);
            }
            byte[] bytes = response.toString().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    public static void main(String[] arguments) throws Exception {
        Commands.serve(arguments, at -> {
            Dispatcher dispatcher = new Dispatcher();
            dispatcher.register(new JsonrpcServer());
            HttpServer http = HttpServer.create(at, 0);
            http.createContext("/", exchange -> answer(dispatcher, exchange));
            http.setExecutor(Executors.newCachedThreadPool());
            http.start();
            return http.getAddress().getPort();
        });
    }
}
