// The agent: the same program, near its targets. It runs the engines of these areas on its own database, without web
// pages, and pushes their rows to a server.
import type { ServerArea } from "#server/area.ts";
import type { Env } from "#server/env/env.ts";
import { upstreamWith } from "#areas/agents/server/index.ts";
import { catalog } from "#areas/catalog/server/index.ts";
import { connections } from "#areas/connections/server/index.ts";
import { features } from "#areas/features/server/index.ts";
import { health } from "#areas/health/server/index.ts";
import { identity } from "#areas/identity/server/index.ts";
import { jobs } from "#areas/jobs/server/index.ts";
import { performOnAgent } from "#areas/playbooks/server/index.ts";
import { topology } from "#areas/topology/server/index.ts";
import { serverAreas } from "./areas.server.ts";

const agentAreas: readonly ServerArea[] = [
  identity,
  features,
  jobs,
  connections,
  catalog,
  health,
  topology,
  upstreamWith(performOnAgent),
];

/** The areas of this process: those of an agent if it has a server to push to. */
export const areasFor = ({ upstream: server }: Pick<Env, "upstream">): readonly ServerArea[] =>
  server ? agentAreas : serverAreas;
