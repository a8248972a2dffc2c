import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.ProtoReflectionService;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import io.grpc.stub.StreamObserver;
import java.util.Map;
import rpcbench.DatabaseGrpc;
import rpcbench.DatabaseOuterClass.Info;
import rpcbench.DatabaseOuterClass.InfoRequest;

/**
 * grpc_server tcp [port]: Database.Request on grpc-java over Netty, until standard input closes. MANYRPC_REFLECTION in the
 * environment says which versions of reflection there are: v1, v1alpha, both, or else none.
 */
final class GrpcServer extends DatabaseGrpc.DatabaseImplBase {
    private static final ByteString PHOTO = UnsafeByteOperations.unsafeWrap(Record.PHOTO);

    @Override
    public void request(InfoRequest wanted, StreamObserver<Info> answer) {
        if (wanted.getId() < 0) {
            answer.onError(Status.INVALID_ARGUMENT.withDescription("ids are 0 or more").asRuntimeException());
            return;
        }
        Map<String, Object> info = Record.of(wanted.getId(), false);
        answer.onNext(Info.newBuilder()
                .setId((Integer) info.get("id"))
                .setFirstName((String) info.get("first_name"))
                .setLastName((String) info.get("last_name"))
                .setAge((Integer) info.get("age"))
                .setEmail((String) info.get("email"))
                .setPhone((String) info.get("phone"))
                .setNewsletter((Boolean) info.get("newsletter"))
                .setLatitude(((Double) info.get("latitude")).floatValue())
                .setLongitude(((Double) info.get("longitude")).floatValue())
                .setPhoto(wanted.getPhoto() ? PHOTO : ByteString.EMPTY)
                .build());
        answer.onCompleted();
    }

    public static void main(String[] arguments) throws Exception {
        Commands.serve(arguments, at -> {
            NettyServerBuilder server = NettyServerBuilder.forAddress(at).addService(new GrpcServer());
            reflect(server);
            return server.build().start().getPort();
        });
    }

    @SuppressWarnings("deprecation") // of the older version
    private static void reflect(NettyServerBuilder server) {
        String versions = System.getenv().getOrDefault("MANYRPC_REFLECTION", "none");
        if (versions.equals("v1") || versions.equals("both")) {
            server.addService(ProtoReflectionServiceV1.newInstance());
        }
        if (versions.equals("v1alpha") || versions.equals("both")) {
            server.addService(ProtoReflectionService.newInstance());
        }
    }
}
