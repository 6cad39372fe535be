import { z } from "zod";
import { connectionType } from "../connection-type.ts";
import { countOf } from "#language/words.ts";
import { credential, insecureTls, line } from "../fields.ts";
import { basic, needed, serviceCall } from "./service-call.ts";

const health = z.object({ cluster_name: z.string(), status: z.string(), number_of_nodes: z.number() });

export const elasticsearch = connectionType({
  type: "elasticsearch",
  title: "Elasticsearch",
  icon: "elasticsearch",
  group: "Databases",
  fields: {
    url: line("URL", "url", { placeholder: "https://host:9200" }),
    username: credential("Username", "username"),
    password: credential("Password", "password"),
    insecure_tls: insecureTls,
  },
  async test({ url, username, password, insecure_tls }, trial) {
    const service = serviceCall(trial, {
      name: "Elasticsearch",
      address: needed(url, "URL"),
      credential: "username and password",
      secrets: [password],
      headers: { authorization: basic(username ?? "", password ?? "") },
      tls: { insecure: insecure_tls },
      right: "monitor the cluster",
    });
    const { cluster_name, status, number_of_nodes } = await service.ask("/_cluster/health", health);
    // Without security there is nobody to be.
    const who = await service.reply("/_security/_authenticate");
    const named = z.object({ username: z.string() }).safeParse(who.status === 200 ? who.json : undefined);
    const nodes = countOf(number_of_nodes, "node", "nodes");
    return `Elasticsearch cluster ${cluster_name}, ${status}, ${nodes}${named.success ? `, as ${named.data.username}` : ", which asks nobody who he is"}`;
  },
});
