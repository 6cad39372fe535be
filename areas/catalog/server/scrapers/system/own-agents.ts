// Reads the agents that push to this server. Existing clients know agents by the type MissionControl::Agent.
import { sql } from "kysely";
import { localAgent } from "#language/local-agent.ts";
import type { Databases } from "#server/db/pool.ts";
import type { Scraped } from "../../scrape/found.ts";
import { hostReference } from "./on-host.ts";

/** Results that wait longer than this are a problem of the connection. */
const longLag = "5 minutes";

interface AgentRow {
  id: string;
  name: string;
  version: string | null;
  hostname: string | null;
  status: "online" | "offline" | "unknown";
  last_seen: string | null;
  waiting_since: string | null;
  waiting_results: string;
  has_long_lag: boolean;
}

const healthOf = (status: AgentRow["status"], hasLongLag: boolean) => {
  if (status === "online") return hasLongLag ? "warning" : "healthy";
  return status === "offline" ? "unhealthy" : "unknown";
};

export async function* agentItems({ system }: Pick<Databases, "system">): AsyncGenerator<Scraped> {
  const { rows } = await sql<AgentRow>`
    select id, name, version, hostname, status, last_seen, waiting_since, waiting_results::text as waiting_results,
           coalesce(waiting_since < last_seen - ${longLag}::interval, false) as has_long_lag
    from   agents_summary
    where  id <> ${localAgent}
    order  by name`.execute(system);
  for (const { id, name, version, hostname, status, ...agent } of rows)
    yield {
      id: `agent/${id}`,
      type: "MissionControl::Agent",
      class: "Agent",
      name,
      document: { name, ...(version !== null && { version }), ...(hostname !== null && { hostname }) },
      status: { online: "Online", offline: "Offline", unknown: "Unknown" }[status],
      health: healthOf(status, agent.has_long_lag),
      ...(hostname !== null && { tags: { host: hostname }, parents: [hostReference(hostname)] }),
      properties: [
        { name: "version", label: "Version", text: version ?? "unknown" },
        { name: "host", label: "Host", text: hostname ?? "unknown" },
        ...(agent.last_seen === null
          ? []
          : [{ name: "seen", label: "Last seen", type: "age", text: agent.last_seen } as const]),
        ...(agent.waiting_since === null
          ? [{ name: "lag", label: "Lag", text: "none" }]
          : [
              { name: "lag", label: "Lag", type: "age", text: agent.waiting_since } as const,
              { name: "waiting", label: "Waiting results", text: agent.waiting_results },
            ]),
      ],
    };
}
