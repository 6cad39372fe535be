// The part of an agent that connects it to its server. main/agent.ts adds it to the engines that the agent runs.
import type { ServerArea } from "#server/area.ts";
import { upstreamConnection } from "./connection.ts";
import { thinWaitingResults } from "./thin-results.ts";

export const upstream: ServerArea = {
  name: "upstream",
  services: [upstreamConnection],
  jobs: [thinWaitingResults],
};
