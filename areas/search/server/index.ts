// Searches resources of every kind, for the command palette, resource selectors and API clients.
import type { ServerArea } from "#server/area.ts";
import { handle } from "#server/http/handle.ts";
import { searchResources } from "../contract.ts";
import * as schema from "../contract.schema.ts";
import { searchResources as find } from "./search.ts";
import { searchTools } from "./tools.ts";

export const search: ServerArea = {
  name: "search",
  mcp: { tools: searchTools },
  routes(app, system) {
    handle(
      app,
      searchResources,
      schema.searchResources,
      { access: "signed-in", reads: true, summary: "Finds configs, components, checks and more by selectors" },
      ({ body: { limit, timestamps, closest, ...kinds }, actor }) =>
        find(system, actor, { kinds, limit, timestamps, closest }),
    );
  },
};
