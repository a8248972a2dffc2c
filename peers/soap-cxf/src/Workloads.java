import bench.document.Bench;
import bench.document.Info;
import bench.document.InfoRequest;
import bench.document.Transferred;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The workloads of a client. */
final class Workloads {
    /** One call: how long it took, from entering the stub until the result is unmarshalled. */
    private interface Workload {
        long call(int number);
    }

    static void require(boolean right) {
        if (!right) {
            throw new IllegalStateException("the result is wrong");
        }
    }

    private static List<Integer> numbers(int size) {
        List<Integer> values = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            values.add((int) (i * 2654435761L));
        }
        return values;
    }

    /** CXF gives nothing where there is none. */
    private static List<Integer> some(List<Integer> values) {
        return values == null ? List.of() : values;
    }

    private static byte[] some(byte[] bytes) {
        return bytes == null ? new byte[0] : bytes;
    }

    private static boolean same(Info a, Info b) {
        return a.getId() == b.getId() && a.getFirstName().equals(b.getFirstName()) && a.getLastName().equals(b.getLastName())
                && a.getAge() == b.getAge() && a.getEmail().equals(b.getEmail()) && a.getPhone().equals(b.getPhone())
                && a.isNewsletter() == b.isNewsletter() && a.getLatitude() == b.getLatitude()
                && a.getLongitude() == b.getLongitude() && Arrays.equals(some(a.getPhoto()), b.getPhoto());
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
                byte[] data = Application.pattern(size);
                return i -> {
                    long start = System.nanoTime();
                    byte[] got = bench.echo(data);
                    long end = System.nanoTime();
                    require(Arrays.equals(some(got), data));
                    return end - start;
                };
            }
            case "ints": {
                List<Integer> values = numbers(size);
                return i -> {
                    long start = System.nanoTime();
                    List<Integer> got = bench.intArray(values);
                    long end = System.nanoTime();
                    require(some(got).equals(values));
                    return end - start;
                };
            }
            case "sum": {
                List<Integer> values = numbers(size);
                int expected = values.stream().mapToInt(Integer::intValue).sum();
                return i -> {
                    long start = System.nanoTime();
                    int got = bench.sum(values);
                    long end = System.nanoTime();
                    require(got == expected);
                    return end - start;
                };
            }
            case "transfer": {
                byte[] data = Application.pattern(size);
                return i -> {
                    long start = System.nanoTime();
                    Transferred got = bench.transfer(data);
                    long end = System.nanoTime();
                    require(got.getCode() == Application.TRANSFERRED && Arrays.equals(some(got.getData()), data));
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
                byte[] bytes = Application.pattern(photo ? Application.PHOTO_BYTES : 0);
                return i -> {
                    InfoRequest wanted = new InfoRequest();
                    wanted.setId(i);
                    wanted.setPhoto(photo);
                    long start = System.nanoTime();
                    Info got = bench.request(wanted);
                    long end = System.nanoTime();
                    require(same(got, Application.infoOf(i, bytes)));
                    return end - start;
                };
            }
            case "count": {
                long[] last = {0};
                return i -> {
                    long start = System.nanoTime();
                    long got = bench.count(BigInteger.valueOf(i)).longValueExact();
                    long end = System.nanoTime();
                    require(got > 0 && (last[0] == 0 || got == last[0] + 1));
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
