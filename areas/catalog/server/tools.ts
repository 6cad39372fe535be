// MCP tools and resources of the catalog.
import { z } from "zod";
import { problem } from "#language/problem.ts";
import { defineTool, selectFields, type McpCaller, type McpParts } from "#server/mcp/tool.ts";
import { findChanges } from "../contract.ts";

const id = z.guid("is not the id of a config item").toLowerCase();
const feature = "config";

async function describe(caller: McpCaller, wanted: string) {
  const [found] = await caller.rows("config_detail", { id: `eq.${wanted}`, limit: "1" });
  if (!found) throw problem.notFound("config item", wanted);
  return found;
}

const listTypes = defineTool({
  name: "list_catalog_types",
  title: "List catalog types",
  description: "Returns all types of config items, such as Kubernetes::Pod.",
  feature,
  input: z.strictObject({}),
  run: async (_, caller) => (await caller.rows("config_types", {})).map(({ type }) => type),
});

const describeCatalog = defineTool({
  name: "describe_catalog",
  title: "Describe a config item",
  description: "Returns a config item with its document, labels, health and counts.",
  feature,
  input: z.strictObject({ id: id.describe("The id of the config item") }),
  quotes: "config items",
  run: ({ id: wanted }, caller) => describe(caller, wanted),
});

const searchChanges = defineTool({
  name: "search_catalog_changes",
  aliases: ["catalog_changes_search"],
  title: "Search changes",
  description: "Finds changes of config items, the newest first. Default: of the last two days.",
  feature,
  input: z.strictObject({
    query: z.string().max(2_000).optional().describe("A search for the config items whose changes are returned"),
    config_id: id.optional().describe("The config item whose changes are returned"),
    related: z
      .enum(["none", "downstream", "upstream", "all"])
      .optional()
      .describe("With config_id: also the changes of the items below it, above it, or both"),
    depth: z.int().min(0).max(10).optional(),
    soft: z.boolean().optional().describe("Also follows relations that are not between parent and child"),
    from: z.string().max(100).optional().describe("A time, or date math such as now-7d"),
    to: z.string().max(100).optional(),
    limit: z.int().min(1).max(1_000).default(50),
    select: z.array(z.string().max(100)).max(50).optional(),
  }),
  quotes: "config items",
  async run({ query, config_id, related, depth, soft, from, to, limit, select }, caller) {
    const { changes } = await caller.ask(findChanges, {
      body: {
        id: config_id ?? query,
        recursive: config_id && (related ?? "none"),
        depth,
        soft,
        from,
        to,
        page_size: limit,
      },
    });
    return selectFields(changes, select);
  },
});

const relatedConfigs = defineTool({
  name: "get_related_configs",
  aliases: ["related_configs"],
  title: "Get related config items",
  description: "Returns the config items above and below a config item, up to five levels.",
  feature,
  input: z.strictObject({ id: id.describe("The id of the config item") }),
  quotes: "config items",
  run: ({ id: wanted }, caller) =>
    caller.rows("rpc/related_configs_recursive", { config_id: wanted, type_filter: "all" }),
});

export const catalogMcp: McpParts = {
  tools: [listTypes, describeCatalog, searchChanges, relatedConfigs],
  resources: [
    {
      uri: "config_item://{id}",
      name: "config_item",
      title: "Config item",
      description: "A config item with its document",
      feature,
      quotes: "config items",
      read: async ({ id: text = "" }, caller) => {
        const wanted = id.safeParse(text);
        if (!wanted.success) throw problem.notFound("config item", text);
        return describe(caller, wanted.data);
      },
    },
  ],
};
