import bench.rpc.Bench;
import bench.rpc.Info;
import bench.rpc.InfoRequest;
import bench.rpc.Ints;
import bench.rpc.Transferred;
import java.math.BigInteger;

/** The bench in the types of rpc/literal. */
public final class RpcApplication implements Bench {
    private final Application application = new Application();

    @Override
    public void nothing() {}

    @Override
    public int add(int a, int b) {
        return application.add(a, b);
    }

    @Override
    public byte[] echo(byte[] data) {
        return data;
    }

    @Override
    public Ints intArray(Ints values) {
        return values;
    }

    @Override
    public String concat(String left, String right) {
        return left + right;
    }

    @Override
    public Info request(InfoRequest wanted) {
        bench.document.InfoRequest asked = new bench.document.InfoRequest();
        asked.setId(wanted.getId());
        asked.setPhoto(wanted.isPhoto());
        bench.document.Info found = application.request(asked);
        Info info = new Info();
        info.setId(found.getId());
        info.setFirstName(found.getFirstName());
        info.setLastName(found.getLastName());
        info.setAge(found.getAge());
        info.setEmail(found.getEmail());
        info.setPhone(found.getPhone());
        info.setNewsletter(found.isNewsletter());
        info.setLatitude(found.getLatitude());
        info.setLongitude(found.getLongitude());
        info.setPhoto(found.getPhoto());
        return info;
    }

    @Override
    public BigInteger count(BigInteger n) {
        return application.count(n);
    }

    @Override
    public int sum(Ints values) {
        return application.sum(values.getItem());
    }

    @Override
    public Transferred transfer(byte[] data) {
        Transferred transferred = new Transferred();
        transferred.setCode(Application.TRANSFERRED);
        transferred.setData(data);
        return transferred;
    }
}
