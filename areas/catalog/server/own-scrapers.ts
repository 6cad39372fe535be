// Creates the first scraper of a new installation, which scrapes the machine that Quarterdeck runs on. It is an
// ordinary resource that users can edit and delete, and serves as an example.
import type { Json } from "#language/columns.ts";
import type { Service } from "#server/area.ts";
import { doOnce } from "#server/db/done-once.ts";
import type { KindNamed } from "./run/runnable.ts";
import { syncTurn } from "./run/turns.ts";

export const ownScraper = {
  name: "quarterdeck",
  namespace: "default",
  description: "This machine, its disks and services, and Quarterdeck itself",
  spec: { schedule: "@every 15m", system: [{}] },
} as const;

export const ownScrapersWith = (kindNamed: KindNamed): Service => ({
  name: "own scrapers",
  roles: ["all", "web", "worker"],
  async start({ db, env }) {
    if (env.watchesItself && kindNamed("system"))
      await doOnce(db.system, "own scrapers", async (tx) => {
        const row = await tx
          .insertInto("config_scrapers")
          .values({ ...ownScraper, spec: ownScraper.spec as unknown as Json, source: "UI" })
          .returningAll()
          .executeTakeFirstOrThrow();
        await syncTurn(tx, row);
      });
    return { stop: async () => {} };
  },
});
