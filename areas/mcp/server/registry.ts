// The tools, resources and prompts of all areas. A caller sees only tools whose feature is enabled and for which the
// caller has the rights.
import { z } from "zod";
import type { Feature } from "#language/features.ts";
import { Problem, problem } from "#language/problem.ts";
import type { ServerArea } from "#server/area.ts";
import { reachOf } from "#server/db/policy.ts";
import type { McpCaller, McpParts, McpPrompt, McpResource, McpTool } from "#server/mcp/tool.ts";

type Offered = Pick<McpTool, "feature" | "needs">;

export interface Registry {
  tools(caller: McpCaller, off: ReadonlySet<Feature>): Promise<McpTool[]>;
  tool(name: string, caller: McpCaller, off: ReadonlySet<Feature>): Promise<McpTool>;
  resources: readonly McpResource[];
  prompts: readonly McpPrompt[];
}

const nameShape = /^[A-Za-z0-9_-]{1,64}$/;

export const isOffered = ({ feature, needs }: Offered, { actor }: McpCaller, off: ReadonlySet<Feature>) =>
  (feature === undefined || !off.has(feature)) && (!needs || reachOf(actor, needs.action, needs.on) !== "none");

/** Throws a Problem with the reason if the caller may not use a tool, resource or prompt. */
export function requireOffered(
  what: Offered & { name: string },
  { actor }: McpCaller,
  off: ReadonlySet<Feature>,
): void {
  if (what.feature !== undefined && off.has(what.feature))
    throw problem.notFound("tool", what.name, { hint: `The feature ${what.feature} is disabled.` });
  const { needs } = what;
  if (needs && reachOf(actor, needs.action, needs.on) === "none") throw problem.forbidden(needs.action, needs.on);
}

export function createRegistry(areas: readonly Pick<ServerArea, "name" | "mcp">[]): Registry {
  const parts = areas.flatMap(({ mcp }): McpParts[] => (mcp ? [mcp] : []));
  const all = parts.flatMap(({ tools = [] }) => tools);
  const named = new Map<string, McpTool>();
  for (const tool of all)
    for (const name of [tool.name, ...(tool.aliases ?? [])]) {
      if (!nameShape.test(name)) throw new Error(`${name} is not a valid tool name`);
      if (named.has(name)) throw new Error(`two tools have the name ${name}`);
      named.set(name, tool);
    }

  /**
   * The tools of stored rows, such as playbooks and views. Rows whose tool name is invalid or already used get no tool.
   */
  async function ownTools(caller: McpCaller, off: ReadonlySet<Feature>): Promise<Map<string, McpTool>> {
    const found = new Map<string, McpTool>();
    for (const { toolsFor } of parts)
      for (const tool of toolsFor ? await readable(toolsFor(caller)) : [])
        if (isOffered(tool, caller, off) && nameShape.test(tool.name) && !named.has(tool.name) && !found.has(tool.name))
          found.set(tool.name, tool);
    return found;
  }

  return {
    resources: parts.flatMap(({ resources = [] }) => resources),
    prompts: parts.flatMap(({ prompts = [] }) => prompts),
    async tools(caller, off) {
      const fixed = all.filter((tool) => isOffered(tool, caller, off));
      return [...fixed, ...(await ownTools(caller, off)).values()];
    },
    async tool(name, caller, off) {
      const tool = named.get(name) ?? (await ownTools(caller, off)).get(name);
      if (!tool) throw problem.notFound("tool", name, { hint: "tools/list returns the names of the tools." });
      requireOffered(tool, caller, off);
      return tool;
    },
  };
}

/** Returns no tools if the caller may not read the rows, or if their feature is disabled. */
const readable = (tools: Promise<readonly McpTool[]>) =>
  tools.catch((error: unknown): McpTool[] => {
    if (error instanceof Problem && [403, 404].includes(error.status)) return [];
    throw error;
  });

const schemas = new WeakMap<McpTool, Readonly<Record<string, unknown>>>();

/** The JSON schema of a tool's arguments, generated once per tool. */
export function inputSchemaOf(tool: McpTool): Readonly<Record<string, unknown>> {
  let schema = tool.inputSchema ?? schemas.get(tool);
  if (!schema) {
    const { $schema: _, ...generated } = z.toJSONSchema(tool.input, { io: "input", unrepresentable: "any" });
    schemas.set(tool, (schema = generated));
  }
  return schema;
}
