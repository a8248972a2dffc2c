import features.Colour;
import features.Envelope;
import features.Exact;
import features.Failed;
import features.Failed_Exception;
import features.Features;
import features.Lists;
import features.Measure;
import features.Optionals;
import features.Refused;
import features.Refused_Exception;
import features.Scalars;
import features.Session;
import features.Shape;
import features.Term;
import features.Tree;
import jakarta.xml.ws.Holder;
import java.util.ArrayList;
import java.util.List;

/** features.wsdl. */
public final class FeaturesApplication implements Features {
    private final List<String> texts = new ArrayList<>();

    @Override
    public Scalars echoScalars(Scalars value) {
        return value;
    }

    @Override
    public Exact echoExact(Exact value) {
        return value;
    }

    @Override
    public Optionals echoOptionals(Optionals value) {
        return value;
    }

    @Override
    public List<Term> echoTerms(List<Term> value) {
        return value;
    }

    @Override
    public List<Shape> echoShapes(List<Shape> value) {
        return value;
    }

    @Override
    public Tree echoTree(Tree value) {
        return value;
    }

    @Override
    public Tree echoBare(Tree value) {
        return value;
    }

    @Override
    public List<Measure> echoMeasures(List<Measure> value) {
        return value;
    }

    @Override
    public Lists echoLists(Lists value) {
        return value;
    }

    @Override
    public Envelope echoEnvelope(Envelope value) {
        return value;
    }

    @Override
    public List<byte[]> echoBinaries(List<byte[]> value) {
        return value;
    }

    @Override
    public int divide(int a, int b) throws Failed_Exception, Refused_Exception {
        if (b == 0) {
            Failed failed = new Failed();
            failed.setNumber(-1);
            failed.setWords(a + " / 0");
            failed.setHue(Colour.LIGHT_BLUE);
            failed.getMore().addAll(List.of(1, 2));
            throw new Failed_Exception("it cannot be divided", failed);
        }
        if (a < 0) {
            throw new Refused_Exception("it is negative", new Refused());
        }
        return a / b;
    }

    @Override
    public String greet(String name, Holder<Session> session) {
        if (session.value != null) {
            session.value.setHops(session.value.getHops() + 1);
        }
        return "Hello, " + name;
    }

    @Override
    public synchronized void notify(String text) {
        texts.add(text);
    }

    @Override
    public synchronized List<String> notified() {
        List<String> all = List.copyOf(texts);
        texts.clear();
        return all;
    }
}
