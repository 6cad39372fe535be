// The areas of the console, one line each.
import type { ConsoleArea } from "#console/shell/area.ts";
import { agents } from "#areas/agents/console/index.tsx";
import { applications } from "#areas/applications/console/index.tsx";
import { catalog } from "#areas/catalog/console/index.tsx";
import { connections } from "#areas/connections/console/index.tsx";
import { features } from "#areas/features/console/index.tsx";
import { health } from "#areas/health/console/index.tsx";
import { identity } from "#areas/identity/console/index.tsx";
import { incidents } from "#areas/incidents/console/index.tsx";
import { integrations } from "#areas/integrations/console/index.tsx";
import { jobs } from "#areas/jobs/console/index.tsx";
import { kubeconfig } from "#areas/kubeconfig/console/index.tsx";
import { logs } from "#areas/logs/console/index.tsx";
import { mcp } from "#areas/mcp/console/index.tsx";
import { notifications } from "#areas/notifications/console/index.tsx";
import { people } from "#areas/people/console/index.tsx";
import { playbooks } from "#areas/playbooks/console/index.tsx";
import { search } from "#areas/search/console/index.tsx";
import { system } from "#areas/system/console/index.tsx";
import { topology } from "#areas/topology/console/index.tsx";
import { views } from "#areas/views/console/index.tsx";

export const areas: readonly ConsoleArea[] = [
  identity,
  features,
  people,
  agents,
  connections,
  jobs,
  kubeconfig,
  mcp,
  search,
  health,
  catalog,
  topology,
  integrations,
  incidents,
  notifications,
  logs,
  playbooks,
  applications,
  views,
  system,
];
