import features.Account;
import features.AccountHelper;
import features.AccountPOA;
import features.Arrays;
import features.BankPOA;
import features.Barred;
import features.Colour;
import features.Decimals;
import features.DiamondPOA;
import features.Failed;
import features.GuardedPOA;
import features.Holder;
import features.Listener;
import features.LongsHolder;
import features.Point;
import features.PointHolder;
import features.Ragged;
import features.Refused;
import features.Scalars;
import features.Sequences;
import features.ServerPOA;
import features.Tree;
import features.Unions;
import features.Wide;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import manyrpc.BenchPOA;
import manyrpc.info;
import manyrpc.info_request;
import manyrpc.transferred;
import org.omg.CORBA.Any;
import org.omg.CORBA.BAD_PARAM;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.ORB;
import org.omg.CORBA.StringHolder;
import org.omg.CORBA.SystemException;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.POAHelper;
import org.omg.PortableServer.Servant;

/** The objects of interfaces/corba, which servers of any ORB in Java have. */
final class Objects {
    private final POA root;
    /** Each with its key. */
    final Map<String, org.omg.CORBA.Object> all = new LinkedHashMap<>();

    Objects(ORB orb) throws org.omg.CORBA.UserException {
        root = POAHelper.narrow(orb.resolve_initial_references("RootPOA"));
        root.the_POAManager().activate();
        all.put("manyrpc.Bench", activate(new BenchObject()));
        all.put("features.Server", activate(new ServerObject()));
        all.put("features.Bank", activate(new BankObject()));
        all.put("features.Diamond", activate(new DiamondObject()));
        all.put("features.Guarded", activate(new GuardedObject()));
    }

    static final class BenchObject extends BenchPOA {
        private final AtomicLong executions = new AtomicLong();
        private final byte[] photo = Values.pattern(Values.PHOTO_BYTES);

        public void nothing() {}

        public int add(int a, int b) {
            return a + b;
        }

        public byte[] echo(byte[] data) {
            return data;
        }

        public int[] int_array(int[] values) {
            return values;
        }

        public String concat(String left, String right) {
            return left + right;
        }

        public info request(info_request wanted) {
            return Values.infoOf(wanted.id, wanted.photo ? photo : new byte[0]);
        }

        public long count(long n) {
            return executions.incrementAndGet();
        }

        public int sum(int[] values) {
            int total = 0;
            for (int value : values) {
                total += value;
            }
            return total;
        }

        public transferred transfer(byte[] data) {
            return new transferred(Values.TRANSFERRED, data);
        }
    }

    final class AccountObject extends AccountPOA {
        private final String owner;
        private int amount;

        AccountObject(String owner) {
            this.owner = owner;
        }

        public String owner() {
            return owner;
        }

        public synchronized int balance() {
            return amount;
        }

        public synchronized void balance(int value) {
            if (value < 0) {
                throw new BAD_PARAM(7, CompletionStatus.COMPLETED_NO);
            }
            amount = value;
        }

        public synchronized int deposit(int value) throws Refused {
            if (value < 0) {
                throw new Refused();
            }
            return amount += value;
        }

        public void close() {
            try {
                root.deactivate_object(root.servant_to_id(this));
            } catch (org.omg.CORBA.UserException error) {
                throw new org.omg.CORBA.INTERNAL(error.toString());
            }
        }
    }

    final class BankObject extends BankPOA {
        public Account open_account(String owner) throws Failed {
            if (owner.isEmpty()) {
                throw new Failed("nobody", -1, Colour.blue, new int[] {1, 2}, 1L << 40);
            }
            return AccountHelper.narrow(activate(new AccountObject(owner)));
        }
    }

    static final class GuardedObject extends GuardedPOA {
        private int level = 1;

        public synchronized int level() throws Barred {
            if (level < 0) {
                throw new Barred(level);
            }
            return level;
        }

        public synchronized void level(int value) throws Barred {
            if (value > 100) {
                throw new Barred(value);
            }
            level = value;
        }

        public String secret() throws Barred {
            throw new Barred(7);
        }
    }

    static final class DiamondObject extends DiamondPOA {
        public String name() {
            return "diamond";
        }

        public String go_left() {
            return "left";
        }

        public String go_right() {
            return "right";
        }

        public String go_both() {
            return "both";
        }
    }

    private static final class Gate {
        int waiting;
        int opened;
    }

    static final class ServerObject extends ServerPOA {
        private String motto = "";
        private String lastNote = "";
        private Colour mood = Colour.red;
        private int notes;
        private final Map<String, Gate> gates = new HashMap<>();

        public Scalars echo_scalars(Scalars value) {
            return value;
        }

        public Ragged echo_ragged(Ragged value) {
            return value;
        }

        public Sequences echo_sequences(Sequences value) {
            return value;
        }

        public Wide echo_wide(Wide value) {
            return value;
        }

        public Arrays echo_arrays(Arrays value) {
            return value;
        }

        public Decimals echo_decimals(Decimals value) {
            return value;
        }

        public Unions echo_unions(Unions value) {
            return value;
        }

        public Tree echo_tree(Tree value) {
            return value;
        }

        public String echo_string(String value) {
            return value;
        }

        public String echo_wstring(String value) {
            return value;
        }

        public String echo_wide_word(String value) {
            return value;
        }

        public char echo_char(char value) {
            return value;
        }

        public char echo_wchar(char value) {
            return value;
        }

        public BigDecimal echo_money(BigDecimal value) {
            return value;
        }

        public int[][] echo_matrix(int[][] value) {
            return value;
        }

        public Any echo_any(Any value) {
            return value;
        }

        public org.omg.CORBA.Object echo_object(org.omg.CORBA.Object value) {
            return value;
        }

        public Account echo_account(Account value) {
            return value;
        }

        public Account[] echo_accounts(Account[] value) {
            return value;
        }

        public Holder echo_holder(Holder value) {
            return value;
        }

        public int exchange(String given, StringHolder changed, StringHolder copied, LongsHolder numbers, PointHolder far) {
            int count = numbers.value.length;
            int[] reversed = new int[count];
            for (int i = 0; i < count; i++) {
                reversed[i] = numbers.value[count - 1 - i];
            }
            numbers.value = reversed;
            changed.value += given;
            copied.value = given;
            far.value = new Point(-1, 1);
            return count;
        }

        public int constant() {
            return 1989;
        }

        public synchronized String motto() {
            return motto;
        }

        public synchronized void motto(String value) {
            motto = value;
        }

        public synchronized Colour mood() {
            return mood;
        }

        public synchronized void mood(Colour value) {
            mood = value;
        }

        public synchronized void note(String what) {
            notes++;
            lastNote = what;
        }

        public synchronized int noted(StringHolder last) {
            last.value = lastNote;
            return notes;
        }

        public int raise_user(int kind) throws Refused, Failed {
            if (kind == 0) {
                throw new Refused();
            }
            if (kind > 0) {
                throw new Failed("asked for", kind, Colour.green, new int[] {kind, -kind}, -(1L << 40));
            }
            return kind;
        }

        public void raise_undeclared() {
            throw new IllegalStateException("not declared");
        }

        public void raise_system(String name, int minor, int completed) {
            SystemException raised;
            try {
                raised = (SystemException) Class.forName("org.omg.CORBA." + name)
                        .getConstructor(int.class, CompletionStatus.class)
                        .newInstance(minor, CompletionStatus.from_int(completed % 3));
            } catch (ReflectiveOperationException | ClassCastException error) {
                throw new BAD_PARAM(0, CompletionStatus.COMPLETED_NO);
            }
            throw raised;
        }

        public int call_back(Listener peer, int times) throws Refused {
            if (peer == null) {
                return -1;
            }
            int sum = 0;
            for (int i = 0; i < times; i++) {
                sum += peer.ask(i);
            }
            return sum;
        }

        public int call_back_refused(Listener peer) throws Refused {
            return peer.ask(-1);
        }

        public void tell_later(Listener peer, String what) {
            peer.tell(what);
        }

        private Gate gate(String name) {
            return gates.computeIfAbsent(name, unused -> new Gate());
        }

        public synchronized int wait_for(String name) {
            Gate gate = gate(name);
            int before = gate.opened;
            int place = ++gate.waiting;
            while (gate.opened == before) {
                try {
                    wait();
                } catch (InterruptedException error) {
                    throw new org.omg.CORBA.INTERNAL();
                }
            }
            return place;
        }

        public synchronized int waiting(String name) {
            return gate(name).waiting;
        }

        public synchronized int release(String name) {
            Gate gate = gate(name);
            int woken = gate.waiting;
            gate.waiting = 0;
            gate.opened++;
            notifyAll();
            return woken;
        }
    }

    private org.omg.CORBA.Object activate(Servant servant) {
        try {
            return root.id_to_reference(root.activate_object(servant));
        } catch (org.omg.CORBA.UserException error) {
            throw new org.omg.CORBA.INTERNAL(error.toString());
        }
    }
}
