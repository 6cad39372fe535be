// Checks whether a user can bind to a directory and find at least one entry.
import { countOf } from "#lib/text/words.ts";
import { text, yes } from "#server/spec/parts.ts";
import { withLdap } from "#areas/connections/server/index.ts";
import { check } from "../spec/check.ts";
import { reaching, endpointOf } from "../spec/reaching.ts";
import { defineCheck, healthy, unhealthy } from "../check-kind.ts";

/** A small limit is enough to find out whether entries exist. */
const maxEntries = 1_000;

export const ldap = defineCheck({
  type: "ldap",
  title: "LDAP",
  icon: "ldap",
  group: "Network",
  spec: check({
    ...reaching("ldap"),
    bindDN: text.optional().meta({ label: "Search base", placeholder: "ou=people,dc=example,dc=org" }),
    userSearch: text
      .optional()
      .meta({ label: "Filter", placeholder: "(objectClass=person)", description: "Default: all entries." }),
    skipTLSVerify: yes.optional().meta({ label: "Accept any certificate" }),
  }),
  endpoint: endpointOf,

  async run({ bindDN = "", userSearch, skipTLSVerify = false, ...spec }, run) {
    const found = await run.connection(spec);
    const connection = { ...found, insecure_tls: found.insecure_tls || skipTLSVerify };
    const filter = userSearch?.trim() || "(objectClass=*)";
    const { searchEntries } = await withLdap(connection, run, (client) =>
      client.search(bindDN, { scope: "sub", filter, attributes: ["1.1"], sizeLimit: maxEntries }).catch(asEntries),
    );
    if (searchEntries.length === 0) return unhealthy(`No entry below ${JSON.stringify(bindDN)} matches ${filter}`);
    return healthy({ message: `${countOf(searchEntries.length, "entry", "entries")} found` });
  },
});

/** If the size limit was exceeded, there are entries; if the search base does not exist, there are no entries. */
function asEntries(error: Error): { searchEntries: readonly unknown[] } {
  if (error.name === "SizeLimitExceededError") return { searchEntries: Array.from({ length: maxEntries }) };
  if (error.name === "NoSuchObjectError") return { searchEntries: [] };
  throw error;
}
