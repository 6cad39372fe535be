// The MCP tool that explains why something is unhealthy.
import { z } from "zod";
import { problem } from "#language/problem.ts";
import { defineTool, type McpCaller } from "#server/mcp/tool.ts";
import { whyUnhealthy, type WhyKind } from "../why.contract.ts";

const relations: Readonly<Record<WhyKind, string>> = {
  component: "components",
  check: "checks",
  config: "config_items",
};

export const whyTool = defineTool({
  name: "why",
  title: "Explain why something is unhealthy",
  description:
    "Returns the probable causes of an unhealthy component, check or config item, the most probable first, and the changes before it.",
  input: z.strictObject({
    kind: z.enum(["component", "check", "config"]),
    id: z.guid("is not an id").toLowerCase().optional().describe("The id. Either this or name is required."),
    name: z.string().min(1).max(500).optional().describe("The exact name"),
  }),
  quotes: "config items",
  async run({ kind, id, name }, caller) {
    const wanted = id ?? (await idOf(kind, name, caller));
    return caller.ask(whyUnhealthy, { params: { kind, id: wanted } });
  },
});

async function idOf(kind: WhyKind, name: string | undefined, caller: McpCaller): Promise<string> {
  if (name === undefined) throw problem.badParts([{ path: "id", message: "is required, unless there is a name" }]);
  const found = await caller.rows(relations[kind], {
    select: "id",
    name: `eq.${name}`,
    deleted_at: "is.null",
    limit: "10",
  });
  if (found.length === 0) throw problem.notFound(kind, name);
  if (found.length > 1)
    throw problem.invalid(`Several resources have this name: ${found.map(({ id }) => String(id)).join(", ")}.`, {
      hint: "Call why with one of these ids.",
    });
  return String(found[0]!["id"]);
}
