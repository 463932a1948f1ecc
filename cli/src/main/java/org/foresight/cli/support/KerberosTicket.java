package org.foresight.cli.support;

import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.util.Base64;
import java.util.Map;
import javax.security.auth.Subject;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.Configuration;
import javax.security.auth.login.LoginContext;
import javax.security.auth.login.LoginException;
import org.ietf.jgss.GSSContext;
import org.ietf.jgss.GSSException;
import org.ietf.jgss.GSSManager;
import org.ietf.jgss.GSSName;
import org.ietf.jgss.Oid;

/**
 * The ticket that {@code kinit} has left in its cache, a file: that of KRB5CCNAME, or the usual one
 * of the user. It is shown to web servers and never handed on to them. Stateless.
 */
final class KerberosTicket implements WebClient.Login {
  /** The mechanism SPNEGO, by which web servers take Kerberos (RFC 4559). */
  private static final String SPNEGO = "1.3.6.1.5.5.2";

  @Override
  public String token(String host) throws LoginException, GSSException {
    LoginContext login = new LoginContext("foresight", new Subject(), null, new TicketCache());
    login.login();
    PrivilegedExceptionAction<byte[]> token = () -> tokenOfCaller(host);
    try {
      return Base64.getEncoder().encodeToString(Subject.doAs(login.getSubject(), token));
    } catch (PrivilegedActionException e) {
      if (e.getCause() instanceof GSSException refused) {
        throw refused;
      }
      throw new IllegalStateException(e);
    }
  }

  private static byte[] tokenOfCaller(String host) throws GSSException {
    GSSManager manager = GSSManager.getInstance();
    GSSName server = manager.createName("HTTP@" + host, GSSName.NT_HOSTBASED_SERVICE);
    GSSContext context =
        manager.createContext(server, new Oid(SPNEGO), null, GSSContext.DEFAULT_LIFETIME);
    try {
      return context.initSecContext(new byte[0], 0, 0);
    } finally {
      context.dispose();
    }
  }

  /** Takes a ticket from there, and asks nobody for a password. */
  private static final class TicketCache extends Configuration {

    @Override
    public AppConfigurationEntry[] getAppConfigurationEntry(String name) {
      return new AppConfigurationEntry[] {
        new AppConfigurationEntry(
            "com.sun.security.auth.module.Krb5LoginModule",
            AppConfigurationEntry.LoginModuleControlFlag.REQUIRED,
            Map.of("useTicketCache", "true", "doNotPrompt", "true"))
      };
    }
  }
}
