import { z } from "zod";
import { splitAddress, basicAuth } from "../connection/address.ts";
import { connectionType } from "../connection/connection-type.ts";
import { countOf } from "#lib/text/words.ts";
import { insecureTls, line, signIn } from "../connection/fields.ts";
import { needed, serviceCall } from "../clients/service-call.ts";

const health = z.object({ cluster_name: z.string(), status: z.string(), number_of_nodes: z.number() });

export const elasticsearch = connectionType({
  type: "elasticsearch",
  title: "Elasticsearch",
  icon: "elasticsearch",
  group: "Databases",
  fields: {
    url: line("URL", "url", { placeholder: "https://host:9200" }),
    ...signIn,
    insecure_tls: insecureTls,
  },
  async test(connection, trial) {
    const { address, user, password } = splitAddress(needed(connection.url, "URL"), connection);
    const service = serviceCall(trial, {
      name: "Elasticsearch",
      address,
      credential: "username and password",
      secrets: [password],
      headers: basicAuth(user, password),
      tls: { insecure: connection.insecure_tls },
      right: "monitor the cluster",
    });
    const { cluster_name, status, number_of_nodes } = await service.ask("/_cluster/health", health);
    // A cluster without security has no users.
    const who = await service.reply("/_security/_authenticate");
    const named = z.object({ username: z.string() }).safeParse(who.status === 200 ? who.json : undefined);
    const nodes = countOf(number_of_nodes, "node", "nodes");
    return `Elasticsearch cluster ${cluster_name}, ${status}, ${nodes}${named.success ? `, as ${named.data.username}` : ", without authentication"}`;
  },
});
