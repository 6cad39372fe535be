// MCP tools that find resources by a search in the language of resource selectors.
import { z } from "zod";
import { defineTool, selectFields, type McpCaller } from "#server/mcp/tool.ts";
import { searchResources, type SearchKindName } from "../contract.ts";

const query = z
  .string()
  .min(1)
  .max(2_000)
  .describe('Words and conditions, such as "checkout type=Kubernetes::Pod health=unhealthy namespace=shop"');
const limit = z.int().min(1).max(1_000).default(30).describe("The maximum number of results");
const select = z.array(z.string().max(100)).max(50).optional().describe("The fields to return. Default: all");
const more = "Use a narrower query, a lower limit, or select fewer fields.";

async function find(caller: McpCaller, kind: SearchKindName, search: string, max: number) {
  const found = await caller.ask(searchResources, { body: { limit: max, [kind]: [{ search, agent: "all" }] } });
  return found[kind] ?? [];
}

const searchOf = (
  kind: SearchKindName,
  about: Pick<Parameters<typeof defineTool>[0], "name" | "title" | "description">,
) =>
  defineTool({
    ...about,
    input: z.strictObject({ query, limit, select }),
    quotes: "config items",
    more,
    run: async ({ query: search, limit: max, select: fields }, caller) =>
      selectFields(await find(caller, kind, search, max), fields),
  });

const searchCatalog = {
  ...searchOf("configs", {
    name: "search_catalog",
    title: "Search the catalog",
    description: "Finds config items by name, type, health, status, tags and labels, without their documents.",
  }),
  aliases: ["catalog_search"],
};

const searchChecks = searchOf("checks", {
  name: "search_health_checks",
  title: "Search health checks",
  description: "Finds health checks by name, type, status and labels.",
});

const searchComponents = searchOf("components", {
  name: "search_components",
  title: "Search components",
  description: "Finds components of the topology by name, type, health, status and labels.",
});

/** Clients of older versions read config items by a search instead of an id. */
const describeConfig = defineTool({
  name: "describe_config",
  title: "Describe config items",
  description: "Returns the config items that a search finds, with their documents.",
  feature: "config",
  input: z.strictObject({ query, limit: z.int().min(1).max(100).default(5) }),
  quotes: "config items",
  more: "Use a lower limit, or describe_catalog for one item.",
  async run({ query: search, limit: max }, caller) {
    const found = await find(caller, "configs", search, max);
    if (found.length === 0) return [];
    return caller.rows("config_detail", { id: `in.(${found.map(({ id }) => id).join()})` });
  },
});

const resolveConfig = defineTool({
  name: "resolve_config",
  title: "Resolve a config item",
  description: "Returns the ids of the config items whose name matches best.",
  feature: "config",
  input: z.strictObject({ query, limit: z.int().min(1).max(100).default(10) }),
  quotes: "config items",
  async run({ query: search, limit: max }, caller) {
    const { configs = [] } = await caller.ask(searchResources, {
      body: { limit: max, closest: true, configs: [{ search, agent: "all" }] },
    });
    return selectFields(configs, ["id", "name", "type", "namespace", "health"]);
  },
});

export const searchTools = [searchCatalog, searchChecks, searchComponents, describeConfig, resolveConfig];
