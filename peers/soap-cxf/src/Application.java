import bench.document.Bench;
import bench.document.Info;
import bench.document.InfoRequest;
import bench.document.Transferred;
import java.math.BigInteger;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The bench, and the values of its workloads. */
public final class Application implements Bench {
    static final int PHOTO_BYTES = 1048576;
    static final int TRANSFERRED = 1989;
    private static final byte[] PHOTO = pattern(PHOTO_BYTES);
    private final AtomicLong executions = new AtomicLong();

    static byte[] pattern(int size) {
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) (i * 31 + 7);
        }
        return bytes;
    }

    static Info infoOf(int id, byte[] photo) {
        Info info = new Info();
        info.setId(id);
        info.setFirstName("Ada");
        info.setLastName("Lovelace");
        info.setAge(36);
        info.setEmail("ada@example.org");
        info.setPhone("+44 20 7946 0000");
        info.setNewsletter(true);
        info.setLatitude(51.5f);
        info.setLongitude(-0.125f);
        info.setPhoto(photo);
        return info;
    }

    @Override
    public void nothing() {}

    @Override
    public int add(int a, int b) {
        return a + b;
    }

    @Override
    public byte[] echo(byte[] data) {
        return data;
    }

    @Override
    public List<Integer> intArray(List<Integer> values) {
        return values;
    }

    @Override
    public String concat(String left, String right) {
        return left + right;
    }

    @Override
    public Info request(InfoRequest wanted) {
        return infoOf(wanted.getId(), wanted.isPhoto() ? PHOTO : new byte[0]);
    }

    @Override
    public BigInteger count(BigInteger n) {
        return BigInteger.valueOf(executions.incrementAndGet());
    }

    @Override
    public int sum(List<Integer> values) {
        return values == null ? 0 : values.stream().mapToInt(Integer::intValue).sum();
    }

    @Override
    public Transferred transfer(byte[] data) {
        Transferred transferred = new Transferred();
        transferred.setCode(TRANSFERRED);
        transferred.setData(data);
        return transferred;
    }
}
