// Creates the topology of the machine that Quarterdeck runs on, from the items of its own scraper and the checks of its
// own canary. The topology is created only once, so that people can delete it permanently.
import { hostname } from "node:os";
import type { Json } from "#language/columns.ts";
import type { Service } from "#server/area.ts";
import { doOnce } from "#server/db/done-once.ts";
import { topologyTurns } from "./turns.ts";

/** A lookup of all config items of a type. */
const itemsOf = (type: string, shown: string) => ({
  lookup: {
    catalog: [
      {
        name: shown,
        selector: [{ types: [type] }],
        display: {
          expr: `dyn(results).map(r, {'name': r.name, 'type': '${shown}', 'health': r.health, 'status': r.status, 'config_id': r.id}).toJSON()`,
        },
      },
    ],
  },
  forEach: { configs: [{ id: "$(.component.config_id)" }] },
});

/** Selects a check of Quarterdeck's own canary. */
const ownCheck = (name: string) => ({ checks: [{ selector: { scope: "quarterdeck", name } }] });

export const ownTopologySpec = {
  type: "Machine",
  icon: "server",
  schedule: "@every 1m",
  configs: [{ types: ["System::Host"] }],
  components: [
    { name: "Disks", type: "Disks", icon: "hard-drive", ...itemsOf("System::Disk", "Disk"), ...ownCheck("Disk space") },
    { name: "Memory", type: "Memory", icon: "memory-stick", ...ownCheck("Memory") },
    { name: "Services", type: "Services", icon: "cog", ...itemsOf("System::Service", "Service") },
    {
      name: "Quarterdeck",
      type: "Application",
      icon: "heart-pulse",
      components: [
        { name: "Web interface", type: "Service", icon: "globe", ...ownCheck("Web interface") },
        {
          name: "Database",
          type: "Database",
          icon: "database",
          configs: [{ types: ["PostgreSQL::Database"], scope: "quarterdeck" }],
          ...ownCheck("Database"),
        },
        { name: "Jobs", type: "Service", icon: "list-checks", ...ownCheck("Jobs") },
        { name: "Processes", type: "Processes", icon: "cpu", ...itemsOf("Quarterdeck::Process", "Process") },
        { name: "Agents", type: "Agents", icon: "server", ...itemsOf("MissionControl::Agent", "Agent") },
      ],
    },
  ],
} as const;

export const ownTopology: Service = {
  name: "own topology",
  roles: ["all", "web", "worker"],
  async start({ db, env }) {
    if (env.showsItself)
      await doOnce(db.system, "own topology", async (tx) => {
        const row = await tx
          .insertInto("topologies")
          .values({ name: hostname(), spec: ownTopologySpec as unknown as Json, source: "System" })
          .onConflict((conflict) => conflict.doNothing())
          .returningAll()
          .executeTakeFirst();
        if (row) await topologyTurns.sync(tx, row);
      });
    return { stop: async () => {} };
  },
};
