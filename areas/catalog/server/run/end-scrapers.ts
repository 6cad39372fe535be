// Deletes the items of deleted scrapers, regardless of how the scraper was deleted.
import type { System } from "#server/area.ts";
import type { Event } from "#server/events.ts";
import { defineJob } from "#server/jobs/definition.ts";
import { endItems } from "../save/end-items.ts";
import { Tally } from "../save/tally.ts";
import { endSyncedResources } from "./crd-sync.ts";

const perBatch = 1_000;

export const endScrapers = defineJob({
  name: "catalog.end-scrapers",
  title: "Delete items of deleted scrapers",
  schedule: { everySeconds: 30 },
  history: "failed-only",
  async run({ system, signal, success, report }) {
    let deleted = await endSyncedResources(system);
    for (;;) {
      signal.throwIfAborted();
      const ended = await endSome(system);
      success(ended);
      deleted += ended;
      if (deleted > 0) report({ deleted });
      if (ended < perBatch) return;
    }
  },
});

export async function endSome(system: Pick<System, "db" | "events">): Promise<number> {
  return system.db.system.transaction().execute(async (tx) => {
    // Skips items that another transaction has locked; the next call deletes them.
    const rows = await tx
      .selectFrom("config_scrapers as s")
      .innerJoin("config_items as i", "i.scraper_id", "s.id")
      .select("i.id")
      .where("i.deleted_at", "is", null)
      .where("s.deleted_at", "is not", null)
      .limit(perBatch)
      .forUpdate("i")
      .skipLocked()
      .execute();
    const events: Event[] = [];
    await endItems({ tx, tally: new Tally(), events }, rows, "SCRAPER_DELETED");
    await system.events.publishAll(tx, events);
    return rows.length;
  });
}
