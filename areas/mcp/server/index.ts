// The MCP endpoint with the tools, resources and prompts of all areas.
import type { ServerArea } from "#server/area.ts";
import { artifactTools } from "./artifact-tools.ts";
import { evalTemplate } from "./eval-template.ts";
import { prompts } from "./prompts.ts";
import { createRegistry } from "./registry.ts";
import { mcpRoutes } from "./routes.ts";

export function mcpWith(areas: readonly ServerArea[]): ServerArea {
  const own: ServerArea = { name: "mcp", mcp: { tools: [evalTemplate, ...artifactTools], prompts } };
  return { ...own, routes: (app, system) => mcpRoutes(app, system, createRegistry([...areas, own])) };
}
