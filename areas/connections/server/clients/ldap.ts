// A session with an LDAP directory.
import type { Client } from "ldapts";
import { readAddress, signInOf } from "../connection/address.ts";
import { ConnectionFailure, refusedCredentials, wantsTls } from "../connection/failure.ts";
import type { OpenConnection } from "../connection/open-connection.ts";
import { closing, openSocket, timeoutMs, tlsOf, type Way } from "../connection/session.ts";

/** Binds, runs `work`, and closes the connection. */
export async function withLdap<T>(
  connection: OpenConnection,
  way: Way,
  work: (client: Client, as: { user: string }) => Promise<T>,
): Promise<T> {
  const at = readAddress(connection.url, { ldap: 389, ldaps: 636 });
  const { host, port, scheme } = at;
  const { user, password } = signInOf(at, connection);
  // An anonymous bind always succeeds and verifies nothing.
  if (user === "" || password === "")
    throw new ConnectionFailure("LDAP requires a username and a password", "Fill in username and password.");
  const isSecure = scheme === "ldaps";
  const socket = await openSocket(way, { host, port, tls: isSecure ? tlsOf(connection) : undefined });
  const ldapts = await import("ldapts");
  const open = () => socket as never;
  const client = new ldapts.Client({
    url: `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`,
    timeout: timeoutMs,
    connectTimeout: timeoutMs,
    ...(isSecure ? { createSecureConnection: open } : { createConnection: open }),
  });
  return closing(
    way.signal,
    () => socket.destroy(),
    async () => {
      try {
        await client.bind(user, password);
        const done = await work(client, { user });
        await client.unbind();
        return done;
      } catch (error) {
        throw refusal(error, ldapts) ?? error;
      }
    },
  );
}

function refusal(error: unknown, ldapts: typeof import("ldapts")): ConnectionFailure | undefined {
  if (error instanceof ldapts.InvalidCredentialsError) return refusedCredentials();
  if (error instanceof ldapts.ConfidentialityRequiredError || error instanceof ldapts.StrongAuthRequiredError)
    return wantsTls("Use ldaps:// and its port in the URL.");
  if (error instanceof ldapts.InvalidDNSyntaxError)
    return new ConnectionFailure(
      "The username is not a valid name in this directory",
      "Write it in full, such as cn=ada,dc=example,dc=org.",
    );
  if (/closed|ended|Socket error|Connection timeout/i.test((error as Error).message))
    return new ConnectionFailure(
      "The server closed the connection",
      "Check the port: ldaps:// uses TLS from the start, ldap:// does not.",
    );
  return undefined;
}
