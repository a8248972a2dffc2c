import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import manyrpc.Bench;
import manyrpc.BenchHelper;
import org.omg.CORBA.ORB;
import org.omg.CORBA.SystemException;

/** A client, whichever ORB it has. */
final class Client {
    static ORB orb;
    private static String locations;
    private static final Map<String, String> REPLACED = new HashMap<>();

    /** The object that has this key at the server, or what the command `object` put in its place. */
    static org.omg.CORBA.Object object(String key) {
        String reference = REPLACED.get(key);
        return orb.string_to_object(reference != null ? reference : locations + key);
    }

    private static Bench bench;

    private static String obey(String[] words) throws Exception {
        if (words[0].equals("run") && words.length == 3) {
            if (bench == null) {
                bench = BenchHelper.unchecked_narrow(object("manyrpc.Bench"));
            }
            return Workloads.run(bench, words[1], Integer.parseInt(words[2]));
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

    /** Does what is asked on standard input; `place` is where the objects are whose keys follow it. */
    static void serve(ORB started, String place) throws Exception {
        orb = started;
        locations = place;
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

    private Client() {}
}
