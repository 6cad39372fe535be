// The MCP tool and resource of connections, without their credentials.
import { z } from "zod";
import { problem } from "#language/problem.ts";
import { defineTool, type McpParts } from "#server/mcp/tool.ts";

const needs = { action: "read", on: "connections" } as const;

export const connectionMcp: McpParts = {
  tools: [
    defineTool({
      name: "list_connections",
      title: "List connections",
      description: "Returns the connections to other systems, without credentials.",
      needs,
      input: z.strictObject({}),
      run: (_, caller) => caller.rows("connections_list", { order: "namespace.asc,name.asc" }),
    }),
  ],
  resources: [
    {
      uri: "connection://{namespace}/{name}",
      name: "connection",
      title: "Connection",
      description: "A connection to another system, without credentials",
      needs,
      async read({ namespace = "", name = "" }, caller) {
        const [found] = await caller.rows("connections_list", {
          namespace: `eq.${namespace}`,
          name: `eq.${name}`,
          limit: "1",
        });
        if (!found) throw problem.notFound("connection", `${namespace}/${name}`);
        return found;
      },
    },
  ],
};
