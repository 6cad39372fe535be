// All areas of the server in the order of their dependencies: an area may import the exports of the areas above it.
import type { ServerArea } from "#server/area.ts";
import { agents } from "#areas/agents/server/index.ts";
import { applications } from "#areas/applications/server/index.ts";
import { catalog } from "#areas/catalog/server/index.ts";
import { connections } from "#areas/connections/server/index.ts";
import { features } from "#areas/features/server/index.ts";
import { health } from "#areas/health/server/index.ts";
import { identity } from "#areas/identity/server/index.ts";
import { incidents } from "#areas/incidents/server/index.ts";
import { integrations } from "#areas/integrations/server/index.ts";
import { jobs } from "#areas/jobs/server/index.ts";
import { kubeconfig } from "#areas/kubeconfig/server/index.ts";
import { logs } from "#areas/logs/server/index.ts";
import { mcpWith } from "#areas/mcp/server/index.ts";
import { notifications } from "#areas/notifications/server/index.ts";
import { people } from "#areas/people/server/index.ts";
import { playbooks } from "#areas/playbooks/server/index.ts";
import { search } from "#areas/search/server/index.ts";
import { system } from "#areas/system/server/index.ts";
import { topology } from "#areas/topology/server/index.ts";
import { views } from "#areas/views/server/index.ts";

const areas: readonly ServerArea[] = [
  identity,
  people,
  features,
  jobs,
  kubeconfig,
  connections,
  agents,
  catalog,
  health,
  logs,
  topology,
  notifications,
  incidents,
  playbooks,
  views,
  applications,
  integrations,
  search,
  system,
];

/** The MCP endpoint offers the tools of all other areas. */
export const serverAreas: readonly ServerArea[] = [...areas, mcpWith(areas)];
