import type { Client } from "ldapts";
import { readAddress, signInOf } from "../address.ts";
import { connectionType } from "../connection-type.ts";
import { ConnectionFailure, refusedCredentials, wantsTls } from "../failure.ts";
import { credential, insecureTls, line } from "../fields.ts";
import { closing, openSocket, patienceMs, tlsOf } from "../session.ts";

export const ldap = connectionType({
  type: "ldap",
  title: "LDAP",
  icon: "ldap",
  group: "Network and hosts",
  fields: {
    url: line("URL", "url", { placeholder: "ldaps://host:636" }),
    username: credential("Username", "username"),
    password: credential("Password", "password"),
    insecure_tls: insecureTls,
  },
  async test(connection, trial) {
    const at = readAddress(connection.url, { ldap: 389, ldaps: 636 });
    const { host, port, scheme } = at;
    const { user, password } = signInOf(at, connection);
    // Without one a bind succeeds for everybody, and proves nothing.
    if (user === "" || password === "")
      throw new ConnectionFailure("It needs a user and a password", "Fill in username and password.");
    const isSecure = scheme === "ldaps";
    const socket = await openSocket(trial, { host, port, tls: isSecure ? tlsOf(connection) : undefined });
    const ldapts = await import("ldapts");
    const open = () => socket as never;
    const client = new ldapts.Client({
      url: `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`,
      timeout: patienceMs,
      connectTimeout: patienceMs,
      ...(isSecure ? { createSecureConnection: open } : { createConnection: open }),
    });
    const close = () => socket.destroy();
    return closing(trial.signal, close, async () => {
      try {
        await client.bind(user, password);
        const { searchEntries } = await client.search("", { scope: "base", attributes: [...tellingAttributes] });
        const told = `${directory(searchEntries[0] ?? {})}, as ${await whoAmI(client, user)}`;
        await client.unbind();
        return told;
      } catch (error) {
        throw refusal(error, ldapts) ?? error;
      }
    });
  },
});

const tellingAttributes = [
  "objectClass",
  "namingContexts",
  "vendorName",
  "vendorVersion",
  "isGlobalCatalogReady",
] as const;

function directory(root: Readonly<Record<string, unknown>>): string {
  const texts = (name: (typeof tellingAttributes)[number]) => [root[name] ?? []].flat().map(String);
  const product = texts("objectClass").includes("OpenLDAProotDSE")
    ? ["OpenLDAP"]
    : texts("isGlobalCatalogReady").length > 0
      ? ["Active Directory"]
      : [...texts("vendorName"), ...texts("vendorVersion")];
  return [product.join(" ") || "LDAP", texts("namingContexts")[0]].filter(Boolean).join(", directory ");
}

/** The directory's own name for us, where it knows how to say it (RFC 4532). */
async function whoAmI(client: Client, user: string): Promise<string> {
  const { value } = await client.exop("1.3.6.1.4.1.4203.1.11.3").catch(() => ({ value: undefined }));
  return value?.replace(/^(?:dn|u):/, "") || user;
}

function refusal(error: unknown, ldapts: typeof import("ldapts")): ConnectionFailure | undefined {
  if (error instanceof ldapts.InvalidCredentialsError) return refusedCredentials();
  if (error instanceof ldapts.ConfidentialityRequiredError || error instanceof ldapts.StrongAuthRequiredError)
    return wantsTls("Write ldaps:// and its port into the URL.");
  if (error instanceof ldapts.InvalidDNSyntaxError)
    return new ConnectionFailure(
      "The username is no name in this directory",
      "Write it in full, such as cn=ada,dc=example,dc=org.",
    );
  if (/closed|ended|Socket error|Connection timeout/i.test((error as Error).message))
    return new ConnectionFailure(
      "The other side hung up",
      "Check the port: ldaps:// is for TLS from the first byte on, ldap:// for none.",
    );
  return undefined;
}
