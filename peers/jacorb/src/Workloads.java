import java.util.Arrays;
import manyrpc.Bench;
import manyrpc.info;
import manyrpc.info_request;
import manyrpc.transferred;
import org.omg.CORBA.ORB;

/** The workloads of a client, whichever ORB it has. */
final class Workloads {
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
                byte[] data = Values.pattern(size);
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
                byte[] data = Values.pattern(size);
                return i -> {
                    long start = System.nanoTime();
                    transferred got = bench.transfer(data);
                    long end = System.nanoTime();
                    require(got.code == Values.TRANSFERRED && Arrays.equals(got.data, data));
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
                byte[] bytes = Values.pattern(photo ? Values.PHOTO_BYTES : 0);
                return i -> {
                    long start = System.nanoTime();
                    info got = bench.request(new info_request(i, photo));
                    long end = System.nanoTime();
                    require(same(got, Values.infoOf(i, bytes)));
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

    /** So many calls of one, as ../../README.md says. */
    static String run(Bench bench, String name, int calls) {
        com.sun.management.OperatingSystemMXBean process = (com.sun.management.OperatingSystemMXBean)
                java.lang.management.ManagementFactory.getOperatingSystemMXBean();
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

    private Workloads() {}
}
