import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** How these programs are driven: ../../README.md. */
final class Commands {
    /** One call: what the library's answer says, as {@link Record} has it. */
    interface Request {
        Map<?, ?> call(int id, boolean photo) throws Exception;
    }

    interface Opening {
        Request open(String host, int port) throws Exception;
    }

    interface Starting {
        /** Serves in threads of its own and gives the port that it is. */
        int start(InetSocketAddress at) throws Exception;
    }

    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private Commands() {}

    private static void require(boolean right, String usage) {
        if (!right) {
            System.err.println("usage: " + usage);
            System.exit(2);
        }
    }

    static void serve(String[] arguments, Starting server) throws Exception {
        require(arguments.length >= 1 && arguments[0].equals("tcp"), "SERVER tcp [port]");
        String host = System.getenv().getOrDefault("MANYRPC_LISTEN", "127.0.0.1");
        int port = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 0;
        System.out.println("PORT " + server.start(new InetSocketAddress(host, port)));
        System.in.readAllBytes();
        Runtime.getRuntime().halt(0);
    }

    static void obey(String[] arguments, Opening opening) throws Exception {
        require(arguments.length >= 3 && arguments[0].equals("tcp"), "CLIENT tcp HOST PORT");
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Request request = null;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            try {
                String[] words = line.trim().split(" +");
                if (words.length == 2 && words[0].equals("pin")) {
                    pin(words[1]);
                    System.out.println("ok");
                } else if (words.length == 3 && words[0].equals("run") && words[1].matches("info(-photo)?")) {
                    if (request == null) {
                        request = opening.open(arguments[1], Integer.parseInt(arguments[2]));
                    }
                    System.out.println(run(request, words[1].equals("info-photo"), Integer.parseInt(words[2])));
                } else {
                    throw new IllegalArgumentException("commands: run info|info-photo CALLS, pin CPU");
                }
            } catch (Exception error) {
                System.out.println("{\"error\":\"" + error.toString().replaceAll("[\"\\\\\\p{Cntrl}]", " ") + "\"}");
            }
        }
        Runtime.getRuntime().halt(0);
    }

    private static String run(Request request, boolean photo, int calls) throws Exception {
        StringBuilder times = new StringBuilder();
        long cpu = 0;
        for (int id = 0; id < calls; id++) {
            long before = PROCESS.getProcessCpuTime();
            long start = System.nanoTime();
            Map<?, ?> got = request.call(id, photo);
            times.append(id == 0 ? "" : ",").append(System.nanoTime() - start);
            cpu += PROCESS.getProcessCpuTime() - before;
            if (!Record.same(got, Record.of(id, photo))) {
                throw new IllegalStateException("call " + id + ": the result is wrong");
            }
        }
        return "{\"ns\":[" + times + "],\"cpu_ns\":" + cpu + "}";
    }

    /** Moves all threads of this process to one CPU. */
    private static void pin(String cpu) throws Exception {
        String self = Long.toString(ProcessHandle.current().pid());
        if (new ProcessBuilder("taskset", "-a", "-p", "-c", cpu, self).start().waitFor() != 0) {
            throw new IllegalArgumentException("cannot pin to cpu " + cpu);
        }
    }
}
