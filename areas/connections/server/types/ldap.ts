import type { Client } from "ldapts";
import { withLdap } from "../clients/ldap.ts";
import { connectionType } from "../connection/connection-type.ts";
import { insecureTls, line, signIn } from "../connection/fields.ts";

export const ldap = connectionType({
  type: "ldap",
  title: "LDAP",
  icon: "ldap",
  group: "Network and hosts",
  fields: {
    url: line("URL", "url", { placeholder: "ldaps://host:636" }),
    ...signIn,
    insecure_tls: insecureTls,
  },
  test: (connection, trial) =>
    withLdap(connection, trial, async (client, { user }) => {
      const { searchEntries } = await client.search("", { scope: "base", attributes: [...attributes] });
      return `${directory(searchEntries[0] ?? {})}, as ${await whoAmI(client, user)}`;
    }),
});

const attributes = ["objectClass", "namingContexts", "vendorName", "vendorVersion", "isGlobalCatalogReady"] as const;

function directory(root: Readonly<Record<string, unknown>>): string {
  const texts = (name: (typeof attributes)[number]) => [root[name] ?? []].flat().map(String);
  const product = texts("objectClass").includes("OpenLDAProotDSE")
    ? ["OpenLDAP"]
    : texts("isGlobalCatalogReady").length > 0
      ? ["Active Directory"]
      : [...texts("vendorName"), ...texts("vendorVersion")];
  return [product.join(" ") || "LDAP", texts("namingContexts")[0]].filter(Boolean).join(", directory ");
}

/** Asks the directory for the user name, if it supports the request (RFC 4532). */
async function whoAmI(client: Client, user: string): Promise<string> {
  const { value } = await client.exop("1.3.6.1.4.1.4203.1.11.3").catch(() => ({ value: undefined }));
  return value?.replace(/^(?:dn|u):/, "") || user;
}
