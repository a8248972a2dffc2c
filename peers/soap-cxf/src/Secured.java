import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import org.apache.cxf.configuration.security.AuthorizationPolicy;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.transport.http.AbstractHTTPDestination;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.wss4j.common.ConfigurationConstants;
import org.apache.wss4j.common.ext.WSPasswordCallback;

/** What clients and servers of CXF need for users and for addresses. */
final class Secured {
    /** The user of the servers. */
    static final String NAME = "ann";
    static final String PASSWORD = "secret";

    /** What WSS4J is told of a token with that password, as text or as a digest. */
    static Map<String, Object> token(String name, String password, boolean digest) {
        CallbackHandler passwords = callbacks -> {
            for (Callback callback : callbacks) {
                WSPasswordCallback asked = (WSPasswordCallback) callback;
                if (asked.getIdentifier().equals(name)) {
                    asked.setPassword(password);
                }
            }
        };
        return Map.of(
                ConfigurationConstants.ACTION, "Timestamp UsernameToken",
                ConfigurationConstants.USER, name,
                ConfigurationConstants.PASSWORD_TYPE, digest ? "PasswordDigest" : "PasswordText",
                ConfigurationConstants.PW_CALLBACK_REF, passwords);
    }

    /** WS-Addressing, which every message must have. */
    static WSAddressingFeature addressing() {
        WSAddressingFeature feature = new WSAddressingFeature();
        feature.setAddressingRequired(true);
        return feature;
    }

    /** Refuses requests without the user in HTTP's own field, by a status without a fault. */
    static final class Basic extends AbstractPhaseInterceptor<Message> {
        Basic() {
            super(Phase.RECEIVE);
        }

        @Override
        public void handleMessage(Message message) {
            AuthorizationPolicy stated = message.get(AuthorizationPolicy.class);
            if (stated != null && NAME.equals(stated.getUserName()) && PASSWORD.equals(stated.getPassword())) {
                return;
            }
            HttpServletResponse response = (HttpServletResponse) message.get(AbstractHTTPDestination.HTTP_RESPONSE);
            response.setHeader("WWW-Authenticate", "Basic realm=\"CXF\"");
            response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
            message.getInterceptorChain().abort();
        }
    }

    private Secured() {}
}
