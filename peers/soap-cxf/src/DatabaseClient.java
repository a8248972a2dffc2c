import database.Database;
import database.Info;
import database.InfoRequest;
import java.util.HashMap;
import java.util.Map;
import java.util.logging.LogManager;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;

/** soap_client tcp HOST PORT: Database.Request on CXF over the JDK's HTTP, which keeps its connection; commands as in ../../README.md. */
final class DatabaseClient {
    private static Map<String, Object> record(Info info) {
        Map<String, Object> record = new HashMap<>();
        record.put("id", info.getId());
        record.put("first_name", info.getFirstName());
        record.put("last_name", info.getLastName());
        record.put("age", info.getAge());
        record.put("email", info.getEmail());
        record.put("phone", info.getPhone());
        record.put("newsletter", info.isNewsletter());
        record.put("latitude", info.getLatitude());
        record.put("longitude", info.getLongitude());
        record.put("photo", info.getPhoto() == null ? Record.NONE : info.getPhoto());
        return record;
    }

    public static void main(String[] arguments) throws Exception {
        LogManager.getLogManager().reset();
        Commands.obey(arguments, (host, port) -> {
            JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
            factory.setServiceClass(Database.class);
            factory.setAddress("http://" + host + ":" + port + "/");
            Database database = factory.create(Database.class);
            return (id, photo) -> {
                InfoRequest wanted = new InfoRequest();
                wanted.setId(id);
                wanted.setPhoto(photo);
                return record(database.request(wanted));
            };
        });
    }

    private DatabaseClient() {}
}
