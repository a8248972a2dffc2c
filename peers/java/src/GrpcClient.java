import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.util.LinkedHashMap;
import java.util.Map;
import rpcbench.DatabaseGrpc;
import rpcbench.DatabaseOuterClass.Info;
import rpcbench.DatabaseOuterClass.InfoRequest;

/** grpc_client tcp HOST PORT: one channel, blocking calls; commands as in ../../README.md. */
final class GrpcClient {
    private GrpcClient() {}

    private static Map<String, Object> record(Info info) {
        Map<String, Object> record = new LinkedHashMap<>();
        record.put("id", info.getId());
        record.put("first_name", info.getFirstName());
        record.put("last_name", info.getLastName());
        record.put("age", info.getAge());
        record.put("email", info.getEmail());
        record.put("phone", info.getPhone());
        record.put("newsletter", info.getNewsletter());
        record.put("latitude", info.getLatitude());
        record.put("longitude", info.getLongitude());
        record.put("photo", info.getPhoto().toByteArray());
        return record;
    }

    public static void main(String[] arguments) throws Exception {
        Commands.obey(arguments, (host, port) -> {
            ManagedChannel channel = NettyChannelBuilder.forAddress(host, port).usePlaintext().build();
            DatabaseGrpc.DatabaseBlockingStub stub = DatabaseGrpc.newBlockingStub(channel);
            return (id, photo) -> record(stub.request(InfoRequest.newBuilder().setId(id).setPhoto(photo).build()));
        });
    }
}
