import bench.document.Bench;
import bench.document.Info;
import bench.document.InfoRequest;
import bench.document.Transferred;
import bench.rpc.Ints;
import java.math.BigInteger;
import java.util.List;

/** Calls of rpc/literal in the types of document/literal, so that the workloads are written once. */
final class RpcCalls implements Bench {
    private final bench.rpc.Bench rpc;

    RpcCalls(bench.rpc.Bench rpc) {
        this.rpc = rpc;
    }

    private static Ints ints(List<Integer> values) {
        Ints ints = new Ints();
        ints.getItem().addAll(values);
        return ints;
    }

    @Override
    public void nothing() {
        rpc.nothing();
    }

    @Override
    public int add(int a, int b) {
        return rpc.add(a, b);
    }

    @Override
    public byte[] echo(byte[] data) {
        return rpc.echo(data);
    }

    @Override
    public List<Integer> intArray(List<Integer> values) {
        return rpc.intArray(ints(values)).getItem();
    }

    @Override
    public String concat(String left, String right) {
        return rpc.concat(left, right);
    }

    @Override
    public Info request(InfoRequest wanted) {
        bench.rpc.InfoRequest asked = new bench.rpc.InfoRequest();
        asked.setId(wanted.getId());
        asked.setPhoto(wanted.isPhoto());
        bench.rpc.Info found = rpc.request(asked);
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
        return rpc.count(n);
    }

    @Override
    public int sum(List<Integer> values) {
        return rpc.sum(ints(values));
    }

    @Override
    public Transferred transfer(byte[] data) {
        bench.rpc.Transferred got = rpc.transfer(data);
        Transferred transferred = new Transferred();
        transferred.setCode(got.getCode());
        transferred.setData(got.getData());
        return transferred;
    }
}
