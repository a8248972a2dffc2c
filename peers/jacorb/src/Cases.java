import features.Account;
import features.AccountHelper;
import features.Bank;
import features.BankHelper;
import features.Barred;
import features.ByBoolean;
import features.ByChar;
import features.ByColour;
import features.ByLong;
import features.ByLongLong;
import features.ByShort;
import features.ByUnsignedLong;
import features.ByUnsignedLongLong;
import features.ByUnsignedShort;
import features.Colour;
import features.ColourHelper;
import features.Decimals;
import features.Diamond;
import features.DiamondHelper;
import features.Failed;
import features.Guarded;
import features.GuardedHelper;
import features.Holder;
import features.Listener;
import features.ListenerHelper;
import features.ListenerPOA;
import features.LongsHolder;
import features.Point;
import features.PointHelper;
import features.PointHolder;
import features.Ragged;
import features.RaggedHelper;
import features.Refused;
import features.Scalars;
import features.ScalarsHelper;
import features.Sequences;
import features.SequencesHelper;
import features.Server;
import features.ServerHelper;
import features.Term;
import features.Tree;
import features.TreeHelper;
import features.Unions;
import features.UnionsHelper;
import features.Wide;
import features.WideHelper;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.omg.CORBA.Any;
import org.omg.CORBA.BAD_OPERATION;
import org.omg.CORBA.BAD_PARAM;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.OBJECT_NOT_EXIST;
import org.omg.CORBA.StringHolder;
import org.omg.CORBA.SystemException;
import org.omg.CORBA.TCKind;
import org.omg.CORBA.TypeCode;
import org.omg.CORBA.UNKNOWN;
import org.omg.CORBA.portable.InputStream;
import org.omg.CORBA.portable.OutputStream;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.POAHelper;

/** The cases of clients in Java, named and meant as those of omniorb_client: each calls `features.idl` and throws what is wrong. */
final class Cases {
    interface Case {
        void run() throws Exception;
    }

    static final Map<String, Case> ALL = new LinkedHashMap<>();

    private static void expect(boolean right, String what) {
        if (!right) {
            throw new IllegalStateException(what);
        }
    }

    private static <T> void same(T got, T sent) {
        expect(sent.equals(got), "sent " + sent + ", got " + got);
    }

    /** What a value is in CDR: two are the same if these are. */
    private static void sameBytes(Consumer<OutputStream> got, Consumer<OutputStream> sent) {
        expect(Arrays.equals(bytes(got), bytes(sent)), "what came back is not what was sent");
    }

    private static byte[] bytes(Consumer<OutputStream> value) {
        OutputStream out = Client.orb.create_any().create_output_stream();
        value.accept(out);
        InputStream in = out.create_input_stream();
        java.io.ByteArrayOutputStream all = new java.io.ByteArrayOutputStream();
        try {
            while (true) {
                all.write(in.read_octet());
            }
        } catch (SystemException | IndexOutOfBoundsException end) {
            return all.toByteArray();
        }
    }

    /** The exception that the call must raise. */
    private static <E> E raised(Class<E> which, Callable<?> call) throws Exception {
        try {
            call.call();
        } catch (Exception error) {
            if (which.isInstance(error)) {
                return which.cast(error);
            }
            throw error;
        }
        throw new IllegalStateException("no exception was raised");
    }

    private static Server server() {
        return ServerHelper.unchecked_narrow(Client.object("features.Server"));
    }

    private static Bank bank() {
        return BankHelper.unchecked_narrow(Client.object("features.Bank"));
    }

    private static void echo(Scalars value) {
        Scalars back = server().echo_scalars(value);
        sameBytes(out -> ScalarsHelper.write(out, back), out -> ScalarsHelper.write(out, value));
    }

    private static void scalars() {
        echo(new Scalars(true, 'z', (byte) 0x80, (short) -2, (short) 65534, -3, -3, -4, -4, 1.5f, -0.1, Colour.blue));
    }

    private static void scalarExtremes() {
        echo(new Scalars(true, '~', (byte) 0xff, Short.MIN_VALUE, (short) -1, Integer.MIN_VALUE, -1, Long.MIN_VALUE, -1,
                -Float.MAX_VALUE, -Double.MAX_VALUE, Colour.blue));
        echo(new Scalars(false, ' ', (byte) 0, Short.MAX_VALUE, (short) 0, Integer.MAX_VALUE, 0, Long.MAX_VALUE, 0,
                Float.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Colour.red));
        echo(new Scalars(false, '\0', (byte) 1, (short) 0, (short) 0, 0, 0, 0, 0, Float.MIN_VALUE, -0.0, Colour.green));
    }

    private static void ragged() {
        Ragged value = new Ragged((byte) 1, 2.5, (byte) 3, (short) -4, (byte) 5, -6, "sieben", 8, true, (short) -10);
        Ragged back = server().echo_ragged(value);
        sameBytes(out -> RaggedHelper.write(out, back), out -> RaggedHelper.write(out, value));
    }

    private static void echo(Sequences value) {
        Sequences back = server().echo_sequences(value);
        sameBytes(out -> SequencesHelper.write(out, back), out -> SequencesHelper.write(out, value));
    }

    private static Sequences empty() {
        return new Sequences(new byte[0], new boolean[0], new char[0], new int[0][], new double[0], new long[0], "", new String[0],
                new String[0], new Colour[0], new Point[0]);
    }

    private static void sequences() {
        echo(new Sequences(new byte[] {0, 61, 122, (byte) 183, (byte) 244}, new boolean[] {true, false, true}, new char[] {'c', 'd'},
                new int[][] {{1}, {}, {2, -3, 4}}, new double[] {0.5, -1e300}, new long[] {1, -1, 1L << 62}, "8letters",
                new String[] {"", "a", "ab"}, new String[] {"x", "", "Erzs\u00e9bet"},
                new Colour[] {Colour.blue, Colour.red, Colour.green}, new Point[] {new Point(1, -1), new Point(-2, 2)}));
    }

    private static void arrays() {
        features.Arrays value = new features.Arrays(new int[][] {{-7, -6, -3}, {2, 9, 18}}, new Point[3][2],
                new String[] {"first", ""}, new byte[] {0, 1, 2, 3, -1}, new int[][] {{1, 2, 3}, {}});
        for (int i = 0; i < 6; i++) {
            value.shapes[i / 2][i % 2] = new Point(i, -i);
        }
        features.Arrays back = server().echo_arrays(value);
        sameBytes(out -> features.ArraysHelper.write(out, back), out -> features.ArraysHelper.write(out, value));
    }

    private static void matrix() {
        int[][] value = {{1, -2, 3}, {-4, 5, -6}};
        expect(Arrays.deepEquals(server().echo_matrix(value), value), "another matrix");
    }

    private static void decimals() {
        String[][] all = {
            {"12345.67", "999999", "0.1234567890123456789012345678901"},
            {"-0.01", "-1", "-0.0000000000000000000000000000001"},
            {"0.00", "0", "0"},
            {"-99999.99", "-100000", "0.9"},
        };
        for (String[] of : all) {
            Decimals value = new Decimals(new BigDecimal(of[0]), new BigDecimal(of[1]), new BigDecimal(of[2]).setScale(31));
            Decimals back = server().echo_decimals(value);
            expect(back.price.compareTo(value.price) == 0, of[0] + " is " + back.price);
            expect(back.whole_part.compareTo(value.whole_part) == 0, of[1] + " is " + back.whole_part);
            expect(back.rest.compareTo(value.rest) == 0, of[2] + " is " + back.rest);
            expect(server().echo_money(value.price).compareTo(value.price) == 0, of[0]);
        }
    }

    private static Term number(int value) {
        Term term = new Term();
        term.number(value);
        return term;
    }

    private static Unions unionsOf() {
        ByLong[] byLong = {new ByLong(), new ByLong(), new ByLong(), new ByLong()};
        byLong[0].whole(-5);
        byLong[1].text(2, "two");
        byLong[2].text(-3, "minus three");
        byLong[3].other((byte) 7); // with a discriminator of its own, which JacORB refuses: BAD_OPERATION
        ByBoolean[] byBoolean = {new ByBoolean(), new ByBoolean()};
        byBoolean[0].real(0.25);
        byBoolean[1].place(new Point(3, 4));
        ByChar[] byChar = {new ByChar(), new ByChar(), new ByChar()};
        byChar[0].huge(-1);
        byChar[1].many(new int[] {1, 2});
        byChar[2].__default('?');
        ByColour[] byColour = {new ByColour(), new ByColour(), new ByColour()};
        byColour[0].shade(9);
        byColour[1].shades(new int[][] {{1, 2, 3}, {4, 5, 6}});
        byColour[2].__default(Colour.blue);
        ByShort[] byShort = {new ByShort(), new ByShort()};
        byShort[0].low((byte) 1);
        byShort[1].high(-1.5);
        ByUnsignedShort[] byUnsignedShort = {new ByUnsignedShort(), new ByUnsignedShort()};
        byUnsignedShort[0].high((byte) 1);
        byUnsignedShort[1].low(2.5);
        ByUnsignedLong[] byUnsignedLong = {new ByUnsignedLong(), new ByUnsignedLong()};
        byUnsignedLong[0].high((byte) 1);
        byUnsignedLong[1].low(2.5);
        ByLongLong[] byLongLong = {new ByLongLong(), new ByLongLong()};
        byLongLong[0].low((byte) 1);
        byLongLong[1].lucky(2.5);
        ByUnsignedLongLong[] byUnsignedLongLong = {new ByUnsignedLongLong(), new ByUnsignedLongLong()};
        byUnsignedLongLong[0].high((byte) 1);
        byUnsignedLongLong[1].lucky("seven");
        Term nothing = new Term();
        nothing.sum(new Term[0]);
        Term product = new Term();
        product.product(new Term[] {number(4), number(5), nothing});
        Term sum = new Term();
        sum.sum(new Term[] {number(3), product});
        return new Unions(byLong, byBoolean, byChar, byColour, byShort, byUnsignedShort, byUnsignedLong, byLongLong,
                byUnsignedLongLong, sum);
    }

    private static void unions() {
        Unions value = unionsOf();
        Unions back = server().echo_unions(value);
        sameBytes(out -> UnionsHelper.write(out, back), out -> UnionsHelper.write(out, value));
    }

    private static Tree treeOf(int depth) {
        Tree[] children = new Tree[depth > 0 ? 2 : 0];
        for (int i = 0; i < children.length; i++) {
            children[i] = treeOf(depth - 1);
        }
        return new Tree("depth " + depth, children);
    }

    private static void tree() {
        Tree value = treeOf(5);
        Tree back = server().echo_tree(value);
        sameBytes(out -> TreeHelper.write(out, back), out -> TreeHelper.write(out, value));
    }

    private static void echo(String text) {
        same(server().echo_string(text), text);
    }

    private static void strings() {
        echo("");
        echo("plain");
        echo("Erzs\u00e9bet");
        echo("x".repeat(100000));
        same(server().echo_char('q'), 'q');
    }

    private static void wide() {
        for (String text : new String[] {"", "plain", "\u7f8e\u54b2 \u20ac"}) {
            same(server().echo_wstring(text), text);
        }
        same(server().echo_wchar('\u20ac'), '\u20ac');
        same(server().echo_wide_word("8letters"), "8letters");
        Wide value = new Wide((byte) 1, '\uffff', new char[] {'\u00e9', '\u4e2d', 'w', '\u20ac'}, "z\u00ebhn",
                new String[] {"", "\u7f8e\u54b2", "plain"}, (short) -1);
        Wide back = server().echo_wide(value);
        sameBytes(out -> WideHelper.write(out, back), out -> WideHelper.write(out, value));
    }

    private static void exchange() {
        StringHolder changed = new StringHolder("before ");
        StringHolder copied = new StringHolder();
        LongsHolder numbers = new LongsHolder(new int[] {1, 2, 3});
        PointHolder far = new PointHolder();
        same(server().exchange("given", changed, copied, numbers, far), 3);
        same(changed.value, "before given");
        same(copied.value, "given");
        expect(Arrays.equals(numbers.value, new int[] {3, 2, 1}), "numbers");
        expect(far.value.x == -1 && far.value.y == 1, "far");
    }

    private static void attributes() {
        Server it = server();
        same(it.constant(), 1989);
        it.motto("by \u00e9t\u00e9");
        it.mood(Colour.green);
        same(it.motto(), "by \u00e9t\u00e9");
        expect(it.mood() == Colour.green, "mood");
        it.mood(Colour.red);
        expect(it.mood() == Colour.red, "mood");
    }

    private static void oneway() {
        Server it = server();
        StringHolder last = new StringHolder();
        int before = it.noted(last);
        for (int i = 0; i < 10; i++) {
            it.note("note " + i);
        }
        // A server may take them up after a call that was sent later.
        while (it.noted(last) < before + 10) {
            Thread.onSpinWait();
        }
        same(it.noted(last), before + 10);
    }

    private static void exceptions() throws Exception {
        Server it = server();
        same(it.raise_user(-5), -5);
        raised(Refused.class, () -> it.raise_user(0));
        Failed failed = raised(Failed.class, () -> it.raise_user(12));
        same(failed.what, "asked for");
        expect(failed.number == 12 && failed.hue == Colour.green && failed.since == -(1L << 40), "members");
        expect(Arrays.equals(failed.more, new int[] {12, -12}), "more");
    }

    private static void exceptionUndeclared() throws Exception {
        raised(UNKNOWN.class, () -> {
            server().raise_undeclared();
            return null;
        });
    }

    private static final String[] STANDARD = (
            "UNKNOWN BAD_PARAM NO_MEMORY IMP_LIMIT COMM_FAILURE INV_OBJREF NO_PERMISSION INTERNAL MARSHAL INITIALIZE NO_IMPLEMENT "
            + "BAD_TYPECODE BAD_OPERATION NO_RESOURCES NO_RESPONSE PERSIST_STORE BAD_INV_ORDER TRANSIENT FREE_MEM INV_IDENT INV_FLAG "
            + "INTF_REPOS BAD_CONTEXT OBJ_ADAPTER DATA_CONVERSION OBJECT_NOT_EXIST TRANSACTION_REQUIRED TRANSACTION_ROLLEDBACK "
            + "INVALID_TRANSACTION INV_POLICY CODESET_INCOMPATIBLE REBIND TIMEOUT TRANSACTION_UNAVAILABLE TRANSACTION_MODE BAD_QOS").split(" ");

    private static void systemExceptions() throws Exception {
        Server it = server();
        for (int completed = 0; completed < 3; completed++) {
            int status = completed;
            for (String name : STANDARD) {
                SystemException error = raised(SystemException.class, () -> {
                    it.raise_system(name, 99, status);
                    return null;
                });
                same(error.getClass().getSimpleName(), name);
                expect(error.minor == 99 && error.completed == CompletionStatus.from_int(status), name);
            }
        }
    }

    private static void references() throws Exception {
        Server it = server();
        expect(it.echo_object(null) == null && it.echo_account(null) == null, "nil");
        Account mine = bank().open_account("Ada");
        Account back = it.echo_account(mine);
        expect(back._is_equivalent(mine), "another object");
        same(back.deposit(3), 3);
        org.omg.CORBA.Object untyped = it.echo_object(mine);
        same(AccountHelper.narrow(untyped).balance(), 3);
        raised(BAD_PARAM.class, () -> BankHelper.narrow(untyped));
        Account[] again = it.echo_accounts(new Account[] {mine, null, mine});
        expect(again.length == 3 && again[1] == null && again[2].balance() == 3, "several");
        Holder held = it.echo_holder(new Holder((byte) 1, mine, "mine"));
        expect(held.held._is_equivalent(mine) && held.note.equals("mine"), "holder");
    }

    private static void factory() throws Exception {
        Bank it = bank();
        Account one = it.open_account("one");
        Account two = it.open_account("two");
        expect(!one._is_equivalent(two), "the same object");
        expect(one.deposit(5) == 5 && one.deposit(6) == 11 && two.deposit(1) == 1, "deposits");
        raised(Refused.class, () -> two.deposit(-1));
        same(two.owner(), "two");
        one.balance(100);
        same(one.balance(), 100);
        BAD_PARAM bad = raised(BAD_PARAM.class, () -> {
            one.balance(-1);
            return null;
        });
        expect(bad.minor == 7 && bad.completed == CompletionStatus.COMPLETED_NO, "BAD_PARAM");
        one.close();
        raised(OBJECT_NOT_EXIST.class, () -> one.balance());
        expect(one._non_existent() && !two._non_existent(), "_non_existent");
        Failed failed = raised(Failed.class, () -> it.open_account(""));
        expect(failed.what.equals("nobody") && failed.more.length == 2 && failed.since == 1L << 40, "Failed");
    }

    private static void guarded() throws Exception {
        Guarded it = GuardedHelper.unchecked_narrow(Client.object("features.Guarded"));
        it.level(100);
        same(it.level(), 100);
        same(raised(Barred.class, () -> {
            it.level(101);
            return null;
        }).asked, 101);
        same(it.level(), 100);
        it.level(-3);
        same(raised(Barred.class, () -> it.level()).asked, -3);
        it.level(1);
        same(raised(Barred.class, () -> it.secret()).asked, 7);
    }

    private static void inheritance() {
        Diamond it = DiamondHelper.unchecked_narrow(Client.object("features.Diamond"));
        same(it.name(), "diamond");
        same(it.go_left(), "left");
        same(it.go_right(), "right");
        same(it.go_both(), "both");
        same(features.RightHelper.unchecked_narrow(it).go_right(), "right");
    }

    private static void pseudoOperations() {
        org.omg.CORBA.Object it = Client.object("features.Diamond");
        for (String id : new String[] {"IDL:manyrpc.example/features/Diamond:2.3", "IDL:manyrpc.example/features/Left:1.0",
                "IDL:manyrpc.example/features/Named:1.0", "IDL:omg.org/CORBA/Object:1.0"}) {
            expect(it._is_a(id), id);
        }
        expect(!it._is_a("IDL:manyrpc.example/features/Bank:1.0"), "a bank");
        expect(!it._non_existent(), "not there");
        expect(Client.object("features.Nowhere")._non_existent(), "there");
    }

    private static void unknownObject() throws Exception {
        Server it = ServerHelper.unchecked_narrow(Client.object("features.Nowhere"));
        raised(OBJECT_NOT_EXIST.class, it::constant);
    }

    private static void unknownOperation() throws Exception {
        Bank pretended = BankHelper.unchecked_narrow(server());
        raised(BAD_OPERATION.class, () -> pretended.open_account("Ada"));
    }

    static final class ListenerObject extends ListenerPOA {
        private String last = "";

        public synchronized void tell(String what) {
            last = what;
            notifyAll();
        }

        public int ask(int n) throws Refused {
            if (n < 0) {
                throw new Refused();
            }
            return 2 * n;
        }

        synchronized void await(String what) throws InterruptedException {
            while (!last.equals(what)) {
                wait();
            }
        }
    }

    private static void callBacks() throws Exception {
        callBacks(POAHelper.narrow(Client.orb.resolve_initial_references("RootPOA")));
    }

    /** Calls back to an object of this adapter. */
    static void callBacks(POA poa) throws Exception {
        poa.the_POAManager().activate();
        ListenerObject listener = new ListenerObject();
        byte[] id = poa.activate_object(listener);
        Listener mine = ListenerHelper.narrow(poa.id_to_reference(id));
        Server it = server();
        same(it.call_back(mine, 10), 90);
        same(it.call_back(null, 10), -1);
        raised(Refused.class, () -> it.call_back_refused(mine));
        it.tell_later(mine, "heard");
        listener.await("heard");
        poa.deactivate_object(id);
    }

    private interface Insert {
        void into(Any any);
    }

    private static Any echoAny(Insert insert) {
        Any sent = Client.orb.create_any();
        insert.into(sent);
        Any back = server().echo_any(sent);
        expect(back.type().equal(sent.type()), "another type came back");
        expect(back.equal(sent), "another value came back");
        return back;
    }

    private static void anys() throws Exception {
        same(echoAny(any -> any.insert_long(-7)).extract_long(), -7);
        same(echoAny(any -> any.insert_string("text")).extract_string(), "text");
        expect(ColourHelper.extract(echoAny(any -> ColourHelper.insert(any, Colour.blue))) == Colour.blue, "colour");
        same(PointHelper.extract(echoAny(any -> PointHelper.insert(any, new Point(5, -6)))).y, -6);
        Any inner = Client.orb.create_any();
        inner.insert_longlong(12);
        same(echoAny(any -> any.insert_any(inner)).extract_any().extract_longlong(), 12L);
        Any empty = server().echo_any(Client.orb.create_any());
        expect(empty.type().kind() == TCKind.tk_null, "not empty");
    }

    private static void anyUnions() throws Exception {
        Unions value = unionsOf();
        Unions back = UnionsHelper.extract(echoAny(any -> UnionsHelper.insert(any, value)));
        sameBytes(out -> UnionsHelper.write(out, back), out -> UnionsHelper.write(out, value));
        Tree tree = treeOf(2);
        Tree again = TreeHelper.extract(echoAny(any -> TreeHelper.insert(any, tree)));
        sameBytes(out -> TreeHelper.write(out, again), out -> TreeHelper.write(out, tree));
        TypeCode type = UnionsHelper.type();
        expect(echoAny(any -> any.insert_TypeCode(type)).extract_TypeCode().equal(type), "another TypeCode");
    }

    private static void anyWide() {
        same(echoAny(any -> any.insert_wstring("wide \u20ac")).extract_wstring(), "wide \u20ac");
    }

    private static void forwarded(String key) {
        Server it = ServerHelper.unchecked_narrow(Client.object(key));
        expect(it.constant() == 1989 && it.constant() == 1989, "constant");
        same(it.echo_string("far"), "far");
    }

    private static void gates() throws Exception {
        Server it = server();
        int[] places = new int[2];
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int which = i;
            threads[i] = new Thread(() -> places[which] = it.wait_for("gates"));
            threads[i].start();
        }
        while (it.waiting("gates") < 2) {
            Thread.onSpinWait();
        }
        same(it.release("gates"), 2);
        for (Thread thread : threads) {
            thread.join();
        }
        same(places[0] + places[1], 3);
    }

    /** Larger than what goes in one fragment, where those exist. */
    private static void fragments() {
        echo("f".repeat(300001));
        Sequences value = empty();
        value.reals = new double[50001];
        for (int i = 0; i < value.reals.length; i++) {
            value.reals[i] = i / 8.0;
        }
        value.words = new String[3001];
        for (int i = 0; i < value.words.length; i++) {
            value.words[i] = "f".repeat(i % 70);
        }
        echo(value);
    }

    static {
        ALL.put("scalars", Cases::scalars);
        ALL.put("scalar-extremes", Cases::scalarExtremes);
        ALL.put("ragged", Cases::ragged);
        ALL.put("sequences", Cases::sequences);
        ALL.put("sequences-empty", () -> echo(empty()));
        ALL.put("arrays", Cases::arrays);
        ALL.put("matrix", Cases::matrix);
        ALL.put("decimals", Cases::decimals);
        ALL.put("unions", Cases::unions);
        ALL.put("tree", Cases::tree);
        ALL.put("strings", Cases::strings);
        ALL.put("strings-beyond-latin1", () -> echo("\u7f8e\u54b2 \u20ac"));
        ALL.put("strings-beyond-bmp", () -> echo("\ud83d\ude00"));
        ALL.put("wide", Cases::wide);
        ALL.put("wide-beyond-bmp", () -> same(server().echo_wstring("\ud83d\ude00"), "\ud83d\ude00"));
        ALL.put("exchange", Cases::exchange);
        ALL.put("attributes", Cases::attributes);
        ALL.put("oneway", Cases::oneway);
        ALL.put("exceptions", Cases::exceptions);
        ALL.put("exception-undeclared", Cases::exceptionUndeclared);
        ALL.put("system-exceptions", Cases::systemExceptions);
        ALL.put("references", Cases::references);
        ALL.put("factory", Cases::factory);
        ALL.put("guarded", Cases::guarded);
        ALL.put("inheritance", Cases::inheritance);
        ALL.put("pseudo-operations", Cases::pseudoOperations);
        ALL.put("unknown-object", Cases::unknownObject);
        ALL.put("unknown-operation", Cases::unknownOperation);
        ALL.put("call-backs", Cases::callBacks);
        ALL.put("anys", Cases::anys);
        ALL.put("any-unions", Cases::anyUnions);
        ALL.put("any-wide", Cases::anyWide);
        ALL.put("forwarded", () -> forwarded("features.Moved"));
        ALL.put("forwarded-for-good", () -> forwarded("features.MovedForGood"));
        ALL.put("gates", Cases::gates);
        ALL.put("fragments", Cases::fragments);
    }

    private Cases() {}
}
