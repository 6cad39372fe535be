// The MCP tool that searches logs.
import { z } from "zod";
import { problem } from "#language/problem.ts";
import { defineTool } from "#server/mcp/tool.ts";
import { logBackends, searchLogs } from "../contract.ts";

const search = defineTool({
  name: "search_logs",
  title: "Search logs",
  description:
    "Searches the logs of a component or of a log backend, the newest lines first. Without both it lists the log backends.",
  feature: "logs",
  input: z.strictObject({
    component_id: z.guid("is not the id of a component").optional(),
    backend: z.string().max(500).optional().describe("The id or the name of a log backend"),
    query: z.string().max(20_000).default("").describe('Words, "phrases", -word, /regular expressions/'),
    labels: z.record(z.string(), z.string()).optional().describe("Labels that the lines must have"),
    start: z.string().max(100).optional().describe("A time, or date math such as now-15m. Default: an hour ago"),
    end: z.string().max(100).optional(),
    limit: z.int().min(1).max(1_000).default(100),
    cursor: z.string().max(20_000).optional().describe("The cursor of an earlier answer, to continue it"),
  }),
  quotes: "log lines",
  more: "Use a lower limit or a shorter time span, and continue with the cursor.",
  async run({ component_id: id, ...rest }, caller) {
    if (id === undefined && rest.backend === undefined) {
      const { backends } = await caller.ask(logBackends, {});
      if (backends.length === 0) throw problem.invalid("There is no log backend to search.");
      return backends.map(({ name, id: backend, types }) => ({ id: backend, name, types }));
    }
    return caller.ask(searchLogs, { body: { ...rest, id } });
  },
});

export const logTools = [search];
