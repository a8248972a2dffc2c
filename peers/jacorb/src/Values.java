import manyrpc.info;

/** The values of the workloads. */
final class Values {
    static final int PHOTO_BYTES = 1048576;
    static final int TRANSFERRED = 1989;

    static byte[] pattern(int size) {
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) (i * 31 + 7);
        }
        return bytes;
    }

    static info infoOf(int id, byte[] photo) {
        return new info(id, "Ada", "Lovelace", 36, "ada@example.org", "+44 20 7946 0000", true, 51.5f, -0.125f, photo);
    }

    private Values() {}
}
