import features.Circle;
import features.Colour;
import features.Envelope;
import features.Exact;
import features.Failed;
import features.Failed_Exception;
import features.Features;
import features.LabelledSquare;
import features.Lists;
import features.Measure;
import features.ObjectFactory;
import features.Optionals;
import features.Point;
import features.Refused_Exception;
import features.Scalars;
import features.Session;
import features.Shape;
import features.Square;
import features.Term;
import features.Tree;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.ws.Holder;
import java.io.ByteArrayInputStream;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;

/** The cases of ../soap.md that a client of features.wsdl knows. */
final class Cases {
    interface Case {
        void run() throws Exception;
    }

    private final Features features;
    private final JAXBContext context;
    final Map<String, Case> all = new TreeMap<>();

    Cases(Features features) throws Exception {
        this.features = features;
        context = JAXBContext.newInstance(ObjectFactory.class);
        all.put("scalars", this::scalars);
        all.put("exact", this::exact);
        all.put("optionals", this::optionals);
        all.put("terms", this::terms);
        all.put("shapes", this::shapes);
        all.put("tree", this::tree);
        all.put("bare", this::bare);
        all.put("measures", this::measures);
        all.put("lists", this::lists);
        all.put("envelope", this::envelope);
        all.put("binaries", this::binaries);
        all.put("divide", () -> Workloads.require(features.divide(42, 5) == 8));
        all.put("failed", this::failed);
        all.put("refused", this::refused);
        all.put("header", this::header);
        all.put("one-way", this::oneWay);
    }

    /** The text that JAXB makes of a value, by which it is compared. */
    private <T> String text(Class<T> type, T value) throws Exception {
        StringWriter out = new StringWriter();
        context.createMarshaller().marshal(new JAXBElement<>(new QName("value"), type, value), out);
        return out.toString();
    }

    private <T> void same(Class<T> type, T given, T got) throws Exception {
        String want = text(type, given);
        String have = text(type, got);
        if (!want.equals(have)) {
            throw new IllegalStateException(have);
        }
    }

    private <T> void same(Class<T> type, List<T> given, List<T> got) throws Exception {
        List<T> back = got == null ? List.of() : got;
        Workloads.require(given.size() == back.size());
        for (int i = 0; i < given.size(); i++) {
            Workloads.require(given.get(i).getClass() == back.get(i).getClass());
            same(type, given.get(i), back.get(i));
        }
    }

    private void scalars() throws Exception {
        byte[] bytes = new byte[256];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        Scalars value = new Scalars();
        value.setTruth(true);
        value.setTiny(Byte.MIN_VALUE);
        value.setNaturalTiny((short) 255);
        value.setSmall(Short.MIN_VALUE);
        value.setNaturalSmall(65535);
        value.setWhole(Integer.MIN_VALUE);
        value.setNatural(4294967295L);
        value.setHuge(Long.MIN_VALUE);
        value.setNaturalHuge(new BigInteger("18446744073709551615"));
        value.setApproximate(0.1f);
        value.setPrecise(1e-300);
        value.setWords("a <b> & \"c\" ]]> d\u00e9\u7f8e\ud83e\udd80");
        value.setHue(Colour.LIGHT_BLUE);
        value.setGrade(5);
        value.setCode("ABC-12");
        value.setBytes(bytes);
        value.setDigest(new byte[] {(byte) 0xde, (byte) 0xad, (byte) 0xbe, (byte) 0xef});
        value.setPlace("http://example.org/?a=1&b=2");
        same(Scalars.class, value, features.echoScalars(value));
        value.setApproximate(Float.POSITIVE_INFINITY);
        value.setPrecise(Double.NaN);
        value.setWords("  line\r\n\ttab ");
        value.setBytes(new byte[0]);
        value.setDigest(new byte[0]);
        same(Scalars.class, value, features.echoScalars(value));
        value.setApproximate(Float.NEGATIVE_INFINITY);
        value.setPrecise(-0.0);
        value.setWords("");
        same(Scalars.class, value, features.echoScalars(value));
    }

    private void exact() throws Exception {
        DatatypeFactory dates = DatatypeFactory.newInstance();
        Exact value = new Exact();
        value.setPrice(new BigDecimal("-1234567890123456789.0123456789"));
        value.setLarge(new BigInteger("123456789012345678901234"));
        value.setMoment(dates.newXMLGregorianCalendar("2026-11-27T23:59:59.123456789+05:30"));
        value.setDay(dates.newXMLGregorianCalendar("2024-02-29Z"));
        value.setHour(dates.newXMLGregorianCalendar("00:00:00.5"));
        value.setSpan(dates.newDuration("-P1Y2M3DT4H5M6.7S"));
        same(Exact.class, value, features.echoExact(value));
    }

    private void optionals() throws Exception {
        Optionals value = new Optionals();
        value.setId("");
        same(Optionals.class, value, features.echoOptionals(value));
        value.setOmitted(7);
        value.setNil(8);
        value.setBoth(new ObjectFactory().createOptionalsBoth("both"));
        value.getMany().addAll(List.of(1, -2, 3));
        value.getHoles().addAll(Arrays.asList("", "x"));
        value.setId("a 'b' <c>");
        value.setRank(-1);
        same(Optionals.class, value, features.echoOptionals(value));
    }

    private void terms() throws Exception {
        same(Term.class, List.of(), features.echoTerms(List.of()));
        Term number = new Term();
        number.setNumber(42);
        Term words = new Term();
        words.setText("words");
        Point point = new Point();
        point.setX(1);
        point.setY(-1);
        Term place = new Term();
        place.setPlace(point);
        List<Term> value = List.of(number, words, place);
        same(Term.class, value, features.echoTerms(value));
    }

    private void shapes() throws Exception {
        Shape plain = new Shape();
        plain.setName("plain");
        Circle circle = new Circle();
        circle.setName("round");
        circle.setRadius(1.5);
        Square square = new Square();
        square.setName("even");
        square.setSide(2);
        LabelledSquare labelled = new LabelledSquare();
        labelled.setName("named");
        labelled.setSide(2.5);
        labelled.setLabel("L");
        List<Shape> value = List.of(plain, circle, square, labelled);
        same(Shape.class, value, features.echoShapes(value));
    }

    private static Tree tree(String label, Tree... children) {
        Tree made = new Tree();
        made.setLabel(label);
        made.getChild().addAll(List.of(children));
        return made;
    }

    private void tree() throws Exception {
        Tree value = tree("root", tree("left", tree("leaf")), tree(""));
        same(Tree.class, value, features.echoTree(value));
    }

    private void bare() throws Exception {
        Tree value = tree("document", tree("itself"));
        same(Tree.class, value, features.echoBare(value));
    }

    private static Measure measure(double value, String unit) {
        Measure made = new Measure();
        made.setValue(value);
        made.setUnit(unit);
        return made;
    }

    private void measures() throws Exception {
        List<Measure> value = List.of(measure(0.25, "m"), measure(1e6, ""));
        same(Measure.class, value, features.echoMeasures(value));
    }

    private void lists() throws Exception {
        Lists value = new Lists();
        for (List<Integer> row : List.of(List.of(1, -2, 3), List.<Integer>of(), List.of(4))) {
            value.getRow().add(new ObjectFactory().createListsRow(row));
        }
        same(Lists.class, value, features.echoLists(value));
    }

    private void envelope() throws Exception {
        Envelope value = new Envelope();
        value.setBefore(1);
        same(Envelope.class, value, features.echoEnvelope(value));
        byte[] note = "<z:note xmlns:z=\"urn:other\" z:a=\"1\">text<z:b/></z:note>".getBytes(StandardCharsets.UTF_8);
        DocumentBuilderFactory documents = DocumentBuilderFactory.newInstance();
        documents.setNamespaceAware(true);
        value.getAny().add(documents.newDocumentBuilder().parse(new ByteArrayInputStream(note)).getDocumentElement());
        List<org.w3c.dom.Element> got = features.echoEnvelope(value).getAny();
        Workloads.require(got.size() == 1 && got.get(0).getNamespaceURI().equals("urn:other")
                && got.get(0).getLocalName().equals("note") && got.get(0).getAttributeNS("urn:other", "a").equals("1")
                && got.get(0).getTextContent().equals("text")
                && got.get(0).getElementsByTagNameNS("urn:other", "b").getLength() == 1);
    }

    private void binaries() {
        List<byte[]> value = List.of(Application.pattern(70000), Application.pattern(1), Application.pattern(2));
        List<byte[]> got = features.echoBinaries(value);
        Workloads.require(got.size() == value.size());
        for (int i = 0; i < value.size(); i++) {
            Workloads.require(Arrays.equals(got.get(i), value.get(i)));
        }
    }

    private void failed() throws Exception {
        try {
            features.divide(7, 0);
            Workloads.require(false);
        } catch (Failed_Exception error) {
            Failed said = error.getFaultInfo();
            Workloads.require(said.getNumber() == -1 && said.getWords().equals("7 / 0") && said.getHue() == Colour.LIGHT_BLUE
                    && said.getMore().equals(List.of(1, 2)));
        }
    }

    private void refused() throws Exception {
        try {
            features.divide(-1, 1);
            Workloads.require(false);
        } catch (Refused_Exception error) {
            Workloads.require(error.getFaultInfo() != null);
        }
    }

    private void header() {
        Session session = new Session();
        session.setToken("secret & more");
        session.setHops(1);
        Holder<Session> held = new Holder<>(session);
        Workloads.require(features.greet("Ada", held).equals("Hello, Ada"));
        Workloads.require(held.value.getToken().equals("secret & more") && held.value.getHops() == 2);
    }

    private void oneWay() {
        features.notify("first");
        features.notify("second");
        // The server may carry them out later than it answers.
        List<String> got = new ArrayList<>();
        while (got.size() < 2) {
            List<String> more = features.notified();
            got.addAll(more == null ? List.of() : more);
        }
        got.sort(null);
        Workloads.require(got.equals(List.of("first", "second")));
    }
}
