import java.util.function.Consumer;
import org.jacorb.orb.CDROutputStream;
import org.omg.CORBA_2_3.portable.OutputStream;
import values.*;

/**
 * Writes values of interfaces/corba/values.idl as JacORB marshals them, a line each: what it is, the byte order, the types of the
 * places, the bytes. They are those of omniorb_values; each message begins anew.
 */
public final class JacorbValues {
    static final class Place extends Point {
        Place(int x, int y) {
            this.x = x;
            this.y = (short) y;
        }
    }

    static final class Knot extends Node {
        Knot(String text) {
            label = text;
        }

        void beside(Node node) {
            other = node;
        }
    }

    static final class Form extends Shape {
        Form(long id) {
            this.id = id;
        }
    }

    static final class Disc extends Circle {
        Disc(long id, String colour, Point center) {
            this.id = id;
            this.colour = colour;
            this.center = center;
        }
    }

    static final class Band extends Ring {
        Band(long id, String colour, Point center, Circle hole, String title) {
            this.id = id;
            this.colour = colour;
            this.center = center;
            this.width = 1.5;
            this.hole = hole;
            this.title = title;
        }
    }

    static final class Tile extends Square {
        Tile(long id) {
            this.id = id;
            this.side = 7;
        }
    }

    static final class Void extends Nothing {}

    static org.omg.CORBA.ORB orb;

    static void show(String name, String types, Consumer<OutputStream> write) {
        CDROutputStream out = new CDROutputStream(orb);
        out.setGIOPMinor(2);
        write.accept(out);
        StringBuilder hex = new StringBuilder();
        byte[] bytes = out.getBufferCopy();
        for (int i = 0; i < bytes.length; i++) {
            hex.append(String.format("%02x", bytes[i]));
        }
        System.out.println(name + " big " + types + " " + hex);
    }

    public static void main(String[] arguments) {
        orb = org.omg.CORBA.ORB.init(arguments, null);
        Point at = new Place(1, 2);
        Circle red = new Disc(6, "red", at);
        String hi = "hi";
        show("null", "Point", out -> PointHelper.write(out, null));
        show("point", "Point", out -> PointHelper.write(out, at));
        show("shared", "Point,Point", out -> {
            PointHelper.write(out, at);
            PointHelper.write(out, at);
        });
        show("two", "Point,Point", out -> {
            PointHelper.write(out, at);
            PointHelper.write(out, new Place(3, 4));
        });
        // The helper alone would leave the header out.
        show("boxed", "Name", out -> out.write_value(hi, new NameHelper()));
        show("nothing", "Nothing", out -> NothingHelper.write(out, new Void()));
        show("shape", "Shape", out -> ShapeHelper.write(out, new Form(5)));
        show("circle-as-itself", "Circle", out -> CircleHelper.write(out, red));
        show("circle", "Shape", out -> ShapeHelper.write(out, red));
        show("circle-without-center", "Shape", out -> ShapeHelper.write(out, new Disc(6, "red", null)));
        show("same-circle", "Shape,Shape", out -> {
            ShapeHelper.write(out, red);
            ShapeHelper.write(out, red);
        });
        show("two-circles", "Shape,Shape", out -> {
            ShapeHelper.write(out, red);
            ShapeHelper.write(out, new Disc(9, "green", at));
        });
        show("square", "Shape", out -> ShapeHelper.write(out, new Tile(8)));
        show("ring", "Ring", out -> RingHelper.write(out, new Band(7, "blue", at, null, null)));
        show("ring-with-hole", "Ring", out -> RingHelper.write(out, new Band(7, "blue", at, red, hi)));
        show("ring-as-shape", "Shape", out -> ShapeHelper.write(out, new Band(7, "blue", at, red, hi)));
        show("ring-around-ring", "Circle", out -> {
            Ring inner = new Band(2, "grey", null, red, null);
            CircleHelper.write(out, new Band(1, "blue", at, inner, null));
        });
        Knot self = new Knot("a");
        self.next = self;
        show("self", "Node", out -> NodeHelper.write(out, self));
        Knot first = new Knot("b");
        first.next = new Knot("c");
        first.beside(self);
        show("nodes", "Node", out -> NodeHelper.write(out, first));
        show("drawing", "Drawing", out -> DrawingHelper.write(out, new Drawing(at, red, hi)));
        orb.shutdown(true);
    }
}
