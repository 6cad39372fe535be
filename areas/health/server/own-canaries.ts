// Creates the canary with which a new installation monitors itself. It is an ordinary resource, which people can edit,
// delete and use as an example.
import type { Json } from "#language/columns.ts";
import type { Service } from "#server/area.ts";
import { doOnce } from "#server/db/done-once.ts";
import { syncChecks } from "./engine/sync.ts";

export const ownCanary = {
  name: "quarterdeck",
  namespace: "default",
  labels: { app: "quarterdeck" },
  spec: {
    schedule: "@every 30s",
    icon: "heart-pulse",
    quarterdeck: [
      {
        name: "Web interface",
        description: "Responds and reaches the database",
        of: "http",
        thresholdMillis: 5000,
      },
      {
        name: "Database",
        description: "Responds and has free connections",
        of: "database",
        thresholdMillis: 5000,
        test: { expr: "connections < max_connections - 5" },
      },
      {
        name: "Disk space",
        description: "The data directory has free space",
        of: "disk",
        test: { expr: "free_percent > 5" },
      },
      {
        name: "Memory",
        description: "The machine has free memory",
        of: "memory",
        test: { expr: "free_percent > 5" },
      },
      {
        name: "Jobs",
        description: "No job failed in the last hour",
        of: "jobs",
        test: { expr: "failed == 0" },
      },
    ],
  },
} as const;

export const ownCanaries: Service = {
  name: "own canaries",
  roles: ["all", "web", "worker"],
  async start({ db, env }) {
    if (env.watchesItself)
      await doOnce(db.system, "own canaries", async (tx) => {
        const { labels, spec, ...named } = ownCanary;
        const row = await tx
          .insertInto("canaries")
          .values({ ...named, labels, spec: spec as unknown as Json, source: "UI" })
          .returningAll()
          .executeTakeFirstOrThrow();
        await syncChecks(tx, row);
      });
    return { stop: async () => {} };
  },
};
