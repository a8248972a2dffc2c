import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import manyrpc.Bench;
import manyrpc.BenchHelper;
import manyrpc.info;
import manyrpc.info_request;
import manyrpc.transferred;
import org.omg.CORBA.ORB;
import org.omg.CORBA.SystemException;

/**
 * jacorb_client tcp HOST PORT [NAME=VALUE...]: driven as omniorb_client is, with the cases of Cases.java; the values are
 * properties of JacORB, as for the server. Worth knowing:
 *
 * <pre>
 *   version=1.0                                 of `corbaloc:iiop:VERSION@HOST:PORT/` (1.2); a reference says its own
 *   jacorb.connection.client.pending_reply_timeout=N   how long a call may take, in milliseconds
 * </pre>
 */
public final class JacorbClient {
    static ORB orb;
    private static String locations;
    private static final Map<String, String> REPLACED = new HashMap<>();

    /** The object that has this key at the server, or what the command `object` put in its place. */
    static org.omg.CORBA.Object object(String key) {
        String reference = REPLACED.get(key);
        return orb.string_to_object(reference != null ? reference : locations + key);
    }

    /** One call: how long it took, from entering the stub until the result is unmarshalled. */
    private interface Workload {
        long call(int number);
    }

    private static void require(boolean right) {
        if (!right) {
            throw new IllegalStateException("the result is wrong");
        }
    }

    private static int[] numbers(int size) {
        int[] values = new int[size];
        for (int i = 0; i < size; i++) {
            values[i] = (int) (i * 2654435761L);
        }
        return values;
    }

    private static boolean same(info a, info b) {
        return a.id == b.id && a.first_name.equals(b.first_name) && a.last_name.equals(b.last_name)
                && a.age == b.age && a.email.equals(b.email) && a.phone.equals(b.phone)
                && a.newsletter == b.newsletter && a.latitude == b.latitude && a.longitude == b.longitude
                && Arrays.equals(a.photo, b.photo);
    }

    private static Workload workload(String name, Bench bench) {
        String[] parts = name.split(":");
        int size = parts.length > 1 ? Integer.parseInt(parts[1]) : 0;
        switch (parts[0]) {
            case "nothing":
                return i -> {
                    long start = System.nanoTime();
                    bench.nothing();
                    return System.nanoTime() - start;
                };
            case "add":
                return i -> {
                    long start = System.nanoTime();
                    int got = bench.add(i, 1000 - 2 * i);
                    long end = System.nanoTime();
                    require(got == 1000 - i);
                    return end - start;
                };
            case "echo": {
                byte[] data = Common.pattern(size);
                return i -> {
                    long start = System.nanoTime();
                    byte[] got = bench.echo(data);
                    long end = System.nanoTime();
                    require(Arrays.equals(got, data));
                    return end - start;
                };
            }
            case "ints": {
                int[] values = numbers(size);
                return i -> {
                    long start = System.nanoTime();
                    int[] got = bench.int_array(values);
                    long end = System.nanoTime();
                    require(Arrays.equals(got, values));
                    return end - start;
                };
            }
            case "sum": {
                int[] values = numbers(size);
                return i -> {
                    long start = System.nanoTime();
                    int got = bench.sum(values);
                    long end = System.nanoTime();
                    require(got == Arrays.stream(values).sum());
                    return end - start;
                };
            }
            case "transfer": {
                byte[] data = Common.pattern(size);
                return i -> {
                    long start = System.nanoTime();
                    transferred got = bench.transfer(data);
                    long end = System.nanoTime();
                    require(got.code == Common.TRANSFERRED && Arrays.equals(got.data, data));
                    return end - start;
                };
            }
            case "concat":
                return i -> {
                    long start = System.nanoTime();
                    String got = bench.concat("fifteen letters", "eighteen more here");
                    long end = System.nanoTime();
                    require(got.equals("fifteen letterseighteen more here"));
                    return end - start;
                };
            case "info":
            case "info-photo": {
                boolean photo = parts[0].equals("info-photo");
                byte[] bytes = Common.pattern(photo ? Common.PHOTO_BYTES : 0);
                return i -> {
                    long start = System.nanoTime();
                    info got = bench.request(new info_request(i, photo));
                    long end = System.nanoTime();
                    require(same(got, Common.infoOf(i, bytes)));
                    return end - start;
                };
            }
            case "count": {
                long[] last = {0};
                return i -> {
                    long start = System.nanoTime();
                    long got = bench.count(i);
                    long end = System.nanoTime();
                    require(last[0] == 0 || got == last[0] + 1);
                    last[0] = got;
                    return end - start;
                };
            }
            default:
                throw new IllegalArgumentException("unknown workload or number out of range");
        }
    }

    private static Bench bench;

    private static String run(String name, int calls) {
        com.sun.management.OperatingSystemMXBean process = (com.sun.management.OperatingSystemMXBean)
                java.lang.management.ManagementFactory.getOperatingSystemMXBean();
        if (bench == null) {
            bench = BenchHelper.unchecked_narrow(object("manyrpc.Bench"));
        }
        Workload workload = workload(name, bench);
        StringBuilder times = new StringBuilder();
        long cpu = 0;
        for (int i = 0; i < calls; i++) {
            long before = process.getProcessCpuTime();
            times.append(i == 0 ? "" : ",").append(workload.call(i));
            cpu += process.getProcessCpuTime() - before;
        }
        return "{\"ns\":[" + times + "],\"cpu_ns\":" + cpu + "}";
    }

    private static String obey(String[] words) throws Exception {
        if (words[0].equals("run") && words.length == 3) {
            return run(words[1], Integer.parseInt(words[2]));
        } else if (words[0].equals("object") && words.length == 3) {
            REPLACED.put(words[1], words[2]);
            return "ok";
        } else if (words[0].equals("cases")) {
            return String.join(" ", Cases.ALL.keySet());
        } else if (words[0].equals("case") && words.length == 2 && Cases.ALL.containsKey(words[1])) {
            Cases.ALL.get(words[1]).run();
            return "ok";
        } else if (words[0].equals("pin") && words.length == 2) {
            String self = Long.toString(ProcessHandle.current().pid());
            if (new ProcessBuilder("taskset", "-a", "-p", "-c", words[1], self).start().waitFor() == 0) {
                return "ok";
            }
            throw new IllegalArgumentException("cannot pin to cpu " + words[1]);
        }
        throw new IllegalArgumentException("commands: run WORKLOAD CALLS, case NAME, cases, object KEY REFERENCE, pin CPU");
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length < 3 || !arguments[0].equals("tcp")) {
            System.err.println("usage: jacorb_client tcp HOST PORT [NAME=VALUE...]");
            System.exit(2);
        }
        String version = "1.2";
        for (String argument : arguments) {
            version = argument.startsWith("version=") ? argument.substring("version=".length()) : version;
        }
        locations = "corbaloc:iiop:" + version + "@" + arguments[1] + ":" + arguments[2] + "/";
        orb = Common.start(arguments, 3);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            try {
                System.out.println(obey(line.trim().split(" +")));
            } catch (SystemException error) {
                say(String.format("%s minor %#x completed %d", error.getClass().getSimpleName(), error.minor, error.completed.value()));
            } catch (Exception | StackOverflowError error) {
                say(error.toString());
            }
        }
        orb.shutdown(true);
        Runtime.getRuntime().halt(0);
    }

    private static void say(String error) {
        System.out.println("{\"error\":\"" + error.replaceAll("[\"\\\\\\p{Cntrl}]", " ") + "\"}");
    }
}
