import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.util.List;

/** Starts mongo-java-server on a given port of loopback; its own main class knows only one. */
public class StartMongo {
    /** It calls itself 5.0, but with a wire version that current drivers think is older. */
    record Version5() implements MongoVersion {
        public List<Integer> getVersionArray() {
            return List.of(5, 0, 0);
        }

        public int getWireVersion() {
            return 13;
        }
    }

    public static void main(String[] arguments) {
        MemoryBackend memory = new MemoryBackend();
        memory.version(new Version5());
        new MongoServer(memory).bind("127.0.0.1", Integer.parseInt(arguments[0]));
    }
}
