import database.Database;
import database.Info;
import database.InfoRequest;
import java.util.Map;
import java.util.logging.LogManager;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;

/** soap_server tcp [port]: Database.Request on CXF and Jetty, until standard input closes. */
public final class DatabaseServer implements Database {
    @Override
    public Info request(InfoRequest request) {
        Map<String, Object> known = Record.of(request.getId(), request.isPhoto());
        Info info = new Info();
        info.setId((Integer) known.get("id"));
        info.setFirstName((String) known.get("first_name"));
        info.setLastName((String) known.get("last_name"));
        info.setAge((Integer) known.get("age"));
        info.setEmail((String) known.get("email"));
        info.setPhone((String) known.get("phone"));
        info.setNewsletter((Boolean) known.get("newsletter"));
        info.setLatitude(((Double) known.get("latitude")).floatValue());
        info.setLongitude(((Double) known.get("longitude")).floatValue());
        info.setPhoto((byte[]) known.get("photo"));
        return info;
    }

    public static void main(String[] arguments) throws Exception {
        LogManager.getLogManager().reset();
        Commands.serve(arguments, at -> {
            String host = at.getAddress().getHostAddress();
            int port = CxfServer.portOf(host, at.getPort());
            JaxWsServerFactoryBean server = new JaxWsServerFactoryBean();
            server.setServiceClass(Database.class);
            server.setServiceBean(new DatabaseServer());
            server.setAddress("http://" + host + ":" + port + "/");
            server.create();
            return port;
        });
    }

    private DatabaseServer() {}
}
