import com.sun.corba.ee.impl.encoding.EncapsInputStream;
import com.sun.corba.ee.impl.encoding.EncapsOutputStream;
import com.sun.corba.ee.spi.ior.iiop.GIOPVersion;
import java.nio.ByteOrder;
import java.util.Properties;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.omg.CORBA.ORB;
import org.omg.CORBA_2_3.portable.InputStream;
import org.omg.CORBA_2_3.portable.OutputStream;

/** {@link Drawn} with the ORB of GlassFish. */
public final class GlassfishDrawn {
    /** It wants a class of the name of each valuetype, before it asks who makes the values. */
    private static final class Named extends ClassLoader {
        @Override
        protected Class<?> findClass(String name) {
            ClassWriter writer = new ClassWriter(0);
            String[] interfaces = {"org/omg/CORBA/portable/StreamableValue"};
            int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT;
            writer.visit(Opcodes.V11, access, name.replace('.', '/'), null, "java/lang/Object", interfaces);
            byte[] code = writer.toByteArray();
            return defineClass(name, code, 0, code.length);
        }
    }

    public static void main(String[] arguments) throws Exception {
        Properties properties = new Properties();
        properties.put("org.omg.CORBA.ORBClass", "com.sun.corba.ee.impl.orb.ORBImpl");
        properties.put("org.omg.CORBA.ORBSingletonClass", "com.sun.corba.ee.impl.orb.ORBSingleton");
        ORB orb = ORB.init(arguments, properties);
        Thread.currentThread().setContextClassLoader(new Named());
        new Drawn(orb, new Drawn.Streams() {
            @Override
            public InputStream reader(byte[] bytes, boolean little) {
                ByteOrder order = little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
                return new EncapsInputStream(orb, bytes, bytes.length, order, GIOPVersion.V1_2);
            }

            @Override
            public OutputStream writer() {
                return new EncapsOutputStream((com.sun.corba.ee.spi.orb.ORB) orb, GIOPVersion.V1_2);
            }

            @Override
            public byte[] written(OutputStream out) {
                return ((EncapsOutputStream) out).toByteArray();
            }
        }).serve();
        Runtime.getRuntime().halt(0);
    }
}
