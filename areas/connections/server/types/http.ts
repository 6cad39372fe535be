import { connectionType } from "../connection/connection-type.ts";
import { insecureTls, line, signIn } from "../connection/fields.ts";
import { answersWith, webServer } from "../connection/web.ts";

export const http = connectionType({
  type: "http",
  title: "HTTP",
  icon: "http",
  group: "Network and hosts",
  fields: {
    url: line("URL", "url", { placeholder: "https://host/path" }),
    ...signIn,
    insecure_tls: insecureTls,
  },
  async test(connection, trial) {
    const server = webServer(connection, trial);
    const { status, headers } = await server.get();
    if (status >= 400) throw answersWith(status);
    const product = headers["server"] ? ` from ${headers["server"]}` : "";
    return `HTTP status ${status}${product}${server.user === "" ? "" : `, as ${server.user}`}`;
  },
});
